//! Entering and removing. Whoever does either holds the end of the nucleo's chain, so that parallel
//! ones queue and every link has one before it.

use base::db::NucleoTx;
use base::error::ERRO_INTERNO;
use base::scope::Caller;
use base::{Result, secret};
use data_encoding::HEXLOWER;
use serde_json::json;

use super::super::LancamentoId;
use super::super::rules::NovoLancamento;
use super::super::rules::cadeia::{AcaoNoLivro, Conteudo, Elo};
use super::super::store::{self, Autoria, Cabeca, Lancamento, Movimento};
use crate::areas::auditoria::{self, Acao, Registro, TipoAlvo};
use crate::errors::{LANCAMENTO_NAO_ENCONTRADO, LIVRO_VIOLADO};

pub async fn lancar(
    tx: &mut NucleoTx,
    caller: &Caller,
    novo: &NovoLancamento,
) -> Result<Lancamento> {
    let nucleo = tx.nucleo()?;
    let cabeca = store::open_cadeia(tx).await?.ok_or(ERRO_INTERNO)?;
    let (id, sal): (LancamentoId, _) = (tx.new_id(), HEXLOWER.encode(&secret::random::<16>()));
    let conteudo = Conteudo {
        nucleo,
        id,
        tipo: novo.tipo.as_str(),
        centavos: novo.valor.centavos(),
        categoria: novo.categoria.as_str(),
        descricao: &novo.descricao,
        data: novo.data,
        comprovante_url: novo.comprovante_url.as_deref(),
        autor: caller.id,
        criado_em: tx.now(),
        sal: &sal,
    };
    let autoria = Autoria { id, numero: cabeca.registros + 1, autor: caller.id, sal: &sal };
    store::insert(tx, novo, &autoria).await?;
    encadear(tx, &cabeca, caller, AcaoNoLivro::Inclusao, &conteudo).await?;
    store::add_to_soma(tx, &movimento(&conteudo, novo)).await?;
    Ok(store::find(tx, id).await?.ok_or(ERRO_INTERNO)?)
}

/// For ever. Its links stay, and in the second of them who did it and when.
pub async fn excluir(tx: &mut NucleoTx, caller: &Caller, id: LancamentoId) -> Result<()> {
    let nucleo = store::find_nucleo(tx, id).await?.ok_or(LANCAMENTO_NAO_ENCONTRADO)?;
    let cabeca = store::lock_cadeia(tx, nucleo).await?.ok_or(LIVRO_VIOLADO)?;
    let removido = store::delete(tx, id).await?.ok_or(LANCAMENTO_NAO_ENCONTRADO)?;
    let hash = encadear(tx, &cabeca, caller, AcaoNoLivro::Exclusao, &removido.conteudo()).await?;
    let movimento = Movimento {
        nucleo,
        data: removido.data,
        tipo: removido.tipo,
        categoria: removido.categoria,
        centavos: removido.valor_centavos.centavos(),
        quantos: 1,
    };
    store::take_from_soma(tx, &movimento).await?;
    let registro = Registro {
        acao: Acao::LancamentoExcluido,
        nucleo: Some(nucleo),
        alvo: (TipoAlvo::Lancamento, id.into()),
        detalhes: json!({"registro": cabeca.registros + 1, "hash": hash}),
    };
    auditoria::registrar(tx, Some(caller), registro).await
}

/// Gives back the hash of the link.
async fn encadear(
    tx: &mut NucleoTx,
    cabeca: &Cabeca,
    caller: &Caller,
    acao: AcaoNoLivro,
    conteudo: &Conteudo<'_>,
) -> Result<String> {
    let elo = Elo {
        nucleo: conteudo.nucleo,
        numero: cabeca.registros + 1,
        acao: acao.as_str(),
        lancamento: conteudo.id,
        autor: caller.id,
        criado_em: tx.now(),
        conteudo: &conteudo.hash(),
    };
    let hash = elo.hash(&cabeca.hash);
    store::append(tx, &elo, &hash).await?;
    Ok(hash)
}

fn movimento(conteudo: &Conteudo<'_>, novo: &NovoLancamento) -> Movimento {
    Movimento {
        nucleo: conteudo.nucleo,
        data: novo.data,
        tipo: novo.tipo,
        categoria: novo.categoria,
        centavos: novo.valor.centavos(),
        quantos: 1,
    }
}
