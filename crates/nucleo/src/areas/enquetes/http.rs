//! The endpoints of polls.

use axum::Json;
use base::clock::Timestamp;
use base::http::{Body, Created, Id, Message, Query};
use base::id::NucleoId;
use base::page::{Listing, PageInput};
use base::problem::Problems;
use base::scope::Scope;
use base::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::rules::{Escolha, NovaEnquete, NovaEnqueteInput, Resultado, TipoEscolha, VotoInput};
use super::service::{self, Detalhe, Resumo, VotoDePessoa};
use super::{EnqueteId, OpcaoId};
use crate::policy::{CriarEnquetes, Participar};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(criar, listar))
        .routes(routes!(mostrar_pendente))
        .routes(routes!(detalhar))
        .routes(routes!(votar))
}

/// Cria uma enquete do núcleo; um SUPER_ADMIN sem núcleo escolhido cria uma nacional.
///
/// Toda enquete entra no feed. Com `enviarPush`, as pessoas ativas recebem uma notificação e um
/// push; com `enviarEmail`, um e-mail; cada uma conforme suas preferências. Sem os dois ela é
/// criada em silêncio. No encerramento, quem votou recebe o resultado pelos mesmos caminhos, e
/// sempre como notificação.
///
/// Uma enquete nacional aparece em todos os núcleos, avisa todos e soma os votos de todos.
#[utoipa::path(
    post, path = "/api/enquetes", tag = "enquetes",
    request_body = NovaEnqueteInput,
    responses((status = 201, body = DetalheView), Problems),
    security(("bearer" = ["CriarEnquetes"])),
)]
async fn criar(
    scope: Scope<CriarEnquetes>,
    Body(input): Body<NovaEnqueteInput>,
) -> Result<Created<DetalheView>> {
    let nova = NovaEnquete::parse(input, scope.now())?;
    let caller = scope.caller();
    let detalhe = scope.write(async |tx| service::criar(tx, caller, &nova).await).await?;
    Ok(Created(detalhe.into()))
}

/// Lista as enquetes do núcleo e as nacionais, da mais nova à mais antiga.
///
/// `totalVotos` conta pessoas e é visível a todas; o que cada opção recebeu está em `resultados`,
/// no detalhe, e só para quem já pode ver.
#[utoipa::path(
    get, path = "/api/enquetes", tag = "enquetes",
    params(PageInput),
    responses(
        (status = 200, body = Vec<EnqueteView>,
            headers(("x-total-count" = i64, description = "Quantas há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn listar(
    scope: Scope<Participar>,
    Query(page): Query<PageInput>,
) -> Result<Listing<EnqueteView>> {
    let page = page.array_page()?;
    let caller = scope.caller();
    let (total, enquetes) = scope.read(async |tx| service::listar(tx, caller, page).await).await?;
    Ok(Listing { items: enquetes.into_iter().map(Into::into).collect(), total })
}

/// Mostra a enquete que a pessoa precisa responder antes de seguir, ou nulo se não há nenhuma.
///
/// É a mais antiga das abertas com `modalObrigatorio` em que ela ainda não votou. Um SUPER_ADMIN,
/// que só vota nas nacionais, só recebe nacionais.
#[utoipa::path(
    get, path = "/api/enquetes/pendente-modal", tag = "enquetes",
    responses((status = 200, body = Option<DetalheView>), Problems),
    security(("bearer" = ["Participar"])),
)]
async fn mostrar_pendente(scope: Scope<Participar>) -> Result<Json<Option<DetalheView>>> {
    let caller = scope.caller();
    let detalhe = scope.read(async |tx| service::pendente(tx, caller).await).await?;
    Ok(Json(detalhe.map(Into::into)))
}

/// Mostra uma enquete, o próprio voto e, para quem já pode ver, os resultados.
///
/// Enquanto ela está aberta, COORDENADOR e ADMINISTRADOR veem os resultados; as outras pessoas, se
/// `resultadoTempoReal`. Depois de encerrada, todas.
#[utoipa::path(
    get, path = "/api/enquetes/{id}", tag = "enquetes",
    params(("id" = EnqueteId, Path)),
    responses((status = 200, body = DetalheView), Problems),
    security(("bearer" = ["Participar"])),
)]
async fn detalhar(scope: Scope<Participar>, Id(id): Id<EnqueteId>) -> Result<Json<DetalheView>> {
    let caller = scope.caller();
    let detalhe = scope.read(async |tx| service::detalhar(tx, caller, id).await).await?;
    Ok(Json(detalhe.into()))
}

