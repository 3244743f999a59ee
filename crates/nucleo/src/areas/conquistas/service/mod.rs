//! What there is to achieve, and who has.

mod desbloqueio;
mod progresso;

use base::Result;
use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;
use base::scope::{Caller, Scope};

use super::rules::NovaConquista;
use super::store::{self, Conquista};
use super::{ConquistaCriada, ConquistaId};
use crate::areas::feed::{self, TipoDeEntrada};
use crate::errors::CONQUISTA_NAO_ENCONTRADA;
use crate::policy::Participar;
use progresso::Progresso;

pub use super::store::Desbloqueada;
pub use desbloqueio::{conferir, percorrer};

/// The most achievements that one's profile shows.
const MAX_NO_PERFIL: i64 = 500;

/// An achievement as one person sees it.
pub struct Situacao {
    pub conquista: Conquista,
    /// How often they have done it; may be more than the goal.
    pub progresso: i64,
    pub desbloqueada_em: Option<Timestamp>,
}

impl Situacao {
    /// The goal is reached, and nobody has come by yet to say so.
    fn esta_por_desbloquear(&self) -> bool {
        self.desbloqueada_em.is_none() && self.progresso >= self.conquista.meta
    }
}

/// A goal that was reached a moment ago shows as unlocked, whether or not the event has been heard:
/// then it is unlocked here, and the event finds it so.
pub async fn listar(scope: &Scope<Participar>, page: Page) -> Result<(i64, Vec<Situacao>)> {
    let id = scope.caller().id;
    let (total, vistas) = scope.read(async |tx| mostrar(tx, id, page).await).await?;
    let mut atrasadas: Vec<_> = Vec::new();
    for vista in vistas.iter().filter(|vista| vista.esta_por_desbloquear()) {
        if !atrasadas.contains(&vista.conquista.metrica) {
            atrasadas.push(vista.conquista.metrica);
        }
    }
    // Whoever stands above all nucleos is counted and unlocks nothing.
    if atrasadas.is_empty() || !desbloqueio::pode_desbloquear(scope.caller().cargo) {
        return Ok((total, vistas));
    }
    scope
        .write(async |tx| {
            for metrica in atrasadas {
                conferir(tx, id, metrica).await?;
            }
            mostrar(tx, id, page).await
        })
        .await
}

async fn mostrar(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    page: Page,
) -> Result<(i64, Vec<Situacao>)> {
    let (total, vistas) = (store::count(tx).await?, store::list(tx, usuario, page).await?);
    let mut progresso = Progresso::de(usuario);
    let mut situacoes = Vec::new();
    for vista in vistas {
        situacoes.push(Situacao {
            progresso: progresso.em(tx, vista.conquista.metrica).await?,
            conquista: vista.conquista,
            desbloqueada_em: vista.desbloqueada_em,
        });
    }
    Ok((total, situacoes))
}

/// Whoever has reached the goal already unlocks it: the caller here, everybody else by the event.
pub async fn criar(tx: &mut NucleoTx, caller: &Caller, nova: &NovaConquista) -> Result<Situacao> {
    let id = store::insert(tx, nova).await?;
    let conquista = store::find(tx, id).await?.ok_or(CONQUISTA_NAO_ENCONTRADA)?;
    let progresso = Progresso::de(caller.id).em(tx, nova.metrica).await?;
    let alcancou = progresso >= nova.meta;
    let desbloqueou = alcancou && desbloqueio::conceder(tx, &conquista, &[caller.id]).await? > 0;
    let evento = ConquistaCriada { conquista_id: id, depois_de: None };
    tx.publish(Some(conquista.nucleo_id), &evento).await?;
    let desbloqueada_em = desbloqueou.then(|| tx.now());
    Ok(Situacao { conquista, progresso, desbloqueada_em })
}

/// Nobody unlocks it any more. Whoever has it keeps it in their profile.
pub async fn excluir(tx: &mut NucleoTx, id: ConquistaId) -> Result<()> {
    match store::remove(tx, id).await? {
        true => Ok(()),
        false => Err(CONQUISTA_NAO_ENCONTRADA.into()),
    }
}

/// What one person has achieved, newest first.
pub async fn desbloqueadas(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Desbloqueada>> {
    store::list_desbloqueadas(tx, usuario, MAX_NO_PERFIL).await
}

/// Whoever has left for good has achieved nothing that anybody could read of.
pub async fn esquecer(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let origens = store::delete_of(tx, usuario).await?;
    feed::service::remover_varias(tx, TipoDeEntrada::Conquista, &origens).await
}
