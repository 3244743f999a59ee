//! One drain: announcements to everybody, and then nothing but waiting until all have arrived.

use std::time::{Duration, Instant};

use serde_json::json;

use super::sinks::Arrived;
use crate::Failure;
use crate::asker::Team;
use crate::http1::{Connection, Request};
use crate::proc::{self, Memory};
use crate::server::Server;

const POLL: Duration = Duration::from_millis(100);
pub const LIMIT: Duration = Duration::from_secs(300);

/// Every member is told by app, push and e-mail: three deliveries each.
const CHANNELS: u64 = 3;

pub struct Drain<'a> {
    pub service: &'a Server,
    pub sinks: &'a Server,
    pub teams: &'a [Team],
    pub members: u64,
    /// How many drains there have been when this one is over.
    pub number: u64,
}

#[derive(Clone, Copy)]
pub struct Drained {
    pub took: Duration,
    pub deliveries: u64,
    pub before: Memory,
    pub peak: Memory,
    /// The most that was seen waiting.
    pub queue: u64,
}

impl Drained {
    pub fn per_second(&self) -> f64 {
        self.deliveries as f64 / self.took.as_secs_f64()
    }

    /// Of the memory that is the service's own, in MiB: the pages of a mapped database are not.
    pub fn growth(&self) -> f64 {
        self.peak.anonymous - self.before.anonymous
    }
}

impl Drain<'_> {
    pub async fn run(&self) -> Result<Drained, Failure> {
        let mut service = Connection::open(self.service.address).await?;
        let mut sinks = Connection::open(self.sinks.address).await?;
        // Some events only wait for a later day.
        let at_rest = Waiting::ask(&mut service).await?.events;
        let before = proc::memory(self.service.pid())?;
        let (mut peak, mut queue) = (before, 0);
        let begin = Instant::now();
        for team in self.teams {
            service.send(&self.announcement(team)).await?;
        }
        loop {
            let now = proc::memory(self.service.pid())?;
            peak.resident = peak.resident.max(now.resident);
            peak.anonymous = peak.anonymous.max(now.anonymous);
            let waiting = Waiting::ask(&mut service).await?;
            let answer = sinks.send(&Request::get("/contagem", None)).await?;
            let arrived: Arrived = serde_json::from_slice(answer)?;
            queue = queue.max(waiting.deliveries);
            let all = self.members * self.number;
            let over = waiting.deliveries == 0 && waiting.events <= at_rest;
            if over && arrived.pushes.total >= all && arrived.emails.total >= all {
                self.check(arrived)?;
                let deliveries = self.members * CHANNELS;
                return Ok(Drained { took: begin.elapsed(), deliveries, before, peak, queue });
            }
            if begin.elapsed() > LIMIT {
                let words = self.service.last_words();
                return Err(format!("not drained: {waiting:?}, {arrived:?}\n{words}").into());
            }
            tokio::time::sleep(POLL).await;
        }
    }

    fn announcement(&self, team: &Team) -> Request {
        let body = json!({
            "titulo": format!("Assembleia no sábado ({})", self.number),
            "conteudo": "<p>Às 15h, na sede. A pauta é o calendário do próximo semestre.</p>",
            "enviarPush": true, "enviarEmail": true,
        });
        team.coordenador.post("/api/comunicados", body)
    }

    /// Everybody once more by every channel: nobody twice, nobody not at all.
    fn check(&self, arrived: Arrived) -> Result<(), Failure> {
        let exact = |counted: super::Counted| counted.is_exactly(self.members, self.number);
        match exact(arrived.pushes) && exact(arrived.emails) {
            true => Ok(()),
            false => Err(format!("entregas perdidas ou repetidas: {arrived:?}").into()),
        }
    }
}

/// What the service says that is still to be done.
#[derive(Debug)]
struct Waiting {
    events: u64,
    deliveries: u64,
}

impl Waiting {
    async fn ask(connection: &mut Connection) -> Result<Self, Failure> {
        let page = connection.send(&Request::get("/metrics", None)).await?;
        Self::parse(std::str::from_utf8(page)?)
    }

    fn parse(page: &str) -> Result<Self, Failure> {
        let value = |name: &str| -> Result<u64, Failure> {
            let line = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            Ok(line.ok_or_else(|| format!("/metrics without {name}"))?.trim().parse::<f64>()?
                as u64)
        };
        Ok(Self { events: value("outbox_pending")?, deliveries: value("entregas_pendentes")? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_is_found_among_the_metrics() {
        let page = "# TYPE outbox_pending gauge\noutbox_pending 3\nentregas_pendentes 20000\n";
        let waiting = Waiting::parse(page).unwrap();
        assert_eq!((waiting.events, waiting.deliveries), (3, 20_000));
        assert!(Waiting::parse("outbox_pending_total 3\n").is_err());
    }
}
