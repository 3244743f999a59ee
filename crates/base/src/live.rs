//! Tells people's open streams that something of theirs is new, on every instance: through the
//! process on SQLite, through LISTEN/NOTIFY on PostgreSQL. Only word of it travels this way; what
//! is new is read from the database, so that a lost word costs a moment and nothing else.

use std::time::Duration;

use sqlx::postgres::PgListener;
use tokio::sync::{broadcast, watch};

use crate::Uuid;
use crate::db::{Db, Tx};
use crate::error::Result;
use crate::id::UsuarioId;

pub(crate) const CHANNEL: &str = "nucleo_live";
/// A stream that is this many words behind is told to look again.
const BACKLOG: usize = 4096;
/// PostgreSQL carries at most 8,000 bytes in one notification; an id is 32.
const IDS_PER_NOTIFICATION: usize = 200;
const RECONNECT_PAUSE: Duration = Duration::from_secs(1);

#[derive(Clone)]
pub struct Live {
    words: broadcast::Sender<UsuarioId>,
    closed: watch::Sender<bool>,
}

impl Default for Live {
    fn default() -> Self {
        Self { words: broadcast::channel(BACKLOG).0, closed: watch::channel(false).0 }
    }
}

impl Live {
    pub(crate) fn listen(&self, to: UsuarioId) -> Ear {
        Ear { to, words: self.words.subscribe(), closed: self.closed.subscribe() }
    }

    /// Ends every stream, so that a stop need not wait for people to leave.
    pub(crate) fn close(&self) {
        self.closed.send_replace(true);
    }

    /// Within the transaction that made something new. SQLite has one process, whose streams are
    /// told after the commit by [`Live::tell`].
    pub(crate) async fn notify(tx: &mut Tx, people: &[UsuarioId]) -> Result<()> {
        for some in people.chunks(IDS_PER_NOTIFICATION) {
            let ids: String = some.iter().map(|id| Uuid::from(*id).simple().to_string()).collect();
            tx.execute("SELECT pg_notify($1, $2)", (CHANNEL, ids)).await?;
        }
        Ok(())
    }

    pub(crate) fn tell(&self, people: &[UsuarioId]) {
        for id in people {
            let _ = self.words.send(*id); // nobody listens: nobody to tell
        }
    }

    /// Hears the other instances, and this one, until `shutdown` resolves.
    pub(crate) async fn relay(&self, db: &Db, shutdown: impl Future<Output = ()>) {
        let mut shutdown = std::pin::pin!(shutdown);
        loop {
            tokio::select! {
                biased;
                () = &mut shutdown => return,
                ended = self.relay_once(db) => {
                    if let Err(error) = ended {
                        tracing::warn!(?error, "live relay");
                    }
                    tokio::time::sleep(RECONNECT_PAUSE).await;
                }
            }
        }
    }

    async fn relay_once(&self, db: &Db) -> Result<()> {
        match db.listener(CHANNEL).await? {
            None => std::future::pending().await, // SQLite: there is nobody else to hear
            Some(listener) => self.pass_on(listener).await,
        }
    }

    pub(crate) async fn pass_on(&self, mut listener: PgListener) -> Result<()> {
        loop {
            let word = listener.recv().await?;
            let ids: Vec<UsuarioId> = parse(word.payload()).collect();
            self.tell(&ids);
        }
    }
}

fn parse(payload: &str) -> impl Iterator<Item = UsuarioId> {
    let ids = payload.as_bytes().chunks(32);
    ids.filter_map(|id| Some(UsuarioId::from(Uuid::try_parse_ascii(id).ok()?)))
}

/// One person's end of it.
pub struct Ear {
    to: UsuarioId,
    words: broadcast::Receiver<UsuarioId>,
    closed: watch::Receiver<bool>,
}

impl Ear {
    /// Whether to look again: true when there is word for this person or some was missed, false
    /// when the service stops.
    pub async fn word(&mut self) -> bool {
        loop {
            tokio::select! {
                biased;
                _ = self.closed.wait_for(|closed| *closed) => return false,
                word = self.words.recv() => match word {
                    Ok(to) if to == self.to => return true,
                    Ok(_) => {}
                    Err(broadcast::error::RecvError::Lagged(_)) => return true,
                    Err(broadcast::error::RecvError::Closed) => return false,
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_travel_as_digits_in_a_row() {
        let ids = [Uuid::from_u128(1), Uuid::from_u128(u128::MAX)];
        let payload: String = ids.iter().map(|id| id.simple().to_string()).collect();
        let parsed: Vec<Uuid> = parse(&payload).map(Uuid::from).collect();
        assert_eq!(parsed, ids);
        assert_eq!(parse("not digits").count(), 0);
    }

    #[tokio::test]
    async fn a_stream_hears_its_own_person_and_the_end() {
        let live = Live::default();
        let (ana, rui) = (UsuarioId::from(Uuid::from_u128(1)), UsuarioId::from(Uuid::from_u128(2)));
        let mut ear = live.listen(ana);
        live.tell(&[rui, ana]);
        assert!(ear.word().await);
        live.close();
        assert!(!ear.word().await);
    }
}
