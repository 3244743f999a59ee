//! The directory of members and what is done to them, through the real router, on both engines.

mod cargo;
mod custo;
mod exportacao;
mod lista;
mod status;

use base::id::UsuarioId;
use base::testing::{TestApp, TestCaller, TestResponse};
use nucleo::areas::membros::Status;
use serde_json::{Value, json};

const LISTA: &str = "/api/membros";
/// Well-formed, and nobody's.
const NINGUEM: &str = "0195e9a0-0000-7000-8000-000000000000";

fn caminho(id: UsuarioId) -> String {
    format!("{LISTA}/{id}")
}

async fn listar(gestor: &TestCaller, query: &str) -> Value {
    gestor.get(&format!("{LISTA}?{query}")).await.expect(200)
}

/// The names that a list shows, in its order.
async fn nomes(gestor: &TestCaller, query: &str) -> Vec<String> {
    let lista = listar(gestor, query).await;
    crate::apoio::coluna(&lista["data"], "nome").into_iter().map(str::to_owned).collect()
}

async fn dar_cargo(admin: &TestCaller, id: UsuarioId, cargo: &str) -> TestResponse {
    admin.patch(&format!("{LISTA}/{id}/cargo"), json!({ "cargo": cargo })).await
}

async fn dar_status(gestor: &TestCaller, id: UsuarioId, status: Status) -> TestResponse {
    gestor.patch(&format!("{LISTA}/{id}/status"), json!({ "status": status })).await
}

async fn administradores(app: &TestApp, nucleo: base::id::NucleoId) -> i64 {
    let sql = "SELECT count(*) FROM usuarios
               WHERE nucleo_id = $1 AND cargo = 'ADMINISTRADOR' AND status = 'ATIVO'";
    app.count(sql, (nucleo,)).await
}
