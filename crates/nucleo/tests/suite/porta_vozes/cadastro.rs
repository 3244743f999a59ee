//! Who is a spokesperson, and in which networks.

use base::scope::Cargo::{self, Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::TestApp;
use nucleo::areas::membros::Status::{self, Ativo, Inativo, Pendente, Rejeitado, Suspenso};
use serde_json::json;

use super::{PORTA_VOZES, com_porta_voz, designar, linhas};
use crate::apoio::{chaves, juntos, pessoa};
use crate::autenticacao::campos;

base::both_engines! { crate::porta_vozes::service;
    uma_pessoa_se_torna_porta_voz_e_o_cargo_fica,
    so_quem_esta_ativo_e_e_do_nucleo,
    ninguem_e_porta_voz_duas_vezes,
    corpos_errados_nada_mudam,
    uma_rede_com_tudo_e_uma_com_o_minimo,
    a_mesma_rede_so_uma_vez,
    um_feed_em_rede_privada_e_recusado,
    a_lista_mostra_as_redes_do_nucleo,
    remover_uma_rede,
    remover_um_porta_voz_leva_tudo,
    um_super_admin_escolhe_o_nucleo,
    cada_cargo_pode_o_que_o_contrato_diz,
}

async fn uma_pessoa_se_torna_porta_voz_e_o_cargo_fica(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Ana", (LiderProjeto, Ativo)).await;
    let criado = admin.post(PORTA_VOZES, json!({"usuarioId": ana.id})).await.expect(201);
    assert_eq!(
        criado,
        json!({
            "id": criado["id"], "usuarioId": ana.id, "redes": [], "totalPostagens": 0,
            "usuario": {"id": ana.id, "nome": "Ana", "foto_url": null, "ativo": true},
            "criado_em": "2026-03-02T12:00:00.000Z",
        })
    );
    let cargos: Vec<(Cargo,)> =
        app.rows("SELECT cargo FROM usuarios WHERE id = $1", (ana.id,)).await;
    assert_eq!(cargos, [(LiderProjeto,)]);
    ana.post(PORTA_VOZES, json!({"usuarioId": admin.id}))
        .await
        .expect_problem(403, "SEM_PERMISSAO");
}

async fn so_quem_esta_ativo_e_e_do_nucleo(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let admin = nucleo.caller(Administrador).await;
    let vizinha = outro.caller(Membro).await.id;
    let super_admin = app.super_admin().await.id;
    let rejeitada = nucleo.person("REJEITADO").await.id;
    let excluida = nucleo.person("INATIVO").await.id;
    app.execute("UPDATE usuarios SET excluido_em = $2 WHERE id = $1", (excluida, app.now())).await;
    for id in [vizinha, super_admin, rejeitada, excluida, app.new_id()] {
        let resposta = admin.post(PORTA_VOZES, json!({"usuarioId": id})).await;
        resposta.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    }
    for status in Status::ALL.iter().filter(|status| ![Ativo, Rejeitado].contains(status)) {
        assert!([Pendente, Suspenso, Inativo].contains(status));
        let id = nucleo.person(status.as_str()).await.id;
        let resposta = admin.post(PORTA_VOZES, json!({"usuarioId": id})).await;
        resposta.expect_problem(409, "PESSOA_NAO_ATIVA");
    }
    assert_eq!(linhas(app).await, [0; 4]);
}

async fn ninguem_e_porta_voz_duas_vezes(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let corpo = json!({"usuarioId": ana.id});
    let pedidos = (0..6).map(|_| {
        let (admin, corpo) = (admin.clone(), corpo.clone());
        async move { admin.post(PORTA_VOZES, corpo).await }
    });
    let mut status: Vec<_> = juntos(pedidos).await.iter().map(|um| um.status).collect();
    status.sort_unstable();
    assert_eq!(status, [201, 409, 409, 409, 409, 409]);
    admin.post(PORTA_VOZES, corpo).await.expect_problem(409, "JA_E_PORTA_VOZ");
    assert_eq!(linhas(app).await, [1, 0, 0, 0]);
}

async fn corpos_errados_nada_mudam(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let antes = linhas(app).await;
    for corpo in [json!({}), json!({"usuarioId": "x"}), json!({"usuarioId": 7})] {
        let erro = admin.post(PORTA_VOZES, corpo).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["usuarioId"]);
    }
    let redes = format!("{porta_voz}/redes");
    for (corpo, esperados) in [
        (json!({}), vec!["plataforma", "username"]),
        (json!({"plataforma": "ORKUT", "username": "a"}), vec!["plataforma"]),
        (json!({"plataforma": "YOUTUBE", "username": " "}), vec!["username"]),
        (json!({"plataforma": "YOUTUBE", "username": "a".repeat(201)}), vec!["username"]),
        (
            json!({"plataforma": "youtube", "username": 1, "urlPerfil": "javascript:alert(1)",
                "rssUrl": "gopher://a.org/"}),
            vec!["plataforma", "username", "urlPerfil", "rssUrl"],
        ),
    ] {
        let erro = admin.post(&redes, corpo).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), esperados);
    }
    let erro = admin.post(&redes, json!({"plataforma": "ORKUT", "username": "a"})).await;
    let frase = &erro.body["campos"][0]["mensagem"];
    assert_eq!(*frase, "Informe um destes valores: INSTAGRAM, YOUTUBE, TWITTER.");
    assert_eq!(linhas(app).await, antes);
}

