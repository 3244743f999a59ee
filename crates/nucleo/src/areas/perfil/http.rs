//! The endpoints of `/api/perfil`.

mod exportacao;

use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;
use base::clock::Timestamp;
use base::http::{Body, Message, Query, message};
use base::id::UsuarioId;
use base::page::{Listing, PageInput};
use base::problem::{Problem, Problems};
use base::scope::OwnScope;
use base::tools::Tool;
use base::validation::{Field, FieldErrors};
use base::{App, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::exportacao::ExportacaoView;
use super::service::{self, MeuPerfil};
use crate::areas::autenticacao::Limites;
use crate::areas::competencias::rules::{
    self as competencias, CompetenciaInput, CompetenciasInput,
};
use crate::areas::conquistas::ConquistaDesbloqueadaView;
use crate::areas::economia::TransacaoView;
use crate::areas::eventos::EventoDoHistoricoView;
use crate::areas::eventos::service as eventos;
use crate::areas::membros::service::{self as membros, Indicado};
use crate::areas::membros::{
    AlterarDadosInput, MudancaDeDados, MudancaDePreferencias, PerfilView, Preferencias, Status,
};
use crate::areas::projetos::ProjetoId;
use crate::areas::projetos::tarefas::TarefaId;
use crate::areas::projetos::tarefas::service::{self as tarefas, Feita};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(mostrar))
        .routes(routes!(alterar_dados))
        .routes(routes!(alterar_competencias))
        .routes(routes!(alterar_preferencias))
        .routes(routes!(historico_de_eventos))
        .routes(routes!(historico_de_tarefas))
        .routes(routes!(exportar))
        .routes(routes!(excluir_conta))
}

/// Mostra o próprio perfil: dados, competências, plano, indicações, conquistas, totais, últimas
/// transações e preferências.
#[utoipa::path(
    get, path = "/api/perfil", tag = "perfil",
    responses((status = 200, body = MeuPerfilView), Problems),
    security(("bearer" = [])),
)]
async fn mostrar(scope: OwnScope) -> Result<Json<MeuPerfilView>> {
    let id = scope.caller().id;
    // Balance and newest transactions stand side by side: they must be of one moment.
    let perfil = scope.snapshot(async |tx| service::meu_perfil(tx, id).await).await?;
    Ok(Json(perfil.into()))
}

/// Muda os próprios dados; o que não vem fica como está, e nulo retira.
#[utoipa::path(
    patch, path = "/api/perfil/dados", tag = "perfil",
    request_body = AlterarDadosInput,
    responses((status = 200, body = MeuPerfilView), Problems),
    security(("bearer" = [])),
)]
async fn alterar_dados(
    scope: OwnScope,
    Body(input): Body<AlterarDadosInput>,
) -> Result<Json<MeuPerfilView>> {
    let mudanca = MudancaDeDados::parse(input)?;
    let id = scope.caller().id;
    let perfil = scope
        .write(async |tx| {
            membros::alterar_dados(tx, id, &mudanca).await?;
            service::meu_perfil(tx, id).await
        })
        .await?;
    Ok(Json(perfil.into()))
}

/// Troca todas as próprias competências; uma lista vazia retira todas.
#[utoipa::path(
    patch, path = "/api/perfil/competencias", tag = "perfil",
    request_body = AlterarCompetenciasInput,
    responses((status = 200, body = MeuPerfilView), Problems),
    security(("bearer" = [])),
)]
async fn alterar_competencias(
    scope: OwnScope,
    Body(input): Body<AlterarCompetenciasInput>,
) -> Result<Json<MeuPerfilView>> {
    let mut erros = FieldErrors::default();
    if input.competencias.is_absent() {
        erros.add("competencias", "Campo obrigatório.");
    }
    let novas = competencias::parse(&mut erros, "competencias", input.competencias);
    let novas = erros.finish(Some(novas))?;
    let id = scope.caller().id;
    let perfil = scope
        .write(async |tx| {
            membros::alterar_competencias(tx, id, &novas).await?;
            service::meu_perfil(tx, id).await
        })
        .await?;
    Ok(Json(perfil.into()))
}

/// Muda as preferências de notificação que vierem; as outras ficam.
#[utoipa::path(
    patch, path = "/api/perfil/preferencias", tag = "perfil",
    request_body = AlterarPreferenciasInput,
    responses((status = 200, body = MeuPerfilView), Problems),
    security(("bearer" = [])),
)]
async fn alterar_preferencias(
    scope: OwnScope,
    Body(input): Body<AlterarPreferenciasInput>,
) -> Result<Json<MeuPerfilView>> {
    let mudanca = MudancaDePreferencias::parse(input.preferencias)?;
    let id = scope.caller().id;
    let perfil = scope
        .write(async |tx| {
            membros::alterar_preferencias(tx, id, &mudanca).await?;
            service::meu_perfil(tx, id).await
        })
        .await?;
    Ok(Json(perfil.into()))
}

/// Lista os eventos em que estive, do último ao primeiro.
#[utoipa::path(
    get, path = "/api/perfil/historico/eventos", tag = "perfil",
    params(PageInput),
    responses(
        (status = 200, body = Vec<EventoDoHistoricoView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = [])),
)]
async fn historico_de_eventos(
    scope: OwnScope,
    Query(page): Query<PageInput>,
) -> Result<Listing<EventoDoHistoricoView>> {
    let page = page.array_page()?;
    let id = scope.caller().id;
    let (total, feitas) = scope.read(async |tx| eventos::historico(tx, id, page).await).await?;
    Ok(Listing { items: feitas.into_iter().map(Into::into).collect(), total })
}

