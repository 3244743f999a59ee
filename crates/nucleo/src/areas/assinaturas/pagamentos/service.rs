//! From what the provider tells to what a person has paid for.

use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::scope::PublicScope;

use super::super::rules::{self, Efeito};
use super::super::{Situacao, StatusDeAssinatura, service as assinaturas};
use super::rules::Notificacao;
use super::store::{self, Errado};
use super::{
    PagamentoAtrasado, PagamentoId, PagamentoNotificado, PagamentoRecebido, PagamentoSemDono,
    TipoDeEvento,
};
use crate::areas::economia::service::{Movimento, creditar};
use crate::areas::economia::{Origem, TransacaoId};
use crate::areas::membros;

pub use super::store::Pagamento;

/// Keeps what the provider tells, within the nucleo of the member whom it names; the worker does the
/// rest. What was told before is not kept again.
pub async fn receber(scope: &PublicScope, notificacao: Notificacao) -> Result<()> {
    let membro = match notificacao.usuario() {
        Some(usuario) => scope.identify(store::MEMBRO, (usuario,)).await?,
        None => None,
    };
    match membro {
        Some(membro) => {
            let id = membro.id();
            membro.write(async |tx| guardar(tx, id, &notificacao).await).await
        }
        // Nobody's row can be left in no nucleo from here: the worker does it.
        None => scope.publish(&PagamentoSemDono { notificacao }).await,
    }
}

pub async fn guardar(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    notificacao: &Notificacao,
) -> Result<()> {
    if !store::insert_evento(tx, Some(usuario), notificacao).await? {
        return Ok(());
    }
    let nucleo = tx.nucleo()?;
    let evento = PagamentoNotificado { evento: notificacao.id.clone() };
    tx.publish(Some(nucleo), &evento).await
}

/// Kept for a person to look at.
pub async fn guardar_sem_dono(tx: &mut NucleoTx, evento: PagamentoSemDono) -> Result<()> {
    let PagamentoSemDono { notificacao } = evento;
    if store::insert_evento(tx, None, &notificacao).await? {
        tracing::warn!(evento = notificacao.id, "a payment whose reference is nobody's");
    }
    Ok(())
}

pub async fn processar(tx: &mut NucleoTx, evento: PagamentoNotificado) -> Result<()> {
    // Gone with the account that it belonged to.
    let Some((usuario, notificacao)) = store::find_evento(tx, &evento.evento).await? else {
        return Ok(());
    };
    if membros::service::pessoa(tx, usuario).await?.excluido {
        return Ok(());
    }
    match notificacao.tipo {
        TipoDeEvento::Recebido | TipoDeEvento::Confirmado => {
            quitar(tx, usuario, &notificacao).await
        }
        TipoDeEvento::Atrasado => atrasar(tx, usuario, &notificacao).await,
    }
}

/// The money is there. The payment's own row decides that it has its effect once.
async fn quitar(tx: &mut NucleoTx, usuario: UsuarioId, notificacao: &Notificacao) -> Result<()> {
    let Some(pagamento) = store::take(tx, usuario, notificacao).await? else { return Ok(()) };
    let abertas = assinaturas::travar(tx, usuario).await?;
    let Some(efeito) = rules::efeito(&abertas, notificacao.valor(), tx.now()) else {
        tracing::warn!(%pagamento, "a payment that pays for nothing: too little, or no subscription");
        return Ok(());
    };
    assinaturas::aplicar(tx, &efeito).await?;
    creditar_bonus(tx, usuario, pagamento, &efeito).await?;
    store::settle(tx, pagamento, &efeito).await?;
    let nucleo = tx.nucleo()?;
    tx.publish(Some(nucleo), &PagamentoRecebido { pagamento_id: pagamento }).await
}

async fn creditar_bonus(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    pagamento: PagamentoId,
    efeito: &Efeito,
) -> Result<()> {
    if efeito.bonus_moedas == 0 {
        return Ok(());
    }
    let movimento = Movimento {
        usuario,
        origem: Origem::Plano,
        valor: efeito.bonus_moedas,
        descricao: "Bônus do plano",
        referencia: Some(pagamento.into()),
    };
    creditar(tx, movimento).await?;
    Ok(())
}

/// It should have come in by now. Nothing changes before the subscription ends by itself; the person
/// is told, if they have not given it up.
async fn atrasar(tx: &mut NucleoTx, usuario: UsuarioId, notificacao: &Notificacao) -> Result<()> {
    let Some(pagamento) = store::insert_atrasado(tx, usuario, notificacao).await? else {
        return Ok(()); // Told before, or it has come in.
    };
    let abertas = assinaturas::travar(tx, usuario).await?;
    let cobrada = rules::cobrada(&abertas, notificacao.valor());
    let desistiu = |cobrada: &&Situacao| cobrada.status == StatusDeAssinatura::Cancelada;
    let Some(cobrada) = cobrada.filter(|cobrada| !desistiu(cobrada)) else { return Ok(()) };
    store::set_plano(tx, pagamento, &cobrada.plano_codigo).await?;
    let nucleo = tx.nucleo()?;
    tx.publish(Some(nucleo), &PagamentoAtrasado { pagamento_id: pagamento }).await
}

pub async fn encontrar(tx: &mut NucleoTx, id: PagamentoId) -> Result<Option<Pagamento>> {
    store::find(tx, id).await
}

/// What a person has paid, for their own copy of their data.
pub async fn listar_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Pagamento>> {
    store::list_de(tx, usuario).await
}

/// The sums stay; that they were this person's does not.
pub async fn esquecer(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    store::forget(tx, usuario).await
}

pub async fn primeiro_errado(tx: &mut NucleoTx) -> Result<Option<Errado>> {
    store::find_errado(tx).await
}

pub async fn primeiro_bonus_solto(tx: &mut NucleoTx) -> Result<Option<TransacaoId>> {
    store::find_bonus_solto(tx).await
}
