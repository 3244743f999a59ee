use base::clock::Timestamp;
use base::db::NucleoTx;
use base::error::OnDuplicate;
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo;
use base::{Result, tenant, tenant_or_national};
use sqlx::FromRow;
use sqlx::types::Json;

use super::super::dados::Endereco;
use super::super::rules::nome_busca;
use super::super::{NovaPessoa, Preferencias, Status};
use crate::areas::planos::{PlanoId, com_plano};
use crate::errors::{CPF_JA_CADASTRADO, EMAIL_JA_CADASTRADO};

/// Everything about one person.
#[derive(FromRow)]
pub struct Pessoa {
    pub id: UsuarioId,
    pub nucleo_id: Option<NucleoId>,
    pub nome: String,
    pub email: Option<String>,
    pub cpf: Option<String>,
    pub telefone: Option<String>,
    pub data_nascimento: Option<String>,
    #[sqlx(flatten)]
    pub endereco: Endereco,
    pub foto_url: Option<String>,
    pub codigo_referral: Option<String>,
    pub status: Status,
    pub cargo: Cargo,
    pub primeiro_login: bool,
    pub preferencias_notificacao: Json<Preferencias>,
    pub consentimento_em: Option<Timestamp>,
    pub consentimento_versao: Option<String>,
    pub consentimento_endereco: Option<String>,
    pub criado_em: Timestamp,
    pub excluido: bool,
    pub saldo_moeda: i64,
    /// The plan in force; a SUPER_ADMIN has none.
    pub plano_id: Option<PlanoId>,
    pub plano_nome: Option<String>,
    pub plano_validade: Option<Timestamp>,
}

/// Somebody whom another person brought.
#[derive(FromRow)]
pub struct Indicado {
    pub id: UsuarioId,
    pub nome: String,
    pub status: Status,
    pub criado_em: Timestamp,
}

/// What approving needs to know.
#[derive(FromRow)]
pub struct Aprovado {
    pub nucleo_id: NucleoId,
    pub indicado_por: Option<UsuarioId>,
    pub indicador_nucleo_id: Option<NucleoId>,
}

/// `None` if the referral code is taken; nothing is written then.
pub async fn insert(
    tx: &mut NucleoTx,
    nova: &NovaPessoa,
    codigo_referral: Option<&str>,
) -> Result<Option<UsuarioId>> {
    let sql = tenant_or_national!(
        "INSERT INTO usuarios (nucleo_id, id, nome, nome_busca, email, cpf, telefone,
             data_nascimento, cep, rua, numero, complemento, bairro, cidade, estado,
             codigo_referral, indicado_por, indicador_nucleo_id, status, cargo, primeiro_login,
             preferencias_notificacao, consentimento_em, consentimento_versao,
             consentimento_endereco, aprovado_em, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
             $19, $20, true, '{}', $21, $22, $23, $24, $25)
         ON CONFLICT (codigo_referral) DO NOTHING"
    );
    let (id, agora): (UsuarioId, _) = (tx.new_id(), tx.now());
    let (dados, endereco) = (&nova.dados, &nova.dados.endereco);
    let consentimento = nova.consentimento.as_ref();
    let params = (
        id,
        nova.nome.as_str(),
        nome_busca(&nova.nome),
        nova.email.as_str(),
        nova.cpf.clone(),
        dados.telefone.clone(),
        dados.data_nascimento.clone(),
        endereco.cep.clone(),
        endereco.rua.clone(),
        endereco.numero.clone(),
        endereco.complemento.clone(),
        endereco.bairro.clone(),
        endereco.cidade.clone(),
        endereco.estado.clone(),
        codigo_referral.map(str::to_owned),
        nova.indicado_por.map(|(indicador, _)| indicador),
        nova.indicado_por.and_then(|(_, nucleo)| nucleo),
        nova.status,
        nova.cargo,
        consentimento.map(|_| agora),
        consentimento.map(|consentimento| consentimento.versao),
        consentimento.map(|consentimento| consentimento.address.to_string()),
        (nova.status == Status::Ativo).then_some(agora),
        agora,
    );
    let rows = tx
        .execute(sql, params)
        .await
        .on_duplicate("usuarios_email", EMAIL_JA_CADASTRADO)
        .on_duplicate("usuarios_cpf", CPF_JA_CADASTRADO)?;
    Ok((rows == 1).then_some(id))
}

