//! What does a person ask for? A sentence is taken apart (`analise`), scored against a table of clues
//! (`pistas`, `pontuar`), its arguments are filled (`preencher`, `livres`), and what is missing is asked
//! for (`montar`); `dialogo` reads a message in the light of those before it.

mod analise;
mod comandos;
mod conversa;
mod dialogo;
mod livres;
mod lugares;
mod montar;
mod pessoas;
mod pistas;
mod pistas_de_escrita;
mod pontuar;
mod preencher;
mod saberes;
#[cfg(test)]
mod tests;

use chrono::NaiveDate;

pub use self::conversa::exemplo;
use crate::ferramentas::{Chamada, Ferramenta};

/// Who said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Papel {
    Usuario,
    Assistente,
}

/// One message of the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fala {
    pub papel: Papel,
    pub texto: String,
}

/// What the recogniser may know of the nucleo. All but `hoje` may be left empty.
#[derive(Clone, Debug)]
pub struct Contexto {
    /// Today, where the nucleo is.
    pub hoje: NaiveDate,
    /// Cities where members live, as they are written.
    pub cidades: Vec<String>,
    /// Names of the competencies.
    pub competencias: Vec<String>,
    /// What the currency is called: name and abbreviation.
    pub moedas: Vec<String>,
}

/// What was understood.
#[derive(Clone, Debug, PartialEq)]
pub enum Entendimento {
    /// Run this tool, or propose it if it writes.
    Chamar(Chamada),
    /// Something is missing for the tool.
    Perguntar {
        ferramenta: Ferramenta,
        pergunta: String,
        respostas_rapidas: Vec<String>,
    },
    Saudar,
    /// What can you do?
    Ajudar,
    /// "Sim, confirmo", typed: it runs nothing, the pending action is shown again.
    Confirmar,
    Cancelar,
    /// Said honestly, with questions that would be understood.
    NaoEntendi {
        exemplos: Vec<String>,
    },
}

/// How far back a conversation is read: a longer one does not cost more.
const FALAS: usize = 12;
/// How much of one message is read.
const LETRAS: usize = 4000;

/// Understands the last message of a person, with their earlier ones as its context. The same
/// history gives the same answer: what was asked back before is found again by reading it again.
pub fn entender(historico: &[Fala], contexto: &Contexto) -> Entendimento {
    let mut falas: Vec<String> = historico
        .iter()
        .rev()
        .filter(|fala| fala.papel == Papel::Usuario)
        .take(FALAS)
        .map(|fala| fala.texto.chars().take(LETRAS).collect())
        .collect();
    falas.reverse();
    let mut quadro = None;
    let mut entendido = conversa::nao_entendi(&[]);
    for texto in &falas {
        (entendido, quadro) = dialogo::passo(quadro, texto, contexto);
    }
    entendido
}
