use base::clock::Timestamp;
use proptest::prelude::*;
use serde_json::json;

use super::StatusDeInscricao::{Espera, Inscrito, Presente};
use super::*;

fn at(text: &str) -> Timestamp {
    serde_json::from_value(json!(text)).unwrap()
}

fn input(corpo: serde_json::Value) -> EventoInput {
    serde_json::from_value(corpo).unwrap()
}

fn campos(erros: FieldErrors) -> Vec<String> {
    erros.campos().map(str::to_owned).collect()
}

fn evento() -> Corpo {
    Corpo::parse(input(json!({
        "titulo": " Plenária ", "inicio": "2026-03-10T18:00:00Z", "fim": "2026-03-10T20:00:00Z",
        "local": "Sede", "vagas": 10,
    })))
    .unwrap()
}

#[test]
fn an_event_needs_a_title_and_its_hours() {
    let novo = evento();
    assert_eq!((novo.titulo.as_str(), novo.recompensa), ("Plenária", 0));
    assert_eq!(campos(Corpo::parse(input(json!({}))).unwrap_err()), ["titulo", "inicio", "fim"]);
}

#[test]
fn every_violation_is_told_at_once() {
    let errado = json!({
        "titulo": " ", "descricao": 1, "local": "a".repeat(201), "inicio": "2026-03-10T18:00:00Z",
        "fim": "2026-03-10T18:00:00Z", "vagas": 0, "recompensa": -1, "fotoUrl": "javascript:x",
    });
    let esperado = ["titulo", "descricao", "local", "vagas", "recompensa", "fotoUrl", "fim"]
        .map(str::to_owned);
    assert_eq!(campos(Corpo::parse(input(errado)).unwrap_err()), esperado);
    for (campo, valor) in [
        ("vagas", json!(1.5)),
        ("vagas", json!(1_000_001)),
        ("recompensa", json!(1_000_001)),
        ("inicio", json!("amanhã")),
        ("fim", json!("2026-13-01T00:00:00Z")),
    ] {
        let mudanca = Mudanca::parse(input(json!({ campo: valor }))).unwrap_err();
        assert_eq!(campos(mudanca), [campo]);
    }
}

#[test]
fn a_change_is_judged_with_what_stays() {
    let antes = evento();
    let mudar = |corpo| Mudanca::parse(input(corpo)).unwrap().aplicar(&antes);
    assert_eq!(mudar(json!({})).unwrap(), antes);
    let sem = mudar(json!({"vagas": null, "local": null, "titulo": "Outra"})).unwrap();
    assert_eq!((sem.vagas, sem.local.as_deref(), sem.titulo.as_str()), (None, None, "Outra"));
    assert_eq!(sem.fim, antes.fim);
    for (corpo, campo) in [
        (json!({"inicio": "2026-03-10T20:00:00Z"}), "inicio"),
        (json!({"fim": "2026-03-10T17:00:00Z"}), "fim"),
    ] {
        assert_eq!(campos(mudar(corpo).unwrap_err()), [campo]);
    }
    let depois = mudar(json!({"titulo": "Outra", "vagas": 20})).unwrap();
    assert!(!remarca(&antes, &depois));
    for corpo in [json!({"local": "Praça"}), json!({"fim": "2026-03-10T21:00:00Z"})] {
        assert!(remarca(&antes, &mudar(corpo).unwrap()));
    }
}

#[test]
fn the_window_is_exact_to_the_millisecond() {
    let situacao = Situacao {
        inicio: at("2026-03-10T18:00:00Z"),
        fim: at("2026-03-10T20:00:00Z"),
        cancelado: false,
    };
    let cancelado = Situacao { cancelado: true, ..situacao };
    for (agora, janela, comeco, futuro) in [
        ("2026-03-09T17:59:59.999Z", false, false, true),
        ("2026-03-09T18:00:00.000Z", true, true, true),
        ("2026-03-10T19:59:59.999Z", true, true, true),
        ("2026-03-10T20:00:00.000Z", true, true, false),
        ("2026-03-11T20:00:00.000Z", true, true, false),
        ("2026-03-11T20:00:00.001Z", false, true, false),
    ] {
        let agora = at(agora);
        assert_eq!(situacao.exigir_janela(agora).is_ok(), janela, "{agora}");
        assert_eq!(situacao.exigir_comeco(agora).is_ok(), comeco, "{agora}");
        assert_eq!(situacao.exigir_futuro(agora).is_ok(), futuro, "{agora}");
        for recusado in [
            cancelado.exigir_janela(agora),
            cancelado.exigir_comeco(agora),
            cancelado.exigir_futuro(agora),
        ] {
            assert_eq!(recusado.unwrap_err().code(), EVENTO_CANCELADO);
        }
    }
}

#[test]
fn a_code_is_known_however_it_is_typed() {
    let certo = "7KQ2MWXA";
    for bom in ["7KQ2MWXA", "7kq2mwxa", " 7KQ2-mwxa", "7 K Q 2 M W X A"] {
        assert!(Codigo::new(bom).exigir(certo).is_ok(), "{bom}");
    }
    for mau in ["7KQ2MWX", "7KQ2MWXAA", "8KQ2MWXA", "-", "ſKQ2MWXA"] {
        assert!(Codigo::new(mau).exigir(certo).is_err(), "{mau}");
    }
}

proptest! {
    /// Whoever comes, goes or is moved up: signing up alone never fills more places than there are,
    /// and nobody waits beside a free one.
    #[test]
    fn places_are_given_out_once(
        vagas in proptest::option::of(1..20_i64),
        passos in proptest::collection::vec(0..4_u8, 0..200),
    ) {
        let mut lotacao = Lotacao { vagas, inscritos: 0, presentes: 0, esperando: 0 };
        for passo in passos {
            match passo {
                0 | 1 => {
                    let lugar = lotacao.lugar();
                    lotacao.mover(None, Some(lugar), 1);
                }
                2 if lotacao.inscritos > 0 => lotacao.mover(Some(Inscrito), None, 1),
                3 if lotacao.inscritos > 0 => lotacao.mover(Some(Inscrito), Some(Presente), 1),
                _ => {}
            }
            let promovidos = lotacao.a_promover();
            lotacao.mover(Some(Espera), Some(Inscrito), promovidos);
            prop_assert!(vagas.is_none_or(|vagas| lotacao.ocupadas() <= vagas));
            let livre = lotacao.lugar() == Inscrito;
            prop_assert!(!livre || lotacao.esperando == 0);
        }
    }
}

#[test]
fn nobody_loses_a_place_that_they_have() {
    let lotacao = Lotacao { vagas: Some(3), inscritos: 2, presentes: 3, esperando: 1 };
    assert_eq!((lotacao.ocupadas(), lotacao.a_promover()), (5, 0));
    for (vagas, cabem) in [(None, true), (Some(5), true), (Some(4), false), (Some(3), true)] {
        assert_eq!(lotacao.exigir_que_caibam(vagas).is_ok(), cabem, "{vagas:?}");
    }
    let depois = Lotacao { vagas: None, ..lotacao };
    assert_eq!(depois.a_promover(), 1);
}
