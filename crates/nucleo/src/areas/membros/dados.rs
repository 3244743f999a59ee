//! Personal data, as people write it and as it is kept.

use std::net::IpAddr;

use base::clock::Timestamp;
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo;
use base::validation::{Expected, Field, FieldErrors, MAX_NOME};
use chrono::{Datelike, NaiveDate};
use email_address::{EmailAddress, Options};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Status;

const MIN_NOME: usize = 3;
const MAX_EMAIL: usize = 254;

/// Um endereço.
#[derive(Default, Deserialize, ToSchema)]
pub struct EnderecoInput {
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "01310-100")]
    pub cep: Field<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "Avenida Paulista")]
    pub rua: Field<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "1000")]
    pub numero: Field<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub complemento: Field<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "Bela Vista")]
    pub bairro: Field<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "São Paulo")]
    pub cidade: Field<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "SP")]
    pub estado: Field<String>,
}

impl Expected for EnderecoInput {
    const EXPECTED: &'static str = "Informe um objeto com os campos do endereço.";
    const IS_OBJECT: bool = true;
}

/// Um endereço.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct Endereco {
    pub cep: Option<String>,
    pub rua: Option<String>,
    pub numero: Option<String>,
    pub complemento: Option<String>,
    pub bairro: Option<String>,
    pub cidade: Option<String>,
    pub estado: Option<String>,
}

/// What a person tells of themselves beside name, e-mail and CPF; all of it optional.
pub struct DadosInput {
    pub telefone: Field<String>,
    pub data_nascimento: Field<String>,
    pub endereco: Field<EnderecoInput>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DadosPessoais {
    pub telefone: Option<String>,
    pub data_nascimento: Option<String>,
    pub endereco: Endereco,
}

impl DadosPessoais {
    pub fn parse(erros: &mut FieldErrors, input: DadosInput, agora: Timestamp) -> Self {
        Self {
            telefone: parse_telefone(erros, input.telefone),
            data_nascimento: parse_data_nascimento(erros, input.data_nascimento, agora),
            endereco: parse_endereco(erros, input.endereco),
        }
    }
}

/// Somebody who is about to exist.
pub struct NovaPessoa {
    pub nome: String,
    pub email: String,
    pub cpf: Option<String>,
    pub dados: DadosPessoais,
    pub indicado_por: Option<(UsuarioId, Option<NucleoId>)>,
    pub consentimento: Option<Consentimento>,
    pub status: Status,
    pub cargo: Cargo,
}

/// That a person agreed to the use of their data, to which text, and from where.
pub struct Consentimento {
    pub versao: &'static str,
    pub address: IpAddr,
}

/// O que a pessoa muda em seus dados; o que não vem fica, e nulo retira.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AlterarDadosInput {
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 3, max_length = 200, example = "Ana Souza")]
    pub nome: Field<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "(11) 98765-4321")]
    pub telefone: Field<String>,
    #[serde(default)]
    #[schema(value_type = Option<EnderecoInput>)]
    pub endereco: Field<EnderecoInput>,
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "/arquivos/avatars/ana.webp")]
    pub foto_url: Field<String>,
}

/// `None` leaves a field, `Some(None)` takes it away.
#[derive(Clone, Debug, Default)]
pub struct MudancaDeDados {
    pub nome: Option<String>,
    pub telefone: Option<Option<String>>,
    pub foto_url: Option<Option<String>>,
    pub endereco: MudancaDeEndereco,
}

#[derive(Clone, Debug, Default)]
pub struct MudancaDeEndereco {
    pub cep: Option<Option<String>>,
    pub rua: Option<Option<String>>,
    pub numero: Option<Option<String>>,
    pub complemento: Option<Option<String>>,
    pub bairro: Option<Option<String>>,
    pub cidade: Option<Option<String>>,
    pub estado: Option<Option<String>>,
}

impl MudancaDeDados {
    pub fn parse(input: AlterarDadosInput) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let nome_dado = !input.nome.is_absent();
        let mudanca = Self {
            nome: nome_dado.then(|| parse_nome(&mut erros, input.nome)).flatten(),
            telefone: erros.change(input.telefone, parse_telefone),
            foto_url: erros.change(input.foto_url, |erros, url| erros.optional_url("fotoUrl", url)),
            endereco: parse_mudanca_de_endereco(&mut erros, input.endereco),
        };
        erros.finish(Some(mudanca))
    }
}

/// Null takes the whole address away.
fn parse_mudanca_de_endereco(
    erros: &mut FieldErrors,
    field: Field<EnderecoInput>,
) -> MudancaDeEndereco {
    let null = matches!(field, Field::Null);
    let input = erros.optional("endereco", field).unwrap_or_default();
    let mut part = |campo: &str, field| match null {
        true => Some(None),
        false => erros.change(field, |erros, field| {
            erros.optional_text(&format!("endereco.{campo}"), field, MAX_NOME)
        }),
    };
    MudancaDeEndereco {
        cep: part("cep", input.cep),
        rua: part("rua", input.rua),
        numero: part("numero", input.numero),
        complemento: part("complemento", input.complemento),
        bairro: part("bairro", input.bairro),
        cidade: part("cidade", input.cidade),
        estado: part("estado", input.estado),
    }
}

pub fn parse_nome(erros: &mut FieldErrors, field: Field<String>) -> Option<String> {
    let nome = erros.text("nome", field, MAX_NOME)?;
    if nome.chars().count() < MIN_NOME {
        erros.add("nome", format!("Use pelo menos {MIN_NOME} caracteres."));
        return None;
    }
    Some(nome)
}

