//! What a person is told inside the app: their own list, their own stream.

use axum::body::BodyDataStream;
use base::scope::Cargo::{Administrador, Membro};
use base::testing::{TestApp, TestCaller};
use futures::StreamExt;
use serde_json::{Value, json};

use crate::entregas::{avisar_em, aviso_de_teste};

base::both_engines! { crate::service;
    a_lista_e_so_da_pessoa,
    marcar_uma_e_marcar_todas,
    o_fluxo_conta_o_que_chega,
    quem_volta_recebe_o_que_perdeu,
    o_fluxo_acaba_com_a_sessao,
    quem_e_aprovado_e_avisado,
    o_feed_mostra_o_nucleo_e_o_nacional,
}

async fn avisar(app: &TestApp, nucleo: base::id::NucleoId, pessoa: &TestCaller) {
    let mut aviso = aviso_de_teste(nucleo, vec![pessoa.id]);
    aviso.causa = app.new_id::<base::Uuid>().to_string();
    aviso.canais.truncate(1);
    avisar_em(app, Some(nucleo), &aviso).await;
}

async fn lista(pessoa: &TestCaller) -> Value {
    pessoa.get("/api/notificacoes").await.expect(200)
}

async fn a_lista_e_so_da_pessoa(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (ana, rui) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    for _ in 0..3 {
        avisar(app, nucleo.id, &ana).await;
    }
    let dela = lista(&ana).await;
    assert_eq!((&dela["naoLidas"], &dela["pagination"]["total"]), (&json!(3), &json!(3)));
    let primeira = &dela["data"][0];
    assert_eq!((&primeira["titulo"], &primeira["url"]), (&json!("Título"), &json!("/enquetes")));
    assert_eq!(primeira["lida"], json!(false));
    let ids: Vec<_> = dela["data"].as_array().unwrap().iter().map(|n| n["id"].as_str()).collect();
    assert!(ids.is_sorted_by(|a, b| a > b), "newest first");
    assert_eq!(lista(&rui).await["data"], json!([]));
    let pagina = ana.get("/api/notificacoes?limit=2&page=2").await.expect(200);
    assert_eq!(pagina["data"].as_array().unwrap().len(), 1);
    let (statements, _) = app.statements(lista(&ana)).await;
    assert_eq!(statements, 3);
}

async fn marcar_uma_e_marcar_todas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (ana, rui) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    for _ in 0..3 {
        avisar(app, nucleo.id, &ana).await;
    }
    let id = lista(&ana).await["data"][1]["id"].as_str().unwrap().to_owned();
    let caminho = format!("/api/notificacoes/{id}/lida");
    rui.patch(&caminho, json!({})).await.expect_problem(404, "NOTIFICACAO_NAO_ENCONTRADA");
    let lida = ana.patch(&caminho, json!({})).await.expect(200);
    assert_eq!(lida["lida"], true);
    app.advance(chrono::Duration::minutes(30));
    let de_novo = ana.patch(&caminho, json!({})).await.expect(200);
    assert_eq!(de_novo["lida_em"], lida["lida_em"], "it was read the first time");
    assert_eq!(lista(&ana).await["naoLidas"], 2);
    let todas = ana.post("/api/notificacoes/marcar-lidas", json!({})).await.expect(200);
    assert_eq!(todas["marcadas"], 2);
    assert_eq!(lista(&ana).await["naoLidas"], 0);
}

/// The next event that is no sign of life: its name, its id and its data.
async fn evento(fluxo: &mut BodyDataStream) -> Option<(String, Option<String>, Value)> {
    loop {
        let bytes = fluxo.next().await?.unwrap();
        let text = std::str::from_utf8(&bytes).unwrap();
        let field = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.map(|value| value.trim_start().to_owned())
        };
        if let Some(name) = field("event:") {
            let data = serde_json::from_str(&field("data:").unwrap()).unwrap();
            return Some((name, field("id:"), data));
        }
    }
}

async fn o_fluxo_conta_o_que_chega(app: &TestApp) {
    app.hear_others().await;
    let nucleo = app.nucleo().await;
    let (ana, rui) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    avisar(app, nucleo.id, &ana).await;
    let mut fluxo = ana.stream("/api/notificacoes/fluxo").await;
    let (nome, _, dados) = evento(&mut fluxo).await.unwrap();
    assert_eq!((nome.as_str(), dados), ("contagem", json!({"naoLidas": 1})), "nothing old");
    avisar(app, nucleo.id, &rui).await;
    avisar(app, nucleo.id, &ana).await;
    let (nome, id, dados) = evento(&mut fluxo).await.unwrap();
    assert_eq!(nome, "notificacao");
    assert_eq!(id.as_deref(), dados["id"].as_str());
    assert_eq!(dados, lista(&ana).await["data"][0]);
    assert_eq!(evento(&mut fluxo).await.unwrap().2, json!({"naoLidas": 2}));
    ana.post("/api/notificacoes/marcar-lidas", json!({})).await.expect(200);
    assert_eq!(evento(&mut fluxo).await.unwrap().2, json!({"naoLidas": 0}));
}