async fn uma_rede_com_tudo_e_uma_com_o_minimo(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let redes = format!("{porta_voz}/redes");
    let tudo = json!({
        "plataforma": "YOUTUBE", "username": "ana", "urlPerfil": "https://www.youtube.com/@ana",
        "rssUrl": "https://www.youtube.com/feeds/videos.xml?channel_id=UC1", "outro": 1,
    });
    let criada = admin.post(&redes, tudo).await.expect(201);
    let proxima = criada["sincronizacao"]["proximaTentativa"].as_str().unwrap();
    assert!("2026-03-02T12:00:00.000Z" < proxima && proxima <= "2026-03-02T12:30:00.000Z");
    assert_eq!(
        criada,
        json!({
            "id": criada["id"], "plataforma": "YOUTUBE", "username": "ana",
            "urlPerfil": "https://www.youtube.com/@ana",
            "rssUrl": "https://www.youtube.com/feeds/videos.xml?channel_id=UC1",
            "criado_em": "2026-03-02T12:00:00.000Z",
            "sincronizacao": {
                "ultimoSucesso": null, "ultimoErro": null, "ultimoErroEm": null,
                "falhasSeguidas": 0, "proximaTentativa": proxima,
            },
        })
    );
    let minimo = json!({"plataforma": "X", "username": "@ana", "urlPerfil": null, "rssUrl": ""});
    let criada = admin.post(&redes, minimo).await.expect(201);
    assert_eq!((&criada["plataforma"], &criada["username"]), (&json!("TWITTER"), &json!("@ana")));
    for nulo in ["urlPerfil", "rssUrl", "sincronizacao"] {
        assert!(criada[nulo].is_null(), "{nulo}");
    }
}

async fn a_mesma_rede_so_uma_vez(app: &TestApp) {
    let (nucleo, admin, porta_voz) = com_porta_voz(app).await;
    let outra = designar(&nucleo, &admin).await;
    let feed = "https://feeds.exemplo.org/ana";
    let sem_feed = json!({"plataforma": "X", "username": "ana"});
    let com_feed = json!({"plataforma": "TWITTER", "username": "ana", "rssUrl": feed});
    for corpo in [&sem_feed, &com_feed] {
        admin.post(&format!("{porta_voz}/redes"), corpo.clone()).await.expect(201);
        let de_novo = admin.post(&format!("{porta_voz}/redes"), corpo.clone()).await;
        de_novo.expect_problem(409, "REDE_JA_CADASTRADA");
        admin.post(&format!("{outra}/redes"), corpo.clone()).await.expect(201);
    }
    // In another spelling it is the same feed; another feed is another network.
    let grafia = json!({"plataforma": "X", "username": "ana", "rssUrl": "https://FEEDS.exemplo.org:443/ana#x"});
    let de_novo = admin.post(&format!("{porta_voz}/redes"), grafia).await;
    de_novo.expect_problem(409, "REDE_JA_CADASTRADA");
    let outro_feed = json!({"plataforma": "X", "username": "ana", "rssUrl": "https://a.org/2"});
    admin.post(&format!("{porta_voz}/redes"), outro_feed).await.expect(201);
    assert_eq!(linhas(app).await, [2, 5, 0, 0]);
}

