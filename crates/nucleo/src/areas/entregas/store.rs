use base::clock::Timestamp;
use base::db::{NucleoTx, list};
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::{Result, Uuid, tenant, tenant_or_national};
use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;

use super::{
    Aviso, AvisoId, Canal, Desfecho, EntregaId, Filtro, Mensagem, Preferencia, StatusDeEntrega,
    rules,
};
use crate::areas::membros::{Preferencias, Segmento, Status, segmento_inclui};

/// One notice on its way to one person, with what the person wants at this moment.
#[derive(Clone, Debug, FromRow)]
pub struct Entrega {
    pub id: EntregaId,
    /// The person's.
    pub nucleo_id: Option<NucleoId>,
    pub aviso_id: AvisoId,
    /// Whether the notice is the organisation's and not a nucleo's.
    pub nacional: bool,
    pub preferencia: Option<Preferencia>,
    pub titulo: String,
    pub corpo: String,
    pub url: String,
    pub email: Option<Json<Mensagem>>,
    pub usuario_id: Option<UsuarioId>,
    /// `None` for a bare address.
    pub nome: Option<String>,
    /// Where e-mail goes; `None` when the person has left.
    pub endereco: Option<String>,
    pub status_da_pessoa: Option<Status>,
    pub preferencias: Option<Json<Preferencias>>,
    pub tentativas: i64,
    /// Until when it is ours.
    pub proxima_em: Timestamp,
    pub progresso: Option<Json<Value>>,
}

/// A delivery, or an event that could not be, for the eyes of an administrator.
#[derive(FromRow)]
pub struct Linha {
    pub id: Uuid,
    pub canal: String,
    pub titulo: String,
    pub usuario_id: Option<UsuarioId>,
    pub usuario_nome: Option<String>,
    pub status: StatusDeEntrega,
    pub tentativas: i64,
    pub proxima_em: Timestamp,
    pub erro: Option<String>,
    pub criado_em: Timestamp,
}

/// The notice of this cause, made if there is none yet.
pub async fn insert_aviso(tx: &mut NucleoTx, aviso: &Aviso) -> Result<AvisoId> {
    let sql = tenant_or_national!(
        "INSERT INTO avisos (nucleo_id, id, causa, preferencia, titulo, corpo, url, email,
             criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (causa) DO NOTHING"
    );
    let id: AvisoId = tx.new_id();
    let params = (
        id,
        aviso.causa.as_str(),
        aviso.preferencia,
        aviso.titulo.as_str(),
        aviso.corpo.as_str(),
        aviso.url.as_str(),
        aviso.email.clone().map(Json),
        tx.now(),
    );
    if tx.execute_for(aviso.nucleo, sql, params).await? == 1 {
        return Ok(id);
    }
    let sql = tenant!("SELECT a.id FROM avisos a WHERE a.nucleo_id = $1 AND a.causa = $2");
    let row: Option<(AvisoId,)> = tx.optional(sql, (aviso.causa.as_str(),)).await?;
    Ok(row.map_or(id, |(id,)| id))
}

/// The nucleo of a notice; `None` if there is no such notice.
pub async fn find_nucleo(tx: &mut NucleoTx, id: AvisoId) -> Result<Option<Option<NucleoId>>> {
    let sql = tenant!("SELECT a.nucleo_id FROM avisos a WHERE a.nucleo_id = $1 AND a.id = $2");
    let row: Option<(Option<NucleoId>,)> = tx.optional(sql, (id,)).await?;
    Ok(row.map(|(nucleo,)| nucleo))
}

pub async fn count_segmento(tx: &mut NucleoTx, segmento: &Segmento) -> Result<i64> {
    let sql = tenant!(concat!(
        "SELECT count(*)
         FROM usuarios u
         CROSS JOIN (SELECT $2 AS segmento_cargos, $3 AS segmento_planos) s
         WHERE u.nucleo_id = $1 AND u.status = 'ATIVO' AND u.cargo <> 'SUPER_ADMIN'
           AND ",
        segmento_inclui!("s", "u", "$4")
    ));
    let (cargos, planos) = segmento.colunas();
    tx.count(sql, (cargos, planos, tx.now())).await
}

