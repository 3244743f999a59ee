//! Writing e-mails by hand, the templates, and the log.

use axum::Json;
use base::Result;
use base::clock::Timestamp;
use base::http::{Body, Query};
use base::id::{NucleoId, UsuarioId};
use base::page::{Listing, Page, PageInput, Paginated};
use base::problem::Problems;
use base::scope::Scope;
use base::tools::Tool;
use base::validation::{Field, FieldErrors};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::super::Filtro;
use super::super::rules::{EmailManual, EnviarInput, PreviaInput, Texto};
use super::super::service::{self, Log};
use super::super::{LogId, PublicUrl, StatusDoLog};
use crate::areas::entregas::TipoDeEmail;
use crate::policy::{EscreverEmails, LerTodosOsEmails};

/// Envia um e-mail escrito à mão, a endereços ou a um segmento, no modelo do núcleo.
///
/// Chega a todos, quaisquer que sejam suas preferências, e cada envio fica na trilha de auditoria.
/// De um SUPER_ADMIN sem núcleo, é nacional. A resposta diz a quantos vai; o que foi feito de cada
/// um aparece depois nos logs.
#[utoipa::path(
    post, path = "/api/admin/emails/enviar", tag = "emails",
    request_body = EnviarInput,
    responses((status = 200, body = EnviadoView), Problems),
    security(("bearer" = ["EscreverEmails"])),
)]
pub async fn enviar(
    scope: Scope<EscreverEmails>,
    Body(input): Body<EnviarInput>,
) -> Result<Json<EnviadoView>> {
    let email = EmailManual::parse(input)?;
    let caller = scope.caller();
    let destinatarios = scope.write(async |tx| service::enviar(tx, caller, email).await).await?;
    let message = match destinatarios {
        0 => "Não há ninguém neste segmento: nada foi enviado.".to_owned(),
        1 => "E-mail a caminho de 1 destinatário.".to_owned(),
        quantos => format!("E-mail a caminho de {quantos} destinatários."),
    };
    Ok(Json(EnviadoView { message, destinatarios }))
}

/// Lista os modelos de e-mail, cada um preenchido com um exemplo nas cores do núcleo.
#[utoipa::path(
    get, path = "/api/admin/emails/templates", tag = "emails",
    responses(
        (status = 200, body = Vec<ModeloView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["EscreverEmails"])),
)]
pub async fn modelos(
    scope: Scope<EscreverEmails>,
    Tool(PublicUrl(public_url)): Tool<PublicUrl>,
) -> Result<Listing<ModeloView>> {
    let marca = scope.read(async |tx| service::marca(tx, &public_url).await).await?;
    let modelo = |tipo: &TipoDeEmail| {
        let html = service::exemplo(&marca, *tipo, &public_url)?;
        Ok(ModeloView { nome: service::nome_do_modelo(*tipo), tipo: *tipo, html })
    };
    let items = TipoDeEmail::ALL.iter().map(modelo).collect::<Result<Vec<_>>>()?;
    Ok(Listing { total: i64::try_from(items.len()).unwrap_or(i64::MAX), items })
}

/// Mostra um e-mail como seus destinatários o verão, sem enviar nada.
#[utoipa::path(
    post, path = "/api/admin/emails/previa", tag = "emails",
    request_body = PreviaInput,
    responses((status = 200, body = PreviaView), Problems),
    security(("bearer" = ["EscreverEmails"])),
)]
pub async fn previa(
    scope: Scope<EscreverEmails>,
    Tool(PublicUrl(public_url)): Tool<PublicUrl>,
    Body(input): Body<PreviaInput>,
) -> Result<Json<PreviaView>> {
    let texto = Texto::parse(input)?;
    let marca = scope.read(async |tx| service::marca(tx, &public_url).await).await?;
    let assunto = texto.assunto.clone();
    let html = service::previa(&marca, texto, &public_url)?;
    Ok(Json(PreviaView { assunto, html }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FiltroInput {
    #[param(value_type = Option<TipoDeEmail>)]
    tipo: Field<String>,
    #[param(value_type = Option<StatusDoLog>)]
    status: Field<String>,
}

/// Lista os e-mails que foram enviados ou falharam, do mais novo ao mais antigo.
///
/// Um PORTA_VOZ vê os que ele mesmo enviou.
#[utoipa::path(
    get, path = "/api/admin/emails/logs", tag = "emails",
    params(FiltroInput, PageInput),
    responses((status = 200, body = Paginated<LogView>), Problems),
    security(("bearer" = ["EscreverEmails"])),
)]
pub async fn logs(
    scope: Scope<EscreverEmails>,
    Query(input): Query<FiltroInput>,
    Query(page): Query<PageInput>,
) -> Result<Json<Paginated<LogView>>> {
    let mut erros = FieldErrors::default();
    let caller = scope.caller();
    let filtro = Filtro {
        tipo: erros.optional_choice("tipo", input.tipo),
        status: erros.optional_choice("status", input.status),
        remetente: (!caller.can::<LerTodosOsEmails>()).then_some(caller.id),
    };
    let page = Page::parse(page, &mut erros);
    let filtro = erros.finish(Some(filtro))?;
    let (total, logs) = scope.read(async |tx| service::listar(tx, &filtro, page).await).await?;
    Ok(Paginated::new(page, total, logs.into_iter().map(LogView::from).collect()))
}

/// O que foi pedido está a caminho.
#[derive(Serialize, ToSchema)]
pub struct EnviadoView {
    #[schema(example = "E-mail a caminho de 2 destinatários.")]
    message: String,
    /// A quantos vai.
    destinatarios: i64,
}

/// Um modelo de e-mail.
#[derive(Serialize, ToSchema)]
pub struct ModeloView {
    #[schema(example = "Cadastro aprovado")]
    nome: &'static str,
    tipo: TipoDeEmail,
    /// O modelo preenchido com um exemplo. Mostre-o em um iframe com `sandbox`.
    html: String,
}

/// Um e-mail como será recebido.
#[derive(Serialize, ToSchema)]
pub struct PreviaView {
    assunto: String,
    /// O HTML final. Mostre-o em um iframe com `sandbox`.
    html: String,
}

/// Um e-mail que foi enviado ou falhou.
#[derive(Serialize, ToSchema)]
pub struct LogView {
    id: LogId,
    /// Vazio quando a pessoa excluiu sua conta.
    destinatario: String,
    assunto: String,
    tipo: TipoDeEmail,
    status: StatusDoLog,
    /// Quem o escreveu, se foi à mão.
    remetente_id: Option<UsuarioId>,
    manual: bool,
    #[schema(example = "comunicado")]
    origem: String,
    /// Nulo para os nacionais.
    nucleo_id: Option<NucleoId>,
    criado_em: Timestamp,
}

impl From<Log> for LogView {
    fn from(log: Log) -> Self {
        Self {
            id: log.id,
            destinatario: log.destinatario,
            assunto: log.assunto,
            tipo: log.tipo,
            status: log.status,
            remetente_id: log.remetente_id,
            manual: log.manual,
            origem: log.origem,
            nucleo_id: log.nucleo_id,
            criado_em: log.criado_em,
        }
    }
}
