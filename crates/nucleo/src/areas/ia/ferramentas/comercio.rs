//! Tools about the store and about subscriptions.

use assistente::ferramentas::{AssinaturasAtivas, PedidosLoja, ProdutosLoja};
use base::db::NucleoTx;
use base::page::Page;
use base::{Result, text};
use serde_json::json;

use super::contas::sigla;
use super::frases::{citado, cortado, dia, lista, milhares, quantos, topicos};
use super::pessoas::mesmo;
use super::{Achado, Feito, MAX_LINHAS};
use crate::areas::assinaturas::service::{self as assinaturas, AssinaturaDeMembro};
use crate::areas::loja::StatusPedido;
use crate::areas::loja::service::{self as loja, Pedido, Produto};

/// How many of the newest products a part of a name is looked for among.
const MAX_PRODUTOS: i64 = 500;

pub async fn pedidos(tx: &mut NucleoTx, pedido: &PedidosLoja) -> Result<Feito> {
    let status: Option<StatusPedido> = pedido.status.and_then(|status| mesmo(status.as_str()));
    let (total, achados) = loja::listar_pedidos(tx, status, Page::first(MAX_LINHAS)).await?;
    let sigla = sigla(tx).await?;
    let item = |um: &Pedido| {
        json!({
            "id": um.id, "produto": {"id": um.produto_id, "nome": um.produto_nome},
            "quantidade": um.quantidade, "total": um.total, "status": um.status,
            "usuario": {"id": um.usuario_id, "nome": um.usuario_nome}, "criado_em": um.criado_em,
        })
    };
    let itens: Vec<_> = achados.iter().map(item).collect();
    let linhas = achados.iter().map(|um| {
        format!(
            "{}: {} × {} para {}, {} {sigla} ({})",
            dia(um.criado_em),
            um.quantidade,
            citado(&um.produto_nome, 80),
            citado(&um.usuario_nome, 60),
            milhares(um.total),
            um.status.as_str()
        )
    });
    let texto = match total {
        0 => "Não há pedidos da loja assim.".to_owned(),
        total => {
            let total = quantos(total, "pedido da loja", "pedidos da loja");
            format!("{total}. Os mais recentes:{}", topicos(linhas))
        }
    };
    Ok(Feito::Achou(Achado {
        pessoas: achados.iter().map(|um| um.usuario_id).collect(),
        ..Achado::novo(json!({"total": total, "pedidos": itens}), texto)
    }))
}

pub async fn produtos(tx: &mut NucleoTx, pedido: &ProdutosLoja) -> Result<Feito> {
    let (mut total, mut achados) = match &pedido.nome {
        None => loja::listar_produtos(tx, true, Page::first(MAX_LINHAS)).await?,
        Some(_) => loja::listar_produtos(tx, true, Page::first(MAX_PRODUTOS)).await?,
    };
    if let Some(nome) = &pedido.nome {
        let procurado = text::normalized(nome);
        achados.retain(|produto| text::normalized(&produto.nome).contains(&procurado));
        total = achados.len() as i64;
        achados.truncate(MAX_LINHAS as usize);
    }
    let sigla = sigla(tx).await?;
    let item = |produto: &Produto| {
        json!({
            "id": produto.id, "nome": produto.nome,
            "descricao": produto.descricao.as_deref().map(|texto| cortado(texto, 300)),
            "preco": produto.preco, "estoque": produto.estoque, "ativo": produto.ativo,
        })
    };
    let itens: Vec<_> = achados.iter().map(item).collect();
    let linhas = achados.iter().map(|produto| {
        let estoque = match produto.estoque {
            None => "sem limite de estoque".to_owned(),
            Some(quantas) => quantos(quantas, "em estoque", "em estoque"),
        };
        let fora = if produto.ativo { "" } else { ", fora de venda" };
        let preco = milhares(produto.preco);
        format!("{}: {preco} {sigla}, {estoque}{fora}", citado(&produto.nome, 100))
    });
    let texto = match total {
        0 => "Não há produtos assim na loja.".to_owned(),
        total => {
            let total = quantos(total, "produto na loja", "produtos na loja");
            format!("{total}:{}", topicos(linhas))
        }
    };
    Ok(Feito::Achou(Achado::novo(json!({"total": total, "produtos": itens}), texto)))
}

pub async fn assinaturas(tx: &mut NucleoTx, pedido: &AssinaturasAtivas) -> Result<Feito> {
    let plano = pedido.plano.as_ref().map(|plano| plano.trim().to_uppercase());
    let (contagens, achadas) = assinaturas::ativas_por_plano(tx, plano.clone(), MAX_LINHAS).await?;
    let contam =
        contagens.iter().filter(|(codigo, ..)| plano.is_none() || plano.as_ref() == Some(codigo));
    let total: i64 = contam.map(|(.., quantas)| quantas).sum();
    let item = |uma: &AssinaturaDeMembro| {
        json!({
            "id": uma.assinatura.id, "status": uma.assinatura.status,
            "plano": {"codigo": uma.assinatura.plano_codigo, "nome": uma.assinatura.plano_nome},
            "validade": uma.assinatura.validade,
            "usuario": {"id": uma.usuario_id, "nome": uma.usuario_nome},
        })
    };
    let itens: Vec<_> = achadas.iter().map(item).collect();
    let por_plano: Vec<_> = contagens
        .iter()
        .map(|(codigo, nome, quantas)| json!({"codigo": codigo, "nome": nome, "total": quantas}))
        .collect();
    let linhas = achadas.iter().map(|uma| {
        let validade = uma.assinatura.validade;
        let ate = validade.map_or("sem fim".to_owned(), |fim| format!("até {}", dia(fim)));
        let plano = citado(&uma.assinatura.plano_nome, 60);
        format!("{}: {plano}, {ate}", citado(&uma.usuario_nome, 60))
    });
    let resumo: Vec<_> = contagens
        .iter()
        .map(|(_, nome, quantas)| format!("{} do plano {}", milhares(*quantas), citado(nome, 60)))
        .collect();
    let texto = match (total, plano.is_some()) {
        (0, _) => "Não há assinaturas ativas assim.".to_owned(),
        (total, true) => {
            let total = quantos(total, "assinatura ativa", "assinaturas ativas");
            format!("{total}:{}", topicos(linhas))
        }
        (total, false) => {
            let total = quantos(total, "assinatura ativa", "assinaturas ativas");
            format!("{total}, {}:{}", lista(&resumo), topicos(linhas))
        }
    };
    let dados = json!({"total": total, "porPlano": por_plano, "assinaturas": itens});
    Ok(Feito::Achou(Achado {
        pessoas: achadas.iter().map(|uma| uma.usuario_id).collect(),
        ..Achado::novo(dados, texto)
    }))
}
