//! Requests that may be repeated: the same key moves once.

use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::membros::Status::Ativo;
use serde_json::json;

use super::{AJUSTE, ajustar, corpo};
use crate::apoio::{fecha, juntos, pessoa, saldo, trilha};
use crate::autenticacao::com;

base::both_engines! { crate::service;
    a_mesma_chave_responde_o_mesmo,
    vinte_pedidos_com_uma_chave_movem_uma_vez,
    vinte_pedidos_com_corpos_diferentes_movem_um,
    a_chave_com_outro_corpo_e_recusada,
    cada_pessoa_tem_as_proprias_chaves,
    depois_de_um_dia_a_chave_e_nova,
    um_pedido_recusado_nao_gasta_a_chave,
    a_limpeza_retira_as_chaves_vencidas,
}

async fn chaves(app: &TestApp) -> i64 {
    app.count("SELECT count(*) FROM idempotencia", ()).await
}

async fn movimentos(app: &TestApp) -> i64 {
    app.count("SELECT count(*) FROM transacoes", ()).await
}

async fn a_mesma_chave_responde_o_mesmo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let com_chave = admin.clone().with_header("idempotency-key", "k-1");
    let primeira = ajustar(&com_chave, ana.id, "CREDITO", 10).await.expect(201);
    app.advance(Duration::minutes(30));
    let segunda = ajustar(&com_chave, ana.id, "CREDITO", 10).await;
    assert_eq!(segunda.expect(201), primeira, "dated as the first one");
    // The same request in other words: order, unknown fields and blanks around do not count.
    let outras_palavras = json!({
        "justificativa": " Mutirão ", "tipo": "CREDITO", "valor": 10, "usuarioId": ana.id, "x": 1,
    });
    assert_eq!(com_chave.post(AJUSTE, outras_palavras).await.expect(201), primeira);
    assert_eq!((saldo(app, ana.id).await, movimentos(app).await), (10, 1));
    assert_eq!(trilha(app, "AJUSTE_MANUAL").await.len(), 1);
    // Without a key every request counts.
    for _ in 0..2 {
        ajustar(&admin, ana.id, "CREDITO", 10).await.expect(201);
    }
    assert_eq!(saldo(app, ana.id).await, 30);
    fecha(app).await;
}

async fn vinte_pedidos_com_uma_chave_movem_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await.with_header("idempotency-key", "k");
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await.id;
    let pedidos = (0..20).map(|_| {
        let admin = admin.clone();
        async move { ajustar(&admin, ana, "CREDITO", 10).await.expect(201) }
    });
    let respostas = juntos(pedidos).await;
    assert!(respostas.iter().all(|resposta| *resposta == respostas[0]), "{respostas:?}");
    assert_eq!((saldo(app, ana).await, movimentos(app).await), (10, 1));
    assert_eq!(trilha(app, "AJUSTE_MANUAL").await.len(), 1);
    fecha(app).await;
}

async fn vinte_pedidos_com_corpos_diferentes_movem_um(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await.with_header("idempotency-key", "k");
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await.id;
    let pedidos = (1..=20).map(|valor| {
        let admin = admin.clone();
        async move { ajustar(&admin, ana, "CREDITO", valor).await }
    });
    let mut pagos = Vec::new();
    for resposta in juntos(pedidos).await {
        match resposta.status {
            201 => pagos.push(resposta.expect(201)["valor"].as_i64().unwrap()),
            _ => drop(resposta.expect_problem(409, "CHAVE_JA_USADA")),
        }
    }
    assert_eq!(pagos, [saldo(app, ana).await]);
}

