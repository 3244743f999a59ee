//! What becomes of orders when somebody leaves, and that the books of the store can be checked.

use base::scope::Cargo::Coordenador;
use base::testing::TestApp;
use nucleo::areas::loja::verificacao::primeira_divergencia;
use serde_json::json;

use super::{TODOS, decidir, estoque, fecha, movimentos, pedir, produto, rica};
use crate::apoio::saldo;
use crate::autenticacao::{SENHA, dar_senha};

base::both_engines! { crate::service;
    quem_sai_deixa_os_pedidos_e_o_estoque_em_ordem,
    cancelar_o_pedido_de_quem_saiu_tambem_fecha,
    muitos_pedidos_abertos_encerram_se_aos_poucos,
    a_copia_dos_dados_tem_os_pedidos,
    a_verificacao_acha_o_que_foi_mexido_por_fora,
}

async fn quem_sai_deixa_os_pedidos_e_o_estoque_em_ordem(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 100).await);
    dar_senha(app, &ana).await;
    let caneca = produto(&coord, 10, Some(9)).await;
    let entregue = pedir(&ana, &caneca, 1).await.expect(201);
    decidir(&coord, &entregue, "ENTREGUE").await.expect(200);
    let com_chave = ana.clone().with_header("idempotency-key", "k");
    pedir(&com_chave, &caneca, 3).await.expect(201);
    ana.post("/api/perfil/excluir-conta", json!({ "senha": SENHA })).await.expect(200);
    app.deliver().await;
    // What she still waited for goes back; what she has she keeps.
    let todos = coord.get(TODOS).await.expect(200);
    let status: Vec<_> = todos.as_array().unwrap().iter().map(|p| &p["status"]).collect();
    assert_eq!(status.len(), 2);
    assert!(status.contains(&&json!("ENTREGUE")) && status.contains(&&json!("CANCELADO")));
    assert!(!todos.to_string().contains("Fulana"), "nobody can tell whose they were: {todos}");
    assert_eq!((saldo(app, ana.id).await, estoque(app, &caneca).await), (90, Some(8)));
    assert_eq!(movimentos(app).await, (2, 1));
    assert_eq!(app.count("SELECT count(*) FROM idempotencia", ()).await, 0);
    let notificadas = "SELECT count(*) FROM notificacoes WHERE usuario_id = $1";
    assert_eq!(app.count(notificadas, (ana.id,)).await, 0);
    fecha(app).await;
}

/// An order that slipped through while its person left is ended like any other.
async fn cancelar_o_pedido_de_quem_saiu_tambem_fecha(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 100).await);
    let caneca = produto(&coord, 10, Some(9)).await;
    let pedido = pedir(&ana, &caneca, 1).await.expect(201);
    let sql = "UPDATE usuarios SET status = 'INATIVO', excluido_em = $2 WHERE id = $1";
    app.execute(sql, (ana.id, app.now())).await;
    decidir(&coord, &pedido, "CANCELADO").await.expect(200);
    assert_eq!((saldo(app, ana.id).await, estoque(app, &caneca).await), (100, Some(9)));
    fecha(app).await;
}

async fn muitos_pedidos_abertos_encerram_se_aos_poucos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 1000).await);
    dar_senha(app, &ana).await;
    let caneca = produto(&coord, 1, Some(300)).await;
    for _ in 0..201 {
        pedir(&ana, &caneca, 1).await.expect(201);
    }
    ana.post("/api/perfil/excluir-conta", json!({ "senha": SENHA })).await.expect(200);
    app.deliver().await;
    assert_eq!((saldo(app, ana.id).await, estoque(app, &caneca).await), (1000, Some(300)));
    assert_eq!(movimentos(app).await, (201, 201));
    fecha(app).await;
}

async fn a_copia_dos_dados_tem_os_pedidos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 100).await);
    let caneca = produto(&coord, 10, Some(9)).await;
    let pedido = pedir(&ana, &caneca, 1).await.expect(201);
    pedir(&rica(app, &nucleo, 10).await, &caneca, 1).await.expect(201);
    let exportado = ana.get("/api/perfil/exportar").await.expect(200);
    assert_eq!(exportado["pedidos"], json!([pedido]));
}

async fn a_verificacao_acha_o_que_foi_mexido_por_fora(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 100).await);
    let caneca = produto(&coord, 10, Some(9)).await;
    let pedido = pedir(&ana, &caneca, 2).await.expect(201);
    let achada =
        async || app.operator.read(async |tx| primeira_divergencia(tx).await).await.unwrap();
    assert_eq!(achada().await, None);
    let id = pedido["id"].as_str().unwrap();
    for (mexe, desfaz, diz) in [
        (
            "UPDATE loja_pedidos SET total = 19",
            "UPDATE loja_pedidos SET total = 20",
            format!(
                "loja: o pedido {id} está PEDIDO, custou 19, e o extrato tem 20 debitado e nada estornado"
            ),
        ),
        (
            "UPDATE loja_pedidos SET status = 'CANCELADO', decidido_em = criado_em",
            "UPDATE loja_pedidos SET status = 'PEDIDO', decidido_em = NULL",
            format!(
                "loja: o pedido {id} está CANCELADO, custou 20, e o extrato tem 20 debitado e nada estornado"
            ),
        ),
    ] {
        app.execute(mexe, ()).await;
        assert_eq!(achada().await, Some(diz));
        app.execute(desfaz, ()).await;
        assert_eq!(achada().await, None);
    }
    decidir(&coord, &pedido, "CANCELADO").await.expect(200);
    assert_eq!(achada().await, None);
    app.execute("UPDATE loja_pedidos SET status = 'ENTREGUE'", ()).await;
    let diz = format!(
        "loja: o pedido {id} está ENTREGUE, custou 20, e o extrato tem 20 debitado e 20 estornado"
    );
    assert_eq!(achada().await, Some(diz));
    app.deliver().await;
    app.execute("DELETE FROM loja_pedidos", ()).await;
    let sobra = achada().await.unwrap();
    assert!(sobra.ends_with("pagou um pedido que não existe"), "{sobra}");
}
