use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;

use super::super::rules::Periodo;
use super::super::rules::livro::Livro;
use super::super::store::{self, Filtro, Lancamento};
use crate::areas::nucleos;

/// How many entries one statement of an export reads.
const LOTE: i64 = 1000;

pub async fn listar(
    tx: &mut NucleoTx,
    filtro: &Filtro,
    page: Page,
) -> Result<(i64, Vec<Lancamento>)> {
    let meses = store::count_por_mes(tx, filtro).await?;
    let total = meses.iter().map(|(_, quantos)| quantos).sum();
    Ok((total, pagina(tx, filtro, &meses, page).await?))
}

async fn pagina(
    tx: &mut NucleoTx,
    filtro: &Filtro,
    meses: &[(String, i64)],
    page: Page,
) -> Result<Vec<Lancamento>> {
    match filtro.periodo.janela(meses, page) {
        Some(janela) => store::list(tx, filtro.tipo, &janela).await,
        None => Ok(Vec::new()),
    }
}

/// Every entry that the filter admits, on one snapshot, in the order of the list, in batches.
pub async fn exportar(
    tx: &mut NucleoTx,
    filtro: &Filtro,
    mut write: impl FnMut(&Lancamento) -> Result<()>,
) -> Result<()> {
    let meses = store::count_por_mes(tx, filtro).await?;
    for numero in 1.. {
        let lote = pagina(tx, filtro, &meses, Page::numbered(numero, LOTE)).await?;
        lote.iter().try_for_each(&mut write)?;
        if (lote.len() as i64) < LOTE {
            break;
        }
    }
    Ok(())
}

pub async fn resumir(tx: &mut NucleoTx, periodo: Periodo) -> Result<Livro> {
    Ok(Livro(store::sum(tx, periodo).await?))
}

/// The books, and which parts of them the nucleo shows.
pub struct Transparencia {
    pub livro: Livro,
    pub receitas: bool,
    pub despesas: bool,
    pub saldo: bool,
    pub categorias: bool,
}

/// `None` where the nucleo shows nothing.
pub async fn transparencia(tx: &mut NucleoTx, periodo: Periodo) -> Result<Option<Transparencia>> {
    let nucleo = tx.nucleo()?;
    let nucleo = nucleos::service::obter(&mut tx.shared(), nucleo).await?;
    if !nucleo.transparencia_financeira {
        return Ok(None);
    }
    Ok(Some(Transparencia {
        livro: resumir(tx, periodo).await?,
        receitas: nucleo.transparencia_receitas,
        despesas: nucleo.transparencia_despesas,
        saldo: nucleo.transparencia_saldo,
        categorias: nucleo.transparencia_categorias,
    }))
}

/// What one person has entered, for their own copy of their data.
pub async fn lancados_por(tx: &mut NucleoTx, autor: UsuarioId) -> Result<Vec<Lancamento>> {
    store::list_de(tx, autor).await
}
