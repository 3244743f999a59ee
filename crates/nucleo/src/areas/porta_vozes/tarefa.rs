//! Reads the networks whose half hour has come, in whichever instance is first.

use base::Result;
use base::outbox::{AllNucleos, Task};

use super::busca::Sincronizador;
use super::service::sincronizacao::{self, Execucao};

pub struct SincronizacaoAgendada(pub Sincronizador);

impl Task for SincronizacaoAgendada {
    async fn step(&self, over: &AllNucleos) -> Result<usize> {
        if !over.read(async |tx| sincronizacao::ha_devidas(tx).await).await? {
            return Ok(0);
        }
        let (mut execucao, alvos): (Execucao, _) =
            over.write(async |tx| sincronizacao::tomar_devidas(tx).await).await?;
        let redes = alvos.len();
        let mut ronda = self.0.ronda(alvos, over.now());
        while let Some(colheita) = ronda.proxima().await {
            let escrita =
                over.write(async |tx| sincronizacao::encerrar(tx, &execucao, &colheita).await);
            let saldo = escrita.await;
            execucao.somar(&colheita, saldo);
        }
        over.write(async |tx| sincronizacao::concluir(tx, &execucao).await).await?;
        Ok(redes)
    }
}
