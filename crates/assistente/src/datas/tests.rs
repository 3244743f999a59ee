use super::*;

/// A Wednesday.
fn hoje() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 6, 17).unwrap()
}

fn lido(texto: &str, sentido: Sentido) -> String {
    let escrita = |data: Option<NaiveDate>| data.map_or("-".to_owned(), |data| data.to_string());
    match periodo(&Frase::nova(texto), hoje(), sentido) {
        Some(achado) => format!("{} {}", escrita(achado.inicio), escrita(achado.fim)),
        None => "nada".to_owned(),
    }
}

#[test]
fn periods_of_the_past() {
    let casos = [
        ("quem entrou hoje?", "2026-06-17 2026-06-17"),
        ("e ontem?", "2026-06-16 2026-06-16"),
        ("desta semana", "2026-06-15 2026-06-21"),
        ("na semana passada", "2026-06-08 2026-06-14"),
        ("este mês", "2026-06-01 2026-06-30"),
        ("no mês passado", "2026-05-01 2026-05-31"),
        ("este ano", "2026-01-01 2026-12-31"),
        ("do ano passado", "2025-01-01 2025-12-31"),
        ("nos últimos 15 dias", "2026-06-02 2026-06-17"),
        ("nas últimas duas semanas", "2026-06-03 2026-06-17"),
        ("na última semana", "2026-06-10 2026-06-17"),
        ("nos últimos três meses", "2026-03-17 2026-06-17"),
        ("nas ultimas 24 horas", "2026-06-16 2026-06-17"),
        ("em março", "2026-03-01 2026-03-31"),
        ("em dezembro", "2025-12-01 2025-12-31"),
        ("em março de 2024", "2024-03-01 2024-03-31"),
        ("em maio do ano passado", "2025-05-01 2025-05-31"),
        ("de 1 a 10 de maio", "2026-05-01 2026-05-10"),
        ("entre 1 e 10 de maio", "2026-05-01 2026-05-10"),
        ("do dia 1 ao dia 10 de maio", "2026-05-01 2026-05-10"),
        ("de 01/05 a 10/05", "2026-05-01 2026-05-10"),
        ("de 20/12/2025 até 10/01/2026", "2025-12-20 2026-01-10"),
        ("de março a maio", "2026-03-01 2026-05-31"),
        ("desde março", "2026-03-01 -"),
        ("a partir de 01/05", "2026-05-01 -"),
        ("até 10/05", "- 2026-05-10"),
        ("em 10/05/26", "2026-05-10 2026-05-10"),
        ("no dia 10", "2026-06-10 2026-06-10"),
        ("no dia 20", "2026-05-20 2026-05-20"),
        ("dia 3 de abril", "2026-04-03 2026-04-03"),
        ("no primeiro semestre", "2026-01-01 2026-06-30"),
        ("no trimestre passado", "2026-01-01 2026-03-31"),
        ("no último trimestre", "2026-01-01 2026-03-31"),
        ("no último semestre", "2025-07-01 2025-12-31"),
        ("em 2025", "2025-01-01 2025-12-31"),
        ("na segunda-feira", "2026-06-15 2026-06-15"),
        ("há 3 dias", "2026-06-14 2026-06-14"),
        ("de 31/02 a 10/03", "2026-03-10 2026-03-10"),
    ];
    for (texto, esperado) in casos {
        assert_eq!(lido(texto, Sentido::Passado), esperado, "{texto}");
    }
}

#[test]
fn periods_to_come() {
    let casos = [
        ("amanhã", "2026-06-18 2026-06-18"),
        ("na semana que vem", "2026-06-22 2026-06-28"),
        ("na próxima semana", "2026-06-22 2026-06-28"),
        ("próximo mês", "2026-07-01 2026-07-31"),
        ("nos próximos 10 dias", "2026-06-17 2026-06-27"),
        ("neste fim de semana", "2026-06-20 2026-06-21"),
        ("no fds", "nada"),
        ("em março", "2027-03-01 2027-03-31"),
        ("em setembro", "2026-09-01 2026-09-30"),
        ("até sexta", "- 2026-06-19"),
        ("sexta-feira", "2026-06-19 2026-06-19"),
        ("quarta", "2026-06-17 2026-06-17"),
        ("dia 5", "2026-07-05 2026-07-05"),
        ("25/06", "2026-06-25 2026-06-25"),
        ("01/02", "2027-02-01 2027-02-01"),
    ];
    for (texto, esperado) in casos {
        assert_eq!(lido(texto, Sentido::Futuro), esperado, "{texto}");
    }
}

#[test]
fn what_is_no_period() {
    for texto in
        ["Marcos e Ana", "50 moedas", "o mar está bonito", "a vida", "", "dia 45", "1/2/3/4"]
    {
        assert_eq!(lido(texto, Sentido::Passado), "nada", "{texto}");
    }
}
