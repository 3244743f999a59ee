//! Everything at once: places are given out once, and whoever came is paid once.

use base::scope::Cargo::{Coordenador, Membro};
use base::testing::TestApp;
use nucleo::areas::eventos::PresencaRegistrada;
use serde_json::json;

use super::{checkin, codigo, confere, desistir, evento, inscrever, multidao, pessoas, presenca};
use crate::apoio::{juntos, saldo};

base::both_engines! { crate::service;
    cinquenta_inscricoes_em_dez_vagas,
    cinquenta_inscricoes_de_uma_pessoa_sao_uma,
    inscricoes_e_desistencias_ao_mesmo_tempo,
    vagas_que_mudam_enquanto_as_pessoas_chegam,
    cinquenta_checkins_creditam_uma_vez,
    codigo_e_coordenacao_ao_mesmo_tempo,
    todos_chegam_e_alguns_desistem,
}

async fn cinquenta_inscricoes_em_dez_vagas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let oficina = evento(app, &coord, json!({"vagas": 10})).await;
    let gente = multidao(app, nucleo.id, 50).await;
    let respostas = juntos(gente.into_iter().map(|pessoa| {
        let oficina = oficina.clone();
        async move { inscrever(&pessoa, &oficina).await }
    }))
    .await;
    let mut lugares = [0, 0];
    for resposta in respostas {
        match resposta.expect(201)["minhaInscricao"].as_str().unwrap() {
            "INSCRITO" => lugares[0] += 1,
            _ => lugares[1] += 1,
        }
    }
    assert_eq!(lugares, [10, 40]);
    assert_eq!(pessoas(app).await, [10, 40, 0]);
    assert_eq!(coord.get(&oficina).await.expect(200)["inscritos"], 10);
    confere(app).await;
}

async fn cinquenta_inscricoes_de_uma_pessoa_sao_uma(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let oficina = evento(app, &coord, json!({"vagas": 10})).await;
    let respostas = juntos((0..50).map(|_| {
        let (ana, oficina) = (ana.clone(), oficina.clone());
        async move { inscrever(&ana, &oficina).await }
    }))
    .await;
    let mut feitas = 0;
    for resposta in respostas {
        match resposta.status {
            201 => feitas += 1,
            _ => drop(resposta.expect_problem(409, "JA_INSCRITO")),
        }
    }
    assert_eq!((feitas, pessoas(app).await), (1, [1, 0, 0]));
    confere(app).await;
}

/// Ten leave and fifty come, and somebody looks all the time: never more than ten have a place, and
/// in the end nobody waits beside a free one.
async fn inscricoes_e_desistencias_ao_mesmo_tempo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let oficina = evento(app, &coord, json!({"vagas": 10})).await;
    let gente = multidao(app, nucleo.id, 65).await;
    for pessoa in &gente[..15] {
        inscrever(pessoa, &oficina).await.expect(201);
    }
    let respostas = juntos(gente.into_iter().enumerate().map(|(numero, pessoa)| {
        let (oficina, coord) = (oficina.clone(), coord.clone());
        async move {
            let feita = match numero {
                0..15 => desistir(&pessoa, &oficina).await,
                _ => inscrever(&pessoa, &oficina).await,
            };
            (feita, coord.get(&oficina).await)
        }
    }))
    .await;
    for (feita, vista) in respostas {
        assert!([200, 201].contains(&feita.status), "{}", feita.body);
        assert!(vista.expect(200)["inscritos"].as_i64().unwrap() <= 10);
    }
    assert_eq!(pessoas(app).await, [10, 40, 0]);
    confere(app).await;
}

