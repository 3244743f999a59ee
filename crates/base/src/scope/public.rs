//! Those who have not said who they are, and what leads from there to somebody.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::app::App;
use crate::clock::Timestamp;
use crate::db::{IdentifySql, MeasureSql, Mode, NucleoTx, Params, Reach, SharedTx};
use crate::error::{Error, Result};
use crate::id::{NucleoId, UsuarioId};
use crate::outbox::Event;
use crate::password::Passwords;
use crate::token::Tokens;

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

    /// Reads what all nucleos share, each statement by itself.
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

    /// See [`super::Work::read`].
    pub async fn read<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        work(&mut self.app.begin(Mode::Read, self.reach).await?).await
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
