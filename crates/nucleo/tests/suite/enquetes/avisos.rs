//! What people are told of polls, by which channels, and that no channel tells too much.

use base::Uuid;
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo::{Administrador, LiderProjeto, Membro, PortaVoz};
use base::testing::{TestApp, TestCaller};
use chrono::Duration;
use nucleo::areas::enquetes::{EnqueteCriada, EnqueteEncerrada};
use serde_json::{Value, json};
use sqlx::types::Json;

use super::resultados::{conta, votada};
use super::{com, corpo, criar, detalhe, eleitores, votacao, voto};

base::both_engines! { crate::service;
    uma_enquete_nova_avisa_as_pessoas_ativas,
    os_caminhos_sao_os_que_a_autora_escolheu,
    toda_enquete_entra_no_feed,
    quem_votou_recebe_o_resultado,
    o_encerramento_chega_a_muitos_uma_vez,
    o_que_foi_apurado_nao_muda_mais,
    uma_nacional_avisa_todos_os_nucleos,
    uma_enquete_que_ja_encerrou_nao_e_novidade,
    nenhum_aviso_conta_o_que_esta_oculto,
}

/// Who was told inside the app what begins with this cause.
async fn avisados(app: &TestApp, causa: &str) -> Vec<UsuarioId> {
    let sql = "SELECT n.usuario_id FROM notificacoes n JOIN avisos a ON a.id = n.aviso_id
               WHERE a.causa LIKE $1 ORDER BY n.usuario_id";
    let linhas: Vec<(UsuarioId,)> = app.rows(sql, (format!("{causa}:%"),)).await;
    linhas.into_iter().map(|(usuario,)| usuario).collect()
}

/// To whom what begins with this cause is delivered by this channel.
async fn entregues(app: &TestApp, causa: &str, canal: &str) -> Vec<UsuarioId> {
    let sql = "SELECT e.usuario_id FROM entregas e JOIN avisos a ON a.id = e.aviso_id
               WHERE a.causa LIKE $1 AND e.canal = $2 ORDER BY e.usuario_id";
    let linhas: Vec<(UsuarioId,)> = app.rows(sql, (format!("{causa}:%"), canal.to_owned())).await;
    linhas.into_iter().map(|(usuario,)| usuario).collect()
}

fn ids<'a>(pessoas: impl IntoIterator<Item = &'a TestCaller>) -> Vec<UsuarioId> {
    let mut ids: Vec<_> = pessoas.into_iter().map(|pessoa| pessoa.id).collect();
    ids.sort_unstable_by_key(|id| Uuid::from(*id));
    ids
}

type Aviso = (Option<NucleoId>, String, String, String, String, Json<Value>);

async fn aviso(app: &TestApp, causa: &str) -> Aviso {
    let sql = "SELECT nucleo_id, preferencia, titulo, corpo, url, email FROM avisos
               WHERE causa LIKE $1";
    app.rows(sql, (format!("{causa}:%"),)).await.pop().expect("a notice")
}

async fn uma_enquete_nova_avisa_as_pessoas_ativas(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let ativas = [
        nucleo.caller(PortaVoz).await,
        nucleo.caller(Membro).await,
        nucleo.caller(LiderProjeto).await,
    ];
    for status in ["PENDENTE", "INATIVO", "SUSPENSO", "REJEITADO"] {
        nucleo.person(status).await;
    }
    outro.caller(Membro).await;
    let criada = criar(&ativas[0], corpo(app)).await;
    app.deliver().await;
    assert_eq!(avisados(app, "enquete.criada").await, ids(&ativas));
    for canal in ["PUSH", "EMAIL"] {
        assert_eq!(entregues(app, "enquete.criada", canal).await, ids(&ativas), "{canal}");
    }
    let id = criada["id"].as_str().unwrap();
    let (de, preferencia, titulo, texto, url, email) = aviso(app, "enquete.criada").await;
    assert_eq!((de, preferencia.as_str()), (Some(nucleo.id), "ENQUETE"));
    assert_eq!((titulo.as_str(), texto.as_str()), ("Nova enquete", "Qual é a pauta do mês?"));
    assert_eq!(url, format!("/enquetes/{id}"));
    assert_eq!(email["tipo"], "enquete");
    let dados = json!({
        "pergunta": "Qual é a pauta do mês?", "resultados": [], "total_votos": null,
        "opcoes": ["Saúde", "Educação", "Transporte"], "encerra_em": criada["dataEncerramento"],
    });
    assert_eq!(email["dados"], dados);
    let lidas = ativas[1].get("/api/notificacoes").await.expect(200);
    assert_eq!(lidas["data"][0]["titulo"], "Nova enquete");
}

