//! Entries: made, listed, removed, and as a file.

use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;
use base::Result;
use base::clock::Timestamp;
use base::csv::Csv;
use base::http::{Body, Created, Id, Message, Query, message};
use base::id::{NucleoId, UsuarioId};
use base::page::{Page, PageInput, Paginated};
use base::problem::{Problem, Problems};
use base::reais::Reais;
use base::scope::Scope;
use base::validation::{Field, FieldErrors};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::super::rules::{LancamentoInput, NovoLancamento};
use super::super::service::{self, Filtro, Lancamento};
use super::super::{Categoria, LancamentoId, TipoLancamento};
use super::PeriodoInput;
use crate::policy::{ExcluirLancamentos, GerirFinanceiro};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TipoInput {
    #[param(value_type = Option<TipoLancamento>)]
    tipo: Field<String>,
}

/// Registra uma receita ou uma despesa do núcleo.
///
/// Um lançamento não muda: o que saiu errado se exclui e se lança de novo. Cada um entra na cadeia
/// de hashes do núcleo, que `/api/financeiro/verificacao` confere.
#[utoipa::path(
    post, path = "/api/financeiro", tag = "financeiro",
    request_body = LancamentoInput,
    responses(
        (status = 201, body = LancamentoView),
        (status = 409, description = "As contas foram mexidas por fora do serviço", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["GerirFinanceiro"])),
)]
pub async fn criar(
    scope: Scope<GerirFinanceiro>,
    Body(input): Body<LancamentoInput>,
) -> Result<Created<LancamentoView>> {
    let novo = NovoLancamento::parse(input)?;
    let caller = scope.caller();
    let lancamento = scope.write(async |tx| service::lancar(tx, caller, &novo).await).await?;
    Ok(Created(lancamento.into()))
}

/// Lista os lançamentos, pela data, do mais novo ao mais antigo.
///
/// Um SUPER_ADMIN sem núcleo escolhido lê os de todos os núcleos.
#[utoipa::path(
    get, path = "/api/financeiro", tag = "financeiro",
    params(PeriodoInput, TipoInput, PageInput),
    responses((status = 200, body = Paginated<LancamentoView>), Problems),
    security(("bearer" = ["GerirFinanceiro"])),
)]
pub async fn listar(
    scope: Scope<GerirFinanceiro>,
    Query(periodo): Query<PeriodoInput>,
    Query(tipo): Query<TipoInput>,
    Query(page): Query<PageInput>,
) -> Result<Json<Paginated<LancamentoView>>> {
    let mut erros = FieldErrors::default();
    let filtro = filtro(periodo, tipo, &mut erros);
    let page = Page::parse(page, &mut erros);
    let filtro = erros.finish(Some(filtro))?;
    let (total, lancamentos) =
        scope.read(async |tx| service::listar(tx, &filtro, page).await).await?;
    Ok(Paginated::new(page, total, lancamentos.into_iter().map(Into::into).collect()))
}

/// Exclui um lançamento para sempre.
///
/// O conteúdo some; na cadeia e na trilha de auditoria fica que foi excluído, por quem e quando.
#[utoipa::path(
    delete, path = "/api/financeiro/{id}", tag = "financeiro",
    params(("id" = LancamentoId, Path)),
    responses(
        (status = 200, body = Message),
        (status = 409, description = "As contas foram mexidas por fora do serviço", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["ExcluirLancamentos"])),
)]
pub async fn excluir(
    scope: Scope<ExcluirLancamentos>,
    Id(id): Id<LancamentoId>,
) -> Result<Json<Message>> {
    let caller = scope.caller();
    scope.write(async |tx| service::excluir(tx, caller, id).await).await?;
    Ok(message("Lançamento excluído."))
}

/// Exporta em CSV os lançamentos que a lista mostraria com os mesmos filtros.
#[utoipa::path(
    get, path = "/api/financeiro/exportar", tag = "financeiro",
    params(PeriodoInput, TipoInput),
    responses((status = 200, body = String, content_type = "text/csv"), Problems),
    security(("bearer" = ["GerirFinanceiro"])),
)]
pub async fn exportar(
    scope: Scope<GerirFinanceiro>,
    Query(periodo): Query<PeriodoInput>,
    Query(tipo): Query<TipoInput>,
) -> Result<impl IntoResponse> {
    let mut erros = FieldErrors::default();
    let filtro = filtro(periodo, tipo, &mut erros);
    let filtro = erros.finish(Some(filtro))?;
    let mut csv = Csv::new(&COLUNAS)?;
    scope
        .snapshot(async |tx| {
            service::exportar(tx, &filtro, |lancamento| linha(&mut csv, lancamento)).await
        })
        .await?;
    let attachment = "attachment; filename=\"financeiro.csv\"";
    Ok(([(header::CONTENT_DISPOSITION, attachment)], csv.finish()?))
}

const COLUNAS: [&str; 9] = [
    "id",
    "data",
    "tipo",
    "categoria",
    "descricao",
    "valor",
    "comprovanteUrl",
    "autor",
    "criado_em",
];

fn linha(csv: &mut Csv, lancamento: &Lancamento) -> Result<()> {
    csv.row(&[
        &lancamento.id.to_string(),
        &lancamento.data.to_string(),
        lancamento.tipo.as_str(),
        lancamento.categoria.as_str(),
        &lancamento.descricao,
        &lancamento.valor.to_string(),
        lancamento.comprovante_url.as_deref().unwrap_or_default(),
        lancamento.autor_nome.as_deref().unwrap_or_default(),
        &lancamento.criado_em.to_string(),
    ])
}

fn filtro(periodo: PeriodoInput, tipo: TipoInput, erros: &mut FieldErrors) -> Filtro {
    let periodo = periodo.parse(erros);
    Filtro { periodo, tipo: erros.optional_choice("tipo", tipo.tipo) }
}

/// Um lançamento.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LancamentoView {
    id: LancamentoId,
    tipo: TipoLancamento,
    valor: Reais,
    categoria: Categoria,
    #[schema(example = "Aluguel do salão")]
    descricao: String,
    data: Timestamp,
    comprovante_url: Option<String>,
    /// Quem lançou.
    autor: AutorView,
    #[serde(rename = "nucleo_id")]
    nucleo_id: NucleoId,
    #[serde(rename = "criado_em")]
    criado_em: Timestamp,
}

#[derive(Serialize, ToSchema)]
#[schema(as = AutorDoLancamentoView)]
struct AutorView {
    id: UsuarioId,
    nome: Option<String>,
}

impl From<Lancamento> for LancamentoView {
    fn from(lancamento: Lancamento) -> Self {
        Self {
            id: lancamento.id,
            tipo: lancamento.tipo,
            valor: lancamento.valor,
            categoria: lancamento.categoria,
            descricao: lancamento.descricao,
            data: lancamento.data,
            comprovante_url: lancamento.comprovante_url,
            autor: AutorView { id: lancamento.autor_id, nome: lancamento.autor_nome },
            nucleo_id: lancamento.nucleo_id,
            criado_em: lancamento.criado_em,
        }
    }
}
