//! What may be said to the assistant, and how its answers are cut to shape. Pure: no async, no SQL,
//! no HTTP.

mod acao;

use base::validation::{Expected, Field, FieldErrors, MAX_TEXTO};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{ConversaId, Papel};

pub use acao::{AcaoInput, Pedido, Push};

/// Of one request.
pub const MAX_MENSAGENS: usize = 200;
/// Of one conversation: each answer adds to what every reader is sent.
pub const MAX_DA_CONVERSA: i64 = 400;
const MAX_TITULO: usize = 80;
const MAX_OPCOES: usize = 6;
const MAX_OPCAO: usize = 80;
/// How a model offers answers to choose from.
const MARCA_DE_OPCOES: &str = "OPÇÕES:";

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fala {
    pub papel: Papel,
    pub texto: String,
}

/// Uma mensagem da conversa.
#[derive(Deserialize, ToSchema)]
pub struct MensagemInput {
    #[schema(value_type = Papel)]
    role: Field<Papel>,
    #[schema(value_type = String, max_length = 10_000, example = "Quantos membros ativos temos?")]
    content: Field<String>,
}

impl Expected for MensagemInput {
    const EXPECTED: &'static str = "Informe um objeto com role e content.";
    const IS_OBJECT: bool = true;
}

/// Uma pergunta, com a conversa até ela.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatInput {
    /// A conversa inteira, da primeira mensagem à última, que é a pergunta e tem `role` user. Com
    /// `conversaId`, basta a última: o que veio antes está guardado.
    #[schema(value_type = Vec<MensagemInput>, min_items = 1, max_items = 200)]
    messages: Field<Vec<Field<MensagemInput>>>,
    /// Continua uma conversa guardada.
    #[serde(default)]
    #[schema(value_type = Option<ConversaId>)]
    conversa_id: Field<ConversaId>,
}

/// A question with what was said before it.
#[derive(Debug, PartialEq, Eq)]
pub struct Pergunta {
    pub conversa: Option<ConversaId>,
    pub antes: Vec<Fala>,
    pub texto: String,
}

impl Pergunta {
    pub fn parse(input: ChatInput) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let conversa = erros.optional("conversaId", input.conversa_id);
        let falas = parse_falas(&mut erros, input.messages);
        let pergunta = falas.and_then(|mut falas| {
            let ultima = falas.pop()?;
            Some(Self { conversa, antes: falas, texto: ultima.texto })
        });
        erros.finish(pergunta)
    }
}

fn parse_falas(
    erros: &mut FieldErrors,
    field: Field<Vec<Field<MensagemInput>>>,
) -> Option<Vec<Fala>> {
    let mensagens = erros.required("messages", field)?;
    if mensagens.is_empty() || mensagens.len() > MAX_MENSAGENS {
        erros.add("messages", format!("Informe de 1 a {MAX_MENSAGENS} mensagens."));
        return None;
    }
    let (quantas, mut falas) = (mensagens.len(), Vec::new());
    for (posicao, mensagem) in mensagens.into_iter().enumerate() {
        let campo = format!("messages[{posicao}]");
        let Some(mensagem) = erros.required(&campo, mensagem) else { continue };
        let papel = erros.required(&format!("{campo}.role"), mensagem.role);
        let texto = erros.text(&format!("{campo}.content"), mensagem.content, MAX_TEXTO);
        if let (Some(papel), Some(texto)) = (papel, texto) {
            if posicao + 1 == quantas && papel != Papel::User {
                erros.add(format!("{campo}.role"), "A última mensagem é a pergunta: user.");
            }
            falas.push(Fala { papel, texto });
        }
    }
    (falas.len() == quantas).then_some(falas)
}

/// A text that is the whole of a request.
pub fn parse_texto(campo: &str, field: Field<String>) -> Result<String, FieldErrors> {
    let mut erros = FieldErrors::default();
    let texto = erros.text(campo, field, MAX_TEXTO);
    erros.finish(texto)
}

/// What a conversation is called: how it began.
pub fn titulo(primeira: &str) -> String {
    let linha = primeira.split_whitespace().collect::<Vec<_>>().join(" ");
    match linha.char_indices().nth(MAX_TITULO) {
        Some((fim, _)) => format!("{}…", linha.get(..fim).unwrap_or_default().trim_end()),
        None => linha,
    }
}

/// An answer no longer than a message may be, so that it can be sent back as history.
pub fn resposta(texto: &str) -> String {
    let texto = texto.trim();
    match texto.char_indices().nth(MAX_TEXTO - 1) {
        Some((fim, _)) => format!("{}…", texto.get(..fim).unwrap_or_default()),
        None => texto.to_owned(),
    }
}

