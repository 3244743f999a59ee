//! Hands a file out so that a browser takes it for nothing else than it is.

use axum::body::Body;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base::Result;

use super::super::Bucket;
use super::super::armazem::{Armazem, Chave};
use super::super::rules::{Faixa, Nome, Tipo};
use super::super::service::{CACHE_PRIVADO, CACHE_PUBLICO};
use crate::errors::{ARQUIVO_NAO_ENCONTRADO, FAIXA_FORA_DO_ARQUIVO};

pub async fn responder(
    armazem: &Armazem,
    bucket: Bucket,
    nome: Nome,
    asked: &HeaderMap,
) -> Result<Response> {
    let headers = headers(bucket, &nome);
    let chave = Chave { bucket, nome };
    let text = |name: HeaderName| asked.get(name).and_then(|value| value.to_str().ok());
    let known = text(header::IF_NONE_MATCH).filter(|_| bucket.publico());
    let range = text(header::RANGE);
    // Most ask for all of it: then one trip to the store is enough.
    let faixa = match (known, range) {
        (None, None) => Faixa::Inteiro,
        _ => {
            let tamanho = armazem.medir(&chave).await?.ok_or(ARQUIVO_NAO_ENCONTRADO)?;
            if known.is_some_and(|known| is_known(known, &etag(&chave.nome))) {
                return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
            }
            Faixa::parse(range, tamanho)
        }
    };
    let parte = match faixa {
        Faixa::Inteiro => None,
        Faixa::Parte(first, last) => Some(first..last + 1),
        Faixa::ForaDoArquivo => return Err(FAIXA_FORA_DO_ARQUIVO.into()),
    };
    let found = armazem.ler(&chave, parte).await?;
    let (tamanho, bytes) = found.ok_or(ARQUIVO_NAO_ENCONTRADO)?;
    let body = Body::from_stream(bytes);
    let mut response = match faixa {
        Faixa::Parte(first, last) => {
            let range = [(header::CONTENT_RANGE, format!("bytes {first}-{last}/{tamanho}"))];
            let length = [(header::CONTENT_LENGTH, last + 1 - first)];
            let length = length.map(|(name, length)| (name, length.to_string()));
            (StatusCode::PARTIAL_CONTENT, range, length, body).into_response()
        }
        _ => ([(header::CONTENT_LENGTH, tamanho.to_string())], body).into_response(),
    };
    response.headers_mut().extend(headers);
    Ok(response)
}

/// `*`, or a list that has it; weak or strong does not matter to a GET.
fn is_known(known: &str, etag: &str) -> bool {
    let same = |one: &str| one.trim().trim_start_matches("W/") == etag;
    known.trim() == "*" || known.split(',').any(same)
}

/// The name is of this content and of no other.
fn etag(nome: &Nome) -> String {
    format!("\"{}\"", nome.as_str())
}

fn headers(bucket: Bucket, nome: &Nome) -> HeaderMap {
    let tipo = nome.tipo();
    let mut headers = HeaderMap::new();
    let mut set = |name, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    };
    set(header::CONTENT_TYPE, tipo.mime());
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    // Nothing in it runs, whatever it is taken for.
    set(header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox");
    set(header::ACCEPT_RANGES, "bytes");
    match bucket.publico() {
        true => {
            set(header::CACHE_CONTROL, CACHE_PUBLICO);
            set(header::ETAG, &etag(nome));
        }
        false => {
            set(header::CACHE_CONTROL, CACHE_PRIVADO);
            // A PDF is opened by whoever has saved it, not in the pages of the app.
            let how = if tipo == Tipo::Pdf { "attachment" } else { "inline" };
            let name = format!("{how}; filename=\"comprovante.{}\"", tipo.extensao());
            set(header::CONTENT_DISPOSITION, &name);
        }
    }
    headers
}
