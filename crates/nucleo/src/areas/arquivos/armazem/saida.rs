//! S3 by the one way out: `object_store` signs and understands, and its requests leave as all others
//! do, judged by the guard.

use std::time::Duration;

use async_trait::async_trait;
use axum::body::Bytes;
use base::outbound::{Failure, Outbound};
use http_body_util::BodyExt;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
    HttpResponseBody, HttpService,
};

/// To the last byte, also of a file that somebody reads slowly.
const LIMITE: Duration = Duration::from_secs(120);

#[derive(Clone)]
pub struct PelaSaida(pub Outbound);

impl std::fmt::Debug for PelaSaida {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PelaSaida")
    }
}

impl HttpConnector for PelaSaida {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

#[async_trait]
impl HttpService for PelaSaida {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (parts, body) = request.into_parts();
        let body: Bytes = body.collect().await?.to_bytes();
        let request = axum::http::Request::from_parts(parts, body);
        let answer = self.0.exchange(request, LIMITE).await.map_err(failure)?;
        let (parts, body) = answer.into_parts();
        let body = body.map_err(|error| HttpError::new(HttpErrorKind::Interrupted, error));
        let body = HttpResponseBody::new(body);
        Ok(HttpResponse::from_parts(parts, body))
    }
}

/// Tells what is worth another attempt from what is not.
fn failure(failure: Failure) -> HttpError {
    let kind = match &failure {
        Failure::Refused(_) | Failure::TooLarge => HttpErrorKind::Unknown,
        Failure::TimedOut => HttpErrorKind::Timeout,
        Failure::Network(_) => HttpErrorKind::Request,
    };
    HttpError::new(kind, failure)
}
