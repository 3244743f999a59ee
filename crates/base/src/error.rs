//! One error type for the whole service: a row of a table of codes, and what lies behind it.

use std::fmt;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::validation::FieldError;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A row of the error table: everything a client is told, in Brazilian Portuguese.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    pub name: &'static str,
    pub status: StatusCode,
    pub title: &'static str,
    pub detail: &'static str,
}

/// Declares a table of codes. The name in Rust is the literal on the wire.
#[macro_export]
macro_rules! codes {
    (
        $(#[$doc:meta])*
        $table:ident { $($status:ident $name:ident $title:literal $detail:literal;)+ }
    ) => {
        $(pub const $name: &$crate::error::Code = &$crate::error::Code {
            name: stringify!($name),
            status: axum::http::StatusCode::$status,
            title: $title,
            detail: $detail,
        };)+

        $(#[$doc])*
        pub const $table: &[&$crate::error::Code] = &[$($name),+];
    };
}

codes! {
    /// What can go wrong whatever the area.
    GENERAL {
        BAD_REQUEST REQUISICAO_INVALIDA "Requisição inválida"
            "A requisição está malformada.";
        BAD_REQUEST JSON_INVALIDO "JSON inválido"
            "O corpo da requisição não é um objeto JSON válido.";
        BAD_REQUEST DADOS_INVALIDOS "Dados inválidos"
            "Corrija os campos indicados e envie de novo.";
        BAD_REQUEST NUCLEO_NAO_SELECIONADO "Núcleo não selecionado"
            "Escolha um núcleo no cabeçalho X-Nucleo-Id: isto precisa pertencer a um.";
        BAD_REQUEST NUCLEO_INVALIDO "Núcleo inválido"
            "O cabeçalho X-Nucleo-Id não é o id de um núcleo que exista.";
        UNAUTHORIZED NAO_AUTENTICADO "Não autenticado"
            "Entre na sua conta para continuar.";
        FORBIDDEN SEM_PERMISSAO "Sem permissão"
            "Seu cargo não permite esta ação.";
        NOT_FOUND NAO_ENCONTRADO "Não encontrado"
            "O que você procura não existe ou foi removido.";
        METHOD_NOT_ALLOWED METODO_NAO_PERMITIDO "Método não permitido"
            "Este endereço não aceita este método.";
        CONFLICT JA_EXISTE "Já existe"
            "Já existe um registro com estes dados.";
        PAYLOAD_TOO_LARGE CORPO_GRANDE_DEMAIS "Corpo grande demais"
            "O que foi enviado passa do tamanho permitido.";
        UNSUPPORTED_MEDIA_TYPE TIPO_NAO_SUPORTADO "Tipo de conteúdo não suportado"
            "Envie o corpo como application/json.";
        TOO_MANY_REQUESTS LIMITE_EXCEDIDO "Muitas tentativas"
            "Foram muitas tentativas em pouco tempo. Aguarde e tente de novo.";
        INTERNAL_SERVER_ERROR ERRO_INTERNO "Erro interno"
            "Algo deu errado do nosso lado. Tente de novo em instantes.";
        SERVICE_UNAVAILABLE INDISPONIVEL "Serviço indisponível"
            "O serviço está temporariamente indisponível. Tente de novo em instantes.";
        SERVICE_UNAVAILABLE TEMPO_ESGOTADO "Tempo esgotado"
            "A requisição demorou demais e foi interrompida. Tente de novo em instantes.";
    }
}

pub struct Error {
    pub(crate) code: &'static Code,
    pub(crate) campos: Vec<FieldError>,
    retry_after: Option<u64>,
    source: Option<Source>,
}

type Source = Box<dyn std::error::Error + Send + Sync>;

impl Error {
    pub fn code(&self) -> &'static Code {
        self.code
    }

    /// The refused fields in one line, where no form shows them.
    pub fn field_sentences(&self) -> String {
        let sentence = |error: &FieldError| format!("{}: {}", error.campo, error.mensagem);
        self.campos.iter().map(sentence).collect::<Vec<_>>().join(" ")
    }

    /// The refused fields as they stand inside another one.
    pub fn under(mut self, campo: &str) -> Self {
        for error in &mut self.campos {
            error.campo = format!("{campo}.{}", error.campo);
        }
        self
    }

    /// Keeps the cause for the log; the client never sees it.
    pub fn because(mut self, source: impl Into<Source>) -> Self {
        self.source = Some(source.into());
        self
    }

    pub fn retry_after_seconds(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// In seconds, when it makes sense to try again.
    pub fn retry_after(&self) -> Option<u64> {
        const SOON: u64 = 5;
        let away = self.code.status == StatusCode::SERVICE_UNAVAILABLE;
        self.retry_after.or(away.then_some(SOON))
    }

    /// The unique key that a statement ran into, as `table_column_column` on both engines.
    fn violated_key(&self) -> Option<String> {
        let error = self.source.as_ref()?.downcast_ref::<sqlx::Error>()?.as_database_error()?;
        if !error.is_unique_violation() {
            return None;
        }
        if let Some(constraint) = error.constraint() {
            return Some(constraint.trim_end_matches("_key").to_owned());
        }
        // SQLite names the columns: "UNIQUE constraint failed: usuarios.email".
        let mut columns = error.message().rsplit_once(": ")?.1.split(", ");
        let first = columns.next()?.replace('.', "_");
        let others = columns.filter_map(|column| column.split_once('.')).map(|(_, name)| name);
        Some(others.fold(first, |key, column| format!("{key}_{column}")))
    }

    /// The code for an answer that the framework gave on its own, such as 405.
    pub(crate) fn from_status(status: StatusCode) -> Self {
        let code = GENERAL.iter().find(|code| code.status == status);
        Self::from(*code.unwrap_or(&ERRO_INTERNO))
    }
}

impl From<&'static Code> for Error {
    fn from(code: &'static Code) -> Self {
        Self { code, campos: Vec::new(), retry_after: None, source: None }
    }
}

/// Says what a duplicate means to a person.
pub trait OnDuplicate<T> {
    /// `key` is `table_column_column`, which is also how unique indexes are named.
    fn on_duplicate(self, key: &str, code: &'static Code) -> Result<T>;
}

impl<T> OnDuplicate<T> for Result<T> {
    fn on_duplicate(self, key: &str, code: &'static Code) -> Self {
        self.map_err(|error| match error.violated_key() {
            Some(violated) if violated == key => code.into(),
            _ => error,
        })
    }
}

impl From<sqlx::Error> for Error {
    fn from(source: sqlx::Error) -> Self {
        let code = match &source {
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_) => {
                INDISPONIVEL
            }
            sqlx::Error::Database(error) if error.is_unique_violation() => JA_EXISTE,
            sqlx::Error::Database(error) if passes_by_itself(error.code().as_deref()) => {
                INDISPONIVEL
            }
            _ => ERRO_INTERNO,
        };
        Self::from(code).because(source)
    }
}

/// SQLite: busy with another process. PostgreSQL: a conflict between transactions, no memory or
/// connections left, a server that is starting or stopping.
fn passes_by_itself(code: Option<&str>) -> bool {
    let Some(code) = code else { return false };
    code == "5" || ["40", "53", "57P", "08"].iter().any(|class| code.starts_with(class))
}

impl From<sqlx::migrate::MigrateError> for Error {
    fn from(source: sqlx::migrate::MigrateError) -> Self {
        Self::from(ERRO_INTERNO).because(source)
    }
}

impl From<serde_json::Error> for Error {
    fn from(source: serde_json::Error) -> Self {
        Self::from(ERRO_INTERNO).because(source)
    }
}

impl From<tokio::task::JoinError> for Error {
    fn from(source: tokio::task::JoinError) -> Self {
        Self::from(ERRO_INTERNO).because(source)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code.name)
    }
}

/// The whole story in one line, for the log, a failed start and a failed test.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)?;
        for error in &self.campos {
            write!(f, ", {}: {}", error.campo, error.mensagem)?;
        }
        let mut cause = std::error::Error::source(self);
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|source| &**source as _)
    }
}

/// Travels as an extension to the edge, where [`crate::problem`] writes the body and the log line:
/// only there the request id is known.
impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = self.code.status.into_response();
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}
