//! Whatever goes wrong, and wherever, the answer has one shape.

use axum::extract::Multipart;
use axum::routing::{get, post};

use super::*;
use crate::app::Service;
use crate::both_engines;
use crate::http::{Body, Id, Query, message};
use crate::outbox::Worker;
use crate::page::PageInput;
use crate::testing::TestApp;

both_engines! { super::service;
    every_error_has_one_shape,
    a_panic_is_an_internal_error_that_shows_nothing,
    every_answer_has_safe_headers,
    only_named_origins_may_call_from_a_browser,
}

fn service(app: App) -> Service {
    let edge = Edge {
        cors_origins: vec![HeaderValue::from_static("https://app.nucleo.org")],
        https: true,
        ..Edge::default()
    };
    let router = Router::new()
        .route("/panic", get(async || -> &'static str { panic!("a secret of the inside") }))
        .route("/fine", get(async || message("ok")))
        .route("/body", post(async |_: Body<serde_json::Map<_, _>>| message("ok")))
        .route("/multipart", post(async |_: Multipart| message("ok")))
        .route("/query", get(async |_: Query<PageInput>| message("ok")))
        .route("/id/{id}", get(async |_: Id<Uuid>| message("ok")))
        .fallback(not_found);
    Service { router: wrap(router, app.clone(), &edge), worker: Worker::new(app) }
}

async fn every_error_has_one_shape(app: &TestApp) {
    let nobody = app.anonymous();
    let post = async |path, body: &[u8]| nobody.send("POST", path, body.to_vec().into()).await;

    nobody.get("/nowhere").await.expect_problem(404, "NAO_ENCONTRADO");
    nobody.get("/id/42").await.expect_problem(404, "NAO_ENCONTRADO");
    let refused = post("/fine", b"{}").await;
    assert_eq!(refused.headers[header::ALLOW], "GET,HEAD");
    refused.expect_problem(405, "METODO_NAO_PERMITIDO");
    post("/multipart", b"{}").await.expect_problem(400, "REQUISICAO_INVALIDA");
    nobody.get("/query?page=%00").await.expect_problem(400, "DADOS_INVALIDOS");
    nobody.get("/query?page=%ff").await.expect(200);

    for broken in [&b"{"[..], b"", b"[]", b"nul", b"\xff\xfe", b"{\"a\": \"\\ud800\"}", b"{}{}"] {
        post("/body", broken).await.expect_problem(400, "JSON_INVALIDO");
    }
    let deep = "[".repeat(10_000);
    post("/body", deep.as_bytes()).await.expect_problem(400, "JSON_INVALIDO");
    let nul = post("/body", br#"{"a": {"b": ["x", "\u0000"]}}"#).await;
    let nul = nul.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(nul["campos"][0]["campo"], "a.b[1]");
    post("/body", br#"{"a": "\\u0000"}"#).await.expect(200);

    let mut large = vec![b' '; MAX_BODY_BYTES - 2];
    large.extend(b"{}");
    post("/body", &large).await.expect(200);
    large.push(b' ');
    post("/body", &large).await.expect_problem(413, "CORPO_GRANDE_DEMAIS");

    let text = nobody.clone().without_content_type().with_header("content-type", "text/plain");
    let refused = text.send("POST", "/body", "{}".into()).await;
    refused.expect_problem(415, "TIPO_NAO_SUPORTADO");
}

async fn a_panic_is_an_internal_error_that_shows_nothing(app: &TestApp) {
    let body = app.anonymous().get("/panic").await.expect_problem(500, "ERRO_INTERNO");
    assert!(!body.to_string().contains("secret"));
}

async fn every_answer_has_safe_headers(app: &TestApp) {
    for path in ["/fine", "/nowhere", "/panic"] {
        let answer = app.anonymous().get(path).await;
        assert_eq!(answer.headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(answer.headers["x-frame-options"], "DENY", "{path}");
        assert_eq!(answer.headers["cache-control"], "no-store", "{path}");
        assert!(answer.headers.contains_key("strict-transport-security"), "{path}");
        assert!(answer.headers.contains_key("content-security-policy"), "{path}");
    }
}

async fn only_named_origins_may_call_from_a_browser(app: &TestApp) {
    for (origin, allowed) in [("https://app.nucleo.org", true), ("https://evil.org", false)] {
        let caller = app.anonymous().with_header("origin", origin);
        let preflight = caller.clone().with_header("access-control-request-method", "PATCH");
        let preflight = preflight.send("OPTIONS", "/fine", "".into()).await;
        for answer in [preflight, caller.get("/fine").await] {
            let granted = answer.headers.get("access-control-allow-origin");
            assert_eq!(granted.is_some(), allowed, "{origin}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_that_takes_too_long_is_ended() {
    let (route, long_routes) = (Some("/upload/{to}"), [&["/", "/upload/{to}"][..]]);
    for limit in [limit(None, &long_routes), limit(route, &[]), limit(route, &long_routes)] {
        let started = tokio::time::Instant::now();
        let answer = in_time(limit, std::future::pending::<Result<Response, Infallible>>()).await;
        assert_eq!(started.elapsed().as_secs(), limit.as_secs());
        let answer = problem::render(answer, "an id");
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer.headers()[header::RETRY_AFTER], "5");
    }
    assert_eq!((limit(route, &[]), limit(route, &long_routes)), (TIMEOUT, LONG_TIMEOUT));
}
