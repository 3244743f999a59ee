//! Everything at once: one approval, one application, one responsible person, right numbers.

use base::scope::Cargo::{Coordenador, LiderProjeto, Membro};
use base::testing::{TestApp, TestCaller};
use nucleo::areas::membros::Status::Ativo;
use nucleo::areas::projetos::TarefaAprovada;
use serde_json::json;

use super::{
    PROJETOS, TAREFAS, aprovar, concluir, confere, excluir, mover, projeto, rejeitar, tarefa, vista,
};
use crate::apoio::{fecha, juntos, pessoa, saldo, trilha};

base::both_engines! { crate::service;
    vinte_aprovacoes_pagam_uma_vez,
    vinte_candidaturas_de_uma_pessoa_sao_uma,
    duas_candidatas_e_duas_lideres_dao_uma_responsavel,
    aprovar_e_rejeitar_ao_mesmo_tempo,
    vinte_convites_e_confirmacoes_contam_uma_vez,
    tudo_em_um_projeto_ao_mesmo_tempo,
}

async fn vinte_aprovacoes_pagam_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, lider) = (nucleo.caller(Coordenador).await, nucleo.caller(LiderProjeto).await);
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let corpo = json!({"titulo": "Rega", "recompensa": 30, "responsavelId": ana.id});
    let id = tarefa(&coord, None, corpo).await;
    mover(&ana, &id, "EM_ANDAMENTO").await.expect(200);
    concluir(&ana, &id).await.expect(200);
    let respostas = juntos((0..20).map(|numero| {
        let quem = if numero % 2 == 0 { coord.clone() } else { lider.clone() };
        let id = id.clone();
        async move { aprovar(&quem, &id).await }
    }))
    .await;
    let (aprovadas, recusadas): (Vec<_>, Vec<_>) =
        respostas.into_iter().partition(|resposta| resposta.status == 200);
    assert_eq!(aprovadas.len(), 1);
    for recusada in recusadas {
        recusada.expect_problem(409, "TAREFA_EM_OUTRO_ESTADO");
    }
    assert_eq!(saldo(app, ana.id).await, 30);
    assert_eq!(app.count("SELECT count(*) FROM transacoes", ()).await, 1);
    assert_eq!(trilha(app, "TAREFA_APROVADA").await.len(), 1);
    assert_eq!(app.events::<TarefaAprovada>().await.len(), 1);
    fecha(app).await;
}

async fn vinte_candidaturas_de_uma_pessoa_sao_uma(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let id = tarefa(&coord, None, json!({"titulo": "Rega"})).await;
    let path = format!("{TAREFAS}/{id}/candidatar");
    let respostas = juntos((0..20).map(|_| {
        let (ana, path) = (ana.clone(), path.clone());
        async move { ana.post(&path, json!({})).await }
    }))
    .await;
    let mut feitas = 0;
    for resposta in respostas {
        match resposta.status {
            201 => feitas += 1,
            _ => drop(resposta.expect_problem(409, "JA_CANDIDATOU")),
        }
    }
    assert_eq!(feitas, 1);
    assert_eq!(app.count("SELECT count(*) FROM tarefa_candidaturas", ()).await, 1);
}

async fn duas_candidatas_e_duas_lideres_dao_uma_responsavel(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let lideres = [nucleo.caller(LiderProjeto).await, nucleo.caller(LiderProjeto).await];
    let horta = projeto(&coord, "Horta").await;
    for rodada in 0..10 {
        let id = tarefa(&coord, Some(&horta), json!({"titulo": "Rega"})).await;
        let path = format!("{PROJETOS}/{horta}/tarefas/{id}");
        let candidatas = [nucleo.caller(Membro).await, nucleo.caller(Membro).await];
        let terceira = nucleo.caller(Membro).await;
        for candidata in candidatas.iter().chain([&terceira]) {
            candidata.post(&format!("{path}/candidatar"), json!({})).await.expect(201);
        }
        let decisoes = lideres.iter().zip(&candidatas).map(|(lider, candidata)| {
            let (lider, candidata) = (lider.clone(), candidata.id);
            let path = format!("{path}/aprovar-candidatura/{candidata}");
            async move { (candidata, lider.post(&path, json!({})).await) }
        });
        let decisoes = juntos(decisoes.collect::<Vec<_>>()).await;
        let (aprovadas, recusadas): (Vec<_>, Vec<_>) =
            decisoes.into_iter().partition(|(_, resposta)| resposta.status == 200);
        assert_eq!(aprovadas.len(), 1, "round {rodada}");
        for (_, recusada) in recusadas {
            recusada.expect_problem(409, "CANDIDATURA_JA_DECIDIDA");
        }
        let escolhida = aprovadas[0].0;
        assert_eq!(vista(&coord, &horta, &id).await["responsavel"]["id"], json!(escolhida));
        let lista = coord.get(&format!("{path}/candidaturas")).await.expect(200);
        for candidatura in lista.as_array().unwrap() {
            let dela = candidatura["usuario_id"] == json!(escolhida);
            let esperado = if dela { "APROVADA" } else { "REJEITADA" };
            assert_eq!(candidatura["status"], esperado, "round {rodada}");
        }
        assert_eq!(lista.as_array().unwrap().len(), 3);
    }
}

