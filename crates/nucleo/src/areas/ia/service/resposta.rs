//! An answer, before it is kept and shown.

use assistente::Ferramenta;
use base::id::UsuarioId;
use serde_json::{Value, json};

use super::super::ferramentas::{Achado, Duvida, Feito, Proposta};
use super::super::store::Acao;
use super::super::{AcaoId, TipoDeResposta};

#[derive(Debug)]
pub struct Resposta {
    pub texto: String,
    pub tipo: TipoDeResposta,
    pub dados: Option<Value>,
    pub quick_replies: Vec<String>,
    /// What ran or was proposed, each once, in order.
    pub tool_calls: Vec<Ferramenta>,
    pub acao: Option<Oferecida>,
    /// What the person no longer wants.
    pub cancelada: Option<AcaoId>,
    pub pessoas: Vec<UsuarioId>,
}

/// What the answer asks to be confirmed.
#[derive(Debug)]
pub enum Oferecida {
    Nova(Box<Proposta>),
    /// Shown once more; nothing new is stored.
    Antiga(Box<Acao>),
}

impl Resposta {
    pub fn texto(texto: impl Into<String>) -> Self {
        Self {
            texto: texto.into(),
            tipo: TipoDeResposta::Text,
            dados: None,
            quick_replies: Vec::new(),
            tool_calls: Vec::new(),
            acao: None,
            cancelada: None,
            pessoas: Vec::new(),
        }
    }

    /// A text with answers to choose from; without any it is just a text.
    pub fn escolha(texto: impl Into<String>, opcoes: Vec<String>) -> Self {
        let tipo =
            if opcoes.is_empty() { TipoDeResposta::Text } else { TipoDeResposta::QuickReplies };
        Self { tipo, quick_replies: opcoes, ..Self::texto(texto) }
    }

    /// What a tool has to say, in our own words.
    pub fn de(ferramenta: Ferramenta, feito: Feito) -> Self {
        match feito {
            Feito::Achou(achado) => Self::achada(ferramenta, achado),
            Feito::Propos(proposta) => Self::proposta(ferramenta, proposta),
            Feito::Lembrou(acao) => Self { tool_calls: vec![ferramenta], ..Self::lembranca(acao) },
            Feito::Duvidou(Duvida { pergunta, opcoes, significam, pessoas }) => {
                let opcao = |(texto, (id, nome)): (&String, (UsuarioId, String))| json!({"texto": texto, "membroId": id, "nome": nome});
                let significados: Vec<_> = opcoes.iter().zip(significam).map(opcao).collect();
                let dados = (!significados.is_empty()).then(|| json!({"opcoes": significados}));
                Self { dados, pessoas, ..Self::escolha(pergunta, opcoes) }
            }
            Feito::Recusou(porque) => Self::texto(porque),
        }
    }

    fn achada(ferramenta: Ferramenta, achado: Achado) -> Self {
        Self {
            tipo: achado.tipo(),
            dados: Some(achado.dados),
            quick_replies: achado.sugestoes.iter().map(|texto| (*texto).to_owned()).collect(),
            tool_calls: vec![ferramenta],
            pessoas: achado.pessoas,
            ..Self::texto(achado.texto)
        }
    }

    /// The words are ours and name everything that would be done, whoever chose the tool.
    pub fn proposta(ferramenta: Ferramenta, proposta: Box<Proposta>) -> Self {
        let texto = format!(
            "{}\n\nNada foi feito ainda: a proposta espera a sua confirmação por 10 minutos.",
            proposta.resumo
        );
        Self {
            tipo: proposta.tipo,
            dados: Some(proposta.dados.clone()),
            tool_calls: vec![ferramenta],
            pessoas: proposta.pessoas.clone(),
            acao: Some(Oferecida::Nova(proposta)),
            ..Self::texto(texto)
        }
    }

    /// The same action once more: words do not confirm.
    pub fn lembranca(acao: Box<Acao>) -> Self {
        let texto = format!(
            "{}\n\nEsta ação ainda espera: uma mensagem não a confirma, só o botão Confirmar.",
            acao.resumo
        );
        Self {
            tipo: acao.tipo,
            dados: Some(acao.dados.0.clone()),
            acao: Some(Oferecida::Antiga(acao)),
            ..Self::texto(texto)
        }
    }
}