/// Lower-cased: nobody has two accounts because a phone wrote the first letter large.
pub fn parse_email(erros: &mut FieldErrors, field: Field<String>) -> Option<String> {
    let email = erros.text("email", field, MAX_EMAIL)?.to_lowercase();
    if !email_valido(&email) {
        erros.add("email", "Informe um e-mail válido.");
        return None;
    }
    Some(email)
}

/// An address that e-mail can be sent to, and nothing around it.
pub fn email_valido(email: &str) -> bool {
    let options =
        Options::default().with_required_tld().without_display_text().without_domain_literal();
    email.len() <= MAX_EMAIL && EmailAddress::parse_with_options(email, options).is_ok()
}

/// The format alone, `000.000.000-00`: the check digits are nobody's business here.
pub fn parse_cpf(erros: &mut FieldErrors, field: Field<String>) -> Option<String> {
    let cpf = erros.text("cpf", field, MAX_NOME)?;
    let shape: String =
        cpf.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect();
    if shape != "000.000.000-00" {
        erros.add("cpf", "Use o formato 000.000.000-00.");
        return None;
    }
    Some(cpf)
}

/// With or without punctuation, kept as `(DD) 9XXXX-XXXX`.
pub fn parse_telefone(erros: &mut FieldErrors, field: Field<String>) -> Option<String> {
    let text = erros.optional_text("telefone", field, MAX_NOME)?;
    let telefone = formatar_telefone(&text);
    if telefone.is_none() {
        erros.add("telefone", "Informe DDD e celular, com 11 dígitos: (11) 98765-4321.");
    }
    telefone
}

fn formatar_telefone(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let known = |letter: char| letter.is_ascii_digit() || " ()-.".contains(letter);
    let (ddd, number) = digits.split_at_checked(2)?;
    let (prefix, suffix) = number.split_at_checked(5)?;
    let complete = suffix.len() == 4 && prefix.starts_with('9');
    (complete && text.chars().all(known)).then(|| format!("({ddd}) {prefix}-{suffix}"))
}

fn parse_data_nascimento(
    erros: &mut FieldErrors,
    field: Field<String>,
    agora: Timestamp,
) -> Option<String> {
    let text = erros.optional_text("dataNascimento", field, MAX_NOME)?;
    let date = NaiveDate::parse_from_str(&text, "%Y-%m-%d").ok();
    let day = date.filter(|date| date.year() >= 1900).map(|date| date.to_string());
    match day {
        // Only the canonical spelling, which also sorts and compares as text.
        Some(day) if day == text && day <= agora.dia() => Some(day),
        Some(day) if day > agora.dia() => {
            erros.add("dataNascimento", "Informe uma data que já passou.");
            None
        }
        _ => {
            erros.add("dataNascimento", "Use o formato AAAA-MM-DD.");
            None
        }
    }
}

pub fn parse_endereco(erros: &mut FieldErrors, field: Field<EnderecoInput>) -> Endereco {
    let input = erros.optional("endereco", field).unwrap_or_default();
    let mut part =
        |campo: &str, field| erros.optional_text(&format!("endereco.{campo}"), field, MAX_NOME);
    Endereco {
        cep: part("cep", input.cep),
        rua: part("rua", input.rua),
        numero: part("numero", input.numero),
        complemento: part("complemento", input.complemento),
        bairro: part("bairro", input.bairro),
        cidade: part("cidade", input.cidade),
        estado: part("estado", input.estado),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed<T>(
        parse: impl Fn(&mut FieldErrors, Field<String>) -> Option<T>,
        text: &str,
    ) -> Option<T> {
        let mut erros = FieldErrors::default();
        let value = parse(&mut erros, Field::Value(text.to_owned()));
        assert_eq!(
            value.is_none(),
            !erros.is_empty(),
            "{text}: refused without a word, or the reverse"
        );
        value
    }

    #[test]
    fn an_email_has_a_name_and_a_real_domain() {
        assert_eq!(
            parsed(parse_email, " Ana.Souza@Exemplo.ORG ").unwrap(),
            "ana.souza@exemplo.org"
        );
        assert!(parsed(parse_email, "joão+x@exemplo.com.br").is_some());
        for wrong in [
            "ana",
            "ana@",
            "@exemplo.org",
            "ana@localhost",
            "a b@c.org",
            "ana@[127.0.0.1]",
            "Ana <ana@exemplo.org>",
            "ana@exemplo.org, rui@exemplo.org",
            "ana@exem\nplo.org",
        ] {
            assert!(parsed(parse_email, wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_cpf_has_its_punctuation() {
        assert!(parsed(parse_cpf, "123.456.789-00").is_some());
        for wrong in ["12345678900", "123.456.789-0", "123.456.789-0a", "١٢٣.٤٥٦.٧٨٩-٠٠"]
        {
            assert!(parsed(parse_cpf, wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_phone_comes_as_people_write_it_and_stays_in_one_shape() {
        for text in ["11987654321", "(11) 98765-4321", "11 98765 4321", "11.98765.4321"] {
            assert_eq!(parsed(parse_telefone, text).unwrap(), "(11) 98765-4321");
        }
        for wrong in ["1198765432", "119876543210", "11 8765-43211", "onze", "11x987654321"] {
            assert!(parsed(parse_telefone, wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_birthday_is_a_real_day_that_has_passed() {
        let agora = serde_json::from_str("\"2026-03-02T12:00:00Z\"").unwrap();
        let parse = |erros: &mut FieldErrors, field| parse_data_nascimento(erros, field, agora);
        for good in ["1990-12-31", "2026-03-02", "2000-02-29"] {
            assert!(parsed(parse, good).is_some(), "{good}");
        }
        for wrong in ["2026-03-03", "1899-12-31", "2001-02-29", "31/12/1990", "1990-1-1"] {
            assert!(parsed(parse, wrong).is_none(), "{wrong}");
        }
    }
}
