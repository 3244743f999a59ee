//! Polls to be shown. Counts are kept with every vote, so nothing here counts votes.

use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::rules::TipoEscolha;
use super::super::{EnqueteId, OpcaoId};

#[derive(Debug, FromRow)]
pub struct Enquete {
    pub id: EnqueteId,
    pub nucleo_id: Option<NucleoId>,
    pub pergunta: String,
    pub tipo_escolha: TipoEscolha,
    pub foto_url: Option<String>,
    pub data_encerramento: Timestamp,
    pub resultado_tempo_real: bool,
    pub modal_obrigatorio: bool,
    pub enviar_push: bool,
    pub enviar_email: bool,
    pub criado_em: Timestamp,
    /// People, whatever they chose.
    pub total_votos: i64,
    /// Whether the person who asks is one of them.
    pub ja_votou: bool,
}

/// What one may choose. The number of votes stays within the area; see `rules::resultados`.
#[derive(Debug, FromRow)]
pub struct Opcao {
    pub id: OpcaoId,
    pub texto: String,
    pub votos: i64,
    /// Whether the person who asks has chosen it.
    pub escolhida: bool,
}

/// The columns of [`Enquete`] as the person `$2`, if any, sees it, with a condition behind them.
macro_rules! select_enquete {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT e.id, e.nucleo_id, e.pergunta, e.tipo_escolha, e.foto_url, e.data_encerramento,
                 e.resultado_tempo_real, e.modal_obrigatorio, e.enviar_push, e.enviar_email,
                 e.criado_em, a.votantes AS total_votos, v.opcao_id IS NOT NULL AS ja_votou
             FROM enquetes e
             JOIN enquete_apuracoes a ON a.enquete_id = e.id
             LEFT JOIN enquete_votos v
                 ON v.enquete_id = e.id AND v.usuario_id = $2 AND v.posicao = 1
             WHERE (e.nucleo_id = $1 OR e.nucleo_id IS NULL) ",
            $rest
        ))
    };
}

pub async fn list(tx: &mut NucleoTx, usuario: UsuarioId, page: Page) -> Result<Vec<Enquete>> {
    let sql = select_enquete!("ORDER BY e.criado_em DESC, e.id DESC LIMIT $3 OFFSET $4");
    tx.all(sql, (usuario, page.limit(), page.offset())).await
}

pub async fn count(tx: &mut NucleoTx) -> Result<i64> {
    let sql =
        tenant!("SELECT count(*) FROM enquetes e WHERE (e.nucleo_id = $1 OR e.nucleo_id IS NULL)");
    tx.count(sql, ()).await
}

pub async fn find(
    tx: &mut NucleoTx,
    usuario: Option<UsuarioId>,
    id: EnqueteId,
) -> Result<Option<Enquete>> {
    tx.optional(select_enquete!("AND e.id = $3"), (usuario, id)).await
}

/// The oldest open poll that must be answered and was not.
pub async fn find_pendente(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    so_nacionais: bool,
) -> Result<Option<Enquete>> {
    let sql = select_enquete!(
        "AND e.modal_obrigatorio AND e.data_encerramento > $3 AND v.opcao_id IS NULL
         AND (NOT $4 OR e.nucleo_id IS NULL)
         ORDER BY e.criado_em, e.id LIMIT 1"
    );
    tx.optional(sql, (usuario, tx.now(), so_nacionais)).await
}

/// In the order in which they were written.
pub async fn list_opcoes(
    tx: &mut NucleoTx,
    usuario: Option<UsuarioId>,
    enquete: EnqueteId,
) -> Result<Vec<Opcao>> {
    let sql = tenant!(
        "SELECT o.id, o.texto, c.votos, v.opcao_id IS NOT NULL AS escolhida
         FROM enquete_opcoes o
         JOIN enquete_contagens c ON c.opcao_id = o.id
         LEFT JOIN enquete_votos v
             ON v.enquete_id = o.enquete_id AND v.usuario_id = $2 AND v.opcao_id = o.id
         WHERE o.enquete_id = $3 AND (o.nucleo_id = $1 OR o.nucleo_id IS NULL)
         ORDER BY o.ordem"
    );
    tx.all(sql, (usuario, enquete)).await
}
