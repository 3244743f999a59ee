//! Posts that are entered by hand.

use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::membros::Status::Ativo;
use serde_json::json;

use super::{PORTA_VOZES, avisos, com_porta_voz, designar, linhas, no_feed, postagens};
use crate::apoio::{coluna, juntos, pessoa};
use crate::autenticacao::campos;

base::both_engines! { crate::porta_vozes::service;
    uma_publicacao_entra_no_feed_e_e_avisada,
    cada_plataforma_tem_o_seu_quadro,
    o_mesmo_endereco_e_conhecido_em_qualquer_grafia,
    de_muitos_ao_mesmo_tempo_um_entra,
    outro_nucleo_tem_as_suas,
    o_que_nao_e_publicacao_nada_muda,
    a_lista_comeca_pela_mais_nova,
    a_preferencia_cala_o_push_e_nao_o_aplicativo,
}

async fn uma_publicacao_entra_no_feed_e_e_avisada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, membro) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let suspensa = nucleo.person("SUSPENSO").await;
    let vizinho = app.nucleo().await.caller(Membro).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let criado = admin.post(PORTA_VOZES, json!({"usuarioId": ana.id})).await.expect(201);
    let id = criado["id"].as_str().unwrap();
    let caminho = format!("{PORTA_VOZES}/{id}/postagens");
    let url = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
    let postagem = admin.post(&caminho, json!({"url": format!(" {url}&t=9s ")})).await.expect(201);
    let esperada = json!({
        "id": postagem["id"], "plataforma": "YOUTUBE", "url": url,
        "embedUrl": "https://www.youtube.com/embed/dQw4w9WgXcQ", "titulo": null,
        "publicado_em": null, "criado_em": "2026-03-02T12:00:00.000Z",
    });
    assert_eq!(postagem, esperada);
    assert_eq!(membro.get(&caminho).await.expect(200), json!([esperada]));
    let entrada = json!({
        "postagemId": postagem["id"], "portaVozId": id, "plataforma": "YOUTUBE", "url": url,
        "embedUrl": "https://www.youtube.com/embed/dQw4w9WgXcQ", "titulo": null,
        "publicado_em": null,
        "usuario": {"id": ana.id, "nome": "Ana", "foto_url": null},
    });
    assert_eq!(no_feed(&membro).await, [entrada]);
    assert_eq!(no_feed(&vizinho).await, [json!(null); 0]);

    app.deliver().await;
    for leitor in [&membro, &admin, &ana] {
        assert_eq!(avisos(leitor).await, ["Há uma nova publicação no YouTube."]);
    }
    let lista = membro.get("/api/notificacoes").await.expect(200);
    assert_eq!(lista["data"][0]["url"], format!("/porta-vozes/{id}"));
    assert!(avisos(&vizinho).await.is_empty());
    let sql = "SELECT count(*) FROM notificacoes WHERE usuario_id = $1";
    assert_eq!(app.count(sql, (suspensa.id,)).await, 0);
    let nomeados = "SELECT count(*) FROM avisos WHERE titulo LIKE '%Ana%' OR corpo LIKE '%Ana%'";
    assert_eq!(app.count(nomeados, ()).await, 0, "a notice would outlive the account");
    assert_eq!(app.count("SELECT count(*) FROM email_logs", ()).await, 0);
}

async fn cada_plataforma_tem_o_seu_quadro(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    for (url, plataforma, embed) in [
        ("https://www.instagram.com/p/C1a/", "INSTAGRAM", "https://www.instagram.com/p/C1a/embed"),
        (
            "https://www.instagram.com/reel/C2b/",
            "INSTAGRAM",
            "https://www.instagram.com/reel/C2b/embed",
        ),
        ("https://youtu.be/aaaaaaaaaaa", "YOUTUBE", "https://www.youtube.com/embed/aaaaaaaaaaa"),
        (
            "https://www.youtube.com/shorts/bbbbbbbbbbb",
            "YOUTUBE",
            "https://www.youtube.com/embed/bbbbbbbbbbb",
        ),
        (
            "https://x.com/ana/status/42",
            "TWITTER",
            "https://platform.twitter.com/embed/Tweet.html?id=42",
        ),
    ] {
        let criada = admin.post(&format!("{porta_voz}/postagens"), json!({"url": url})).await;
        let criada = criada.expect(201);
        assert_eq!(criada["url"], url);
        assert_eq!(
            (&criada["plataforma"], &criada["embedUrl"]),
            (&json!(plataforma), &json!(embed))
        );
    }
}

