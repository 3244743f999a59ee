//! What reaches a device, exactly, and what its push service may answer.

use base::scope::Cargo::Membro;
use base::testing::{TestApp, TestCaller};
use chrono::{DateTime, Duration};
use serde_json::json;

use super::navegador::{Navegador, token, vale};
use super::servico::Servico;
use super::{avisar, entregas};

base::both_engines! { crate::push::service;
    exatamente_o_aviso_chega_a_cada_dispositivo,
    um_super_admin_tambem_recebe,
    sem_dispositivo_nada_e_enviado,
    um_texto_longo_chega_cortado,
    a_inscricao_cancelada_e_removida,
    de_dois_dispositivos_um_basta,
    quem_pede_para_esperar_e_atendido,
    o_que_falha_e_tentado_de_novo,
    so_o_que_faltou_e_enviado_de_novo,
    chaves_recusadas_dao_o_alarme,
    o_que_nao_cabe_falha_de_vez,
}

const TESTAR: &str = "/push/test";

async fn testar(app: &TestApp, pessoa: &TestCaller) {
    pessoa.post(TESTAR, json!({})).await.expect(200);
    app.deliver().await;
}

async fn exatamente_o_aviso_chega_a_cada_dispositivo(app: &TestApp) {
    let (nucleo, servico, outro) =
        (app.nucleo().await, Servico::novo().await, Servico::novo().await);
    let (ana, bia) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    let celular = Navegador::de(&ana, servico.endpoint("celular?a=b")).await;
    let notebook = Navegador::de(&ana, outro.endpoint("notebook")).await;
    Navegador::de(&bia, servico.endpoint("bia")).await;
    let aceito = ana.post(TESTAR, json!({})).await.expect(200);
    let frase = "Uma notificação de teste está a caminho dos seus dispositivos.";
    assert_eq!(aceito, json!({"message": frase}));
    assert!(servico.recebidos().is_empty(), "nothing is sent inside the request");
    app.deliver().await;

    let chave = ana.get("/push/vapid-key").await.expect(200);
    for (servico, navegador) in [(&servico, &celular), (&outro, &notebook)] {
        let recebidos = servico.recebidos();
        let [recebido] = recebidos.as_slice() else { panic!("{} came", recebidos.len()) };
        assert_eq!(
            format!("{}{}", servico.origem, recebido.caminho),
            navegador.endpoint.split('?').next().unwrap()
        );
        let esperado = json!({
            "title": "Notificação de teste",
            "body": "As notificações chegam a este dispositivo.",
            "url": "/perfil",
        });
        assert_eq!(navegador.ler(recebido), esperado);
        let claims = token(recebido, chave["publicKey"].as_str().unwrap());
        assert_eq!(claims["aud"], servico.origem);
        assert!(vale(&claims, app.now()), "{claims}");
        assert!(claims["sub"].as_str().unwrap().starts_with("mailto:"));
        for (nome, valor) in [
            ("content-encoding", "aes128gcm"),
            ("content-type", "application/octet-stream"),
            ("ttl", "259200"),
            ("urgency", "normal"),
        ] {
            assert_eq!(recebido.headers[nome], valor);
        }
        assert!(recebido.headers["topic"].len() <= 32);
        assert!(recebido.corpo.len() <= 4096);
    }
    assert_eq!(entregas(app).await, [("ENVIADA".to_owned(), None)]);
    app.deliver().await;
    assert!(servico.recebidos().is_empty() && outro.recebidos().is_empty(), "once");
}

async fn um_super_admin_tambem_recebe(app: &TestApp) {
    let (servico, nacional) = (Servico::novo().await, app.super_admin().await);
    let navegador = Navegador::de(&nacional, servico.endpoint("nacional")).await;
    testar(app, &nacional).await;
    let recebidos = servico.recebidos();
    assert_eq!(recebidos.len(), 1);
    assert_eq!(navegador.ler(&recebidos[0])["title"], "Notificação de teste");
}

async fn sem_dispositivo_nada_e_enviado(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let resposta = ana.post(TESTAR, json!({})).await.expect(200);
    let frase = "Nenhum dispositivo seu está inscrito para receber notificações.";
    assert_eq!(resposta, json!({"message": frase}));
    app.deliver().await;
    assert_eq!(entregas(app).await, []);
}

