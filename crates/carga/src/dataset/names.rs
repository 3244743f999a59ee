//! Names of people, so that a search finds some of them and not all.

#[rustfmt::skip]
const NOMES: [&str; 32] = [
    "Adriana", "Benedito", "Clarice", "Dirceu", "Elisa", "Fábio", "Glória", "Hélio",
    "Isadora", "Joaquim", "Karina", "Leônidas", "Mônica", "Nelson", "Olívia", "Plínio",
    "Quirino", "Regina", "Sérgio", "Tereza", "Ulisses", "Vera", "Wilson", "Xênia",
    "Yasmin", "Zeferino", "Aurélio", "Brígida", "Cássio", "Dulce", "Edgar", "Flávia",
];
#[rustfmt::skip]
const SOBRENOMES: [&str; 37] = [
    "Almeida", "Barbosa", "Coelho", "Duarte", "Esteves", "Ferreira", "Galvão", "Henriques",
    "Iglesias", "Junqueira", "Klein", "Lacerda", "Machado", "Negreiros", "Oliveira", "Pacheco",
    "Queiroz", "Rezende", "Siqueira", "Toledo", "Uchôa", "Valadão", "Werneck", "Ximenes",
    "Yamada", "Zanetti", "Arruda", "Bittencourt", "Cavalcanti", "Drummond", "Espíndola", "Fontoura",
    "Gusmão", "Hoffmann", "Itaparica", "Jardim", "Kowalski",
];

/// What people type into the search: a part of a name that many have.
pub const BUSCAS: [&str; 12] = [
    "almeida",
    "barb",
    "ferreira",
    "galvao",
    "junqueira",
    "machado",
    "oliv",
    "queiroz",
    "siqueira",
    "tole",
    "cavalcanti",
    "drummond",
];

/// The counts of the lists have no common factor, so that names repeat late.
pub fn nome(number: usize) -> String {
    let pick = |list: &[&'static str], index: usize| {
        list.get(index % list.len()).copied().unwrap_or_default()
    };
    format!(
        "{} {} {}",
        pick(&NOMES, number),
        pick(&SOBRENOMES, number),
        pick(&SOBRENOMES, number / 7 + 3)
    )
}
