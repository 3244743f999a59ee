//! Products and orders.

mod pedidos;
mod produtos;
mod verificacao;

pub use pedidos::*;
pub use produtos::*;
pub use verificacao::*;
