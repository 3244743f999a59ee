//! The endpoints of `/api/auth`: parse, call the service, show.

mod cadastro;
mod conta;
mod senha;
mod sessao;

use base::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(cadastro::cadastrar))
        .routes(routes!(sessao::entrar))
        .routes(routes!(sessao::renovar))
        .routes(routes!(sessao::sair))
        .routes(routes!(senha::esqueci))
        .routes(routes!(senha::redefinir))
        .routes(routes!(senha::alterar))
        .routes(routes!(conta::eu))
        .routes(routes!(conta::dispensar_primeiro_login))
}