/// The next active members of a segment, in the order of their ids.
pub async fn list_segmento(
    tx: &mut NucleoTx,
    segmento: &Segmento,
    apos: Uuid,
    limit: usize,
) -> Result<Vec<UsuarioId>> {
    let sql = tenant!(concat!(
        "SELECT u.id
         FROM usuarios u
         CROSS JOIN (SELECT $3 AS segmento_cargos, $4 AS segmento_planos) s
         WHERE u.nucleo_id = $1 AND u.id > $2 AND u.status = 'ATIVO' AND u.cargo <> 'SUPER_ADMIN'
           AND ",
        segmento_inclui!("s", "u", "$6"),
        " ORDER BY u.id LIMIT $5"
    ));
    let (cargos, planos) = segmento.colunas();
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows: Vec<(UsuarioId,)> = tx.all(sql, (apos, cargos, planos, limit, tx.now())).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// One for each of these people who has none from this notice by this channel yet. `CROSS JOIN`,
/// because SQLite keeps its order: the other way round it reads the list for every person there is.
pub async fn insert_entregas(
    tx: &mut NucleoTx,
    aviso: AvisoId,
    canal: Canal,
    pessoas: &[UsuarioId],
) -> Result<()> {
    let sql = tenant!(
        "INSERT INTO entregas (id, nucleo_id, aviso_id, canal, chave, usuario_id, proxima_em,
             criado_em)
         SELECT unhex(substr(j.value, 1, 32)), u.nucleo_id, $2, $3, substr(j.value, 33, 32), u.id,
             $5, $5
         FROM json_each($4) j
         CROSS JOIN usuarios u
         WHERE u.nucleo_id = $1 AND u.id = unhex(substr(j.value, 33, 32))
         ON CONFLICT (aviso_id, canal, chave) DO NOTHING"
    );
    let par = |pessoa: &UsuarioId| {
        let id: Uuid = tx.new_id();
        format!("{}{}", id.simple(), Uuid::from(*pessoa).simple())
    };
    let pares = list::texts(&pessoas.iter().map(par).collect::<Vec<_>>());
    tx.execute(sql, (aviso, canal, pares, tx.now())).await?;
    Ok(())
}

/// E-mail to addresses that need not be anybody's, where the notice belongs.
pub async fn insert_enderecos(
    tx: &mut NucleoTx,
    aviso: AvisoId,
    enderecos: &[String],
) -> Result<()> {
    let sql = tenant!(
        "INSERT INTO entregas (id, nucleo_id, aviso_id, canal, chave, endereco, proxima_em,
             criado_em)
         SELECT unhex(substr(j.value, 1, 32)), a.nucleo_id, a.id, 'EMAIL', substr(j.value, 33),
             substr(j.value, 33), $4, $4
         FROM avisos a CROSS JOIN json_each($3) j
         WHERE a.nucleo_id = $1 AND a.id = $2
         ON CONFLICT (aviso_id, canal, chave) DO NOTHING"
    );
    let com_id = |endereco: &String| {
        let id: Uuid = tx.new_id();
        format!("{}{endereco}", id.simple())
    };
    let enderecos = list::texts(&enderecos.iter().map(com_id).collect::<Vec<_>>());
    tx.execute(sql, (aviso, enderecos, tx.now())).await?;
    Ok(())
}

