//! One's own statement and balance, and the sums of the nucleo.

use base::scope::Cargo::{Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::{TestApp, TestCaller};
use nucleo::areas::economia::Origem;
use nucleo::areas::economia::service::creditar;
use nucleo::areas::membros::Status::Ativo;
use serde_json::{Value, json};

use super::{ajustar, credita, debita, movimento, painel, somas};
use crate::apoio::pessoa;
use crate::autenticacao::campos;

base::both_engines! { crate::service;
    o_extrato_tem_a_forma_do_contrato,
    o_extrato_pagina_do_mais_novo_ao_mais_antigo,
    a_origem_filtra_e_pagina,
    origem_desconhecida_e_recusada,
    o_custo_nao_cresce_com_o_extrato,
    o_saldo_e_o_da_carteira,
    o_painel_e_a_soma_do_livro,
    so_administradores_veem_o_painel,
    super_admin_escolhe_o_nucleo_do_painel,
}

const EXTRATO: &str = "/api/economia/extrato";

async fn extrato(pessoa: &TestCaller, query: &str) -> Value {
    pessoa.get(&format!("{EXTRATO}?{query}")).await.expect(200)
}

fn valores(extrato: &Value) -> Vec<i64> {
    let linhas = extrato["data"].as_array().unwrap().iter();
    linhas.map(|linha| linha["valor"].as_i64().unwrap()).collect()
}

async fn o_extrato_tem_a_forma_do_contrato(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let vazio = json!({
        "data": [], "pagination": {"page": 1, "limit": 20, "total": 0, "totalPages": 0},
    });
    assert_eq!(extrato(&ana, "").await, vazio);
    credita(app, &nucleo, movimento(ana.id, Origem::Tarefa, 50)).await.unwrap();
    app.advance(chrono::Duration::seconds(1));
    debita(app, &nucleo, movimento(ana.id, Origem::Loja, 20)).await.unwrap();

    let mostrado = extrato(&ana, "").await;
    let linha = |posicao: usize, valor: i64, tipo: &str, origem: &str, hora: &str| {
        json!({
            "id": mostrado["data"][posicao]["id"], "valor": valor, "tipo": tipo, "origem": origem,
            "descricao": "Teste", "criado_em": hora,
        })
    };
    let esperado = json!({
        "data": [
            linha(0, 20, "DEBITO", "LOJA", "2026-03-02T12:00:01.000Z"),
            linha(1, 50, "CREDITO", "TAREFA", "2026-03-02T12:00:00.000Z"),
        ],
        "pagination": {"page": 1, "limit": 20, "total": 2, "totalPages": 1},
    });
    assert_eq!(mostrado, esperado);
    let ids: Vec<base::Uuid> = mostrado["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|linha| serde_json::from_value(linha["id"].clone()).unwrap())
        .collect();
    assert!(ids[0] != ids[1]);
    // Somebody else's is somebody else's.
    let outra = pessoa(app, &nucleo, "Outra", (Administrador, Ativo)).await;
    assert_eq!(extrato(&outra, "").await, vazio);
}

async fn o_extrato_pagina_do_mais_novo_ao_mais_antigo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    for valor in 1..=25 {
        credita(app, &nucleo, movimento(ana.id, Origem::Manual, valor)).await.unwrap();
    }
    let primeira = extrato(&ana, "").await;
    assert_eq!(valores(&primeira), (6..=25).rev().collect::<Vec<_>>());
    assert_eq!(
        primeira["pagination"],
        json!({"page": 1, "limit": 20, "total": 25, "totalPages": 2})
    );
    for (query, esperado) in [
        ("page=2", &[5, 4, 3, 2, 1][..]),
        ("limit=3", &[25, 24, 23]),
        ("limit=3&page=9", &[1]),
        ("limit=3&page=10", &[]),
        ("page=3", &[]),
        ("page=1000000", &[]),
        ("page=99999999999999999999", &[]),
    ] {
        let pagina = extrato(&ana, query).await;
        assert_eq!(valores(&pagina), esperado, "{query}");
        assert_eq!(pagina["pagination"]["total"], 25, "{query}");
    }
    let cem = extrato(&ana, "limit=500").await;
    assert_eq!((valores(&cem).len(), &cem["pagination"]["limit"]), (25, &json!(100)));
    for (query, campo) in [("page=0", "page"), ("limit=0", "limit"), ("page=1.5", "page")] {
        let erro = ana.get(&format!("{EXTRATO}?{query}")).await;
        assert_eq!(campos(&erro.expect_problem(400, "DADOS_INVALIDOS")), [campo]);
    }
}

async fn a_origem_filtra_e_pagina(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    for (valor, origem) in (1..=21).zip(Origem::ALL.iter().cycle()) {
        credita(app, &nucleo, movimento(ana.id, *origem, valor)).await.unwrap();
    }
    for (origem, numero) in Origem::ALL.iter().zip(1..) {
        let filtrado = extrato(&ana, &format!("origem={}", origem.as_str())).await;
        assert_eq!(valores(&filtrado), [numero + 14, numero + 7, numero], "{}", origem.as_str());
        let paginas = json!({"page": 1, "limit": 20, "total": 3, "totalPages": 1});
        assert_eq!(filtrado["pagination"], paginas);
        assert!(
            filtrado["data"]
                .as_array()
                .unwrap()
                .iter()
                .all(|linha| linha["origem"] == json!(origem))
        );
        let segunda = format!("origem={}&limit=2&page=2", origem.as_str());
        assert_eq!(valores(&extrato(&ana, &segunda).await), [numero]);
        let terceira = extrato(&ana, &format!("origem={}&limit=2&page=3", origem.as_str())).await;
        assert_eq!((valores(&terceira).len(), &terceira["pagination"]["total"]), (0, &json!(3)));
    }
    let outra = pessoa(app, &nucleo, "Outra", (Membro, Ativo)).await;
    assert_eq!(extrato(&outra, "origem=TAREFA").await["pagination"]["total"], 0);
}

async fn origem_desconhecida_e_recusada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let erro = ana.get(&format!("{EXTRATO}?origem=SORTE&page=x")).await;
    let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(campos(&erro), ["origem", "page"]);
    let mensagem = erro["campos"][0]["mensagem"].as_str().unwrap();
    assert!(Origem::ALL.iter().all(|origem| mensagem.contains(origem.as_str())), "{mensagem}");
}

