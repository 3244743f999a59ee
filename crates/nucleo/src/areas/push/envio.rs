//! Takes a notice to every device of a person: encrypted for each, signed for its push service.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::outbound::{Failure, Outbound, Url};
use base::{Result, metrics};
use futures::future::join_all;

use super::DispositivoId;
use super::chaves::Chaves;
use super::mensagem::mensagem;
use super::protocolo::{Destino, Par, cifrar};
use super::resposta::{Progresso, Resposta, combinar, julgar};
use super::store::{self, Alvo};
use crate::areas::entregas::{Canal, Concluida, Desfecho, Entrega, Remetente};
use crate::areas::membros::Status;

const LIMITE: Duration = Duration::from_secs(10);
/// How long a push service keeps it for a device that is switched off: three days, in seconds.
const TTL: &str = "259200";
/// What such an answer says is of no use here; reading it frees the connection.
const MAX_RESPOSTA: usize = 16 * 1024;
/// How long a host that has not answered is left alone, so that it does not take every place.
const SILENCIO: chrono::Duration = chrono::Duration::seconds(30);
/// Somebody has to look at the keys when this grows.
const CREDENCIAIS_RECUSADAS: &str = "push_rejected_credentials_total";

pub struct EnvioPorPush {
    outbound: Outbound,
    chaves: Chaves,
    /// Hosts that did not answer, and until when nobody asks them.
    mudos: Mutex<HashMap<String, Timestamp>>,
    /// Devices that are no more, until the next settlement removes them. Forgotten in a crash,
    /// they are found again.
    perdidos: Mutex<Vec<DispositivoId>>,
}

impl EnvioPorPush {
    pub fn new(outbound: Outbound, chaves: Chaves) -> Self {
        metrics::count(CREDENCIAIS_RECUSADAS, 0);
        Self { outbound, chaves, mudos: Mutex::default(), perdidos: Mutex::default() }
    }
}

/// Everything that takes a notice to the devices of a person.
pub struct Envio {
    agora: Timestamp,
    par: Arc<Par>,
    alvos: Vec<Alvo>,
    progresso: Progresso,
}

impl Remetente for EnvioPorPush {
    const CANAL: Canal = Canal::Push;
    type Envio = Envio;

    async fn preparar(
        &self,
        tx: &mut NucleoTx,
        entregas: &[Entrega],
    ) -> Result<Vec<Result<Envio, Desfecho>>> {
        let pessoas: Vec<_> = entregas.iter().filter_map(|entrega| entrega.usuario_id).collect();
        let mut por_pessoa: HashMap<UsuarioId, Vec<Alvo>> = HashMap::new();
        for alvo in store::list_alvos(tx, &pessoas).await? {
            por_pessoa.entry(alvo.usuario_id).or_default().push(alvo);
        }
        let (par, agora) = (self.chaves.find(tx).await?, tx.now());
        let preparar = |entrega: &Entrega| {
            if entrega.status_da_pessoa != Some(Status::Ativo) {
                return Err(Desfecho::Dispensada("a pessoa não está ativa"));
            }
            let progresso = entrega.progresso.as_ref().map(|progresso| &progresso.0);
            let progresso = Progresso::parse(progresso);
            let todos = entrega.usuario_id.and_then(|pessoa| por_pessoa.get(&pessoa));
            let restam = todos.into_iter().flatten();
            let restam = restam.filter(|alvo| !progresso.feitos.contains(&alvo.id));
            let alvos: Vec<Alvo> = restam.cloned().collect();
            match (&par, alvos.is_empty()) {
                (_, true) if progresso.chegou => Err(Desfecho::Enviada),
                (_, true) => Err(Desfecho::Dispensada("nenhum dispositivo inscrito")),
                // Whoever subscribes has them made; they are about to be.
                (None, false) => Err(Desfecho::adiada("ainda não há chaves")),
                (Some(par), false) => Ok(Envio { agora, par: Arc::clone(par), alvos, progresso }),
            }
        };
        Ok(entregas.iter().map(preparar).collect())
    }

