//! What the assistant asks about people.

use base::Result;
use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;
use base::text;

use super::super::Status;
use super::super::rules::{Busca, Procura};
use super::super::store::{self, Cartao};

/// More cities than this are not told apart: nobody names them either.
const MAX_CIDADES: i64 = 1000;

/// How many there are in each status; those who were rejected or left count nowhere.
pub async fn contar_por_status(tx: &mut NucleoTx, procura: &Procura) -> Result<Vec<(Status, i64)>> {
    store::count_por_status(tx, procura).await
}

pub async fn cartoes(tx: &mut NucleoTx, procura: &Procura, page: Page) -> Result<Vec<Cartao>> {
    store::list_cartoes(tx, procura, page).await
}

/// Whoever has this in their name.
pub async fn procurar(tx: &mut NucleoTx, nome: &str, limite: i64) -> Result<Vec<Cartao>> {
    match Busca::new(nome) {
        Some(busca) => store::list_por_nome(tx, &busca, limite).await,
        None => Ok(Vec::new()),
    }
}

/// Those of these who are there, in no order.
pub async fn cartoes_de(tx: &mut NucleoTx, ids: &[UsuarioId]) -> Result<Vec<Cartao>> {
    store::list_por_id(tx, ids).await
}

pub async fn ranking(tx: &mut NucleoTx, limite: i64) -> Result<Vec<Cartao>> {
    store::list_por_saldo(tx, limite).await
}

pub async fn aprovados(
    tx: &mut NucleoTx,
    periodo: (Timestamp, Timestamp),
    limite: i64,
) -> Result<(i64, Vec<Cartao>)> {
    let total = contar_aprovados(tx, periodo).await?;
    Ok((total, store::list_aprovados(tx, periodo, limite).await?))
}

pub async fn contar_aprovados(tx: &mut NucleoTx, periodo: (Timestamp, Timestamp)) -> Result<i64> {
    store::count_aprovados(tx, periodo).await
}

/// Where the members live, as they have written it.
pub async fn cidades(tx: &mut NucleoTx) -> Result<Vec<String>> {
    store::list_cidades(tx, MAX_CIDADES).await
}

/// Every way in which this city is written, whatever its accents and case.
pub async fn grafias(tx: &mut NucleoTx, cidade: &str) -> Result<Vec<String>> {
    let procurada = text::normalized(cidade);
    let mut cidades = cidades(tx).await?;
    cidades.retain(|outra| text::normalized(outra) == procurada);
    Ok(cidades)
}

/// The addresses of those of them who are active, for whoever writes to them.
pub async fn emails_de(tx: &mut NucleoTx, ids: &[UsuarioId]) -> Result<Vec<String>> {
    store::list_emails(tx, ids).await
}
