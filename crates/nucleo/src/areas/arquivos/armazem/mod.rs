//! Where the bytes are: in the data folder, or in a store that speaks S3. Both are `object_store`'s,
//! and an object is the same path in both.

mod saida;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::Bytes;
use base::error::{Error, INDISPONIVEL, Result};
use base::outbound::{Guard, Outbound};
use futures::stream::BoxStream;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::{
    Attribute, Attributes, GetOptions, GetRange, ObjectStore, ObjectStoreExt, PutOptions,
    RetryConfig,
};

use super::Bucket;
use super::rules::{Nome, Tipo};
use crate::settings::{S3, Settings, Storage};

/// What the paths of all files begin with, here and in the store: a reference is known by it.
pub const PREFIXO: &str = "arquivos";
/// For as long as a browser likes: another picture has another name.
pub const CACHE_PUBLICO: &str = "public, max-age=31536000, immutable";
pub const CACHE_PRIVADO: &str = "private, no-store";

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chave {
    pub bucket: Bucket,
    pub nome: Nome,
}

impl Chave {
    fn path(&self) -> object_store::path::Path {
        object_store::path::Path::from_iter([PREFIXO, self.bucket.as_str(), self.nome.as_str()])
    }
}

/// Clones share their connections.
#[derive(Clone)]
pub struct Armazem(Arc<Partes>);

struct Partes {
    onde: Storage,
    pasta: PathBuf,
    guard: Guard,
    /// Opened when it is first needed: that makes the folder.
    aberto: OnceLock<Arc<dyn ObjectStore>>,
}

/// A file as it is read.
pub type Leitura = BoxStream<'static, object_store::Result<Bytes>>;

impl Armazem {
    pub fn new(settings: &Settings) -> Self {
        let onde = settings.storage.clone();
        let (pasta, guard) = (settings.data_dir.clone(), settings.guard);
        Self(Arc::new(Partes { onde, pasta, guard, aberto: OnceLock::new() }))
    }

    /// Where people find the file. A receipt is always asked of this service, which knows who may
    /// read it.
    pub fn url(&self, chave: &Chave) -> String {
        let base = match &self.0.onde {
            Storage::S3(S3 { public_url: Some(url), .. }) if chave.bucket.publico() => url.as_str(),
            _ => "",
        };
        format!("{base}/{}", chave.path())
    }

    pub async fn guardar(&self, chave: &Chave, bytes: Vec<u8>) -> Result<()> {
        let options = match &self.0.onde {
            // The folder has no place for these; there the name says it all.
            Storage::Folder => PutOptions::default(),
            Storage::S3(_) => PutOptions::from(attributes(chave)),
        };
        let stored = self.aberto()?.put_opts(&chave.path(), bytes.into(), options).await;
        stored.map(drop).map_err(away)
    }

    /// How long the file is; `None` if there is none.
    pub async fn medir(&self, chave: &Chave) -> Result<Option<u64>> {
        found(self.aberto()?.head(&chave.path()).await.map(|meta| meta.size))
    }

    /// The file, or a part of it, and how long the whole is; `None` if there is none.
    pub async fn ler(
        &self,
        chave: &Chave,
        parte: Option<Range<u64>>,
    ) -> Result<Option<(u64, Leitura)>> {
        let options = GetOptions { range: parte.map(GetRange::Bounded), ..GetOptions::default() };
        let read = self.aberto()?.get_opts(&chave.path(), options).await;
        found(read.map(|read| (read.meta.size, read.into_stream())))
    }

    /// Whether a store elsewhere answers, and to these keys; the folder needs no word.
    pub async fn conferir(&self) -> Result<()> {
        let nome = Nome::novo([0; 20], Tipo::Png);
        match self.0.onde {
            Storage::Folder => Ok(()),
            Storage::S3(_) => self.medir(&Chave { bucket: Bucket::Avatars, nome }).await.map(drop),
        }
    }

    /// What is not there is removed already.
    pub async fn remover(&self, chave: &Chave) -> Result<()> {
        found(self.aberto()?.delete(&chave.path()).await).map(drop)
    }

    fn aberto(&self) -> Result<&Arc<dyn ObjectStore>> {
        if let Some(aberto) = self.0.aberto.get() {
            return Ok(aberto);
        }
        let opened: Arc<dyn ObjectStore> = match &self.0.onde {
            Storage::Folder => Arc::new(folder(&self.0.pasta)?),
            Storage::S3(s3) => Arc::new(remote(s3, self.0.guard).map_err(away)?),
        };
        Ok(self.0.aberto.get_or_init(|| opened))
    }
}

/// It may hold personal data: nobody else reads it.
fn folder(pasta: &Path) -> Result<LocalFileSystem> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(pasta.join(PREFIXO))
        .map_err(|error| Error::from(INDISPONIVEL).because(error))?;
    let folder = LocalFileSystem::new_with_prefix(pasta).map_err(away)?;
    Ok(folder.with_fsync(true))
}

fn remote(s3: &S3, guard: Guard) -> object_store::Result<impl ObjectStore> {
    // The whole of it within the time of a request.
    let retry = RetryConfig {
        max_retries: 3,
        retry_timeout: Duration::from_secs(20),
        ..RetryConfig::default()
    };
    let mut builder = AmazonS3Builder::new()
        .with_http_connector(saida::PelaSaida(Outbound::new(guard)))
        .with_retry(retry)
        .with_allow_http(true) // the guard decides
        .with_bucket_name(&s3.bucket)
        .with_region(&s3.region)
        .with_access_key_id(&s3.access_key_id)
        .with_secret_access_key(&s3.secret_access_key);
    if let Some(endpoint) = &s3.endpoint {
        builder = builder.with_endpoint(endpoint);
    }
    builder.build()
}

/// What a store is to answer when it is asked by anybody else than this service.
fn attributes(chave: &Chave) -> Attributes {
    let cache = if chave.bucket.publico() { CACHE_PUBLICO } else { CACHE_PRIVADO };
    Attributes::from_iter([
        (Attribute::ContentType, chave.nome.tipo().mime()),
        (Attribute::CacheControl, cache),
    ])
}

fn found<T>(result: object_store::Result<T>) -> Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(object_store::Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(away(error)),
    }
}

fn away(error: object_store::Error) -> Error {
    Error::from(INDISPONIVEL).because(error)
}
