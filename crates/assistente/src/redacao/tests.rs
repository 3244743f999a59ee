use proptest::prelude::*;

use super::*;

#[test]
fn spelling_abbreviations_spacing_and_capitals() {
    let casos = [
        ("vc nao vem na reuniao amanha?", "Você não vem na reunião amanhã?"),
        ("oi pessoal,tudo bem ?", "Oi, pessoal, tudo bem?"),
        ("a inscricao  vai ate sabado !!!", "A inscrição vai até sábado!"),
        ("agente vai fazer o mutirao", "A gente vai fazer o mutirão."),
        ("o agente chegou", "O agente chegou"),
        ("eu queria ir, mais não posso", "Eu queria ir, mas não posso."),
        ("quero mais pão", "Quero mais pão"),
        ("pq vc nao veio? eu esperei.", "Por que você não veio? Eu esperei."),
        ("ficou bom pq treinamos", "Ficou bom porque treinamos"),
        ("concerteza a acao vai ser otima", "Com certeza a ação vai ser ótima."),
        ("fim da festa.Amanhã tem mais", "Fim da festa. Amanhã tem mais."),
        ("o joao mora em sao paulo", "O joao mora em São Paulo."),
        ("siga no instagram e pague por pix", "Siga no Instagram e pague por Pix."),
        ("VOCE É IMPORTANTE", "VOCÊ É IMPORTANTE"),
        ("qualquer duvida me chama", "Qualquer dúvida me chama"),
        ("a assembléia é uma boa idéia", "A assembleia é uma boa ideia."),
        ("esta pais publico", "Esta pais publico"),
    ];
    for (texto, esperado) in casos {
        assert_eq!(melhorar_texto(texto), esperado, "{texto}");
    }
}

#[test]
fn what_must_stay_stays() {
    for texto in [
        "Veja https://exemplo.org/nao?voce=1&q=2!! agora",
        "Escreva para joao.nao@exemplo.org.",
        "Custa R$ 1.500,50 à vista.",
        "Fale com @nao_voce",
        "Acesse site.com.br",
        "Dia 10/05, às 19h30.",
        "E.U.A. e S.O.S.",
        "Maria Falcao é daqui",
    ] {
        assert_eq!(melhorar_texto(texto), texto);
    }
}

#[test]
fn a_message_gets_a_greeting_and_paragraphs_once() {
    let texto = "a reuniao sera sabado as 15h na sede, contamos com a presença de voces";
    let esperado =
        "Olá, pessoal!\n\nA reunião será sábado às 15h na sede, contamos com a presença de vocês.";
    assert_eq!(melhorar_texto(texto), esperado);
    let saudado = "Bom dia! Contamos com a presença de vocês na assembleia de sábado.";
    assert_eq!(melhorar_texto(saudado), saudado);
    let nota = "Ata da reunião de coordenação do mês de maio, com todas as decisões.";
    assert_eq!(melhorar_texto(nota), nota);
    let frase = "Esta é uma frase comprida que fala das coisas do núcleo e das pessoas.";
    let longo = [frase; 6].join(" ");
    assert_eq!(melhorar_texto(&longo).matches("\n\n").count(), 1);
    assert_eq!(melhorar_texto("um\r\n\r\n\r\n\r\ndois"), "Um\n\nDois");
}

#[test]
fn an_invitation() {
    let rascunho = redigir_email(
        "convidando todos para a assembleia de sabado as 15h na sede. Teremos almoço.",
        "Núcleo São Paulo",
    );
    assert_eq!(rascunho.assunto, "Convite: assembleia de sábado, às 15h, na sede");
    assert_eq!(
        rascunho.html,
        "<p>Olá!</p><p>Convidamos você para a assembleia de sábado, às 15h, na sede.</p>\
         <p>Teremos almoço.</p><p>Um abraço,<br>Núcleo São Paulo</p>"
    );
}

#[test]
fn other_kinds_of_letters() {
    let corpo = |descricao: &str| {
        let html = redigir_email(descricao, "N").html;
        html.replace("<p>Olá!</p>", "").replace("<p>Um abraço,<br>N</p>", "")
    };
    assert_eq!(
        corpo("escreva um e-mail para os membros dizendo que a sede mudou de endereço"),
        "<p>A sede mudou de endereço.</p>"
    );
    assert_eq!(corpo("A festa junina"), "<p>Escrevemos sobre a festa junina.</p>");
    assert_eq!(
        corpo("lembrete: a reunião começa às 19h"),
        "<p>Lembramos que a reunião começa às 19h.</p>"
    );
    assert_eq!(corpo("Agradecimento pelos donativos"), "<p>Agradecemos pelos donativos.</p>");
    assert_eq!(
        corpo("Precisamos de ajuda com:\n\n- mesas\n- <cadeiras>\n\nVeja https://a.org/x?a=1&b=2."),
        "<p>Precisamos de ajuda com:</p><ul><li>Mesas</li><li>&lt;cadeiras&gt;</li></ul>\
         <p>Veja <a href=\"https://a.org/x?a=1&amp;b=2\">https://a.org/x?a=1&amp;b=2</a>.</p>"
    );
}

