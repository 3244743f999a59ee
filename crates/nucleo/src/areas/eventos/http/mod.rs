//! The endpoints of events: parse, call the service, show.

mod vistas;

use axum::Json;
use base::error::DADOS_INVALIDOS;
use base::http::{Body, Created, Id, Message, Query, message};
use base::page::{Listing, Page, PageInput};
use base::problem::{Problem, Problems};
use base::scope::Scope;
use base::tools::Tool;
use base::validation::{Field, FieldErrors};
use base::{App, Result};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::limites::Palpites;
use super::rules::{
    CheckinInput, Corpo, EventoInput, Mudanca, NovoEventoInput, Periodo, PresencaInput,
};
use super::{EventoId, qr, service};
use crate::policy::{GerirEventos, Participar};

use vistas::{CheckinView, CodigoView, EventoView, PresencaView};
pub use vistas::{EventoDoHistoricoView, InscricaoView};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(listar, criar))
        .routes(routes!(detalhar, alterar, cancelar))
        .routes(routes!(inscrever, desistir))
        .routes(routes!(fazer_checkin))
        .routes(routes!(registrar_presenca))
        .routes(routes!(mostrar_codigo))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct EventosInput {
    /// Sem ele: os futuros.
    #[param(value_type = Option<Periodo>)]
    periodo: Field<String>,
}

impl EventosInput {
    fn parse(self, page: PageInput) -> Result<(Periodo, Page)> {
        let mut erros = FieldErrors::default();
        let periodo = erros.optional_choice("periodo", self.periodo).unwrap_or(Periodo::Futuros);
        let page = Page::parse_for_array(page, &mut erros);
        Ok(erros.finish(Some((periodo, page)))?)
    }
}

/// Lista os eventos do núcleo: os que ainda não terminaram, ou os que já.
///
/// Os futuros vêm pelo início, o mais próximo primeiro; os passados, do último a terminar ao
/// primeiro. Um evento é futuro até o `fim`. Os cancelados aparecem, marcados.
#[utoipa::path(
    get, path = "/api/eventos", tag = "eventos",
    params(EventosInput, PageInput),
    responses(
        (status = 200, body = Vec<EventoView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn listar(
    scope: Scope<Participar>,
    Query(input): Query<EventosInput>,
    Query(page): Query<PageInput>,
) -> Result<Listing<EventoView>> {
    let (periodo, page) = input.parse(page)?;
    let eu = scope.caller().id;
    let (total, eventos) =
        scope.read(async |tx| service::listar(tx, eu, periodo, page).await).await?;
    Ok(Listing { items: eventos.into_iter().map(Into::into).collect(), total })
}

/// Mostra um evento e o que quem pergunta é dele.
#[utoipa::path(
    get, path = "/api/eventos/{id}", tag = "eventos",
    params(("id" = EventoId, Path)),
    responses((status = 200, body = EventoView), Problems),
    security(("bearer" = ["Participar"])),
)]
async fn detalhar(scope: Scope<Participar>, Id(id): Id<EventoId>) -> Result<Json<EventoView>> {
    let eu = scope.caller().id;
    let evento = scope.read(async |tx| service::obter(tx, eu, id).await).await?;
    Ok(Json(evento.into()))
}

/// Cria um evento do núcleo.
///
/// `titulo`, `inicio` e `fim` são obrigatórios. As pessoas ativas são avisadas no aplicativo, por
/// push e por e-mail, conforme suas preferências; de um evento que já terminou, ninguém.
#[utoipa::path(
    post, path = "/api/eventos", tag = "eventos",
    request_body = NovoEventoInput,
    responses((status = 201, body = EventoView), Problems),
    security(("bearer" = ["GerirEventos"])),
)]
async fn criar(
    scope: Scope<GerirEventos>,
    Body(input): Body<EventoInput>,
) -> Result<Created<EventoView>> {
    let corpo = Corpo::parse(input)?;
    let caller = scope.caller();
    let evento = scope.write(async |tx| service::criar(tx, caller, &corpo).await).await?;
    Ok(Created(evento.into()))
}

/// Altera um evento; o que não vem fica como está.
///
/// Com mais vagas, quem espera há mais tempo ganha lugar e é avisado. As vagas não descem abaixo
/// das pessoas que já têm lugar. Se mudam o início, o fim ou o local, quem se inscreveu é avisado.
/// A recompensa nova vale para as presenças seguintes.
#[utoipa::path(
    patch, path = "/api/eventos/{id}", tag = "eventos",
    params(("id" = EventoId, Path)),
    request_body = EventoInput,
    responses(
        (status = 200, body = EventoView),
        (status = 409, description = "Cancelado, ou com mais gente do que vagas", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["GerirEventos"])),
)]
async fn alterar(
    scope: Scope<GerirEventos>,
    Id(id): Id<EventoId>,
    Body(input): Body<EventoInput>,
) -> Result<Json<EventoView>> {
    let mudanca = Mudanca::parse(input)?;
    let caller = scope.caller();
    let evento = scope.write(async |tx| service::alterar(tx, caller, id, &mudanca).await).await?;
    Ok(Json(evento.into()))
}

