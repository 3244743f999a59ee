//! Who hears what. The area that publishes does not know who listens.

use base::App;
use base::outbound::Outbound;
use base::outbox::Worker;
use chrono::Duration;

use crate::areas::arquivos::{Armazem, ConferenciaDeArquivos, LimpezaDeArquivos, Remocao};
use crate::areas::assinaturas::VencimentoDeAssinaturas;
use crate::areas::autenticacao::RecuperacaoSolicitada;
use crate::areas::economia::{IndicacaoDeOutroNucleoAprovada, LimpezaDeChaves};
use crate::areas::emails::Correio;
use crate::areas::entregas::{Despacho, LimpezaDeEntregas};
use crate::areas::membros::ContaExcluida;
use crate::areas::porta_vozes::{SincronizacaoAgendada, Sincronizador};
use crate::areas::push::{Chaves, EnvioPorPush};
use crate::areas::sessoes::LimpezaDeSessoes;
use crate::areas::{
    arquivos, assinaturas, autenticacao, comunicados, economia, emails, enquetes, entregas, perfil,
    porta_vozes, projetos, sessoes,
};
use crate::settings::Settings;

pub fn worker(app: App, settings: &Settings) -> Worker {
    let correio = Correio::new(settings, app.tokens().clone(), |tokens, public_url, id| {
        autenticacao::service::senha::link_de_recuperacao(tokens, public_url, id.into())
    });
    let worker = people(Worker::new(app), settings);
    deliveries(upkeep(payments(work(spokespersons(content(worker), settings)))), settings, correio)
}

/// What happens to people and their accounts.
fn people(worker: Worker, settings: &Settings) -> Worker {
    let quota = settings.quotas.recuperacao_conta;
    worker
        .on(move |tx, evento: RecuperacaoSolicitada| {
            Box::pin(autenticacao::service::senha::preparar_recuperacao(tx, evento, quota))
        })
        .on(|tx, evento| Box::pin(autenticacao::avisos::recuperacao(tx, evento)))
        .on(|tx, evento| Box::pin(autenticacao::avisos::aprovado(tx, evento)))
        .on(|tx, evento| Box::pin(autenticacao::avisos::rejeitado(tx, evento)))
        .on(|tx, evento| Box::pin(perfil::avisos::cargo_alterado(tx, evento)))
        .on(|tx, evento| Box::pin(perfil::avisos::status_alterado(tx, evento)))
        .on(|tx, evento| Box::pin(perfil::avisos::conta_excluida(tx, evento)))
        .on(|tx, evento| Box::pin(perfil::avisos::regra_da_moeda_alterada(tx, evento)))
        .on(|tx, evento: IndicacaoDeOutroNucleoAprovada| {
            let IndicacaoDeOutroNucleoAprovada { indicador_id, indicado_id } = evento;
            Box::pin(economia::service::creditar_indicacao(tx, indicador_id, indicado_id))
        })
}

/// What is said to the members and asked of them.
fn content(worker: Worker) -> Worker {
    worker
        .on(|tx, evento| Box::pin(comunicados::service::publicar_agendado(tx, evento)))
        .on(|tx, evento| Box::pin(comunicados::avisos::publicado(tx, evento)))
        .on(|tx, evento| Box::pin(enquetes::avisos::criada(tx, evento)))
        .on(|tx, evento| Box::pin(enquetes::avisos::encerrada(tx, evento)))
        .on(|tx, evento: ContaExcluida| {
            Box::pin(enquetes::service::desligar_votos(tx, evento.usuario_id))
        })
}

/// What spokespersons post elsewhere.
fn spokespersons(worker: Worker, settings: &Settings) -> Worker {
    let sincronizador = Sincronizador::new(Outbound::new(settings.guard), settings.rss);
    worker
        .on(|tx, evento| Box::pin(porta_vozes::avisos::publicadas(tx, evento)))
        .on(|tx, evento: ContaExcluida| {
            Box::pin(porta_vozes::service::esquecer(tx, evento.usuario_id))
        })
        .also(SincronizacaoAgendada(sincronizador))
}