#[test]
fn a_subject_is_short_and_never_empty() {
    let longa = "a prestação de contas do semestre inteiro com todas as despesas e receitas de cada projeto";
    assert!(redigir_email(longa, "N").assunto.chars().count() <= 72);
    for descricao in ["", "   ", "escreva", "convite", "?"] {
        let rascunho = redigir_email(descricao, "N");
        assert!(rascunho.html.starts_with("<p>Olá!</p>"), "{descricao}");
    }
    assert_eq!(redigir_email("convite", "N").assunto, "Convite");
}

fn digitos(texto: &str) -> String {
    texto.chars().filter(char::is_ascii_digit).collect()
}

/// Words that the rules look at, glued in ways that people glue them.
fn frase() -> impl Strategy<Value = String> {
    let pedaco = prop_oneof![
        proptest::sample::select(vec![
            "vc",
            "nao",
            "pq",
            "agente",
            "vai",
            "reuniao",
            "sao",
            "paulo",
            "mais",
            ",",
            "!!!",
            "..",
            "...",
            "?",
            "p/",
            "pro",
            "\n",
            "\n\n",
            "voces",
            "oi",
            "Sr.",
            "fim.Amanhã",
            "a,b;c",
            "inicio",
            "o",
            "R$",
            "- ",
            "(ok)",
            "\"oi\"",
            "Olá",
            "https://a.b/c?d=1,2!",
            "x@y.z",
            "@vc",
            "10.",
            "1,50",
            "3..",
            "E.U.A.",
            ":)",
            "\t",
            "inscricao",
            "venham",
            "site.com",
            "as",
            "19h",
            "14:30",
            "pessoal",
            "tem",
            "não esqueçam",
            "confirmem",
            "você pode",
            "alguém pode",
            "confirmar",
            "bom dia",
            "tudo bem",
        ])
        .prop_map(str::to_owned),
        "[a-zA-ZçãéÉ]{1,8}",
        "[0-9]{1,4}",
        "\\PC{1,4}",
    ];
    let liga = proptest::sample::select(vec![" ", " ", " ", "", ", ", ". ", "\n"]);
    proptest::collection::vec((pedaco, liga), 0..25)
        .prop_map(|partes| partes.into_iter().map(|(a, b)| format!("{a}{b}")).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn improving_twice_is_improving_once(texto in frase()) {
        let uma = melhorar_texto(&texto);
        prop_assert_eq!(melhorar_texto(&uma), uma);
    }

    #[test]
    fn numbers_and_links_survive(texto in frase()) {
        let melhor = melhorar_texto(&texto);
        prop_assert_eq!(digitos(&melhor), digitos(&texto));
        for pedaco in texto.split_whitespace().filter(|p| p.starts_with("http") && p.contains("://")) {
            prop_assert!(melhor.contains(pedaco), "{}", melhor);
        }
    }

    #[test]
    fn any_text_is_taken(texto in any::<String>()) {
        let melhor = melhorar_texto(&texto);
        prop_assert_eq!(melhorar_texto(&melhor), melhor);
        let rascunho = redigir_email(&texto, &texto);
        let marcas = ["p", "ul", "li"];
        for marca in marcas {
            let abre = rascunho.html.matches(&format!("<{marca}>")).count();
            prop_assert_eq!(abre, rascunho.html.matches(&format!("</{marca}>")).count());
        }
    }

    #[test]
    fn understanding_never_fails(falas in proptest::collection::vec(frase(), 0..4)) {
        let contexto = crate::Contexto {
            hoje: chrono::NaiveDate::default(),
            cidades: vec!["São Paulo".to_owned(), String::new()],
            competencias: vec!["Vídeo".to_owned(), String::new()],
            moedas: vec!["Ipê".to_owned()],
        };
        let historico: Vec<crate::Fala> = falas
            .into_iter()
            .map(|texto| crate::Fala { papel: crate::Papel::Usuario, texto })
            .collect();
        if let crate::Entendimento::Chamar(chamada) = crate::entender(&historico, &contexto) {
            let relida = crate::ler(chamada.ferramenta(), chamada.argumentos());
            prop_assert_eq!(relida, Ok(chamada));
        }
    }
}
