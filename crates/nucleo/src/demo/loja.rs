//! The store of the demonstration: products of every kind, orders in every state.

use base::Result;
use base::error::ERRO_INTERNO;
use base::scope::Cargo;
use serde_json::Value;

use super::Story;
use super::projetos::Gente;
use crate::areas::loja::{Decisao, MudancaDeProduto, NovoPedido, NovoProduto, ProdutoId, service};

/// Name, description, price, stock.
type Esboco = (&'static str, &'static str, i64, Option<i64>);

const PRODUTOS: &[Esboco] = &[
    ("Camiseta do núcleo", "Algodão, do P ao GG. Retire na sede.", 80, Some(12)),
    ("Caneca esmaltada", "Para o café das reuniões.", 35, Some(20)),
    ("Cartela de adesivos", "Oito adesivos com o símbolo do núcleo.", 10, None),
    ("Par de ingressos de cinema", "Sessão de domingo, com debate depois.", 60, Some(2)),
    ("Agenda do ano passado", "Sobraram poucas.", 15, Some(4)),
];
const ADESIVOS: usize = 2;
const AGENDA: usize = 4;

/// Who of the team, which product, how many, how it ended, in days ago.
const PEDIDOS: &[(usize, usize, i64, Option<Decisao>, i64)] = &[
    (0, 0, 1, Some(Decisao::Entregue), 21),
    (1, 1, 2, Some(Decisao::Entregue), 17),
    (0, 1, 1, Some(Decisao::Cancelado), 14),
    (2, ADESIVOS, 3, Some(Decisao::Entregue), 9),
    (1, 3, 1, None, 4),
    (0, 3, 1, None, 3),
    (0, ADESIVOS, 2, None, 1),
    (2, 0, 1, None, 1),
];

pub async fn open(story: &mut Story<'_>, gente: &Gente, logo: Option<&String>) -> Result<()> {
    let coord = gente.iter().find(|(_, cargo)| *cargo == Cargo::Coordenador).ok_or(ERRO_INTERNO)?;
    let coord = story.operator.acting_as(coord.0, coord.1);
    let mut produtos: Vec<ProdutoId> = Vec::new();
    for (numero, (nome, descricao, preco, estoque)) in PRODUTOS.iter().enumerate() {
        story.days_ago(40 - numero as i64);
        let novo = NovoProduto {
            nome: (*nome).to_owned(),
            descricao: Some((*descricao).to_owned()),
            preco: *preco,
            estoque: *estoque,
            foto_url: logo.filter(|_| numero == ADESIVOS).cloned(),
            ativo: true,
        };
        produtos.push(service::criar(story.tx, &novo).await?.id);
    }
    for (quem, qual, quantidade, fim, dias) in PEDIDOS {
        let pessoa = gente.get(*quem).ok_or(ERRO_INTERNO)?;
        let pessoa = story.operator.acting_as(pessoa.0, pessoa.1);
        let produto = *produtos.get(*qual).ok_or(ERRO_INTERNO)?;
        let novo = NovoPedido { produto, quantidade: *quantidade };
        story.days_ago(*dias);
        let mut pedido = None;
        let mostrar = |feito: service::Pedido| {
            pedido = Some(feito.id);
            Ok(Value::Null)
        };
        service::pedir(story.tx, &pessoa, &novo, None, mostrar).await?;
        if let (Some(decisao), Some(pedido)) = (fim, pedido) {
            story.days_ago(*dias - 1);
            service::decidir(story.tx, &coord, pedido, *decisao).await?;
        }
    }
    story.days_ago(2);
    let fora = MudancaDeProduto { ativo: Some(false), ..MudancaDeProduto::default() };
    let agenda = *produtos.get(AGENDA).ok_or(ERRO_INTERNO)?;
    service::alterar(story.tx, agenda, &fora).await?;
    Ok(())
}
