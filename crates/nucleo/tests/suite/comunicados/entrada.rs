//! What may be said: the table of bad input, HTML that comes out clean, videos.

use base::Uuid;
use base::scope::Cargo::{Coordenador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use serde_json::{Value, json};

use super::{GESTAO, LISTA, caminho, com, corpo, criar, nada_foi_gravado, plano};
use crate::apoio::chaves;

base::both_engines! { crate::service;
    o_que_e_recusado_nao_deixa_nada,
    o_que_e_recusado_em_uma_mudanca_nao_muda_nada,
    html_com_scripts_sai_limpo,
    um_video_e_guardado_na_forma_segura,
    o_push_so_nomeia_membros_do_nucleo,
    o_segmento_so_nomeia_planos_que_existem,
}

/// A wrong value of one field, and under which name it is refused.
fn tabela(app: &TestApp) -> Vec<(&'static str, Value, &'static str)> {
    let ontem = app.now() - Duration::days(1);
    vec![
        ("titulo", json!(null), "titulo"),
        ("titulo", json!("  "), "titulo"),
        ("titulo", json!("t".repeat(201)), "titulo"),
        ("titulo", json!("duas\nlinhas"), "titulo"),
        ("titulo", json!(7), "titulo"),
        ("conteudo", json!(null), "conteudo"),
        ("conteudo", json!(""), "conteudo"),
        ("conteudo", json!("<p>&nbsp;</p>"), "conteudo"),
        ("conteudo", json!("<script>alert(1)</script>"), "conteudo"),
        ("conteudo", json!("x".repeat(200_001)), "conteudo"),
        ("conteudo", json!(["<p>x</p>"]), "conteudo"),
        ("fotoUrl", json!("javascript:alert(1)"), "fotoUrl"),
        ("fotoUrl", json!("data:image/png;base64,AA"), "fotoUrl"),
        ("fotoUrl", json!("//evil.org/x.png"), "fotoUrl"),
        ("fotoUrl", json!(format!("https://a.org/{}", "x".repeat(2000))), "fotoUrl"),
        ("videoUrl", json!("https://vimeo.com/76979871"), "videoUrl"),
        ("videoUrl", json!("https://youtube.com.evil.org/watch?v=dQw4w9WgXcQ"), "videoUrl"),
        ("videoUrl", json!("https://www.youtube.com@evil.org/watch?v=dQw4w9WgXcQ"), "videoUrl"),
        ("videoUrl", json!("https://notyoutube.com/watch?v=dQw4w9WgXcQ"), "videoUrl"),
        ("videoUrl", json!("javascript://www.youtube.com/watch?v=dQw4w9WgXcQ"), "videoUrl"),
        ("videoUrl", json!("https://www.youtube.com/redirect?q=https://evil.org"), "videoUrl"),
        ("segmentoAlvo", json!("MEMBRO"), "segmentoAlvo"),
        ("segmentoAlvo", json!({"cargo": "CHEFE"}), "segmentoAlvo.cargo"),
        ("segmentoAlvo", json!({"cargo": ["MEMBRO", "CHEFE"]}), "segmentoAlvo.cargo[1]"),
        ("segmentoAlvo", json!({"plano": "OURO"}), "segmentoAlvo.plano[0]"),
        ("segmentoAlvo", json!({"plano": ["FREE", "OURO"]}), "segmentoAlvo.plano[1]"),
        ("dataAgendamento", json!(ontem), "dataAgendamento"),
        ("dataAgendamento", json!(app.now()), "dataAgendamento"),
        ("dataAgendamento", json!("amanhã"), "dataAgendamento"),
        ("dataAgendamento", json!("9999-12-31T00:00:00Z"), "dataAgendamento"),
        ("enviarPush", json!("sim"), "enviarPush"),
        ("enviarEmail", json!(1), "enviarEmail"),
        ("pushDestinatarios", json!("all"), "pushDestinatarios"),
        ("pushDestinatarios", json!({"cargo": ["CHEFE"]}), "pushDestinatarios.cargo[0]"),
        ("pushDestinatarios", json!({"membroIds": ["x"]}), "pushDestinatarios.membroIds[0]"),
        ("pushDestinatarios", json!({"membroIds": []}), "pushDestinatarios.membroIds"),
    ]
}

async fn o_que_e_recusado_nao_deixa_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    for (campo, valor, recusado) in tabela(app) {
        let erro = coord.post(LISTA, com("Título", campo, valor.clone())).await;
        let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
        let campos = erro["campos"].as_array().unwrap();
        assert_eq!(campos.len(), 1, "{campo} {valor}: {erro}");
        assert_eq!(campos[0]["campo"], recusado, "{campo} {valor}");
    }
    let erro = coord.post(LISTA, json!({"videoUrl": "x", "enviarPush": 1})).await;
    let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
    let campos: Vec<_> = erro["campos"].as_array().unwrap().iter().map(|e| &e["campo"]).collect();
    assert_eq!(campos, ["titulo", "conteudo", "videoUrl", "enviarPush"], "all at once");
    nada_foi_gravado(app).await;
}

async fn o_que_e_recusado_em_uma_mudanca_nao_muda_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let amanha = json!(app.now() + Duration::days(1));
    let id = criar(&coord, com("Agendado", "dataAgendamento", amanha)).await;
    let antes = coord.get(GESTAO).await.expect(200);
    for (campo, valor, recusado) in tabela(app) {
        if valor.is_null() {
            continue; // which in a change means: stays as it is
        }
        // What is right beside it changes nothing either.
        let mudanca = json!({ "titulo": "Outro", "enviarEmail": true, campo: valor });
        let erro = coord.patch(&caminho(&id), mudanca).await;
        let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(erro["campos"][0]["campo"], recusado);
    }
    assert_eq!(coord.get(GESTAO).await.expect(200), antes);
}

