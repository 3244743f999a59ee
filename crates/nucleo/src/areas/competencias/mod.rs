//! What people can do: a catalogue of macro and micro competencies, the same for all nucleos, and
//! each person's level in them.

mod catalogo;
mod http;
pub mod rules;
pub mod service;
mod store;

pub use http::{CompetenciaDePessoaView, router};
pub use rules::Declarada;

base::id!(MacroId);
base::id!(MicroId);

base::text_enum! {
    /// O nível em uma competência.
    pub enum Nivel {
        Basico = "BASICO",
        Intermediario = "INTERMEDIARIO",
        Avancado = "AVANCADO",
    }
}
