//! Tasks: of a project or standalone, assigned or open, from the first idea to the reward.

mod http;
mod rules;
pub mod service;
mod store;
pub(super) mod trava;

pub use http::{TarefaView, router};
pub use rules::{
    Dificuldade, Entrega, Lugar, NovaTarefaInput, NovoStatus, StatusTarefa, TarefaInput,
};

base::id!(
    /// Uma tarefa.
    TarefaId
);
