use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::{SessaoId, UsuarioId};
use base::scope::{PersonScope, PublicScope};
use base::token::{self, Tokens};
use base::{Result, secret};
use chrono::Duration;

use super::store::{self, TokenApresentado};
use crate::errors::SESSAO_ENCERRADA;

const VALIDADE: Duration = Duration::days(30);

/// What a device keeps after a log-in.
pub struct Acesso {
    pub access_token: String,
    pub refresh_token: String,
    /// In seconds.
    pub expires_in: i64,
}

pub async fn definir_senha(tx: &mut NucleoTx, usuario: UsuarioId, hash: &str) -> Result<()> {
    store::upsert_credencial(tx, usuario, hash).await
}

/// Whether the password was still the one that was looked at; then it is the new one.
pub async fn trocar_senha(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    atual: &str,
    nova: &str,
) -> Result<bool> {
    if !store::lock_credencial(tx, usuario, atual).await? {
        return Ok(false);
    }
    store::upsert_credencial(tx, usuario, nova).await?;
    Ok(true)
}

pub async fn hash_da_senha(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Option<String>> {
    store::find_hash(tx, usuario).await
}

/// A new session, if the person is ATIVO and their password still the one that was looked at:
/// looking takes a while, and meanwhile it may have been changed.
pub async fn abrir(
    tx: &mut NucleoTx,
    tokens: &Tokens,
    usuario: UsuarioId,
    hash: &str,
) -> Result<Option<Acesso>> {
    let sessao: SessaoId = tx.new_id();
    if !store::lock_credencial(tx, usuario, hash).await? {
        return Ok(None);
    }
    if !store::insert(tx, sessao, usuario, tx.now() + VALIDADE).await? {
        return Ok(None);
    }
    Ok(Some(emitir(tx, tokens, usuario, sessao).await?))
}

/// Exchanges a refresh token for a new pair. One that was used before ends its whole session: the
/// second holder may be a thief, and nobody can tell which one is.
pub async fn renovar(scope: &PublicScope, refresh_token: &str) -> Result<Acesso> {
    let hash = secret::hash(refresh_token);
    let pessoa = dono_do_token(scope, &hash).await?.ok_or(SESSAO_ENCERRADA)?;
    let renovado = pessoa
        .write(async |tx| {
            let Some(token) = store::find_token(tx, &hash).await? else { return Ok(None) };
            if !aceito(&token, tx.now()) {
                return Ok(None);
            }
            // The update decides between parallel uses: one of them finds the token unused.
            if !store::use_once(tx, &hash).await? {
                store::revoke(tx, token.sessao_id).await?;
                return Ok(None);
            }
            store::extend(tx, token.sessao_id, tx.now() + VALIDADE).await?;
            Ok(Some(emitir(tx, scope.tokens(), pessoa.id(), token.sessao_id).await?))
        })
        .await?;
    Ok(renovado.ok_or(SESSAO_ENCERRADA)?)
}

fn aceito(token: &TokenApresentado, agora: Timestamp) -> bool {
    token.usuario_ativo && token.sessao_aberta && agora < token.expira_em
}

/// Ends every session of whoever holds this token; an unknown one is nobody's.
pub async fn sair(scope: &PublicScope, refresh_token: &str) -> Result<()> {
    let hash = secret::hash(refresh_token);
    if let Some(pessoa) = dono_do_token(scope, &hash).await? {
        pessoa.write(async |tx| revogar_todas(tx, pessoa.id()).await).await?;
    }
    Ok(())
}

pub async fn revogar_todas(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    store::revoke_all(tx, usuario).await
}

/// Removes everything by which a person could prove who they were.
pub async fn esquecer(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    store::delete_de(tx, usuario).await?;
    store::delete_credencial(tx, usuario).await
}

/// Removes what can no longer be used.
pub async fn limpar(tx: &mut NucleoTx) -> Result<()> {
    store::delete_vencidas(tx).await
}

async fn dono_do_token(scope: &PublicScope, hash: &str) -> Result<Option<PersonScope>> {
    scope.identify(store::DONO_DO_TOKEN, (hash,)).await
}

async fn emitir(
    tx: &mut NucleoTx,
    tokens: &Tokens,
    usuario: UsuarioId,
    sessao: SessaoId,
) -> Result<Acesso> {
    let refresh_token = secret::opaque_token();
    store::insert_token(tx, sessao, &secret::hash(&refresh_token), tx.now() + VALIDADE).await?;
    Ok(Acesso {
        access_token: tokens.issue(usuario, sessao, tx.now())?,
        refresh_token,
        expires_in: token::LIFETIME.num_seconds(),
    })
}
