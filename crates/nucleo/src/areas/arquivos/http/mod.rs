//! The endpoints of files: one to send, two to read.

mod envio;
mod leitura;

use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::extract::multipart::{Multipart, MultipartRejection};
use axum::http::HeaderMap;
use axum::response::Response;
use base::clock::Timestamp;
use base::http::{Created, Id};
use base::problem::{Problem, Problems, PublicProblems};
use base::scope::Scope;
use base::tools::Tool;
use base::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Bucket;
use super::rules::{MAX_BYTES, Nome};
use super::service::{self, Arquivos, DePessoa, Guardado};
use crate::errors::ARQUIVO_NAO_ENCONTRADO;
use crate::policy::Participar;

/// Where files are sent to; what arrives there may take long.
pub const CAMINHO: &str = "/api/arquivos/{bucket}";
/// How far a form is read, its file included: beyond what is taken, so that whoever sends a little
/// too much is told so.
const MAX_FORMULARIO: usize = 3 * MAX_BYTES;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(enviar))
        .layer(DefaultBodyLimit::max(MAX_FORMULARIO))
        .routes(routes!(mostrar_comprovante))
        .routes(routes!(mostrar))
}

/// Guarda um arquivo e diz onde ele fica.
///
/// Imagens JPEG, PNG, WebP e GIF de até 10 MiB e 50 megapixels; em `comprovantes` também PDF. A
/// imagem é refeita: sai sem metadados (como o lugar da foto), na posição certa, e pode sair em
/// outro formato (`tipo`). O que nada usa por um dia é removido.
#[utoipa::path(
    post, path = "/api/arquivos/{bucket}", tag = "arquivos",
    params(("bucket" = Bucket, Path, description = "Para que serve: `avatars` e `comentarios` são \
        de todos, `enquetes` e `comunicados` de quem os cria, `comprovantes` da coordenação e da \
        administração")),
    request_body(content = ArquivoInput, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = ArquivoView),
        (status = 415, description = "O corpo não é multipart/form-data", body = Problem,
            content_type = "application/problem+json"),
        (status = 429, description = "Muitos arquivos enviados e ainda sem uso", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn enviar(
    scope: Scope<Participar>,
    Tool(arquivos): Tool<Arquivos>,
    Id(bucket): Id<Bucket>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Created<ArquivoView>> {
    service::conferir_permissao(scope.caller(), bucket)?;
    let _place = arquivos.oficina.entrar().await?;
    let bytes: Bytes = envio::receber(form).await?;
    let guardado = service::guardar(&scope, &arquivos, bucket, bytes).await?;
    Ok(Created(guardado.into()))
}

/// Mostra uma imagem pública: qualquer pessoa que saiba o endereço a vê.
#[utoipa::path(
    get, path = "/arquivos/{bucket}/{nome}", tag = "arquivos",
    params(
        ("bucket" = Bucket, Path),
        ("nome" = String, Path, description = "Como veio na `url`"),
        ("Range" = Option<String>, Header, description = "Só uma parte: `bytes=0-1023`"),
        ("If-None-Match" = Option<String>, Header, description = "O `ETag` do que já se tem"),
    ),
    responses(
        (status = 200, content((Vec<u8> = "image/*")), description = "A imagem",
            headers(("etag" = String), ("cache-control" = String))),
        (status = 206, content((Vec<u8> = "image/*")), description = "A parte pedida"),
        (status = 304, description = "Continua a mesma"),
        (status = 416, description = "Não tem a parte pedida", body = Problem,
            content_type = "application/problem+json"),
        PublicProblems,
    ),
    security(()),
)]
async fn mostrar(
    Tool(arquivos): Tool<Arquivos>,
    Id((bucket, nome)): Id<(Bucket, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    // The path of receipts has another handler, but a path can be spelled in many ways.
    let nome = Nome::parse(&nome).filter(|_| bucket.publico()).ok_or(ARQUIVO_NAO_ENCONTRADO)?;
    leitura::responder(&arquivos.armazem, bucket, nome, &headers).await
}

/// Mostra um comprovante a quem pode ler o lançamento dele.
#[utoipa::path(
    get, path = "/arquivos/comprovantes/{nome}", tag = "arquivos",
    params(
        ("nome" = String, Path, description = "Como veio na `url`"),
        ("Range" = Option<String>, Header, description = "Só uma parte: `bytes=0-1023`"),
    ),
    responses(
        (status = 200, description = "A imagem ou o PDF",
            content((Vec<u8> = "image/*"), (Vec<u8> = "application/pdf"))),
        (status = 206, description = "A parte pedida",
            content((Vec<u8> = "image/*"), (Vec<u8> = "application/pdf"))),
        (status = 416, description = "Não tem a parte pedida", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn mostrar_comprovante(
    scope: Scope<Participar>,
    Tool(arquivos): Tool<Arquivos>,
    Id(nome): Id<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let nome = Nome::parse(&nome).ok_or(ARQUIVO_NAO_ENCONTRADO)?;
    let caller = scope.caller();
    scope.read(async |tx| service::conferir_comprovante(tx, caller, &nome).await).await?;
    leitura::responder(&arquivos.armazem, Bucket::Comprovantes, nome, &headers).await
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "describes a form, which is read piece by piece")]
struct ArquivoInput {
    /// O arquivo; o nome que ele traz não importa.
    #[schema(value_type = String, format = Binary)]
    arquivo: Vec<u8>,
}

/// Um arquivo guardado.
#[derive(Serialize, ToSchema)]
struct ArquivoView {
    /// O que pôr em `fotoUrl`, `imagemUrl`, `comprovanteUrl` ou no texto.
    #[schema(example = "/arquivos/avatars/5f0c9a51d8a24c7f9b3e6d1e0f7a2b4c8d9e0a1b.jpg")]
    url: String,
    /// Em bytes, depois de refeito.
    tamanho: i64,
    #[schema(example = "image/jpeg")]
    tipo: &'static str,
}

impl From<Guardado> for ArquivoView {
    fn from(guardado: Guardado) -> Self {
        Self { url: guardado.url, tamanho: guardado.tamanho, tipo: guardado.tipo }
    }
}

/// Um arquivo que a pessoa enviou.
#[derive(Serialize, ToSchema)]
pub struct ArquivoDePessoaView {
    url: String,
    bucket: Bucket,
    tipo: String,
    tamanho: i64,
    criado_em: Timestamp,
}

impl From<DePessoa> for ArquivoDePessoaView {
    fn from(arquivo: DePessoa) -> Self {
        let DePessoa { url, bucket, tipo, tamanho, criado_em } = arquivo;
        Self { url, bucket, tipo, tamanho, criado_em }
    }
}
