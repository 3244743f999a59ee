//! A push service on loopback. It keeps what it is handed, and answers what the test says.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;

pub struct Recebido {
    pub caminho: String,
    pub headers: HeaderMap,
    pub corpo: Vec<u8>,
}

#[derive(Clone, Default)]
struct Memoria {
    recebidos: Arc<Mutex<Vec<Recebido>>>,
    respostas: Arc<Mutex<VecDeque<(u16, String)>>>,
}

pub struct Servico {
    /// Scheme, host and port.
    pub origem: String,
    memoria: Memoria,
}

impl Servico {
    pub async fn novo() -> Self {
        let memoria = Memoria::default();
        Self { origem: abrir(Router::new().fallback(receber), memoria.clone()).await, memoria }
    }

    /// Takes everything and answers nothing.
    pub async fn mudo() -> Self {
        let memoria = Memoria::default();
        let calar = async |state: State<Memoria>, uri: Uri, headers: HeaderMap, corpo: Bytes| {
            receber(state, uri, headers, corpo).await;
            std::future::pending::<Response>().await
        };
        Self { origem: abrir(Router::new().fallback(calar), memoria.clone()).await, memoria }
    }

    pub fn endpoint(&self, caminho: &str) -> String {
        format!("{}/{caminho}", self.origem)
    }

    /// What the next ones are answered: a status and, unless empty, `Retry-After`. After them, 201.
    pub fn responder<const N: usize>(&self, respostas: [(u16, &str); N]) {
        let respostas = respostas.map(|(status, depois)| (status, depois.to_owned()));
        self.memoria.respostas.lock().unwrap().extend(respostas);
    }

    /// What has come in since the last time.
    pub fn recebidos(&self) -> Vec<Recebido> {
        std::mem::take(&mut *self.memoria.recebidos.lock().unwrap())
    }
}

async fn abrir(router: Router<Memoria>, memoria: Memoria) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    base::app::in_background(async move {
        axum::serve(listener, router.with_state(memoria)).await.unwrap();
    });
    format!("http://{address}")
}

async fn receber(
    State(memoria): State<Memoria>,
    uri: Uri,
    headers: HeaderMap,
    corpo: Bytes,
) -> Response {
    let recebido = Recebido { caminho: uri.path().to_owned(), headers, corpo: corpo.to_vec() };
    memoria.recebidos.lock().unwrap().push(recebido);
    let resposta = memoria.respostas.lock().unwrap().pop_front();
    let (status, depois) = resposta.unwrap_or((201, String::new()));
    let status = StatusCode::from_u16(status).unwrap();
    match depois.is_empty() {
        true => status.into_response(),
        false => (status, [("retry-after", depois)]).into_response(),
    }
}