async fn um_texto_longo_chega_cortado(app: &TestApp) {
    let (nucleo, servico) = (app.nucleo().await, Servico::novo().await);
    let ana = nucleo.caller(Membro).await;
    let navegador = Navegador::de(&ana, servico.endpoint("ana")).await;
    avisar(app, &nucleo, &ana, None, &"é".repeat(9000)).await;
    app.deliver().await;
    let recebidos = servico.recebidos();
    assert_eq!(recebidos[0].corpo.len(), 4096);
    let lido = navegador.ler(&recebidos[0]);
    let corpo = lido["body"].as_str().unwrap();
    assert!(corpo.starts_with("ééé") && corpo.ends_with("é…"), "{corpo}");
}

async fn dispositivos(app: &TestApp) -> i64 {
    app.count("SELECT count(*) FROM push_subscriptions", ()).await
}

async fn a_inscricao_cancelada_e_removida(app: &TestApp) {
    let (nucleo, servico) = (app.nucleo().await, Servico::novo().await);
    let bia = nucleo.caller(Membro).await;
    Navegador::de(&bia, servico.endpoint("bia")).await;
    for status in [404, 410] {
        let ana = nucleo.caller(Membro).await;
        Navegador::de(&ana, servico.endpoint("ana")).await;
        servico.responder([(status, "")]);
        testar(app, &ana).await;
        assert_eq!(dispositivos(app).await, 1, "nobody else's");
        app.advance(Duration::days(2));
        app.deliver().await;
        assert_eq!(servico.recebidos().len(), 1, "it is not tried again");
    }
    let motivo = "o navegador cancelou a inscrição".to_owned();
    let falhou = ("FALHOU".to_owned(), Some(motivo));
    assert_eq!(entregas(app).await, [falhou.clone(), falhou]);
}

async fn de_dois_dispositivos_um_basta(app: &TestApp) {
    let (nucleo, servico) = (app.nucleo().await, Servico::novo().await);
    let ana = nucleo.caller(Membro).await;
    Navegador::de(&ana, servico.endpoint("velho")).await;
    Navegador::de(&ana, servico.endpoint("novo")).await;
    servico.responder([(410, "")]);
    testar(app, &ana).await;
    assert_eq!(servico.recebidos().len(), 2);
    assert_eq!(entregas(app).await, [("ENVIADA".to_owned(), None)]);
    assert_eq!(dispositivos(app).await, 1);
}

async fn quem_pede_para_esperar_e_atendido(app: &TestApp) {
    let (nucleo, servico) = (app.nucleo().await, Servico::novo().await);
    let ana = nucleo.caller(Membro).await;
    let navegador = Navegador::de(&ana, servico.endpoint("ana")).await;
    for em_segundos in [true, false] {
        let hora = DateTime::from_timestamp_millis((app.now() + Duration::hours(1)).unix_millis());
        let depois = match em_segundos {
            true => "3600".to_owned(),
            false => hora.unwrap().format("%a, %d %b %Y %H:%M:%S GMT").to_string(),
        };
        servico.responder([(429, &depois)]);
        avisar(app, &nucleo, &ana, None, &depois).await;
        app.deliver().await;
        assert_eq!(servico.recebidos().len(), 1);
        app.advance(Duration::minutes(59));
        app.deliver().await;
        assert!(servico.recebidos().is_empty(), "{depois}: too early");
        app.advance(Duration::minutes(2));
        app.deliver().await;
        let recebidos = servico.recebidos();
        assert_eq!(navegador.ler(&recebidos[0])["body"], depois);
    }
    let enviada = ("ENVIADA".to_owned(), None);
    assert_eq!(entregas(app).await, [enviada.clone(), enviada]);
}

