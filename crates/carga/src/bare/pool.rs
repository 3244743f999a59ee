//! A handful of connections, each lent to one request at a time.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Failure;

pub struct Pool<T> {
    free: Mutex<Vec<T>>,
    permits: Arc<Semaphore>,
}

impl<T> Pool<T> {
    pub fn of(connections: Vec<T>) -> Arc<Self> {
        let permits = Arc::new(Semaphore::new(connections.len()));
        Arc::new(Self { free: Mutex::new(connections), permits })
    }

    /// Waits for its turn.
    pub async fn lend(self: &Arc<Self>) -> Result<Lent<T>, Failure> {
        let permit = Arc::clone(&self.permits).acquire_owned().await?;
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = Some(free.ok_or("a permit without a connection")?);
        Ok(Lent { connection, pool: Arc::clone(self), _permit: permit })
    }
}

/// Goes back by itself. The connection is there until then.
pub struct Lent<T> {
    connection: Option<T>,
    pool: Arc<Pool<T>>,
    /// Dropped after the connection is back: fields go after `drop`.
    _permit: OwnedSemaphorePermit,
}

impl<T> Drop for Lent<T> {
    fn drop(&mut self) {
        let mut free = self.pool.free.lock().unwrap_or_else(PoisonError::into_inner);
        free.extend(self.connection.take());
    }
}

impl<T> Deref for Lent<T> {
    type Target = T;

    #[expect(clippy::expect_used, reason = "only `drop` takes the connection out")]
    fn deref(&self) -> &T {
        self.connection.as_ref().expect("a connection")
    }
}

impl<T> DerefMut for Lent<T> {
    #[expect(clippy::expect_used, reason = "only `drop` takes the connection out")]
    fn deref_mut(&mut self) -> &mut T {
        self.connection.as_mut().expect("a connection")
    }
}