async fn os_caminhos_sao_os_que_a_autora_escolheu(app: &TestApp) {
    for (push, email) in [(true, true), (true, false), (false, true), (false, false)] {
        let nucleo = app.nucleo().await;
        let (admin, membro) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
        let fim = app.now() + Duration::minutes(5);
        let campos = json!({ "enviarPush": push, "enviarEmail": email, "dataEncerramento": fim });
        let criada = criar(&admin, com(corpo(app), campos)).await;
        membro.post(&votacao(&criada), voto(&criada, 0)).await.expect(201);
        app.deliver().await;
        let caso = format!("enquete.criada:{}", criada["id"].as_str().unwrap());
        let novidade = async |canal: &str| por_canal(app, &caso, canal).await;
        assert_eq!(novidade("APP").await, if push { 2 } else { 0 }, "{push} {email}");
        assert_eq!(novidade("PUSH").await, if push { 2 } else { 0 }, "{push} {email}");
        assert_eq!(novidade("EMAIL").await, if email { 2 } else { 0 }, "{push} {email}");
        app.advance(Duration::minutes(5));
        app.deliver().await;
        let caso = format!("enquete.encerrada:{}", criada["id"].as_str().unwrap());
        let resultado = async |canal: &str| por_canal(app, &caso, canal).await;
        assert_eq!(resultado("APP").await, 1, "{push} {email}: whoever voted is told in the app");
        assert_eq!(resultado("PUSH").await, i64::from(push), "{push} {email}");
        assert_eq!(resultado("EMAIL").await, i64::from(email), "{push} {email}");
    }
}

/// How many people this cause reaches by this channel.
async fn por_canal(app: &TestApp, causa: &str, canal: &str) -> i64 {
    let sql = match canal {
        "APP" => {
            "SELECT count(*) FROM notificacoes n JOIN avisos a ON a.id = n.aviso_id
             WHERE a.causa = $1 AND $2 = 'APP'"
        }
        _ => {
            "SELECT count(*) FROM entregas e JOIN avisos a ON a.id = e.aviso_id
             WHERE a.causa = $1 AND e.canal = $2"
        }
    };
    app.count(sql, (causa.to_owned(), canal.to_owned())).await
}

async fn toda_enquete_entra_no_feed(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let silenciosa = json!({ "enviarPush": false, "enviarEmail": false });
    let criada = criar(&nucleo.caller(PortaVoz).await, com(corpo(app), silenciosa)).await;
    app.advance(Duration::seconds(1));
    let nacional = criar(&app.super_admin().await, corpo(app)).await;
    let entrada = |enquete: &Value, nacional: bool| {
        json!({
            "enqueteId": enquete["id"], "pergunta": "Qual é a pauta do mês?",
            "tipoEscolha": "UNICA", "fotoUrl": null, "nacional": nacional,
            "dataEncerramento": enquete["dataEncerramento"],
        })
    };
    let feed = nucleo.caller(Membro).await.get("/api/feed").await.expect(200);
    let tipos: Vec<_> = feed["data"].as_array().unwrap().iter().map(|e| &e["tipo"]).collect();
    assert_eq!(tipos, ["ENQUETE", "ENQUETE"]);
    assert_eq!(feed["data"][0]["conteudo"], entrada(&nacional, true));
    assert_eq!(feed["data"][1]["conteudo"], entrada(&criada, false));
    let feed = outro.caller(Membro).await.get("/api/feed").await.expect(200);
    assert_eq!(feed["data"].as_array().unwrap().len(), 1);
    assert_eq!(feed["data"][0]["conteudo"], entrada(&nacional, true));
}

