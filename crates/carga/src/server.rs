//! A server under load: a process of its own that ends with the value, whatever happens.

use std::fs::File;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::Failure;
use crate::http1::{Connection, Request};

const START_LIMIT: Duration = Duration::from_secs(60);
/// The service itself gives up waiting for requests after 30 seconds.
const STOP_LIMIT: Duration = Duration::from_secs(40);

pub struct Server {
    child: Child,
    log: PathBuf,
    pub address: SocketAddr,
    /// From the start of the process to its first answer.
    pub started_in: Duration,
}

impl Server {
    /// `command` is told the address to listen on. Its output goes to a file, as it would where
    /// the service really runs.
    pub async fn start(
        command: impl FnOnce(SocketAddr) -> Command,
        log: &Path,
    ) -> Result<Self, Failure> {
        let address = free_address()?;
        let output = File::create(log)?;
        let mut command = command(address);
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        let begin = Instant::now();
        let child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
        let mut server = Self { child, log: log.to_owned(), address, started_in: Duration::ZERO };
        while !server.answers().await {
            if server.child.try_wait()?.is_some() || begin.elapsed() > START_LIMIT {
                return Err(format!("it did not start: {}", server.last_words()).into());
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        server.started_in = begin.elapsed();
        Ok(server)
    }

    async fn answers(&self) -> bool {
        let Ok(mut connection) = Connection::open(self.address).await else { return false };
        connection.send(&Request::get("/health", None)).await.is_ok()
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// As whoever runs it would: SIGTERM, then wait.
    pub async fn stop(mut self) -> Result<(), Failure> {
        let pid = self.child.id().to_string();
        if !Command::new("kill").args(["-TERM", &pid]).status()?.success() {
            return Err("kill -TERM failed".into());
        }
        let begin = Instant::now();
        while begin.elapsed() < STOP_LIMIT {
            if let Some(status) = self.child.try_wait()? {
                return match status.success() {
                    true => Ok(()),
                    false => Err(format!("it ended badly: {}", self.last_words()).into()),
                };
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Err("it does not stop".into())
    }

    pub fn last_words(&self) -> String {
        let log = std::fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = log.lines().rev().take(10).collect();
        lines.into_iter().rev().collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Another program could take it before the server does; then the server says so and ends.
pub fn free_address() -> Result<SocketAddr, Failure> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}
