//! Rung after a commit that left work behind, so that whoever does it need not wait their turn.

use tokio::sync::watch;

/// One for events in the outbox, one for what tasks wait for.
#[derive(Clone, Default)]
pub struct Bells {
    pub events: Bell,
    pub tasks: Bell,
}

#[derive(Clone)]
pub struct Bell(watch::Sender<()>);

impl Default for Bell {
    fn default() -> Self {
        Self(watch::channel(()).0)
    }
}

impl Bell {
    pub fn ring(&self) {
        self.0.send_replace(());
    }

    /// What rings from now on is heard, also by whoever is busy at that moment.
    pub fn listen(&self) -> Listener {
        Listener(self.0.subscribe())
    }
}

pub struct Listener(watch::Receiver<()>);

impl Listener {
    /// Returns at once if it has rung since the last time.
    pub async fn heard(&mut self) {
        if self.0.changed().await.is_err() {
            std::future::pending().await // nobody is left who could ring
        }
    }
}
