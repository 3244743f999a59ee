//! The live stream. Word that something is new comes from the kernel; what is new is read here, so
//! that a stream that was away, or missed a word, catches up.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive};
use base::live::Ear;
use base::scope::OwnScope;
use base::{Result, Uuid};
use futures::Stream;
use futures::stream::unfold;
use serde_json::json;

use super::http::NotificacaoView;
use super::service::{self, Notificacao};

/// Without any word the stream still looks this often, and asks whether its reader may stay.
const RONDA: Duration = Duration::from_secs(60);
const LOTE: i64 = 100;
/// Of two transactions the one with the later id may commit first: a look goes back this far.
const FOLGA_MS: u128 = 5_000;

pub fn sinal_de_vida() -> KeepAlive {
    KeepAlive::new().interval(Duration::from_secs(20))
}

struct Fluxo {
    scope: OwnScope,
    ear: Ear,
    /// The latest notification that was sent or need not be.
    ultimo: Uuid,
    /// What was sent within the slack before it.
    vistos: VecDeque<Uuid>,
    nao_lidas: Option<i64>,
    fila: VecDeque<Event>,
}

/// Everything after `ultimo`; without one, everything from now on.
pub async fn abrir(
    scope: OwnScope,
    ultimo: Option<Uuid>,
) -> Result<impl Stream<Item = Result<Event, Infallible>>> {
    let ear = scope.listen();
    let mut fluxo = Fluxo {
        scope,
        ear,
        ultimo: ultimo.unwrap_or_default(),
        vistos: VecDeque::new(),
        nao_lidas: None,
        fila: VecDeque::new(),
    };
    match ultimo {
        Some(_) => fluxo.olhar().await?,
        None => fluxo.partir_de_agora().await?,
    }
    Ok(unfold(fluxo, async |mut fluxo| {
        let evento = fluxo.proximo().await?;
        Some((Ok(evento), fluxo))
    }))
}

impl Fluxo {
    async fn proximo(&mut self) -> Option<Event> {
        loop {
            if let Some(evento) = self.fila.pop_front() {
                return Some(evento);
            }
            // No word for a while is a reason to look as well.
            if let Ok(false) = tokio::time::timeout(RONDA, self.ear.word()).await {
                return None;
            }
            if !self.scope.still_stands().await.ok()? {
                return None;
            }
            self.olhar().await.ok()?;
        }
    }

    async fn partir_de_agora(&mut self) -> Result<()> {
        let de = self.scope.caller().id;
        let (mais_nova, nao_lidas) = self
            .scope
            .read(async |tx| {
                let mais_nova = service::mais_nova(tx, de).await?;
                Ok((mais_nova, service::contar_nao_lidas(tx, de).await?))
            })
            .await?;
        self.ultimo = mais_nova.map(Uuid::from).unwrap_or_default();
        let recentes = self.ler().await?;
        self.vistos.extend(recentes.iter().map(|nova| Uuid::from(nova.id)));
        self.contar(nao_lidas);
        Ok(())
    }

    async fn olhar(&mut self) -> Result<()> {
        loop {
            let antes = self.ultimo;
            for nova in self.ler().await? {
                self.enfileirar(nova);
            }
            if self.ultimo == antes {
                break;
            }
        }
        let de = self.scope.caller().id;
        let nao_lidas = self.scope.read(async |tx| service::contar_nao_lidas(tx, de).await).await?;
        self.contar(nao_lidas);
        Ok(())
    }

    async fn ler(&self) -> Result<Vec<Notificacao>> {
        let (de, apos) = (self.scope.caller().id, recuar(self.ultimo));
        let limite = LOTE + self.vistos.len() as i64; // those may come again
        self.scope.read(async |tx| service::listar_apos(tx, de, apos, limite).await).await
    }

    fn enfileirar(&mut self, nova: Notificacao) {
        let id = Uuid::from(nova.id);
        if self.vistos.contains(&id) {
            return;
        }
        self.ultimo = self.ultimo.max(id);
        let limite = recuar(self.ultimo);
        self.vistos.retain(|visto| *visto > limite);
        self.vistos.push_back(id);
        let evento = Event::default().event("notificacao").id(id.to_string());
        // The view is plain data; should it ever not be writable, the list still has it.
        self.fila.extend(evento.json_data(NotificacaoView::from(nova)).ok());
    }

    fn contar(&mut self, nao_lidas: i64) {
        if self.nao_lidas.replace(nao_lidas) != Some(nao_lidas) {
            let evento = Event::default().event("contagem");
            self.fila.extend(evento.json_data(json!({"naoLidas": nao_lidas})).ok());
        }
    }
}

/// The smallest id of some seconds before this one: an id of version 7 begins with its time in
/// milliseconds, in 48 bits.
fn recuar(id: Uuid) -> Uuid {
    let millis = (id.as_u128() >> 80).saturating_sub(FOLGA_MS);
    Uuid::from_u128(millis << 80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn going_back_some_seconds_in_ids() {
        let id = Uuid::from_u128((1_760_000_000_000 << 80) | 12345);
        assert_eq!(recuar(id), Uuid::from_u128(1_759_999_995_000 << 80));
        assert_eq!(recuar(Uuid::nil()), Uuid::nil());
    }
}
