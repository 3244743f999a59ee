//! Everything at once: one subscription waits, one is in force, one payment pays once.

use std::collections::BTreeMap;

use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use nucleo::areas::assinaturas::pagamentos::PagamentoNotificado;
use nucleo::areas::assinaturas::pagamentos::service::processar;
use serde_json::json;

use super::*;
use crate::apoio::{fecha, juntos, saldo};

base::both_engines! { crate::service;
    o_mesmo_webhook_vinte_vezes,
    o_mesmo_evento_por_dois_entregadores,
    pagamentos_diferentes_somam_os_periodos,
    a_mesma_assinatura_pedida_vinte_vezes,
    dois_cancelamentos_cancelam_uma_vez,
    planos_dados_ao_mesmo_tempo_deixam_um,
}

async fn o_mesmo_webhook_vinte_vezes(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let ana = nucleo.caller(Membro).await;
    assinar(&ana, &plano).await.expect(201);
    // The same event, and as many others of the same payment.
    let pedidos = (0..20).map(|numero| {
        let evento = if numero % 2 == 0 { "evt".to_owned() } else { format!("evt_{numero}") };
        let tipo = if numero % 4 == 3 { "PAYMENT_CONFIRMED" } else { "PAYMENT_RECEIVED" };
        let corpo = corpo(&evento, tipo, "pay_1", json!(20), &ana.id.to_string());
        let provedor = provedor(app);
        async move { provedor.post(WEBHOOK, corpo).await.status }
    });
    assert_eq!(juntos(pedidos).await, [200; 20]);
    assert_eq!(app.count("SELECT count(*) FROM pagamento_eventos", ()).await, 11);
    app.deliver().await;
    let fim = Some("2026-04-01T12:00:00.000Z");
    assert_eq!(resumo(&ana).await, esperado("APOIADOR", "ATIVA", fim));
    assert_eq!(saldo(app, ana.id).await, 50);
    assert_eq!(emails(app).await, ["pagamento"]);
    fecha(app).await;
}

/// A lease may run out while its worker still works.
async fn o_mesmo_evento_por_dois_entregadores(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let ana = nucleo.caller(Membro).await;
    assinar(&ana, &plano).await.expect(201);
    let corpo = corpo("evt_1", "PAYMENT_RECEIVED", "pay_1", json!(20), &ana.id.to_string());
    provedor(app).post(WEBHOOK, corpo).await.expect(200);
    let entregas = (0..8).map(|_| {
        app.operator.write(async |tx| {
            app.operator.enter(tx, nucleo.id).await?;
            processar(tx, PagamentoNotificado { evento: "evt_1".to_owned() }).await
        })
    });
    for entregue in futures::future::join_all(entregas).await {
        entregue.unwrap();
    }
    app.deliver().await;
    assert_eq!(resumo(&ana).await.2.unwrap(), "2026-04-01T12:00:00.000Z");
    assert_eq!((saldo(app, ana.id).await, emails(app).await.len()), (50, 1));
}

async fn pagamentos_diferentes_somam_os_periodos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let ana = nucleo.caller(Membro).await;
    assinar(&ana, &plano).await.expect(201);
    for numero in 0..10 {
        let (evento, pagamento) = (format!("evt_{numero}"), format!("pay_{numero}"));
        let corpo = corpo(&evento, "PAYMENT_RECEIVED", &pagamento, json!(20), &ana.id.to_string());
        provedor(app).post(WEBHOOK, corpo).await.expect(200);
    }
    let entregas = (0..10).map(|numero| {
        let nucleo = nucleo.id;
        app.operator.write(async move |tx| {
            app.operator.enter(tx, nucleo).await?;
            processar(tx, PagamentoNotificado { evento: format!("evt_{numero}") }).await
        })
    });
    for entregue in futures::future::join_all(entregas).await {
        entregue.unwrap();
    }
    app.deliver().await;
    assert_eq!(resumo(&ana).await.2.unwrap(), "2026-12-27T12:00:00.000Z", "300 days");
    assert_eq!(saldo(app, ana.id).await, 500);
    fecha(app).await;
}

/// How often each status was answered.
fn contados(respostas: Vec<u16>) -> BTreeMap<u16, usize> {
    let mut contados = BTreeMap::new();
    for resposta in respostas {
        *contados.entry(resposta).or_default() += 1;
    }
    contados
}

async fn a_mesma_assinatura_pedida_vinte_vezes(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    for plano in [apoiador(&admin).await, plano(&admin, "LIVRE", json!(0), 0).await] {
        let ana = nucleo.caller(Membro).await;
        let pedidos = (0..20).map(|_| {
            let (ana, plano) = (ana.clone(), plano.clone());
            async move { assinar(&ana, &plano).await.status }
        });
        assert_eq!(contados(juntos(pedidos).await), BTreeMap::from([(201, 1), (409, 19)]));
        let dela = "SELECT count(*) FROM assinaturas WHERE usuario_id = $1";
        assert_eq!(app.count(dela, (ana.id,)).await, 1);
    }
}

async fn dois_cancelamentos_cancelam_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let ana = nucleo.caller(Membro).await;
    assinar(&ana, &plano).await.expect(201);
    pagar(app, "pay_1", 20, &ana).await;
    let pedidos = (0..6).map(|_| {
        let ana = ana.clone();
        async move { ana.send("DELETE", MINHA, "".into()).await.status }
    });
    assert_eq!(contados(juntos(pedidos).await), BTreeMap::from([(200, 1), (409, 5)]));
    assert_eq!(resumo(&ana).await.1, "CANCELADA");
}

async fn planos_dados_ao_mesmo_tempo_deixam_um(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let planos = [apoiador(&admin).await, militante(&admin).await];
    let ana = nucleo.caller(Membro).await;
    let pedidos = (0..12).map(|numero: usize| {
        let (admin, plano, id) = (admin.clone(), planos[numero % 2].clone(), ana.id);
        async move { definir(&admin, id, json!({"planoId": plano["id"]})).await.status }
    });
    let contados = contados(juntos(pedidos).await);
    assert!(
        contados.contains_key(&200) && contados.keys().all(|status| [200, 409].contains(status))
    );
    assert_eq!(app.count("SELECT count(*) FROM assinaturas WHERE vale", ()).await, 1);
}
