//! What people are told of events, and by which channels.

use base::Uuid;
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo::{Coordenador, Membro, PortaVoz};
use base::testing::{TestApp, TestCaller};
use chrono::Duration;
use nucleo::areas::eventos::{EventoCancelado, EventoCriado, EventoRemarcado};
use serde_json::{Value, json};
use sqlx::types::Json;

use super::{cancelar, codigo, confere, desistir, evento, inscrever, multidao};

base::both_engines! { crate::service;
    um_evento_novo_avisa_as_pessoas_ativas,
    um_evento_que_passou_nao_e_novidade,
    o_que_foi_cancelado_antes_do_aviso_nao_e_novidade,
    o_cancelamento_chega_a_quem_se_inscreveu,
    o_cancelamento_chega_a_muitos_uma_vez,
    quem_sobe_da_espera_fica_sabendo,
    quem_ja_desistiu_nao_e_chamado,
    outra_hora_ou_outro_lugar_se_avisa,
}

/// Who was told what begins with this cause, by this channel.
async fn avisados(app: &TestApp, causa: &str, canal: &str) -> Vec<UsuarioId> {
    let sql = match canal {
        "APP" => {
            "SELECT n.usuario_id FROM notificacoes n JOIN avisos a ON a.id = n.aviso_id
             WHERE a.causa LIKE $1 AND $2 = 'APP' ORDER BY n.usuario_id"
        }
        _ => {
            "SELECT e.usuario_id FROM entregas e JOIN avisos a ON a.id = e.aviso_id
             WHERE a.causa LIKE $1 AND e.canal = $2 ORDER BY e.usuario_id"
        }
    };
    let linhas: Vec<(UsuarioId,)> = app.rows(sql, (format!("{causa}:%"), canal.to_owned())).await;
    linhas.into_iter().map(|(usuario,)| usuario).collect()
}

/// The same people by all channels.
async fn por_todos(app: &TestApp, causa: &str, pessoas: &[&TestCaller]) {
    let mut ids: Vec<_> = pessoas.iter().map(|pessoa| pessoa.id).collect();
    ids.sort_unstable_by_key(|id| Uuid::from(*id));
    for canal in ["APP", "PUSH", "EMAIL"] {
        assert_eq!(avisados(app, causa, canal).await, ids, "{causa} {canal}");
    }
}

type Aviso = (Option<NucleoId>, String, String, String, String, Json<Value>);

async fn aviso(app: &TestApp, causa: &str) -> Aviso {
    let sql = "SELECT nucleo_id, preferencia, titulo, corpo, url, email FROM avisos
               WHERE causa LIKE $1";
    app.rows(sql, (format!("{causa}:%"),)).await.pop().expect("a notice")
}

async fn um_evento_novo_avisa_as_pessoas_ativas(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let coord = nucleo.caller(Coordenador).await;
    let (ana, bia) = (nucleo.caller(Membro).await, nucleo.caller(PortaVoz).await);
    for status in ["PENDENTE", "INATIVO", "SUSPENSO"] {
        nucleo.person(status).await;
    }
    outro.caller(Membro).await;
    let plenaria = evento(app, &coord, json!({})).await;
    app.deliver().await;
    por_todos(app, "evento.criado", &[&coord, &ana, &bia]).await;
    let (de, preferencia, titulo, texto, url, email) = aviso(app, "evento.criado").await;
    assert_eq!((de, preferencia.as_str()), (Some(nucleo.id), "EVENTO"));
    assert_eq!(titulo, "Novo evento");
    assert_eq!(texto, "Plenária: 02/03/2026 às 10:00, Sede.");
    assert_eq!(url, plenaria.replace("/api", ""));
    assert_eq!(email["tipo"], "evento");
    assert_eq!(email["assunto"], "Novo evento: Plenária");
    let segredo = codigo(&coord, &plenaria).await;
    assert!(!email.to_string().contains(&segredo));
    let lidas = ana.get("/api/notificacoes").await.expect(200);
    assert_eq!(lidas["data"][0]["titulo"], "Novo evento");
}

async fn um_evento_que_passou_nao_e_novidade(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ontem = json!({"inicio": app.now() - Duration::hours(3), "fim": app.now()});
    evento(app, &coord, ontem).await;
    assert_eq!(app.events::<EventoCriado>().await, []);
    // Nor is one that ended while nothing was delivered.
    let breve = json!({"inicio": app.now(), "fim": app.now() + Duration::minutes(1)});
    evento(app, &coord, breve).await;
    app.advance(Duration::minutes(1));
    app.deliver().await;
    assert_eq!(app.count("SELECT count(*) FROM avisos", ()).await, 0);
}

async fn o_que_foi_cancelado_antes_do_aviso_nao_e_novidade(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let plenaria = evento(app, &coord, json!({})).await;
    cancelar(&coord, &plenaria).await.expect(200);
    app.deliver().await;
    assert_eq!(app.count("SELECT count(*) FROM avisos", ()).await, 0, "nobody had signed up");
}