async fn html_com_scripts_sai_limpo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let sujo = r#"<h2 onclick="roubar()">Oi</h2><script>roubar()</script>
        <p>Veja <a href="javascript:roubar()">aqui</a> e <a href="https://exemplo.org">ali</a>.</p>
        <img src="https://exemplo.org/a.png" onerror="roubar()">
        <iframe src="https://evil.org"></iframe><svg onload="roubar()"></svg>
        <form action="https://evil.org"><input name="senha"></form>"#;
    let id = criar(&coord, com("Sujo", "conteudo", json!(sujo))).await;
    let outra = criar(&coord, corpo("Limpo")).await;
    let mudado = coord.patch(&caminho(&outra), json!({ "conteudo": sujo })).await.expect(200);
    let membro = nucleo.caller(Membro).await;
    let lido = membro.get(&caminho(&id)).await.expect(200);
    assert_eq!(lido["conteudo"], mudado["conteudo"]);
    let limpo = lido["conteudo"].as_str().unwrap();
    for perigo in ["script", "roubar", "onclick", "onerror", "onload", "iframe", "<svg", "<form"] {
        assert!(!limpo.contains(perigo), "{perigo} in {limpo}");
    }
    for texto in ["<h2>Oi</h2>", "https://exemplo.org/a.png", "href=\"https://exemplo.org\""] {
        assert!(limpo.contains(texto), "{texto} not in {limpo}");
    }
    let sql = "SELECT count(*) FROM comunicados WHERE conteudo LIKE '%roubar%'";
    assert_eq!(app.count(sql, ()).await, 0, "clean where it is stored");
}

async fn um_video_e_guardado_na_forma_segura(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    for (dado, guardado) in [
        (
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
        ),
        ("http://youtu.be/dQw4w9WgXcQ?si=x", "https://youtu.be/dQw4w9WgXcQ"),
        (" https://m.youtube.com/shorts/dQw4w9WgXcQ ", "https://m.youtube.com/shorts/dQw4w9WgXcQ"),
    ] {
        let id = criar(&coord, com("Vídeo", "videoUrl", json!(dado))).await;
        let lido = coord.get(&caminho(&id)).await.expect(200);
        assert_eq!(lido["videoUrl"], guardado);
        let sem = coord.patch(&caminho(&id), json!({"videoUrl": null})).await.expect(200);
        assert_eq!(sem["videoUrl"], Value::Null);
    }
}

async fn o_push_so_nomeia_membros_do_nucleo(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let coord = nucleo.caller(Coordenador).await;
    let (ana, alheia) = (nucleo.caller(Membro).await.id, outro.caller(Membro).await.id);
    let (rejeitada, ninguem) = (nucleo.person("REJEITADO").await.id, app.new_id::<Uuid>());
    let super_admin = app.super_admin().await;

    let push = |ids: Value| com("Push", "pushDestinatarios", json!({ "membroIds": ids }));
    let lista = json!([ana, alheia, ninguem, rejeitada, super_admin.id]);
    let erro = coord.post(LISTA, push(lista.clone())).await;
    let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
    let recusados = [1, 2, 3, 4].map(|n| format!("pushDestinatarios.membroIds[{n}]"));
    assert_eq!(crate::apoio::coluna(&erro["campos"], "campo"), recusados);
    nada_foi_gravado(app).await;

    let id = criar(&coord, push(json!([ana, ana]))).await;
    let lido = coord.get(&caminho(&id)).await.expect(200);
    assert_eq!(lido["pushDestinatarios"], json!({"membroIds": [ana, ana]}));
    // Above all nucleos an announcement is still that of its own.
    let mudanca = json!({"pushDestinatarios": {"membroIds": [alheia]}});
    let erro = super_admin.patch(&caminho(&id), mudanca).await;
    let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(erro["campos"][0]["campo"], "pushDestinatarios.membroIds[0]");
    // What is national may name people of any.
    criar(&super_admin, push(json!([ana, alheia]))).await;
    let erro = super_admin.post(LISTA, push(json!([ninguem]))).await;
    erro.expect_problem(400, "DADOS_INVALIDOS");
    // Only who manages it sees whom it names.
    let membro = nucleo.caller(Membro).await;
    let lido = membro.get(&caminho(&id)).await.expect(200);
    for campo in ["pushDestinatarios", "enviarPush", "enviarEmail"] {
        assert!(!chaves(&lido).contains(&campo), "{campo}");
    }
}

async fn o_segmento_so_nomeia_planos_que_existem(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    plano(app, &outro, "OURO").await;
    let coord = nucleo.caller(Coordenador).await;
    let ouro = com("Ouro", "segmentoAlvo", json!({"plano": "OURO"}));
    coord.post(LISTA, ouro.clone()).await.expect_problem(400, "DADOS_INVALIDOS");
    nada_foi_gravado(app).await;
    plano(app, &nucleo, "OURO").await;
    let id = criar(&coord, ouro).await;
    let lido = coord.get(&caminho(&id)).await.expect(200);
    assert_eq!(lido["segmentoAlvo"], json!({"plano": ["OURO"]}));
}
