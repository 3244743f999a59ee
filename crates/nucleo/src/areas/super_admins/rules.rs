//! What a super admin needs. Pure: no async, no SQL, no HTTP.

use base::clock::Timestamp;
use base::scope::Cargo;
use base::validation::{Field, FieldErrors};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::areas::autenticacao::Senha;
use crate::areas::membros::{
    DadosInput, DadosPessoais, NovaPessoa, Status, parse_cpf, parse_email, parse_nome,
};

/// Um super admin a criar.
#[derive(Default, Deserialize, ToSchema)]
pub struct SuperAdminInput {
    #[schema(value_type = String, min_length = 3, example = "Ana Souza")]
    pub nome: Field<String>,
    #[schema(value_type = String, format = Email, example = "ana@exemplo.org")]
    pub email: Field<String>,
    #[schema(value_type = String, format = Password, min_length = 8, example = "Nucleo2026")]
    pub senha: Field<String>,
    #[schema(value_type = String, example = "123.456.789-00")]
    pub cpf: Field<String>,
    #[schema(value_type = Option<String>, example = "(11) 98765-4321")]
    pub telefone: Field<String>,
}

pub struct NovoSuperAdmin {
    pub pessoa: NovaPessoa,
    pub senha: Senha,
}

impl NovoSuperAdmin {
    pub fn parse(input: SuperAdminInput, agora: Timestamp) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let nome = parse_nome(&mut erros, input.nome);
        let email = parse_email(&mut erros, input.email);
        let senha = Senha::parse(&mut erros, "senha", input.senha);
        let cpf = parse_cpf(&mut erros, input.cpf);
        let dados = DadosInput {
            telefone: input.telefone,
            data_nascimento: Field::Absent,
            endereco: Field::Absent,
        };
        let dados = DadosPessoais::parse(&mut erros, dados, agora);
        let required = nome.zip(email).zip(cpf).zip(senha);
        erros.finish(required.map(|(((nome, email), cpf), senha)| {
            let pessoa = NovaPessoa {
                nome,
                email,
                cpf: Some(cpf),
                dados,
                indicado_por: None,
                consentimento: None,
                status: Status::Ativo,
                cargo: Cargo::SuperAdmin,
            };
            Self { pessoa, senha }
        }))
    }

    /// From the environment or the command line, where there is no form to fill.
    pub fn inicial(nome: &str, email: &str, senha: &str) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let value = |text: &str| Field::Value(text.to_owned());
        let nome = parse_nome(&mut erros, value(nome));
        let email = parse_email(&mut erros, value(email));
        let senha = Senha::parse(&mut erros, "senha", value(senha));
        erros.finish(nome.zip(email).zip(senha).map(|((nome, email), senha)| {
            let pessoa = NovaPessoa {
                nome,
                email,
                cpf: None,
                dados: DadosPessoais::default(),
                indicado_por: None,
                consentimento: None,
                status: Status::Ativo,
                cargo: Cargo::SuperAdmin,
            };
            Self { pessoa, senha }
        }))
    }
}
