//! Lists of tasks.

use base::Result;
use base::http::Query;
use base::page::{Listing, Page, PageInput};
use base::problem::Problems;
use base::scope::{OwnScope, Scope};
use base::validation::{Field, FieldErrors};
use serde::Deserialize;
use utoipa::IntoParams;

use super::super::{StatusTarefa, service};
use super::TarefaView;
use crate::policy::Participar;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TarefasInput {
    #[param(value_type = Option<StatusTarefa>)]
    status: Field<String>,
}

impl TarefasInput {
    fn parse(self, page: PageInput) -> Result<(Option<StatusTarefa>, Page)> {
        let mut erros = FieldErrors::default();
        let status = erros.optional_choice("status", self.status);
        let page = Page::parse_for_array(page, &mut erros);
        Ok(erros.finish(Some((status, page)))?)
    }
}

/// Lista as próprias tarefas, de projetos ou avulsas, da mais nova à mais antiga.
///
/// São aquelas por que a pessoa responde e aquelas a que se candidatou e espera a decisão, com
/// `candidatura: PENDENTE`. As APROVADA só aparecem quando pedidas em `status`.
#[utoipa::path(
    get, path = "/api/projetos/tarefas/minhas", tag = "tarefas",
    params(TarefasInput, PageInput),
    responses(
        (status = 200, body = Vec<TarefaView>,
            headers(("x-total-count" = i64, description = "Quantas há ao todo"))),
        Problems,
    ),
    security(("bearer" = [])),
)]
pub async fn minhas(
    scope: OwnScope,
    Query(input): Query<TarefasInput>,
    Query(page): Query<PageInput>,
) -> Result<Listing<TarefaView>> {
    let (status, page) = input.parse(page)?;
    let eu = scope.caller().id;
    let (total, tarefas) =
        scope.read(async |tx| service::listar_minhas(tx, eu, status, page).await).await?;
    Ok(Listing { items: tarefas.into_iter().map(Into::into).collect(), total })
}

/// Lista as tarefas avulsas do núcleo, da mais nova à mais antiga.
#[utoipa::path(
    get, path = "/api/tarefas", tag = "tarefas",
    params(TarefasInput, PageInput),
    responses(
        (status = 200, body = Vec<TarefaView>,
            headers(("x-total-count" = i64, description = "Quantas há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
pub async fn avulsas(
    scope: Scope<Participar>,
    Query(input): Query<TarefasInput>,
    Query(page): Query<PageInput>,
) -> Result<Listing<TarefaView>> {
    let (status, page) = input.parse(page)?;
    let eu = scope.caller().id;
    let (total, tarefas) =
        scope.read(async |tx| service::listar_avulsas(tx, eu, status, page).await).await?;
    Ok(Listing { items: tarefas.into_iter().map(Into::into).collect(), total })
}
