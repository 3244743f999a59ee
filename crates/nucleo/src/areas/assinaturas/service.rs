//! What one can do with subscriptions. Every function works inside the caller's transaction.

use base::Result;
use base::clock::{Timestamp, end_of_day};
use base::db::NucleoTx;
use base::error::NAO_ENCONTRADO;
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::scope::Caller;
use base::validation::FieldErrors;
use chrono::Duration;
use serde_json::{Value, json};

use super::rules::{self, DefinirPlanoInput, Efeito};
use super::store::{self, Assinatura, DeMembro, EmVigor};
use super::{Situacao, StatusDeAssinatura, VencimentoDeAssinaturas, pagamentos};
use crate::areas::auditoria::{self, Acao, Registro, TipoAlvo};
use crate::areas::membros::{self, Status};
use crate::areas::planos::service::Plano;
use crate::areas::planos::{self, GRATUITO, PlanoId};
use crate::errors::{ASSINATURA_SO_DO_NUCLEO, SEM_ASSINATURA, USUARIO_NAO_ENCONTRADO};

pub use super::store::{Assinatura as AssinaturaGuardada, DeMembro as AssinaturaDeMembro};

/// How many one transaction marks as ended.
const LOTE: i64 = 500;

/// The plan that a person has now and, beside it, what waits to be paid. Where nothing but the free
/// plan is in force, what waits comes first.
pub struct Minha {
    pub atual: EmVigor,
    pub pendente: Option<Assinatura>,
}

