use base::clock::Timestamp;
use base::db::NucleoTx;
use base::error::OnDuplicate;
use base::id::UsuarioId;
use base::page::Page;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::Pessoa;
use super::super::tarefas::TarefaId;
use super::rules::StatusCandidatura;
use crate::errors::JA_CANDIDATOU;

#[derive(FromRow)]
pub struct Candidatura {
    pub tarefa_id: TarefaId,
    #[sqlx(flatten)]
    pub pessoa: Pessoa,
    pub status: StatusCandidatura,
    pub criado_em: Timestamp,
}

macro_rules! applications {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT c.tarefa_id, u.id AS usuario_id, u.nome, u.foto_url, u.status = 'ATIVO' AS ativo,
                 c.status, c.criado_em
             FROM tarefa_candidaturas c
             JOIN usuarios u ON u.id = c.usuario_id
             WHERE c.nucleo_id = $1 ",
            $rest
        ))
    };
}

pub async fn insert(
    tx: &mut NucleoTx,
    tarefa: TarefaId,
    usuario: UsuarioId,
    status: StatusCandidatura,
) -> Result<()> {
    let sql = tenant!(
        "INSERT INTO tarefa_candidaturas (nucleo_id, tarefa_id, usuario_id, status, criado_em)
         VALUES ($1, $2, $3, $4, $5)"
    );
    tx.execute(sql, (tarefa, usuario, status, tx.now()))
        .await
        .on_duplicate("tarefa_candidaturas_tarefa_id_usuario_id", JA_CANDIDATOU)?;
    Ok(())
}

pub async fn find(
    tx: &mut NucleoTx,
    tarefa: TarefaId,
    usuario: UsuarioId,
) -> Result<Option<Candidatura>> {
    let sql = applications!("AND c.tarefa_id = $2 AND c.usuario_id = $3");
    tx.optional(sql, (tarefa, usuario)).await
}

pub async fn list(tx: &mut NucleoTx, tarefa: TarefaId, page: Page) -> Result<Vec<Candidatura>> {
    let sql = applications!(
        "AND c.tarefa_id = $2 ORDER BY c.criado_em DESC, c.usuario_id DESC LIMIT $3 OFFSET $4"
    );
    tx.all(sql, (tarefa, page.limit(), page.offset())).await
}

pub async fn count(tx: &mut NucleoTx, tarefa: TarefaId) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM tarefa_candidaturas c WHERE c.nucleo_id = $1 AND c.tarefa_id = $2"
    );
    tx.count(sql, (tarefa,)).await
}

/// Every application of a person, newest first.
pub async fn list_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Candidatura>> {
    let sql = applications!("AND c.usuario_id = $2 ORDER BY c.criado_em DESC, c.tarefa_id DESC");
    tx.all(sql, (usuario,)).await
}

pub async fn update(
    tx: &mut NucleoTx,
    tarefa: TarefaId,
    usuario: UsuarioId,
    status: StatusCandidatura,
) -> Result<()> {
    let sql = tenant!(
        "UPDATE tarefa_candidaturas SET status = $4, decidida_em = $5
         WHERE nucleo_id = $1 AND tarefa_id = $2 AND usuario_id = $3"
    );
    tx.execute(sql, (tarefa, usuario, status, tx.now())).await?;
    Ok(())
}

/// Refuses everybody who still waits, but for one. How many that were.
pub async fn reject_others(
    tx: &mut NucleoTx,
    tarefa: TarefaId,
    escolhido: Option<UsuarioId>,
) -> Result<u64> {
    let sql = tenant!(
        "UPDATE tarefa_candidaturas SET status = 'REJEITADA', decidida_em = $4
         WHERE nucleo_id = $1 AND tarefa_id = $2 AND status = 'PENDENTE'
           AND ($3 IS NULL OR usuario_id <> $3)"
    );
    tx.execute(sql, (tarefa, escolhido, tx.now())).await
}

/// Whoever had the task by an application has it no longer.
pub async fn revoke_others(
    tx: &mut NucleoTx,
    tarefa: TarefaId,
    escolhido: Option<UsuarioId>,
) -> Result<()> {
    let sql = tenant!(
        "UPDATE tarefa_candidaturas SET status = 'REJEITADA'
         WHERE nucleo_id = $1 AND tarefa_id = $2 AND status = 'APROVADA'
           AND ($3 IS NULL OR usuario_id <> $3)"
    );
    tx.execute(sql, (tarefa, escolhido)).await?;
    Ok(())
}

/// The next of those who were refused at that moment.
pub async fn list_rejeitadas(
    tx: &mut NucleoTx,
    tarefa: TarefaId,
    decididas_em: Timestamp,
    depois_de: Option<UsuarioId>,
    max: usize,
) -> Result<Vec<UsuarioId>> {
    let sql = tenant!(
        "SELECT c.usuario_id FROM tarefa_candidaturas c
         WHERE c.nucleo_id = $1 AND c.tarefa_id = $2 AND c.status = 'REJEITADA'
           AND c.decidida_em = $3 AND ($4 IS NULL OR c.usuario_id > $4)
         ORDER BY c.usuario_id LIMIT $5"
    );
    let rows: Vec<(UsuarioId,)> =
        tx.all(sql, (tarefa, decididas_em, depois_de, max as i64)).await?;
    Ok(rows.into_iter().map(|(usuario,)| usuario).collect())
}

pub async fn delete_da_tarefa(tx: &mut NucleoTx, tarefa: TarefaId) -> Result<()> {
    let sql = tenant!("DELETE FROM tarefa_candidaturas WHERE nucleo_id = $1 AND tarefa_id = $2");
    tx.execute(sql, (tarefa,)).await?;
    Ok(())
}

pub async fn delete_pendentes_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let sql = tenant!(
        "DELETE FROM tarefa_candidaturas
         WHERE nucleo_id = $1 AND usuario_id = $2 AND status = 'PENDENTE'"
    );
    tx.execute(sql, (usuario,)).await?;
    Ok(())
}
