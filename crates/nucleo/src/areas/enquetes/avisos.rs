//! What people are told about polls: that there is a new one, and how it ended.

use base::Result;
use base::db::NucleoTx;
use base::outbox::Event;
use serde_json::json;

use super::rules::{self, Resultado, Vista};
use super::store::{self, Enquete};
use super::{EnqueteCriada, EnqueteEncerrada};
use crate::areas::entregas::dados::{self, Dados};
use crate::areas::entregas::service::{LOTE, avisar};
use crate::areas::entregas::{Aviso, Canal, Mensagem, Preferencia, Publico};
use crate::areas::feed::{self, Entrada, TipoDeEntrada};
use crate::areas::membros::Segmento;

/// How many options a notification names; the e-mail has them all.
const NOMEADAS: usize = 3;
const MAX_OPCAO: usize = 60;

/// Every poll stands in the feed, however quietly it was opened.
pub async fn publicar_no_feed(tx: &mut NucleoTx, enquete: &Enquete) -> Result<()> {
    let entrada = Entrada {
        nucleo: enquete.nucleo_id,
        tipo: TipoDeEntrada::Enquete,
        origem: enquete.id.into(),
        conteudo: json!({
            "enqueteId": enquete.id,
            "pergunta": enquete.pergunta,
            "tipoEscolha": enquete.tipo_escolha,
            "fotoUrl": enquete.foto_url,
            "dataEncerramento": enquete.data_encerramento,
            "nacional": enquete.nucleo_id.is_none(),
        }),
        segmento: Segmento::default(),
    };
    feed::service::publicar(tx, &entrada).await
}

/// Tells everybody of a new poll, as its author chose, and nothing of how it goes.
pub async fn criada(tx: &mut NucleoTx, evento: EnqueteCriada) -> Result<()> {
    let achada = store::find(tx, None, evento.enquete_id).await?;
    let Some((enquete, opcoes)) = achada else { return Ok(()) };
    // The service was away for as long as it was open.
    if rules::encerrada(enquete.data_encerramento, tx.now()) {
        return Ok(());
    }
    let mut canais = Vec::new();
    let todos = || Publico::Segmento(Segmento::default());
    if enquete.enviar_push {
        canais.extend([(Canal::App, todos()), (Canal::Push, todos())]);
    }
    if enquete.enviar_email {
        canais.push((Canal::Email, todos()));
    }
    if canais.is_empty() {
        return Ok(());
    }
    let opcoes: Vec<_> = opcoes.into_iter().map(|opcao| opcao.texto).collect();
    let titulo = match enquete.nucleo_id {
        Some(_) => "Nova enquete",
        None => "Nova enquete nacional",
    };
    let dados = dados::Enquete {
        pergunta: enquete.pergunta.clone(),
        opcoes,
        encerra_em: Some(enquete.data_encerramento),
        resultados: Vec::new(),
        total_votos: None,
    };
    let corpo = enquete.pergunta.clone();
    avisar(tx, &aviso(&enquete, EnqueteCriada::NAME, (titulo, corpo), dados, canais)?).await
}

/// Tells those who voted how it ended, some at a time.
pub async fn encerrada(tx: &mut NucleoTx, evento: EnqueteEncerrada) -> Result<()> {
    let achada = store::find(tx, None, evento.enquete_id).await?;
    let Some((enquete, _)) = achada else { return Ok(()) };
    let (id, nucleo) = (enquete.id, enquete.nucleo_id);
    // The watch of another instance may be ahead of this one's.
    if !rules::encerrada(enquete.data_encerramento, tx.now()) {
        return tx.publish_at(enquete.data_encerramento, nucleo, &evento).await;
    }
    store::seal(tx, id).await?;
    let pessoas = store::list_votantes(tx, id, evento.depois_de, LOTE).await?;
    let Some(ultima) = pessoas.last().copied() else { return Ok(()) };
    if pessoas.len() == LOTE {
        let resto = EnqueteEncerrada { enquete_id: id, depois_de: Some(ultima) };
        tx.publish(nucleo, &resto).await?;
    }

    // Read again: until it was sealed, votes came in.
    let Some((enquete, opcoes)) = store::find(tx, None, id).await? else { return Ok(()) };
    let votantes = enquete.total_votos;
    let contagens = opcoes.into_iter().map(|opcao| (opcao.id, opcao.texto, opcao.votos));
    let vista = Vista { ve_parciais: false, encerrada: true, tempo_real: false };
    let resultados = rules::resultados(vista, votantes, contagens).unwrap_or_default();
    let mut canais = vec![(Canal::App, Publico::Pessoas(pessoas.clone()))];
    if enquete.enviar_push {
        canais.push((Canal::Push, Publico::Pessoas(pessoas.clone())));
    }
    if enquete.enviar_email {
        canais.push((Canal::Email, Publico::Pessoas(pessoas)));
    }
    let linha = |Resultado { texto, percentual, .. }: &Resultado| dados::Resultado {
        texto: texto.clone(),
        percentual: *percentual,
    };
    let dados = dados::Enquete {
        pergunta: enquete.pergunta.clone(),
        opcoes: Vec::new(),
        encerra_em: None,
        resultados: resultados.iter().map(linha).collect(),
        total_votos: Some(votantes),
    };
    let texto = ("Resultado da enquete", format!("{} {}", enquete.pergunta, resumo(resultados)));
    avisar(tx, &aviso(&enquete, EnqueteEncerrada::NAME, texto, dados, canais)?).await
}

