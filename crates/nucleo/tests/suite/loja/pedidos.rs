//! Orders: what they cost, how they end, who sees them.

use base::scope::Cargo::{Administrador, Coordenador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use serde_json::{Value, json};

use super::{
    PEDIDOS, TODOS, decidir, do_pedido, do_produto, estoque, fecha, movimentos, pedir, produto,
    quantos_pedidos, rica,
};
use crate::apoio::{coluna, saldo};
use crate::autenticacao::{campos, com};

base::both_engines! { crate::service;
    um_pedido_debita_e_tira_do_estoque,
    sem_saldo_ou_sem_estoque_nada_muda,
    o_preco_e_o_do_momento,
    entregue_e_final,
    cancelar_devolve_tudo_uma_vez,
    o_estorno_nao_e_multiplicado_nem_cortado,
    pedido_errado_nao_guarda_nada,
    o_que_nao_esta_a_venda_nao_se_pede,
    as_listas_vao_do_mais_novo_ao_mais_antigo,
    super_admin_decide_e_nao_pede,
}

async fn um_pedido_debita_e_tira_do_estoque(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 100).await);
    let caneca = produto(&coord, 30, Some(5)).await;
    let pedido = pedir(&ana, &caneca, 2).await.expect(201);
    let esperado = json!({
        "id": pedido["id"], "produto": {"id": caneca, "nome": "Caneca"}, "quantidade": 2,
        "total": 60, "status": "PEDIDO", "usuario": {"id": ana.id, "nome": "Fulana"},
        "criado_em": "2026-03-02T12:00:00.000Z",
    });
    assert_eq!(pedido, esperado);
    assert_eq!((saldo(app, ana.id).await, estoque(app, &caneca).await), (40, Some(3)));
    let extrato = ana.get("/api/economia/extrato?origem=LOJA").await.expect(200);
    let linha = json!({
        "id": extrato["data"][0]["id"], "valor": 60, "tipo": "DEBITO", "origem": "LOJA",
        "descricao": "Pedido na loja: 2 × Caneca", "criado_em": "2026-03-02T12:00:00.000Z",
    });
    assert_eq!(extrato["data"], json!([linha]));
    // Without a limit there is nothing to take from.
    let adesivo = produto(&coord, 1, None).await;
    pedir(&ana, &adesivo, 40).await.expect(201);
    assert_eq!((saldo(app, ana.id).await, estoque(app, &adesivo).await), (0, None));
    let gratis = produto(&coord, 0, Some(1)).await;
    assert_eq!(pedir(&ana, &gratis, 1).await.expect(201)["total"], 0);
    fecha(app).await;
}

async fn sem_saldo_ou_sem_estoque_nada_muda(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 59).await);
    let caneca = produto(&coord, 30, Some(5)).await;
    pedir(&ana, &caneca, 2).await.expect_problem(409, "SALDO_INSUFICIENTE");
    pedir(&ana, &caneca, 6).await.expect_problem(409, "ESTOQUE_INSUFICIENTE");
    let esgotada = produto(&coord, 1, Some(0)).await;
    pedir(&ana, &esgotada, 1).await.expect_problem(409, "ESTOQUE_INSUFICIENTE");
    assert_eq!((saldo(app, ana.id).await, estoque(app, &caneca).await), (59, Some(5)));
    assert_eq!((quantos_pedidos(app).await, movimentos(app).await), (0, (0, 0)));
    assert_eq!(app.events::<nucleo::areas::loja::PedidoFeito>().await, []);
    pedir(&ana, &caneca, 1).await.expect(201);
    fecha(app).await;
}

async fn o_preco_e_o_do_momento(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 100).await);
    let caneca = produto(&coord, 30, Some(5)).await;
    let barato = pedir(&ana, &caneca, 1).await.expect(201);
    let mudanca = json!({"preco": 50, "nome": "Xícara"});
    coord.patch(&do_produto(&caneca), mudanca).await.expect(200);
    let caro = pedir(&ana, &caneca, 1).await.expect(201);
    assert_eq!((&barato["total"], &caro["total"]), (&json!(30), &json!(50)));
    assert_eq!(caro["produto"]["nome"], "Xícara");
    // What was ordered is given back at its own price, and keeps its name.
    let cancelado = decidir(&coord, &barato, "CANCELADO").await.expect(200);
    assert_eq!(cancelado, com(barato, "status", "CANCELADO"));
    assert_eq!(saldo(app, ana.id).await, 50);
    fecha(app).await;
}

