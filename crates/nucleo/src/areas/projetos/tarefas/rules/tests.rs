use base::Uuid;
use serde_json::{Value, json};

use super::*;

fn input(body: Value) -> TarefaInput {
    serde_json::from_value(body).unwrap()
}

fn nova(body: Value) -> Result<NovaTarefa, Vec<String>> {
    let mut erros = FieldErrors::default();
    let nova = NovaTarefa::parse(input(body), &mut erros);
    erros.finish(nova).map_err(|erros| erros.campos().map(str::to_owned).collect())
}

fn mudanca(body: Value) -> Result<MudancaDeTarefa, Vec<String>> {
    let mut erros = FieldErrors::default();
    let mudanca = MudancaDeTarefa::parse(input(body), &mut erros);
    erros.finish(Some(mudanca)).map_err(|erros| erros.campos().map(str::to_owned).collect())
}

#[test]
fn nothing_leads_out_of_approval_and_only_a_judgement_leads_in() {
    for de in StatusTarefa::ALL {
        for ato in [Iniciar, Devolver, Concluir, Encaminhar, Aprovar, Rejeitar, Reatribuir] {
            let para = mover(*de, ato);
            assert!(*de != Aprovada || para.is_none(), "{ato:?} leads out of APROVADA");
            let julgada = matches!(de, Concluida | AguardandoValidacao) && ato == Aprovar;
            assert_eq!(para == Some(Aprovada), julgada, "{de:?} {ato:?}");
        }
    }
}

#[test]
fn no_state_has_two_ways_by_one_act() {
    for (index, (de, ato, _)) in TRANSICOES.iter().enumerate() {
        let outras = TRANSICOES.iter().skip(index + 1);
        assert!(
            !outras.into_iter().any(|(from, por, _)| from == de && por == ato),
            "{de:?} {ato:?}"
        );
    }
}

#[test]
fn what_is_left_out_has_a_default() {
    let esperado = NovaTarefa {
        titulo: "Cartaz".to_owned(),
        descricao: None,
        dificuldade: Dificuldade::Media,
        recompensa: 0,
        prazo: None,
        responsavel: None,
    };
    assert_eq!(nova(json!({"titulo": " Cartaz "})), Ok(esperado.clone()));
    assert_eq!(nova(json!({"titulo": "Cartaz", "responsavelId": null})), Ok(esperado));
}

#[test]
fn every_broken_rule_is_told_at_once() {
    let body = json!({
        "titulo": "x".repeat(201), "descricao": "x".repeat(10_001), "dificuldade": "IMPOSSIVEL",
        "recompensa": -1, "prazo": "ontem", "responsavelId": "x",
    });
    let todos = ["titulo", "descricao", "dificuldade", "recompensa", "prazo", "responsavelId"];
    assert_eq!(nova(body.clone()).unwrap_err(), todos);
    assert_eq!(mudanca(body).unwrap_err(), todos);
}

#[test]
fn a_reward_is_whole_and_within_reason() {
    for (recompensa, aceita) in [
        (json!(0), true),
        (json!(1_000_000), true),
        (json!(1_000_001), false),
        (json!(-1), false),
        (json!(1.5), false),
        (json!("10"), false),
        (json!(1e300), false),
    ] {
        let resultado = nova(json!({"titulo": "x", "recompensa": recompensa}));
        assert_eq!(resultado.is_ok(), aceita, "{recompensa}");
    }
}

#[test]
fn a_deadline_is_an_instant_or_a_whole_day() {
    let prazo = |texto: &str| nova(json!({"titulo": "x", "prazo": texto})).unwrap().prazo;
    let texto = |prazo: Option<Timestamp>| prazo.map(|prazo| prazo.to_string()).unwrap_or_default();
    assert_eq!(texto(prazo("2026-11-30T21:00:00Z")), "2026-11-30T21:00:00.000Z");
    assert_eq!(texto(prazo("2026-11-30")), "2026-12-01T02:59:59.999Z");
}

#[test]
fn a_change_names_what_it_changes() {
    assert_eq!(mudanca(json!({})).unwrap(), MudancaDeTarefa::default());
    let id = UsuarioId::from(Uuid::nil());
    assert_eq!(mudanca(json!({"responsavelId": id})).unwrap().responsavel, Some(Some(id)));
    assert_eq!(mudanca(json!({"responsavelId": null})).unwrap().responsavel, Some(None));
    assert_eq!(mudanca(json!({"prazo": null})).unwrap().prazo, Some(None));
}

#[test]
fn a_proof_is_words_and_perhaps_a_picture() {
    let parse = |body| serde_json::from_value::<ConcluirInput>(body).unwrap().parse();
    let entrega = parse(json!({"comprovacao": "Feito", "comprovacaoUrl": "/arquivos/x.png"}));
    assert_eq!(entrega.unwrap().comprovacao_url.as_deref(), Some("/arquivos/x.png"));
    let erros = parse(json!({"comprovacao": " ", "comprovacaoUrl": "javascript:x"})).unwrap_err();
    assert_eq!(erros.campos().collect::<Vec<_>>(), ["comprovacao", "comprovacaoUrl"]);
}
