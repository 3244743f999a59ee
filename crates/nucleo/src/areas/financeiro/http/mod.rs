//! The endpoints of `/api/financeiro`.

mod lancamentos;
mod livro;

use axum::Extension;
use base::App;
use base::clock::{end_of_day, start_of_day};
use base::rate_limit::{Quota, RateLimit};
use base::validation::{Field, FieldErrors};
use chrono::Duration;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use lancamentos::LancamentoView;

use super::Periodo;

/// Going through a whole chain is work: enough for whoever looks, not for whoever hammers.
const CONFERENCIAS: Quota = Quota { max: 10, window: Duration::minutes(1) };

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(lancamentos::criar, lancamentos::listar))
        .routes(routes!(lancamentos::excluir))
        .routes(routes!(lancamentos::exportar))
        .routes(routes!(livro::resumir))
        .routes(routes!(livro::mostrar_transparencia))
        .routes(routes!(livro::conferir))
        .layer(Extension(livro::Conferencias(RateLimit::new(CONFERENCIAS))))
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
