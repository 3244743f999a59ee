//! Who hears what. The area that publishes does not know who listens.

use base::App;
use base::outbound::Outbound;
use base::outbox::Worker;
use chrono::Duration;

use crate::areas::arquivos::{Armazem, ConferenciaDeArquivos, LimpezaDeArquivos, Remocao};
use crate::areas::assinaturas::VencimentoDeAssinaturas;
use crate::areas::autenticacao::RecuperacaoSolicitada;
use crate::areas::conquistas::Metrica;
use crate::areas::economia::{IndicacaoDeOutroNucleoAprovada, IndicacaoPaga, LimpezaDeChaves};
use crate::areas::emails::Correio;
use crate::areas::enquetes::VotoRegistrado;
use crate::areas::entregas::{Despacho, LimpezaDeEntregas};
use crate::areas::eventos::PresencaRegistrada;
use crate::areas::ia::LimpezaDeAcoes;
use crate::areas::loja::PedidosAEncerrar;
use crate::areas::membros::ContaExcluida;
use crate::areas::porta_vozes::{SincronizacaoAgendada, Sincronizador};
use crate::areas::projetos::TarefaAprovada;
use crate::areas::push::{Chaves, EnvioPorPush};
use crate::areas::sessoes::LimpezaDeSessoes;
use crate::areas::{
    arquivos, assinaturas, autenticacao, comunicados, conquistas, economia, emails, enquetes,
    entregas, eventos, ia, loja, perfil, porta_vozes, projetos, sessoes,
};
use crate::settings::Settings;

pub fn worker(app: App, settings: &Settings) -> Worker {
    let correio = Correio::new(settings, app.tokens().clone(), |tokens, public_url, id| {
        autenticacao::service::senha::link_de_recuperacao(tokens, public_url, id.into())
    });
    let worker = people(Worker::new(app), settings);
    let worker = gatherings(work(spokespersons(content(worker), settings)));
    deliveries(upkeep(payments(rewards(worker))), settings, correio)
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
        .on(|tx, evento: ContaExcluida| Box::pin(perfil::service::esquecer(tx, evento.usuario_id)))
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
}

/// What spokespersons post elsewhere.
fn spokespersons(worker: Worker, settings: &Settings) -> Worker {
    let sincronizador = Sincronizador::new(Outbound::new(settings.guard), settings.rss);
    worker
        .on(|tx, evento| Box::pin(porta_vozes::avisos::publicadas(tx, evento)))
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
}

/// What members get for what they did: at the store, and by achieving something.
fn rewards(worker: Worker) -> Worker {
    worker
        .on(|tx, evento| Box::pin(loja::avisos::feito(tx, evento)))
        .on(|tx, evento| Box::pin(loja::avisos::decidido(tx, evento)))
        .on(|tx, evento: PedidosAEncerrar| {
            Box::pin(loja::service::encerrar_de(tx, evento.usuario_id))
        })
        .on(|tx, evento| Box::pin(conquistas::service::percorrer(tx, evento)))
        .on(|tx, evento: TarefaAprovada| {
            Box::pin(conquistas::service::conferir(tx, evento.usuario_id, Metrica::Tarefas))
        })
        .on(|tx, evento: IndicacaoPaga| {
            Box::pin(conquistas::service::conferir(tx, evento.indicador_id, Metrica::Indicacoes))
        })
        .on(|tx, evento: VotoRegistrado| {
            Box::pin(conquistas::service::conferir(tx, evento.usuario_id, Metrica::Votos))
        })
        .on(|tx, evento: PresencaRegistrada| {
            Box::pin(conquistas::service::conferir(tx, evento.usuario_id, Metrica::Eventos))
        })
}

/// What happens to events and to those who come to them.
fn gatherings(worker: Worker) -> Worker {
    worker
        .on(|tx, evento| Box::pin(eventos::avisos::criado(tx, evento)))
        .on(|tx, evento| Box::pin(eventos::avisos::remarcado(tx, evento)))
        .on(|tx, evento| Box::pin(eventos::avisos::cancelado(tx, evento)))
        .on(|tx, evento| Box::pin(eventos::avisos::vagas_liberadas(tx, evento)))
}

/// What is paid, and what ends when it is not.
fn payments(worker: Worker) -> Worker {
    worker
        .on(|tx, evento| Box::pin(assinaturas::pagamentos::service::processar(tx, evento)))
        .on(|tx, evento| Box::pin(assinaturas::pagamentos::service::guardar_sem_dono(tx, evento)))
        .on(|tx, evento| Box::pin(assinaturas::avisos::recebido(tx, evento)))
        .on(|tx, evento| Box::pin(assinaturas::avisos::atrasado(tx, evento)))
        .on(|tx, evento| Box::pin(assinaturas::service::vencer(tx, evento)))
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
        .on(|tx, LimpezaDeAcoes {}| Box::pin(ia::service::limpar(tx)))
        .every::<LimpezaDeAcoes>(Duration::hours(1))
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
    let pasta = correio.pasta();
    worker
        .on(|tx, evento| Box::pin(entregas::service::distribuir(tx, evento)))
        .on(move |tx, evento| Box::pin(emails::service::apagar(tx, evento, pasta.clone())))
        .also(Remocao(Armazem::new(settings)))
        .also(Despacho(push))
        .also(Despacho(correio))
}
