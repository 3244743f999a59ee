//! What each confirmed action does, and what people do from within the chat by themselves.

use base::scope::Cargo::{Administrador, Coordenador, Membro, PortaVoz};
use base::testing::{TestApp, TestCaller};
use nucleo::areas::membros::Status::Ativo;
use serde_json::{Value, json};

use super::{ACAO, confirmacao, confirmar, nucleo_com_ana, perguntar, rastro};
use crate::apoio::pessoa;

base::both_engines! { crate::service;
    cargo_e_situacao_mudam_como_por_quem_administra,
    o_ultimo_administrador_fica,
    uma_notificacao_chega_no_aplicativo_e_por_push,
    uma_tarefa_de_projeto_e_do_projeto,
    um_email_vai_exatamente_como_foi_visto,
    o_push_e_a_tarefa_sao_atos_de_quem_pede,
    um_ato_errado_nao_faz_nada,
}

async fn avisos(quem: &TestCaller) -> Vec<Value> {
    let lista = quem.get("/api/notificacoes").await.expect(200);
    lista["data"].as_array().unwrap().clone()
}

async fn cargo_e_situacao_mudam_como_por_quem_administra(app: &TestApp) {
    let (_, admin, ana) = nucleo_com_ana(app).await;
    let cargo = perguntar(&admin, "Mude o cargo de Ana Souza para coordenador").await;
    assert_eq!(cargo["acao"]["argumentos"]["cargo"], "COORDENADOR", "{cargo}");
    assert_eq!(cargo["dados"]["de"], "MEMBRO");
    confirmar(&admin, &cargo).await;
    let vista = admin.get(&format!("/api/membros/{}", ana.id)).await.expect(200);
    assert_eq!(vista["cargo"], "COORDENADOR");
    // She may ask the assistant now, and is proposed nothing.
    let recusa = perguntar(&ana, "Mude o cargo de Ana Souza para administrador").await;
    assert_eq!((&recusa["acao"], &recusa["tool_calls"]), (&json!(null), &json!([])));

    let status = perguntar(&admin, "Suspenda a Ana Souza").await;
    assert_eq!(status["acao"]["argumentos"]["status"], "SUSPENSO", "{status}");
    confirmar(&admin, &status).await;
    ana.get("/api/auth/me").await.expect_problem(401, "NAO_AUTENTICADO");
    let de_novo = perguntar(&admin, "Suspenda a Ana Souza").await;
    assert_eq!(de_novo["acao"], json!(null));
}

async fn o_ultimo_administrador_fica(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = pessoa(app, &nucleo, "Rui Prado", (Administrador, Ativo)).await;
    let proposta = perguntar(&admin, "Mude o cargo de Rui Prado para membro").await;
    let antes = rastro(app).await;
    admin.post(ACAO, confirmacao(&proposta)).await.expect_problem(409, "ULTIMO_ADMINISTRADOR");
    assert_eq!(rastro(app).await, antes);
}

async fn uma_notificacao_chega_no_aplicativo_e_por_push(app: &TestApp) {
    let (nucleo, admin, ana) = nucleo_com_ana(app).await;
    let bia = pessoa(app, &nucleo, "Bia Reis", (Membro, Ativo)).await;
    let pedido = "Envie uma notificação para Ana Souza dizendo \"A reunião mudou para as 19h\"";
    let proposta = perguntar(&admin, pedido).await;
    assert_eq!(proposta["tipo"], "action_confirm", "{proposta}");
    assert_eq!(proposta["acao"]["argumentos"]["destinatarios"], json!({"membroIds": [ana.id]}));
    assert_eq!(avisos(&ana).await.len(), 0);
    confirmar(&admin, &proposta).await;
    app.deliver().await;
    let chegou = avisos(&ana).await;
    assert!(chegou[0].to_string().contains("19h"), "{chegou:?}");
    assert_eq!(avisos(&bia).await.len(), 0);
    let sql = "SELECT count(*) FROM entregas WHERE canal = 'PUSH' AND usuario_id = $1";
    assert_eq!(app.count(sql, (ana.id,)).await, 1);
}

async fn uma_tarefa_de_projeto_e_do_projeto(app: &TestApp) {
    let (_, admin, ana) = nucleo_com_ana(app).await;
    let projeto = admin.post("/api/projetos", json!({"nome": "Horta"})).await.expect(201);
    let pedido =
        "Crie a tarefa \"Regar as mudas\" no projeto Horta para Ana Souza valendo 30 moedas";
    let proposta = perguntar(&admin, pedido).await;
    let argumentos = &proposta["acao"]["argumentos"];
    assert_eq!(
        (&argumentos["projetoId"], &argumentos["responsavelId"], &argumentos["recompensa"]),
        (&projeto["id"], &json!(ana.id), &json!(30)),
        "{proposta}"
    );
    confirmar(&admin, &proposta).await;
    let caminho = format!("/api/projetos/{}", projeto["id"].as_str().unwrap());
    let projeto = admin.get(&caminho).await.expect(200);
    assert_eq!(projeto["totalTarefas"], 1);
    assert_eq!(projeto["tarefas"][0]["titulo"], "Regar as mudas");
    assert_eq!(projeto["tarefas"][0]["responsavel"]["id"], json!(ana.id));
}

