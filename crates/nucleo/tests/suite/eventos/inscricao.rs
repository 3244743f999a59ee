//! Signing up while there are places, waiting when there are none, moving up, withdrawing.

use base::scope::Cargo::{Coordenador, Membro};
use base::testing::{TestApp, TestCaller};
use chrono::Duration;
use nucleo::areas::eventos::VagasLiberadas;
use serde_json::{Value, json};

use super::{
    checkin, codigo, confere, desistir, evento, inscrever, minha, multidao, pessoas, presenca,
};

base::both_engines! { crate::service;
    cada_pessoa_se_inscreve_uma_vez,
    sem_vaga_se_espera_e_quem_espera_sobe_na_ordem,
    mais_vagas_chamam_quem_espera,
    sem_limite_todos_sobem,
    quem_nao_pode_vir_nao_toma_o_lugar,
    inscricoes_vao_ate_o_fim,
    so_se_desiste_do_que_se_tem,
    quem_vem_sem_lugar_ocupa_um,
    um_evento_que_passou_nao_chama_ninguem,
}

async fn estados(pessoas: &[TestCaller], evento: &str) -> Vec<Value> {
    let mut estados = Vec::new();
    for pessoa in pessoas {
        estados.push(minha(pessoa, evento).await);
    }
    estados
}

async fn cada_pessoa_se_inscreve_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let plenaria = evento(app, &coord, json!({"vagas": 2})).await;
    let ana = nucleo.caller(Membro).await;
    let inscrita = inscrever(&ana, &plenaria).await.expect(201);
    assert_eq!(inscrita, ana.get(&plenaria).await.expect(200));
    assert_eq!((&inscrita["inscritos"], &inscrita["vagas"]), (&json!(1), &json!(2)));
    assert_eq!(minha(&ana, &plenaria).await, "INSCRITO");
    assert_eq!(minha(&coord, &plenaria).await, Value::Null, "each sees their own");
    inscrever(&ana, &plenaria).await.expect_problem(409, "JA_INSCRITO");
    assert_eq!(desistir(&ana, &plenaria).await.expect(200)["message"], "Inscrição retirada.");
    assert_eq!(minha(&ana, &plenaria).await, Value::Null);
    assert_eq!(ana.get(&plenaria).await.expect(200)["inscritos"], 0);
    inscrever(&ana, &plenaria).await.expect(201);
    assert_eq!(pessoas(app).await, [1, 0, 0]);
    confere(app).await;
}

async fn sem_vaga_se_espera_e_quem_espera_sobe_na_ordem(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let oficina = evento(app, &coord, json!({"vagas": 2})).await;
    let gente = multidao(app, nucleo.id, 5).await;
    for (pessoa, esperado) in
        gente.iter().zip(["INSCRITO", "INSCRITO", "ESPERA", "ESPERA", "ESPERA"])
    {
        let inscrita = inscrever(pessoa, &oficina).await.expect(201);
        assert_eq!(inscrita["minhaInscricao"], esperado);
    }
    assert_eq!(coord.get(&oficina).await.expect(200)["inscritos"], 2, "without who waits");
    inscrever(&gente[3], &oficina).await.expect_problem(409, "JA_INSCRITO");
    // One who waits leaves: nobody moves. One with a place leaves: the longest waiting has it.
    desistir(&gente[2], &oficina).await.expect(200);
    assert_eq!(app.events::<VagasLiberadas>().await, []);
    desistir(&gente[0], &oficina).await.expect(200);
    let depois = [Value::Null, json!("INSCRITO"), Value::Null, json!("INSCRITO"), json!("ESPERA")];
    assert_eq!(estados(&gente, &oficina).await, depois);
    assert_eq!(app.events::<VagasLiberadas>().await.len(), 1);
    // Whoever comes back is last.
    inscrever(&gente[2], &oficina).await.expect(201);
    desistir(&gente[1], &oficina).await.expect(200);
    assert_eq!(minha(&gente[4], &oficina).await, "INSCRITO");
    assert_eq!(minha(&gente[2], &oficina).await, "ESPERA");
    assert_eq!(pessoas(app).await, [2, 1, 0]);
    confere(app).await;
}

async fn mais_vagas_chamam_quem_espera(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let oficina = evento(app, &coord, json!({"vagas": 1})).await;
    let gente = multidao(app, nucleo.id, 6).await;
    for pessoa in &gente {
        inscrever(pessoa, &oficina).await.expect(201);
    }
    let maior = coord.patch(&oficina, json!({"vagas": 4})).await.expect(200);
    assert_eq!(maior["inscritos"], 4);
    let (dentro, fora) = (json!("INSCRITO"), json!("ESPERA"));
    let esperado = [&dentro, &dentro, &dentro, &dentro, &fora, &fora];
    assert_eq!(estados(&gente, &oficina).await.iter().collect::<Vec<_>>(), esperado);
    coord.patch(&oficina, json!({"vagas": 3})).await.expect_problem(409, "VAGAS_OCUPADAS");
    assert_eq!(coord.patch(&oficina, json!({"vagas": 5})).await.expect(200)["inscritos"], 5);
    confere(app).await;
}

