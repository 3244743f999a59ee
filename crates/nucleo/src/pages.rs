//! What is not an area: the greeting at `/`, health and metrics.

use axum::Json;
use axum::Router;
use axum::http::header;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use base::problem::PublicProblems;
use base::scope::PublicScope;
use base::{App, Result, metrics, outbox, shared};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::areas::{entregas, porta_vozes};
use crate::demo;

pub fn operations() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(health))
        .routes(routes!(ready))
        .routes(routes!(show_metrics))
}

pub fn router(demo: bool) -> Router<App> {
    let page = greeting(demo);
    let router = Router::new().route("/", get(async move || Html(page)));
    match demo {
        true => router.route("/demo/assembleia.svg", get(demo_picture)),
        false => router,
    }
}

/// Diz que o processo está de pé, sem perguntar a mais ninguém.
#[utoipa::path(
    get, path = "/health", tag = "operacao",
    responses((status = 200, body = HealthView), PublicProblems),
    security(()),
)]
async fn health() -> Json<HealthView> {
    Json(HealthView { status: "ok" })
}

/// Diz que o serviço pode atender: o banco de dados responde.
#[utoipa::path(
    get, path = "/health/ready", tag = "operacao",
    responses((status = 200, body = HealthView), PublicProblems),
    security(()),
)]
async fn ready(scope: PublicScope) -> Result<Json<HealthView>> {
    let sql = shared!("SELECT n.nome FROM nucleos n LIMIT 1");
    scope.read(async |tx| tx.optional::<(String,)>(sql, ()).await).await?;
    Ok(Json(HealthView { status: "ok" }))
}

/// Mostra os números do serviço no formato do Prometheus.
#[utoipa::path(
    get, path = "/metrics", tag = "operacao",
    responses((status = 200, body = String, content_type = "text/plain"), PublicProblems),
    security(()),
)]
async fn show_metrics(scope: PublicScope) -> Result<impl IntoResponse> {
    // What waits is asked of the database, since any instance may have put it there.
    scope.measure(&outbox::MEASURES).await?;
    scope.measure(&entregas::MEDIDAS).await?;
    scope.measure(&porta_vozes::MEDIDAS).await?;
    let metrics = metrics::render();
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], metrics))
}

#[derive(Serialize, ToSchema)]
struct HealthView {
    #[schema(example = "ok")]
    status: &'static str,
}

/// The picture of the demonstration: it needs no other host.
async fn demo_picture() -> impl IntoResponse {
    let picture = include_str!("pages/assembleia.svg");
    ([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=86400")], picture)
}

fn greeting(demo: bool) -> String {
    let logins = if demo { demo_logins() } else { String::new() };
    include_str!("pages/greeting.html").replace("{{logins}}", &logins)
}

fn demo_logins() -> String {
    let row = |(email, who, _): &(&str, &str, _)| {
        format!("<tr><td>{who}</td><td><code>{email}</code></td></tr>")
    };
    let rows: String = demo::LOGINS.iter().map(row).collect();
    format!(
        "<h2>Contas de demonstração</h2>\
         <p>A senha de todas é <code>{}</code>.</p>\
         <table><thead><tr><th>Quem</th><th>E-mail</th></tr></thead><tbody>{rows}</tbody></table>",
        demo::SENHA
    )
}
