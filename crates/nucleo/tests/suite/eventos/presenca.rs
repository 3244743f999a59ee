//! Having been there: by code or by the word of the management, in time, once, and paid.

use base::scope::Cargo::{Administrador, Coordenador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::eventos::PresencaRegistrada;
use serde_json::json;

use super::{
    checkin, codigo, com, confere, corpo, evento, inscrever, minha, multidao, pessoas, presenca,
};
use crate::apoio::{chaves, saldo};
use crate::autenticacao::campos;

base::both_engines! { crate::service;
    o_checkin_paga_uma_vez,
    multiplicador_e_teto_valem,
    a_janela_do_codigo_e_exata,
    o_codigo_errado_nao_registra_nada,
    quem_adivinha_espera,
    a_coordenacao_registra_tambem_depois,
    so_se_registra_quem_pode,
    a_recompensa_e_a_da_hora_da_presenca,
}

async fn o_checkin_paga_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let plenaria = evento(app, &coord, json!({})).await;
    let segredo = codigo(&coord, &plenaria).await;
    inscrever(&ana, &plenaria).await.expect(201);
    let feito = checkin(&ana, &plenaria, &segredo.to_lowercase()).await.expect(201);
    assert_eq!((&feito["minhaInscricao"], &feito["creditado"]), (&json!("PRESENTE"), &json!(30)));
    assert_eq!(feito["inscritos"], 1, "whoever is there has a place");
    let id = plenaria.rsplit('/').next().unwrap();
    assert_eq!(feito["id"], id);
    let extrato = ana.get("/api/economia/extrato?origem=EVENTO").await.expect(200);
    let linha = &extrato["data"][0];
    assert_eq!((&linha["valor"], &linha["tipo"]), (&json!(30), &json!("CREDITO")));
    assert_eq!(linha["descricao"], "Presença no evento: Plenária");
    checkin(&ana, &plenaria, &segredo).await.expect_problem(409, "PRESENCA_JA_REGISTRADA");
    presenca(&coord, &plenaria, ana.id).await.expect_problem(409, "PRESENCA_JA_REGISTRADA");
    // Signing up is not needed, and nothing is paid where nothing was promised.
    let bia = nucleo.caller(Membro).await;
    checkin(&bia, &plenaria, &segredo).await.expect(201);
    let gratis = evento(app, &coord, json!({"recompensa": 0})).await;
    let sem = checkin(&ana, &gratis, &codigo(&coord, &gratis).await).await.expect(201);
    assert_eq!(sem["creditado"], 0);
    assert_eq!((saldo(app, ana.id).await, saldo(app, bia.id).await), (30, 30));
    assert_eq!(app.count("SELECT count(*) FROM transacoes", ()).await, 2);
    let eventos = app.events::<PresencaRegistrada>().await;
    assert_eq!(eventos.len(), 3);
    assert_eq!((eventos[0].0, eventos[0].1.usuario_id), (Some(nucleo.id), ana.id));
    assert_eq!(json!(eventos[0].1.evento_id), id);
    assert_eq!(pessoas(app).await, [0, 0, 3]);
    confere(app).await;
}

async fn multiplicador_e_teto_valem(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let regra = json!({"multiplicador": 1.5});
    admin.patch("/api/economia/multiplicador", regra).await.expect(200);
    admin.patch("/api/economia/teto-mensal", json!({"teto": 60})).await.expect(200);
    let mut creditados = Vec::new();
    for _ in 0..3 {
        let plenaria = evento(app, &admin, json!({"recompensa": 31})).await;
        let segredo = codigo(&admin, &plenaria).await;
        let feito = checkin(&ana, &plenaria, &segredo).await.expect(201);
        creditados.push(feito["creditado"].as_i64().unwrap());
    }
    assert_eq!(creditados, [47, 13, 0], "half rounds up, the cap cuts, then nothing is left");
    let extrato = ana.get("/api/economia/extrato").await.expect(200);
    let descricao = |linha: usize| extrato["data"][linha]["descricao"].as_str().unwrap();
    assert!(descricao(1).contains("reduzido em 34 pelo teto mensal"), "{}", descricao(1));
    assert!(descricao(0).contains("teto mensal atingido"), "{}", descricao(0));
    confere(app).await;
}

async fn a_janela_do_codigo_e_exata(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let um = Duration::milliseconds(1);
    for (inicio, fim, aberta) in [
        (app.now() + Duration::hours(24) + um, app.now() + Duration::hours(30), false),
        (app.now() + Duration::hours(24), app.now() + Duration::hours(30), true),
        (app.now() - Duration::hours(30), app.now() - Duration::hours(24), true),
        (app.now() - Duration::hours(30), app.now() - Duration::hours(24) - um, false),
    ] {
        let ana = nucleo.caller(Membro).await;
        let horas = json!({"inicio": inicio, "fim": fim});
        let plenaria = evento(app, &coord, horas).await;
        let resposta = checkin(&ana, &plenaria, &codigo(&coord, &plenaria).await).await;
        match aberta {
            true => drop(resposta.expect(201)),
            false => drop(resposta.expect_problem(409, "FORA_DA_JANELA")),
        }
        assert_eq!(saldo(app, ana.id).await, if aberta { 30 } else { 0 }, "{inicio} {fim}");
    }
    confere(app).await;
}