    async fn enviar(&self, entrega: &Entrega, envio: Envio) -> Desfecho {
        let texto = match mensagem(&entrega.titulo, &entrega.corpo, &entrega.url) {
            Ok(texto) => texto,
            Err(error) => return sem_envio(&error),
        };
        let topico = base::Uuid::from(entrega.aviso_id).simple().to_string();
        let envios = envio.alvos.iter().map(async |alvo| {
            let resposta = self.tentar(&envio, alvo, &texto, &topico).await;
            (alvo.id, resposta)
        });
        let respostas = join_all(envios).await;
        for (dispositivo, resposta) in &respostas {
            match resposta {
                Resposta::Perdido(_) => lock(&self.perdidos).push(*dispositivo),
                Resposta::SemCredito(_) => metrics::count(CREDENCIAIS_RECUSADAS, 1),
                _ => {}
            }
        }
        combinar(envio.progresso, &respostas).unwrap_or_else(|error| sem_envio(&error))
    }

    async fn registrar(&self, tx: &mut NucleoTx, _: &[Concluida<'_>]) -> Result<()> {
        let perdidos = std::mem::take(&mut *lock(&self.perdidos));
        match perdidos.is_empty() {
            true => Ok(()),
            false => store::delete_perdidos(tx, &perdidos).await,
        }
    }
}

impl EnvioPorPush {
    async fn tentar(&self, envio: &Envio, alvo: &Alvo, texto: &[u8], topico: &str) -> Resposta {
        let Some(destino) = Destino::parse(&alvo.p256dh, &alvo.auth) else {
            return Resposta::Perdido("as chaves do dispositivo não servem".to_owned());
        };
        let Ok(url) = Url::parse(&alvo.endpoint) else {
            return Resposta::Perdido("o endereço do dispositivo não serve".to_owned());
        };
        let origem = url.origin().ascii_serialization();
        if self.is_mudo(&origem, envio.agora) {
            return Resposta::depois("o serviço de push não respondeu há pouco");
        }
        let autorizacao = envio.par.autorizacao(&url, self.chaves.contato(), envio.agora);
        let (autorizacao, corpo) = match (autorizacao, cifrar(texto, &destino)) {
            (Ok(autorizacao), Ok(corpo)) => (autorizacao, corpo),
            (Err(error), _) | (_, Err(error)) => {
                tracing::error!(?error, "push");
                return Resposta::depois("a mensagem não pôde ser cifrada");
            }
        };
        match self.postar(&alvo.endpoint, &autorizacao, topico, corpo).await {
            Ok((status, retry_after)) => {
                if status == 401 || status == 403 {
                    tracing::warn!(origem, status, "a push service does not believe our keys");
                }
                julgar(status, retry_after.as_deref(), envio.agora)
            }
            Err(Failure::Refused(recusa)) => Resposta::Perdido(recusa.to_string()),
            Err(failure) => {
                if matches!(failure, Failure::TimedOut) {
                    lock(&self.mudos).insert(origem, envio.agora + SILENCIO);
                }
                Resposta::depois(failure.to_string())
            }
        }
    }

    /// The status, and when to come back if the service says so.
    async fn postar(
        &self,
        endpoint: &str,
        autorizacao: &str,
        topico: &str,
        corpo: Vec<u8>,
    ) -> Result<(u16, Option<String>), Failure> {
        let call = self.outbound.post(endpoint)?;
        let call = call
            .header("authorization", autorizacao)
            .header("content-type", "application/octet-stream")
            .header("content-encoding", "aes128gcm")
            .header("ttl", TTL)
            .header("urgency", "normal")
            // Should it be sent twice, a device that was away sees it once.
            .header("topic", topico);
        let answer = call.body(corpo).within(LIMITE).send().await?;
        let status = answer.status().as_u16();
        let retry_after = answer.headers().get("retry-after");
        let retry_after = retry_after.and_then(|valor| valor.to_str().ok()).map(str::to_owned);
        let _ = answer.bytes(MAX_RESPOSTA).await;
        Ok((status, retry_after))
    }

    fn is_mudo(&self, origem: &str, agora: Timestamp) -> bool {
        let mut mudos = lock(&self.mudos);
        mudos.retain(|_, ate| *ate > agora);
        mudos.contains_key(origem)
    }
}

/// Something in here failed, which is nobody else's fault and may pass.
fn sem_envio(error: &base::Error) -> Desfecho {
    tracing::error!(?error, "push");
    Desfecho::adiada("a mensagem não pôde ser escrita")
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
