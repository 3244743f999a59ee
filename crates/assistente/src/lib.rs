//! The pure half of the assistant: which tools there are, what a Portuguese question asks for, and
//! how texts are written. No input or output, no clock: the same words give the same answer.

mod citacoes;
mod datas;
pub mod entender;
pub mod ferramentas;
pub mod frases;
mod lexico;
mod numeros;
mod redacao;
mod texto;

pub use citacoes::{cidade_citada, competencias_citadas, nivel_citado};
pub use entender::{Contexto, Entendimento, Fala, Papel, entender, exemplo};
pub use ferramentas::{Chamada, Ferramenta, esquema, ler};
pub use redacao::{Rascunho, melhorar_texto, redigir_email};
