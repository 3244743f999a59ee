//! The benchmark: how quick the service is, beside the quickest that its machine and database
//! allow. `make bench` runs it.

mod argon;
mod asker;
mod assistente;
mod bare;
mod bench;
mod dataset;
mod entregas;
mod http1;
mod latencies;
mod load;
mod place;
mod postgres_server;
mod proc;
mod report;
mod server;
mod statements;
mod workloads;

use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};

use bench::{Part, Plan};
use dataset::Size;
use load::Load;
use place::Engine;

/// A sentence for the person at the keyboard.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Mede o serviço sob carga, ao lado do limite medido na mesma hora.
#[derive(Parser)]
#[command(name = "carga", about, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Só esta parte; sem isto, todas
    #[arg(long)]
    only: Option<Part>,
    /// Só este banco de dados; sem isto, os dois
    #[arg(long)]
    engine: Option<Engine>,
    /// Por quanto tempo se mede cada carga, em segundos, a cada rodada
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Quantas rodadas; vale a melhor
    #[arg(long, default_value_t = 2)]
    rounds: u32,
    /// Quantas conexões perguntam ao mesmo tempo
    #[arg(long, default_value_t = 32)]
    connections: usize,
    /// Quantos membros têm os cinco núcleos, ao todo
    #[arg(long, default_value_t = 10_000)]
    members: usize,
    /// Quantas transações, ao todo
    #[arg(long, default_value_t = 50_000)]
    transactions: usize,
}

#[derive(Subcommand)]
enum Command {
    /// O servidor mínimo, que é o limite; a medição o inicia sozinha
    Bare {
        #[arg(long)]
        engine: Engine,
        /// Um arquivo SQLite ou uma URL do PostgreSQL
        #[arg(long)]
        database: String,
        #[arg(long)]
        bind: SocketAddr,
    },
    /// Onde as entregas chegam; a medição o inicia sozinha
    Sinks {
        #[arg(long)]
        smtp: SocketAddr,
        #[arg(long)]
        push: SocketAddr,
    },
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("carga: {}", sentence(&*failure));
            ExitCode::FAILURE
        }
    }
}

/// With all that lies behind it: a driver says "db error" first.
fn sentence(failure: &(dyn std::error::Error + 'static)) -> String {
    let mut text = nucleo::commands::sentence(failure);
    let mut cause = failure.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

fn run(cli: Cli) -> Result<(), Failure> {
    if let Some(command) = cli.command {
        let runtime = Builder::new_multi_thread().enable_all().build()?;
        return runtime.block_on(async {
            match command {
                Command::Bare { engine, database, bind } => {
                    bare::serve(engine, &database, bind).await
                }
                Command::Sinks { smtp, push } => entregas::serve(smtp, push).await,
            }
        });
    }
    let plan = Plan {
        engines: cli.engine.map_or(vec![Engine::Sqlite, Engine::Postgres], |engine| vec![engine]),
        rounds: cli.rounds.max(1),
        load: Load {
            connections: cli.connections.max(1),
            during: Duration::from_secs(cli.seconds.max(1)),
        },
        only: cli.only,
        size: Size { members: cli.members, transactions: cli.transactions },
    };
    // One thread is enough to load two cores, and leaves the more of them to the servers.
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (mut term, mut interrupt) =
            (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        // Whichever way it ends, servers and folders go with the values that hold them.
        tokio::select! {
            done = bench::run(&plan) => done,
            _ = term.recv() => Err("interrompido".into()),
            _ = interrupt.recv() => Err("interrompido".into()),
        }
    })
}
