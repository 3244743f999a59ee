//! The store through the real router, on both engines.

mod avisos;
mod conta;
mod paralelo;
mod pedidos;
mod produtos;
mod repeticao;

use base::Uuid;
use base::scope::Cargo::{Coordenador, Membro};
use base::testing::{TestApp, TestCaller, TestNucleo, TestResponse};
use nucleo::areas::economia::Origem;
use nucleo::areas::economia::service::{Movimento, creditar};
use nucleo::areas::loja::verificacao::primeira_divergencia;
use serde_json::{Value, json};

const PRODUTOS: &str = "/api/loja/produtos";
const PEDIDOS: &str = "/api/loja/pedidos";
const TODOS: &str = "/api/loja/pedidos/admin";

/// A product that this coordinator offers: its id.
async fn produto(coord: &TestCaller, preco: i64, estoque: Option<i64>) -> String {
    let corpo = json!({ "nome": "Caneca", "preco": preco, "estoque": estoque });
    let criado = coord.post(PRODUTOS, corpo).await.expect(201);
    criado["id"].as_str().unwrap().to_owned()
}

fn do_produto(id: &str) -> String {
    format!("{PRODUTOS}/{id}")
}

fn do_pedido(pedido: &Value) -> String {
    format!("{PEDIDOS}/{}", pedido["id"].as_str().unwrap())
}

async fn pedir(quem: &TestCaller, produto: &str, quantidade: i64) -> TestResponse {
    quem.post(PEDIDOS, json!({ "produtoId": produto, "quantidade": quantidade })).await
}

async fn decidir(coord: &TestCaller, pedido: &Value, status: &str) -> TestResponse {
    coord.patch(&do_pedido(pedido), json!({ "status": status })).await
}

/// Members who have this much to spend.
async fn com_saldo(
    app: &TestApp,
    nucleo: &TestNucleo<'_>,
    quantas: usize,
    valor: i64,
) -> Vec<TestCaller> {
    let mut pessoas = Vec::new();
    for _ in 0..quantas {
        pessoas.push(nucleo.caller(Membro).await);
    }
    let creditos = app.operator.write(async |tx| {
        app.operator.enter(tx, nucleo.id).await?;
        for pessoa in &pessoas {
            let movimento = Movimento {
                usuario: pessoa.id,
                origem: Origem::Manual,
                valor,
                descricao: "Teste",
                referencia: None,
            };
            creditar(tx, movimento).await?;
        }
        Ok(())
    });
    creditos.await.unwrap();
    pessoas
}

async fn rica(app: &TestApp, nucleo: &TestNucleo<'_>, valor: i64) -> TestCaller {
    com_saldo(app, nucleo, 1, valor).await.remove(0)
}

/// What is left of a product; `None` if there is no limit.
async fn estoque(app: &TestApp, produto: &str) -> Option<i64> {
    let id: Uuid = produto.parse().unwrap();
    let linhas: Vec<(Option<i64>,)> =
        app.rows("SELECT estoque FROM loja_produtos WHERE id = $1", (id,)).await;
    linhas[0].0
}

async fn quantos_pedidos(app: &TestApp) -> i64 {
    app.count("SELECT count(*) FROM loja_pedidos", ()).await
}

/// How often the store has moved a wallet: charged, given back.
async fn movimentos(app: &TestApp) -> (i64, i64) {
    let sql = "SELECT count(*) FROM transacoes WHERE origem = $1";
    (app.count(sql, ("LOJA",)).await, app.count(sql, ("ESTORNO",)).await)
}

/// Orders, stock, wallets and ledger tell the same story, in every nucleo.
async fn fecha(app: &TestApp) {
    crate::apoio::fecha(app).await;
    let divergencia = app.operator.read(async |tx| primeira_divergencia(tx).await).await.unwrap();
    assert_eq!(divergencia, None);
}

/// A request of this shape about a product or an order of theirs. What costs nothing needs no wallet.
pub async fn deles(theirs: &TestNucleo<'_>, path: &str) -> (String, Value) {
    let coord = theirs.caller(Coordenador).await;
    let produto = produto(&coord, 0, None).await;
    if path == PEDIDOS {
        return (path.to_owned(), json!({ "produtoId": produto, "quantidade": 1 }));
    }
    if path.starts_with(PRODUTOS) {
        return (path.replace("{id}", &produto), json!({ "nome": "Nossa" }));
    }
    let pedido = pedir(&coord, &produto, 1).await.expect(201);
    (path.replace("{id}", pedido["id"].as_str().unwrap()), json!({ "status": "CANCELADO" }))
}