async fn o_que_falha_e_tentado_de_novo(app: &TestApp) {
    let (nucleo, servico) = (app.nucleo().await, Servico::novo().await);
    let ana = nucleo.caller(Membro).await;
    Navegador::de(&ana, servico.endpoint("ana")).await;
    servico.responder([(500, ""), (503, ""), (400, ""), (307, "")]);
    testar(app, &ana).await;
    for tentativa in 1..=4 {
        assert_eq!(servico.recebidos().len(), 1, "attempt {tentativa}");
        let [(status, erro)] = entregas(app).await.try_into().unwrap();
        assert_eq!(status, "PENDENTE");
        assert!(erro.unwrap().starts_with("o serviço de push respondeu"));
        app.deliver().await;
        assert!(servico.recebidos().is_empty(), "not before its time");
        app.advance(Duration::hours(1));
        app.deliver().await;
    }
    assert_eq!(servico.recebidos().len(), 1);
    assert_eq!(entregas(app).await, [("ENVIADA".to_owned(), None)]);

    // Nobody listens there.
    let bia = nucleo.caller(Membro).await;
    Navegador::de(&bia, "http://127.0.0.1:1/bia").await;
    testar(app, &bia).await;
    let motivo = "a conexão com o servidor falhou".to_owned();
    assert_eq!(entregas(app).await[1], ("PENDENTE".to_owned(), Some(motivo)));
    assert_eq!(dispositivos(app).await, 2, "a network that fails removes nobody");
    bia.post("/push/unsubscribe", json!({"endpoint": "http://127.0.0.1:1/bia"})).await.expect(200);
    app.advance(Duration::hours(1));
    app.deliver().await;
    let motivo = "nenhum dispositivo inscrito".to_owned();
    assert_eq!(entregas(app).await[1], ("DISPENSADA".to_owned(), Some(motivo)));
}

async fn so_o_que_faltou_e_enviado_de_novo(app: &TestApp) {
    let (nucleo, servico, falho) =
        (app.nucleo().await, Servico::novo().await, Servico::novo().await);
    let ana = nucleo.caller(Membro).await;
    Navegador::de(&ana, servico.endpoint("certo")).await;
    Navegador::de(&ana, falho.endpoint("falho")).await;
    falho.responder([(500, ""), (502, "")]);
    testar(app, &ana).await;
    for _ in 0..2 {
        app.advance(Duration::hours(1));
        app.deliver().await;
    }
    assert_eq!((servico.recebidos().len(), falho.recebidos().len()), (1, 3));
    assert_eq!(entregas(app).await, [("ENVIADA".to_owned(), None)]);
}

/// Counted over the whole process, and so over other tests.
fn recusadas() -> u64 {
    let metrics = base::metrics::render();
    let valor = |linha: &str| linha.strip_prefix("push_rejected_credentials_total ")?.parse().ok();
    metrics.lines().find_map(valor).unwrap_or(0)
}

async fn chaves_recusadas_dao_o_alarme(app: &TestApp) {
    let (nucleo, servico) = (app.nucleo().await, Servico::novo().await);
    let ana = nucleo.caller(Membro).await;
    Navegador::de(&ana, servico.endpoint("ana")).await;
    let antes = recusadas();
    servico.responder([(401, ""), (403, "")]);
    testar(app, &ana).await;
    app.advance(Duration::hours(1));
    app.deliver().await;
    let depois = recusadas();
    assert!(depois >= antes + 2, "{antes} {depois}");
    assert_eq!(dispositivos(app).await, 1, "it is our fault, not the device's");
    app.advance(Duration::hours(1));
    app.deliver().await;
    assert_eq!(servico.recebidos().len(), 3);
    assert_eq!(entregas(app).await, [("ENVIADA".to_owned(), None)]);
}

async fn o_que_nao_cabe_falha_de_vez(app: &TestApp) {
    let (nucleo, servico) = (app.nucleo().await, Servico::novo().await);
    let ana = nucleo.caller(Membro).await;
    Navegador::de(&ana, servico.endpoint("ana")).await;
    servico.responder([(413, "")]);
    testar(app, &ana).await;
    app.advance(Duration::days(1));
    app.deliver().await;
    assert_eq!(servico.recebidos().len(), 1);
    let motivo = "o serviço de push respondeu 413".to_owned();
    assert_eq!(entregas(app).await, [("FALHOU".to_owned(), Some(motivo))]);
    assert_eq!(dispositivos(app).await, 1);
}
