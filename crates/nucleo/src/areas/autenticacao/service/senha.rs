use base::db::NucleoTx;
use base::id::UsuarioId;
use base::rate_limit::Quota;
use base::scope::{OwnScope, PublicScope};
use base::token::Tokens;
use base::validation::FieldErrors;
use base::{Error, Result, Uuid};
use chrono::Duration;

use super::super::limites::Limites;
use super::super::rules::Senha;
use super::super::{RecuperacaoId, RecuperacaoPedida, RecuperacaoSolicitada, store};
use crate::areas::sessoes::service::{self as sessoes, Acesso};
use crate::errors::{SESSAO_ENCERRADA, TOKEN_INVALIDO};

/// For how long a link to a new password holds.
pub const VALIDADE: Duration = Duration::hours(1);
const PROPOSITO: &str = "recuperacao de senha";

/// Takes the request down. What comes of it is decided by [`preparar_recuperacao`].
pub async fn solicitar_recuperacao(scope: &PublicScope, email: &str) -> Result<()> {
    let email = email.trim().to_lowercase();
    scope.publish(&RecuperacaoSolicitada { email }).await
}

/// Makes the link and has it sent, if somebody has this address and was not written to too often.
pub async fn preparar_recuperacao(
    tx: &mut NucleoTx,
    solicitada: RecuperacaoSolicitada,
    quota: Quota,
) -> Result<()> {
    let Some((usuario_id, nucleo)) = store::find_by_email(tx, &solicitada.email).await? else {
        return Ok(());
    };
    let desde = tx.now() - quota.window;
    let recentes = store::count_recuperacoes_desde(tx, usuario_id, desde).await?;
    if usize::try_from(recentes).is_ok_and(|recentes| recentes >= quota.max) {
        return Ok(());
    }
    let expira = tx.now() + VALIDADE;
    let recuperacao_id = store::insert_recuperacao(tx, usuario_id, expira).await?;
    tx.publish(nucleo, &RecuperacaoPedida { recuperacao_id, usuario_id }).await
}

/// What the recovery e-mail links to. Computed, never stored: the database holds no secret that
/// would let its reader set a password.
pub fn link_de_recuperacao(tokens: &Tokens, public_url: &str, id: RecuperacaoId) -> String {
    format!("{public_url}/redefinir-senha?token={}", token_de_recuperacao(tokens, id))
}

pub fn token_de_recuperacao(tokens: &Tokens, id: RecuperacaoId) -> String {
    tokens.signer(PROPOSITO).sign(&id.to_string())
}

/// Sets a new password by a link, once, and ends every session.
pub async fn redefinir(scope: &PublicScope, token: &str, senha: Senha) -> Result<()> {
    let signer = scope.tokens().signer(PROPOSITO);
    let id = signer.verify(token).and_then(|id| Uuid::parse_str(id).ok()).ok_or(TOKEN_INVALIDO)?;
    let id = RecuperacaoId::from(id);
    let pessoa = scope.identify(store::DONO_DA_RECUPERACAO, (id,)).await?.ok_or(TOKEN_INVALIDO)?;
    let hash = scope.passwords().hash(senha.reveal()).await?;
    pessoa
        .write(async |tx| {
            if !store::use_recuperacao(tx, id, pessoa.id()).await? {
                return Err(TOKEN_INVALIDO.into());
            }
            sessoes::definir_senha(tx, pessoa.id(), &hash).await?;
            encerrar_o_que_havia(tx, pessoa.id()).await
        })
        .await
}

/// The stored hash, if this is the caller's own password. Guessing is limited like log-ins, per
/// person: a stolen phone is not a way to the password.
pub async fn conferir(
    scope: &OwnScope,
    limites: &Limites,
    senha: String,
) -> Result<Option<String>> {
    let (usuario, address) = (scope.caller().id, scope.caller().address);
    let conta = usuario.to_string();
    limites.login(&conta, address, scope.now())?;
    let hash = scope.read(async |tx| sessoes::hash_da_senha(tx, usuario).await).await?;
    let certa = scope.passwords().verify(senha, hash.clone()).await?;
    limites.login(&conta, address, scope.now())?;
    if !certa {
        limites.login_falhou(&conta, address, scope.now());
    }
    Ok(hash.filter(|_| certa))
}

/// Sets a new password for whoever knows the old one. Every session ends, and the device that
/// changed it gets a new one.
pub async fn alterar(
    scope: &OwnScope,
    limites: &Limites,
    atual: String,
    nova: Senha,
) -> Result<Acesso> {
    let usuario = scope.caller().id;
    let hash = conferir(scope, limites, atual).await?.ok_or_else(senha_errada)?;
    let nova = scope.passwords().hash(nova.reveal()).await?;
    let acesso = scope
        .write(async |tx| {
            if !sessoes::trocar_senha(tx, usuario, &hash, &nova).await? {
                return Err(senha_errada());
            }
            encerrar_o_que_havia(tx, usuario).await?;
            sessoes::abrir(tx, scope.tokens(), usuario, &nova).await
        })
        .await?;
    Ok(acesso.ok_or(SESSAO_ENCERRADA)?)
}

fn senha_errada() -> Error {
    FieldErrors::one("senhaAtual", "A senha atual não é esta.").into()
}

async fn encerrar_o_que_havia(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    sessoes::revogar_todas(tx, usuario).await?;
    store::void_recuperacoes(tx, usuario).await
}

/// Removes links that can no longer be used.
pub async fn limpar(tx: &mut NucleoTx) -> Result<()> {
    store::delete_recuperacoes_vencidas(tx).await
}
