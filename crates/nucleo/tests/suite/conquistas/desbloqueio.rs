//! Unlocking: what is told, also to those who were there before the goal was.

use base::Uuid;
use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use serde_json::{Value, json};
use sqlx::types::Json;

use super::{
    CONQUISTAS, contagem, corpo, criar, enquetes, excluir, lista, perfil, situacao, votar,
};
use crate::apoio::multidao;
use crate::autenticacao::{SENHA, dar_senha};

base::both_engines! { crate::service;
    quem_desbloqueia_e_avisado_e_o_feed_conta,
    a_meta_ja_alcancada_desbloqueia_na_hora,
    uma_conquista_nova_chega_a_muitos_aos_poucos,
    so_quem_esta_ativo_desbloqueia,
    quem_sai_leva_as_conquistas,
}

async fn quem_desbloqueia_e_avisado_e_o_feed_conta(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let criada = criar(&admin, "VOTOS", 1).await;
    let enquete = enquetes(app, &admin, 1).await.remove(0);
    votar(&ana, &enquete).await;
    app.deliver().await;
    assert_eq!(contagem(app).await, [1; 5]);
    let sql = "SELECT preferencia, titulo, corpo, url, email FROM avisos
               WHERE causa LIKE 'conquista.desbloqueada:%'";
    type Aviso = (String, String, String, String, Json<Value>);
    let avisos: Vec<Aviso> = app.rows(sql, ()).await;
    let [(preferencia, titulo, texto, url, email)] = &avisos[..] else { panic!("{avisos:?}") };
    assert_eq!((preferencia.as_str(), url.as_str()), ("CONQUISTA", "/conquistas"));
    assert_eq!(
        (titulo.as_str(), texto.as_str()),
        ("Conquista desbloqueada", "VOTOS 1: Vale a pena")
    );
    assert_eq!(email["tipo"], "conquista");
    assert_eq!(email["dados"], json!({"nome": "VOTOS 1", "descricao": "Vale a pena"}));
    let feed = admin.get("/api/feed").await.expect(200);
    let entradas: Vec<_> =
        feed["data"].as_array().unwrap().iter().filter(|e| e["tipo"] == "CONQUISTA").collect();
    let esperado = json!({
        "conquistaId": criada["id"], "nome": "VOTOS 1", "descricao": "Vale a pena", "icone": "🗳️",
        "usuario": {"id": ana.id, "nome": "Fulana", "foto_url": null},
    });
    assert_eq!(entradas.len(), 1);
    assert_eq!(entradas[0]["conteudo"], esperado);
    let notificada = ana.get("/api/notificacoes").await.expect(200);
    assert_eq!(notificada["data"][0]["titulo"], "Conquista desbloqueada");

    // Whoever wants no e-mails of it gets none.
    let bia = nucleo.caller(Membro).await;
    let preferencias = json!({"preferencias": {"email_conquista": false, "push_conquista": false}});
    bia.patch("/api/perfil/preferencias", preferencias).await.expect(200);
    votar(&bia, &enquete).await;
    app.deliver().await;
    assert_eq!(contagem(app).await, [2; 5]);
    let dispensadas =
        "SELECT count(*) FROM entregas WHERE usuario_id = $1 AND status = 'DISPENSADA'";
    assert_eq!(app.count(dispensadas, (bia.id,)).await, 2);
    let enviadas = "SELECT count(*) FROM email_logs WHERE tipo = 'conquista' AND status = 'sent'";
    assert_eq!(app.count(enviadas, ()).await, 1);
}

