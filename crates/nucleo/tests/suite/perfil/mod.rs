//! One's own page, through the real router, on both engines.

mod dados;
mod exclusao;
mod mostrar;
mod residuo;

use base::testing::{TestApp, TestCaller};
use serde_json::{Value, json};

const PERFIL: &str = "/api/perfil";
const EXCLUIR: &str = "/api/perfil/excluir-conta";

async fn perfil(pessoa: &TestCaller) -> Value {
    pessoa.get(PERFIL).await.expect(200)
}

/// Writes the catalogue of competencies, and gives it back.
pub async fn catalogo(app: &TestApp) -> Value {
    let semear = async |tx: &mut base::db::NucleoTx| {
        nucleo::areas::competencias::service::semear(&mut tx.shared()).await
    };
    app.operator.write(semear).await.unwrap();
    app.anonymous().get("/api/competencias").await.expect(200)
}

/// A manual credit by this administrator.
async fn creditar(admin: &TestCaller, pessoa: &TestCaller, valor: i64, justificativa: &str) {
    let ajuste = json!({
        "usuarioId": pessoa.id, "valor": valor, "tipo": "CREDITO", "justificativa": justificativa,
    });
    admin.post("/api/economia/ajuste-manual", ajuste).await.expect(201);
}