async fn um_feed_em_rede_privada_e_recusado(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    for feed in [
        "https://127.0.0.1/feed",
        "https://localhost/feed",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::1]/feed",
        "https://0x7f000001/feed",
        "http://feeds.exemplo.org/",
        "https://ana:senha@feeds.exemplo.org/",
    ] {
        let rede = json!({"plataforma": "X", "username": "ana", "rssUrl": feed});
        let erro = admin.post(&format!("{porta_voz}/redes"), rede).await;
        assert_eq!(campos(&erro.expect_problem(400, "DADOS_INVALIDOS")), ["rssUrl"], "{feed}");
    }
    assert_eq!(linhas(app).await, [1, 0, 0, 0]);
}

async fn a_lista_mostra_as_redes_do_nucleo(app: &TestApp) {
    let (nucleo, admin, primeiro) = com_porta_voz(app).await;
    let coord = nucleo.caller(Coordenador).await;
    app.advance(chrono::Duration::minutes(1));
    let segundo = designar(&nucleo, &admin).await;
    for (porta_voz, username) in [(&primeiro, "a"), (&segundo, "b"), (&primeiro, "c")] {
        let rede = json!({"plataforma": "INSTAGRAM", "username": username});
        admin.post(&format!("{porta_voz}/redes"), rede).await.expect(201);
    }
    let url = json!({"url": "https://www.instagram.com/p/C1a/"});
    admin.post(&format!("{primeiro}/postagens"), url).await.expect(201);
    com_porta_voz(app).await;

    let resposta = coord.get(PORTA_VOZES).await;
    assert_eq!(resposta.headers["x-total-count"], "2");
    let lista = resposta.expect(200);
    let resumo: Vec<_> = lista
        .as_array()
        .unwrap()
        .iter()
        .map(|um| {
            let redes = um["redes"].as_array().unwrap().iter();
            let redes: String = redes.map(|rede| rede["username"].as_str().unwrap()).collect();
            (um["id"].as_str().unwrap(), redes, um["totalPostagens"].as_i64().unwrap())
        })
        .collect();
    let id = |caminho: &str| caminho.rsplit('/').next().unwrap().to_owned();
    assert_eq!(
        resumo,
        [(&*id(&segundo), "b".to_owned(), 0), (&*id(&primeiro), "ac".to_owned(), 1)]
    );
    let campos = ["criado_em", "id", "redes", "totalPostagens", "usuario", "usuarioId"];
    assert_eq!(chaves(&lista[0]), campos);
    let pagina = coord.get(&format!("{PORTA_VOZES}?page=2&limit=1")).await;
    assert_eq!(pagina.headers["x-total-count"], "2");
    assert_eq!(pagina.expect(200)[0]["id"], id(&primeiro));
}

async fn remover_uma_rede(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let rede = json!({"plataforma": "X", "username": "ana"});
    let rede = admin.post(&format!("{porta_voz}/redes"), rede).await.expect(201);
    let url = json!({"url": "https://x.com/ana/status/1"});
    admin.post(&format!("{porta_voz}/postagens"), url).await.expect(201);
    let caminho = format!("{PORTA_VOZES}/redes/{}", rede["id"].as_str().unwrap());
    let removida = admin.send("DELETE", &caminho, "".into()).await.expect(200);
    assert_eq!(removida, json!({"message": "Rede removida."}));
    let de_novo = admin.send("DELETE", &caminho, "".into()).await;
    de_novo.expect_problem(404, "REDE_NAO_ENCONTRADA");
    let torto = admin.send("DELETE", &format!("{PORTA_VOZES}/redes/x"), "".into()).await;
    torto.expect_problem(404, "NAO_ENCONTRADO");
    assert_eq!(linhas(app).await, [1, 0, 1, 1], "what it brought stays");
}