/// For whoever made it in the answer, for everybody else with their next look or by the event.
async fn a_meta_ja_alcancada_desbloqueia_na_hora(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let (ana, bia, caio) =
        (nucleo.caller(Membro).await, nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    for enquete in enquetes(app, &admin, 2).await {
        for quem in [&admin, &ana, &bia] {
            votar(quem, &enquete).await;
        }
    }
    app.deliver().await;
    app.advance(Duration::minutes(1));
    let criada = criar(&admin, "VOTOS", 2).await;
    assert_eq!(criada["progresso"], 2);
    assert_eq!(criada["desbloqueada_em"], "2026-03-02T12:01:00.000Z");
    assert_eq!(lista(&admin).await, json!([criada]));
    assert_eq!(lista(&ana).await[0]["desbloqueada_em"], "2026-03-02T12:01:00.000Z");
    assert_eq!(situacao(&caio).await, [(0, false)]);
    assert_eq!(contagem(app).await[0], 2);
    app.deliver().await;
    assert_eq!(contagem(app).await, [3; 5]);
    assert_eq!(perfil(&bia).await[0]["desbloqueada_em"], "2026-03-02T12:01:00.000Z");
    let alta = criar(&admin, "VOTOS", 3).await;
    assert_eq!((&alta["progresso"], &alta["desbloqueada_em"]), (&json!(2), &Value::Null));
    // Taken away before the event was heard.
    let breve = admin.post(CONQUISTAS, corpo("VOTOS", 1)).await.expect(201);
    excluir(&admin, &breve).await;
    app.deliver().await;
    assert_eq!(perfil(&bia).await.as_array().unwrap().len(), 1);
    assert_eq!(perfil(&admin).await.as_array().unwrap().len(), 2, "she had it at once");
}

async fn uma_conquista_nova_chega_a_muitos_aos_poucos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let enquete = enquetes(app, &admin, 1).await.remove(0);
    app.deliver().await;
    multidao(app, nucleo.id, 1200).await;
    let vizinho = app.nucleo().await;
    multidao(app, vizinho.id, 20).await;
    // All but a few of them have voted.
    let opcao: Uuid = enquete["opcoes"][0]["id"].as_str().unwrap().parse().unwrap();
    let sql = "INSERT INTO enquete_votos (enquete_id, usuario_id, posicao, opcao_id, nucleo_id,
                   criado_em)
               SELECT o.enquete_id, u.id, 1, o.id, u.nucleo_id, u.criado_em
               FROM usuarios u JOIN enquete_opcoes o ON o.nucleo_id = u.nucleo_id
               WHERE o.id = $1 AND u.nome LIKE 'Pessoa %' AND u.nome NOT LIKE '%0'";
    app.execute(sql, (opcao,)).await;
    let votaram = app.count("SELECT count(*) FROM enquete_votos", ()).await;
    assert!((1000..1200).contains(&votaram), "{votaram}");
    let (consultas, criada) = app.statements(criar(&admin, "VOTOS", 1)).await;
    assert!(consultas <= 6, "whoever makes it does not wait for the others: {consultas}");
    assert_eq!(criada["desbloqueada_em"], Value::Null);
    app.deliver().await;
    let [desbloqueadas, feed, notificadas, push, email] = contagem(app).await;
    assert_eq!([desbloqueadas, feed, notificadas], [votaram; 3]);
    assert_eq!([push, email], [votaram; 2]);
}

async fn so_quem_esta_ativo_desbloqueia(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let enquete = enquetes(app, &admin, 1).await.remove(0);
    votar(&ana, &enquete).await;
    let status = async |status: &str| {
        let caminho = format!("/api/membros/{}/status", ana.id);
        admin.patch(&caminho, json!({ "status": status })).await.expect(200);
    };
    status("SUSPENSO").await;
    criar(&admin, "VOTOS", 1).await;
    app.deliver().await;
    assert_eq!(contagem(app).await, [0; 5]);
    status("ATIVO").await;
    let ana = app.login(&ana).await;
    assert_eq!(situacao(&ana).await, [(1, true)], "back again, she gets it with her next look");
    app.deliver().await;
    assert_eq!(contagem(app).await, [1; 5]);
}

async fn quem_sai_leva_as_conquistas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    dar_senha(app, &ana).await;
    criar(&admin, "VOTOS", 1).await;
    let enquete = enquetes(app, &admin, 1).await.remove(0);
    votar(&ana, &enquete).await;
    votar(&admin, &enquete).await;
    app.deliver().await;
    let exportado = ana.get("/api/perfil/exportar").await.expect(200);
    assert_eq!(exportado["perfil"]["conquistas"], perfil(&ana).await);
    assert_eq!(exportado["perfil"]["conquistas"][0]["nome"], "VOTOS 1");
    ana.post("/api/perfil/excluir-conta", json!({ "senha": SENHA })).await.expect(200);
    app.deliver().await;
    assert_eq!(contagem(app).await[..3], [1; 3], "those of others stay");
    let restam = "SELECT count(*) FROM conquistas_desbloqueadas WHERE usuario_id = $1";
    assert_eq!(app.count(restam, (ana.id,)).await, 0);
    let feed = admin.get("/api/feed").await.expect(200).to_string();
    assert!(!feed.contains(&ana.id.to_string()), "{feed}");
}
