//! The order of things: for each engine one data set, the service and the bare server each on its
//! own copy, and every workload asked of them by turns.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use clap::ValueEnum;

use crate::asker::{self, Team};
use crate::dataset::{self, People, Size};
use crate::entregas::{self, Deliveries};
use crate::http1::Connection;
use crate::load::{Load, Measured};
use crate::place::{Database, Engine, Place};
use crate::proc::{self, Memory};
use crate::report;
use crate::server::Server;
use crate::workloads::{self, Limit, Workload};
use crate::{Failure, argon, assistente};

const SECRET: &str = "the secret of a benchmark, which signs nothing that lasts";
/// After its first answer the service still settles for a moment.
const UNTIL_IDLE: Duration = Duration::from_secs(1);

pub struct Plan {
    pub engines: Vec<Engine>,
    pub rounds: u32,
    pub load: Load,
    pub size: Size,
    /// Only this part; all of them without it.
    pub only: Option<Part>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Perguntas, ao lado do limite
    Cargas,
    /// Avisos a todos, por todos os canais
    Entregas,
    /// A assistente embutida, ferramenta por ferramenta
    Assistente,
}

impl Plan {
    fn covers(&self, part: Part) -> bool {
        self.only.is_none_or(|only| only == part)
    }
}

/// What was measured on one engine.
pub struct Outcome {
    pub engine: Engine,
    pub started_in: Duration,
    pub idle: Memory,
    pub rows: Vec<Row>,
}

pub struct Row {
    pub workload: &'static Workload,
    pub real: Measured,
    pub limit: Limited,
}

impl Row {
    pub fn measured(&self) -> impl Iterator<Item = &Measured> {
        let bare = match &self.limit {
            Limited::BareServer(measured) => Some(measured),
            Limited::Hashes { .. } => None,
        };
        std::iter::once(&self.real).chain(bare)
    }
}

pub enum Limited {
    BareServer(Measured),
    Hashes { per_second: f64 },
}

pub async fn run(plan: &Plan) -> Result<(), Failure> {
    let binary = service_binary()?;
    report::machine(plan);
    for engine in &plan.engines {
        run_on(plan, *engine, &binary).await?;
    }
    Ok(())
}

/// Built together with this program, and so beside it.
fn service_binary() -> Result<PathBuf, Failure> {
    let binary = std::env::current_exe()?.with_file_name("nucleo");
    match binary.exists() {
        true => Ok(binary),
        false => Err(format!("falta {}: rode make bench", binary.display()).into()),
    }
}

async fn run_on(plan: &Plan, engine: Engine, binary: &Path) -> Result<(), Failure> {
    let folder = Folder::create(engine)?;
    let place = Place::open(engine, &folder.0).await?;
    let begin = Instant::now();
    let origin = place.create_empty("origem").await?;
    let people = dataset::create(&origin.url, plan.size).await?;
    place.settle("origem").await?;
    say(engine, &format!("dados prontos em {:.0} s", begin.elapsed().as_secs_f64()));

    report::engine(engine, &place.settings().await?);
    if plan.covers(Part::Cargas) {
        let outcome = run_workloads(plan, &place, &people, (binary, &folder.0)).await?;
        report::outcome(&outcome);
    }
    if plan.covers(Part::Entregas) {
        let where_to = (binary, folder.0.as_path());
        let measured: Deliveries =
            entregas::measure(plan, &place, "origem", &people, where_to).await?;
        report::deliveries(&measured);
    }
    if plan.covers(Part::Assistente) {
        let where_to = (binary, folder.0.as_path());
        let answered = assistente::measure(&place, "origem", &people, where_to).await?;
        report::assistant(&answered);
    }
    Ok(())
}

async fn run_workloads(
    plan: &Plan,
    place: &Place,
    people: &People,
    (binary, folder): (&Path, &Path),
) -> Result<Outcome, Failure> {
    let engine = place.engine;
    let (of_real, of_bare) =
        (place.copy("origem", "servico").await?, place.copy("origem", "minimo").await?);
    let command = |address| serve_command(binary, &of_real, folder, address);
    let real = Server::start(command, &folder.join("servico.log")).await?;
    tokio::time::sleep(UNTIL_IDLE).await;
    let idle = proc::memory(real.pid())?;
    let own = std::env::current_exe()?;
    let command = |address| bare_command(&own, engine, &of_bare, address);
    let bare = Server::start(command, &folder.join("minimo.log")).await?;

    let round = Round {
        plan,
        place,
        callers: asker::log_in(people, real.address).await?,
        strangers: asker::without_tokens(people),
        real: &real,
        bare: &bare,
    };
    round.compare_answers().await?;
    let mut rows = Vec::new();
    for workload in workloads::ALL {
        rows.push(round.measure(workload).await?);
    }
    let started_in = real.started_in;
    drop(round);
    real.stop().await?;
    bare.stop().await?;
    for database in [&of_real, &of_bare] {
        check(binary, database, folder)?;
    }
    Ok(Outcome { engine, started_in, idle, rows })
}

