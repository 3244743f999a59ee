use base::clock::Timestamp;
use base::db::{IdentifySql, NucleoTx};
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::{Result, identify, tenant, tenant_or_national};
use sqlx::FromRow;

use super::{Filtro, LogId, StatusDoLog};
use crate::areas::entregas::TipoDeEmail;

/// Whoever has an account that a link out of an e-mail can still act on.
pub const DONO_DO_LINK: IdentifySql =
    identify!("SELECT u.id, u.nucleo_id FROM usuarios u WHERE u.id = $1 AND u.excluido_em IS NULL");

#[derive(FromRow)]
pub struct Log {
    pub id: LogId,
    pub destinatario: String,
    pub assunto: String,
    pub tipo: TipoDeEmail,
    pub status: StatusDoLog,
    pub remetente_id: Option<UsuarioId>,
    pub manual: bool,
    pub origem: String,
    pub nucleo_id: Option<NucleoId>,
    pub criado_em: Timestamp,
}

pub struct NovoLog<'a> {
    /// Whose address it is; `None` if nobody knows.
    pub usuario: Option<UsuarioId>,
    pub destinatario: String,
    pub assunto: &'a str,
    pub tipo: TipoDeEmail,
    pub status: StatusDoLog,
    pub remetente: Option<UsuarioId>,
    pub origem: &'a str,
}

/// Of a person who left while the message was on its way, no address is written down.
pub async fn insert(tx: &mut NucleoTx, nucleo: Option<NucleoId>, log: NovoLog<'_>) -> Result<()> {
    let sql = tenant_or_national!(
        "INSERT INTO email_logs (nucleo_id, id, destinatario, assunto, tipo, status, remetente_id,
             manual, origem, criado_em)
         VALUES ($1, $2, CASE WHEN EXISTS (SELECT 1 FROM usuarios u
                 WHERE u.id = $10 AND u.email IS NULL) THEN '' ELSE $3 END,
             $4, $5, $6, $7, $7 IS NOT NULL, $8, $9)"
    );
    let id: LogId = tx.new_id();
    let params = (
        id,
        log.destinatario,
        log.assunto,
        log.tipo,
        log.status,
        log.remetente,
        log.origem,
        tx.now(),
        log.usuario,
    );
    tx.execute_for(nucleo, sql, params).await?;
    Ok(())
}

pub async fn list(tx: &mut NucleoTx, filtro: &Filtro, page: Page) -> Result<Vec<Log>> {
    let sql = tenant!(
        "SELECT l.id, l.destinatario, l.assunto, l.tipo, l.status, l.remetente_id, l.manual,
             l.origem, l.nucleo_id, l.criado_em
         FROM email_logs l
         WHERE l.nucleo_id = $1
           AND ($2 IS NULL OR l.tipo = $2)
           AND ($3 IS NULL OR l.status = $3)
           AND ($4 IS NULL OR l.remetente_id = $4)
         ORDER BY l.criado_em DESC, l.id DESC
         LIMIT $5 OFFSET $6"
    );
    let Filtro { tipo, status, remetente } = *filtro;
    tx.all(sql, (tipo, status, remetente, page.limit(), page.offset())).await
}

pub async fn count(tx: &mut NucleoTx, filtro: &Filtro) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*)
         FROM email_logs l
         WHERE l.nucleo_id = $1
           AND ($2 IS NULL OR l.tipo = $2)
           AND ($3 IS NULL OR l.status = $3)
           AND ($4 IS NULL OR l.remetente_id = $4)"
    );
    let Filtro { tipo, status, remetente } = *filtro;
    tx.count(sql, (tipo, status, remetente)).await
}

pub async fn erase_destinatario(tx: &mut NucleoTx, endereco: &str) -> Result<()> {
    let sql = tenant!(
        "UPDATE email_logs SET destinatario = '' WHERE nucleo_id = $1 AND destinatario = $2"
    );
    tx.execute(sql, (endereco,)).await?;
    Ok(())
}
