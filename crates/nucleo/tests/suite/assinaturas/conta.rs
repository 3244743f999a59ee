//! What a person takes along, and what is left when they go.

use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use nucleo::areas::assinaturas::verificacao::primeira_divergencia;
use nucleo::areas::membros::Status::Ativo;
use serde_json::{Value, json};

use super::*;
use crate::apoio::{fecha, pessoa};
use crate::autenticacao::{SENHA, dar_senha};

base::both_engines! { crate::service;
    a_copia_tem_assinaturas_e_pagamentos,
    quem_sai_deixa_so_as_somas,
}

async fn a_copia_tem_assinaturas_e_pagamentos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let (ana, bia) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    for pessoa in [&ana, &bia] {
        assinar(pessoa, &plano).await.expect(201);
    }
    pagar(app, "pay_1", 20, &ana).await;
    let copia = ana.get("/api/perfil/exportar").await.expect(200);
    assert_eq!(copia["assinaturas"].as_array().unwrap().len(), 1);
    assert_eq!(copia["assinaturas"][0]["status"], "ATIVA");
    let pago = &copia["pagamentos"][0];
    let esperado = json!({
        "id": pago["id"], "status": "RECEBIDO", "valor": 20, "vencimento": "2026-03-10",
        "plano": "APOIADOR", "bonus": 50, "validade": "2026-04-01T12:00:00.000Z",
        "recebido_em": "2026-03-02T12:00:00.000Z", "criado_em": "2026-03-02T12:00:00.000Z",
    });
    assert_eq!(*pago, esperado);
    let dela = bia.get("/api/perfil/exportar").await.expect(200);
    assert_eq!(dela["pagamentos"], json!([]));
}

async fn quem_sai_deixa_so_as_somas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let plano = apoiador(&admin).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    dar_senha(app, &ana).await;
    assinar(&ana, &plano).await.expect(201);
    pagar(app, "pay_da_ana", 20, &ana).await;
    // One that has arrived and is not acted on yet.
    let tarde = corpo("evt_tarde", "PAYMENT_RECEIVED", "pay_tarde", json!(20), &ana.id.to_string());
    provedor(app).post(WEBHOOK, tarde).await.expect(200);
    ana.post("/api/perfil/excluir-conta", json!({"senha": SENHA})).await.expect(200);
    app.deliver().await;
    let somas: Vec<(i64, Option<String>)> =
        app.rows("SELECT valor_centavos, provedor_id FROM pagamentos", ()).await;
    assert_eq!(somas, [(2000, None)]);
    for sql in [
        "SELECT count(*) FROM assinaturas",
        "SELECT count(*) FROM pagamento_eventos",
        "SELECT count(*) FROM pagamentos WHERE usuario_id IS NOT NULL",
    ] {
        assert_eq!(app.count(sql, ()).await, 0, "{sql}");
    }
    // The provider may go on telling of them: they are nobody here.
    pagar(app, "pay_depois", 20, &ana).await;
    assert_eq!(app.count("SELECT count(*) FROM pagamentos", ()).await, 1);
    let lista: Value = admin.get(ASSINATURAS).await.expect(200);
    assert_eq!(lista, json!([]));
    fecha(app).await;
    let achada = app.operator.read(async |tx| primeira_divergencia(tx).await).await.unwrap();
    assert_eq!(achada, None, "the bonus is still that of a payment");
}
