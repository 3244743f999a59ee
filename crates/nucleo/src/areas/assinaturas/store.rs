use base::clock::Timestamp;
use base::db::NucleoTx;
use base::error::OnDuplicate;
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::{Result, Uuid, tenant};
use sqlx::FromRow;

use super::{AssinaturaId, Situacao, StatusDeAssinatura};
use crate::areas::planos::service::Plano;
use crate::areas::planos::{PlanoId, com_plano, em_vigor};
use crate::errors::{ASSINATURA_JA_PENDENTE, PLANO_ACABA_DE_MUDAR};

/// A subscription as people read it.
#[derive(Clone, Debug, FromRow)]
pub struct Assinatura {
    pub id: AssinaturaId,
    pub plano_id: PlanoId,
    pub plano_nome: String,
    pub plano_codigo: String,
    pub status: StatusDeAssinatura,
    pub validade: Option<Timestamp>,
    pub criado_em: Timestamp,
}

#[derive(FromRow)]
pub struct DeMembro {
    #[sqlx(flatten)]
    pub assinatura: Assinatura,
    pub usuario_id: UsuarioId,
    pub usuario_nome: String,
}

/// The plan in force, and the subscription that gives it, if one does.
#[derive(FromRow)]
pub struct EmVigor {
    pub plano_id: PlanoId,
    pub plano_nome: String,
    pub plano_codigo: String,
    pub id: Option<AssinaturaId>,
    pub status: Option<StatusDeAssinatura>,
    pub validade: Option<Timestamp>,
    pub criado_em: Option<Timestamp>,
}

