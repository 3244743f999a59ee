//! What people are told about events.

use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::outbox::Event;

use super::store::{self, Evento};
use super::{EventoCancelado, EventoCriado, EventoId, EventoRemarcado, VagasLiberadas};
use crate::areas::entregas::dados::{self, Dados};
use crate::areas::entregas::service::{LOTE, avisar};
use crate::areas::entregas::{Aviso, Canal, Mensagem, Preferencia, Publico};
use crate::areas::membros::Segmento;

/// Everybody hears of a new event, unless it is over or called off by now.
pub async fn criado(tx: &mut NucleoTx, criado: EventoCriado) -> Result<()> {
    let Some(evento) = por_vir(tx, criado.evento_id).await? else { return Ok(()) };
    let causa = format!("{}:{}", EventoCriado::NAME, evento.id);
    let corpo = format!("{}: {}.", evento.titulo, quando_e_onde(&evento));
    let todos = Publico::Segmento(Segmento::default());
    avisar(tx, &aviso(&evento, causa, "Novo evento", corpo, &todos)?).await
}

pub async fn remarcado(tx: &mut NucleoTx, remarcado: EventoRemarcado) -> Result<()> {
    let EventoRemarcado { evento_id, mudanca, depois_de } = remarcado;
    let Some(evento) = por_vir(tx, evento_id).await? else { return Ok(()) };
    let pessoas = store::list_inscritos(tx, evento_id, None, depois_de, LOTE).await?;
    let causa = format!("{}:{mudanca}", EventoRemarcado::NAME);
    let corpo = format!("“{}” agora é {}.", evento.titulo, quando_e_onde(&evento));
    let ultima = aos_inscritos(tx, &evento, causa, ("Evento remarcado", corpo), pessoas).await?;
    if ultima.is_some() {
        let resto = EventoRemarcado { evento_id, mudanca, depois_de: ultima };
        tx.publish(Some(evento.nucleo_id), &resto).await?;
    }
    Ok(())
}

/// Those who waited are told too: they need wait no longer.
pub async fn cancelado(tx: &mut NucleoTx, cancelado: EventoCancelado) -> Result<()> {
    let EventoCancelado { evento_id, depois_de } = cancelado;
    let Some(evento) = store::find(tx, None, evento_id).await? else { return Ok(()) };
    let pessoas = store::list_inscritos(tx, evento_id, None, depois_de, LOTE).await?;
    let causa = format!("{}:{evento_id}", EventoCancelado::NAME);
    let corpo = format!(
        "“{}”, marcado para {}, foi cancelado.",
        evento.titulo,
        evento.inicio.em_brasilia()
    );
    let ultima = aos_inscritos(tx, &evento, causa, ("Evento cancelado", corpo), pessoas).await?;
    if ultima.is_some() {
        let resto = EventoCancelado { evento_id, depois_de: ultima };
        tx.publish(Some(evento.nucleo_id), &resto).await?;
    }
    Ok(())
}

/// Whoever has withdrawn meanwhile is not told of a place that they no longer have.
pub async fn vagas_liberadas(tx: &mut NucleoTx, liberadas: VagasLiberadas) -> Result<()> {
    let VagasLiberadas { evento_id, promovidas_em, depois_de } = liberadas;
    let Some(evento) = por_vir(tx, evento_id).await? else { return Ok(()) };
    let desde = Some(promovidas_em);
    let pessoas = store::list_inscritos(tx, evento_id, desde, depois_de, LOTE).await?;
    let causa = format!("{}:{evento_id}:{}", VagasLiberadas::NAME, promovidas_em.unix_millis());
    let corpo = format!(
        "Abriu uma vaga em “{}”, {}: ela é sua. Se não puder ir, desista e a passe adiante.",
        evento.titulo,
        quando_e_onde(&evento)
    );
    let texto = ("Você saiu da lista de espera", corpo);
    let ultima = aos_inscritos(tx, &evento, causa, texto, pessoas).await?;
    if ultima.is_some() {
        let resto = VagasLiberadas { evento_id, promovidas_em, depois_de: ultima };
        tx.publish(Some(evento.nucleo_id), &resto).await?;
    }
    Ok(())
}

/// The event, if there is still something to come to.
async fn por_vir(tx: &mut NucleoTx, id: EventoId) -> Result<Option<Evento>> {
    let evento = store::find(tx, None, id).await?;
    let agora = tx.now();
    Ok(evento.filter(|evento| !evento.cancelado && agora < evento.fim))
}

/// Tells a batch of them; gives back the last one if there may be more.
async fn aos_inscritos(
    tx: &mut NucleoTx,
    evento: &Evento,
    causa: String,
    (titulo, corpo): (&str, String),
    pessoas: Vec<UsuarioId>,
) -> Result<Option<UsuarioId>> {
    let ultima = pessoas.last().copied().filter(|_| pessoas.len() == LOTE);
    if !pessoas.is_empty() {
        let publico = Publico::Pessoas(pessoas);
        avisar(tx, &aviso(evento, causa, titulo, corpo, &publico)?).await?;
    }
    Ok(ultima)
}

fn aviso(
    evento: &Evento,
    causa: String,
    titulo: &str,
    corpo: String,
    quem: &Publico,
) -> Result<Aviso> {
    let dados = Dados::Evento(dados::Evento {
        titulo: evento.titulo.clone(),
        texto: corpo.clone(),
        inicio: evento.inicio,
        local: evento.local.clone(),
        cancelado: evento.cancelado,
    });
    let assunto = format!("{titulo}: {}", evento.titulo);
    let canais = [Canal::App, Canal::Push, Canal::Email];
    Ok(Aviso {
        causa,
        nucleo: Some(evento.nucleo_id),
        preferencia: Some(Preferencia::Evento),
        titulo: titulo.to_owned(),
        corpo,
        url: format!("/eventos/{}", evento.id),
        email: Some(Mensagem::automatica(assunto, &dados)?),
        canais: canais.map(|canal| (canal, quem.clone())).into(),
    })
}

fn quando_e_onde(evento: &Evento) -> String {
    let quando = evento.inicio.em_brasilia();
    match &evento.local {
        Some(local) => format!("{quando}, {local}"),
        None => quando,
    }
}
