//! The endpoints of achievements.

use axum::Json;
use base::clock::Timestamp;
use base::http::{Body, Created, Id, Message, Query, message};
use base::page::{Listing, PageInput};
use base::problem::Problems;
use base::scope::Scope;
use base::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::rules::{ConquistaInput, NovaConquista};
use super::service::{self, Desbloqueada, Situacao};
use super::{ConquistaId, Metrica};
use crate::policy::{GerirConquistas, Participar};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(listar, criar)).routes(routes!(excluir))
}

/// Lista as conquistas do núcleo, da mais nova à mais antiga, com o progresso de quem pergunta.
///
/// As que foram excluídas não aparecem aqui; quem as desbloqueou as tem no perfil.
#[utoipa::path(
    get, path = "/api/conquistas", tag = "conquistas",
    params(PageInput),
    responses(
        (status = 200, body = Vec<ConquistaView>,
            headers(("x-total-count" = i64, description = "Quantas há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn listar(
    scope: Scope<Participar>,
    Query(page): Query<PageInput>,
) -> Result<Listing<ConquistaView>> {
    let page = page.array_page()?;
    let (total, situacoes) = service::listar(&scope, page).await?;
    Ok(Listing { items: situacoes.into_iter().map(Into::into).collect(), total })
}

/// Cria uma conquista do núcleo.
///
/// Quem já alcançou a meta a desbloqueia na hora. Ao desbloquear, cada pessoa é avisada no
/// aplicativo, por push e por e-mail, e o feed ganha uma entrada.
#[utoipa::path(
    post, path = "/api/conquistas", tag = "conquistas",
    request_body = ConquistaInput,
    responses((status = 201, body = ConquistaView), Problems),
    security(("bearer" = ["GerirConquistas"])),
)]
async fn criar(
    scope: Scope<GerirConquistas>,
    Body(input): Body<ConquistaInput>,
) -> Result<Created<ConquistaView>> {
    let nova = NovaConquista::parse(input)?;
    let caller = scope.caller();
    let situacao = scope.write(async |tx| service::criar(tx, caller, &nova).await).await?;
    Ok(Created(situacao.into()))
}

/// Exclui uma conquista: ninguém mais a desbloqueia, e quem a tem fica com ela.
#[utoipa::path(
    delete, path = "/api/conquistas/{id}", tag = "conquistas",
    params(("id" = ConquistaId, Path)),
    responses((status = 200, body = Message), Problems),
    security(("bearer" = ["GerirConquistas"])),
)]
async fn excluir(scope: Scope<GerirConquistas>, Id(id): Id<ConquistaId>) -> Result<Json<Message>> {
    scope.write(async |tx| service::excluir(tx, id).await).await?;
    Ok(message("Conquista excluída."))
}

/// Uma conquista, como quem pergunta a vê.
#[derive(Serialize, ToSchema)]
struct ConquistaView {
    id: ConquistaId,
    #[schema(example = "Dez tarefas")]
    nome: String,
    descricao: Option<String>,
    #[schema(example = "🛠️")]
    icone: String,
    metrica: Metrica,
    #[schema(example = 10)]
    meta: i64,
    /// Quantas vezes já fez; pode passar da meta.
    #[schema(example = 4)]
    progresso: i64,
    /// Nulo enquanto não desbloqueou.
    desbloqueada_em: Option<Timestamp>,
}

impl From<Situacao> for ConquistaView {
    fn from(situacao: Situacao) -> Self {
        let conquista = situacao.conquista;
        Self {
            id: conquista.id,
            nome: conquista.nome,
            descricao: conquista.descricao,
            icone: conquista.icone,
            metrica: conquista.metrica,
            meta: conquista.meta,
            progresso: situacao.progresso,
            desbloqueada_em: situacao.desbloqueada_em,
        }
    }
}

/// Uma conquista desbloqueada.
#[derive(Serialize, ToSchema)]
pub struct ConquistaDesbloqueadaView {
    id: ConquistaId,
    nome: String,
    descricao: Option<String>,
    icone: String,
    desbloqueada_em: Timestamp,
}

impl From<Desbloqueada> for ConquistaDesbloqueadaView {
    fn from(desbloqueada: Desbloqueada) -> Self {
        Self {
            id: desbloqueada.id,
            nome: desbloqueada.nome,
            descricao: desbloqueada.descricao,
            icone: desbloqueada.icone,
            desbloqueada_em: desbloqueada.desbloqueada_em,
        }
    }
}
