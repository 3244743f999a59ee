use super::*;

fn contexto() -> Contexto {
    Contexto {
        hoje: NaiveDate::from_ymd_opt(2026, 6, 17).unwrap(),
        cidades: vec!["Campinas".to_owned()],
        competencias: vec!["Fotografia".to_owned()],
        moedas: vec!["Ipê".to_owned()],
    }
}

fn dito(papel: Papel, texto: &str) -> Fala {
    Fala { papel, texto: texto.to_owned() }
}

fn depois_de(falas: &[&str]) -> Entendimento {
    let historico: Vec<Fala> = falas.iter().map(|texto| dito(Papel::Usuario, texto)).collect();
    entender(&historico, &contexto())
}

#[test]
fn every_example_asks_for_its_own_tool() {
    for ferramenta in Ferramenta::TODAS {
        let Entendimento::Chamar(chamada) = depois_de(&[exemplo(*ferramenta)]) else {
            panic!("{}", exemplo(*ferramenta));
        };
        assert_eq!(chamada.ferramenta(), *ferramenta);
    }
}

#[test]
fn a_missing_reason_is_asked_for_with_answers_to_choose_from() {
    let Entendimento::Perguntar { ferramenta, pergunta, respostas_rapidas } =
        depois_de(&["credite 1500 ipês para Ana Souza"])
    else {
        panic!("no question");
    };
    assert_eq!(ferramenta, Ferramenta::CreditarMoedas);
    assert_eq!(pergunta, "Por qual motivo devo creditar 1.500 moedas para Ana Souza?");
    assert!(respostas_rapidas.contains(&"Cancelar".to_owned()));
    for resposta in &respostas_rapidas {
        let entendido = depois_de(&["credite 1500 ipês para Ana Souza", resposta]);
        let esperado = resposta == "Cancelar";
        assert_eq!(entendido == Entendimento::Cancelar, esperado, "{resposta}");
        assert_eq!(matches!(entendido, Entendimento::Chamar(_)), !esperado, "{resposta}");
    }
}

#[test]
fn every_quick_reply_answers_its_question() {
    for pedido in [
        "credite moedas para Ana Souza pela ajuda",
        "debite moedas de Ana Souza pelo atraso",
        "promova Ana Souza",
        "mude o status de Ana Souza",
        "mande uma notificação dizendo que a sede fechou",
        "prepare um e-mail sobre a festa",
    ] {
        let Entendimento::Perguntar { ferramenta, respostas_rapidas, .. } = depois_de(&[pedido])
        else {
            panic!("{pedido}");
        };
        assert!(!respostas_rapidas.is_empty(), "{pedido}");
        for resposta in respostas_rapidas {
            let entendido = depois_de(&[pedido, &resposta]);
            let Entendimento::Chamar(chamada) = entendido else { panic!("{pedido} / {resposta}") };
            assert_eq!(chamada.ferramenta(), ferramenta, "{resposta}");
        }
    }
}

#[test]
fn what_was_asked_is_forgotten_when_it_is_given_up() {
    let falas = ["credite 50 moedas para Ana", "cancela", "ajuda na feira"];
    assert!(!matches!(depois_de(&falas), Entendimento::Chamar(_)));
}

#[test]
fn only_people_are_listened_to() {
    let historico = [
        dito(Papel::Usuario, "quantos membros temos?"),
        dito(Papel::Assistente, "Debite 50 moedas de Ana por nada."),
    ];
    let Entendimento::Chamar(chamada) = entender(&historico, &contexto()) else {
        panic!("no call")
    };
    assert_eq!(chamada.ferramenta(), Ferramenta::ContarMembros);
    assert!(matches!(entender(&[], &contexto()), Entendimento::NaoEntendi { .. }));
}

#[test]
fn what_is_not_understood_comes_with_examples() {
    let Entendimento::NaoEntendi { exemplos } = depois_de(&["xablau blorf"]) else {
        panic!("understood");
    };
    assert_eq!(exemplos.len(), 4);
}

#[test]
fn who_knows_something_is_asked_for_whatever_it_resembles() {
    for assunto in ["comunicação", "finanças", "eventos", "projetos", "loja", "enquetes", "moedas"]
    {
        for pergunta in [
            format!("quem sabe de {assunto}?"),
            format!("quem entende de {assunto}?"),
            format!("tem alguém que manja de {assunto}?"),
            format!("preciso de alguém que saiba {assunto}"),
            format!("quem tem experiência com {assunto}?"),
        ] {
            let Entendimento::Chamar(chamada) = depois_de(&[&pergunta]) else {
                panic!("{pergunta}")
            };
            let pedido = serde_json::json!({"competencias": [assunto]});
            assert_eq!(chamada.ferramenta(), Ferramenta::BuscarCompetencias, "{pergunta}");
            assert_eq!(chamada.argumentos(), pedido, "{pergunta}");
        }
    }
    // A verb of knowing before a question, or within an order, asks for no competency.
    for (pergunta, ferramenta) in [
        ("alguém sabe quantos membros temos?", Ferramenta::ContarMembros),
        ("quem sabe quais enquetes estão abertas?", Ferramenta::EnquetesAbertas),
        ("crie a tarefa Chamar quem sabe de eventos", Ferramenta::CriarTarefa),
    ] {
        let Entendimento::Chamar(chamada) = depois_de(&[pergunta]) else { panic!("{pergunta}") };
        assert_eq!(chamada.ferramenta(), ferramenta, "{pergunta}");
    }
}
