//! Reading the networks by the clock.

use base::testing::TestApp;
use chrono::Duration;
use serde_json::json;

use super::servidor::{Resposta, Servidor, rss};
use super::{avisos, com_feed, com_porta_voz, designar, linhas, no_feed, saude, sincronizar};

base::both_engines! { crate::porta_vozes::service;
    a_cada_meia_hora_uma_vez,
    as_redes_de_um_porta_voz_sao_lidas_juntas,
    falhas_esperam_cada_vez_mais_e_ninguem_desiste,
    quem_pede_para_esperar_e_atendido,
    quem_morreu_no_meio_devolve_as_redes,
    sem_feed_ninguem_e_procurado,
    muitas_redes_sao_lidas_todas,
}

async fn a_cada_meia_hora_uma_vez(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    let feed = servidor.em_caminho("a", Resposta::Feed(rss(&["https://x.com/a/status/1"])));
    com_feed(&admin, &porta_voz, "a", &feed).await;
    app.deliver().await;
    assert_eq!(servidor.total_de_pedidos(), 0, "a new network waits for its turn");
    for vez in 1..=4 {
        app.advance(Duration::minutes(30));
        app.deliver().await;
        assert_eq!(servidor.pedidos("a").len(), 1, "half hour {vez}");
        app.deliver().await;
        assert_eq!(servidor.total_de_pedidos(), 0, "once");
    }
    app.advance(Duration::hours(5));
    app.deliver().await;
    let admin = app.login(&admin).await;
    assert_eq!(servidor.pedidos("a").len(), 1, "what was missed is made up for once");
    assert_eq!((no_feed(&admin).await.len(), avisos(&admin).await.len()), (1, 1));
    // Whoever asks for it in between does not change the pace.
    sincronizar(&admin).await;
    let proxima = saude(&admin, "a").await["proximaTentativa"].as_str().unwrap().to_owned();
    assert!(proxima <= (app.now() + Duration::minutes(30)).to_string());
}

async fn as_redes_de_um_porta_voz_sao_lidas_juntas(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    for (numero, caminho) in ["a", "b", "c"].into_iter().enumerate() {
        let url = format!("https://x.com/a/status/{numero}");
        let feed = servidor.em_caminho(caminho, Resposta::Feed(rss(&[&url])));
        com_feed(&admin, &porta_voz, caminho, &feed).await;
        app.advance(Duration::seconds(1));
    }
    app.advance(Duration::minutes(30));
    app.deliver().await;
    assert_eq!(avisos(&admin).await, ["Há 3 novas publicações no X."]);
    let runs = "SELECT count(*) FROM porta_voz_sincronizacoes";
    assert_eq!(app.count(runs, ()).await, 1);
}

async fn falhas_esperam_cada_vez_mais_e_ninguem_desiste(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    let feed = servidor.em_caminho("a", Resposta::Status(500, ""));
    com_feed(&admin, &porta_voz, "a", &feed).await;
    // In half hours: when it is asked during the first four days.
    let mut quando = Vec::new();
    for meia_hora in 1..=192 {
        app.advance(Duration::minutes(30));
        app.deliver().await;
        quando.extend(servidor.pedidos("a").iter().map(|_| meia_hora));
    }
    assert_eq!(quando, [1, 2, 4, 8, 16, 32, 64, 112, 160]);
    let admin = app.login(&admin).await;
    assert_eq!(saude(&admin, "a").await["falhasSeguidas"], 9);
    servidor.em_caminho("a", Resposta::Feed(rss(&["https://x.com/a/status/1"])));
    app.advance(Duration::days(1));
    app.deliver().await;
    let admin = app.login(&admin).await;
    assert_eq!(no_feed(&admin).await.len(), 1);
    servidor.pedidos("a");
    app.advance(Duration::minutes(30));
    app.deliver().await;
    assert_eq!(servidor.pedidos("a").len(), 1, "every half hour again");
}

async fn quem_pede_para_esperar_e_atendido(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    let feed = servidor.em_caminho("a", Resposta::Status(429, "7200"));
    com_feed(&admin, &porta_voz, "a", &feed).await;
    sincronizar(&admin).await;
    assert_eq!(saude(&admin, "a").await["proximaTentativa"], "2026-03-02T14:00:00.000Z");
    servidor.pedidos("a");
    app.advance(Duration::minutes(119));
    app.deliver().await;
    assert_eq!(servidor.total_de_pedidos(), 0);
    app.advance(Duration::minutes(1));
    app.deliver().await;
    assert_eq!(servidor.pedidos("a").len(), 1);
}

/// As a process leaves them that was killed after it took them on.
async fn quem_morreu_no_meio_devolve_as_redes(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    let feed = servidor.em_caminho("a", Resposta::Feed(rss(&["https://x.com/a/status/1"])));
    com_feed(&admin, &porta_voz, "a", &feed).await;
    let posse = app.now() + Duration::minutes(2);
    app.execute("UPDATE porta_voz_redes SET proxima_em = $1", (posse,)).await;
    app.deliver().await;
    assert_eq!(servidor.total_de_pedidos(), 0);
    app.advance(Duration::minutes(2));
    app.deliver().await;
    assert_eq!(no_feed(&admin).await.len(), 1);
}

async fn sem_feed_ninguem_e_procurado(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let rede = json!({"plataforma": "X", "username": "a"});
    admin.post(&format!("{porta_voz}/redes"), rede).await.expect(201);
    app.advance(Duration::days(1));
    app.deliver().await;
    let runs = "SELECT count(*) FROM porta_voz_sincronizacoes";
    assert_eq!(app.count(runs, ()).await, 0);
}

/// More than are taken on at a time, each spokesperson's all together.
async fn muitas_redes_sao_lidas_todas(app: &TestApp) {
    let (nucleo, admin, primeiro) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    let mut porta_vozes = vec![primeiro];
    for _ in 0..9 {
        porta_vozes.push(designar(&nucleo, &admin).await);
    }
    for (numero, porta_voz) in porta_vozes.iter().enumerate() {
        for rede in 0..4 {
            let caminho = format!("{numero}-{rede}");
            let url = format!("https://x.com/a/status/{}", numero * 10 + rede);
            let feed = servidor.em_caminho(&caminho, Resposta::Feed(rss(&[&url])));
            com_feed(&admin, porta_voz, &caminho, &feed).await;
        }
    }
    app.advance(Duration::minutes(30));
    app.deliver().await;
    assert_eq!(servidor.total_de_pedidos(), 40);
    assert_eq!(linhas(app).await, [10, 40, 40, 40]);
    let ditos = avisos(&admin).await;
    assert_eq!(ditos, ["Há 4 novas publicações no X."; 10]);
}