async fn entregue_e_final(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 100).await);
    let caneca = produto(&coord, 30, Some(5)).await;
    let pedido = pedir(&ana, &caneca, 1).await.expect(201);
    ana.patch(&do_pedido(&pedido), json!({"status": "CANCELADO"}))
        .await
        .expect_problem(403, "SEM_PERMISSAO");
    let entregue = decidir(&coord, &pedido, "ENTREGUE").await.expect(200);
    assert_eq!(entregue, com(pedido.clone(), "status", "ENTREGUE"));
    for status in ["CANCELADO", "ENTREGUE"] {
        decidir(&coord, &pedido, status).await.expect_problem(409, "PEDIDO_JA_DECIDIDO");
    }
    assert_eq!((saldo(app, ana.id).await, estoque(app, &caneca).await), (70, Some(4)));
    assert_eq!(ana.get(PEDIDOS).await.expect(200), json!([entregue]));
    fecha(app).await;
}

async fn cancelar_devolve_tudo_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 100).await);
    let caneca = produto(&coord, 30, Some(5)).await;
    let pedido = pedir(&ana, &caneca, 3).await.expect(201);
    // Also of what is no longer on sale.
    coord.patch(&do_produto(&caneca), json!({"ativo": false})).await.expect(200);
    let cancelado = decidir(&coord, &pedido, "CANCELADO").await.expect(200);
    assert_eq!(cancelado["status"], "CANCELADO");
    for status in ["CANCELADO", "ENTREGUE"] {
        decidir(&coord, &pedido, status).await.expect_problem(409, "PEDIDO_JA_DECIDIDO");
    }
    assert_eq!((saldo(app, ana.id).await, estoque(app, &caneca).await), (100, Some(5)));
    let extrato = ana.get("/api/economia/extrato?origem=ESTORNO").await.expect(200);
    assert_eq!(extrato["pagination"]["total"], 1);
    let linha = &extrato["data"][0];
    assert_eq!((&linha["tipo"], &linha["valor"]), (&json!("CREDITO"), &json!(90)));
    assert_eq!(linha["descricao"], "Pedido cancelado: 3 × Caneca");
    fecha(app).await;
}

async fn o_estorno_nao_e_multiplicado_nem_cortado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, rica(app, &nucleo, 100).await);
    admin.patch("/api/economia/multiplicador", json!({"multiplicador": 3})).await.expect(200);
    admin.patch("/api/economia/teto-mensal", json!({"teto": 10})).await.expect(200);
    let caneca = produto(&admin, 90, None).await;
    let pedido = pedir(&ana, &caneca, 1).await.expect(201);
    decidir(&admin, &pedido, "CANCELADO").await.expect(200);
    assert_eq!(saldo(app, ana.id).await, 100);
    let ganho = "SELECT ganho_no_mes FROM carteiras WHERE usuario_id = $1";
    assert_eq!(app.count(ganho, (ana.id,)).await, 0, "nothing was earned");
    fecha(app).await;
}

async fn pedido_errado_nao_guarda_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 100).await);
    let caneca = produto(&coord, 30, Some(5)).await;
    let certo = json!({"produtoId": caneca, "quantidade": 1});
    for (campo, valor) in [
        ("quantidade", json!(0)),
        ("quantidade", json!(-1)),
        ("quantidade", json!(1001)),
        ("quantidade", json!(1.5)),
        ("quantidade", json!("1")),
        ("quantidade", json!(u64::MAX)),
        ("quantidade", Value::Null),
        ("produtoId", json!("42")),
        ("produtoId", json!(42)),
        ("produtoId", json!([caneca])),
        ("produtoId", Value::Null),
    ] {
        let erro = ana.post(PEDIDOS, com(certo.clone(), campo, valor.clone())).await;
        let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), [campo], "{valor}");
    }
    let erro = ana.post(PEDIDOS, json!({})).await.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(campos(&erro), ["produtoId", "quantidade"]);
    assert_eq!((quantos_pedidos(app).await, estoque(app, &caneca).await), (0, Some(5)));

    let pedido = ana.post(PEDIDOS, certo).await.expect(201);
    for status in [json!("PEDIDO"), json!("entregue"), json!(1), Value::Null] {
        let erro = coord.patch(&do_pedido(&pedido), json!({ "status": status })).await;
        let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["status"]);
    }
    let desconhecido = json!({ "id": app.new_id::<base::Uuid>() });
    decidir(&coord, &desconhecido, "ENTREGUE").await.expect_problem(404, "PEDIDO_NAO_ENCONTRADO");
    assert_eq!(ana.get(PEDIDOS).await.expect(200), json!([pedido]));
    fecha(app).await;
}

