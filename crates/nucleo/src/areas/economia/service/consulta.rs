use base::Result;
use base::clock::Timestamp;
use base::db::NucleoTx;
use base::error::NUCLEO_NAO_SELECIONADO;
use base::id::UsuarioId;
use base::page::Page;

use super::super::TipoTransacao;
use super::super::rules::Origem;
use super::super::store::{self, Movimentacao, Painel, Somas, Transacao};

/// A SUPER_ADMIN has no wallet, and so a balance of nothing.
pub async fn saldo(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<i64> {
    Ok(store::find_saldo(tx, usuario).await?.unwrap_or(0))
}

pub async fn extrato(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    origem: Option<Origem>,
    page: Page,
) -> Result<(i64, Vec<Transacao>)> {
    match origem {
        None => {
            let total = store::count_transacoes(tx, usuario).await?;
            Ok((total, store::list_transacoes(tx, usuario, total, page).await?))
        }
        Some(origem) => {
            let total = store::count_da_origem(tx, usuario, origem).await?;
            Ok((total, store::list_da_origem(tx, usuario, origem, total, page).await?))
        }
    }
}

/// The newest ones.
pub async fn ultimas(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    quantas: i64,
) -> Result<Vec<Transacao>> {
    store::list_transacoes(tx, usuario, i64::MAX, Page::first(quantas)).await
}

pub async fn extrato_inteiro(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Transacao>> {
    ultimas(tx, usuario, i64::MAX).await
}

/// How often each of these people was credited or charged for this; who never was is left out.
pub async fn contar_da_origem(
    tx: &mut NucleoTx,
    pessoas: &[UsuarioId],
    origem: Origem,
) -> Result<Vec<(UsuarioId, i64)>> {
    store::count_da_origem_por_pessoa(tx, pessoas, origem).await
}

pub async fn painel(tx: &mut NucleoTx) -> Result<Painel> {
    tx.nucleo()?;
    Ok(store::find_painel(tx).await?.ok_or(NUCLEO_NAO_SELECIONADO)?)
}

/// What moved in the whole nucleo, or in one wallet of it, the newest first, and what all of it
/// adds up to.
pub async fn movimentacoes(
    tx: &mut NucleoTx,
    usuario: Option<UsuarioId>,
    tipo: Option<TipoTransacao>,
    periodo: (Timestamp, Timestamp),
    limite: i64,
) -> Result<(Somas, Vec<Movimentacao>)> {
    let nada = Somas { quantas: 0, creditado: 0, debitado: 0 };
    let somas = store::sum_movimentacoes(tx, usuario, tipo, periodo).await?.unwrap_or(nada);
    Ok((somas, store::list_movimentacoes(tx, usuario, tipo, periodo, limite).await?))
}
