//! E-mails are prepared, looked at, and sent exactly as they were looked at.

use assistente::ferramentas::{EnviarEmail, PrepararEmail};
use base::db::NucleoTx;
use base::validation::Field;
use base::{Error, Result, Uuid};
use serde_json::json;

use super::frases::citado;
use super::propostas::em_uma_linha;
use super::{Dica, Feito, Ocasiao, Proposta, destinatarios};
use crate::areas::emails::{PreviaInput, Texto};
use crate::areas::ia::{AcaoId, Ato, PartesDoEmail, TipoDeResposta, store};
use crate::areas::nucleos::service as nucleos;

/// Longer ones are written by hand.
const MAX_HTML: usize = 50_000;

pub async fn preparar(tx: &mut NucleoTx, dica: Dica, pedido: PrepararEmail) -> Result<Feito> {
    let publico = match destinatarios::entender(tx, dica, &pedido.destinatarios).await? {
        Ok(publico) => publico,
        Err(feito) => return Ok(feito),
    };
    let (assunto, html) = match (pedido.assunto, pedido.html, pedido.descricao) {
        (Some(assunto), Some(html), _) => (em_uma_linha(&assunto), html),
        (_, _, descricao) => {
            let nucleo = tx.nucleo()?;
            let nome = nucleos::obter(&mut tx.shared(), nucleo).await?.nome;
            let rascunho = assistente::redigir_email(&descricao.unwrap_or_default(), &nome);
            (rascunho.assunto, rascunho.html)
        }
    };
    if html.chars().count() > MAX_HTML {
        let longo = "Este e-mail é longo demais para a assistente. Escreva-o na página de e-mails.";
        return Ok(Feito::Recusou(longo.to_owned()));
    }
    // What is looked at is what would be sent: cleaned already.
    let entrada = PreviaInput { assunto: Field::Value(assunto), html: Field::Value(html) };
    let Texto { assunto, html } = match Texto::parse(entrada) {
        Ok(texto) => texto,
        Err(erros) => return Ok(Feito::Recusou(Error::from(erros).field_sentences())),
    };
    let resumo = format!("Enviar o e-mail “{}” a {}.", citado(&assunto, 200), publico.por_extenso);
    let dados = json!({
        "assunto": assunto, "html": html, "destinatarios": publico.alvos, "total": publico.total,
    });
    let destinatarios = publico.alvos;
    let ato = Ato::EnviarEmail(PartesDoEmail { assunto, html, destinatarios });
    let (tipo, pessoas) = (TipoDeResposta::EmailPreview, publico.pessoas);
    Ok(Feito::Propos(Box::new(Proposta { ato, tipo, resumo, dados, pessoas })))
}

/// Nothing new: the draft that was prepared before is shown again, to be confirmed.
pub async fn enviar(
    tx: &mut NucleoTx,
    ocasiao: &Ocasiao<'_>,
    pedido: EnviarEmail,
) -> Result<Feito> {
    let quem = ocasiao.caller.id;
    let rascunho = pedido.rascunho.and_then(|id| Uuid::parse_str(id.trim()).ok()).map(AcaoId::from);
    let acao = match (rascunho, ocasiao.conversa) {
        (Some(id), _) => store::find_acao(tx, quem, id).await?,
        (None, Some(conversa)) => {
            store::find_pendente(tx, quem, conversa, Some("enviarEmail")).await?
        }
        (None, None) => None,
    };
    let agora = tx.now();
    let espera = acao.filter(|acao| acao.ferramenta == "enviarEmail" && acao.espera(agora));
    Ok(match espera {
        Some(acao) => Feito::Lembrou(Box::new(acao)),
        None => {
            let nenhum = "Não há nenhum e-mail preparado. Diga-me do que ele trata e para quem é.";
            Feito::Recusou(nenhum.to_owned())
        }
    })
}
