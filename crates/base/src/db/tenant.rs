//! The tenant cannot be forgotten: inside a scope only statements of [`super::statement`] run, and
//! the transaction itself binds the nucleo as `$1`.

use std::fmt;

use super::params::{Params, Prefixed, Row};
use super::statement::{SharedSql, TenantSql};
use super::tx::{Tx, assert_arity};
use crate::Uuid;
use crate::clock::{Ids, Timestamp};
use crate::error::{ERRO_INTERNO, Error, NUCLEO_NAO_SELECIONADO, Result};
use crate::id::{NucleoId, UsuarioId};
use crate::live::Live;
use crate::outbox::bell::Bells;
use crate::outbox::{self, Event};

/// Which rows a transaction reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Nucleo(NucleoId),
    /// Every row: a SUPER_ADMIN who has chosen no nucleo, and the worker on national events.
    National,
}

impl Reach {
    pub fn nucleo(self) -> Option<NucleoId> {
        match self {
            Self::Nucleo(id) => Some(id),
            Self::National => None,
        }
    }
}

/// The spelling that the row-level security policy compares with.
impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nucleo(id) => id.fmt(f),
            Self::National => f.write_str("*"),
        }
    }
}

/// One unit of work inside a scope: a transaction, its reach, its instant and its id source.
pub struct NucleoTx {
    tx: Tx,
    reach: Reach,
    now: Timestamp,
    ids: Ids,
    has_published: bool,
    has_left_work: bool,
    bells: Bells,
    /// Whose streams the commit gives something new to.
    woken: Vec<UsuarioId>,
    live: Live,
}

impl NucleoTx {
    pub(crate) fn new(
        tx: Tx,
        reach: Reach,
        now: Timestamp,
        ids: Ids,
        bells: Bells,
        live: Live,
    ) -> Self {
        let (has_published, has_left_work, woken) = (false, false, Vec::new());
        Self { tx, reach, now, ids, has_published, has_left_work, bells, woken, live }
    }

    pub async fn all<T: Row>(&mut self, sql: TenantSql, params: impl Params) -> Result<Vec<T>> {
        let (sql, params) = self.bind(sql, params)?;
        self.tx.all(sql, params).await
    }

    pub async fn optional<T: Row>(
        &mut self,
        sql: TenantSql,
        params: impl Params,
    ) -> Result<Option<T>> {
        let (sql, params) = self.bind(sql, params)?;
        self.tx.optional(sql, params).await
    }

    /// The number that a `SELECT count(*)` finds.
    pub async fn count(&mut self, sql: TenantSql, params: impl Params) -> Result<i64> {
        let row: Option<(i64,)> = self.optional(sql, params).await?;
        Ok(row.map_or(0, |(count,)| count))
    }

    /// Gives back how many rows the statement changed.
    pub async fn execute(&mut self, sql: TenantSql, params: impl Params) -> Result<u64> {
        let (sql, params) = self.bind(sql, params)?;
        self.tx.execute(sql, params).await
    }

    /// Like [`NucleoTx::execute`], for the nucleo of a thing instead of the scope's: whoever acts
    /// from above all nucleos leaves what belongs to one in that one. Outside of the scope's reach
    /// it is refused.
    pub async fn execute_for(
        &mut self,
        nucleo: Option<NucleoId>,
        sql: TenantSql,
        params: impl Params,
    ) -> Result<u64> {
        self.assert_reaches(nucleo)?;
        let params = Prefixed(nucleo, params);
        assert_arity(sql.of_one_nucleo, &params);
        self.tx.execute(sql.of_one_nucleo, params).await
    }

    fn assert_reaches(&self, nucleo: Option<NucleoId>) -> Result<()> {
        match self.reach {
            Reach::National => Ok(()),
            Reach::Nucleo(own) if nucleo == Some(own) => Ok(()),
            Reach::Nucleo(_) => Err(Error::from(ERRO_INTERNO).because("outside of the scope")),
        }
    }

