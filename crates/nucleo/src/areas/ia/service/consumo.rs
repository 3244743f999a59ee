//! What the model is used for is counted, whether or not it was of use.

use base::Result;
use base::db::NucleoTx;
use base::page::Page;
use base::scope::{Capability, Scope};

use super::super::Assistente;
use super::super::provedor::{Medidor, Provedor};
use super::super::store::{self, Mes};

/// Has something done with the model, and writes down what that took.
pub async fn medido<P: Capability, T>(
    scope: &Scope<P>,
    assistente: &Assistente,
    provedor: &Provedor,
    trabalho: impl AsyncFnOnce(&Provedor, &mut Medidor) -> Result<T>,
) -> Result<T> {
    let mut medidor = provedor.medir(scope.now());
    let feito = trabalho(provedor, &mut medidor).await;
    if feito.is_err() {
        assistente.falhou();
    }
    let consumo = medidor.consumo;
    assistente.medir(&consumo);
    let anotado = scope
        .write(async |tx| match tx.nucleo() {
            Ok(_) => store::add_consumo(tx, &consumo).await,
            Err(_) => Ok(()), // a SUPER_ADMIN above all nucleos
        })
        .await;
    let feito = feito?;
    anotado?;
    Ok(feito)
}

pub async fn listar_consumo(tx: &mut NucleoTx, page: Page) -> Result<(i64, Vec<Mes>)> {
    Ok((store::count_meses(tx).await?, store::list_meses(tx, page).await?))
}
