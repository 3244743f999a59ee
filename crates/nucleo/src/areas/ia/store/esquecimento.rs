//! What goes when somebody leaves for good.

use base::db::NucleoTx;
use base::id::UsuarioId;
use base::{Result, tenant};

use super::super::ConversaId;

pub async fn list_ids_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<ConversaId>> {
    let sql =
        tenant!("SELECT v.id FROM ia_conversas v WHERE v.nucleo_id = $1 AND v.usuario_id = $2");
    let ids: Vec<(ConversaId,)> = tx.all(sql, (usuario,)).await?;
    Ok(ids.into_iter().map(|(id,)| id).collect())
}

/// What others were told of this person, and asked about them, in words.
pub async fn erase_mencoes(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let apagar = [
        tenant!(
            "UPDATE ia_conversas SET titulo = 'Conversa'
             WHERE nucleo_id = $1 AND id IN (SELECT k.conversa_id FROM ia_mencoes k
                 WHERE k.nucleo_id = $1 AND k.usuario_id = $2)"
        ),
        tenant!(
            "UPDATE ia_mensagens
             SET texto = 'Mensagem apagada: falava de uma conta que foi excluída.', dados = NULL,
                 quick_replies = NULL
             WHERE nucleo_id = $1 AND EXISTS (SELECT 1 FROM ia_mencoes k
                 WHERE k.nucleo_id = $1 AND k.usuario_id = $2
                   AND k.conversa_id = ia_mensagens.conversa_id
                   AND k.numero = ia_mensagens.numero)"
        ),
        tenant!("DELETE FROM ia_mencoes WHERE nucleo_id = $1 AND usuario_id = $2"),
    ];
    for sql in apagar {
        tx.execute(sql, (usuario,)).await?;
    }
    Ok(())
}

/// What this person asked for, and what was asked for about them: that it was done stays, in whose
/// words and with which goes.
pub async fn erase_acoes(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let apagar = [
        tenant!(
            "DELETE FROM ia_acoes
             WHERE nucleo_id = $1 AND (usuario_id = $2 OR alvo_id = $2)
               AND estado <> 'CONFIRMADA'"
        ),
        tenant!(
            "UPDATE ia_acoes SET argumentos = '{}', dados = '{}', resumo = '', pedido = ''
             WHERE nucleo_id = $1 AND (usuario_id = $2 OR alvo_id = $2)"
        ),
    ];
    for sql in apagar {
        tx.execute(sql, (usuario,)).await?;
    }
    Ok(())
}
