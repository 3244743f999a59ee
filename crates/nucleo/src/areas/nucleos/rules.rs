//! What a nucleo may be called and look like. Pure: no async, no SQL, no HTTP.

use base::description::{Creation, ToCreate};
use base::validation::{Field, FieldErrors, MAX_NOME};
use serde::Deserialize;
use utoipa::ToSchema;

const COR_PRIMARIA: &str = "#1F6F5C";
const COR_SECUNDARIA: &str = "#F2B544";
const NOME_MOEDA: &str = "Moeda do Núcleo";
const SIGLA_MOEDA: &str = "CC";
/// Taken by a path of the API: `/api/nucleos/publicos`.
const SLUGS_RESERVADOS: [&str; 1] = ["publicos"];
const MAX_SLUG: usize = 60;
const MAX_SIGLA: usize = 10;
#[rustfmt::skip]
const ESTADOS: [&str; 27] = [
    "AC", "AL", "AM", "AP", "BA", "CE", "DF", "ES", "GO", "MA", "MG", "MS", "MT", "PA", "PB", "PE",
    "PI", "PR", "RJ", "RN", "RO", "RR", "RS", "SC", "SE", "SP", "TO",
];

/// Um núcleo a criar, ou o que mudar em um.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NucleoInput {
    #[schema(value_type = Option<String>, max_length = 200, example = "Núcleo São Paulo")]
    pub nome: Field<String>,
    /// A sigla do estado.
    #[schema(value_type = Option<String>, example = "SP")]
    pub estado: Field<String>,
    /// Letras minúsculas, números e hífens; único.
    #[schema(value_type = Option<String>, max_length = 60, example = "sao-paulo")]
    pub slug: Field<String>,
    /// O domínio do aplicativo do núcleo; único. Nulo o retira.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "sp.exemplo.org")]
    pub dominio: Field<String>,
    /// Nulo o retira.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "https://sp.exemplo.org/logo.png")]
    pub logo_url: Field<String>,
    #[schema(value_type = Option<String>, example = "#1F6F5C")]
    pub cor_primaria: Field<String>,
    #[schema(value_type = Option<String>, example = "#F2B544")]
    pub cor_secundaria: Field<String>,
    #[schema(value_type = Option<String>, example = "Ipê")]
    pub nome_moeda: Field<String>,
    #[schema(value_type = Option<String>, max_length = 10, example = "IPE")]
    pub sigla_moeda: Field<String>,
}

pub type NovoNucleoInput = ToCreate<NucleoInput>;

impl Creation for NucleoInput {
    const NAME: &'static str = "NovoNucleoInput";
    const REQUIRED: &'static [&'static str] = &["nome", "estado", "slug"];
}

/// A nucleo that may exist: every rule holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NovoNucleo {
    pub nome: String,
    pub estado: String,
    pub slug: String,
    pub dominio: Option<String>,
    pub logo_url: Option<String>,
    pub cor_primaria: String,
    pub cor_secundaria: String,
    pub nome_moeda: String,
    pub sigla_moeda: String,
}

impl NovoNucleo {
    pub fn parse(input: NucleoInput) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let nome = erros.text("nome", input.nome, MAX_NOME);
        let estado = parse_estado(&mut erros, input.estado);
        let slug = parse_slug(&mut erros, input.slug);
        let dominio = parse_dominio(&mut erros, input.dominio);
        let logo_url = parse_logo(&mut erros, input.logo_url);
        let cor_primaria = parse_cor(&mut erros, "corPrimaria", input.cor_primaria);
        let cor_secundaria = parse_cor(&mut erros, "corSecundaria", input.cor_secundaria);
        let nome_moeda = erros.optional_text("nomeMoeda", input.nome_moeda, MAX_NOME);
        let sigla_moeda = erros.optional_text("siglaMoeda", input.sigla_moeda, MAX_SIGLA);
        let required = nome.zip(estado).zip(slug);
        erros.finish(required.map(|((nome, estado), slug)| Self {
            nome,
            estado,
            slug,
            dominio,
            logo_url,
            cor_primaria: cor_primaria.unwrap_or_else(|| COR_PRIMARIA.to_owned()),
            cor_secundaria: cor_secundaria.unwrap_or_else(|| COR_SECUNDARIA.to_owned()),
            nome_moeda: nome_moeda.unwrap_or_else(|| NOME_MOEDA.to_owned()),
            sigla_moeda: sigla_moeda.unwrap_or_else(|| SIGLA_MOEDA.to_owned()),
        }))
    }
}

