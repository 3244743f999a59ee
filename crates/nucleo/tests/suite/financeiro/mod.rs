//! The books of a nucleo through the real router, on both engines.

mod cadeia;
mod custo;
mod entrada;
mod exportacao;
mod lancamentos;
mod livro;
mod por_fora;

use base::scope::Cargo;
use base::testing::{TestApp, TestCaller, TestNucleo, TestResponse};
use nucleo::areas::financeiro::verificacao::primeira_divergencia;
use serde_json::{Value, json};

pub const FINANCEIRO: &str = "/api/financeiro";
const RESUMO: &str = "/api/financeiro/resumo";
const TRANSPARENCIA: &str = "/api/financeiro/transparencia";
const VERIFICACAO: &str = "/api/financeiro/verificacao";

/// The body of an entry in which nothing is wrong.
pub fn corpo(tipo: &str, valor: Value, categoria: &str, data: &str) -> Value {
    json!({
        "tipo": tipo, "valor": valor, "categoria": categoria, "descricao": "Lançamento de teste",
        "data": data,
    })
}

async fn lancar(gestor: &TestCaller, corpo: Value) -> Value {
    gestor.post(FINANCEIRO, corpo).await.expect(201)
}

fn caminho(lancamento: &Value) -> String {
    format!("{FINANCEIRO}/{}", lancamento["id"].as_str().unwrap())
}

async fn excluir(admin: &TestCaller, lancamento: &Value) -> TestResponse {
    admin.send("DELETE", &caminho(lancamento), "".into()).await
}

/// Opens the books to the members, with these parts closed.
async fn abrir(admin: &TestCaller, fechadas: &[&str]) {
    let mut mudanca = json!({"transparenciaFinanceira": true});
    for parte in ["Receitas", "Despesas", "Saldo", "Categorias"] {
        mudanca[format!("transparencia{parte}")] = json!(!fechadas.contains(&parte));
    }
    admin.patch("/api/nucleo/configuracoes", mudanca).await.expect(200);
}

/// Every chain and every kept sum, as `nucleo check` sees them.
async fn divergencia(app: &TestApp) -> Option<String> {
    app.operator.snapshot(async |tx| primeira_divergencia(tx).await).await.unwrap()
}

async fn quantos(app: &TestApp) -> i64 {
    app.count("SELECT count(*) FROM lancamentos", ()).await
}

/// The path of an operation on an entry of theirs.
pub async fn deles(theirs: &TestNucleo<'_>, path: &str) -> (String, Value) {
    let coord = theirs.caller(Cargo::Coordenador).await;
    let lancado = lancar(&coord, corpo("RECEITA", json!(1), "DOACAO", "2026-03-02")).await;
    (path.replace("{id}", lancado["id"].as_str().unwrap()), json!({}))
}
