//! Going through a chain from its beginning, a page at a time.

use std::collections::BTreeMap;

use base::Result;
use base::db::NucleoTx;
use base::id::NucleoId;
use base::scope::Caller;

use super::super::rules::percurso::Percurso;
use super::super::store;
use crate::areas::nucleos;
use crate::policy::GerirFinanceiro;

/// How many links are in memory at a time.
const LOTE: i64 = 1000;

/// How far a chain holds.
pub struct Conferencia {
    /// Links up to the first thing that is wrong; all of them if nothing is.
    pub registros: i64,
    pub excluidos: i64,
    /// Of the last of them.
    pub hash: String,
    /// What is wrong, in a sentence that names the row.
    pub divergencia: Option<String>,
}

/// Everything as of one moment: asks for a snapshot.
pub async fn conferir(tx: &mut NucleoTx, nucleo: NucleoId) -> Result<Conferencia> {
    let mut percurso = Percurso::new(nucleo);
    let divergencia = percorrer(tx, nucleo, &mut percurso).await?.err();
    let Percurso { registros, excluidos, hash, .. } = percurso;
    Ok(Conferencia { registros, excluidos, hash, divergencia })
}

/// The outer result is about reading, the inner one about what was read.
async fn percorrer(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    percurso: &mut Percurso,
) -> Result<std::result::Result<(), String>> {
    let (primeiro, ultimo) = store::find_extremos(tx, nucleo).await?.unwrap_or((1, 0));
    if primeiro < 1 {
        return Ok(Err(percurso.sobra(primeiro)));
    }
    // By ranges of numbers and not by LIMIT: what a page reads is then no matter of estimates.
    while percurso.registros < ultimo {
        let faixa = (percurso.registros, percurso.registros + LOTE);
        let elos = store::list_elos(tx, nucleo, faixa).await?;
        if elos.is_empty() {
            return Ok(Err(percurso.falta(faixa.0 + 1)));
        }
        let lancamentos = store::list_numerados(tx, nucleo, faixa).await?;
        let mut lancamentos = lancamentos.iter().peekable();
        for elo in &elos {
            let lancamento = lancamentos.next_if(|lancamento| lancamento.numero == elo.numero);
            let conteudo = lancamento.map(|lancamento| lancamento.conteudo());
            let passo =
                percurso.passo(&elo.elo(), &elo.hash, conteudo.as_ref(), elo.par().as_ref());
            if passo.is_err() {
                return Ok(passo);
            }
        }
    }
    let fora = store::find_fora(tx, nucleo, percurso.registros).await?;
    let cabeca = store::find_cabeca(tx, nucleo).await?;
    let cabeca = cabeca.as_ref().map(|cabeca| (cabeca.registros, cabeca.hash.as_str()));
    let fim = percurso.fim(cabeca, fora);
    if fim.is_err() {
        return Ok(fim);
    }
    let guardadas: BTreeMap<_, _> = store::list_somas(tx, nucleo).await?.into_iter().collect();
    Ok(percurso.conferir_somas(&guardadas))
}

/// For those who keep the books, and for everybody where the nucleo shows them; `None` for others.
/// With it the hash of one link, for whoever has noted it down before.
pub async fn conferir_para(
    tx: &mut NucleoTx,
    caller: &Caller,
    registro: Option<i64>,
) -> Result<Option<(Conferencia, Option<String>)>> {
    let nucleo = tx.nucleo()?;
    let livro = nucleos::service::obter(&mut tx.shared(), nucleo).await?;
    if !livro.transparencia_financeira && !caller.can::<GerirFinanceiro>() {
        return Ok(None);
    }
    let conferencia = conferir(tx, nucleo).await?;
    let hash = match registro {
        Some(registro) => store::find_hash(tx, registro).await?,
        None => None,
    };
    Ok(Some((conferencia, hash)))
}
