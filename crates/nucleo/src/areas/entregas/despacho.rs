//! Sends what is due by one channel: claims some, sends them side by side, and settles each as its
//! outcome comes in. One that does not answer takes one place and holds up nothing else.

use std::time::Duration;

use base::Result;
use base::outbox::{AllNucleos, POLL, Task};
use futures::stream::{FuturesUnordered, StreamExt};
use futures::{FutureExt, future::Either};

use super::store::{self, Entrega};
use super::{Concluida, Desfecho, EntregaId, Remetente, StatusDeEntrega};
use crate::areas::membros::Status;

/// How many are on their way at once in one instance.
const LUGARES: usize = 64;
/// The longest that one sending takes; the lease outlives it by far.
pub const PRAZO: Duration = Duration::from_secs(15);
const POSSE: chrono::Duration = chrono::Duration::seconds(30);

pub struct Despacho<R>(pub R);

/// A delivery that is no longer on its way.
type Chegada = (Entrega, Desfecho);

impl<R: Remetente> Task for Despacho<R> {
    async fn step(&self, over: &AllNucleos) -> Result<usize> {
        let mut bell = over.listen();
        let mut a_caminho = FuturesUnordered::new();
        let mut feitas = 0;
        loop {
            // Refilled by halves, so that claims come in batches.
            if a_caminho.len() <= LUGARES / 2 && !over.is_stopping() {
                let (prontas, decididas) = self.tomar(over, LUGARES - a_caminho.len()).await?;
                feitas += decididas.len();
                self.encerrar(over, decididas).await?;
                for (entrega, envio) in prontas {
                    a_caminho.push(self.enviar(entrega, envio));
                }
            }
            let Some(chegadas) = next_ready(&mut a_caminho, &mut bell).await else {
                return Ok(feitas);
            };
            feitas += chegadas.len();
            self.encerrar(over, chegadas).await?;
        }
    }
}

/// What has arrived; nothing if there is reason to look for more first; `None` when nothing is on
/// its way.
async fn next_ready<F: Future<Output = Chegada>>(
    a_caminho: &mut FuturesUnordered<F>,
    bell: &mut base::outbox::bell::Listener,
) -> Option<Vec<Chegada>> {
    if a_caminho.is_empty() {
        return None;
    }
    let reason_to_look = std::pin::pin!(async {
        tokio::select! {
            () = bell.heard() => {}
            () = tokio::time::sleep(POLL) => {}
        }
    });
    let first = match futures::future::select(a_caminho.next(), reason_to_look).await {
        Either::Left((first, _)) => first,
        Either::Right(_) => return Some(Vec::new()),
    };
    let mut chegadas: Vec<Chegada> = first.into_iter().collect();
    while let Some(Some(chegada)) = a_caminho.next().now_or_never() {
        chegadas.push(chegada);
    }
    Some(chegadas)
}

impl<R: Remetente> Despacho<R> {
    /// Claims up to `limit`: those that can be sent, and those that are decided already.
    async fn tomar(
        &self,
        over: &AllNucleos,
        limit: usize,
    ) -> Result<(Vec<(Entrega, R::Envio)>, Vec<Chegada>)> {
        if !over.read(async |tx| store::is_anything_due(tx, R::CANAL).await).await? {
            return Ok((Vec::new(), Vec::new()));
        }
        let ids = over
            .write(async |tx| {
                let ate = tx.now() + POSSE;
                store::claim(tx, R::CANAL, ate, limit).await
            })
            .await?;
        over.read(async |tx| {
            let entregas = store::list_claimed(tx, &ids).await?;
            let (mut prontas, mut decididas, mut a_preparar) = (vec![], vec![], vec![]);
            for entrega in entregas {
                match por_que_nao(&entrega, R::CANAL) {
                    Some(motivo) => decididas.push((entrega, Desfecho::Dispensada(motivo))),
                    None => a_preparar.push(entrega),
                }
            }
            let preparadas = self.0.preparar(tx, &a_preparar).await?;
            for (entrega, preparada) in a_preparar.into_iter().zip(preparadas) {
                match preparada {
                    Ok(envio) => prontas.push((entrega, envio)),
                    Err(desfecho) => decididas.push((entrega, desfecho)),
                }
            }
            Ok((prontas, decididas))
        })
        .await
    }

    async fn enviar(&self, entrega: Entrega, envio: R::Envio) -> Chegada {
        let sent = tokio::time::timeout(PRAZO, self.0.enviar(&entrega, envio)).await;
        let desfecho = sent.unwrap_or_else(|_| Desfecho::adiada("sem resposta a tempo"));
        (entrega, desfecho)
    }

    /// Writes the outcomes down. What is no longer ours, because the lease ran out, is left alone.
    async fn encerrar(&self, over: &AllNucleos, chegadas: Vec<Chegada>) -> Result<()> {
        if chegadas.is_empty() {
            return Ok(());
        }
        over.write(async |tx| {
            let mut concluidas = Vec::new();
            let enviadas = chegadas.iter().filter(|(_, d)| *d == Desfecho::Enviada);
            let (mut por_posse, mut nossas) = (Vec::<(_, Vec<EntregaId>)>::new(), Vec::new());
            for (entrega, _) in enviadas {
                match por_posse.iter_mut().find(|(ate, _)| *ate == entrega.proxima_em) {
                    Some((_, ids)) => ids.push(entrega.id),
                    None => por_posse.push((entrega.proxima_em, vec![entrega.id])),
                }
            }
            for (ate, ids) in por_posse {
                nossas.extend(store::settle_sent(tx, &ids, ate).await?);
            }
            for (entrega, desfecho) in &chegadas {
                let status = match desfecho {
                    Desfecho::Enviada => {
                        nossas.contains(&entrega.id).then_some(StatusDeEntrega::Enviada)
                    }
                    _ => store::settle(tx, entrega, desfecho).await?,
                };
                match status {
                    None | Some(StatusDeEntrega::Pendente) => {}
                    Some(status) => concluidas.push(Concluida { entrega, status }),
                }
            }
            self.0.registrar(tx, &concluidas).await
        })
        .await
    }
}

/// Why a delivery is not wanted at this moment, if it is not.
fn por_que_nao(entrega: &Entrega, canal: super::Canal) -> Option<&'static str> {
    let preferencia = entrega.preferencia?;
    if entrega.usuario_id.is_some() && entrega.status_da_pessoa != Some(Status::Ativo) {
        return Some("a pessoa não está ativa");
    }
    let preferencias = entrega.preferencias.as_ref()?;
    (!preferencia.aceita(canal, preferencias)).then_some("a pessoa prefere não receber")
}
