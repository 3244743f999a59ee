//! Where deliveries end: a mail server and a push service that count and forget. A process of their
//! own, so that the one thread that loads the service is not theirs too.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use super::smtp;
use super::tally::{Counted, Tally};
use crate::Failure;

#[derive(Default)]
struct Sinks {
    pushes: Tally,
    emails: Arc<Tally>,
}

/// What has arrived since the start.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Arrived {
    pub pushes: Counted,
    pub emails: Counted,
}

/// Until SIGTERM. The address of the pushes tells the counts as well.
pub async fn serve(smtp: SocketAddr, push: SocketAddr) -> Result<(), Failure> {
    let (mail, web) = (TcpListener::bind(smtp).await?, TcpListener::bind(push).await?);
    let sinks = Arc::new(Sinks::default());
    let emails = Arc::clone(&sinks.emails);
    let router = Router::new()
        .route("/health", get(async || "ok"))
        .route("/contagem", get(count))
        .route("/p/{device}", post(receive))
        .with_state(sinks);
    let mut term = signal(SignalKind::terminate())?;
    // Connections that the service keeps open are nothing to wait for.
    tokio::select! {
        done = async { axum::serve(web, router).await } => Ok(done?),
        done = smtp::serve(mail, emails) => done,
        _ = term.recv() => Ok(()),
    }
}

async fn receive(State(sinks): State<Arc<Sinks>>, Path(device): Path<String>) -> StatusCode {
    sinks.pushes.add(device);
    StatusCode::CREATED
}

async fn count(State(sinks): State<Arc<Sinks>>) -> Json<Arrived> {
    Json(Arrived { pushes: sinks.pushes.counted(), emails: sinks.emails.counted() })
}
