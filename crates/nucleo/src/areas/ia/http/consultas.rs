//! Questions that stand alone, texts, and what the model has used.

use axum::Json;
use base::Result;
use base::http::{Body, Query};
use base::id::UsuarioId;
use base::page::{Listing, PageInput};
use base::problem::Problems;
use base::scope::{Cargo, Scope};
use base::tools::Tool;
use base::validation::Field;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::service::{self, Combinacao, Mes, Semana};
use super::super::{Assistente, rules};
use crate::policy::{EscreverEmails, MelhorarTextos, UsarAssistente, VerConsumoDaIa};

/// Responde em Markdown a uma pergunta sobre os membros. Mantida por compatibilidade.
#[utoipa::path(
    post, path = "/api/ia/consulta-membros", tag = "ia",
    request_body = ConsultaInput,
    responses((status = 200, body = ConsultaView), Problems),
    security(("bearer" = ["UsarAssistente"])),
)]
pub async fn consultar_membros(
    scope: Scope<UsarAssistente>,
    Tool(assistente): Tool<Assistente>,
    Body(input): Body<ConsultaInput>,
) -> Result<Json<ConsultaView>> {
    let pergunta = rules::parse_texto("pergunta", input.pergunta)?;
    let resposta = service::consultar_membros(&scope, &assistente, &pergunta).await?;
    Ok(Json(ConsultaView { resposta }))
}

/// Acha os membros que combinam com uma tarefa, pelas competências e níveis que declararam.
#[utoipa::path(
    post, path = "/api/ia/matching", tag = "ia",
    request_body = CombinarInput,
    responses((status = 200, body = CombinacaoView), Problems),
    security(("bearer" = ["UsarAssistente"])),
)]
pub async fn combinar(
    scope: Scope<UsarAssistente>,
    Tool(assistente): Tool<Assistente>,
    Body(input): Body<CombinarInput>,
) -> Result<Json<CombinacaoView>> {
    let prompt = rules::parse_texto("prompt", input.prompt)?;
    let combinacao = service::combinar(&scope, &assistente, &prompt).await?;
    Ok(Json(combinacao.into()))
}

/// Resume os últimos sete dias do núcleo.
#[utoipa::path(
    post, path = "/api/ia/resumo-semanal", tag = "ia",
    responses((status = 200, body = SemanaView), Problems),
    security(("bearer" = ["UsarAssistente"])),
)]
pub async fn resumir_semana(
    scope: Scope<UsarAssistente>,
    Tool(assistente): Tool<Assistente>,
) -> Result<Json<SemanaView>> {
    let semana = service::resumir_semana(&scope, &assistente).await?;
    Ok(Json(semana.into()))
}

/// Corrige e melhora um texto, sem mudar o que ele diz.
#[utoipa::path(
    post, path = "/api/ia/melhorar-texto", tag = "ia",
    request_body = MelhorarInput,
    responses((status = 200, body = MelhoradoView), Problems),
    security(("bearer" = ["MelhorarTextos"])),
)]
pub async fn melhorar_texto(
    scope: Scope<MelhorarTextos>,
    Tool(assistente): Tool<Assistente>,
    Body(input): Body<MelhorarInput>,
) -> Result<Json<MelhoradoView>> {
    let original = rules::parse_texto("texto", input.texto)?;
    let melhorado = service::melhorar_texto(&scope, &assistente, &original).await?;
    Ok(Json(MelhoradoView { original, melhorado }))
}

/// Escreve o rascunho de um e-mail a partir de uma descrição, sem enviar nada.
#[utoipa::path(
    post, path = "/api/admin/emails/gerar", tag = "emails",
    request_body = GerarInput,
    responses((status = 200, body = RascunhoView), Problems),
    security(("bearer" = ["EscreverEmails"])),
)]
pub async fn gerar_email(
    scope: Scope<EscreverEmails>,
    Tool(assistente): Tool<Assistente>,
    Body(input): Body<GerarInput>,
) -> Result<Json<RascunhoView>> {
    let descricao = rules::parse_texto("descricao", input.descricao)?;
    let rascunho = service::redigir_email(&scope, &assistente, &descricao).await?;
    Ok(Json(RascunhoView { assunto: rascunho.assunto, html: rascunho.html }))
}

