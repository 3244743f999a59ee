//! The directory: the list, those who wait, and the list as a file.

use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;
use base::Result;
use base::clock::Timestamp;
use base::csv::Csv;
use base::http::Query;
use base::id::UsuarioId;
use base::page::{Listing, Page, PageInput, Paginated};
use base::problem::Problems;
use base::scope::{Cargo, Scope};
use base::validation::{Field, FieldErrors, MAX_NOME};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::super::Status;
use super::super::rules::{Busca, Filtro};
use super::super::service::{self, Membro, Pendente};
use super::gestao::CargoDeNucleo;
use crate::policy::{DecidirCadastros, VerMembros};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FiltroInput {
    #[param(value_type = Option<StatusDeMembro>)]
    status: Field<String>,
    #[param(value_type = Option<CargoDeNucleo>)]
    cargo: Field<String>,
    /// Parte do nome; maiúsculas e acentos não contam.
    #[param(value_type = Option<String>, example = "joao")]
    search: Field<String>,
}

impl FiltroInput {
    fn parse(self, erros: &mut FieldErrors) -> Filtro {
        let search = erros.optional_text("search", self.search, MAX_NOME);
        let status: Option<StatusDeMembro> = erros.optional_choice("status", self.status);
        let cargo: Option<CargoDeNucleo> = erros.optional_choice("cargo", self.cargo);
        Filtro {
            status: status.map(Status::from),
            cargo: cargo.map(Cargo::from),
            busca: search.as_deref().and_then(Busca::new),
        }
    }
}

base::text_enum! {
    /// O status de quem está na lista.
    pub enum StatusDeMembro {
        Ativo = "ATIVO",
        Inativo = "INATIVO",
        Pendente = "PENDENTE",
        Suspenso = "SUSPENSO",
    }
}

impl From<StatusDeMembro> for Status {
    fn from(status: StatusDeMembro) -> Self {
        match status {
            StatusDeMembro::Ativo => Self::Ativo,
            StatusDeMembro::Inativo => Self::Inativo,
            StatusDeMembro::Pendente => Self::Pendente,
            StatusDeMembro::Suspenso => Self::Suspenso,
        }
    }
}

/// Lista os membros do núcleo por nome.
///
/// Quem foi rejeitado ou excluiu a conta não aparece.
#[utoipa::path(
    get, path = "/api/membros", tag = "membros",
    params(FiltroInput, PageInput),
    responses((status = 200, body = Paginated<MembroView>), Problems),
    security(("bearer" = ["VerMembros"])),
)]
pub async fn listar(
    scope: Scope<VerMembros>,
    Query(filtro): Query<FiltroInput>,
    Query(page): Query<PageInput>,
) -> Result<Json<Paginated<MembroView>>> {
    let mut erros = FieldErrors::default();
    let filtro = filtro.parse(&mut erros);
    let page = Page::parse(page, &mut erros);
    let filtro = erros.finish(Some(filtro))?;
    let (total, membros) = scope.read(async |tx| service::listar(tx, &filtro, page).await).await?;
    Ok(Paginated::new(page, total, membros.into_iter().map(MembroView::from).collect()))
}

/// Lista os cadastros que esperam aprovação, do mais novo ao mais antigo.
#[utoipa::path(
    get, path = "/api/membros/pendentes", tag = "membros",
    params(PageInput),
    responses(
        (status = 200, body = Vec<PendenteView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["DecidirCadastros"])),
)]
pub async fn listar_pendentes(
    scope: Scope<DecidirCadastros>,
    Query(page): Query<PageInput>,
) -> Result<Listing<PendenteView>> {
    let page = page.array_page()?;
    let (total, pendentes) =
        scope.read(async |tx| service::listar_pendentes(tx, page).await).await?;
    Ok(Listing { items: pendentes.into_iter().map(PendenteView::from).collect(), total })
}

/// Exporta em CSV os membros que a lista mostraria com os mesmos filtros.
#[utoipa::path(
    get, path = "/api/membros/exportar", tag = "membros",
    params(FiltroInput),
    responses((status = 200, body = String, content_type = "text/csv"), Problems),
    security(("bearer" = ["VerMembros"])),
)]
pub async fn exportar(
    scope: Scope<VerMembros>,
    Query(filtro): Query<FiltroInput>,
) -> Result<impl IntoResponse> {
    let mut erros = FieldErrors::default();
    let filtro = filtro.parse(&mut erros);
    let filtro = erros.finish(Some(filtro))?;
    let header = ["id", "nome", "email", "cargo", "status", "saldo_moeda", "plano", "criado_em"];
    let mut csv = Csv::new(&header)?;
    let row = |csv: &mut Csv, membro: &Membro| {
        csv.row(&[
            &membro.id.to_string(),
            &membro.nome,
            membro.email.as_deref().unwrap_or_default(),
            membro.cargo.as_str(),
            membro.status.as_str(),
            &membro.saldo_moeda.to_string(),
            membro.plano.as_deref().unwrap_or_default(),
            &membro.criado_em.to_string(),
        ])
    };
    scope
        .snapshot(async |tx| service::exportar(tx, &filtro, |membro| row(&mut csv, membro)).await)
        .await?;
    let attachment = "attachment; filename=\"membros.csv\"";
    Ok(([(header::CONTENT_DISPOSITION, attachment)], csv.finish()?))
}

/// Um membro na lista.
#[derive(Serialize, ToSchema)]
pub struct MembroView {
    id: UsuarioId,
    #[schema(example = "Ana Souza")]
    nome: String,
    email: Option<String>,
    cargo: Cargo,
    status: Status,
    saldo_moeda: i64,
    foto_url: Option<String>,
    criado_em: Timestamp,
    planos: Option<NomeDePlanoView>,
}

#[derive(Serialize, ToSchema)]
struct NomeDePlanoView {
    #[schema(example = "Free")]
    nome: String,
}

impl From<Membro> for MembroView {
    fn from(membro: Membro) -> Self {
        Self {
            id: membro.id,
            nome: membro.nome,
            email: membro.email,
            cargo: membro.cargo,
            status: membro.status,
            saldo_moeda: membro.saldo_moeda,
            foto_url: membro.foto_url,
            criado_em: membro.criado_em,
            planos: membro.plano.map(|nome| NomeDePlanoView { nome }),
        }
    }
}

/// Um cadastro que espera aprovação.
#[derive(Serialize, ToSchema)]
pub struct PendenteView {
    id: UsuarioId,
    nome: String,
    email: Option<String>,
    cpf: Option<String>,
    telefone: Option<String>,
    criado_em: Timestamp,
}

impl From<Pendente> for PendenteView {
    fn from(pendente: Pendente) -> Self {
        Self {
            id: pendente.id,
            nome: pendente.nome,
            email: pendente.email,
            cpf: pendente.cpf,
            telefone: pendente.telefone,
            criado_em: pendente.criado_em,
        }
    }
}