pub async fn minha(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Minha> {
    let atual = store::find_em_vigor(tx, usuario).await?.ok_or(NAO_ENCONTRADO)?;
    let pendente = store::find_pendente(tx, usuario).await?;
    Ok(Minha { atual, pendente })
}

/// Asks for a plan: it begins when it is paid, or at once if it costs nothing. Another one that was
/// asked for and not paid is given up.
pub async fn assinar(tx: &mut NucleoTx, usuario: UsuarioId, plano: PlanoId) -> Result<Assinatura> {
    tx.nucleo().map_err(|_| ASSINATURA_SO_DO_NUCLEO)?;
    let plano = planos::service::obter(tx, plano).await?;
    let abertas = travar(tx, usuario).await?;
    rules::pode_assinar(&abertas, &plano.codigo)?;
    store::cancel_pendente(tx, usuario).await?;
    let id = match plano.preco.centavos() {
        0 => {
            let validade = tx.now() + Duration::days(plano.periodo_dias);
            encerrar(tx, &abertas).await?;
            store::insert_ativa(tx, usuario, &plano, Some(validade)).await?
        }
        _ => store::insert_pendente(tx, usuario, &plano).await?,
    };
    Ok(store::find(tx, id).await?.ok_or(NAO_ENCONTRADO)?)
}

pub async fn cancelar(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    match store::cancel(tx, usuario).await? {
        true => Ok(()),
        false => Err(SEM_ASSINATURA.into()),
    }
}

pub async fn listar(
    tx: &mut NucleoTx,
    status: Option<StatusDeAssinatura>,
    page: Page,
) -> Result<(i64, Vec<DeMembro>)> {
    Ok((store::count(tx, status).await?, store::list(tx, status, page).await?))
}

/// Those that give a plan now and were not cancelled, whether they were paid or given.
pub async fn ativas(tx: &mut NucleoTx, page: Page) -> Result<(i64, Vec<DeMembro>)> {
    listar(tx, Some(StatusDeAssinatura::Ativa), page).await
}

/// The newest of those, of one plan or of all, and how many each plan has: code, name, number.
pub async fn ativas_por_plano(
    tx: &mut NucleoTx,
    plano: Option<String>,
    limite: i64,
) -> Result<(Vec<(String, String, i64)>, Vec<DeMembro>)> {
    let contagens = store::count_por_plano(tx).await?;
    Ok((contagens, store::list_ativas(tx, plano, limite).await?))
}

/// What a person ever subscribed to, for their own copy of their data.
pub async fn listar_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Assinatura>> {
    store::list_de(tx, usuario).await
}

/// Gives a person a plan without a payment. The free plan ends what is in force.
pub async fn definir(
    tx: &mut NucleoTx,
    caller: &Caller,
    usuario: UsuarioId,
    input: DefinirPlanoInput,
) -> Result<Minha> {
    let pessoa = membros::service::pessoa(tx, usuario).await?;
    let nucleo = pessoa.nucleo_id.ok_or(USUARIO_NAO_ENCONTRADO)?;
    if pessoa.status == Status::Rejeitado || pessoa.excluido {
        return Err(USUARIO_NAO_ENCONTRADO.into());
    }
    let (plano, validade) = conferir(tx, nucleo, input).await?;
    let abertas = travar(tx, usuario).await?;
    let continua = rules::em_vigor(&abertas).filter(|atual| atual.plano_codigo == plano.codigo);
    match continua {
        _ if plano.codigo == GRATUITO => encerrar(tx, &abertas).await?,
        Some(atual) => store::activate(tx, atual.id, validade).await?,
        None => {
            encerrar(tx, &abertas).await?;
            store::insert_ativa(tx, usuario, &plano, validade).await?;
        }
    }
    let de = rules::plano_em_vigor(&abertas);
    let detalhes = json!({"de": de, "para": plano.codigo, "validade": validade});
    registrar(tx, caller, nucleo, usuario, detalhes).await?;
    minha(tx, usuario).await
}

/// What only the database and the clock know, with whatever else is wrong.
async fn conferir(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    input: DefinirPlanoInput,
) -> Result<(Plano, Option<Timestamp>)> {
    let mut erros = FieldErrors::default();
    let plano = match erros.required("planoId", input.plano_id) {
        None => None,
        Some(id) => {
            let plano = planos::service::encontrar(tx, id).await?;
            let plano = plano.filter(|plano| plano.nucleo_id == nucleo);
            if plano.is_none() {
                erros.add("planoId", planos::NAO_EXISTE);
            }
            plano
        }
    };
    let validade = erros.optional_instant("validade", input.validade, end_of_day);
    if validade.is_some_and(|validade| validade <= tx.now()) {
        erros.add("validade", "A validade precisa estar no futuro.");
    }
    let plano = erros.finish(plano)?;
    let sem_fim = plano.codigo == GRATUITO;
    Ok((plano, validade.filter(|_| !sem_fim)))
}

async fn registrar(
    tx: &mut NucleoTx,
    caller: &Caller,
    nucleo: NucleoId,
    usuario: UsuarioId,
    detalhes: Value,
) -> Result<()> {
    let alvo = (TipoAlvo::Usuario, usuario.into());
    let registro = Registro { acao: Acao::PlanoAlterado, nucleo: Some(nucleo), alvo, detalhes };
    auditoria::registrar(tx, Some(caller), registro).await
}

/// What decisions about a person start from; nobody else can change it until this transaction ends.
pub async fn travar(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Situacao>> {
    // The first subscription of a person has no other to wait for.
    membros::service::segurar(tx, usuario).await?;
    store::lock(tx, usuario).await
}

/// Lets a payment have its effect.
pub async fn aplicar(tx: &mut NucleoTx, efeito: &Efeito) -> Result<()> {
    if let Some(substituida) = efeito.substituida {
        store::end(tx, substituida).await?;
    }
    store::activate(tx, efeito.assinatura, efeito.validade).await
}

async fn encerrar(tx: &mut NucleoTx, abertas: &[Situacao]) -> Result<()> {
    match rules::marcada(abertas) {
        Some(marcada) => store::end(tx, marcada.id).await,
        None => Ok(()),
    }
}

/// Marks what has ended, some at a time. Nobody waits for it: what is in force is asked of the clock.
pub async fn vencer(tx: &mut NucleoTx, evento: VencimentoDeAssinaturas) -> Result<()> {
    let vencidas = store::expire(tx, LOTE).await?;
    match i64::try_from(vencidas).unwrap_or(i64::MAX) < LOTE {
        true => Ok(()),
        false => tx.publish(None, &evento).await,
    }
}

/// Forgets the subscriptions of a person who leaves for good, and that their payments were theirs.
pub async fn esquecer(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    pagamentos::service::esquecer(tx, usuario).await?;
    store::delete_all(tx, usuario).await
}