async fn vagas_que_mudam_enquanto_as_pessoas_chegam(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let oficina = evento(app, &coord, json!({"vagas": 3})).await;
    let gente = multidao(app, nucleo.id, 40).await;
    let respostas = juntos(gente.into_iter().enumerate().map(|(numero, pessoa)| {
        let (oficina, coord) = (oficina.clone(), coord.clone());
        async move {
            let inscrita = inscrever(&pessoa, &oficina).await;
            let vagas = match numero % 8 {
                0 => Some(3 + numero as i64),
                4 => Some(1),
                _ => None,
            };
            let mudada = match vagas {
                Some(vagas) => Some(coord.patch(&oficina, json!({ "vagas": vagas })).await),
                None => None,
            };
            (inscrita, mudada)
        }
    }))
    .await;
    for (inscrita, mudada) in respostas {
        inscrita.expect(201);
        assert!(mudada.is_none_or(|mudada| [200, 409].contains(&mudada.status)));
    }
    let [inscritos, esperando, _] = pessoas(app).await;
    assert_eq!(inscritos + esperando, 40);
    let vagas = coord.get(&oficina).await.expect(200)["vagas"].as_i64().unwrap();
    assert_eq!(inscritos, vagas.min(40), "all places are taken while somebody waits");
    confere(app).await;
}

async fn cinquenta_checkins_creditam_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let plenaria = evento(app, &coord, json!({})).await;
    let segredo = codigo(&coord, &plenaria).await;
    let respostas = juntos((0..50).map(|_| {
        let (ana, plenaria, segredo) = (ana.clone(), plenaria.clone(), segredo.clone());
        async move { checkin(&ana, &plenaria, &segredo).await }
    }))
    .await;
    let mut feitos = 0;
    for resposta in respostas {
        match resposta.status {
            201 => feitos += 1,
            _ => drop(resposta.expect_problem(409, "PRESENCA_JA_REGISTRADA")),
        }
    }
    assert_eq!((feitos, saldo(app, ana.id).await), (1, 30));
    assert_eq!(app.count("SELECT count(*) FROM transacoes", ()).await, 1);
    assert_eq!(app.events::<PresencaRegistrada>().await.len(), 1);
    assert_eq!(pessoas(app).await, [0, 0, 1]);
    confere(app).await;
}

/// For two events at once, so that a person's wallet is asked for from two sides.
async fn codigo_e_coordenacao_ao_mesmo_tempo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let mut alvos = Vec::new();
    for _ in 0..2 {
        let plenaria = evento(app, &coord, json!({})).await;
        alvos.push((codigo(&coord, &plenaria).await, plenaria));
    }
    let respostas = juntos((0..24).map(|numero| {
        let (segredo, plenaria) = alvos[numero % 2].clone();
        let (coord, ana) = (coord.clone(), ana.clone());
        async move {
            match numero % 3 {
                0 => presenca(&coord, &plenaria, ana.id).await,
                _ => checkin(&ana, &plenaria, &segredo).await,
            }
        }
    }))
    .await;
    let feitas = respostas.iter().filter(|resposta| resposta.status == 201).count();
    assert!(respostas.iter().all(|resposta| [201, 409].contains(&resposta.status)));
    assert_eq!((feitas, saldo(app, ana.id).await), (2, 60));
    assert_eq!(app.count("SELECT count(*) FROM transacoes", ()).await, 2);
    confere(app).await;
}

async fn todos_chegam_e_alguns_desistem(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let oficina = evento(app, &coord, json!({"vagas": 10})).await;
    let segredo = codigo(&coord, &oficina).await;
    let gente = multidao(app, nucleo.id, 30).await;
    for pessoa in &gente[..20] {
        inscrever(pessoa, &oficina).await.expect(201);
    }
    let ids: Vec<_> = gente.iter().map(|pessoa| pessoa.id).collect();
    let respostas = juntos(gente.into_iter().flat_map(|pessoa| {
        [true, false].map(|chega| {
            let (pessoa, oficina, segredo) = (pessoa.clone(), oficina.clone(), segredo.clone());
            async move {
                match chega {
                    true => (true, checkin(&pessoa, &oficina, &segredo).await),
                    false => (false, desistir(&pessoa, &oficina).await),
                }
            }
        })
    }))
    .await;
    for (chegou, resposta) in respostas {
        match chegou {
            true => drop(resposta.expect(201)),
            false => assert!([200, 409].contains(&resposta.status), "{}", resposta.body),
        }
    }
    assert_eq!(pessoas(app).await, [0, 0, 30], "whoever came is there, whatever they said before");
    for id in ids {
        assert_eq!(saldo(app, id).await, 30);
    }
    confere(app).await;
}
