//! What stays of a person: in their profile, in their copy of their data, and after they left.

use base::scope::Cargo::{Coordenador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::membros::Status::Ativo;
use serde_json::json;

use super::{MINHAS, PROJETOS, concluir, confere, fazer, mover, projeto, tarefa, vista};
use crate::apoio::{coluna, fecha, pessoa};
use crate::autenticacao::{SENHA, dar_senha};

base::both_engines! { crate::service;
    o_perfil_conta_e_lista_as_tarefas_feitas,
    a_exportacao_tem_o_que_a_pessoa_fez,
    quem_exclui_a_conta_deixa_o_que_fez_sem_nome,
}

async fn o_perfil_conta_e_lista_as_tarefas_feitas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let horta = projeto(&coord, "Horta").await;
    let corpo = |titulo: &str| json!({"titulo": titulo, "recompensa": 7, "responsavelId": ana.id});
    let primeira = tarefa(&coord, Some(&horta), corpo("Rega")).await;
    let segunda = tarefa(&coord, None, corpo("Ata")).await;
    tarefa(&coord, None, corpo("Parada")).await;
    for id in [&segunda, &primeira] {
        app.advance(Duration::minutes(20));
        fazer(&ana, &coord, id).await;
    }
    assert_eq!(ana.get("/api/perfil").await.expect(200)["totais"]["tarefas"], 2);
    let historico = ana.get("/api/perfil/historico/tarefas").await;
    assert_eq!(historico.headers["x-total-count"], "2");
    let esperado = json!([
        {
            "id": primeira, "titulo": "Rega", "projeto": {"id": horta, "nome": "Horta"},
            "recompensa": 7, "creditado": 7, "aprovada_em": "2026-03-02T12:40:00.000Z",
        },
        {
            "id": segunda, "titulo": "Ata", "projeto": null, "recompensa": 7, "creditado": 7,
            "aprovada_em": "2026-03-02T12:20:00.000Z",
        },
    ]);
    assert_eq!(historico.expect(200), esperado, "the last approval first");
    let pagina = ana.get("/api/perfil/historico/tarefas?page=2&limit=1").await;
    assert_eq!(pagina.headers["x-total-count"], "2");
    assert_eq!(coluna(&pagina.expect(200), "titulo"), ["Ata"]);
    let de_outra = coord.get("/api/perfil/historico/tarefas").await.expect(200);
    assert_eq!(de_outra, json!([]));
}

async fn a_exportacao_tem_o_que_a_pessoa_fez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = pessoa(app, &nucleo, "Coordenadora", (Coordenador, Ativo)).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let outra = pessoa(app, &nucleo, "Outra Pessoa", (Membro, Ativo)).await;
    let horta = projeto(&coord, "Horta").await;
    let convidar = format!("{PROJETOS}/{horta}/convidar");
    coord.post(&convidar, json!({"usuario_ids": [ana.id, outra.id]})).await.expect(200);
    tarefa(&coord, Some(&horta), json!({"titulo": "Rega", "responsavelId": ana.id})).await;
    let aberta = tarefa(&coord, Some(&horta), json!({"titulo": "Cartaz"})).await;
    let comentar = format!("{PROJETOS}/{horta}/comentarios");
    for quem in [&ana, &outra] {
        let path = format!("{PROJETOS}/{horta}/tarefas/{aberta}/candidatar");
        quem.post(&path, json!({})).await.expect(201);
        quem.post(&comentar, json!({"texto": format!("Eu, {}", quem.id)})).await.expect(201);
    }
    let exportado = ana.get("/api/perfil/exportar").await.expect(200);
    let participacao = &exportado["participacao"];
    assert_eq!(participacao["projetos"][0]["projeto"]["nome"], "Horta");
    assert_eq!(participacao["projetos"][0]["status_convite"], "PENDENTE");
    assert_eq!(coluna(&participacao["tarefas"], "titulo"), ["Rega"]);
    assert_eq!(participacao["candidaturas"][0]["tarefa_id"], json!(aberta));
    assert_eq!(coluna(&participacao["comentarios"], "texto"), [format!("Eu, {}", ana.id)]);
    assert!(!exportado.to_string().contains("Outra Pessoa"));
    assert!(!exportado.to_string().contains(&outra.id.to_string()));
}

async fn quem_exclui_a_conta_deixa_o_que_fez_sem_nome(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana Quintanilha", (Membro, Ativo)).await;
    let (horta, radio) = (projeto(&coord, "Horta").await, projeto(&coord, "Rádio").await);
    for id in [&horta, &radio] {
        let membros = format!("{PROJETOS}/{id}/membros");
        coord.post(&membros, json!({"usuarioId": ana.id})).await.expect(201);
    }
    let corpo = json!({"titulo": "Rega", "recompensa": 5, "responsavelId": ana.id});
    let [feita, entregue, parada] = [
        tarefa(&coord, Some(&horta), corpo.clone()).await,
        tarefa(&coord, Some(&horta), corpo.clone()).await,
        tarefa(&coord, Some(&horta), corpo).await,
    ];
    fazer(&ana, &coord, &feita).await;
    mover(&ana, &entregue, "EM_ANDAMENTO").await.expect(200);
    concluir(&ana, &entregue).await.expect(200);
    let aberta = tarefa(&coord, Some(&horta), json!({"titulo": "Cartaz"})).await;
    let path = format!("{PROJETOS}/{horta}/tarefas/{aberta}");
    ana.post(&format!("{path}/candidatar"), json!({})).await.expect(201);
    let comentar = format!("{PROJETOS}/{horta}/comentarios");
    let corpo = json!({"texto": "Levo as mudas", "imagemUrl": "https://exemplo.org/eu.png"});
    ana.post(&comentar, corpo).await.expect(201);

    dar_senha(app, &ana).await;
    ana.post("/api/perfil/excluir-conta", json!({"senha": SENHA})).await.expect(200);
    app.deliver().await;

    let detalhe = coord.get(&format!("{PROJETOS}/{horta}")).await.expect(200);
    assert_eq!((&detalhe["membros"], &detalhe["totalMembros"]), (&json!([]), &json!(0)));
    let responsavel = json!({"id": ana.id, "nome": "Conta excluída", "ativo": false});
    for id in [&feita, &entregue, &parada] {
        assert_eq!(vista(&coord, &horta, id).await["responsavel"], responsavel);
    }
    let comentario = coord.get(&comentar).await.expect(200)[0].clone();
    assert_eq!(comentario["texto"], "Levo as mudas", "what was said stays");
    assert_eq!(comentario["usuario"]["nome"], "Conta excluída");
    assert!(comentario["imagem_url"].is_null(), "a picture may show who it was");
    let candidaturas = coord.get(&format!("{path}/candidaturas")).await.expect(200);
    assert_eq!(candidaturas, json!([]));
    // Nobody is left to be paid; the work can be accepted all the same.
    super::aprovar(&coord, &entregue).await.expect(200);
    assert_eq!(app.count("SELECT count(*) FROM transacoes", ()).await, 1);
    let nova = json!({"responsavelId": coord.id});
    coord.patch(&format!("{PROJETOS}/{horta}/tarefas/{parada}"), nova).await.expect(200);
    assert_eq!(coluna(&coord.get(MINHAS).await.expect(200), "titulo"), ["Rega"]);
    fecha(app).await;
    confere(app).await;
}
