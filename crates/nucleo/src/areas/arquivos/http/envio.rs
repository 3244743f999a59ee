//! Reads the one file out of a form, as it arrives, and no further than it may be long. What the
//! form says about the file (its name, its type, its length) is not asked.

use axum::body::Bytes;
use axum::extract::multipart::{Field, Multipart, MultipartError, MultipartRejection};
use axum::http::StatusCode;
use base::error::{Error, REQUISICAO_INVALIDA, Result};
use base::validation::FieldErrors;

use super::super::rules::MAX_BYTES;
use crate::errors::{ARQUIVO_GRANDE_DEMAIS, FORMULARIO_ESPERADO};

const CAMPO: &str = "arquivo";

pub async fn receber(form: Result<Multipart, MultipartRejection>) -> Result<Bytes> {
    let mut form = form.map_err(|_| FORMULARIO_ESPERADO)?;
    let mut arquivo = None;
    while let Some(field) = form.next_field().await.map_err(broken)? {
        if field.name() != Some(CAMPO) {
            continue;
        }
        if arquivo.is_some() {
            return Err(FieldErrors::one(CAMPO, "Envie um arquivo por vez.").into());
        }
        arquivo = Some(ler(field).await?);
    }
    let missing = || FieldErrors::one(CAMPO, "Campo obrigatório.");
    Ok(arquivo.ok_or_else(missing)?)
}

/// What is too long is read on to its end, as far as that is near, and thrown away: a client that is
/// cut off while it sends does not hear why.
async fn ler(mut field: Field<'_>) -> Result<Bytes> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    while let Some(chunk) = field.chunk().await.map_err(broken)? {
        length += chunk.len();
        match length > MAX_BYTES {
            true => bytes = Vec::new(),
            false => bytes.extend_from_slice(&chunk),
        }
    }
    match length > MAX_BYTES {
        true => Err(ARQUIVO_GRANDE_DEMAIS.into()),
        false => Ok(bytes.into()),
    }
}

fn broken(error: MultipartError) -> Error {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ARQUIVO_GRANDE_DEMAIS.into(),
        _ => Error::from(REQUISICAO_INVALIDA).because(error),
    }
}
