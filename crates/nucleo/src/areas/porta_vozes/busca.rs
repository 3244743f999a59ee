//! Asks a network for its feed: one request, bounded in time and size, through the guarded way out.

use std::time::Duration;

use base::clock::Timestamp;
use base::metrics;
use base::outbound::{Answer, Failure, Outbound, retry_after};

use super::rules::{self, Item};
use super::store::Alvo;

/// A feed is some tens of kilobytes.
const MAX_FEED: usize = 2 * 1024 * 1024;
/// What a server wants to be asked with is short.
const MAX_VALIDADOR: usize = 500;
const ACEITA: &str = "application/atom+xml, application/rss+xml, application/feed+json;q=0.9, \
                      application/xml;q=0.8, text/xml;q=0.8, */*;q=0.1";

/// How long reading may take.
#[derive(Clone, Copy, Debug)]
pub struct Prazos {
    /// One network, to the last byte.
    pub rede: Duration,
    /// All networks of one run; the answer to whoever asked for it must leave in time.
    pub execucao: Duration,
}

impl Default for Prazos {
    fn default() -> Self {
        Self { rede: Duration::from_secs(8), execucao: Duration::from_secs(24) }
    }
}

#[derive(Clone)]
pub struct Sincronizador {
    outbound: Outbound,
    pub(super) prazos: Prazos,
}

/// How it went with one network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Desfecho {
    Lida(Leitura),
    /// Nothing has changed since the last time.
    SemNovidade,
    /// It is tried again later: after `pausa` if the other side has said so.
    Falhou {
        motivo: String,
        pausa: Option<chrono::Duration>,
    },
    /// The run ended before it was the turn of this one, or in the middle of it.
    SemTempo,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leitura {
    pub itens: Vec<Item>,
    pub etag: Option<String>,
    pub modificado: Option<String>,
}

impl Desfecho {
    fn falhou(motivo: impl ToString) -> Self {
        Self::Falhou { motivo: motivo.to_string(), pausa: None }
    }
}

impl Sincronizador {
    pub fn new(outbound: Outbound, prazos: Prazos) -> Self {
        for contador in [EXECUCOES, POSTAGENS, FALHAS] {
            metrics::count(contador, 0);
        }
        Self { outbound, prazos }
    }

    pub(super) async fn buscar(&self, alvo: &Alvo, agora: Timestamp) -> Desfecho {
        self.pedir(alvo, agora).await.unwrap_or_else(Desfecho::falhou)
    }

    async fn pedir(&self, alvo: &Alvo, agora: Timestamp) -> Result<Desfecho, Failure> {
        let mut call = self.outbound.get(&alvo.rss_url)?.header("accept", ACEITA);
        for (nome, valor) in
            [("if-none-match", &alvo.etag), ("if-modified-since", &alvo.modificado)]
        {
            if let Some(valor) = valor {
                call = call.header(nome, valor);
            }
        }
        let answer = call.within(self.prazos.rede).send().await?;
        let condicional = alvo.etag.is_some() || alvo.modificado.is_some();
        match answer.status().as_u16() {
            200..=299 => {}
            304 if condicional => return Ok(Desfecho::SemNovidade),
            status => {
                let pausa = texto(&answer, "retry-after");
                return Ok(Desfecho::Falhou {
                    motivo: format!("o servidor respondeu {status}"),
                    pausa: pausa.and_then(|valor| retry_after(&valor, agora)),
                });
            }
        }
        let (etag, modificado) = (texto(&answer, "etag"), texto(&answer, "last-modified"));
        let corpo = answer.bytes(MAX_FEED).await?;
        // Megabytes of XML take their time, and a parser that stumbles must not take more with it.
        let lido = tokio::task::spawn_blocking(move || rules::ler(&corpo, agora)).await;
        Ok(match lido {
            Ok(Ok(itens)) => Desfecho::Lida(Leitura { itens, etag, modificado }),
            Ok(Err(motivo)) => Desfecho::falhou(motivo),
            Err(error) => {
                tracing::error!(?error, "a feed could not be read");
                Desfecho::falhou("o feed não pôde ser lido")
            }
        })
    }
}

fn texto(answer: &Answer, nome: &str) -> Option<String> {
    let valor = answer.headers().get(nome)?.to_str().ok()?;
    (!valor.is_empty() && valor.len() <= MAX_VALIDADOR).then(|| valor.to_owned())
}

pub(super) const EXECUCOES: &str = "porta_voz_sincronizacoes_total";
pub(super) const POSTAGENS: &str = "porta_voz_postagens_total";
pub(super) const FALHAS: &str = "porta_voz_falhas_total";
