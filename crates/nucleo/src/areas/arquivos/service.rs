//! Taking a file in, handing it out, and letting go of those that nothing refers to.

use axum::body::Bytes;
use base::db::NucleoTx;
use base::error::{ERRO_INTERNO, LIMITE_EXCEDIDO, SEM_PERMISSAO};
use base::id::UsuarioId;
use base::scope::{Caller, Scope};
use base::{Error, Operator, Result, secret};
use chrono::Duration;

use super::armazem::{Armazem, Chave};
use super::imagem::Pronto;
use super::oficina::Oficina;
use super::rules::{MAX_SEM_USO, Nome};
use super::store::{self, Novo};
use super::{ArquivoId, Bucket, ConferenciaDeArquivos, LimpezaDeArquivos};
use crate::errors::ARQUIVO_NAO_ENCONTRADO;
use crate::policy::{
    AnexarComprovantes, CriarEnquetes, GerirFinanceiro, Participar, PublicarComunicados,
};
use crate::settings::Settings;

pub use super::armazem::{CACHE_PRIVADO, CACHE_PUBLICO};
pub use super::store::DePessoa;

/// How long a file that nothing refers to is kept.
const CARENCIA: Duration = Duration::days(1);
/// How long the bytes have to arrive in the store; after it, what there is of them is removed.
const CHEGADA: Duration = Duration::hours(1);
const LOTE: i64 = 500;

/// What files need besides the database.
#[derive(Clone)]
pub struct Arquivos {
    pub armazem: Armazem,
    pub oficina: Oficina,
}

impl Arquivos {
    pub fn new(settings: &Settings) -> Self {
        Self { armazem: Armazem::new(settings), oficina: Oficina::default() }
    }
}

pub struct Guardado {
    pub url: String,
    pub tamanho: i64,
    pub tipo: &'static str,
}

/// Whether the caller may send files there.
pub fn conferir_permissao(caller: &Caller, bucket: Bucket) -> Result<()> {
    let may = match bucket {
        Bucket::Avatars | Bucket::Comentarios => caller.can::<Participar>(),
        Bucket::Enquetes => caller.can::<CriarEnquetes>(),
        Bucket::Comunicados => caller.can::<PublicarComunicados>(),
        Bucket::Comprovantes => caller.can::<AnexarComprovantes>(),
    };
    if may { Ok(()) } else { Err(SEM_PERMISSAO.into()) }
}

/// Takes a file in. The row comes first, as something to remove, and stays once the bytes are
/// there: whatever is cut off in between removes itself.
pub async fn guardar(
    scope: &Scope<Participar>,
    arquivos: &Arquivos,
    bucket: Bucket,
    bytes: Bytes,
) -> Result<Guardado> {
    let pronto = arquivos.oficina.preparar(bucket, bytes).await?;
    let chegada = Chegada::new(&arquivos.armazem, bucket, &pronto);
    let dono = scope.caller().id;
    let (id, ate) = scope.write(async |tx| chegada.anunciar(tx, Some(dono)).await).await?;
    let (tamanho, tipo) = (chegada.tamanho, pronto.tipo.mime());
    arquivos.armazem.guardar(&chegada.chave, pronto.bytes).await?;
    scope.write(async |tx| confirmar(tx, id, ate).await).await?;
    Ok(Guardado { url: chegada.url, tamanho, tipo })
}

/// The same for the operator; it stays with the transaction that [`confirmar`]s it.
pub async fn guardar_pelo_operador(
    operator: &Operator,
    arquivos: &Arquivos,
    bucket: Bucket,
    bytes: Bytes,
) -> Result<(String, Pendente)> {
    let pronto = arquivos.oficina.preparar(bucket, bytes).await?;
    let chegada = Chegada::new(&arquivos.armazem, bucket, &pronto);
    let pendente = operator.write(async |tx| chegada.anunciar(tx, None).await).await?;
    arquivos.armazem.guardar(&chegada.chave, pronto.bytes).await?;
    Ok((chegada.url, pendente))
}

/// A file that goes again, unless it is confirmed before.
pub type Pendente = (ArquivoId, base::clock::Timestamp);

