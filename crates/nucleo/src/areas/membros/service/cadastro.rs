//! How somebody comes in: the sign-up, and its approval or rejection.

use base::db::NucleoTx;
use base::error::{ERRO_INTERNO, Error};
use base::id::{NucleoId, UsuarioId};
use base::scope::Caller;
use base::{Result, secret};
use serde_json::json;

use super::super::store::Aprovado;
use super::super::{NovaPessoa, UsuarioAprovado, UsuarioRejeitado, rules, store};
use crate::areas::auditoria::{self, Acao, Registro, TipoAlvo};
use crate::areas::{economia, sessoes};
use crate::errors::{CADASTRO_JA_DECIDIDO, USUARIO_NAO_ENCONTRADO};

/// What the nucleo contributes to a new member's referral code.
pub struct Procedencia<'a> {
    pub slug: &'a str,
    pub estado: &'a str,
}

/// A new member with an empty wallet and a referral code of their own.
pub async fn cadastrar(
    tx: &mut NucleoTx,
    nova: &NovaPessoa,
    procedencia: Procedencia<'_>,
) -> Result<(UsuarioId, String)> {
    // A taken code is rare, a hundred taken ones in a row are a bug.
    for _ in 0..100 {
        let sufixo = secret::random_text(rules::ALFABETO, rules::TAMANHO_DO_SUFIXO);
        let codigo = rules::codigo_referral(procedencia.slug, procedencia.estado, &sufixo);
        if let Some(id) = store::insert(tx, nova, Some(&codigo)).await? {
            store::index_nome(tx, id, &rules::nome_busca(&nova.nome)).await?;
            economia::service::abrir_carteira(tx, id).await?;
            return Ok((id, codigo));
        }
    }
    Err(Error::from(ERRO_INTERNO).because("no free referral code"))
}

/// Someone above all nucleos: no wallet, no referral code.
pub async fn cadastrar_super_admin(tx: &mut NucleoTx, nova: &NovaPessoa) -> Result<UsuarioId> {
    Ok(store::insert(tx, nova, None).await?.ok_or(ERRO_INTERNO)?)
}

/// PENDENTE becomes ATIVO, with everything that follows from it, once.
pub async fn aprovar(tx: &mut NucleoTx, caller: &Caller, id: UsuarioId) -> Result<()> {
    let Some(aprovado) = store::approve(tx, id).await? else {
        return Err(ja_decidido(tx, id).await?);
    };
    efeitos_da_aprovacao(tx, caller, id, aprovado).await
}

/// What follows from becoming ATIVO for the first time, by whichever way.
pub async fn efeitos_da_aprovacao(
    tx: &mut NucleoTx,
    caller: &Caller,
    id: UsuarioId,
    aprovado: Aprovado,
) -> Result<()> {
    let nucleo = aprovado.nucleo_id;
    if let Some(indicador) = aprovado.indicado_por {
        let indicador = (indicador, aprovado.indicador_nucleo_id);
        economia::service::pagar_indicacao(tx, nucleo, id, indicador).await?;
    }
    registrar(tx, caller, Acao::UsuarioAprovado, nucleo, id).await?;
    let evento = UsuarioAprovado { usuario_id: id, aprovado_por: caller.id };
    tx.publish(Some(nucleo), &evento).await
}

/// PENDENTE becomes REJEITADO. The record stays, hidden; the person may apply again.
pub async fn rejeitar(tx: &mut NucleoTx, caller: &Caller, id: UsuarioId) -> Result<()> {
    let Some(nucleo) = store::reject(tx, id).await? else { return Err(ja_decidido(tx, id).await?) };
    sessoes::service::revogar_todas(tx, id).await?;
    registrar(tx, caller, Acao::UsuarioRejeitado, nucleo, id).await?;
    let evento = UsuarioRejeitado { usuario_id: id, rejeitado_por: caller.id };
    tx.publish(Some(nucleo), &evento).await
}

/// Why a registration could not be decided: there is none, or somebody was faster.
async fn ja_decidido(tx: &mut NucleoTx, id: UsuarioId) -> Result<Error> {
    let existe = store::find_status(tx, id).await?.is_some();
    Ok(Error::from(if existe { CADASTRO_JA_DECIDIDO } else { USUARIO_NAO_ENCONTRADO }))
}

async fn registrar(
    tx: &mut NucleoTx,
    caller: &Caller,
    acao: Acao,
    nucleo: NucleoId,
    usuario: UsuarioId,
) -> Result<()> {
    let alvo = (TipoAlvo::Usuario, usuario.into());
    let registro = Registro { acao, nucleo: Some(nucleo), alvo, detalhes: json!({}) };
    auditoria::registrar(tx, Some(caller), registro).await
}
