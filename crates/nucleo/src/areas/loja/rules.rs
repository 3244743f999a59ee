//! What may be offered and ordered. Pure: no async, no SQL, no HTTP.

use base::Result;
use base::description::{Creation, ToCreate};
use base::error::ERRO_INTERNO;
use base::scope::Cargo;
use base::validation::{Field, FieldErrors, MAX_NOME, MAX_TEXTO};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{ProdutoId, StatusPedido};

/// Far from what a sum can hold, however many are ordered.
const MAX_PRECO: i64 = 1_000_000_000;
const MAX_ESTOQUE: i64 = 1_000_000_000;
const MAX_QUANTIDADE: i64 = 1000;

base::text_enum! {
    /// Como um pedido termina.
    pub enum Decisao {
        Entregue = "ENTREGUE",
        Cancelado = "CANCELADO",
    }
}

impl From<Decisao> for StatusPedido {
    fn from(decisao: Decisao) -> Self {
        match decisao {
            Decisao::Entregue => Self::Entregue,
            Decisao::Cancelado => Self::Cancelado,
        }
    }
}

/// Um produto a criar, ou o que mudar em um.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProdutoInput {
    #[schema(value_type = Option<String>, max_length = 200, example = "Camiseta do núcleo")]
    pub nome: Field<String>,
    /// Nula a retira.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 10000, example = "Algodão, do P ao GG")]
    pub descricao: Field<String>,
    /// Na moeda do núcleo.
    #[schema(value_type = Option<i64>, minimum = 0, example = 80)]
    pub preco: Field<i64>,
    /// Quantas unidades há; nulo, sem limite.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 0, example = 10)]
    pub estoque: Field<i64>,
    /// Nula a retira.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "/arquivos/comunicados/camiseta.webp")]
    pub foto_url: Field<String>,
    /// Se está à venda; ao criar, sim.
    #[schema(value_type = Option<bool>)]
    pub ativo: Field<bool>,
}

pub type NovoProdutoInput = ToCreate<ProdutoInput>;

impl Creation for ProdutoInput {
    const NAME: &'static str = "NovoProdutoInput";
    const REQUIRED: &'static [&'static str] = &["nome", "preco"];
}

/// A product that may be offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NovoProduto {
    pub nome: String,
    pub descricao: Option<String>,
    pub preco: i64,
    /// `None`: unlimited.
    pub estoque: Option<i64>,
    pub foto_url: Option<String>,
    pub ativo: bool,
}

impl NovoProduto {
    pub fn parse(input: ProdutoInput) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let nome = erros.text("nome", input.nome, MAX_NOME);
        let descricao = erros.optional_text("descricao", input.descricao, MAX_TEXTO);
        let preco = erros.required("preco", input.preco);
        let preco = erros.within("preco", preco, 0..=MAX_PRECO);
        let estoque = parse_estoque(&mut erros, input.estoque);
        let foto_url = erros.optional_url("fotoUrl", input.foto_url);
        let ativo = erros.optional("ativo", input.ativo).unwrap_or(true);
        erros.finish(nome.zip(preco).map(|(nome, preco)| Self {
            nome,
            descricao,
            preco,
            estoque,
            foto_url,
            ativo,
        }))
    }
}

/// A change of a product: what is `None` stays, what is `Some(None)` is taken away.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MudancaDeProduto {
    pub nome: Option<String>,
    pub descricao: Option<Option<String>>,
    pub preco: Option<i64>,
    pub estoque: Option<Option<i64>>,
    pub foto_url: Option<Option<String>>,
    pub ativo: Option<bool>,
}

impl MudancaDeProduto {
    pub fn parse(input: ProdutoInput) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let nome = match input.nome.is_absent() {
            true => None,
            false => erros.text("nome", input.nome, MAX_NOME),
        };
        let texto =
            |erros: &mut FieldErrors, field| erros.optional_text("descricao", field, MAX_TEXTO);
        let foto = |erros: &mut FieldErrors, field| erros.optional_url("fotoUrl", field);
        let descricao = erros.change(input.descricao, texto);
        let preco = erros.optional("preco", input.preco);
        let preco = erros.within("preco", preco, 0..=MAX_PRECO);
        let estoque = erros.change(input.estoque, parse_estoque);
        let foto_url = erros.change(input.foto_url, foto);
        let ativo = erros.optional("ativo", input.ativo);
        erros.finish(Some(Self { nome, descricao, preco, estoque, foto_url, ativo }))
    }
}

fn parse_estoque(erros: &mut FieldErrors, field: Field<i64>) -> Option<i64> {
    let estoque = erros.optional("estoque", field);
    erros.within("estoque", estoque, 0..=MAX_ESTOQUE)
}

