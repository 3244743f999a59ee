//! The audit trail, to read.

use axum::Json;
use base::clock::{Timestamp, end_of_day, start_of_day};
use base::http::Query;
use base::id::{NucleoId, UsuarioId};
use base::page::{Page, PageInput, Paginated};
use base::problem::Problems;
use base::scope::Scope;
use base::validation::{Field, FieldErrors};
use base::{App, Result, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::service::{self, Linha};
use super::{Acao, Filtro, RegistroId, TipoAlvo};
use crate::policy::LerAuditoria;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(listar))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct FiltroInput {
    #[param(value_type = Option<Acao>)]
    acao: Field<String>,
    /// Quem fez, ou com quem foi feito.
    #[param(value_type = Option<UsuarioId>)]
    usuario_id: Field<String>,
    /// ISO 8601, ou um dia (AAAA-MM-DD).
    #[param(value_type = Option<String>)]
    data_inicio: Field<String>,
    /// ISO 8601, ou um dia (AAAA-MM-DD), que conta inteiro.
    #[param(value_type = Option<String>)]
    data_fim: Field<String>,
}

/// Mostra a trilha de auditoria, do mais novo ao mais antigo.
///
/// Um SUPER_ADMIN sem núcleo escolhido lê a de todos os núcleos e o que é nacional.
#[utoipa::path(
    get, path = "/api/admin/auditoria", tag = "auditoria",
    params(FiltroInput, PageInput),
    responses((status = 200, body = Paginated<LinhaView>), Problems),
    security(("bearer" = ["LerAuditoria"])),
)]
async fn listar(
    scope: Scope<LerAuditoria>,
    Query(input): Query<FiltroInput>,
    Query(page): Query<PageInput>,
) -> Result<Json<Paginated<LinhaView>>> {
    let mut erros = FieldErrors::default();
    let filtro = Filtro {
        acao: erros.optional_choice("acao", input.acao),
        usuario: erros.optional_choice("usuarioId", input.usuario_id),
        inicio: erros.optional_instant("dataInicio", input.data_inicio, start_of_day),
        fim: erros.optional_instant("dataFim", input.data_fim, end_of_day),
    };
    let page = Page::parse(page, &mut erros);
    let filtro = erros.finish(Some(filtro))?;
    let (total, linhas) = scope.read(async |tx| service::listar(tx, &filtro, page).await).await?;
    Ok(Paginated::new(page, total, linhas.into_iter().map(LinhaView::from).collect()))
}

/// Uma linha da trilha.
#[derive(Serialize, ToSchema)]
pub struct LinhaView {
    id: RegistroId,
    /// Nulo para o que está acima dos núcleos.
    nucleo_id: Option<NucleoId>,
    acao: Acao,
    /// Nulo quando foi feito pela linha de comando do servidor.
    autor: Option<AutorView>,
    alvo: AlvoView,
    /// O que mudou.
    #[schema(value_type = Object)]
    detalhes: Value,
    /// O endereço de rede de onde foi feito.
    #[schema(example = "203.0.113.7")]
    endereco: Option<String>,
    criado_em: Timestamp,
}

#[derive(Serialize, ToSchema)]
#[schema(as = AutorDaAcaoView)]
struct AutorView {
    id: UsuarioId,
    nome: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct AlvoView {
    tipo: TipoAlvo,
    #[schema(value_type = Option<String>, format = Uuid)]
    id: Option<Uuid>,
    nome: Option<String>,
}

/// What a confirmed action of the assistant was asked for with stands among its details.
fn com_pedido(mut detalhes: Value, pedido: Option<String>) -> Value {
    if let (Some(campos), Some(pedido)) = (detalhes.as_object_mut(), pedido) {
        campos.insert("pedido".to_owned(), Value::String(pedido));
    }
    detalhes
}

impl From<Linha> for LinhaView {
    fn from(linha: Linha) -> Self {
        Self {
            id: linha.id,
            nucleo_id: linha.nucleo_id,
            acao: linha.acao,
            autor: linha.autor_id.map(|id| AutorView { id, nome: linha.autor_nome }),
            alvo: AlvoView { tipo: linha.alvo_tipo, id: linha.alvo_id, nome: linha.alvo_nome },
            detalhes: com_pedido(linha.detalhes.0, linha.pedido),
            endereco: linha.endereco,
            criado_em: linha.criado_em,
        }
    }
}
