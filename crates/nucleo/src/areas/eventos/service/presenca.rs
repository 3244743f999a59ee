//! Having been there: once per person and event, and paid in the same breath.

use base::Result;
use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::scope::Caller;

use super::super::rules::{Codigo, StatusDeInscricao};
use super::super::store::{self, Evento, Travado};
use super::super::{EventoId, PresencaRegistrada};
use super::inscricao::exigir_membro;
use super::{obter, travar};
use crate::areas::economia::Origem;
use crate::areas::economia::service::{Movimento, creditar};
use crate::areas::membros::Status;
use crate::errors::{PESSOA_NAO_ATIVA, PRESENCA_JA_REGISTRADA, USUARIO_NAO_ENCONTRADO};

/// Somebody was there, and what they earned by it, after multiplier and cap.
pub struct Registrada {
    pub usuario: UsuarioId,
    pub nome: String,
    pub creditado: i64,
    pub presente_em: Timestamp,
}

/// By the code that is shown at the door, whether or not they have signed up.
pub async fn fazer_checkin(
    tx: &mut NucleoTx,
    caller: &Caller,
    id: EventoId,
    codigo: &Codigo,
) -> Result<(Evento, i64)> {
    let evento = travar(tx, id).await?;
    exigir_membro(caller)?;
    evento.situacao().exigir_janela(tx.now())?;
    codigo.exigir(&evento.codigo)?;
    let creditado = registrar(tx, id, &evento, caller.id, None).await?;
    Ok((obter(tx, caller.id, id).await?, creditado))
}

/// By the word of the management, also long after.
pub async fn registrar_presenca(
    tx: &mut NucleoTx,
    caller: &Caller,
    id: EventoId,
    usuario: UsuarioId,
) -> Result<Registrada> {
    let evento = travar(tx, id).await?;
    let pessoa = store::find_pessoa(tx, evento.nucleo_id, usuario).await?;
    let pessoa = pessoa.ok_or(USUARIO_NAO_ENCONTRADO)?;
    evento.situacao().exigir_comeco(tx.now())?;
    if pessoa.status != Status::Ativo {
        return Err(PESSOA_NAO_ATIVA.into());
    }
    let creditado = registrar(tx, id, &evento, usuario, Some(caller.id)).await?;
    Ok(Registrada { usuario, nome: pessoa.nome, creditado, presente_em: tx.now() })
}

/// What was credited. Nobody else acts on the event meanwhile, so what is found here stays true.
async fn registrar(
    tx: &mut NucleoTx,
    id: EventoId,
    evento: &Travado,
    usuario: UsuarioId,
    por: Option<UsuarioId>,
) -> Result<i64> {
    let antes = store::find_inscricao(tx, id, usuario).await?;
    if antes == Some(StatusDeInscricao::Presente) {
        return Err(PRESENCA_JA_REGISTRADA.into());
    }
    store::upsert_presenca(tx, id, usuario, por).await?;
    let mut lotacao = evento.lotacao();
    lotacao.mover(antes, Some(StatusDeInscricao::Presente), 1);
    store::update_lotacao(tx, id, &lotacao, i64::from(antes.is_none())).await?;
    let presenca = PresencaRegistrada { evento_id: id, usuario_id: usuario };
    tx.publish(Some(evento.nucleo_id), &presenca).await?;
    pagar(tx, id, evento, usuario).await
}

/// Nothing moves for an event without a reward.
async fn pagar(
    tx: &mut NucleoTx,
    id: EventoId,
    evento: &Travado,
    usuario: UsuarioId,
) -> Result<i64> {
    if evento.recompensa == 0 {
        return Ok(0);
    }
    let movimento = Movimento {
        usuario,
        origem: Origem::Evento,
        valor: evento.recompensa,
        descricao: &format!("Presença no evento: {}", evento.titulo),
        referencia: Some(id.into()),
    };
    Ok(creditar(tx, movimento).await?.map_or(0, |paga| paga.valor))
}
