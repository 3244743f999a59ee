//! Sums that differ from the votes they were kept of.

use base::db::NucleoTx;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::{EnqueteId, OpcaoId};

#[derive(FromRow)]
pub struct ApuracaoErrada {
    pub enquete_id: EnqueteId,
    pub votantes: i64,
    pub contados: i64,
}

pub async fn find_apuracao_errada(tx: &mut NucleoTx) -> Result<Option<ApuracaoErrada>> {
    let sql = tenant!(
        "SELECT a.enquete_id, a.votantes, COALESCE(v.contados, 0) AS contados
         FROM enquete_apuracoes a
         LEFT JOIN (
             SELECT enquete_id, count(*) AS contados FROM enquete_votos
             WHERE posicao = 1 GROUP BY enquete_id
         ) v ON v.enquete_id = a.enquete_id
         WHERE (a.nucleo_id = $1 OR a.nucleo_id IS NULL)
           AND a.votantes <> COALESCE(v.contados, 0)
         ORDER BY a.enquete_id LIMIT 1"
    );
    tx.optional(sql, ()).await
}

#[derive(FromRow)]
pub struct ContagemErrada {
    pub opcao_id: OpcaoId,
    pub votos: i64,
    pub contados: i64,
}

pub async fn find_contagem_errada(tx: &mut NucleoTx) -> Result<Option<ContagemErrada>> {
    let sql = tenant!(
        "SELECT c.opcao_id, c.votos, COALESCE(v.contados, 0) AS contados
         FROM enquete_contagens c
         LEFT JOIN (
             SELECT opcao_id, count(*) AS contados FROM enquete_votos GROUP BY opcao_id
         ) v ON v.opcao_id = c.opcao_id
         WHERE (c.nucleo_id = $1 OR c.nucleo_id IS NULL) AND c.votos <> COALESCE(v.contados, 0)
         ORDER BY c.opcao_id LIMIT 1"
    );
    tx.optional(sql, ()).await
}
