//! Many at once: nothing is sold twice, nothing is given back twice.

use base::scope::Cargo::Coordenador;
use base::testing::TestApp;
use serde_json::json;

use super::{
    TODOS, com_saldo, decidir, do_produto, estoque, fecha, movimentos, pedir, produto,
    quantos_pedidos, rica,
};
use crate::apoio::{juntos, saldo};

base::both_engines! { crate::service;
    cem_pedidos_das_ultimas_dez_unidades_vendem_dez,
    uma_pessoa_nao_gasta_o_que_nao_tem,
    cancelar_ao_mesmo_tempo_devolve_uma_vez,
    entregar_e_cancelar_ao_mesmo_tempo_um_vence,
    pedir_cancelar_e_mudar_ao_mesmo_tempo_fecha,
}

async fn cem_pedidos_das_ultimas_dez_unidades_vendem_dez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let caneca = produto(&nucleo.caller(Coordenador).await, 7, Some(10)).await;
    let pessoas = com_saldo(app, &nucleo, 100, 7).await;
    let pedidos = pessoas.into_iter().map(|pessoa| {
        let caneca = caneca.clone();
        async move { (pessoa.id, pedir(&pessoa, &caneca, 1).await) }
    });
    let mut vendidas = 0;
    for (pessoa, resposta) in juntos(pedidos).await {
        match resposta.status {
            201 => {
                vendidas += 1;
                assert_eq!(saldo(app, pessoa).await, 0);
            }
            _ => {
                resposta.expect_problem(409, "ESTOQUE_INSUFICIENTE");
                assert_eq!(saldo(app, pessoa).await, 7, "whoever got nothing paid nothing");
            }
        }
    }
    assert_eq!((vendidas, estoque(app, &caneca).await), (10, Some(0)));
    assert_eq!((quantos_pedidos(app).await, movimentos(app).await), (10, (10, 0)));
    fecha(app).await;
}

async fn uma_pessoa_nao_gasta_o_que_nao_tem(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = rica(app, &nucleo, 50).await;
    let (caneca, adesivo) = (produto(&coord, 10, Some(40)).await, produto(&coord, 10, None).await);
    let pedidos = (0..40).map(|numero| {
        let (ana, qual) = (ana.clone(), if numero % 2 == 0 { &caneca } else { &adesivo }.clone());
        async move { pedir(&ana, &qual, 1).await }
    });
    let respostas = juntos(pedidos).await;
    let feitos = respostas.iter().filter(|resposta| resposta.status == 201).count();
    assert_eq!((feitos, saldo(app, ana.id).await), (5, 0));
    for resposta in respostas.into_iter().filter(|resposta| resposta.status != 201) {
        resposta.expect_problem(409, "SALDO_INSUFICIENTE");
    }
    // Whatever was not paid went back.
    let canecas = "SELECT count(*) FROM loja_pedidos p JOIN loja_produtos q ON q.id = p.produto_id
                   WHERE q.estoque IS NOT NULL";
    assert_eq!(estoque(app, &caneca).await, Some(40 - app.count(canecas, ()).await));
    fecha(app).await;
}

async fn cancelar_ao_mesmo_tempo_devolve_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 100).await);
    let caneca = produto(&coord, 30, Some(5)).await;
    let pedido = pedir(&ana, &caneca, 2).await.expect(201);
    let cancelamentos = (0..20).map(|_| {
        let (coord, pedido) = (coord.clone(), pedido.clone());
        async move { decidir(&coord, &pedido, "CANCELADO").await }
    });
    let mut cancelados = 0;
    for resposta in juntos(cancelamentos).await {
        match resposta.status {
            200 => cancelados += 1,
            _ => drop(resposta.expect_problem(409, "PEDIDO_JA_DECIDIDO")),
        }
    }
    assert_eq!(cancelados, 1);
    assert_eq!((saldo(app, ana.id).await, estoque(app, &caneca).await), (100, Some(5)));
    assert_eq!(movimentos(app).await, (1, 1));
    fecha(app).await;
}

async fn entregar_e_cancelar_ao_mesmo_tempo_um_vence(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let caneca = produto(&coord, 10, Some(10)).await;
    let mut cancelados = 0;
    for _ in 0..10 {
        let ana = rica(app, &nucleo, 10).await;
        let pedido = pedir(&ana, &caneca, 1).await.expect(201);
        let decisoes = ["ENTREGUE", "CANCELADO", "ENTREGUE", "CANCELADO"].map(|status| {
            let (coord, pedido) = (coord.clone(), pedido.clone());
            async move { (status, decidir(&coord, &pedido, status).await) }
        });
        let mut venceu = Vec::new();
        for (status, resposta) in juntos(decisoes).await {
            match resposta.status {
                200 => venceu.push(status),
                _ => drop(resposta.expect_problem(409, "PEDIDO_JA_DECIDIDO")),
            }
        }
        let [venceu] = venceu[..] else { panic!("{venceu:?}") };
        let devolvido = i64::from(venceu == "CANCELADO");
        assert_eq!(saldo(app, ana.id).await, 10 * devolvido, "{venceu}");
        assert_eq!(ana.get(super::PEDIDOS).await.expect(200)[0]["status"], venceu);
        cancelados += devolvido;
    }
    assert_eq!(estoque(app, &caneca).await, Some(cancelados));
    fecha(app).await;
}

/// Orders, cancellations, new prices and a removal cross each other, and no two wait in a circle.
async fn pedir_cancelar_e_mudar_ao_mesmo_tempo_fecha(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let caneca = produto(&coord, 1, Some(1000)).await;
    let pessoas = com_saldo(app, &nucleo, 10, 1000).await;
    let mut abertos = Vec::new();
    for pessoa in &pessoas {
        abertos.push(pedir(pessoa, &caneca, 3).await.expect(201));
    }
    let tarefas = (0..60).map(|numero: usize| {
        let (coord, caneca) = (coord.clone(), caneca.clone());
        let (pessoa, aberto) = (pessoas[numero % 10].clone(), abertos[numero % 10].clone());
        async move {
            let resposta = match numero % 6 {
                0 => decidir(&coord, &aberto, "CANCELADO").await,
                1 => coord.patch(&do_produto(&caneca), json!({ "preco": numero })).await,
                2 if numero == 56 => coord.send("DELETE", &do_produto(&caneca), "".into()).await,
                _ => pedir(&pessoa, &caneca, 2).await,
            };
            assert!([200, 201, 404, 409].contains(&resposta.status), "{}", resposta.body);
        }
    });
    juntos(tarefas).await;
    let vendidas = "SELECT CAST(COALESCE(sum(quantidade), 0) AS bigint) FROM loja_pedidos
                    WHERE status <> 'CANCELADO'";
    let vendidas = app.count(vendidas, ()).await;
    assert_eq!(estoque(app, &caneca).await, Some(1000 - vendidas));
    let listados = coord.get(TODOS).await;
    assert_eq!(listados.headers["x-total-count"], quantos_pedidos(app).await.to_string().as_str());
    fecha(app).await;
}
