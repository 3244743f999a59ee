use base::Result;
use base::db::NucleoTx;
use base::id::NucleoId;
use base::scope::Caller;
use base::validation::FieldErrors;
use serde_json::json;

use super::super::rules::{
    self, Destinatarios, Mudanca, NovoComunicado, Passo, StatusDeComunicado,
};
use super::super::store::{self, Comunicado};
use super::super::{ComunicadoAgendado, ComunicadoId};
use super::leitura::a_vista;
use super::publicacao;
use crate::areas::auditoria::{self, Acao, Registro, TipoAlvo};
use crate::areas::feed::{self, TipoDeEntrada};
use crate::areas::membros::Segmento;
use crate::areas::planos;
use crate::errors::{COMUNICADO_DE_OUTRA_PESSOA, COMUNICADO_NAO_ENCONTRADO, CONTEUDO_NACIONAL};

/// An announcement of the scope's nucleo; without one, a national one.
pub async fn criar(
    tx: &mut NucleoTx,
    caller: &Caller,
    novo: &NovoComunicado,
) -> Result<Comunicado> {
    let nucleo = tx.nucleo().ok();
    conferir(tx, nucleo, Some(&novo.corpo.segmento), Some(&novo.corpo.push)).await?;
    let id = store::insert(tx, caller.id, novo).await?;
    let comunicado = publicacao::obter(tx, id).await?;
    match novo.agendamento {
        Some(quando) => {
            let evento = ComunicadoAgendado { comunicado_id: id, versao: store::PRIMEIRA_VERSAO };
            tx.publish_at(quando, nucleo, &evento).await?;
        }
        None => publicacao::publicar(tx, &comunicado).await?,
    }
    registrar(tx, caller, &comunicado, "CRIADO", &[]).await?;
    Ok(comunicado)
}

/// Changes what is said, and when. One that is out shows the change and tells nobody again.
pub async fn alterar(
    tx: &mut NucleoTx,
    caller: &Caller,
    id: ComunicadoId,
    mudanca: &Mudanca,
) -> Result<Comunicado> {
    let antes = para_mudar(tx, caller, id).await?;
    let (nucleo, status) = (antes.nucleo_id, antes.status);
    let passo = mudanca.passo(status)?;
    conferir(tx, nucleo, mudanca.segmento(), mudanca.destinatarios()).await?;
    let mut corpo = antes.corpo()?;
    mudanca.aplicar(&mut corpo);
    store::update_corpo(tx, id, &corpo).await?;
    match passo {
        Passo::Fica => {}
        Passo::Reagenda(quando) => {
            let versao = store::reschedule(tx, id, quando).await?;
            let evento = ComunicadoAgendado { comunicado_id: id, versao };
            tx.publish_at(quando, nucleo, &evento).await?;
        }
        Passo::Publica => store::publish_now(tx, id).await?,
    }
    let comunicado = publicacao::obter(tx, id).await?;
    match (status, passo) {
        (StatusDeComunicado::Publicado, _) => publicacao::mostrar(tx, &comunicado).await?,
        (StatusDeComunicado::Agendado, Passo::Publica) => {
            publicacao::publicar(tx, &comunicado).await?;
        }
        (StatusDeComunicado::Agendado, _) => {}
    }
    registrar(tx, caller, &comunicado, "ALTERADO", &mudanca.campos()).await?;
    Ok(comunicado)
}

/// Takes it away, from the feed too. One that was scheduled is then never published: its event
/// finds nothing.
pub async fn excluir(tx: &mut NucleoTx, caller: &Caller, id: ComunicadoId) -> Result<()> {
    let comunicado = para_mudar(tx, caller, id).await?;
    feed::service::remover(tx, TipoDeEntrada::Comunicado, id.into()).await?;
    store::delete(tx, id).await?;
    registrar(tx, caller, &comunicado, "EXCLUIDO", &[]).await
}

/// The announcement, locked, if the caller may change it.
async fn para_mudar(tx: &mut NucleoTx, caller: &Caller, id: ComunicadoId) -> Result<Comunicado> {
    // Locked before it is read, so that of two changes the second starts from where the first
    // ended. What is national is out of reach from within a nucleo, also for a SUPER_ADMIN there.
    let ao_alcance = store::lock(tx, id).await?;
    let encontrado = store::find(tx, caller.id, id).await?.ok_or(COMUNICADO_NAO_ENCONTRADO)?;
    let gere = rules::gere(caller, encontrado.comunicado.posse());
    if gere && ao_alcance {
        return Ok(encontrado.comunicado);
    }
    Err(match encontrado.comunicado.nucleo_id {
        None => CONTEUDO_NACIONAL.into(),
        // Who cannot see it is not told that it is there.
        Some(_) if a_vista(&encontrado) => COMUNICADO_DE_OUTRA_PESSOA.into(),
        Some(_) => COMUNICADO_NAO_ENCONTRADO.into(),
    })
}

/// What only the database knows: that the plans exist, and that everybody whom the push names one by
/// one is a member.
async fn conferir(
    tx: &mut NucleoTx,
    nucleo: Option<NucleoId>,
    segmento: Option<&Segmento>,
    push: Option<&Destinatarios>,
) -> Result<()> {
    let planos = segmento.map_or(&[][..], |segmento| &segmento.planos);
    let membros = push.map_or(&[][..], Destinatarios::membros);
    let mut erros = FieldErrors::default();
    for posicao in planos::service::desconhecidos(tx, planos).await? {
        erros.add(format!("segmentoAlvo.plano[{posicao}]"), "Este plano não existe.");
    }
    if !membros.is_empty() {
        let conhecidos = store::list_membros(tx, nucleo, membros).await?;
        rules::recusar_membros(&mut erros, membros, &conhecidos);
    }
    Ok(erros.finish(Some(()))?)
}

/// What is done above all nucleos is written down.
async fn registrar(
    tx: &mut NucleoTx,
    caller: &Caller,
    comunicado: &Comunicado,
    operacao: &str,
    campos: &[&str],
) -> Result<()> {
    if comunicado.nucleo_id.is_some() {
        return Ok(());
    }
    let registro = Registro {
        acao: Acao::ConteudoNacional,
        nucleo: None,
        alvo: (TipoAlvo::Comunicado, comunicado.id.into()),
        detalhes: json!({
            "operacao": operacao, "titulo": comunicado.titulo, "campos": campos,
        }),
    };
    auditoria::registrar(tx, Some(caller), registro).await
}