/// Takes the answers to choose from off the end of what a model said.
pub fn separar_opcoes(texto: &str) -> (String, Vec<String>) {
    let texto = texto.trim();
    let (antes, ultima) = texto.rsplit_once('\n').unwrap_or(("", texto));
    let Some(opcoes) = ultima.trim().strip_prefix(MARCA_DE_OPCOES) else {
        return (texto.to_owned(), Vec::new());
    };
    let opcoes = opcoes.split('|').map(str::trim).filter(|opcao| !opcao.is_empty());
    let cabem = opcoes.filter(|opcao| opcao.chars().count() <= MAX_OPCAO);
    (antes.trim().to_owned(), cabem.take(MAX_OPCOES).map(str::to_owned).collect())
}

/// A JSON object somewhere in what a model said: alone, or in a fence, or amid words.
pub fn objeto_em(texto: &str) -> Option<Value> {
    let (inicio, fim) = (texto.find('{')?, texto.rfind('}')?);
    let objeto: Value = serde_json::from_str(texto.get(inicio..=fim)?).ok()?;
    objeto.is_object().then_some(objeto)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parse(corpo: Value) -> Result<Pergunta, Vec<String>> {
        let lido = Pergunta::parse(serde_json::from_value(corpo).unwrap());
        lido.map_err(|erros| erros.campos().map(str::to_owned).collect())
    }

    fn fala(papel: &str, texto: &str) -> Value {
        json!({"role": papel, "content": texto})
    }

    #[test]
    fn the_last_message_is_the_question() {
        let pergunta = parse(json!({"messages": [fala("user", "Oi"), fala("assistant", "Olá"),
            fala("user", " Quantos? ")]}));
        let pergunta = pergunta.unwrap();
        assert_eq!((pergunta.texto.as_str(), pergunta.antes.len()), ("Quantos?", 2));
        let so_resposta = parse(json!({"messages": [fala("user", "a"), fala("assistant", "b")]}));
        assert_eq!(so_resposta.unwrap_err(), ["messages[1].role"]);
    }

    #[test]
    fn every_mistake_is_named() {
        for (corpo, campos) in [
            (json!({}), vec!["messages"]),
            (json!({"messages": []}), vec!["messages"]),
            (json!({"messages": vec![fala("user", "x"); MAX_MENSAGENS + 1]}), vec!["messages"]),
            (
                json!({"messages": [7, fala("system", "x")]}),
                vec!["messages[0]", "messages[1].role"],
            ),
            (json!({"messages": [fala("user", " ")]}), vec!["messages[0].content"]),
            (json!({"messages": [fala("user", &"x".repeat(10_001))]}), vec!["messages[0].content"]),
            (json!({"messages": [fala("user", "x")], "conversaId": "x"}), vec!["conversaId"]),
        ] {
            assert_eq!(parse(corpo.clone()).unwrap_err(), campos, "{corpo}");
        }
    }

    #[test]
    fn a_title_is_the_beginning_on_one_line() {
        assert_eq!(titulo("Quantos\n membros?"), "Quantos membros?");
        let longo = titulo(&"palavra ".repeat(30));
        assert!(longo.ends_with('…') && longo.chars().count() <= MAX_TITULO + 1, "{longo}");
    }

    #[test]
    fn options_come_off_the_end() {
        let (texto, opcoes) = separar_opcoes("Qual Ana?\nOPÇÕES: Ana Lima | Ana Souza |");
        assert_eq!(
            (texto.as_str(), opcoes),
            ("Qual Ana?", vec!["Ana Lima".into(), "Ana Souza".into()])
        );
        assert_eq!(separar_opcoes("Sem nada"), ("Sem nada".to_owned(), vec![]));
        let muitas = format!("x\nOPÇÕES: {}", ["a"; 20].join("|"));
        assert_eq!(separar_opcoes(&muitas).1.len(), MAX_OPCOES);
    }

    #[test]
    fn an_object_is_found_amid_words() {
        let achado = objeto_em("Claro!\n```json\n{\"assunto\": \"A\"}\n```");
        assert_eq!(achado, Some(json!({"assunto": "A"})));
        for nada in ["", "{", "}{", "texto", "[1]"] {
            assert_eq!(objeto_em(nada), None, "{nada}");
        }
    }

    #[test]
    fn an_answer_fits_into_a_message() {
        assert_eq!(resposta(&"é".repeat(20_000)).chars().count(), MAX_TEXTO);
        assert_eq!(resposta(" Oi "), "Oi");
    }
}
