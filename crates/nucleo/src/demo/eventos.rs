//! The events of the demonstration: past, under way, to come, full with people who wait, called off.

use base::Result;
use base::clock::{Timestamp, start_of_day};
use base::error::ERRO_INTERNO;
use base::id::UsuarioId;
use base::scope::{Caller, Cargo};
use chrono::Duration;

use super::Story;
use crate::areas::eventos::service::{cancelar, criar_em_silencio, inscrever, registrar_presenca};
use crate::areas::eventos::{Corpo, EventoId};

struct Roteiro {
    titulo: &'static str,
    descricao: &'static str,
    local: &'static str,
    /// In days from today, the hour of the day in Sao Paulo, and how many hours it takes.
    dia: i64,
    hora: i64,
    dura: i64,
    vagas: Option<i64>,
    recompensa: i64,
    /// How many sign up, and how many of them come.
    inscritos: usize,
    presentes: usize,
    cancelado: bool,
}

const EVENTOS: [Roteiro; 8] = [
    Roteiro {
        titulo: "Mutirão na praça",
        descricao: "Traga luvas e água. Ferramentas há para todo mundo.",
        local: "Praça da Matriz",
        dia: -40,
        hora: 9,
        dura: 4,
        vagas: None,
        recompensa: 60,
        inscritos: 18,
        presentes: 15,
        cancelado: false,
    },
    Roteiro {
        titulo: "Plenária do trimestre",
        descricao: "Balanço do que foi feito e votação das prioridades.",
        local: "Sede, auditório",
        dia: -12,
        hora: 19,
        dura: 3,
        vagas: Some(60),
        recompensa: 40,
        inscritos: 34,
        presentes: 26,
        cancelado: false,
    },
    Roteiro {
        titulo: "Cinema na sede",
        descricao: "Um filme, pipoca e conversa depois.",
        local: "Sede",
        dia: -5,
        hora: 20,
        dura: 3,
        vagas: Some(20),
        recompensa: 0,
        inscritos: 14,
        presentes: 11,
        cancelado: false,
    },
    Roteiro {
        titulo: "Plantão de portas abertas",
        descricao: "O dia inteiro: venha conhecer a sede e quem cuida dela.",
        local: "Sede",
        dia: 0,
        hora: 0,
        dura: 24,
        vagas: None,
        recompensa: 20,
        inscritos: 9,
        presentes: 0,
        cancelado: false,
    },
    Roteiro {
        titulo: "Roda de conversa: o bairro que queremos",
        descricao: "Moradia, transporte e áreas verdes, com gente que estuda o assunto.",
        local: "Escola do bairro",
        dia: 2,
        hora: 18,
        dura: 2,
        vagas: None,
        recompensa: 30,
        inscritos: 25,
        presentes: 0,
        cancelado: false,
    },
    Roteiro {
        titulo: "Oficina de cartazes",
        descricao: "Da letra ao estêncil. Cabem doze pessoas nas mesas.",
        local: "Ateliê da Rua Sete",
        dia: 5,
        hora: 14,
        dura: 4,
        vagas: Some(12),
        recompensa: 50,
        inscritos: 17,
        presentes: 0,
        cancelado: false,
    },
    Roteiro {
        titulo: "Encontro de formação",
        descricao: "Para quem chegou há pouco, e para quem quer recebê-los.",
        local: "https://sala.exemplo.org/formacao",
        dia: 20,
        hora: 10,
        dura: 6,
        vagas: Some(200),
        recompensa: 80,
        inscritos: 31,
        presentes: 0,
        cancelado: false,
    },
    Roteiro {
        titulo: "Passeio de bicicleta",
        descricao: "Pela ciclovia do rio, no ritmo de quem vai devagar.",
        local: "Portão do parque",
        dia: 9,
        hora: 8,
        dura: 3,
        vagas: Some(30),
        recompensa: 25,
        inscritos: 6,
        presentes: 0,
        cancelado: true,
    },
];

/// Everybody who is active, the team first: whoever tries the demonstration is at some events, waits
/// for the full one, and finds others to sign up for.
pub async fn create(story: &mut Story<'_>, people: &[(UsuarioId, Cargo)]) -> Result<()> {
    let coord = people.iter().find(|(_, cargo)| *cargo == Cargo::Coordenador);
    let coord =
        coord.map(|(id, cargo)| story.operator.acting_as(*id, *cargo)).ok_or(ERRO_INTERNO)?;
    for (numero, roteiro) in EVENTOS.iter().enumerate() {
        let id = write(story, &coord, roteiro).await?;
        let mut vindos: Vec<_> =
            people.iter().skip(numero % 4 * 3).take(roteiro.inscritos).collect();
        if roteiro.vagas.is_some_and(|vagas| vagas < roteiro.inscritos as i64) {
            vindos = people.iter().take(roteiro.inscritos).rev().collect();
        }
        for (quem, cargo) in &vindos {
            let quem = story.operator.acting_as(*quem, *cargo);
            inscrever(story.tx, &quem, id).await?;
        }
        story.days_ago((-roteiro.dia).max(0));
        for (quem, _) in vindos.iter().take(roteiro.presentes) {
            registrar_presenca(story.tx, &coord, id, *quem).await?;
        }
        if roteiro.cancelado {
            cancelar(story.tx, id).await?;
        }
    }
    Ok(())
}

/// Two weeks before it takes place, or a week ago. E-mails of a demonstration would only fill a
/// folder.
async fn write(story: &mut Story<'_>, coord: &Caller, roteiro: &Roteiro) -> Result<EventoId> {
    let inicio = at(story, roteiro.dia)? + Duration::hours(roteiro.hora);
    story.days_ago((14 - roteiro.dia).max(7));
    let corpo = Corpo {
        titulo: roteiro.titulo.to_owned(),
        descricao: Some(roteiro.descricao.to_owned()),
        local: Some(roteiro.local.to_owned()),
        inicio,
        fim: inicio + Duration::hours(roteiro.dura),
        vagas: roteiro.vagas,
        recompensa: roteiro.recompensa,
        foto_url: None,
    };
    let criado = criar_em_silencio(story.tx, coord, &corpo).await?;
    story.days_ago((7 - roteiro.dia).max(3));
    Ok(criado.id)
}

/// The midnight with which a day begins.
fn at(story: &Story<'_>, dia: i64) -> Result<Timestamp> {
    let momento = story.operator.now() + Duration::days(dia);
    Ok(start_of_day(&momento.dia()).ok_or(ERRO_INTERNO)?)
}
