//! Reading the networks because somebody asks for it.

use base::scope::Cargo::Membro;
use base::testing::TestApp;
use chrono::Duration;
use serde_json::{Value, json};

use super::servidor::{Resposta, Servidor, rss};
use super::{
    PORTA_VOZES, SYNC, avisos, com_feed, com_porta_voz, designar, linhas, no_feed, placar,
    postagens, saude, sincronizar,
};
use crate::apoio::{coluna, juntos};

base::both_engines! { crate::porta_vozes::service;
    sem_redes_nada_ha_a_ler,
    o_que_e_novo_entra_uma_vez,
    rss_atom_e_json,
    um_aviso_por_porta_voz_e_leitura,
    a_mesma_publicacao_em_duas_redes_e_uma,
    o_que_nao_mudou_nao_e_lido_de_novo,
    uma_rede_que_falha_diz_por_que,
    o_que_voltou_esta_bem,
    cada_nucleo_le_as_suas,
    um_super_admin_le_todas,
    de_quem_nao_esta_ativo_nada_e_lido,
    duas_leituras_ao_mesmo_tempo_nao_dobram_nada,
    o_que_sumiu_durante_a_leitura_nao_volta,
    as_leituras_ficam_registradas,
}

async fn sem_redes_nada_ha_a_ler(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let rede = json!({"plataforma": "X", "username": "sem feed"});
    admin.post(&format!("{porta_voz}/redes"), rede).await.expect(201);
    assert_eq!(
        sincronizar(&admin).await,
        json!({
            "message": "Nenhuma rede tem um feed para ler.",
            "redes": 0, "novas": 0, "duplicadas": 0, "falhas": [],
        })
    );
    // No body is needed.
    admin.clone().without_content_type().send("POST", SYNC, "".into()).await.expect(200);
}

