//! Nucleos, people of every cargo, and what they are answered.

use std::net::SocketAddr;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request, header};
use axum::response::Response;
use chrono::Duration;
use serde_json::Value;
use tower::ServiceExt;

use super::TestApp;
use crate::Uuid;
use crate::id::{NucleoId, SessaoId, UsuarioId};
use crate::scope::Cargo;

pub struct TestNucleo<'a> {
    app: &'a TestApp,
    pub id: NucleoId,
}

impl TestApp {
    /// A nucleo with what the service needs in every one: currency rules and the free plan.
    pub async fn nucleo(&self) -> TestNucleo<'_> {
        let (id, now): (NucleoId, _) = (self.new_id(), self.now());
        let sql = "INSERT INTO nucleos (id, nome, estado, slug, cor_primaria, cor_secundaria,
                       nome_moeda, sigla_moeda, criado_em)
                   VALUES ($1, 'Núcleo', 'SP', $2, '#112233', '#445566', 'Moeda', 'CC', $3)";
        self.execute(sql, (id, format!("nucleo-{id}"), now)).await;
        self.execute("INSERT INTO regras_moeda (nucleo_id) VALUES ($1)", (id,)).await;
        let sql = "INSERT INTO planos (id, nucleo_id, codigo, nome, preco_centavos, periodo_dias,
                       bonus_moedas, criado_em)
                   VALUES ($1, $2, 'FREE', 'Free', 0, 30, 0, $3)";
        self.execute(sql, (self.new_id::<Uuid>(), id, now)).await;
        TestNucleo { app: self, id }
    }

    pub async fn super_admin(&self) -> TestCaller {
        self.person(None, Cargo::SuperAdmin, "ATIVO").await
    }

    pub fn anonymous(&self) -> TestCaller {
        let headers = vec![("content-type", "application/json".to_owned())];
        TestCaller { router: self.service.router.clone(), id: self.new_id(), headers }
    }

    async fn person(&self, nucleo: Option<NucleoId>, cargo: Cargo, status: &str) -> TestCaller {
        let anonymous = self.anonymous();
        let (id, now) = (anonymous.id, self.now());
        let sql =
            "INSERT INTO usuarios (id, nucleo_id, nome, nome_busca, email, cpf, cargo, status,
                       codigo_referral, primeiro_login, preferencias_notificacao, criado_em)
                   VALUES ($1, $2, 'Fulana', 'fulana', $3, $4, $5, $6, $7, true, '{}', $8)";
        let (email, codigo) = (format!("{id}@teste.org"), format!("T-SP-{id}"));
        let params = (id, nucleo, email, id.to_string(), cargo, status, codigo, now);
        self.execute(sql, params).await;
        if nucleo.is_some() {
            let sql = "INSERT INTO carteiras (usuario_id, nucleo_id) VALUES ($1, $2)";
            self.execute(sql, (id, nucleo)).await;
        }
        self.login(&anonymous).await
    }

    /// The same person with a session of its own and a fresh token.
    pub async fn login(&self, person: &TestCaller) -> TestCaller {
        let sessao: SessaoId = self.new_id();
        let sql = "INSERT INTO sessoes
                       (id, usuario_id, nucleo_id, cargo, status, criado_em, expira_em)
                   SELECT $1, u.id, u.nucleo_id, u.cargo, u.status, $3, $4
                   FROM usuarios u WHERE u.id = $2";
        let until = self.now() + Duration::days(30);
        self.execute(sql, (sessao, person.id, self.now(), until)).await;
        let token = self.app.tokens.issue(person.id, sessao, self.now()).expect("a token");
        person.clone().with_token(&token)
    }
}

impl TestNucleo<'_> {
    /// Someone of this nucleo, logged in.
    pub async fn caller(&self, cargo: Cargo) -> TestCaller {
        self.app.person(Some(self.id), cargo, "ATIVO").await
    }

    /// Someone of this nucleo who may not be active.
    pub async fn person(&self, status: &str) -> TestCaller {
        self.app.person(Some(self.id), Cargo::Membro, status).await
    }
}

/// Somebody with a client in hand.
#[derive(Clone)]
pub struct TestCaller {
    pub id: UsuarioId,
    router: Router,
    headers: Vec<(&'static str, String)>,
}

impl TestCaller {
    pub fn with_token(mut self, token: &str) -> Self {
        self.headers.retain(|(name, _)| *name != "authorization");
        self.with_header("authorization", format!("Bearer {token}"))
    }

    /// As if the request came from this address, through a trusted proxy.
    pub fn from_address(self, address: &str) -> Self {
        self.with_header("x-forwarded-for", address)
    }

    pub fn without_content_type(mut self) -> Self {
        self.headers.retain(|(name, _)| *name != "content-type");
        self
    }

    pub fn with_header(mut self, name: &'static str, value: impl ToString) -> Self {
        self.headers.push((name, value.to_string()));
        self
    }

    pub async fn get(&self, path: &str) -> TestResponse {
        self.send("GET", path, Body::empty()).await
    }

    pub async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.send("POST", path, Body::from(body.to_string())).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> TestResponse {
        self.send("PATCH", path, Body::from(body.to_string())).await
    }

    /// The text of a live stream, as it comes.
    pub async fn stream(&self, path: &str) -> axum::body::BodyDataStream {
        let response = self.answer("GET", path, Body::empty()).await;
        assert!(is_stream(response.headers()), "{}", response.status());
        response.into_body().into_data_stream()
    }

    pub async fn send(&self, method: &str, path: &str, body: Body) -> TestResponse {
        let response = self.answer(method, path, body).await;
        let (parts, body) = response.into_parts();
        let bytes = match is_stream(&parts.headers) {
            true => Default::default(), // it has no end
            false => to_bytes(body, usize::MAX).await.expect("a body"),
        };
        TestResponse {
            status: parts.status.as_u16(),
            headers: parts.headers,
            body: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
            text: String::from_utf8_lossy(&bytes).into_owned(),
            bytes,
        }
    }

    async fn answer(&self, method: &str, path: &str, body: Body) -> Response {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        let mut request = request.body(body).expect("a valid request");
        let proxy = SocketAddr::from(([192, 0, 2, 1], 1));
        request.extensions_mut().insert(ConnectInfo(proxy));
        self.router.clone().oneshot(request).await.expect("an answer")
    }
}

fn is_stream(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|value| value == "text/event-stream")
}

#[derive(Debug)]
pub struct TestResponse {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Value,
    /// The same as it came, for what is no JSON.
    pub text: String,
    /// The same, for what is no text.
    pub bytes: Bytes,
}

impl TestResponse {
    /// The body, if the status is this one.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        self.body
    }

    /// The body, if it is a complete error body with this status and code.
    #[track_caller]
    pub fn expect_problem(self, status: u16, codigo: &str) -> Value {
        assert_eq!((self.status, self.body["codigo"].as_str()), (status, Some(codigo)));
        assert_eq!(self.headers[header::CONTENT_TYPE], "application/problem+json");
        assert_eq!(self.body["status"], status);
        assert_eq!(self.body["requisicao"], self.headers["x-request-id"].to_str().expect("ASCII"));
        for text in ["type", "title", "detail"] {
            assert!(self.body[text].is_string(), "{text} is missing: {}", self.body);
        }
        self.body
    }
}
