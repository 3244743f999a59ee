//! An entry and its removal are each: hold the end of the chain, write, append a link, move the end,
//! move the sum.

use base::clock::Timestamp;
use base::db::NucleoTx;
use base::error::OnDuplicate;
use base::id::{NucleoId, UsuarioId};
use base::reais::Reais;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::rules::NovoLancamento;
use super::super::rules::cadeia::{Conteudo, Elo, INICIO};
use super::super::{Categoria, LancamentoId, TipoLancamento};
use crate::errors::LIVRO_VIOLADO;

/// The end of a chain that nobody else can move until this transaction ends.
#[derive(FromRow)]
pub struct Cabeca {
    pub registros: i64,
    pub hash: String,
}

/// Begins the chain if there is none yet.
pub async fn open_cadeia(tx: &mut NucleoTx) -> Result<Option<Cabeca>> {
    let sql = tenant!(
        "INSERT INTO financeiro_cadeias (nucleo_id, registros, hash)
         VALUES ($1, 0, $2)
         ON CONFLICT (nucleo_id) DO UPDATE SET registros = financeiro_cadeias.registros
         RETURNING registros, hash"
    );
    tx.optional(sql, (INICIO,)).await
}

/// An update that changes nothing is a row lock on both engines.
pub async fn lock_cadeia(tx: &mut NucleoTx, nucleo: NucleoId) -> Result<Option<Cabeca>> {
    let sql = tenant!(
        "UPDATE financeiro_cadeias SET registros = registros
         WHERE nucleo_id = $1 AND nucleo_id = $2
         RETURNING registros, hash"
    );
    tx.optional(sql, (nucleo,)).await
}

pub struct Autoria<'a> {
    pub id: LancamentoId,
    pub numero: i64,
    pub autor: UsuarioId,
    pub sal: &'a str,
}

/// A number that is taken means that the end of the chain was put back.
pub async fn insert(tx: &mut NucleoTx, novo: &NovoLancamento, autoria: &Autoria<'_>) -> Result<()> {
    let sql = tenant!(
        "INSERT INTO lancamentos (nucleo_id, id, numero, tipo, valor_centavos, categoria, descricao,
             data, comprovante_url, autor_id, sal, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
    );
    let params = (
        autoria.id,
        autoria.numero,
        novo.tipo,
        novo.valor,
        novo.categoria,
        novo.descricao.as_str(),
        novo.data,
        novo.comprovante_url.clone(),
        autoria.autor,
        autoria.sal,
        tx.now(),
    );
    let inserted = tx.execute(sql, params).await;
    inserted.on_duplicate("lancamentos_nucleo_id_numero", LIVRO_VIOLADO)?;
    Ok(())
}

/// What was in a row that is gone.
#[derive(FromRow)]
pub struct Removido {
    pub nucleo_id: NucleoId,
    pub id: LancamentoId,
    pub tipo: TipoLancamento,
    pub valor_centavos: Reais,
    pub categoria: Categoria,
    pub descricao: String,
    pub data: Timestamp,
    pub comprovante_url: Option<String>,
    pub autor_id: UsuarioId,
    pub criado_em: Timestamp,
    pub sal: String,
}

impl Removido {
    pub fn conteudo(&self) -> Conteudo<'_> {
        Conteudo {
            nucleo: self.nucleo_id,
            id: self.id,
            tipo: self.tipo.as_str(),
            centavos: self.valor_centavos.centavos(),
            categoria: self.categoria.as_str(),
            descricao: &self.descricao,
            data: self.data,
            comprovante_url: self.comprovante_url.as_deref(),
            autor: self.autor_id,
            criado_em: self.criado_em,
            sal: &self.sal,
        }
    }
}

/// `None` if somebody else was faster.
pub async fn delete(tx: &mut NucleoTx, id: LancamentoId) -> Result<Option<Removido>> {
    let sql = tenant!(
        "DELETE FROM lancamentos WHERE nucleo_id = $1 AND id = $2
         RETURNING nucleo_id, id, tipo, valor_centavos, categoria, descricao, data, comprovante_url,
             autor_id, criado_em, sal"
    );
    tx.optional(sql, (id,)).await
}

/// Appends a link and moves the end of the chain to it.
pub async fn append(tx: &mut NucleoTx, elo: &Elo<'_>, hash: &str) -> Result<()> {
    let sql = tenant!(
        "INSERT INTO lancamento_elos (nucleo_id, numero, acao, lancamento_id, autor_id, criado_em,
             conteudo, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
    );
    let Elo { nucleo, numero, acao, lancamento, autor, criado_em, conteudo } = *elo;
    let params = (numero, acao, lancamento, autor, criado_em, conteudo, hash);
    let appended = tx.execute_for(Some(nucleo), sql, params).await;
    appended.on_duplicate("lancamento_elos_nucleo_id_numero", LIVRO_VIOLADO)?;
    let sql =
        tenant!("UPDATE financeiro_cadeias SET registros = $2, hash = $3 WHERE nucleo_id = $1");
    tx.execute_for(Some(nucleo), sql, (numero, hash)).await?;
    Ok(())
}

/// A sum that moves by this many centavos and entries.
pub struct Movimento {
    pub nucleo: NucleoId,
    pub data: Timestamp,
    pub tipo: TipoLancamento,
    pub categoria: Categoria,
    pub centavos: i64,
    pub quantos: i64,
}

pub async fn add_to_soma(tx: &mut NucleoTx, movimento: &Movimento) -> Result<()> {
    let sql = tenant!(
        "INSERT INTO financeiro_somas (nucleo_id, mes, tipo, categoria, total_centavos, quantos)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (nucleo_id, mes, tipo, categoria) DO UPDATE
         SET total_centavos = financeiro_somas.total_centavos + excluded.total_centavos,
             quantos = financeiro_somas.quantos + excluded.quantos"
    );
    let Movimento { nucleo, data, tipo, categoria, centavos, quantos } = *movimento;
    let params = (data.mes(), tipo, categoria, centavos, quantos);
    tx.execute_for(Some(nucleo), sql, params).await?;
    Ok(())
}

pub async fn take_from_soma(tx: &mut NucleoTx, movimento: &Movimento) -> Result<()> {
    let sql = tenant!(
        "UPDATE financeiro_somas
         SET total_centavos = total_centavos - $5, quantos = quantos - $6
         WHERE nucleo_id = $1 AND mes = $2 AND tipo = $3 AND categoria = $4"
    );
    let Movimento { nucleo, data, tipo, categoria, centavos, quantos } = *movimento;
    let params = (data.mes(), tipo, categoria, centavos, quantos);
    tx.execute_for(Some(nucleo), sql, params).await?;
    Ok(())
}
