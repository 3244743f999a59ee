//! The table `ia_acoes`: what was proposed, and what became of it.

use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::{Result, tenant};
use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;

use super::super::{AcaoId, ConversaId, EstadoDaAcao, TipoDeResposta};

#[derive(Clone, Debug, FromRow)]
pub struct Acao {
    pub id: AcaoId,
    pub conversa_id: Option<ConversaId>,
    pub ferramenta: String,
    pub argumentos: Json<Value>,
    pub tipo: TipoDeResposta,
    pub dados: Json<Value>,
    pub resumo: String,
    pub pedido: String,
    pub estado: EstadoDaAcao,
    pub expira_em: Timestamp,
}

impl Acao {
    /// Whether it can still be confirmed.
    pub fn espera(&self, agora: Timestamp) -> bool {
        self.estado == EstadoDaAcao::Pendente && self.expira_em > agora
    }
}

pub struct NovaAcao {
    pub usuario: UsuarioId,
    pub conversa: ConversaId,
    pub alvo: Option<UsuarioId>,
    pub ferramenta: &'static str,
    pub argumentos: Value,
    pub tipo: TipoDeResposta,
    pub dados: Value,
    pub resumo: String,
    pub pedido: String,
    pub expira_em: Timestamp,
}

macro_rules! acoes {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT a.id, a.conversa_id, a.ferramenta, a.argumentos, a.tipo, a.dados, a.resumo,
                 a.pedido, a.estado, a.expira_em
             FROM ia_acoes a WHERE a.nucleo_id = $1 AND a.usuario_id = $2 ",
            $rest
        ))
    };
}

pub async fn insert_acao(tx: &mut NucleoTx, nova: &NovaAcao) -> Result<AcaoId> {
    let sql = tenant!(
        "INSERT INTO ia_acoes (nucleo_id, id, usuario_id, conversa_id, alvo_id, ferramenta,
             argumentos, tipo, dados, resumo, pedido, estado, criado_em, expira_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'PENDENTE', $12, $13)"
    );
    let id: AcaoId = tx.new_id();
    let params = (
        id,
        nova.usuario,
        nova.conversa,
        nova.alvo,
        nova.ferramenta,
        Json(nova.argumentos.clone()),
        nova.tipo,
        Json(nova.dados.clone()),
        nova.resumo.clone(),
        nova.pedido.clone(),
        tx.now(),
        nova.expira_em,
    );
    tx.execute(sql, params).await?;
    Ok(id)
}

/// One that this person asked for.
pub async fn find_acao(tx: &mut NucleoTx, usuario: UsuarioId, id: AcaoId) -> Result<Option<Acao>> {
    tx.optional(acoes!("AND a.id = $3"), (usuario, id)).await
}

pub async fn exists_acao(tx: &mut NucleoTx, usuario: UsuarioId, id: AcaoId) -> Result<bool> {
    Ok(find_acao(tx, usuario, id).await?.is_some())
}

/// All that this person was proposed in a conversation.
pub async fn list_acoes(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    conversa: ConversaId,
) -> Result<Vec<Acao>> {
    tx.all(acoes!("AND a.conversa_id = $3"), (usuario, conversa)).await
}

/// The last one of a conversation that can still be confirmed.
pub async fn find_pendente(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    conversa: ConversaId,
    ferramenta: Option<&'static str>,
) -> Result<Option<Acao>> {
    let sql = acoes!(
        "AND a.conversa_id = $3 AND a.estado = 'PENDENTE' AND a.expira_em > $4
         AND ($5 IS NULL OR a.ferramenta = $5)
         ORDER BY a.criado_em DESC, a.id DESC LIMIT 1"
    );
    tx.optional(sql, (usuario, conversa, tx.now(), ferramenta.map(str::to_owned))).await
}

/// Takes an action for whoever asked for it, in time and once: of many who try at the same moment
/// one finds it PENDENTE. The effect follows in the same transaction.
pub async fn claim(tx: &mut NucleoTx, usuario: UsuarioId, id: AcaoId) -> Result<Option<Acao>> {
    let sql = tenant!(
        "UPDATE ia_acoes SET estado = 'CONFIRMADA', decidida_em = $4
         WHERE nucleo_id = $1 AND id = $2 AND usuario_id = $3 AND estado = 'PENDENTE'
           AND expira_em > $4
         RETURNING id, conversa_id, ferramenta, argumentos, tipo, dados, resumo, pedido, estado,
             expira_em"
    );
    tx.optional(sql, (id, usuario, tx.now())).await
}

/// Whether it could still be confirmed until now.
pub async fn cancel(tx: &mut NucleoTx, usuario: UsuarioId, id: AcaoId) -> Result<bool> {
    let sql = tenant!(
        "UPDATE ia_acoes SET estado = 'CANCELADA', decidida_em = $4
         WHERE nucleo_id = $1 AND id = $2 AND usuario_id = $3 AND estado = 'PENDENTE'
           AND expira_em > $4"
    );
    Ok(tx.execute(sql, (id, usuario, tx.now())).await? == 1)
}

/// What was not done and whose time was over before this moment, in every nucleo within reach.
pub async fn delete_vencidas(tx: &mut NucleoTx, antes: Timestamp) -> Result<()> {
    let sql = tenant!(
        "DELETE FROM ia_acoes
         WHERE nucleo_id = $1 AND estado <> 'CONFIRMADA' AND expira_em < $2"
    );
    tx.execute(sql, (antes,)).await?;
    Ok(())
}
