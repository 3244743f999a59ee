//! What one can do with the plans of a nucleo.

use base::Result;
use base::db::NucleoTx;
use base::id::NucleoId;
use base::page::Page;
use base::scope::Caller;
use serde_json::json;

use super::rules::{self, AlterarPlanoInput, Mudanca, NovoPlano};
use super::{PlanoId, store};
use crate::areas::auditoria::{self, Acao, Registro, TipoAlvo};
use crate::errors::PLANO_NAO_ENCONTRADO;

pub use super::store::Plano;

/// Gives a new nucleo its plans.
pub async fn semear(tx: &mut NucleoTx, nucleo: NucleoId) -> Result<()> {
    for plano in rules::iniciais() {
        store::insert(tx, nucleo, &plano).await?;
    }
    Ok(())
}

pub async fn listar(tx: &mut NucleoTx, page: Page) -> Result<(i64, Vec<Plano>)> {
    Ok((store::count(tx).await?, store::list(tx, page).await?))
}

pub async fn obter(tx: &mut NucleoTx, id: PlanoId) -> Result<Plano> {
    Ok(store::find(tx, id).await?.ok_or(PLANO_NAO_ENCONTRADO)?)
}

/// `None` where the plan is one field among others.
pub async fn encontrar(tx: &mut NucleoTx, id: PlanoId) -> Result<Option<Plano>> {
    store::find(tx, id).await
}

pub async fn criar(tx: &mut NucleoTx, caller: &Caller, novo: &NovoPlano) -> Result<Plano> {
    let nucleo = tx.nucleo()?;
    let id = store::insert(tx, nucleo, novo).await?;
    let plano = obter(tx, id).await?;
    registrar(tx, caller, &plano, "CRIADO", &[]).await?;
    Ok(plano)
}

/// Subscriptions keep the price that was agreed to; period and bonus count from the next payment on.
pub async fn alterar(
    tx: &mut NucleoTx,
    caller: &Caller,
    id: PlanoId,
    input: AlterarPlanoInput,
) -> Result<Plano> {
    let antes = obter(tx, id).await?;
    let mudanca = Mudanca::parse(input, &antes.codigo)?;
    if mudanca.campos().is_empty() {
        return Ok(antes);
    }
    store::update(tx, id, &mudanca).await?;
    let plano = obter(tx, id).await?;
    registrar(tx, caller, &plano, "ALTERADO", &mudanca.campos()).await?;
    Ok(plano)
}

async fn registrar(
    tx: &mut NucleoTx,
    caller: &Caller,
    plano: &Plano,
    operacao: &str,
    campos: &[&str],
) -> Result<()> {
    let registro = Registro {
        acao: Acao::PlanoAlterado,
        nucleo: Some(plano.nucleo_id),
        alvo: (TipoAlvo::Plano, plano.id.into()),
        detalhes: json!({"operacao": operacao, "titulo": plano.nome, "campos": campos}),
    };
    auditoria::registrar(tx, Some(caller), registro).await
}

/// Those of these codes that no plan has, by their position.
pub async fn desconhecidos(tx: &mut NucleoTx, codigos: &[String]) -> Result<Vec<usize>> {
    if codigos.is_empty() {
        return Ok(Vec::new());
    }
    let conhecidos = store::list_codigos(tx, codigos).await?;
    let posicoes = codigos.iter().enumerate();
    Ok(posicoes.filter(|(_, codigo)| !conhecidos.contains(codigo)).map(|(nth, _)| nth).collect())
}
