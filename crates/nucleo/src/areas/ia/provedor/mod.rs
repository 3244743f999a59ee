//! The model, over the network: one exchange at a time, bounded in time, size and number of tries.
//! Nothing here reads the database, so that no transaction waits for an answer.

mod protocolo;

use std::fmt;
use std::time::Duration;

use axum::http::{HeaderMap, StatusCode, header};
use base::clock::Timestamp;
use base::error::Error;
use base::outbound::{Failure, Guard, Outbound, retry_after};
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout_at};

pub use protocolo::{Mensagem, Pedida, Resposta};

use crate::errors::IA_INDISPONIVEL;
use crate::settings;

/// More than any answer needs; what is longer is not read to its end.
const MAX_RESPOSTA: usize = 512 * 1024;
const MAX_TENTATIVAS: u32 = 3;
/// Longer than this nobody waits before a new try, whatever the provider asks for.
const MAX_PAUSA: Duration = Duration::from_secs(5);
const PAUSA: Duration = Duration::from_millis(500);
/// A whole question may take as long as so many exchanges.
const TROCAS_POR_PERGUNTA: u32 = 3;

/// Clones share their connections.
#[derive(Clone)]
pub struct Provedor {
    saida: Outbound,
    url: String,
    autorizacao: Option<String>,
    modelo: String,
    prazo: Duration,
    precos: (i64, i64),
}

/// What exchanges have used, over all of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Consumo {
    pub chamadas: i64,
    pub tokens_entrada: i64,
    pub tokens_saida: i64,
    /// In billionths of the currency of the prices.
    pub custo_nano: i64,
}

/// How long a question may still take, and what it has used so far.
pub struct Medidor {
    fim: Instant,
    agora: Timestamp,
    pub consumo: Consumo,
}

impl Provedor {
    pub fn new(settings: &settings::Provider) -> Self {
        Self {
            // The address is the operator's own, who may well run a model inside their network.
            saida: Outbound::new(Guard::LIFTED),
            url: format!("{}/chat/completions", settings.base_url),
            autorizacao: settings.key.as_ref().map(|key| format!("Bearer {key}")),
            modelo: settings.model.clone(),
            prazo: settings.timeout,
            precos: settings.prices,
        }
    }

    /// The clock of one question starts.
    pub fn medir(&self, agora: Timestamp) -> Medidor {
        let fim = Instant::now() + self.prazo * TROCAS_POR_PERGUNTA;
        Medidor { fim, agora, consumo: Consumo::default() }
    }

    /// Asks once, and again where it makes sense. Without tools the model can only speak.
    pub async fn conversar(
        &self,
        medidor: &mut Medidor,
        mensagens: &[Mensagem],
        ferramentas: &[Value],
    ) -> Result<Resposta, Falha> {
        let corpo = protocolo::corpo(&self.modelo, mensagens, ferramentas);
        let corpo = corpo.to_string().into_bytes();
        for tentativa in 1.. {
            medidor.consumo.chamadas += 1;
            let limite = medidor.fim.min(Instant::now() + self.prazo);
            let resultado = timeout_at(limite, self.trocar(corpo.clone(), medidor.agora)).await;
            let (falha, pausa) = match resultado {
                Ok(Ok(bytes)) => {
                    let resposta = protocolo::ler(&bytes).ok_or(Falha::Ilegivel)?;
                    self.contar(medidor, &resposta);
                    return Ok(resposta);
                }
                Ok(Err(recusa)) => recusa,
                Err(_) => (Falha::Demorou, None),
            };
            let pausa = match (falha.passa(), pausa) {
                (true, pausa) if tentativa < MAX_TENTATIVAS => pausa.unwrap_or(PAUSA * tentativa),
                _ => return Err(falha),
            };
            let pausa = pausa.min(MAX_PAUSA);
            if Instant::now() + pausa >= medidor.fim {
                return Err(falha);
            }
            sleep(pausa).await;
        }
        Err(Falha::Demorou)
    }

    async fn trocar(
        &self,
        corpo: Vec<u8>,
        agora: Timestamp,
    ) -> Result<Vec<u8>, (Falha, Option<Duration>)> {
        let de_rede = |falha: Failure| (Falha::Rede(falha), None);
        let pedido = self.saida.post(&self.url).map_err(de_rede)?;
        let mut pedido = pedido.header("content-type", "application/json").within(self.prazo);
        if let Some(autorizacao) = &self.autorizacao {
            pedido = pedido.header("authorization", autorizacao);
        }
        let resposta = pedido.body(corpo).send().await.map_err(de_rede)?;
        let status = resposta.status();
        if !status.is_success() {
            if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
                tracing::error!(status = status.as_u16(), "the AI provider does not take our key");
            }
            return Err((Falha::Status(status), pausa_pedida(resposta.headers(), agora)));
        }
        resposta.bytes(MAX_RESPOSTA).await.map_err(de_rede)
    }

    fn contar(&self, medidor: &mut Medidor, resposta: &Resposta) {
        let (entrada, saida) = resposta.tokens;
        let consumo = &mut medidor.consumo;
        consumo.tokens_entrada += entrada;
        consumo.tokens_saida += saida;
        // Thousandths per million tokens are billionths per token.
        consumo.custo_nano += entrada * self.precos.0 + saida * self.precos.1;
    }
}

fn pausa_pedida(headers: &HeaderMap, agora: Timestamp) -> Option<Duration> {
    let value = headers.get(header::RETRY_AFTER)?.to_str().ok()?;
    retry_after(value, agora)?.to_std().ok()
}

/// Why the model has not answered. Never with what it was asked or said: that goes to no log.
#[derive(Debug)]
pub enum Falha {
    Rede(Failure),
    Status(StatusCode),
    Ilegivel,
    Demorou,
}

impl Falha {
    /// Whether the next try may go better.
    fn passa(&self) -> bool {
        match self {
            Self::Status(status) => {
                *status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error()
            }
            Self::Rede(Failure::Network(_)) => true,
            Self::Rede(_) | Self::Ilegivel | Self::Demorou => false,
        }
    }
}

impl fmt::Display for Falha {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rede(falha) => write!(f, "the AI provider: {falha}"),
            Self::Status(status) => write!(f, "the AI provider answered {}", status.as_u16()),
            Self::Ilegivel => f.write_str("the AI provider answered something else"),
            Self::Demorou => f.write_str("the AI provider took too long"),
        }
    }
}

impl std::error::Error for Falha {}

impl From<Falha> for Error {
    fn from(falha: Falha) -> Self {
        Error::from(IA_INDISPONIVEL).because(falha)
    }
}
