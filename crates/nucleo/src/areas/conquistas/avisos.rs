//! What people are told about achievements: each who unlocked one, and the nucleo in its feed.

use base::Result;
use base::db::NucleoTx;
use serde_json::json;

use super::store::{Autora, Conquista};
use crate::areas::entregas::dados::{self, Dados};
use crate::areas::entregas::service::avisar;
use crate::areas::entregas::{Aviso, Canal, Mensagem, Preferencia, Publico};
use crate::areas::feed::{self, Entrada, TipoDeEntrada};
use crate::areas::membros::Segmento;

/// All of them hear the same, so that it is one notice: its cause reaches each of them once.
pub async fn desbloqueada(
    tx: &mut NucleoTx,
    conquista: &Conquista,
    autoras: &[Autora],
) -> Result<()> {
    if autoras.is_empty() {
        return Ok(());
    }
    for autora in autoras {
        publicar_no_feed(tx, conquista, autora).await?;
    }
    let nome = &conquista.nome;
    let corpo = match &conquista.descricao {
        Some(descricao) => format!("{nome}: {descricao}"),
        None => nome.clone(),
    };
    let dados = Dados::Conquista(dados::Conquista {
        nome: nome.clone(),
        descricao: conquista.descricao.clone(),
    });
    let assunto = format!("Conquista desbloqueada: {nome}");
    let email = Mensagem::automatica(assunto, &dados)?;
    let publico = Publico::Pessoas(autoras.iter().map(|autora| autora.usuario_id).collect());
    let canais = [Canal::App, Canal::Push, Canal::Email];
    let aviso = Aviso {
        causa: format!("conquista.desbloqueada:{}", conquista.id),
        nucleo: Some(conquista.nucleo_id),
        preferencia: Some(Preferencia::Conquista),
        titulo: "Conquista desbloqueada".to_owned(),
        corpo,
        url: "/conquistas".to_owned(),
        email: Some(email),
        canais: canais.map(|canal| (canal, publico.clone())).into(),
    };
    avisar(tx, &aviso).await
}

async fn publicar_no_feed(tx: &mut NucleoTx, conquista: &Conquista, autora: &Autora) -> Result<()> {
    let entrada = Entrada {
        nucleo: Some(conquista.nucleo_id),
        tipo: TipoDeEntrada::Conquista,
        origem: autora.desbloqueio_id,
        conteudo: json!({
            "conquistaId": conquista.id,
            "nome": conquista.nome,
            "descricao": conquista.descricao,
            "icone": conquista.icone,
            "usuario": {
                "id": autora.usuario_id, "nome": autora.nome, "foto_url": autora.foto_url,
            },
        }),
        segmento: Segmento::default(),
    };
    feed::service::publicar(tx, &entrada).await
}
