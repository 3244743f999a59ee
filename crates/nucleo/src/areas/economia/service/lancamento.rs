//! The only way to move money. Wallet and ledger change in the caller's transaction, both or none.

use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::{Result, Uuid};

use super::super::rules::{self, INDICACAO, Origem};
use super::super::store::{self, CarteiraTravada, NovaTransacao};
use super::super::{IndicacaoDeOutroNucleoAprovada, IndicacaoPaga, TransacaoId};
use crate::errors::USUARIO_NAO_ENCONTRADO;

/// What to move, and why.
pub struct Movimento<'a> {
    pub usuario: UsuarioId,
    pub origem: Origem,
    /// Before multiplier and cap.
    pub valor: i64,
    pub descricao: &'a str,
    /// What it is for: the same cause moves the same wallet once.
    pub referencia: Option<Uuid>,
}

/// A movement that was made, and where.
#[derive(Debug, PartialEq, Eq)]
pub struct Lancada {
    pub id: TransacaoId,
    pub nucleo: NucleoId,
    /// After multiplier and cap.
    pub valor: i64,
}

/// Gives a new nucleo its rules: no multiplier, no cap.
pub async fn criar_regras(tx: &mut NucleoTx, nucleo: NucleoId) -> Result<()> {
    store::insert_regras(tx, nucleo).await
}

/// Gives a new person an empty wallet.
pub async fn abrir_carteira(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    store::insert_carteira(tx, usuario).await
}

/// Credits, with multiplier and monthly cap. `None` if this cause was paid before.
pub async fn creditar(tx: &mut NucleoTx, movimento: Movimento<'_>) -> Result<Option<Lancada>> {
    let carteira = travar(tx, movimento.usuario).await?;
    let mes = tx.now().mes();
    let efeito = rules::credito(&carteira.situacao(), movimento.origem, movimento.valor, &mes)?;
    let descricao = rules::descricao_com_corte(movimento.descricao, &efeito);
    let movimento = Movimento { descricao: &descricao, ..movimento };
    lancar(tx, movimento, &efeito, carteira.nucleo_id).await
}

/// Debits. `None` if this cause was charged before; an error if the balance does not cover it.
pub async fn debitar(tx: &mut NucleoTx, movimento: Movimento<'_>) -> Result<Option<Lancada>> {
    let carteira = travar(tx, movimento.usuario).await?;
    let efeito = rules::debito(&carteira.situacao(), movimento.valor)?;
    lancar(tx, movimento, &efeito, carteira.nucleo_id).await
}

/// Gives back what was charged, to the wallet it was taken from, whatever has become of its owner:
/// a removed account keeps its sums. `None` if this cause was given back before.
pub async fn estornar(tx: &mut NucleoTx, movimento: Movimento<'_>) -> Result<Option<Lancada>> {
    let carteira = store::lock_any(tx, movimento.usuario).await?.ok_or(USUARIO_NAO_ENCONTRADO)?;
    let mes = tx.now().mes();
    let efeito = rules::credito(&carteira.situacao(), movimento.origem, movimento.valor, &mes)?;
    lancar(tx, movimento, &efeito, carteira.nucleo_id).await
}

/// Pays the sponsor of an approved person, wherever the sponsor belongs.
pub async fn pagar_indicacao(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    indicado: UsuarioId,
    indicador: (UsuarioId, Option<NucleoId>),
) -> Result<()> {
    match indicador {
        (indicador, Some(dele)) if dele == nucleo => {
            creditar_indicacao(tx, indicador, indicado).await
        }
        (_, None) => Ok(()), // a SUPER_ADMIN has no wallet
        // Their wallet is out of this scope's reach: the worker pays it from within theirs.
        (indicador_id, Some(dele)) => {
            let evento = IndicacaoDeOutroNucleoAprovada { indicador_id, indicado_id: indicado };
            tx.publish_to(dele, &evento).await
        }
    }
}

pub async fn creditar_indicacao(
    tx: &mut NucleoTx,
    indicador: UsuarioId,
    indicado: UsuarioId,
) -> Result<()> {
    let movimento = Movimento {
        usuario: indicador,
        origem: Origem::Referral,
        valor: INDICACAO,
        descricao: "Indicação aprovada",
        referencia: Some(indicado.into()),
    };
    match creditar(tx, movimento).await {
        // A sponsor who has left meanwhile is owed nothing, and holds nobody's approval up.
        Err(error) if error.code() == USUARIO_NAO_ENCONTRADO => Ok(()),
        Err(error) => Err(error),
        Ok(None) => Ok(()),
        Ok(Some(lancada)) => {
            let evento = IndicacaoPaga { indicador_id: indicador, indicado_id: indicado };
            tx.publish(Some(lancada.nucleo), &evento).await
        }
    }
}

async fn travar(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<CarteiraTravada> {
    Ok(store::lock(tx, usuario).await?.ok_or(USUARIO_NAO_ENCONTRADO)?)
}

async fn lancar(
    tx: &mut NucleoTx,
    movimento: Movimento<'_>,
    efeito: &rules::Efeito,
    nucleo: NucleoId,
) -> Result<Option<Lancada>> {
    let nova = NovaTransacao {
        usuario: movimento.usuario,
        origem: movimento.origem,
        base: movimento.valor,
        descricao: movimento.descricao,
        referencia: movimento.referencia,
    };
    let id = store::append(tx, &nova, efeito).await?;
    if id.is_some() {
        store::update_carteira(tx, movimento.usuario, efeito).await?;
    }
    Ok(id.map(|id| Lancada { id, nucleo, valor: efeito.valor }))
}
