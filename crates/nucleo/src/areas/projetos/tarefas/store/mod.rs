mod por_fazer;
mod verificacao;

use base::clock::Timestamp;
use base::db::{NucleoTx, list};
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::ProjetoId;
use super::super::candidaturas::StatusCandidatura;
use super::TarefaId;
use super::rules::{Dificuldade, Entrega, MudancaDeTarefa, NovaTarefa, StatusTarefa};

pub use por_fazer::{PorFazer, count_aprovadas, count_por_fazer, list_por_fazer};
pub use verificacao::{find_contagem_errada, find_paga_sem_aprovacao};

/// A task, as one person sees it: their own application is part of it.
#[derive(FromRow)]
pub struct Tarefa {
    pub id: TarefaId,
    pub projeto_id: Option<ProjetoId>,
    pub titulo: String,
    pub descricao: Option<String>,
    pub dificuldade: Dificuldade,
    pub recompensa: i64,
    pub prazo: Option<Timestamp>,
    pub status: StatusTarefa,
    pub responsavel_id: Option<UsuarioId>,
    pub responsavel_nome: Option<String>,
    pub responsavel_ativo: Option<bool>,
    pub feedback: Option<String>,
    pub comprovacao: Option<String>,
    pub comprovacao_url: Option<String>,
    pub candidatura: Option<StatusCandidatura>,
    pub total_comentarios: i64,
    pub criado_em: Timestamp,
}

/// A task whose row nobody else changes until the transaction ends.
#[derive(Clone, Debug, FromRow)]
pub struct Travada {
    pub nucleo_id: NucleoId,
    pub projeto_id: Option<ProjetoId>,
    pub titulo: String,
    pub recompensa: i64,
    pub status: StatusTarefa,
    pub responsavel_id: Option<UsuarioId>,
    pub total_comentarios: i64,
}

/// What a notice says of a task.
#[derive(FromRow)]
pub struct Resumo {
    pub titulo: String,
    pub projeto_id: Option<ProjetoId>,
    /// The spokesperson who made a standalone task and follows what becomes of it.
    pub porta_voz: Option<UsuarioId>,
}

/// A task that somebody has brought to its end.
#[derive(FromRow)]
pub struct Feita {
    pub id: TarefaId,
    pub titulo: String,
    pub projeto_id: Option<ProjetoId>,
    pub projeto_nome: Option<String>,
    pub recompensa: i64,
    pub creditado: i64,
    pub aprovada_em: Option<Timestamp>,
}

/// `$2` is who looks.
macro_rules! tasks {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT t.id, t.projeto_id, t.titulo, t.descricao, t.dificuldade, t.recompensa, t.prazo,
                 t.status, t.responsavel_id, r.nome AS responsavel_nome,
                 r.status = 'ATIVO' AS responsavel_ativo, t.feedback, t.comprovacao,
                 t.comprovacao_url, c.status AS candidatura, t.total_comentarios, t.criado_em
             FROM tarefas t
             LEFT JOIN usuarios r ON r.id = t.responsavel_id
             LEFT JOIN tarefa_candidaturas c ON c.tarefa_id = t.id AND c.usuario_id = $2
             WHERE t.nucleo_id = $1 ",
            $rest
        ))
    };
}

pub async fn find(tx: &mut NucleoTx, quem: UsuarioId, id: TarefaId) -> Result<Option<Tarefa>> {
    tx.optional(tasks!("AND t.id = $3"), (quem, id)).await
}

pub async fn find_projeto(tx: &mut NucleoTx, id: TarefaId) -> Result<Option<Option<ProjetoId>>> {
    let sql = tenant!("SELECT t.projeto_id FROM tarefas t WHERE t.nucleo_id = $1 AND t.id = $2");
    let row: Option<(Option<ProjetoId>,)> = tx.optional(sql, (id,)).await?;
    Ok(row.map(|(projeto,)| projeto))
}

pub async fn find_resumo(tx: &mut NucleoTx, id: TarefaId) -> Result<Option<Resumo>> {
    let sql = tenant!(
        "SELECT t.titulo, t.projeto_id, CASE WHEN t.projeto_id IS NULL AND u.cargo = 'PORTA_VOZ'
             THEN u.id END AS porta_voz
         FROM tarefas t
         JOIN usuarios u ON u.id = t.criado_por
         WHERE t.nucleo_id = $1 AND t.id = $2"
    );
    tx.optional(sql, (id,)).await
}

pub async fn list_do_projeto(
    tx: &mut NucleoTx,
    quem: UsuarioId,
    projeto: ProjetoId,
    max: i64,
) -> Result<Vec<Tarefa>> {
    let sql = tasks!("AND t.projeto_id = $3 ORDER BY t.criado_em DESC, t.id DESC LIMIT $4");
    tx.all(sql, (quem, projeto, max)).await
}

