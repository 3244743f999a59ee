//! The catalogue, and how a person's competencies look on the wire.

use axum::Json;
use base::problem::PublicProblems;
use base::scope::PublicScope;
use base::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::service::{self, CompetenciaDePessoa, Entrada};
use super::{MacroId, MicroId, Nivel};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(listar))
}

/// Lista o catálogo de competências: cada macro com suas micros.
#[utoipa::path(
    get, path = "/api/competencias", tag = "competencias",
    responses((status = 200, body = Vec<MacroView>), PublicProblems),
    security(()),
)]
async fn listar(scope: PublicScope) -> Result<Json<Vec<MacroView>>> {
    let entradas = scope.read(async |tx| service::listar(tx).await).await?;
    let mut macros: Vec<MacroView> = Vec::new();
    for Entrada { macro_id, macro_nome, micro_id, micro_nome } in entradas {
        let micro = MicroView { id: micro_id, nome: micro_nome };
        match macros.last_mut() {
            Some(last) if last.id == macro_id => last.micros.push(micro),
            _ => macros.push(MacroView { id: macro_id, nome: macro_nome, micros: vec![micro] }),
        }
    }
    Ok(Json(macros))
}

/// Uma macrocompetência.
#[derive(Serialize, ToSchema)]
struct MacroView {
    id: MacroId,
    #[schema(example = "Comunicação")]
    nome: String,
    micros: Vec<MicroView>,
}

#[derive(Serialize, ToSchema)]
struct MicroView {
    id: MicroId,
    #[schema(example = "Redação")]
    nome: String,
}

/// Uma competência de uma pessoa.
#[derive(Serialize, ToSchema)]
pub struct CompetenciaDePessoaView {
    nivel_proficiencia: Nivel,
    competencias_micro: MicroComMacroView,
}

#[derive(Serialize, ToSchema)]
struct MicroComMacroView {
    id: MicroId,
    nome: String,
    competencias_macro: MacroResumoView,
}

#[derive(Serialize, ToSchema)]
struct MacroResumoView {
    id: MacroId,
    nome: String,
}

impl From<CompetenciaDePessoa> for CompetenciaDePessoaView {
    fn from(competencia: CompetenciaDePessoa) -> Self {
        let Entrada { macro_id, macro_nome, micro_id, micro_nome } = competencia.entrada;
        Self {
            nivel_proficiencia: competencia.nivel_proficiencia,
            competencias_micro: MicroComMacroView {
                id: micro_id,
                nome: micro_nome,
                competencias_macro: MacroResumoView { id: macro_id, nome: macro_nome },
            },
        }
    }
}
