//! Announcements through the real router, on both engines.

mod agenda;
mod custo;
mod direitos;
mod entrada;
mod publicacao;
mod visao;

use base::scope::Cargo;
use base::testing::{TestApp, TestCaller, TestNucleo};
use chrono::Duration;
use serde_json::{Value, json};

const LISTA: &str = "/api/comunicados";
const GESTAO: &str = "/api/comunicados/admin";

/// The body of an announcement in which nothing is wrong.
fn corpo(titulo: &str) -> Value {
    json!({ "titulo": titulo, "conteudo": "<p>Às 15h, na sede.</p>" })
}

/// The same, with one field more.
fn com(titulo: &str, campo: &str, valor: Value) -> Value {
    let mut corpo = corpo(titulo);
    corpo[campo] = valor;
    corpo
}

async fn criar(autor: &TestCaller, corpo: Value) -> String {
    let criado = autor.post(LISTA, corpo).await.expect(201);
    criado["id"].as_str().unwrap().to_owned()
}

async fn agendar(app: &TestApp, autor: &TestCaller, titulo: &str, daqui_a: Duration) -> String {
    criar(autor, com(titulo, "dataAgendamento", json!(app.now() + daqui_a))).await
}

fn caminho(id: &str) -> String {
    format!("{LISTA}/{id}")
}

async fn excluir(caller: &TestCaller, id: &str) -> base::testing::TestResponse {
    caller.send("DELETE", &caminho(id), axum::body::Body::empty()).await
}

/// A nucleo in an hour whose upkeep is over: it ends the sessions of the harness, which have no length.
async fn nucleo_em_paz(app: &TestApp) -> TestNucleo<'_> {
    app.deliver().await;
    app.nucleo().await
}

/// The titles that a list shows, in its order.
async fn titulos(caller: &TestCaller, lista: &str) -> Vec<String> {
    let lista = caller.get(lista).await.expect(200);
    crate::apoio::coluna(&lista, "titulo").into_iter().map(str::to_owned).collect()
}

/// What the feed shows of announcements, newest first: each entry's `conteudo`.
async fn no_feed(caller: &TestCaller) -> Vec<Value> {
    let feed = caller.get("/api/feed").await.expect(200);
    let entradas = feed["data"].as_array().unwrap().iter();
    let comunicados = entradas.filter(|entrada| entrada["tipo"] == "COMUNICADO");
    comunicados.map(|entrada| entrada["conteudo"].clone()).collect()
}

async fn titulos_no_feed(caller: &TestCaller) -> Vec<String> {
    let feed = no_feed(caller).await;
    feed.iter().map(|conteudo| conteudo["titulo"].as_str().unwrap().to_owned()).collect()
}

/// One person of every cargo of a nucleo.
async fn todos_os_cargos(nucleo: &TestNucleo<'_>) -> Vec<(Cargo, TestCaller)> {
    let mut pessoas = Vec::new();
    for cargo in Cargo::ALL.iter().filter(|cargo| **cargo != Cargo::SuperAdmin) {
        pessoas.push((*cargo, nucleo.caller(*cargo).await));
    }
    pessoas
}

/// A plan that nobody has.
async fn plano(app: &TestApp, nucleo: &TestNucleo<'_>, codigo: &str) {
    let sql = "INSERT INTO planos (id, nucleo_id, codigo, nome, preco_centavos, periodo_dias,
                   bonus_moedas, criado_em)
               VALUES ($1, $2, $3, $3, 2000, 30, 0, $4)";
    let id: base::Uuid = app.new_id();
    app.execute(sql, (id, nucleo.id, codigo.to_owned(), app.now())).await;
}

/// Nothing of an announcement is anywhere: not stored, not shown, not told.
async fn nada_foi_gravado(app: &TestApp) {
    for sql in [
        "SELECT count(*) FROM comunicados",
        "SELECT count(*) FROM feed_atividades",
        "SELECT count(*) FROM avisos",
        "SELECT count(*) FROM outbox WHERE event LIKE 'comunicado%'",
    ] {
        assert_eq!(app.count(sql, ()).await, 0, "{sql}");
    }
}