async fn o_custo_nao_cresce_com_o_extrato(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let mut custos = Vec::new();
    for quantas in [5, 500] {
        let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
        let creditos = app.operator.write(async |tx| {
            app.operator.enter(tx, nucleo.id).await?;
            for valor in 1..=quantas {
                creditar(tx, movimento(ana.id, Origem::Manual, valor)).await?;
            }
            Ok(())
        });
        creditos.await.unwrap();
        for query in ["", "limit=5&page=100", "origem=MANUAL", "origem=MANUAL&limit=5&page=100"] {
            let (custo, mostrado) = app.statements(extrato(&ana, query)).await;
            assert_eq!(mostrado["pagination"]["total"], quantas, "{query}");
            custos.push(custo);
        }
    }
    assert!(custos.iter().all(|custo| *custo == custos[0] && *custo <= 3), "{custos:?}");
}

async fn o_saldo_e_o_da_carteira(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let saldo = async |quem: &TestCaller| quem.get("/api/economia/saldo").await.expect(200);
    assert_eq!(saldo(&ana).await, json!({"saldo": 0}));
    credita(app, &nucleo, movimento(ana.id, Origem::Manual, 50)).await.unwrap();
    debita(app, &nucleo, movimento(ana.id, Origem::Loja, 20)).await.unwrap();
    assert_eq!(saldo(&ana).await, json!({"saldo": 30}));
    // Above all nucleos there is no wallet, and so nothing in it.
    let super_admin = app.super_admin().await.with_header("x-nucleo-id", nucleo.id);
    assert_eq!(saldo(&super_admin).await, json!({"saldo": 0}));
    assert_eq!(extrato(&super_admin, "").await["pagination"]["total"], 0);
    let da_origem = extrato(&super_admin, "origem=MANUAL").await;
    assert_eq!((&da_origem["pagination"]["total"], &da_origem["data"]), (&json!(0), &json!([])));
}

