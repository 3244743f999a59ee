//! The wire of OpenAI's chat completions, as far as many services speak it. What comes back is read
//! with suspicion: a field that is missing or of another type is a text that was not said.

use serde_json::{Map, Value, json};

/// One message of what the model is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Mensagem {
    /// Rules of the house, which no other message can change.
    Sistema(String),
    Usuario(String),
    Assistente(String),
    /// The model's own wish for tools, as it has to be shown to it again.
    Pedidas(Vec<Pedida>),
    /// What a tool found: data, whatever is written in it.
    Ferramenta {
        id: String,
        dados: String,
    },
}

/// A tool that the model wants.
#[derive(Clone, Debug, PartialEq)]
pub struct Pedida {
    pub id: String,
    pub nome: String,
    /// `None` if it was no JSON.
    pub argumentos: Option<Value>,
    argumentos_crus: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Resposta {
    pub texto: String,
    pub pedidas: Vec<Pedida>,
    /// In and out, as the provider counts them.
    pub tokens: (i64, i64),
}

const MAX_PEDIDAS: usize = 16;
/// No question has ever cost that much: a number that is larger is a mistake or a lie.
const MAX_TOKENS: i64 = 10_000_000;

/// No limit of the answer's length is asked for: services do not agree on its name, and what comes
/// is cut anyway.
pub fn corpo(modelo: &str, mensagens: &[Mensagem], ferramentas: &[Value]) -> Value {
    let mut corpo = Map::new();
    corpo.insert("model".to_owned(), json!(modelo));
    corpo.insert("messages".to_owned(), mensagens.iter().map(mostrar).collect());
    if !ferramentas.is_empty() {
        let funcoes = ferramentas.iter();
        let funcoes = funcoes.map(|funcao| json!({"type": "function", "function": funcao}));
        corpo.insert("tools".to_owned(), funcoes.collect());
        corpo.insert("tool_choice".to_owned(), json!("auto"));
    }
    Value::Object(corpo)
}

fn mostrar(mensagem: &Mensagem) -> Value {
    match mensagem {
        Mensagem::Sistema(texto) => json!({"role": "system", "content": texto}),
        Mensagem::Usuario(texto) => json!({"role": "user", "content": texto}),
        Mensagem::Assistente(texto) => json!({"role": "assistant", "content": texto}),
        Mensagem::Ferramenta { id, dados } => {
            json!({"role": "tool", "tool_call_id": id, "content": dados})
        }
        Mensagem::Pedidas(pedidas) => {
            let pedida = |pedida: &Pedida| {
                let funcao = json!({"name": pedida.nome, "arguments": pedida.argumentos_crus});
                json!({"id": pedida.id, "type": "function", "function": funcao})
            };
            let pedidas: Vec<_> = pedidas.iter().map(pedida).collect();
            json!({"role": "assistant", "content": null, "tool_calls": pedidas})
        }
    }
}

/// `None` for what is no answer at all.
pub fn ler(bytes: &[u8]) -> Option<Resposta> {
    let corpo: Value = serde_json::from_slice(bytes).ok()?;
    let mensagem = corpo.pointer("/choices/0/message").filter(|mensagem| mensagem.is_object())?;
    let pedidas = mensagem.get("tool_calls").and_then(Value::as_array);
    let pedidas: Vec<Pedida> = pedidas.into_iter().flatten().filter_map(ler_pedida).collect();
    let texto = mensagem.get("content").and_then(Value::as_str).unwrap_or_default();
    if pedidas.len() > MAX_PEDIDAS || (pedidas.is_empty() && texto.trim().is_empty()) {
        return None;
    }
    let tokens = |campo: &str| {
        let usados = corpo.pointer(&format!("/usage/{campo}")).and_then(Value::as_i64);
        usados.unwrap_or(0).clamp(0, MAX_TOKENS)
    };
    let tokens = (tokens("prompt_tokens"), tokens("completion_tokens"));
    // PostgreSQL keeps no NUL in a text.
    Some(Resposta { texto: texto.replace('\0', ""), pedidas, tokens })
}

fn ler_pedida(pedida: &Value) -> Option<Pedida> {
    let funcao = pedida.get("function")?;
    let crus = match funcao.get("arguments") {
        Some(Value::String(texto)) => texto.clone(),
        // Some services write the object itself.
        Some(objeto @ Value::Object(_)) => objeto.to_string(),
        _ => "{}".to_owned(),
    };
    let argumentos = match crus.trim() {
        "" => Some(json!({})),
        texto => serde_json::from_str(texto).ok(),
    };
    Some(Pedida {
        id: pedida.get("id").and_then(Value::as_str).unwrap_or_default().to_owned(),
        nome: funcao.get("name").and_then(Value::as_str)?.to_owned(),
        argumentos: argumentos.filter(|argumentos| !tem_nul(argumentos)),
        argumentos_crus: crus,
    })
}

fn tem_nul(valor: &Value) -> bool {
    match valor {
        Value::String(texto) => texto.contains('\0'),
        Value::Array(itens) => itens.iter().any(tem_nul),
        Value::Object(campos) => {
            campos.iter().any(|(nome, valor)| nome.contains('\0') || tem_nul(valor))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resposta(mensagem: Value) -> Option<Resposta> {
        let usage = json!({"prompt_tokens": 7, "completion_tokens": 1e30});
        ler(json!({"choices": [{"message": mensagem}], "usage": usage}).to_string().as_bytes())
    }

    #[test]
    fn a_text_and_what_it_took() {
        let lida = resposta(json!({"content": "Olá\0"})).unwrap();
        assert_eq!((lida.texto.as_str(), lida.tokens), ("Olá", (7, 0)));
    }

    #[test]
    fn wishes_are_read_however_they_are_written() {
        let funcao = |argumentos: Value| json!({"id": "1", "function": {"name": "f", "arguments": argumentos}});
        for (dado, esperado) in [
            (json!("{\"a\": 1}"), Some(json!({"a": 1}))),
            (json!({"a": 1}), Some(json!({"a": 1}))),
            (json!(""), Some(json!({}))),
            (json!(null), Some(json!({}))),
            (json!("{"), None),
            (json!("{\"a\": \"\\u0000\"}"), None),
        ] {
            let lida = resposta(json!({"tool_calls": [funcao(dado)]})).unwrap();
            assert_eq!(lida.pedidas[0].argumentos, esperado);
        }
    }

    #[test]
    fn what_is_no_answer_is_none() {
        for nada in [json!(null), json!({}), json!({"content": " "}), json!({"content": 7})] {
            assert_eq!(resposta(nada), None);
        }
        for lixo in ["", "{", "[]", "{\"choices\": []}", "<html>"] {
            assert_eq!(ler(lixo.as_bytes()), None);
        }
        let muitas = vec![json!({"function": {"name": "f"}}); MAX_PEDIDAS + 1];
        assert_eq!(resposta(json!({ "tool_calls": muitas })), None);
    }

    #[test]
    fn without_tools_none_are_offered() {
        let mensagens = [Mensagem::Usuario("Oi".to_owned())];
        assert_eq!(
            corpo("m", &mensagens, &[]),
            json!({"model": "m", "messages": [{"role": "user", "content": "Oi"}]})
        );
        let com = corpo("m", &mensagens, &[json!({"name": "f"})]);
        assert_eq!(com["tools"], json!([{"type": "function", "function": {"name": "f"}}]));
    }
}
