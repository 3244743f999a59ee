//! One message after the other: what the last one means given those before it.

use super::analise::Analise;
use super::livres;
use super::lugares::{Lugares, Preenchido};
use super::montar::{Falta, montar, perguntar};
use super::pontuar::{Candidata, SUFICIENTE, desconto, pontuar};
use super::preencher::preencher;
use super::{Contexto, Entendimento, conversa};
use crate::ferramentas::{Cargo, Destinatarios, Ferramenta, Status};
use crate::lexico::Conceito;

/// What the conversation is about.
#[derive(Clone, Debug)]
pub struct Quadro {
    pub ferramenta: Ferramenta,
    pub lugares: Lugares,
    pub falta: Option<Falta>,
}

/// Understands one message; gives what to do and what the conversation is about from now on.
pub fn passo(
    antes: Option<Quadro>,
    texto: &str,
    contexto: &Contexto,
) -> (Entendimento, Option<Quadro>) {
    let analise = Analise::nova(texto, contexto);
    let aguarda_texto = matches!(
        antes.as_ref().and_then(|quadro| quadro.falta),
        Some(Falta::Motivo | Falta::Titulo | Falta::Mensagem)
    );
    if let Some(entendido) = conversa::reconhecer(&analise, aguarda_texto) {
        let fica = if entendido == Entendimento::Cancelar { None } else { antes };
        return (entendido, fica);
    }
    let candidatas = pontuar(&analise);
    let melhor = candidatas.first().filter(|candidata| candidata.pontos >= SUFICIENTE);
    if let Some(quadro) = &antes {
        if let Some(falta) = quadro.falta
            && !novo_pedido(&analise, melhor, quadro)
            && let Some(lugares) = resposta(quadro, falta, &analise, texto)
        {
            return concluir(quadro.ferramenta, lugares);
        }
        if let Some((ferramenta, lugares)) = continuacao(quadro, melhor, &analise) {
            return concluir(ferramenta, lugares);
        }
    }
    match melhor {
        Some(melhor) => concluir(melhor.ferramenta, melhor.preenchido.lugares.clone()),
        None => (conversa::nao_entendi(&candidatas), antes),
    }
}

fn concluir(ferramenta: Ferramenta, lugares: Lugares) -> (Entendimento, Option<Quadro>) {
    match montar(ferramenta, &lugares) {
        Ok(chamada) => {
            (Entendimento::Chamar(chamada), Some(Quadro { ferramenta, lugares, falta: None }))
        }
        Err(falta) => {
            let pergunta = perguntar(ferramenta, falta, &lugares);
            (pergunta, Some(Quadro { ferramenta, lugares, falta: Some(falta) }))
        }
    }
}

/// Asked for a reason, somebody may also ask for something else.
fn novo_pedido(analise: &Analise, melhor: Option<&Candidata>, quadro: &Quadro) -> bool {
    let pede = analise.pergunta || analise.presentes.contains(&Conceito::Imperativo);
    pede && melhor.is_some_and(|melhor| {
        melhor.ferramenta != quadro.ferramenta || melhor.pontos >= 2 * SUFICIENTE
    })
}

/// Reads the message as the answer to what was missing.
fn resposta(quadro: &Quadro, falta: Falta, analise: &Analise, texto: &str) -> Option<Lugares> {
    let frase = &analise.frase;
    let inteiro = || Some(livres::limpo(texto)).filter(|texto| !texto.is_empty());
    let mut novo = Preenchido::default();
    match falta {
        Falta::Motivo => {
            livres::motivo(analise, &mut novo);
            let comeca = ["por", "pelo", "pela", "porque"].contains(&frase.plana(0));
            let dito = if comeca { Some(livres::limpo(frase.resto(1))) } else { inteiro() };
            novo.lugares.motivo =
                novo.lugares.motivo.or(dito).map(|t| t.chars().take(500).collect());
        }
        Falta::Valor => {
            let (numero, _) = analise.numeros.first()?;
            novo.lugares.valor =
                u32::try_from(*numero).ok().filter(|n| (1..=1_000_000).contains(n));
            novo.lugares.valor?;
        }
        Falta::Pessoa => {
            novo = preencher(quadro.ferramenta, analise);
            if novo.lugares.pessoa.is_none() {
                let curto = (1..=5).contains(&frase.len());
                novo.lugares.pessoa = Some(inteiro().filter(|_| curto)?);
            }
        }
        Falta::Cargo => {
            let membro = frase.posicao_de(&["membro", "membra"]).map(|_| Cargo::Membro);
            novo.lugares.cargo = Some(analise.cargo().map(|(cargo, _)| cargo).or(membro)?);
        }
        Falta::Status => {
            let status = preencher(Ferramenta::AlterarStatusMembro, analise).lugares.status;
            novo.lugares.status = Some(status.filter(|status| *status != Status::Pendente)?);
        }
        Falta::Titulo => {
            novo.lugares.titulo = Some(livres::escrito(texto).chars().take(200).collect());
        }
        Falta::Mensagem => {
            let texto = livres::escrito(texto.strip_prefix("sobre ").unwrap_or(texto));
            novo.lugares.mensagem = Some(texto.chars().take(1000).collect());
        }
        Falta::Destinatarios => {
            livres::destinatarios(analise, 0..frase.len(), &mut novo);
            if novo.lugares.destinatarios == Destinatarios::default() {
                return None;
            }
        }
    }
    Some(novo.lugares.sobre(&quadro.lugares))
}

