//! Every kind of answer, from the question to the last word.

use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use nucleo::areas::membros::Status::Ativo;
use serde_json::json;

use super::{ACAO, confirmar, continuar, nucleo_com_ana, perguntar};
use crate::apoio::{chaves, pessoa, saldo};

base::both_engines! { crate::service;
    cada_tipo_de_resposta_aparece,
    o_catalogo_inteiro_responde,
}

async fn cada_tipo_de_resposta_aparece(app: &TestApp) {
    let (nucleo, admin, ana) = nucleo_com_ana(app).await;

    let texto = perguntar(&admin, "Quantos membros ativos temos?").await;
    assert_eq!((&texto["tipo"], &texto["tool_calls"]), (&json!("text"), &json!(["contarMembros"])));
    assert_eq!(texto["dados"]["total"], 2);
    assert!(texto["resposta"].as_str().unwrap().contains("2 membros ativos"), "{texto}");
    assert_eq!(
        chaves(&texto),
        ["acao", "conversaId", "dados", "quick_replies", "resposta", "tipo", "tool_calls"]
    );

    let cartoes = perguntar(&admin, "Liste os membros ativos").await;
    assert_eq!(cartoes["tipo"], "member_cards", "{cartoes}");
    let cartao = cartoes["dados"]["membros"].as_array().unwrap();
    let cartao = cartao.iter().find(|membro| membro["nome"] == "Ana Souza").unwrap();
    assert_eq!((&cartao["cargo"], &cartao["id"]), (&json!("MEMBRO"), &json!(ana.id)));

    pessoa(app, &nucleo, "Ana Lima", (Membro, Ativo)).await;
    let duvida = perguntar(&admin, "Credite 50 moedas para Ana por ajudar no mutirão").await;
    assert_eq!((&duvida["tipo"], &duvida["acao"]), (&json!("quick_replies"), &json!(null)));
    assert_eq!(duvida["quick_replies"], json!(["Ana Lima", "Ana Souza"]));
    assert_eq!(duvida["tool_calls"], json!([]));

    let proposta = continuar(&admin, &duvida, "Ana Souza").await;
    assert_eq!(proposta["tipo"], "action_confirm", "{proposta}");
    assert_eq!(proposta["tool_calls"], json!(["creditarMoedas"]));
    let acao = &proposta["acao"];
    assert_eq!(
        (&acao["ferramenta"], &acao["argumentos"]["membroId"], &acao["argumentos"]["valor"]),
        (&json!("creditarMoedas"), &json!(ana.id), &json!(50))
    );
    assert_eq!(saldo(app, ana.id).await, 0);

    // A yes in words runs nothing.
    let sim = continuar(&admin, &proposta, "sim, confirmo").await;
    assert_eq!((&sim["acao"]["id"], &sim["tipo"]), (&acao["id"], &json!("action_confirm")));
    assert_eq!(saldo(app, ana.id).await, 0);

    let feita = confirmar(&admin, &proposta).await;
    assert_eq!((&feita["success"], &feita["tipo"]), (&json!(true), &json!("success")));
    assert_eq!(saldo(app, ana.id).await, 50);

    let tarefa = perguntar(&admin, "Crie uma tarefa com o título \"Desenhar o cartaz\"").await;
    assert_eq!(tarefa["tipo"], "task_preview", "{tarefa}");
    assert_eq!(tarefa["dados"]["titulo"], "Desenhar o cartaz");
    assert_eq!(app.count("SELECT count(*) FROM tarefas", ()).await, 0);
    confirmar(&admin, &tarefa).await;
    assert_eq!(app.count("SELECT count(*) FROM tarefas", ()).await, 1);

    let email = "Prepare um e-mail para todos sobre o mutirão de sábado às 9h na sede";
    let email = perguntar(&admin, email).await;
    assert_eq!(email["tipo"], "email_preview", "{email}");
    assert_eq!(email["tool_calls"], json!(["prepararEmail"]));
    assert_eq!(email["acao"]["ferramenta"], "enviarEmail");
    assert!(email["dados"]["html"].as_str().unwrap().contains("mutirão"), "{email}");
    let enviado = confirmar(&admin, &email).await;
    assert_eq!(enviado["dados"]["destinatarios"], 3);
    app.deliver().await;
    let assunto = email["dados"]["assunto"].as_str().unwrap().to_owned();
    let sql = "SELECT count(*) FROM email_logs WHERE assunto = $1 AND manual";
    assert_eq!(app.count(sql, (assunto,)).await, 3);

    let cancelada = perguntar(&admin, "Debite 10 moedas de Ana Souza por erro no lançamento").await;
    let corpo = json!({"action": "cancelar", "payload": {"acaoId": cancelada["acao"]["id"]}});
    admin.post(ACAO, corpo).await.expect(200);
    assert_eq!(saldo(app, ana.id).await, 50);
}

/// Each of the 19 reading tools by a question that people would ask, on a nucleo where nothing has
/// happened yet.
async fn o_catalogo_inteiro_responde(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    for ferramenta in assistente::Ferramenta::TODAS.iter().filter(|uma| !uma.escreve()) {
        let resposta = perguntar(&admin, assistente::exemplo(*ferramenta)).await;
        let texto = resposta["resposta"].as_str().unwrap();
        assert!(!texto.is_empty());
        let recusou = resposta["tool_calls"] == json!([]);
        // Nobody is called so, and no poll was ever asked: said in words.
        let sem_dados = texto.contains("Não encontrei")
            || texto.contains("nenhuma enquete")
            || texto.contains("Não conheço");
        assert!(
            !recusou && resposta["tool_calls"] == json!([ferramenta.as_str()]) || sem_dados,
            "{}: {resposta}",
            ferramenta.as_str()
        );
    }
}