async fn o_painel_e_a_soma_do_livro(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let (admin, vizinho) = (nucleo.caller(Administrador).await, outro.caller(Administrador).await);
    let vazio = json!({
        "totalEmitidas": 0, "totalGastas": 0, "saldoCirculacao": 0, "multiplicadorGlobal": 1.0,
        "tetoMensalCC": null,
    });
    assert_eq!(painel(&admin).await, vazio);
    for numero in 1..=5 {
        let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
        credita(app, &nucleo, movimento(ana.id, Origem::Tarefa, 100 * numero)).await.unwrap();
        debita(app, &nucleo, movimento(ana.id, Origem::Loja, 7 * numero)).await.unwrap();
        ajustar(&admin, ana.id, "CREDITO", numero).await.expect(201);
    }
    let (emitidas, gastas) = somas(app, &nucleo).await;
    assert_eq!((emitidas, gastas), (1515, 105));
    let esperado = json!({
        "totalEmitidas": emitidas, "totalGastas": gastas, "saldoCirculacao": emitidas - gastas,
        "multiplicadorGlobal": 1.0, "tetoMensalCC": null,
    });
    assert_eq!(painel(&admin).await, esperado);
    assert_eq!(painel(&vizinho).await, vazio, "each nucleo has its own");
}

async fn so_administradores_veem_o_painel(app: &TestApp) {
    let nucleo = app.nucleo().await;
    for cargo in [Membro, LiderProjeto, PortaVoz, Coordenador] {
        let curiosa = nucleo.caller(cargo).await;
        curiosa.get("/api/economia/painel").await.expect_problem(403, "SEM_PERMISSAO");
        let ajuste = ajustar(&curiosa, curiosa.id, "CREDITO", 1000).await;
        ajuste.expect_problem(403, "SEM_PERMISSAO");
        for (rota, corpo) in
            [("multiplicador", json!({"multiplicador": 2})), ("teto-mensal", json!({"teto": 1}))]
        {
            let recusado = curiosa.patch(&format!("/api/economia/{rota}"), corpo).await;
            recusado.expect_problem(403, "SEM_PERMISSAO");
        }
        // One's own statement and balance are everybody's.
        curiosa.get(EXTRATO).await.expect(200);
        curiosa.get("/api/economia/saldo").await.expect(200);
    }
    assert_eq!(somas(app, &nucleo).await, (0, 0));
}

async fn super_admin_escolhe_o_nucleo_do_painel(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    credita(app, &nucleo, movimento(ana.id, Origem::Manual, 50)).await.unwrap();
    let super_admin = app.super_admin().await;
    let sem = super_admin.get("/api/economia/painel").await;
    sem.expect_problem(400, "NUCLEO_NAO_SELECIONADO");
    for (rota, corpo) in
        [("multiplicador", json!({"multiplicador": 2})), ("teto-mensal", json!({"teto": 1}))]
    {
        let sem = super_admin.patch(&format!("/api/economia/{rota}"), corpo).await;
        sem.expect_problem(400, "NUCLEO_NAO_SELECIONADO");
    }
    for (nucleo, emitidas) in [(&nucleo, 50), (&outro, 0)] {
        let dentro = super_admin.clone().with_header("x-nucleo-id", nucleo.id);
        let mostrado = painel(&dentro).await;
        assert_eq!(mostrado["totalEmitidas"], emitidas);
        assert_eq!(mostrado["multiplicadorGlobal"], 1.0);
    }
}
