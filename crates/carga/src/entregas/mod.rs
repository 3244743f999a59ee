//! Deliveries: everybody is told of something by every channel at once. How quickly does it go out,
//! what is left for those who ask meanwhile, and does the memory know how long the queue is?

mod devices;
mod drain;
mod sinks;
mod smtp;
mod tally;

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use crate::Failure;
use crate::asker;
use crate::bench::{self, Plan};
use crate::dataset::People;
use crate::http1::{Connection, Request};
use crate::load::Measured;
use crate::place::{Database, Place};
use crate::server::{Server, free_address};
use crate::workloads;

use self::drain::Drain;
pub use self::drain::Drained;
pub use self::sinks::serve;
use self::tally::Counted;

const NAME: &str = "entregas";

/// What was measured on one engine.
pub struct Deliveries {
    /// Balances asked for while nothing is delivered.
    pub idle: Measured,
    /// Nothing asked meanwhile.
    pub alone: Drained,
    pub loaded: Drained,
    /// Balances asked for during `loaded`.
    pub meanwhile: Measured,
}

impl Deliveries {
    /// What part of the speed is left to those who ask.
    pub fn ratio(&self) -> f64 {
        self.meanwhile.per_second / self.idle.per_second
    }
}

/// On a copy of `origin` of its own.
pub async fn measure(
    plan: &Plan,
    place: &Place,
    origin: &str,
    people: &People,
    (binary, folder): (&Path, &Path),
) -> Result<Deliveries, Failure> {
    let smtp = free_address()?;
    let own = std::env::current_exe()?;
    let command = |push| sinks_command(&own, smtp, push);
    let sinks = Server::start(command, &folder.join("coletores.log")).await?;
    let database = place.copy(origin, NAME).await?;
    devices::subscribe(place, NAME, sinks.address).await?;
    place.settle(NAME).await?;
    let command = |address| serve_command((binary, folder), &database, smtp, address);
    let service = Server::start(command, &folder.join("entregas.log")).await?;
    let teams = asker::log_in(people, service.address).await?;
    make_keys(&service, &teams).await?;

    let members: usize = people.0.iter().map(|community| community.members.len()).sum();
    let drain = |number| Drain {
        service: &service,
        sinks: &sinks,
        teams: &teams,
        members: members as u64,
        number,
    };
    let balances = || workloads::balances(&teams);
    let mut idle = None;
    for _ in 0..plan.rounds {
        let run = plan.load.run(&service, place, balances()).await?;
        idle = Some(bench::better(idle, run, |run| run.per_second));
    }
    bench::say(place.engine, "entregas, sem carga");
    let alone = drain(1).run().await?;
    bench::say(place.engine, "entregas, sob carga");
    let second = drain(2);
    let (meanwhile, loaded) =
        plan.load.run_while(&service, place, balances(), drain::LIMIT, second.run()).await?;

    service.stop().await?;
    sinks.stop().await?;
    check_rows(place, members as u64 * 2).await?;
    bench::check(binary, &database, folder)?;
    Ok(Deliveries { idle: idle.ok_or("no rounds")?, alone, loaded, meanwhile })
}

/// Whoever asks for the public key first has the pair made.
async fn make_keys(service: &Server, teams: &[asker::Team]) -> Result<(), Failure> {
    let team = teams.first().ok_or("nobody to ask")?;
    let mut connection = Connection::open(service.address).await?;
    let request: Request = team.coordenador.get("/push/vapid-key?");
    connection.send(&request).await?;
    Ok(())
}

/// What the service has written down agrees with what arrived.
async fn check_rows(place: &Place, each: u64) -> Result<(), Failure> {
    for (what, sql) in [
        ("notificações", "SELECT count(*) FROM notificacoes"),
        ("e-mails registrados", "SELECT count(*) FROM email_logs WHERE status = 'sent'"),
        ("registros de e-mail", "SELECT count(*) FROM email_logs"),
    ] {
        let found = place.count(NAME, sql).await?;
        if u64::try_from(found) != Ok(each) {
            return Err(format!("{found} {what}, e eram {each}").into());
        }
    }
    Ok(())
}

fn serve_command(
    (binary, folder): (&Path, &Path),
    database: &Database,
    smtp: SocketAddr,
    address: SocketAddr,
) -> Command {
    let mut command = bench::serve_command(binary, database, folder, address);
    command
        .env("SMTP_URL", format!("smtp://{smtp}?tls=none"))
        .env("SENDER_EMAIL", "avisos@nucleo.org")
        // The sinks are on this machine.
        .env("NUCLEO_PERMITIR_REDE_PRIVADA", "true");
    command
}

fn sinks_command(own: &Path, smtp: SocketAddr, push: SocketAddr) -> Command {
    let mut command = Command::new(own);
    command.arg("sinks").args(["--smtp", &smtp.to_string()]).args(["--push", &push.to_string()]);
    command
}
