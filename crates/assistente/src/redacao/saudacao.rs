//! A greeting where a message to people has none.

use super::melhorar::nucleo;
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
