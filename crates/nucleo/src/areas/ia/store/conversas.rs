//! The tables `ia_conversas` and `ia_mensagens`.

use base::clock::Timestamp;
use base::db::{NucleoTx, list};
use base::id::UsuarioId;
use base::page::Page;
use base::{Result, tenant};
use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;

use super::super::{AcaoId, ConversaId, Papel, TipoDeResposta};

#[derive(Debug, FromRow)]
pub struct Conversa {
    pub id: ConversaId,
    pub usuario_id: UsuarioId,
    pub usuario_nome: String,
    pub titulo: String,
    pub total_mensagens: i64,
    pub compartilhada: bool,
    pub compartilhada_em: Option<Timestamp>,
    pub criado_em: Timestamp,
    pub atualizado_em: Timestamp,
}

#[derive(Debug, FromRow)]
pub struct Mensagem {
    pub conversa_id: ConversaId,
    pub papel: Papel,
    pub texto: String,
    pub tipo: Option<TipoDeResposta>,
    pub dados: Option<Json<Value>>,
    pub quick_replies: Option<Json<Vec<String>>>,
    pub tool_calls: Option<Json<Vec<String>>>,
    pub acao_id: Option<AcaoId>,
    pub criado_em: Timestamp,
}

/// A message to be kept. Only the assistant's have more than a text.
#[derive(Clone, Debug)]
pub struct NovaMensagem {
    pub papel: Papel,
    pub texto: String,
    pub tipo: Option<TipoDeResposta>,
    pub dados: Option<Value>,
    pub quick_replies: Vec<String>,
    pub tool_calls: Vec<String>,
    pub acao: Option<AcaoId>,
}

macro_rules! conversas {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT v.id, v.usuario_id, u.nome AS usuario_nome, v.titulo, v.total_mensagens,
                 v.compartilhada, v.compartilhada_em, v.criado_em, v.atualizado_em
             FROM ia_conversas v JOIN usuarios u ON u.id = v.usuario_id
             WHERE v.nucleo_id = $1 ",
            $rest
        ))
    };
}

macro_rules! mensagens {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT m.conversa_id, m.papel, m.texto, m.tipo, m.dados, m.quick_replies, m.tool_calls,
                 m.acao_id, m.criado_em
             FROM ia_mensagens m WHERE m.nucleo_id = $1 ",
            $rest
        ))
    };
}

pub async fn insert_conversa(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    titulo: &str,
) -> Result<ConversaId> {
    let sql = tenant!(
        "INSERT INTO ia_conversas (nucleo_id, id, usuario_id, titulo, total_mensagens, criado_em,
             atualizado_em)
         VALUES ($1, $2, $3, $4, 0, $5, $5)"
    );
    let id: ConversaId = tx.new_id();
    tx.execute(sql, (id, usuario, titulo.to_owned(), tx.now())).await?;
    Ok(id)
}

/// Makes room for so many more messages and gives back the number of the first. The row is locked
/// from here on, so that two who speak at once get numbers of their own. `None`: it is gone, or
/// full.
pub async fn append(
    tx: &mut NucleoTx,
    id: ConversaId,
    quantas: i64,
    max: i64,
) -> Result<Option<i64>> {
    let sql = tenant!(
        "UPDATE ia_conversas SET total_mensagens = total_mensagens + $3, atualizado_em = $4
         WHERE nucleo_id = $1 AND id = $2 AND total_mensagens + $3 <= $5
         RETURNING total_mensagens"
    );
    let row: Option<(i64,)> = tx.optional(sql, (id, quantas, tx.now(), max)).await?;
    Ok(row.map(|(total,)| total - quantas + 1))
}

pub async fn insert_mensagem(
    tx: &mut NucleoTx,
    conversa: ConversaId,
    numero: i64,
    mensagem: &NovaMensagem,
) -> Result<()> {
    let sql = tenant!(
        "INSERT INTO ia_mensagens (nucleo_id, conversa_id, numero, papel, texto, tipo, dados,
             quick_replies, tool_calls, acao_id, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
    );
    let NovaMensagem { papel, texto, tipo, dados, quick_replies, tool_calls, acao } =
        mensagem.clone();
    let e_resposta = papel == Papel::Assistant;
    let params = (
        conversa,
        numero,
        papel,
        texto,
        tipo,
        dados.map(Json),
        e_resposta.then_some(Json(quick_replies)),
        e_resposta.then_some(Json(tool_calls)),
        acao,
        tx.now(),
    );
    tx.execute(sql, params).await?;
    Ok(())
}

/// Of whom a message speaks. Whoever is not of the nucleo is left out.
pub async fn insert_mencoes(
    tx: &mut NucleoTx,
    conversa: ConversaId,
    numeros: &[i64],
    pessoas: &[UsuarioId],
) -> Result<()> {
    if pessoas.is_empty() {
        return Ok(());
    }
    let sql = tenant!(
        "INSERT INTO ia_mencoes (nucleo_id, usuario_id, conversa_id, numero)
         SELECT u.nucleo_id, u.id, $2, $3
         FROM usuarios u
         WHERE u.nucleo_id = $1 AND u.id IN (SELECT unhex(value) FROM json_each($4))"
    );
    for numero in numeros {
        tx.execute(sql, (conversa, *numero, list::ids(pessoas))).await?;
    }
    Ok(())
}

/// One that is this person's, or shared with them.
pub async fn find_conversa(
    tx: &mut NucleoTx,
    leitor: UsuarioId,
    id: ConversaId,
) -> Result<Option<Conversa>> {
    let sql = conversas!("AND v.id = $2 AND (v.usuario_id = $3 OR v.compartilhada)");
    tx.optional(sql, (id, leitor)).await
}