/// Lista, mês a mês, o que o núcleo usou do modelo configurado, do mês mais novo ao mais antigo.
#[utoipa::path(
    get, path = "/api/ia/consumo", tag = "ia",
    params(PageInput),
    responses(
        (status = 200, body = Vec<ConsumoDoMesView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["VerConsumoDaIa"])),
)]
pub async fn listar_consumo(
    scope: Scope<VerConsumoDaIa>,
    Query(page): Query<PageInput>,
) -> Result<Listing<ConsumoDoMesView>> {
    let page = page.array_page()?;
    let (total, meses) = scope.read(async |tx| service::listar_consumo(tx, page).await).await?;
    Ok(Listing { items: meses.into_iter().map(Into::into).collect(), total })
}

#[derive(Deserialize, ToSchema)]
pub struct ConsultaInput {
    #[schema(value_type = String, max_length = 10_000, example = "Quem sabe fotografia?")]
    pergunta: Field<String>,
}

#[derive(Serialize, ToSchema)]
pub struct ConsultaView {
    /// Markdown.
    resposta: String,
}

#[derive(Deserialize, ToSchema)]
pub struct CombinarInput {
    #[schema(value_type = String, max_length = 10_000,
        example = "Preciso de alguém para fotografar a assembleia")]
    prompt: Field<String>,
}

/// Quem combina, o melhor primeiro.
#[derive(Serialize, ToSchema)]
pub struct CombinacaoView {
    membros: Vec<CombinadoView>,
    justificativa: String,
}

#[derive(Serialize, ToSchema)]
struct CombinadoView {
    id: UsuarioId,
    nome: String,
    cargo: Cargo,
    #[schema(example = json!(["Fotografia", "Vídeo"]))]
    competencias: Vec<String>,
}

impl From<Combinacao> for CombinacaoView {
    fn from(combinacao: Combinacao) -> Self {
        let membros = combinacao.membros.into_iter().map(|membro| CombinadoView {
            id: membro.id,
            nome: membro.nome,
            cargo: membro.cargo,
            competencias: membro.competencias,
        });
        Self { membros: membros.collect(), justificativa: combinacao.justificativa }
    }
}

/// A semana em números e em palavras.
#[derive(Serialize, ToSchema)]
pub struct SemanaView {
    dados: NumerosView,
    resumo: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NumerosView {
    /// Aprovados nos últimos sete dias.
    novos_membros: i64,
    /// Aprovadas nos últimos sete dias.
    tarefas_concluidas: i64,
    /// Terminados nos últimos sete dias.
    eventos_finalizados: i64,
}

impl From<Semana> for SemanaView {
    fn from(semana: Semana) -> Self {
        let dados = NumerosView {
            novos_membros: semana.novos_membros,
            tarefas_concluidas: semana.tarefas_concluidas,
            eventos_finalizados: semana.eventos_finalizados,
        };
        Self { dados, resumo: semana.resumo }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct MelhorarInput {
    #[schema(value_type = String, max_length = 10_000, example = "vamo faze o mutirao sabado")]
    texto: Field<String>,
}

#[derive(Serialize, ToSchema)]
pub struct MelhoradoView {
    original: String,
    melhorado: String,
}

#[derive(Deserialize, ToSchema)]
pub struct GerarInput {
    #[schema(value_type = String, max_length = 10_000,
        example = "Convite para o mutirão de sábado, às 9h, na sede")]
    descricao: Field<String>,
}

/// Um rascunho de e-mail. Confira antes de enviar.
#[derive(Serialize, ToSchema)]
pub struct RascunhoView {
    assunto: String,
    html: String,
}

/// O que se usou do modelo em um mês.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConsumoDoMesView {
    #[schema(example = "2026-11")]
    mes: String,
    perguntas: i64,
    /// Ao modelo: uma pergunta pode precisar de várias.
    chamadas: i64,
    tokens_entrada: i64,
    tokens_saida: i64,
    /// Na moeda dos preços configurados.
    #[schema(example = 1.25)]
    custo: f64,
}

impl From<Mes> for ConsumoDoMesView {
    fn from(mes: Mes) -> Self {
        Self {
            mes: mes.mes,
            perguntas: mes.perguntas,
            chamadas: mes.chamadas,
            tokens_entrada: mes.tokens_entrada,
            tokens_saida: mes.tokens_saida,
            custo: mes.custo_nano as f64 / 1e9,
        }
    }
}