pub async fn confirmar(
    tx: &mut NucleoTx,
    id: ArquivoId,
    ate: base::clock::Timestamp,
) -> Result<()> {
    match store::confirm(tx, id, ate).await? {
        true => Ok(()),
        false => Err(Error::from(ERRO_INTERNO).because("the file took too long to arrive")),
    }
}

struct Chegada {
    chave: Chave,
    url: String,
    tipo: &'static str,
    tamanho: i64,
}

impl Chegada {
    fn new(armazem: &Armazem, bucket: Bucket, pronto: &Pronto) -> Self {
        let chave = Chave { bucket, nome: Nome::novo(secret::random(), pronto.tipo) };
        Self {
            url: armazem.url(&chave),
            chave,
            tipo: pronto.tipo.mime(),
            tamanho: i64::try_from(pronto.bytes.len()).unwrap_or(i64::MAX),
        }
    }

    async fn anunciar(&self, tx: &mut NucleoTx, dono: Option<UsuarioId>) -> Result<Pendente> {
        if self.chave.bucket == Bucket::Comprovantes {
            tx.nucleo()?; // the books are a nucleo's
        }
        if let Some(dono) = dono
            && store::sum_unused(tx, dono).await? + self.tamanho > MAX_SEM_USO
        {
            // By then it is known what of it is used.
            let within = CHEGADA.num_seconds().unsigned_abs();
            return Err(Error::from(LIMITE_EXCEDIDO).retry_after_seconds(within));
        }
        let (id, remover_em) = (tx.new_id(), tx.now() + CHEGADA);
        let novo = Novo {
            id,
            dono,
            bucket: self.chave.bucket,
            nome: self.chave.nome.as_str(),
            url: &self.url,
            tipo: self.tipo,
            tamanho: self.tamanho,
            remover_em,
        };
        store::insert(tx, &novo).await?;
        Ok((id, remover_em))
    }
}

/// Whoever may read the books of the nucleo that it was sent in may read a receipt, also before
/// its entry is made. For all others there is none.
pub async fn conferir_comprovante(tx: &mut NucleoTx, caller: &Caller, nome: &Nome) -> Result<()> {
    let enviado = store::exists(tx, Bucket::Comprovantes, nome.as_str()).await?;
    match enviado && caller.can::<GerirFinanceiro>() {
        true => Ok(()),
        false => Err(ARQUIVO_NAO_ENCONTRADO.into()),
    }
}

/// What a person has sent, for them to take along.
pub async fn listar_de(tx: &mut NucleoTx, pessoa: UsuarioId) -> Result<Vec<DePessoa>> {
    store::list_of(tx, pessoa).await
}

/// Somebody has left: their pictures of themselves go at once, unless somebody else shows them,
/// and the others are nobody's.
pub async fn esquecer(tx: &mut NucleoTx, pessoa: UsuarioId) -> Result<()> {
    let ha_muito = tx.now() - CARENCIA;
    store::disown(tx, pessoa, ha_muito).await?;
    tx.publish_nationally(&LimpezaDeArquivos::default()).await
}

/// Looks at those that were unused before, and leaves word of the rest.
pub async fn limpar(tx: &mut NucleoTx, evento: LimpezaDeArquivos) -> Result<()> {
    match conferir(tx, evento.apos, true).await? {
        None => Ok(()),
        apos => tx.publish(None, &LimpezaDeArquivos { apos }).await,
    }
}

/// Looks at all of them, and leaves word of the rest.
pub async fn conferir_todos(tx: &mut NucleoTx, evento: ConferenciaDeArquivos) -> Result<()> {
    match conferir(tx, evento.apos, false).await? {
        None => Ok(()),
        apos => tx.publish(None, &ConferenciaDeArquivos { apos }).await,
    }
}

/// The last of a full batch; `None` when there is nothing after it.
async fn conferir(
    tx: &mut NucleoTx,
    apos: Option<ArquivoId>,
    so_sem_uso: bool,
) -> Result<Option<ArquivoId>> {
    let ids = store::list_after(tx, apos, so_sem_uso, LOTE).await?;
    let antes_de = tx.now() - CARENCIA;
    store::settle_use(tx, &ids, antes_de).await?;
    let full = i64::try_from(ids.len()).is_ok_and(|count| count == LOTE);
    Ok(ids.last().copied().filter(|_| full))
}
