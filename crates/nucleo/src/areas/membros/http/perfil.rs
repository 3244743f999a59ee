//! How a person looks on the wire.

use base::clock::Timestamp;
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo;
use serde::Serialize;
use utoipa::ToSchema;

use super::super::dados::Endereco;
use super::super::service::Perfil;
use super::super::{Preferencias, Status};
use crate::areas::competencias::CompetenciaDePessoaView;
use crate::areas::planos::PlanoId;

/// O perfil completo de uma pessoa.
// The names are the contract's, mixed case included.
#[derive(Serialize, ToSchema)]
pub struct PerfilView {
    id: UsuarioId,
    #[schema(example = "Ana Souza")]
    nome: String,
    #[schema(example = "ana@exemplo.org")]
    email: Option<String>,
    #[schema(example = "123.456.789-00")]
    cpf: Option<String>,
    #[schema(example = "(11) 98765-4321")]
    telefone: Option<String>,
    #[serde(rename = "dataNascimento")]
    #[schema(format = Date)]
    data_nascimento: Option<String>,
    endereco: Endereco,
    foto_url: Option<String>,
    /// O código que a pessoa dá a quem convida.
    #[serde(rename = "codigoReferral")]
    #[schema(example = "SAOPA-SP-7KQ2")]
    codigo_referral: Option<String>,
    status: Status,
    cargo: Cargo,
    /// Nulo para SUPER_ADMIN.
    nucleo_id: Option<NucleoId>,
    saldo_moeda: i64,
    /// O plano em vigor.
    planos: Option<PlanoEmVigorView>,
    usuario_competencias: Vec<CompetenciaDePessoaView>,
    primeiro_login: bool,
    preferencias_notificacao: Preferencias,
    criado_em: Timestamp,
}

#[derive(Serialize, ToSchema)]
struct PlanoEmVigorView {
    id: PlanoId,
    #[schema(example = "Free")]
    nome: String,
}

impl From<Perfil> for PerfilView {
    fn from(Perfil { pessoa, competencias }: Perfil) -> Self {
        let plano = pessoa.plano_id.zip(pessoa.plano_nome);
        Self {
            id: pessoa.id,
            nome: pessoa.nome,
            email: pessoa.email,
            cpf: pessoa.cpf,
            telefone: pessoa.telefone,
            data_nascimento: pessoa.data_nascimento,
            endereco: pessoa.endereco,
            foto_url: pessoa.foto_url,
            codigo_referral: pessoa.codigo_referral,
            status: pessoa.status,
            cargo: pessoa.cargo,
            nucleo_id: pessoa.nucleo_id,
            saldo_moeda: pessoa.saldo_moeda,
            planos: plano.map(|(id, nome)| PlanoEmVigorView { id, nome }),
            usuario_competencias: competencias.into_iter().map(Into::into).collect(),
            primeiro_login: pessoa.primeiro_login,
            preferencias_notificacao: pessoa.preferencias_notificacao.0,
            criado_em: pessoa.criado_em,
        }
    }
}
