//! The endpoints of spokespersons: parse, call the service, show.

use axum::Json;
use base::clock::Timestamp;
use base::http::{Body, Created, Id, Message, Query, message};
use base::id::UsuarioId;
use base::outbound::Guard;
use base::page::{Listing, PageInput};
use base::problem::{Problem, Problems};
use base::scope::Scope;
use base::tools::Tool;
use base::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::busca::Sincronizador;
use super::rules::{self, NovaRede, PortaVozInput, PostagemInput, RedeInput};
use super::service::sincronizacao::{self, Balanco};
use super::service::{self, Completo, Item, Postagem, Rede};
use super::{Plataforma, PortaVozId, PostagemId, RedeId};
use crate::policy::{GerirPortaVozes, Participar, VerPortaVozes};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(listar, designar))
        .routes(routes!(sincronizar))
        .routes(routes!(remover))
        .routes(routes!(adicionar_rede))
        .routes(routes!(remover_rede))
        .routes(routes!(listar_postagens, publicar))
}

/// Lista os porta-vozes do núcleo com suas redes, do mais novo ao mais antigo.
///
/// `sincronizacao` diz como vai a leitura do feed de cada rede; é nula em uma rede sem `rssUrl`.
#[utoipa::path(
    get, path = "/api/porta-vozes", tag = "porta-vozes",
    params(PageInput),
    responses(
        (status = 200, body = Vec<PortaVozView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["VerPortaVozes"])),
)]
async fn listar(
    scope: Scope<VerPortaVozes>,
    Query(page): Query<PageInput>,
) -> Result<Listing<PortaVozView>> {
    let page = page.array_page()?;
    let (total, lista) = scope.read(async |tx| service::listar(tx, page).await).await?;
    Ok(Listing { items: lista.into_iter().map(Into::into).collect(), total })
}

/// Torna um membro ativo porta-voz. O cargo da pessoa não muda.
#[utoipa::path(
    post, path = "/api/porta-vozes", tag = "porta-vozes",
    request_body = PortaVozInput,
    responses(
        (status = 201, body = PortaVozView),
        (status = 409, description = "Já é porta-voz, ou não está ativa", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["GerirPortaVozes"])),
)]
async fn designar(
    scope: Scope<GerirPortaVozes>,
    Body(input): Body<PortaVozInput>,
) -> Result<Created<PortaVozView>> {
    let usuario = rules::parse_usuario(input)?;
    let completo = scope.write(async |tx| service::designar(tx, usuario).await).await?;
    Ok(Created(completo.into()))
}

/// Remove um porta-voz com suas redes e publicações, também do feed.
#[utoipa::path(
    delete, path = "/api/porta-vozes/{id}", tag = "porta-vozes",
    params(("id" = PortaVozId, Path)),
    responses((status = 200, body = Message), Problems),
    security(("bearer" = ["GerirPortaVozes"])),
)]
async fn remover(scope: Scope<GerirPortaVozes>, Id(id): Id<PortaVozId>) -> Result<Json<Message>> {
    scope.write(async |tx| service::remover(tx, id).await).await?;
    Ok(message("Porta-voz removido."))
}

/// Acrescenta uma rede social a um porta-voz.
///
/// Com `rssUrl`, as publicações são lidas a cada 30 minutos e quando alguém pede.
#[utoipa::path(
    post, path = "/api/porta-vozes/{id}/redes", tag = "porta-vozes",
    params(("id" = PortaVozId, Path)),
    request_body = RedeInput,
    responses(
        (status = 201, body = RedeView),
        (status = 409, description = "Esta rede já está cadastrada", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["GerirPortaVozes"])),
)]
async fn adicionar_rede(
    scope: Scope<GerirPortaVozes>,
    Id(id): Id<PortaVozId>,
    Tool(guard): Tool<Guard>,
    Body(input): Body<RedeInput>,
) -> Result<Created<RedeView>> {
    let nova = NovaRede::parse(input, guard)?;
    let rede = scope.write(async |tx| service::adicionar_rede(tx, id, &nova).await).await?;
    Ok(Created(rede.into()))
}

