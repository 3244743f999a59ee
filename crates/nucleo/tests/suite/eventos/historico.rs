//! What stays of a person: in their profile, in their copy of their data, and after they left.

use base::scope::Cargo::{Coordenador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::eventos::service::contar_presencas;
use nucleo::areas::membros::Status::Ativo;
use serde_json::{Value, json};

use super::{checkin, codigo, confere, evento, inscrever, minha, multidao, pessoas, presenca};
use crate::apoio::{coluna, pessoa};
use crate::autenticacao::{SENHA, dar_senha};

base::both_engines! { crate::service;
    o_perfil_conta_e_lista_as_presencas,
    a_exportacao_tem_inscricoes_e_presencas,
    quem_exclui_a_conta_deixa_o_lugar_e_as_somas,
}

const HISTORICO: &str = "/api/perfil/historico/eventos";

async fn o_perfil_conta_e_lista_as_presencas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let primeira = evento(app, &coord, json!({"titulo": "Primeira"})).await;
    let segunda = evento(app, &coord, json!({"titulo": "Segunda", "recompensa": 0})).await;
    let terceira = evento(app, &coord, json!({"titulo": "Terceira"})).await;
    inscrever(&ana, &terceira).await.expect(201);
    for plenaria in [&primeira, &segunda] {
        app.advance(Duration::minutes(10));
        let segredo = codigo(&coord, plenaria).await;
        checkin(&ana, plenaria, &segredo).await.expect(201);
    }
    let perfil = ana.get("/api/perfil").await.expect(200);
    assert_eq!(perfil["totais"], json!({"eventos": 2, "tarefas": 0}));
    let contadas = app.operator.read(async |tx| contar_presencas(tx, ana.id).await).await;
    assert_eq!(contadas.unwrap(), 2);
    let historico = ana.get(HISTORICO).await;
    assert_eq!(historico.headers["x-total-count"], "2");
    let historico = historico.expect(200);
    assert_eq!(coluna(&historico, "titulo"), ["Segunda", "Primeira"], "the last one first");
    let esperado = json!({
        "id": primeira.rsplit('/').next().unwrap(), "titulo": "Primeira", "local": "Sede",
        "inicio": "2026-03-02T13:00:00.000Z", "fim": "2026-03-02T15:00:00.000Z",
        "recompensa": 30, "creditado": 30, "presente_em": "2026-03-02T12:10:00.000Z",
    });
    assert_eq!(historico[1], esperado);
    assert_eq!(historico[0]["creditado"], 0);
    let pagina = ana.get(&format!("{HISTORICO}?page=2&limit=1")).await;
    assert_eq!(pagina.headers["x-total-count"], "2");
    assert_eq!(coluna(&pagina.expect(200), "titulo"), ["Primeira"]);
    assert_eq!(coord.get(HISTORICO).await.expect(200), json!([]));
    assert_eq!(app.super_admin().await.get(HISTORICO).await.expect(200), json!([]));
}

async fn a_exportacao_tem_inscricoes_e_presencas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let bia = nucleo.caller(Membro).await;
    let (ida, cheia) = (
        evento(app, &coord, json!({"titulo": "Ida"})).await,
        evento(app, &coord, json!({"titulo": "Cheia", "vagas": 1})).await,
    );
    presenca(&coord, &ida, ana.id).await.expect(201);
    inscrever(&bia, &cheia).await.expect(201);
    app.advance(Duration::minutes(1));
    inscrever(&ana, &cheia).await.expect(201);
    let exportado = ana.get("/api/perfil/exportar").await.expect(200);
    let esperado = json!([
        {
            "evento_id": cheia.rsplit('/').next().unwrap(), "titulo": "Cheia",
            "inicio": "2026-03-02T13:00:00.000Z", "status": "ESPERA", "presente_em": null,
            "criado_em": "2026-03-02T12:01:00.000Z",
        },
        {
            "evento_id": ida.rsplit('/').next().unwrap(), "titulo": "Ida",
            "inicio": "2026-03-02T13:00:00.000Z", "status": "PRESENTE",
            "presente_em": "2026-03-02T12:00:00.000Z", "criado_em": "2026-03-02T12:00:00.000Z",
        },
    ]);
    assert_eq!(exportado["eventos"], esperado);
    assert!(!exportado["eventos"].to_string().contains(&bia.id.to_string()));
}

async fn quem_exclui_a_conta_deixa_o_lugar_e_as_somas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana Quintanilha", (Membro, Ativo)).await;
    let gente = multidao(app, nucleo.id, 2).await;
    let ida = evento(app, &coord, json!({"titulo": "Ida"})).await;
    presenca(&coord, &ida, ana.id).await.expect(201);
    let mut cheias = Vec::new();
    for _ in 0..2 {
        let cheia = evento(app, &coord, json!({"vagas": 1})).await;
        inscrever(&ana, &cheia).await.expect(201);
        inscrever(&gente[0], &cheia).await.expect(201);
        cheias.push(cheia);
    }
    let esperada = evento(app, &coord, json!({"vagas": 1})).await;
    inscrever(&gente[1], &esperada).await.expect(201);
    inscrever(&ana, &esperada).await.expect(201);
    assert_eq!(pessoas(app).await, [3, 3, 1]);

    dar_senha(app, &ana).await;
    ana.post("/api/perfil/excluir-conta", json!({"senha": SENHA})).await.expect(200);
    app.deliver().await;
    for cheia in &cheias {
        assert_eq!(minha(&gente[0], cheia).await, "INSCRITO", "the place went on");
        assert_eq!(coord.get(cheia).await.expect(200)["inscritos"], 1);
    }
    assert_eq!(pessoas(app).await, [3, 0, 1], "that she was there stays counted");
    assert_eq!(coord.get(&ida).await.expect(200)["inscritos"], 1);
    assert_eq!(app.count("SELECT count(*) FROM transacoes", ()).await, 1);
    let novidade = gente[0].get("/api/notificacoes").await.expect(200);
    let titulos = coluna(&novidade["data"], "titulo");
    let saiu = "Você saiu da lista de espera";
    assert_eq!(titulos.iter().filter(|titulo| **titulo == saiu).count(), 2);
    presenca(&coord, &esperada, ana.id).await.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    assert_ne!(minha(&gente[1], &esperada).await, Value::Null);
    confere(app).await;
}
