//! What there is to do in the whole nucleo, and what was done.

use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::super::ProjetoId;
use super::super::TarefaId;
use super::super::rules::{Dificuldade, StatusTarefa};

/// A task that is not done yet, or waits to be judged.
#[derive(FromRow)]
pub struct PorFazer {
    pub id: TarefaId,
    pub titulo: String,
    pub status: StatusTarefa,
    pub dificuldade: Dificuldade,
    pub recompensa: i64,
    pub prazo: Option<Timestamp>,
    pub projeto_id: Option<ProjetoId>,
    pub projeto_nome: Option<String>,
    pub responsavel_id: Option<UsuarioId>,
    pub responsavel_nome: Option<String>,
}

/// The oldest first: they wait longest.
pub async fn list_por_fazer(
    tx: &mut NucleoTx,
    projeto: Option<ProjetoId>,
    responsavel: Option<UsuarioId>,
    limite: i64,
) -> Result<Vec<PorFazer>> {
    let sql = tenant!(
        "SELECT t.id, t.titulo, t.status, t.dificuldade, t.recompensa, t.prazo, t.projeto_id,
             p.nome AS projeto_nome, t.responsavel_id, u.nome AS responsavel_nome
         FROM tarefas t
         LEFT JOIN projetos p ON p.id = t.projeto_id
         LEFT JOIN usuarios u ON u.id = t.responsavel_id
         WHERE t.nucleo_id = $1
           AND t.status IN ('PENDENTE', 'EM_ANDAMENTO', 'CONCLUIDA', 'AGUARDANDO_VALIDACAO')
           AND ($2 IS NULL OR t.projeto_id = $2) AND ($3 IS NULL OR t.responsavel_id = $3)
         ORDER BY t.criado_em, t.id LIMIT $4"
    );
    tx.all(sql, (projeto, responsavel, limite)).await
}

pub async fn count_por_fazer(
    tx: &mut NucleoTx,
    projeto: Option<ProjetoId>,
    responsavel: Option<UsuarioId>,
) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM tarefas t
         WHERE t.nucleo_id = $1
           AND t.status IN ('PENDENTE', 'EM_ANDAMENTO', 'CONCLUIDA', 'AGUARDANDO_VALIDACAO')
           AND ($2 IS NULL OR t.projeto_id = $2) AND ($3 IS NULL OR t.responsavel_id = $3)"
    );
    tx.count(sql, (projeto, responsavel)).await
}

pub async fn count_aprovadas(tx: &mut NucleoTx, (de, ate): (Timestamp, Timestamp)) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM tarefas t
         WHERE t.nucleo_id = $1 AND t.status = 'APROVADA'
           AND t.aprovada_em >= $2 AND t.aprovada_em <= $3"
    );
    tx.count(sql, (de, ate)).await
}
