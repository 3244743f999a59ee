//! The endpoints of `/api/membros`, the decision on a sign-up, and how a person looks on the wire.

mod cadastro;
mod gestao;
mod lista;
mod perfil;

use base::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use perfil::PerfilView;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(lista::listar))
        .routes(routes!(lista::listar_pendentes))
        .routes(routes!(lista::exportar))
        .routes(routes!(cadastro::aprovar))
        .routes(routes!(cadastro::rejeitar))
        .routes(routes!(gestao::detalhar))
        .routes(routes!(gestao::alterar_cargo))
        .routes(routes!(gestao::alterar_status))
}
