//! What people are told about posts of spokespersons. Nobody is named in a notice, nor is what they
//! said repeated: it would outlive their account.

use base::Result;
use base::db::NucleoTx;

use super::{Plataforma, PostagensPublicadas, store};
use crate::areas::entregas::service::avisar;
use crate::areas::entregas::{Aviso, Canal, Preferencia, Publico};
use crate::areas::membros::Segmento;

/// One notice for everything that a run found of one spokesperson.
pub async fn publicadas(tx: &mut NucleoTx, evento: PostagensPublicadas) -> Result<()> {
    // They may be gone by now, and their posts with them.
    let Some(porta_voz) = store::find(tx, evento.porta_voz_id).await? else { return Ok(()) };
    let todos = || Publico::Segmento(Segmento::default());
    let aviso = Aviso {
        causa: format!("porta_voz.postagens:{}:{}", porta_voz.id, evento.origem),
        nucleo: Some(porta_voz.nucleo_id),
        preferencia: Some(Preferencia::Comunicado),
        titulo: "Novidade de porta-voz".to_owned(),
        corpo: corpo(&evento.quantas),
        url: format!("/porta-vozes/{}", porta_voz.id),
        email: None,
        canais: vec![(Canal::App, todos()), (Canal::Push, todos())],
    };
    avisar(tx, &aviso).await
}

fn corpo(quantas: &[(Plataforma, i64)]) -> String {
    let nome = |plataforma: &Plataforma| match plataforma {
        Plataforma::Instagram => "no Instagram",
        Plataforma::Youtube => "no YouTube",
        Plataforma::Twitter => "no X",
    };
    let total: i64 = quantas.iter().map(|(_, quantas)| quantas).sum();
    let onde: Vec<_> = quantas.iter().map(|(plataforma, _)| nome(plataforma)).collect();
    let onde = match onde.as_slice() {
        [outras @ .., ultima] if !outras.is_empty() => format!("{} e {ultima}", outras.join(", ")),
        uma => uma.concat(),
    };
    match total {
        1 => format!("Há uma nova publicação {onde}."),
        _ => format!("Há {total} novas publicações {onde}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_many_and_where() {
        use Plataforma::{Instagram, Twitter, Youtube};
        assert_eq!(corpo(&[(Youtube, 1)]), "Há uma nova publicação no YouTube.");
        let dois = corpo(&[(Instagram, 1), (Twitter, 1)]);
        assert_eq!(dois, "Há 2 novas publicações no Instagram e no X.");
        let tres = corpo(&[(Instagram, 3), (Youtube, 1), (Twitter, 1)]);
        assert_eq!(tres, "Há 5 novas publicações no Instagram, no YouTube e no X.");
    }
}
