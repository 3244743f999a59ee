//! Conversations are kept, gone on with, shared and removed.

use base::scope::Cargo::{Administrador, Coordenador};
use base::testing::TestApp;
use chrono::Duration;
use serde_json::{Value, json};

use super::{ACAO, CHAT, CONVERSAS, confirmacao, continuar, nucleo_com_ana, pergunta, perguntar};
use crate::apoio::coluna;

base::both_engines! { crate::service;
    cada_mensagem_e_guardada,
    a_historia_inteira_continua_a_mesma_conversa,
    so_a_compartilhada_e_vista_por_outros,
    a_lista_vem_em_paginas_da_mais_nova,
    quem_exclui_leva_as_propostas,
    entradas_erradas_nao_guardam_nada,
    sem_nucleo_nao_ha_conversa,
}

async fn abrir(quem: &base::testing::TestCaller, resposta: &Value) -> Value {
    let id = resposta["conversaId"].as_str().unwrap();
    quem.get(&format!("{CONVERSAS}/{id}")).await.expect(200)
}

async fn cada_mensagem_e_guardada(app: &TestApp) {
    let (_, admin, _) = nucleo_com_ana(app).await;
    let primeira = perguntar(&admin, "  Quantos membros\nativos temos?").await;
    app.advance(Duration::minutes(1));
    let segunda = continuar(&admin, &primeira, "Liste os membros ativos").await;
    assert_eq!(primeira["conversaId"], segunda["conversaId"]);
    let aberta = abrir(&admin, &primeira).await;
    assert_eq!(aberta["titulo"], "Quantos membros ativos temos?");
    assert_eq!((&aberta["totalMensagens"], &aberta["compartilhada"]), (&json!(4), &json!(false)));
    let mensagens = &aberta["mensagens"];
    assert_eq!(coluna(mensagens, "role"), ["user", "assistant", "user", "assistant"]);
    assert_eq!(mensagens[3]["content"], segunda["resposta"]);
    assert_eq!(mensagens[3]["tipo"], "member_cards");
    assert_eq!(mensagens[3]["dados"], segunda["dados"]);
    assert_eq!(mensagens[1]["tool_calls"], json!(["contarMembros"]));
    assert_eq!(mensagens[0]["tipo"], json!(null));
}

async fn a_historia_inteira_continua_a_mesma_conversa(app: &TestApp) {
    let (_, admin, _) = nucleo_com_ana(app).await;
    let primeira = perguntar(&admin, "Quantos membros ativos temos?").await;
    let historia = json!([
        {"role": "user", "content": "Quantos membros ativos temos?"},
        {"role": "assistant", "content": primeira["resposta"]},
        {"role": "user", "content": "Quem são eles?"},
    ]);
    let segunda = admin.post(CHAT, json!({"messages": historia})).await.expect(200);
    assert_eq!(segunda["conversaId"], primeira["conversaId"]);
    assert_eq!(segunda["tool_calls"], json!(["listarMembros"]), "{segunda}");

    // Another history is another conversation, kept whole.
    let mut outra = historia.clone();
    outra[1]["content"] = json!("Outra resposta");
    let outra = admin.post(CHAT, json!({"messages": outra})).await.expect(200);
    assert_ne!(outra["conversaId"], primeira["conversaId"]);
    assert_eq!(abrir(&admin, &outra).await["totalMensagens"], 4);
}

async fn so_a_compartilhada_e_vista_por_outros(app: &TestApp) {
    let (nucleo, admin, ana) = nucleo_com_ana(app).await;
    let coord = nucleo.caller(Coordenador).await;
    let vizinho = app.nucleo().await.caller(Coordenador).await;
    let resposta = perguntar(&admin, "Credite 5 moedas para Ana Souza por ajuda na sede").await;
    let caminho = format!("{CONVERSAS}/{}", resposta["conversaId"].as_str().unwrap());
    let compartilhar = format!("{caminho}/compartilhar");

    coord.get(&caminho).await.expect_problem(404, "CONVERSA_NAO_ENCONTRADA");
    assert_eq!(coord.get(CONVERSAS).await.expect(200), json!([]));
    coord
        .patch(&compartilhar, json!({"compartilhada": true}))
        .await
        .expect_problem(403, "SEM_PERMISSAO");
    ana.get(CONVERSAS).await.expect_problem(403, "SEM_PERMISSAO");
    admin.patch(&compartilhar, json!({})).await.expect_problem(400, "DADOS_INVALIDOS");

    let vista = admin.patch(&compartilhar, json!({"compartilhada": true})).await.expect(200);
    assert_eq!(
        (&vista["compartilhada"], &vista["compartilhada_em"]),
        (&json!(true), &json!(app.now()))
    );
    let lida = coord.get(&caminho).await.expect(200);
    assert_eq!(lida["autor"]["id"], json!(admin.id));
    // Whoever reads along is not offered what another has to confirm.
    assert_eq!(lida["mensagens"][1]["acao"], json!(null));
    assert_eq!(admin.get(&caminho).await.expect(200)["mensagens"][1]["acao"]["estado"], "PENDENTE");
    coord.post(ACAO, confirmacao(&resposta)).await.expect_problem(403, "SEM_PERMISSAO");
    assert_eq!(coord.get(CONVERSAS).await.expect(200)[0]["id"], resposta["conversaId"]);
    vizinho.get(&caminho).await.expect_problem(404, "CONVERSA_NAO_ENCONTRADA");

    // It is there to be read: nobody else speaks in it or removes it.
    let mut corpo = pergunta("Quantos membros temos?");
    corpo["conversaId"] = resposta["conversaId"].clone();
    coord.post(CHAT, corpo).await.expect_problem(403, "CONVERSA_DE_OUTRA_PESSOA");
    let excluida = coord.send("DELETE", &caminho, "".into()).await;
    excluida.expect_problem(403, "CONVERSA_DE_OUTRA_PESSOA");

    // Any administrator can take it back.
    let outro = nucleo.caller(Administrador).await;
    let vista = outro.patch(&compartilhar, json!({"compartilhada": false})).await.expect(200);
    assert_eq!(vista["compartilhada_em"], json!(null));
    coord.get(&caminho).await.expect_problem(404, "CONVERSA_NAO_ENCONTRADA");
    outro
        .patch(&compartilhar, json!({"compartilhada": true}))
        .await
        .expect_problem(404, "CONVERSA_NAO_ENCONTRADA");
}

