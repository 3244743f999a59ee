use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::tarefas::TarefaId;
use super::super::{Pessoa, ProjetoId};
use super::ComentarioId;
use super::rules::NovoComentario;

#[derive(FromRow)]
pub struct Comentario {
    pub id: ComentarioId,
    pub projeto_id: ProjetoId,
    pub tarefa_id: Option<TarefaId>,
    #[sqlx(flatten)]
    pub autor: Pessoa,
    pub texto: String,
    pub imagem_url: Option<String>,
    pub criado_em: Timestamp,
}

macro_rules! comments {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT c.id, c.projeto_id, c.tarefa_id, u.id AS usuario_id, u.nome, u.foto_url,
                 u.status = 'ATIVO' AS ativo, c.texto, c.imagem_url, c.criado_em
             FROM projeto_comentarios c
             JOIN usuarios u ON u.id = c.usuario_id
             WHERE c.nucleo_id = $1 ",
            $rest
        ))
    };
}

pub async fn insert(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    tarefa: Option<TarefaId>,
    autor: UsuarioId,
    novo: &NovoComentario,
) -> Result<ComentarioId> {
    let sql = tenant!(
        "INSERT INTO projeto_comentarios (nucleo_id, id, projeto_id, tarefa_id, usuario_id, texto,
             imagem_url, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
    );
    let id: ComentarioId = tx.new_id();
    let NovoComentario { texto, imagem_url } = novo.clone();
    tx.execute(sql, (id, projeto, tarefa, autor, texto, imagem_url, tx.now())).await?;
    Ok(id)
}

pub async fn find(tx: &mut NucleoTx, id: ComentarioId) -> Result<Option<Comentario>> {
    tx.optional(comments!("AND c.id = $2"), (id,)).await
}

pub async fn list_do_projeto(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    page: Page,
) -> Result<Vec<Comentario>> {
    let sql = comments!(
        "AND c.projeto_id = $2 AND c.tarefa_id IS NULL
         ORDER BY c.criado_em DESC, c.id DESC LIMIT $3 OFFSET $4"
    );
    tx.all(sql, (projeto, page.limit(), page.offset())).await
}

/// How many there are about the project itself; `None` if there is no such project.
pub async fn count_do_projeto(tx: &mut NucleoTx, projeto: ProjetoId) -> Result<Option<i64>> {
    let sql = tenant!(
        "SELECT (SELECT count(*) FROM projeto_comentarios c
                 WHERE c.projeto_id = p.id AND c.tarefa_id IS NULL)
         FROM projetos p
         WHERE p.nucleo_id = $1 AND p.id = $2"
    );
    let row: Option<(i64,)> = tx.optional(sql, (projeto,)).await?;
    Ok(row.map(|(total,)| total))
}

pub async fn list_da_tarefa(
    tx: &mut NucleoTx,
    tarefa: TarefaId,
    page: Page,
) -> Result<Vec<Comentario>> {
    let sql =
        comments!("AND c.tarefa_id = $2 ORDER BY c.criado_em DESC, c.id DESC LIMIT $3 OFFSET $4");
    tx.all(sql, (tarefa, page.limit(), page.offset())).await
}

/// The number that is kept with the task; `None` if it is not of this project.
pub async fn count_da_tarefa(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    tarefa: TarefaId,
) -> Result<Option<i64>> {
    let sql = tenant!(
        "SELECT t.total_comentarios FROM tarefas t
         WHERE t.nucleo_id = $1 AND t.projeto_id = $2 AND t.id = $3"
    );
    let row: Option<(i64,)> = tx.optional(sql, (projeto, tarefa)).await?;
    Ok(row.map(|(total,)| total))
}

/// Every comment of a person, newest first.
pub async fn list_de(tx: &mut NucleoTx, autor: UsuarioId) -> Result<Vec<Comentario>> {
    let sql = comments!("AND c.usuario_id = $2 ORDER BY c.criado_em DESC, c.id DESC");
    tx.all(sql, (autor,)).await
}

/// Whether it was still there.
pub async fn delete(tx: &mut NucleoTx, id: ComentarioId) -> Result<bool> {
    let sql = tenant!("DELETE FROM projeto_comentarios WHERE nucleo_id = $1 AND id = $2");
    Ok(tx.execute(sql, (id,)).await? == 1)
}

pub async fn delete_da_tarefa(tx: &mut NucleoTx, tarefa: TarefaId) -> Result<()> {
    let sql = tenant!("DELETE FROM projeto_comentarios WHERE nucleo_id = $1 AND tarefa_id = $2");
    tx.execute(sql, (tarefa,)).await?;
    Ok(())
}

pub async fn erase_imagens_de(tx: &mut NucleoTx, autor: UsuarioId) -> Result<()> {
    let sql = tenant!(
        "UPDATE projeto_comentarios SET imagem_url = NULL
         WHERE nucleo_id = $1 AND usuario_id = $2 AND imagem_url IS NOT NULL"
    );
    tx.execute(sql, (autor,)).await?;
    Ok(())
}
