//! A server of feeds on loopback. It remembers what it was asked, and answers what the test says.

use std::collections::HashMap;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::FORA;

#[derive(Clone)]
pub enum Resposta {
    Feed(String),
    /// With what it wants to be asked with, and 304 to whoever does.
    Versao {
        corpo: String,
        etag: &'static str,
        modificado: &'static str,
    },
    Texto(&'static str),
    Status(u16, &'static str),
    Redireciona(String),
    /// Takes the question and says nothing.
    Mudo,
    /// So many megabytes.
    Gigante(usize),
}

#[derive(Clone, Default)]
struct Memoria {
    respostas: Arc<Mutex<HashMap<String, Resposta>>>,
    pedidos: Arc<Mutex<Vec<(String, HeaderMap)>>>,
    enviados: Arc<AtomicUsize>,
    /// How many times it was asked, for whoever waits for that.
    vezes: watch::Sender<usize>,
}

pub struct Servidor {
    /// Scheme, host and port.
    pub origem: String,
    memoria: Memoria,
}

impl Servidor {
    /// One that counts as the open internet.
    pub async fn novo() -> Self {
        Self::em(FORA).await
    }

    pub async fn em(ip: Ipv4Addr) -> Self {
        let memoria = Memoria::default();
        let listener = TcpListener::bind((ip, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().fallback(responder).with_state(memoria.clone());
        base::app::in_background(async move { axum::serve(listener, router).await.unwrap() });
        Self { origem: format!("http://{address}"), memoria }
    }

    /// From now on this is what is found there; gives back the address.
    pub fn em_caminho(&self, caminho: &str, resposta: Resposta) -> String {
        self.memoria.respostas.lock().unwrap().insert(format!("/{caminho}"), resposta);
        format!("{}/{caminho}", self.origem)
    }

    /// The headers of what was asked there since the last time.
    pub fn pedidos(&self, caminho: &str) -> Vec<HeaderMap> {
        let caminho = format!("/{caminho}");
        let mut pedidos = self.memoria.pedidos.lock().unwrap();
        let mut achados = Vec::new();
        pedidos.retain(|(pedido, headers)| {
            let este = *pedido == caminho;
            if este {
                achados.push(headers.clone());
            }
            !este
        });
        achados
    }

    /// How many questions nobody has looked at yet.
    pub fn total_de_pedidos(&self) -> usize {
        self.memoria.pedidos.lock().unwrap().len()
    }

    /// Returns when it has been asked this many times in all.
    pub async fn esperar(&self, vezes: usize) {
        self.memoria.vezes.subscribe().wait_for(|foram| *foram >= vezes).await.unwrap();
    }

    /// How many bytes of endless answers have left.
    pub fn enviados(&self) -> usize {
        self.memoria.enviados.load(Ordering::SeqCst)
    }
}

async fn responder(State(memoria): State<Memoria>, uri: Uri, headers: HeaderMap) -> Response {
    memoria.pedidos.lock().unwrap().push((uri.path().to_owned(), headers.clone()));
    memoria.vezes.send_modify(|vezes| *vezes += 1);
    let resposta = memoria.respostas.lock().unwrap().get(uri.path()).cloned();
    match resposta {
        None => StatusCode::NOT_FOUND.into_response(),
        Some(Resposta::Feed(corpo)) => corpo.into_response(),
        Some(Resposta::Texto(corpo)) => corpo.into_response(),
        Some(Resposta::Versao { corpo, etag, modificado }) => {
            let conhecida = headers.get("if-none-match").is_some_and(|valor| valor == etag);
            let validadores = [("etag", etag), ("last-modified", modificado)];
            match conhecida {
                true => (StatusCode::NOT_MODIFIED, validadores).into_response(),
                false => (validadores, corpo).into_response(),
            }
        }
        Some(Resposta::Status(status, depois)) => {
            let status = StatusCode::from_u16(status).unwrap();
            (status, [("retry-after", depois)]).into_response()
        }
        Some(Resposta::Redireciona(para)) => {
            (StatusCode::FOUND, [("location", para)]).into_response()
        }
        Some(Resposta::Mudo) => std::future::pending().await,
        Some(Resposta::Gigante(megabytes)) => gigante(megabytes, memoria.enviados),
    }
}

/// Made as it is read: the server has no such thing in memory either.
fn gigante(megabytes: usize, enviados: Arc<AtomicUsize>) -> Response {
    const PEDACO: &[u8] = &[b'x'; 64 * 1024];
    let pedacos = futures::stream::iter(0..megabytes * 16).map(move |_| {
        enviados.fetch_add(PEDACO.len(), Ordering::SeqCst);
        Ok::<_, std::io::Error>(Bytes::from_static(PEDACO))
    });
    Body::from_stream(pedacos).into_response()
}

/// RSS 2.0 with these posts, the newest first, one a day before the end of February.
pub fn rss(urls: &[&str]) -> String {
    let item = |(dia, url): (usize, &&str)| {
        format!(
            "<item><title>Título de {}</title><link>{}</link>\
             <pubDate>{:02} Feb 2026 12:00:00 GMT</pubDate></item>",
            url.rsplit(['/', '=']).next().unwrap(),
            url.replace('&', "&amp;"),
            28 - dia
        )
    };
    let itens: String = urls.iter().enumerate().map(item).collect();
    format!(
        "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Canal</title>\
         {itens}</channel></rss>"
    )
}