/// The newest of this person's that begins and goes on like this: with this title and so many
/// messages.
pub async fn find_igual(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    titulo: &str,
    total: i64,
) -> Result<Option<ConversaId>> {
    let sql = tenant!(
        "SELECT v.id FROM ia_conversas v
         WHERE v.nucleo_id = $1 AND v.usuario_id = $2 AND v.titulo = $3 AND v.total_mensagens = $4
         ORDER BY v.atualizado_em DESC, v.id DESC LIMIT 1"
    );
    let row: Option<(ConversaId,)> = tx.optional(sql, (usuario, titulo.to_owned(), total)).await?;
    Ok(row.map(|(id,)| id))
}

/// One's own and the shared ones, each by its own range of an index, the latest first.
pub async fn list_conversas(
    tx: &mut NucleoTx,
    leitor: UsuarioId,
    page: Page,
) -> Result<Vec<Conversa>> {
    let sql = conversas!(
        "AND v.id IN (SELECT t.id FROM (
             SELECT * FROM (SELECT a.id, a.atualizado_em FROM ia_conversas a
                 WHERE a.nucleo_id = $1 AND a.usuario_id = $2
                 ORDER BY a.atualizado_em DESC, a.id DESC LIMIT $3) proprias
             UNION
             SELECT * FROM (SELECT b.id, b.atualizado_em FROM ia_conversas b
                 WHERE b.nucleo_id = $1 AND b.compartilhada
                 ORDER BY b.atualizado_em DESC, b.id DESC LIMIT $3) compartilhadas) t
             ORDER BY t.atualizado_em DESC, t.id DESC LIMIT $4 OFFSET $5)
         ORDER BY v.atualizado_em DESC, v.id DESC"
    );
    let (limit, offset) = (page.limit(), page.offset());
    tx.all(sql, (leitor, offset + limit, limit, offset)).await
}

pub async fn count_conversas(tx: &mut NucleoTx, leitor: UsuarioId) -> Result<i64> {
    let sql = tenant!(
        "SELECT (SELECT count(*) FROM ia_conversas a
                 WHERE a.nucleo_id = $1 AND a.usuario_id = $2)
              + (SELECT count(*) FROM ia_conversas b
                 WHERE b.nucleo_id = $1 AND b.compartilhada AND b.usuario_id <> $2)"
    );
    tx.count(sql, (leitor,)).await
}

/// The last ones, in order.
pub async fn list_ultimas(
    tx: &mut NucleoTx,
    conversa: ConversaId,
    quantas: i64,
) -> Result<Vec<Mensagem>> {
    let sql = mensagens!("AND m.conversa_id = $2 ORDER BY m.numero DESC LIMIT $3");
    let mut ultimas: Vec<Mensagem> = tx.all(sql, (conversa, quantas)).await?;
    ultimas.reverse();
    Ok(ultimas)
}

pub async fn list_mensagens(tx: &mut NucleoTx, conversa: ConversaId) -> Result<Vec<Mensagem>> {
    tx.all(mensagens!("AND m.conversa_id = $2 ORDER BY m.numero"), (conversa,)).await
}

/// Every conversation of a person, the oldest first.
pub async fn list_de(tx: &mut NucleoTx, usuario: UsuarioId, limite: i64) -> Result<Vec<Conversa>> {
    let sql = conversas!("AND v.usuario_id = $2 ORDER BY v.atualizado_em, v.id LIMIT $3");
    tx.all(sql, (usuario, limite)).await
}

/// Every message in them.
pub async fn list_mensagens_de(
    tx: &mut NucleoTx,
    conversas: &[ConversaId],
) -> Result<Vec<Mensagem>> {
    let sql = mensagens!(
        "AND m.conversa_id IN (SELECT unhex(value) FROM json_each($2))
         ORDER BY m.conversa_id, m.numero"
    );
    tx.all(sql, (list::ids(conversas),)).await
}

pub async fn share(tx: &mut NucleoTx, id: ConversaId, compartilhada: bool) -> Result<()> {
    let sql = tenant!(
        "UPDATE ia_conversas
         SET compartilhada = $3, compartilhada_em = CASE WHEN $3 THEN
             COALESCE(compartilhada_em, $4) END
         WHERE nucleo_id = $1 AND id = $2"
    );
    tx.execute(sql, (id, compartilhada, tx.now())).await?;
    Ok(())
}

/// With everything that was said. What was proposed there can no longer be confirmed; what was
/// done stays written down.
pub async fn delete_conversa(tx: &mut NucleoTx, id: ConversaId) -> Result<()> {
    let apagar = [
        tenant!(
            "DELETE FROM ia_acoes
             WHERE nucleo_id = $1 AND conversa_id = $2 AND estado <> 'CONFIRMADA'"
        ),
        tenant!("UPDATE ia_acoes SET conversa_id = NULL WHERE nucleo_id = $1 AND conversa_id = $2"),
        tenant!("DELETE FROM ia_mencoes WHERE nucleo_id = $1 AND conversa_id = $2"),
        tenant!("DELETE FROM ia_mensagens WHERE nucleo_id = $1 AND conversa_id = $2"),
        tenant!("DELETE FROM ia_conversas WHERE nucleo_id = $1 AND id = $2"),
    ];
    for sql in apagar {
        tx.execute(sql, (id,)).await?;
    }
    Ok(())
}
