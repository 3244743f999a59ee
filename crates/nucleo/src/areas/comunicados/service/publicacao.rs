use base::Result;
use base::db::NucleoTx;
use serde_json::{Map, Value, json};

use super::super::store::{self, Comunicado};
use super::super::{ComunicadoAgendado, ComunicadoId, ComunicadoPublicado};
use crate::areas::feed::{self, Entrada, TipoDeEntrada};
use crate::errors::COMUNICADO_NAO_ENCONTRADO;

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
pub async fn publicar(tx: &mut NucleoTx, comunicado: &Comunicado) -> Result<()> {
    mostrar(tx, comunicado).await?;
    let evento = ComunicadoPublicado { comunicado_id: comunicado.id };
    tx.publish(comunicado.nucleo_id, &evento).await
}

/// Makes the feed show it as it is now.
pub async fn mostrar(tx: &mut NucleoTx, comunicado: &Comunicado) -> Result<()> {
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

pub async fn obter(tx: &mut NucleoTx, id: ComunicadoId) -> Result<Comunicado> {
    Ok(store::get(tx, id).await?.ok_or(COMUNICADO_NAO_ENCONTRADO)?)
}
