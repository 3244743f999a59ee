use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;
use base::{Result, tenant};
use sqlx::FromRow;

use crate::areas::membros::Status;

#[derive(FromRow)]
pub struct SuperAdmin {
    pub id: UsuarioId,
    pub nome: String,
    pub email: Option<String>,
    pub cpf: Option<String>,
    pub telefone: Option<String>,
    pub status: Status,
    pub criado_em: Timestamp,
}

// They belong to no nucleo: only from above all of them does the condition on it hold.

pub async fn list(tx: &mut NucleoTx, page: Page) -> Result<Vec<SuperAdmin>> {
    let sql = tenant!(
        "SELECT u.id, u.nome, u.email, u.cpf, u.telefone, u.status, u.criado_em
         FROM usuarios u
         WHERE u.cargo = 'SUPER_ADMIN' AND u.nucleo_id = $1 AND u.excluido_em IS NULL
         ORDER BY u.criado_em DESC, u.id DESC
         LIMIT $2 OFFSET $3"
    );
    tx.all(sql, (page.limit(), page.offset())).await
}

pub async fn count(tx: &mut NucleoTx) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM usuarios u
         WHERE u.cargo = 'SUPER_ADMIN' AND u.nucleo_id = $1 AND u.excluido_em IS NULL"
    );
    tx.count(sql, ()).await
}

pub async fn find(tx: &mut NucleoTx, id: UsuarioId) -> Result<Option<SuperAdmin>> {
    let sql = tenant!(
        "SELECT u.id, u.nome, u.email, u.cpf, u.telefone, u.status, u.criado_em
         FROM usuarios u
         WHERE u.id = $2 AND u.nucleo_id = $1"
    );
    tx.optional(sql, (id,)).await
}
