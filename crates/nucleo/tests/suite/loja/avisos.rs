//! Who is told of orders, and what.

use base::id::UsuarioId;
use base::scope::Cargo::{Administrador, Coordenador, Membro};
use base::testing::{TestApp, TestCaller};
use serde_json::Value;

use super::{decidir, pedir, produto, rica};
use crate::apoio::coluna;

base::both_engines! { crate::service;
    quem_pediu_fica_sabendo,
    quem_cuida_da_loja_sabe_de_um_pedido,
    ninguem_e_avisado_do_que_fez,
}

async fn notificacoes(quem: &TestCaller) -> Value {
    quem.get("/api/notificacoes").await.expect(200)["data"].take()
}

/// How many were told what begins with this cause, by any channel but the app.
async fn entregas(app: &TestApp) -> i64 {
    let sql = "SELECT count(*) FROM entregas e JOIN avisos a ON a.id = e.aviso_id
               WHERE a.causa LIKE 'pedido.%'";
    app.count(sql, ()).await
}

async fn quem_pediu_fica_sabendo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 100).await);
    let caneca = produto(&coord, 30, Some(5)).await;
    for (status, titulo, corpo) in [
        ("ENTREGUE", "Pedido entregue", "Entregue: Caneca. Aproveite!"),
        ("CANCELADO", "Pedido cancelado", "Cancelado: Caneca. 30 CC voltaram ao seu saldo."),
    ] {
        let pedido = pedir(&ana, &caneca, 1).await.expect(201);
        decidir(&coord, &pedido, status).await.expect(200);
        app.deliver().await;
        let lida = &notificacoes(&ana).await[0];
        assert_eq!((lida["titulo"].as_str(), lida["corpo"].as_str()), (Some(titulo), Some(corpo)));
        assert_eq!(lida["url"], "/loja/pedidos");
    }
    assert_eq!(notificacoes(&ana).await.as_array().unwrap().len(), 2, "and of nothing else");
    assert_eq!(entregas(app).await, 0, "inside the app alone");
}

async fn quem_cuida_da_loja_sabe_de_um_pedido(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let gestao = [nucleo.caller(Coordenador).await, nucleo.caller(Administrador).await];
    let (ana, membro) = (rica(app, &nucleo, 100).await, nucleo.caller(Membro).await);
    let vizinha = app.nucleo().await.caller(Administrador).await;
    let caneca = produto(&gestao[0], 30, Some(5)).await;
    pedir(&ana, &caneca, 2).await.expect(201);
    app.deliver().await;
    for quem in &gestao {
        let lidas = notificacoes(quem).await;
        assert_eq!(coluna(&lidas, "titulo"), ["Novo pedido na loja"]);
        assert_eq!(coluna(&lidas, "corpo"), ["Para entregar: 2 × Caneca."]);
        assert_eq!(coluna(&lidas, "url"), ["/loja/pedidos/admin"]);
    }
    for quem in [&ana, &membro, &vizinha] {
        assert_eq!(notificacoes(quem).await, serde_json::json!([]));
    }
    assert_eq!(entregas(app).await, 0);
}

async fn ninguem_e_avisado_do_que_fez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let caneca = produto(&coord, 0, None).await;
    let pedido = pedir(&coord, &caneca, 1).await.expect(201);
    decidir(&coord, &pedido, "ENTREGUE").await.expect(200);
    app.deliver().await;
    let sql = "SELECT n.usuario_id FROM notificacoes n JOIN avisos a ON a.id = n.aviso_id
               WHERE a.causa LIKE 'pedido.decidido:%'";
    let avisados: Vec<(UsuarioId,)> = app.rows(sql, ()).await;
    assert_eq!(avisados, []);
}
