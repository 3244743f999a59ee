//! Wallets, the ledger, and the rules of the currency.

mod consulta;
mod idempotencia;
mod lancamento;
mod regras;
mod verificacao;

pub use consulta::*;
pub use idempotencia::*;
pub use lancamento::*;
pub use regras::*;
pub use verificacao::*;
