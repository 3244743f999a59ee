//! The tables of polls. National polls have no nucleo and are seen from all of them.
//!
//! A poll takes its nucleo from the scope. What hangs on it copies the poll's, so that it is right
//! whoever votes and wherever the poll lives.

mod leitura;
mod verificacao;
mod voto;

pub use leitura::{
    Enquete, Opcao, count, count_abertas, find, find_pendente, list, list_abertas, list_perguntas,
};
pub use verificacao::{find_apuracao_errada, find_contagem_errada};
pub use voto::{
    VotoDePessoa, count_voto, count_votos_por_pessoa, find_cedula, insert_voto, list_votantes,
    list_votos_de, release_votos, seal,
};

use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::{Result, tenant, tenant_or_national};

use super::rules::NovaEnquete;
use super::{EnqueteId, OpcaoId};

pub async fn insert(
    tx: &mut NucleoTx,
    id: EnqueteId,
    autor: UsuarioId,
    nova: &NovaEnquete,
) -> Result<()> {
    let sql = tenant_or_national!(
        "INSERT INTO enquetes (nucleo_id, id, autor_id, pergunta, tipo_escolha, foto_url,
             data_encerramento, resultado_tempo_real, modal_obrigatorio, enviar_push, enviar_email,
             criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
    );
    let agora: Timestamp = tx.now();
    let params = (
        id,
        autor,
        nova.pergunta.as_str(),
        nova.tipo_escolha,
        nova.foto_url.clone(),
        nova.data_encerramento,
        nova.resultado_tempo_real,
        nova.modal_obrigatorio,
        nova.enviar_push,
        nova.enviar_email,
        agora,
    );
    tx.execute(sql, params).await?;
    let sql = tenant_or_national!(
        "INSERT INTO enquete_apuracoes (nucleo_id, enquete_id, votantes) VALUES ($1, $2, 0)"
    );
    tx.execute(sql, (id,)).await?;
    insert_opcoes(tx, id, &nova.opcoes).await
}

async fn insert_opcoes(tx: &mut NucleoTx, enquete: EnqueteId, textos: &[String]) -> Result<()> {
    for (ordem, texto) in (0_i64..).zip(textos) {
        let sql = tenant_or_national!(
            "INSERT INTO enquete_opcoes (nucleo_id, id, enquete_id, ordem, texto)
             VALUES ($1, $2, $3, $4, $5)"
        );
        let id: OpcaoId = tx.new_id();
        tx.execute(sql, (id, enquete, ordem, texto.as_str())).await?;
    }
    let sql = tenant!(
        "INSERT INTO enquete_contagens (opcao_id, nucleo_id, enquete_id, votos)
         SELECT o.id, o.nucleo_id, o.enquete_id, 0
         FROM enquete_opcoes o
         WHERE o.enquete_id = $2 AND (o.nucleo_id = $1 OR o.nucleo_id IS NULL)"
    );
    tx.execute(sql, (enquete,)).await?;
    Ok(())
}
