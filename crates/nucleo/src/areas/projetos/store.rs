use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::{Result, tenant};
use sqlx::FromRow;

use super::ProjetoId;
use super::rules::{MudancaDeProjeto, NovoProjeto, StatusProjeto};
use crate::areas::membros::Status;

#[derive(FromRow)]
pub struct Projeto {
    pub id: ProjetoId,
    pub nome: String,
    pub descricao: Option<String>,
    pub status: StatusProjeto,
    pub data_fim: Option<Timestamp>,
    pub total_membros: i64,
    pub total_tarefas: i64,
    pub total_comentarios: i64,
    pub criado_em: Timestamp,
}

macro_rules! projects {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT p.id, p.nome, p.descricao, p.status, p.data_fim, p.total_membros,
                 p.total_tarefas, p.total_comentarios, p.criado_em
             FROM projetos p
             WHERE p.nucleo_id = $1 ",
            $rest
        ))
    };
}

/// Whose projects `$3` names: where they accepted or are in, or are responsible for a task.
macro_rules! of_person {
    ($select:literal, $rest:literal) => {
        tenant!(concat!(
            $select,
            " FROM projetos p
             WHERE p.nucleo_id = $1 AND ($2 IS NULL OR p.status = $2)
               AND p.id IN (
                 SELECT m.projeto_id FROM projeto_membros m
                 WHERE m.nucleo_id = $1 AND m.usuario_id = $3
                   AND m.status_convite IN ('ACEITO', 'CONFIRMADO')
                 UNION
                 SELECT t.projeto_id FROM tarefas t
                 WHERE t.nucleo_id = $1 AND t.responsavel_id = $3 AND t.projeto_id IS NOT NULL) ",
            $rest
        ))
    };
}

pub async fn insert(tx: &mut NucleoTx, novo: &NovoProjeto) -> Result<ProjetoId> {
    let sql = tenant!(
        "INSERT INTO projetos (nucleo_id, id, nome, descricao, status, data_fim, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7)"
    );
    let id: ProjetoId = tx.new_id();
    let NovoProjeto { nome, descricao, status, data_fim } = novo.clone();
    tx.execute(sql, (id, nome, descricao, status, data_fim, tx.now())).await?;
    Ok(id)
}

pub async fn update(tx: &mut NucleoTx, id: ProjetoId, mudanca: &MudancaDeProjeto) -> Result<bool> {
    let sql = tenant!(
        "UPDATE projetos SET
             nome = COALESCE($3, nome), status = COALESCE($4, status),
             descricao = CASE WHEN $5 THEN $6 ELSE descricao END,
             data_fim = CASE WHEN $7 THEN $8 ELSE data_fim END
         WHERE nucleo_id = $1 AND id = $2"
    );
    let MudancaDeProjeto { nome, descricao, status, data_fim } = mudanca.clone();
    let params = (
        id,
        nome,
        status,
        descricao.is_some(),
        descricao.flatten(),
        data_fim.is_some(),
        data_fim.flatten(),
    );
    Ok(tx.execute(sql, params).await? == 1)
}

pub async fn find(tx: &mut NucleoTx, id: ProjetoId) -> Result<Option<Projeto>> {
    tx.optional(projects!("AND p.id = $2"), (id,)).await
}

/// The nucleo of a project whose row nobody else changes until the transaction ends. An update that
/// changes nothing is a row lock on both engines.
pub async fn lock(tx: &mut NucleoTx, id: ProjetoId) -> Result<Option<NucleoId>> {
    let sql = tenant!(
        "UPDATE projetos SET total_membros = total_membros
         WHERE nucleo_id = $1 AND id = $2
         RETURNING nucleo_id"
    );
    let row: Option<(NucleoId,)> = tx.optional(sql, (id,)).await?;
    Ok(row.map(|(nucleo,)| nucleo))
}

/// What to add to the numbers of a project.
#[derive(Clone, Copy, Default)]
pub struct Diferenca {
    pub membros: i64,
    pub tarefas: i64,
    pub comentarios: i64,
}

/// Whether there is such a project. It is locked from here on.
pub async fn count_in(tx: &mut NucleoTx, id: ProjetoId, diferenca: Diferenca) -> Result<bool> {
    let sql = tenant!(
        "UPDATE projetos
         SET total_membros = total_membros + $3, total_tarefas = total_tarefas + $4,
             total_comentarios = total_comentarios + $5
         WHERE nucleo_id = $1 AND id = $2"
    );
    let Diferenca { membros, tarefas, comentarios } = diferenca;
    Ok(tx.execute(sql, (id, membros, tarefas, comentarios)).await? == 1)
}

