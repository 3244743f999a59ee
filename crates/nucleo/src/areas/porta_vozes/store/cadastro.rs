use base::clock::Timestamp;
use base::db::{NucleoTx, list};
use base::error::OnDuplicate;
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::{Result, Uuid, tenant};
use sqlx::FromRow;

use super::super::rules::{self, NovaRede};
use super::super::{Plataforma, PortaVozId, RedeId};
use crate::areas::membros::Status;
use crate::errors::{JA_E_PORTA_VOZ, REDE_JA_CADASTRADA};

#[derive(Debug, FromRow)]
pub struct PortaVoz {
    pub id: PortaVozId,
    pub nucleo_id: NucleoId,
    pub usuario_id: UsuarioId,
    pub nome: String,
    pub foto_url: Option<String>,
    pub ativo: bool,
    pub total_postagens: i64,
    pub criado_em: Timestamp,
}

/// A network with how it is doing.
#[derive(Debug, FromRow)]
pub struct Rede {
    pub id: RedeId,
    pub porta_voz_id: PortaVozId,
    pub plataforma: Plataforma,
    pub username: String,
    pub url_perfil: Option<String>,
    pub rss_url: Option<String>,
    pub proxima_em: Timestamp,
    pub falhas_seguidas: i64,
    pub ultimo_sucesso_em: Option<Timestamp>,
    pub ultimo_erro: Option<String>,
    pub ultimo_erro_em: Option<Timestamp>,
    pub criado_em: Timestamp,
}

/// The columns of [`PortaVoz`], with a condition behind them.
macro_rules! porta_vozes {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT p.id, p.nucleo_id, p.usuario_id, u.nome, u.foto_url,
                 u.status = 'ATIVO' AS ativo, p.criado_em,
                 (SELECT count(*) FROM porta_voz_postagens t WHERE t.porta_voz_id = p.id)
                     AS total_postagens
             FROM porta_vozes p
             JOIN usuarios u ON u.id = p.usuario_id
             WHERE p.nucleo_id = $1 ",
            $rest
        ))
    };
}

macro_rules! redes {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT r.id, r.porta_voz_id, r.plataforma, r.username, r.url_perfil, r.rss_url,
                 r.proxima_em, r.falhas_seguidas, r.ultimo_sucesso_em, r.ultimo_erro,
                 r.ultimo_erro_em, r.criado_em
             FROM porta_voz_redes r
             WHERE r.nucleo_id = $1 ",
            $rest
        ))
    };
}

/// Where somebody of this nucleo stands; those who are hidden from everybody are not found.
pub async fn find_status(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Option<Status>> {
    let sql = tenant!(
        "SELECT u.status FROM usuarios u
         WHERE u.nucleo_id = $1 AND u.id = $2 AND u.status <> 'REJEITADO'
           AND u.excluido_em IS NULL"
    );
    let row: Option<(Status,)> = tx.optional(sql, (usuario,)).await?;
    Ok(row.map(|(status,)| status))
}

pub async fn insert(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<PortaVozId> {
    let sql = tenant!(
        "INSERT INTO porta_vozes (nucleo_id, id, usuario_id, criado_em) VALUES ($1, $2, $3, $4)"
    );
    let id: PortaVozId = tx.new_id();
    tx.execute(sql, (id, usuario, tx.now()))
        .await
        .on_duplicate("porta_vozes_usuario_id", JA_E_PORTA_VOZ)?;
    Ok(id)
}

pub async fn list(tx: &mut NucleoTx, page: Page) -> Result<Vec<PortaVoz>> {
    let sql = porta_vozes!("ORDER BY p.criado_em DESC, p.id DESC LIMIT $2 OFFSET $3");
    tx.all(sql, (page.limit(), page.offset())).await
}

pub async fn count(tx: &mut NucleoTx) -> Result<i64> {
    tx.count(tenant!("SELECT count(*) FROM porta_vozes p WHERE p.nucleo_id = $1"), ()).await
}

pub async fn find(tx: &mut NucleoTx, id: PortaVozId) -> Result<Option<PortaVoz>> {
    tx.optional(porta_vozes!("AND p.id = $2"), (id,)).await
}

pub async fn find_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Option<PortaVoz>> {
    tx.optional(porta_vozes!("AND p.usuario_id = $2"), (usuario,)).await
}

/// An update that changes nothing is a row lock on both engines: what is entered for a spokesperson
/// and their removal come one after the other.
pub async fn lock(tx: &mut NucleoTx, id: PortaVozId) -> Result<bool> {
    let sql =
        tenant!("UPDATE porta_vozes SET criado_em = criado_em WHERE nucleo_id = $1 AND id = $2");
    Ok(tx.execute(sql, (id,)).await? == 1)
}

/// Those of all of them, in the order in which they were entered.
pub async fn list_redes(tx: &mut NucleoTx, porta_vozes: &[PortaVozId]) -> Result<Vec<Rede>> {
    let sql = redes!(
        "AND r.porta_voz_id IN (SELECT unhex(value) FROM json_each($2))
         ORDER BY r.criado_em, r.id"
    );
    tx.all(sql, (list::ids(porta_vozes),)).await
}

pub async fn find_rede(tx: &mut NucleoTx, id: RedeId) -> Result<Option<Rede>> {
    tx.optional(redes!("AND r.id = $2"), (id,)).await
}

pub async fn insert_rede(
    tx: &mut NucleoTx,
    porta_voz: PortaVozId,
    nova: &NovaRede,
) -> Result<RedeId> {
    let sql = tenant!(
        "INSERT INTO porta_voz_redes (nucleo_id, id, porta_voz_id, plataforma, username, url_perfil,
             rss_url, proxima_em, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
    );
    let (id, agora): (RedeId, _) = (tx.new_id(), tx.now());
    let params = (
        id,
        porta_voz,
        nova.plataforma,
        nova.username.as_str(),
        nova.url_perfil.clone(),
        nova.rss_url.clone(),
        rules::proxima(agora, porta_voz.into(), 0, None),
        agora,
    );
    let com_feed = "porta_voz_redes_porta_voz_id_plataforma_username_rss_url";
    let sem_feed = "porta_voz_redes_porta_voz_id_plataforma_username";
    tx.execute(sql, params)
        .await
        .on_duplicate(com_feed, REDE_JA_CADASTRADA)
        .on_duplicate(sem_feed, REDE_JA_CADASTRADA)?;
    Ok(id)
}

pub async fn delete_rede(tx: &mut NucleoTx, id: RedeId) -> Result<bool> {
    let sql = tenant!("DELETE FROM porta_voz_redes WHERE nucleo_id = $1 AND id = $2");
    Ok(tx.execute(sql, (id,)).await? == 1)
}

/// With everything that is theirs; gives back which posts those were.
pub async fn delete(tx: &mut NucleoTx, id: PortaVozId) -> Result<Vec<Uuid>> {
    let sql = tenant!(
        "DELETE FROM porta_voz_postagens WHERE nucleo_id = $1 AND porta_voz_id = $2 RETURNING id"
    );
    let postagens: Vec<(Uuid,)> = tx.all(sql, (id,)).await?;
    let sql = tenant!("DELETE FROM porta_voz_redes WHERE nucleo_id = $1 AND porta_voz_id = $2");
    tx.execute(sql, (id,)).await?;
    let sql = tenant!("DELETE FROM porta_vozes WHERE nucleo_id = $1 AND id = $2");
    tx.execute(sql, (id,)).await?;
    Ok(postagens.into_iter().map(|(id,)| id).collect())
}
