//! Events through the real router, on both engines.

mod avisos;
mod cadastro;
mod custo;
mod historico;
mod inscricao;
mod nacional;
mod paralelo;
mod presenca;

use base::Uuid;
use base::db::list;
use base::id::{NucleoId, SessaoId, UsuarioId};
use base::scope::Cargo::{Coordenador, Membro};
use base::testing::{TestApp, TestCaller, TestNucleo, TestResponse};
use chrono::Duration;
use nucleo::areas::eventos::verificacao::primeira_divergencia;
use serde_json::{Value, json};

use crate::apoio::fecha;

const EVENTOS: &str = "/api/eventos";

/// An event in which nothing is wrong: in an hour, for two hours, as many as come, for 30.
fn corpo(app: &TestApp) -> Value {
    json!({
        "titulo": "Plenária", "local": "Sede", "recompensa": 30,
        "inicio": app.now() + Duration::hours(1), "fim": app.now() + Duration::hours(3),
    })
}

/// The same with these fields changed.
fn com(mut corpo: Value, campos: Value) -> Value {
    corpo.as_object_mut().unwrap().extend(campos.as_object().unwrap().clone());
    corpo
}

/// An event of this coordinator, with these fields changed; its path.
async fn evento(app: &TestApp, coord: &TestCaller, campos: Value) -> String {
    let criado = coord.post(EVENTOS, com(corpo(app), campos)).await.expect(201);
    format!("{EVENTOS}/{}", criado["id"].as_str().unwrap())
}

async fn inscrever(quem: &TestCaller, evento: &str) -> TestResponse {
    quem.send("POST", &format!("{evento}/inscricao"), "".into()).await
}

async fn desistir(quem: &TestCaller, evento: &str) -> TestResponse {
    quem.send("DELETE", &format!("{evento}/inscricao"), "".into()).await
}

async fn cancelar(quem: &TestCaller, evento: &str) -> TestResponse {
    quem.send("DELETE", evento, "".into()).await
}

async fn codigo(coord: &TestCaller, evento: &str) -> String {
    let codigo = coord.get(&format!("{evento}/codigo")).await.expect(200);
    codigo["codigo"].as_str().unwrap().to_owned()
}

async fn checkin(quem: &TestCaller, evento: &str, codigo: &str) -> TestResponse {
    quem.post(&format!("{evento}/checkin"), json!({ "codigo": codigo })).await
}

async fn presenca(coord: &TestCaller, evento: &str, usuario: UsuarioId) -> TestResponse {
    coord.post(&format!("{evento}/presencas"), json!({ "usuarioId": usuario })).await
}

/// What this person is of the event, as its page and the list say.
async fn minha(quem: &TestCaller, evento: &str) -> Value {
    let detalhe = quem.get(evento).await.expect(200);
    let lista = quem.get(EVENTOS).await.expect(200);
    let na_lista = lista.as_array().unwrap().iter().find(|outro| outro["id"] == detalhe["id"]);
    if let Some(na_lista) = na_lista {
        assert_eq!(*na_lista, detalhe, "list and page agree");
    }
    detalhe["minhaInscricao"].clone()
}

/// How many people are what of all events: INSCRITO, ESPERA, PRESENTE.
async fn pessoas(app: &TestApp) -> [i64; 3] {
    let mut pessoas = [0; 3];
    for (quantas, status) in pessoas.iter_mut().zip(["INSCRITO", "ESPERA", "PRESENTE"]) {
        let sql = "SELECT count(*) FROM evento_inscricoes WHERE status = $1";
        *quantas = app.count(sql, (status.to_owned(),)).await;
    }
    pessoas
}

/// The kept numbers are those of the rows, whoever came was paid once, and every wallet adds up.
async fn confere(app: &TestApp) {
    let divergencia = app.operator.read(async |tx| primeira_divergencia(tx).await).await.unwrap();
    assert_eq!(divergencia, None);
    fecha(app).await;
}

/// Many active members with wallets, logged in, made at once.
async fn multidao(app: &TestApp, nucleo: NucleoId, quantos: usize) -> Vec<TestCaller> {
    let ids: Vec<Uuid> = (0..quantos).map(|_| app.new_id()).collect();
    let sql = "INSERT INTO usuarios (id, nucleo_id, nome, nome_busca, email, cargo, status,
                   primeiro_login, preferencias_notificacao, criado_em)
               SELECT unhex(t.value), $2, 'Pessoa', 'pessoa', t.value || '@teste.org', 'MEMBRO',
                   'ATIVO', true, '{}', $3
               FROM json_each($1) t";
    app.execute(sql, (list::ids(&ids), nucleo, app.now())).await;
    let sql = "INSERT INTO carteiras (usuario_id, nucleo_id)
               SELECT unhex(t.value), $2 FROM json_each($1) t";
    app.execute(sql, (list::ids(&ids), nucleo)).await;
    // The id of a session may be that of its person: both are only compared with themselves.
    let sql = "INSERT INTO sessoes
                   (id, usuario_id, nucleo_id, cargo, status, criado_em, expira_em)
               SELECT unhex(t.value), unhex(t.value), $2, 'MEMBRO', 'ATIVO', $3, $4
               FROM json_each($1) t";
    let ate = app.now() + Duration::days(30);
    app.execute(sql, (list::ids(&ids), nucleo, app.now(), ate)).await;
    let entrar = |id: Uuid| {
        let (pessoa, sessao) = (UsuarioId::from(id), SessaoId::from(id));
        let token = app.tokens().issue(pessoa, sessao, app.now()).unwrap();
        let mut cliente = app.anonymous().with_token(&token);
        cliente.id = pessoa;
        cliente
    };
    ids.into_iter().map(entrar).collect()
}

/// A path of ours with an event of theirs in it, and a body that would do for them.
pub async fn deles(app: &TestApp, theirs: &TestNucleo<'_>, path: &str) -> (String, Value) {
    let (coord, ana) = (theirs.caller(Coordenador).await, theirs.caller(Membro).await);
    let evento = evento(app, &coord, json!({})).await;
    let id = evento.rsplit('/').next().unwrap();
    inscrever(&ana, &evento).await.expect(201);
    let campos = json!({"usuarioId": ana.id, "codigo": codigo(&coord, &evento).await});
    (path.replace("{id}", id), com(corpo(app), campos))
}