async fn remover_um_porta_voz_leva_tudo(app: &TestApp) {
    let (nucleo, admin, porta_voz) = com_porta_voz(app).await;
    let outro = designar(&nucleo, &admin).await;
    for (porta_voz, numero) in [(&porta_voz, 1), (&porta_voz, 2), (&outro, 3)] {
        let rede = json!({"plataforma": "X", "username": format!("conta{numero}")});
        admin.post(&format!("{porta_voz}/redes"), rede).await.expect(201);
        let url = json!({"url": format!("https://x.com/ana/status/{numero}")});
        admin.post(&format!("{porta_voz}/postagens"), url).await.expect(201);
    }
    let removido = admin.send("DELETE", &porta_voz, "".into()).await.expect(200);
    assert_eq!(removido, json!({"message": "Porta-voz removido."}));
    assert_eq!(linhas(app).await, [1, 1, 1, 1]);
    let postagens = format!("{porta_voz}/postagens");
    admin.get(&postagens).await.expect_problem(404, "PORTA_VOZ_NAO_ENCONTRADO");
    let url = json!({"url": "https://x.com/ana/status/4"});
    admin.post(&postagens, url).await.expect_problem(404, "PORTA_VOZ_NAO_ENCONTRADO");
    let rede = json!({"plataforma": "X", "username": "a"});
    let rede = admin.post(&format!("{porta_voz}/redes"), rede).await;
    rede.expect_problem(404, "PORTA_VOZ_NAO_ENCONTRADO");
    let de_novo = admin.send("DELETE", &porta_voz, "".into()).await;
    de_novo.expect_problem(404, "PORTA_VOZ_NAO_ENCONTRADO");
    // Nobody is told of what is gone; one notice is of the post that stays.
    app.deliver().await;
    assert_eq!(super::avisos(&admin).await.len(), 1);
}

/// Without a nucleo they see all and enter nothing; within one they do as its administrator.
async fn um_super_admin_escolhe_o_nucleo(app: &TestApp) {
    let (nucleo, _, porta_voz) = com_porta_voz(app).await;
    com_porta_voz(app).await;
    let pessoa = nucleo.caller(Membro).await;
    let acima = app.super_admin().await;
    let dentro = acima.clone().with_header("x-nucleo-id", nucleo.id);
    assert_eq!(acima.get(PORTA_VOZES).await.headers["x-total-count"], "2");
    assert_eq!(dentro.get(PORTA_VOZES).await.headers["x-total-count"], "1");
    let redes = format!("{porta_voz}/redes");
    let postagens = format!("{porta_voz}/postagens");
    for (caminho, corpo) in [
        (PORTA_VOZES, json!({"usuarioId": pessoa.id})),
        (&redes, json!({"plataforma": "X", "username": "a"})),
        (&postagens, json!({"url": "https://x.com/a/status/1"})),
    ] {
        let recusado = acima.post(caminho, corpo.clone()).await;
        recusado.expect_problem(400, "NUCLEO_NAO_SELECIONADO");
        dentro.post(caminho, corpo).await.expect(201);
    }
    assert_eq!(acima.get(&postagens).await.expect(200).as_array().unwrap().len(), 1);
    acima.send("DELETE", &porta_voz, "".into()).await.expect(200);
}

async fn cada_cargo_pode_o_que_o_contrato_diz(app: &TestApp) {
    let (nucleo, _, porta_voz) = com_porta_voz(app).await;
    let rede = json!({"plataforma": "X", "username": "a"});
    let url = json!({"url": "https://x.com/a/status/1"});
    for cargo in [Membro, LiderProjeto, PortaVoz, Coordenador, Administrador] {
        let quem = nucleo.caller(cargo).await;
        let pessoa = nucleo.caller(Membro).await;
        let (admin, gestao) =
            (cargo == Administrador, [Coordenador, Administrador].contains(&cargo));
        let antes = linhas(app).await;
        for (pode, obtido) in [
            (gestao, quem.get(PORTA_VOZES).await.status),
            (true, quem.get(&format!("{porta_voz}/postagens")).await.status),
            (admin, quem.post(PORTA_VOZES, json!({"usuarioId": pessoa.id})).await.status),
            (admin, quem.post(&format!("{porta_voz}/redes"), rede.clone()).await.status),
            (admin, quem.post(&format!("{porta_voz}/postagens"), url.clone()).await.status),
            (admin, quem.post(super::SYNC, json!({})).await.status),
            (admin, quem.send("DELETE", &porta_voz, "".into()).await.status),
        ] {
            assert_eq!(obtido / 100 == 2, pode, "{cargo:?}: {obtido}");
            assert_eq!(obtido == 403, !pode, "{cargo:?}: {obtido}");
        }
        assert!(admin || linhas(app).await == antes, "{cargo:?}");
    }
}
