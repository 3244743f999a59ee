//! Signing up, waiting, moving up, withdrawing.

use base::Result;
use base::db::NucleoTx;
use base::error::SEM_PERMISSAO;
use base::id::UsuarioId;
use base::scope::{Caller, Cargo};

use super::super::rules::{Lotacao, StatusDeInscricao};
use super::super::store::{self, Evento, Travado};
use super::super::{EventoId, VagasLiberadas};
use super::{obter, travar};
use crate::errors::{JA_INSCRITO, PRESENCA_JA_REGISTRADA, SEM_INSCRICAO};

/// Once per person: with a place while there is one, else at the end of the waiting list.
pub async fn inscrever(tx: &mut NucleoTx, caller: &Caller, id: EventoId) -> Result<Evento> {
    let evento = travar(tx, id).await?;
    exigir_membro(caller)?;
    evento.situacao().exigir_futuro(tx.now())?;
    let mut lotacao = evento.lotacao();
    // Somebody who could not come while they waited may be able to by now: they are first.
    promover(tx, id, &evento, &mut lotacao).await?;
    let lugar = lotacao.lugar();
    if !store::insert_inscricao(tx, id, caller.id, lugar).await? {
        return Err(JA_INSCRITO.into());
    }
    lotacao.mover(None, Some(lugar), 1);
    store::update_lotacao(tx, id, &lotacao, 1).await?;
    obter(tx, caller.id, id).await
}

/// The place goes to whoever has waited longest.
pub async fn desistir(tx: &mut NucleoTx, caller: &Caller, id: EventoId) -> Result<()> {
    let evento = travar(tx, id).await?;
    evento.situacao().exigir_futuro(tx.now())?;
    if retirar(tx, id, &evento, caller.id).await? {
        return Ok(());
    }
    Err(match store::find_inscricao(tx, id, caller.id).await? {
        Some(StatusDeInscricao::Presente) => PRESENCA_JA_REGISTRADA.into(),
        _ => SEM_INSCRICAO.into(),
    })
}

/// Whoever has left for good comes to nothing any more. That they were somewhere stays counted.
pub async fn esquecer(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    for id in store::list_inscricoes_de(tx, usuario).await? {
        let evento = travar(tx, id).await?;
        retirar(tx, id, &evento, usuario).await?;
    }
    Ok(())
}

/// Whether they had signed up.
async fn retirar(
    tx: &mut NucleoTx,
    id: EventoId,
    evento: &Travado,
    usuario: UsuarioId,
) -> Result<bool> {
    let Some(antes) = store::delete_inscricao(tx, id, usuario).await? else { return Ok(false) };
    let mut lotacao = evento.lotacao();
    lotacao.mover(Some(antes), None, 1);
    promover(tx, id, evento, &mut lotacao).await?;
    store::update_lotacao(tx, id, &lotacao, 0).await?;
    Ok(true)
}

/// Gives what is free to those who wait, and has them told; whether there was anything to give. The
/// numbers change in `lotacao` alone: whoever calls writes them down.
pub async fn promover(
    tx: &mut NucleoTx,
    id: EventoId,
    evento: &Travado,
    lotacao: &mut Lotacao,
) -> Result<bool> {
    let (situacao, agora) = (evento.situacao(), tx.now());
    let livres = lotacao.a_promover();
    if livres == 0 || situacao.cancelado || !situacao.e_futuro(agora) {
        return Ok(false);
    }
    let promovidos = store::promote(tx, id, livres).await?;
    lotacao.mover(Some(StatusDeInscricao::Espera), Some(StatusDeInscricao::Inscrito), promovidos);
    if promovidos > 0 {
        let liberadas = VagasLiberadas { evento_id: id, promovidas_em: agora, depois_de: None };
        tx.publish(Some(evento.nucleo_id), &liberadas).await?;
    }
    Ok(promovidos > 0)
}

/// Whoever stands above the nucleos belongs to none of them, and has no wallet.
pub fn exigir_membro(caller: &Caller) -> Result<()> {
    match caller.cargo {
        Cargo::SuperAdmin => Err(SEM_PERMISSAO.into()),
        _ => Ok(()),
    }
}
