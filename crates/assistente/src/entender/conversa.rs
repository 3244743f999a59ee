//! What is no request for a tool: greetings, help, yes and no; and what to say without any idea.

use super::Entendimento;
use super::analise::Analise;
use super::pontuar::Candidata;
use crate::ferramentas::Ferramenta;

const SAUDACOES: &[&str] = &[
    "oi",
    "ola",
    "opa",
    "eae",
    "eai",
    "salve",
    "alo",
    "bom",
    "boa",
    "dia",
    "tarde",
    "noite",
    "tudo",
    "bem",
    "beleza",
    "hey",
    "oie",
    "e",
    "ai",
    "obrigado",
    "obrigada",
    "valeu",
    "vlw",
    "tchau",
    "ate",
    "logo",
    "brigado",
    "brigada",
    "voce",
    "assistente",
    "pessoal",
    "como",
    "vai",
    "esta",
];
const ABREM: &[&str] = &[
    "oi", "ola", "opa", "eae", "eai", "salve", "alo", "hey", "oie", "obrigado", "obrigada",
    "valeu", "vlw", "tchau", "brigado", "brigada",
];
const SIM: &[&str] = &[
    "sim",
    "confirmo",
    "confirma",
    "confirmar",
    "confirmado",
    "pode",
    "ok",
    "isso",
    "claro",
    "positivo",
    "certo",
    "beleza",
    "mandar",
    "manda",
    "fazer",
    "faz",
    "executar",
    "executa",
    "aprovado",
    "autorizo",
    "concordo",
    "perfeito",
    "ser",
    "exatamente",
];
const NAO: &[&str] = &[
    "nao",
    "cancela",
    "cancele",
    "cancelar",
    "cancelado",
    "esquece",
    "esqueca",
    "deixa",
    "deixe",
    "desisto",
    "desistir",
    "para",
    "pare",
    "negativo",
    "la",
    "quieto",
    "desiste",
];
const VAZIAS: &[&str] = &[
    "por", "favor", "eu", "o", "a", "isso", "pode", "quero", "mais", "e", "tudo", "ja", "envio",
    "acao", "que",
];

/// Greeting, help, yes or no, if the message is nothing else. Where a text is waited for, "ajuda na
/// feira" or "tudo certo" is that text; only giving up is heard.
pub fn reconhecer(analise: &Analise, aguarda_texto: bool) -> Option<Entendimento> {
    let frase = &analise.frase;
    if frase.len() == 0 {
        return Some(nao_entendi(&[]));
    }
    let so_de = |lista: &[&str], outras: &[&str]| {
        frase.palavras.iter().all(|palavra| {
            let forma = palavra.plana.as_str();
            lista.contains(&forma) || outras.contains(&forma)
        })
    };
    let diz = |lista: &[&str]| frase.posicao_de(lista).is_some();
    let primeira = frase.plana(0);
    let comprimento =
        ["bom", "boa"].contains(&primeira) && ["dia", "tarde", "noite"].contains(&frase.plana(1));
    let tudo_bem = frase.segue(0, &["tudo", "bem"])
        || frase.segue(0, &["tudo", "bom"])
        || frase.segue(0, &["e", "ai"]);
    if aguarda_texto {
        let desiste = so_de(NAO, VAZIAS) && NAO.contains(&primeira) && frase.len() <= 6;
        return desiste.then_some(Entendimento::Cancelar);
    }
    if so_de(SAUDACOES, &[]) && (diz(ABREM) || comprimento || tudo_bem) {
        return Some(Entendimento::Saudar);
    }
    if ajuda(analise) {
        return Some(Entendimento::Ajudar);
    }
    if frase.len() <= 6 && so_de(NAO, VAZIAS) && NAO.contains(&primeira) && !analise.pergunta {
        return Some(Entendimento::Cancelar);
    }
    if frase.len() <= 6 && so_de(SIM, VAZIAS) && diz(SIM) && !analise.pergunta {
        return Some(Entendimento::Confirmar);
    }
    None
}