/// What happens in projects and to tasks.
fn work(worker: Worker) -> Worker {
    worker
        .on(|tx, evento| Box::pin(projetos::avisos::convidadas(tx, evento)))
        .on(|tx, evento| Box::pin(projetos::avisos::atribuida(tx, evento)))
        .on(|tx, evento| Box::pin(projetos::avisos::retirada(tx, evento)))
        .on(|tx, evento| Box::pin(projetos::avisos::movida(tx, evento)))
        .on(|tx, evento| Box::pin(projetos::avisos::entregue(tx, evento)))
        .on(|tx, evento| Box::pin(projetos::avisos::aprovada(tx, evento)))
        .on(|tx, evento| Box::pin(projetos::avisos::rejeitada(tx, evento)))
        .on(|tx, evento| Box::pin(projetos::avisos::candidatura_recebida(tx, evento)))
        .on(|tx, evento| Box::pin(projetos::avisos::candidatura_aprovada(tx, evento)))
        .on(|tx, evento| Box::pin(projetos::avisos::candidatura_rejeitada(tx, evento)))
        .on(|tx, evento| Box::pin(projetos::avisos::candidaturas_preteridas(tx, evento)))
        .on(|tx, evento: ContaExcluida| {
            Box::pin(projetos::service::esquecer(tx, evento.usuario_id))
        })
}

/// What is paid, and what ends when it is not.
fn payments(worker: Worker) -> Worker {
    worker
        .on(|tx, evento| Box::pin(assinaturas::pagamentos::service::processar(tx, evento)))
        .on(|tx, evento| Box::pin(assinaturas::pagamentos::service::guardar_sem_dono(tx, evento)))
        .on(|tx, evento| Box::pin(assinaturas::avisos::recebido(tx, evento)))
        .on(|tx, evento| Box::pin(assinaturas::avisos::atrasado(tx, evento)))
        .on(|tx, evento| Box::pin(assinaturas::service::vencer(tx, evento)))
        .on(|tx, evento: ContaExcluida| {
            Box::pin(assinaturas::service::esquecer(tx, evento.usuario_id))
        })
        .every::<VencimentoDeAssinaturas>(Duration::hours(1))
}

/// What is done again and again.
fn upkeep(worker: Worker) -> Worker {
    worker
        .on(|tx, LimpezaDeSessoes {}| {
            Box::pin(async move {
                sessoes::service::limpar(tx).await?;
                autenticacao::service::senha::limpar(tx).await
            })
        })
        .on(|tx, LimpezaDeChaves {}| Box::pin(economia::service::limpar(tx)))
        .on(|tx, LimpezaDeEntregas {}| Box::pin(entregas::service::limpar(tx)))
        .on(|tx, evento: LimpezaDeArquivos| Box::pin(arquivos::service::limpar(tx, evento)))
        .on(|tx, evento: ConferenciaDeArquivos| {
            Box::pin(arquivos::service::conferir_todos(tx, evento))
        })
        .every::<LimpezaDeArquivos>(Duration::hours(1))
        .every::<ConferenciaDeArquivos>(Duration::days(1))
        .every::<LimpezaDeSessoes>(Duration::hours(1))
        .every::<LimpezaDeChaves>(Duration::hours(1))
        .every::<LimpezaDeEntregas>(Duration::days(1))
}

/// How people are told.
fn deliveries(worker: Worker, settings: &Settings, correio: Correio) -> Worker {
    let outbound = Outbound::new(settings.guard);
    let push = EnvioPorPush::new(outbound, Chaves::new(&settings.vapid));
    worker
        .on(|tx, evento| Box::pin(entregas::service::distribuir(tx, evento)))
        .on(|tx, evento| Box::pin(emails::service::apagar(tx, evento)))
        .also(Remocao(Armazem::new(settings)))
        .also(Despacho(push))
        .also(Despacho(correio))
}
