//! The table `comunicados`. National ones have no nucleo and are seen from all of them.

use base::clock::Timestamp;
use base::db::{NucleoTx, list};
use base::error::ERRO_INTERNO;
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::{Error, Result, tenant, tenant_or_national};
use sqlx::FromRow;
use sqlx::types::Json;

use super::ComunicadoId;
use super::rules::{Corpo, Destinatarios, NovoComunicado, Posse, StatusDeComunicado};
use crate::areas::membros::{Segmento, segmento_inclui};

#[derive(Debug, FromRow)]
pub struct Comunicado {
    pub id: ComunicadoId,
    pub nucleo_id: Option<NucleoId>,
    pub autor_id: UsuarioId,
    pub autor_nome: String,
    pub status: StatusDeComunicado,
    pub data_agendamento: Option<Timestamp>,
    pub publicado_em: Option<Timestamp>,
    pub criado_em: Timestamp,
    segmento_cargos: Option<String>,
    segmento_planos: Option<String>,
    pub enviar_push: bool,
    pub enviar_email: bool,
    pub push_destinatarios: Json<Destinatarios>,
    pub titulo: String,
    pub foto_url: Option<String>,
    pub video_url: Option<String>,
    pub conteudo: String,
}

impl Comunicado {
    pub fn posse(&self) -> Posse {
        Posse { nucleo: self.nucleo_id, autor: self.autor_id }
    }

    pub fn segmento(&self) -> Result<Segmento> {
        let (cargos, planos) = (self.segmento_cargos.as_deref(), self.segmento_planos.as_deref());
        Segmento::de_colunas(cargos, planos)
    }

    pub fn corpo(self) -> Result<Corpo> {
        Ok(Corpo {
            segmento: self.segmento()?,
            titulo: self.titulo,
            conteudo: self.conteudo,
            foto_url: self.foto_url,
            video_url: self.video_url,
            enviar_push: self.enviar_push,
            enviar_email: self.enviar_email,
            push: self.push_destinatarios.0,
        })
    }
}

/// An announcement, and whether it is for the person who asks.
#[derive(FromRow)]
pub struct Encontrado {
    #[sqlx(flatten)]
    pub comunicado: Comunicado,
    pub no_segmento: bool,
}

/// The columns of [`Comunicado`] and more, with a condition behind them.
macro_rules! comunicados {
    ($more:expr, $rest:expr) => {
        tenant!(concat!(
            "SELECT c.id, c.nucleo_id, c.autor_id, a.nome AS autor_nome, c.status,
                 c.data_agendamento, c.publicado_em, c.criado_em, c.segmento_cargos,
                 c.segmento_planos, c.enviar_push, c.enviar_email, c.push_destinatarios, c.titulo,
                 c.foto_url, c.video_url, c.conteudo",
            $more,
            " FROM comunicados c JOIN usuarios a ON a.id = c.autor_id ",
            $rest
        ))
    };
}

/// The published ones of the nucleo, then apart from them the national ones, so that each half goes
/// by its own range of an index. Above all nucleos the first half has everything.
macro_rules! publicados {
    ($select:expr, $rest:expr) => {
        concat!(
            "(SELECT * FROM (SELECT ",
            $select,
            " WHERE c.nucleo_id = $1 AND c.publicado_em IS NOT NULL",
            $rest,
            ") deles UNION ALL SELECT * FROM (SELECT ",
            $select,
            " WHERE c.nucleo_id IS NULL AND $1 IS NOT NULL AND c.publicado_em IS NOT NULL",
            $rest,
            ") nacionais)"
        )
    };
}

/// What is published for one person. The page is found without its texts, no further than it
/// reaches, and the texts are read for its rows alone.
pub async fn list(tx: &mut NucleoTx, leitor: UsuarioId, page: Page) -> Result<Vec<Comunicado>> {
    let sql = comunicados!(
        "",
        concat!(
            "WHERE c.id IN (SELECT v.id FROM ",
            publicados!(
                "c.id, c.publicado_em FROM comunicados c JOIN usuarios u ON u.id = $2",
                concat!(
                    " AND ",
                    segmento_inclui!("c", "u", "$6"),
                    " ORDER BY c.publicado_em DESC, c.id DESC LIMIT $3"
                )
            ),
            " v ORDER BY v.publicado_em DESC, v.id DESC LIMIT $4 OFFSET $5)
             ORDER BY c.publicado_em DESC, c.id DESC"
        )
    );
    let (limit, offset) = (page.limit(), page.offset());
    tx.all(sql, (leitor, offset + limit, limit, offset, tx.now())).await
}

