//! The endpoints of `/api/membros`, and how a person looks on the wire.

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
        .routes(routes!(gestao::detalhar))
        .routes(routes!(gestao::alterar_cargo))
        .routes(routes!(gestao::alterar_status))
}
