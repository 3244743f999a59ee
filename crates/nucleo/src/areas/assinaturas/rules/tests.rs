use base::Uuid;
use base::clock::start_of_day;

use super::*;

fn dia(numero: i64) -> Timestamp {
    start_of_day("2026-03-02").unwrap() + Duration::days(numero)
}

/// Of R$ 20 for 30 days.
fn situacao(numero: u128, status: StatusDeAssinatura, validade: Option<i64>) -> Situacao {
    let vale = status == StatusDeAssinatura::Ativa;
    Situacao {
        id: Uuid::from_u128(numero).into(),
        plano_codigo: "APOIADOR".to_owned(),
        preco: Reais::from_centavos(2000),
        periodo_dias: 30,
        bonus_moedas: 50,
        status,
        vale,
        em_vigor: vale,
        validade: validade.map(dia),
        criado_em: dia(0),
    }
}

/// Of R$ 50.
fn militante(numero: u128, status: StatusDeAssinatura, validade: Option<i64>) -> Situacao {
    Situacao {
        plano_codigo: "MILITANTE".to_owned(),
        preco: Reais::from_centavos(5000),
        ..situacao(numero, status, validade)
    }
}

use StatusDeAssinatura::{Ativa, Cancelada, Pendente, Vencida};

/// Which one, which ends for it, and until which day.
fn paga(abertas: &[Situacao], centavos: i64) -> Option<(u128, Option<u128>, Option<i64>)> {
    let numero = |id: AssinaturaId| Uuid::from(id).as_u128();
    let efeito = efeito(abertas, Reais::from_centavos(centavos), dia(10))?;
    let dias = |validade: Timestamp| (validade.unix_millis() - dia(0).unix_millis()) / 86_400_000;
    Some((numero(efeito.assinatura), efeito.substituida.map(numero), efeito.validade.map(dias)))
}

#[test]
fn the_first_payment_counts_from_now_and_the_next_from_the_end() {
    assert_eq!(paga(&[situacao(1, Pendente, None)], 2000), Some((1, None, Some(40))));
    assert_eq!(paga(&[situacao(1, Ativa, Some(25))], 2000), Some((1, None, Some(55))));
    assert_eq!(paga(&[situacao(1, Ativa, None)], 2000), Some((1, None, None)), "without end");
}

#[test]
fn too_little_pays_for_nothing_and_too_much_for_one_period() {
    assert_eq!(paga(&[], 2000), None);
    assert_eq!(paga(&[situacao(1, Pendente, None)], 1999), None);
    assert_eq!(paga(&[situacao(1, Pendente, None)], 9000), Some((1, None, Some(40))));
    assert_eq!(paga(&[situacao(1, Vencida, Some(5))], 1999), None);
}

#[test]
fn another_plan_begins_when_it_is_paid_and_the_old_one_ends() {
    let abertas = [situacao(1, Ativa, Some(25)), militante(2, Pendente, None)];
    assert_eq!(paga(&abertas, 5000), Some((2, Some(1), Some(40))));
    assert_eq!(paga(&abertas, 2000), Some((1, None, Some(55))), "the one that it covers");
    assert_eq!(paga(&abertas, 1000), None);
    let rebaixa = [militante(1, Ativa, Some(25)), situacao(2, Pendente, None)];
    assert_eq!(paga(&rebaixa, 2000), Some((2, Some(1), Some(40))));
}

#[test]
fn whoever_takes_it_up_again_in_time_loses_nothing() {
    let cancelada = Situacao { vale: true, em_vigor: true, ..situacao(1, Cancelada, Some(25)) };
    let abertas = [cancelada.clone(), situacao(2, Pendente, None)];
    assert_eq!(paga(&abertas, 2000), Some((2, Some(1), Some(55))));
    assert_eq!(paga(&[cancelada], 2000), Some((1, None, Some(55))));
}

#[test]
fn whoever_pays_late_takes_the_last_one_up_again() {
    assert_eq!(paga(&[situacao(1, Vencida, Some(5))], 2000), Some((1, None, Some(40))));
    assert_eq!(paga(&[situacao(1, Cancelada, None)], 2000), Some((1, None, Some(40))));
    // Ended, and not tidied up yet: it has the mark, and gives nothing.
    let finda = Situacao { em_vigor: false, ..situacao(1, Ativa, Some(5)) };
    assert_eq!(paga(std::slice::from_ref(&finda), 2000), Some((1, None, Some(40))));
    let abertas = [finda, militante(2, Pendente, None)];
    assert_eq!(paga(&abertas, 5000), Some((2, Some(1), Some(40))));
    assert_eq!(paga(&abertas, 2000), None, "something else waits for its payment");
}

#[test]
fn nobody_subscribes_to_what_they_have() {
    let codigo = |abertas: &[Situacao], codigo| match pode_assinar(abertas, codigo) {
        Ok(()) => "",
        Err(erro) => erro.code().name,
    };
    assert_eq!(codigo(&[], GRATUITO), "PLANO_JA_ATIVO");
    assert_eq!(codigo(&[], "APOIADOR"), "");
    let ativa = [situacao(1, Ativa, Some(25))];
    assert_eq!(codigo(&ativa, "APOIADOR"), "PLANO_JA_ATIVO");
    assert_eq!(codigo(&ativa, "MILITANTE"), "");
    assert_eq!(codigo(&ativa, GRATUITO), "PLANO_GRATUITO");
    assert_eq!(codigo(&[situacao(1, Pendente, None)], "APOIADOR"), "ASSINATURA_JA_PENDENTE");
    assert_eq!(codigo(&[situacao(1, Pendente, None)], "MILITANTE"), "");
    let cancelada = Situacao { vale: true, em_vigor: true, ..situacao(1, Cancelada, Some(25)) };
    assert_eq!(codigo(&[cancelada], "APOIADOR"), "");
    assert_eq!(codigo(&[situacao(1, Vencida, Some(5))], "APOIADOR"), "");
}
