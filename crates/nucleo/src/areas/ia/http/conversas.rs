//! Saved conversations.

use axum::Json;
use base::Result;
use base::clock::Timestamp;
use base::http::{Body, Id, Message, Query, message};
use base::id::UsuarioId;
use base::page::{Listing, PageInput};
use base::problem::{Problem, Problems};
use base::scope::Scope;
use base::validation::{Field, FieldErrors};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::super::service::{self, Aberta, Acao, Conversa, Mensagem};
use super::super::{AcaoId, ConversaId, EstadoDaAcao, Papel, TipoDeResposta};
use super::chat::AcaoView;
use crate::policy::{CompartilharConversas, UsarAssistente};

/// Lista as próprias conversas e as compartilhadas no núcleo, da última mensagem à mais antiga.
#[utoipa::path(
    get, path = "/api/ia/conversas", tag = "ia",
    params(PageInput),
    responses(
        (status = 200, body = Vec<ConversaView>,
            headers(("x-total-count" = i64, description = "Quantas há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["UsarAssistente"])),
)]
pub async fn listar(
    scope: Scope<UsarAssistente>,
    Query(page): Query<PageInput>,
) -> Result<Listing<ConversaView>> {
    let page = page.array_page()?;
    let caller = scope.caller();
    let (total, conversas) = scope.read(async |tx| service::listar(tx, caller, page).await).await?;
    Ok(Listing { items: conversas.into_iter().map(Into::into).collect(), total })
}

/// Mostra uma conversa, própria ou compartilhada, com todas as mensagens.
#[utoipa::path(
    get, path = "/api/ia/conversas/{id}", tag = "ia",
    params(("id" = ConversaId, Path)),
    responses((status = 200, body = ConversaAbertaView), Problems),
    security(("bearer" = ["UsarAssistente"])),
)]
pub async fn detalhar(
    scope: Scope<UsarAssistente>,
    Id(id): Id<ConversaId>,
) -> Result<Json<ConversaAbertaView>> {
    let caller = scope.caller();
    let aberta = scope.read(async |tx| service::detalhar(tx, caller, id).await).await?;
    Ok(Json(aberta.into()))
}

/// Exclui uma conversa própria; o que foi proposto nela não pode mais ser confirmado.
#[utoipa::path(
    delete, path = "/api/ia/conversas/{id}", tag = "ia",
    params(("id" = ConversaId, Path)),
    responses((status = 200, body = Message), Problems),
    security(("bearer" = ["UsarAssistente"])),
)]
pub async fn excluir(
    scope: Scope<UsarAssistente>,
    Id(id): Id<ConversaId>,
) -> Result<Json<Message>> {
    let caller = scope.caller();
    scope.write(async |tx| service::excluir(tx, caller, id).await).await?;
    Ok(message("A conversa foi excluída."))
}

/// Compartilha uma conversa com a coordenação do núcleo, ou deixa de compartilhar.
#[utoipa::path(
    patch, path = "/api/ia/conversas/{id}/compartilhar", tag = "ia",
    params(("id" = ConversaId, Path)),
    request_body = CompartilharInput,
    responses(
        (status = 200, body = ConversaView),
        (status = 404, description = "Não existe, ou é de outra pessoa", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["CompartilharConversas"])),
)]
pub async fn compartilhar(
    scope: Scope<CompartilharConversas>,
    Id(id): Id<ConversaId>,
    Body(input): Body<CompartilharInput>,
) -> Result<Json<ConversaView>> {
    let mut erros = FieldErrors::default();
    let compartilhada = erros.required("compartilhada", input.compartilhada);
    let compartilhada = erros.finish(compartilhada)?;
    let caller = scope.caller();
    let conversa =
        scope.write(async |tx| service::compartilhar(tx, caller, id, compartilhada).await).await?;
    Ok(Json(conversa.into()))
}

#[derive(Deserialize, ToSchema)]
pub struct CompartilharInput {
    #[schema(value_type = bool)]
    compartilhada: Field<bool>,
}

