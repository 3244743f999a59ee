//! Who is calling, what they may do and which rows they reach. A handler has a database only
//! through one of these extractors, and nothing outside this crate can make one.

use std::marker::PhantomData;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};

use crate::Uuid;
use crate::app::App;
use crate::clock::Timestamp;
use crate::db::{IdentifySql, MeasureSql, Mode, NucleoTx, Params, Reach, SharedTx, Tx};
use crate::error::{Error, NAO_AUTENTICADO, NUCLEO_INVALIDO, Result, SEM_PERMISSAO};
use crate::id::{NucleoId, SessaoId, UsuarioId};
use crate::live::Ear;
use crate::outbox::Event;
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
    app: App,
    caller: Caller,
    reach: Reach,
    opened: Mutex<Option<NucleoTx>>,
    capability: PhantomData<fn() -> P>,
}

impl<P: Capability> Scope<P> {
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    pub fn now(&self) -> Timestamp {
        self.app.clock.now()
    }

    /// Runs `work` on one consistent snapshot. Both engines refuse a write in it.
    pub async fn read<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        read_in(&self.app, &self.opened, self.reach, work).await
    }

    /// Runs `work` in a transaction and commits it if, and only if, it succeeds.
    ///
    /// On SQLite this holds the only write lock: no hashing, network or rendering in here.
    pub async fn write<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        self.app.write(self.reach, work).await
    }
}

impl<P: Capability> FromRequestParts<App> for Scope<P> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Found { mut tx, caller, home, chosen, .. } = authenticate(parts, app).await?;
        if !caller.can::<P>() {
            return Err(SEM_PERMISSAO.into());
        }
        if chosen != home {
            tx.set_reach(chosen).await?;
        }
        let opened = keep_for_a_read(parts, app, tx, chosen);
        Ok(Self { app: app.clone(), caller, reach: chosen, opened, capability: PhantomData })
    }
}

/// A SUPER_ADMIN at work above all nucleos, with a capability that nobody else has: the nucleo
/// they may have chosen does not matter here.
pub struct NationalScope<P> {
    app: App,
    caller: Caller,
    opened: Mutex<Option<NucleoTx>>,
    capability: PhantomData<fn() -> P>,
}

impl<P: Capability> NationalScope<P> {
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    pub fn now(&self) -> Timestamp {
        self.app.clock.now()
    }

    pub fn passwords(&self) -> &Passwords {
        &self.app.passwords
    }

    pub async fn read<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        read_in(&self.app, &self.opened, Reach::National, work).await
    }

    pub async fn write<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        self.app.write(Reach::National, work).await
    }
}

impl<P: Capability> FromRequestParts<App> for NationalScope<P> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        const { assert!(P::CARGOS.is_empty(), "a national capability is SUPER_ADMIN's alone") };
        let Found { tx, caller, home, .. } = authenticate(parts, app).await?;
        if !caller.can::<P>() {
            return Err(SEM_PERMISSAO.into());
        }
        let opened = keep_for_a_read(parts, app, tx, home);
        Ok(Self { app: app.clone(), caller, opened, capability: PhantomData })
    }
}

/// The caller's own account, whatever their cargo: log out, change the password, see oneself. The
/// header that puts a SUPER_ADMIN into a nucleo does not move their account there.
pub struct OwnScope {
    app: App,
    caller: Caller,
    sessao: SessaoId,
    home: Reach,
    opened: Mutex<Option<NucleoTx>>,
}

impl OwnScope {
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    pub fn now(&self) -> Timestamp {
        self.app.clock.now()
    }

    pub fn passwords(&self) -> &Passwords {
        &self.app.passwords
    }

    pub fn tokens(&self) -> &Tokens {
        &self.app.tokens
    }

    /// Hears when something of the caller's is new.
    pub fn listen(&self) -> Ear {
        self.app.live.listen(self.caller.id)
    }

    /// Whether the caller would still be let in, for an answer that lasts: a stream is asked again
    /// what a new request would be asked.
    pub async fn still_stands(&self) -> Result<bool> {
        let mut tx = self.app.db.begin(Mode::Read, Some(Reach::National)).await?;
        Ok(find_caller(&mut tx, self.caller.id, self.sessao).await?.is_some())
    }

