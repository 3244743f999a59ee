use base::Uuid;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn instante(texto: &str) -> Timestamp {
    serde_json::from_value(json!(texto)).unwrap()
}

fn agora() -> Timestamp {
    instante("2026-03-02T12:00:00Z")
}

fn parse(input: Value) -> Result<NovaEnquete, FieldErrors> {
    NovaEnquete::parse(serde_json::from_value(input).unwrap(), agora())
}

fn campos(input: Value) -> Vec<String> {
    parse(input).unwrap_err().campos().map(str::to_owned).collect()
}

fn valida() -> Value {
    json!({
        "pergunta": " Qual pauta? ",
        "tipoEscolha": "UNICA",
        "opcoes": [" Saúde", "Educação "],
        "dataEncerramento": "2026-03-02T12:00:00.001Z",
    })
}

#[test]
fn o_que_falta_tem_o_padrao_do_contrato() {
    let nova = parse(valida()).unwrap();
    assert_eq!(nova.pergunta, "Qual pauta?");
    assert_eq!(nova.opcoes, ["Saúde", "Educação"]);
    assert!(!nova.resultado_tempo_real && !nova.modal_obrigatorio);
    assert!(nova.enviar_push && nova.enviar_email);
    assert_eq!(nova.foto_url, None);
}

#[test]
fn todas_as_violacoes_de_uma_vez() {
    assert_eq!(campos(json!({})), ["pergunta", "tipoEscolha", "opcoes", "dataEncerramento"]);
    let tudo_errado = json!({
        "pergunta": "  ", "tipoEscolha": "TALVEZ", "opcoes": ["a", "", 7, " a "],
        "dataEncerramento": "2026-03-02T12:00:00Z", "fotoUrl": "javascript:alert(1)",
        "resultadoTempoReal": 1, "modalObrigatorio": "x", "enviarPush": "sim", "enviarEmail": [],
    });
    let esperados = [
        "pergunta",
        "tipoEscolha",
        "opcoes[1]",
        "opcoes[2]",
        "opcoes[3]",
        "dataEncerramento",
        "fotoUrl",
        "resultadoTempoReal",
        "modalObrigatorio",
        "enviarPush",
        "enviarEmail",
    ];
    assert_eq!(campos(tudo_errado), esperados);
}

#[test]
fn de_2_a_20_opcoes() {
    for (quantas, aceita) in [(0, false), (1, false), (2, true), (20, true), (21, false)] {
        let mut input = valida();
        input["opcoes"] = (0..quantas).map(|n| format!("opção {n}")).collect();
        assert_eq!(parse(input).is_ok(), aceita, "{quantas}");
    }
}

#[test]
fn encerra_no_milissegundo_exato() {
    let fim = instante("2026-03-02T12:00:00.001Z");
    assert!(!encerrada(fim, agora()));
    assert!(encerrada(fim, fim));
}

#[test]
fn quem_ve_resultados() {
    let visiveis = |ve_parciais, encerrada, tempo_real| {
        resultados_visiveis(Vista { ve_parciais, encerrada, tempo_real })
    };
    assert!(!visiveis(false, false, false), "membro, aberta, sem tempo real");
    assert!(visiveis(true, false, false), "gestão: sempre");
    assert!(visiveis(false, true, false), "encerrada: todos");
    assert!(visiveis(false, false, true), "tempo real: todos");
}

#[test]
fn fora_da_vista_nao_ha_numeros() {
    let contagens = || opcoes(2).into_iter().map(|id| (id, "x".to_owned(), 1));
    let vista = Vista { ve_parciais: false, encerrada: false, tempo_real: false };
    assert_eq!(resultados(vista, 2, contagens()), None);
    let vista = Vista { encerrada: true, ..vista };
    let vistos = resultados(vista, 2, contagens()).unwrap();
    assert!(vistos.iter().all(|resultado| resultado.percentual == 50.0));
}

#[test]
fn um_super_admin_so_vota_nas_nacionais() {
    for cargo in Cargo::ALL {
        assert!(pode_votar(*cargo, true));
        assert_eq!(pode_votar(*cargo, false), *cargo != Cargo::SuperAdmin);
    }
}

