use base::Result;
use base::db::NucleoTx;
use base::error::ERRO_INTERNO;
use base::page::Page;
use base::scope::Caller;
use serde_json::json;

use super::store;
use crate::areas::auditoria::{self, Acao, Registro, TipoAlvo};
use crate::areas::membros::NovaPessoa;
use crate::areas::{membros, sessoes};

pub use super::store::SuperAdmin;

/// `autor` is `None` at the command line.
pub async fn criar(
    tx: &mut NucleoTx,
    autor: Option<&Caller>,
    pessoa: &NovaPessoa,
    senha_hash: &str,
) -> Result<SuperAdmin> {
    let id = membros::service::cadastrar_super_admin(tx, pessoa).await?;
    sessoes::service::definir_senha(tx, id, senha_hash).await?;
    let registro = Registro {
        acao: Acao::SuperAdminCriado,
        nucleo: None,
        alvo: (TipoAlvo::Usuario, id.into()),
        detalhes: json!({}),
    };
    auditoria::registrar(tx, autor, registro).await?;
    Ok(store::find(tx, id).await?.ok_or(ERRO_INTERNO)?)
}

pub async fn listar(tx: &mut NucleoTx, page: Page) -> Result<(i64, Vec<SuperAdmin>)> {
    Ok((store::count(tx).await?, store::list(tx, page).await?))
}
