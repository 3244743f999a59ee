use base::Result;

use super::Story;
use super::imagens::Imagens;
use crate::areas::nucleos::service::{self, Nucleo};
use crate::areas::nucleos::{Mudanca, NovoNucleo};

pub async fn create(story: &mut Story<'_>, drawn: &[Imagens]) -> Result<Vec<Nucleo>> {
    let mut created = Vec::new();
    // Members of the first see the books; those of the second see what it is like without.
    let stories = [(sao_paulo(), true), (rio(), false)];
    for (number, (mut novo, transparencia)) in stories.into_iter().enumerate() {
        novo.logo_url = drawn.get(number).map(|imagens| imagens.logo.clone());
        let nucleo = service::criar(story.tx, None, &novo).await?;
        let mudanca =
            Mudanca { transparencia_financeira: Some(transparencia), ..Mudanca::default() };
        created.push(service::ajustar(story.tx, nucleo.id, &mudanca).await?);
    }
    Ok(created)
}

fn sao_paulo() -> NovoNucleo {
    NovoNucleo {
        nome: "Núcleo São Paulo".to_owned(),
        estado: "SP".to_owned(),
        slug: "sao-paulo".to_owned(),
        dominio: Some("sp.demo.nucleo.local".to_owned()),
        logo_url: None,
        cor_primaria: "#1F6F5C".to_owned(),
        cor_secundaria: "#F2B544".to_owned(),
        nome_moeda: "Ipê".to_owned(),
        sigla_moeda: "IPE".to_owned(),
    }
}

fn rio() -> NovoNucleo {
    NovoNucleo {
        nome: "Núcleo Rio de Janeiro".to_owned(),
        estado: "RJ".to_owned(),
        slug: "rio-de-janeiro".to_owned(),
        dominio: Some("rj.demo.nucleo.local".to_owned()),
        logo_url: None,
        cor_primaria: "#1D4E89".to_owned(),
        cor_secundaria: "#F26A4B".to_owned(),
        nome_moeda: "Maré".to_owned(),
        sigla_moeda: "MAR".to_owned(),
    }
}
