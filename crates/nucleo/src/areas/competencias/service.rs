use base::Result;
use base::db::{NucleoTx, SharedTx};
use base::id::UsuarioId;

use super::rules::Declarada;
use super::{MicroId, Nivel, rules, store};

pub use super::store::{CompetenciaDePessoa, Entrada, Sabida};

/// Writes the catalogue as this version knows it.
pub async fn semear(tx: &mut SharedTx<'_>) -> Result<()> {
    for entry in rules::catalogo() {
        store::upsert(tx, &entry).await?;
    }
    Ok(())
}

pub async fn listar(tx: &mut SharedTx<'_>) -> Result<Vec<Entrada>> {
    store::list(tx).await
}

/// What a newcomer says of themselves. A competency that nobody knows is left out.
pub async fn declarar(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    competencias: &[Declarada],
) -> Result<()> {
    for Declarada { micro, nivel, .. } in competencias {
        store::insert_de(tx, usuario, *micro, *nivel).await?;
    }
    Ok(())
}

/// Replaces all that a person has declared, and says by position which ones nobody knows.
pub async fn definir(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    competencias: &[Declarada],
) -> Result<Vec<usize>> {
    store::delete_de(tx, usuario).await?;
    let mut desconhecidas = Vec::new();
    for Declarada { micro, nivel, posicao } in competencias {
        if !store::insert_de(tx, usuario, *micro, *nivel).await? {
            desconhecidas.push(*posicao);
        }
    }
    Ok(desconhecidas)
}

pub async fn listar_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<CompetenciaDePessoa>> {
    store::list_de(tx, usuario).await
}

/// The competencies of several people at once.
pub async fn listar_de_todos(tx: &mut NucleoTx, usuarios: &[UsuarioId]) -> Result<Vec<Sabida>> {
    match usuarios.is_empty() {
        true => Ok(Vec::new()),
        false => store::list_de_todos(tx, usuarios).await,
    }
}

/// Active people who know some of these, the best first, with how many of them and the sum of the
/// levels (3 for AVANCADO, 2, 1).
pub async fn conhecedores(
    tx: &mut NucleoTx,
    micros: &[MicroId],
    nivel: Option<Nivel>,
    cidades: Option<&[String]>,
    limite: i64,
) -> Result<(i64, Vec<(UsuarioId, i64, i64)>)> {
    if micros.is_empty() {
        return Ok((0, Vec::new()));
    }
    let total = store::count_conhecedores(tx, micros, nivel, cidades).await?;
    Ok((total, store::list_conhecedores(tx, micros, nivel, cidades, limite).await?))
}

/// How many people of the nucleo have declared each competency.
pub async fn frequencias(tx: &mut NucleoTx, limite: i64) -> Result<Vec<(String, i64)>> {
    store::count_por_micro(tx, limite).await
}
