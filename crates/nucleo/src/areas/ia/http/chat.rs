//! Talking with the assistant, and acting on what it proposes.

use axum::Json;
use base::Result;
use base::clock::Timestamp;
use base::http::Body;
use base::problem::{Problem, Problems};
use base::scope::Scope;
use base::tools::Tool;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::super::rules::{AcaoInput, ChatInput, Pedido, Pergunta};
use super::super::service::{self, Feita, Respondida};
use super::super::{AcaoId, Assistente, ConversaId, TipoDeResposta};
use crate::policy::UsarAssistente;

/// Responde a uma pergunta com os dados do núcleo, e guarda a conversa.
///
/// Ferramentas que mudam algo só propõem, e só a quem administra: a resposta traz `acao`, que espera
/// 10 minutos por `POST /api/ia/chat/action`. Sem `conversaId` começa uma conversa, ou continua a
/// que tem exatamente as mensagens enviadas. Sem um modelo configurado, responde a assistente
/// embutida. Um SUPER_ADMIN escolhe antes um núcleo.
#[utoipa::path(
    post, path = "/api/ia/chat", tag = "ia",
    request_body = ChatInput,
    responses(
        (status = 200, body = RespostaView),
        (status = 409, description = "A conversa chegou ao seu tamanho máximo", body = Problem,
            content_type = "application/problem+json"),
        (status = 429, description = "Perguntas demais", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["UsarAssistente"])),
)]
pub async fn conversar(
    scope: Scope<UsarAssistente>,
    Tool(assistente): Tool<Assistente>,
    Body(input): Body<ChatInput>,
) -> Result<Json<RespostaView>> {
    let pergunta = Pergunta::parse(input)?;
    let respondida = service::perguntar(&scope, &assistente, &pergunta).await?;
    Ok(Json(respondida.into()))
}

/// Confirma ou cancela o que a assistente propôs, envia um push ou abre uma tarefa.
///
/// `confirmar` e `cancelar` são de quem administra e pediu a ação, dentro de 10 minutos, uma vez. O
/// que se confirma é exatamente o que foi proposto: o corpo só diz qual ação. `push` e
/// `criar_tarefa_aberta` são atos de quem os pede, da coordenação ou da administração; o push chega
/// também como notificação no aplicativo e respeita a preferência `push_comunicado`.
#[utoipa::path(
    post, path = "/api/ia/chat/action", tag = "ia",
    request_body = AcaoInput,
    responses(
        (status = 200, body = FeitaView),
        (status = 409, description = "Já foi confirmada ou cancelada, venceu, ou o estado de agora \
            não a permite", body = Problem, content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["UsarAssistente"])),
)]
pub async fn agir(
    scope: Scope<UsarAssistente>,
    Body(input): Body<AcaoInput>,
) -> Result<Json<FeitaView>> {
    let caller = scope.caller();
    let feita = match Pedido::parse(input)? {
        Pedido::Confirmar(id) => {
            scope.write(async |tx| service::confirmar(tx, caller, id).await).await?
        }
        Pedido::Cancelar(id) => {
            scope.write(async |tx| service::cancelar(tx, caller, id).await).await?
        }
        Pedido::Push(push) => {
            scope.write(async |tx| service::notificar_pessoas(tx, push).await).await?
        }
        Pedido::CriarTarefa(corpo) => {
            scope.write(async |tx| service::criar_tarefa(tx, caller, corpo).await).await?
        }
    };
    Ok(Json(feita.into()))
}

/// A resposta da assistente.
#[derive(Serialize, ToSchema)]
pub struct RespostaView {
    #[schema(example = "O núcleo tem 42 membros ativos.")]
    resposta: String,
    /// As ferramentas que rodaram ou propuseram algo.
    #[schema(example = json!(["contarMembros"]))]
    tool_calls: Vec<String>,
    tipo: TipoDeResposta,
    /// Respostas prontas: cada uma, escolhida, é a próxima mensagem.
    quick_replies: Vec<String>,
    #[serde(rename = "conversaId")]
    conversa_id: ConversaId,
    /// O que mostrar, conforme `tipo`: os membros, a tarefa, o e-mail, os números.
    #[schema(value_type = Option<Object>)]
    dados: Option<Value>,
    /// O que espera confirmação.
    acao: Option<AcaoView>,
}

/// Uma ação que espera confirmação.
#[derive(Serialize, ToSchema)]
pub struct AcaoView {
    pub id: AcaoId,
    #[schema(example = "creditarMoedas")]
    pub ferramenta: String,
    /// Exatamente o que será feito.
    #[schema(value_type = Object)]
    pub argumentos: Value,
    #[schema(example = "Creditar 50 CC a Ana Souza. Motivo: mutirão")]
    pub resumo: String,
    pub expira_em: Timestamp,
}

impl From<Respondida> for RespostaView {
    fn from(respondida: Respondida) -> Self {
        Self {
            resposta: respondida.texto,
            tool_calls: respondida.tool_calls,
            tipo: respondida.tipo,
            quick_replies: respondida.quick_replies,
            conversa_id: respondida.conversa,
            dados: respondida.dados,
            acao: respondida.acao.map(|acao| AcaoView {
                id: acao.id,
                ferramenta: acao.ferramenta,
                argumentos: acao.argumentos,
                resumo: acao.resumo,
                expira_em: acao.expira_em,
            }),
        }
    }
}

/// O que foi feito.
#[derive(Serialize, ToSchema)]
pub struct FeitaView {
    success: bool,
    #[schema(example = "50 creditados a Ana Souza.")]
    message: String,
    tipo: TipoDeResposta,
    /// Os ids do que foi feito.
    #[schema(value_type = Object)]
    dados: Value,
}

impl From<Feita> for FeitaView {
    fn from(feita: Feita) -> Self {
        Self {
            success: true,
            message: feita.mensagem,
            tipo: TipoDeResposta::Success,
            dados: feita.dados,
        }
    }
}
