//! What does a person ask for?

use chrono::NaiveDate;

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

/// Understands the last message, with the earlier ones as its context.
pub fn entender(historico: &[Fala], contexto: &Contexto) -> Entendimento {
    let _ = (historico, contexto.hoje);
    let exemplos = vec!["Quantos membros ativos temos?".to_owned()];
    Entendimento::NaoEntendi { exemplos }
}
