use std::collections::HashMap;

use base::Result;
use base::db::NucleoTx;
use base::error::ERRO_INTERNO;
use base::id::UsuarioId;
use base::page::Page;

use super::super::rules::NovaRede;
use super::super::store::{self, PortaVoz, Postagem, Rede};
use super::super::{PortaVozId, RedeId};
use crate::areas::feed::{self, TipoDeEntrada};
use crate::areas::membros::Status;
use crate::errors::{
    PESSOA_NAO_ATIVA, PORTA_VOZ_NAO_ENCONTRADO, REDE_NAO_ENCONTRADA, USUARIO_NAO_ENCONTRADO,
};

/// How many posts one's own copy of one's data holds at most.
const MAX_EXPORTADAS: i64 = 10_000;

/// A spokesperson with their networks.
pub struct Completo {
    pub porta_voz: PortaVoz,
    pub redes: Vec<Rede>,
}

/// A member becomes a spokesperson. Their cargo stays what it is.
pub async fn designar(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Completo> {
    tx.nucleo()?;
    match store::find_status(tx, usuario).await? {
        None => return Err(USUARIO_NAO_ENCONTRADO.into()),
        Some(Status::Ativo) => {}
        Some(_) => return Err(PESSOA_NAO_ATIVA.into()),
    }
    let id = store::insert(tx, usuario).await?;
    let porta_voz = store::find(tx, id).await?.ok_or(ERRO_INTERNO)?;
    Ok(Completo { porta_voz, redes: Vec::new() })
}

pub async fn listar(tx: &mut NucleoTx, page: Page) -> Result<(i64, Vec<Completo>)> {
    let total = store::count(tx).await?;
    let porta_vozes = store::list(tx, page).await?;
    let ids: Vec<_> = porta_vozes.iter().map(|porta_voz| porta_voz.id).collect();
    let mut redes: HashMap<PortaVozId, Vec<Rede>> = HashMap::new();
    for rede in store::list_redes(tx, &ids).await? {
        redes.entry(rede.porta_voz_id).or_default().push(rede);
    }
    let completo = |porta_voz: PortaVoz| {
        let redes = redes.remove(&porta_voz.id).unwrap_or_default();
        Completo { porta_voz, redes }
    };
    Ok((total, porta_vozes.into_iter().map(completo).collect()))
}

/// Takes a spokesperson away with their networks and posts, from the feed too.
pub async fn remover(tx: &mut NucleoTx, id: PortaVozId) -> Result<()> {
    if !store::lock(tx, id).await? {
        return Err(PORTA_VOZ_NAO_ENCONTRADO.into());
    }
    let postagens = store::delete(tx, id).await?;
    feed::service::remover_varias(tx, TipoDeEntrada::PostagemPortaVoz, &postagens).await
}

pub async fn adicionar_rede(
    tx: &mut NucleoTx,
    porta_voz: PortaVozId,
    nova: &NovaRede,
) -> Result<Rede> {
    tx.nucleo()?;
    if !store::lock(tx, porta_voz).await? {
        return Err(PORTA_VOZ_NAO_ENCONTRADO.into());
    }
    let id = store::insert_rede(tx, porta_voz, nova).await?;
    Ok(store::find_rede(tx, id).await?.ok_or(ERRO_INTERNO)?)
}

/// What it has brought stays.
pub async fn remover_rede(tx: &mut NucleoTx, id: RedeId) -> Result<()> {
    match store::delete_rede(tx, id).await? {
        true => Ok(()),
        false => Err(REDE_NAO_ENCONTRADA.into()),
    }
}

/// What a person has as a spokesperson, for their own copy of their data.
pub async fn exportar(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
) -> Result<Option<(Completo, Vec<Postagem>)>> {
    let Some(porta_voz) = store::find_de(tx, usuario).await? else { return Ok(None) };
    let redes = store::list_redes(tx, &[porta_voz.id]).await?;
    let todas = Page::first(MAX_EXPORTADAS);
    let postagens = store::list_postagens(tx, porta_voz.id, todas).await?;
    Ok(Some((Completo { porta_voz, redes }, postagens)))
}

/// Whoever has left for good speaks for nobody.
pub async fn esquecer(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    match store::find_de(tx, usuario).await? {
        Some(porta_voz) => remover(tx, porta_voz.id).await,
        None => Ok(()),
    }
}
