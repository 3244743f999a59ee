use base::clock::Timestamp;
use base::db::{IdentifySql, NucleoTx};
use base::id::{NucleoId, UsuarioId};
use base::reais::Reais;
use base::{Result, identify, tenant, tenant_or_national};
use sqlx::FromRow;

use super::super::rules::Efeito;
use super::rules::Notificacao;
use super::{PagamentoId, StatusDePagamento, TipoDeEvento};
use crate::areas::economia::TransacaoId;

/// The member whom a reference names, wherever they belong.
pub const MEMBRO: IdentifySql = identify!(
    "SELECT u.id, u.nucleo_id FROM usuarios u \
     WHERE u.id = $1 AND u.nucleo_id IS NOT NULL AND u.status <> 'REJEITADO' \
     AND u.excluido_em IS NULL"
);

#[derive(FromRow)]
pub struct Pagamento {
    pub id: PagamentoId,
    pub nucleo_id: NucleoId,
    pub usuario_id: Option<UsuarioId>,
    pub status: StatusDePagamento,
    pub valor: Reais,
    pub vencimento: Option<String>,
    pub plano_nome: Option<String>,
    pub bonus_moedas: i64,
    pub validade: Option<Timestamp>,
    pub recebido_em: Option<Timestamp>,
    pub criado_em: Timestamp,
}

/// A payment whose bonus is not in the ledger as it should be.
#[derive(FromRow)]
pub struct Errado {
    pub id: PagamentoId,
    pub bonus_moedas: i64,
    pub creditos: i64,
    pub creditado: i64,
}

/// Whether it was not there yet, in whichever nucleo. The reference is kept only of nobody's: a
/// member is known by their id.
pub async fn insert_evento(
    tx: &mut NucleoTx,
    usuario: Option<UsuarioId>,
    notificacao: &Notificacao,
) -> Result<bool> {
    let sql = tenant_or_national!(
        "INSERT INTO pagamento_eventos (nucleo_id, id, usuario_id, tipo, provedor_id,
             valor_centavos, vencimento, referencia, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (id) DO NOTHING"
    );
    let Notificacao { id, tipo, provedor_id, centavos, vencimento, referencia } =
        notificacao.clone();
    let referencia = referencia.filter(|_| usuario.is_none());
    let params = (id, usuario, tipo, provedor_id, centavos, vencimento, referencia, tx.now());
    Ok(tx.execute(sql, params).await? == 1)
}

#[derive(FromRow)]
struct Evento {
    usuario_id: UsuarioId,
    tipo: TipoDeEvento,
    provedor_id: String,
    valor_centavos: i64,
    vencimento: Option<String>,
}

/// What was told of a member, and who that is.
pub async fn find_evento(tx: &mut NucleoTx, id: &str) -> Result<Option<(UsuarioId, Notificacao)>> {
    let sql = tenant!(
        "SELECT e.usuario_id, e.tipo, e.provedor_id, e.valor_centavos, e.vencimento
         FROM pagamento_eventos e
         WHERE e.nucleo_id = $1 AND e.id = $2 AND e.usuario_id IS NOT NULL"
    );
    let evento: Option<Evento> = tx.optional(sql, (id,)).await?;
    Ok(evento.map(|evento| {
        let notificacao = Notificacao {
            id: id.to_owned(),
            tipo: evento.tipo,
            provedor_id: evento.provedor_id,
            centavos: evento.valor_centavos,
            vencimento: evento.vencimento,
            referencia: None,
        };
        (evento.usuario_id, notificacao)
    }))
}

/// The payment, locked, as one that has come in; `None` if it has had its effect before, or is
/// somebody else's. Until it is settled it has none.
pub async fn take(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    notificacao: &Notificacao,
) -> Result<Option<PagamentoId>> {
    insert(tx, usuario, notificacao, StatusDePagamento::SemEfeito).await?;
    let sql = tenant!(
        "UPDATE pagamentos SET status = 'SEM_EFEITO', valor_centavos = $4, recebido_em = $5
         WHERE nucleo_id = $1 AND usuario_id = $2 AND provedor_id = $3 AND status <> 'RECEBIDO'
         RETURNING id"
    );
    let provedor_id = notificacao.provedor_id.as_str();
    let params = (usuario, provedor_id, notificacao.centavos, tx.now());
    let row: Option<(PagamentoId,)> = tx.optional(sql, params).await?;
    Ok(row.map(|(id,)| id))
}