async fn quem_votou_recebe_o_resultado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana, bia) = (
        nucleo.caller(Administrador).await,
        nucleo.caller(Membro).await,
        nucleo.caller(Membro).await,
    );
    nucleo.caller(Membro).await;
    let criada = criar(&admin, corpo(app)).await;
    for (pessoa, opcao) in [(&admin, 1), (&ana, 1), (&bia, 2)] {
        pessoa.post(&votacao(&criada), voto(&criada, opcao)).await.expect(201);
    }
    app.advance(Duration::days(1) - Duration::milliseconds(1));
    app.deliver().await;
    assert_eq!(avisados(app, "enquete.encerrada").await, []);
    app.advance(Duration::milliseconds(1));
    app.deliver().await;
    let votaram = ids([&admin, &ana, &bia]);
    assert_eq!(avisados(app, "enquete.encerrada").await, votaram);
    for canal in ["PUSH", "EMAIL"] {
        assert_eq!(entregues(app, "enquete.encerrada", canal).await, votaram, "{canal}");
    }
    let (de, preferencia, titulo, texto, _, email) = aviso(app, "enquete.encerrada").await;
    assert_eq!((de, preferencia.as_str()), (Some(nucleo.id), "ENQUETE"));
    assert_eq!(titulo, "Resultado da enquete");
    let esperado = "Qual é a pauta do mês? Educação: 66,7%; Transporte: 33,3%; Saúde: 0,0%.";
    assert_eq!(texto, esperado);
    let dados = json!({
        "pergunta": "Qual é a pauta do mês?", "opcoes": [], "encerra_em": null, "total_votos": 3,
        "resultados": [
            { "texto": "Saúde", "percentual": 0.0 }, { "texto": "Educação", "percentual": 66.7 },
            { "texto": "Transporte", "percentual": 33.3 },
        ],
    });
    assert_eq!(email["dados"], dados);
}

/// More than one page of voters, and the same event again: each is told once.
async fn o_encerramento_chega_a_muitos_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let criada = criar(&nucleo.caller(Administrador).await, corpo(app)).await;
    let pessoas = eleitores(app, nucleo.id, 1001).await;
    eleitores(app, nucleo.id, 1).await;
    let enquete_id = serde_json::from_value(criada["id"].clone()).unwrap();
    let sql = "INSERT INTO enquete_votos (enquete_id, usuario_id, posicao, opcao_id, nucleo_id,
                   criado_em)
               SELECT o.enquete_id, u.id, 1, o.id, u.nucleo_id, u.criado_em
               FROM usuarios u JOIN enquete_opcoes o ON o.nucleo_id = u.nucleo_id
               WHERE u.nome = 'Eleitora' AND u.id <= $1 AND o.ordem = 0";
    app.execute(sql, (pessoas[1000].id,)).await;
    app.execute("UPDATE enquete_apuracoes SET votantes = 1001", ()).await;
    app.advance(Duration::days(1));
    app.deliver().await;
    assert_eq!(avisados(app, "enquete.encerrada").await, ids(&pessoas));
    assert_eq!(entregues(app, "enquete.encerrada", "PUSH").await, ids(&pessoas));

    let de_novo = EnqueteEncerrada { enquete_id, depois_de: None };
    let publicar = async |tx: &mut base::db::NucleoTx| tx.publish(Some(nucleo.id), &de_novo).await;
    app.operator.write(publicar).await.unwrap();
    app.deliver().await;
    assert_eq!(avisados(app, "enquete.encerrada").await, ids(&pessoas));
    assert_eq!(
        app.count("SELECT count(*) FROM avisos WHERE causa LIKE 'enquete.encerrada%'", ()).await,
        1
    );
}

