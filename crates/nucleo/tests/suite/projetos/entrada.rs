//! Bad input: everything that is wrong is told at once, and nothing is stored.

use base::scope::Cargo::{Coordenador, Membro};
use base::testing::{TestApp, TestCaller};
use nucleo::areas::membros::Status::{Ativo, Pendente};
use serde_json::{Value, json};

use super::{PROJETOS, TAREFAS, linhas, mover, projeto, sobre, tarefa, vista};
use crate::apoio::{coluna, pessoa};

base::both_engines! { crate::service;
    projetos_tortos,
    tarefas_tortas,
    entregas_e_rejeicoes_tortas,
    comentarios_tortos,
}

async fn recusa(quem: &TestCaller, metodo: &str, path: &str, corpo: Value, campos: &[&str]) {
    let resposta = quem.send(metodo, path, corpo.to_string().into()).await;
    let problema = resposta.expect_problem(400, "DADOS_INVALIDOS");
    let mut recusados = coluna(&problema["campos"], "campo");
    recusados.sort_unstable();
    let mut esperados = campos.to_vec();
    esperados.sort_unstable();
    assert_eq!(recusados, esperados, "{metodo} {path} {corpo}");
}

async fn projetos_tortos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let horta = projeto(&coord, "Horta").await;
    let path = format!("{PROJETOS}/{horta}");
    let antes = (linhas(app).await, coord.get(&path).await.expect(200));
    let longo = json!({
        "nome": "x".repeat(201), "descricao": "x".repeat(10_001), "status": "ABERTO",
        "dataFim": "30/11/2026",
    });
    let todos = ["nome", "descricao", "status", "dataFim"];
    recusa(&coord, "POST", PROJETOS, longo.clone(), &todos).await;
    recusa(&coord, "PATCH", &path, longo, &todos).await;
    recusa(&coord, "POST", PROJETOS, json!({}), &["nome"]).await;
    recusa(&coord, "PATCH", &path, json!({"nome": " "}), &["nome"]).await;
    for torta in ["2026-02-30", "2026", "", "99999-01-01"] {
        recusa(&coord, "PATCH", &path, json!({ "dataFim": torta }), &["dataFim"]).await;
    }
    assert_eq!((linhas(app).await, coord.get(&path).await.expect(200)), antes);
}

async fn tarefas_tortas(app: &TestApp) {
    let (nucleo, vizinho) = (app.nucleo().await, app.nucleo().await);
    let coord = nucleo.caller(Coordenador).await;
    let pendente = pessoa(app, &nucleo, "Pendente", (Membro, Pendente)).await.id;
    let alheia = vizinho.caller(Membro).await.id;
    let super_admin = app.super_admin().await.id;
    let horta = projeto(&coord, "Horta").await;
    let id = tarefa(&coord, Some(&horta), json!({"titulo": "Rega", "recompensa": 10})).await;
    let avulsa = tarefa(&coord, None, json!({"titulo": "Ata"})).await;
    let alvos = [
        ("POST", format!("{PROJETOS}/{horta}/tarefas")),
        ("PATCH", format!("{PROJETOS}/{horta}/tarefas/{id}")),
        ("POST", TAREFAS.to_owned()),
        ("PATCH", format!("{TAREFAS}/{avulsa}")),
    ];
    let antes = (linhas(app).await, vista(&coord, &horta, &id).await);
    for (metodo, path) in &alvos {
        let tudo = json!({
            "titulo": "x".repeat(201), "descricao": 7, "dificuldade": "MORTAL", "recompensa": -1,
            "prazo": "amanhã", "responsavelId": alheia,
        });
        let todos = ["titulo", "descricao", "dificuldade", "recompensa", "prazo", "responsavelId"];
        recusa(&coord, metodo, path, tudo, &todos).await;
        for recompensa in [json!(-1), json!(1_000_001), json!(1.5), json!("10"), json!(1e18)] {
            let corpo = json!({"titulo": "Rega", "recompensa": recompensa});
            recusa(&coord, metodo, path, corpo, &["recompensa"]).await;
        }
        for responsavel in [json!(alheia), json!(pendente), json!(super_admin), json!("x")] {
            let corpo = json!({"titulo": "Rega", "responsavelId": responsavel});
            recusa(&coord, metodo, path, corpo, &["responsavelId"]).await;
        }
    }
    for path in [TAREFAS.to_owned(), format!("{PROJETOS}/{horta}/tarefas")] {
        recusa(&coord, "POST", &path, json!({}), &["titulo"]).await;
    }
    assert_eq!((linhas(app).await, vista(&coord, &horta, &id).await), antes);
}

async fn entregas_e_rejeicoes_tortas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let horta = projeto(&coord, "Horta").await;
    let corpo = json!({"titulo": "Rega", "recompensa": 10, "responsavelId": ana.id});
    let id = tarefa(&coord, Some(&horta), corpo).await;
    for status in ["CONCLUIDA", "APROVADA", "FEITA", ""] {
        let path = sobre(&id, "status");
        recusa(&ana, "PATCH", &path, json!({ "status": status }), &["status"]).await;
    }
    recusa(&ana, "PATCH", &sobre(&id, "status"), json!({}), &["status"]).await;
    mover(&ana, &id, "EM_ANDAMENTO").await.expect(200);
    let antes = (linhas(app).await, vista(&ana, &horta, &id).await);
    let concluir = sobre(&id, "concluir");
    recusa(&ana, "POST", &concluir, json!({}), &["comprovacao"]).await;
    recusa(&ana, "POST", &concluir, json!({"comprovacao": "  "}), &["comprovacao"]).await;
    let longa = json!({"comprovacao": "x".repeat(10_001), "comprovacaoUrl": "ftp://x"});
    recusa(&ana, "POST", &concluir, longa, &["comprovacao", "comprovacaoUrl"]).await;
    assert_eq!((linhas(app).await, vista(&ana, &horta, &id).await), antes);

    super::concluir(&ana, &id).await.expect(200);
    let antes = (linhas(app).await, vista(&ana, &horta, &id).await);
    for torto in [json!({}), json!({"feedback": " \n"}), json!({"feedback": "x".repeat(10_001)})] {
        recusa(&coord, "POST", &sobre(&id, "rejeitar"), torto, &["feedback"]).await;
    }
    assert_eq!((linhas(app).await, vista(&ana, &horta, &id).await), antes);
}

async fn comentarios_tortos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let horta = projeto(&coord, "Horta").await;
    let id = tarefa(&coord, Some(&horta), json!({"titulo": "Rega"})).await;
    let antes = linhas(app).await;
    for path in [
        format!("{PROJETOS}/{horta}/comentarios"),
        format!("{PROJETOS}/{horta}/tarefas/{id}/comentarios"),
    ] {
        recusa(&ana, "POST", &path, json!({}), &["texto"]).await;
        recusa(&ana, "POST", &path, json!({"texto": "x".repeat(10_001)}), &["texto"]).await;
        let url = format!("https://a.org/{}", "x".repeat(2000));
        for imagem in ["javascript:alert(1)", "//mal.org/x.png", &url] {
            let corpo = json!({"texto": "", "imagemUrl": imagem});
            recusa(&ana, "POST", &path, corpo, &["texto", "imagemUrl"]).await;
        }
        let campos = ana.get(&format!("{path}?limit=0&page=x")).await;
        let campos = campos.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(coluna(&campos["campos"], "campo"), ["page", "limit"]);
    }
    assert_eq!(linhas(app).await, antes);
    super::confere(app).await;
}