async fn a_lista_vem_em_paginas_da_mais_nova(app: &TestApp) {
    let (nucleo, admin, _) = nucleo_com_ana(app).await;
    let outro = nucleo.caller(Administrador).await;
    let mut ids = Vec::new();
    for numero in 0..3 {
        app.advance(Duration::minutes(1));
        let quem = if numero == 1 { &outro } else { &admin };
        let resposta = perguntar(quem, "Quantos membros temos?").await;
        let caminho =
            format!("{CONVERSAS}/{}/compartilhar", resposta["conversaId"].as_str().unwrap());
        quem.patch(&caminho, json!({"compartilhada": true})).await.expect(200);
        ids.push(resposta["conversaId"].clone());
    }
    perguntar(&outro, "Só dela").await;
    let lista = admin.get(CONVERSAS).await;
    assert_eq!(lista.headers["x-total-count"], "3");
    let lista = lista.expect(200);
    assert_eq!(coluna(&lista, "id"), [&ids[2], &ids[1], &ids[0]].map(|id| id.as_str().unwrap()));
    let segunda = admin.get(&format!("{CONVERSAS}?page=2&limit=2")).await.expect(200);
    assert_eq!(coluna(&segunda, "id"), [ids[0].as_str().unwrap()]);
    let (consultas, _) = app.statements(admin.get(CONVERSAS)).await;
    assert!(consultas <= 3, "{consultas}");
}

async fn quem_exclui_leva_as_propostas(app: &TestApp) {
    let (_, admin, _) = nucleo_com_ana(app).await;
    let resposta = perguntar(&admin, "Credite 5 moedas para Ana Souza por ajuda na sede").await;
    let caminho = format!("{CONVERSAS}/{}", resposta["conversaId"].as_str().unwrap());
    let feita = perguntar(&admin, "Credite 7 moedas para Ana Souza por ajuda na sede").await;
    super::confirmar(&admin, &feita).await;
    let da_feita = format!("{CONVERSAS}/{}", feita["conversaId"].as_str().unwrap());
    for caminho in [&caminho, &da_feita] {
        let excluida = admin.send("DELETE", caminho, "".into()).await.expect(200);
        assert!(excluida["message"].is_string());
        admin.get(caminho).await.expect_problem(404, "CONVERSA_NAO_ENCONTRADA");
    }
    admin.post(ACAO, confirmacao(&resposta)).await.expect_problem(404, "ACAO_NAO_ENCONTRADA");
    // What was done stays written down.
    let sql = "SELECT count(*) FROM ia_acoes WHERE estado = 'CONFIRMADA'";
    assert_eq!(app.count(sql, ()).await, 1);
    for tabela in ["SELECT count(*) FROM ia_mensagens", "SELECT count(*) FROM ia_mencoes"] {
        assert_eq!(app.count(tabela, ()).await, 0);
    }
}

async fn entradas_erradas_nao_guardam_nada(app: &TestApp) {
    let (_, admin, _) = nucleo_com_ana(app).await;
    let longa = "x".repeat(10_001);
    for corpo in [
        json!({"messages": []}),
        json!({"messages": [{"role": "assistant", "content": "Oi"}]}),
        json!({"messages": [{"role": "user", "content": longa}]}),
        json!({"messages": vec![json!({"role": "user", "content": "x"}); 201]}),
        json!({"messages": [{"role": "user", "content": "x"}], "conversaId": "x"}),
    ] {
        admin.post(CHAT, corpo).await.expect_problem(400, "DADOS_INVALIDOS");
    }
    assert_eq!(app.count("SELECT count(*) FROM ia_conversas", ()).await, 0);
}

async fn sem_nucleo_nao_ha_conversa(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let sem = app.super_admin().await;
    sem.post(CHAT, pergunta("Quantos membros temos?"))
        .await
        .expect_problem(400, "NUCLEO_NAO_SELECIONADO");
    sem.post("/api/ia/resumo-semanal", json!({}))
        .await
        .expect_problem(400, "NUCLEO_NAO_SELECIONADO");
    let dentro = sem.with_header("x-nucleo-id", nucleo.id);
    let resposta = perguntar(&dentro, "Quantos membros temos?").await;
    assert_eq!(resposta["dados"]["total"], 0);
}
