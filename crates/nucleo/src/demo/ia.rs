//! The assistant of the demonstration: a conversation that was saved and shared, with what was
//! asked, found and done in it.

use base::Result;
use base::id::UsuarioId;
use base::scope::Cargo;

use super::Story;
use crate::areas::ia::service;

const PERGUNTAS: &[&str] = &[
    "Quantos membros ativos temos?",
    "Quem são os membros mais recentes?",
    "Quais tarefas estão pendentes?",
    "Resumo financeiro",
];

/// By the administrator, for the whole management to read.
pub async fn talk(story: &mut Story<'_>, people: &[(UsuarioId, Cargo)]) -> Result<()> {
    let admin = people.iter().copied().find(|(_, cargo)| *cargo == Cargo::Administrador);
    let Some((admin, cargo)) = admin else { return Ok(()) };
    story.days_ago(1);
    let caller = story.operator.acting_as(admin, cargo);
    let conversa = service::conversar_na_demonstracao(story.tx, &caller, PERGUNTAS).await?;
    if let Some(conversa) = conversa {
        service::compartilhar(story.tx, &caller, conversa, true).await?;
    }
    let alone = ["Quais projetos estão ativos?", "Quais são os próximos eventos?"];
    service::conversar_na_demonstracao(story.tx, &caller, &alone).await?;
    story.days_ago(0);
    Ok(())
}
