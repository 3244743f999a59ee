//! What a sign-up and a password must be. Pure: no async, no SQL, no HTTP.

use std::net::IpAddr;

use base::clock::Timestamp;
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo;
use base::validation::{Field, FieldErrors, MAX_NOME};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::areas::competencias::rules::{CompetenciaInput, CompetenciasInput};
use crate::areas::competencias::{self, Declarada};
use crate::areas::membros::{
    Consentimento, DadosInput, DadosPessoais, EnderecoInput, NovaPessoa, Status, parse_cpf,
    parse_email, parse_nome,
};

/// The text people agree to at sign-up; a new text gets a new version.
const VERSAO_DO_CONSENTIMENTO: &str = "2026-01";
const MIN_SENHA: usize = 8;
const MAX_SENHA: usize = 200;

/// A password that may be set: it exists only if every rule holds, and is never printed.
pub struct Senha(String);

impl Senha {
    pub fn parse(erros: &mut FieldErrors, campo: &str, field: Field<String>) -> Option<Self> {
        let senha = erros.required(campo, field)?;
        let length = senha.chars().count();
        let rules = [
            (length >= MIN_SENHA, "Use pelo menos 8 caracteres."),
            (length <= MAX_SENHA, "Use no máximo 200 caracteres."),
            (senha.chars().any(char::is_uppercase), "Use pelo menos uma letra maiúscula."),
            (senha.chars().any(|letter| letter.is_ascii_digit()), "Use pelo menos um número."),
        ];
        for (_, broken) in rules.iter().filter(|(holds, _)| !holds) {
            erros.add(campo, *broken);
        }
        rules.iter().all(|(holds, _)| *holds).then_some(Self(senha))
    }

    /// To be hashed, and for nothing else.
    pub fn reveal(self) -> String {
        self.0
    }
}

/// Um cadastro.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CadastroInput {
    #[schema(value_type = String, min_length = 3, max_length = 200, example = "Ana Souza")]
    pub nome: Field<String>,
    #[schema(value_type = String, format = Email, example = "ana@exemplo.org")]
    pub email: Field<String>,
    /// Pelo menos 8 caracteres, uma letra maiúscula e um número.
    #[schema(value_type = String, format = Password, min_length = 8, example = "Nucleo2026")]
    pub senha: Field<String>,
    #[schema(value_type = String, pattern = r"^\d{3}\.\d{3}\.\d{3}-\d{2}$", example = "123.456.789-00")]
    pub cpf: Field<String>,
    /// Com ou sem pontuação; fica como (DD) 9XXXX-XXXX.
    #[schema(value_type = Option<String>, example = "(11) 98765-4321")]
    pub telefone: Field<String>,
    #[schema(value_type = Option<String>, format = Date, example = "1990-05-17")]
    pub data_nascimento: Field<String>,
    #[schema(value_type = Option<EnderecoInput>)]
    pub endereco: Field<EnderecoInput>,
    /// Uma competência que não existe no catálogo é deixada de lado.
    #[schema(value_type = Option<Vec<CompetenciaInput>>)]
    pub competencias: CompetenciasInput,
    /// Precisa ser `true`.
    #[schema(value_type = bool, example = true)]
    pub consentimento_lgpd: Field<bool>,
    /// O código de quem indicou; um que não existe é deixado de lado.
    #[schema(value_type = Option<String>, example = "SAOPA-SP-7KQ2")]
    pub codigo_referral: Field<String>,
    /// O núcleo em que entrar. Sem ele, o primeiro que responder: `nucleoSlug`; o domínio de
    /// `Origin` ou `Host`; o núcleo de quem indicou; o único do estado do endereço; o único que há.
    #[schema(value_type = Option<NucleoId>)]
    pub nucleo_id: Field<NucleoId>,
    #[schema(value_type = Option<String>, example = "sao-paulo")]
    pub nucleo_slug: Field<String>,
}

