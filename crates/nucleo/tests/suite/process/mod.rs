//! The binary as a process: started, loaded, killed, started again.
#![expect(clippy::disallowed_types, clippy::disallowed_methods, reason = "asks the binary itself")]

mod server;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Output;

use base::testing::Engine;
use reqwest::Client;
use serde_json::{Value, json};

use server::{Place, SENHA, Server};

macro_rules! on_both_engines {
    ($($test:ident),+ $(,)?) => {
        mod sqlite { $(#[tokio::test(flavor = "multi_thread")] async fn $test() {
            super::run(super::Engine::Sqlite, super::$test).await;
        })+ }
        mod postgres { $(#[tokio::test(flavor = "multi_thread")] async fn $test() {
            super::run(super::Engine::Postgres, super::$test).await;
        })+ }
    };
}

on_both_engines! {
    it_starts_with_nothing_set_and_greets,
    three_instances_may_start_at_once,
    an_announcement_is_published_once_at_its_time,
    a_kill_under_load_loses_nothing_that_was_acknowledged,
    a_stop_finishes_what_is_in_flight,
    a_storm_of_logins_leaves_the_rest_answering,
    commands_do_what_they_say,
    the_keys_of_push_are_made_once_for_all_instances,
    no_secret_is_ever_logged,
}

async fn run(engine: Engine, test: impl AsyncFnOnce(&Place)) {
    let Some(place) = Place::new(engine).await else { return };
    test(&place).await;
    place.remove().await;
}

