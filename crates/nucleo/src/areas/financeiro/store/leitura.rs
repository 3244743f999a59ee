//! What people read: entries in pages, and sums that count no entry of a whole month.

use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::reais::Reais;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::rules::Periodo;
use super::super::rules::livro::Soma;
use super::super::rules::periodo::{Janela, Partes};
use super::super::{Categoria, LancamentoId, TipoLancamento};

#[derive(FromRow)]
pub struct Lancamento {
    pub id: LancamentoId,
    pub nucleo_id: NucleoId,
    pub tipo: TipoLancamento,
    #[sqlx(rename = "valor_centavos")]
    pub valor: Reais,
    pub categoria: Categoria,
    pub descricao: String,
    pub data: Timestamp,
    pub comprovante_url: Option<String>,
    pub autor_id: UsuarioId,
    pub autor_nome: Option<String>,
    pub criado_em: Timestamp,
}

/// The columns of [`Lancamento`], with a condition behind them.
macro_rules! select_lancamento {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT l.id, l.nucleo_id, l.tipo, l.valor_centavos, l.categoria, l.descricao, l.data,
                 l.comprovante_url, l.autor_id, u.nome AS autor_nome, l.criado_em
             FROM lancamentos l
             LEFT JOIN usuarios u ON u.id = l.autor_id
             WHERE l.nucleo_id = $1 AND ",
            $rest
        ))
    };
}

/// Which entries.
#[derive(Clone, Copy)]
pub struct Filtro {
    pub periodo: Periodo,
    pub tipo: Option<TipoLancamento>,
}

pub async fn find(tx: &mut NucleoTx, id: LancamentoId) -> Result<Option<Lancamento>> {
    tx.optional(select_lancamento!("l.id = $2"), (id,)).await
}

pub async fn find_nucleo(tx: &mut NucleoTx, id: LancamentoId) -> Result<Option<NucleoId>> {
    let sql = tenant!("SELECT l.nucleo_id FROM lancamentos l WHERE l.nucleo_id = $1 AND l.id = $2");
    let row: Option<(NucleoId,)> = tx.optional(sql, (id,)).await?;
    Ok(row.map(|(nucleo,)| nucleo))
}

/// What a window shows. Two texts, since a filter that may be absent uses no index.
pub async fn list(
    tx: &mut NucleoTx,
    tipo: Option<TipoLancamento>,
    janela: &Janela,
) -> Result<Vec<Lancamento>> {
    let Janela { de, ate, pular, quantos } = *janela;
    match tipo {
        None => {
            let sql = select_lancamento!(
                "l.data >= $2 AND l.data <= $3
                 ORDER BY l.data DESC, l.id DESC LIMIT $4 OFFSET $5"
            );
            tx.all(sql, (de, ate, quantos, pular)).await
        }
        Some(tipo) => {
            let sql = select_lancamento!(
                "l.data >= $2 AND l.data <= $3 AND l.tipo = $4
                 ORDER BY l.data DESC, l.id DESC LIMIT $5 OFFSET $6"
            );
            tx.all(sql, (de, ate, tipo, quantos, pular)).await
        }
    }
}

/// All that one person has entered, newest first.
pub async fn list_de(tx: &mut NucleoTx, autor: UsuarioId) -> Result<Vec<Lancamento>> {
    let sql = select_lancamento!("l.autor_id = $2 ORDER BY l.data DESC, l.id DESC");
    tx.all(sql, (autor,)).await
}

/// Whole months as they are kept, and their ends added up: one statement, so of one moment.
macro_rules! somas {
    ($select:literal, $rest:literal) => {
        tenant!(concat!(
            $select,
            " FROM (
                 SELECT k.mes, k.tipo, k.categoria, k.total_centavos, k.quantos
                 FROM financeiro_somas k
                 WHERE k.nucleo_id = $1 AND k.mes >= $2 AND k.mes <= $3 AND k.quantos > 0
                 UNION ALL
                 SELECT CAST($4 AS text), l.tipo, l.categoria, l.valor_centavos, 1
                 FROM lancamentos l
                 WHERE l.nucleo_id = $1 AND l.data >= $5 AND l.data <= $6
                 UNION ALL
                 SELECT CAST($7 AS text), l.tipo, l.categoria, l.valor_centavos, 1
                 FROM lancamentos l
                 WHERE l.nucleo_id = $1 AND l.data >= $8 AND l.data <= $9
             ) s ",
            $rest
        ))
    };
}

pub async fn sum(tx: &mut NucleoTx, periodo: Periodo) -> Result<Vec<Soma>> {
    let sql = somas!(
        "SELECT s.mes, s.tipo, s.categoria, CAST(sum(s.total_centavos) AS bigint) AS centavos",
        "GROUP BY s.mes, s.tipo, s.categoria"
    );
    let Partes { de, ate, bordas: [uma, outra] } = periodo.partes();
    let params = (de, ate, uma.mes, uma.de, uma.ate, outra.mes, outra.de, outra.ate);
    let rows: Vec<(String, TipoLancamento, Categoria, i64)> = tx.all(sql, params).await?;
    let soma = |(mes, tipo, categoria, centavos)| Soma { mes, tipo, categoria, centavos };
    Ok(rows.into_iter().map(soma).collect())
}

/// How many entries each month has, the latest first.
pub async fn count_por_mes(tx: &mut NucleoTx, filtro: &Filtro) -> Result<Vec<(String, i64)>> {
    let sql = somas!(
        "SELECT s.mes, CAST(sum(s.quantos) AS bigint)",
        "WHERE ($10 IS NULL OR s.tipo = $10) GROUP BY s.mes ORDER BY s.mes DESC"
    );
    let Partes { de, ate, bordas: [uma, outra] } = filtro.periodo.partes();
    let tipo = filtro.tipo;
    let params = (de, ate, uma.mes, uma.de, uma.ate, outra.mes, outra.de, outra.ate, tipo);
    tx.all(sql, params).await
}
