//! What one can do in the store. Every function works inside the caller's transaction.

mod pedidos;
mod produtos;

pub use pedidos::{decidir, encerrar_de, listar_de, listar_pedidos, obter, pedidos_de, pedir};
pub use produtos::{alterar, criar, excluir, listar_produtos};

pub use super::store::{Pedido, Produto};
