//! Who hears what. The area that publishes does not know who listens.

use base::App;
use base::outbox::Worker;
use chrono::Duration;

use crate::areas::autenticacao::RecuperacaoSolicitada;
use crate::areas::economia::{IndicacaoDeOutroNucleoAprovada, LimpezaDeChaves};
use crate::areas::membros::ContaExcluida;
use crate::areas::sessoes::LimpezaDeSessoes;
use crate::areas::{autenticacao, economia, push, sessoes};
use crate::settings::Settings;

pub fn worker(app: App, settings: &Settings) -> Worker {
    let quota = settings.quotas.recuperacao_conta;
    Worker::new(app)
        .on(move |tx, evento: RecuperacaoSolicitada| {
            Box::pin(autenticacao::service::senha::preparar_recuperacao(tx, evento, quota))
        })
        .on(|tx, evento: IndicacaoDeOutroNucleoAprovada| {
            let IndicacaoDeOutroNucleoAprovada { indicador_id, indicado_id } = evento;
            Box::pin(economia::service::creditar_indicacao(tx, indicador_id, indicado_id))
        })
        .on(|tx, LimpezaDeSessoes {}| {
            Box::pin(async move {
                sessoes::service::limpar(tx).await?;
                autenticacao::service::senha::limpar(tx).await
            })
        })
        .on(|tx, LimpezaDeChaves {}| Box::pin(economia::service::limpar(tx)))
        .on(|tx, ContaExcluida { usuario_id }| Box::pin(push::service::esquecer(tx, usuario_id)))
        .every::<LimpezaDeSessoes>(Duration::hours(1))
        .every::<LimpezaDeChaves>(Duration::hours(1))
}
