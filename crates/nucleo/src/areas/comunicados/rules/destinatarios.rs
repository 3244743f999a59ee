//! Whom the push of an announcement is for, among those who may see it.

use base::id::UsuarioId;
use base::scope::Cargo;
use base::validation::{Expected, Field, FieldErrors};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::areas::membros::Segmento;

const CAMPO: &str = "pushDestinatarios";
const MAX_MEMBROS: usize = 500;

/// A quem vai o push: `"todos"`, `{"cargo": [...]}` ou `{"membroIds": [...]}`, com até 500 pessoas.
// The names of the variants are the wire's, and what is stored is what was said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum Destinatarios {
    #[default]
    #[serde(rename = "todos")]
    Todos,
    #[serde(rename = "cargo")]
    Cargos(Vec<Cargo>),
    #[serde(rename = "membroIds")]
    Membros(Vec<UsuarioId>),
}

/// As it arrived, one of the three forms or not.
#[derive(Deserialize)]
#[serde(transparent)]
pub struct DestinatariosInput(Value);

impl Expected for DestinatariosInput {
    const EXPECTED: &'static str =
        "Informe \"todos\", {\"cargo\": [...]} ou {\"membroIds\": [...]}.";
}

/// The push audience once the segment has been taken into account. A push tells people of something that
/// they can open: it never goes beyond the segment.
#[derive(Debug, PartialEq, Eq)]
pub enum PublicoDoPush {
    Segmento(Segmento),
    /// Those of them who are in the announcement's segment.
    Pessoas(Vec<UsuarioId>),
    Ninguem,
}

impl Destinatarios {
    pub fn parse(erros: &mut FieldErrors, field: Field<DestinatariosInput>) -> Option<Self> {
        match erros.optional(CAMPO, field)?.0 {
            Value::String(text) if text == "todos" => Some(Self::Todos),
            Value::Object(mut fields) => {
                match (fields.remove("cargo"), fields.remove("membroIds")) {
                    (Some(cargos), None) => parse_cargos(erros, cargos),
                    (None, Some(membros)) => parse_membros(erros, membros),
                    _ => wrong(erros),
                }
            }
            _ => wrong(erros),
        }
    }

    /// Those who are named one by one.
    pub fn membros(&self) -> &[UsuarioId] {
        match self {
            Self::Membros(membros) => membros,
            Self::Todos | Self::Cargos(_) => &[],
        }
    }

    pub fn dentro_de(&self, segmento: &Segmento) -> PublicoDoPush {
        match self {
            Self::Todos => PublicoDoPush::Segmento(segmento.clone()),
            Self::Membros(membros) => PublicoDoPush::Pessoas(membros.clone()),
            Self::Cargos(cargos) => {
                let allowed =
                    |cargo: &Cargo| segmento.cargos.is_empty() || segmento.cargos.contains(cargo);
                let cargos: Vec<_> = cargos.iter().copied().filter(allowed).collect();
                // No cargo at all would mean everybody.
                if cargos.is_empty() {
                    return PublicoDoPush::Ninguem;
                }
                PublicoDoPush::Segmento(Segmento { cargos, planos: segmento.planos.clone() })
            }
        }
    }
}

/// Those who do not exist, each where they were named.
pub fn recusar_membros(erros: &mut FieldErrors, membros: &[UsuarioId], conhecidos: &[UsuarioId]) {
    for (index, membro) in membros.iter().enumerate() {
        if !conhecidos.contains(membro) {
            let campo = format!("{CAMPO}.membroIds[{index}]");
            erros.add(campo, "Esta pessoa não existe ou não é do núcleo.");
        }
    }
}

fn wrong(erros: &mut FieldErrors) -> Option<Destinatarios> {
    erros.add(CAMPO, DestinatariosInput::EXPECTED);
    None
}

fn parse_cargos(erros: &mut FieldErrors, value: Value) -> Option<Destinatarios> {
    let cargo = |item| Cargo::deserialize(item).ok().filter(|cargo| *cargo != Cargo::SuperAdmin);
    let cargos = parse_list(erros, "cargo", value, Cargo::ALL.len(), |item| {
        cargo(item).ok_or("Este cargo não existe.")
    });
    cargos.map(Destinatarios::Cargos)
}

fn parse_membros(erros: &mut FieldErrors, value: Value) -> Option<Destinatarios> {
    let membros = parse_list(erros, "membroIds", value, MAX_MEMBROS, |item| {
        UsuarioId::deserialize(item).map_err(|_| UsuarioId::EXPECTED)
    });
    membros.map(Destinatarios::Membros)
}

fn parse_list<T>(
    erros: &mut FieldErrors,
    nome: &str,
    value: Value,
    max: usize,
    parse: impl Fn(Value) -> Result<T, &'static str>,
) -> Option<Vec<T>> {
    let campo = format!("{CAMPO}.{nome}");
    let Value::Array(items) = value else {
        erros.add(campo, Vec::<T>::EXPECTED);
        return None;
    };
    if items.is_empty() || items.len() > max {
        erros.add(campo, format!("Informe de 1 a {max} itens."));
        return None;
    }
    let mut parsed = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        match parse(item) {
            Ok(item) => parsed.push(item),
            Err(mensagem) => erros.add(format!("{campo}[{index}]"), mensagem),
        }
    }
    Some(parsed)
}
