//! The pure half of the assistant: which tools there are, what a Portuguese question asks for, and
//! how texts are written. No input or output, no clock: the same words give the same answer.

pub mod entender;
pub mod ferramentas;

pub use entender::{Contexto, Entendimento, Fala, Papel, entender};
pub use ferramentas::{Chamada, Ferramenta, esquema, ler};