/// What is known of a sign-up from elsewhere than its body.
pub struct Contexto {
    /// Whether a nucleo was found for it.
    pub ha_nucleo: bool,
    pub indicado_por: Option<(UsuarioId, Option<NucleoId>)>,
    pub address: IpAddr,
    pub agora: Timestamp,
}

/// A sign-up that may be accepted: it exists only if every rule holds.
pub struct Cadastro {
    pub pessoa: NovaPessoa,
    pub senha: Senha,
    pub competencias: Vec<Declarada>,
}

impl Cadastro {
    pub fn parse(input: CadastroInput, contexto: Contexto) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let nome = parse_nome(&mut erros, input.nome);
        let email = parse_email(&mut erros, input.email);
        let senha = Senha::parse(&mut erros, "senha", input.senha);
        let cpf = parse_cpf(&mut erros, input.cpf);
        let dados = DadosInput {
            telefone: input.telefone,
            data_nascimento: input.data_nascimento,
            endereco: input.endereco,
        };
        let dados = DadosPessoais::parse(&mut erros, dados, contexto.agora);
        let competencias =
            competencias::rules::parse(&mut erros, "competencias", input.competencias);
        if erros.required("consentimentoLgpd", input.consentimento_lgpd) == Some(false) {
            erros.add("consentimentoLgpd", "É preciso aceitar o uso dos seus dados.");
        }
        erros.optional("codigoReferral", input.codigo_referral);
        parse_nucleo(&mut erros, input.nucleo_id, input.nucleo_slug, contexto.ha_nucleo);

        let required = nome.zip(email).zip(cpf).zip(senha);
        erros.finish(required.map(|(((nome, email), cpf), senha)| {
            let pessoa = NovaPessoa {
                nome,
                email,
                cpf: Some(cpf),
                dados,
                indicado_por: contexto.indicado_por,
                consentimento: Some(Consentimento {
                    versao: VERSAO_DO_CONSENTIMENTO,
                    address: contexto.address,
                }),
                status: Status::Pendente,
                cargo: Cargo::Membro,
            };
            Self { pessoa, senha, competencias }
        }))
    }
}

/// Where nothing led to a nucleo, the field is named that should have; one violation is enough.
fn parse_nucleo(
    erros: &mut FieldErrors,
    id: Field<NucleoId>,
    slug: Field<String>,
    ha_nucleo: bool,
) {
    let empty = matches!(&slug, Field::Value(text) if text.trim().is_empty());
    let (id_given, slug_given) = (!id.is_absent(), !slug.is_absent() && !empty);
    let id = erros.optional("nucleoId", id);
    let slug = erros.optional_text("nucleoSlug", slug, MAX_NOME);
    let campo = match (id_given, slug_given) {
        (true, _) => id.map(|_| "nucleoId"),
        (false, true) => slug.map(|_| "nucleoSlug"),
        (false, false) => Some("nucleoId"),
    };
    if let (Some(campo), false) = (campo, ha_nucleo) {
        erros.add(campo, "Escolha um núcleo que exista.");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mensagens(senha: &str) -> usize {
        let mut erros = FieldErrors::default();
        let parsed = Senha::parse(&mut erros, "senha", Field::Value(senha.to_owned()));
        assert_eq!(parsed.is_some(), erros.is_empty());
        erros.campos().count()
    }

    #[test]
    fn a_password_tells_every_broken_rule() {
        assert_eq!(mensagens("Nucleo2026"), 0);
        assert_eq!(mensagens("Ácido123"), 0, "an accented capital is a capital");
        assert_eq!(mensagens("Nucleo2"), 1);
        assert_eq!(mensagens("nucleo2026"), 1);
        assert_eq!(mensagens("Nucleoooo"), 1);
        assert_eq!(mensagens(""), 3);
        assert_eq!(mensagens(&"A1".repeat(101)), 1);
    }
}
