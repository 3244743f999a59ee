//! For the proof that all adds up.

use base::db::NucleoTx;
use base::{Result, tenant};

use super::super::TarefaId;

/// A task that says another number of comments than it has: that number, and the right one.
pub async fn find_contagem_errada(tx: &mut NucleoTx) -> Result<Option<(TarefaId, i64, i64)>> {
    let sql = tenant!(
        "SELECT c.id, c.total_comentarios, c.comentarios
         FROM (SELECT t.id, t.total_comentarios,
                 (SELECT count(*) FROM projeto_comentarios k WHERE k.tarefa_id = t.id) AS comentarios
               FROM tarefas t WHERE t.nucleo_id = $1) c
         WHERE c.total_comentarios <> c.comentarios
         LIMIT 1"
    );
    tx.optional(sql, ()).await
}

/// A task that was paid and is not approved.
pub async fn find_paga_sem_aprovacao(tx: &mut NucleoTx) -> Result<Option<TarefaId>> {
    let sql = tenant!(
        "SELECT t.id
         FROM tarefas t
         JOIN transacoes x ON x.usuario_id = t.responsavel_id AND x.origem = 'TAREFA'
             AND x.referencia_id = t.id
         WHERE t.nucleo_id = $1 AND t.status <> 'APROVADA'
         LIMIT 1"
    );
    let row: Option<(TarefaId,)> = tx.optional(sql, ()).await?;
    Ok(row.map(|(id,)| id))
}
