//! The announcements of the demonstration: with a picture, with a video, for a part of the members,
//! for later, and a national one.

use base::Result;
use base::id::UsuarioId;
use base::scope::Cargo;
use chrono::Duration;

use super::Story;
use crate::areas::comunicados::service::criar;
use crate::areas::comunicados::{Corpo, Destinatarios, NovoComunicado};
use crate::areas::membros::Segmento;

/// Of one nucleo, by those who communicate there.
pub async fn create(story: &mut Story<'_>, team: &[(UsuarioId, Cargo)]) -> Result<()> {
    let of = |cargo| team.iter().copied().find(|(_, other)| *other == cargo);
    let Some(coord) = of(Cargo::Coordenador) else { return Ok(()) };
    let spokesperson = of(Cargo::PortaVoz).unwrap_or(coord);
    story.days_ago(40);
    publish(story, coord, welcome()).await?;
    story.days_ago(12);
    publish(story, coord, assembly()).await?;
    story.days_ago(5);
    publish(story, spokesperson, video()).await?;
    story.days_ago(2);
    publish(story, coord, minutes()).await?;
    story.days_ago(0);
    let agendamento = Some(story.operator.now() + Duration::days(3));
    publish(story, coord, NovoComunicado { agendamento, ..reminder() }).await
}

/// For all nucleos.
pub async fn create_national(story: &mut Story<'_>, super_admin: UsuarioId) -> Result<()> {
    story.days_ago(8);
    publish(story, (super_admin, Cargo::SuperAdmin), congress()).await
}

async fn publish(
    story: &mut Story<'_>,
    (author, cargo): (UsuarioId, Cargo),
    novo: NovoComunicado,
) -> Result<()> {
    let caller = story.operator.acting_as(author, cargo);
    criar(story.tx, &caller, &novo).await?;
    Ok(())
}

/// Without e-mail: a demonstration writes to nobody.
fn novo(titulo: &str, conteudo: &str) -> NovoComunicado {
    let corpo = Corpo {
        titulo: titulo.to_owned(),
        conteudo: conteudo.to_owned(),
        foto_url: None,
        video_url: None,
        segmento: Segmento::default(),
        enviar_push: true,
        enviar_email: false,
        push: Destinatarios::Todos,
    };
    NovoComunicado { corpo, agendamento: None }
}

fn welcome() -> NovoComunicado {
    novo(
        "Bem-vindas e bem-vindos à nova plataforma",
        "<p>A partir de hoje nossos comunicados, enquetes e projetos ficam aqui.</p>\
         <ul><li>Complete o seu <strong>perfil</strong>;</li>\
         <li>conte o que você sabe fazer em <strong>competências</strong>;</li>\
         <li>convide quem ainda não chegou com o seu código de indicação.</li></ul>",
    )
}

fn assembly() -> NovoComunicado {
    let mut novo = novo(
        "Assembleia geral no próximo sábado",
        "<p>Nossa assembleia será no <strong>sábado, às 15h</strong>, na sede.</p>\
         <h3>Pauta</h3><ol><li>Prestação de contas do trimestre</li>\
         <li>Calendário de atividades</li><li>Eleição da comissão de formação</li></ol>\
         <p>Quem não puder vir acompanha ao vivo pelo aplicativo.</p>",
    );
    novo.corpo.foto_url = Some("/demo/assembleia.svg".to_owned());
    novo
}

fn video() -> NovoComunicado {
    let mut novo = novo(
        "Assista: como foi o mutirão de domingo",
        "<p>Foram mais de oitenta pessoas e duas toneladas de alimentos. Obrigado a cada uma!</p>",
    );
    novo.corpo.video_url = Some("https://www.youtube.com/watch?v=jNQXAC9IVRw".to_owned());
    novo
}

fn minutes() -> NovoComunicado {
    let mut novo = novo(
        "Ata da reunião de coordenação",
        "<p>A ata está disponível na sede. Comentários até <em>sexta-feira</em>, por favor.</p>",
    );
    novo.corpo.segmento =
        Segmento::de_cargos(&[Cargo::PortaVoz, Cargo::Coordenador, Cargo::Administrador]);
    novo
}

fn reminder() -> NovoComunicado {
    novo(
        "Lembrete: inscrições para a oficina de redação",
        "<p>Últimas vagas! A oficina começa na segunda-feira, às 19h.</p>",
    )
}

fn congress() -> NovoComunicado {
    novo(
        "Congresso nacional: datas confirmadas",
        "<p>Nosso congresso reúne todos os núcleos em <strong>setembro</strong>. Cada núcleo elege \
         suas delegadas e delegados até o fim de julho.</p>",
    )
}
