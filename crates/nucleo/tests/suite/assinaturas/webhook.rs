//! The door of the payment provider: who gets in, and what is taken from them.

use base::App;
use base::Service;
use base::scope::Cargo::{Administrador, Membro};
use base::testing::{Engine, TestApp, run};
use nucleo::areas::assinaturas::pagamentos::SegredoDoWebhook;
use nucleo::settings::Settings;
use serde_json::{Value, json};

use super::*;
use crate::autenticacao::campos;

base::both_engines! { crate::service;
    so_quem_sabe_o_segredo_entra,
    o_que_vem_torto_nao_e_guardado,
    um_evento_desconhecido_nao_faz_nada,
    um_pagamento_de_ninguem_fica_guardado,
    o_evento_e_guardado_uma_vez_no_nucleo_da_pessoa,
}

/// Nothing of a payment is anywhere.
async fn nada_foi_guardado(app: &TestApp) {
    for sql in [
        "SELECT count(*) FROM pagamento_eventos",
        "SELECT count(*) FROM pagamentos",
        "SELECT count(*) FROM outbox WHERE event LIKE 'pagamento%'",
        "SELECT count(*) FROM avisos",
        "SELECT count(*) FROM transacoes",
    ] {
        assert_eq!(app.count(sql, ()).await, 0, "{sql}");
    }
}

async fn so_quem_sabe_o_segredo_entra(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await;
    let bom = corpo("evt_1", "PAYMENT_RECEIVED", "pay_1", json!(20), &ana.id.to_string());
    for errado in ["", "x", &TOKEN[1..], &format!("{TOKEN}x"), &TOKEN.to_uppercase()] {
        let intruso = app.anonymous().with_header("asaas-access-token", errado);
        let recusado = intruso.post(WEBHOOK, bom.clone()).await;
        assert_eq!(recusado.headers["www-authenticate"], "Bearer");
        recusado.expect_problem(401, "WEBHOOK_NAO_AUTORIZADO");
        // Before anything is read of the body.
        let recusado = intruso.send("POST", WEBHOOK, "{".into()).await;
        recusado.expect_problem(401, "WEBHOOK_NAO_AUTORIZADO");
    }
    let recusado = app.anonymous().post(WEBHOOK, bom.clone()).await;
    recusado.expect_problem(401, "WEBHOOK_NAO_AUTORIZADO");
    let admin = nucleo.caller(Administrador).await;
    admin.post(WEBHOOK, bom).await.expect_problem(401, "WEBHOOK_NAO_AUTORIZADO");
    nada_foi_guardado(app).await;
}

fn sem_segredo(app: App) -> Service {
    let webhook = SegredoDoWebhook::default();
    nucleo::service(app, &Settings { webhook, ..crate::settings() })
}

#[tokio::test(flavor = "multi_thread")]
async fn sem_segredo_configurado_ninguem_entra() {
    run(Engine::Sqlite, sem_segredo, async |app| {
        for token in ["", TOKEN] {
            let quem = app.anonymous().with_header("asaas-access-token", token);
            let recusado = quem.post(WEBHOOK, json!({})).await;
            assert!(recusado.headers.contains_key("retry-after"));
            recusado.expect_problem(503, "WEBHOOK_NAO_CONFIGURADO");
        }
        nada_foi_guardado(app).await;
    })
    .await;
}