fn opcoes(quantas: u128) -> Vec<OpcaoId> {
    (0..quantas).map(|n| OpcaoId::from(Uuid::from_u128(n))).collect()
}

#[test]
fn uma_escolha_tem_opcoes_e_nenhuma_repetida() {
    let escolha = |input| Escolha::parse(serde_json::from_value(input).unwrap());
    let id = Uuid::nil();
    assert_eq!(escolha(json!({"opcaoId": id})), escolha(json!({"opcaoIds": [id]})));
    let uma = Escolha(vec![id.into()]);
    assert_eq!(escolha(json!({"opcaoId": null, "opcaoIds": [id]})).unwrap(), uma);
    let muitas: Vec<_> = (0..21).map(Uuid::from_u128).collect();
    for (recusada, esperados) in [
        (json!({}), &["opcaoId"][..]),
        (json!({"opcaoId": null, "opcaoIds": null}), &["opcaoId"]),
        (json!({"opcaoId": "x"}), &["opcaoId"]),
        (json!({"opcaoId": id, "opcaoIds": [id]}), &["opcaoId"]),
        (json!({"opcaoIds": id}), &["opcaoIds"]),
        (json!({"opcaoIds": []}), &["opcaoIds"]),
        (json!({"opcaoIds": [id, id]}), &["opcaoIds"]),
        (json!({"opcaoIds": [id, "x", null]}), &["opcaoIds[1]", "opcaoIds[2]"]),
        (json!({"opcaoIds": muitas}), &["opcaoIds"]),
    ] {
        let erros = escolha(recusada.clone()).unwrap_err();
        assert_eq!(erros.campos().collect::<Vec<_>>(), esperados, "{recusada}");
    }
}

#[test]
fn a_enquete_decide_quantas_opcoes_admite() {
    let duas = opcoes(2);
    assert!(Escolha(duas.clone()).admitida(TipoEscolha::Multipla, &duas).is_ok());
    assert!(Escolha(duas.clone()).admitida(TipoEscolha::Unica, &duas).is_err());
    let erro = Escolha(opcoes(3)).admitida(TipoEscolha::Multipla, &duas).unwrap_err();
    assert_eq!(erro.code(), OPCAO_NAO_ENCONTRADA);
}

#[test]
fn percentuais_conhecidos() {
    for (votos, votantes, esperado) in
        [(0, 0, 0.0), (1, 3, 33.3), (2, 3, 66.7), (1, 8, 12.5), (1, 16, 6.3), (5, 5, 100.0)]
    {
        assert_eq!(percentual(votos, votantes), esperado, "{votos}/{votantes}");
    }
}

proptest! {
    #[test]
    fn um_percentual_fica_perto_da_fracao_e_tem_uma_casa(
        (votos, votantes) in (1_i64..1_000_000_000).prop_flat_map(|v| (0..=v, Just(v)))
    ) {
        let percentual = percentual(votos, votantes);
        let exato = votos as f64 * 100.0 / votantes as f64;
        prop_assert!((0.0..=100.0).contains(&percentual));
        prop_assert!((percentual - exato).abs() <= 0.05 + 1e-9);
        let texto = percentual.to_string();
        prop_assert!(texto.split_once('.').is_none_or(|(_, casas)| casas.len() == 1), "{}", texto);
    }

    #[test]
    fn mais_votos_nunca_dao_percentual_menor(
        (a, b, votantes) in (1_i64..1_000_000).prop_flat_map(|v| (0..=v, 0..=v, Just(v)))
    ) {
        let (menos, mais) = (a.min(b), a.max(b));
        prop_assert!(percentual(menos, votantes) <= percentual(mais, votantes));
    }

    #[test]
    fn quem_via_continua_vendo(ve_parciais: bool, encerrada: bool, tempo_real: bool) {
        // Closing a poll, opening its results or promoting a person never hides anything.
        let vista = Vista { ve_parciais, encerrada, tempo_real };
        if resultados_visiveis(vista) {
            let mais_vista = [
                Vista { ve_parciais: true, ..vista },
                Vista { encerrada: true, ..vista },
                Vista { tempo_real: true, ..vista },
            ];
            prop_assert!(mais_vista.into_iter().all(resultados_visiveis));
        }
    }
}
