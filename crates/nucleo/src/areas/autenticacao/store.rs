use base::clock::Timestamp;
use base::db::{IdentifySql, NucleoTx};
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo;
use base::{Result, identify, tenant};
use sqlx::FromRow;

use super::RecuperacaoId;
use crate::areas::membros::Status;

/// The record in use: a rejected person may have applied again, with a newer one.
pub const DONO_DO_EMAIL: IdentifySql = identify!(
    "SELECT u.id, u.nucleo_id FROM usuarios u WHERE u.email = $1 \
     ORDER BY CASE u.status WHEN 'REJEITADO' THEN 1 ELSE 0 END, u.criado_em DESC, u.id DESC \
     LIMIT 1"
);

pub const DONO_DO_CODIGO: IdentifySql = identify!(
    "SELECT u.id, u.nucleo_id FROM usuarios u WHERE u.codigo_referral = $1 \
     AND u.status <> 'REJEITADO'"
);

pub const DONO_DA_RECUPERACAO: IdentifySql = identify!(
    "SELECT u.id, u.nucleo_id FROM usuarios u JOIN recuperacoes r ON r.usuario_id = u.id \
     WHERE r.id = $1 AND u.excluido_em IS NULL"
);

/// What a log-in looks at.
#[derive(FromRow)]
pub struct Conta {
    pub id: UsuarioId,
    pub nome: String,
    pub cargo: Cargo,
    pub status: Status,
    pub nucleo_id: Option<NucleoId>,
    pub senha_hash: Option<String>,
}

pub async fn find_conta(tx: &mut NucleoTx, id: UsuarioId) -> Result<Option<Conta>> {
    let sql = tenant!(
        "SELECT u.id, u.nome, u.cargo, u.status, u.nucleo_id, c.senha_hash
         FROM usuarios u
         LEFT JOIN credenciais c ON c.usuario_id = u.id
         WHERE u.nucleo_id = $1 AND u.id = $2"
    );
    tx.optional(sql, (id,)).await
}

/// The record in use of an address, for the worker, which reaches every nucleo.
pub async fn find_by_email(
    tx: &mut NucleoTx,
    email: &str,
) -> Result<Option<(UsuarioId, Option<NucleoId>)>> {
    let sql = tenant!(
        "SELECT u.id, u.nucleo_id FROM usuarios u
         WHERE u.nucleo_id = $1 AND u.email = $2 AND u.status <> 'REJEITADO'"
    );
    tx.optional(sql, (email,)).await
}

pub async fn count_recuperacoes_desde(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    desde: Timestamp,
) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM recuperacoes r
         WHERE r.nucleo_id = $1 AND r.usuario_id = $2 AND r.criado_em > $3"
    );
    tx.count(sql, (usuario, desde)).await
}

pub async fn insert_recuperacao(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    expira: Timestamp,
) -> Result<RecuperacaoId> {
    let sql = tenant!(
        "INSERT INTO recuperacoes (id, usuario_id, nucleo_id, criado_em, expira_em)
         SELECT $3, u.id, u.nucleo_id, $4, $5 FROM usuarios u
         WHERE u.nucleo_id = $1 AND u.id = $2"
    );
    let id: RecuperacaoId = tx.new_id();
    tx.execute(sql, (usuario, id, tx.now(), expira)).await?;
    Ok(id)
}

/// Whether the link was good until now; the update decides between parallel uses.
pub async fn use_recuperacao(
    tx: &mut NucleoTx,
    id: RecuperacaoId,
    usuario: UsuarioId,
) -> Result<bool> {
    let sql = tenant!(
        "UPDATE recuperacoes SET usada_em = $4
         WHERE nucleo_id = $1 AND id = $2 AND usuario_id = $3 AND usada_em IS NULL
           AND expira_em > $4"
    );
    Ok(tx.execute(sql, (id, usuario, tx.now())).await? == 1)
}

/// A new password makes every other link worthless.
pub async fn void_recuperacoes(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let sql = tenant!(
        "UPDATE recuperacoes SET usada_em = $3
         WHERE nucleo_id = $1 AND usuario_id = $2 AND usada_em IS NULL"
    );
    tx.execute(sql, (usuario, tx.now())).await?;
    Ok(())
}

pub async fn delete_recuperacoes_vencidas(tx: &mut NucleoTx) -> Result<()> {
    let sql = tenant!("DELETE FROM recuperacoes WHERE nucleo_id = $1 AND expira_em < $2");
    tx.execute(sql, (tx.now(),)).await?;
    Ok(())
}
