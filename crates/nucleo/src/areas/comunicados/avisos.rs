//! What people are told about announcements.

use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;

use super::ComunicadoPublicado;
use super::rules::{self, PublicoDoPush};
use super::store::{self, Comunicado};
use crate::areas::entregas::dados::{self, Dados};
use crate::areas::entregas::{self, Aviso, Canal, Mensagem, Preferencia, Publico};
use crate::areas::membros::Segmento;

/// An announcement is out: whoever may see it finds it among their notifications, and is told by
/// push and e-mail as its author wished. Nobody is told of what they could not open.
pub async fn publicado(tx: &mut NucleoTx, evento: ComunicadoPublicado) -> Result<()> {
    // It may be gone again by now.
    let Some(comunicado) = store::get(tx, evento.comunicado_id).await? else { return Ok(()) };
    let segmento = comunicado.segmento()?;
    let mut canais = vec![(Canal::App, Publico::Segmento(segmento.clone()))];
    if comunicado.enviar_push
        && let Some(publico) = publico_do_push(tx, &comunicado, &segmento).await?
    {
        canais.push((Canal::Push, publico));
    }
    let url = format!("/comunicados/{}", comunicado.id);
    let email = comunicado.enviar_email.then(|| mensagem(&comunicado)).transpose()?;
    if email.is_some() {
        canais.push((Canal::Email, Publico::Segmento(segmento)));
    }
    let aviso = Aviso {
        causa: format!("comunicado.publicado:{}", comunicado.id),
        nucleo: comunicado.nucleo_id,
        preferencia: Some(Preferencia::Comunicado),
        corpo: rules::resumo(&comunicado.conteudo),
        titulo: comunicado.titulo,
        url,
        email,
        canais,
    };
    entregas::service::avisar(tx, &aviso).await
}

async fn publico_do_push(
    tx: &mut NucleoTx,
    comunicado: &Comunicado,
    segmento: &Segmento,
) -> Result<Option<Publico>> {
    Ok(match comunicado.push_destinatarios.0.dentro_de(segmento) {
        PublicoDoPush::Segmento(segmento) => Some(Publico::Segmento(segmento)),
        PublicoDoPush::Ninguem => None,
        PublicoDoPush::Pessoas(pessoas) => {
            let pessoas: Vec<UsuarioId> =
                store::list_no_segmento(tx, comunicado.id, &pessoas).await?;
            (!pessoas.is_empty()).then_some(Publico::Pessoas(pessoas))
        }
    })
}

fn mensagem(comunicado: &Comunicado) -> Result<Mensagem> {
    let titulo = comunicado.titulo.clone();
    let dados = Dados::Comunicado(dados::Comunicado {
        titulo: titulo.clone(),
        conteudo: comunicado.conteudo.clone(),
        foto_url: comunicado.foto_url.clone(),
    });
    Mensagem::automatica(titulo, &dados)
}