/// "E quantos são coordenadores?", "e em Campinas?", "quem são eles?", "a Ana Souza".
fn continuacao(
    quadro: &Quadro,
    melhor: Option<&Candidata>,
    analise: &Analise,
) -> Option<(Ferramenta, Lugares)> {
    let frase = &analise.frase;
    let liga = ["e", "so", "apenas", "somente", "agora", "entao"].contains(&frase.plana(0))
        || frase.posicao_de(&["desses", "dessas", "deles", "delas", "destes", "destas"]).is_some();
    if let Some(melhor) = melhor {
        let mesma = familia(melhor.ferramenta) == familia(quadro.ferramenta);
        let leitura = !quadro.ferramenta.escreve();
        return (liga && mesma && leitura).then(|| {
            (melhor.ferramenta, melhor.preenchido.lugares.clone().sobre(&quadro.lugares))
        });
    }
    let outra = pagina_seguinte(quadro, analise).or_else(|| alternada(quadro, analise));
    if outra.is_some() {
        return outra;
    }
    let novo = preencher(quadro.ferramenta, analise);
    let curta = frase.len() <= 10 && desconto(analise, &novo) == 0;
    let diz_algo = novo.lugares != Lugares::default();
    (curta && diz_algo).then(|| (quadro.ferramenta, novo.lugares.sobre(&quadro.lugares)))
}

/// "Mais", "próxima página".
fn pagina_seguinte(quadro: &Quadro, analise: &Analise) -> Option<(Ferramenta, Lugares)> {
    const MAIS: &[&str] = &["mais", "proxima", "seguinte", "continua", "continue", "resto"];
    if quadro.ferramenta != Ferramenta::ListarMembros || analise.frase.len() > 5 {
        return None;
    }
    analise.frase.posicao_de(MAIS)?;
    let mut lugares = quadro.lugares.clone();
    lugares.pagina = Some(lugares.pagina.unwrap_or(1).saturating_add(1).min(10_000));
    Some((Ferramenta::ListarMembros, lugares))
}

/// The same people counted or listed, the events of the other direction.
fn alternada(quadro: &Quadro, analise: &Analise) -> Option<(Ferramenta, Lugares)> {
    let frase = &analise.frase;
    if frase.len() > 7 || (0..frase.len()).any(|posicao| analise.livre(posicao)) {
        return None;
    }
    let ha = |conceito| analise.algum(conceito);
    let outra = match familia(quadro.ferramenta) {
        Ferramenta::ListarMembros if ha(Conceito::Quantos) => Ferramenta::ContarMembros,
        Ferramenta::ListarMembros if ha(Conceito::Quem) || ha(Conceito::Listar) => {
            Ferramenta::ListarMembros
        }
        Ferramenta::EventosFuturos if ha(Conceito::Passado) => Ferramenta::EventosPassados,
        Ferramenta::EventosFuturos if ha(Conceito::Futuro) => Ferramenta::EventosFuturos,
        _ => return None,
    };
    let novo = preencher(outra, analise).lugares;
    // A period of the past is none of the future.
    let antes = if outra == quadro.ferramenta || familia(outra) == Ferramenta::ListarMembros {
        novo.sobre(&quadro.lugares)
    } else {
        novo
    };
    Some((outra, antes))
}

/// Tools among which a conversation goes on with the same arguments.
fn familia(ferramenta: Ferramenta) -> Ferramenta {
    match ferramenta {
        Ferramenta::ContarMembros => Ferramenta::ListarMembros,
        Ferramenta::EventosPassados => Ferramenta::EventosFuturos,
        outra => outra,
    }
}
