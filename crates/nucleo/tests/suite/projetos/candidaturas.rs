//! Applications: asked once, decided once, and what the others hear.

use base::scope::Cargo::{Coordenador, LiderProjeto, Membro};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::membros::Status::Ativo;
use nucleo::areas::projetos::{
    CandidaturaAprovada, CandidaturaRecebida, CandidaturaRejeitada, CandidaturasPreteridas,
};
use serde_json::json;

use super::{MINHAS, PROJETOS, projeto, tarefa, vista};
use crate::apoio::{coluna, pessoa};

base::both_engines! { crate::service;
    uma_e_escolhida_e_as_outras_nao,
    uma_tarefa_em_andamento_sem_responsavel_ainda_esta_aberta,
    a_lista_e_de_quem_decide,
}

async fn uma_e_escolhida_e_as_outras_nao(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, lider) = (nucleo.caller(Coordenador).await, nucleo.caller(LiderProjeto).await);
    let horta = projeto(&coord, "Horta").await;
    let id = tarefa(&lider, Some(&horta), json!({"titulo": "Rega"})).await;
    let path = format!("{PROJETOS}/{horta}/tarefas/{id}");
    let mut candidatas = Vec::new();
    for nome in ["Ana", "Bia", "Caio", "Davi"] {
        app.advance(Duration::minutes(1));
        let candidata = pessoa(app, &nucleo, nome, (Membro, Ativo)).await;
        let feita = candidata.post(&format!("{path}/candidatar"), json!({})).await.expect(201);
        let esperado = json!({
            "tarefa_id": id, "usuario_id": candidata.id, "status": "PENDENTE",
            "usuario": {"id": candidata.id, "nome": nome, "foto_url": null, "ativo": true},
            "criado_em": feita["criado_em"],
        });
        assert_eq!(feita, esperado);
        let de_novo = candidata.post(&format!("{path}/candidatar"), json!({})).await;
        de_novo.expect_problem(409, "JA_CANDIDATOU");
        candidatas.push(candidata);
    }
    assert_eq!(app.events::<CandidaturaRecebida>().await.len(), 4);
    let [ana, bia, ..] = candidatas.as_slice() else { panic!() };
    let decidir = |decisao: &str, quem: base::id::UsuarioId| format!("{path}/{decisao}/{quem}");
    let recusada = lider.post(&decidir("rejeitar-candidatura", ana.id), json!({})).await;
    assert_eq!(recusada.expect(200)["status"], "REJEITADA");
    let escolhida = lider.post(&decidir("aprovar-candidatura", bia.id), json!({})).await;
    assert_eq!(escolhida.expect(200)["status"], "APROVADA");

    let lista = lider.get(&format!("{path}/candidaturas")).await;
    assert_eq!(lista.headers["x-total-count"], "4");
    let lista = lista.expect(200);
    assert_eq!(coluna(&lista, "status"), ["REJEITADA", "REJEITADA", "APROVADA", "REJEITADA"]);
    assert_eq!(vista(&bia.clone(), &horta, &id).await["candidatura"], "APROVADA");
    assert_eq!(vista(bia, &horta, &id).await["responsavel"]["nome"], "Bia");
    assert_eq!(coluna(&bia.get(MINHAS).await.expect(200), "titulo"), ["Rega"]);
    assert_eq!(ana.get(MINHAS).await.expect(200), json!([]));

    let recusadas = app.events::<CandidaturaRejeitada>().await;
    assert_eq!((recusadas.len(), recusadas[0].1.usuario_id), (1, ana.id));
    assert_eq!(app.events::<CandidaturaAprovada>().await[0].1.usuario_id, bia.id);
    assert_eq!(app.events::<CandidaturasPreteridas>().await.len(), 1, "one for all the others");
    let tarde = pessoa(app, &nucleo, "Eva", (Membro, Ativo)).await;
    let tarde = tarde.post(&format!("{path}/candidatar"), json!({})).await;
    tarde.expect_problem(409, "TAREFA_NAO_ABERTA");
}

async fn uma_tarefa_em_andamento_sem_responsavel_ainda_esta_aberta(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let horta = projeto(&coord, "Horta").await;
    let id = tarefa(&coord, Some(&horta), json!({"titulo": "Rega"})).await;
    let movida = super::mover(&ana, &id, "EM_ANDAMENTO").await.expect(200);
    assert_eq!((&movida["status"], &movida["aberta"]), (&json!("EM_ANDAMENTO"), &json!(true)));
    super::concluir(&ana, &id).await.expect_problem(403, "NAO_E_RESPONSAVEL");
    let path = format!("{PROJETOS}/{horta}/tarefas/{id}");
    ana.post(&format!("{path}/candidatar"), json!({})).await.expect(201);
    let aprovar = format!("{path}/aprovar-candidatura/{}", ana.id);
    coord.post(&aprovar, json!({})).await.expect(200);
    assert_eq!(vista(&ana, &horta, &id).await["status"], "EM_ANDAMENTO");
    super::concluir(&ana, &id).await.expect(200);
}

async fn a_lista_e_de_quem_decide(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let horta = projeto(&coord, "Horta").await;
    let id = tarefa(&coord, Some(&horta), json!({"titulo": "Rega"})).await;
    let path = format!("{PROJETOS}/{horta}/tarefas/{id}");
    for _ in 0..3 {
        app.advance(Duration::minutes(1));
        let candidata = nucleo.caller(Membro).await;
        candidata.post(&format!("{path}/candidatar"), json!({})).await.expect(201);
    }
    let lista = format!("{path}/candidaturas");
    ana.get(&lista).await.expect_problem(403, "SEM_PERMISSAO");
    let pagina = coord.get(&format!("{lista}?page=2&limit=2")).await;
    assert_eq!(pagina.headers["x-total-count"], "3");
    assert_eq!(pagina.expect(200).as_array().unwrap().len(), 1);
    coord.get(&format!("{lista}?page=0")).await.expect_problem(400, "DADOS_INVALIDOS");
}