/// `None` for somebody above all nucleos.
pub async fn find_em_vigor(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Option<EmVigor>> {
    let sql = tenant!(concat!(
        "SELECT p.id AS plano_id, p.nome AS plano_nome, p.codigo AS plano_codigo, v.id, v.status,
             v.validade, v.criado_em
         FROM usuarios u",
        com_plano!("u", "$3"),
        "WHERE u.nucleo_id = $1 AND u.id = $2 AND p.id IS NOT NULL"
    ));
    tx.optional(sql, (usuario, tx.now())).await
}

/// The columns of [`Assinatura`] and more. One that has ended is VENCIDA from that millisecond on,
/// whether or not it is marked so already.
macro_rules! assinaturas {
    ($agora:literal, $more:literal, $rest:literal) => {
        tenant!(concat!(
            "SELECT a.id, p.id AS plano_id, p.nome AS plano_nome, a.plano_codigo, ",
            status_em!($agora),
            " AS status, a.validade, a.criado_em",
            $more,
            $rest
        ))
    };
}

macro_rules! status_em {
    ($agora:literal) => {
        concat!(
            "CASE WHEN a.status = 'ATIVA' AND a.validade <= ",
            $agora,
            " THEN 'VENCIDA' ELSE a.status END"
        )
    };
}

pub async fn find_pendente(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Option<Assinatura>> {
    let sql = assinaturas!(
        "$3",
        "",
        " FROM assinaturas a
         JOIN planos p ON p.nucleo_id = a.nucleo_id AND p.codigo = a.plano_codigo
         WHERE a.nucleo_id = $1 AND a.usuario_id = $2 AND a.status = 'PENDENTE'"
    );
    tx.optional(sql, (usuario, tx.now())).await
}

pub async fn find(tx: &mut NucleoTx, id: AssinaturaId) -> Result<Option<Assinatura>> {
    let sql = assinaturas!(
        "$3",
        "",
        " FROM assinaturas a
         JOIN planos p ON p.nucleo_id = a.nucleo_id AND p.codigo = a.plano_codigo
         WHERE a.nucleo_id = $1 AND a.id = $2"
    );
    tx.optional(sql, (id, tx.now())).await
}

/// Everything that a person ever subscribed to, newest first.
pub async fn list_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Assinatura>> {
    let sql = assinaturas!(
        "$3",
        "",
        " FROM assinaturas a
         JOIN planos p ON p.nucleo_id = a.nucleo_id AND p.codigo = a.plano_codigo
         WHERE a.nucleo_id = $1 AND a.usuario_id = $2
         ORDER BY a.criado_em DESC, a.id DESC"
    );
    tx.all(sql, (usuario, tx.now())).await
}

pub async fn list(
    tx: &mut NucleoTx,
    status: Option<StatusDeAssinatura>,
    page: Page,
) -> Result<Vec<DeMembro>> {
    let sql = tenant!(concat!(
        "SELECT a.id, p.id AS plano_id, p.nome AS plano_nome, a.plano_codigo, ",
        status_em!("$3"),
        " AS status, a.validade, a.criado_em, a.usuario_id, u.nome AS usuario_nome
         FROM assinaturas a
         JOIN usuarios u ON u.id = a.usuario_id
         JOIN planos p ON p.nucleo_id = a.nucleo_id AND p.codigo = a.plano_codigo
         WHERE a.nucleo_id = $1 AND ($2 IS NULL OR ",
        status_em!("$3"),
        " = $2)
         ORDER BY a.criado_em DESC, a.id DESC
         LIMIT $4 OFFSET $5"
    ));
    tx.all(sql, (status, tx.now(), page.limit(), page.offset())).await
}

pub async fn count(tx: &mut NucleoTx, status: Option<StatusDeAssinatura>) -> Result<i64> {
    let sql = tenant!(concat!(
        "SELECT count(*) FROM assinaturas a WHERE a.nucleo_id = $1 AND ($2 IS NULL OR ",
        status_em!("$3"),
        " = $2)"
    ));
    tx.count(sql, (status, tx.now())).await
}

/// Those that give a plan now and were not cancelled, of one plan or of all, the newest first.
pub async fn list_ativas(
    tx: &mut NucleoTx,
    plano: Option<String>,
    limite: i64,
) -> Result<Vec<DeMembro>> {
    let sql = tenant!(concat!(
        "SELECT a.id, p.id AS plano_id, p.nome AS plano_nome, a.plano_codigo, ",
        status_em!("$2"),
        " AS status, a.validade, a.criado_em, a.usuario_id, u.nome AS usuario_nome
         FROM assinaturas a
         JOIN usuarios u ON u.id = a.usuario_id
         JOIN planos p ON p.nucleo_id = a.nucleo_id AND p.codigo = a.plano_codigo
         WHERE a.nucleo_id = $1 AND ",
        status_em!("$2"),
        " = 'ATIVA' AND ($3 IS NULL OR a.plano_codigo = $3)
         ORDER BY a.criado_em DESC, a.id DESC
         LIMIT $4"
    ));
    tx.all(sql, (tx.now(), plano, limite)).await
}

/// How many of them each plan has: code, name, number.
pub async fn count_por_plano(tx: &mut NucleoTx) -> Result<Vec<(String, String, i64)>> {
    let sql = tenant!(concat!(
        "SELECT p.codigo, p.nome, count(*)
         FROM assinaturas a
         JOIN planos p ON p.nucleo_id = a.nucleo_id AND p.codigo = a.plano_codigo
         WHERE a.nucleo_id = $1 AND ",
        status_em!("$2"),
        " = 'ATIVA'
         GROUP BY p.codigo, p.nome ORDER BY p.codigo"
    ));
    tx.all(sql, (tx.now(),)).await
}

/// What decisions about a person start from, oldest first: the one in force, the one that waits to
/// be paid, the last one there was. An update that changes nothing is a row lock on both engines, so
/// that of two changes the second starts from where the first ended.
pub async fn lock(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Situacao>> {
    let sql = tenant!(concat!(
        "UPDATE assinaturas SET status = status
         WHERE nucleo_id = $1 AND usuario_id = $2
           AND (vale OR status = 'PENDENTE' OR id = (SELECT n.id FROM assinaturas n
               WHERE n.usuario_id = $2 ORDER BY n.criado_em DESC, n.id DESC LIMIT 1))
         RETURNING id, plano_codigo, preco_centavos AS preco, status, vale, validade, criado_em,
             (SELECT p.periodo_dias FROM planos p WHERE p.nucleo_id = assinaturas.nucleo_id
                 AND p.codigo = assinaturas.plano_codigo) AS periodo_dias,
             (SELECT p.bonus_moedas FROM planos p WHERE p.nucleo_id = assinaturas.nucleo_id
                 AND p.codigo = assinaturas.plano_codigo) AS bonus_moedas, ",
        em_vigor!("assinaturas", "$3"),
        " AS em_vigor"
    ));
    let mut abertas: Vec<Situacao> = tx.all(sql, (usuario, tx.now())).await?;
    abertas.sort_by_key(|aberta| (aberta.criado_em, Uuid::from(aberta.id)));
    Ok(abertas)
}

/// One that waits to be paid.
pub async fn insert_pendente(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    plano: &Plano,
) -> Result<AssinaturaId> {
    insert(tx, plano.nucleo_id, usuario, plano, (StatusDeAssinatura::Pendente, None)).await
}

/// One that gives its plan from now on.
pub async fn insert_ativa(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    plano: &Plano,
    validade: Option<Timestamp>,
) -> Result<AssinaturaId> {
    insert(tx, plano.nucleo_id, usuario, plano, (StatusDeAssinatura::Ativa, validade)).await
}

async fn insert(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    usuario: UsuarioId,
    plano: &Plano,
    (status, validade): (StatusDeAssinatura, Option<Timestamp>),
) -> Result<AssinaturaId> {
    let sql = tenant!(
        "INSERT INTO assinaturas (nucleo_id, id, usuario_id, plano_codigo, preco_centavos, status,
             vale, validade, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
    );
    let id: AssinaturaId = tx.new_id();
    let vale = status == StatusDeAssinatura::Ativa;
    let codigo = plano.codigo.as_str();
    let params = (id, usuario, codigo, plano.preco, status, vale, validade, tx.now());
    tx.execute_for(Some(nucleo), sql, params)
        .await
        .on_duplicate("assinaturas_nucleo_id_usuario_id", ASSINATURA_JA_PENDENTE)
        .on_duplicate("assinaturas_usuario_id", PLANO_ACABA_DE_MUDAR)?;
    Ok(id)
}

/// From now on this one gives its plan.
pub async fn activate(
    tx: &mut NucleoTx,
    id: AssinaturaId,
    validade: Option<Timestamp>,
) -> Result<()> {
    let sql = tenant!(
        "UPDATE assinaturas SET status = 'ATIVA', vale = true, validade = $3
         WHERE nucleo_id = $1 AND id = $2"
    );
    tx.execute(sql, (id, validade)).await?;
    Ok(())
}

/// From now on this one gives nothing, because another takes its place or an administrator says so.
pub async fn end(tx: &mut NucleoTx, id: AssinaturaId) -> Result<()> {
    let sql = tenant!(
        "UPDATE assinaturas SET vale = false,
             status = CASE WHEN status = 'ATIVA' AND validade <= $3 THEN 'VENCIDA'
                 ELSE 'CANCELADA' END,
             validade = CASE WHEN validade <= $3 THEN validade ELSE $3 END
         WHERE nucleo_id = $1 AND id = $2"
    );
    tx.execute(sql, (id, tx.now())).await?;
    Ok(())
}

/// Gives up what waits to be paid.
pub async fn cancel_pendente(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let sql = tenant!(
        "UPDATE assinaturas SET status = 'CANCELADA'
         WHERE nucleo_id = $1 AND usuario_id = $2 AND status = 'PENDENTE'"
    );
    tx.execute(sql, (usuario,)).await?;
    Ok(())
}

/// Gives up what waits to be paid and what is in force. The latter holds until its end; one without
/// end ends now. Whether there was anything: the update decides between parallel ones.
pub async fn cancel(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<bool> {
    let sql = tenant!(concat!(
        "UPDATE assinaturas SET status = 'CANCELADA',
             validade = CASE WHEN vale AND validade IS NULL THEN $3 ELSE validade END
         WHERE nucleo_id = $1 AND usuario_id = $2
           AND (status = 'PENDENTE' OR (status = 'ATIVA' AND ",
        em_vigor!("assinaturas", "$3"),
        "))"
    ));
    Ok(tx.execute(sql, (usuario, tx.now())).await? > 0)
}

/// Marks some of those that have ended, over every nucleo, and says how many.
pub async fn expire(tx: &mut NucleoTx, limit: i64) -> Result<u64> {
    let sql = tenant!(
        "UPDATE assinaturas SET vale = false,
             status = CASE status WHEN 'ATIVA' THEN 'VENCIDA' ELSE status END
         WHERE nucleo_id = $1 AND vale AND validade <= $2
           AND id IN (SELECT a.id FROM assinaturas a WHERE a.vale AND a.validade <= $2
               ORDER BY a.validade LIMIT $3)"
    );
    tx.execute(sql, (tx.now(), limit)).await
}

pub async fn delete_all(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let sql = tenant!("DELETE FROM assinaturas WHERE nucleo_id = $1 AND usuario_id = $2");
    tx.execute(sql, (usuario,)).await?;
    Ok(())
}
