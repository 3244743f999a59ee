//! What spokespersons cost: few statements, however many there are.

use base::scope::Cargo::{Coordenador, Membro};
use base::testing::TestApp;
use serde_json::json;

use super::servidor::{Resposta, Servidor, rss};
use super::{PORTA_VOZES, SYNC, com_feed, com_porta_voz, designar};

base::both_engines! { crate::porta_vozes::service;
    listas_custam_o_mesmo_com_um_e_com_muitos,
    uma_leitura_sem_novidade_custa_pouco,
}

async fn listas_custam_o_mesmo_com_um_e_com_muitos(app: &TestApp) {
    let (nucleo, admin, porta_voz) = com_porta_voz(app).await;
    let (coord, membro) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    for quantos in 1..=5 {
        let outro = designar(&nucleo, &admin).await;
        let rede = json!({"plataforma": "X", "username": "a"});
        admin.post(&format!("{outro}/redes"), rede).await.expect(201);
        let url = json!({"url": format!("https://x.com/a/status/{quantos}")});
        admin.post(&format!("{porta_voz}/postagens"), url).await.expect(201);
        let (consultas, lista) = app.statements(coord.get(PORTA_VOZES)).await;
        assert_eq!(lista.expect(200).as_array().unwrap().len(), quantos + 1);
        assert!(consultas <= 4, "{consultas} statements for the spokespersons");
        let caminho = format!("{porta_voz}/postagens");
        let (consultas, lista) = app.statements(membro.get(&caminho)).await;
        assert_eq!(lista.expect(200).as_array().unwrap().len(), quantos);
        assert!(consultas <= 3, "{consultas} statements for the posts");
    }
}

async fn uma_leitura_sem_novidade_custa_pouco(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    let urls: Vec<_> = (1..=25).map(|n| format!("https://x.com/a/status/{n}")).collect();
    let urls: Vec<_> = urls.iter().map(String::as_str).collect();
    let feed = servidor.em_caminho("a", Resposta::Feed(rss(&urls)));
    com_feed(&admin, &porta_voz, "a", &feed).await;
    admin.post(SYNC, json!({})).await.expect(200);
    let (consultas, resposta) = app.statements(admin.post(SYNC, json!({}))).await;
    assert_eq!(resposta.expect(200)["duplicadas"], 25);
    assert!(consultas <= 10, "{consultas} statements");
}