    pub async fn read<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        read_in(&self.app, &self.opened, self.home, work).await
    }

    pub async fn write<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        self.app.write(self.home, work).await
    }
}

impl FromRequestParts<App> for OwnScope {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Found { tx, caller, sessao, home, .. } = authenticate(parts, app).await?;
        let opened = keep_for_a_read(parts, app, tx, home);
        Ok(Self { app: app.clone(), caller, sessao, home, opened })
    }
}

struct Found {
    tx: Tx,
    caller: Caller,
    sessao: SessaoId,
    /// The nucleo they belong to; all of them for a SUPER_ADMIN.
    home: Reach,
    /// The same, or the one nucleo that a SUPER_ADMIN has put this request into.
    chosen: Reach,
}

async fn authenticate(parts: &Parts, app: &App) -> Result<Found> {
    let (usuario, sessao) = bearer(&parts.headers)
        .and_then(|token| app.tokens.verify(token, app.clock.now()))
        .ok_or(NAO_AUTENTICADO)?;

    // Read afresh on every request: a suspension or a new cargo counts from the next one on.
    let mut tx = app.db.begin(Mode::Read, Some(Reach::National)).await?;
    let found = find_caller(&mut tx, usuario, sessao).await?;
    let (nucleo, cargo) = found.ok_or(NAO_AUTENTICADO)?;
    let home = match (cargo, nucleo) {
        (Cargo::SuperAdmin, None) => Reach::National,
        (_, Some(nucleo)) => Reach::Nucleo(nucleo),
        // The schema forbids it; should it happen, they reach nothing rather than everything.
        (_, None) => return Err(NAO_AUTENTICADO.into()),
    };
    let chosen = match home {
        Reach::National => chosen_reach(&mut tx, &parts.headers).await?,
        Reach::Nucleo(_) => home,
    };
    let caller = Caller { id: usuario, cargo, address: app.proxies.client(parts) };
    Ok(Found { tx, caller, sessao, home, chosen })
}

/// The transaction that found the caller. A GET goes on in it, which saves its read a BEGIN; a
/// request with a body must not hold a connection while the body trickles in.
fn keep_for_a_read(parts: &Parts, app: &App, tx: Tx, reach: Reach) -> Mutex<Option<NucleoTx>> {
    Mutex::new(matches!(parts.method, Method::GET | Method::HEAD).then(|| {
        let (now, ids) = (app.clock.now(), app.ids.clone());
        NucleoTx::new(tx, reach, now, ids, app.bells.clone(), app.live.clone())
    }))
}

