//! The chain as it stands in the database, in pages. Enumerated values are read as plain texts: what
//! was written from outside may be anything.

use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::LancamentoId;
use super::super::rules::cadeia::{Conteudo, Elo};
use super::super::rules::percurso::{Chave, Par, Quantia};
use super::escrita::Cabeca;

#[derive(FromRow)]
pub struct EloLido {
    pub nucleo_id: NucleoId,
    pub numero: i64,
    pub acao: String,
    pub lancamento_id: LancamentoId,
    pub autor_id: UsuarioId,
    pub criado_em: Timestamp,
    pub conteudo: String,
    pub hash: String,
    pub par_numero: Option<i64>,
    pub par_conteudo: Option<String>,
}

impl EloLido {
    pub fn elo(&self) -> Elo<'_> {
        Elo {
            nucleo: self.nucleo_id,
            numero: self.numero,
            acao: &self.acao,
            lancamento: self.lancamento_id,
            autor: self.autor_id,
            criado_em: self.criado_em,
            conteudo: &self.conteudo,
        }
    }

    pub fn par(&self) -> Option<Par<'_>> {
        let conteudo = self.par_conteudo.as_deref()?;
        Some(Par { numero: self.par_numero?, conteudo })
    }
}

/// The first and the last number of a chain. Two statements in one: each is a look into the index.
pub async fn find_extremos(tx: &mut NucleoTx, nucleo: NucleoId) -> Result<Option<(i64, i64)>> {
    let sql = tenant!(
        "SELECT (SELECT min(e.numero) FROM lancamento_elos e
                 WHERE e.nucleo_id = $1 AND e.nucleo_id = $2),
             (SELECT max(e.numero) FROM lancamento_elos e
              WHERE e.nucleo_id = $1 AND e.nucleo_id = $2)"
    );
    let row: Option<(Option<i64>, Option<i64>)> = tx.optional(sql, (nucleo,)).await?;
    Ok(row.and_then(|(primeiro, ultimo)| primeiro.zip(ultimo)))
}

/// The links with these numbers, in order, each with the other link of its entry.
pub async fn list_elos(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    (depois_de, ate): (i64, i64),
) -> Result<Vec<EloLido>> {
    let sql = tenant!(
        "SELECT e.nucleo_id, e.numero, e.acao, e.lancamento_id, e.autor_id, e.criado_em, e.conteudo,
             e.hash, o.numero AS par_numero, o.conteudo AS par_conteudo
         FROM lancamento_elos e
         LEFT JOIN lancamento_elos o ON o.nucleo_id = e.nucleo_id
             AND o.lancamento_id = e.lancamento_id AND o.acao <> e.acao
         WHERE e.nucleo_id = $1 AND e.nucleo_id = $2 AND e.numero > $3 AND e.numero <= $4
         ORDER BY e.numero"
    );
    tx.all(sql, (nucleo, depois_de, ate)).await
}

#[derive(FromRow)]
pub struct LancamentoLido {
    pub nucleo_id: NucleoId,
    pub numero: i64,
    pub id: LancamentoId,
    pub tipo: String,
    pub valor_centavos: i64,
    pub categoria: String,
    pub descricao: String,
    pub data: Timestamp,
    pub comprovante_url: Option<String>,
    pub autor_id: UsuarioId,
    pub criado_em: Timestamp,
    pub sal: String,
}

impl LancamentoLido {
    pub fn conteudo(&self) -> Conteudo<'_> {
        Conteudo {
            nucleo: self.nucleo_id,
            id: self.id,
            tipo: &self.tipo,
            centavos: self.valor_centavos,
            categoria: &self.categoria,
            descricao: &self.descricao,
            data: self.data,
            comprovante_url: self.comprovante_url.as_deref(),
            autor: self.autor_id,
            criado_em: self.criado_em,
            sal: &self.sal,
        }
    }
}

/// The entries with these numbers, in order.
pub async fn list_numerados(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    (depois_de, ate): (i64, i64),
) -> Result<Vec<LancamentoLido>> {
    let sql = tenant!(
        "SELECT l.nucleo_id, l.numero, l.id, l.tipo, l.valor_centavos, l.categoria, l.descricao,
             l.data, l.comprovante_url, l.autor_id, l.criado_em, l.sal
         FROM lancamentos l
         WHERE l.nucleo_id = $1 AND l.nucleo_id = $2 AND l.numero > $3 AND l.numero <= $4
         ORDER BY l.numero"
    );
    tx.all(sql, (nucleo, depois_de, ate)).await
}

/// An entry with a number that the chain does not have.
pub async fn find_fora(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    ultimo: i64,
) -> Result<Option<LancamentoId>> {
    let sql = tenant!(
        "SELECT l.id FROM lancamentos l
         WHERE l.nucleo_id = $1 AND l.nucleo_id = $2 AND (l.numero < 1 OR l.numero > $3)
         ORDER BY l.numero
         LIMIT 1"
    );
    let row: Option<(LancamentoId,)> = tx.optional(sql, (nucleo, ultimo)).await?;
    Ok(row.map(|(id,)| id))
}

pub async fn find_cabeca(tx: &mut NucleoTx, nucleo: NucleoId) -> Result<Option<Cabeca>> {
    let sql = tenant!(
        "SELECT c.registros, c.hash FROM financeiro_cadeias c
         WHERE c.nucleo_id = $1 AND c.nucleo_id = $2"
    );
    tx.optional(sql, (nucleo,)).await
}

pub async fn list_somas(tx: &mut NucleoTx, nucleo: NucleoId) -> Result<Vec<(Chave, Quantia)>> {
    let sql = tenant!(
        "SELECT s.mes, s.tipo, s.categoria, s.total_centavos, s.quantos
         FROM financeiro_somas s
         WHERE s.nucleo_id = $1 AND s.nucleo_id = $2"
    );
    let rows: Vec<(String, String, String, i64, i64)> = tx.all(sql, (nucleo,)).await?;
    let soma = |(mes, tipo, categoria, total, quantos)| ((mes, tipo, categoria), (total, quantos));
    Ok(rows.into_iter().map(soma).collect())
}

/// The hash of one link.
pub async fn find_hash(tx: &mut NucleoTx, numero: i64) -> Result<Option<String>> {
    let sql =
        tenant!("SELECT e.hash FROM lancamento_elos e WHERE e.nucleo_id = $1 AND e.numero = $2");
    let row: Option<(String,)> = tx.optional(sql, (numero,)).await?;
    Ok(row.map(|(hash,)| hash))
}
