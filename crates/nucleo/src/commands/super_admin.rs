//! Super admins from outside the service: at start, or by hand.

use std::io::IsTerminal;

use base::error::Error;
use base::page::Page;
use base::{Operator, Result};

use super::{Failure, open, prepare};
use crate::areas::super_admins::{NovoSuperAdmin, service};
use crate::errors::EMAIL_JA_CADASTRADO;
use crate::settings::{Settings, SuperAdminInicial};

pub async fn create_super_admin(
    settings: &Settings,
    nome: &str,
    email: &str,
    senha: Option<String>,
) -> Result<(), Failure> {
    let (_, operator) = open(settings).await?;
    prepare(&operator).await?;
    let senha = match senha {
        Some(senha) => senha,
        None => ask_password()?,
    };
    let novo = NovoSuperAdmin::inicial(nome, email, &senha).map_err(sentence)?;
    create(&operator, novo).await.map_err(|error| error.code().detail)?;
    println!("Super admin {email} criado.");
    Ok(())
}

/// The first one, from the environment, if there is none yet.
pub async fn create_first(operator: &Operator, inicial: &SuperAdminInicial) -> Result<(), Failure> {
    let one = Page::first(1);
    let (existing, _) = operator.read(async |tx| service::listar(tx, one).await).await?;
    if existing > 0 {
        return Ok(());
    }
    let novo = NovoSuperAdmin::inicial("Super admin", &inicial.email, &inicial.senha).map_err(
        |erros| format!("NUCLEO_SUPER_ADMIN_EMAIL, NUCLEO_SUPER_ADMIN_SENHA: {}", sentence(erros)),
    )?;
    match create(operator, novo).await {
        Ok(()) => tracing::info!("the first super admin was created"),
        // Another instance that starts at the same time was faster.
        Err(error) if error.code() == EMAIL_JA_CADASTRADO => {}
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

async fn create(operator: &Operator, novo: NovoSuperAdmin) -> Result<()> {
    let hash = operator.passwords().hash(novo.senha.reveal()).await?;
    operator.write(async |tx| service::criar(tx, None, &novo.pessoa, &hash).await).await?;
    Ok(())
}

fn sentence(erros: base::validation::FieldErrors) -> String {
    Error::from(erros).field_sentences()
}

/// Typed unseen, or handed in by a script.
fn ask_password() -> Result<String, Failure> {
    if std::io::stdin().is_terminal() {
        return Ok(rpassword::prompt_password("Senha: ")?);
    }
    let mut senha = String::new();
    std::io::stdin().read_line(&mut senha)?;
    Ok(senha.trim_end_matches(['\r', '\n']).to_owned())
}
