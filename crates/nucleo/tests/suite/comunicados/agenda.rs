//! At a set time: once, whoever delivers it, whenever that is, and to whom it is then for.

use base::scope::Cargo::{Coordenador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::comunicados::{ComunicadoAgendado, ComunicadoPublicado};
use serde_json::json;

use super::{
    GESTAO, LISTA, agendar, caminho, com, criar, excluir, nucleo_em_paz, titulos, titulos_no_feed,
};

base::both_engines! { crate::service;
    e_publicado_na_sua_hora_e_uma_vez,
    tres_entregadores_publicam_uma_vez,
    o_evento_que_volta_nao_publica_de_novo,
    depois_de_parado_e_publicado_uma_vez,
    reagendado_para_antes_e_para_depois,
    mudancas_no_mesmo_segundo,
    excluido_antes_da_hora,
    publicado_antes_da_hora_a_pedido,
    o_publicado_nao_ganha_data,
    o_publico_e_o_da_hora_da_publicacao,
    mudar_e_publicar_ao_mesmo_tempo,
}

/// Within an hour, as long as a token lives.
const PRAZO: Duration = Duration::minutes(10);
const MILISSEGUNDO: Duration = Duration::milliseconds(1);

/// How often it was published, by each trace that this leaves.
async fn publicacoes(app: &TestApp) -> Vec<i64> {
    let mut contagens = Vec::new();
    for sql in [
        "SELECT count(*) FROM comunicados WHERE status = 'PUBLICADO'",
        "SELECT count(*) FROM feed_atividades WHERE tipo = 'COMUNICADO'",
        "SELECT count(*) FROM avisos",
    ] {
        contagens.push(app.count(sql, ()).await);
    }
    contagens
}

async fn e_publicado_na_sua_hora_e_uma_vez(app: &TestApp) {
    let nucleo = nucleo_em_paz(app).await;
    let (coord, membro) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let quando = app.now() + PRAZO;
    let corpo = com("Marcado", "dataAgendamento", json!(quando));
    let criado = coord.post(LISTA, corpo).await.expect(201);
    assert_eq!(criado["status"], "AGENDADO");
    let id = criado["id"].as_str().unwrap();

    app.advance(PRAZO - MILISSEGUNDO);
    app.deliver().await;
    assert_eq!(publicacoes(app).await, [0, 0, 0]);
    membro.get(&caminho(id)).await.expect_problem(404, "COMUNICADO_NAO_ENCONTRADO");
    assert_eq!(titulos(&membro, LISTA).await, [""; 0]);
    assert_eq!(titulos(&coord, LISTA).await, [""; 0], "not even for who wrote it");
    assert_eq!(titulos(&coord, GESTAO).await, ["Marcado"]);
    let visto = coord.get(&caminho(id)).await.expect(200);
    assert_eq!((&visto["dataAgendamento"], &visto["status"]), (&json!(quando), &json!("AGENDADO")));
    assert_eq!(visto["publicado_em"], json!(null));

    app.advance(MILISSEGUNDO);
    app.deliver().await;
    assert_eq!(publicacoes(app).await, [1, 1, 1]);
    let lido = membro.get(&caminho(id)).await.expect(200);
    assert_eq!((&lido["status"], &lido["publicado_em"]), (&json!("PUBLICADO"), &json!(quando)));
    assert_eq!(lido["criado_em"], criado["criado_em"], "it stays that of the writing");
    app.advance(Duration::days(30));
    app.deliver().await;
    assert_eq!(publicacoes(app).await, [1, 1, 1]);
}

async fn tres_entregadores_publicam_uma_vez(app: &TestApp) {
    let nucleo = nucleo_em_paz(app).await;
    let coord = nucleo.caller(Coordenador).await;
    for numero in 0..30 {
        agendar(app, &coord, &format!("Número {numero}"), PRAZO).await;
    }
    app.advance(PRAZO);
    tokio::join!(app.deliver(), app.deliver(), app.deliver());
    assert_eq!(publicacoes(app).await, [30, 30, 30]);
}

/// As after a database was put back from a copy: the same event is there more than once.
async fn o_evento_que_volta_nao_publica_de_novo(app: &TestApp) {
    let nucleo = nucleo_em_paz(app).await;
    let coord = nucleo.caller(Coordenador).await;
    agendar(app, &coord, "Marcado", PRAZO).await;
    let copia = "INSERT INTO outbox (id, nucleo_id, event, payload, due_at)
                 SELECT $1, nucleo_id, event, payload, due_at FROM outbox
                 WHERE event = 'comunicado.agendado' LIMIT 1";
    for _ in 0..5 {
        app.execute(copia, (app.new_id::<base::Uuid>(),)).await;
    }
    app.advance(PRAZO);
    tokio::join!(app.deliver(), app.deliver(), app.deliver());
    assert_eq!(publicacoes(app).await, [1, 1, 1]);
    // And once more when everything is long over, with what follows from it.
    let (_, evento) = (nucleo.id, ComunicadoPublicado { comunicado_id: unico(app).await });
    let publicar = app.operator.write(async |tx| tx.publish(Some(nucleo.id), &evento).await);
    publicar.await.unwrap();
    let antes = app.count("SELECT count(*) FROM notificacoes", ()).await;
    app.deliver().await;
    assert_eq!(publicacoes(app).await, [1, 1, 1]);
    assert_eq!(app.count("SELECT count(*) FROM notificacoes", ()).await, antes);
}

async fn unico(app: &TestApp) -> nucleo::areas::comunicados::ComunicadoId {
    let ids: Vec<(nucleo::areas::comunicados::ComunicadoId,)> =
        app.rows("SELECT id FROM comunicados", ()).await;
    ids[0].0
}

async fn depois_de_parado_e_publicado_uma_vez(app: &TestApp) {
    let nucleo = nucleo_em_paz(app).await;
    let coord = nucleo.caller(Coordenador).await;
    let nacional = app.super_admin().await;
    agendar(app, &coord, "Marcado", PRAZO).await;
    agendar(app, &nacional, "Nacional", PRAZO * 2).await;
    app.advance(Duration::days(3));
    assert_eq!(publicacoes(app).await, [0, 0, 0], "nothing ran");
    app.deliver().await;
    assert_eq!(publicacoes(app).await, [2, 2, 2]);
    let membro = nucleo.caller(Membro).await;
    assert_eq!(titulos(&membro, LISTA).await, ["Nacional", "Marcado"]);
    let lista = membro.get(LISTA).await.expect(200);
    assert_eq!(lista[0]["publicado_em"], json!(app.now()), "when it really was");
}

async fn reagendado_para_antes_e_para_depois(app: &TestApp) {
    let nucleo = nucleo_em_paz(app).await;
    let coord = nucleo.caller(Coordenador).await;
    let (antes, depois) = (
        agendar(app, &coord, "Antes", PRAZO * 2).await,
        agendar(app, &coord, "Depois", PRAZO * 2).await,
    );
    for (id, quando) in [(&antes, PRAZO), (&depois, PRAZO * 3)] {
        let mudanca = json!({ "dataAgendamento": app.now() + quando });
        let mudado = coord.patch(&caminho(id), mudanca.clone()).await.expect(200);
        assert_eq!(mudado["dataAgendamento"], mudanca["dataAgendamento"]);
        assert_eq!(mudado["status"], "AGENDADO");
    }
    for (publicados, avancar) in [
        (0, PRAZO - MILISSEGUNDO),
        (1, MILISSEGUNDO),
        (1, PRAZO),
        (1, PRAZO - MILISSEGUNDO),
        (2, MILISSEGUNDO),
    ] {
        app.advance(avancar);
        app.deliver().await;
        assert_eq!(publicacoes(app).await, [publicados; 3]);
    }
    assert_eq!(titulos(&nucleo.caller(Membro).await, LISTA).await, ["Depois", "Antes"]);
    assert!(app.events::<ComunicadoAgendado>().await.is_empty(), "older times left nothing");
}

/// Times that differ by a millisecond, and a change back to the first one.
async fn mudancas_no_mesmo_segundo(app: &TestApp) {
    let nucleo = nucleo_em_paz(app).await;
    let coord = nucleo.caller(Coordenador).await;
    let id = agendar(app, &coord, "Marcado", MILISSEGUNDO).await;
    for daqui_a in [2, 3, 1, 2] {
        let quando = app.now() + Duration::milliseconds(daqui_a);
        coord.patch(&caminho(&id), json!({ "dataAgendamento": quando })).await.expect(200);
    }
    app.advance(MILISSEGUNDO);
    app.deliver().await;
    assert_eq!(publicacoes(app).await, [0, 0, 0], "the first time came back and went again");
    app.advance(MILISSEGUNDO);
    app.deliver().await;
    assert_eq!(publicacoes(app).await, [1, 1, 1]);
    app.advance(Duration::seconds(1));
    app.deliver().await;
    assert_eq!(publicacoes(app).await, [1, 1, 1]);
}

async fn excluido_antes_da_hora(app: &TestApp) {
    let nucleo = nucleo_em_paz(app).await;
    let coord = nucleo.caller(Coordenador).await;
    let id = agendar(app, &coord, "Marcado", PRAZO).await;
    excluir(&coord, &id).await.expect(200);
    app.advance(PRAZO);
    app.deliver().await;
    assert_eq!(publicacoes(app).await, [0, 0, 0]);
    assert_eq!(titulos(&coord, GESTAO).await, [""; 0]);
}

async fn publicado_antes_da_hora_a_pedido(app: &TestApp) {
    let nucleo = nucleo_em_paz(app).await;
    let coord = nucleo.caller(Coordenador).await;
    let id = agendar(app, &coord, "Marcado", PRAZO).await;
    app.advance(Duration::minutes(1));
    let mudanca = json!({"dataAgendamento": null, "titulo": "Já"});
    let mudado = coord.patch(&caminho(&id), mudanca).await.expect(200);
    assert_eq!(
        (&mudado["status"], &mudado["dataAgendamento"]),
        (&json!("PUBLICADO"), &json!(null))
    );
    assert_eq!(mudado["publicado_em"], json!(app.now()));
    assert_eq!(titulos_no_feed(&coord).await, ["Já"]);
    app.deliver().await;
    assert_eq!(publicacoes(app).await, [1, 1, 1]);
    app.advance(PRAZO);
    app.deliver().await;
    assert_eq!(publicacoes(app).await, [1, 1, 1]);
}

async fn o_publicado_nao_ganha_data(app: &TestApp) {
    let nucleo = nucleo_em_paz(app).await;
    let coord = nucleo.caller(Coordenador).await;
    let imediato = criar(&coord, super::corpo("Imediato")).await;
    let marcado = agendar(app, &coord, "Marcado", PRAZO).await;
    app.advance(PRAZO);
    app.deliver().await;
    let amanha = json!(app.now() + Duration::days(1));
    for id in [&imediato, &marcado] {
        let mudanca = json!({ "dataAgendamento": amanha, "titulo": "Outro" });
        let recusado = coord.patch(&caminho(id), mudanca).await;
        recusado.expect_problem(409, "COMUNICADO_JA_PUBLICADO");
    }
    assert_eq!(titulos(&coord, LISTA).await, ["Marcado", "Imediato"], "nothing of it was changed");
    app.advance(Duration::days(2));
    app.deliver().await;
    assert_eq!(publicacoes(app).await, [2, 2, 2]);
}

async fn o_publico_e_o_da_hora_da_publicacao(app: &TestApp) {
    let nucleo = nucleo_em_paz(app).await;
    let coord = nucleo.caller(Coordenador).await;
    let (sai, entra, inativa) = (
        nucleo.caller(Coordenador).await,
        nucleo.caller(Membro).await,
        nucleo.caller(Coordenador).await,
    );
    let mut corpo = com("Coordenação", "segmentoAlvo", json!({"cargo": ["COORDENADOR"]}));
    corpo["dataAgendamento"] = json!(app.now() + PRAZO);
    corpo["enviarEmail"] = json!(true);
    criar(&coord, corpo).await;
    for (id, cargo, status) in [
        (sai.id, "MEMBRO", "ATIVO"),
        (entra.id, "COORDENADOR", "ATIVO"),
        (inativa.id, "COORDENADOR", "INATIVO"),
    ] {
        let sql = "UPDATE usuarios SET cargo = $2, status = $3 WHERE id = $1";
        app.execute(sql, (id, cargo.to_owned(), status.to_owned())).await;
    }
    app.advance(PRAZO);
    app.deliver().await;
    let nova = nucleo.caller(Coordenador).await;
    for (pessoa, recebe) in [(&coord, 1), (&sai, 0), (&entra, 1), (&inativa, 0), (&nova, 0)] {
        let sql = "SELECT count(*) FROM notificacoes WHERE usuario_id = $1";
        assert_eq!(app.count(sql, (pessoa.id,)).await, recebe);
        for canal in ["PUSH", "EMAIL"] {
            let sql = "SELECT count(*) FROM entregas WHERE usuario_id = $1 AND canal = $2";
            assert_eq!(app.count(sql, (pessoa.id, canal)).await, recebe, "{canal}");
        }
    }
    // Whoever comes later reads it and was not told.
    assert_eq!(titulos(&nova, LISTA).await, ["Coordenação"]);
    assert_eq!(titulos(&sai, LISTA).await, [""; 0]);
}

/// The change comes before the publication or after it, and then it is refused; never between.
async fn mudar_e_publicar_ao_mesmo_tempo(app: &TestApp) {
    let nucleo = nucleo_em_paz(app).await;
    let coord = nucleo.caller(Coordenador).await;
    let mut adiados = 0;
    for _ in 0..8 {
        let id = agendar(app, &coord, "Marcado", MILISSEGUNDO).await;
        app.advance(MILISSEGUNDO);
        let mudanca = json!({ "dataAgendamento": app.now() + PRAZO });
        let caminho = caminho(&id);
        let (mudado, ()) = tokio::join!(coord.patch(&caminho, mudanca), app.deliver());
        let status = coord.get(&caminho).await.expect(200)["status"].clone();
        match mudado.status {
            200 => assert_eq!(status, "AGENDADO"),
            409 => assert_eq!(status, "PUBLICADO"),
            outro => panic!("{outro}: {}", mudado.body),
        }
        adiados += i64::from(mudado.status == 200);
    }
    assert_eq!(publicacoes(app).await, [8 - adiados; 3]);
    app.advance(PRAZO);
    app.deliver().await;
    assert_eq!(publicacoes(app).await, [8; 3]);
}