/// Lista as próprias tarefas aprovadas, da última aprovação à primeira.
#[utoipa::path(
    get, path = "/api/perfil/historico/tarefas", tag = "perfil",
    params(PageInput),
    responses(
        (status = 200, body = Vec<TarefaDoHistoricoView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = [])),
)]
async fn historico_de_tarefas(
    scope: OwnScope,
    Query(page): Query<PageInput>,
) -> Result<Listing<TarefaDoHistoricoView>> {
    let page = page.array_page()?;
    let id = scope.caller().id;
    let (total, feitas) = scope.read(async |tx| tarefas::historico(tx, id, page).await).await?;
    Ok(Listing { items: feitas.into_iter().map(Into::into).collect(), total })
}

/// Entrega à pessoa tudo o que está guardado sobre ela (LGPD).
#[utoipa::path(
    get, path = "/api/perfil/exportar", tag = "perfil",
    responses((status = 200, body = ExportacaoView), Problems),
    security(("bearer" = [])),
)]
async fn exportar(scope: OwnScope) -> Result<impl IntoResponse> {
    let id = scope.caller().id;
    let exportacao = scope.snapshot(async |tx| service::exportar(tx, id).await).await?;
    let attachment = "attachment; filename=\"meus-dados.json\"";
    let view = ExportacaoView::from(exportacao);
    Ok(([(header::CONTENT_DISPOSITION, attachment)], Json(view)))
}

/// Exclui a própria conta (LGPD): a pessoa fica anônima e não entra mais; o extrato continua
/// somando o mesmo.
#[utoipa::path(
    post, path = "/api/perfil/excluir-conta", tag = "perfil",
    request_body = ExcluirContaInput,
    responses(
        (status = 200, body = Message),
        (status = 409, description = "É a última pessoa que administra", body = Problem,
            content_type = "application/problem+json"),
        (status = 429, description = "Falhas demais", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = [])),
)]
async fn excluir_conta(
    scope: OwnScope,
    Tool(limites): Tool<Limites>,
    Body(input): Body<ExcluirContaInput>,
) -> Result<Json<Message>> {
    let mut erros = FieldErrors::default();
    let senha = erros.required("senha", input.senha);
    let senha = erros.finish(senha)?;
    service::excluir_conta(&scope, &limites, senha).await?;
    Ok(message("Sua conta foi excluída."))
}

#[derive(Deserialize, ToSchema)]
struct AlterarCompetenciasInput {
    #[schema(value_type = Vec<CompetenciaInput>)]
    competencias: CompetenciasInput,
}

#[derive(Deserialize, ToSchema)]
struct AlterarPreferenciasInput {
    #[schema(value_type = Preferencias)]
    preferencias: Field<Map<String, Value>>,
}

#[derive(Deserialize, ToSchema)]
struct ExcluirContaInput {
    #[schema(value_type = String, format = Password)]
    senha: Field<String>,
}

/// O próprio perfil, completo.
#[derive(Serialize, ToSchema)]
struct MeuPerfilView {
    #[serde(flatten)]
    perfil: PerfilView,
    /// Até quando vale o plano; nulo sem fim.
    plano_validade: Option<Timestamp>,
    /// Quem entrou com o seu código.
    indicados: Vec<IndicadoView>,
    conquistas: Vec<ConquistaDesbloqueadaView>,
    totais: TotaisView,
    /// As últimas dez.
    transacoes: Vec<TransacaoView>,
}

#[derive(Serialize, ToSchema)]
struct IndicadoView {
    id: UsuarioId,
    nome: String,
    status: Status,
    criado_em: Timestamp,
}

#[derive(Serialize, ToSchema)]
struct TotaisView {
    /// Eventos de que participou.
    eventos: i64,
    /// Tarefas aprovadas.
    tarefas: i64,
}

/// Uma tarefa que a pessoa concluiu.
#[derive(Serialize, ToSchema)]
struct TarefaDoHistoricoView {
    id: TarefaId,
    titulo: String,
    /// Nulo em uma tarefa avulsa.
    projeto: Option<ProjetoDoHistoricoView>,
    /// O que foi prometido.
    recompensa: i64,
    /// O que foi creditado, com multiplicador e teto.
    creditado: i64,
    aprovada_em: Option<Timestamp>,
}

#[derive(Serialize, ToSchema)]
struct ProjetoDoHistoricoView {
    id: ProjetoId,
    nome: String,
}

impl From<Feita> for TarefaDoHistoricoView {
    fn from(feita: Feita) -> Self {
        let projeto = feita.projeto_id.zip(feita.projeto_nome);
        Self {
            id: feita.id,
            titulo: feita.titulo,
            projeto: projeto.map(|(id, nome)| ProjetoDoHistoricoView { id, nome }),
            recompensa: feita.recompensa,
            creditado: feita.creditado,
            aprovada_em: feita.aprovada_em,
        }
    }
}

impl From<MeuPerfil> for MeuPerfilView {
    fn from(meu: MeuPerfil) -> Self {
        let indicado = |indicado: Indicado| IndicadoView {
            id: indicado.id,
            nome: indicado.nome,
            status: indicado.status,
            criado_em: indicado.criado_em,
        };
        Self {
            plano_validade: meu.perfil.pessoa.plano_validade,
            perfil: meu.perfil.into(),
            indicados: meu.indicados.into_iter().map(indicado).collect(),
            conquistas: meu.conquistas.into_iter().map(Into::into).collect(),
            totais: TotaisView { eventos: meu.presencas, tarefas: meu.tarefas_feitas },
            transacoes: meu.transacoes.into_iter().map(Into::into).collect(),
        }
    }
}
