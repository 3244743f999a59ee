//! From the writing to the reading: what is published, changed and deleted, and what that shows.

use base::scope::Cargo::{Administrador, Coordenador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use serde_json::{Value, json};

use super::{
    GESTAO, LISTA, agendar, caminho, com, corpo, criar, excluir, no_feed, nucleo_em_paz, titulos,
    titulos_no_feed,
};
use crate::apoio::{chaves, juntos};

base::both_engines! { crate::service;
    um_comunicado_do_comeco_ao_fim,
    a_lista_pagina_na_ordem_da_publicacao,
    o_que_muda_aparece_no_feed_e_nao_avisa_de_novo,
    o_que_nao_vem_fica_e_nulo_retira,
    mudancas_ao_mesmo_tempo_nao_se_perdem,
    excluir_retira_do_feed,
}

async fn um_comunicado_do_comeco_ao_fim(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let corpo = json!({
        "titulo": " Assembleia ", "conteudo": "<p>Às 15h.</p>",
        "fotoUrl": "/arquivos/comunicados/1.webp", "videoUrl": "https://youtu.be/dQw4w9WgXcQ",
        "enviarEmail": true, "extra": "ignorado",
    });
    let criado = coord.post(LISTA, corpo).await.expect(201);
    assert_eq!(chaves(&criado), ["criado_em", "id", "status", "titulo"]);
    assert_eq!(criado["titulo"], "Assembleia");
    assert_eq!(criado["status"], "PUBLICADO");
    assert_eq!(criado["criado_em"], "2026-03-02T12:00:00.000Z");

    let membro = nucleo.caller(Membro).await;
    let lista = membro.get(LISTA).await;
    assert_eq!(lista.headers["x-total-count"], "1");
    let esperado = json!({
        "id": criado["id"], "titulo": "Assembleia", "conteudo": "<p>Às 15h.</p>",
        "fotoUrl": "/arquivos/comunicados/1.webp", "videoUrl": "https://youtu.be/dQw4w9WgXcQ",
        "segmentoAlvo": null, "status": "PUBLICADO", "dataAgendamento": null, "nacional": false,
        "nucleo_id": nucleo.id, "publicado_em": "2026-03-02T12:00:00.000Z",
        "criado_em": "2026-03-02T12:00:00.000Z", "autor": {"id": coord.id, "nome": "Fulana"},
    });
    assert_eq!(lista.expect(200), json!([esperado]));
    let id = criado["id"].as_str().unwrap();
    assert_eq!(membro.get(&caminho(id)).await.expect(200), esperado);
    let mut de_quem_gere = esperado;
    de_quem_gere["enviarPush"] = json!(true);
    de_quem_gere["enviarEmail"] = json!(true);
    de_quem_gere["pushDestinatarios"] = json!("todos");
    assert_eq!(coord.get(&caminho(id)).await.expect(200), de_quem_gere);
    assert_eq!(coord.get(GESTAO).await.expect(200), json!([de_quem_gere]));

    let entrada = json!({
        "comunicadoId": id, "titulo": "Assembleia", "fotoUrl": "/arquivos/comunicados/1.webp",
        "videoUrl": "https://youtu.be/dQw4w9WgXcQ",
    });
    assert_eq!(no_feed(&membro).await, [entrada]);
    for errado in ["0195e9a0-0000-7000-8000-000000000000", "42"] {
        assert_eq!(membro.get(&caminho(errado)).await.status, 404);
        assert_eq!(coord.patch(&caminho(errado), json!({})).await.status, 404);
        assert_eq!(excluir(&coord, errado).await.status, 404);
    }
}

async fn a_lista_pagina_na_ordem_da_publicacao(app: &TestApp) {
    let nucleo = nucleo_em_paz(app).await;
    let coord = nucleo.caller(Coordenador).await;
    agendar(app, &coord, "Agendado primeiro", Duration::minutes(2)).await;
    for titulo in ["Um", "Dois"] {
        criar(&coord, corpo(titulo)).await;
        app.advance(Duration::minutes(1));
    }
    criar(&app.super_admin().await, corpo("Nacional")).await;
    app.advance(Duration::minutes(1));
    app.deliver().await;
    app.advance(Duration::minutes(1));
    criar(&coord, corpo("Três")).await;
    let membro = nucleo.caller(Membro).await;
    let ordem = ["Três", "Agendado primeiro", "Nacional", "Dois", "Um"];
    assert_eq!(titulos(&membro, LISTA).await, ordem);
    assert_eq!(titulos_no_feed(&membro).await, ordem);
    for (page, esperados) in [(1, &ordem[..2]), (2, &ordem[2..4]), (3, &ordem[4..]), (4, &[])] {
        let lista = membro.get(&format!("{LISTA}?limit=2&page={page}")).await;
        assert_eq!(lista.headers["x-total-count"], "5");
        assert_eq!(crate::apoio::coluna(&lista.body, "titulo"), esperados);
    }
    // Management reads them in the order in which they were written.
    let escritos = ["Três", "Dois", "Um", "Agendado primeiro"];
    assert_eq!(titulos(&coord, GESTAO).await, escritos);
    let pagina = coord.get(&format!("{GESTAO}?limit=3&page=2")).await;
    assert_eq!(pagina.headers["x-total-count"], "4");
    assert_eq!(crate::apoio::coluna(&pagina.body, "titulo"), &escritos[3..]);
}

async fn o_que_muda_aparece_no_feed_e_nao_avisa_de_novo(app: &TestApp) {
    let nucleo = nucleo_em_paz(app).await;
    let (coord, membro) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let id = criar(&coord, com("Antes", "enviarEmail", json!(true))).await;
    app.deliver().await;
    let avisos = async || {
        let mut contagens = Vec::new();
        for sql in [
            "SELECT count(*) FROM avisos",
            "SELECT count(*) FROM notificacoes",
            "SELECT count(*) FROM entregas",
        ] {
            contagens.push(app.count(sql, ()).await);
        }
        contagens
    };
    let antes = avisos().await;
    assert_eq!(antes, [1, 2, 4]);
    app.advance(Duration::minutes(5));
    let mudanca = json!({
        "titulo": "Depois", "conteudo": "<p>Mudou.</p>", "fotoUrl": "https://a.org/b.png",
        "enviarPush": true, "enviarEmail": true, "pushDestinatarios": {"membroIds": [membro.id]},
    });
    let mudado = coord.patch(&caminho(&id), mudanca).await.expect(200);
    assert_eq!((&mudado["titulo"], &mudado["status"]), (&json!("Depois"), &json!("PUBLICADO")));
    assert_eq!(mudado["criado_em"], "2026-03-02T12:00:00.000Z");
    app.deliver().await;
    assert_eq!(avisos().await, antes);
    let feed = membro.get("/api/feed").await.expect(200);
    assert_eq!(feed["pagination"]["total"], 1);
    assert_eq!(feed["data"][0]["criado_em"], "2026-03-02T12:00:00.000Z");
    let conteudo =
        json!({"comunicadoId": id, "titulo": "Depois", "fotoUrl": "https://a.org/b.png"});
    assert_eq!(feed["data"][0]["conteudo"], conteudo);
    // A narrower segment takes it away from whoever is not in it any more.
    let mudanca = json!({"segmentoAlvo": {"cargo": "COORDENADOR"}});
    coord.patch(&caminho(&id), mudanca).await.expect(200);
    assert_eq!(titulos_no_feed(&membro).await, [""; 0]);
    assert_eq!(titulos_no_feed(&coord).await, ["Depois"]);
}

async fn o_que_nao_vem_fica_e_nulo_retira(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let mut inteiro = com("Inteiro", "fotoUrl", json!("https://a.org/b.png"));
    inteiro["videoUrl"] = json!("https://youtu.be/dQw4w9WgXcQ");
    inteiro["segmentoAlvo"] = json!({"cargo": "MEMBRO", "plano": ["FREE"]});
    inteiro["pushDestinatarios"] = json!({"cargo": ["MEMBRO"]});
    inteiro["enviarPush"] = json!(false);
    let id = criar(&admin, inteiro).await;
    let antes = admin.get(&caminho(&id)).await.expect(200);
    assert_eq!(antes["segmentoAlvo"], json!({"cargo": ["MEMBRO"], "plano": ["FREE"]}));
    for nada in [json!({}), json!({"titulo": null, "enviarPush": null, "dataAgendamento": null})] {
        assert_eq!(admin.patch(&caminho(&id), nada).await.expect(200), antes);
    }
    let nulos = json!({
        "fotoUrl": null, "videoUrl": null, "segmentoAlvo": null, "pushDestinatarios": null,
    });
    let depois = admin.patch(&caminho(&id), nulos).await.expect(200);
    for campo in ["fotoUrl", "videoUrl", "segmentoAlvo"] {
        assert_eq!(depois[campo], Value::Null);
    }
    assert_eq!(depois["pushDestinatarios"], "todos");
    assert_eq!((&depois["titulo"], &depois["enviarPush"]), (&json!("Inteiro"), &json!(false)));
}

async fn mudancas_ao_mesmo_tempo_nao_se_perdem(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let id = criar(&coord, corpo("Antes")).await;
    let mudancas = [
        json!({"titulo": "Depois"}),
        json!({"conteudo": "<p>Outro.</p>"}),
        json!({"fotoUrl": "https://a.org/b.png"}),
        json!({"enviarEmail": true}),
    ];
    let respostas = juntos(mudancas.map(|mudanca| {
        let (coord, id) = (coord.clone(), id.clone());
        async move { coord.patch(&caminho(&id), mudanca).await.status }
    }));
    assert_eq!(respostas.await, [200; 4]);
    let depois = coord.get(&caminho(&id)).await.expect(200);
    assert_eq!((&depois["titulo"], &depois["enviarEmail"]), (&json!("Depois"), &json!(true)));
    assert_eq!(depois["conteudo"], "<p>Outro.</p>");
    assert_eq!(depois["fotoUrl"], "https://a.org/b.png");
    assert_eq!(titulos_no_feed(&coord).await, ["Depois"]);
}

async fn excluir_retira_do_feed(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let (fica, sai) = (criar(&coord, corpo("Fica")).await, criar(&coord, corpo("Sai")).await);
    excluir(&coord, &sai).await.expect(200);
    assert_eq!(titulos_no_feed(&coord).await, ["Fica"]);
    assert_eq!(titulos(&coord, LISTA).await, ["Fica"]);
    // Nobody had been told of it, and nobody is.
    app.deliver().await;
    let sql = "SELECT count(*) FROM avisos WHERE causa LIKE '%' || $1";
    assert_eq!(app.count(sql, (sai,)).await, 0);
    assert_eq!(app.count(sql, (fica,)).await, 1);
}