/// Published in this time, of the nucleo and national, the newest first.
pub async fn list_publicados_entre(
    tx: &mut NucleoTx,
    (de, ate): (Timestamp, Timestamp),
    limite: i64,
) -> Result<Vec<Comunicado>> {
    let sql = comunicados!(
        "",
        concat!(
            "WHERE c.id IN (SELECT v.id FROM ",
            publicados!(
                "c.id, c.publicado_em FROM comunicados c",
                " AND c.publicado_em >= $2 AND c.publicado_em <= $3
                  ORDER BY c.publicado_em DESC, c.id DESC LIMIT $4"
            ),
            " v ORDER BY v.publicado_em DESC, v.id DESC LIMIT $4)
             ORDER BY c.publicado_em DESC, c.id DESC"
        )
    );
    tx.all(sql, (de, ate, limite)).await
}

/// Asks of each segment once whether it is the person's, not of each announcement.
pub async fn count(tx: &mut NucleoTx, leitor: UsuarioId) -> Result<i64> {
    let sql = tenant!(concat!(
        "SELECT CAST(COALESCE(sum(s.quantos), 0) AS bigint) FROM usuarios u CROSS JOIN ",
        publicados!(
            "c.segmento_cargos, c.segmento_planos, count(*) AS quantos FROM comunicados c",
            " GROUP BY c.segmento_cargos, c.segmento_planos"
        ),
        " s WHERE u.id = $2 AND ",
        segmento_inclui!("s", "u", "$3")
    ));
    tx.count(sql, (leitor, tx.now())).await
}

/// All of the nucleo, or those that one person wrote.
pub async fn list_geridos(
    tx: &mut NucleoTx,
    autor: Option<UsuarioId>,
    page: Page,
) -> Result<Vec<Comunicado>> {
    let sql = comunicados!(
        "",
        "WHERE c.nucleo_id = $1 AND ($2 IS NULL OR c.autor_id = $2)
         ORDER BY c.criado_em DESC, c.id DESC
         LIMIT $3 OFFSET $4"
    );
    tx.all(sql, (autor, page.limit(), page.offset())).await
}

pub async fn count_geridos(tx: &mut NucleoTx, autor: Option<UsuarioId>) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM comunicados c
         WHERE c.nucleo_id = $1 AND ($2 IS NULL OR c.autor_id = $2)"
    );
    tx.count(sql, (autor,)).await
}

pub async fn find(
    tx: &mut NucleoTx,
    leitor: UsuarioId,
    id: ComunicadoId,
) -> Result<Option<Encontrado>> {
    let sql = comunicados!(
        concat!(", ", segmento_inclui!("c", "u", "$4"), " AS no_segmento"),
        "JOIN usuarios u ON u.id = $2
         WHERE c.id = $3 AND (c.nucleo_id = $1 OR c.nucleo_id IS NULL)"
    );
    tx.optional(sql, (leitor, id, tx.now())).await
}

/// Whether or not it is for the person who asks.
pub async fn get(tx: &mut NucleoTx, id: ComunicadoId) -> Result<Option<Comunicado>> {
    let sql = comunicados!("", "WHERE c.id = $2 AND (c.nucleo_id = $1 OR c.nucleo_id IS NULL)");
    tx.optional(sql, (id,)).await
}

/// Those of the people who are members: of this nucleo, or of any for what is national.
pub async fn list_membros(
    tx: &mut NucleoTx,
    nucleo: Option<NucleoId>,
    pessoas: &[UsuarioId],
) -> Result<Vec<UsuarioId>> {
    let sql = tenant!(
        "SELECT u.id FROM usuarios u
         WHERE u.nucleo_id = $1 AND ($2 IS NULL OR u.nucleo_id = $2)
           AND u.id IN (SELECT unhex(value) FROM json_each($3))
           AND u.status <> 'REJEITADO' AND u.excluido_em IS NULL AND u.cargo <> 'SUPER_ADMIN'"
    );
    let rows: Vec<(UsuarioId,)> = tx.all(sql, (nucleo, list::ids(pessoas))).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Those of the people who may see the announcement at this moment.
pub async fn list_no_segmento(
    tx: &mut NucleoTx,
    id: ComunicadoId,
    pessoas: &[UsuarioId],
) -> Result<Vec<UsuarioId>> {
    let sql = tenant!(concat!(
        "SELECT u.id FROM comunicados c CROSS JOIN usuarios u
         WHERE (c.nucleo_id = $1 OR c.nucleo_id IS NULL) AND c.id = $2
           AND u.nucleo_id = $1 AND u.id IN (SELECT unhex(value) FROM json_each($3))
           AND u.status = 'ATIVO' AND ",
        segmento_inclui!("c", "u", "$4")
    ));
    let rows: Vec<(UsuarioId,)> = tx.all(sql, (id, list::ids(pessoas), tx.now())).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Of the time that an announcement was created with.
pub const PRIMEIRA_VERSAO: i64 = 1;

pub async fn insert(
    tx: &mut NucleoTx,
    autor: UsuarioId,
    novo: &NovoComunicado,
) -> Result<ComunicadoId> {
    let sql = tenant_or_national!(
        "INSERT INTO comunicados (nucleo_id, id, autor_id, status, versao, data_agendamento,
             publicado_em, criado_em, segmento_cargos, segmento_planos, enviar_push, enviar_email,
             push_destinatarios, titulo, foto_url, video_url, conteudo)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)"
    );
    let (id, agora): (ComunicadoId, _) = (tx.new_id(), tx.now());
    let NovoComunicado { corpo, agendamento } = novo;
    let (cargos, planos) = corpo.segmento.colunas();
    let (status, publicado_em) = match agendamento {
        Some(_) => (StatusDeComunicado::Agendado, None),
        None => (StatusDeComunicado::Publicado, Some(agora)),
    };
    let params = (
        id,
        autor,
        status,
        PRIMEIRA_VERSAO,
        *agendamento,
        publicado_em,
        agora,
        cargos,
        planos,
        corpo.enviar_push,
        corpo.enviar_email,
        Json(corpo.push.clone()),
        corpo.titulo.as_str(),
        corpo.foto_url.clone(),
        corpo.video_url.clone(),
        corpo.conteudo.as_str(),
    );
    tx.execute(sql, params).await?;
    Ok(id)
}