/// Cancela um evento, para sempre, e avisa quem se inscreveu.
///
/// Ele continua à vista, com `cancelado`. Quem já esteve lá fica com o que ganhou.
#[utoipa::path(
    delete, path = "/api/eventos/{id}", tag = "eventos",
    params(("id" = EventoId, Path)),
    responses(
        (status = 200, body = Message),
        (status = 409, description = "Já cancelado", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["GerirEventos"])),
)]
async fn cancelar(scope: Scope<GerirEventos>, Id(id): Id<EventoId>) -> Result<Json<Message>> {
    scope.write(async |tx| service::cancelar(tx, id).await).await?;
    Ok(message("Evento cancelado."))
}

/// Inscreve quem chama: com lugar, se há vaga, ou no fim da lista de espera.
///
/// Até o `fim`, uma vez por pessoa. `minhaInscricao` diz se há lugar (INSCRITO) ou não (ESPERA).
#[utoipa::path(
    post, path = "/api/eventos/{id}/inscricao", tag = "eventos",
    params(("id" = EventoId, Path)),
    responses(
        (status = 201, body = EventoView),
        (status = 409, description = "Já inscrito, cancelado ou terminado", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn inscrever(scope: Scope<Participar>, Id(id): Id<EventoId>) -> Result<Created<EventoView>> {
    let caller = scope.caller();
    let evento = scope.write(async |tx| service::inscrever(tx, caller, id).await).await?;
    Ok(Created(evento.into()))
}

/// Desiste da inscrição; o lugar passa a quem espera há mais tempo, que é avisado.
#[utoipa::path(
    delete, path = "/api/eventos/{id}/inscricao", tag = "eventos",
    params(("id" = EventoId, Path)),
    responses(
        (status = 200, body = Message),
        (status = 409, description = "Sem inscrição, já presente, cancelado ou terminado",
            body = Problem, content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn desistir(scope: Scope<Participar>, Id(id): Id<EventoId>) -> Result<Json<Message>> {
    let caller = scope.caller();
    scope.write(async |tx| service::desistir(tx, caller, id).await).await?;
    Ok(message("Inscrição retirada."))
}

/// Registra a própria presença com o código do evento e recebe a recompensa, uma só vez.
///
/// Vale de 24 horas antes do início a 24 horas depois do fim, também para quem não se inscreveu.
/// Um código errado é 400 em `codigo`; depois de muitos, 429, por um tempo.
#[utoipa::path(
    post, path = "/api/eventos/{id}/checkin", tag = "eventos",
    params(("id" = EventoId, Path)),
    request_body = CheckinInput,
    responses(
        (status = 201, body = CheckinView),
        (status = 409, description = "Já presente, cancelado ou fora da hora", body = Problem,
            content_type = "application/problem+json"),
        (status = 429, description = "Códigos errados demais", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn fazer_checkin(
    scope: Scope<Participar>,
    Tool(palpites): Tool<Palpites>,
    Id(id): Id<EventoId>,
    Body(input): Body<CheckinInput>,
) -> Result<Created<CheckinView>> {
    let codigo = input.parse()?;
    let caller = scope.caller();
    palpites.conferir(caller.id, scope.now())?;
    let feito = scope.write(async |tx| service::fazer_checkin(tx, caller, id, &codigo).await);
    let feito = feito.await.inspect_err(|error| {
        // Past the form of the input nothing else is a matter of fields.
        if error.code() == DADOS_INVALIDOS {
            palpites.errou(caller.id, scope.now());
        }
    });
    let (evento, creditado) = feito?;
    Ok(Created(CheckinView { evento: evento.into(), creditado }))
}

/// Registra a presença de outra pessoa, que recebe a recompensa, uma só vez.
///
/// A partir de 24 horas antes do início, sem prazo para terminar: também serve para a lista que se
/// passa a limpo dias depois. A pessoa não precisa ter se inscrito.
#[utoipa::path(
    post, path = "/api/eventos/{id}/presencas", tag = "eventos",
    params(("id" = EventoId, Path)),
    request_body = PresencaInput,
    responses(
        (status = 201, body = PresencaView),
        (status = 409, description = "Já presente, não ativa, cancelado ou cedo demais",
            body = Problem, content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["GerirEventos"])),
)]
async fn registrar_presenca(
    scope: Scope<GerirEventos>,
    Id(id): Id<EventoId>,
    Body(input): Body<PresencaInput>,
) -> Result<Created<PresencaView>> {
    let usuario = input.parse()?;
    let caller = scope.caller();
    let registrada =
        scope.write(async |tx| service::registrar_presenca(tx, caller, id, usuario).await).await?;
    Ok(Created(registrada.into()))
}

/// Mostra o código de check-in de um evento, também como imagem, para a entrada.
#[utoipa::path(
    get, path = "/api/eventos/{id}/codigo", tag = "eventos",
    params(("id" = EventoId, Path)),
    responses((status = 200, body = CodigoView), Problems),
    security(("bearer" = ["GerirEventos"])),
)]
async fn mostrar_codigo(
    scope: Scope<GerirEventos>,
    Id(id): Id<EventoId>,
) -> Result<Json<CodigoView>> {
    let codigo = scope.read(async |tx| service::codigo(tx, id).await).await?;
    Ok(Json(CodigoView { qr_svg: qr::svg(&codigo)?, codigo }))
}