async fn it_starts_with_nothing_set_and_greets(place: &Place) {
    let server = place.serve();
    let client = Client::new();
    let text =
        async |path| client.get(server.url(path)).send().await.unwrap().text().await.unwrap();
    let greeting = text("/").await;
    assert!(greeting.contains("/api/docs/") && greeting.contains("coord@demo.nucleo.local"));
    assert!(text("/api/docs/").await.contains("swagger"));
    assert!(text("/api/openapi.json").await.contains("\"3.1.0\""));
    assert_eq!(text("/health").await, r#"{"status":"ok"}"#);
    assert_eq!(text("/health/ready").await, r#"{"status":"ok"}"#);
    assert!(text("/metrics").await.contains("http_requests_total"));
    for cargo in ["membro", "lider", "portavoz", "coord", "admin", "super"] {
        server.login(&client, &format!("{cargo}@demo.nucleo.local")).await;
    }
    drop(server);
    // The demonstration is loaded once; what is there is kept.
    let again = place.serve();
    let nucleos = client.get(again.url("/api/nucleos/publicos")).send().await.unwrap();
    assert_eq!(nucleos.headers()["x-total-count"], "2");
}

async fn three_instances_may_start_at_once(place: &Place) {
    let start = || {
        let command = place.command(&["serve"]);
        tokio::task::spawn_blocking(move || Server::start(command))
    };
    let (one, two, three) = tokio::join!(start(), start(), start());
    for server in [one.unwrap(), two.unwrap(), three.unwrap()] {
        let ready = reqwest::get(server.url("/health/ready")).await.unwrap();
        assert_eq!(ready.status(), 200);
    }
}

/// By the real clock, with three instances on PostgreSQL; and once more when all of them were dead
/// at the time.
async fn an_announcement_is_published_once_at_its_time(place: &Place) {
    let client = Client::new();
    let instances = if place.url.is_some() { 3 } else { 1 };
    let start = || (0..instances).map(|_| place.serve()).collect::<Vec<_>>();
    let servers = start();
    let coord = servers[0].login(&client, "coord@demo.nucleo.local").await;
    // What the demonstration tells its people comes first, and is not what is measured here.
    settled(&servers[0], &client).await;
    let quick = schedule(&servers[0], &client, &coord, 1000).await;
    published(&servers[0], &client, &coord, &quick).await;

    let late = schedule(&servers[0], &client, &coord, 1000).await;
    servers.into_iter().for_each(Server::kill);
    let since = std::time::Instant::now();
    while since.elapsed().as_millis() < 1500 {
        assert!(place.run(&["check"]).status.success());
    }
    let servers = start();
    let delay = published(&servers[0], &client, &coord, &late).await;
    assert!(delay > 0, "it was published while nothing ran");

    settled(&servers[0], &client).await;
    let membro = servers[0].login(&client, "membro@demo.nucleo.local").await;
    for id in [quick, late] {
        let shown = collect(&servers[0], &client, &membro, "/api/feed?", |entry| {
            (entry["conteudo"]["comunicadoId"] == id).then(String::new)
        });
        let told = collect(&servers[0], &client, &membro, "/api/notificacoes?", |notice| {
            (notice["url"] == format!("/comunicados/{id}")).then(String::new)
        });
        assert_eq!((shown.await.len(), told.await.len()), (1, 1));
    }
}

/// The id of an announcement that is to come out so many milliseconds from now.
async fn schedule(server: &Server, client: &Client, coord: &str, millis: i64) -> String {
    let url = server.url("/api/comunicados");
    let create =
        async |body: Value| json_of(client.post(&url).bearer_auth(coord).json(&body)).await;
    // The server's own watch: that of the last thing it made.
    let made = create(json!({"titulo": "Agora", "conteudo": "Agora"})).await;
    let now = made["criado_em"].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>();
    let due = (now.unwrap() + chrono::Duration::milliseconds(millis)).to_rfc3339();
    let body = json!({"titulo": "Depois", "conteudo": "Depois", "dataAgendamento": due});
    let made = create(body).await;
    assert_eq!(made["status"], "AGENDADO", "{made}");
    made["id"].as_str().unwrap().to_owned()
}

/// Waits for it, and says how late it came, in milliseconds: less than five seconds after there was
/// somebody to publish it.
async fn published(server: &Server, client: &Client, coord: &str, id: &str) -> i64 {
    let since = std::time::Instant::now();
    loop {
        let url = server.url(&format!("/api/comunicados/{id}"));
        let found = json_of(client.get(url).bearer_auth(coord)).await;
        let time =
            |field: &str| found[field].as_str()?.parse::<chrono::DateTime<chrono::Utc>>().ok();
        if let (Some(due), Some(at)) = (time("dataAgendamento"), time("publicado_em")) {
            return (at - due).num_milliseconds();
        }
        assert!(since.elapsed().as_secs() < 6, "it is not published in time: {found}");
    }
}

/// Sign-ups with a sponsor, approvals and kills in between; in the end every acknowledged approval
/// is there once with its credit, its feed entry, its notification and its e-mail, nothing waits
/// any more, and every sum is right. On PostgreSQL a second instance lives on meanwhile.
async fn a_kill_under_load_loses_nothing_that_was_acknowledged(place: &Place) {
    let client = Client::new();
    let survivor = place.url.as_ref().map(|_| place.serve());
    let (mut approved, mut sponsor, mut number) = (Vec::new(), None, 0);
    let (mut waiting_before, mut paid_before) = (None, None);
    for round in 0..10_u32 {
        let victim = place.serve();
        let coord = victim.login(&client, "coord@demo.nucleo.local").await;
        let sponsor = sponsor.get_or_insert(me(&victim, &client, &coord).await).clone();
        if waiting_before.is_none() {
            waiting_before = Some(settled(&victim, &client).await);
            paid_before = Some(referrals(&victim, &client, &coord).await);
        }
        let mut load = tokio::task::JoinSet::new();
        for nth in 0..20 {
            number += 1;
            let server = survivor.as_ref().filter(|_| nth % 2 == 0).unwrap_or(&victim);
            let (client, coord, url) = (client.clone(), coord.clone(), server.url(""));
            let codigo = sponsor["codigoReferral"].clone();
            load.spawn(
                async move { sign_up_and_approve(&client, &url, &coord, number, &codigo).await },
            );
        }
        // Some acknowledged approvals, other ones each time, then the end in the middle of the rest.
        let until = 1 + (round * 7) % 11;
        let mut acknowledged = 0;
        while acknowledged < until {
            let id = load.join_next().await.expect("more load").unwrap();
            acknowledged += u32::from(id.is_some());
            approved.extend(id);
        }
        victim.kill();
        while let Some(id) = load.join_next().await {
            approved.extend(id.unwrap());
        }
    }

    assert!(place.run(&["check"]).status.success());
    let server = survivor.unwrap_or_else(|| place.serve());
    assert_eq!(settled(&server, &client).await, waiting_before.unwrap(), "nothing is left");
    let admin = server.login(&client, "admin@demo.nucleo.local").await;
    let welcomed = collect(&server, &client, &admin, "/api/feed?", |entry| {
        entry["conteudo"]["usuario"]["id"].as_str().map(str::to_owned)
    });
    let mailed =
        collect(&server, &client, &admin, "/api/admin/emails/logs?tipo=aprovacao&", |log| {
            assert_eq!(log["status"], "sent");
            log["destinatario"].as_str().map(str::to_owned)
        });
    let (welcomed, mailed) = (welcomed.await, mailed.await);
    for (id, email) in &approved {
        let once = |list: &[String], what: &String| list.iter().filter(|one| *one == what).count();
        assert_eq!((once(&welcomed, id), once(&mailed, email)), (1, 1), "{email}");
        let url = server.url(&format!("/api/admin/auditoria?usuarioId={id}&acao=USUARIO_APROVADO"));
        let trail = json_of(client.get(url).bearer_auth(&admin)).await;
        assert_eq!(trail["pagination"]["total"], 1, "{id}");
        let person = server.login(&client, email).await;
        let told = json_of(client.get(server.url("/api/notificacoes")).bearer_auth(person)).await;
        assert_eq!(told["pagination"]["total"], 1, "{email}");
    }
    // One entry in the sponsor's statement for each; what was in the middle at the end may have
    // been done without being acknowledged.
    let coord = server.login(&client, "coord@demo.nucleo.local").await;
    let paid = referrals(&server, &client, &coord).await - paid_before.unwrap();
    let (least, most) = (approved.len() as i64, i64::from(number));
    assert!((least..=most).contains(&paid), "{paid} paid for {least} approvals");
}

async fn referrals(server: &Server, client: &Client, token: &str) -> i64 {
    let url = server.url("/api/economia/extrato?origem=REFERRAL");
    let statement = json_of(client.get(url).bearer_auth(token)).await;
    statement["pagination"]["total"].as_i64().unwrap()
}

/// Waits until nothing is on its way, and says how many events wait for a later day.
async fn settled(server: &Server, client: &Client) -> i64 {
    let (mut last, mut same) = (-1, 0);
    loop {
        let page = client.get(server.url("/metrics")).send().await.unwrap().text().await.unwrap();
        let value = |name: &str| -> i64 {
            let line = page.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            line.trim().parse().unwrap()
        };
        let waiting = value("outbox_pending ");
        same = if waiting == last && value("entregas_pendentes ") == 0 { same + 1 } else { 0 };
        last = waiting;
        // Leases run out after half a minute; what is only due later stays.
        if same > 200 && value("outbox_leased ") == 0 {
            return waiting;
        }
    }
}

async fn json_of(request: reqwest::RequestBuilder) -> Value {
    request.send().await.unwrap().json().await.unwrap()
}

/// One thing of each item of a paged list.
async fn collect(
    server: &Server,
    client: &Client,
    token: &str,
    path: &str,
    pick: impl Fn(&Value) -> Option<String>,
) -> Vec<String> {
    let mut picked = Vec::new();
    for page in 1.. {
        let url = server.url(&format!("{path}limit=100&page={page}"));
        let answer = json_of(client.get(url).bearer_auth(token)).await;
        let items = answer["data"].as_array().unwrap();
        picked.extend(items.iter().filter_map(&pick));
        if items.len() < 100 {
            break;
        }
    }
    picked
}

async fn me(server: &Server, client: &Client, token: &str) -> Value {
    let answer = client.get(server.url("/api/auth/me")).bearer_auth(token).send().await.unwrap();
    answer.json().await.unwrap()
}

/// The id and the address, if the approval was acknowledged.
async fn sign_up_and_approve(
    client: &Client,
    url: &str,
    coord: &str,
    number: u32,
    codigo: &Value,
) -> Option<(String, String)> {
    let email = format!("carga{number}@exemplo.org");
    let body = json!({
        "nome": "Pessoa da carga", "email": email, "senha": SENHA,
        "cpf": format!("555.555.{:03}-{:02}", number / 100, number % 100),
        "consentimentoLgpd": true, "codigoReferral": codigo,
    });
    let answer = client.post(format!("{url}/api/auth/signup")).json(&body).send().await.ok()?;
    let answer: Value = answer.json().await.ok()?;
    let id = answer["usuario"]["id"].as_str().expect("a sign-up").to_owned();
    let body = json!({"usuarioId": id});
    let approve = client.post(format!("{url}/api/auth/approve")).bearer_auth(coord).json(&body);
    (approve.send().await.ok()?.status() == 200).then_some((id, email))
}

async fn a_stop_finishes_what_is_in_flight(place: &Place) {
    let mut server = place.serve();
    let body = json!({"email": "membro@demo.nucleo.local", "senha": SENHA}).to_string();
    let (first, second) = body.split_at(10);
    let mut request = TcpStream::connect(&server.address).unwrap();
    write!(
        request,
        "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{first}",
        body.len()
    )
    .unwrap();
    // An answered request on a second connection: by now the first one has surely been accepted.
    reqwest::get(server.url("/health")).await.unwrap();

    server.terminate();
    while TcpStream::connect(&server.address).is_ok() {
        tokio::task::yield_now().await;
    }
    request.write_all(second.as_bytes()).unwrap();
    let mut answer = String::new();
    request.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("accessToken"), "{answer}");
    assert!(server.child.wait().unwrap().success());
}

/// Were passwords looked at on the async threads, health would wait for all of them.
async fn a_storm_of_logins_leaves_the_rest_answering(place: &Place) {
    let (server, client) = (place.serve(), Client::new());
    let mut storm = tokio::task::JoinSet::new();
    for _ in 0..200 {
        let (client, url) = (client.clone(), server.url("/api/auth/login"));
        let body = json!({"email": "membro@demo.nucleo.local", "senha": SENHA});
        storm.spawn(async move { client.post(url).json(&body).send().await.unwrap().status() });
    }
    assert_eq!(storm.join_next().await.unwrap().unwrap(), 200);
    let health = client.get(server.url("/health")).send().await.unwrap();
    assert_eq!(health.status(), 200);
    let answered_meanwhile = std::iter::from_fn(|| storm.try_join_next()).count();
    assert!(answered_meanwhile < 100, "health waited for {answered_meanwhile} log-ins");
    while let Some(status) = storm.join_next().await {
        assert_eq!(status.unwrap(), 200);
    }
}

async fn commands_do_what_they_say(place: &Place) {
    let said = |output: &Output| {
        let both = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
        String::from_utf8(both).unwrap()
    };
    assert!(said(&place.run(&["openapi"])).contains("\"/api/auth/login\""));
    let migrated = place.run(&["migrate"]);
    assert!(migrated.status.success(), "{}", said(&migrated));
    let create = ["super-admin", "create", "--nome", "Helena Prado", "--email", "h@exemplo.org"];
    let created = place.run(&create);
    assert!(created.status.success(), "{}", said(&created));
    let again = place.run(&create);
    assert!(!again.status.success() && said(&again).contains("e-mail"), "{}", said(&again));
    let weak = place.command(&create).env("NUCLEO_SUPER_ADMIN_SENHA", "fraca").output().unwrap();
    assert!(!weak.status.success() && said(&weak).contains("senha:"), "{}", said(&weak));
    let checked = place.run(&["check"]);
    assert!(checked.status.success(), "{}", said(&checked));

    for (name, value) in [
        ("NUCLEO_BIND", "nowhere"),
        ("DATABASE_URL", "mysql://x"),
        ("NUCLEO_LIMITE_LOGIN_CONTA", "many"),
        ("NUCLEO_DATA_DIR", "/dev/null/x"),
        ("NUCLEO_PERMITIR_REDE_PRIVADA", "talvez"),
        ("VAPID_PUBLIC_KEY", "x"),
        ("VAPID_EMAIL", "x"),
    ] {
        let output = place.command(&["serve"]).env(name, value).output().unwrap();
        assert!(!output.status.success() && said(&output).contains(name), "{}", said(&output));
    }
    let server = Server::start(place.command(&["serve"]));
    server.login(&Client::new(), "h@exemplo.org").await;
}

async fn the_keys_of_push_are_made_once_for_all_instances(place: &Place) {
    let client = Client::new();
    let key = async |server: &Server| {
        let token = server.login(&client, "membro@demo.nucleo.local").await;
        let asked = client.get(server.url("/push/vapid-key")).bearer_auth(token).send();
        let answer: Value = asked.await.unwrap().json().await.unwrap();
        answer["publicKey"].as_str().expect("a key").to_owned()
    };
    let (one, other) = (place.serve(), Server::start(place.command(&["serve"])));
    let (first, second) = tokio::join!(key(&one), key(&other));
    assert_eq!(first, second, "at the same moment");
    one.kill();
    other.kill();
    let again = Server::start(place.command(&["serve"]));
    assert_eq!(key(&again).await, first, "after a restart");
    drop(again);

    let (public, private) = nucleo::areas::push::Par::gerar().unwrap();
    let mut given = place.command(&["serve"]);
    given.env("VAPID_PUBLIC_KEY", &public).env("VAPID_PRIVATE_KEY", &private);
    assert_eq!(key(&Server::start(given)).await, public, "what is given counts");
    let mut halves = place.command(&["serve"]);
    halves.env("VAPID_PUBLIC_KEY", &first).env("VAPID_PRIVATE_KEY", &private);
    let refused = halves.output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success() && said.contains("VAPID_PRIVATE_KEY"), "{said}");
    assert!(!said.contains(&private), "{said}");
}

