//! The books of a nucleo, open as far as it wants: entries, what they add up to, and a chain of
//! hashes that shows whether anybody changed them from outside.

mod http;
mod rules;
pub mod service;
mod store;
pub mod verificacao;

pub use http::{Conferencias, LancamentoView, router};
pub use rules::{LancamentoInput, NovoLancamento, Periodo};

base::id!(LancamentoId);

base::text_enum! {
    /// A direção de um lançamento.
    pub enum TipoLancamento {
        Receita = "RECEITA",
        Despesa = "DESPESA",
    }
}

base::text_enum! {
    /// Para que serviu, ou de onde veio, o dinheiro.
    pub enum Categoria {
        Evento = "EVENTO",
        Projeto = "PROJETO",
        Administrativo = "ADMINISTRATIVO",
        Doacao = "DOACAO",
        Loja = "LOJA",
        Outros = "OUTROS",
    }
}