async fn um_email_vai_exatamente_como_foi_visto(app: &TestApp) {
    let (nucleo, admin, ana) = nucleo_com_ana(app).await;
    pessoa(app, &nucleo, "Bia Reis", (Membro, Ativo)).await;
    let pedido = "Prepare um e-mail para Ana Souza sobre a reunião de quinta";
    let proposta = perguntar(&admin, pedido).await;
    assert_eq!(proposta["tipo"], "email_preview", "{proposta}");
    // Asked to be sent in words, it is shown once more.
    let de_novo = super::continuar(&admin, &proposta, "Envie o e-mail que você preparou").await;
    assert_eq!(de_novo["acao"]["id"], proposta["acao"]["id"], "{de_novo}");
    assert_eq!(de_novo["tipo"], "email_preview");
    let feita = confirmar(&admin, &proposta).await;
    assert_eq!(feita["dados"]["destinatarios"], 1);
    app.deliver().await;
    let sql = "SELECT destinatario, assunto FROM email_logs WHERE manual";
    let logs: Vec<(String, String)> = app.rows(sql, ()).await;
    let assunto = proposta["dados"]["assunto"].as_str().unwrap();
    assert_eq!(logs, [(format!("{}@teste.org", ana.id), assunto.to_owned())]);
    let sql = "SELECT CAST(email AS text) FROM avisos WHERE email IS NOT NULL";
    let corpo: Vec<(String,)> = app.rows(sql, ()).await;
    let corpo: Value = serde_json::from_str(&corpo[0].0).unwrap();
    assert_eq!(corpo["dados"]["html"], proposta["dados"]["html"]);
}

async fn o_push_e_a_tarefa_sao_atos_de_quem_pede(app: &TestApp) {
    let (nucleo, _, ana) = nucleo_com_ana(app).await;
    let coord = nucleo.caller(Coordenador).await;
    let push = |destinatarios: Value| {
        let payload =
            json!({"titulo": "Aviso", "mensagem": "Hoje às 19h", "destinatarios": destinatarios});
        json!({"action": "push", "payload": payload})
    };
    let feita = coord.post(ACAO, push(json!("all"))).await.expect(200);
    assert_eq!((&feita["success"], &feita["dados"]["destinatarios"]), (&json!(true), &json!(3)));
    coord.post(ACAO, push(json!({"cargo": ["MEMBRO"]}))).await.expect(200);
    coord.post(ACAO, push(json!({"membroIds": [ana.id]}))).await.expect(200);
    app.deliver().await;
    assert_eq!((avisos(&ana).await.len(), avisos(&coord).await.len()), (3, 1));

    let tarefa = json!({"titulo": "Varrer a sede", "recompensa": 10, "dificuldade": "FACIL"});
    let corpo = json!({"action": "criar_tarefa_aberta", "payload": tarefa});
    let feita = coord.post(ACAO, corpo.clone()).await.expect(200);
    assert!(feita["message"].as_str().unwrap().contains("Varrer a sede"));
    let lista = ana.get("/api/tarefas").await.expect(200);
    assert_eq!((&lista[0]["titulo"], &lista[0]["aberta"]), (&json!("Varrer a sede"), &json!(true)));
    for quem in [&ana, &nucleo.caller(PortaVoz).await] {
        quem.post(ACAO, corpo.clone()).await.expect_problem(403, "SEM_PERMISSAO");
        quem.post(ACAO, push(json!("all"))).await.expect_problem(403, "SEM_PERMISSAO");
    }
}

async fn um_ato_errado_nao_faz_nada(app: &TestApp) {
    let (nucleo, admin, _) = nucleo_com_ana(app).await;
    let deles = app.nucleo().await.person("ATIVO").await;
    let inativa = nucleo.person("INATIVO").await;
    let antes = rastro(app).await;
    for (action, payload, campo) in [
        (
            "push",
            json!({"titulo": "x", "mensagem": "y", "destinatarios": {"membroIds": [deles.id]}}),
            "payload.destinatarios.membroIds[0]",
        ),
        ("push", json!({"titulo": " ", "mensagem": "y", "destinatarios": "all"}), "payload.titulo"),
        ("criar_tarefa_aberta", json!({}), "payload.titulo"),
        ("criar_tarefa_aberta", json!({"titulo": "x", "recompensa": -1}), "payload.recompensa"),
        (
            "criar_tarefa_aberta",
            json!({"titulo": "x", "responsavelId": deles.id}),
            "payload.responsavelId",
        ),
    ] {
        let corpo = json!({"action": action, "payload": payload});
        let erro = admin.post(ACAO, corpo).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(erro["campos"][0]["campo"], campo, "{erro}");
    }
    let so_inativa =
        json!({"titulo": "x", "mensagem": "y", "destinatarios": {"membroIds": [inativa.id]}});
    admin
        .post(ACAO, json!({"action": "push", "payload": so_inativa}))
        .await
        .expect_problem(409, "PESSOA_NAO_ATIVA");
    assert_eq!(rastro(app).await, antes);
}
