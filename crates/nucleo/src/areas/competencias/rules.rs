//! What people say of their competencies. Pure: no async, no SQL, no HTTP.

use base::Uuid;
use base::validation::{Expected, Field, FieldErrors};
use serde::Deserialize;
use utoipa::ToSchema;

use super::catalogo::CATALOGO;
use super::{MacroId, MicroId, Nivel};

/// Uma competência e o nível nela.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompetenciaInput {
    #[schema(value_type = MicroId)]
    pub micro_id: Field<MicroId>,
    #[schema(value_type = Nivel)]
    pub nivel: Field<Nivel>,
}

impl Expected for CompetenciaInput {
    const EXPECTED: &'static str = "Informe um objeto com microId e nivel.";
    const IS_OBJECT: bool = true;
}

/// What somebody says of themselves, and where in the list they said it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declarada {
    pub micro: MicroId,
    pub nivel: Nivel,
    pub posicao: usize,
}

/// The list as it arrived: anything that is no object is one wrong entry, not a wrong list.
pub type CompetenciasInput = Field<Vec<Field<CompetenciaInput>>>;

/// One level per competency; the last word counts.
pub fn parse(erros: &mut FieldErrors, campo: &str, input: CompetenciasInput) -> Vec<Declarada> {
    let mut parsed: Vec<Declarada> = Vec::new();
    let entries = erros.optional(campo, input).unwrap_or_default();
    if entries.len() > CATALOGO.iter().map(|(_, micros)| micros.len()).sum() {
        erros.add(campo, "Informe cada competência uma só vez.");
        return parsed;
    }
    for (index, entry) in entries.into_iter().enumerate() {
        let Some(entry) = erros.required(&format!("{campo}[{index}]"), entry) else { continue };
        let micro = erros.required(&format!("{campo}[{index}].microId"), entry.micro_id);
        let nivel = erros.required(&format!("{campo}[{index}].nivel"), entry.nivel);
        if let (Some(micro), Some(nivel)) = (micro, nivel) {
            parsed.retain(|other| other.micro != micro);
            parsed.push(Declarada { micro, nivel, posicao: index });
        }
    }
    parsed
}

/// A macro competency of the catalogue with its micro ones.
pub struct Macro {
    pub id: MacroId,
    pub nome: &'static str,
    pub micros: Vec<(MicroId, &'static str)>,
}

/// The catalogue with the ids that its positions make.
pub fn catalogo() -> impl Iterator<Item = Macro> {
    CATALOGO.iter().zip(1..).map(|((nome, micros), number)| Macro {
        id: MacroId::from(seed_id(number, 0)),
        nome,
        micros: micros
            .iter()
            .zip(1..)
            .map(|(micro, position)| (MicroId::from(seed_id(number, position)), *micro))
            .collect(),
    })
}

/// The same on every server, and of the form of a UUID v7.
fn seed_id(number: u128, position: u128) -> Uuid {
    const PREFIX: u128 = 0x0192_0000_0000_7000_8000_0000_0000_0000;
    Uuid::from_u128(PREFIX + (number << 16) + position)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use serde_json::json;

    use super::*;

    #[test]
    fn every_id_of_the_catalogue_is_its_own() {
        let ids: Vec<Uuid> = catalogo()
            .flat_map(|entry| {
                let micros = entry.micros.into_iter().map(|(id, _)| Uuid::from(id));
                [Uuid::from(entry.id)].into_iter().chain(micros).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
        assert!(ids.iter().all(|id| id.get_version_num() == 7));
    }

    #[test]
    fn every_wrong_entry_is_named() {
        let id = Uuid::nil();
        let input = serde_json::from_value(json!([
            {"microId": id, "nivel": "BASICO"}, {"microId": "x", "nivel": "MESTRE"}, 7,
            {"microId": id, "nivel": "AVANCADO"},
        ]));
        let mut erros = FieldErrors::default();
        let parsed = parse(&mut erros, "competencias", input.unwrap());
        assert_eq!(parsed, [Declarada { micro: id.into(), nivel: Nivel::Avancado, posicao: 3 }]);
        let campos: Vec<_> = erros.campos().collect();
        assert_eq!(campos, ["competencias[1].microId", "competencias[1].nivel", "competencias[2]"]);
    }
}
