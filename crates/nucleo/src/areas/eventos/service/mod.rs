//! What one can do with events. Every function works inside the caller's transaction; whatever acts
//! on an event holds its row first and decides by what it finds there.

mod cadastro;
mod consulta;
mod inscricao;
mod presenca;

use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;

use super::EventoId;
use super::store::{self, Travado};
use crate::errors::EVENTO_NAO_ENCONTRADO;

pub use cadastro::{alterar, cancelar, criar, criar_em_silencio};
pub use consulta::{
    codigo, contar_finalizados, contar_presencas, contar_presencas_de, futuros, historico,
    inscricoes_de, listar, passados,
};
pub use inscricao::{desistir, esquecer, inscrever};
pub use presenca::{Registrada, fazer_checkin, registrar_presenca};

pub use super::store::{DePessoa, Evento, Presenca};

/// An event as this person sees it.
pub async fn obter(tx: &mut NucleoTx, quem: UsuarioId, id: EventoId) -> Result<Evento> {
    Ok(store::find(tx, Some(quem), id).await?.ok_or(EVENTO_NAO_ENCONTRADO)?)
}

/// Nobody else acts on it until the transaction ends.
async fn travar(tx: &mut NucleoTx, id: EventoId) -> Result<Travado> {
    Ok(store::lock(tx, id).await?.ok_or(EVENTO_NAO_ENCONTRADO)?)
}
