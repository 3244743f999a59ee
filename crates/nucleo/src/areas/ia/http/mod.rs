//! The endpoints of the assistant.

mod chat;
mod consultas;
mod conversas;

use base::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use conversas::ConversaExportadaView;

/// A model may take its time, several times over.
pub const LONGOS: [&str; 6] = [
    "/api/ia/chat",
    "/api/ia/consulta-membros",
    "/api/ia/matching",
    "/api/ia/resumo-semanal",
    "/api/ia/melhorar-texto",
    "/api/admin/emails/gerar",
];

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(chat::conversar))
        .routes(routes!(chat::agir))
        .routes(routes!(consultas::consultar_membros))
        .routes(routes!(consultas::combinar))
        .routes(routes!(consultas::resumir_semana))
        .routes(routes!(consultas::melhorar_texto))
        .routes(routes!(consultas::gerar_email))
        .routes(routes!(consultas::listar_consumo))
        .routes(routes!(conversas::listar))
        .routes(routes!(conversas::detalhar, conversas::excluir))
        .routes(routes!(conversas::compartilhar))
}