async fn o_que_nao_esta_a_venda_nao_se_pede(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 100).await);
    let agenda = produto(&coord, 1, Some(5)).await;
    coord.patch(&do_produto(&agenda), json!({"ativo": false})).await.expect(200);
    let desconhecido = app.new_id::<base::Uuid>().to_string();
    for quem in [&ana, &coord] {
        for produto in [&agenda, &desconhecido] {
            pedir(quem, produto, 1).await.expect_problem(404, "PRODUTO_NAO_ENCONTRADO");
        }
    }
    assert_eq!((quantos_pedidos(app).await, estoque(app, &agenda).await), (0, Some(5)));
}

async fn as_listas_vao_do_mais_novo_ao_mais_antigo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let caneca = produto(&coord, 1, None).await;
    let mut pedidos = Vec::new();
    for numero in 0..6 {
        let quem = rica(app, &nucleo, 10).await;
        let pedido = pedir(&quem, &caneca, numero + 1).await.expect(201);
        match numero {
            0 | 1 => drop(decidir(&coord, &pedido, "ENTREGUE").await.expect(200)),
            2 => drop(decidir(&coord, &pedido, "CANCELADO").await.expect(200)),
            _ => {}
        }
        pedidos.push((quem, pedido));
        app.advance(Duration::seconds(1));
    }
    let quantidades = |lista: &Value| -> Vec<i64> {
        lista.as_array().unwrap().iter().map(|p| p["quantidade"].as_i64().unwrap()).collect()
    };
    for (query, total, esperadas) in [
        ("", "6", &[6, 5, 4, 3, 2, 1][..]),
        ("?limit=2&page=2", "6", &[4, 3]),
        ("?status=PEDIDO", "3", &[6, 5, 4]),
        ("?status=PEDIDO&limit=1&page=3", "3", &[4]),
        ("?status=ENTREGUE", "2", &[2, 1]),
        ("?status=CANCELADO", "1", &[3]),
    ] {
        let (custo, resposta) = app.statements(coord.get(&format!("{TODOS}{query}"))).await;
        assert_eq!(resposta.headers["x-total-count"], total, "{query}");
        assert_eq!(quantidades(&resposta.expect(200)), esperadas, "{query}");
        assert!(custo <= 3, "{query}: {custo} statements");
    }
    let erro = coord.get(&format!("{TODOS}?status=PAGO&page=0")).await;
    assert_eq!(campos(&erro.expect_problem(400, "DADOS_INVALIDOS")), ["status", "page"]);
    for (quem, pedido) in &pedidos {
        let proprios = quem.get(PEDIDOS).await;
        assert_eq!(proprios.headers["x-total-count"], "1");
        assert_eq!(proprios.expect(200)[0]["id"], pedido["id"]);
    }
    let vizinho = app.nucleo().await.caller(Administrador).await;
    assert_eq!(vizinho.get(TODOS).await.expect(200), json!([]));
}

async fn super_admin_decide_e_nao_pede(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 100).await);
    let caneca = produto(&coord, 30, Some(5)).await;
    let super_admin = app.super_admin().await;
    pedir(&super_admin, &caneca, 1).await.expect_problem(400, "NUCLEO_NAO_SELECIONADO");
    let dentro = super_admin.clone().with_header("x-nucleo-id", nucleo.id);
    pedir(&dentro, &caneca, 1).await.expect_problem(403, "PEDIDO_SO_DO_NUCLEO");
    assert_eq!(estoque(app, &caneca).await, Some(5));

    let pedido = pedir(&ana, &caneca, 1).await.expect(201);
    assert_eq!(coluna(&super_admin.get(TODOS).await.expect(200), "status"), ["PEDIDO"]);
    decidir(&super_admin, &pedido, "CANCELADO").await.expect(200);
    assert_eq!((saldo(app, ana.id).await, estoque(app, &caneca).await), (100, Some(5)));
    assert_eq!(nucleo.caller(Membro).await.get(PEDIDOS).await.expect(200), json!([]));
    fecha(app).await;
}
