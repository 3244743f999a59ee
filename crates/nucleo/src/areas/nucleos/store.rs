//! The table `nucleos`, which all nucleos share.

use base::clock::Timestamp;
use base::db::{NucleoTx, SharedTx};
use base::error::OnDuplicate;
use base::id::NucleoId;
use base::page::Page;
use base::{Result, shared};
use sqlx::FromRow;

use super::rules::{Mudanca, NovoNucleo};
use crate::errors::{DOMINIO_EM_USO, SLUG_EM_USO};

#[derive(FromRow)]
pub struct Nucleo {
    pub id: NucleoId,
    pub nome: String,
    pub estado: String,
    pub slug: String,
    pub dominio: Option<String>,
    pub logo_url: Option<String>,
    pub cor_primaria: String,
    pub cor_secundaria: String,
    pub nome_moeda: String,
    pub sigla_moeda: String,
    pub transparencia_financeira: bool,
    pub transparencia_receitas: bool,
    pub transparencia_despesas: bool,
    pub transparencia_saldo: bool,
    pub transparencia_categorias: bool,
    pub criado_em: Timestamp,
}

/// The columns of [`Nucleo`], with a condition behind them.
macro_rules! select_nucleo {
    ($rest:literal) => {
        shared!(concat!(
            "SELECT n.id, n.nome, n.estado, n.slug, n.dominio, n.logo_url, n.cor_primaria,
                 n.cor_secundaria, n.nome_moeda, n.sigla_moeda, n.transparencia_financeira,
                 n.transparencia_receitas, n.transparencia_despesas, n.transparencia_saldo,
                 n.transparencia_categorias, n.criado_em
             FROM nucleos n ",
            $rest
        ))
    };
}

pub async fn insert(tx: &mut NucleoTx, novo: &NovoNucleo) -> Result<NucleoId> {
    let sql = shared!(
        "INSERT INTO nucleos (id, nome, estado, slug, dominio, logo_url, cor_primaria,
             cor_secundaria, nome_moeda, sigla_moeda, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
    );
    let id: NucleoId = tx.new_id();
    let params = (
        id,
        novo.nome.as_str(),
        novo.estado.as_str(),
        novo.slug.as_str(),
        novo.dominio.clone(),
        novo.logo_url.clone(),
        novo.cor_primaria.as_str(),
        novo.cor_secundaria.as_str(),
        novo.nome_moeda.as_str(),
        novo.sigla_moeda.as_str(),
        tx.now(),
    );
    named_duplicates(tx.shared().execute(sql, params).await)?;
    Ok(id)
}

/// Whether there was such a nucleo. What is `None` stays as it is.
pub async fn update(tx: &mut NucleoTx, id: NucleoId, mudanca: &Mudanca) -> Result<bool> {
    let sql = shared!(
        "UPDATE nucleos SET
             nome = COALESCE($2, nome), estado = COALESCE($3, estado), slug = COALESCE($4, slug),
             dominio = CASE WHEN $16 THEN $5 ELSE dominio END,
             logo_url = CASE WHEN $17 THEN $6 ELSE logo_url END,
             cor_primaria = COALESCE($7, cor_primaria),
             cor_secundaria = COALESCE($8, cor_secundaria),
             nome_moeda = COALESCE($9, nome_moeda), sigla_moeda = COALESCE($10, sigla_moeda),
             transparencia_financeira = COALESCE($11, transparencia_financeira),
             transparencia_receitas = COALESCE($12, transparencia_receitas),
             transparencia_despesas = COALESCE($13, transparencia_despesas),
             transparencia_saldo = COALESCE($14, transparencia_saldo),
             transparencia_categorias = COALESCE($15, transparencia_categorias)
         WHERE id = $1"
    );
    let params = (
        id,
        mudanca.nome.clone(),
        mudanca.estado.clone(),
        mudanca.slug.clone(),
        mudanca.dominio.clone().flatten(),
        mudanca.logo_url.clone().flatten(),
        mudanca.cor_primaria.clone(),
        mudanca.cor_secundaria.clone(),
        mudanca.nome_moeda.clone(),
        mudanca.sigla_moeda.clone(),
        mudanca.transparencia_financeira,
        mudanca.transparencia_receitas,
        mudanca.transparencia_despesas,
        mudanca.transparencia_saldo,
        mudanca.transparencia_categorias,
        mudanca.dominio.is_some(),
        mudanca.logo_url.is_some(),
    );
    Ok(named_duplicates(tx.shared().execute(sql, params).await)? == 1)
}

/// An update that changes nothing is a row lock on both engines.
pub async fn lock(tx: &mut SharedTx<'_>, id: NucleoId) -> Result<()> {
    tx.execute(shared!("UPDATE nucleos SET nome = nome WHERE id = $1"), (id,)).await?;
    Ok(())
}

fn named_duplicates(result: Result<u64>) -> Result<u64> {
    result.on_duplicate("nucleos_slug", SLUG_EM_USO).on_duplicate("nucleos_dominio", DOMINIO_EM_USO)
}

pub async fn list(tx: &mut SharedTx<'_>, page: Page) -> Result<Vec<Nucleo>> {
    let sql = select_nucleo!("ORDER BY n.criado_em DESC, n.id DESC LIMIT $1 OFFSET $2");
    tx.all(sql, (page.limit(), page.offset())).await
}

pub async fn count(tx: &mut SharedTx<'_>) -> Result<i64> {
    tx.count(shared!("SELECT count(*) FROM nucleos"), ()).await
}

pub async fn find(tx: &mut SharedTx<'_>, id: NucleoId) -> Result<Option<Nucleo>> {
    tx.optional(select_nucleo!("WHERE n.id = $1"), (id,)).await
}

pub async fn find_by_slug(tx: &mut SharedTx<'_>, slug: &str) -> Result<Option<Nucleo>> {
    tx.optional(select_nucleo!("WHERE n.slug = $1"), (slug,)).await
}

pub async fn find_by_dominio(tx: &mut SharedTx<'_>, dominio: &str) -> Result<Option<Nucleo>> {
    tx.optional(select_nucleo!("WHERE n.dominio = $1"), (dominio,)).await
}

/// At most two: enough to know whether there is a single one.
pub async fn list_two_of_estado(tx: &mut SharedTx<'_>, estado: &str) -> Result<Vec<Nucleo>> {
    tx.all(select_nucleo!("WHERE n.estado = $1 LIMIT 2"), (estado,)).await
}

/// At most two: enough to know whether there is a single one.
pub async fn list_two(tx: &mut SharedTx<'_>) -> Result<Vec<Nucleo>> {
    tx.all(select_nucleo!("LIMIT 2"), ()).await
}
