//! One member, their cargo and their status.

use axum::Json;
use base::Result;
use base::http::{Body, Id};
use base::id::UsuarioId;
use base::problem::{Problem, Problems};
use base::scope::{Cargo, Scope};
use base::validation::{Field, FieldErrors};
use serde::Deserialize;
use utoipa::ToSchema;

use super::super::{Status, service};
use super::PerfilView;
use crate::policy::{AlterarCargos, AlterarStatus, VerMembros};

/// Mostra o perfil completo de um membro.
#[utoipa::path(
    get, path = "/api/membros/{id}", tag = "membros",
    params(("id" = UsuarioId, Path)),
    responses((status = 200, body = PerfilView), Problems),
    security(("bearer" = ["VerMembros"])),
)]
pub async fn detalhar(scope: Scope<VerMembros>, Id(id): Id<UsuarioId>) -> Result<Json<PerfilView>> {
    let perfil = scope.read(async |tx| service::perfil_de_membro(tx, id).await).await?;
    Ok(Json(perfil.into()))
}

/// Muda o cargo de um membro.
///
/// O último administrador ativo só pode ser rebaixado por um SUPER_ADMIN.
#[utoipa::path(
    patch, path = "/api/membros/{id}/cargo", tag = "membros",
    params(("id" = UsuarioId, Path)),
    request_body = CargoInput,
    responses(
        (status = 200, body = PerfilView),
        (status = 409, description = "É o último administrador", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["AlterarCargos"])),
)]
pub async fn alterar_cargo(
    scope: Scope<AlterarCargos>,
    Id(id): Id<UsuarioId>,
    Body(input): Body<CargoInput>,
) -> Result<Json<PerfilView>> {
    let cargo = input.parse()?;
    let caller = scope.caller();
    let perfil = scope
        .write(async |tx| {
            service::alterar_cargo(tx, caller, id, cargo).await?;
            service::perfil_de_membro(tx, id).await
        })
        .await?;
    Ok(Json(perfil.into()))
}

/// Ativa, inativa ou suspende um membro, a partir de qualquer status.
///
/// Quem deixa de estar ativo perde as sessões na hora. Quem fica ativo pela primeira vez é
/// aprovado, com tudo o que vem disso.
#[utoipa::path(
    patch, path = "/api/membros/{id}/status", tag = "membros",
    params(("id" = UsuarioId, Path)),
    request_body = StatusInput,
    responses(
        (status = 200, body = PerfilView),
        (status = 409, description = "É o último administrador, ou o e-mail ou CPF já é de outra \
            pessoa", body = Problem, content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["AlterarStatus"])),
)]
pub async fn alterar_status(
    scope: Scope<AlterarStatus>,
    Id(id): Id<UsuarioId>,
    Body(input): Body<StatusInput>,
) -> Result<Json<PerfilView>> {
    let status = input.parse()?;
    let caller = scope.caller();
    let perfil = scope
        .write(async |tx| {
            service::alterar_status(tx, caller, id, status).await?;
            service::perfil_de_membro(tx, id).await
        })
        .await?;
    Ok(Json(perfil.into()))
}

/// O cargo novo; SUPER_ADMIN não se dá por aqui.
#[derive(Deserialize, ToSchema)]
pub struct CargoInput {
    #[schema(value_type = CargoDeNucleo)]
    cargo: Field<CargoDeNucleo>,
}

impl CargoInput {
    fn parse(self) -> Result<Cargo, FieldErrors> {
        let mut erros = FieldErrors::default();
        let cargo = erros.required("cargo", self.cargo).map(Cargo::from);
        erros.finish(cargo)
    }
}

base::text_enum! {
    /// Um cargo dentro de um núcleo.
    pub enum CargoDeNucleo {
        Membro = "MEMBRO",
        LiderProjeto = "LIDER_PROJETO",
        PortaVoz = "PORTA_VOZ",
        Coordenador = "COORDENADOR",
        Administrador = "ADMINISTRADOR",
    }
}

impl From<CargoDeNucleo> for Cargo {
    fn from(cargo: CargoDeNucleo) -> Self {
        match cargo {
            CargoDeNucleo::Membro => Self::Membro,
            CargoDeNucleo::LiderProjeto => Self::LiderProjeto,
            CargoDeNucleo::PortaVoz => Self::PortaVoz,
            CargoDeNucleo::Coordenador => Self::Coordenador,
            CargoDeNucleo::Administrador => Self::Administrador,
        }
    }
}

/// O status novo: ATIVO, INATIVO ou SUSPENSO.
#[derive(Deserialize, ToSchema)]
pub struct StatusInput {
    #[schema(value_type = StatusDado)]
    status: Field<StatusDado>,
}

impl StatusInput {
    fn parse(self) -> Result<Status, FieldErrors> {
        let mut erros = FieldErrors::default();
        let status = erros.required("status", self.status).map(Status::from);
        erros.finish(status)
    }
}

base::text_enum! {
    /// Um status que se dá a um membro.
    pub enum StatusDado {
        Ativo = "ATIVO",
        Inativo = "INATIVO",
        Suspenso = "SUSPENSO",
    }
}

impl From<StatusDado> for Status {
    fn from(status: StatusDado) -> Self {
        match status {
            StatusDado::Ativo => Self::Ativo,
            StatusDado::Inativo => Self::Inativo,
            StatusDado::Suspenso => Self::Suspenso,
        }
    }
}
