use base::db::NucleoTx;
use base::error::ERRO_INTERNO;
use base::page::Page;
use base::{Result, Uuid};
use serde_json::json;

use super::super::rules::Item;
use super::super::store::{self, PortaVoz, Postagem};
use super::super::{PortaVozId, PostagemId, PostagensPublicadas};
use crate::areas::feed::{self, Entrada, TipoDeEntrada};
use crate::areas::membros::Segmento;
use crate::errors::{PORTA_VOZ_NAO_ENCONTRADO, POSTAGEM_JA_CONHECIDA};

pub async fn listar_postagens(
    tx: &mut NucleoTx,
    porta_voz: PortaVozId,
    page: Page,
) -> Result<(i64, Vec<Postagem>)> {
    let total = store::count_postagens(tx, porta_voz).await?;
    // An empty list of somebody, or nobody's.
    if total == 0 && store::find(tx, porta_voz).await?.is_none() {
        return Err(PORTA_VOZ_NAO_ENCONTRADO.into());
    }
    Ok((total, store::list_postagens(tx, porta_voz, page).await?))
}

/// One post by hand: into the feed, and the members are told.
pub async fn publicar(tx: &mut NucleoTx, porta_voz: PortaVozId, item: &Item) -> Result<Postagem> {
    tx.nucleo()?;
    let porta_voz = travar(tx, porta_voz).await?.ok_or(PORTA_VOZ_NAO_ENCONTRADO)?;
    let novas = incluir(tx, &porta_voz, &[item]).await?;
    let postagem = novas.into_iter().next().ok_or(POSTAGEM_JA_CONHECIDA)?;
    contar(tx, &porta_voz, postagem.id.into(), std::slice::from_ref(&postagem)).await?;
    Ok(postagem)
}

/// The spokesperson, whom nobody else changes until the end of the transaction.
pub async fn travar(tx: &mut NucleoTx, id: PortaVozId) -> Result<Option<PortaVoz>> {
    match store::lock(tx, id).await? {
        true => Ok(Some(store::find(tx, id).await?.ok_or(ERRO_INTERNO)?)),
        false => Ok(None),
    }
}

/// Enters those that the nucleo does not have yet, each with its place in the feed, and gives them
/// back in the order in which they came.
pub async fn incluir(
    tx: &mut NucleoTx,
    porta_voz: &PortaVoz,
    itens: &[&Item],
) -> Result<Vec<Postagem>> {
    let codigos: Vec<_> = itens.iter().map(|item| item.publicacao.codigo.as_str()).collect();
    let conhecidas = store::list_conhecidas(tx, porta_voz.nucleo_id, &codigos).await?;
    let conhecida = |item: &Item| {
        let publicacao = &item.publicacao;
        conhecidas.iter().any(|(plataforma, codigo)| {
            (*plataforma, codigo) == (publicacao.plataforma, &publicacao.codigo)
        })
    };
    let candidatas = itens.iter().filter(|item| !conhecida(item));
    let mut candidatas: Vec<(PostagemId, &Item)> =
        candidatas.map(|item| (tx.new_id(), *item)).collect();
    // Two who enter the same posts do it in the same order, so that neither waits for the other.
    candidatas.sort_by(|(_, um), (_, outro)| um.publicacao.codigo.cmp(&outro.publicacao.codigo));
    let mut novas = Vec::new();
    for (id, item) in candidatas {
        if store::insert_postagem(tx, porta_voz.nucleo_id, porta_voz.id, (id, item)).await? {
            novas.push(Postagem {
                id,
                plataforma: item.publicacao.plataforma,
                url: item.publicacao.url.clone(),
                embed_url: item.publicacao.embed_url.clone(),
                titulo: item.titulo.clone(),
                publicado_em: item.publicado_em,
                criado_em: tx.now(),
            });
        }
    }
    novas.sort_by_key(|postagem| Uuid::from(postagem.id));
    for postagem in &novas {
        mostrar(tx, porta_voz, postagem).await?;
    }
    Ok(novas)
}

/// Leaves word of new posts, so that the members are told of all of them at once.
pub async fn contar(
    tx: &mut NucleoTx,
    porta_voz: &PortaVoz,
    origem: Uuid,
    novas: &[Postagem],
) -> Result<()> {
    let mut quantas: Vec<(_, i64)> = Vec::new();
    for postagem in novas {
        match quantas.iter_mut().find(|(plataforma, _)| *plataforma == postagem.plataforma) {
            Some((_, total)) => *total += 1,
            None => quantas.push((postagem.plataforma, 1)),
        }
    }
    let evento = PostagensPublicadas { porta_voz_id: porta_voz.id, origem, quantas };
    tx.publish(Some(porta_voz.nucleo_id), &evento).await
}

/// The name goes with the account: the entry is removed with the spokesperson.
async fn mostrar(tx: &mut NucleoTx, porta_voz: &PortaVoz, postagem: &Postagem) -> Result<()> {
    let entrada = Entrada {
        nucleo: Some(porta_voz.nucleo_id),
        tipo: TipoDeEntrada::PostagemPortaVoz,
        origem: postagem.id.into(),
        conteudo: json!({
            "postagemId": postagem.id,
            "portaVozId": porta_voz.id,
            "usuario": {
                "id": porta_voz.usuario_id,
                "nome": porta_voz.nome,
                "foto_url": porta_voz.foto_url,
            },
            "plataforma": postagem.plataforma,
            "url": postagem.url,
            "embedUrl": postagem.embed_url,
            "titulo": postagem.titulo,
            "publicado_em": postagem.publicado_em,
        }),
        segmento: Segmento::default(),
    };
    feed::service::publicar(tx, &entrada).await
}