/// What happened to a poll names the cause, which reaches nobody twice.
fn aviso(
    enquete: &Enquete,
    evento: &str,
    (titulo, corpo): (&str, String),
    dados: dados::Enquete,
    canais: Vec<(Canal, Publico)>,
) -> Result<Aviso> {
    let assunto = format!("{titulo}: {}", enquete.pergunta);
    Ok(Aviso {
        causa: format!("{evento}:{}", enquete.id),
        nucleo: enquete.nucleo_id,
        preferencia: Some(Preferencia::Enquete),
        titulo: titulo.to_owned(),
        corpo,
        url: format!("/enquetes/{}", enquete.id),
        email: Some(Mensagem::automatica(assunto, &Dados::Enquete(dados))?),
        canais,
    })
}

/// The options that most people chose, in one line.
fn resumo(mut resultados: Vec<Resultado>) -> String {
    // Stable: among equals the order of the poll.
    resultados.sort_by(|um, outro| outro.percentual.total_cmp(&um.percentual));
    let nomeada = |resultado: &Resultado| {
        let mut texto: String = resultado.texto.chars().take(MAX_OPCAO).collect();
        if texto.len() < resultado.texto.len() {
            texto.push('…');
        }
        format!("{texto}: {}%", format!("{:.1}", resultado.percentual).replace('.', ","))
    };
    let nomeadas: Vec<_> = resultados.iter().take(NOMEADAS).map(nomeada).collect();
    let outras = match resultados.len().saturating_sub(NOMEADAS) {
        0 => String::new(),
        1 => " e mais 1 opção".to_owned(),
        outras => format!(" e mais {outras} opções"),
    };
    format!("{}{outras}.", nomeadas.join("; "))
}

#[cfg(test)]
mod tests {
    use base::Uuid;

    use super::*;

    fn resultado(texto: &str, percentual: f64) -> Resultado {
        Resultado { opcao: Uuid::nil().into(), texto: texto.to_owned(), percentual }
    }

    #[test]
    fn a_mais_escolhida_vem_primeiro() {
        let dois = vec![resultado("Não", 33.3), resultado("Sim", 66.7)];
        assert_eq!(resumo(dois), "Sim: 66,7%; Não: 33,3%.");
        let empate = vec![resultado("A", 50.0), resultado("B", 50.0)];
        assert_eq!(resumo(empate), "A: 50,0%; B: 50,0%.");
    }

    #[test]
    fn de_muitas_so_as_primeiras() {
        let quatro: Vec<_> = ["A", "B", "C", "D"].map(|texto| resultado(texto, 25.0)).into();
        assert_eq!(resumo(quatro.clone()), "A: 25,0%; B: 25,0%; C: 25,0% e mais 1 opção.");
        let vinte = quatro.into_iter().cycle().take(20).collect();
        assert!(resumo(vinte).ends_with(" e mais 17 opções."));
        let longa = "é".repeat(61);
        let esperada = format!("{}…: 100,0%.", "é".repeat(60));
        assert_eq!(resumo(vec![resultado(&longa, 100.0)]), esperada);
    }
}
