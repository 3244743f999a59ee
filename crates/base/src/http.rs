//! Extractors and answers that keep the contract's conventions.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::error::{Error, JSON_INVALIDO, NAO_ENCONTRADO, Result, TIPO_NAO_SUPORTADO};
use crate::validation::FieldErrors;

/// A JSON body. What is wrong *inside* it is the business of [`crate::validation`].
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        if !is_json(request.headers()) {
            return Err(TIPO_NAO_SUPORTADO.into());
        }
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|rejection: BytesRejection| Error::from_status(rejection.status()))?;
        let value: Value = serde_json::from_slice(&bytes).map_err(|_| JSON_INVALIDO)?;
        parse(value).map(Self)
    }
}

/// `application/json` and its relatives; no type at all is taken for JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(header::CONTENT_TYPE) else { return true };
    let essence = value.to_str().unwrap_or_default().split(';').next().unwrap_or_default();
    let essence = essence.trim().to_ascii_lowercase();
    essence == "application/json"
        || (essence.starts_with("application/") && essence.ends_with("+json"))
}

/// The query string, as strings: `Field<String>` fields, parsed by [`FieldErrors`].
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let pairs = axum::extract::Query::<Vec<(String, String)>>::try_from_uri(&parts.uri)
            .map_err(|rejection| Error::from_status(rejection.status()))?;
        let fields = pairs.0.into_iter().map(|(name, value)| (name, Value::String(value)));
        parse(Value::Object(fields.collect::<Map<_, _>>())).map(Self)
    }
}

/// Every struct of [`crate::validation::Field`]s takes any object; only what is no object fails.
fn parse<T: DeserializeOwned>(value: Value) -> Result<T> {
    let mut erros = FieldErrors::default();
    find_nul(&value, &mut String::new(), &mut erros);
    if !erros.is_empty() {
        return Err(erros.into());
    }
    if !value.is_object() {
        return Err(JSON_INVALIDO.into());
    }
    T::deserialize(value).map_err(|_| JSON_INVALIDO.into())
}

/// PostgreSQL stores no NUL in a text, and no person means one.
fn find_nul(value: &Value, path: &mut String, erros: &mut FieldErrors) {
    let length = path.len();
    match value {
        Value::String(text) if text.contains('\0') => {
            erros.add(path.as_str(), "Contém um caractere que não é permitido.");
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push_str(&format!("[{index}]"));
                find_nul(item, path, erros);
                path.truncate(length);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                if length > 0 {
                    path.push('.');
                }
                path.push_str(&name.replace('\0', ""));
                find_nul(field, path, erros);
                path.truncate(length);
            }
        }
        _ => {}
    }
}

/// Ids of the path. One that is no UUID names nothing, so the answer is 404.
pub struct Id<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Id<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(id)) => Ok(Self(id)),
            Err(_) => Err(NAO_ENCONTRADO.into()),
        }
    }
}

/// 201 with the object that was created.
pub struct Created<T>(pub T);

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}

/// Uma frase para quem agiu.
#[derive(Serialize, ToSchema)]
pub struct Message {
    pub message: &'static str,
}

/// 200 with a sentence.
pub fn message(message: &'static str) -> Json<Message> {
    Json(Message { message })
}