async fn o_cancelamento_chega_a_quem_se_inscreveu(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let gente = multidao(app, nucleo.id, 5).await;
    let oficina = evento(app, &coord, json!({"vagas": 2})).await;
    for pessoa in &gente[..3] {
        inscrever(pessoa, &oficina).await.expect(201);
    }
    let segredo = codigo(&coord, &oficina).await;
    super::checkin(&gente[3], &oficina, &segredo).await.expect(201);
    cancelar(&coord, &oficina).await.expect(200);
    app.deliver().await;
    let todos: Vec<_> = gente[..4].iter().collect();
    por_todos(app, "evento.cancelado", &todos).await;
    let (_, preferencia, titulo, texto, ..) = aviso(app, "evento.cancelado").await;
    assert_eq!((preferencia.as_str(), titulo.as_str()), ("EVENTO", "Evento cancelado"));
    assert_eq!(texto, "“Plenária”, marcado para 02/03/2026 às 10:00, foi cancelado.");
    // One that is over is called off without a word.
    let passado = json!({"inicio": app.now() - Duration::hours(3), "fim": app.now()});
    let passado = evento(app, &coord, passado).await;
    cancelar(&coord, &passado).await.expect(200);
    assert_eq!(app.events::<EventoCancelado>().await, []);
    confere(app).await;
}

async fn o_cancelamento_chega_a_muitos_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let plenaria = evento(app, &coord, json!({})).await;
    app.deliver().await;
    crate::apoio::multidao(app, nucleo.id, 1003).await;
    let id: Uuid = plenaria.rsplit('/').next().unwrap().parse().unwrap();
    let sql = "INSERT INTO evento_inscricoes (evento_id, usuario_id, nucleo_id, status, ordem,
                   criado_em)
               SELECT $1, u.id, u.nucleo_id, 'INSCRITO', row_number() OVER (ORDER BY u.id), $3
               FROM usuarios u WHERE u.nucleo_id = $2 AND u.nome LIKE 'Pessoa %'";
    app.execute(sql, (id, nucleo.id, app.now())).await;
    let sql = "UPDATE eventos SET inscritos = 1003, chegadas = 1003 WHERE id = $1";
    app.execute(sql, (id,)).await;
    confere(app).await;
    cancelar(&coord, &plenaria).await.expect(200);
    app.deliver().await;
    let avisados = avisados(app, "evento.cancelado", "APP").await;
    assert_eq!(avisados.len(), 1003);
    let avisos = "SELECT count(*) FROM avisos WHERE causa LIKE 'evento.cancelado:%'";
    assert_eq!(app.count(avisos, ()).await, 1, "one notice, however many batches");
}

async fn quem_sobe_da_espera_fica_sabendo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let gente = multidao(app, nucleo.id, 5).await;
    let oficina = evento(app, &coord, json!({"vagas": 1})).await;
    for pessoa in &gente {
        inscrever(pessoa, &oficina).await.expect(201);
    }
    app.deliver().await;
    desistir(&gente[0], &oficina).await.expect(200);
    app.deliver().await;
    por_todos(app, "evento.vagas_liberadas", &[&gente[1]]).await;
    let (_, preferencia, titulo, texto, ..) = aviso(app, "evento.vagas_liberadas").await;
    assert_eq!(preferencia, "EVENTO");
    assert_eq!(titulo, "Você saiu da lista de espera");
    assert!(texto.starts_with("Abriu uma vaga em “Plenária”, 02/03/2026 às 10:00, Sede"));
    app.advance(Duration::minutes(1));
    coord.patch(&oficina, json!({"vagas": 3})).await.expect(200);
    app.deliver().await;
    por_todos(app, "evento.vagas_liberadas", &[&gente[1], &gente[2], &gente[3]]).await;
}

async fn quem_ja_desistiu_nao_e_chamado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let gente = multidao(app, nucleo.id, 3).await;
    let oficina = evento(app, &coord, json!({"vagas": 1})).await;
    for pessoa in &gente {
        inscrever(pessoa, &oficina).await.expect(201);
    }
    desistir(&gente[0], &oficina).await.expect(200);
    desistir(&gente[1], &oficina).await.expect(200);
    app.deliver().await;
    por_todos(app, "evento.vagas_liberadas", &[&gente[2]]).await;
}

async fn outra_hora_ou_outro_lugar_se_avisa(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let gente = multidao(app, nucleo.id, 3).await;
    let oficina = evento(app, &coord, json!({"vagas": 1})).await;
    for pessoa in &gente[..2] {
        inscrever(pessoa, &oficina).await.expect(201);
    }
    let mesmo = coord.get(&oficina).await.expect(200);
    for quieta in [json!({"titulo": "Plenária"}), json!({"vagas": 1}), mesmo] {
        coord.patch(&oficina, quieta).await.expect(200);
        assert_eq!(app.events::<EventoRemarcado>().await, []);
    }
    coord.patch(&oficina, json!({"local": "Praça"})).await.expect(200);
    app.deliver().await;
    por_todos(app, "evento.remarcado", &[&gente[0], &gente[1]]).await;
    let (_, _, titulo, texto, ..) = aviso(app, "evento.remarcado").await;
    assert_eq!(titulo, "Evento remarcado");
    assert_eq!(texto, "“Plenária” agora é 02/03/2026 às 10:00, Praça.");
    coord.patch(&oficina, json!({"local": "Sede"})).await.expect(200);
    app.deliver().await;
    let avisos = "SELECT count(*) FROM avisos WHERE causa LIKE 'evento.remarcado:%'";
    assert_eq!(app.count(avisos, ()).await, 2, "each change is news");
}