    /// The tables that all nucleos share.
    pub fn shared(&mut self) -> SharedTx<'_> {
        SharedTx(&mut self.tx)
    }

    /// Tells the rest of the service what happened. It is heard if and only if this commits.
    ///
    /// `nucleo` is that of the thing it happened to, not of the scope: a SUPER_ADMIN without a
    /// nucleo who changes something of one nucleo must not address all of them.
    pub async fn publish<E: Event>(&mut self, nucleo: Option<NucleoId>, event: &E) -> Result<()> {
        self.publish_at(self.now, nucleo, event).await
    }

    /// Like [`NucleoTx::publish`], but heard no earlier than `due`.
    pub async fn publish_at<E: Event>(
        &mut self,
        due: Timestamp,
        nucleo: Option<NucleoId>,
        event: &E,
    ) -> Result<()> {
        self.assert_reaches(nucleo)?;
        let id: Uuid = self.new_id();
        self.has_published = true;
        outbox::insert(&mut self.tx, id, nucleo, due, event).await
    }

    /// Leaves an event for another nucleo, whose own worker acts on it within that nucleo. The one
    /// thing a scope may put beyond its reach: it reads and changes nothing there.
    pub async fn publish_to<E: Event>(&mut self, nucleo: NucleoId, event: &E) -> Result<()> {
        self.publish_beyond(Reach::Nucleo(nucleo), event).await
    }

    /// Leaves an event for the worker to act on above all nucleos, as [`NucleoTx::publish_to`] does
    /// for another one: nothing is read or changed there.
    pub async fn publish_nationally<E: Event>(&mut self, event: &E) -> Result<()> {
        self.publish_beyond(Reach::National, event).await
    }

    async fn publish_beyond<E: Event>(&mut self, reach: Reach, event: &E) -> Result<()> {
        let id: Uuid = self.new_id();
        self.has_published = true;
        self.tx.set_reach(reach).await?;
        outbox::insert(&mut self.tx, id, reach.nucleo(), self.now, event).await?;
        self.tx.set_reach(self.reach).await
    }

    /// Starts an event again that was given up. Whether there was one, within reach.
    pub async fn revive(&mut self, id: Uuid) -> Result<bool> {
        let sql = crate::tenant!(
            "UPDATE outbox SET status = 'PENDING', attempts = 0, due_at = $3
             WHERE nucleo_id = $1 AND id = $2 AND status = 'DEAD'"
        );
        let revived = self.execute(sql, (id, self.now)).await? == 1;
        self.has_published |= revived;
        Ok(revived)
    }

    /// Says that this leaves rows behind that a [`Task`](crate::outbox::Task) waits for.
    pub fn leave_work(&mut self) {
        self.has_left_work = true;
    }

    /// Has the open streams of these people look for what is new, once this commits.
    pub fn wake(&mut self, people: impl IntoIterator<Item = UsuarioId>) {
        self.woken.extend(people);
    }

    /// The nucleo of this scope, where what is to be done needs one.
    pub fn nucleo(&self) -> Result<NucleoId> {
        Ok(self.reach.nucleo().ok_or(NUCLEO_NAO_SELECIONADO)?)
    }

    /// The instant of this unit of work: the same for everything it writes.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    pub fn new_id<T: From<Uuid>>(&self) -> T {
        self.ids.next(self.now)
    }

    pub(crate) async fn move_to(&mut self, reach: Reach) -> Result<()> {
        self.reach = reach;
        self.tx.set_reach(reach).await
    }

    /// Ids carry the time too, and those of one source never go back in it.
    pub(crate) fn set_now(&mut self, now: Timestamp) {
        self.now = now;
        self.ids = Ids::default();
    }

    pub(crate) fn plain(&mut self) -> &mut Tx {
        &mut self.tx
    }

    pub(crate) async fn commit(mut self) -> Result<()> {
        if self.tx.is_postgres() {
            Live::notify(&mut self.tx, &self.woken).await?;
            self.woken.clear();
        }
        self.tx.commit().await?;
        self.live.tell(&self.woken);
        if self.has_published {
            self.bells.events.ring();
        }
        if self.has_left_work {
            self.bells.tasks.ring();
        }
        Ok(())
    }

    fn bind<P: Params>(
        &self,
        sql: TenantSql,
        params: P,
    ) -> Result<(&'static str, Prefixed<Option<NucleoId>, P>)> {
        let params = Prefixed(self.reach.nucleo(), params);
        assert_arity(sql.of_one_nucleo, &params);
        match self.reach {
            Reach::Nucleo(_) => Ok((sql.of_one_nucleo, params)),
            Reach::National if sql.needs_nucleo => Err(NUCLEO_NAO_SELECIONADO.into()),
            Reach::National => Ok((sql.of_every_nucleo, params)),
        }
    }
}

/// A transaction as far as the tables go that belong to no nucleo.
pub struct SharedTx<'t>(pub(crate) &'t mut Tx);

impl SharedTx<'_> {
    pub async fn all<T: Row>(&mut self, sql: SharedSql, params: impl Params) -> Result<Vec<T>> {
        assert_arity(sql.0, &params);
        self.0.all(sql.0, params).await
    }

    pub async fn optional<T: Row>(
        &mut self,
        sql: SharedSql,
        params: impl Params,
    ) -> Result<Option<T>> {
        assert_arity(sql.0, &params);
        self.0.optional(sql.0, params).await
    }

    pub async fn count(&mut self, sql: SharedSql, params: impl Params) -> Result<i64> {
        let row: Option<(i64,)> = self.optional(sql, params).await?;
        Ok(row.map_or(0, |(count,)| count))
    }

    pub async fn execute(&mut self, sql: SharedSql, params: impl Params) -> Result<u64> {
        assert_arity(sql.0, &params);
        self.0.execute(sql.0, params).await
    }
}
