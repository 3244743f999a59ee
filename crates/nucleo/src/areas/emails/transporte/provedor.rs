//! A provider that takes messages as JSON over HTTP.

use std::time::Duration;

use axum::http::{StatusCode, header};
use base::outbound::{Guard, Outbound};
use serde_json::{Map, Value, json};

use super::{Carta, Desfecho, Impossivel};

/// Less than the dispatch waits for it.
const PRAZO: Duration = Duration::from_secs(12);
const MAX_RESPOSTA: usize = 16 * 1024;

pub struct Provedor {
    saida: Outbound,
    url: String,
    autorizacao: String,
}

impl Provedor {
    /// The URL is the operator's own, who may well have a provider inside their network.
    pub fn new(url: &str, chave: &str) -> Self {
        let autorizacao = format!("Bearer {chave}");
        Self { saida: Outbound::new(Guard::LIFTED), url: url.to_owned(), autorizacao }
    }

    pub async fn enviar(&self, carta: &Carta) -> Result<Desfecho, Impossivel> {
        let corpo = corpo(carta)?.to_string().into_bytes();
        let pedido = self.saida.post(&self.url).map(|pedido| {
            pedido
                .header("content-type", "application/json")
                .header("authorization", &self.autorizacao)
                // Those that know it do not send the same message twice.
                .header("idempotency-key", carta.id.to_string())
                .within(PRAZO)
                .body(corpo)
        });
        let resposta = match pedido {
            Ok(pedido) => pedido.send().await,
            Err(falha) => Err(falha),
        };
        Ok(match resposta {
            Err(falha) => Desfecho::adiada(falha.to_string()),
            Ok(resposta) => {
                let status = resposta.status();
                let pausa = resposta.headers().get(header::RETRY_AFTER);
                let pausa = pausa.and_then(|pausa| pausa.to_str().ok()?.trim().parse().ok());
                let dito = match status.is_success() {
                    true => Vec::new(),
                    false => resposta.bytes(MAX_RESPOSTA).await.unwrap_or_default(),
                };
                desfecho(status, pausa, &String::from_utf8_lossy(&dito))
            }
        })
    }
}

fn corpo(carta: &Carta) -> Result<Value, Impossivel> {
    let mut cabecalhos: Map<String, Value> =
        carta.outros().into_iter().map(|(nome, valor)| (nome.to_owned(), json!(valor))).collect();
    cabecalhos.insert("Message-ID".to_owned(), json!(carta.message_id()));
    Ok(json!({
        "from": carta.de()?.to_string(),
        "to": carta.para()?.to_string(),
        "subject": carta.assunto(),
        "html": carta.html,
        "text": carta.texto,
        "headers": cabecalhos,
    }))
}

/// Only what the provider says of the message itself is final; a wrong key or address of the
/// provider is mended by the operator, and then the message still goes out.
fn desfecho(status: StatusCode, pausa: Option<i64>, dito: &str) -> Desfecho {
    let motivo = || {
        let dito: String = dito.chars().filter(|letra| !letra.is_control()).take(200).collect();
        format!("o provedor respondeu {}: {dito}", status.as_u16())
    };
    match status {
        status if status.is_success() => Desfecho::Enviada,
        StatusCode::BAD_REQUEST
        | StatusCode::PAYLOAD_TOO_LARGE
        | StatusCode::UNPROCESSABLE_ENTITY => Desfecho::Falhou(motivo()),
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            tracing::error!(status = status.as_u16(), "the mail provider does not take our key");
            Desfecho::adiada(motivo())
        }
        _ => Desfecho::Adiada {
            motivo: motivo(),
            pausa: pausa.filter(|segundos| *segundos > 0).map(chrono::Duration::seconds),
            progresso: None,
        },
    }
}