async fn o_mesmo_endereco_e_conhecido_em_qualquer_grafia(app: &TestApp) {
    let (nucleo, admin, porta_voz) = com_porta_voz(app).await;
    let outra = designar(&nucleo, &admin).await;
    for grafias in [
        [
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
            "https://youtu.be/dQw4w9WgXcQ?si=x",
            "http://m.youtube.com/watch?feature=share&v=dQw4w9WgXcQ",
            "https://www.youtube.com/shorts/dQw4w9WgXcQ",
        ],
        [
            "https://x.com/ana/status/42?s=20",
            "https://twitter.com/ana/status/42",
            "https://mobile.twitter.com/Ana/status/42/photo/1",
            "https://x.com/i/web/status/42",
        ],
        [
            "https://www.instagram.com/p/C1a/?igsh=x",
            "https://instagram.com/p/C1a",
            "https://www.instagram.com/reel/C1a/",
            "https://www.instagram.com/ana/p/C1a/",
        ],
    ] {
        let antes = linhas(app).await;
        admin.post(&format!("{porta_voz}/postagens"), json!({"url": grafias[0]})).await.expect(201);
        let depois = linhas(app).await;
        assert_eq!((antes[2] + 1, antes[3] + 1), (depois[2], depois[3]));
        for url in grafias {
            for porta_voz in [&porta_voz, &outra] {
                let caminho = format!("{porta_voz}/postagens");
                let de_novo = admin.post(&caminho, json!({"url": url})).await;
                de_novo.expect_problem(409, "POSTAGEM_JA_CONHECIDA");
            }
        }
        assert_eq!(linhas(app).await, depois);
    }
    // What only differs in case is another post.
    let outro_video = json!({"url": "https://youtu.be/DQw4w9WgXcQ"});
    admin.post(&format!("{porta_voz}/postagens"), outro_video).await.expect(201);
    app.deliver().await;
    assert_eq!(avisos(&admin).await.len(), 4);
}

async fn de_muitos_ao_mesmo_tempo_um_entra(app: &TestApp) {
    let (nucleo, admin, um) = com_porta_voz(app).await;
    let outro = designar(&nucleo, &admin).await;
    let pedidos = (0..8).map(|numero| {
        let caminho = format!("{}/postagens", if numero % 2 == 0 { &um } else { &outro });
        let (admin, url) = (admin.clone(), json!({"url": "https://x.com/ana/status/1"}));
        async move { admin.post(&caminho, url).await.status }
    });
    let mut status = juntos(pedidos).await;
    status.sort_unstable();
    assert_eq!(status, [201, 409, 409, 409, 409, 409, 409, 409]);
    assert_eq!(linhas(app).await, [2, 0, 1, 1]);
}

async fn outro_nucleo_tem_as_suas(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let (_, vizinho, deles) = com_porta_voz(app).await;
    let url = json!({"url": "https://x.com/ana/status/1"});
    admin.post(&format!("{porta_voz}/postagens"), url.clone()).await.expect(201);
    vizinho.post(&format!("{deles}/postagens"), url.clone()).await.expect(201);
    for caminho in [format!("{deles}/postagens"), format!("{PORTA_VOZES}/x/postagens")] {
        assert_eq!(admin.get(&caminho).await.status, 404);
        assert_eq!(admin.post(&caminho, url.clone()).await.status, 404);
    }
    assert_eq!(no_feed(&admin).await.len(), 1);
    assert_eq!(linhas(app).await, [2, 0, 2, 2]);
}

async fn o_que_nao_e_publicacao_nada_muda(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let longa = format!("https://x.com/ana/status/1?{}", "a".repeat(2000));
    for url in [
        json!(null),
        json!(7),
        json!(""),
        json!("x"),
        json!("https://www.youtube.com/@ana"),
        json!("https://youtube.com.evil.org/watch?v=dQw4w9WgXcQ"),
        json!("https://evil.org/@x.com/ana/status/1"),
        json!("https://x.com@evil.org/ana/status/1"),
        json!("https://vimeo.com/1"),
        json!("javascript:alert('https://x.com/ana/status/1')"),
        json!("https://127.0.0.1/watch?v=dQw4w9WgXcQ"),
        json!(longa),
    ] {
        let resposta = admin.post(&format!("{porta_voz}/postagens"), json!({ "url": url })).await;
        let erro = resposta.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["url"], "{url}");
    }
    assert_eq!(linhas(app).await, [1, 0, 0, 0]);
    app.deliver().await;
    assert!(avisos(&admin).await.is_empty());
}

async fn a_lista_comeca_pela_mais_nova(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    assert_eq!(postagens(&admin, &porta_voz).await, json!([]));
    for numero in 1..=3 {
        app.advance(Duration::minutes(1));
        let url = json!({"url": format!("https://x.com/a/status/{numero}")});
        admin.post(&format!("{porta_voz}/postagens"), url).await.expect(201);
    }
    let todas = postagens(&admin, &porta_voz).await;
    let urls = ["https://x.com/a/status/3", "https://x.com/a/status/2", "https://x.com/a/status/1"];
    assert_eq!(coluna(&todas, "url"), urls);
    let pagina = admin.get(&format!("{porta_voz}/postagens?page=2&limit=2")).await;
    assert_eq!(pagina.headers["x-total-count"], "3");
    assert_eq!(coluna(&pagina.expect(200), "url"), urls[2..]);
}

async fn a_preferencia_cala_o_push_e_nao_o_aplicativo(app: &TestApp) {
    let (nucleo, admin, porta_voz) = com_porta_voz(app).await;
    let calada = nucleo.caller(Membro).await;
    let preferencias = json!({"preferencias": {"push_comunicado": false}});
    calada.patch("/api/perfil/preferencias", preferencias).await.expect(200);
    let url = json!({"url": "https://x.com/a/status/1"});
    admin.post(&format!("{porta_voz}/postagens"), url).await.expect(201);
    app.deliver().await;
    assert_eq!(avisos(&calada).await.len(), 1);
    let sql = "SELECT erro FROM entregas WHERE usuario_id = $1 AND canal = 'PUSH'";
    let motivo: Vec<(Option<String>,)> = app.rows(sql, (calada.id,)).await;
    assert_eq!(motivo, [(Some("a pessoa prefere não receber".to_owned()),)]);
}