async fn a_chave_com_outro_corpo_e_recusada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await.with_header("idempotency-key", "k");
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await.id;
    let bia = pessoa(app, &nucleo, "Bia", (Membro, Ativo)).await.id;
    let certo = corpo(ana, "CREDITO", 10);
    let primeira = admin.post(AJUSTE, certo.clone()).await.expect(201);
    for (campo, valor) in [
        ("valor", json!(11)),
        ("tipo", json!("DEBITO")),
        ("justificativa", json!("Mutirao")),
        ("usuarioId", json!(bia)),
    ] {
        let outro = admin.post(AJUSTE, com(certo.clone(), campo, valor)).await;
        outro.expect_problem(409, "CHAVE_JA_USADA");
    }
    assert_eq!(admin.post(AJUSTE, certo).await.expect(201), primeira);
    assert_eq!((saldo(app, ana).await, saldo(app, bia).await), (10, 0));
}

async fn cada_pessoa_tem_as_proprias_chaves(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await.id;
    let longe = pessoa(app, &outro, "Longe", (Membro, Ativo)).await.id;
    for (dela, quem, alvo) in [
        (&nucleo, nucleo.caller(Administrador).await, ana),
        (&nucleo, nucleo.caller(Administrador).await, ana),
        (&outro, outro.caller(Administrador).await, longe),
        (&nucleo, app.super_admin().await, ana),
    ] {
        let quem = quem.with_header("idempotency-key", "k").with_header("x-nucleo-id", dela.id);
        for _ in 0..2 {
            ajustar(&quem, alvo, "CREDITO", 10).await.expect(201);
        }
    }
    assert_eq!((saldo(app, ana).await, saldo(app, longe).await), (30, 10));
    fecha(app).await;
}

async fn depois_de_um_dia_a_chave_e_nova(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await.with_header("idempotency-key", "k");
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await.id;
    let primeira = ajustar(&admin, ana, "CREDITO", 10).await.expect(201);
    app.advance(Duration::hours(24) - Duration::milliseconds(1));
    let admin = app.login(&admin).await;
    assert_eq!(ajustar(&admin, ana, "CREDITO", 10).await.expect(201), primeira);
    app.advance(Duration::milliseconds(1));
    let outra = ajustar(&admin, ana, "CREDITO", 10).await.expect(201);
    assert_ne!(outra["id"], primeira["id"]);
    assert_eq!(ajustar(&admin, ana, "CREDITO", 10).await.expect(201), outra);
    assert_eq!(saldo(app, ana).await, 20);
    // Another day, and twenty at once, with another body.
    app.advance(Duration::hours(24));
    let admin = app.login(&admin).await;
    let pedidos = (0..20).map(|_| {
        let admin = admin.clone();
        async move { ajustar(&admin, ana, "DEBITO", 5).await.expect(201) }
    });
    juntos(pedidos).await;
    assert_eq!((saldo(app, ana).await, movimentos(app).await), (15, 3));
    fecha(app).await;
}

async fn um_pedido_recusado_nao_gasta_a_chave(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let com_chave = admin.clone().with_header("idempotency-key", "k");
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await.id;
    for _ in 0..2 {
        let recusado = ajustar(&com_chave, ana, "DEBITO", 10).await;
        recusado.expect_problem(409, "SALDO_INSUFICIENTE");
    }
    assert_eq!(chaves(app).await, 0);
    ajustar(&admin, ana, "CREDITO", 10).await.expect(201);
    let pago = ajustar(&com_chave, ana, "DEBITO", 10).await.expect(201);
    assert_eq!(ajustar(&com_chave, ana, "DEBITO", 10).await.expect(201), pago);
    assert_eq!(saldo(app, ana).await, 0);
}

async fn a_limpeza_retira_as_chaves_vencidas(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    for nucleo in [&nucleo, &outro] {
        let admin = nucleo.caller(Administrador).await.with_header("idempotency-key", "k");
        let ana = pessoa(app, nucleo, "Ana", (Membro, Ativo)).await.id;
        ajustar(&admin, ana, "CREDITO", 10).await.expect(201);
    }
    app.advance(Duration::hours(23));
    app.deliver().await;
    assert_eq!(chaves(app).await, 2, "still good");
    app.advance(Duration::hours(2));
    app.deliver().await;
    assert_eq!(chaves(app).await, 0);
    assert_eq!(movimentos(app).await, 2, "what was moved stays moved");
}
