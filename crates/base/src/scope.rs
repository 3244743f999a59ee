//! Who is calling, what they may do and which rows they reach. A handler has a database only
//! through one of these extractors, and nothing outside this crate can make one.

mod authentication;
mod public;

use std::marker::PhantomData;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

#[cfg(test)]
pub(crate) use authentication::CALLER;
use authentication::{Authenticated, Work, authenticate, find};
pub use public::{DoorScope, PersonScope, PublicScope};

use crate::app::App;
use crate::clock::Timestamp;
use crate::db::{NucleoTx, Reach};
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
    caller: Caller,
    capability: PhantomData<fn() -> P>,
}

impl<P: Capability> Scope<P> {
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    pub fn now(&self) -> Timestamp {
        self.work.app.clock.now()
    }

    /// Runs `work`, each statement by itself: one sees what was committed before it began, and the
    /// next may see more. Both engines refuse a write in it.
    ///
    /// That is enough for a list and its total. Where several statements must agree with each
    /// other, ask for a [`Scope::snapshot`], which costs one more trip to the database.
    pub async fn read<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        self.work.read(work).await
    }

    /// Runs `work` on the state of one moment. Both engines refuse a write in it.
    pub async fn snapshot<T>(
        &self,
        work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>,
    ) -> Result<T> {
        self.work.snapshot(work).await
    }

    /// Runs `work` in a transaction and commits it if, and only if, it succeeds.
    ///
    /// On SQLite this holds the only write lock: no hashing, network or rendering in here.
    pub async fn write<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        self.work.write(work).await
    }
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
        let work = Work::after_look_up(parts, app, tx, chosen);
        Ok(Self { work, caller, capability: PhantomData })
    }
}

/// A SUPER_ADMIN at work above all nucleos, with a capability that nobody else has: the nucleo
/// they may have chosen does not matter here.
pub struct NationalScope<P> {
    work: Work,
    caller: Caller,
    capability: PhantomData<fn() -> P>,
}

impl<P: Capability> NationalScope<P> {
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    pub fn now(&self) -> Timestamp {
        self.work.app.clock.now()
    }

    pub fn passwords(&self) -> &Passwords {
        &self.work.app.passwords
    }

    /// See [`Scope::read`].
    pub async fn read<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        self.work.read(work).await
    }

    /// See [`Scope::snapshot`].
    pub async fn snapshot<T>(
        &self,
        work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>,
    ) -> Result<T> {
        self.work.snapshot(work).await
    }

    /// See [`Scope::write`].
    pub async fn write<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        self.work.write(work).await
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
        let work = Work::after_look_up(parts, app, tx, Reach::National);
        Ok(Self { work, caller, capability: PhantomData })
    }
}

/// The caller's own account, whatever their cargo: log out, change the password, see oneself. The
/// header that puts a SUPER_ADMIN into a nucleo does not move their account there.
pub struct OwnScope {
    work: Work,
    caller: Caller,
    sessao: SessaoId,
}

impl OwnScope {
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    pub fn now(&self) -> Timestamp {
        self.work.app.clock.now()
    }

    pub fn passwords(&self) -> &Passwords {
        &self.work.app.passwords
    }

    pub fn tokens(&self) -> &Tokens {
        &self.work.app.tokens
    }

    /// Hears when something of the caller's is new.
    pub fn listen(&self) -> Ear {
        self.work.app.live.listen(self.caller.id)
    }

    /// Whether the caller would still be let in, for an answer that lasts: a stream is asked again
    /// what a new request would be asked.
    pub async fn still_stands(&self) -> Result<bool> {
        Ok(find(&self.work.app, self.caller.id, self.sessao).await?.is_some())
    }

    /// See [`Scope::read`].
    pub async fn read<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        self.work.read(work).await
    }

    /// See [`Scope::snapshot`].
    pub async fn snapshot<T>(
        &self,
        work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>,
    ) -> Result<T> {
        self.work.snapshot(work).await
    }

    /// See [`Scope::write`].
    pub async fn write<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        self.work.write(work).await
    }
}

impl FromRequestParts<App> for OwnScope {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Authenticated { tx, caller, sessao, home, .. } = authenticate(parts, app).await?;
        Ok(Self { work: Work::after_look_up(parts, app, tx, home), caller, sessao })
    }
}