async fn o_que_e_novo_entra_uma_vez(app: &TestApp) {
    let (nucleo, admin, porta_voz) = com_porta_voz(app).await;
    let (membro, servidor) = (nucleo.caller(Membro).await, Servidor::novo().await);
    let canal = [
        "https://www.youtube.com/watch?v=novo&feature=rss",
        "https://www.youtube.com/shorts/meio",
        "https://youtu.be/velho",
    ];
    let feed = servidor.em_caminho("canal", Resposta::Feed(rss(&canal[1..])));
    com_feed(&admin, &porta_voz, "canal", &feed).await;
    let resposta = sincronizar(&admin).await;
    assert_eq!(
        resposta,
        json!({
            "message": "2 publicações novas.",
            "redes": 1, "novas": 2, "duplicadas": 0, "falhas": [],
        })
    );
    let lista = postagens(&membro, &porta_voz).await;
    assert_eq!(
        coluna(&lista, "url"),
        ["https://www.youtube.com/shorts/meio", "https://youtu.be/velho"]
    );
    assert_eq!(
        lista[0],
        json!({
            "id": lista[0]["id"], "plataforma": "YOUTUBE",
            "url": "https://www.youtube.com/shorts/meio",
            "embedUrl": "https://www.youtube.com/embed/meio", "titulo": "Título de meio",
            "publicado_em": "2026-02-28T12:00:00.000Z", "criado_em": "2026-03-02T12:00:00.000Z",
        })
    );
    let titulos = async || -> Vec<String> {
        let entradas = no_feed(&membro).await;
        entradas.iter().map(|um| um["titulo"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(titulos().await, ["Título de meio", "Título de velho"], "newest first");

    assert_eq!(placar(&sincronizar(&admin).await), (0, 2, 0));
    servidor.em_caminho("canal", Resposta::Feed(rss(&canal)));
    let resposta = sincronizar(&admin).await;
    assert_eq!(placar(&resposta), (1, 2, 0));
    assert_eq!(resposta["message"], "1 publicação nova.");
    assert_eq!(sincronizar(&admin).await["message"], "Nenhuma publicação nova.");
    assert_eq!(no_feed(&membro).await.len(), 3);
    // By hand it is known as well, and what came by hand is known to the next reading.
    let caminho = format!("{porta_voz}/postagens");
    let conhecida = admin.post(&caminho, json!({"url": "https://youtu.be/novo"})).await;
    conhecida.expect_problem(409, "POSTAGEM_JA_CONHECIDA");
    admin.post(&caminho, json!({"url": "https://youtu.be/outro"})).await.expect(201);
    servidor.em_caminho("canal", Resposta::Feed(rss(&["https://youtu.be/outro"])));
    assert_eq!(placar(&sincronizar(&admin).await), (0, 1, 0));
}

async fn rss_atom_e_json(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    let atom = "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Canal</title><id>c</id>\
        <updated>2026-02-01T00:00:00Z</updated><entry><id>e</id><title>Atom</title>\
        <updated>2026-02-01T00:00:00Z</updated>\
        <link rel=\"alternate\" href=\"https://www.youtube.com/watch?v=atom\"/></entry></feed>";
    let json_feed = "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"C\", \
        \"items\": [{\"id\": \"1\", \"url\": \"https://www.instagram.com/p/json/\"}]}";
    for (caminho, resposta) in [
        ("rss", Resposta::Feed(rss(&["https://x.com/a/status/1"]))),
        ("atom", Resposta::Texto(atom)),
        ("json", Resposta::Texto(json_feed)),
    ] {
        let feed = servidor.em_caminho(caminho, resposta);
        com_feed(&admin, &porta_voz, caminho, &feed).await;
    }
    assert_eq!(placar(&sincronizar(&admin).await), (3, 0, 0));
    let lista = postagens(&admin, &porta_voz).await;
    let mut plataformas = coluna(&lista, "plataforma");
    plataformas.sort_unstable();
    assert_eq!(plataformas, ["INSTAGRAM", "TWITTER", "YOUTUBE"]);
}

async fn um_aviso_por_porta_voz_e_leitura(app: &TestApp) {
    let (nucleo, admin, um) = com_porta_voz(app).await;
    let outro = designar(&nucleo, &admin).await;
    let (membro, servidor) = (nucleo.caller(Membro).await, Servidor::novo().await);
    let videos = ["https://youtu.be/a", "https://youtu.be/b"];
    for (porta_voz, caminho, urls) in [
        (&um, "videos", &videos[..]),
        (&um, "falas", &["https://x.com/a/status/1"]),
        (&outro, "fotos", &["https://www.instagram.com/p/a", "https://www.instagram.com/p/b"]),
    ] {
        let feed = servidor.em_caminho(caminho, Resposta::Feed(rss(urls)));
        com_feed(&admin, porta_voz, caminho, &feed).await;
    }
    assert_eq!(placar(&sincronizar(&admin).await), (5, 0, 0));
    app.deliver().await;
    let mut ditos = avisos(&membro).await;
    ditos.sort_unstable();
    assert_eq!(ditos.len(), 2, "{ditos:?}");
    assert_eq!(ditos[0], "Há 2 novas publicações no Instagram.");
    assert!(ditos[1].starts_with("Há 3 novas publicações no "), "{ditos:?}");
    // Nothing new, nothing said; something new is said again.
    sincronizar(&admin).await;
    app.deliver().await;
    assert_eq!(avisos(&membro).await.len(), 2);
    servidor.em_caminho("falas", Resposta::Feed(rss(&["https://x.com/a/status/2"])));
    sincronizar(&admin).await;
    app.deliver().await;
    assert_eq!(avisos(&membro).await[0], "Há uma nova publicação no X.");
    let pushes = "SELECT count(*) FROM entregas WHERE usuario_id = $1 AND canal = 'PUSH'";
    assert_eq!(app.count(pushes, (membro.id,)).await, 3);
}

async fn a_mesma_publicacao_em_duas_redes_e_uma(app: &TestApp) {
    let (nucleo, admin, um) = com_porta_voz(app).await;
    let outro = designar(&nucleo, &admin).await;
    let servidor = Servidor::novo().await;
    let feed = servidor.em_caminho("a", Resposta::Feed(rss(&["https://x.com/a/status/1"])));
    com_feed(&admin, &um, "a", &feed).await;
    com_feed(&admin, &um, "b", &feed).await;
    com_feed(&admin, &outro, "c", &feed).await;
    assert_eq!(placar(&sincronizar(&admin).await), (1, 2, 0));
    assert_eq!(linhas(app).await, [2, 3, 1, 1]);
    app.deliver().await;
    assert_eq!(avisos(&admin).await.len(), 1);
}

async fn o_que_nao_mudou_nao_e_lido_de_novo(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    let versao = |etag, numero| Resposta::Versao {
        corpo: rss(&[&format!("https://x.com/a/status/{numero}")]),
        etag,
        modificado: "Sun, 01 Mar 2026 00:00:00 GMT",
    };
    let feed = servidor.em_caminho("a", versao("\"um\"", 1));
    com_feed(&admin, &porta_voz, "a", &feed).await;
    assert_eq!(placar(&sincronizar(&admin).await), (1, 0, 0));
    let primeiro = &servidor.pedidos("a")[0];
    assert!(!primeiro.contains_key("if-none-match") && !primeiro.contains_key("if-modified-since"));
    assert!(primeiro["accept"].to_str().unwrap().contains("rss"));
    assert!(primeiro["user-agent"].to_str().unwrap().starts_with("nucleo/"));

    app.advance(Duration::minutes(1));
    assert_eq!(placar(&sincronizar(&admin).await), (0, 0, 0), "304 has nothing to count");
    let segundo = &servidor.pedidos("a")[0];
    assert_eq!(segundo["if-none-match"], "\"um\"");
    assert_eq!(segundo["if-modified-since"], "Sun, 01 Mar 2026 00:00:00 GMT");
    let bem = saude(&admin, "a").await;
    assert_eq!(bem["ultimoSucesso"], "2026-03-02T12:01:00.000Z");

    servidor.em_caminho("a", versao("\"dois\"", 2));
    assert_eq!(placar(&sincronizar(&admin).await), (1, 0, 0));
    sincronizar(&admin).await;
    assert_eq!(servidor.pedidos("a")[1]["if-none-match"], "\"dois\"");
    // What fails in between is asked as before: what was read is still what we know.
    servidor.em_caminho("a", Resposta::Status(500, ""));
    sincronizar(&admin).await;
    servidor.em_caminho("a", versao("\"dois\"", 2));
    assert_eq!(placar(&sincronizar(&admin).await), (0, 0, 0));
}

async fn uma_rede_que_falha_diz_por_que(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    let boa = servidor.em_caminho("boa", Resposta::Feed(rss(&["https://x.com/a/status/1"])));
    com_feed(&admin, &porta_voz, "boa", &boa).await;
    let sem_ninguem = format!("http://{}:1/feed", super::FORA);
    com_feed(&admin, &porta_voz, "ninguém", &sem_ninguem).await;
    for (caminho, resposta) in [
        ("sumiu", Resposta::Status(404, "")),
        ("quebrou", Resposta::Status(500, "")),
        ("nao-mudou", Resposta::Status(304, "")),
        ("lixo", Resposta::Texto("<html><body>Olá</body></html>")),
        ("outra-coisa", Resposta::Feed(rss(&["https://blog.exemplo.org/1"]))),
    ] {
        let feed = servidor.em_caminho(caminho, resposta);
        com_feed(&admin, &porta_voz, caminho, &feed).await;
    }
    let roda = servidor.em_caminho("roda", Resposta::Redireciona("/roda".to_owned()));
    com_feed(&admin, &porta_voz, "roda", &roda).await;
    let resposta = sincronizar(&admin).await;
    assert_eq!((&resposta["redes"], &resposta["novas"]), (&json!(8), &json!(1)));
    assert_eq!(resposta["message"], "1 publicação nova; 7 redes falharam.");
    let erro = |rede: &str| -> String {
        let falhas = resposta["falhas"].as_array().unwrap();
        let nome = format!("YOUTUBE {rede}");
        let mut achadas = falhas.iter().filter(|falha| falha["rede"] == nome);
        achadas.next().unwrap()["erro"].as_str().unwrap().to_owned()
    };
    assert_eq!(erro("sumiu"), "o servidor respondeu 404");
    assert_eq!(erro("quebrou"), "o servidor respondeu 500");
    assert_eq!(erro("nao-mudou"), "o servidor respondeu 304");
    assert_eq!(erro("lixo"), "a resposta não é um feed RSS ou Atom");
    assert!(erro("outra-coisa").starts_with("nenhuma entrada do feed"));
    assert_eq!(erro("ninguém"), "a conexão com o servidor falhou");
    assert_eq!(erro("roda"), "a conexão com o servidor falhou");
    assert_eq!(
        saude(&admin, "sumiu").await,
        json!({
            "ultimoSucesso": null, "ultimoErro": "o servidor respondeu 404",
            "ultimoErroEm": "2026-03-02T12:00:00.000Z", "falhasSeguidas": 1,
            "proximaTentativa": saude(&admin, "boa").await["proximaTentativa"],
        })
    );
    assert_eq!(saude(&admin, "boa").await["ultimoSucesso"], "2026-03-02T12:00:00.000Z");
}

async fn o_que_voltou_esta_bem(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    let feed = servidor.em_caminho("a", Resposta::Status(503, ""));
    com_feed(&admin, &porta_voz, "a", &feed).await;
    for vezes in 1..=3 {
        assert_eq!(placar(&sincronizar(&admin).await), (0, 0, 1));
        assert_eq!(saude(&admin, "a").await["falhasSeguidas"], vezes);
    }
    servidor.em_caminho("a", Resposta::Feed(rss(&["https://x.com/a/status/1"])));
    app.advance(Duration::minutes(1));
    assert_eq!(placar(&sincronizar(&admin).await), (1, 0, 0));
    let bem = saude(&admin, "a").await;
    assert_eq!(bem["falhasSeguidas"], 0);
    assert_eq!(bem["ultimoSucesso"], "2026-03-02T12:01:00.000Z");
    assert_eq!(bem["ultimoErroEm"], "2026-03-02T12:00:00.000Z", "it is remembered");
    assert!(bem["proximaTentativa"].as_str().unwrap() <= "2026-03-02T12:31:00.000Z");
}

async fn cada_nucleo_le_as_suas(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let (_, vizinho, deles) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    let feed = servidor.em_caminho("a", Resposta::Feed(rss(&["https://x.com/a/status/1"])));
    let outro = servidor.em_caminho("b", Resposta::Feed(rss(&["https://x.com/a/status/1"])));
    com_feed(&admin, &porta_voz, "a", &feed).await;
    com_feed(&vizinho, &deles, "b", &outro).await;
    let resposta = sincronizar(&admin).await;
    assert_eq!((placar(&resposta), &resposta["redes"]), ((1, 0, 0), &json!(1)));
    assert!(servidor.pedidos("b").is_empty());
    assert_eq!(postagens(&vizinho, &deles).await, json!([]));
    assert_eq!(placar(&sincronizar(&vizinho).await), (1, 0, 0), "theirs is another one");
    assert_eq!((no_feed(&admin).await.len(), no_feed(&vizinho).await.len()), (1, 1));
}

async fn um_super_admin_le_todas(app: &TestApp) {
    let servidor = Servidor::novo().await;
    let feed = servidor.em_caminho("a", Resposta::Feed(rss(&["https://x.com/a/status/1"])));
    let (um, admin, porta_voz) = com_porta_voz(app).await;
    let (_, vizinho, deles) = com_porta_voz(app).await;
    com_feed(&admin, &porta_voz, "a", &feed).await;
    com_feed(&vizinho, &deles, "b", &feed).await;
    let acima = app.super_admin().await;
    let dentro = acima.clone().with_header("x-nucleo-id", um.id);
    assert_eq!(sincronizar(&dentro).await["redes"], 1);
    let resposta = sincronizar(&acima).await;
    assert_eq!((&resposta["redes"], placar(&resposta)), (&json!(2), (1, 1, 0)));
    app.deliver().await;
    for leitor in [&admin, &vizinho] {
        assert_eq!((no_feed(leitor).await.len(), avisos(leitor).await.len()), (1, 1));
    }
}

async fn de_quem_nao_esta_ativo_nada_e_lido(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    let feed = servidor.em_caminho("a", Resposta::Feed(rss(&["https://x.com/a/status/1"])));
    com_feed(&admin, &porta_voz, "a", &feed).await;
    let lista = admin.get(PORTA_VOZES).await.expect(200);
    let status = format!("/api/membros/{}/status", lista[0]["usuarioId"].as_str().unwrap());
    admin.patch(&status, json!({"status": "SUSPENSO"})).await.expect(200);
    assert_eq!(sincronizar(&admin).await["redes"], 0);
    app.advance(Duration::hours(2));
    app.deliver().await;
    let admin = app.login(&admin).await;
    assert_eq!(servidor.total_de_pedidos(), 0);
    assert_eq!(admin.get(PORTA_VOZES).await.expect(200)[0]["usuario"]["ativo"], false);
    admin.patch(&status, json!({"status": "ATIVO"})).await.expect(200);
    assert_eq!(placar(&sincronizar(&admin).await), (1, 0, 0));
}

/// By two people and by the clock, all at once: everything once, and nobody has to wait.
async fn duas_leituras_ao_mesmo_tempo_nao_dobram_nada(app: &TestApp) {
    let (nucleo, admin, primeiro) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    let mut porta_vozes = vec![primeiro];
    for _ in 0..3 {
        porta_vozes.push(designar(&nucleo, &admin).await);
    }
    for (numero, porta_voz) in porta_vozes.iter().enumerate() {
        // Two spokespersons share their posts, in another order.
        let codigos: Vec<_> =
            (0..10).map(|n| format!("https://x.com/a/status/{}", numero / 2 * 100 + n)).collect();
        let mut urls: Vec<&str> = codigos.iter().map(String::as_str).collect();
        if numero % 2 == 1 {
            urls.reverse();
        }
        let caminho = format!("canal{numero}");
        let feed = servidor.em_caminho(&caminho, Resposta::Feed(rss(&urls)));
        com_feed(&admin, porta_voz, &caminho, &feed).await;
    }
    app.advance(Duration::minutes(31));
    let pedidos = (0..2).map(|_| {
        let admin = admin.clone();
        async move { sincronizar(&admin).await }
    });
    let (respostas, ()) = tokio::join!(juntos(pedidos), app.deliver());
    let (novas, outras) = (soma(&respostas, "novas"), soma(&respostas, "duplicadas"));
    assert_eq!(novas + outras, 80, "{respostas:?}");
    assert!(novas <= 20 && respostas.iter().all(|um| um["falhas"] == json!([])));
    assert_eq!(linhas(app).await, [4, 4, 20, 20]);
    let sql = "SELECT CAST(COALESCE(sum(novas), 0) AS bigint) FROM porta_voz_sincronizacoes";
    assert_eq!(app.count(sql, ()).await, 20, "every run together");
    app.deliver().await;
    let ditos = avisos(&admin).await;
    assert!((2..=4).contains(&ditos.len()), "{ditos:?}");
}

fn soma(respostas: &[Value], campo: &str) -> u64 {
    respostas.iter().map(|resposta| resposta[campo].as_u64().unwrap()).sum()
}

/// The feed of a network that is removed while it is being read leads nowhere.
async fn o_que_sumiu_durante_a_leitura_nao_volta(app: &TestApp) {
    let (_, admin, porta_voz) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    let feed = servidor.em_caminho("a", Resposta::Feed(rss(&["https://x.com/a/status/1"])));
    let mudo = servidor.em_caminho("mudo", Resposta::Mudo);
    let rede = com_feed(&admin, &porta_voz, "a", &feed).await;
    // Keeps the round of this spokesperson open until it is given up.
    com_feed(&admin, &porta_voz, "mudo", &mudo).await;
    let tirar = async {
        servidor.esperar(2).await;
        let caminho = format!("{PORTA_VOZES}/redes/{}", rede["id"].as_str().unwrap());
        admin.send("DELETE", &caminho, "".into()).await.expect(200);
    };
    let (resposta, ()) = tokio::join!(sincronizar(&admin), tirar);
    assert_eq!(placar(&resposta), (0, 0, 1));
    let tirar = async {
        servidor.esperar(3).await;
        admin.send("DELETE", &porta_voz, "".into()).await.expect(200);
    };
    let (resposta, ()) = tokio::join!(sincronizar(&admin), tirar);
    assert_eq!(placar(&resposta), (0, 0, 0));
    assert_eq!(linhas(app).await, [0; 4]);
}

async fn as_leituras_ficam_registradas(app: &TestApp) {
    let (nucleo, admin, porta_voz) = com_porta_voz(app).await;
    let servidor = Servidor::novo().await;
    let boa = servidor.em_caminho("boa", Resposta::Feed(rss(&["https://x.com/a/status/1"])));
    let ma = servidor.em_caminho("ma", Resposta::Status(500, ""));
    com_feed(&admin, &porta_voz, "boa", &boa).await;
    let ma = com_feed(&admin, &porta_voz, "ma", &ma).await;
    sincronizar(&admin).await;
    let erros = "SELECT erros FROM porta_voz_sincronizacoes";
    let erros: Vec<(sqlx::types::Json<Value>,)> = app.rows(erros, ()).await;
    assert_eq!(erros[0].0.0, json!([{"redeId": ma["id"], "erro": "o servidor respondeu 500"}]));
    app.advance(Duration::minutes(30));
    app.deliver().await;
    let sql = "SELECT origem, autor_id, redes, novas, duplicadas, falhas
               FROM porta_voz_sincronizacoes
               WHERE nucleo_id = $1 AND terminada_em IS NOT NULL ORDER BY id";
    type Linha = (String, Option<base::id::UsuarioId>, i64, i64, i64, i64);
    let linhas: Vec<Linha> = app.rows(sql, (nucleo.id,)).await;
    let manual = ("MANUAL".to_owned(), Some(admin.id), 2, 1, 0, 1);
    assert_eq!(linhas, [manual, ("AGENDA".to_owned(), None, 2, 0, 1, 1)]);
    // After a while nobody needs to know.
    app.advance(Duration::days(91));
    sincronizar(&app.login(&admin).await).await;
    let restam = "SELECT count(*) FROM porta_voz_sincronizacoes";
    assert_eq!(app.count(restam, ()).await, 1);
    let metrics = base::metrics::render();
    for contador in
        ["porta_voz_sincronizacoes_total", "porta_voz_postagens_total", "porta_voz_falhas_total"]
    {
        assert!(metrics.contains(contador), "{contador}");
    }
    let pagina = app.anonymous().get("/metrics").await;
    assert!(pagina.text.contains("porta_voz_redes_falhando"), "{}", pagina.text);
}
