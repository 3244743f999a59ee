use serde_json::json;

use super::*;

#[test]
fn there_are_nineteen_tools_that_read_and_eight_that_write() {
    let escrevem = Ferramenta::TODAS.iter().filter(|ferramenta| ferramenta.escreve()).count();
    assert_eq!((Ferramenta::TODAS.len(), escrevem), (27, 8));
    for ferramenta in Ferramenta::TODAS {
        assert_eq!(Ferramenta::parse(ferramenta.as_str()), Some(*ferramenta));
        assert_eq!(json!(ferramenta), json!(ferramenta.as_str()));
    }
    assert_eq!(Ferramenta::parse("apagarTudo"), None);
}

#[test]
fn every_schema_is_one_plain_object_that_describes_its_fields() {
    for ferramenta in Ferramenta::TODAS {
        let esquema = esquema(*ferramenta);
        assert_eq!(esquema["type"], "object", "{ferramenta:?}");
        assert_eq!(esquema["additionalProperties"], false, "{ferramenta:?}");
        let texto = esquema.to_string();
        assert!(!texto.contains("$ref") && !texto.contains("null"), "{texto}");
        for (campo, esquema) in esquema["properties"].as_object().unwrap() {
            let descricao = esquema["description"].as_str();
            assert!(descricao.is_some_and(|texto| !texto.is_empty()), "{ferramenta:?}.{campo}");
        }
    }
}

#[test]
fn the_schema_of_a_credit() {
    let esquema = esquema(Ferramenta::CreditarMoedas);
    assert_eq!(esquema["required"], json!(["membro", "valor", "motivo"]));
    assert_eq!(esquema["properties"]["valor"]["minimum"], 1);
    assert_eq!(esquema["properties"]["valor"]["maximum"], 1_000_000);
    assert_eq!(esquema["properties"]["motivo"]["maxLength"], 500);
}

#[test]
fn arguments_are_read_and_written_back() {
    let argumentos = json!({"cargo": "COORDENADOR", "cidade": "Campinas"});
    let chamada = ler(Ferramenta::ContarMembros, argumentos.clone()).unwrap();
    let filtro = FiltroDeMembros {
        cargo: Some(Cargo::Coordenador),
        cidade: Some("Campinas".to_owned()),
        ..FiltroDeMembros::default()
    };
    assert_eq!(chamada, Chamada::ContarMembros(filtro));
    assert_eq!(chamada.argumentos(), argumentos);
    let periodo = json!({"inicio": "2026-05-01", "fim": "2026-05-10"});
    let chamada = ler(Ferramenta::EventosPassados, periodo.clone()).unwrap();
    assert_eq!(chamada.argumentos(), periodo);
}

#[test]
fn null_means_left_out() {
    let argumentos = json!({"cargo": null, "cidade": null});
    let chamada = ler(Ferramenta::ListarMembros, argumentos).unwrap();
    assert_eq!(chamada.argumentos(), json!({}));
    assert!(ler(Ferramenta::EstatisticasGerais, Value::Null).is_ok());
}

#[test]
fn every_mistake_is_named_in_portuguese() {
    let argumentos = json!({"membro": " ", "valor": 0, "senha": "x"});
    let erro = ler(Ferramenta::CreditarMoedas, argumentos).unwrap_err();
    for parte in ["membro está vazio", "de 1 a 1000000", "senha não existe", "falta motivo"] {
        assert!(erro.contains(parte), "{erro}");
    }
    let casos = [
        (Ferramenta::ListarMembros, json!({"cargo": "REI"}), "um de MEMBRO, LIDER_PROJETO"),
        (Ferramenta::ListarMembros, json!({"pagina": "2"}), "número inteiro"),
        (Ferramenta::ListarMembros, json!([]), "objeto JSON"),
        (Ferramenta::EventosFuturos, json!({"inicio": "ontem"}), "AAAA-MM-DD"),
        (Ferramenta::EventosFuturos, json!({"inicio": "2026-05-02", "fim": "2026-05-01"}), "antes"),
        (Ferramenta::BuscarCompetencias, json!({"competencias": "x"}), "uma lista"),
        (Ferramenta::BuscarCompetencias, json!({"competencias": [1]}), "competencias[0]"),
        (Ferramenta::AlterarStatusMembro, json!({"membro": "Ana", "status": "PENDENTE"}), "um de"),
        (
            Ferramenta::CriarNotificacao,
            json!({"titulo": "a", "mensagem": "b", "destinatarios": {}}),
            "quem deve receber",
        ),
        (
            Ferramenta::CriarNotificacao,
            json!({"titulo": "a", "mensagem": "b", "destinatarios": {"todos": true, "membros": ["Ana"]}}),
            "um só",
        ),
        (
            Ferramenta::PrepararEmail,
            json!({"assunto": "a", "destinatarios": {"todos": true}}),
            "descricao",
        ),
    ];
    for (ferramenta, argumentos, parte) in casos {
        let erro = ler(ferramenta, argumentos).unwrap_err();
        assert!(erro.contains(parte), "{erro}");
    }
}