/// Remove uma rede; o que ela trouxe fica.
#[utoipa::path(
    delete, path = "/api/porta-vozes/redes/{id}", tag = "porta-vozes",
    params(("id" = RedeId, Path)),
    responses((status = 200, body = Message), Problems),
    security(("bearer" = ["GerirPortaVozes"])),
)]
async fn remover_rede(scope: Scope<GerirPortaVozes>, Id(id): Id<RedeId>) -> Result<Json<Message>> {
    scope.write(async |tx| service::remover_rede(tx, id).await).await?;
    Ok(message("Rede removida."))
}

/// Lista as publicações de um porta-voz, da mais nova à mais antiga.
#[utoipa::path(
    get, path = "/api/porta-vozes/{id}/postagens", tag = "porta-vozes",
    params(("id" = PortaVozId, Path), PageInput),
    responses(
        (status = 200, body = Vec<PostagemView>,
            headers(("x-total-count" = i64, description = "Quantas há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn listar_postagens(
    scope: Scope<Participar>,
    Id(id): Id<PortaVozId>,
    Query(page): Query<PageInput>,
) -> Result<Listing<PostagemView>> {
    let page = page.array_page()?;
    let listadas = scope.read(async |tx| service::listar_postagens(tx, id, page).await);
    let (total, postagens) = listadas.await?;
    Ok(Listing { items: postagens.into_iter().map(Into::into).collect(), total })
}

/// Acrescenta à mão uma publicação, que entra no feed e é avisada aos membros.
///
/// A plataforma vem do endereço. O mesmo endereço, em qualquer grafia e com qualquer parâmetro de
/// rastreamento, é a mesma publicação.
#[utoipa::path(
    post, path = "/api/porta-vozes/{id}/postagens", tag = "porta-vozes",
    params(("id" = PortaVozId, Path)),
    request_body = PostagemInput,
    responses(
        (status = 201, body = PostagemView),
        (status = 409, description = "O núcleo já tem esta publicação", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["GerirPortaVozes"])),
)]
async fn publicar(
    scope: Scope<GerirPortaVozes>,
    Id(id): Id<PortaVozId>,
    Body(input): Body<PostagemInput>,
) -> Result<Created<PostagemView>> {
    let publicacao = rules::parse_postagem(input)?;
    let item = Item { publicacao, titulo: None, publicado_em: None };
    let postagem = scope.write(async |tx| service::publicar(tx, id, &item).await).await?;
    Ok(Created(postagem.into()))
}

/// Lê agora o feed de todas as redes que têm `rssUrl`.
///
/// Uma rede que falha não impede as outras: vem em `falhas`, com o motivo, e é tentada de novo mais
/// tarde, depois de pausas que crescem. `novas` entram no feed; `duplicadas` já eram conhecidas.
#[utoipa::path(
    post, path = "/api/porta-vozes/sync", tag = "porta-vozes",
    responses((status = 200, body = SincronizacaoView), Problems),
    security(("bearer" = ["GerirPortaVozes"])),
)]
async fn sincronizar(
    scope: Scope<GerirPortaVozes>,
    Tool(sincronizador): Tool<Sincronizador>,
) -> Result<Json<SincronizacaoView>> {
    let balanco = sincronizacao::sincronizar(&scope, &sincronizador).await?;
    Ok(Json(balanco.into()))
}

/// Um porta-voz com suas redes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PortaVozView {
    id: PortaVozId,
    usuario_id: UsuarioId,
    usuario: UsuarioView,
    redes: Vec<RedeView>,
    total_postagens: i64,
    #[serde(rename = "criado_em")]
    criado_em: Timestamp,
}

/// A pessoa que é porta-voz.
#[derive(Serialize, ToSchema)]
#[schema(as = PessoaPortaVozView)]
struct UsuarioView {
    id: UsuarioId,
    nome: String,
    foto_url: Option<String>,
    /// As redes de quem não está ativo não são lidas.
    ativo: bool,
}

impl From<Completo> for PortaVozView {
    fn from(Completo { porta_voz, redes }: Completo) -> Self {
        Self {
            id: porta_voz.id,
            usuario_id: porta_voz.usuario_id,
            usuario: UsuarioView {
                id: porta_voz.usuario_id,
                nome: porta_voz.nome,
                foto_url: porta_voz.foto_url,
                ativo: porta_voz.ativo,
            },
            redes: redes.into_iter().map(Into::into).collect(),
            total_postagens: porta_voz.total_postagens,
            criado_em: porta_voz.criado_em,
        }
    }
}

