//! A model that follows a script: one server for all tests, which finds the script of a test by the
//! mark in the question, and remembers what it was shown.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::body::{self, Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use base::{App, Service};
use futures::StreamExt;
use nucleo::settings::{Ia, Provider, Settings};
use serde_json::{Value, json};

/// What the model says next.
#[derive(Clone)]
pub enum Vez {
    Texto(String),
    Chama(Vec<(&'static str, Value)>),
    /// Arguments as they would stand on the wire, right or wrong.
    ChamaCru(&'static str, &'static str),
    Cru(String),
    Status(u16, &'static str),
    /// Takes the question and says nothing.
    Mudo,
    /// So many megabytes.
    Gigante(usize),
}

pub fn texto(texto: &str) -> Vez {
    Vez::Texto(texto.to_owned())
}

pub fn chama(nome: &'static str, argumentos: Value) -> Vez {
    Vez::Chama(vec![(nome, argumentos)])
}

#[derive(Default)]
struct Memoria {
    roteiros: HashMap<String, VecDeque<Vez>>,
    pedidos: HashMap<String, Vec<(HeaderMap, Value)>>,
}

static MEMORIA: Mutex<Option<Memoria>> = Mutex::new(None);
static NUMERO: AtomicUsize = AtomicUsize::new(1);

fn com_memoria<T>(usar: impl FnOnce(&mut Memoria) -> T) -> T {
    usar(MEMORIA.lock().unwrap().get_or_insert_default())
}

/// One script; its mark has to stand in what is asked.
pub struct Roteiro {
    pub marca: String,
}

impl Roteiro {
    /// The last line is said again and again.
    pub fn novo(vezes: Vec<Vez>) -> Self {
        let marca = format!("roteiro-{}-fim", NUMERO.fetch_add(1, Ordering::SeqCst));
        com_memoria(|memoria| memoria.roteiros.insert(marca.clone(), vezes.into()));
        Self { marca }
    }

    /// A question that this script answers.
    pub fn pergunta(&self, texto: &str) -> String {
        format!("{texto} {}", self.marca)
    }

    /// What the model was shown, in order.
    pub fn pedidos(&self) -> Vec<Value> {
        self.trocas().into_iter().map(|(_, corpo)| corpo).collect()
    }

    pub fn trocas(&self) -> Vec<(HeaderMap, Value)> {
        com_memoria(|memoria| memoria.pedidos.get(&self.marca).cloned().unwrap_or_default())
    }

    /// Everything that the model was shown, as one text.
    pub fn visto(&self) -> String {
        self.pedidos().iter().map(Value::to_string).collect()
    }
}

/// The service behind this model.
pub fn com_modelo(app: App) -> Service {
    servico(app, Duration::from_secs(20))
}

/// The same, in a hurry.
pub fn com_pressa(app: App) -> Service {
    servico(app, Duration::from_millis(300))
}

fn servico(app: App, timeout: Duration) -> Service {
    let provider = Provider {
        base_url: format!("http://127.0.0.1:{}/v1", porta()),
        key: Some("chave-do-modelo".to_owned()),
        model: "roteirista".to_owned(),
        timeout,
        prices: (2_000, 10_000),
    };
    let ia = Ia { provider: Some(provider), ..Ia::default() };
    nucleo::service(app, &Settings { ia, ..crate::settings() })
}

fn porta() -> u16 {
    static PORTA: OnceLock<u16> = OnceLock::new();
    *PORTA.get_or_init(|| {
        let ouvinte = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        ouvinte.set_nonblocking(true).unwrap();
        let porta = ouvinte.local_addr().unwrap().port();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.unwrap().block_on(async {
                let ouvinte = tokio::net::TcpListener::from_std(ouvinte).unwrap();
                axum::serve(ouvinte, Router::new().fallback(atender)).await.unwrap();
            });
        });
        porta
    })
}

async fn atender(pedido: Request) -> Response {
    let (partes, corpo) = pedido.into_parts();
    assert_eq!(partes.uri.path(), "/v1/chat/completions");
    let corpo = body::to_bytes(corpo, usize::MAX).await.unwrap();
    let corpo: Value = serde_json::from_slice(&corpo).unwrap();
    let texto = corpo.to_string();
    let vez = com_memoria(|memoria| {
        // The last mark: an earlier question of the same conversation may have another.
        let roteiros = memoria.roteiros.iter_mut();
        let achado =
            roteiros.filter_map(|(marca, vezes)| Some((texto.rfind(marca)?, marca, vezes)));
        let (_, marca, vezes) = achado.max_by_key(|(onde, ..)| *onde)?;
        memoria.pedidos.entry(marca.clone()).or_default().push((partes.headers, corpo));
        if vezes.len() > 1 { vezes.pop_front() } else { vezes.front().cloned() }
    });
    match vez.unwrap_or(Vez::Texto("Sem roteiro.".to_owned())) {
        Vez::Texto(texto) => resposta(json!({"role": "assistant", "content": texto})),
        Vez::Chama(chamadas) => {
            let chamada = |(numero, (nome, argumentos)): (usize, (&str, Value))| {
                let funcao = json!({"name": nome, "arguments": argumentos.to_string()});
                json!({"id": format!("c{numero}"), "type": "function", "function": funcao})
            };
            let chamadas: Vec<_> = chamadas.into_iter().enumerate().map(chamada).collect();
            resposta(json!({"role": "assistant", "content": null, "tool_calls": chamadas}))
        }
        Vez::ChamaCru(nome, argumentos) => {
            let funcao = json!({"name": nome, "arguments": argumentos});
            let chamada = json!({"id": "c0", "type": "function", "function": funcao});
            resposta(json!({"role": "assistant", "tool_calls": [chamada]}))
        }
        Vez::Cru(corpo) => corpo.into_response(),
        Vez::Status(status, depois) => {
            (StatusCode::from_u16(status).unwrap(), [("retry-after", depois)]).into_response()
        }
        Vez::Mudo => std::future::pending().await,
        Vez::Gigante(megabytes) => {
            const PEDACO: &[u8] = &[b'x'; 64 * 1024];
            let pedacos = futures::stream::iter(0..megabytes * 16)
                .map(|_| Ok::<_, std::io::Error>(Bytes::from_static(PEDACO)));
            Body::from_stream(pedacos).into_response()
        }
    }
}

fn resposta(mensagem: Value) -> Response {
    let usage = json!({"prompt_tokens": 100, "completion_tokens": 10});
    axum::Json(json!({"choices": [{"index": 0, "message": mensagem}], "usage": usage}))
        .into_response()
}
