//! The load: every connection sends its next request when the last one is answered.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::Failure;
use crate::http1::{Connection, Request};
use crate::latencies::{Latencies, Summary};
use crate::place::Place;
use crate::proc::{self, Memory};
use crate::server::Server;

const WARM_UP: Duration = Duration::from_secs(1);
/// A server that does not answer at all must not keep the benchmark for ever.
const SILENCE: Duration = Duration::from_secs(60);

#[derive(Clone, Copy)]
pub struct Load {
    pub connections: usize,
    pub during: Duration,
}

/// What one workload did in one run.
#[derive(Clone, Copy)]
pub struct Measured {
    pub per_second: f64,
    pub latency: Summary,
    /// CPU milliseconds per request.
    pub server_cpu: f64,
    pub database_cpu: Option<f64>,
    pub generator_cpu: f64,
    /// The part of the machine that went to processes that are not measured.
    pub others: f64,
    /// At the end of the run.
    pub memory: Memory,
}

impl Load {
    pub async fn run(
        self,
        server: &Server,
        place: &Place,
        requests: Vec<Request>,
    ) -> Result<Measured, Failure> {
        let pass = async {
            tokio::time::sleep(self.during).await;
            Ok(())
        };
        Ok(self.run_while(server, place, requests, self.during, pass).await?.0)
    }

    /// As long as `work` takes, which begins when all are warm; it should end within `limit`.
    pub async fn run_while<T>(
        self,
        server: &Server,
        place: &Place,
        requests: Vec<Request>,
        limit: Duration,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<(Measured, T), Failure> {
        let measured = self.measure(server, place, requests.into(), work);
        match tokio::time::timeout(WARM_UP + limit + SILENCE, measured).await {
            Ok(Ok(measured)) => Ok(measured),
            Ok(Err(failure)) => Err(format!("{failure}\n{}", server.last_words()).into()),
            Err(_) => Err(format!("no answer for a minute\n{}", server.last_words()).into()),
        }
    }

    async fn measure<T>(
        self,
        server: &Server,
        place: &Place,
        requests: Arc<[Request]>,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<(Measured, T), Failure> {
        let from = Instant::now() + WARM_UP;
        let over = Arc::new(AtomicBool::new(false));
        let mut connections = JoinSet::new();
        for number in 0..self.connections {
            // Each at its own place in the same round, so that they do not walk in step.
            let first = number * requests.len() / self.connections;
            let requests = Arc::clone(&requests);
            let over = Arc::clone(&over);
            connections.spawn(keep_asking(server.address, requests, first, from, over));
        }
        tokio::time::sleep_until(from.into()).await;
        let before = Usage::of(server, place)?;
        let done = work.await?;
        over.store(true, Ordering::Relaxed);
        let elapsed = from.elapsed();
        let used = Usage::of(server, place)?.since(&before);

        let mut latencies = Latencies::default();
        while let Some(asked) = connections.join_next().await {
            latencies.add(asked??);
        }
        let count = latencies.count();
        if count == 0 {
            return Err("not one answer in time".into());
        }
        let per_request = |cpu: Duration| cpu.as_secs_f64() * 1000.0 / count as f64;
        let measured = Measured {
            per_second: count as f64 / elapsed.as_secs_f64(),
            latency: latencies.summary(),
            server_cpu: per_request(used.server),
            database_cpu: used.database.map(per_request),
            generator_cpu: per_request(used.generator),
            others: used.others().as_secs_f64() / elapsed.as_secs_f64() / proc::cores() as f64,
            memory: proc::memory(server.pid())?,
        };
        Ok((measured, done))
    }
}

/// Only what is answered from `from` on and before it is `over` counts.
async fn keep_asking(
    address: SocketAddr,
    requests: Arc<[Request]>,
    first: usize,
    from: Instant,
    over: Arc<AtomicBool>,
) -> Result<Latencies, Failure> {
    let mut connection = Connection::open(address).await?;
    let mut latencies = Latencies::default();
    for request in requests.iter().cycle().skip(first) {
        let sent = Instant::now();
        connection.send(request).await?;
        let answered = Instant::now();
        if over.load(Ordering::Relaxed) {
            break;
        }
        if answered >= from {
            latencies.record((answered - sent).as_micros());
        }
    }
    Ok(latencies)
}

/// CPU time so far.
struct Usage {
    server: Duration,
    database: Option<Duration>,
    generator: Duration,
    machine: Duration,
}

impl Usage {
    fn of(server: &Server, place: &Place) -> Result<Self, Failure> {
        Ok(Self {
            server: proc::cpu(server.pid())?,
            database: place.cpu()?,
            generator: proc::cpu(std::process::id())?,
            machine: proc::cpu_of_machine()?,
        })
    }

    fn since(&self, before: &Self) -> Self {
        let less = |now: Duration, then: Duration| now.saturating_sub(then);
        Self {
            server: less(self.server, before.server),
            database: self.database.zip(before.database).map(|(now, then)| less(now, then)),
            generator: less(self.generator, before.generator),
            machine: less(self.machine, before.machine),
        }
    }

    fn others(&self) -> Duration {
        let ours = self.server + self.database.unwrap_or_default() + self.generator;
        self.machine.saturating_sub(ours)
    }
}