/// At the most talkative level that anyone would run.
async fn no_secret_is_ever_logged(place: &Place) {
    let mut command = place.command(&["serve", "--demo"]);
    command.env("RUST_LOG", "debug").env("PAYMENT_WEBHOOK_TOKEN", "Chave-do-provedor-99");
    let (server, client) = (Server::start(command), Client::new());
    let body = json!({
        "nome": "Segredo Silva", "email": "segredo@exemplo.org", "senha": "Segredissimo1",
        "cpf": "321.321.321-21", "telefone": "11912345678", "consentimentoLgpd": true,
        "nucleoSlug": "sao-paulo",
    });
    let signed_up = client.post(server.url("/api/auth/signup")).json(&body).send().await.unwrap();
    assert_eq!(signed_up.status(), 201);
    let again = client.post(server.url("/api/auth/signup")).json(&body).send().await.unwrap();
    assert_eq!(again.status(), 409);
    let coord = server.login(&client, "coord@demo.nucleo.local").await;
    me(&server, &client, &coord).await;
    let query = server.url("/api/admin/auditoria?usuarioId=segredo");
    client.get(query).bearer_auth(&coord).send().await.unwrap();
    let forgot = json!({"email": "segredo@exemplo.org"});
    client.post(server.url("/api/auth/forgot-password")).json(&forgot).send().await.unwrap();
    for token in ["Chave-do-provedor-99", "Chave-do-provedor-errada"] {
        let paid = client.post(server.url("/api/webhooks/pagamentos"));
        let body = json!({"id": "1", "event": "PAYMENT_RECEIVED",
                          "payment": {"id": "2", "value": 1, "externalReference": "segredo@"}});
        paid.header("asaas-access-token", token).json(&body).send().await.unwrap();
    }
    client.get(server.url("/health")).send().await.unwrap();
    server.terminate();
    let mut server = server;
    server.child.wait().unwrap();

    let log = server.log.lock().unwrap().clone();
    assert!(log.contains("/api/auth/signup"), "{log}");
    for secret in [
        "Segredissimo1",
        "321.321",
        "segredo@",
        "12345678",
        "Segredo Silva",
        "Chave-do-provedor",
        &coord,
    ] {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}
