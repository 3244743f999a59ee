use proptest::prelude::*;

use super::*;

const MES: &str = "2026-03";

fn situacao(saldo: i64, ganho_no_mes: i64, teto_mensal: Option<i64>) -> Situacao {
    Situacao { saldo, mes: MES.to_owned(), ganho_no_mes, multiplicador_ppm: UM, teto_mensal }
}

fn com_multiplicador(ppm: i64) -> Situacao {
    Situacao { multiplicador_ppm: ppm, ..situacao(0, 0, None) }
}

#[test]
fn the_multiplier_is_for_events_and_tasks_and_rounds_half_up() {
    let pago =
        |ppm, origem, base| credito(&com_multiplicador(ppm), origem, base, MES).unwrap().valor;
    assert_eq!(pago(1_500_000, Origem::Tarefa, 100), 150);
    assert_eq!(pago(1_500_000, Origem::Evento, 1), 2, "1.5 rounds up");
    assert_eq!(pago(500_000, Origem::Tarefa, 1), 1, "0.5 rounds up");
    assert_eq!(pago(499_999, Origem::Tarefa, 1), 0);
    for origem in [Origem::Referral, Origem::Manual, Origem::Plano, Origem::Loja, Origem::Estorno] {
        assert_eq!(pago(1_500_000, origem, 100), 100, "{}", origem.as_str());
    }
}

#[test]
fn the_cap_cuts_what_is_earned_and_nothing_else() {
    let quase_no_teto = situacao(90, 90, Some(100));
    let ganho = credito(&quase_no_teto, Origem::Referral, 30, MES).unwrap();
    assert_eq!((ganho.valor, ganho.cortado, ganho.saldo, ganho.ganho_no_mes), (10, 20, 100, 100));
    let manual = credito(&quase_no_teto, Origem::Manual, 30, MES).unwrap();
    assert_eq!((manual.valor, manual.cortado, manual.ganho_no_mes), (30, 0, 90));
}

#[test]
fn a_cap_lowered_below_what_was_earned_and_a_cap_of_nothing_pay_nothing() {
    for teto in [0, 50] {
        let efeito = credito(&situacao(90, 90, Some(teto)), Origem::Tarefa, 30, MES).unwrap();
        assert_eq!((efeito.valor, efeito.cortado, efeito.saldo), (0, 30, 90), "cap of {teto}");
    }
}

#[test]
fn a_new_month_starts_from_nothing() {
    let efeito = credito(&situacao(90, 100, Some(100)), Origem::Tarefa, 30, "2026-04").unwrap();
    assert_eq!((efeito.valor, efeito.ganho_no_mes, efeito.mes.as_str()), (30, 30, "2026-04"));
}

#[test]
fn a_debit_never_goes_below_zero() {
    assert_eq!(debito(&situacao(50, 0, None), 50).unwrap().saldo, 0);
    let refused = debito(&situacao(50, 0, None), 51).unwrap_err();
    assert_eq!(refused.code(), SALDO_INSUFICIENTE);
    assert!(debito(&situacao(50, 0, None), -1).is_err());
    assert!(credito(&situacao(50, 0, None), Origem::Manual, -1, MES).is_err());
}

#[test]
fn the_statement_says_what_the_cap_took() {
    let descricao = |base| {
        let efeito = credito(&situacao(90, 90, Some(100)), Origem::Tarefa, base, MES).unwrap();
        descricao_com_corte("Tarefa", &efeito)
    };
    assert_eq!(descricao(10), "Tarefa");
    assert_eq!(descricao(15), "Tarefa (reduzido em 5 pelo teto mensal)");
    let nada = credito(&situacao(0, 9, Some(9)), Origem::Tarefa, 3, MES).unwrap();
    let texto = descricao_com_corte("Tarefa", &nada);
    assert_eq!(texto, "Tarefa (teto mensal atingido: 3 não creditados)");
}

#[test]
fn a_multiplier_is_exact_or_refused() {
    let parse = |text: &str| Multiplicador::parse(serde_json::from_str(text).unwrap());
    for (text, ppm) in
        [("1.5", 1_500_000), ("1", UM), ("0.1", 100_000), ("100", 100 * UM), ("0.000001", 1)]
    {
        assert_eq!(parse(text).unwrap(), Multiplicador(ppm), "{text}");
    }
    for text in
        ["0", "-1", "100.000001", "1.2345678", "0.0000001", "1e300", "null", "\"1\"", "true"]
    {
        assert_eq!(parse(text).unwrap_err().campos().count(), 1, "{text}");
    }
    assert_eq!(Multiplicador(1_100_000).as_number(), 1.1);
}

#[test]
fn a_cap_is_a_whole_number_or_null_but_not_left_out() {
    let parse = |field| Teto::parse(field).map(|teto| teto.0);
    assert_eq!(parse(Field::Null), Ok(None));
    assert_eq!(parse(Field::Value(0)), Ok(Some(0)));
    for wrong in [Field::Absent, Field::Wrong, Field::Value(-1), Field::Value(i64::MAX)] {
        assert!(parse(wrong).is_err());
    }
}

fn origens() -> impl Strategy<Value = Origem> {
    prop::sample::select(Origem::ALL)
}

proptest! {
    #[test]
    fn nothing_appears_or_vanishes(
        saldo in 0..1_000_000_i64, ganho in 0..1_000_000_i64, teto in prop::option::of(0..1_000_000_i64),
        ppm in 1..=100 * UM, origem in origens(), base in 0..1_000_000_i64,
    ) {
        let antes = Situacao { multiplicador_ppm: ppm, ..situacao(saldo, ganho, teto) };
        let efeito = credito(&antes, origem, base, MES).unwrap();
        prop_assert_eq!(efeito.saldo, saldo + efeito.valor);
        prop_assert!(efeito.valor >= 0 && efeito.cortado >= 0);
        prop_assert_eq!(efeito.valor + efeito.cortado, multiplicado(base, efeito.multiplicador_ppm).unwrap());
        if let Some(teto) = teto && origem.conta_no_teto() && efeito.valor > 0 {
            prop_assert!(efeito.ganho_no_mes <= teto);
        }
    }

    #[test]
    fn any_sequence_of_movements_keeps_the_balance_exact(
        movements in prop::collection::vec((any::<bool>(), origens(), 0..500_i64), 0..50),
        teto in prop::option::of(0..2_000_i64),
    ) {
        let mut atual = situacao(0, 0, teto);
        let (mut creditado, mut debitado) = (0, 0);
        for (entra, origem, valor) in movements {
            let efeito = if entra { credito(&atual, origem, valor, MES) } else { debito(&atual, valor) };
            let Ok(efeito) = efeito else {
                prop_assert!(!entra && valor > atual.saldo);
                continue;
            };
            match efeito.tipo {
                TipoTransacao::Credito => creditado += efeito.valor,
                TipoTransacao::Debito => debitado += efeito.valor,
            }
            atual.saldo = efeito.saldo;
            atual.ganho_no_mes = efeito.ganho_no_mes;
            prop_assert_eq!(atual.saldo, creditado - debitado);
            prop_assert!(atual.saldo >= 0);
        }
    }
}
