use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;
use base::{Result, Uuid};
use chrono::Duration;

use super::{NotificacaoId, store};
use crate::errors::NOTIFICACAO_NAO_ENCONTRADA;

pub use super::store::Notificacao;

/// How long a notification is kept.
const GUARDA: Duration = Duration::days(180);

/// Tells these people, inside the app, what the notice says; each of them once.
pub async fn criar(tx: &mut NucleoTx, aviso: Uuid, pessoas: &[UsuarioId]) -> Result<()> {
    let par = |pessoa: &UsuarioId| {
        let id: Uuid = tx.new_id();
        format!("{}{}", id.simple(), Uuid::from(*pessoa).simple())
    };
    let pares = serde_json::Value::from_iter(pessoas.iter().map(par)).to_string();
    store::insert(tx, aviso, pares).await?;
    tx.wake(pessoas.iter().copied());
    Ok(())
}

pub struct Lista {
    pub total: i64,
    pub nao_lidas: i64,
    pub pagina: Vec<Notificacao>,
}

pub async fn listar(tx: &mut NucleoTx, de: UsuarioId, page: Page) -> Result<Lista> {
    let (total, nao_lidas) = store::count(tx, de).await?;
    Ok(Lista { total, nao_lidas, pagina: store::list(tx, de, page).await? })
}

pub async fn contar_nao_lidas(tx: &mut NucleoTx, de: UsuarioId) -> Result<i64> {
    Ok(store::count(tx, de).await?.1)
}

pub async fn mais_nova(tx: &mut NucleoTx, de: UsuarioId) -> Result<Option<NotificacaoId>> {
    store::find_newest(tx, de).await
}

pub async fn listar_apos(
    tx: &mut NucleoTx,
    de: UsuarioId,
    apos: Uuid,
    limit: i64,
) -> Result<Vec<Notificacao>> {
    store::list_after(tx, de, apos, limit).await
}

pub async fn marcar_lida(
    tx: &mut NucleoTx,
    de: UsuarioId,
    id: NotificacaoId,
) -> Result<Notificacao> {
    let lida = store::mark_read(tx, de, id).await?.ok_or(NOTIFICACAO_NAO_ENCONTRADA)?;
    tx.wake([de]);
    Ok(lida)
}

/// How many were unread until now.
pub async fn marcar_todas_lidas(tx: &mut NucleoTx, de: UsuarioId) -> Result<u64> {
    let marcadas = store::mark_all_read(tx, de).await?;
    tx.wake([de]);
    Ok(marcadas)
}

/// Takes away what a person was told, when they leave for good.
pub async fn esquecer(tx: &mut NucleoTx, de: UsuarioId) -> Result<()> {
    store::delete_of(tx, de).await
}

/// Removes what nobody looks at any more.
pub async fn limpar(tx: &mut NucleoTx) -> Result<()> {
    let quando = tx.now() - GUARDA;
    store::delete_before(tx, quando).await
}
