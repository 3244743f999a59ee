//! What the store offers, to whom, and who may change it.

use base::scope::Cargo::{Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::{TestApp, TestCaller};
use chrono::Duration;
use serde_json::{Value, json};

use super::{PEDIDOS, PRODUTOS, decidir, do_produto, estoque, fecha, pedir, produto, rica};
use crate::apoio::{coluna, saldo};
use crate::autenticacao::{campos, com};

base::both_engines! { crate::service;
    um_produto_tem_a_forma_do_contrato,
    membros_veem_so_o_que_esta_a_venda,
    so_muda_o_que_vem,
    produto_errado_nao_guarda_nada,
    excluir_mantem_os_pedidos,
    so_quem_cuida_da_loja_mexe_nela,
    cada_nucleo_tem_a_sua_loja,
    a_lista_custa_o_mesmo_com_muitos,
}

async fn lista(quem: &TestCaller) -> Value {
    quem.get(PRODUTOS).await.expect(200)
}

async fn um_produto_tem_a_forma_do_contrato(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let corpo = json!({
        "nome": " Camiseta ", "descricao": "Do P ao GG", "preco": 80, "estoque": 10,
        "fotoUrl": "/arquivos/comunicados/camiseta.webp", "ativo": true,
    });
    let camiseta = coord.post(PRODUTOS, corpo).await.expect(201);
    let esperada = json!({
        "id": camiseta["id"], "nome": "Camiseta", "descricao": "Do P ao GG", "preco": 80,
        "estoque": 10, "fotoUrl": "/arquivos/comunicados/camiseta.webp", "ativo": true,
    });
    assert_eq!(camiseta, esperada);
    app.advance(Duration::seconds(1));
    let caneca = coord.post(PRODUTOS, json!({"nome": "Caneca", "preco": 0})).await.expect(201);
    let esperada = json!({
        "id": caneca["id"], "nome": "Caneca", "descricao": null, "preco": 0, "estoque": null,
        "fotoUrl": null, "ativo": true,
    });
    assert_eq!(caneca, esperada);
    let membro = nucleo.caller(Membro).await;
    let resposta = membro.get(PRODUTOS).await;
    assert_eq!(resposta.headers["x-total-count"], "2");
    assert_eq!(resposta.expect(200), json!([caneca, camiseta]), "newest first");
    let segunda = membro.get("/api/loja/produtos?limit=1&page=2").await;
    assert_eq!(segunda.headers["x-total-count"], "2");
    assert_eq!(segunda.expect(200), json!([camiseta]));
}

async fn membros_veem_so_o_que_esta_a_venda(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    for (nome, ativo) in [("Caneca", true), ("Agenda", false)] {
        let corpo = json!({"nome": nome, "preco": 1, "ativo": ativo});
        coord.post(PRODUTOS, corpo).await.expect(201);
        app.advance(Duration::seconds(1));
    }
    for cargo in [Membro, LiderProjeto, PortaVoz] {
        let resposta = nucleo.caller(cargo).await.get(PRODUTOS).await;
        assert_eq!(resposta.headers["x-total-count"], "1");
        assert_eq!(coluna(&resposta.expect(200), "nome"), ["Caneca"], "{cargo:?}");
    }
    for cargo in [Coordenador, Administrador] {
        let todos = lista(&nucleo.caller(cargo).await).await;
        assert_eq!(coluna(&todos, "nome"), ["Agenda", "Caneca"], "{cargo:?}");
    }
}

async fn so_muda_o_que_vem(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let corpo = json!({
        "nome": "Caneca", "descricao": "Azul", "preco": 30, "estoque": 5, "fotoUrl": "https://a.org/x",
    });
    let criado = coord.post(PRODUTOS, corpo).await.expect(201);
    let caminho = do_produto(criado["id"].as_str().unwrap());
    let mudado = coord.patch(&caminho, json!({"preco": 35, "ativo": false})).await.expect(200);
    assert_eq!(mudado, com(com(criado.clone(), "preco", 35), "ativo", false));
    assert_eq!(coord.patch(&caminho, json!({})).await.expect(200), mudado, "nothing was named");
    let retira = json!({"descricao": null, "estoque": null, "fotoUrl": null, "nome": null});
    let sem = coord.patch(&caminho, retira).await.expect(200);
    let esperado = json!({
        "id": criado["id"], "nome": "Caneca", "descricao": null, "preco": 35, "estoque": null,
        "fotoUrl": null, "ativo": false,
    });
    assert_eq!(sem, esperado);
    let volta = json!({"nome": "Xícara", "estoque": 0, "ativo": true});
    let volta = coord.patch(&caminho, volta).await.expect(200);
    assert_eq!((&volta["nome"], &volta["estoque"]), (&json!("Xícara"), &json!(0)));
    assert_eq!(lista(&nucleo.caller(Membro).await).await, json!([volta]));
}

async fn produto_errado_nao_guarda_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let certo = json!({"nome": "Caneca", "preco": 30, "estoque": 5});
    let errados = [
        ("nome", json!("")),
        ("nome", json!("a".repeat(201))),
        ("nome", json!(7)),
        ("descricao", json!("a".repeat(10_001))),
        ("descricao", json!([])),
        ("preco", json!(-1)),
        ("preco", json!(1.5)),
        ("preco", json!("30")),
        ("preco", json!(1_000_000_001)),
        ("preco", json!(u64::MAX)),
        ("estoque", json!(-1)),
        ("estoque", json!(0.5)),
        ("estoque", json!(1_000_000_001)),
        ("fotoUrl", json!("javascript:alert(1)")),
        ("fotoUrl", json!(3)),
        ("ativo", json!("sim")),
    ];
    for (campo, valor) in &errados {
        let erro = coord.post(PRODUTOS, com(certo.clone(), campo, valor.clone())).await;
        let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), [*campo], "{valor}");
    }
    let erro = coord.post(PRODUTOS, json!({})).await.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(campos(&erro), ["nome", "preco"]);
    assert_eq!(lista(&coord).await, json!([]));

    let criado = coord.post(PRODUTOS, certo).await.expect(201);
    let caminho = do_produto(criado["id"].as_str().unwrap());
    for (campo, valor) in &errados {
        let outro = if *campo == "nome" { "preco" } else { "nome" };
        let mudanca =
            json!({ *campo: valor, outro: if outro == "nome" { json!("X") } else { json!(1) } });
        let erro = coord.patch(&caminho, mudanca).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), [*campo], "{valor}");
    }
    assert_eq!(lista(&coord).await, json!([criado]), "all of a change or nothing of it");
}

