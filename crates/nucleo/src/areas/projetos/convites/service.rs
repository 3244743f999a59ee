//! Invitations and members. Every function works inside the caller's transaction.

use base::db::NucleoTx;
use base::error::ERRO_INTERNO;
use base::id::UsuarioId;
use base::page::Page;
use base::{Result, Uuid};

use super::super::trava::{self as projetos, Diferenca};
use super::super::{ConvitesEnviados, ProjetoId};
use super::rules::{self, Ato, Convidavel, Ignorado, StatusConvite};
use super::store::{self, Conhecido};
use crate::errors::{
    CONVITE_EM_OUTRO_ESTADO, CONVITE_NAO_ENCONTRADO, JA_NO_PROJETO, PESSOA_NAO_ATIVA,
    USUARIO_NAO_ENCONTRADO,
};

pub use super::store::{Convite, Membro};

const UM_MEMBRO: Diferenca = Diferenca { membros: 1, tarefas: 0, comentarios: 0 };
const MENOS_UM_MEMBRO: Diferenca = Diferenca { membros: -1, tarefas: 0, comentarios: 0 };

/// Who was invited, and who was not and why.
pub struct Convidados {
    pub convidados: usize,
    pub ignorados: Vec<Ignorado>,
}

pub async fn listar_membros(tx: &mut NucleoTx, id: ProjetoId, max: i64) -> Result<Vec<Membro>> {
    store::list(tx, id, max).await
}

/// The invitations that wait for this person's answer.
pub async fn pendentes(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    page: Page,
) -> Result<(i64, Vec<Convite>)> {
    let total = store::count_pendentes(tx, usuario).await?;
    Ok((total, store::list_pendentes(tx, usuario, page).await?))
}

/// Every place of a person, for their own copy of their data.
pub async fn listar_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Convite>> {
    store::list_de(tx, usuario).await
}

pub async fn convidar(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    usuarios: &[UsuarioId],
) -> Result<Convidados> {
    tx.nucleo()?;
    let nucleo = projetos::travar(tx, projeto).await?;
    let conhecidos = store::list_conhecidos(tx, projeto, usuarios).await?;
    let convidavel = |conhecido: Conhecido| Convidavel {
        usuario: conhecido.id,
        ativo: conhecido.ativo,
        convite: conhecido.status_convite,
    };
    let conhecidos: Vec<_> = conhecidos.into_iter().map(convidavel).collect();
    let (convidados, ignorados) = rules::separar(usuarios, &conhecidos);
    let quantos = convidados.len();
    if quantos > 0 {
        store::upsert(tx, projeto, &convidados, StatusConvite::Pendente).await?;
        let evento = ConvitesEnviados { projeto_id: projeto, usuario_ids: convidados };
        tx.publish(Some(nucleo), &evento).await?;
    }
    Ok(Convidados { convidados: quantos, ignorados })
}

/// Puts somebody into a project without asking them.
pub async fn adicionar(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    usuario: UsuarioId,
) -> Result<Membro> {
    tx.nucleo()?;
    let nucleo = projetos::travar(tx, projeto).await?;
    match projetos::pode_agir(tx, nucleo, usuario).await? {
        None => return Err(USUARIO_NAO_ENCONTRADO.into()),
        Some(false) => return Err(PESSOA_NAO_ATIVA.into()),
        Some(true) => {}
    }
    let antes = store::lock(tx, projeto, usuario).await?;
    let depois = rules::mover(antes, Ato::Adicionar).ok_or(JA_NO_PROJETO)?;
    store::upsert(tx, projeto, &[usuario], depois).await?;
    projetos::contar(tx, projeto, UM_MEMBRO).await?;
    obter(tx, projeto, usuario).await
}

/// An accepted member is part of the project from here on.
pub async fn confirmar(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    usuario: UsuarioId,
) -> Result<Membro> {
    projetos::travar(tx, projeto).await?;
    mover(tx, projeto, usuario, Ato::Confirmar).await?;
    projetos::contar(tx, projeto, UM_MEMBRO).await?;
    obter(tx, projeto, usuario).await
}

/// The invited person says yes or no.
pub async fn responder(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    usuario: UsuarioId,
    aceita: bool,
) -> Result<Convite> {
    let ato = if aceita { Ato::Aceitar } else { Ato::Recusar };
    mover(tx, projeto, usuario, ato).await?;
    Ok(store::find_convite(tx, projeto, usuario).await?.ok_or(ERRO_INTERNO)?)
}

/// Takes somebody out, or an invitation back. What they did in the project stays theirs.
pub async fn remover(tx: &mut NucleoTx, projeto: ProjetoId, usuario: UsuarioId) -> Result<()> {
    match tirar(tx, projeto, usuario).await? {
        true => Ok(()),
        false => Err(CONVITE_NAO_ENCONTRADO.into()),
    }
}

/// Takes somebody out of every project, when their account is removed.
pub async fn remover_de_todos(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let mut convites = store::list_de(tx, usuario).await?;
    // Two who leave at once take the projects they share in the same order.
    convites.sort_by_key(|convite| Uuid::from(convite.projeto_id));
    for convite in convites {
        tirar(tx, convite.projeto_id, usuario).await?;
    }
    Ok(())
}

async fn tirar(tx: &mut NucleoTx, projeto: ProjetoId, usuario: UsuarioId) -> Result<bool> {
    projetos::travar(tx, projeto).await?;
    let tirada = store::delete(tx, projeto, usuario).await?;
    if tirada == Some(StatusConvite::Confirmado) {
        projetos::contar(tx, projeto, MENOS_UM_MEMBRO).await?;
    }
    Ok(tirada.is_some())
}

async fn mover(tx: &mut NucleoTx, projeto: ProjetoId, usuario: UsuarioId, ato: Ato) -> Result<()> {
    let antes = store::lock(tx, projeto, usuario).await?.ok_or(CONVITE_NAO_ENCONTRADO)?;
    let depois = rules::mover(Some(antes), ato).ok_or(CONVITE_EM_OUTRO_ESTADO)?;
    store::update(tx, projeto, usuario, depois).await
}

async fn obter(tx: &mut NucleoTx, projeto: ProjetoId, usuario: UsuarioId) -> Result<Membro> {
    Ok(store::find(tx, projeto, usuario).await?.ok_or(CONVITE_NAO_ENCONTRADO)?)
}