pub async fn list(
    tx: &mut NucleoTx,
    status: Option<StatusProjeto>,
    page: Page,
) -> Result<Vec<Projeto>> {
    let sql = projects!(
        "AND ($2 IS NULL OR p.status = $2)
         ORDER BY p.criado_em DESC, p.id DESC LIMIT $3 OFFSET $4"
    );
    tx.all(sql, (status, page.limit(), page.offset())).await
}

/// Those that are planned or under way, the newest first.
pub async fn list_ativos(tx: &mut NucleoTx, limite: i64) -> Result<Vec<Projeto>> {
    let sql = projects!(
        "AND p.status IN ('PLANEJAMENTO', 'EM_ANDAMENTO')
         ORDER BY p.criado_em DESC, p.id DESC LIMIT $2"
    );
    tx.all(sql, (limite,)).await
}

pub async fn count_ativos(tx: &mut NucleoTx) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM projetos p
         WHERE p.nucleo_id = $1 AND p.status IN ('PLANEJAMENTO', 'EM_ANDAMENTO')"
    );
    tx.count(sql, ()).await
}

/// The newest ones by their names.
pub async fn list_nomes(tx: &mut NucleoTx, limite: i64) -> Result<Vec<(ProjetoId, String)>> {
    let sql = tenant!(
        "SELECT p.id, p.nome FROM projetos p
         WHERE p.nucleo_id = $1 ORDER BY p.criado_em DESC, p.id DESC LIMIT $2"
    );
    tx.all(sql, (limite,)).await
}

pub async fn count(tx: &mut NucleoTx, status: Option<StatusProjeto>) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM projetos p
         WHERE p.nucleo_id = $1 AND ($2 IS NULL OR p.status = $2)"
    );
    tx.count(sql, (status,)).await
}

pub async fn list_of(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    status: Option<StatusProjeto>,
    page: Page,
) -> Result<Vec<Projeto>> {
    let sql = of_person!(
        "SELECT p.id, p.nome, p.descricao, p.status, p.data_fim, p.total_membros, p.total_tarefas,
             p.total_comentarios, p.criado_em",
        "ORDER BY p.criado_em DESC, p.id DESC LIMIT $4 OFFSET $5"
    );
    tx.all(sql, (status, usuario, page.limit(), page.offset())).await
}

pub async fn count_of(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    status: Option<StatusProjeto>,
) -> Result<i64> {
    tx.count(of_person!("SELECT count(*)", ""), (status, usuario)).await
}

/// The status of a person of this nucleo, as far as they are still there.
pub async fn find_status_of_person(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    usuario: UsuarioId,
) -> Result<Option<Status>> {
    // The second comparison counts where the scope has no nucleo: the thing has one.
    let sql = tenant!(
        "SELECT u.status FROM usuarios u
         WHERE u.nucleo_id = $1 AND u.id = $2 AND u.nucleo_id = $3
           AND u.status <> 'REJEITADO' AND u.excluido_em IS NULL"
    );
    let row: Option<(Status,)> = tx.optional(sql, (usuario, nucleo)).await?;
    Ok(row.map(|(status,)| status))
}

/// A project whose kept numbers are not those of its rows.
#[derive(FromRow)]
pub struct Errado {
    pub id: ProjetoId,
    pub total_membros: i64,
    pub total_tarefas: i64,
    pub total_comentarios: i64,
    pub membros: i64,
    pub tarefas: i64,
    pub comentarios: i64,
}

pub async fn find_errado(tx: &mut NucleoTx) -> Result<Option<Errado>> {
    let sql = tenant!(
        "SELECT c.id, c.total_membros, c.total_tarefas, c.total_comentarios, c.membros, c.tarefas,
             c.comentarios
         FROM (SELECT p.id, p.total_membros, p.total_tarefas, p.total_comentarios,
                 (SELECT count(*) FROM projeto_membros m
                  WHERE m.projeto_id = p.id AND m.status_convite = 'CONFIRMADO') AS membros,
                 (SELECT count(*) FROM tarefas t WHERE t.projeto_id = p.id) AS tarefas,
                 COALESCE(k.quantos, 0) AS comentarios
               FROM projetos p
               LEFT JOIN (SELECT projeto_id, count(*) AS quantos FROM projeto_comentarios
                   GROUP BY projeto_id) k ON k.projeto_id = p.id
               WHERE p.nucleo_id = $1) c
         WHERE c.total_membros <> c.membros OR c.total_tarefas <> c.tarefas
            OR c.total_comentarios <> c.comentarios
         LIMIT 1"
    );
    tx.optional(sql, ()).await
}
