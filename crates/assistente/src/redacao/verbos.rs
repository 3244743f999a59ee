//! Which words certainly are verbs, as far as writing needs to know.

use crate::texto::plana;

const FINITOS: &[&str] = &[
    "é",
    "são",
    "está",
    "estão",
    "estamos",
    "foi",
    "foram",
    "vai",
    "vão",
    "tem",
    "têm",
    "há",
    "será",
    "mudou",
    "chegou",
    "começa",
    "fecha",
    "abre",
    "acaba",
    "termina",
    "precisamos",
    "teremos",
    "faremos",
    "estará",
    "fica",
    "ficou",
    "pode",
    "podem",
    "acontece",
    "convidamos",
    "pedimos",
    "informamos",
    "avisamos",
    "agradecemos",
    "haverá",
    "começou",
    "terminou",
    "vence",
    "deve",
    "devem",
    "queremos",
    "vamos",
    "temos",
    "contamos",
    "marcamos",
    "esperamos",
    "conseguimos",
    "preciso",
    "precisa",
    "quero",
    "custa",
];
/// Imperatives; some are also said of a wish, so they count as verbs of a text but end no sentence.
const OUTROS: &[&str] = &[
    "venham",
    "venha",
    "participe",
    "participem",
    "confirme",
    "confirmem",
    "não",
    "tragam",
    "traga",
    "levem",
];

/// Does this word, in lower case, say that something is so?
pub fn finito(palavra: &str) -> bool {
    const NOMES: &[&str] =
        &["mutirão", "verão", "camarão", "macarrão", "tubarão", "refrão", "portão"];
    FINITOS.contains(&palavra)
        || (!NOMES.contains(&palavra)
            && palavra.chars().count() > 4
            && ["rá", "rão", "aram", "eram", "iram"].iter().any(|fim| palavra.ends_with(fim)))
}

/// Is it a sentence of its own, or only the name of something?
pub fn afirma(texto: &str) -> bool {
    texto.split_whitespace().any(|palavra| {
        let palavra = palavra.trim_matches(|letra: char| !letra.is_alphabetic()).to_lowercase();
        finito(&palavra) || OUTROS.contains(&palavra.as_str())
    })
}

/// "levar", "não faltar", "se inscrever", "trazerem": what is to be done, in the plain infinitive.
pub fn infinitivo(texto: &str) -> Option<String> {
    const NOMES: &[&str] = &[
        "jantar", "bazar", "lugar", "celular", "mulher", "poder", "dever", "prazer", "lazer",
        "militar", "popular", "regular", "escolar", "exemplar", "altar", "colar", "andar", "lider",
        "carater", "nadir", "qualquer", "lar", "par", "bar", "mar", "ser",
    ];
    let mut palavras: Vec<String> = texto.split(' ').map(str::to_owned).collect();
    let pula =
        palavras.iter().take(2).take_while(|p| ["nao", "se"].contains(&plana(p).as_str())).count();
    let verbo = palavras.get_mut(pula)?;
    let nu = verbo.trim_end_matches(|letra: char| !letra.is_alphabetic());
    let cauda = verbo.get(nu.len()..).unwrap_or_default().to_owned();
    let nu = ["arem", "erem", "irem"]
        .iter()
        .any(|fim| nu.ends_with(fim))
        .then(|| nu.strip_suffix("em"))
        .flatten()
        .unwrap_or(nu);
    let forma = plana(nu.trim_end_matches("-se"));
    let verbal = forma.len() >= 3 && ["ar", "er", "ir"].iter().any(|fim| forma.ends_with(fim));
    if !verbal || NOMES.contains(&forma.as_str()) {
        return None;
    }
    *verbo = format!("{nu}{cauda}");
    Some(palavras.join(" "))
}
