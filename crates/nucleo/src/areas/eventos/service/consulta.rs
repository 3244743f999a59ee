//! Events to be looked at: all of them, and those of one person.

use base::Result;
use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;

use super::super::EventoId;
use super::super::rules::{Intervalo, Periodo};
use super::super::store::{self, DePessoa, Evento, Presenca};
use crate::errors::EVENTO_NAO_ENCONTRADO;

/// As this person sees them.
pub async fn listar(
    tx: &mut NucleoTx,
    quem: UsuarioId,
    periodo: Periodo,
    page: Page,
) -> Result<(i64, Vec<Evento>)> {
    do_periodo(tx, Some(quem), periodo, Intervalo::default(), page).await
}

/// What has not ended, the soonest first.
pub async fn futuros(
    tx: &mut NucleoTx,
    intervalo: Intervalo,
    page: Page,
) -> Result<(i64, Vec<Evento>)> {
    do_periodo(tx, None, Periodo::Futuros, intervalo, page).await
}

/// What has ended, the latest first.
pub async fn passados(
    tx: &mut NucleoTx,
    intervalo: Intervalo,
    page: Page,
) -> Result<(i64, Vec<Evento>)> {
    do_periodo(tx, None, Periodo::Passados, intervalo, page).await
}

async fn do_periodo(
    tx: &mut NucleoTx,
    quem: Option<UsuarioId>,
    periodo: Periodo,
    intervalo: Intervalo,
    page: Page,
) -> Result<(i64, Vec<Evento>)> {
    let total = store::count_periodo(tx, periodo, intervalo).await?;
    Ok((total, store::list_periodo(tx, quem, periodo, intervalo, page).await?))
}

/// How many took place and ended since then.
pub async fn contar_finalizados(tx: &mut NucleoTx, desde: Timestamp) -> Result<i64> {
    store::count_finalizados(tx, desde).await
}

/// What is shown at the door.
pub async fn codigo(tx: &mut NucleoTx, id: EventoId) -> Result<String> {
    Ok(store::find_codigo(tx, id).await?.ok_or(EVENTO_NAO_ENCONTRADO)?)
}

/// How many events a person was at.
pub async fn contar_presencas(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<i64> {
    store::count_presencas(tx, usuario).await
}

/// How many events each of these people was at; who was at none is left out.
pub async fn contar_presencas_de(
    tx: &mut NucleoTx,
    pessoas: &[UsuarioId],
) -> Result<Vec<(UsuarioId, i64)>> {
    store::count_presencas_por_pessoa(tx, pessoas).await
}

/// The events that a person was at, the last one first.
pub async fn historico(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    page: Page,
) -> Result<(i64, Vec<Presenca>)> {
    let total = contar_presencas(tx, usuario).await?;
    Ok((total, store::list_presencas(tx, usuario, page).await?))
}

/// Every event that a person has to do with, for their own copy of their data.
pub async fn inscricoes_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<DePessoa>> {
    store::list_de(tx, usuario).await
}