async fn sem_limite_todos_sobem(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let oficina = evento(app, &coord, json!({"vagas": 1})).await;
    for pessoa in multidao(app, nucleo.id, 30).await {
        inscrever(&pessoa, &oficina).await.expect(201);
    }
    let aberta = coord.patch(&oficina, json!({"vagas": null})).await.expect(200);
    assert_eq!((&aberta["inscritos"], &aberta["vagas"]), (&json!(30), &Value::Null));
    assert_eq!(pessoas(app).await, [30, 0, 0]);
    assert_eq!(app.events::<VagasLiberadas>().await.len(), 1, "one word for all of them");
    confere(app).await;
}

async fn quem_nao_pode_vir_nao_toma_o_lugar(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let oficina = evento(app, &coord, json!({"vagas": 1})).await;
    let gente = multidao(app, nucleo.id, 4).await;
    for pessoa in &gente[..3] {
        inscrever(pessoa, &oficina).await.expect(201);
    }
    let status = |status| json!({ "status": status });
    let conta = format!("/api/membros/{}/status", gente[1].id);
    coord.patch(&conta, status("SUSPENSO")).await.expect(200);
    desistir(&gente[0], &oficina).await.expect(200);
    assert_eq!(minha(&gente[2], &oficina).await, "INSCRITO", "the next who can come");
    // Back again, and before whoever comes now.
    coord.patch(&conta, status("ATIVO")).await.expect(200);
    coord.patch(&oficina, json!({"vagas": 2})).await.expect(200);
    let voltou = app.login(&gente[1]).await;
    assert_eq!(minha(&voltou, &oficina).await, "INSCRITO");
    let ultima = inscrever(&gente[3], &oficina).await.expect(201);
    assert_eq!(ultima["minhaInscricao"], "ESPERA");
    confere(app).await;
}

async fn inscricoes_vao_ate_o_fim(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let campos = json!({
        "inicio": app.now() - Duration::minutes(30), "fim": app.now() + Duration::minutes(30),
    });
    let plenaria = evento(app, &coord, campos).await;
    let (ana, bia) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    app.advance(Duration::minutes(30) - Duration::milliseconds(1));
    inscrever(&ana, &plenaria).await.expect(201);
    app.advance(Duration::milliseconds(1));
    inscrever(&bia, &plenaria).await.expect_problem(409, "EVENTO_ENCERRADO");
    desistir(&ana, &plenaria).await.expect_problem(409, "EVENTO_ENCERRADO");
    assert_eq!(pessoas(app).await, [1, 0, 0]);
    confere(app).await;
}

async fn so_se_desiste_do_que_se_tem(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let plenaria = evento(app, &coord, json!({})).await;
    desistir(&ana, &plenaria).await.expect_problem(409, "SEM_INSCRICAO");
    inscrever(&ana, &plenaria).await.expect(201);
    checkin(&ana, &plenaria, &codigo(&coord, &plenaria).await).await.expect(201);
    desistir(&ana, &plenaria).await.expect_problem(409, "PRESENCA_JA_REGISTRADA");
    inscrever(&ana, &plenaria).await.expect_problem(409, "JA_INSCRITO");
    assert_eq!(minha(&ana, &plenaria).await, "PRESENTE");
    confere(app).await;
}

/// Whoever stands at the door without a place is let in, and nobody else moves up for it.
async fn quem_vem_sem_lugar_ocupa_um(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let oficina = evento(app, &coord, json!({"vagas": 2})).await;
    let gente = multidao(app, nucleo.id, 5).await;
    for pessoa in &gente[..4] {
        inscrever(pessoa, &oficina).await.expect(201);
    }
    presenca(&coord, &oficina, gente[3].id).await.expect(201); // waited
    presenca(&coord, &oficina, gente[4].id).await.expect(201); // had not signed up
    assert_eq!(coord.get(&oficina).await.expect(200)["inscritos"], 4, "two too many, and true");
    desistir(&gente[0], &oficina).await.expect(200);
    assert_eq!(minha(&gente[2], &oficina).await, "ESPERA", "there is still no place");
    coord.patch(&oficina, json!({"titulo": "Outra"})).await.expect(200);
    coord.patch(&oficina, json!({"vagas": 4})).await.expect(200);
    assert_eq!(minha(&gente[2], &oficina).await, "INSCRITO");
    assert_eq!(pessoas(app).await, [2, 0, 2]);
    confere(app).await;
}

async fn um_evento_que_passou_nao_chama_ninguem(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let fim = json!({"vagas": 1, "inicio": app.now(), "fim": app.now() + Duration::minutes(1)});
    let oficina = evento(app, &coord, fim).await;
    let gente = multidao(app, nucleo.id, 2).await;
    for pessoa in &gente {
        inscrever(pessoa, &oficina).await.expect(201);
    }
    app.advance(Duration::minutes(1));
    coord.patch(&oficina, json!({"vagas": 2})).await.expect(200);
    assert_eq!(minha(&gente[1], &oficina).await, "ESPERA");
    // With another end it is to come again.
    let adiado = json!({"fim": app.now() + Duration::minutes(5)});
    assert_eq!(coord.patch(&oficina, adiado).await.expect(200)["inscritos"], 2);
    confere(app).await;
}
