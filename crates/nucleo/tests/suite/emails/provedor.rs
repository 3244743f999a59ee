//! A provider over HTTP on this machine that writes down what it is asked.

use std::sync::{Mutex, OnceLock};

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Router, body, routing};
use base::scope::Cargo::{Coordenador, Membro};
use base::testing::TestApp;
use base::{App, Service};
use nucleo::settings::{Mail, Route, Settings};
use serde_json::{Value, json};

use super::{ENVIAR, avisar_de_enquete, email_para, endereco, status_das_entregas, tabela};

base::both_engines! { super::pelo_provedor;
    o_provedor_recebe_o_que_o_contrato_diz,
    o_que_o_provedor_responde_decide,
}

fn pelo_provedor(app: App) -> Service {
    let url = format!("http://127.0.0.1:{}/emails", porta());
    let mail = Mail {
        sender: "avisos@nucleo.org".to_owned(),
        route: Route::Api { url, key: "chave-secreta".to_owned() },
    };
    nucleo::service(app, &Settings { mail, ..Settings::default() })
}

static PEDIDOS: Mutex<Vec<(HeaderMap, Value)>> = Mutex::new(Vec::new());

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
                let rotas = Router::new().route("/emails", routing::post(atender));
                axum::serve(ouvinte, rotas).await.unwrap();
            });
        });
        porta
    })
}

async fn atender(pedido: Request) -> Response {
    let (partes, corpo) = pedido.into_parts();
    let corpo = body::to_bytes(corpo, usize::MAX).await.unwrap();
    let corpo: Value = serde_json::from_slice(&corpo).unwrap();
    let para = corpo["to"].as_str().unwrap().to_owned();
    PEDIDOS.lock().unwrap().push((partes.headers, corpo));
    match para.split('-').next().unwrap() {
        "recusado" => (StatusCode::UNPROCESSABLE_ENTITY, "endereço recusado").into_response(),
        "calma" => (StatusCode::TOO_MANY_REQUESTS, [("retry-after", "7200")]).into_response(),
        "caido" => StatusCode::BAD_GATEWAY.into_response(),
        "chave" => StatusCode::UNAUTHORIZED.into_response(),
        _ => axum::Json(json!({"id": "1"})).into_response(),
    }
}

fn pedidos_para(endereco: &str) -> Vec<(HeaderMap, Value)> {
    let pedidos = PEDIDOS.lock().unwrap();
    pedidos.iter().filter(|(_, corpo)| corpo["to"] == endereco).cloned().collect()
}

async fn o_provedor_recebe_o_que_o_contrato_diz(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await;
    avisar_de_enquete(app, Some(nucleo.id), &[&ana]).await;
    app.deliver().await;
    let pedidos = pedidos_para(&endereco(&ana));
    assert_eq!(pedidos.len(), 1);
    let (cabecalhos, corpo) = &pedidos[0];
    assert_eq!(cabecalhos["authorization"], "Bearer chave-secreta");
    assert_eq!(cabecalhos["content-type"], "application/json");
    assert_eq!(crate::apoio::chaves(corpo), ["from", "headers", "html", "subject", "text", "to"]);
    let de = corpo["from"].as_str().unwrap();
    assert!(de.contains("Núcleo") && de.ends_with(" <avisos@nucleo.org>"), "{de}");
    assert_eq!(corpo["subject"], "Nova enquete: praça ou parque?");
    assert!(corpo["html"].as_str().unwrap().contains("Praça"));
    assert!(corpo["text"].as_str().unwrap().contains("- Parque"));
    let entrega: Vec<(base::Uuid,)> = app.rows("SELECT id FROM entregas", ()).await;
    let id = entrega[0].0.to_string();
    assert_eq!(cabecalhos["idempotency-key"], id.as_str());
    assert_eq!(corpo["headers"]["Message-ID"], format!("<{id}@nucleo.org>"));
    assert_eq!(corpo["headers"]["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click");
    assert!(corpo["headers"]["List-Unsubscribe"].as_str().unwrap().contains("/api/emails/"));
}

async fn o_que_o_provedor_responde_decide(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let id: base::Uuid = app.new_id();
    let para: Vec<_> = ["recusado", "calma", "caido", "chave", "bem"]
        .into_iter()
        .map(|nome| format!("{nome}-{id}@exemplo.org"))
        .collect();
    coord.post(ENVIAR, email_para(json!(para))).await.expect(200);
    app.deliver().await;
    let status = status_das_entregas(app).await;
    assert_eq!(status, ["ENVIADA", "FALHOU", "PENDENTE", "PENDENTE", "PENDENTE"]);
    assert_eq!(tabela(app).await.len(), 2);
    // Whoever asks for patience is left alone as long as they said.
    let tentativas = |nome: &str| pedidos_para(&format!("{nome}-{id}@exemplo.org")).len();
    app.advance(chrono::Duration::minutes(110));
    app.deliver().await;
    assert_eq!((tentativas("calma"), tentativas("caido"), tentativas("bem")), (1, 2, 1));
    app.advance(chrono::Duration::minutes(60));
    app.deliver().await;
    assert_eq!(tentativas("calma"), 2);
    let (antes, depois) = (pedidos_para(&para[2]), pedidos_para(&para[2]));
    assert_eq!(antes[0].1["headers"], depois[1].1["headers"], "the same message every time");
}