pub async fn list_avulsas(
    tx: &mut NucleoTx,
    quem: UsuarioId,
    status: Option<StatusTarefa>,
    page: Page,
) -> Result<Vec<Tarefa>> {
    let sql = tasks!(
        "AND t.projeto_id IS NULL AND ($3 IS NULL OR t.status = $3)
         ORDER BY t.criado_em DESC, t.id DESC LIMIT $4 OFFSET $5"
    );
    tx.all(sql, (quem, status, page.limit(), page.offset())).await
}

pub async fn count_avulsas(tx: &mut NucleoTx, status: Option<StatusTarefa>) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM tarefas t
         WHERE t.nucleo_id = $1 AND t.projeto_id IS NULL AND ($2 IS NULL OR t.status = $2)"
    );
    tx.count(sql, (status,)).await
}

/// What somebody has to do, or has asked for; what is done only if it is asked for by its status.
pub async fn list_minhas(
    tx: &mut NucleoTx,
    quem: UsuarioId,
    status: Option<StatusTarefa>,
    page: Page,
) -> Result<Vec<Tarefa>> {
    let sql = tasks!(
        "AND t.id IN (
             SELECT d.id FROM tarefas d
             WHERE d.nucleo_id = $1 AND d.responsavel_id = $2
             UNION
             SELECT k.tarefa_id FROM tarefa_candidaturas k
             WHERE k.nucleo_id = $1 AND k.usuario_id = $2 AND k.status = 'PENDENTE')
           AND (t.status = $3 OR ($3 IS NULL AND t.status <> 'APROVADA'))
         ORDER BY t.criado_em DESC, t.id DESC LIMIT $4 OFFSET $5"
    );
    tx.all(sql, (quem, status, page.limit(), page.offset())).await
}

pub async fn count_minhas(
    tx: &mut NucleoTx,
    quem: UsuarioId,
    status: Option<StatusTarefa>,
) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM tarefas t
         WHERE t.nucleo_id = $1
           AND t.id IN (
             SELECT d.id FROM tarefas d
             WHERE d.nucleo_id = $1 AND d.responsavel_id = $2
             UNION
             SELECT k.tarefa_id FROM tarefa_candidaturas k
             WHERE k.nucleo_id = $1 AND k.usuario_id = $2 AND k.status = 'PENDENTE')
           AND (t.status = $3 OR ($3 IS NULL AND t.status <> 'APROVADA'))"
    );
    tx.count(sql, (quem, status)).await
}

/// Every task of a person, newest first.
pub async fn list_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Tarefa>> {
    let sql = tasks!("AND t.responsavel_id = $2 ORDER BY t.criado_em DESC, t.id DESC");
    tx.all(sql, (usuario,)).await
}

pub async fn list_feitas(tx: &mut NucleoTx, usuario: UsuarioId, page: Page) -> Result<Vec<Feita>> {
    let sql = tenant!(
        "SELECT t.id, t.titulo, t.projeto_id, p.nome AS projeto_nome, t.recompensa,
             COALESCE(x.valor, 0) AS creditado, t.aprovada_em
         FROM tarefas t
         LEFT JOIN projetos p ON p.id = t.projeto_id
         LEFT JOIN transacoes x ON x.usuario_id = t.responsavel_id AND x.origem = 'TAREFA'
             AND x.referencia_id = t.id
         WHERE t.nucleo_id = $1 AND t.responsavel_id = $2 AND t.status = 'APROVADA'
         ORDER BY t.aprovada_em DESC, t.id DESC LIMIT $3 OFFSET $4"
    );
    tx.all(sql, (usuario, page.limit(), page.offset())).await
}

pub async fn count_feitas(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM tarefas t
         WHERE t.nucleo_id = $1 AND t.responsavel_id = $2 AND t.status = 'APROVADA'"
    );
    tx.count(sql, (usuario,)).await
}

pub async fn count_feitas_por_pessoa(
    tx: &mut NucleoTx,
    pessoas: &[UsuarioId],
) -> Result<Vec<(UsuarioId, i64)>> {
    let sql = tenant!(
        "SELECT t.responsavel_id, count(*)
         FROM tarefas t
         WHERE t.nucleo_id = $1 AND t.status = 'APROVADA'
           AND t.responsavel_id IN (SELECT unhex(value) FROM json_each($2))
         GROUP BY t.responsavel_id"
    );
    tx.all(sql, (list::ids(pessoas),)).await
}

pub async fn insert(
    tx: &mut NucleoTx,
    projeto: Option<ProjetoId>,
    criador: UsuarioId,
    nova: &NovaTarefa,
) -> Result<TarefaId> {
    let sql = tenant!(
        "INSERT INTO tarefas (nucleo_id, id, projeto_id, titulo, descricao, dificuldade, recompensa,
             prazo, status, responsavel_id, criado_por, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'PENDENTE', $9, $10, $11)"
    );
    let id: TarefaId = tx.new_id();
    let NovaTarefa { titulo, descricao, dificuldade, recompensa, prazo, responsavel } =
        nova.clone();
    let params = (
        id,
        projeto,
        titulo,
        descricao,
        dificuldade,
        recompensa,
        prazo,
        responsavel,
        criador,
        tx.now(),
    );
    tx.execute(sql, params).await?;
    Ok(id)
}

