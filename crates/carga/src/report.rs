//! What is printed: Markdown, to be read as it is.

use crate::assistente::Answered;
use crate::bench::{Limited, Outcome, Plan, Row};
use crate::entregas::{Deliveries, Drained};
use crate::load::Measured;
use crate::place::Engine;
use crate::proc;

const IDLE_TARGET_MIB: f64 = 60.0;
const START_TARGET_MS: f64 = 300.0;
/// What part of their speed requests keep while everybody is told of something.
const MEANWHILE_TARGET: f64 = 0.5;
/// By how much the service's own memory may grow with ten thousand deliveries waiting.
const GROWTH_TARGET_MIB: f64 = 64.0;
/// Of the slowest answers of each tool of the assistant.
const TOOL_TARGET_MS: f64 = 50.0;
/// How much of the machine others may use before what is measured is theirs as much as ours.
const QUIET: f64 = 0.1;

pub fn machine(plan: &Plan) {
    println!("# Medição sob carga\n");
    println!("- Máquina: {} × {}", proc::cores(), proc::processor());
    println!(
        "- Dados: 5 núcleos, {} membros, {} transações",
        plan.size.members, plan.size.transactions
    );
    println!(
        "- Carga: {} conexões na mesma máquina; {} s por carga depois de 1 s de aquecimento; a \
         melhor de {} rodadas, alternadas com o limite",
        plan.load.connections,
        plan.load.during.as_secs(),
        plan.rounds
    );
    println!(
        "- Limite: um axum sem mais nada, com o mesmo SQL direto no driver (rusqlite; \
         tokio-postgres); do login, o Argon2id sozinho em todos os núcleos do processador"
    );
    println!("- Memória: a residente, e entre parênteses a que não é de arquivos mapeados");
    if cfg!(debug_assertions) {
        println!("- **Compilado sem otimização: estes números não valem**");
    }
}

pub fn engine(engine: Engine, settings: &str) {
    println!("\n## {}\n", engine.title());
    println!("- Banco de dados: {settings}");
}

pub fn outcome(outcome: &Outcome) {
    let start = outcome.started_in.as_secs_f64() * 1000.0;
    println!(
        "- Do início à primeira resposta: {start:.0} ms (meta: < {START_TARGET_MS:.0}, {})",
        verdict(start < START_TARGET_MS)
    );
    let idle = outcome.idle;
    println!(
        "- Memória sem carga: {:.1} MiB ({:.1}) (meta: < {IDLE_TARGET_MIB:.0}, {})\n",
        idle.resident,
        idle.anonymous,
        verdict(idle.resident < IDLE_TARGET_MIB)
    );
    println!(
        "| Carga | Quem | req/s | p50 ms | p99 ms | CPU ms/req: servidor | banco | gerador \
         | Memória MiB | Razão | Meta |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|---|");
    outcome.rows.iter().for_each(|row| print_row(outcome, row));
    let others = outcome.rows.iter().flat_map(Row::measured).map(|measured| measured.others);
    let most = others.fold(0.0, f64::max);
    println!(
        "\nOutros programas usaram até {:.0} % da máquina durante estas medições.",
        most * 100.0
    );
    if most > QUIET {
        println!("**É demais para confiar nos números: meça de novo com a máquina livre.**");
    }
}

/// How quickly everybody was told, and what it cost those who asked meanwhile.
pub fn deliveries(measured: &Deliveries) {
    println!("\n### Entregas\n");
    println!(
        "Um comunicado de cada núcleo a todos os membros: uma notificação, um push e um e-mail para \
         cada um. Chegou exatamente uma vez a cada pessoa por cada canal, nas duas vezes.\n"
    );
    println!("| Saída | s | entregas/s | Fila, no máximo | Memória MiB: antes | pico | Meta |");
    println!("|---|--:|--:|--:|--:|--:|---|");
    print_drain("sem perguntas", &measured.alone);
    print_drain("com perguntas", &measured.loaded);
    let (idle, meanwhile, ratio) = (&measured.idle, &measured.meanwhile, measured.ratio());
    println!(
        "\n- Saldo, sem entregas: {:.0} req/s, p99 {:.2} ms",
        idle.per_second, idle.latency.p99_ms
    );
    println!(
        "- Saldo, durante as entregas: {:.0} req/s, p99 {:.2} ms; razão **{ratio:.2}** (meta: ≥ \
         {MEANWHILE_TARGET:.1}, {})",
        meanwhile.per_second,
        meanwhile.latency.p99_ms,
        verdict(ratio >= MEANWHILE_TARGET)
    );
}

/// How long each reading tool takes, one question after the other.
pub fn assistant(answered: &[Answered]) {
    println!("\n### Assistente embutida\n");
    println!("| Ferramenta | p50 ms | p99 ms | Meta |");
    println!("|---|--:|--:|---|");
    for Answered { tool, latency } in answered {
        println!(
            "| {tool} | {:.1} | {:.1} | < {TOOL_TARGET_MS:.0}, {} |",
            latency.p50_ms,
            latency.p99_ms,
            verdict(latency.p99_ms < TOOL_TARGET_MS)
        );
    }
}

fn print_drain(name: &str, drained: &Drained) {
    println!(
        "| {name} | {:.1} | **{:.0}** | {} | {:.0} ({:.0}) | {:.0} ({:.0}) | cresce < \
         {GROWTH_TARGET_MIB:.0}, {} |",
        drained.took.as_secs_f64(),
        drained.per_second(),
        drained.queue,
        drained.before.resident,
        drained.before.anonymous,
        drained.peak.resident,
        drained.peak.anonymous,
        verdict(drained.growth() < GROWTH_TARGET_MIB)
    );
}

fn print_row(outcome: &Outcome, row: &Row) {
    let ratio = row.real.per_second / row.limit.per_second();
    let target = match (row.workload.target)(outcome.engine) {
        Some(target) => format!("≥ {target:.1}, {}", verdict(ratio >= target)),
        None => "o Argon2id decide".to_owned(),
    };
    let name = row.workload.name;
    println!("| {name} | nucleo | {} | **{ratio:.2}** | {target} |", figures(&row.real));
    match &row.limit {
        Limited::BareServer(bare) => println!("| | limite | {} | | |", figures(bare)),
        Limited::Hashes { per_second } => {
            println!("| | limite | {per_second:.0} | | | | | | | | |");
        }
    }
}

fn figures(measured: &Measured) -> String {
    let database = measured.database_cpu.map_or("–".to_owned(), |cpu| format!("{cpu:.3}"));
    format!(
        "{:.0} | {:.2} | {:.2} | {:.3} | {database} | {:.3} | {:.0} ({:.0})",
        measured.per_second,
        measured.latency.p50_ms,
        measured.latency.p99_ms,
        measured.server_cpu,
        measured.generator_cpu,
        measured.memory.resident,
        measured.memory.anonymous,
    )
}

fn verdict(reached: bool) -> &'static str {
    if reached { "alcançada" } else { "**não alcançada**" }
}
