//! Comments on projects and tasks, and the numbers that the board shows of them.

use base::scope::Cargo::{Administrador, Coordenador, LiderProjeto, Membro};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::membros::Status::Ativo;
use serde_json::json;

use super::{PROJETOS, confere, excluir, projeto, tarefa, vista};
use crate::apoio::{coluna, pessoa};

base::both_engines! { crate::service;
    comentar_conta_no_quadro,
    quem_escreveu_ou_modera_exclui,
}

async fn comentar_conta_no_quadro(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let horta = projeto(&coord, "Horta").await;
    let id = tarefa(&coord, Some(&horta), json!({"titulo": "Rega"})).await;
    let do_projeto = format!("{PROJETOS}/{horta}/comentarios");
    let da_tarefa = format!("{PROJETOS}/{horta}/tarefas/{id}/comentarios");
    let corpo = json!({"texto": " <b>Oi</b>\nde novo ", "imagemUrl": "/arquivos/c/1.webp"});
    let feito = ana.post(&do_projeto, corpo).await.expect(201);
    let esperado = json!({
        "id": feito["id"], "projeto_id": horta, "tarefa_id": null, "usuario_id": ana.id,
        "usuario": {"id": ana.id, "nome": "Ana", "foto_url": null, "ativo": true},
        "texto": "<b>Oi</b>\nde novo", "imagem_url": "/arquivos/c/1.webp",
        "criado_em": "2026-03-02T12:00:00.000Z",
    });
    assert_eq!(feito, esperado, "plain text, word for word");
    for numero in 0..3 {
        app.advance(Duration::minutes(1));
        let corpo = json!({ "texto": format!("t{numero}") });
        let feito = ana.post(&da_tarefa, corpo).await.expect(201);
        assert_eq!(feito["tarefa_id"], json!(id));
    }
    let lista = ana.get(&do_projeto).await;
    assert_eq!(lista.headers["x-total-count"], "1");
    assert_eq!(lista.expect(200), json!([esperado]), "without those of its tasks");
    let lista = coord.get(&format!("{da_tarefa}?limit=2&page=1")).await;
    assert_eq!(lista.headers["x-total-count"], "3");
    assert_eq!(coluna(&lista.expect(200), "texto"), ["t2", "t1"], "newest first");
    assert_eq!(vista(&ana, &horta, &id).await["totalComentarios"], 3);
    let quadro = coord.get(PROJETOS).await.expect(200);
    assert_eq!(quadro[0]["totalComentarios"], 4, "the project's and its tasks'");
    confere(app).await;
}

async fn quem_escreveu_ou_modera_exclui(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let (ana, bia) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    let (horta, radio) = (projeto(&coord, "Horta").await, projeto(&coord, "Rádio").await);
    let id = tarefa(&coord, Some(&horta), json!({"titulo": "Rega"})).await;
    let lugares = [
        format!("{PROJETOS}/{horta}/comentarios"),
        format!("{PROJETOS}/{horta}/tarefas/{id}/comentarios"),
    ];
    let admin = nucleo.caller(Administrador).await;
    for lugar in &lugares {
        for quem_exclui in [&ana, &coord, &admin] {
            let feito = ana.post(lugar, json!({"texto": "Oi"})).await.expect(201);
            let cid = feito["id"].as_str().unwrap();
            let path = format!("{PROJETOS}/{horta}/comentarios/{cid}");
            for sem in [&bia, &nucleo.caller(LiderProjeto).await] {
                let recusado = excluir(sem, &path).await;
                recusado.expect_problem(403, "COMENTARIO_DE_OUTRA_PESSOA");
            }
            let noutro = format!("{PROJETOS}/{radio}/comentarios/{cid}");
            let recusado = excluir(quem_exclui, &noutro).await;
            recusado.expect_problem(404, "COMENTARIO_NAO_ENCONTRADO");
            confere(app).await;
            excluir(quem_exclui, &path).await.expect(200);
            let de_novo = excluir(quem_exclui, &path).await;
            de_novo.expect_problem(404, "COMENTARIO_NAO_ENCONTRADO");
        }
    }
    let detalhe = coord.get(&format!("{PROJETOS}/{horta}")).await.expect(200);
    assert_eq!(detalhe["totalComentarios"], 0);
    assert_eq!(detalhe["tarefas"][0]["totalComentarios"], 0);
    confere(app).await;
}
