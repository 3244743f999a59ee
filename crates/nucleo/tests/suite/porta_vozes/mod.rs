//! Spokespersons, their networks and what they post, against a real server of feeds. The guard is
//! on: the server's address stands in for the open internet, and nothing else does.

mod agenda;
mod cadastro;
mod conta;
mod custo;
mod postagens;
mod pressa;
mod resistencia;
mod servidor;
mod sincronizacao;

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use base::outbound::Guard;
use base::scope::Cargo::{Administrador, Membro};
use base::testing::{TestApp, TestCaller, TestNucleo};
use base::{App, Service};
use nucleo::areas::porta_vozes::Prazos;
use nucleo::settings::Settings;
use serde_json::{Value, json};

const PORTA_VOZES: &str = "/api/porta-vozes";
const SYNC: &str = "/api/porta-vozes/sync";
/// Where the server of feeds listens: loopback, and yet not where everything else does.
const FORA: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

fn service(app: App) -> Service {
    let prazos = Prazos { rede: Duration::from_secs(2), execucao: Duration::from_secs(20) };
    com_prazos(app, prazos)
}

fn com_prazos(app: App, rss: Prazos) -> Service {
    let guard = Guard::PUBLIC.with_stand_in(IpAddr::V4(FORA));
    nucleo::service(app, &Settings { guard, rss, ..crate::settings() })
}

/// A nucleo with an administrator and a spokesperson, whose path it is.
async fn com_porta_voz<'a>(app: &'a TestApp) -> (TestNucleo<'a>, TestCaller, String) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let porta_voz = designar(&nucleo, &admin).await;
    (nucleo, admin, porta_voz)
}

/// The path of a new spokesperson.
async fn designar(nucleo: &TestNucleo<'_>, admin: &TestCaller) -> String {
    let pessoa = nucleo.caller(Membro).await;
    let criado = admin.post(PORTA_VOZES, json!({"usuarioId": pessoa.id})).await.expect(201);
    format!("{PORTA_VOZES}/{}", criado["id"].as_str().unwrap())
}

/// A network with a feed.
async fn com_feed(admin: &TestCaller, porta_voz: &str, username: &str, rss_url: &str) -> Value {
    let rede = json!({"plataforma": "YOUTUBE", "username": username, "rssUrl": rss_url});
    admin.post(&format!("{porta_voz}/redes"), rede).await.expect(201)
}

async fn sincronizar(admin: &TestCaller) -> Value {
    admin.post(SYNC, json!({})).await.expect(200)
}

/// New, known, failed.
fn placar(resposta: &Value) -> (u64, u64, usize) {
    let numero = |campo: &str| resposta[campo].as_u64().unwrap();
    (numero("novas"), numero("duplicadas"), resposta["falhas"].as_array().unwrap().len())
}

/// How one network is doing.
async fn saude(admin: &TestCaller, username: &str) -> Value {
    let lista = admin.get(PORTA_VOZES).await.expect(200);
    let redes = lista.as_array().unwrap().iter().flat_map(|um| um["redes"].as_array().unwrap());
    let mut mesmas = redes.filter(|rede| rede["username"] == username);
    mesmas.next().unwrap()["sincronizacao"].clone()
}

async fn postagens(pessoa: &TestCaller, porta_voz: &str) -> Value {
    pessoa.get(&format!("{porta_voz}/postagens")).await.expect(200)
}

/// What the feed of the app shows of spokespersons, newest first.
async fn no_feed(pessoa: &TestCaller) -> Vec<Value> {
    let feed = pessoa.get("/api/feed?limit=100").await.expect(200);
    let entradas = feed["data"].as_array().unwrap().iter();
    entradas
        .filter(|entrada| entrada["tipo"] == "POSTAGEM_PORTA_VOZ")
        .map(|entrada| entrada["conteudo"].clone())
        .collect()
}

/// The texts of somebody's notifications, newest first.
async fn avisos(pessoa: &TestCaller) -> Vec<String> {
    let lista = pessoa.get("/api/notificacoes?limit=100").await.expect(200);
    let corpos = lista["data"].as_array().unwrap().iter();
    corpos.map(|aviso| aviso["corpo"].as_str().unwrap().to_owned()).collect()
}

/// Everything that the area has written, to see that nothing has changed.
async fn linhas(app: &TestApp) -> [i64; 4] {
    [
        app.count("SELECT count(*) FROM porta_vozes", ()).await,
        app.count("SELECT count(*) FROM porta_voz_redes", ()).await,
        app.count("SELECT count(*) FROM porta_voz_postagens", ()).await,
        app.count("SELECT count(*) FROM feed_atividades", ()).await,
    ]
}

/// A request about something of theirs.
pub async fn deles(app: &TestApp, theirs: &TestNucleo<'_>, path: &str) -> (String, Value) {
    let admin = theirs.caller(Administrador).await;
    let body = json!({
        "usuarioId": theirs.caller(Membro).await.id, "plataforma": "X", "username": "deles",
        "url": "https://x.com/deles/status/1",
    });
    if !path.contains('{') {
        return (path.to_owned(), body);
    }
    let porta_voz = designar(theirs, &admin).await;
    let rede = json!({"plataforma": "X", "username": "deles"});
    let rede = admin.post(&format!("{porta_voz}/redes"), rede).await.expect(201);
    app.deliver().await;
    let id = match path.contains("/redes/{") {
        true => rede["id"].as_str().unwrap(),
        false => porta_voz.rsplit('/').next().unwrap(),
    };
    (path.replace("{id}", id), body)
}
