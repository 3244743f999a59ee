//! The endpoints of `/api/economia`.

mod administracao;
mod extrato;

use base::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use administracao::chave_de_repeticao;
pub use extrato::TransacaoView;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(extrato::extrato))
        .routes(routes!(extrato::saldo))
        .routes(routes!(administracao::painel))
        .routes(routes!(administracao::ajustar))
        .routes(routes!(administracao::alterar_multiplicador))
        .routes(routes!(administracao::alterar_teto))
}
