use base::clock::Timestamp;
use base::db::{NucleoTx, list};
use base::id::UsuarioId;
use base::page::Page;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::{Pessoa, ProjetoId, StatusProjeto};
use super::rules::StatusConvite;

/// Somebody's place in a project.
#[derive(FromRow)]
pub struct Membro {
    #[sqlx(flatten)]
    pub pessoa: Pessoa,
    pub status_convite: StatusConvite,
    pub criado_em: Timestamp,
}

/// An invitation, as the invited person sees it.
#[derive(FromRow)]
pub struct Convite {
    pub projeto_id: ProjetoId,
    pub nome: String,
    pub descricao: Option<String>,
    pub status: StatusProjeto,
    pub data_fim: Option<Timestamp>,
    pub status_convite: StatusConvite,
    pub criado_em: Timestamp,
}

#[derive(FromRow)]
pub struct Conhecido {
    pub id: UsuarioId,
    pub ativo: bool,
    pub status_convite: Option<StatusConvite>,
}

macro_rules! members {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT u.id AS usuario_id, u.nome, u.foto_url, u.status = 'ATIVO' AS ativo,
                 m.status_convite, m.criado_em
             FROM projeto_membros m
             JOIN usuarios u ON u.id = m.usuario_id
             WHERE m.nucleo_id = $1 AND m.projeto_id = $2 ",
            $rest
        ))
    };
}

macro_rules! invitations {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT m.projeto_id, p.nome, p.descricao, p.status, p.data_fim, m.status_convite,
                 m.criado_em
             FROM projeto_membros m
             JOIN projetos p ON p.id = m.projeto_id
             WHERE m.nucleo_id = $1 AND m.usuario_id = $2 ",
            $rest
        ))
    };
}

pub async fn list(tx: &mut NucleoTx, projeto: ProjetoId, max: i64) -> Result<Vec<Membro>> {
    let sql = members!("ORDER BY m.criado_em DESC, m.usuario_id DESC LIMIT $3");
    tx.all(sql, (projeto, max)).await
}

pub async fn find(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    usuario: UsuarioId,
) -> Result<Option<Membro>> {
    tx.optional(members!("AND m.usuario_id = $3"), (projeto, usuario)).await
}

pub async fn find_convite(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    usuario: UsuarioId,
) -> Result<Option<Convite>> {
    tx.optional(invitations!("AND m.projeto_id = $3"), (usuario, projeto)).await
}

pub async fn list_pendentes(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    page: Page,
) -> Result<Vec<Convite>> {
    let sql = invitations!(
        "AND m.status_convite = 'PENDENTE'
         ORDER BY m.criado_em DESC, m.projeto_id DESC LIMIT $3 OFFSET $4"
    );
    tx.all(sql, (usuario, page.limit(), page.offset())).await
}

pub async fn count_pendentes(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM projeto_membros m
         WHERE m.nucleo_id = $1 AND m.usuario_id = $2 AND m.status_convite = 'PENDENTE'"
    );
    tx.count(sql, (usuario,)).await
}

/// Every project that a person was asked into or is in, newest first.
pub async fn list_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Convite>> {
    tx.all(invitations!("ORDER BY m.criado_em DESC, m.projeto_id DESC"), (usuario,)).await
}

/// Where somebody stands; the row stays locked until the transaction ends.
pub async fn lock(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    usuario: UsuarioId,
) -> Result<Option<StatusConvite>> {
    let sql = tenant!(
        "UPDATE projeto_membros SET status_convite = status_convite
         WHERE nucleo_id = $1 AND projeto_id = $2 AND usuario_id = $3
         RETURNING status_convite"
    );
    let row: Option<(StatusConvite,)> = tx.optional(sql, (projeto, usuario)).await?;
    Ok(row.map(|(status,)| status))
}

pub async fn update(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    usuario: UsuarioId,
    status: StatusConvite,
) -> Result<()> {
    let sql = tenant!(
        "UPDATE projeto_membros SET status_convite = $4
         WHERE nucleo_id = $1 AND projeto_id = $2 AND usuario_id = $3"
    );
    tx.execute(sql, (projeto, usuario, status)).await?;
    Ok(())
}

/// Those of the list who are people of this nucleo, and where each stands.
pub async fn list_conhecidos(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    usuarios: &[UsuarioId],
) -> Result<Vec<Conhecido>> {
    let sql = tenant!(
        "SELECT u.id, u.status = 'ATIVO' AS ativo, m.status_convite
         FROM usuarios u
         LEFT JOIN projeto_membros m ON m.projeto_id = $2 AND m.usuario_id = u.id
         WHERE u.nucleo_id = $1 AND u.status <> 'REJEITADO' AND u.excluido_em IS NULL
           AND u.id IN (SELECT unhex(value) FROM json_each($3))"
    );
    tx.all(sql, (projeto, list::ids(usuarios))).await
}

/// Gives all of them this place, from now on.
pub async fn upsert(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    usuarios: &[UsuarioId],
    status: StatusConvite,
) -> Result<()> {
    let sql = tenant!(
        "INSERT INTO projeto_membros (projeto_id, usuario_id, nucleo_id, status_convite, criado_em)
         SELECT p.id, u.id, u.nucleo_id, $4, $5
         FROM projetos p JOIN usuarios u ON u.nucleo_id = p.nucleo_id
         WHERE p.nucleo_id = $1 AND p.id = $2
           AND u.id IN (SELECT unhex(value) FROM json_each($3))
         ON CONFLICT (projeto_id, usuario_id)
         DO UPDATE SET status_convite = excluded.status_convite, criado_em = excluded.criado_em"
    );
    tx.execute(sql, (projeto, list::ids(usuarios), status, tx.now())).await?;
    Ok(())
}

/// Where the person stood who is no longer there.
pub async fn delete(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    usuario: UsuarioId,
) -> Result<Option<StatusConvite>> {
    let sql = tenant!(
        "DELETE FROM projeto_membros
         WHERE nucleo_id = $1 AND projeto_id = $2 AND usuario_id = $3
         RETURNING status_convite"
    );
    let row: Option<(StatusConvite,)> = tx.optional(sql, (projeto, usuario)).await?;
    Ok(row.map(|(status,)| status))
}
