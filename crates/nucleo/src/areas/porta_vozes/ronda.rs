//! One round over some networks: several at once, within a time, gathered by spokesperson. It
//! touches no database.

use std::collections::HashMap;

use base::Uuid;
use base::clock::Timestamp;
use base::id::NucleoId;
use futures::StreamExt;
use futures::stream::{self, BoxStream};
use tokio::time::{Instant, timeout_at};

use super::PortaVozId;
use super::busca::{Desfecho, Sincronizador};
use super::store::Alvo;

/// How many networks are asked at once in one round.
const LUGARES: usize = 8;

/// All that a round has brought in of one spokesperson.
pub struct Colheita {
    pub porta_voz: PortaVozId,
    pub nucleo: NucleoId,
    pub redes: Vec<(Alvo, Desfecho)>,
}

pub struct Ronda<'a> {
    a_caminho: BoxStream<'a, (Alvo, Desfecho)>,
    /// How many networks of each are still to come.
    faltam: HashMap<PortaVozId, usize>,
    chegadas: HashMap<PortaVozId, Vec<(Alvo, Desfecho)>>,
}

impl Sincronizador {
    /// Those that have answered lately come first: the mute must not keep the others waiting.
    pub fn ronda(&self, mut alvos: Vec<Alvo>, agora: Timestamp) -> Ronda<'_> {
        alvos.sort_by_key(|alvo| alvo.falhas_seguidas);
        let mut faltam = HashMap::new();
        for alvo in &alvos {
            *faltam.entry(alvo.porta_voz_id).or_default() += 1;
        }
        let fim = Instant::now() + self.prazos.execucao;
        let buscas = stream::iter(alvos).map(move |alvo| async move {
            let desfecho = match Instant::now() < fim {
                true => timeout_at(fim, self.buscar(&alvo, agora)).await,
                false => Ok(Desfecho::SemTempo),
            };
            (alvo, desfecho.unwrap_or(Desfecho::SemTempo))
        });
        let a_caminho = buscas.buffer_unordered(LUGARES).boxed();
        Ronda { a_caminho, faltam, chegadas: HashMap::new() }
    }
}

impl Ronda<'_> {
    /// The next spokesperson whose networks have all been asked.
    pub async fn proxima(&mut self) -> Option<Colheita> {
        while let Some((alvo, desfecho)) = self.a_caminho.next().await {
            let (porta_voz, nucleo) = (alvo.porta_voz_id, alvo.nucleo_id);
            let redes = self.chegadas.entry(porta_voz).or_default();
            redes.push((alvo, desfecho));
            if self.faltam.get(&porta_voz).is_some_and(|faltam| redes.len() == *faltam) {
                let mut redes = self.chegadas.remove(&porta_voz).unwrap_or_default();
                // Whoever writes about several networks does it in one order.
                redes.sort_by_key(|(alvo, _)| Uuid::from(alvo.id));
                return Some(Colheita { porta_voz, nucleo, redes });
            }
        }
        None
    }
}
