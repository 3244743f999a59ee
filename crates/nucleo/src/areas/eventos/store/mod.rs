//! The tables of events and of who comes to them.

mod inscricao;
mod leitura;
mod pessoa;
mod verificacao;

pub use inscricao::{
    delete_inscricao, find_inscricao, find_pessoa, insert_inscricao, list_inscritos, promote,
    update_lotacao, upsert_presenca,
};
pub use leitura::{Evento, count_finalizados, count_periodo, find, find_codigo, list_periodo};
pub use pessoa::{
    DePessoa, Presenca, count_presencas, count_presencas_por_pessoa, list_de, list_inscricoes_de,
    list_presencas,
};
pub use verificacao::{find_contagem_errada, find_lotado_demais, find_presenca_mal_paga};

use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::{Result, tenant};
use sqlx::FromRow;

use super::EventoId;
use super::rules::{Corpo, Lotacao, Situacao};

/// An event whose row nobody else changes until the transaction ends.
#[derive(Clone, Debug, FromRow)]
pub struct Travado {
    pub nucleo_id: NucleoId,
    pub titulo: String,
    pub descricao: Option<String>,
    pub local: Option<String>,
    pub inicio: Timestamp,
    pub fim: Timestamp,
    pub vagas: Option<i64>,
    pub recompensa: i64,
    pub foto_url: Option<String>,
    pub codigo: String,
    pub inscritos: i64,
    pub esperando: i64,
    pub presentes: i64,
    pub cancelado: bool,
}

impl Travado {
    pub fn situacao(&self) -> Situacao {
        Situacao { inicio: self.inicio, fim: self.fim, cancelado: self.cancelado }
    }

    pub fn lotacao(&self) -> Lotacao {
        let Self { vagas, inscritos, presentes, esperando, .. } = *self;
        Lotacao { vagas, inscritos, presentes, esperando }
    }

    pub fn corpo(&self) -> Corpo {
        Corpo {
            titulo: self.titulo.clone(),
            descricao: self.descricao.clone(),
            local: self.local.clone(),
            inicio: self.inicio,
            fim: self.fim,
            vagas: self.vagas,
            recompensa: self.recompensa,
            foto_url: self.foto_url.clone(),
        }
    }
}

pub async fn insert(
    tx: &mut NucleoTx,
    criador: UsuarioId,
    codigo: &str,
    corpo: &Corpo,
) -> Result<EventoId> {
    let sql = tenant!(
        "INSERT INTO eventos (nucleo_id, id, titulo, descricao, local, inicio, fim, vagas,
             recompensa, foto_url, codigo, criado_por, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
    );
    let id: EventoId = tx.new_id();
    let Corpo { titulo, descricao, local, inicio, fim, vagas, recompensa, foto_url } =
        corpo.clone();
    let params = (
        id,
        titulo,
        descricao,
        local,
        inicio,
        fim,
        vagas,
        recompensa,
        foto_url,
        codigo,
        criador,
        tx.now(),
    );
    tx.execute(sql, params).await?;
    Ok(id)
}

/// An update that changes nothing is a row lock on both engines: of two acts on one event the
/// second starts from where the first ended.
pub async fn lock(tx: &mut NucleoTx, id: EventoId) -> Result<Option<Travado>> {
    let sql = tenant!(
        "UPDATE eventos SET chegadas = chegadas
         WHERE nucleo_id = $1 AND id = $2
         RETURNING nucleo_id, titulo, descricao, local, inicio, fim, vagas, recompensa, foto_url,
             codigo, inscritos, esperando, presentes, cancelado_em IS NOT NULL AS cancelado"
    );
    tx.optional(sql, (id,)).await
}

pub async fn update(tx: &mut NucleoTx, id: EventoId, corpo: &Corpo) -> Result<()> {
    let sql = tenant!(
        "UPDATE eventos SET titulo = $3, descricao = $4, local = $5, inicio = $6, fim = $7,
             vagas = $8, recompensa = $9, foto_url = $10
         WHERE nucleo_id = $1 AND id = $2"
    );
    let Corpo { titulo, descricao, local, inicio, fim, vagas, recompensa, foto_url } =
        corpo.clone();
    let params = (id, titulo, descricao, local, inicio, fim, vagas, recompensa, foto_url);
    tx.execute(sql, params).await?;
    Ok(())
}

pub async fn cancel(tx: &mut NucleoTx, id: EventoId) -> Result<()> {
    let sql = tenant!("UPDATE eventos SET cancelado_em = $3 WHERE nucleo_id = $1 AND id = $2");
    tx.execute(sql, (id, tx.now())).await?;
    Ok(())
}
