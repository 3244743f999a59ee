//! The guard against every spelling, and against a real server on loopback.

use axum::Router;
use axum::extract::Path;
use axum::http::header::LOCATION;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;

use super::*;
use crate::app::in_background;

/// Lets plain http through, so that what is refused is refused for its address.
const PLAIN: Guard = Guard { private: false, plain_http: true, stand_in: None };

/// A host in every spelling that a URL parser takes for an address that is not public.
const PRIVATE_HOSTS: &[&str] = &[
    // loopback
    "127.0.0.1",
    "127.0.0.2",
    "127.255.255.254",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0x7F.0x0.0x0.0x1",
    "0x7f.1",
    "017700000001",
    "0177.0.0.1",
    "0177.0.0.01",
    "00000177.0.0.1",
    "127.0.0.1.",
    "0x7f000001.",
    "%31%32%37.0.0.1",
    "１２７.０.０.１",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[0000:0000:0000:0000:0000:0000:0000:0001]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:4136:e378:8000:63bf:80ff:fffe]",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "um.localhost",
    "ｌｏｃａｌｈｏｓｔ",
    // unspecified
    "0",
    "0.0.0.0",
    "0x0",
    "[::]",
    "[::ffff:0:0]",
    // private
    "10.0.0.1",
    "10.1",
    "012.0.0.1",
    "167772161",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "192.168.257",
    "0xC0A80001",
    "3232235521",
    "[::ffff:192.168.0.1]",
    "[64:ff9b::a00:1]",
    "[fc00::1]",
    "[fd12:3456:789a::1]",
    // link-local and metadata
    "169.254.169.254",
    "2852039166",
    "0xa9fea9fe",
    "0251.0376.0251.0376",
    "[::ffff:a9fe:a9fe]",
    "[fe80::1]",
    "[fd00:ec2::254]",
    "100.100.100.200",
    "192.0.0.192",
    "168.63.129.16",
    // CGNAT, documentation, benchmarks, multicast, broadcast
    "100.64.0.1",
    "192.0.2.1",
    "198.51.100.1",
    "203.0.113.1",
    "[2001:db8::1]",
    "198.18.0.1",
    "224.0.0.1",
    "[ff02::1]",
    "255.255.255.255",
    "4294967295",
];

#[test]
fn no_spelling_of_a_private_address_passes() {
    assert!(PRIVATE_HOSTS.len() >= 40);
    for host in PRIVATE_HOSTS {
        for url in [format!("https://{host}/x"), format!("https://{host}:8443/x?y=z#w")] {
            let refused = Guard::PUBLIC.check(&url).unwrap_err();
            assert!(
                matches!(refused, Refused::PrivateAddress(_) | Refused::PrivateName),
                "{url}: {refused:?}"
            );
            assert!(Guard::LIFTED.check(&url).is_ok(), "{url}");
        }
    }
}

#[test]
fn only_encrypted_urls_without_a_user_pass() {
    for (url, why) in [
        ("http://exemplo.org/", Refused::NotEncrypted),
        ("http://127.0.0.1/", Refused::NotEncrypted),
        ("HTTP://exemplo.org/", Refused::NotEncrypted),
        ("ftp://exemplo.org/", Refused::Scheme),
        ("file:///etc/passwd", Refused::Scheme),
        ("gopher://127.0.0.1:6379/_x", Refused::Scheme),
        ("javascript:alert(1)", Refused::Scheme),
        ("data:text/plain,x", Refused::Scheme),
        ("unix:/run/x", Refused::Scheme),
        ("https://ana@exemplo.org/", Refused::Userinfo),
        ("https://ana:senha@exemplo.org/", Refused::Userinfo),
        ("https://:senha@exemplo.org/", Refused::Userinfo),
        ("https://exemplo.org@127.0.0.1/", Refused::Userinfo),
        ("", Refused::NotAUrl),
        ("exemplo.org", Refused::NotAUrl),
        ("//exemplo.org/", Refused::NotAUrl),
        ("/x", Refused::NotAUrl),
        ("https://", Refused::NotAUrl),
        ("https://a b/", Refused::NotAUrl),
        ("https://256.256.256.256/", Refused::NotAUrl),
        ("https://127.0.0.1.1/", Refused::NotAUrl),
        ("https://[::1/", Refused::NotAUrl),
        ("https://[fe80::1%25eth0]/", Refused::NotAUrl),
    ] {
        assert_eq!(Guard::PUBLIC.check(url), Err(why), "{url}");
    }
    assert_eq!(Guard::LIFTED.check("ftp://127.0.0.1/"), Err(Refused::Scheme));
    assert_eq!(Guard::LIFTED.check("http://a:b@127.0.0.1/"), Err(Refused::Userinfo));
}

