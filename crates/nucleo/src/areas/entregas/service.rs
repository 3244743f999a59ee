use base::db::NucleoTx;
use base::error::NAO_ENCONTRADO;
use base::id::UsuarioId;
use base::page::Page;
use base::{Result, Uuid};
use chrono::Duration;

use super::{Aviso, AvisoADistribuir, AvisoId, Canal, Filtro, Publico, StatusDeEntrega, store};
use crate::areas::membros::Segmento;
use crate::areas::notificacoes;
use crate::errors::ENTREGA_CONCLUIDA;

pub use super::store::Linha;

/// How many people one transaction tells.
pub const LOTE: usize = 500;
/// How long a delivery that has ended is kept, and with it the memory of its cause.
const GUARDA: Duration = Duration::days(90);

/// Tells people. Heard if and only if this commits; a cause that was told before reaches only
/// those whom it has not reached.
pub async fn avisar(tx: &mut NucleoTx, aviso: &Aviso) -> Result<()> {
    let id = store::insert_aviso(tx, aviso).await?;
    for (canal, publico) in &aviso.canais {
        match publico {
            Publico::Pessoas(pessoas) => {
                for lote in pessoas.chunks(LOTE) {
                    entregar(tx, id, *canal, lote).await?;
                }
            }
            Publico::Enderecos(enderecos) => {
                for lote in enderecos.chunks(LOTE) {
                    store::insert_enderecos(tx, id, lote).await?;
                }
                tx.leave_work();
            }
            Publico::Segmento(segmento) => {
                let (canal, segmento, apos) = (*canal, segmento.clone(), Uuid::nil());
                let evento = AvisoADistribuir { aviso_id: id, canal, segmento, apos };
                tx.publish(aviso.nucleo, &evento).await?;
            }
        }
    }
    Ok(())
}

/// Reaches the next people of a segment, and leaves word if there are more.
pub async fn distribuir(tx: &mut NucleoTx, evento: AvisoADistribuir) -> Result<()> {
    let AvisoADistribuir { aviso_id, canal, segmento, apos } = evento;
    // Gone with the thing it told of.
    let Some(nucleo) = store::find_nucleo(tx, aviso_id).await? else { return Ok(()) };
    let pessoas = store::list_segmento(tx, &segmento, apos, LOTE).await?;
    entregar(tx, aviso_id, canal, &pessoas).await?;
    match pessoas.last() {
        Some(ultima) if pessoas.len() == LOTE => {
            let apos = Uuid::from(*ultima);
            let resto = AvisoADistribuir { aviso_id, canal, segmento, apos };
            tx.publish(nucleo, &resto).await
        }
        _ => Ok(()),
    }
}

async fn entregar(
    tx: &mut NucleoTx,
    aviso: AvisoId,
    canal: Canal,
    pessoas: &[UsuarioId],
) -> Result<()> {
    match canal {
        Canal::App => notificacoes::service::criar(tx, aviso.into(), pessoas).await,
        Canal::Push | Canal::Email => {
            store::insert_entregas(tx, aviso, canal, pessoas).await?;
            tx.leave_work();
            Ok(())
        }
    }
}

pub async fn listar(tx: &mut NucleoTx, filtro: &Filtro, page: Page) -> Result<(i64, Vec<Linha>)> {
    Ok((store::count(tx, filtro).await?, store::list(tx, filtro, page).await?))
}

/// Has a delivery tried again from the start: at once, and as often as a new one.
pub async fn repetir(tx: &mut NucleoTx, id: Uuid) -> Result<Linha> {
    if !store::retry(tx, id).await? && !tx.revive(id).await? {
        let linha = store::find(tx, id).await?.ok_or(NAO_ENCONTRADO)?;
        // One that is on its way needs no push; what has arrived is not sent twice.
        return match linha.status {
            StatusDeEntrega::Pendente => Ok(linha),
            _ => Err(ENTREGA_CONCLUIDA.into()),
        };
    }
    tx.leave_work();
    Ok(store::find(tx, id).await?.ok_or(NAO_ENCONTRADO)?)
}

/// Takes away what is on its way to a person who leaves for good, and that they were told.
pub async fn esquecer(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    notificacoes::service::esquecer(tx, usuario).await?;
    store::delete_of(tx, usuario).await
}

/// Takes away what is, or was, on its way to an address, over every nucleo.
pub async fn esquecer_endereco(tx: &mut NucleoTx, endereco: &str) -> Result<()> {
    store::delete_to(tx, endereco).await
}

/// How many people a segment has now.
pub async fn contar_segmento(tx: &mut NucleoTx, segmento: &Segmento) -> Result<i64> {
    store::count_segmento(tx, segmento).await
}

/// Removes what has ended long ago.
pub async fn limpar(tx: &mut NucleoTx) -> Result<()> {
    notificacoes::service::limpar(tx).await?;
    let quando = tx.now() - GUARDA;
    store::delete_ended(tx, quando).await
}