/// O que se pede.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PedidoInput {
    #[schema(value_type = ProdutoId)]
    pub produto_id: Field<ProdutoId>,
    #[schema(value_type = i64, minimum = 1, maximum = 1000, example = 1)]
    pub quantidade: Field<i64>,
}

/// An order that may be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NovoPedido {
    pub produto: ProdutoId,
    pub quantidade: i64,
}

impl NovoPedido {
    /// `erros` may hold what was wrong elsewhere in the request.
    pub fn parse(input: PedidoInput, mut erros: FieldErrors) -> Result<Self, FieldErrors> {
        let produto = erros.required("produtoId", input.produto_id);
        let quantidade = erros.required("quantidade", input.quantidade);
        let quantidade = erros.within("quantidade", quantidade, 1..=MAX_QUANTIDADE);
        let pedido = produto.zip(quantidade);
        erros.finish(pedido.map(|(produto, quantidade)| Self { produto, quantidade }))
    }

    /// The same for the same request, and for no other.
    pub fn assinatura(&self) -> String {
        format!("pedido|{}|{}", self.produto, self.quantidade)
    }
}

/// Whoever stands above all nucleos has no wallet to pay from.
pub fn pode_pedir(cargo: Cargo) -> bool {
    cargo != Cargo::SuperAdmin
}

pub fn total(preco: i64, quantidade: i64) -> Result<i64> {
    Ok(preco.checked_mul(quantidade).ok_or(ERRO_INTERNO)?)
}

/// What was ordered, as the statement and the notices name it.
pub fn item(quantidade: i64, nome: &str) -> String {
    match quantidade {
        1 => nome.to_owned(),
        _ => format!("{quantidade} × {nome}"),
    }
}

#[cfg(test)]
mod tests {
    use base::Uuid;
    use serde_json::{Value, json};

    use super::*;

    fn novo(body: Value) -> Result<NovoProduto, FieldErrors> {
        NovoProduto::parse(serde_json::from_value(body).unwrap())
    }

    fn mudanca(body: Value) -> Result<MudancaDeProduto, FieldErrors> {
        MudancaDeProduto::parse(serde_json::from_value(body).unwrap())
    }

    #[test]
    fn a_product_needs_a_name_and_a_price() {
        let produto = novo(json!({"nome": " Caneca ", "preco": 30})).unwrap();
        let esperado = NovoProduto {
            nome: "Caneca".to_owned(),
            descricao: None,
            preco: 30,
            estoque: None,
            foto_url: None,
            ativo: true,
        };
        assert_eq!(produto, esperado);
        let erros = novo(json!({})).unwrap_err();
        assert_eq!(erros.campos().collect::<Vec<_>>(), ["nome", "preco"]);
        let body = json!({
            "nome": "", "descricao": 7, "preco": -1, "estoque": -1, "fotoUrl": "x", "ativo": "sim",
        });
        let todos = ["nome", "descricao", "preco", "estoque", "fotoUrl", "ativo"];
        assert_eq!(novo(body.clone()).unwrap_err().campos().collect::<Vec<_>>(), todos);
        assert_eq!(mudanca(body).unwrap_err().campos().collect::<Vec<_>>(), todos);
    }

    #[test]
    fn a_change_leaves_what_it_does_not_name() {
        assert_eq!(mudanca(json!({})).unwrap(), MudancaDeProduto::default());
        let retira = json!({"descricao": null, "estoque": null, "fotoUrl": null, "nome": null});
        let esperado = MudancaDeProduto {
            descricao: Some(None),
            estoque: Some(None),
            foto_url: Some(None),
            ..MudancaDeProduto::default()
        };
        assert_eq!(mudanca(retira).unwrap(), esperado);
        let zera = mudanca(json!({"estoque": 0, "preco": 0, "ativo": false})).unwrap();
        assert_eq!((zera.estoque, zera.preco, zera.ativo), (Some(Some(0)), Some(0), Some(false)));
    }

    #[test]
    fn an_order_is_of_one_to_a_thousand() {
        let pedido = |quantidade: i64| {
            let body = json!({"produtoId": Uuid::nil(), "quantidade": quantidade});
            NovoPedido::parse(serde_json::from_value(body).unwrap(), FieldErrors::default())
        };
        for quantidade in [1, 1000] {
            assert_eq!(pedido(quantidade).unwrap().quantidade, quantidade);
        }
        for quantidade in [0, -1, 1001, i64::MAX] {
            assert_eq!(
                pedido(quantidade).unwrap_err().campos().collect::<Vec<_>>(),
                ["quantidade"]
            );
        }
        assert_eq!(total(MAX_PRECO, MAX_QUANTIDADE).unwrap(), 1_000_000_000_000);
        assert_eq!((item(1, "Caneca"), item(2, "Caneca")), ("Caneca".into(), "2 × Caneca".into()));
    }
}
