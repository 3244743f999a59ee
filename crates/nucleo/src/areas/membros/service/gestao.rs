//! Cargo, status and the end of an account.

use base::Result;
use base::db::NucleoTx;
use base::error::Error;
use base::id::UsuarioId;
use base::scope::{Caller, Cargo};
use serde_json::json;

use super::super::rules::{self, Posto};
use super::super::store::{self, Situacao};
use super::super::{CargoAlterado, ContaExcluida, Status, StatusAlterado};
use super::cadastro::efeitos_da_aprovacao;
use crate::areas::auditoria::{self, Acao, Registro, TipoAlvo};
use crate::areas::{competencias, nucleos, sessoes};
use crate::errors::{ULTIMO_ADMINISTRADOR, ULTIMO_SUPER_ADMIN, USUARIO_NAO_ENCONTRADO};

pub async fn alterar_cargo(
    tx: &mut NucleoTx,
    caller: &Caller,
    id: UsuarioId,
    para: Cargo,
) -> Result<()> {
    let antes = travar_membro(tx, caller, id).await?;
    if antes.cargo == para {
        return Ok(());
    }
    let depois = Posto { cargo: para, status: antes.status };
    proteger_ultimo_administrador(tx, caller, &antes, depois).await?;
    store::update_cargo(tx, id, para).await?;
    let detalhes = json!({"de": antes.cargo, "para": para});
    registrar(tx, caller, Acao::CargoAlterado, &antes, id, detalhes).await?;
    let evento = CargoAlterado { usuario_id: id, de: antes.cargo, para, alterado_por: caller.id };
    tx.publish(antes.nucleo_id, &evento).await
}

/// From any status. Whatever makes somebody ATIVO for the first time is their approval.
pub async fn alterar_status(
    tx: &mut NucleoTx,
    caller: &Caller,
    id: UsuarioId,
    para: Status,
) -> Result<()> {
    let antes = travar_membro(tx, caller, id).await?;
    if antes.status == para {
        return Ok(());
    }
    let depois = Posto { cargo: antes.cargo, status: para };
    proteger_ultimo_administrador(tx, caller, &antes, depois).await?;
    store::update_status(tx, id, para).await?;
    if para != Status::Ativo {
        sessoes::service::revogar_todas(tx, id).await?;
    }
    let detalhes = json!({"de": antes.status, "para": para});
    registrar(tx, caller, Acao::StatusAlterado, &antes, id, detalhes).await?;
    let aprovado = store::mark_approved(tx, id).await?;
    let evento = StatusAlterado {
        usuario_id: id,
        de: antes.status,
        para,
        alterado_por: caller.id,
        primeira_vez: aprovado.is_some(),
    };
    tx.publish(antes.nucleo_id, &evento).await?;
    match aprovado {
        Some(aprovado) => efeitos_da_aprovacao(tx, caller, id, aprovado).await,
        None => Ok(()),
    }
}

/// The person becomes anonymous; the ledger, the votes and the sums stay as they are.
pub async fn excluir(tx: &mut NucleoTx, caller: &Caller) -> Result<()> {
    let id = caller.id;
    if caller.cargo == Cargo::SuperAdmin {
        store::lock_super_admins(tx).await?;
        if store::count_super_admins_ativos(tx).await? < 2 {
            return Err(ULTIMO_SUPER_ADMIN.into());
        }
    }
    let antes = travar(tx, caller, id).await?;
    let depois = Posto { cargo: antes.cargo, status: Status::Inativo };
    proteger_ultimo_administrador(tx, caller, &antes, depois).await?;
    sessoes::service::esquecer(tx, id).await?;
    competencias::service::definir(tx, id, &[]).await?;
    store::unindex_nome(tx, id).await?;
    store::anonymise(tx, id).await?;
    registrar(tx, caller, Acao::ContaExcluida, &antes, id, json!({})).await?;
    auditoria::service::apagar_enderecos(tx, id).await?;
    tx.publish(antes.nucleo_id, &ContaExcluida { usuario_id: id }).await
}

/// Has everybody wait who does the same: for what a person gets once and has no row of its own to
/// wait for yet.
pub async fn segurar(tx: &mut NucleoTx, id: UsuarioId) -> Result<()> {
    store::lock(tx, id).await?;
    Ok(())
}

/// Locks the nucleo before the person: of two administrators who demote each other, the second
/// waits here, with no lock that the first could need.
async fn travar(tx: &mut NucleoTx, caller: &Caller, id: UsuarioId) -> Result<Situacao> {
    if caller.cargo != Cargo::SuperAdmin {
        let nucleo = tx.nucleo()?;
        nucleos::service::travar(tx, nucleo).await?;
    }
    let situacao = store::lock(tx, id).await?.ok_or(USUARIO_NAO_ENCONTRADO)?;
    Ok(situacao)
}

/// Cargo and status are given inside a nucleo: whoever stands above all of them is not found.
async fn travar_membro(tx: &mut NucleoTx, caller: &Caller, id: UsuarioId) -> Result<Situacao> {
    let situacao = travar(tx, caller, id).await?;
    match situacao.nucleo_id {
        Some(_) => Ok(situacao),
        None => Err(USUARIO_NAO_ENCONTRADO.into()),
    }
}

/// A nucleo without an administrator could only be helped from above.
async fn proteger_ultimo_administrador(
    tx: &mut NucleoTx,
    caller: &Caller,
    antes: &Situacao,
    depois: Posto,
) -> Result<()> {
    let hoje = Posto { cargo: antes.cargo, status: antes.status };
    if !rules::deixa_de_administrar(hoje, depois) || caller.cargo == Cargo::SuperAdmin {
        return Ok(());
    }
    match store::count_administradores_ativos(tx).await? {
        0 | 1 => Err(Error::from(ULTIMO_ADMINISTRADOR)),
        _ => Ok(()),
    }
}

async fn registrar(
    tx: &mut NucleoTx,
    caller: &Caller,
    acao: Acao,
    situacao: &Situacao,
    usuario: UsuarioId,
    detalhes: serde_json::Value,
) -> Result<()> {
    let alvo = (TipoAlvo::Usuario, usuario.into());
    let registro = Registro { acao, nucleo: situacao.nucleo_id, alvo, detalhes };
    auditoria::registrar(tx, Some(caller), registro).await
}
