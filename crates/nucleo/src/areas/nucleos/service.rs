use base::Result;
use base::db::{NucleoTx, SharedTx};
use base::id::NucleoId;
use base::page::Page;
use base::scope::Caller;
use serde_json::json;

use super::rules::{self, Mudanca, NovoNucleo};
use super::store;
use crate::areas::auditoria::{self, Acao, Registro, TipoAlvo};
use crate::areas::{economia, planos};
use crate::errors::NUCLEO_NAO_ENCONTRADO;

pub use super::store::Nucleo;

/// A nucleo with its plans and currency rules. `autor` is `None` at the command line.
pub async fn criar(tx: &mut NucleoTx, autor: Option<&Caller>, novo: &NovoNucleo) -> Result<Nucleo> {
    let id = store::insert(tx, novo).await?;
    economia::service::criar_regras(tx, id).await?;
    planos::service::semear(tx, id).await?;
    registrar(tx, autor, Acao::NucleoCriado, id, json!({})).await?;
    obter(&mut tx.shared(), id).await
}

/// Changes any nucleo, from above.
pub async fn alterar(
    tx: &mut NucleoTx,
    caller: &Caller,
    id: NucleoId,
    mudanca: &Mudanca,
) -> Result<Nucleo> {
    mudar(tx, Some(caller), Acao::NucleoAlterado, id, mudanca).await
}

/// Changes the nucleo that the caller is in.
pub async fn configurar(tx: &mut NucleoTx, caller: &Caller, mudanca: &Mudanca) -> Result<Nucleo> {
    let id = tx.nucleo()?;
    mudar(tx, Some(caller), Acao::ConfiguracaoAlterada, id, mudanca).await
}

/// Changes a nucleo from the command line, where nobody is logged in.
pub async fn ajustar(tx: &mut NucleoTx, id: NucleoId, mudanca: &Mudanca) -> Result<Nucleo> {
    mudar(tx, None, Acao::NucleoAlterado, id, mudanca).await
}

async fn mudar(
    tx: &mut NucleoTx,
    autor: Option<&Caller>,
    acao: Acao,
    id: NucleoId,
    mudanca: &Mudanca,
) -> Result<Nucleo> {
    if !store::update(tx, id, mudanca).await? {
        return Err(NUCLEO_NAO_ENCONTRADO.into());
    }
    if !mudanca.campos().is_empty() {
        let detalhes = json!({ "campos": mudanca.campos() });
        registrar(tx, autor, acao, id, detalhes).await?;
    }
    obter(&mut tx.shared(), id).await
}

async fn registrar(
    tx: &mut NucleoTx,
    autor: Option<&Caller>,
    acao: Acao,
    id: NucleoId,
    detalhes: serde_json::Value,
) -> Result<()> {
    let alvo = (TipoAlvo::Nucleo, id.into());
    let registro = Registro { acao, nucleo: Some(id), alvo, detalhes };
    auditoria::registrar(tx, autor, registro).await
}

/// Makes whatever else asks for this lock wait until the transaction ends.
pub async fn travar(tx: &mut NucleoTx, id: NucleoId) -> Result<()> {
    store::lock(&mut tx.shared(), id).await
}

pub async fn listar(tx: &mut SharedTx<'_>, page: Page) -> Result<(i64, Vec<Nucleo>)> {
    Ok((store::count(tx).await?, store::list(tx, page).await?))
}

pub async fn obter(tx: &mut SharedTx<'_>, id: NucleoId) -> Result<Nucleo> {
    Ok(store::find(tx, id).await?.ok_or(NUCLEO_NAO_ENCONTRADO)?)
}

pub async fn obter_por_slug(tx: &mut SharedTx<'_>, slug: &str) -> Result<Nucleo> {
    let nucleo = match rules::slug_valido(slug) {
        true => store::find_by_slug(tx, slug).await?,
        false => None,
    };
    Ok(nucleo.ok_or(NUCLEO_NAO_ENCONTRADO)?)
}

/// What a sign-up says about where it wants to go.
#[derive(Debug, Default)]
pub struct Pistas {
    pub nucleo: Option<NucleoId>,
    pub slug: Option<String>,
    /// `Origin` and `Host`, in this order.
    pub headers: Vec<String>,
    pub nucleo_do_indicador: Option<NucleoId>,
    pub estado: Option<String>,
}

/// The nucleo that a sign-up joins: the first clue that answers. One that was named and does not
/// exist is no clue to pass over, so it answers with nothing.
pub async fn escolher(tx: &mut SharedTx<'_>, pistas: &Pistas) -> Result<Option<Nucleo>> {
    if let Some(id) = pistas.nucleo {
        return store::find(tx, id).await;
    }
    if let Some(slug) = &pistas.slug {
        return store::find_by_slug(tx, slug).await;
    }
    for dominio in pistas.headers.iter().filter_map(|header| rules::host(header)) {
        if let Some(nucleo) = store::find_by_dominio(tx, &dominio).await? {
            return Ok(Some(nucleo));
        }
    }
    if let Some(id) = pistas.nucleo_do_indicador {
        return store::find(tx, id).await;
    }
    if let Some(estado) = &pistas.estado
        && let Some(nucleo) = only(store::list_two_of_estado(tx, &estado.to_uppercase()).await?)
    {
        return Ok(Some(nucleo));
    }
    Ok(only(store::list_two(tx).await?))
}

fn only(found: Vec<Nucleo>) -> Option<Nucleo> {
    let mut found = found.into_iter();
    found.next().filter(|_| found.next().is_none())
}
