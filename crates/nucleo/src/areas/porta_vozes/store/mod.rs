//! The tables of spokespersons. What belongs to one is changed under the lock of their row.

mod cadastro;
mod postagens;
mod sincronizacao;

pub use cadastro::*;
pub use postagens::*;
pub use sincronizacao::*;
