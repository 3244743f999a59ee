//! What the store offers.

use base::Result;
use base::db::NucleoTx;
use base::page::Page;

use super::super::ProdutoId;
use super::super::rules::{MudancaDeProduto, NovoProduto};
use super::super::store::{self, Produto};
use crate::errors::PRODUTO_NAO_ENCONTRADO;

/// Newest first: all of them for whoever runs the store, else those that are on sale.
pub async fn listar_produtos(
    tx: &mut NucleoTx,
    todos: bool,
    page: Page,
) -> Result<(i64, Vec<Produto>)> {
    Ok(match todos {
        true => (store::count_produtos(tx).await?, store::list_produtos(tx, page).await?),
        false => (store::count_ativos(tx).await?, store::list_ativos(tx, page).await?),
    })
}

pub async fn criar(tx: &mut NucleoTx, novo: &NovoProduto) -> Result<Produto> {
    let id = store::insert_produto(tx, novo).await?;
    obter(tx, id).await
}

/// Orders that were made stay as they are.
pub async fn alterar(
    tx: &mut NucleoTx,
    id: ProdutoId,
    mudanca: &MudancaDeProduto,
) -> Result<Produto> {
    if !store::update_produto(tx, id, mudanca).await? {
        return Err(PRODUTO_NAO_ENCONTRADO.into());
    }
    obter(tx, id).await
}

/// Nobody sees or orders it any more; what was ordered can still be handed over or cancelled.
pub async fn excluir(tx: &mut NucleoTx, id: ProdutoId) -> Result<()> {
    match store::remove_produto(tx, id).await? {
        true => Ok(()),
        false => Err(PRODUTO_NAO_ENCONTRADO.into()),
    }
}

async fn obter(tx: &mut NucleoTx, id: ProdutoId) -> Result<Produto> {
    Ok(store::find_produto(tx, id).await?.ok_or(PRODUTO_NAO_ENCONTRADO)?)
}
