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
    if let Some(entendido) = conversa::reconhecer(&analise) {
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
    if let Some(seguinte) = outra_forma(quadro, analise) {
        return Some(seguinte);
    }
    let novo = preencher(quadro.ferramenta, analise);
    let curta = frase.len() <= 10 && desconto(analise, &novo) == 0;
    let diz_algo = novo.lugares != Lugares::default();
    (curta && diz_algo).then(|| (quadro.ferramenta, novo.lugares.sobre(&quadro.lugares)))
}

/// The same people counted, listed, or the next page of them.
fn outra_forma(quadro: &Quadro, analise: &Analise) -> Option<(Ferramenta, Lugares)> {
    let frase = &analise.frase;
    if familia(quadro.ferramenta) != familia(Ferramenta::ListarMembros) || frase.len() > 7 {
        return None;
    }
    let mais = frase
        .posicao_de(&["mais", "proxima", "seguinte", "continua", "continue", "resto"])
        .is_some()
        || analise.frase.segue(0, &["proxima", "pagina"]);
    let mut lugares = preencher(Ferramenta::ListarMembros, analise).lugares.sobre(&quadro.lugares);
    if quadro.ferramenta == Ferramenta::ListarMembros && mais {
        lugares.pagina = Some(quadro.lugares.pagina.unwrap_or(1).saturating_add(1).min(10_000));
        return Some((Ferramenta::ListarMembros, lugares));
    }
    let conhecidas = (0..frase.len()).all(|posicao| !analise.livre(posicao));
    if !conhecidas {
        return None;
    }
    if analise.algum(Conceito::Quantos) {
        return Some((Ferramenta::ContarMembros, lugares));
    }
    let lista = analise.algum(Conceito::Quem) || analise.algum(Conceito::Listar);
    lista.then_some((Ferramenta::ListarMembros, lugares))
}

/// Tools among which a conversation goes on with the same arguments.
fn familia(ferramenta: Ferramenta) -> Ferramenta {
    match ferramenta {
        Ferramenta::ContarMembros => Ferramenta::ListarMembros,
        Ferramenta::EventosPassados => Ferramenta::EventosFuturos,
        outra => outra,
    }
}
