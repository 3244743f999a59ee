//! Answers in well-formed Portuguese: counts, lists, numbers, dates, money.

use chrono::NaiveDate;

/// "nenhum membro", "1 membro", "1.204 membros".
pub fn contagem(quantos: u64, singular: &str, plural: &str) -> String {
    match quantos {
        0 => {
            let artigo = if feminina(singular) { "nenhuma" } else { "nenhum" };
            format!("{artigo} {singular}")
        }
        1 => format!("1 {singular}"),
        _ => format!("{} {plural}", numero(quantos)),
    }
}

/// The same after a verb, which zero denies: "não tem nenhum membro", "tem 2 membros".
pub fn com_verbo(verbo: &str, quantos: u64, singular: &str, plural: &str) -> String {
    let negado = if quantos == 0 { "não " } else { "" };
    format!("{negado}{verbo} {}", contagem(quantos, singular, plural))
}

/// Good for the nouns of this product; a guess by the ending elsewhere.
fn feminina(substantivo: &str) -> bool {
    let primeira = substantivo.split_whitespace().next().unwrap_or_default();
    const MASCULINAS: &[&str] =
        &["problema", "sistema", "programa", "dia", "tema", "mapa", "coração", "personagem"];
    // Of "foto", "vez" and the like the ending says nothing.
    const FEMININAS: &[&str] =
        &["enquete", "vez", "foto", "opinião", "reunião", "gestão", "questão", "voz"];
    let fim = ["a", "ã", "ção", "são", "dade", "gem"].iter().any(|fim| primeira.ends_with(fim));
    FEMININAS.contains(&primeira) || (fim && !MASCULINAS.contains(&primeira))
}

/// 1234567 becomes "1.234.567".
pub fn numero(numero: u64) -> String {
    let digitos = numero.to_string();
    let mut saida = String::new();
    for (posicao, digito) in digitos.chars().enumerate() {
        if posicao > 0 && (digitos.len() - posicao).is_multiple_of(3) {
            saida.push('.');
        }
        saida.push(digito);
    }
    saida
}

/// 12345 centavos become "R$ 123,45"; a negative amount carries its sign in front.
pub fn reais(centavos: i64) -> String {
    let absoluto = centavos.unsigned_abs();
    let sinal = if centavos < 0 { "-" } else { "" };
    format!("{sinal}R$ {},{:02}", numero(absoluto / 100), absoluto % 100)
}

/// "12,5%"; whole numbers without decimals.
pub fn percentual(valor: f64) -> String {
    let decimo = format!("{valor:.1}");
    format!("{}%", decimo.strip_suffix(".0").unwrap_or(&decimo).replace('.', ","))
}

/// dd/mm/aaaa.
pub fn data(data: NaiveDate) -> String {
    data.format("%d/%m/%Y").to_string()
}

/// "de 01/05/2026 a 10/05/2026", "desde …", "até …", "em …"; None without any date.
pub fn periodo(inicio: Option<NaiveDate>, fim: Option<NaiveDate>) -> Option<String> {
    Some(match (inicio, fim) {
        (Some(inicio), Some(fim)) if inicio == fim => format!("em {}", data(inicio)),
        (Some(inicio), Some(fim)) => format!("de {} a {}", data(inicio), data(fim)),
        (Some(inicio), None) => format!("desde {}", data(inicio)),
        (None, Some(fim)) => format!("até {}", data(fim)),
        (None, None) => return None,
    })
}

/// "a, b e c".
pub fn lista<T: AsRef<str>>(itens: &[T]) -> String {
    enumerar(itens, "e")
}

/// "a, b ou c".
pub fn alternativas<T: AsRef<str>>(itens: &[T]) -> String {
    enumerar(itens, "ou")
}

fn enumerar<T: AsRef<str>>(itens: &[T], conjuncao: &str) -> String {
    let itens: Vec<&str> = itens.iter().map(AsRef::as_ref).collect();
    match itens.split_last() {
        None => String::new(),
        Some((unico, [])) => (*unico).to_owned(),
        Some((ultimo, outros)) => format!("{} {conjuncao} {ultimo}", outros.join(", ")),
    }
}

/// The first `quantos` of a list, and how many more there are: "a, b e mais 3".
pub fn lista_curta<T: AsRef<str>>(itens: &[T], quantos: usize) -> String {
    match itens.len().checked_sub(quantos) {
        None | Some(0) => lista(itens),
        Some(outros) => {
            let mut partes: Vec<String> =
                itens.iter().take(quantos).map(|item| item.as_ref().to_owned()).collect();
            partes.push(format!("mais {outros}"));
            lista(&partes)
        }
    }
}

