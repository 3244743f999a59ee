//! The spokespersons of the demonstration. Their networks have no feed: a demonstration asks nobody
//! on the internet for anything.

use base::Result;
use base::id::UsuarioId;
use base::scope::Cargo;

use super::Story;
use crate::areas::porta_vozes::service::{Item, adicionar_rede, designar, publicar};
use crate::areas::porta_vozes::{NovaRede, Plataforma, reconhecer};

/// Days ago, address and title.
type Post = (i64, &'static str, &'static str);

const FIRST: [Post; 3] = [
    (9, "https://www.instagram.com/p/C/", "Bastidores da assembleia"),
    (6, "https://www.youtube.com/watch?v=jNQXAC9IVRw", "Visita ao zoológico com as crianças"),
    (3, "https://x.com/jack/status/20", "Começando por aqui!"),
];

const SECOND: [Post; 3] = [
    (8, "https://x.com/MarsCuriosity/status/232348380431544320", "Chegamos bem"),
    (4, "https://www.instagram.com/p/BsOGulcndj-/", "Um recorde para o mutirão"),
    (1, "https://www.youtube.com/watch?v=aqz-KE-bpKQ", "Cinema na praça: o filme completo"),
];

/// In the nucleo that the story is in: whoever speaks for it, and a member.
pub async fn create(story: &mut Story<'_>, people: &[(UsuarioId, Cargo)]) -> Result<()> {
    let of = |cargo| people.iter().find(|(_, other)| *other == cargo).map(|(id, _)| *id);
    let speaker = of(Cargo::PortaVoz).or_else(|| of(Cargo::Coordenador));
    for (person, posts) in [(speaker, FIRST), (of(Cargo::Membro), SECOND)] {
        let Some(person) = person else { continue };
        story.days_ago(30);
        let porta_voz = designar(story.tx, person).await?.porta_voz.id;
        for plataforma in Plataforma::ALL {
            let rede = NovaRede {
                plataforma: *plataforma,
                username: "nucleo.demonstracao".to_owned(),
                url_perfil: None,
                rss_url: None,
            };
            adicionar_rede(story.tx, porta_voz, &rede).await?;
        }
        for (days, url, titulo) in posts {
            story.days_ago(days);
            let Some(publicacao) = reconhecer(url) else { continue };
            let publicado_em = Some(story.tx.now());
            let item = Item { publicacao, titulo: Some(titulo.to_owned()), publicado_em };
            publicar(story.tx, porta_voz, &item).await?;
        }
    }
    Ok(())
}