/// Uma conversa guardada.
#[derive(Serialize, ToSchema)]
pub struct ConversaView {
    id: ConversaId,
    /// O começo da primeira pergunta.
    #[schema(example = "Quantos membros ativos temos?")]
    titulo: String,
    autor: AutorDaConversaView,
    compartilhada: bool,
    compartilhada_em: Option<Timestamp>,
    #[serde(rename = "totalMensagens")]
    total_mensagens: i64,
    criado_em: Timestamp,
    /// Quando veio a última mensagem.
    atualizado_em: Timestamp,
}

#[derive(Serialize, ToSchema)]
struct AutorDaConversaView {
    id: UsuarioId,
    nome: String,
}

impl From<Conversa> for ConversaView {
    fn from(conversa: Conversa) -> Self {
        Self {
            id: conversa.id,
            titulo: conversa.titulo,
            autor: AutorDaConversaView { id: conversa.usuario_id, nome: conversa.usuario_nome },
            compartilhada: conversa.compartilhada,
            compartilhada_em: conversa.compartilhada_em,
            total_mensagens: conversa.total_mensagens,
            criado_em: conversa.criado_em,
            atualizado_em: conversa.atualizado_em,
        }
    }
}

/// Uma conversa com o que se disse nela.
#[derive(Serialize, ToSchema)]
pub struct ConversaAbertaView {
    #[serde(flatten)]
    conversa: ConversaView,
    mensagens: Vec<MensagemView>,
}

#[derive(Serialize, ToSchema)]
struct MensagemView {
    role: Papel,
    content: String,
    /// Nulo no que a pessoa disse.
    tipo: Option<TipoDeResposta>,
    #[schema(value_type = Option<Object>)]
    dados: Option<Value>,
    quick_replies: Vec<String>,
    tool_calls: Vec<String>,
    /// O que foi proposto a quem lê, e o que foi feito disso.
    acao: Option<AcaoGuardadaView>,
    criado_em: Timestamp,
}

#[derive(Serialize, ToSchema)]
struct AcaoGuardadaView {
    #[serde(flatten)]
    acao: AcaoView,
    estado: EstadoDaAcao,
}

impl From<Aberta> for ConversaAbertaView {
    fn from(aberta: Aberta) -> Self {
        let Aberta { conversa, mensagens, acoes } = aberta;
        let mostrar = |mensagem: Mensagem| {
            let acao = mensagem.acao_id.and_then(|id: AcaoId| acoes.get(&id).cloned());
            MensagemView::new(mensagem, acao)
        };
        Self { conversa: conversa.into(), mensagens: mensagens.into_iter().map(mostrar).collect() }
    }
}

impl MensagemView {
    fn new(mensagem: Mensagem, acao: Option<Acao>) -> Self {
        Self {
            role: mensagem.papel,
            content: mensagem.texto,
            tipo: mensagem.tipo,
            dados: mensagem.dados.map(|dados| dados.0),
            quick_replies: mensagem.quick_replies.map(|opcoes| opcoes.0).unwrap_or_default(),
            tool_calls: mensagem.tool_calls.map(|nomes| nomes.0).unwrap_or_default(),
            acao: acao.map(|acao| AcaoGuardadaView {
                estado: acao.estado,
                acao: AcaoView {
                    id: acao.id,
                    ferramenta: acao.ferramenta,
                    argumentos: acao.argumentos.0,
                    resumo: acao.resumo,
                    expira_em: acao.expira_em,
                },
            }),
            criado_em: mensagem.criado_em,
        }
    }
}

/// Uma conversa minha com a assistente.
#[derive(Serialize, ToSchema)]
pub struct ConversaExportadaView {
    id: ConversaId,
    titulo: String,
    compartilhada: bool,
    criado_em: Timestamp,
    mensagens: Vec<MensagemView>,
}

impl From<(Conversa, Vec<Mensagem>)> for ConversaExportadaView {
    fn from((conversa, mensagens): (Conversa, Vec<Mensagem>)) -> Self {
        Self {
            id: conversa.id,
            titulo: conversa.titulo,
            compartilhada: conversa.compartilhada,
            criado_em: conversa.criado_em,
            mensagens: mensagens.into_iter().map(|uma| MensagemView::new(uma, None)).collect(),
        }
    }
}
