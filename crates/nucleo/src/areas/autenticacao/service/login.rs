use base::Result;
use base::error::Code;
use base::scope::PublicScope;

use super::super::limites::Limites;
use super::super::store;
use crate::areas::membros::Status;
use crate::areas::sessoes::service::{self as sessoes, Acesso};
use crate::errors::{
    CADASTRO_PENDENTE, CADASTRO_REJEITADO, CONTA_INATIVA, CONTA_SUSPENSA, CREDENCIAIS_INVALIDAS,
};

pub use super::super::store::Conta;

/// Status first, then the password. An e-mail that nobody has takes as long as a wrong password.
pub async fn entrar(
    scope: &PublicScope,
    limites: &Limites,
    email: &str,
    senha: String,
) -> Result<(Acesso, Conta)> {
    let (email, address) = (email.trim().to_lowercase(), scope.address());
    limites.login(&email, address, scope.now())?;
    let falhou = |code: &'static Code| {
        limites.login_falhou(&email, address, scope.now());
        code
    };

    let pessoa = scope.identify(store::DONO_DO_EMAIL, (email.as_str(),)).await?;
    let conta = match &pessoa {
        Some(pessoa) => pessoa.read(async |tx| store::find_conta(tx, pessoa.id()).await).await?,
        None => None,
    };
    if let Some(recusa) = conta.as_ref().and_then(|conta| recusa(conta.status)) {
        return Err(falhou(recusa).into());
    }
    let hash = conta.as_ref().and_then(|conta| conta.senha_hash.clone());
    let certa = scope.passwords().verify(senha, hash.clone()).await?;
    limites.login(&email, address, scope.now())?;
    let (Some(pessoa), Some(conta), Some(hash), true) = (pessoa, conta, hash, certa) else {
        return Err(falhou(CREDENCIAIS_INVALIDAS).into());
    };
    let tokens = scope.tokens();
    let aberta = pessoa.write(async |tx| sessoes::abrir(tx, tokens, conta.id, &hash).await).await?;
    // Suspended, or with another password, since it was looked at.
    Ok((aberta.ok_or(CREDENCIAIS_INVALIDAS)?, conta))
}

fn recusa(status: Status) -> Option<&'static Code> {
    match status {
        Status::Ativo => None,
        Status::Pendente => Some(CADASTRO_PENDENTE),
        Status::Rejeitado => Some(CADASTRO_REJEITADO),
        Status::Suspenso => Some(CONTA_SUSPENSA),
        Status::Inativo => Some(CONTA_INATIVA),
    }
}