/// What changes in a nucleo; what is not named stays.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Mudanca {
    pub nome: Option<String>,
    pub estado: Option<String>,
    pub slug: Option<String>,
    pub dominio: Option<Option<String>>,
    pub logo_url: Option<Option<String>>,
    pub cor_primaria: Option<String>,
    pub cor_secundaria: Option<String>,
    pub nome_moeda: Option<String>,
    pub sigla_moeda: Option<String>,
    pub transparencia_financeira: Option<bool>,
    pub transparencia_receitas: Option<bool>,
    pub transparencia_despesas: Option<bool>,
    pub transparencia_saldo: Option<bool>,
    pub transparencia_categorias: Option<bool>,
}

impl Mudanca {
    pub fn parse(input: NucleoInput) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let given = |field: &Field<String>| !field.is_absent();
        let mudanca = Self {
            nome: given(&input.nome).then(|| erros.text("nome", input.nome, MAX_NOME)).flatten(),
            estado: given(&input.estado).then(|| parse_estado(&mut erros, input.estado)).flatten(),
            slug: given(&input.slug).then(|| parse_slug(&mut erros, input.slug)).flatten(),
            dominio: erros.change(input.dominio, parse_dominio),
            logo_url: erros.change(input.logo_url, parse_logo),
            cor_primaria: parse_cor(&mut erros, "corPrimaria", input.cor_primaria),
            cor_secundaria: parse_cor(&mut erros, "corSecundaria", input.cor_secundaria),
            nome_moeda: erros.optional_text("nomeMoeda", input.nome_moeda, MAX_NOME),
            sigla_moeda: erros.optional_text("siglaMoeda", input.sigla_moeda, MAX_SIGLA),
            ..Self::default()
        };
        erros.finish(Some(mudanca))
    }

    /// The names of the fields that change, for the audit trail.
    pub fn campos(&self) -> Vec<&'static str> {
        let given = [
            ("nome", self.nome.is_some()),
            ("estado", self.estado.is_some()),
            ("slug", self.slug.is_some()),
            ("dominio", self.dominio.is_some()),
            ("logoUrl", self.logo_url.is_some()),
            ("corPrimaria", self.cor_primaria.is_some()),
            ("corSecundaria", self.cor_secundaria.is_some()),
            ("nomeMoeda", self.nome_moeda.is_some()),
            ("siglaMoeda", self.sigla_moeda.is_some()),
            ("transparenciaFinanceira", self.transparencia_financeira.is_some()),
            ("transparenciaReceitas", self.transparencia_receitas.is_some()),
            ("transparenciaDespesas", self.transparencia_despesas.is_some()),
            ("transparenciaSaldo", self.transparencia_saldo.is_some()),
            ("transparenciaCategorias", self.transparencia_categorias.is_some()),
        ];
        given.into_iter().filter(|(_, given)| *given).map(|(campo, _)| campo).collect()
    }
}

/// O que um administrador muda no próprio núcleo.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfiguracaoInput {
    /// Nulo o retira.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "https://sp.exemplo.org/logo.png")]
    pub logo_url: Field<String>,
    #[schema(value_type = Option<String>, example = "#1F6F5C")]
    pub cor_primaria: Field<String>,
    #[schema(value_type = Option<String>, example = "#F2B544")]
    pub cor_secundaria: Field<String>,
    #[schema(value_type = Option<String>, example = "Ipê")]
    pub nome_moeda: Field<String>,
    #[schema(value_type = Option<String>, max_length = 10, example = "IPE")]
    pub sigla_moeda: Field<String>,
    /// Se os membros veem as contas do núcleo; as quatro seguintes dizem quais partes.
    #[schema(value_type = Option<bool>)]
    pub transparencia_financeira: Field<bool>,
    #[schema(value_type = Option<bool>)]
    pub transparencia_receitas: Field<bool>,
    #[schema(value_type = Option<bool>)]
    pub transparencia_despesas: Field<bool>,
    #[schema(value_type = Option<bool>)]
    pub transparencia_saldo: Field<bool>,
    #[schema(value_type = Option<bool>)]
    pub transparencia_categorias: Field<bool>,
}

impl ConfiguracaoInput {
    pub fn parse(self) -> Result<Mudanca, FieldErrors> {
        let mut erros = FieldErrors::default();
        let mudanca = Mudanca {
            logo_url: erros.change(self.logo_url, parse_logo),
            cor_primaria: parse_cor(&mut erros, "corPrimaria", self.cor_primaria),
            cor_secundaria: parse_cor(&mut erros, "corSecundaria", self.cor_secundaria),
            nome_moeda: erros.optional_text("nomeMoeda", self.nome_moeda, MAX_NOME),
            sigla_moeda: erros.optional_text("siglaMoeda", self.sigla_moeda, MAX_SIGLA),
            transparencia_financeira: erros
                .optional("transparenciaFinanceira", self.transparencia_financeira),
            transparencia_receitas: erros
                .optional("transparenciaReceitas", self.transparencia_receitas),
            transparencia_despesas: erros
                .optional("transparenciaDespesas", self.transparencia_despesas),
            transparencia_saldo: erros.optional("transparenciaSaldo", self.transparencia_saldo),
            transparencia_categorias: erros
                .optional("transparenciaCategorias", self.transparencia_categorias),
            ..Mudanca::default()
        };
        erros.finish(Some(mudanca))
    }
}

