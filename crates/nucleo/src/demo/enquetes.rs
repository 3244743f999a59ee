//! The polls of the demonstration: one of every kind, with votes.

use base::Result;
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo;
use chrono::Duration;

use super::Story;
use crate::areas::enquetes::service::{Detalhe, criar, votar};
use crate::areas::enquetes::{Escolha, NovaEnquete, TipoEscolha};

/// Somebody who may vote.
pub type Eleitor = (UsuarioId, Cargo);

/// The team is listed first. It leaves open polls to whoever tries the demonstration.
const TEAM: usize = 5;

struct Roteiro {
    pergunta: &'static str,
    opcoes: &'static [&'static str],
    tipo: TipoEscolha,
    /// In days: how long ago it was opened, and for how long.
    aberta_ha: i64,
    dura: i64,
    tempo_real: bool,
    modal: bool,
    /// The bell rings for some of them; e-mails of a demonstration would only fill a folder.
    avisa: bool,
}

const DO_NUCLEO: [Roteiro; 4] = [
    Roteiro {
        pergunta: "Onde deve ser o próximo encontro do núcleo?",
        opcoes: &["Na sede", "No parque", "Na escola do bairro", "Por vídeo"],
        tipo: TipoEscolha::Unica,
        aberta_ha: 20,
        dura: 10,
        tempo_real: false,
        modal: false,
        avisa: true,
    },
    Roteiro {
        pergunta: "Qual é o melhor dia para as reuniões?",
        opcoes: &["Terça à noite", "Quinta à noite", "Sábado de manhã"],
        tipo: TipoEscolha::Unica,
        aberta_ha: 6,
        dura: 14,
        tempo_real: true,
        modal: false,
        avisa: true,
    },
    Roteiro {
        pergunta: "Em quais mutirões você quer ajudar?",
        opcoes: &["Horta comunitária", "Pintura da sede", "Cadastro de doações", "Cozinha"],
        tipo: TipoEscolha::Multipla,
        aberta_ha: 4,
        dura: 20,
        tempo_real: false,
        modal: false,
        avisa: false,
    },
    Roteiro {
        pergunta: "Você aprova a prestação de contas do semestre?",
        opcoes: &["Sim", "Não", "Abstenho-me"],
        tipo: TipoEscolha::Unica,
        aberta_ha: 2,
        dura: 12,
        tempo_real: false,
        modal: true,
        avisa: false,
    },
];

const NACIONAL: Roteiro = Roteiro {
    pergunta: "Qual deve ser a prioridade nacional do próximo ano?",
    opcoes: &["Formação de lideranças", "Novos núcleos", "Comunicação", "Ações de rua"],
    tipo: TipoEscolha::Unica,
    aberta_ha: 5,
    dura: 30,
    tempo_real: true,
    modal: false,
    avisa: true,
};

/// In the nucleo that the story is in.
pub async fn ask(story: &mut Story<'_>, people: &[Eleitor]) -> Result<()> {
    let comunica = [Cargo::PortaVoz, Cargo::Coordenador];
    let autor = people.iter().copied().find(|(_, cargo)| comunica.contains(cargo));
    let Some(autor) = autor else { return Ok(()) };
    for roteiro in &DO_NUCLEO {
        let enquete = open(story, autor, roteiro).await?;
        answer(story, roteiro, &enquete, people).await?;
    }
    Ok(())
}

/// Above all nucleos, answered from each of them.
pub async fn ask_everybody(
    story: &mut Story<'_>,
    super_admin: UsuarioId,
    nucleos: &[(NucleoId, Vec<Eleitor>)],
) -> Result<()> {
    let enquete = open(story, (super_admin, Cargo::SuperAdmin), &NACIONAL).await?;
    for (nucleo, people) in nucleos {
        story.operator.enter(story.tx, *nucleo).await?;
        answer(story, &NACIONAL, &enquete, people).await?;
        story.operator.leave(story.tx).await?;
    }
    Ok(())
}

async fn open(
    story: &mut Story<'_>,
    (autor, cargo): Eleitor,
    roteiro: &Roteiro,
) -> Result<Detalhe> {
    story.days_ago(roteiro.aberta_ha);
    let nova = NovaEnquete {
        pergunta: roteiro.pergunta.to_owned(),
        tipo_escolha: roteiro.tipo,
        opcoes: roteiro.opcoes.iter().map(|opcao| (*opcao).to_owned()).collect(),
        data_encerramento: story.tx.now() + Duration::days(roteiro.dura),
        foto_url: None,
        resultado_tempo_real: roteiro.tempo_real,
        modal_obrigatorio: roteiro.modal,
        enviar_push: roteiro.avisa,
        enviar_email: false,
    };
    let caller = story.operator.acting_as(autor, cargo);
    criar(story.tx, &caller, &nova).await
}

/// Two of three vote, the day after; more of them for the options that come first.
async fn answer(
    story: &mut Story<'_>,
    roteiro: &Roteiro,
    enquete: &Detalhe,
    people: &[Eleitor],
) -> Result<()> {
    story.days_ago(roteiro.aberta_ha - 1);
    let ids: Vec<_> = enquete.opcoes.iter().map(|(id, _)| *id).collect();
    let is_closed = roteiro.dura < roteiro.aberta_ha;
    let voters = people.iter().enumerate().skip(if is_closed { 0 } else { TEAM });
    for (number, (usuario, cargo)) in voters.filter(|(number, _)| number % 3 != 2) {
        let draw = number * 11 % 13;
        let first = draw * draw * ids.len() / 169;
        let mut chosen: Vec<_> = ids.iter().skip(first).copied().collect();
        chosen.truncate(match roteiro.tipo {
            TipoEscolha::Unica => 1,
            TipoEscolha::Multipla => 1 + number % 3,
        });
        let caller = story.operator.acting_as(*usuario, *cargo);
        votar(story.tx, &caller, enquete.resumo.enquete.id, Escolha::nova(chosen)?).await?;
    }
    Ok(())
}