/// The word that a person reads for an enumerated value: "LIDER_PROJETO" is "líder de projeto".
pub fn rotulo(valor: &str) -> &str {
    match valor {
        "MEMBRO" => "membro",
        "LIDER_PROJETO" => "líder de projeto",
        "PORTA_VOZ" => "porta-voz",
        "COORDENADOR" => "coordenador",
        "ADMINISTRADOR" => "administrador",
        "SUPER_ADMIN" => "super admin",
        "PENDENTE" => "pendente",
        "ATIVO" => "ativo",
        "INATIVO" => "inativo",
        "SUSPENSO" => "suspenso",
        "EM_ANDAMENTO" => "em andamento",
        "AGUARDANDO_VALIDACAO" => "aguardando validação",
        "CONCLUIDA" => "concluída",
        "APROVADA" => "aprovada",
        "REJEITADA" => "rejeitada",
        "PLANEJAMENTO" => "planejamento",
        "CONCLUIDO" => "concluído",
        "CANCELADO" => "cancelado",
        "PEDIDO" => "aguardando entrega",
        "ENTREGUE" => "entregue",
        "BASICO" => "básico",
        "INTERMEDIARIO" => "intermediário",
        "AVANCADO" => "avançado",
        "FACIL" => "fácil",
        "MEDIA" => "média",
        "DIFICIL" => "difícil",
        "CREDITO" => "crédito",
        "DEBITO" => "débito",
        "EVENTO" => "eventos",
        "PROJETO" => "projetos",
        "ADMINISTRATIVO" => "administrativo",
        "DOACAO" => "doações",
        "LOJA" => "loja",
        "OUTROS" => "outros",
        outro => outro,
    }
}

/// The plural of `rotulo` for people by cargo or status: "porta-vozes", "ativos".
pub fn rotulo_plural(valor: &str) -> String {
    match valor {
        "MEMBRO" => "membros".to_owned(),
        "LIDER_PROJETO" => "líderes de projeto".to_owned(),
        "PORTA_VOZ" => "porta-vozes".to_owned(),
        "COORDENADOR" => "coordenadores".to_owned(),
        "ADMINISTRADOR" => "administradores".to_owned(),
        "PENDENTE" | "ATIVO" | "INATIVO" | "SUSPENSO" => format!("{}s", rotulo(valor)),
        _ => rotulo(valor).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_their_noun() {
        assert_eq!(contagem(0, "membro", "membros"), "nenhum membro");
        assert_eq!(contagem(0, "tarefa pendente", "tarefas pendentes"), "nenhuma tarefa pendente");
        assert_eq!(contagem(0, "transação", "transações"), "nenhuma transação");
        assert_eq!(contagem(0, "enquete", "enquetes"), "nenhuma enquete");
        for feminina in ["reunião", "mensagem", "cidade", "pessoa nova", "opção", "vez"] {
            assert_eq!(contagem(0, feminina, ""), format!("nenhuma {feminina}"));
        }
        for masculina in ["pedido", "cartão", "dia", "porta-voz", "item", "programa"] {
            assert_eq!(contagem(0, masculina, ""), format!("nenhum {masculina}"));
        }
        assert_eq!(com_verbo("tem", 0, "membro", "membros"), "não tem nenhum membro");
        assert_eq!(com_verbo("há", 2, "tarefa", "tarefas"), "há 2 tarefas");
        assert_eq!(contagem(1, "evento", "eventos"), "1 evento");
        assert_eq!(contagem(1204, "membro", "membros"), "1.204 membros");
    }

    #[test]
    fn numbers_and_money() {
        assert_eq!(numero(0), "0");
        assert_eq!(numero(999), "999");
        assert_eq!(numero(1_234_567), "1.234.567");
        assert_eq!(reais(123_456), "R$ 1.234,56");
        assert_eq!(reais(-5), "-R$ 0,05");
        assert_eq!(percentual(12.5), "12,5%");
        assert_eq!(percentual(100.0), "100%");
    }

    #[test]
    fn lists_end_with_e() {
        assert_eq!(lista::<&str>(&[]), "");
        assert_eq!(lista(&["a"]), "a");
        assert_eq!(lista(&["a", "b"]), "a e b");
        assert_eq!(lista(&["a", "b", "c"]), "a, b e c");
        assert_eq!(alternativas(&["a", "b", "c"]), "a, b ou c");
        assert_eq!(lista_curta(&["a", "b", "c"], 2), "a, b e mais 1");
        assert_eq!(lista_curta(&["a", "b"], 2), "a e b");
    }

    #[test]
    fn dates_and_periods() {
        let dia = |dia| NaiveDate::from_ymd_opt(2026, 5, dia);
        assert_eq!(data(dia(3).unwrap()), "03/05/2026");
        assert_eq!(periodo(dia(1), dia(10)).as_deref(), Some("de 01/05/2026 a 10/05/2026"));
        assert_eq!(periodo(dia(1), dia(1)).as_deref(), Some("em 01/05/2026"));
        assert_eq!(periodo(None, None), None);
    }

    #[test]
    fn values_have_words() {
        assert_eq!(rotulo("LIDER_PROJETO"), "líder de projeto");
        assert_eq!(rotulo_plural("PORTA_VOZ"), "porta-vozes");
        assert_eq!(rotulo("???"), "???");
    }
}
