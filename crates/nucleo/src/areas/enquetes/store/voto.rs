//! Votes: written once per person, and counted as they are written.

use base::clock::Timestamp;
use base::db::{NucleoTx, list};
use base::id::{NucleoId, UsuarioId};
use base::{Result, Uuid, tenant};
use sqlx::FromRow;

use super::super::rules::TipoEscolha;
use super::super::{EnqueteId, OpcaoId};

/// What one must know to vote: a row per option, none if there is no such poll.
#[derive(Debug, FromRow)]
pub struct Cedula {
    pub nucleo_id: Option<NucleoId>,
    pub tipo_escolha: TipoEscolha,
    pub data_encerramento: Timestamp,
    pub opcao_id: OpcaoId,
}

pub async fn find_cedula(tx: &mut NucleoTx, enquete: EnqueteId) -> Result<Vec<Cedula>> {
    let sql = tenant!(
        "SELECT e.nucleo_id, e.tipo_escolha, e.data_encerramento, o.id AS opcao_id
         FROM enquetes e
         JOIN enquete_opcoes o ON o.enquete_id = e.id
         WHERE e.id = $2 AND (e.nucleo_id = $1 OR e.nucleo_id IS NULL)"
    );
    tx.all(sql, (enquete,)).await
}

/// Whether this is the person's only vote here. The unique index decides, so parallel requests
/// cannot all be told yes; whoever is told no gives the transaction up.
pub async fn insert_voto(
    tx: &mut NucleoTx,
    enquete: EnqueteId,
    usuario: UsuarioId,
    opcoes: &[OpcaoId],
) -> Result<bool> {
    let sql = tenant!(
        "INSERT INTO enquete_votos (enquete_id, usuario_id, posicao, opcao_id, nucleo_id, criado_em)
         SELECT o.enquete_id, $3, row_number() OVER (ORDER BY o.ordem), o.id, o.nucleo_id, $5
         FROM enquete_opcoes o
         WHERE o.enquete_id = $2 AND (o.nucleo_id = $1 OR o.nucleo_id IS NULL)
           AND o.id IN (SELECT unhex(value) FROM json_each($4))
         ON CONFLICT DO NOTHING"
    );
    let params = (enquete, usuario, list::ids(opcoes), tx.now());
    Ok(tx.execute(sql, params).await? == opcoes.len() as u64)
}

/// Adds a vote to the sums; false if the final result was taken meanwhile. The row of the poll
/// comes first: whoever holds it is alone with the options.
pub async fn count_voto(tx: &mut NucleoTx, enquete: EnqueteId, opcoes: &[OpcaoId]) -> Result<bool> {
    let sql = tenant!(
        "UPDATE enquete_apuracoes SET votantes = votantes + 1
         WHERE enquete_id = $2 AND (nucleo_id = $1 OR nucleo_id IS NULL) AND apurada_em IS NULL"
    );
    if tx.execute(sql, (enquete,)).await? == 0 {
        return Ok(false);
    }
    let sql = tenant!(
        "UPDATE enquete_contagens SET votos = votos + 1
         WHERE enquete_id = $2 AND (nucleo_id = $1 OR nucleo_id IS NULL)
           AND opcao_id IN (SELECT unhex(value) FROM json_each($3))"
    );
    tx.execute(sql, (enquete, list::ids(opcoes))).await?;
    Ok(true)
}

/// From now on no vote is added, not even one that is under way; those that hold the row already
/// are waited for.
pub async fn seal(tx: &mut NucleoTx, enquete: EnqueteId) -> Result<()> {
    let sql = tenant!(
        "UPDATE enquete_apuracoes SET apurada_em = COALESCE(apurada_em, $3)
         WHERE enquete_id = $2 AND (nucleo_id = $1 OR nucleo_id IS NULL)"
    );
    tx.execute(sql, (enquete, tx.now())).await?;
    Ok(())
}

/// The next of those who voted, in the order of their ids.
pub async fn list_votantes(
    tx: &mut NucleoTx,
    enquete: EnqueteId,
    depois_de: Option<UsuarioId>,
    limite: usize,
) -> Result<Vec<UsuarioId>> {
    let sql = tenant!(
        "SELECT v.usuario_id
         FROM enquete_votos v
         WHERE v.enquete_id = $2 AND v.usuario_id > $3 AND v.posicao = 1
           AND (v.nucleo_id = $1 OR v.nucleo_id IS NULL)
         ORDER BY v.usuario_id
         LIMIT $4"
    );
    let depois_de = depois_de.unwrap_or(UsuarioId::from(Uuid::nil()));
    let votantes: Vec<(UsuarioId,)> = tx.all(sql, (enquete, depois_de, limite as i64)).await?;
    Ok(votantes.into_iter().map(|(usuario,)| usuario).collect())
}

/// Everybody has a first row in each poll they voted in.
pub async fn count_votos_por_pessoa(
    tx: &mut NucleoTx,
    pessoas: &[UsuarioId],
) -> Result<Vec<(UsuarioId, i64)>> {
    let sql = tenant!(
        "SELECT v.usuario_id, count(*)
         FROM enquete_votos v
         WHERE v.usuario_id IN (SELECT unhex(value) FROM json_each($2)) AND v.posicao = 1
           AND (v.nucleo_id = $1 OR v.nucleo_id IS NULL)
         GROUP BY v.usuario_id"
    );
    tx.all(sql, (list::ids(pessoas),)).await
}

/// Takes the person away from their votes; what they chose stays counted.
pub async fn release_votos(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let sql = tenant!(
        "UPDATE enquete_votos SET usuario_id = NULL
         WHERE usuario_id = $2 AND (nucleo_id = $1 OR nucleo_id IS NULL)"
    );
    tx.execute(sql, (usuario,)).await?;
    Ok(())
}

/// One option that a person chose.
#[derive(Debug, FromRow)]
pub struct VotoDePessoa {
    pub enquete_id: EnqueteId,
    pub pergunta: String,
    pub opcao_id: OpcaoId,
    pub texto: String,
    pub criado_em: Timestamp,
}

/// Newest first.
pub async fn list_votos_de(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    limite: i64,
) -> Result<Vec<VotoDePessoa>> {
    let sql = tenant!(
        "SELECT v.enquete_id, e.pergunta, v.opcao_id, o.texto, v.criado_em
         FROM enquete_votos v
         JOIN enquetes e ON e.id = v.enquete_id
         JOIN enquete_opcoes o ON o.id = v.opcao_id
         WHERE v.usuario_id = $2 AND (v.nucleo_id = $1 OR v.nucleo_id IS NULL)
         ORDER BY v.criado_em DESC, v.enquete_id DESC, v.posicao
         LIMIT $3"
    );
    tx.all(sql, (usuario, limite)).await
}
