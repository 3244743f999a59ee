//! Every error leaves as RFC 9457 `application/problem+json`.

use std::sync::Arc;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::Error;
use crate::validation::FieldError;

/// O corpo de todo erro (RFC 9457).
#[derive(Serialize, ToSchema)]
pub struct Problem {
    /// `urn:nucleo:erro:<codigo em kebab-case>`
    #[schema(example = "urn:nucleo:erro:dados-invalidos")]
    r#type: String,
    #[schema(example = "Dados inválidos")]
    title: &'static str,
    #[schema(example = 400)]
    status: u16,
    /// O que houve e o que fazer, para uma pessoa.
    #[schema(example = "Corrija os campos indicados e envie de novo.")]
    detail: &'static str,
    /// Código estável, para um programa.
    #[schema(example = "DADOS_INVALIDOS")]
    codigo: &'static str,
    /// Todos os campos recusados, só quando a validação falhou.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    campos: Vec<FieldError>,
    /// O id da requisição, também no cabeçalho `x-request-id`.
    #[schema(example = "01956f4e-8c00-7000-8000-2f6c1a9d3b57")]
    requisicao: String,
}

/// Gives an error its body. An answer that the framework gave on its own, such as 405 or a broken
/// multipart body, gets the code of its status.
pub(crate) fn render(mut response: Response, requisicao: &str) -> Response {
    let error = response
        .extensions_mut()
        .remove::<Arc<Error>>()
        .unwrap_or_else(|| Arc::new(Error::from_status(response.status())));
    let code = error.code;
    if code.status.is_server_error() {
        tracing::error!(id = requisicao, codigo = code.name, ?error, "request failed");
    }

    let problem = Problem {
        r#type: format!("urn:nucleo:erro:{}", code.name.to_lowercase().replace('_', "-")),
        title: code.title,
        status: code.status.as_u16(),
        detail: code.detail,
        codigo: code.name,
        campos: error.campos.clone(),
        requisicao: requisicao.to_owned(),
    };
    let mut rendered = (code.status, Json(problem)).into_response();
    let headers = rendered.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    if let Some(seconds) = error.retry_after() {
        headers.insert(header::RETRY_AFTER, seconds.into());
    }
    if code.status == StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    if let Some(allow) = response.headers_mut().remove(header::ALLOW) {
        headers.insert(header::ALLOW, allow);
    }
    rendered
}

/// The errors of every operation that asks for a token; goes into its `responses(...)`.
pub struct Problems;

/// The errors of every public operation.
pub struct PublicProblems;

type Responses =
    std::collections::BTreeMap<String, utoipa::openapi::RefOr<utoipa::openapi::response::Response>>;

impl utoipa::IntoResponses for Problems {
    fn responses() -> Responses {
        let mut responses = PublicProblems::responses();
        responses.extend(answers(&[
            ("401", "Sem token, ou com um que não vale mais"),
            ("403", "O cargo não permite"),
        ]));
        responses
    }
}

impl utoipa::IntoResponses for PublicProblems {
    fn responses() -> Responses {
        answers(&[
            ("400", "Dados inválidos: `campos` diz quais"),
            ("404", "Não existe, ou não neste núcleo"),
            ("413", "Corpo grande demais"),
            (
                "415",
                "O corpo não é do tipo que a operação espera: JSON, ou um formulário onde há arquivo",
            ),
            ("500", "Erro interno"),
            ("503", "Indisponível por ora: `Retry-After` diz quando tentar"),
        ])
    }
}

fn answers(descriptions: &[(&str, &str)]) -> Responses {
    use utoipa::openapi::{ContentBuilder, Ref, ResponseBuilder, ResponsesBuilder};

    let answers = descriptions.iter().fold(ResponsesBuilder::new(), |answers, (status, text)| {
        let schema = Ref::from_schema_name("Problem");
        let content = ContentBuilder::new().schema(Some(schema)).build();
        let answer =
            ResponseBuilder::new().description(*text).content("application/problem+json", content);
        answers.response(*status, answer)
    });
    answers.build().into()
}
