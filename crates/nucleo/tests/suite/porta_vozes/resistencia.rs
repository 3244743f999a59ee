//! Fifty networks, most of them broken or hostile, with the guard on.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use base::scope::Cargo::Membro;
use base::testing::TestApp;
use serde_json::Value;

use super::servidor::{Resposta, Servidor, rss};
use super::{avisos, com_feed, com_porta_voz, designar, linhas, placar, saude, sincronizar};

base::both_engines! { crate::porta_vozes::service;
    as_boas_entram_apesar_das_outras,
}

const LIXO: [&str; 10] = [
    "",
    "olá",
    "<html><body>Entre para continuar</body></html>",
    "{\"erro\": 404}",
    "<rss version=\"2.0\"><channel><item>",
    "<?xml version=\"1.0\" encoding=\"x-nada\"?><rss></rss>",
    "<feed xmlns=\"http://www.w3.org/2005/Atom\"></entry>",
    "\u{0}\u{1}\u{2}\u{fffd}",
    "<rss version=\"9\"><channel></channel></rss>",
    "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><x>&b;</x>",
];

async fn as_boas_entram_apesar_das_outras(app: &TestApp) {
    let (nucleo, admin, primeiro) = com_porta_voz(app).await;
    let membro = nucleo.caller(Membro).await;
    let (fora, dentro) = (Servidor::novo().await, Servidor::em(Ipv4Addr::LOCALHOST).await);
    let segredo =
        dentro.em_caminho("segredo", Resposta::Feed(rss(&["https://x.com/a/status/666"])));
    let (_, porta) = segredo.rsplit_once(':').unwrap();
    let mut porta_vozes = vec![primeiro];
    for _ in 0..4 {
        porta_vozes.push(designar(&nucleo, &admin).await);
    }
    let mut redes: Vec<(String, Resposta)> = Vec::new();
    for numero in 0..20 {
        let urls = [1, 2].map(|parte| format!("https://x.com/a/status/{}", numero * 10 + parte));
        redes.push((format!("boa{numero}"), Resposta::Feed(rss(&[&urls[0], &urls[1]]))));
    }
    redes.extend((0..10).map(|numero| (format!("muda{numero}"), Resposta::Mudo)));
    redes.extend(
        LIXO.iter().enumerate().map(|(n, lixo)| (format!("lixo{n}"), Resposta::Texto(lixo))),
    );
    let para_dentro = [
        segredo.clone(),
        format!("https://localhost:{porta}"),
        "https://169.254.169.254/latest/meta-data/".to_owned(),
        "https://10.0.0.1/".to_owned(),
        format!("https://[::ffff:127.0.0.1]:{porta}"),
    ];
    let desvios = para_dentro.into_iter().enumerate();
    redes.extend(desvios.map(|(n, para)| (format!("desvio{n}"), Resposta::Redireciona(para))));
    redes.extend((0..5).map(|numero| (format!("gigante{numero}"), Resposta::Gigante(100))));
    assert_eq!(redes.len(), 50);
    for (numero, (caminho, resposta)) in redes.iter().enumerate() {
        let feed = fora.em_caminho(caminho, resposta.clone());
        com_feed(&admin, &porta_vozes[numero % 5], caminho, &feed).await;
    }

    let comeco = Instant::now();
    let resposta = sincronizar(&admin).await;
    assert!(comeco.elapsed() < Duration::from_secs(25), "{:?}", comeco.elapsed());
    assert_eq!(resposta["redes"], 50);
    assert_eq!(placar(&resposta), (40, 0, 30), "{resposta}");
    let falhas = resposta["falhas"].as_array().unwrap();
    for (comeco, motivo, quantas) in [
        ("YOUTUBE muda", "o servidor não respondeu a tempo", 10),
        ("YOUTUBE lixo", "a resposta não é um feed RSS ou Atom", 10),
        ("YOUTUBE desvio", "o endereço leva a uma rede privada, que não é permitida", 4),
        ("YOUTUBE desvio", "o endereço não começa com https://", 1),
        ("YOUTUBE gigante", "a resposta é grande demais", 5),
    ] {
        let de_um_tipo = |falha: &&Value| {
            falha["rede"].as_str().unwrap().starts_with(comeco) && falha["erro"] == motivo
        };
        let achadas = falhas.iter().filter(de_um_tipo).count();
        assert_eq!(achadas, quantas, "{comeco}: {resposta}");
    }
    assert_eq!(dentro.total_de_pedidos(), 0, "nothing inside was asked");
    // Five hundred megabytes were on offer; what left filled the buffers of five sockets.
    assert!(fora.enviados() < 100 << 20, "{} bytes left the server", fora.enviados());
    assert_eq!(linhas(app).await, [5, 50, 40, 40]);
    app.deliver().await;
    assert_eq!(avisos(&membro).await, ["Há 8 novas publicações no X."; 5]);
    assert_eq!(saude(&admin, "boa0").await["falhasSeguidas"], 0);
    assert_eq!(saude(&admin, "muda0").await["falhasSeguidas"], 1);

    // Once more: nothing is added, and those that answered come first.
    let de_novo = sincronizar(&admin).await;
    assert_eq!(placar(&de_novo), (0, 40, 30), "{de_novo}");
    app.deliver().await;
    assert_eq!(linhas(app).await, [5, 50, 40, 40]);
    assert_eq!(avisos(&membro).await.len(), 5);
    assert_eq!(saude(&admin, "muda0").await["falhasSeguidas"], 2);
}
