//! Who is calling, what they may do and which rows they reach. A handler has a database only
//! through one of these extractors, and nothing outside this crate can make one.

mod authentication;
mod public;
mod work;

use std::marker::PhantomData;
use std::net::IpAddr;
use std::ops::Deref;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

#[cfg(test)]
pub(crate) use authentication::CALLER;
use authentication::{Authenticated, authenticate, find};
pub use public::{DoorScope, PersonScope, PublicScope};
pub use work::Work;

use crate::app::App;
use crate::db::Reach;
use crate::error::{Error, Result, SEM_PERMISSAO};
use crate::id::{SessaoId, UsuarioId};
use crate::live::Ear;
use crate::password::Passwords;
use crate::token::Tokens;

crate::text_enum! {
    /// O cargo de uma pessoa.
    pub enum Cargo {
        Membro = "MEMBRO",
        LiderProjeto = "LIDER_PROJETO",
        PortaVoz = "PORTA_VOZ",
        Coordenador = "COORDENADOR",
        Administrador = "ADMINISTRADOR",
        SuperAdmin = "SUPER_ADMIN",
    }
}

/// Something a caller may be allowed to do. The service's policy table implements it.
pub trait Capability: Send + Sync + 'static {
    /// Who has it. SUPER_ADMIN is admitted everywhere and needs no mention.
    const CARGOS: &'static [Cargo];
}

/// The person behind a request, as the database knows them at this moment. Made by the extractors
/// below (and for demonstration data by the operator): `non_exhaustive` keeps every other crate
/// from writing one down.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Caller {
    pub id: UsuarioId,
    pub cargo: Cargo,
    pub address: IpAddr,
}

impl Caller {
    pub fn can<P: Capability>(&self) -> bool {
        self.cargo == Cargo::SuperAdmin || P::CARGOS.contains(&self.cargo)
    }
}

/// A caller with capability `P`, inside their nucleo.
pub struct Scope<P> {
    work: Work,
    capability: PhantomData<fn() -> P>,
}

impl<P: Capability> FromRequestParts<App> for Scope<P> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let mut found = authenticate(parts, app).await?;
        if !found.caller.can::<P>() {
            return Err(SEM_PERMISSAO.into());
        }
        let Authenticated { home, chosen, .. } = found;
        if chosen != home {
            found.tx.set_reach(chosen).await?;
        }
        let Authenticated { tx, caller, .. } = found;
        let work = Work::after_look_up(parts, app, tx, caller, chosen);
        Ok(Self { work, capability: PhantomData })
    }
}

impl<P> Deref for Scope<P> {
    type Target = Work;

    fn deref(&self) -> &Work {
        &self.work
    }
}

/// A SUPER_ADMIN at work above all nucleos, with a capability that nobody else has: the nucleo
/// they may have chosen does not matter here.
pub struct NationalScope<P> {
    work: Work,
    capability: PhantomData<fn() -> P>,
}

impl<P: Capability> NationalScope<P> {
    pub fn passwords(&self) -> &Passwords {
        &self.work.app.passwords
    }
}

impl<P: Capability> FromRequestParts<App> for NationalScope<P> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        const { assert!(P::CARGOS.is_empty(), "a national capability is SUPER_ADMIN's alone") };
        let Authenticated { tx, caller, .. } = authenticate(parts, app).await?;
        if !caller.can::<P>() {
            return Err(SEM_PERMISSAO.into());
        }
        let work = Work::after_look_up(parts, app, tx, caller, Reach::National);
        Ok(Self { work, capability: PhantomData })
    }
}

impl<P> Deref for NationalScope<P> {
    type Target = Work;

    fn deref(&self) -> &Work {
        &self.work
    }
}

/// The caller's own account, whatever their cargo: log out, change the password, see oneself. The
/// header that puts a SUPER_ADMIN into a nucleo does not move their account there.
pub struct OwnScope {
    work: Work,
    sessao: SessaoId,
}

impl OwnScope {
    pub fn passwords(&self) -> &Passwords {
        &self.work.app.passwords
    }

    pub fn tokens(&self) -> &Tokens {
        &self.work.app.tokens
    }

    /// Hears when something of the caller's is new.
    pub fn listen(&self) -> Ear {
        self.work.app.live.listen(self.caller().id)
    }

    /// Whether the caller would still be let in, for an answer that lasts: a stream is asked again
    /// what a new request would be asked.
    pub async fn still_stands(&self) -> Result<bool> {
        Ok(find(&self.work.app, self.caller().id, self.sessao).await?.is_some())
    }
}

impl FromRequestParts<App> for OwnScope {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Authenticated { tx, caller, sessao, home, .. } = authenticate(parts, app).await?;
        Ok(Self { work: Work::after_look_up(parts, app, tx, caller, home), sessao })
    }
}

impl Deref for OwnScope {
    type Target = Work;

    fn deref(&self) -> &Work {
        &self.work
    }
}
