//! What happens to every request, whatever its area: an id, a log line, a measurement, a limit of
//! time and size, safe headers, and one shape for every error.

use std::any::Any;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tower::{Service, ServiceBuilder};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::Uuid;
use crate::app::App;
use crate::error::{ERRO_INTERNO, Error, TEMPO_ESGOTADO};
use crate::{metrics, problem};

pub const MAX_BODY_BYTES: usize = 1024 * 1024;
const TIMEOUT: Duration = Duration::from_secs(30);
/// For what a person sends over a slow line.
const LONG_TIMEOUT: Duration = Duration::from_secs(180);

/// What the operator decides about the edge.
#[derive(Clone, Debug, Default)]
pub struct Edge {
    /// The web origins that may call from a browser; none by default.
    pub cors_origins: Vec<HeaderValue>,
    /// Whether the service is reached by https, so that browsers may be told to insist on it.
    pub https: bool,
    /// The routes on which a request may take long to arrive, or to be answered.
    pub long_routes: &'static [&'static [&'static str]],
}

/// Wraps the finished router. The outermost layer comes first; together they are one, since the
/// router pays for each of its layers with every request.
pub fn wrap(router: Router<App>, app: App, edge: &Edge) -> Router {
    let (gate, https, long_routes) = (app.clone(), edge.https, edge.long_routes);
    let layers = ServiceBuilder::new()
        .layer(CompressionLayer::new())
        .layer_fn(move |inner| Gate { inner, app: gate.clone(), https, long_routes })
        .option_layer(cors(edge))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES));
    router.layer(layers).with_state(app)
}

/// Gives each request an id and a limit of time, each error its body and each answer its headers,
/// and leaves one log line. The line has no query string, no header and no body: nothing that a
/// person has written. One service instead of a middleware for each, which would be a box, a copy
/// of the router and a move of the request every time.
#[derive(Clone)]
struct Gate<S> {
    inner: S,
    app: App,
    https: bool,
    long_routes: &'static [&'static [&'static str]],
}

impl<S> Service<Request> for Gate<S>
where
    S: Service<Request, Error = Infallible, Future: Send + 'static>,
    S::Response: IntoResponse + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let id: Uuid = self.app.ids.next(self.app.clock.now());
        let method = method_label(request.method());
        let route = request.extensions().get::<MatchedPath>().cloned();
        let https = self.https;
        let started = Instant::now();
        let path = route.as_ref().map(MatchedPath::as_str);
        let limit = limit(path, self.long_routes);
        let work = in_time(limit, self.inner.call(request));
        Box::pin(async move {
            let route = route.as_ref().map_or("-", MatchedPath::as_str);
            let mut response = work.await;
            let mut id_text = Uuid::encode_buffer();
            let id: &str = id.hyphenated().encode_lower(&mut id_text);
            if response.status().is_client_error() || response.status().is_server_error() {
                response = problem::render(response, id);
            }
            let elapsed = started.elapsed();
            let status = response.status().as_u16();
            let ms = elapsed.as_secs_f64() * 1000.0;
            // Not a span: it would be entered and left each time the work waits.
            tracing::info!(id, method, route, status, ms, "answered");
            metrics::request(method, route, status, elapsed);
            add_headers(response.headers_mut(), id, https);
            Ok(response)
        })
    }
}

fn limit(route: Option<&str>, long_routes: &[&[&str]]) -> Duration {
    let is_long = |route| long_routes.iter().any(|routes| routes.contains(&route));
    match route.is_some_and(is_long) {
        true => LONG_TIMEOUT,
        false => TIMEOUT,
    }
}

/// Dropping the handler also drops, and so undoes, its transaction.
async fn in_time<R: IntoResponse>(
    limit: Duration,
    work: impl Future<Output = Result<R, Infallible>>,
) -> Response {
    match tokio::time::timeout(limit, work).await {
        Ok(Ok(response)) => response.into_response(),
        Ok(Err(never)) => match never {},
        Err(_) => Error::from(TEMPO_ESGOTADO).into_response(),
    }
}

/// A method that nobody knows is one label, not as many as people can invent.
fn method_label(method: &Method) -> &'static str {
    const KNOWN: [&str; 7] = ["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS"];
    KNOWN.into_iter().find(|known| *known == method.as_str()).unwrap_or("OTHER")
}

fn panicked(panic: Box<dyn Any + Send + 'static>) -> Response {
    let message = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    let message = message.unwrap_or_else(|| "a panic without words".to_owned());
    Error::from(ERRO_INTERNO).because(message).into_response()
}

/// About as many as follow, so that the map grows once.
const SAFE_HEADERS: usize = 8;

fn add_headers(headers: &mut HeaderMap, id: &str, https: bool) {
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.reserve(SAFE_HEADERS);
        headers.insert("x-request-id", id);
    }
    let mut default = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    default(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    default(header::X_FRAME_OPTIONS, "DENY");
    default(header::REFERRER_POLICY, "no-referrer");
    default(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    default(
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data: https:; style-src 'self' 'unsafe-inline'; \
         object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    );
    // What one person may see is not kept by anything in between; assets say otherwise themselves.
    default(header::CACHE_CONTROL, "no-store");
    if https {
        default(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
}

/// None without origins: the layer would otherwise answer every OPTIONS itself.
fn cors(edge: &Edge) -> Option<CorsLayer> {
    if edge.cors_origins.is_empty() {
        return None;
    }
    let layer = CorsLayer::new()
        .allow_origin(AllowOrigin::list(edge.cors_origins.clone()))
        .allow_methods([Method::GET, Method::POST, Method::PATCH, Method::PUT, Method::DELETE])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            HeaderName::from_static("x-nucleo-id"),
            HeaderName::from_static("idempotency-key"),
            HeaderName::from_static("last-event-id"),
        ])
        .expose_headers([
            HeaderName::from_static("x-request-id"),
            HeaderName::from_static("x-total-count"),
            header::RETRY_AFTER,
        ])
        .max_age(Duration::from_secs(3600));
    Some(layer)
}

/// The answer to a path that nobody serves.
pub async fn not_found() -> Response {
    StatusCode::NOT_FOUND.into_response()
}

#[cfg(test)]
mod tests;
