//! Numbers, dates and names as people read them in Portuguese.

use assistente::frases;
use base::clock::Timestamp;
use base::reais::Reais;
use base::scope::Cargo;

use crate::areas::membros::Status;

pub use assistente::frases::lista;

/// "1 membro", "1.234 membros"; in a list of numbers zero is one of them: "0 votos".
pub fn quantos(numero: i64, um: &str, varios: &str) -> String {
    match u64::try_from(numero).unwrap_or_default() {
        0 => format!("0 {varios}"),
        numero => frases::contagem(numero, um, varios),
    }
}

/// 1234567 becomes 1.234.567.
pub fn milhares(numero: i64) -> String {
    let sinal = if numero < 0 { "-" } else { "" };
    format!("{sinal}{}", frases::numero(numero.unsigned_abs()))
}

/// R$ 1.234,50
pub fn reais(valor: Reais) -> String {
    frases::reais(valor.centavos())
}

/// 21/11/2026
pub fn dia(quando: Timestamp) -> String {
    let dia = quando.dia();
    let mut partes = dia.splitn(3, '-');
    match (partes.next(), partes.next(), partes.next()) {
        (Some(ano), Some(mes), Some(dia)) => format!("{dia}/{mes}/{ano}"),
        _ => dia,
    }
}

pub fn cargo(cargo: Cargo) -> &'static str {
    match cargo {
        Cargo::Membro => "membro",
        Cargo::LiderProjeto => "líder de projeto",
        Cargo::PortaVoz => "porta-voz",
        Cargo::Coordenador => "coordenador(a)",
        Cargo::Administrador => "administrador(a)",
        Cargo::SuperAdmin => "super admin",
    }
}

pub fn status(status: Status) -> &'static str {
    match status {
        Status::Pendente => "pendente",
        Status::Ativo => "ativo(a)",
        Status::Inativo => "inativo(a)",
        Status::Suspenso => "suspenso(a)",
        Status::Rejeitado => "rejeitado(a)",
    }
}

/// One item per line.
pub fn topicos(itens: impl IntoIterator<Item = String>) -> String {
    itens.into_iter().map(|item| format!("\n- {item}")).collect()
}

/// What somebody wrote, on one line, without what Markdown would take for its own, cut.
pub fn citado(texto: &str, max: usize) -> String {
    let linha = texto.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut citado = String::new();
    for (posicao, letra) in linha.chars().enumerate() {
        if posicao == max {
            citado.push('…');
            break;
        }
        if "\\`*_[]<>|#".contains(letra) {
            citado.push('\\');
        }
        citado.push(letra);
    }
    citado
}

/// The same for data, where nothing is escaped.
pub fn cortado(texto: &str, max: usize) -> String {
    match texto.char_indices().nth(max) {
        Some((fim, _)) => format!("{}…", texto.get(..fim).unwrap_or_default()),
        None => texto.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_here() {
        assert_eq!(quantos(1, "membro", "membros"), "1 membro");
        assert_eq!(quantos(0, "membro", "membros"), "0 membros");
        assert_eq!(milhares(1_234_567), "1.234.567");
        assert_eq!(milhares(-1000), "-1.000");
        assert_eq!(milhares(999), "999");
        assert_eq!(reais(Reais::from_centavos(123_450)), "R$ 1.234,50");
        assert_eq!(reais(Reais::from_centavos(-5)), "-R$ 0,05");
    }

    #[test]
    fn what_people_wrote_stays_a_text() {
        assert_eq!(citado("Ana\n*Souza* [x](y)", 50), "Ana \\*Souza\\* \\[x\\](y)");
        assert_eq!(citado("abcdef", 3), "abc…");
        assert_eq!(cortado("ação", 2), "aç…");
        let itens = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(lista(&itens), "a, b e c");
    }
}