#[test]
fn the_open_internet_passes_on_any_port() {
    for url in [
        "https://exemplo.org/",
        "https://exemplo.org:8443/x?y#z",
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://localhost.exemplo.org/",
        "https://meulocalhost/",
        "https://8.8.8.8/",
        "https://[2606:4700:4700::1111]/",
        "https://ação.org.br/",
    ] {
        assert!(Guard::PUBLIC.check(url).is_ok(), "{url}");
    }
}

/// Answers on loopback; `/para/{n}` leads to the nth of `targets`.
async fn server(targets: &'static [&'static str]) -> SocketAddr {
    server_at("127.0.0.1:0", targets).await
}

async fn server_at(address: &str, targets: &'static [&'static str]) -> SocketAddr {
    let listener = TcpListener::bind(address).await.unwrap();
    let address = listener.local_addr().unwrap();
    let leads_on = async move |Path(index): Path<usize>| {
        let target = targets[index].replace("{port}", &address.port().to_string());
        (StatusCode::TEMPORARY_REDIRECT, [(LOCATION, target)])
    };
    let router = Router::new()
        .route("/", get(async || "olá"))
        .route("/mudo", get(std::future::pending::<&str>))
        .route("/recebe", post(async |body: String| body))
        .route("/zeros", get(async || "0".repeat(5_000_000)))
        .route("/roda", get(async || (StatusCode::FOUND, [(LOCATION, "/roda")])))
        .route("/para/{index}", get(leads_on).post(leads_on))
        .layer(CompressionLayer::new());
    in_background(async move { axum::serve(listener, router).await.unwrap() });
    address
}

fn refusal<T>(answer: Result<T, Failure>) -> Refused {
    match answer {
        Err(Failure::Refused(refused)) => refused,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("it was answered"),
    }
}

#[tokio::test]
async fn what_is_refused_is_not_even_asked() {
    let (outbound, address) = (Outbound::new(Guard::PUBLIC), server(&[]).await);
    for url in [format!("http://{address}/"), format!("https://localhost:{}/", address.port())] {
        refusal(outbound.get(&url));
        refusal(outbound.post(&url));
    }
    let outbound = Outbound::new(Guard::LIFTED);
    let answer = outbound.get(&format!("http://{address}/")).unwrap().send().await.unwrap();
    assert_eq!(answer.bytes(100).await.unwrap(), "olá".as_bytes());
}

/// Names as a hostile resolver gives them out.
fn hostile_lookup(name: String) -> BoxFuture<'static, std::io::Result<Vec<SocketAddr>>> {
    let addresses: &[&str] = match name.as_str() {
        "interno.exemplo" => &["127.0.0.1:0", "[::1]:0"],
        "metadados.exemplo" => &["169.254.169.254:0"],
        "misto.exemplo" => &["10.0.0.1:0", "1.1.1.1:0", "[::ffff:127.0.0.1]:0"],
        "vazio.exemplo" => &[],
        _ => panic!("{name} was looked up"),
    };
    let addresses = addresses.iter().map(|address| address.parse().unwrap()).collect();
    Box::pin(std::future::ready(Ok(addresses)))
}

const REDIRECTS: &[&str] = &[
    "http://127.0.0.1:{port}/",
    "http://2130706433:{port}/",
    "http://0x7f.1:{port}/",
    "http://[::1]:{port}/",
    "http://[::ffff:127.0.0.1]:{port}/",
    "http://localhost:{port}/",
    "http://169.254.169.254/latest/meta-data/",
    "//10.0.0.1/",
    "http://interno.exemplo:{port}/",
    "http://metadados.exemplo/",
];

/// The first host is a stand-in for a public one: its name leads to the test's server past the
/// resolver. What it redirects to is judged as always.
#[tokio::test]
async fn no_redirect_leads_inside() {
    let address = server(REDIRECTS).await;
    let judge = Policy::custom(|attempt| follow(PLAIN, attempt));
    let client = builder(PLAIN, hostile_lookup).redirect(judge);
    let client = client.resolve("fora.exemplo", address).build().unwrap();
    for (index, target) in REDIRECTS.iter().enumerate() {
        let url = format!("http://fora.exemplo:{}/para/{index}", address.port());
        let answer = client.get(url).send().await.map_err(Failure::from);
        let refused = refusal(answer);
        assert!(
            matches!(refused, Refused::PrivateAddress(_) | Refused::PrivateName),
            "{target}: {refused:?}"
        );
    }
    // To tell that it is the redirect that is refused.
    let url = format!("http://fora.exemplo:{}/", address.port());
    assert_eq!(client.get(url).send().await.unwrap().status(), 200);
}