/// An update that changes nothing is a row lock on both engines: of two acts on one task the second
/// starts from where the first ended.
pub async fn lock(tx: &mut NucleoTx, id: TarefaId) -> Result<Option<Travada>> {
    let sql = tenant!(
        "UPDATE tarefas SET status = status
         WHERE nucleo_id = $1 AND id = $2
         RETURNING nucleo_id, projeto_id, titulo, recompensa, status, responsavel_id,
             total_comentarios"
    );
    tx.optional(sql, (id,)).await
}

pub async fn update(tx: &mut NucleoTx, id: TarefaId, mudanca: &MudancaDeTarefa) -> Result<()> {
    let sql = tenant!(
        "UPDATE tarefas SET
             titulo = COALESCE($3, titulo), dificuldade = COALESCE($4, dificuldade),
             recompensa = COALESCE($5, recompensa),
             descricao = CASE WHEN $6 THEN $7 ELSE descricao END,
             prazo = CASE WHEN $8 THEN $9 ELSE prazo END
         WHERE nucleo_id = $1 AND id = $2"
    );
    let MudancaDeTarefa { titulo, descricao, dificuldade, recompensa, prazo, .. } = mudanca.clone();
    let params = (
        id,
        titulo,
        dificuldade,
        recompensa,
        descricao.is_some(),
        descricao.flatten(),
        prazo.is_some(),
        prazo.flatten(),
    );
    tx.execute(sql, params).await?;
    Ok(())
}

pub async fn update_status(tx: &mut NucleoTx, id: TarefaId, status: StatusTarefa) -> Result<()> {
    let sql = tenant!("UPDATE tarefas SET status = $3 WHERE nucleo_id = $1 AND id = $2");
    tx.execute(sql, (id, status)).await?;
    Ok(())
}

/// Gives a task to somebody who has asked for it, as it is.
pub async fn update_responsavel(
    tx: &mut NucleoTx,
    id: TarefaId,
    responsavel: UsuarioId,
) -> Result<()> {
    let sql = tenant!("UPDATE tarefas SET responsavel_id = $3 WHERE nucleo_id = $1 AND id = $2");
    tx.execute(sql, (id, responsavel)).await?;
    Ok(())
}

/// Gives a task to somebody else, or to nobody, without what the one before left in it.
pub async fn reassign(
    tx: &mut NucleoTx,
    id: TarefaId,
    responsavel: Option<UsuarioId>,
    status: StatusTarefa,
) -> Result<()> {
    let sql = tenant!(
        "UPDATE tarefas SET responsavel_id = $3, status = $4, feedback = NULL, comprovacao = NULL,
             comprovacao_url = NULL
         WHERE nucleo_id = $1 AND id = $2"
    );
    tx.execute(sql, (id, responsavel, status)).await?;
    Ok(())
}

pub async fn deliver(
    tx: &mut NucleoTx,
    id: TarefaId,
    status: StatusTarefa,
    entrega: &Entrega,
) -> Result<()> {
    let sql = tenant!(
        "UPDATE tarefas SET status = $3, comprovacao = $4, comprovacao_url = $5
         WHERE nucleo_id = $1 AND id = $2"
    );
    let Entrega { comprovacao, comprovacao_url } = entrega.clone();
    tx.execute(sql, (id, status, comprovacao, comprovacao_url)).await?;
    Ok(())
}

pub async fn approve(tx: &mut NucleoTx, id: TarefaId, status: StatusTarefa) -> Result<()> {
    let sql = tenant!(
        "UPDATE tarefas SET status = $3, aprovada_em = $4 WHERE nucleo_id = $1 AND id = $2"
    );
    tx.execute(sql, (id, status, tx.now())).await?;
    Ok(())
}

pub async fn reject(
    tx: &mut NucleoTx,
    id: TarefaId,
    status: StatusTarefa,
    feedback: &str,
) -> Result<()> {
    let sql =
        tenant!("UPDATE tarefas SET status = $3, feedback = $4 WHERE nucleo_id = $1 AND id = $2");
    tx.execute(sql, (id, status, feedback)).await?;
    Ok(())
}

/// Adds to the number of comments. Whether there is such a task in this project; it is locked from
/// here on.
pub async fn count_comentarios(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    id: TarefaId,
    diferenca: i64,
) -> Result<bool> {
    let sql = tenant!(
        "UPDATE tarefas SET total_comentarios = total_comentarios + $4
         WHERE nucleo_id = $1 AND projeto_id = $2 AND id = $3"
    );
    Ok(tx.execute(sql, (projeto, id, diferenca)).await? == 1)
}

pub async fn delete(tx: &mut NucleoTx, id: TarefaId) -> Result<()> {
    let sql = tenant!("DELETE FROM tarefas WHERE nucleo_id = $1 AND id = $2");
    tx.execute(sql, (id,)).await?;
    Ok(())
}
