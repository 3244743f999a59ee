use base::clock::Timestamp;
use base::db::NucleoTx;
use base::error::ERRO_INTERNO;
use base::id::UsuarioId;
use base::{Error, Result, tenant, tenant_or_national};
use sqlx::types::Json;

use super::super::ComunicadoId;
use super::super::rules::{Corpo, NovoComunicado, StatusDeComunicado};

/// Of the time that an announcement was created with.
pub const PRIMEIRA_VERSAO: i64 = 1;

pub async fn insert(
    tx: &mut NucleoTx,
    autor: UsuarioId,
    novo: &NovoComunicado,
) -> Result<ComunicadoId> {
    let sql = tenant_or_national!(
        "INSERT INTO comunicados (nucleo_id, id, autor_id, status, versao, data_agendamento,
             publicado_em, criado_em, segmento_cargos, segmento_planos, enviar_push, enviar_email,
             push_destinatarios, titulo, foto_url, video_url, conteudo)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)"
    );
    let (id, agora): (ComunicadoId, _) = (tx.new_id(), tx.now());
    let NovoComunicado { corpo, agendamento } = novo;
    let (cargos, planos) = corpo.segmento.colunas();
    let (status, publicado_em) = match agendamento {
        Some(_) => (StatusDeComunicado::Agendado, None),
        None => (StatusDeComunicado::Publicado, Some(agora)),
    };
    let params = (
        id,
        autor,
        status,
        PRIMEIRA_VERSAO,
        *agendamento,
        publicado_em,
        agora,
        cargos,
        planos,
        corpo.enviar_push,
        corpo.enviar_email,
        Json(corpo.push.clone()),
        corpo.titulo.as_str(),
        corpo.foto_url.clone(),
        corpo.video_url.clone(),
        corpo.conteudo.as_str(),
    );
    tx.execute(sql, params).await?;
    Ok(id)
}

/// Whether there is one within reach. An update that changes nothing is a row lock on both engines:
/// a change and the publication at its time come one after the other.
pub async fn lock(tx: &mut NucleoTx, id: ComunicadoId) -> Result<bool> {
    let sql = tenant!("UPDATE comunicados SET versao = versao WHERE nucleo_id = $1 AND id = $2");
    Ok(tx.execute(sql, (id,)).await? == 1)
}

pub async fn update_corpo(tx: &mut NucleoTx, id: ComunicadoId, corpo: &Corpo) -> Result<()> {
    let sql = tenant!(
        "UPDATE comunicados SET segmento_cargos = $3, segmento_planos = $4, enviar_push = $5,
             enviar_email = $6, push_destinatarios = $7, titulo = $8, foto_url = $9,
             video_url = $10, conteudo = $11
         WHERE nucleo_id = $1 AND id = $2"
    );
    let (cargos, planos) = corpo.segmento.colunas();
    let params = (
        id,
        cargos,
        planos,
        corpo.enviar_push,
        corpo.enviar_email,
        Json(corpo.push.clone()),
        corpo.titulo.as_str(),
        corpo.foto_url.clone(),
        corpo.video_url.clone(),
        corpo.conteudo.as_str(),
    );
    tx.execute(sql, params).await?;
    Ok(())
}

/// The version of its new time.
pub async fn reschedule(tx: &mut NucleoTx, id: ComunicadoId, quando: Timestamp) -> Result<i64> {
    let sql = tenant!(
        "UPDATE comunicados SET data_agendamento = $3, versao = versao + 1
         WHERE nucleo_id = $1 AND id = $2 AND status = 'AGENDADO'
         RETURNING versao"
    );
    let row: Option<(i64,)> = tx.optional(sql, (id, quando)).await?;
    row.map(|(versao,)| versao).ok_or_else(|| Error::from(ERRO_INTERNO).because("not locked"))
}

/// Publishes one that is locked and scheduled, before its time.
pub async fn publish_now(tx: &mut NucleoTx, id: ComunicadoId) -> Result<()> {
    let sql = tenant!(
        "UPDATE comunicados SET status = 'PUBLICADO', publicado_em = $3, data_agendamento = NULL
         WHERE nucleo_id = $1 AND id = $2 AND status = 'AGENDADO'"
    );
    tx.execute(sql, (id, tx.now())).await?;
    Ok(())
}

/// Whether it waited for this time until now: of any number of workers one is told yes.
pub async fn publish(tx: &mut NucleoTx, id: ComunicadoId, versao: i64) -> Result<bool> {
    let sql = tenant!(
        "UPDATE comunicados SET status = 'PUBLICADO', publicado_em = $4
         WHERE nucleo_id = $1 AND id = $2 AND status = 'AGENDADO' AND versao = $3"
    );
    Ok(tx.execute(sql, (id, versao, tx.now())).await? == 1)
}

pub async fn delete(tx: &mut NucleoTx, id: ComunicadoId) -> Result<()> {
    let sql = tenant!("DELETE FROM comunicados WHERE nucleo_id = $1 AND id = $2");
    tx.execute(sql, (id,)).await?;
    Ok(())
}
