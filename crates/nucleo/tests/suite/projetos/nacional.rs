//! A SUPER_ADMIN over all nucleos, and inside one.

use base::scope::Cargo::{Coordenador, Membro};
use base::testing::TestApp;
use serde_json::json;

use super::{
    MINHAS, PROJETOS, TAREFAS, aprovar, concluir, confere, excluir, linhas, mover, projeto, tarefa,
};
use crate::apoio::{coluna, saldo, trilha};

base::both_engines! { crate::service;
    sem_nucleo_alcanca_todos_e_nao_cria,
    com_nucleo_age_dentro_dele,
}

async fn sem_nucleo_alcanca_todos_e_nao_cria(app: &TestApp) {
    let (um, dois) = (app.nucleo().await, app.nucleo().await);
    let super_admin = app.super_admin().await;
    let ana = dois.caller(Membro).await;
    let (horta, outro) = (
        projeto(&um.caller(Coordenador).await, "Horta").await,
        projeto(&dois.caller(Coordenador).await, "Rádio").await,
    );
    let coord = dois.caller(Coordenador).await;
    let corpo = json!({"titulo": "Ata", "recompensa": 5, "responsavelId": ana.id});
    let id = tarefa(&coord, Some(&outro), corpo).await;
    tarefa(&um.caller(Coordenador).await, None, json!({"titulo": "Avulsa"})).await;

    let lista = super_admin.get(PROJETOS).await;
    assert_eq!(lista.headers["x-total-count"], "2");
    assert_eq!(coluna(&lista.expect(200), "nome"), ["Rádio", "Horta"]);
    assert_eq!(coluna(&super_admin.get(TAREFAS).await.expect(200), "titulo"), ["Avulsa"]);
    assert_eq!(super_admin.get(MINHAS).await.expect(200), json!([]));
    let meus = super_admin.get(&format!("{PROJETOS}/meus-convites")).await;
    assert_eq!(meus.expect(200), json!([]));
    let path = format!("{PROJETOS}/{outro}");
    assert_eq!(super_admin.get(&path).await.expect(200)["tarefas"][0]["titulo"], "Ata");
    super_admin.patch(&path, json!({"status": "CONCLUIDO"})).await.expect(200);
    mover(&super_admin, &id, "EM_ANDAMENTO").await.expect(200);
    concluir(&super_admin, &id).await.expect_problem(403, "NAO_E_RESPONSAVEL");
    concluir(&ana, &id).await.expect(200);
    aprovar(&super_admin, &id).await.expect(200);
    assert_eq!(saldo(app, ana.id).await, 5);
    assert_eq!(trilha(app, "TAREFA_APROVADA").await[0].0, super_admin.id);
    // Of a person of one nucleo and a task of another nothing is made.
    let vizinha = um.caller(Membro).await;
    let aberta = tarefa(&coord, Some(&outro), json!({"titulo": "Rega"})).await;
    let trocar = super_admin
        .patch(&format!("{path}/tarefas/{aberta}"), json!({"responsavelId": vizinha.id}))
        .await
        .expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(coluna(&trocar["campos"], "campo"), ["responsavelId"]);

    let antes = linhas(app).await;
    let convidar = json!({"usuario_ids": [ana.id]});
    for (path, corpo) in [
        (PROJETOS.to_owned(), json!({"nome": "Nacional"})),
        (TAREFAS.to_owned(), json!({"titulo": "Nacional"})),
        (format!("{PROJETOS}/{horta}/tarefas"), json!({"titulo": "Nacional"})),
        (format!("{PROJETOS}/{horta}/comentarios"), json!({"texto": "Oi"})),
        (format!("{PROJETOS}/{outro}/membros"), json!({"usuarioId": ana.id})),
        (format!("{PROJETOS}/{outro}/convidar"), convidar),
    ] {
        let recusado = super_admin.post(&path, corpo).await;
        recusado.expect_problem(400, "NUCLEO_NAO_SELECIONADO");
    }
    assert_eq!(linhas(app).await, antes);
    confere(app).await;
}

async fn com_nucleo_age_dentro_dele(app: &TestApp) {
    let (um, dois) = (app.nucleo().await, app.nucleo().await);
    let super_admin = app.super_admin().await.with_header("x-nucleo-id", um.id);
    let ana = um.caller(Membro).await;
    let alheio = projeto(&dois.caller(Coordenador).await, "Rádio").await;
    let horta = projeto(&super_admin, "Horta").await;
    assert_eq!(coluna(&super_admin.get(PROJETOS).await.expect(200), "nome"), ["Horta"]);
    super_admin.get(&format!("{PROJETOS}/{alheio}")).await.expect(404);
    let id = tarefa(&super_admin, Some(&horta), json!({"titulo": "Rega"})).await;
    let path = format!("{PROJETOS}/{horta}/tarefas/{id}");
    let candidatar = super_admin.post(&format!("{path}/candidatar"), json!({})).await;
    candidatar.expect_problem(403, "SEM_PERMISSAO");
    let comentar = format!("{PROJETOS}/{horta}/comentarios");
    let feito = super_admin.post(&comentar, json!({"texto": "Bom trabalho"})).await.expect(201);
    assert_eq!(feito["usuario_id"], json!(super_admin.id));
    let lido = ana.get(&comentar).await.expect(200);
    assert_eq!(lido[0]["usuario"]["nome"], "Fulana", "members see who wrote it");
    let cid = feito["id"].as_str().unwrap();
    excluir(&super_admin, &format!("{comentar}/{cid}")).await.expect(200);
    confere(app).await;
}