/// Whether there is one within reach. An update that changes nothing is a row lock on both engines:
/// a change and the publication at its time come one after the other.
pub async fn lock(tx: &mut NucleoTx, id: ComunicadoId) -> Result<bool> {
    let sql = tenant!("UPDATE comunicados SET versao = versao WHERE nucleo_id = $1 AND id = $2");
    Ok(tx.execute(sql, (id,)).await? == 1)
}

pub async fn update_corpo(tx: &mut NucleoTx, id: ComunicadoId, corpo: &Corpo) -> Result<()> {
    let sql = tenant!(
        "UPDATE comunicados SET segmento_cargos = $3, segmento_planos = $4, enviar_push = $5,
             enviar_email = $6, push_destinatarios = $7, titulo = $8, foto_url = $9,
             video_url = $10, conteudo = $11
         WHERE nucleo_id = $1 AND id = $2"
    );
    let (cargos, planos) = corpo.segmento.colunas();
    let params = (
        id,
        cargos,
        planos,
        corpo.enviar_push,
        corpo.enviar_email,
        Json(corpo.push.clone()),
        corpo.titulo.as_str(),
        corpo.foto_url.clone(),
        corpo.video_url.clone(),
        corpo.conteudo.as_str(),
    );
    tx.execute(sql, params).await?;
    Ok(())
}

/// The version of its new time.
pub async fn reschedule(tx: &mut NucleoTx, id: ComunicadoId, quando: Timestamp) -> Result<i64> {
    let sql = tenant!(
        "UPDATE comunicados SET data_agendamento = $3, versao = versao + 1
         WHERE nucleo_id = $1 AND id = $2 AND status = 'AGENDADO'
         RETURNING versao"
    );
    let row: Option<(i64,)> = tx.optional(sql, (id, quando)).await?;
    row.map(|(versao,)| versao).ok_or_else(|| Error::from(ERRO_INTERNO).because("not locked"))
}

/// Publishes one that is locked and scheduled, before its time.
pub async fn publish_now(tx: &mut NucleoTx, id: ComunicadoId) -> Result<()> {
    let sql = tenant!(
        "UPDATE comunicados SET status = 'PUBLICADO', publicado_em = $3, data_agendamento = NULL
         WHERE nucleo_id = $1 AND id = $2 AND status = 'AGENDADO'"
    );
    tx.execute(sql, (id, tx.now())).await?;
    Ok(())
}

/// Whether it waited for this time until now: of any number of workers one is told yes.
pub async fn publish(tx: &mut NucleoTx, id: ComunicadoId, versao: i64) -> Result<bool> {
    let sql = tenant!(
        "UPDATE comunicados SET status = 'PUBLICADO', publicado_em = $4
         WHERE nucleo_id = $1 AND id = $2 AND status = 'AGENDADO' AND versao = $3"
    );
    Ok(tx.execute(sql, (id, versao, tx.now())).await? == 1)
}

pub async fn delete(tx: &mut NucleoTx, id: ComunicadoId) -> Result<()> {
    let sql = tenant!("DELETE FROM comunicados WHERE nucleo_id = $1 AND id = $2");
    tx.execute(sql, (id,)).await?;
    Ok(())
}