struct Round<'a> {
    plan: &'a Plan,
    place: &'a Place,
    callers: Vec<Team>,
    strangers: Vec<Team>,
    real: &'a Server,
    bare: &'a Server,
}

impl Round<'_> {
    /// A limit that did other work would be none: both begin on the same rows, and must say the
    /// same of them.
    async fn compare_answers(&self) -> Result<(), Failure> {
        let mut service = Connection::open(self.real.address).await?;
        let mut bare = Connection::open(self.bare.address).await?;
        for workload in workloads::ALL {
            let request = (workload.requests)(&self.callers).into_iter().next();
            let said = service.send_for_json(&request.ok_or("no requests")?).await?;
            let wrong = || format!("{}: unexpected answer {said}", workload.name);
            let essence = (workload.essence)(&said).ok_or_else(wrong)?;
            if workload.limit == Limit::Argon2id {
                continue;
            }
            let request = (workload.requests)(&self.strangers).into_iter().next();
            let other = bare.send_for_json(&request.ok_or("no requests")?).await?;
            if (workload.essence)(&other) != Some(essence) {
                return Err(format!("{}: {said}\nis not {other}", workload.name).into());
            }
        }
        Ok(())
    }

    /// By turns, so that what else the machine does falls on both; of each the best round counts.
    async fn measure(&self, workload: &'static Workload) -> Result<Row, Failure> {
        let (mut real, mut limit) = (None, None);
        for number in 1..=self.plan.rounds {
            say(self.place.engine, &format!("{}, rodada {number}", workload.name));
            let requests = (workload.requests)(&self.callers);
            let run = self.plan.load.run(self.real, self.place, requests).await?;
            real = Some(better(real, run, |run| run.per_second));
            let run = self.limit_of(workload).await?;
            limit = Some(better(limit, run, Limited::per_second));
        }
        let (real, limit) = (real.ok_or("no rounds")?, limit.ok_or("no rounds")?);
        Ok(Row { workload, real, limit })
    }

    async fn limit_of(&self, workload: &Workload) -> Result<Limited, Failure> {
        Ok(match workload.limit {
            Limit::BareServer => {
                let requests = (workload.requests)(&self.strangers);
                Limited::BareServer(self.plan.load.run(self.bare, self.place, requests).await?)
            }
            Limit::Argon2id => {
                Limited::Hashes { per_second: argon::hashes_per_second(self.plan.load.during)? }
            }
        })
    }
}

impl Limited {
    pub fn per_second(&self) -> f64 {
        match self {
            Self::BareServer(measured) => measured.per_second,
            Self::Hashes { per_second } => *per_second,
        }
    }
}

pub fn better<T>(before: Option<T>, now: T, speed: impl Fn(&T) -> f64) -> T {
    match before {
        Some(before) if speed(&before) >= speed(&now) => before,
        _ => now,
    }
}

pub fn serve_command(
    binary: &Path,
    database: &Database,
    folder: &Path,
    address: SocketAddr,
) -> Command {
    let mut command = nucleo_command(binary, database, folder);
    command.arg("serve").env("NUCLEO_BIND", address.to_string());
    command
}

/// Nothing of the environment: what is measured is the service as it comes.
fn nucleo_command(binary: &Path, database: &Database, folder: &Path) -> Command {
    let mut command = Command::new(binary);
    command
        .env_clear()
        .env("NUCLEO_DATA_DIR", folder.join("pasta"))
        .env("DATABASE_URL", &database.url)
        .env("NUCLEO_JWT_SECRET", SECRET);
    command
}

fn bare_command(own: &Path, engine: Engine, database: &Database, address: SocketAddr) -> Command {
    let engine = match engine {
        Engine::Sqlite => "sqlite",
        Engine::Postgres => "postgres",
    };
    let mut command = Command::new(own);
    command.arg("bare").args(["--engine", engine]).args(["--database", &database.bare]);
    command.args(["--bind", &address.to_string()]);
    command
}

/// Every sum is right after the load, on both sides: nothing was lost, and the bare server did the
/// work that it was measured for.
pub fn check(binary: &Path, database: &Database, folder: &Path) -> Result<(), Failure> {
    let mut command = nucleo_command(binary, database, folder);
    match command.arg("check").stdout(Stdio::null()).status()?.success() {
        true => Ok(()),
        false => Err("as contas não fecham depois da carga".into()),
    }
}

pub fn say(engine: Engine, what: &str) {
    eprintln!("{}: {what}", engine.title());
}

/// Gone at the end, whatever the end is.
struct Folder(PathBuf);

impl Folder {
    fn create(engine: Engine) -> Result<Self, Failure> {
        let name = format!("nucleo-carga-{}-{}", engine.title(), std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder)?;
        Ok(Self(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
