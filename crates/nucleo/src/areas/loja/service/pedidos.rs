//! Orders: made and paid in one breath, ended once.
//!
//! Whoever acts on an order locks in this order: the order, the product, the wallet.

use base::Result;
use base::db::NucleoTx;
use base::error::{ERRO_INTERNO, Error};
use base::id::UsuarioId;
use base::page::Page;
use base::scope::Caller;
use serde_json::Value;

use super::super::rules::{self, Decisao, NovoPedido};
use super::super::store::{self, Encerrado, Pedido};
use super::super::{
    PedidoDecidido, PedidoFeito, PedidoId, PedidosAEncerrar, ProdutoId, StatusPedido,
};
use crate::areas::economia::Origem;
use crate::areas::economia::service::{
    Movimento, debitar, estornar, guardar_resposta, reservar_chave,
};
use crate::errors::{
    ESTOQUE_INSUFICIENTE, PEDIDO_JA_DECIDIDO, PEDIDO_NAO_ENCONTRADO, PEDIDO_SO_DO_NUCLEO,
    PRODUTO_NAO_ENCONTRADO,
};

/// How many orders of somebody who has left one transaction cancels.
const LOTE: usize = 100;
/// The most orders that a person's own copy of their data holds.
const MAX_EXPORTADO: i64 = 10_000;

/// Orders once per key: a repeated request gets the answer of the first. `mostrar` makes that
/// answer.
pub async fn pedir(
    tx: &mut NucleoTx,
    caller: &Caller,
    novo: &NovoPedido,
    chave: Option<&str>,
    mostrar: impl FnOnce(Pedido) -> Result<Value>,
) -> Result<Value> {
    let nucleo = tx.nucleo()?;
    if !rules::pode_pedir(caller.cargo) {
        return Err(PEDIDO_SO_DO_NUCLEO.into());
    }
    let Some(chave) = chave else { return mostrar(fazer(tx, caller, novo).await?) };
    let assinatura = novo.assinatura();
    let respondida = reservar_chave(tx, nucleo, caller.id, chave, &assinatura).await?;
    if let Some(resposta) = respondida {
        return Ok(resposta);
    }
    let resposta = mostrar(fazer(tx, caller, novo).await?)?;
    guardar_resposta(tx, caller.id, chave, &resposta).await?;
    Ok(resposta)
}

async fn fazer(tx: &mut NucleoTx, caller: &Caller, novo: &NovoPedido) -> Result<Pedido> {
    let Some(oferta) = store::take(tx, novo.produto, novo.quantidade).await? else {
        return Err(recusa(tx, novo.produto).await?);
    };
    let total = rules::total(oferta.preco, novo.quantidade)?;
    let id = store::insert_pedido(tx, caller.id, novo, &oferta.nome, total).await?;
    let movimento = Movimento {
        usuario: caller.id,
        origem: Origem::Loja,
        valor: total,
        descricao: &format!("Pedido na loja: {}", rules::item(novo.quantidade, &oferta.nome)),
        referencia: Some(id.into()),
    };
    debitar(tx, movimento).await?.ok_or(ERRO_INTERNO)?;
    let pedido = obter(tx, id).await?;
    tx.publish(Some(pedido.nucleo_id), &PedidoFeito { pedido_id: id }).await?;
    Ok(pedido)
}

/// Why nothing could be taken: it is not on sale, or there is not enough of it.
async fn recusa(tx: &mut NucleoTx, produto: ProdutoId) -> Result<Error> {
    let produto = store::find_produto(tx, produto).await?;
    Ok(Error::from(match produto {
        Some(produto) if produto.ativo => ESTOQUE_INSUFICIENTE,
        _ => PRODUTO_NAO_ENCONTRADO,
    }))
}

/// Hands an order over or cancels it, which ends it.
pub async fn decidir(
    tx: &mut NucleoTx,
    caller: &Caller,
    id: PedidoId,
    decisao: Decisao,
) -> Result<Pedido> {
    let Some(encerrado) = store::end_pedido(tx, id, decisao.into(), Some(caller.id)).await? else {
        let existe = store::find_pedido(tx, id).await?.is_some();
        let code = if existe { PEDIDO_JA_DECIDIDO } else { PEDIDO_NAO_ENCONTRADO };
        return Err(code.into());
    };
    if decisao == Decisao::Cancelado {
        devolver(tx, id, &encerrado).await?;
    }
    let evento = PedidoDecidido { pedido_id: id, decidido_por: caller.id };
    tx.publish(Some(encerrado.nucleo_id), &evento).await?;
    obter(tx, id).await
}

/// What was taken goes back where it came from: into the stock, and into the wallet.
async fn devolver(tx: &mut NucleoTx, id: PedidoId, encerrado: &Encerrado) -> Result<()> {
    store::put_back(tx, encerrado.produto_id, encerrado.quantidade).await?;
    let item = rules::item(encerrado.quantidade, &encerrado.produto_nome);
    let movimento = Movimento {
        usuario: encerrado.usuario_id,
        origem: Origem::Estorno,
        valor: encerrado.total,
        descricao: &format!("Pedido cancelado: {item}"),
        referencia: Some(id.into()),
    };
    estornar(tx, movimento).await?.ok_or(ERRO_INTERNO)?;
    Ok(())
}

/// Cancels what somebody who has left for good still waited for, some at a time.
pub async fn encerrar_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let abertos = store::list_abertos(tx, usuario, LOTE).await?;
    for id in &abertos {
        let encerrado = store::end_pedido(tx, *id, StatusPedido::Cancelado, None).await?;
        if let Some(encerrado) = encerrado {
            devolver(tx, *id, &encerrado).await?;
        }
    }
    if abertos.len() < LOTE {
        return Ok(());
    }
    let nucleo = tx.nucleo()?;
    tx.publish(Some(nucleo), &PedidosAEncerrar { usuario_id: usuario }).await
}

pub async fn obter(tx: &mut NucleoTx, id: PedidoId) -> Result<Pedido> {
    Ok(store::find_pedido(tx, id).await?.ok_or(PEDIDO_NAO_ENCONTRADO)?)
}

/// All of the nucleo, newest first.
pub async fn listar_pedidos(
    tx: &mut NucleoTx,
    status: Option<StatusPedido>,
    page: Page,
) -> Result<(i64, Vec<Pedido>)> {
    Ok(match status {
        None => (store::count_pedidos(tx).await?, store::list_pedidos(tx, page).await?),
        Some(status) => {
            let total = store::count_com_status(tx, status).await?;
            (total, store::list_com_status(tx, status, page).await?)
        }
    })
}

/// Of one person, newest first.
pub async fn listar_de(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    page: Page,
) -> Result<(i64, Vec<Pedido>)> {
    Ok((store::count_de(tx, usuario).await?, store::list_de(tx, usuario, page).await?))
}

/// What one person has ordered, for their own copy of their data.
pub async fn pedidos_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Pedido>> {
    store::list_de(tx, usuario, Page::first(MAX_EXPORTADO)).await
}
