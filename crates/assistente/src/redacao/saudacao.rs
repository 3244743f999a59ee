//! Greetings: where a message to people has none, and how one is punctuated.

use super::melhorar::{capital, nucleo};
use crate::lexico::nome_proprio;
use crate::texto::plana;

/// A message to several people begins with a greeting; other texts and greeted ones stay.
pub fn saudar(texto: String) -> String {
    const ABREM: &[&str] = &[
        "ola",
        "oi",
        "bom",
        "boa",
        "prezado",
        "prezada",
        "prezados",
        "prezadas",
        "caro",
        "cara",
        "caros",
        "caras",
        "querido",
        "querida",
        "queridos",
        "queridas",
        "pessoal",
        "galera",
        "gente",
        "companheiros",
        "companheiras",
        "companheires",
        "amigos",
        "amigas",
        "atencao",
        "salve",
        "fala",
        "senhores",
        "senhoras",
        "turma",
        "alo",
        "povo",
        "membros",
        "colegas",
        "bemvindos",
        "bemvindas",
        "bem",
    ];
    const DIRIGEM: &[&str] = &[
        "voces",
        "venham",
        "participem",
        "compareçam",
        "comparecam",
        "confirmem",
        "lembrem",
        "tragam",
        "convidamos",
        "contamos",
        "esperamos",
        "percam",
        "inscrevamse",
        "avisem",
        "levem",
        "cheguem",
        "respondam",
        "votem",
        "ajudem",
        "compartilhem",
    ];
    let palavras: Vec<String> =
        texto.split_whitespace().map(|pedaco| plana(nucleo(pedaco).1).replace('-', "")).collect();
    let aberta = palavras.iter().find(|palavra| !palavra.is_empty());
    let saudada = aberta.is_some_and(|palavra| ABREM.contains(&palavra.as_str()));
    let dirigida = palavras.iter().any(|palavra| DIRIGEM.contains(&palavra.as_str()));
    if palavras.len() >= 8 && dirigida && !saudada {
        format!("Olá, pessoal!\n\n{texto}")
    } else {
        texto
    }
}

const CHAMADOS: &[&str] = &[
    "pessoal",
    "galera",
    "gente",
    "turma",
    "povo",
    "companheiros",
    "companheiras",
    "companheires",
    "companheirada",
    "amigos",
    "amigas",
    "colegas",
    "membros",
    "queridos",
    "queridas",
    "todos",
    "todas",
    "camaradas",
];
/// What goes on from a name or a greeting, so that no mark may part them.
const CONTINUAM: &[&str] = &[
    "a", "o", "os", "as", "de", "do", "da", "dos", "das", "e", "ou", "que", "com", "no", "na",
    "nos", "nas", "em", "para", "pra", "ao", "aos", "foi", "seria", "sera", "era", "meu", "minha",
    "querido", "querida", "lindo", "linda", "ai", "aqui", "daqui", "lindos", "tambem", "mesmo",
    "demais", "",
];

/// "oi pessoal amanhã tem" reads "Oi, pessoal! amanhã tem"; the capital comes with the others.
pub fn pontuar_saudacao(pedacos: &mut [String]) {
    let formas: Vec<String> = pedacos.iter().map(|pedaco| plana(nucleo(pedaco).1)).collect();
    let forma = |posicao: usize| formas.get(posicao).map_or("", String::as_str);
    let palavra = pedacos.first().is_some_and(|pedaco| nucleo(pedaco).0.is_empty());
    let saudacao = match (forma(0), forma(1)) {
        ("oi" | "ola" | "oie" | "alo" | "opa" | "salve" | "fala", _) => 1,
        ("bom", "dia") | ("boa", "tarde" | "noite") => 2,
        _ => 0,
    };
    if !palavra || saudacao == 0 {
        return chamado(pedacos, &formas);
    }
    let aberta = |posicao: usize| {
        pedacos.get(posicao).is_some_and(|pedaco| pedaco.ends_with(char::is_alphabetic))
    };
    let virgula = pedacos.get(saudacao - 1).is_some_and(|pedaco| pedaco.ends_with(','));
    if saudacao == 2 && !aberta(0) || !aberta(saudacao - 1) && !virgula {
        return;
    }
    let a_todos = ["a", "para", "pra"].contains(&forma(saudacao))
        && ["todos", "todas"].contains(&forma(saudacao + 1));
    let fim = if a_todos && !virgula {
        let e_todas = forma(saudacao + 2) == "e" && forma(saudacao + 3).starts_with("tod");
        saudacao + if e_todas { 4 } else { 2 }
    } else {
        fim_do_vocativo(pedacos, &formas, saudacao)
    };
    let mut marcas: Vec<(usize, char)> = Vec::new();
    if fim > saudacao {
        if !a_todos {
            marcas.push((saudacao - 1, ','));
        }
        // After "pessoal" an article begins something else; after "todos" only a singular one does.
        let artigos: &[&str] =
            if forma(fim - 1).starts_with("tod") { &["a", "o"] } else { &["a", "o", "as", "os"] };
        let outra = fim == formas.len() || artigos.contains(&forma(fim));
        if outra || !CONTINUAM.contains(&forma(fim)) {
            marcas.push((fim - 1, '!'));
        }
    } else if forma(fim) == "tudo" {
        marcas.push((saudacao - 1, ','));
    } else {
        let minuscula = pedacos
            .get(fim)
            .is_some_and(|pedaco| pedaco.starts_with(|l: char| l.is_lowercase() && l != 'é'));
        let chama = ["opa", "salve", "fala"].contains(&forma(0));
        if minuscula && !chama && !CONTINUAM.contains(&forma(fim)) && formas.len() >= fim + 3 {
            marcas.push((saudacao - 1, '!'));
        }
    }
    if let Some(ultima) = tudo_bem(&formas, fim) {
        marcas.push((ultima, '?'));
    }
    for (posicao, marca) in marcas {
        if let Some(pedaco) = pedacos.get_mut(posicao)
            && pedaco.ends_with(char::is_alphabetic)
        {
            pedaco.push(marca);
        }
    }
    for pedaco in pedacos.get_mut(saudacao..fim).into_iter().flatten() {
        if nome_proprio(&plana(nucleo(pedaco).1)) {
            *pedaco = capital(pedaco);
        }
    }
}

