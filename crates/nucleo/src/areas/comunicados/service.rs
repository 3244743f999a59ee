//! What one can do with announcements.

use base::Result;
use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::NucleoId;
use base::page::Page;
use base::scope::Caller;
use base::validation::FieldErrors;
use serde_json::{Map, Value, json};

use super::rules::{self, Destinatarios, Mudanca, NovoComunicado, Passo, StatusDeComunicado};
use super::store::{self, Encontrado};
use super::{ComunicadoAgendado, ComunicadoId, ComunicadoPublicado};
use crate::areas::auditoria::{self, Acao, Registro, TipoAlvo};
use crate::areas::feed::{self, Entrada, TipoDeEntrada};
use crate::areas::membros::{self, Segmento};
use crate::errors::{COMUNICADO_DE_OUTRA_PESSOA, COMUNICADO_NAO_ENCONTRADO, CONTEUDO_NACIONAL};
use crate::policy::GerirComunicados;

pub use super::store::Comunicado;

/// An announcement as one person may see it.
pub struct Detalhe {
    pub comunicado: Comunicado,
    /// Whether they may change it, and so see how it goes out.
    pub gere: bool,
}

/// What is published for the caller.
pub async fn listar(
    tx: &mut NucleoTx,
    caller: &Caller,
    page: Page,
) -> Result<(i64, Vec<Comunicado>)> {
    Ok((store::count(tx, caller.id).await?, store::list(tx, caller.id, page).await?))
}

/// What was published in this time, for whoever manages the nucleo, each with its first words.
pub async fn publicados_entre(
    tx: &mut NucleoTx,
    periodo: (Timestamp, Timestamp),
    limite: i64,
) -> Result<Vec<(Comunicado, String)>> {
    let publicados = store::list_publicados_entre(tx, periodo, limite).await?;
    let com_resumo = |comunicado: Comunicado| {
        let resumo = rules::resumo(&comunicado.conteudo);
        (comunicado, resumo)
    };
    Ok(publicados.into_iter().map(com_resumo).collect())
}

/// What the caller may change, whether or not its time has come.
pub async fn listar_geridos(
    tx: &mut NucleoTx,
    caller: &Caller,
    page: Page,
) -> Result<(i64, Vec<Comunicado>)> {
    let autor = (!caller.can::<GerirComunicados>()).then_some(caller.id);
    let total = store::count_geridos(tx, autor).await?;
    Ok((total, store::list_geridos(tx, autor, page).await?))
}

pub async fn detalhar(tx: &mut NucleoTx, caller: &Caller, id: ComunicadoId) -> Result<Detalhe> {
    let encontrado = store::find(tx, caller.id, id).await?.ok_or(COMUNICADO_NAO_ENCONTRADO)?;
    let gere = rules::gere(caller, encontrado.comunicado.posse());
    if !gere && !a_vista(&encontrado) {
        return Err(COMUNICADO_NAO_ENCONTRADO.into());
    }
    Ok(Detalhe { comunicado: encontrado.comunicado, gere })
}

/// An announcement of the scope's nucleo; without one, a national one.
pub async fn criar(
    tx: &mut NucleoTx,
    caller: &Caller,
    novo: &NovoComunicado,
) -> Result<Comunicado> {
    let nucleo = tx.nucleo().ok();
    conferir(tx, nucleo, Some(&novo.corpo.segmento), Some(&novo.corpo.push)).await?;
    let id = store::insert(tx, caller.id, novo).await?;
    let comunicado = obter(tx, id).await?;
    match novo.agendamento {
        Some(quando) => {
            let evento = ComunicadoAgendado { comunicado_id: id, versao: store::PRIMEIRA_VERSAO };
            tx.publish_at(quando, nucleo, &evento).await?;
        }
        None => publicar(tx, &comunicado).await?,
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
    let comunicado = obter(tx, id).await?;
    match (status, passo) {
        (StatusDeComunicado::Publicado, _) => mostrar(tx, &comunicado).await?,
        (StatusDeComunicado::Agendado, Passo::Publica) => {
            publicar(tx, &comunicado).await?;
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
    let pessoas = push.map_or(&[][..], Destinatarios::membros);
    let mut erros = FieldErrors::default();
    if let Some(segmento) = segmento {
        membros::service::conferir_segmento(tx, &mut erros, "segmentoAlvo", segmento).await?;
    }
    if !pessoas.is_empty() {
        let conhecidos = store::list_membros(tx, nucleo, pessoas).await?;
        rules::recusar_membros(&mut erros, pessoas, &conhecidos);
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

/// Published, and for the person who asks.
fn a_vista(encontrado: &Encontrado) -> bool {
    encontrado.no_segmento && encontrado.comunicado.status == StatusDeComunicado::Publicado
}

/// Publishes an announcement whose time has come. One that was deleted, published or given another
/// time meanwhile stays as it is.
pub async fn publicar_agendado(tx: &mut NucleoTx, evento: ComunicadoAgendado) -> Result<()> {
    let ComunicadoAgendado { comunicado_id, versao } = evento;
    if !store::publish(tx, comunicado_id, versao).await? {
        return Ok(());
    }
    let comunicado = obter(tx, comunicado_id).await?;
    publicar(tx, &comunicado).await
}

/// What is published stands in the feed from the same moment on; who is told about it, and by
/// which ways, follows from the event.
async fn publicar(tx: &mut NucleoTx, comunicado: &Comunicado) -> Result<()> {
    mostrar(tx, comunicado).await?;
    let evento = ComunicadoPublicado { comunicado_id: comunicado.id };
    tx.publish(comunicado.nucleo_id, &evento).await
}

/// Makes the feed show it as it is now.
async fn mostrar(tx: &mut NucleoTx, comunicado: &Comunicado) -> Result<()> {
    let entrada = Entrada {
        nucleo: comunicado.nucleo_id,
        tipo: TipoDeEntrada::Comunicado,
        origem: comunicado.id.into(),
        conteudo: no_feed(comunicado),
        segmento: comunicado.segmento()?,
    };
    feed::service::publicar(tx, &entrada).await
}

fn no_feed(comunicado: &Comunicado) -> Value {
    let mut conteudo = Map::new();
    conteudo.insert("comunicadoId".to_owned(), json!(comunicado.id));
    conteudo.insert("titulo".to_owned(), json!(comunicado.titulo));
    for (nome, url) in [("fotoUrl", &comunicado.foto_url), ("videoUrl", &comunicado.video_url)] {
        if let Some(url) = url {
            conteudo.insert(nome.to_owned(), json!(url));
        }
    }
    Value::Object(conteudo)
}

async fn obter(tx: &mut NucleoTx, id: ComunicadoId) -> Result<Comunicado> {
    Ok(store::get(tx, id).await?.ok_or(COMUNICADO_NAO_ENCONTRADO)?)
}
