//! The binary: one program, a few commands.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use nucleo::commands;
use nucleo::settings::Settings;

/// Gives memory back: the system's allocator keeps the 19 MiB of every password ever looked at.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A plataforma dos núcleos.
#[derive(Parser)]
#[command(name = "nucleo", version, about, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Atualiza o banco de dados e atende requisições (o padrão)
    Serve {
        /// Carrega dados de demonstração em um banco de dados vazio
        #[arg(long)]
        demo: bool,
    },
    /// Atualiza o banco de dados
    Migrate,
    /// Cuida das contas acima dos núcleos
    SuperAdmin {
        #[command(subcommand)]
        command: SuperAdmin,
    },
    /// Imprime a descrição OpenAPI
    Openapi,
    /// Confere a configuração e se as contas do banco de dados fecham
    Check,
}

#[derive(Subcommand)]
enum SuperAdmin {
    /// Cria um super admin; a senha vem de NUCLEO_SUPER_ADMIN_SENHA ou é perguntada
    Create {
        #[arg(long)]
        nome: String,
        #[arg(long)]
        email: String,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Cli::parse().command).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("nucleo: {}", commands::sentence(&*failure));
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Option<Command>) -> Result<(), commands::Failure> {
    let command = command.unwrap_or(Command::Serve { demo: false });
    if matches!(command, Command::Openapi) {
        return commands::print_openapi();
    }
    commands::log(matches!(command, Command::Serve { .. }));
    let settings = Settings::read(&setting)?;
    match command {
        Command::Serve { demo } => commands::serve(Settings { demo, ..settings }).await,
        Command::Migrate => commands::migrate(&settings).await,
        Command::SuperAdmin { command: SuperAdmin::Create { nome, email } } => {
            let senha = setting("NUCLEO_SUPER_ADMIN_SENHA");
            commands::create_super_admin(&settings, &nome, &email, senha).await
        }
        Command::Openapi => Ok(()),
        Command::Check => commands::check(&settings).await,
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}