/// `None` if the payment is known already: then it was told of, or has come in.
pub async fn insert_atrasado(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    notificacao: &Notificacao,
) -> Result<Option<PagamentoId>> {
    insert(tx, usuario, notificacao, StatusDePagamento::Atrasado).await
}

pub async fn set_plano(tx: &mut NucleoTx, id: PagamentoId, codigo: &str) -> Result<()> {
    let sql = tenant!("UPDATE pagamentos SET plano_codigo = $3 WHERE nucleo_id = $1 AND id = $2");
    tx.execute(sql, (id, codigo)).await?;
    Ok(())
}

async fn insert(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    notificacao: &Notificacao,
    status: StatusDePagamento,
) -> Result<Option<PagamentoId>> {
    let sql = tenant!(
        "INSERT INTO pagamentos (nucleo_id, id, usuario_id, provedor_id, status, valor_centavos,
             vencimento, bonus_moedas, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8)
         ON CONFLICT (provedor_id) DO NOTHING"
    );
    let id: PagamentoId = tx.new_id();
    let Notificacao { provedor_id, centavos, vencimento, .. } = notificacao.clone();
    let params = (id, usuario, provedor_id, status, centavos, vencimento, tx.now());
    Ok((tx.execute(sql, params).await? == 1).then_some(id))
}

pub async fn settle(tx: &mut NucleoTx, id: PagamentoId, efeito: &Efeito) -> Result<()> {
    let sql = tenant!(
        "UPDATE pagamentos SET status = 'RECEBIDO', plano_codigo = $3, bonus_moedas = $4,
             validade = $5
         WHERE nucleo_id = $1 AND id = $2"
    );
    let plano = efeito.plano_codigo.as_str();
    tx.execute(sql, (id, plano, efeito.bonus_moedas, efeito.validade)).await?;
    Ok(())
}

macro_rules! pagamentos {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT g.id, g.nucleo_id, g.usuario_id, g.status, g.valor_centavos AS valor,
                 g.vencimento, p.nome AS plano_nome, g.bonus_moedas, g.validade, g.recebido_em,
                 g.criado_em
             FROM pagamentos g
             LEFT JOIN planos p ON p.nucleo_id = g.nucleo_id AND p.codigo = g.plano_codigo
             WHERE g.nucleo_id = $1 AND ",
            $rest
        ))
    };
}

pub async fn find(tx: &mut NucleoTx, id: PagamentoId) -> Result<Option<Pagamento>> {
    tx.optional(pagamentos!("g.id = $2"), (id,)).await
}

pub async fn list_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Pagamento>> {
    let sql = pagamentos!("g.usuario_id = $2 ORDER BY g.criado_em DESC, g.id DESC");
    tx.all(sql, (usuario,)).await
}

pub async fn forget(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let sql = tenant!("DELETE FROM pagamento_eventos WHERE nucleo_id = $1 AND usuario_id = $2");
    tx.execute(sql, (usuario,)).await?;
    let sql = tenant!(
        "UPDATE pagamentos SET usuario_id = NULL, provedor_id = NULL
         WHERE nucleo_id = $1 AND usuario_id = $2"
    );
    tx.execute(sql, (usuario,)).await?;
    Ok(())
}

pub async fn find_errado(tx: &mut NucleoTx) -> Result<Option<Errado>> {
    let sql = tenant!(
        "SELECT g.id, g.bonus_moedas, count(t.id) AS creditos,
             COALESCE(CAST(SUM(t.valor) AS bigint), 0) AS creditado
         FROM pagamentos g
         LEFT JOIN transacoes t ON t.nucleo_id = g.nucleo_id AND t.origem = 'PLANO'
             AND t.referencia_id = g.id
         WHERE g.nucleo_id = $1
         GROUP BY g.id, g.bonus_moedas
         HAVING count(t.id) <> CASE WHEN g.bonus_moedas > 0 THEN 1 ELSE 0 END
             OR COALESCE(SUM(t.valor), 0) <> g.bonus_moedas
         ORDER BY g.id
         LIMIT 1"
    );
    tx.optional(sql, ()).await
}

pub async fn find_bonus_solto(tx: &mut NucleoTx) -> Result<Option<TransacaoId>> {
    let sql = tenant!(
        "SELECT t.id FROM transacoes t
         WHERE t.nucleo_id = $1 AND t.origem = 'PLANO'
           AND NOT EXISTS (SELECT 1 FROM pagamentos g WHERE g.id = t.referencia_id)
         ORDER BY t.id LIMIT 1"
    );
    let row: Option<(TransacaoId,)> = tx.optional(sql, ()).await?;
    Ok(row.map(|(id,)| id))
}