/// As if a request had begun before the closing time and got its turn after the announcement.
async fn o_que_foi_apurado_nao_muda_mais(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, membro) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let fim = app.now() + Duration::minutes(5);
    let criada = criar(&admin, com(corpo(app), json!({ "dataEncerramento": fim }))).await;
    admin.post(&votacao(&criada), voto(&criada, 0)).await.expect(201);
    app.advance(Duration::minutes(5));
    app.deliver().await;
    let depois = app.now() + Duration::days(1);
    app.execute("UPDATE enquetes SET data_encerramento = $1", (depois,)).await;
    let (membro, admin) = (app.login(&membro).await, app.login(&admin).await);
    let resposta = membro.post(&votacao(&criada), voto(&criada, 0)).await;
    resposta.expect_problem(400, "ENQUETE_ENCERRADA");
    assert_eq!(detalhe(&admin, &criada).await["totalVotos"], 1);
    super::fecha(app).await;
}

async fn uma_nacional_avisa_todos_os_nucleos(app: &TestApp) {
    let (um, dois) = (app.nucleo().await, app.nucleo().await);
    let (ana, bia) = (um.caller(Membro).await, dois.caller(Membro).await);
    let super_admin = app.super_admin().await;
    let nacional = criar(&super_admin, corpo(app)).await;
    app.deliver().await;
    assert_eq!(avisados(app, "enquete.criada").await, ids([&ana, &bia]));
    for canal in ["PUSH", "EMAIL"] {
        assert_eq!(entregues(app, "enquete.criada", canal).await, ids([&ana, &bia]), "{canal}");
    }
    let (de, _, titulo, ..) = aviso(app, "enquete.criada").await;
    assert_eq!((de, titulo.as_str()), (None, "Nova enquete nacional"));

    bia.post(&votacao(&nacional), voto(&nacional, 0)).await.expect(201);
    super_admin.post(&votacao(&nacional), voto(&nacional, 0)).await.expect(201);
    app.advance(Duration::days(1));
    app.deliver().await;
    assert_eq!(avisados(app, "enquete.encerrada").await, ids([&bia, &super_admin]));
}

async fn uma_enquete_que_ja_encerrou_nao_e_novidade(app: &TestApp) {
    let nucleo = app.nucleo().await;
    criar(&nucleo.caller(Administrador).await, corpo(app)).await;
    app.advance(Duration::days(1));
    app.deliver().await;
    assert_eq!(avisados(app, "enquete.criada").await, []);
    assert_eq!(app.events::<EnqueteCriada>().await, []);
    assert_eq!(avisados(app, "enquete.encerrada").await, [], "nobody has voted");
}

/// Everything that is stored, with what waits to be sent, before the closing time.
async fn nenhum_aviso_conta_o_que_esta_oculto(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let porta_voz = nucleo.caller(PortaVoz).await;
    votada(app, &nucleo, &porta_voz, json!({})).await;
    app.deliver().await;
    app.advance(Duration::hours(23));
    app.deliver().await;
    let mut contados = 0;
    for (sql, tabela) in [
        ("SELECT titulo, corpo, email FROM avisos", "avisos"),
        (
            "SELECT n.titulo, n.corpo, a.email FROM notificacoes n JOIN avisos a ON a.id = n.aviso_id",
            "notificacoes",
        ),
        ("SELECT tipo, tipo, conteudo FROM feed_atividades", "feed_atividades"),
        ("SELECT event, event, payload FROM outbox", "outbox"),
        (
            "SELECT e.canal, e.status, a.email FROM entregas e JOIN avisos a ON a.id = e.aviso_id",
            "entregas",
        ),
    ] {
        let linhas: Vec<(String, String, Json<Value>)> = app.rows(sql, ()).await;
        assert!(!linhas.is_empty(), "{tabela}");
        for (um, outro, Json(dados)) in linhas {
            contados += 1;
            let tudo = json!([um, outro, dados]);
            assert!(conta(&tudo).is_none(), "{tabela}: {tudo}");
        }
    }
    assert!(contados > 100);
    app.advance(Duration::hours(1));
    app.deliver().await;
    let (.., texto, _, email) = aviso(app, "enquete.encerrada").await;
    assert!(conta(&json!(texto)).is_some() && conta(&email).is_some(), "now they may know");
}
