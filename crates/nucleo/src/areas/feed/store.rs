use base::clock::Timestamp;
use base::db::{NucleoTx, list};
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::{Result, Uuid, tenant, tenant_or_national};
use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;

use super::{Entrada, EntradaId, TipoDeEntrada};
use crate::areas::membros::segmento_inclui;

#[derive(FromRow)]
pub struct Atividade {
    pub id: EntradaId,
    pub nucleo_id: Option<NucleoId>,
    pub tipo: TipoDeEntrada,
    pub conteudo: Json<Value>,
    pub criado_em: Timestamp,
}

pub async fn upsert(tx: &mut NucleoTx, entrada: &Entrada) -> Result<()> {
    let sql = tenant_or_national!(
        "INSERT INTO feed_atividades (nucleo_id, id, tipo, origem_id, conteudo, segmento_cargos,
             segmento_planos, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (tipo, origem_id) DO UPDATE SET conteudo = excluded.conteudo,
             segmento_cargos = excluded.segmento_cargos, segmento_planos = excluded.segmento_planos"
    );
    let id: EntradaId = tx.new_id();
    let (cargos, planos) = entrada.segmento.colunas();
    let conteudo = Json(entrada.conteudo.clone());
    let params = (id, entrada.tipo, entrada.origem, conteudo, cargos, planos, tx.now());
    tx.execute_for(entrada.nucleo, sql, params).await?;
    Ok(())
}

pub async fn delete(tx: &mut NucleoTx, tipo: TipoDeEntrada, origem: Uuid) -> Result<()> {
    let sql = tenant!(
        "DELETE FROM feed_atividades WHERE nucleo_id = $1 AND tipo = $2 AND origem_id = $3"
    );
    tx.execute(sql, (tipo, origem)).await?;
    Ok(())
}

pub async fn delete_all(tx: &mut NucleoTx, tipo: TipoDeEntrada, origens: &[Uuid]) -> Result<()> {
    let sql = tenant!(
        "DELETE FROM feed_atividades
         WHERE nucleo_id = $1 AND tipo = $2
           AND origem_id IN (SELECT unhex(value) FROM json_each($3))"
    );
    tx.execute(sql, (tipo, list::ids(origens))).await?;
    Ok(())
}

/// The entries of the scope's nucleo and, apart from them, the national ones: each half is read in
/// the order of its index, no further than the page reaches. Above all nucleos the first half has
/// everything.
macro_rules! visible_to {
    ($leitor:literal, $agora:literal, $select:literal, $cut:literal, $all:literal, $rest:literal) => {
        tenant!(concat!(
            $all,
            " FROM (SELECT * FROM (SELECT ",
            $select,
            " FROM feed_atividades f JOIN usuarios u ON u.id = ",
            $leitor,
            " WHERE f.nucleo_id = $1 AND ",
            segmento_inclui!("f", "u", $agora),
            $cut,
            ") own
             UNION ALL
             SELECT * FROM (SELECT ",
            $select,
            " FROM feed_atividades f JOIN usuarios u ON u.id = ",
            $leitor,
            " WHERE f.nucleo_id IS NULL AND $1 IS NOT NULL AND ",
            segmento_inclui!("f", "u", $agora),
            $cut,
            ") national) f",
            $rest
        ))
    };
}

pub async fn list(tx: &mut NucleoTx, leitor: UsuarioId, page: Page) -> Result<Vec<Atividade>> {
    let sql = visible_to!(
        "$2",
        "$6",
        "f.id, f.nucleo_id, f.tipo, f.conteudo, f.criado_em",
        " ORDER BY f.criado_em DESC, f.id DESC LIMIT $3",
        "SELECT f.id, f.nucleo_id, f.tipo, f.conteudo, f.criado_em",
        " ORDER BY f.criado_em DESC, f.id DESC LIMIT $4 OFFSET $5"
    );
    let (limit, offset) = (page.limit(), page.offset());
    tx.all(sql, (leitor, offset + limit, limit, offset, tx.now())).await
}

pub async fn count(tx: &mut NucleoTx, leitor: UsuarioId) -> Result<i64> {
    let sql = visible_to!("$2", "$3", "f.id", "", "SELECT count(*)", "");
    tx.count(sql, (leitor, tx.now())).await
}