async fn read_in<T>(
    app: &App,
    opened: &Mutex<Option<NucleoTx>>,
    reach: Reach,
    work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>,
) -> Result<T> {
    let opened = opened.lock().unwrap_or_else(PoisonError::into_inner).take();
    match opened {
        Some(mut tx) => work(&mut tx).await,
        None => app.read(reach, work).await,
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then_some(token.trim())
}

/// On PostgreSQL the look-up also narrows the transaction to the nucleo it has found.
macro_rules! caller_sql {
    ($and_narrow:literal) => {
        concat!(
            "SELECT u.nucleo_id, u.cargo",
            $and_narrow,
            " FROM sessoes s
             JOIN usuarios u ON u.id = s.usuario_id
             WHERE s.id = $1 AND s.usuario_id = $2 AND s.revogada_em IS NULL
               AND u.status = 'ATIVO'"
        )
    };
}

async fn find_caller(
    tx: &mut Tx,
    usuario: UsuarioId,
    sessao: SessaoId,
) -> Result<Option<(Option<NucleoId>, Cargo)>> {
    let sql = if tx.is_postgres() {
        caller_sql!(", set_config('nucleo.id', COALESCE(u.nucleo_id::text, '*'), true)")
    } else {
        caller_sql!("")
    };
    tx.optional(sql, (sessao, usuario)).await
}

/// A SUPER_ADMIN has no nucleo; the header puts one request of theirs inside one.
async fn chosen_reach(tx: &mut Tx, headers: &HeaderMap) -> Result<Reach> {
    let Some(header) = headers.get("x-nucleo-id") else { return Ok(Reach::National) };
    let id = header.to_str().ok().and_then(|id| Uuid::parse_str(id).ok()).ok_or(NUCLEO_INVALIDO)?;
    let sql = "SELECT id FROM nucleos WHERE id = $1";
    let (nucleo,): (NucleoId,) = tx.optional(sql, (id,)).await?.ok_or(NUCLEO_INVALIDO)?;
    Ok(Reach::Nucleo(nucleo))
}

/// Nobody in particular: health, sign-up, log-in, the public list of nucleos.
pub struct PublicScope {
    app: App,
    address: IpAddr,
}

impl PublicScope {
    pub fn now(&self) -> Timestamp {
        self.app.clock.now()
    }

    /// From where the request comes.
    pub fn address(&self) -> IpAddr {
        self.address
    }

    pub fn passwords(&self) -> &Passwords {
        &self.app.passwords
    }

    pub fn tokens(&self) -> &Tokens {
        &self.app.tokens
    }

    /// Reads what all nucleos share.
    pub async fn read<T>(
        &self,
        work: impl AsyncFnOnce(&mut SharedTx<'_>) -> Result<T>,
    ) -> Result<T> {
        let mut tx = self.app.db.begin(Mode::Read, None).await?;
        work(&mut SharedTx(&mut tx)).await
    }

    /// Who it is that the statement looks for, wherever they belong; by a code that anybody may
    /// know, so nothing more is given.
    pub async fn find_person(
        &self,
        sql: IdentifySql,
        params: impl Params,
    ) -> Result<Option<(UsuarioId, Option<NucleoId>)>> {
        let mut tx = self.app.db.begin(Mode::Read, Some(Reach::National)).await?;
        tx.optional(sql.0, params).await
    }

    /// Whoever presents what the statement looks for, within their own nucleo: for an e-mail whose
    /// password is checked next, or a token that is a proof by itself.
    pub async fn identify(
        &self,
        sql: IdentifySql,
        params: impl Params,
    ) -> Result<Option<PersonScope>> {
        let found = self.find_person(sql, params).await?;
        Ok(found.map(|(id, nucleo)| PersonScope {
            app: self.app.clone(),
            id,
            reach: nucleo.map_or(Reach::National, Reach::Nucleo),
        }))
    }

    /// Leaves word of something that anybody may ask for, and does nothing else about it.
    pub async fn publish<E: Event>(&self, event: &E) -> Result<()> {
        self.app.write(Reach::National, async |tx| tx.publish(None, event).await).await
    }

    /// Where somebody who belongs to no nucleo yet asks to be let into this one.
    pub fn at_the_door_of(&self, nucleo: NucleoId) -> DoorScope {
        DoorScope { app: self.app.clone(), nucleo }
    }

    /// Numbers about all nucleos together, for the page of the operator.
    pub async fn measure(&self, counts: &[(&'static str, MeasureSql)]) -> Result<()> {
        let mut tx = self.app.db.begin(Mode::Read, Some(Reach::National)).await?;
        for (name, sql) in counts {
            let count: Option<(i64,)> = tx.optional(sql.0, ()).await?;
            metrics::gauge!(*name).set(count.map_or(0, |(count,)| count) as f64);
        }
        Ok(())
    }
}

impl FromRequestParts<App> for PublicScope {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        Ok(Self { app: app.clone(), address: app.proxies.client(parts) })
    }
}

/// One person who is about to prove who they are, or has, within their own nucleo.
pub struct PersonScope {
    app: App,
    id: UsuarioId,
    reach: Reach,
}

impl PersonScope {
    pub fn id(&self) -> UsuarioId {
        self.id
    }

    pub async fn read<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        self.app.read(self.reach, work).await
    }

    pub async fn write<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        self.app.write(self.reach, work).await
    }
}

/// The door of a nucleo, for whoever belongs to none yet and leaves a sign-up there.
pub struct DoorScope {
    app: App,
    nucleo: NucleoId,
}

impl DoorScope {
    pub async fn write<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        self.app.write(Reach::Nucleo(self.nucleo), work).await
    }
}
