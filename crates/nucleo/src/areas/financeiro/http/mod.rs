//! The endpoints of `/api/financeiro`.

mod lancamentos;
mod livro;

use base::App;
use base::clock::{end_of_day, start_of_day};
use base::validation::{Field, FieldErrors};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use lancamentos::LancamentoView;
pub use livro::Conferencias;

use super::Periodo;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(lancamentos::criar, lancamentos::listar))
        .routes(routes!(lancamentos::excluir))
        .routes(routes!(lancamentos::exportar))
        .routes(routes!(livro::resumir))
        .routes(routes!(livro::mostrar_transparencia))
        .routes(routes!(livro::conferir))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct PeriodoInput {
    /// ISO 8601, ou um dia (AAAA-MM-DD).
    #[param(value_type = Option<String>)]
    data_inicio: Field<String>,
    /// ISO 8601, ou um dia (AAAA-MM-DD), que conta inteiro.
    #[param(value_type = Option<String>)]
    data_fim: Field<String>,
}

impl PeriodoInput {
    fn parse(self, erros: &mut FieldErrors) -> Periodo {
        Periodo {
            inicio: erros.optional_instant("dataInicio", self.data_inicio, start_of_day),
            fim: erros.optional_instant("dataFim", self.data_fim, end_of_day),
        }
    }
}