/// Makes some of what is due ours until `ate`, before anything is sent. Two instances that choose
/// the same rows do not both get them: the second finds them due later than it asked.
pub async fn claim(
    tx: &mut NucleoTx,
    canal: Canal,
    ate: Timestamp,
    limit: usize,
) -> Result<Vec<EntregaId>> {
    let sql = tenant!(
        "UPDATE entregas SET tentativas = tentativas + 1, proxima_em = $4
         WHERE nucleo_id = $1 AND status = 'PENDENTE' AND proxima_em <= $3
           AND id IN (SELECT e.id FROM entregas e
               WHERE e.canal = $2 AND e.status = 'PENDENTE' AND e.proxima_em <= $3
               ORDER BY e.proxima_em, e.id LIMIT $5)
         RETURNING id"
    );
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows: Vec<(EntregaId,)> = tx.all(sql, (canal, tx.now(), ate, limit)).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Whether there is anything to claim: an idle worker does not take the write lock.
pub async fn is_anything_due(tx: &mut NucleoTx, canal: Canal) -> Result<bool> {
    let sql = tenant!(
        "SELECT e.id FROM entregas e
         WHERE e.nucleo_id = $1 AND e.canal = $2 AND e.status = 'PENDENTE' AND e.proxima_em <= $3
         ORDER BY e.proxima_em LIMIT 1"
    );
    let row: Option<(EntregaId,)> = tx.optional(sql, (canal, tx.now())).await?;
    Ok(row.is_some())
}

pub async fn list_claimed(tx: &mut NucleoTx, ids: &[EntregaId]) -> Result<Vec<Entrega>> {
    let sql = tenant!(
        "SELECT e.id, e.nucleo_id, e.aviso_id, a.nucleo_id IS NULL AS nacional, a.preferencia,
             a.titulo, a.corpo, a.url, a.email, e.usuario_id, u.nome,
             COALESCE(e.endereco, u.email) AS endereco, u.status AS status_da_pessoa,
             u.preferencias_notificacao AS preferencias, e.tentativas, e.proxima_em, e.progresso
         FROM entregas e
         JOIN avisos a ON a.id = e.aviso_id
         LEFT JOIN usuarios u ON u.id = e.usuario_id
         WHERE e.nucleo_id = $1 AND e.id IN (SELECT unhex(value) FROM json_each($2))
         ORDER BY e.id"
    );
    tx.all(sql, (list::ids(ids),)).await
}

/// Ends these as sent, as far as they are still ours, and says which those are.
pub async fn settle_sent(
    tx: &mut NucleoTx,
    ids: &[EntregaId],
    ate: Timestamp,
) -> Result<Vec<EntregaId>> {
    let sql = tenant!(
        "UPDATE entregas SET status = 'ENVIADA', erro = NULL, progresso = NULL
         WHERE nucleo_id = $1 AND status = 'PENDENTE' AND proxima_em = $3
           AND id IN (SELECT unhex(value) FROM json_each($2))
         RETURNING id"
    );
    let rows: Vec<(EntregaId,)> = tx.all(sql, (list::ids(ids), ate)).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Any other outcome of one of them. `None` if it is no longer ours.
pub async fn settle(
    tx: &mut NucleoTx,
    entrega: &Entrega,
    desfecho: &Desfecho,
) -> Result<Option<StatusDeEntrega>> {
    let sql = tenant!(
        "UPDATE entregas SET status = $4, erro = $5, proxima_em = $6, progresso = $7
         WHERE nucleo_id = $1 AND id = $2 AND status = 'PENDENTE' AND proxima_em = $3"
    );
    let (mut proxima_em, mut andamento) = (tx.now(), None);
    let (status, motivo) = match desfecho {
        Desfecho::Enviada => (StatusDeEntrega::Enviada, None),
        Desfecho::Dispensada(motivo) => (StatusDeEntrega::Dispensada, Some((*motivo).to_owned())),
        Desfecho::Falhou(motivo) => (StatusDeEntrega::Falhou, Some(motivo.clone())),
        Desfecho::Adiada { motivo, .. } if rules::desiste(entrega.tentativas) => {
            (StatusDeEntrega::Morta, Some(motivo.clone()))
        }
        Desfecho::Adiada { motivo, pausa, progresso } => {
            proxima_em = tx.now() + rules::pausa(entrega.tentativas, entrega.id.into(), *pausa);
            andamento = progresso.clone().map(Json);
            (StatusDeEntrega::Pendente, Some(motivo.clone()))
        }
    };
    let params = (entrega.id, entrega.proxima_em, status, motivo, proxima_em, andamento);
    Ok((tx.execute(sql, params).await? == 1).then_some(status))
}

/// Deliveries, and the events of the nucleo that were given up before they became any.
macro_rules! linhas {
    ($select:literal, $rest:literal) => {
        tenant!(concat!(
            $select,
            " FROM (
                 SELECT e.id, e.canal, a.titulo, e.usuario_id, u.nome AS usuario_nome, e.status,
                     e.tentativas, e.proxima_em, e.erro, e.criado_em
                 FROM entregas e
                 JOIN avisos a ON a.id = e.aviso_id
                 LEFT JOIN usuarios u ON u.id = e.usuario_id
                 WHERE e.nucleo_id = $1 AND ($2 IS NULL OR e.status = $2)
                   AND ($3 IS NULL OR e.canal = $3) AND ($4 IS NULL OR e.id = $4)
                 UNION ALL
                 SELECT o.id, 'EVENTO', o.event, NULL, NULL, 'MORTA', o.attempts, o.due_at,
                     o.last_error, o.due_at
                 FROM outbox o
                 WHERE o.nucleo_id = $1 AND o.status = 'DEAD' AND ($2 IS NULL OR $2 = 'MORTA')
                   AND $3 IS NULL AND ($4 IS NULL OR o.id = $4)
             ) l",
            $rest
        ))
    };
}

pub async fn list(tx: &mut NucleoTx, filtro: &Filtro, page: Page) -> Result<Vec<Linha>> {
    let sql = linhas!("SELECT l.*", " ORDER BY l.criado_em DESC, l.id DESC LIMIT $5 OFFSET $6");
    let nenhum: Option<Uuid> = None;
    tx.all(sql, (filtro.status, filtro.canal, nenhum, page.limit(), page.offset())).await
}

pub async fn count(tx: &mut NucleoTx, filtro: &Filtro) -> Result<i64> {
    let nenhum: Option<Uuid> = None;
    tx.count(linhas!("SELECT count(*)", ""), (filtro.status, filtro.canal, nenhum)).await
}

pub async fn find(tx: &mut NucleoTx, id: Uuid) -> Result<Option<Linha>> {
    let (status, canal): (Option<StatusDeEntrega>, Option<Canal>) = (None, None);
    tx.optional(linhas!("SELECT l.*", ""), (status, canal, Some(id))).await
}

/// Starts one again that was given up.
pub async fn retry(tx: &mut NucleoTx, id: Uuid) -> Result<bool> {
    let sql = tenant!(
        "UPDATE entregas SET status = 'PENDENTE', tentativas = 0, proxima_em = $3
         WHERE nucleo_id = $1 AND id = $2 AND status IN ('FALHOU', 'MORTA')"
    );
    Ok(tx.execute(sql, (id, tx.now())).await? == 1)
}

pub async fn delete_of(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let sql = tenant!("DELETE FROM entregas WHERE nucleo_id = $1 AND usuario_id = $2");
    tx.execute(sql, (usuario,)).await?;
    Ok(())
}

pub async fn delete_to(tx: &mut NucleoTx, endereco: &str) -> Result<()> {
    let sql = tenant!("DELETE FROM entregas WHERE nucleo_id = $1 AND endereco = $2");
    tx.execute(sql, (endereco,)).await?;
    Ok(())
}

pub async fn delete_ended(tx: &mut NucleoTx, antes_de: Timestamp) -> Result<()> {
    let sql = tenant!(
        "DELETE FROM entregas
         WHERE nucleo_id = $1 AND status <> 'PENDENTE' AND criado_em < $2"
    );
    tx.execute(sql, (antes_de,)).await?;
    let sql = tenant!(
        "DELETE FROM avisos
         WHERE nucleo_id = $1 AND criado_em < $2
           AND NOT EXISTS (SELECT 1 FROM entregas e WHERE e.aviso_id = avisos.id)
           AND NOT EXISTS (SELECT 1 FROM notificacoes n WHERE n.aviso_id = avisos.id)"
    );
    tx.execute(sql, (antes_de,)).await?;
    Ok(())
}