/// Where those who are greeted end: "pessoal", "companheiros e companheiras", "Ana Souza".
fn fim_do_vocativo(pedacos: &[String], formas: &[String], inicio: usize) -> usize {
    let chama = |posicao: usize| {
        formas.get(posicao).is_some_and(|forma| CHAMADOS.contains(&forma.as_str()))
    };
    let solto = |posicao: usize| {
        pedacos.get(posicao).is_some_and(|pedaco| pedaco.ends_with(char::is_alphabetic))
    };
    let mut fim = inicio;
    if formas.get(fim).is_some_and(|forma| nome_proprio(forma)) {
        fim += 1;
        while solto(fim - 1)
            && pedacos.get(fim).is_some_and(|pedaco| pedaco.starts_with(char::is_uppercase))
        {
            fim += 1;
        }
        return fim;
    }
    while chama(fim) {
        fim += 1;
        if !solto(fim - 1) {
            break;
        }
        if formas.get(fim).is_some_and(|forma| forma == "e") && chama(fim + 1) {
            fim += 1;
        }
    }
    let origem = ["nucleo", "grupo", "coletivo", "movimento", "coordenacao", "equipe", "bem"];
    let de = formas.get(fim).is_some_and(|forma| ["do", "da", "de"].contains(&forma.as_str()));
    let casa = formas.get(fim + 1).is_some_and(|forma| origem.contains(&forma.as_str()));
    if fim > inicio && solto(fim - 1) && de && casa { fim + 2 } else { fim }
}

/// The last word of "tudo bem com vocês", where something else may follow.
fn tudo_bem(formas: &[String], inicio: usize) -> Option<usize> {
    let forma = |posicao: usize| formas.get(posicao).map_or("", String::as_str);
    if forma(inicio) != "tudo" || !["bem", "bom", "certo", "joia"].contains(&forma(inicio + 1)) {
        return None;
    }
    let ultima = match (forma(inicio + 2), forma(inicio + 3)) {
        ("com", "voces" | "voce") | ("por", "ai" | "aqui") => inicio + 3,
        ("se" | "que" | "e" | "para" | "pra" | "com" | "por" | "em" | "de", _) => return None,
        _ => inicio + 1,
    };
    Some(ultima)
}

/// "Pessoal amanhã tem" calls people, "pessoal do núcleo" names them.
fn chamado(pedacos: &mut [String], formas: &[String]) {
    const SEGUEM: &[&str] = &[
        "amanha",
        "hoje",
        "lembrem",
        "venham",
        "confirmem",
        "participem",
        "tragam",
        "levem",
        "precisamos",
        "vamos",
        "temos",
        "teremos",
        "lembrando",
        "segue",
        "seguem",
        "por favor",
    ];
    let forma = |posicao: usize| formas.get(posicao).map_or("", String::as_str);
    let esquecam = forma(1) == "nao" && ["esquecam", "percam", "deixem"].contains(&forma(2));
    let chama = CHAMADOS.contains(&forma(0))
        && !["todos", "todas", "membros"].contains(&forma(0))
        && (SEGUEM.contains(&forma(1)) || esquecam || forma(1) == "por" && forma(2) == "favor");
    if let Some(primeiro) = pedacos.first_mut()
        && chama
        && primeiro.chars().all(char::is_alphabetic)
    {
        primeiro.push(',');
    }
}
