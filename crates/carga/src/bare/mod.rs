//! The limit: what a server can do that only asks the database and answers. It runs the statements
//! of the service on the bare driver, and leaves out everything else: tokens, permission,
//! validation, the log, metrics.

mod pool;
mod postgres;
mod sqlite;
mod store;

use std::net::SocketAddr;

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use self::store::{Balance, Credit, Entry, Member, MembersQuery, Page, Store, WalletQuery};
use crate::Failure;
use crate::place::Engine;

pub async fn serve(engine: Engine, database: &str, bind: SocketAddr) -> Result<(), Failure> {
    let listener = TcpListener::bind(bind).await?;
    let router = match engine {
        Engine::Sqlite => router(sqlite::Sqlite::open(database)?),
        Engine::Postgres => router(postgres::Postgres::open(database).await?),
    };
    let mut term = signal(SignalKind::terminate())?;
    let stop = async move {
        term.recv().await;
    };
    Ok(axum::serve(listener, router).with_graceful_shutdown(stop).await?)
}

/// The paths are the service's; who asks is a parameter.
fn router<S: Store>(store: S) -> Router {
    Router::new()
        .route("/health", get(async || "ok"))
        .route("/api/membros", get(members::<S>))
        .route("/api/economia/saldo", get(balance::<S>))
        .route("/api/economia/extrato", get(statement::<S>))
        .route("/api/economia/ajuste-manual", post(credit::<S>))
        .with_state(store)
}

type Answer<T> = Result<T, (StatusCode, String)>;

async fn members<S: Store>(
    State(store): State<S>,
    Query(query): Query<MembersQuery>,
) -> Answer<Json<Page<Member>>> {
    store.members(query).await.map(Json).map_err(internal)
}

async fn balance<S: Store>(
    State(store): State<S>,
    Query(query): Query<WalletQuery>,
) -> Answer<Json<Balance>> {
    store.balance(query).await.map(Json).map_err(internal)
}

async fn statement<S: Store>(
    State(store): State<S>,
    Query(query): Query<WalletQuery>,
) -> Answer<Json<Page<Entry>>> {
    store.statement(query).await.map(Json).map_err(internal)
}

async fn credit<S: Store>(
    State(store): State<S>,
    Json(credit): Json<Credit>,
) -> Answer<(StatusCode, Json<Entry>)> {
    let entry = store.credit(credit).await.map_err(internal)?;
    Ok((StatusCode::CREATED, Json(entry)))
}

fn internal(failure: Failure) -> (StatusCode, String) {
    (StatusCode::INTERNAL_SERVER_ERROR, crate::sentence(&*failure))
}
