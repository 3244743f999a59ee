//! The endpoints of e-mail: parse, call the service, show.

mod administracao;
mod descadastro;

use base::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(administracao::enviar))
        .routes(routes!(administracao::modelos))
        .routes(routes!(administracao::logs))
        .routes(routes!(administracao::previa))
        .routes(routes!(descadastro::perguntar, descadastro::descadastrar))
}