pub async fn find(tx: &mut NucleoTx, id: UsuarioId) -> Result<Option<Pessoa>> {
    let sql = tenant!(concat!(
        "SELECT u.id, u.nucleo_id, u.nome, u.email, u.cpf, u.telefone, u.data_nascimento, u.cep,
             u.rua, u.numero, u.complemento, u.bairro, u.cidade, u.estado, u.foto_url,
             u.codigo_referral, u.status, u.cargo, u.primeiro_login, u.preferencias_notificacao,
             u.consentimento_em, u.consentimento_versao, u.consentimento_endereco, u.criado_em,
             u.excluido_em IS NOT NULL AS excluido, COALESCE(c.saldo, 0) AS saldo_moeda,
             p.id AS plano_id, p.nome AS plano_nome, v.validade AS plano_validade
         FROM usuarios u
         LEFT JOIN carteiras c ON c.usuario_id = u.id",
        com_plano!("u", "$3"),
        "WHERE u.nucleo_id = $1 AND u.id = $2"
    ));
    tx.optional(sql, (id, tx.now())).await
}

pub async fn list_indicados(tx: &mut NucleoTx, id: UsuarioId) -> Result<Vec<Indicado>> {
    let sql = tenant!(
        "SELECT u.id, u.nome, u.status, u.criado_em
         FROM usuarios u
         WHERE u.nucleo_id = $1 AND u.indicado_por = $2 AND u.status <> 'REJEITADO'
         ORDER BY u.criado_em DESC, u.id DESC
         LIMIT 100"
    );
    tx.all(sql, (id,)).await
}

pub async fn find_status(tx: &mut NucleoTx, id: UsuarioId) -> Result<Option<Status>> {
    let sql = tenant!("SELECT u.status FROM usuarios u WHERE u.nucleo_id = $1 AND u.id = $2");
    let row: Option<(Status,)> = tx.optional(sql, (id,)).await?;
    Ok(row.map(|(status,)| status))
}

/// The update decides between parallel approvals: one of them finds the person PENDENTE.
pub async fn approve(tx: &mut NucleoTx, id: UsuarioId) -> Result<Option<Aprovado>> {
    let sql = tenant!(
        "UPDATE usuarios SET status = 'ATIVO', aprovado_em = $3
         WHERE nucleo_id = $1 AND id = $2 AND status = 'PENDENTE'
         RETURNING nucleo_id, indicado_por, indicador_nucleo_id"
    );
    tx.optional(sql, (id, tx.now())).await
}

/// The nucleo of the person, if they were PENDENTE until now.
pub async fn reject(tx: &mut NucleoTx, id: UsuarioId) -> Result<Option<NucleoId>> {
    let sql = tenant!(
        "UPDATE usuarios SET status = 'REJEITADO'
         WHERE nucleo_id = $1 AND id = $2 AND status = 'PENDENTE'
         RETURNING nucleo_id"
    );
    let row: Option<(NucleoId,)> = tx.optional(sql, (id,)).await?;
    Ok(row.map(|(nucleo,)| nucleo))
}

pub async fn dismiss_first_login(tx: &mut NucleoTx, id: UsuarioId) -> Result<()> {
    let sql =
        tenant!("UPDATE usuarios SET primeiro_login = false WHERE nucleo_id = $1 AND id = $2");
    tx.execute(sql, (id,)).await?;
    Ok(())
}
