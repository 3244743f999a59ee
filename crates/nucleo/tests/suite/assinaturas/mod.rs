//! Plans, subscriptions and payments, through the real router, on both engines.

mod conta;
mod custo;
mod pagamentos;
mod paralelo;
mod permutacoes;
mod planos;
mod vigencia;
mod webhook;

use base::clock::Timestamp;
use base::id::UsuarioId;
use base::testing::{TestApp, TestCaller, TestNucleo, TestResponse};
use serde_json::{Value, json};

const TOKEN: &str = crate::WEBHOOK_TOKEN;
const WEBHOOK: &str = "/api/webhooks/pagamentos";
const PLANOS: &str = "/api/planos";
const ASSINATURAS: &str = "/api/assinaturas";
const MINHA: &str = "/api/assinaturas/minha";

/// As the seed has it: R$ 20 and 50 units for 30 days.
async fn apoiador(admin: &TestCaller) -> Value {
    plano(admin, "APOIADOR", json!(20), 50).await
}

/// R$ 50 and 150 units for 30 days.
async fn militante(admin: &TestCaller) -> Value {
    plano(admin, "MILITANTE", json!(50), 150).await
}

async fn plano(admin: &TestCaller, codigo: &str, preco: Value, bonus: i64) -> Value {
    let corpo = json!({
        "nome": codigo, "codigo": codigo, "preco": preco, "periodoDias": 30, "bonusMoedas": bonus,
    });
    admin.post(PLANOS, corpo).await.expect(201)
}

async fn assinar(pessoa: &TestCaller, plano: &Value) -> TestResponse {
    pessoa.post(ASSINATURAS, json!({"planoId": plano["id"]})).await
}

async fn minha(pessoa: &TestCaller) -> Value {
    pessoa.get(MINHA).await.expect(200)
}

/// The code, the status and the end of what a person has.
async fn resumo(pessoa: &TestCaller) -> (String, String, Option<String>) {
    let minha = minha(pessoa).await;
    let texto = |valor: &Value| valor.as_str().map(str::to_owned);
    (
        texto(&minha["plano"]["codigo"]).unwrap(),
        texto(&minha["status"]).unwrap(),
        texto(&minha["validade"]),
    )
}

fn esperado(
    codigo: &str,
    status: &str,
    validade: Option<&str>,
) -> (String, String, Option<String>) {
    (codigo.to_owned(), status.to_owned(), validade.map(str::to_owned))
}

async fn definir(admin: &TestCaller, id: UsuarioId, corpo: Value) -> TestResponse {
    admin.send("PUT", &format!("/api/membros/{id}/plano"), corpo.to_string().into()).await
}

fn provedor(app: &TestApp) -> TestCaller {
    app.anonymous().with_header("asaas-access-token", TOKEN)
}

fn corpo(evento: &str, tipo: &str, pagamento: &str, valor: Value, referencia: &str) -> Value {
    json!({
        "id": evento, "event": tipo,
        "payment": {
            "id": pagamento, "subscription": "sub_1", "customer": "cus_1", "value": valor,
            "dueDate": "2026-03-10", "externalReference": referencia,
        },
    })
}

/// Tells of a payment, and lets it have its effect.
async fn contar(
    app: &TestApp,
    (evento, tipo, pagamento): (&str, &str, &str),
    valor: i64,
    pessoa: &TestCaller,
) {
    let corpo = corpo(evento, tipo, pagamento, json!(valor), &pessoa.id.to_string());
    provedor(app).post(WEBHOOK, corpo).await.expect(200);
    app.deliver().await;
}

async fn pagar(app: &TestApp, pagamento: &str, valor: i64, pessoa: &TestCaller) {
    let evento = format!("evt_{pagamento}");
    contar(app, (&evento, "PAYMENT_RECEIVED", pagamento), valor, pessoa).await;
}

/// The types of the e-mails that have left, in order of their names.
async fn emails(app: &TestApp) -> Vec<String> {
    let sql = "SELECT tipo FROM email_logs ORDER BY tipo";
    app.rows(sql, ()).await.into_iter().map(|(tipo,): (String,)| tipo).collect()
}

/// Moves the clock to this moment.
fn ate(app: &TestApp, momento: &str) {
    let momento: Timestamp = serde_json::from_value(json!(momento)).unwrap();
    let falta = momento.unix_millis() - app.now().unix_millis();
    app.advance(chrono::Duration::milliseconds(falta));
}

/// Another nucleo's, for the walk over all operations.
pub async fn deles(theirs: &TestNucleo<'_>, path: &str) -> (String, Value) {
    use base::scope::Cargo::{Administrador, Membro};
    let plano = apoiador(&theirs.caller(Administrador).await).await;
    let pessoa = theirs.caller(Membro).await.id.to_string();
    let id = match path.starts_with("/api/planos") {
        true => plano["id"].as_str().unwrap(),
        false => &pessoa,
    };
    (path.replace("{id}", id), json!({"planoId": plano["id"], "nome": "Outro"}))
}
