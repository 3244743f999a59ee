//! The plans of a nucleo. Every nucleo begins with the same three.

mod rules;
pub mod service;
mod store;

base::id!(PlanoId);

/// SQL: the code of the plan that is in force for the person `$u` (an alias of `usuarios`).
macro_rules! plano_ativo {
    ($u:literal) => {
        "'FREE'"
    };
}

pub(crate) use plano_ativo;