async fn quem_volta_recebe_o_que_perdeu(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await;
    for _ in 0..250 {
        app.advance(chrono::Duration::milliseconds(700));
        avisar(app, nucleo.id, &ana).await;
    }
    let sql = "SELECT id FROM notificacoes ORDER BY id";
    let ids: Vec<(base::Uuid,)> = app.rows(sql, ()).await;
    let de_volta = ana.clone().with_header("last-event-id", ids[19].0);
    let mut fluxo = de_volta.stream("/api/notificacoes/fluxo").await;
    let mut recebidas = Vec::new();
    while recebidas.last() != Some(&ids[249].0.to_string()) {
        let (nome, id, _) = evento(&mut fluxo).await.unwrap();
        assert_eq!(nome, "notificacao");
        recebidas.push(id.unwrap());
    }
    let perdidas: Vec<_> = ids[20..].iter().map(|(id,)| id.to_string()).collect();
    let repetidas = recebidas.len() - perdidas.len();
    assert!(repetidas <= 8, "only what is seconds old comes again: {repetidas}");
    assert_eq!(recebidas[repetidas..], perdidas);
    // An id that is none is as good as no id.
    let confusa = ana.clone().with_header("last-event-id", "ontem");
    let mut fluxo = confusa.stream("/api/notificacoes/fluxo").await;
    assert_eq!(evento(&mut fluxo).await.unwrap().0, "contagem");
}

async fn o_fluxo_acaba_com_a_sessao(app: &TestApp) {
    app.hear_others().await;
    let nucleo = app.nucleo().await;
    let (ana, admin) = (nucleo.caller(Membro).await, nucleo.caller(Administrador).await);
    app.anonymous().get("/api/notificacoes/fluxo").await.expect_problem(401, "NAO_AUTENTICADO");
    let mut fluxo = ana.stream("/api/notificacoes/fluxo").await;
    assert_eq!(evento(&mut fluxo).await.unwrap().0, "contagem");
    let suspender = format!("/api/membros/{}/status", ana.id);
    admin.patch(&suspender, json!({"status": "SUSPENSO"})).await.expect(200);
    // Whatever wakes the stream makes it look at who is reading.
    app.execute("UPDATE usuarios SET status = 'ATIVO' WHERE id = $1", (ana.id,)).await;
    avisar(app, nucleo.id, &ana).await;
    assert!(evento(&mut fluxo).await.is_none(), "the session was revoked");
}

async fn quem_e_aprovado_e_avisado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let nova = nucleo.person("PENDENTE").await;
    admin.post("/api/auth/approve", json!({"usuarioId": nova.id})).await.expect(200);
    app.deliver().await;
    let nova = app.login(&nova).await;
    let dela = lista(&nova).await;
    assert_eq!(dela["data"][0]["titulo"], "Bem-vindo ao núcleo!");
    assert_eq!(dela["pagination"]["total"], 1);
    let feed = admin.get("/api/feed").await.expect(200);
    assert_eq!(feed["pagination"]["total"], 1);
    assert_eq!(feed["data"][0]["tipo"], "BOAS_VINDAS");
    assert_eq!(feed["data"][0]["conteudo"]["texto"], "Bem-vindo ao nucleo!");
    assert_eq!(feed["data"][0]["conteudo"]["usuario"]["id"], json!(nova.id));
}

async fn o_feed_mostra_o_nucleo_e_o_nacional(app: &TestApp) {
    use nucleo::areas::feed::service::{publicar, remover};
    use nucleo::areas::feed::{Entrada, TipoDeEntrada};
    use nucleo::areas::membros::Segmento;
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    let (membro, admin) = (nosso.caller(Membro).await, nosso.caller(Administrador).await);
    let por = async |nucleo: Option<base::id::NucleoId>, texto: &str, segmento: Segmento| {
        app.advance(chrono::Duration::seconds(1));
        let entrada = Entrada {
            nucleo,
            tipo: TipoDeEntrada::Comunicado,
            origem: app.new_id(),
            conteudo: json!({"texto": texto}),
            segmento,
        };
        app.operator.write(async |tx| publicar(tx, &entrada).await).await.unwrap();
        entrada.origem
    };
    por(Some(nosso.id), "a", Segmento::default()).await;
    por(None, "b", Segmento::default()).await;
    por(Some(deles.id), "c", Segmento::default()).await;
    let d = por(Some(nosso.id), "d", Segmento::de_cargos(&[Administrador])).await;
    por(None, "e", Segmento::de_cargos(&[Membro])).await;
    let textos = async |quem: &TestCaller, query: &str| {
        let feed = quem.get(&format!("/api/feed{query}")).await.expect(200);
        let itens = feed["data"].as_array().unwrap().iter();
        let textos: Vec<_> = itens.map(|i| i["conteudo"]["texto"].as_str().unwrap()).collect();
        format!("{} {}", textos.concat(), feed["pagination"]["total"])
    };
    assert_eq!(textos(&membro, "").await, "eba 3");
    assert_eq!(textos(&admin, "").await, "dba 3");
    assert_eq!(textos(&membro, "?limit=1&page=2").await, "b 3");
    assert_eq!(textos(&app.super_admin().await, "").await, "edcba 5");
    let tira = app.operator.write(async |tx| remover(tx, TipoDeEntrada::Comunicado, d).await);
    tira.await.unwrap();
    assert_eq!(textos(&admin, "").await, "ba 2");
    let (statements, _) = app.statements(membro.get("/api/feed")).await;
    assert_eq!(statements, 3);
}