fn parse_estado(erros: &mut FieldErrors, field: Field<String>) -> Option<String> {
    let estado = erros.text("estado", field, MAX_NOME)?.to_uppercase();
    if ESTADOS.contains(&estado.as_str()) {
        return Some(estado);
    }
    erros.add("estado", "Informe a sigla de um estado, como SP.");
    None
}

fn parse_slug(erros: &mut FieldErrors, field: Field<String>) -> Option<String> {
    let slug = erros.text("slug", field, MAX_SLUG)?;
    if slug_valido(&slug) && !SLUGS_RESERVADOS.contains(&slug.as_str()) {
        return Some(slug);
    }
    erros.add("slug", "Use letras minúsculas, números e hífens, como sao-paulo.");
    None
}

/// Also what a path may ask for: anything else names no nucleo.
pub fn slug_valido(slug: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (2..=MAX_SLUG).contains(&slug.len())
        && slug.bytes().all(known)
        && !slug.starts_with('-')
        && !slug.ends_with('-')
}

fn parse_dominio(erros: &mut FieldErrors, field: Field<String>) -> Option<String> {
    let dominio = erros.optional_text("dominio", field, 253)?.to_lowercase();
    let label = |label: &str| {
        let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        !label.is_empty()
            && label.len() <= 63
            && label.bytes().all(known)
            && !label.starts_with('-')
    };
    if dominio.split('.').all(label) {
        return Some(dominio);
    }
    erros.add("dominio", "Informe só o domínio, como sp.exemplo.org.");
    None
}

fn parse_logo(erros: &mut FieldErrors, field: Field<String>) -> Option<String> {
    erros.optional_url("logoUrl", field)
}

fn parse_cor(erros: &mut FieldErrors, campo: &str, field: Field<String>) -> Option<String> {
    let cor = erros.optional_text(campo, field, MAX_NOME)?;
    let digits = cor.strip_prefix('#').unwrap_or_default();
    if digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Some(cor.to_uppercase());
    }
    erros.add(campo, "Informe uma cor como #1F6F5C.");
    None
}

/// The host of `Origin` or `Host`, as it may equal a `dominio`.
pub fn host(header: &str) -> Option<String> {
    let rest = header.rsplit_once("://").map_or(header, |(_, rest)| rest);
    let host = rest.split(['/', ':']).next()?.trim().to_lowercase();
    (!host.is_empty()).then_some(host)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn parse(body: Value) -> Result<NovoNucleo, FieldErrors> {
        NovoNucleo::parse(serde_json::from_value(body).unwrap())
    }

    #[test]
    fn what_is_left_out_has_a_default() {
        let nucleo = parse(json!({"nome": "Núcleo", "estado": "sp", "slug": "sao-paulo"})).unwrap();
        assert_eq!((nucleo.estado.as_str(), nucleo.sigla_moeda.as_str()), ("SP", "CC"));
        assert_eq!(nucleo.cor_primaria, COR_PRIMARIA);
    }

    #[test]
    fn every_broken_rule_is_told_at_once() {
        let erros = parse(json!({
            "nome": " ", "estado": "XX", "slug": "publicos", "dominio": "https://x.org",
            "logoUrl": "javascript:x", "corPrimaria": "verde", "corSecundaria": "#12345",
            "nomeMoeda": 7, "siglaMoeda": "ABCDEFGHIJK",
        }));
        let erros = erros.unwrap_err();
        let campos: Vec<_> = erros.campos().collect();
        let todos = [
            "nome",
            "estado",
            "slug",
            "dominio",
            "logoUrl",
            "corPrimaria",
            "corSecundaria",
            "nomeMoeda",
            "siglaMoeda",
        ];
        assert_eq!(campos, todos);
    }

    #[test]
    fn a_slug_is_a_piece_of_a_path() {
        for good in ["sp", "sao-paulo", "nucleo-2"] {
            assert!(slug_valido(good), "{good}");
        }
        for wrong in ["", "a", "São", "a_b", "-a", "a-", "a/b", &"a".repeat(61)] {
            assert!(!slug_valido(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_host_is_found_in_both_headers() {
        for header in ["https://SP.exemplo.org", "sp.exemplo.org:8080", "http://sp.exemplo.org:1/x"]
        {
            assert_eq!(host(header).as_deref(), Some("sp.exemplo.org"));
        }
        assert_eq!(host("null").as_deref(), Some("null"));
        assert_eq!(host(""), None);
    }
}
