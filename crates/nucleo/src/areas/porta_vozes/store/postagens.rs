use base::clock::Timestamp;
use base::db::{NucleoTx, list};
use base::id::NucleoId;
use base::page::Page;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::rules::Item;
use super::super::{Plataforma, PortaVozId, PostagemId};

#[derive(Clone, Debug, FromRow)]
pub struct Postagem {
    pub id: PostagemId,
    pub plataforma: Plataforma,
    pub url: String,
    pub embed_url: String,
    pub titulo: Option<String>,
    pub publicado_em: Option<Timestamp>,
    pub criado_em: Timestamp,
}

/// By the day they were published on, as far as that is known.
pub async fn list_postagens(
    tx: &mut NucleoTx,
    porta_voz: PortaVozId,
    page: Page,
) -> Result<Vec<Postagem>> {
    let sql = tenant!(
        "SELECT t.id, t.plataforma, t.url, t.embed_url, t.titulo, t.publicado_em, t.criado_em
         FROM porta_voz_postagens t
         WHERE t.nucleo_id = $1 AND t.porta_voz_id = $2
         ORDER BY COALESCE(t.publicado_em, t.criado_em) DESC, t.id DESC
         LIMIT $3 OFFSET $4"
    );
    tx.all(sql, (porta_voz, page.limit(), page.offset())).await
}

pub async fn count_postagens(tx: &mut NucleoTx, porta_voz: PortaVozId) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM porta_voz_postagens t
         WHERE t.nucleo_id = $1 AND t.porta_voz_id = $2"
    );
    tx.count(sql, (porta_voz,)).await
}

/// Those of the ids that the nucleo has already, each with its platform.
pub async fn list_conhecidas(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    codigos: &[&str],
) -> Result<Vec<(Plataforma, String)>> {
    let sql = tenant!(
        "SELECT t.plataforma, t.codigo FROM porta_voz_postagens t
         WHERE t.nucleo_id = $1 AND t.nucleo_id = $2
           AND t.codigo IN (SELECT value FROM json_each($3))"
    );
    tx.all(sql, (nucleo, list::texts(codigos))).await
}

/// Whether it is new: of any number of runs and people who enter it, one is told yes.
pub async fn insert_postagem(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    porta_voz: PortaVozId,
    (id, item): (PostagemId, &Item),
) -> Result<bool> {
    let sql = tenant!(
        "INSERT INTO porta_voz_postagens (nucleo_id, id, porta_voz_id, plataforma, codigo, url,
             embed_url, titulo, publicado_em, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (nucleo_id, codigo, plataforma) DO NOTHING"
    );
    let publicacao = &item.publicacao;
    let params = (
        id,
        porta_voz,
        publicacao.plataforma,
        publicacao.codigo.as_str(),
        publicacao.url.as_str(),
        publicacao.embed_url.as_str(),
        item.titulo.clone(),
        item.publicado_em,
        tx.now(),
    );
    Ok(tx.execute_for(Some(nucleo), sql, params).await? == 1)
}