fn ajuda(analise: &Analise) -> bool {
    let frase = &analise.frase;
    let sozinha = frase.len() <= 3
        && frase.posicao_de(&["ajuda", "help", "socorro", "menu", "comandos"]).is_some();
    let voce = frase.posicao_de(&["voce", "assistente"]);
    let capaz = frase.posicao_de(&[
        "faz",
        "fazer",
        "sabe",
        "consegue",
        "ajudar",
        "responder",
        "funciona",
        "serve",
        "perguntar",
    ]);
    let pergunta = frase.posicao_de(&["que", "como", "quais", "qual"]);
    let posso_pedir = frase.posicao_de(&["posso"]).is_some()
        && frase.posicao_de(&["perguntar", "pedir"]).is_some();
    let sobras = (0..frase.len()).filter(|posicao| analise.livre(*posicao)).count();
    sozinha
        || (pergunta.is_some() && posso_pedir)
        || (frase.len() <= 8
            && sobras <= 1
            && voce.is_some()
            && capaz.is_some()
            && pergunta.is_some())
        || (frase.len() <= 6 && frase.posicao_de(&["ajudar"]).is_some() && pergunta.is_some())
}

/// Questions that would be understood, near to what was asked if anything is near.
pub fn nao_entendi(candidatas: &[Candidata]) -> Entendimento {
    let mut exemplos: Vec<String> = candidatas
        .iter()
        .take(2)
        .map(|candidata| exemplo(candidata.ferramenta).to_owned())
        .collect();
    for ferramenta in [
        Ferramenta::ContarMembros,
        Ferramenta::EventosFuturos,
        Ferramenta::FinanceiroResumo,
        Ferramenta::BuscarCompetencias,
    ] {
        let outro = exemplo(ferramenta).to_owned();
        if exemplos.len() < 4 && !exemplos.contains(&outro) {
            exemplos.push(outro);
        }
    }
    Entendimento::NaoEntendi { exemplos }
}

/// A question that asks for this tool: also what "what can you do?" is answered with.
pub fn exemplo(ferramenta: Ferramenta) -> &'static str {
    match ferramenta {
        Ferramenta::ContarMembros => "Quantos membros ativos temos?",
        Ferramenta::ListarMembros => "Quem são os coordenadores?",
        Ferramenta::MembroPorNome => "Quem é a Ana Souza?",
        Ferramenta::BuscarCompetencias => "Quem sabe fotografia?",
        Ferramenta::RankingMembros => "Quem tem mais moedas?",
        Ferramenta::EstatisticasGerais => "Me dê um resumo geral do núcleo.",
        Ferramenta::EventosFuturos => "Quais são os próximos eventos?",
        Ferramenta::EventosPassados => "Que eventos aconteceram no mês passado?",
        Ferramenta::TarefasPendentes => "Quais tarefas estão pendentes?",
        Ferramenta::ProjetosAtivos => "Quais projetos estão em andamento?",
        Ferramenta::HistoricoTransacoes => "Mostre as transações de moedas desta semana.",
        Ferramenta::MembrosRecentes => "Quem entrou este mês?",
        Ferramenta::EnquetesAbertas => "Quais enquetes estão abertas?",
        Ferramenta::ResultadosEnquete => "Qual foi o resultado da última enquete?",
        Ferramenta::PedidosLoja => "Há pedidos da loja para entregar?",
        Ferramenta::ProdutosLoja => "O que temos na loja?",
        Ferramenta::ComunicadosRecentes => "Quais foram os últimos comunicados?",
        Ferramenta::FinanceiroResumo => "Quanto gastamos este mês?",
        Ferramenta::AssinaturasAtivas => "Quantas assinaturas ativas temos?",
        Ferramenta::CreditarMoedas => "Credite 50 moedas para Ana Souza pela ajuda no mutirão.",
        Ferramenta::DebitarMoedas => "Debite 20 moedas de Ana Souza por correção de lançamento.",
        Ferramenta::AlterarCargoMembro => "Promova Ana Souza a coordenadora.",
        Ferramenta::AlterarStatusMembro => "Suspenda o membro João Lima.",
        Ferramenta::CriarNotificacao => "Avise todos que a reunião mudou para sexta.",
        Ferramenta::CriarTarefa => "Crie uma tarefa para pintar o muro, valendo 50 moedas.",
        Ferramenta::PrepararEmail => "Prepare um e-mail para todos sobre a assembleia de sábado.",
        Ferramenta::EnviarEmail => "Envie o e-mail preparado.",
    }
}
