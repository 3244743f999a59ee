//! The store: what members get for the currency of their nucleo. An order takes from the stock and
//! from the wallet in one transaction; cancelling it gives both back, once.

pub mod avisos;
mod http;
mod rules;
pub mod service;
mod store;
pub mod verificacao;

use base::id::UsuarioId;
use base::outbox::Event;
use serde::{Deserialize, Serialize};

pub use http::{PedidoView, router};
pub use rules::{Decisao, MudancaDeProduto, NovoPedido, NovoProduto};

base::id!(ProdutoId);
base::id!(PedidoId);

base::text_enum! {
    /// A situação de um pedido.
    pub enum StatusPedido {
        Pedido = "PEDIDO",
        Entregue = "ENTREGUE",
        Cancelado = "CANCELADO",
    }
}

/// Somebody has ordered and paid: whoever runs the store hears of it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PedidoFeito {
    pub pedido_id: PedidoId,
}

impl Event for PedidoFeito {
    const NAME: &'static str = "pedido.feito";
}

/// An order was handed over or cancelled, which ends it: whoever made it hears of it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PedidoDecidido {
    pub pedido_id: PedidoId,
    pub decidido_por: UsuarioId,
}

impl Event for PedidoDecidido {
    const NAME: &'static str = "pedido.decidido";
}

/// Somebody who has left for good has more open orders than one transaction cancels.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PedidosAEncerrar {
    pub usuario_id: UsuarioId,
}

impl Event for PedidosAEncerrar {
    const NAME: &'static str = "pedidos.a_encerrar";
}
