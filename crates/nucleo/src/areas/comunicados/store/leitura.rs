use base::clock::Timestamp;
use base::db::{NucleoTx, list};
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::{Result, tenant};
use sqlx::FromRow;
use sqlx::types::Json;

use super::super::ComunicadoId;
use super::super::rules::{Corpo, Destinatarios, Posse, StatusDeComunicado};
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
                    segmento_inclui!("c", "u"),
                    " ORDER BY c.publicado_em DESC, c.id DESC LIMIT $3"
                )
            ),
            " v ORDER BY v.publicado_em DESC, v.id DESC LIMIT $4 OFFSET $5)
             ORDER BY c.publicado_em DESC, c.id DESC"
        )
    );
    let (limit, offset) = (page.limit(), page.offset());
    tx.all(sql, (leitor, offset + limit, limit, offset)).await
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
        segmento_inclui!("s", "u")
    ));
    tx.count(sql, (leitor,)).await
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
        concat!(", ", segmento_inclui!("c", "u"), " AS no_segmento"),
        "JOIN usuarios u ON u.id = $2
         WHERE c.id = $3 AND (c.nucleo_id = $1 OR c.nucleo_id IS NULL)"
    );
    tx.optional(sql, (leitor, id)).await
}

/// Whoever asks.
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
        segmento_inclui!("c", "u")
    ));
    let rows: Vec<(UsuarioId,)> = tx.all(sql, (id, list::ids(pessoas))).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