async fn o_que_vem_torto_nao_e_guardado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await.id.to_string();
    let provedor = provedor(app);
    for torto in ["", "{", "[]", "null", "\"x\""] {
        let recusado = provedor.send("POST", WEBHOOK, torto.to_owned().into()).await;
        recusado.expect_problem(400, "JSON_INVALIDO");
    }
    let bom = || corpo("evt_1", "PAYMENT_RECEIVED", "pay_1", json!(20), &ana);
    let tortos: [(&str, Value, &str); 10] = [
        ("/id", json!(7), "id"),
        ("/id", json!("x".repeat(201)), "id"),
        ("/event", json!(null), "event"),
        ("/payment", json!([]), "payment"),
        ("/payment/id", json!(""), "payment.id"),
        ("/payment/value", json!("20"), "payment.value"),
        ("/payment/value", json!(-20), "payment.value"),
        ("/payment/value", json!(20.005), "payment.value"),
        ("/payment/dueDate", json!("10/03/2026"), "payment.dueDate"),
        ("/payment/externalReference", json!({}), "payment.externalReference"),
    ];
    for (onde, valor, campo) in tortos {
        let mut torto = bom();
        *torto.pointer_mut(onde).unwrap() = valor.clone();
        let erro = provedor.post(WEBHOOK, torto).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), [campo], "{onde}: {valor}");
    }
    let mut enorme = bom();
    enorme["payment"]["description"] = json!("x".repeat(70 * 1024));
    provedor.post(WEBHOOK, enorme).await.expect_problem(413, "CORPO_GRANDE_DEMAIS");
    nada_foi_guardado(app).await;
}

async fn um_evento_desconhecido_nao_faz_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await.id.to_string();
    for tipo in ["PAYMENT_CREATED", "PAYMENT_REFUNDED", "SUBSCRIPTION_CREATED", "payment_received"]
    {
        let corpo = corpo("evt_1", tipo, "pay_1", json!(20), &ana);
        provedor(app).post(WEBHOOK, corpo).await.expect(200);
        let sem_pagamento = json!({"id": "evt_2", "event": tipo});
        provedor(app).post(WEBHOOK, sem_pagamento).await.expect(200);
    }
    nada_foi_guardado(app).await;
}

async fn um_pagamento_de_ninguem_fica_guardado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let rejeitada = nucleo.person("REJEITADO").await.id.to_string();
    let super_admin = app.super_admin().await.id.to_string();
    let ninguem = app.new_id::<base::Uuid>().to_string();
    for (numero, referencia) in
        [rejeitada.as_str(), &super_admin, &ninguem, "pedido 7", ""].into_iter().enumerate()
    {
        let (evento, pagamento) = (format!("evt_{numero}"), format!("pay_{numero}"));
        let corpo = corpo(&evento, "PAYMENT_RECEIVED", &pagamento, json!(20), referencia);
        for _ in 0..2 {
            provedor(app).post(WEBHOOK, corpo.clone()).await.expect(200);
        }
    }
    app.deliver().await;
    let sql =
        "SELECT count(*) FROM pagamento_eventos WHERE nucleo_id IS NULL AND usuario_id IS NULL";
    assert_eq!(app.count(sql, ()).await, 5, "each once");
    let guardada = "SELECT count(*) FROM pagamento_eventos WHERE referencia = 'pedido 7'";
    assert_eq!(app.count(guardada, ()).await, 1);
    assert_eq!(app.count("SELECT count(*) FROM pagamentos", ()).await, 0);
    assert_eq!(emails(app).await, [""; 0]);
}

async fn o_evento_e_guardado_uma_vez_no_nucleo_da_pessoa(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let (ana, vizinha) = (nucleo.caller(Membro).await, outro.caller(Membro).await);
    let bom = |pessoa: &TestCaller| {
        corpo("evt_1", "PAYMENT_RECEIVED", "pay_1", json!(20.5), &pessoa.id.to_string())
    };
    let recebido = provedor(app).post(WEBHOOK, bom(&ana)).await.expect(200);
    assert_eq!(recebido, json!({"message": "Recebido."}));
    let guardado = "SELECT nucleo_id, usuario_id, valor_centavos FROM pagamento_eventos";
    let esperado = [(nucleo.id, ana.id, 2050_i64)];
    assert_eq!(app.rows::<(_, _, i64)>(guardado, ()).await, esperado, "before it is acted on");
    // The same event, whoever it names the second time.
    provedor(app).post(WEBHOOK, bom(&ana)).await.expect(200);
    provedor(app).post(WEBHOOK, bom(&vizinha)).await.expect(200);
    assert_eq!(app.rows::<(_, _, i64)>(guardado, ()).await, esperado);
    let a_fazer = "SELECT count(*) FROM outbox WHERE event = 'pagamento.notificado'";
    assert_eq!(app.count(a_fazer, ()).await, 1);
}