/// Registra o voto: uma vez por pessoa, todas as opções juntas, sem volta.
///
/// Um SUPER_ADMIN não é de núcleo nenhum: vota nas nacionais, e nas de um núcleo recebe 403
/// `VOTO_SO_DO_NUCLEO`.
#[utoipa::path(
    post, path = "/api/enquetes/{id}/votar", tag = "enquetes",
    params(("id" = EnqueteId, Path)),
    request_body = VotoInput,
    responses((status = 201, body = Message), Problems),
    security(("bearer" = ["Participar"])),
)]
async fn votar(
    scope: Scope<Participar>,
    Id(id): Id<EnqueteId>,
    Body(input): Body<VotoInput>,
) -> Result<Created<Message>> {
    let escolha = Escolha::parse(input)?;
    let caller = scope.caller();
    scope.write(async |tx| service::votar(tx, caller, id, escolha).await).await?;
    Ok(Created(Message { message: "Voto registrado." }))
}

/// Uma enquete na lista.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EnqueteView {
    id: EnqueteId,
    pergunta: String,
    tipo_escolha: TipoEscolha,
    foto_url: Option<String>,
    data_encerramento: Timestamp,
    encerrada: bool,
    resultado_tempo_real: bool,
    modal_obrigatorio: bool,
    /// Quantas pessoas votaram.
    total_votos: i64,
    ja_votou: bool,
    nacional: bool,
    /// Nulo se é nacional.
    #[serde(rename = "nucleo_id")]
    nucleo_id: Option<NucleoId>,
    #[serde(rename = "criado_em")]
    criado_em: Timestamp,
}

impl From<Resumo> for EnqueteView {
    fn from(Resumo { enquete, encerrada }: Resumo) -> Self {
        Self {
            id: enquete.id,
            pergunta: enquete.pergunta,
            tipo_escolha: enquete.tipo_escolha,
            foto_url: enquete.foto_url,
            data_encerramento: enquete.data_encerramento,
            encerrada,
            resultado_tempo_real: enquete.resultado_tempo_real,
            modal_obrigatorio: enquete.modal_obrigatorio,
            total_votos: enquete.total_votos,
            ja_votou: enquete.ja_votou,
            nacional: enquete.nucleo_id.is_none(),
            nucleo_id: enquete.nucleo_id,
            criado_em: enquete.criado_em,
        }
    }
}

/// Uma enquete com suas opções, como quem pergunta pode vê-la.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DetalheView {
    #[serde(flatten)]
    enquete: EnqueteView,
    opcoes: Vec<OpcaoView>,
    /// A opção em que a pessoa votou; a primeira delas, se foram várias.
    meu_voto: Option<OpcaoId>,
    /// Todas elas, na ordem das opções.
    meus_votos: Vec<OpcaoId>,
    /// Nulo enquanto quem pergunta ainda não pode vê-los.
    resultados: Option<Vec<ResultadoView>>,
}

#[derive(Serialize, ToSchema)]
struct OpcaoView {
    id: OpcaoId,
    texto: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ResultadoView {
    opcao_id: OpcaoId,
    texto: String,
    /// Quantos por cento de quem votou escolheram esta opção, com uma casa.
    #[schema(example = 33.3)]
    percentual: f64,
}

impl From<Resultado> for ResultadoView {
    fn from(Resultado { opcao, texto, percentual }: Resultado) -> Self {
        Self { opcao_id: opcao, texto, percentual }
    }
}

impl From<Detalhe> for DetalheView {
    fn from(detalhe: Detalhe) -> Self {
        let resultados = detalhe.resultados;
        Self {
            resultados: resultados.map(|todos| todos.into_iter().map(Into::into).collect()),
            meu_voto: detalhe.meus_votos.first().copied(),
            meus_votos: detalhe.meus_votos,
            opcoes: detalhe.opcoes.into_iter().map(|(id, texto)| OpcaoView { id, texto }).collect(),
            enquete: detalhe.resumo.into(),
        }
    }
}

/// Uma opção que a pessoa escolheu em uma enquete.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VotoView {
    enquete_id: EnqueteId,
    pergunta: String,
    opcao_id: OpcaoId,
    texto: String,
    #[serde(rename = "criado_em")]
    criado_em: Timestamp,
}

impl From<VotoDePessoa> for VotoView {
    fn from(voto: VotoDePessoa) -> Self {
        Self {
            enquete_id: voto.enquete_id,
            pergunta: voto.pergunta,
            opcao_id: voto.opcao_id,
            texto: voto.texto,
            criado_em: voto.criado_em,
        }
    }
}
