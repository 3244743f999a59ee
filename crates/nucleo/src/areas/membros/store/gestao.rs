//! Changes of cargo, status and personal data, and the end of an account.

use base::db::NucleoTx;
use base::error::OnDuplicate;
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo;
use base::{Result, tenant};
use sqlx::FromRow;
use sqlx::types::Json;

use super::super::dados::MudancaDeDados;
use super::super::rules::nome_busca;
use super::super::{Preferencias, Status};
use super::Aprovado;
use crate::errors::{CPF_JA_CADASTRADO, EMAIL_JA_CADASTRADO};

/// What a change of cargo or status starts from.
#[derive(Clone, Copy, Debug, FromRow)]
pub struct Situacao {
    pub nucleo_id: Option<NucleoId>,
    pub cargo: Cargo,
    pub status: Status,
}

/// An update that changes nothing is a row lock on both engines: of two changes of one person the
/// second starts from where the first ended.
pub async fn lock(tx: &mut NucleoTx, id: UsuarioId) -> Result<Option<Situacao>> {
    let sql = tenant!(
        "UPDATE usuarios SET status = status
         WHERE nucleo_id = $1 AND id = $2 AND excluido_em IS NULL
         RETURNING nucleo_id, cargo, status"
    );
    tx.optional(sql, (id,)).await
}

pub async fn count_administradores_ativos(tx: &mut NucleoTx) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM usuarios u
         WHERE u.nucleo_id = $1 AND u.cargo = 'ADMINISTRADOR' AND u.status = 'ATIVO'"
    );
    tx.count(sql, ()).await
}

/// One row stands for all of them, the same for whoever asks: of two who leave at once the second
/// waits here.
pub async fn lock_super_admins(tx: &mut NucleoTx) -> Result<()> {
    let sql = tenant!(
        "UPDATE usuarios SET status = status
         WHERE nucleo_id = $1 AND id = (
             SELECT u.id FROM usuarios u WHERE u.cargo = 'SUPER_ADMIN'
             ORDER BY u.criado_em, u.id LIMIT 1)"
    );
    tx.execute(sql, ()).await?;
    Ok(())
}

pub async fn count_super_admins_ativos(tx: &mut NucleoTx) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM usuarios u
         WHERE u.nucleo_id = $1 AND u.cargo = 'SUPER_ADMIN' AND u.status = 'ATIVO'"
    );
    tx.count(sql, ()).await
}

pub async fn update_cargo(tx: &mut NucleoTx, id: UsuarioId, cargo: Cargo) -> Result<()> {
    let sql = tenant!("UPDATE usuarios SET cargo = $3 WHERE nucleo_id = $1 AND id = $2");
    tx.execute(sql, (id, cargo)).await?;
    Ok(())
}

/// Reviving a rejected person can meet somebody who has taken their address meanwhile.
pub async fn update_status(tx: &mut NucleoTx, id: UsuarioId, status: Status) -> Result<()> {
    let sql = tenant!("UPDATE usuarios SET status = $3 WHERE nucleo_id = $1 AND id = $2");
    tx.execute(sql, (id, status))
        .await
        .on_duplicate("usuarios_email", EMAIL_JA_CADASTRADO)
        .on_duplicate("usuarios_cpf", CPF_JA_CADASTRADO)?;
    Ok(())
}

/// Marks the first approval of somebody who has become ATIVO.
pub async fn mark_approved(tx: &mut NucleoTx, id: UsuarioId) -> Result<Option<Aprovado>> {
    let sql = tenant!(
        "UPDATE usuarios SET aprovado_em = $3
         WHERE nucleo_id = $1 AND id = $2 AND status = 'ATIVO' AND aprovado_em IS NULL
         RETURNING nucleo_id, indicado_por, indicador_nucleo_id"
    );
    tx.optional(sql, (id, tx.now())).await
}

pub async fn update_dados(
    tx: &mut NucleoTx,
    id: UsuarioId,
    mudanca: &MudancaDeDados,
) -> Result<()> {
    let sql = tenant!(
        "UPDATE usuarios SET
             nome = COALESCE($3, nome), nome_busca = COALESCE($4, nome_busca),
             telefone = CASE WHEN $5 THEN $6 ELSE telefone END,
             foto_url = CASE WHEN $7 THEN $8 ELSE foto_url END,
             cep = CASE WHEN $9 THEN $10 ELSE cep END,
             rua = CASE WHEN $11 THEN $12 ELSE rua END,
             numero = CASE WHEN $13 THEN $14 ELSE numero END,
             complemento = CASE WHEN $15 THEN $16 ELSE complemento END,
             bairro = CASE WHEN $17 THEN $18 ELSE bairro END,
             cidade = CASE WHEN $19 THEN $20 ELSE cidade END,
             estado = CASE WHEN $21 THEN $22 ELSE estado END
         WHERE nucleo_id = $1 AND id = $2"
    );
    let MudancaDeDados { nome, telefone, foto_url, endereco } = mudanca.clone();
    let nome_busca = nome.as_deref().map(nome_busca);
    let params = (
        id,
        nome,
        nome_busca,
        telefone.is_some(),
        telefone.flatten(),
        foto_url.is_some(),
        foto_url.flatten(),
        endereco.cep.is_some(),
        endereco.cep.flatten(),
        endereco.rua.is_some(),
        endereco.rua.flatten(),
        endereco.numero.is_some(),
        endereco.numero.flatten(),
        endereco.complemento.is_some(),
        endereco.complemento.flatten(),
        endereco.bairro.is_some(),
        endereco.bairro.flatten(),
        endereco.cidade.is_some(),
        endereco.cidade.flatten(),
        endereco.estado.is_some(),
        endereco.estado.flatten(),
    );
    tx.execute(sql, params).await?;
    Ok(())
}

/// Locks the row, so that two changes of single keys do not undo each other.
pub async fn lock_preferencias(tx: &mut NucleoTx, id: UsuarioId) -> Result<Option<Preferencias>> {
    let sql = tenant!(
        "UPDATE usuarios SET preferencias_notificacao = preferencias_notificacao
         WHERE nucleo_id = $1 AND id = $2
         RETURNING preferencias_notificacao"
    );
    let row: Option<(Json<Preferencias>,)> = tx.optional(sql, (id,)).await?;
    Ok(row.map(|(preferencias,)| preferencias.0))
}

pub async fn update_preferencias(
    tx: &mut NucleoTx,
    id: UsuarioId,
    preferencias: &Preferencias,
) -> Result<()> {
    let sql = tenant!(
        "UPDATE usuarios SET preferencias_notificacao = $3 WHERE nucleo_id = $1 AND id = $2"
    );
    tx.execute(sql, (id, Json(preferencias.clone()))).await?;
    Ok(())
}

/// Takes away everything that says who it was; what they did keeps its author's id.
pub async fn anonymise(tx: &mut NucleoTx, id: UsuarioId) -> Result<()> {
    let sql = tenant!(
        "UPDATE usuarios SET
             nome = 'Conta excluída', nome_busca = 'conta excluida', email = NULL, cpf = NULL,
             telefone = NULL, data_nascimento = NULL, cep = NULL, rua = NULL, numero = NULL,
             complemento = NULL, bairro = NULL, cidade = NULL, estado = NULL, foto_url = NULL,
             codigo_referral = NULL, preferencias_notificacao = '{}', consentimento_endereco = NULL,
             status = 'INATIVO', excluido_em = $3
         WHERE nucleo_id = $1 AND id = $2"
    );
    tx.execute(sql, (id, tx.now())).await?;
    Ok(())
}
