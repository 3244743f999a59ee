//! What the management does with an event.

use base::db::NucleoTx;
use base::scope::Caller;
use base::{Result, secret};

use super::super::rules::{self, ALFABETO, Corpo, Mudanca, TAMANHO_DO_CODIGO};
use super::super::store::{self, Evento};
use super::super::{EventoCancelado, EventoCriado, EventoId, EventoRemarcado};
use super::inscricao::promover;
use super::{obter, travar};

/// In the nucleo of the scope. What is over already is news to nobody.
pub async fn criar(tx: &mut NucleoTx, caller: &Caller, corpo: &Corpo) -> Result<Evento> {
    let evento = criar_em_silencio(tx, caller, corpo).await?;
    if tx.now() < evento.fim {
        tx.publish(Some(evento.nucleo_id), &EventoCriado { evento_id: evento.id }).await?;
    }
    Ok(evento)
}

/// The same, and nobody is told.
pub async fn criar_em_silencio(
    tx: &mut NucleoTx,
    caller: &Caller,
    corpo: &Corpo,
) -> Result<Evento> {
    let codigo = secret::random_text(ALFABETO, TAMANHO_DO_CODIGO);
    let id = store::insert(tx, caller.id, &codigo, corpo).await?;
    obter(tx, caller.id, id).await
}

/// New places go to those who wait; of another hour or place those who signed up hear.
pub async fn alterar(
    tx: &mut NucleoTx,
    caller: &Caller,
    id: EventoId,
    mudanca: &Mudanca,
) -> Result<Evento> {
    let mut evento = travar(tx, id).await?;
    evento.situacao().exigir_de_pe()?;
    let antes = evento.corpo();
    let depois = mudanca.aplicar(&antes)?;
    evento.lotacao().exigir_que_caibam(depois.vagas)?;
    store::update(tx, id, &depois).await?;
    (evento.inicio, evento.fim, evento.vagas) = (depois.inicio, depois.fim, depois.vagas);
    let mut lotacao = evento.lotacao();
    if promover(tx, id, &evento, &mut lotacao).await? {
        store::update_lotacao(tx, id, &lotacao, 0).await?;
    }
    if evento.situacao().e_futuro(tx.now()) && rules::remarca(&antes, &depois) {
        let mudanca = tx.new_id();
        let remarcado = EventoRemarcado { evento_id: id, mudanca, depois_de: None };
        tx.publish(Some(evento.nucleo_id), &remarcado).await?;
    }
    obter(tx, caller.id, id).await
}

/// For good. Those who were there already keep what they earned.
pub async fn cancelar(tx: &mut NucleoTx, id: EventoId) -> Result<()> {
    let evento = travar(tx, id).await?;
    evento.situacao().exigir_de_pe()?;
    store::cancel(tx, id).await?;
    if evento.situacao().e_futuro(tx.now()) {
        let cancelado = EventoCancelado { evento_id: id, depois_de: None };
        tx.publish(Some(evento.nucleo_id), &cancelado).await?;
    }
    Ok(())
}
