//! The achievements of the demonstration: some that a few have unlocked, some that all are on their
//! way to.

use base::Result;
use base::error::ERRO_INTERNO;
use base::scope::Cargo;

use super::Story;
use super::projetos::Gente;
use crate::areas::conquistas::{Metrica, NovaConquista, service};

const CONQUISTAS: &[(&str, &str, &str, Metrica, i64)] = &[
    ("Mãos à obra", "Ter uma tarefa aprovada.", "🛠️", Metrica::Tarefas, 1),
    ("Dez tarefas", "Ter dez tarefas aprovadas.", "🏗️", Metrica::Tarefas, 10),
    ("Voz ativa", "Votar em oito enquetes.", "🗳️", Metrica::Votos, 8),
    ("Boas companhias", "Trazer três pessoas para o núcleo.", "🤝", Metrica::Indicacoes, 3),
    ("Sempre presente", "Participar de cinco eventos.", "📍", Metrica::Eventos, 5),
];

/// Those who work on the projects are among the first members.
const OLHADOS: usize = 12;

pub async fn create(story: &mut Story<'_>, gente: &Gente) -> Result<()> {
    let admin = gente.iter().find(|(_, cargo)| *cargo == Cargo::Administrador);
    let admin = admin.ok_or(ERRO_INTERNO)?;
    let admin = story.operator.acting_as(admin.0, admin.1);
    story.days_ago(45);
    for (nome, descricao, icone, metrica, meta) in CONQUISTAS {
        let nova = NovaConquista {
            nome: (*nome).to_owned(),
            descricao: Some((*descricao).to_owned()),
            icone: (*icone).to_owned(),
            metrica: *metrica,
            meta: *meta,
        };
        service::criar(story.tx, &admin, &nova).await?;
    }
    // On the day their tasks were approved, not on the day the demonstration is loaded.
    story.days_ago(3);
    let membros = gente.iter().filter(|(_, cargo)| *cargo == Cargo::Membro);
    for (usuario, _) in membros.take(OLHADOS) {
        service::conferir(story.tx, *usuario, Metrica::Tarefas).await?;
    }
    Ok(())
}
