//! Orders that may be repeated: the same key buys once.

use base::scope::Cargo::{Administrador, Coordenador};
use base::testing::TestApp;
use chrono::Duration;
use serde_json::json;

use super::{PEDIDOS, estoque, fecha, movimentos, pedir, produto, quantos_pedidos, rica};
use crate::apoio::{juntos, saldo};
use crate::autenticacao::campos;

base::both_engines! { crate::service;
    a_mesma_chave_compra_uma_vez,
    vinte_pedidos_com_uma_chave_compram_uma_vez,
    um_pedido_recusado_nao_gasta_a_chave,
    pedidos_e_ajustes_tem_as_mesmas_chaves,
}

async fn a_mesma_chave_compra_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 100).await);
    let caneca = produto(&coord, 30, Some(5)).await;
    let com_chave = ana.clone().with_header("idempotency-key", "k-1");
    let primeira = pedir(&com_chave, &caneca, 1).await.expect(201);
    app.advance(Duration::minutes(30));
    assert_eq!(pedir(&com_chave, &caneca, 1).await.expect(201), primeira);
    pedir(&com_chave, &caneca, 2).await.expect_problem(409, "CHAVE_JA_USADA");
    let outra = produto(&coord, 1, None).await;
    pedir(&com_chave, &outra, 1).await.expect_problem(409, "CHAVE_JA_USADA");
    assert_eq!((saldo(app, ana.id).await, estoque(app, &caneca).await), (70, Some(4)));
    // Another person's key is another key.
    let bia = rica(app, &nucleo, 30).await.with_header("idempotency-key", "k-1");
    pedir(&bia, &caneca, 1).await.expect(201);
    assert_eq!((quantos_pedidos(app).await, movimentos(app).await), (2, (2, 0)));
    let erro = ana.clone().with_header("idempotency-key", "").post(PEDIDOS, json!({})).await;
    let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(campos(&erro), ["Idempotency-Key", "produtoId", "quantidade"]);
    fecha(app).await;
}

async fn vinte_pedidos_com_uma_chave_compram_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = rica(app, &nucleo, 100).await.with_header("idempotency-key", "k");
    let caneca = produto(&nucleo.caller(Coordenador).await, 3, Some(20)).await;
    let pedidos = (0..20).map(|_| {
        let (ana, caneca) = (ana.clone(), caneca.clone());
        async move { pedir(&ana, &caneca, 1).await.expect(201) }
    });
    let respostas = juntos(pedidos).await;
    assert!(respostas.iter().all(|resposta| *resposta == respostas[0]), "{respostas:?}");
    assert_eq!((saldo(app, ana.id).await, estoque(app, &caneca).await), (97, Some(19)));
    assert_eq!((quantos_pedidos(app).await, movimentos(app).await), (1, (1, 0)));
    fecha(app).await;
}

async fn um_pedido_recusado_nao_gasta_a_chave(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = rica(app, &nucleo, 10).await.with_header("idempotency-key", "k");
    let coord = nucleo.caller(Coordenador).await;
    let caneca = produto(&coord, 30, Some(5)).await;
    pedir(&ana, &caneca, 1).await.expect_problem(409, "SALDO_INSUFICIENTE");
    assert_eq!(app.count("SELECT count(*) FROM idempotencia", ()).await, 0);
    coord.patch(&super::do_produto(&caneca), json!({"preco": 10})).await.expect(200);
    pedir(&ana, &caneca, 1).await.expect(201);
    assert_eq!(saldo(app, ana.id).await, 0);
}

async fn pedidos_e_ajustes_tem_as_mesmas_chaves(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await.with_header("idempotency-key", "k");
    let caneca = produto(&admin, 0, None).await;
    pedir(&admin, &caneca, 1).await.expect(201);
    let ajuste = json!({
        "usuarioId": admin.id, "valor": 5, "tipo": "CREDITO", "justificativa": "Mutirão",
    });
    let recusado = admin.post("/api/economia/ajuste-manual", ajuste).await;
    recusado.expect_problem(409, "CHAVE_JA_USADA");
    assert_eq!(saldo(app, admin.id).await, 0);
}