/// The same with a server that tests of other crates can have: its address is public to this guard,
/// and nothing else is that was not before.
#[tokio::test]
async fn a_stand_in_is_the_open_internet_and_leads_nowhere_else() {
    let address = server_at("127.0.0.2:0", REDIRECTS).await;
    let outbound = Outbound::new(Guard::PUBLIC.with_stand_in(address.ip()));
    let ask = async |path: &str| {
        outbound.get(&format!("http://{address}{path}"))?.send().await.map(|answer| answer.status())
    };
    assert_eq!(ask("/").await.unwrap(), 200);
    for index in 0..REDIRECTS.len() {
        refusal(ask(&format!("/para/{index}")).await);
    }
    let other = server(&[]).await;
    for url in [format!("http://{other}/"), format!("https://{other}/")] {
        refusal(outbound.get(&url));
    }
}

#[tokio::test]
async fn redirects_out_of_encryption_and_in_circles_end() {
    let address = server(&["http://fora.exemplo/", "https://ana:senha@fora.exemplo/"]).await;
    let judge = Policy::custom(|attempt| follow(Guard::PUBLIC, attempt));
    let client = builder(Guard::PUBLIC, hostile_lookup).redirect(judge);
    let client = client.resolve("fora.exemplo", address).build().unwrap();
    for (index, why) in [(0, Refused::NotEncrypted), (1, Refused::Userinfo)] {
        let url = format!("http://fora.exemplo:{}/para/{index}", address.port());
        assert_eq!(refusal(client.get(url).send().await.map_err(Failure::from)), why);
    }
    let outbound = Outbound::new(Guard::LIFTED);
    let circle = outbound.get(&format!("http://{address}/roda")).unwrap().send().await;
    assert!(matches!(circle, Err(Failure::Network(_))));
}

#[tokio::test]
async fn a_post_stays_where_it_was_sent() {
    let address = server(&["http://127.0.0.1:{port}/recebe"]).await;
    let outbound = Outbound::new(Guard::LIFTED);
    let sent = |path: &str| {
        let call = outbound.post(&format!("http://{address}{path}")).unwrap();
        call.header("x-um", "1").body(b"corpo".to_vec()).send()
    };
    assert_eq!(sent("/recebe").await.unwrap().bytes(5).await.unwrap(), b"corpo");
    assert_eq!(sent("/para/0").await.unwrap().status(), 307);
}

#[tokio::test]
async fn a_name_is_judged_by_what_it_resolves_to() {
    let resolver = |guard| JudgedResolver { guard, lookup: hostile_lookup };
    let resolve = async |guard, name: &str| {
        let found = resolver(guard).resolve(name.parse().unwrap()).await;
        found.map(|addresses| addresses.map(|address| address.ip().to_string()).collect::<Vec<_>>())
    };
    for name in ["interno.exemplo", "metadados.exemplo"] {
        let refused = resolve(Guard::PUBLIC, name).await.unwrap_err();
        assert!(refused.is::<Refused>(), "{name}: {refused}");
        assert!(!resolve(Guard::LIFTED, name).await.unwrap().is_empty());
    }
    // Nothing but what was judged can be connected to.
    assert_eq!(resolve(Guard::PUBLIC, "misto.exemplo").await.unwrap(), ["1.1.1.1"]);
    assert!(resolve(Guard::PUBLIC, "vazio.exemplo").await.unwrap().is_empty());
}

/// With the resolver of the system, and past the check of the name itself.
#[tokio::test]
async fn localhost_is_refused_by_its_addresses_too() {
    let address = server(&[]).await;
    let client = builder(PLAIN, system_lookup).build().unwrap();
    let url = format!("http://localhost:{}/", address.port());
    let answer = client.get(&url).send().await.map_err(Failure::from);
    assert!(matches!(refusal(answer), Refused::PrivateAddress(_)));
    let client = builder(Guard::LIFTED, system_lookup).build().unwrap();
    assert_eq!(client.get(&url).send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn an_answer_ends_in_size_and_time() {
    let (outbound, address) = (Outbound::new(Guard::LIFTED), server(&[]).await);
    let ask = |path: &str| outbound.get(&format!("http://{address}{path}")).unwrap();
    // A few kilobytes on the wire, five million unpacked.
    let answer = ask("/zeros").send().await.unwrap();
    assert!(matches!(answer.bytes(1_000_000).await, Err(Failure::TooLarge)));
    assert_eq!(
        ask("/zeros").send().await.unwrap().bytes(5_000_000).await.unwrap().len(),
        5_000_000
    );
    let mute = ask("/mudo").within(Duration::from_millis(200)).send().await;
    assert!(matches!(mute, Err(Failure::TimedOut)));
}

#[tokio::test]
async fn a_failure_does_not_repeat_the_url() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let outbound = Outbound::new(Guard::LIFTED);
    let failed = outbound.get(&format!("http://{address}/segredo")).unwrap().send().await;
    let failure = failed.err().unwrap();
    assert!(matches!(failure, Failure::Network(_)));
    assert!(!format!("{failure:?} {failure}").contains("segredo"));
}