async fn o_codigo_errado_nao_registra_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let (um, outro) = (evento(app, &coord, json!({})).await, evento(app, &coord, json!({})).await);
    let do_outro = codigo(&coord, &outro).await;
    let path = format!("{um}/checkin");
    for errado in [
        json!({"codigo": do_outro}),
        json!({"codigo": "00000000"}),
        json!({"codigo": "%"}),
        json!({"codigo": ""}),
        json!({"codigo": 12345678}),
        json!({"codigo": null}),
        json!({}),
    ] {
        let erro = ana.post(&path, errado).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["codigo"]);
    }
    assert_eq!(minha(&ana, &um).await, json!(null));
    assert_eq!((pessoas(app).await, saldo(app, ana.id).await), ([0, 0, 0], 0));
    assert_eq!(app.events::<PresencaRegistrada>().await, []);
}

async fn quem_adivinha_espera(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let (um, outro) = (evento(app, &coord, json!({})).await, evento(app, &coord, json!({})).await);
    let certo = codigo(&coord, &um).await;
    for numero in 0..10 {
        let alvo = if numero % 2 == 0 { &um } else { &outro };
        checkin(&ana, alvo, "00000000").await.expect_problem(400, "DADOS_INVALIDOS");
    }
    let espera = checkin(&ana, &um, &certo).await;
    assert_eq!(espera.headers["retry-after"], "900");
    espera.expect_problem(429, "LIMITE_EXCEDIDO");
    // Nobody else is held up, and the management may always write her down.
    let bia = nucleo.caller(Membro).await;
    checkin(&bia, &um, &certo).await.expect(201);
    presenca(&coord, &outro, ana.id).await.expect(201);
    app.advance(Duration::minutes(15));
    checkin(&ana, &um, &certo).await.expect(201);
    confere(app).await;
}

async fn a_coordenacao_registra_tambem_depois(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let passado = json!({
        "inicio": app.now() - Duration::days(30), "fim": app.now() - Duration::days(29),
    });
    let passado = evento(app, &coord, passado).await;
    let registrada = presenca(&coord, &passado, ana.id).await.expect(201);
    assert_eq!(chaves(&registrada), ["creditado", "presente_em", "usuario"]);
    assert_eq!(registrada["usuario"], json!({"id": ana.id, "nome": "Fulana"}));
    assert_eq!((&registrada["creditado"], saldo(app, ana.id).await), (&json!(30), 30));
    assert_eq!(minha(&ana, &passado).await, "PRESENTE");
    let por = "SELECT count(*) FROM evento_inscricoes WHERE registrada_por = $1";
    assert_eq!(app.count(por, (coord.id,)).await, 1, "whose word it was is kept");
    // Nobody was at what is still far away.
    let longe = json!({
        "inicio": app.now() + Duration::hours(25), "fim": app.now() + Duration::hours(26),
    });
    let longe = evento(app, &coord, longe).await;
    presenca(&coord, &longe, ana.id).await.expect_problem(409, "FORA_DA_JANELA");
    app.advance(Duration::minutes(59));
    presenca(&coord, &longe, ana.id).await.expect_problem(409, "FORA_DA_JANELA");
    let coord = {
        app.advance(Duration::minutes(1));
        app.login(&coord).await
    };
    presenca(&coord, &longe, ana.id).await.expect(201);
    confere(app).await;
}

async fn so_se_registra_quem_pode(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let coord = nucleo.caller(Coordenador).await;
    let plenaria = evento(app, &coord, json!({})).await;
    let path = format!("{plenaria}/presencas");
    for status in ["PENDENTE", "INATIVO", "SUSPENSO"] {
        let pessoa = nucleo.person(status).await;
        presenca(&coord, &plenaria, pessoa.id).await.expect_problem(409, "PESSOA_NAO_ATIVA");
    }
    let ninguem = app.new_id();
    let de_fora = [
        nucleo.person("REJEITADO").await.id,
        outro.caller(Membro).await.id,
        app.super_admin().await.id,
        ninguem,
    ];
    for id in de_fora {
        presenca(&coord, &plenaria, id).await.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    }
    for errado in [json!({}), json!({"usuarioId": "x"}), json!({"usuarioId": null})] {
        let erro = coord.post(&path, errado).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["usuarioId"]);
    }
    assert_eq!(pessoas(app).await, [0, 0, 0]);
    assert_eq!(app.count("SELECT count(*) FROM transacoes", ()).await, 0);
    // A coordinator may have been there too.
    presenca(&coord, &plenaria, coord.id).await.expect(201);
}

async fn a_recompensa_e_a_da_hora_da_presenca(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let gente = multidao(app, nucleo.id, 3).await;
    let plenaria = evento(app, &coord, com(corpo(app), json!({"recompensa": 10}))).await;
    for (pessoa, recompensa) in gente.iter().zip([10, 25, 0]) {
        let mudanca = json!({ "recompensa": recompensa });
        coord.patch(&plenaria, mudanca).await.expect(200);
        presenca(&coord, &plenaria, pessoa.id).await.expect(201);
        assert_eq!(saldo(app, pessoa.id).await, recompensa);
    }
    confere(app).await;
    // The proof notices a payment that never was.
    let sql = "UPDATE evento_inscricoes SET recompensa = 5 WHERE usuario_id = $1";
    app.execute(sql, (gente[2].id,)).await;
    let divergencia = app
        .operator
        .read(async |tx| nucleo::areas::eventos::verificacao::primeira_divergencia(tx).await);
    let divergencia = divergencia.await.unwrap().unwrap();
    assert!(divergencia.contains(&gente[2].id.to_string()), "{divergencia}");
}