/// A conta de um porta-voz em uma rede social.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RedeView {
    id: RedeId,
    plataforma: Plataforma,
    username: String,
    url_perfil: Option<String>,
    rss_url: Option<String>,
    /// Nula em uma rede sem feed.
    sincronizacao: Option<SaudeView>,
    #[serde(rename = "criado_em")]
    criado_em: Timestamp,
}

/// Como vai a leitura de um feed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SaudeView {
    ultimo_sucesso: Option<Timestamp>,
    ultimo_erro: Option<String>,
    ultimo_erro_em: Option<Timestamp>,
    /// Quantas leituras falharam desde a última que deu certo.
    falhas_seguidas: i64,
    proxima_tentativa: Timestamp,
}

impl From<Rede> for RedeView {
    fn from(rede: Rede) -> Self {
        let saude = SaudeView {
            ultimo_sucesso: rede.ultimo_sucesso_em,
            ultimo_erro: rede.ultimo_erro,
            ultimo_erro_em: rede.ultimo_erro_em,
            falhas_seguidas: rede.falhas_seguidas,
            proxima_tentativa: rede.proxima_em,
        };
        Self {
            id: rede.id,
            plataforma: rede.plataforma,
            username: rede.username,
            url_perfil: rede.url_perfil,
            sincronizacao: rede.rss_url.is_some().then_some(saude),
            rss_url: rede.rss_url,
            criado_em: rede.criado_em,
        }
    }
}

/// Uma publicação de um porta-voz em uma rede social.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PostagemView {
    id: PostagemId,
    plataforma: Plataforma,
    url: String,
    /// O que mostrar em um `iframe`.
    embed_url: String,
    /// Como o feed a chama; nulo no que entrou à mão.
    titulo: Option<String>,
    /// Como o feed diz; nulo no que entrou à mão.
    #[serde(rename = "publicado_em")]
    publicado_em: Option<Timestamp>,
    #[serde(rename = "criado_em")]
    criado_em: Timestamp,
}

impl From<Postagem> for PostagemView {
    fn from(postagem: Postagem) -> Self {
        Self {
            id: postagem.id,
            plataforma: postagem.plataforma,
            url: postagem.url,
            embed_url: postagem.embed_url,
            titulo: postagem.titulo,
            publicado_em: postagem.publicado_em,
            criado_em: postagem.criado_em,
        }
    }
}

/// O que uma leitura das redes trouxe.
#[derive(Serialize, ToSchema)]
struct SincronizacaoView {
    #[schema(example = "2 publicações novas; 1 rede falhou.")]
    message: String,
    /// Quantas redes têm feed.
    redes: usize,
    novas: usize,
    duplicadas: usize,
    falhas: Vec<FalhaView>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FalhaView {
    #[schema(example = "YOUTUBE nucleo.oficial")]
    rede: String,
    rede_id: RedeId,
    #[schema(example = "o servidor não respondeu a tempo")]
    erro: String,
}

impl From<Balanco> for SincronizacaoView {
    fn from(balanco: Balanco) -> Self {
        let falha = |falha: sincronizacao::Falha| FalhaView {
            rede: falha.rede,
            rede_id: falha.id,
            erro: falha.erro,
        };
        Self {
            message: balanco.frase(),
            redes: balanco.redes,
            novas: balanco.novas,
            duplicadas: balanco.duplicadas,
            falhas: balanco.falhas.into_iter().map(falha).collect(),
        }
    }
}

/// O que a pessoa tem como porta-voz.
#[derive(Serialize, ToSchema)]
pub struct PortaVozExportadoView {
    redes: Vec<RedeView>,
    postagens: Vec<PostagemView>,
    criado_em: Timestamp,
}

impl From<(Completo, Vec<Postagem>)> for PortaVozExportadoView {
    fn from((completo, postagens): (Completo, Vec<Postagem>)) -> Self {
        Self {
            redes: completo.redes.into_iter().map(Into::into).collect(),
            postagens: postagens.into_iter().map(Into::into).collect(),
            criado_em: completo.porta_voz.criado_em,
        }
    }
}
