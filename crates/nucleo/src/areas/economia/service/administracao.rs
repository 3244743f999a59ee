//! Adjustments by hand and the rules of the currency.

use base::Result;
use base::db::NucleoTx;
use base::error::ERRO_INTERNO;
use base::scope::Caller;
use serde_json::{Value, json};

use super::super::rules::{Ajuste, Multiplicador, Origem, Teto};
use super::super::store::{self, Painel, Transacao};
use super::super::{RegraDaMoedaAlterada, TipoTransacao};
use super::consulta::painel;
use super::lancamento::{Lancada, Movimento, creditar, debitar};
use super::repeticao::{guardar_resposta, reservar_chave};
use crate::areas::auditoria::{self, Acao, Registro, TipoAlvo};
use crate::errors::{NUCLEO_NAO_ENCONTRADO, USUARIO_NAO_ENCONTRADO};

/// Moves once per key: a repeated request gets the answer of the first. `mostrar` makes that answer.
pub async fn ajustar(
    tx: &mut NucleoTx,
    caller: &Caller,
    ajuste: &Ajuste,
    chave: Option<&str>,
    mostrar: impl FnOnce(Transacao) -> Result<Value>,
) -> Result<Value> {
    let Some(chave) = chave else { return mostrar(mover(tx, caller, ajuste).await?) };
    let nucleo = store::find_nucleo(tx, ajuste.usuario).await?.ok_or(USUARIO_NAO_ENCONTRADO)?;
    let assinatura = ajuste.assinatura();
    let respondida = reservar_chave(tx, nucleo, caller.id, chave, &assinatura).await?;
    if let Some(resposta) = respondida {
        return Ok(resposta);
    }
    let resposta = mostrar(mover(tx, caller, ajuste).await?)?;
    guardar_resposta(tx, caller.id, chave, &resposta).await?;
    Ok(resposta)
}

async fn mover(tx: &mut NucleoTx, caller: &Caller, ajuste: &Ajuste) -> Result<Transacao> {
    let movimento = Movimento {
        usuario: ajuste.usuario,
        origem: Origem::Manual,
        valor: ajuste.valor,
        descricao: &ajuste.justificativa,
        referencia: None,
    };
    let lancada = match ajuste.tipo {
        TipoTransacao::Credito => creditar(tx, movimento).await?,
        TipoTransacao::Debito => debitar(tx, movimento).await?,
    };
    let Lancada { id, nucleo, .. } = lancada.ok_or(ERRO_INTERNO)?;
    let registro = Registro {
        acao: Acao::AjusteManual,
        nucleo: Some(nucleo),
        alvo: (TipoAlvo::Usuario, ajuste.usuario.into()),
        detalhes: json!({"transacaoId": id, "tipo": ajuste.tipo, "valor": ajuste.valor}),
    };
    auditoria::registrar(tx, Some(caller), registro).await?;
    Ok(Transacao {
        id,
        valor: ajuste.valor,
        tipo: ajuste.tipo,
        origem: Origem::Manual,
        descricao: ajuste.justificativa.clone(),
        criado_em: tx.now(),
    })
}

pub async fn alterar_multiplicador(
    tx: &mut NucleoTx,
    caller: &Caller,
    novo: Multiplicador,
) -> Result<Painel> {
    tx.nucleo()?;
    let (antes, _) = store::lock_regras(tx).await?.ok_or(NUCLEO_NAO_ENCONTRADO)?;
    store::update_multiplicador(tx, novo.ppm()).await?;
    let detalhes =
        json!({"de": Multiplicador::from_ppm(antes).as_number(), "para": novo.as_number()});
    mudou(tx, caller, Acao::MultiplicadorAlterado, detalhes).await
}

pub async fn alterar_teto(tx: &mut NucleoTx, caller: &Caller, novo: Teto) -> Result<Painel> {
    tx.nucleo()?;
    let (_, antes) = store::lock_regras(tx).await?.ok_or(NUCLEO_NAO_ENCONTRADO)?;
    store::update_teto(tx, novo.0).await?;
    mudou(tx, caller, Acao::TetoAlterado, json!({"de": antes, "para": novo.0})).await
}

async fn mudou(tx: &mut NucleoTx, caller: &Caller, acao: Acao, detalhes: Value) -> Result<Painel> {
    let nucleo = tx.nucleo()?;
    let alvo = (TipoAlvo::Nucleo, nucleo.into());
    let registro = Registro { acao, nucleo: Some(nucleo), alvo, detalhes: detalhes.clone() };
    auditoria::registrar(tx, Some(caller), registro).await?;
    let evento = RegraDaMoedaAlterada { regra: acao.as_str().to_owned(), detalhes };
    tx.publish(Some(nucleo), &evento).await?;
    painel(tx).await
}
