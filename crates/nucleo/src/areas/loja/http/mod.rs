//! The endpoints of `/api/loja`.

mod pedidos;
mod produtos;

use base::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use pedidos::PedidoView;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(produtos::listar_produtos, produtos::criar_produto))
        .routes(routes!(produtos::alterar_produto, produtos::excluir_produto))
        .routes(routes!(pedidos::listar_pedidos, pedidos::pedir))
        .routes(routes!(pedidos::listar_todos_os_pedidos))
        .routes(routes!(pedidos::decidir_pedido))
}
