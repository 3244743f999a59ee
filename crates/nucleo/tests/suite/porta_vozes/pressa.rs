//! When there is less time than networks.

use std::time::Duration;

use base::testing::TestApp;
use base::{App, Service};
use nucleo::areas::porta_vozes::Prazos;

use super::servidor::{Resposta, Servidor, rss};
use super::{com_feed, com_porta_voz, com_prazos, placar, postagens, saude, sincronizar};

base::both_engines! { crate::porta_vozes::pressa::service;
    o_que_nao_coube_no_tempo_vem_pelo_nome,
}

fn service(app: App) -> Service {
    let prazos =
        Prazos { rede: Duration::from_millis(1000), execucao: Duration::from_millis(1500) };
    com_prazos(app, prazos)
}

async fn o_que_nao_coube_no_tempo_vem_pelo_nome(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    let muda = servidor.em_caminho("muda", Resposta::Mudo);
    for numero in 0..20 {
        com_feed(&admin, &porta_voz, &format!("muda{numero}"), &muda).await;
    }
    // They have been mute before, so whoever answers comes first.
    app.execute("UPDATE porta_voz_redes SET falhas_seguidas = 1", ()).await;
    let boa = servidor.em_caminho("boa", Resposta::Feed(rss(&["https://x.com/a/status/1"])));
    com_feed(&admin, &porta_voz, "boa", &boa).await;

    let resposta = sincronizar(&admin).await;
    assert_eq!(resposta["redes"], 21);
    assert_eq!(placar(&resposta), (1, 0, 20), "{resposta}");
    assert_eq!(postagens(&admin, &porta_voz).await.as_array().unwrap().len(), 1);
    let mut nomes: Vec<_> = resposta["falhas"]
        .as_array()
        .unwrap()
        .iter()
        .map(|falha| falha["rede"].as_str().unwrap().to_owned())
        .collect();
    nomes.sort_unstable();
    nomes.dedup();
    assert_eq!(nomes.len(), 20, "each by its name");
    // Of those that were not reached nobody can say that they failed; they are due at once.
    let sql = "SELECT count(*) FROM porta_voz_redes WHERE falhas_seguidas = 1 AND proxima_em = $1";
    let devolvidas = app.count(sql, (app.now(),)).await;
    assert!((4..20).contains(&devolvidas), "{devolvidas}");
    app.deliver().await;
    assert_eq!(app.count(sql, (app.now(),)).await, 0, "and so they are asked right after");
    assert_eq!(saude(&admin, "boa").await["falhasSeguidas"], 0);
}
