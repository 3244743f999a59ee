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
    #[sqlx(rename = "opcao_id")]
    pub id: OpcaoId,
    pub texto: String,
    pub votos: i64,
    /// Whether the person who asks has chosen it.
    pub escolhida: bool,
}

/// The columns of [`Enquete`] as the person `$2`, if any, sees it, with more columns,
/// joins and conditions behind them.
macro_rules! select_enquete {
    ($columns:literal, $joins:literal, $rest:literal) => {
        tenant!(concat!(
            "SELECT e.id, e.nucleo_id, e.pergunta, e.tipo_escolha, e.foto_url, e.data_encerramento,
                 e.resultado_tempo_real, e.modal_obrigatorio, e.enviar_push, e.enviar_email,
                 e.criado_em, a.votantes AS total_votos, v.opcao_id IS NOT NULL AS ja_votou",
            $columns,
            " FROM enquetes e
             JOIN enquete_apuracoes a ON a.enquete_id = e.id
             LEFT JOIN enquete_votos v
                 ON v.enquete_id = e.id AND v.usuario_id = $2 AND v.posicao = 1 ",
            $joins,
            " WHERE (e.nucleo_id = $1 OR e.nucleo_id IS NULL) ",
            $rest
        ))
    };
}

/// A poll with its options, a row for each, in the order in which they were written. One
/// statement, so that sums, shares and one's own vote are of one moment while others vote.
macro_rules! select_detalhe {
    ($condition:literal) => {
        select_enquete!(
            ", o.id AS opcao_id, o.texto, c.votos, m.opcao_id IS NOT NULL AS escolhida",
            "JOIN enquete_opcoes o ON o.enquete_id = e.id
             JOIN enquete_contagens c ON c.opcao_id = o.id
             LEFT JOIN enquete_votos m
                 ON m.enquete_id = e.id AND m.usuario_id = $2 AND m.opcao_id = o.id",
            $condition
        )
    };
}

pub async fn list(tx: &mut NucleoTx, usuario: UsuarioId, page: Page) -> Result<Vec<Enquete>> {
    let sql = select_enquete!("", "", "ORDER BY e.criado_em DESC, e.id DESC LIMIT $3 OFFSET $4");
    tx.all(sql, (usuario, page.limit(), page.offset())).await
}

/// Those that still take votes, the first to close first.
pub async fn list_abertas(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    limite: i64,
) -> Result<Vec<Enquete>> {
    let sql = select_enquete!(
        "",
        "",
        "AND e.data_encerramento > $3 ORDER BY e.data_encerramento, e.id LIMIT $4"
    );
    tx.all(sql, (usuario, tx.now(), limite)).await
}

pub async fn count_abertas(tx: &mut NucleoTx) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM enquetes e
         WHERE (e.nucleo_id = $1 OR e.nucleo_id IS NULL) AND e.data_encerramento > $2"
    );
    tx.count(sql, (tx.now(),)).await
}

/// The newest ones by what they ask.
pub async fn list_perguntas(tx: &mut NucleoTx, limite: i64) -> Result<Vec<(EnqueteId, String)>> {
    let sql = tenant!(
        "SELECT e.id, e.pergunta FROM enquetes e
         WHERE (e.nucleo_id = $1 OR e.nucleo_id IS NULL)
         ORDER BY e.criado_em DESC, e.id DESC LIMIT $2"
    );
    tx.all(sql, (limite,)).await
}

pub async fn count(tx: &mut NucleoTx) -> Result<i64> {
    let sql =
        tenant!("SELECT count(*) FROM enquetes e WHERE (e.nucleo_id = $1 OR e.nucleo_id IS NULL)");
    tx.count(sql, ()).await
}

/// A row of [`select_detalhe!`].
#[derive(FromRow)]
struct Linha {
    #[sqlx(flatten)]
    enquete: Enquete,
    #[sqlx(flatten)]
    opcao: Opcao,
}

pub async fn find(
    tx: &mut NucleoTx,
    usuario: Option<UsuarioId>,
    id: EnqueteId,
) -> Result<Option<(Enquete, Vec<Opcao>)>> {
    let sql = select_detalhe!("AND e.id = $3 ORDER BY o.ordem");
    Ok(detalhe(tx.all(sql, (usuario, id)).await?))
}

/// The oldest open poll that must be answered and was not.
pub async fn find_pendente(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    so_nacionais: bool,
) -> Result<Option<(Enquete, Vec<Opcao>)>> {
    let sql = select_detalhe!(
        "AND e.id = (
             SELECT p.id FROM enquetes p
             WHERE (p.nucleo_id = $1 OR p.nucleo_id IS NULL)
               AND p.modal_obrigatorio AND p.data_encerramento > $3
               AND (NOT $4 OR p.nucleo_id IS NULL)
               AND NOT EXISTS (
                   SELECT 1 FROM enquete_votos x
                   WHERE x.enquete_id = p.id AND x.usuario_id = $2 AND x.posicao = 1)
             ORDER BY p.criado_em, p.id LIMIT 1)
         ORDER BY o.ordem"
    );
    Ok(detalhe(tx.all(sql, (usuario, tx.now(), so_nacionais)).await?))
}

fn detalhe(linhas: Vec<Linha>) -> Option<(Enquete, Vec<Opcao>)> {
    let (enquetes, opcoes): (Vec<_>, Vec<_>) =
        linhas.into_iter().map(|linha| (linha.enquete, linha.opcao)).unzip();
    Some((enquetes.into_iter().next()?, opcoes))
}