async fn aprovar_e_rejeitar_ao_mesmo_tempo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let mut pagas = 0;
    for _ in 0..10 {
        let corpo = json!({"titulo": "Rega", "recompensa": 1, "responsavelId": ana.id});
        let id = tarefa(&coord, None, corpo).await;
        mover(&ana, &id, "EM_ANDAMENTO").await.expect(200);
        concluir(&ana, &id).await.expect(200);
        let decisoes = juntos((0..8).map(|numero| {
            let (coord, id) = (coord.clone(), id.clone());
            async move {
                match numero % 2 {
                    0 => (1, aprovar(&coord, &id).await),
                    _ => (0, rejeitar(&coord, &id).await),
                }
            }
        }))
        .await;
        let feitas: Vec<_> =
            decisoes.iter().filter(|(_, resposta)| resposta.status == 200).collect();
        assert_eq!(feitas.len(), 1);
        assert!(decisoes.iter().all(|(_, resposta)| [200, 409].contains(&resposta.status)));
        pagas += feitas[0].0;
    }
    assert_eq!(saldo(app, ana.id).await, pagas);
    fecha(app).await;
}

async fn vinte_convites_e_confirmacoes_contam_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let horta = projeto(&coord, "Horta").await;
    let passos: [(&str, &TestCaller, serde_json::Value); 3] = [
        ("convidar", &coord, json!({"usuario_ids": [ana.id]})),
        ("aceitar-convite", &ana, json!({})),
        (&format!("confirmar-membro/{}", ana.id), &coord, json!({})),
    ];
    for (passo, quem, corpo) in passos {
        let path = format!("{PROJETOS}/{horta}/{passo}");
        let respostas = juntos((0..20).map(|_| {
            let (quem, path, corpo) = (quem.clone(), path.clone(), corpo.clone());
            async move { quem.post(&path, corpo).await }
        }))
        .await;
        let feitos = respostas.iter().filter(|resposta| match passo {
            "convidar" => resposta.body["convidados"] == 1,
            _ => resposta.status == 200,
        });
        assert_eq!(feitos.count(), 1, "{passo}");
        assert!(respostas.iter().all(|resposta| [200, 409].contains(&resposta.status)));
    }
    confere(app).await;
}

/// Whoever touches project, task and comments at once waits in a line, not in a circle.
async fn tudo_em_um_projeto_ao_mesmo_tempo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let mut gente = Vec::new();
    for _ in 0..6 {
        gente.push(nucleo.caller(Membro).await);
    }
    let horta = projeto(&coord, "Horta").await;
    for rodada in 0..5 {
        let id = tarefa(&coord, Some(&horta), json!({"titulo": "Rega"})).await;
        let path = format!("{PROJETOS}/{horta}/tarefas/{id}");
        let da_tarefa = format!("{path}/comentarios");
        let mut feitos = Vec::new();
        for quem in &gente {
            let feito = quem.post(&da_tarefa, json!({"texto": "Oi"})).await.expect(201);
            feitos.push(feito["id"].as_str().unwrap().to_owned());
        }
        let pedidos = (0..36_usize).map(|numero| {
            let quem = gente[numero % gente.len()].clone();
            let (coord, path, id) = (coord.clone(), path.clone(), id.clone());
            let comentario = format!("{PROJETOS}/{horta}/comentarios/{}", feitos[numero % 6]);
            let (membros, da_tarefa) = (format!("{PROJETOS}/{horta}/membros"), da_tarefa.clone());
            async move {
                let resposta = match numero % 9 {
                    0 => quem.post(&da_tarefa, json!({"texto": "Oi"})).await,
                    1 => excluir(&coord, &comentario).await,
                    2 => quem.post(&format!("{path}/candidatar"), json!({})).await,
                    3 => coord.patch(&path, json!({"titulo": "Horta"})).await,
                    4 => mover(&quem, &id, "EM_ANDAMENTO").await,
                    5 => coord.post(&membros, json!({"usuarioId": quem.id})).await,
                    6 => {
                        let decisao = format!("{path}/aprovar-candidatura/{}", quem.id);
                        coord.post(&decisao, json!({})).await
                    }
                    7 => excluir(&coord, &format!("{membros}/{}", quem.id)).await,
                    _ if numero > 30 => excluir(&coord, &path).await,
                    _ => coord.get(&path).await,
                };
                (numero, resposta)
            }
        });
        for (numero, resposta) in juntos(pedidos).await {
            assert!(resposta.status < 500, "round {rodada}, {numero}: {}", resposta.body);
        }
        confere(app).await;
    }
}