/// The product goes from every list; what was ordered of it is still there, and can be ended.
async fn excluir_mantem_os_pedidos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, rica(app, &nucleo, 100).await);
    let caneca = produto(&coord, 30, Some(5)).await;
    let entregue = pedir(&ana, &caneca, 1).await.expect(201);
    app.advance(Duration::seconds(1));
    let cancelado = pedir(&ana, &caneca, 2).await.expect(201);
    let excluido = coord.send("DELETE", &do_produto(&caneca), "".into()).await.expect(200);
    assert_eq!(excluido, json!({"message": "Produto excluído."}));
    for quem in [&coord, &ana] {
        let resposta = quem.get(PRODUTOS).await;
        assert_eq!(resposta.headers["x-total-count"], "0");
        assert_eq!(resposta.expect(200), json!([]));
    }
    assert_eq!(ana.get(PEDIDOS).await.expect(200), json!([cancelado, entregue]));
    pedir(&ana, &caneca, 1).await.expect_problem(404, "PRODUTO_NAO_ENCONTRADO");
    let outra_vez = coord.send("DELETE", &do_produto(&caneca), "".into()).await;
    outra_vez.expect_problem(404, "PRODUTO_NAO_ENCONTRADO");
    let mudado = coord.patch(&do_produto(&caneca), json!({"ativo": true})).await;
    mudado.expect_problem(404, "PRODUTO_NAO_ENCONTRADO");

    decidir(&coord, &entregue, "ENTREGUE").await.expect(200);
    decidir(&coord, &cancelado, "CANCELADO").await.expect(200);
    assert_eq!((saldo(app, ana.id).await, estoque(app, &caneca).await), (70, Some(4)));
    fecha(app).await;
}

async fn so_quem_cuida_da_loja_mexe_nela(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let caneca = produto(&coord, 30, None).await;
    for cargo in [Membro, LiderProjeto, PortaVoz] {
        let curiosa = nucleo.caller(cargo).await;
        let corpo = json!({"nome": "Minha", "preco": 0});
        curiosa.post(PRODUTOS, corpo.clone()).await.expect_problem(403, "SEM_PERMISSAO");
        let mudado = curiosa.patch(&do_produto(&caneca), corpo).await;
        mudado.expect_problem(403, "SEM_PERMISSAO");
        let excluido = curiosa.send("DELETE", &do_produto(&caneca), "".into()).await;
        excluido.expect_problem(403, "SEM_PERMISSAO");
        curiosa.get(super::TODOS).await.expect_problem(403, "SEM_PERMISSAO");
    }
    let produtos = lista(&coord).await;
    assert_eq!((coluna(&produtos, "nome"), &produtos[0]["preco"]), (vec!["Caneca"], &json!(30)));
}

async fn cada_nucleo_tem_a_sua_loja(app: &TestApp) {
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    let caneca = produto(&nosso.caller(Coordenador).await, 1, None).await;
    let vizinha = deles.caller(Administrador).await;
    assert_eq!(lista(&vizinha).await, json!([]));
    let mudado = vizinha.patch(&do_produto(&caneca), json!({"preco": 9})).await;
    mudado.expect_problem(404, "PRODUTO_NAO_ENCONTRADO");
    pedir(&vizinha, &caneca, 1).await.expect_problem(404, "PRODUTO_NAO_ENCONTRADO");

    let super_admin = app.super_admin().await;
    let corpo = json!({"nome": "Boné", "preco": 3});
    let sem = super_admin.post(PRODUTOS, corpo.clone()).await;
    sem.expect_problem(400, "NUCLEO_NAO_SELECIONADO");
    let dentro = super_admin.clone().with_header("x-nucleo-id", deles.id);
    dentro.post(PRODUTOS, corpo).await.expect(201);
    assert_eq!(coluna(&lista(&vizinha).await, "nome"), ["Boné"]);
    assert_eq!(lista(&super_admin).await.as_array().unwrap().len(), 2, "over all nucleos");
    // An id is found wherever it lives.
    super_admin.patch(&do_produto(&caneca), json!({"preco": 2})).await.expect(200);
}

async fn a_lista_custa_o_mesmo_com_muitos(app: &TestApp) {
    let mut custos = Vec::new();
    for quantos in [1, 30] {
        let nucleo = app.nucleo().await;
        let coord = nucleo.caller(Coordenador).await;
        for _ in 0..quantos {
            produto(&coord, 1, None).await;
        }
        for quem in [coord, nucleo.caller(Membro).await] {
            let (custo, produtos) = app.statements(lista(&quem)).await;
            assert_eq!(produtos.as_array().unwrap().len(), quantos);
            custos.push(custo);
        }
    }
    assert!(custos.iter().all(|custo| *custo <= 3), "{custos:?}");
}
