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

#[test]
fn what_a_letter_does_to_whom_and_about_what() {
    let casos = [
        (
            "lembrar os membros do mutirão de domingo às 8h na praça",
            "Lembrete: mutirão de domingo, às 8h, na praça",
            "Lembramos do mutirão de domingo, às 8h, na praça.",
        ),
        (
            "lembre todos da assembleia de sabado as 15h",
            "Lembrete: assembleia de sábado, às 15h",
            "Lembramos da assembleia de sábado, às 15h.",
        ),
        (
            "lembrando o pessoal que a votação termina sexta-feira",
            "Lembrete: a votação termina sexta-feira",
            "Lembramos que a votação termina sexta-feira.",
        ),
        (
            "lembrar a coordenação de enviar os relatórios até dia 10",
            "Lembrete: enviar os relatórios até dia 10",
            "Lembre-se de enviar os relatórios até dia 10.",
        ),
        (
            "um e-mail lembrando todos sobre o prazo das inscrições",
            "Lembrete: prazo das inscrições",
            "Este é um lembrete sobre o prazo das inscrições.",
        ),
        (
            "Escreva um e-mail lembrando os membros de Campinas da reunião de quinta",
            "Lembrete: reunião de quinta",
            "Lembramos da reunião de quinta.",
        ),
        (
            "lembrar os membros da Festa Junina no sábado",
            "Lembrete: Festa Junina no sábado",
            "Lembramos da Festa Junina no sábado.",
        ),
        (
            "lembrar a Ana da prestação de contas",
            "Lembrete: prestação de contas",
            "Lembramos da prestação de contas.",
        ),
        (
            "lembrete: mutirão domingo 8h",
            "Lembrete: mutirão domingo 8h",
            "Lembrete: mutirão domingo 8h.",
        ),
        (
            "um e-mail que lembre os membros da reunião",
            "Lembrete: reunião",
            "Lembramos da reunião.",
        ),
        (
            "avisar os membros que a sede mudou de endereço",
            "A sede mudou de endereço",
            "Avisamos que a sede mudou de endereço.",
        ),
        (
            "avise o pessoal sobre a mudança de horário",
            "Mudança de horário",
            "Avisamos sobre a mudança de horário.",
        ),
        (
            "avisar a todos da falta de luz na sede",
            "Falta de luz na sede",
            "Avisamos sobre a falta de luz na sede.",
        ),
        (
            "aviso aos membros: a sede fecha na segunda",
            "A sede fecha na segunda",
            "Avisamos que a sede fecha na segunda.",
        ),
        (
            "avisar para os membros trazerem água",
            "Lembrete: trazer água",
            "Não se esqueça de trazer água.",
        ),
        (
            "avise quem mora em Santos que a plenária foi adiada",
            "A plenária foi adiada",
            "Avisamos que a plenária foi adiada.",
        ),
        (
            "informar a mudança de endereço",
            "Mudança de endereço",
            "Informamos a mudança de endereço.",
        ),
        (
            "escreva um comunicado aos membros dizendo que a loja tem produtos novos",
            "A loja tem produtos novos",
            "Comunicamos que a loja tem produtos novos.",
        ),
        (
            "convidar os membros de Campinas para a festa junina",
            "Convite: festa junina",
            "Convidamos você para a festa junina.",
        ),
        (
            "convide todos pro mutirão de domingo",
            "Convite: mutirão de domingo",
            "Convidamos você para o mutirão de domingo.",
        ),
        (
            "convidar a todos a participar da plenária",
            "Convite: participar da plenária",
            "Convidamos você para participar da plenária.",
        ),
        (
            "convidando quem tem interesse para o curso de fotografia",
            "Convite: curso de fotografia",
            "Convidamos você para o curso de fotografia.",
        ),
        (
            "convite: festa junina sábado na praça",
            "Convite: festa junina sábado na praça",
            "Fica o convite: festa junina sábado na praça.",
        ),
        (
            "agradecer a todos pela presença na assembleia",
            "Nosso agradecimento",
            "Agradecemos pela presença na assembleia.",
        ),
        (
            "agradecer os voluntários pela ajuda",
            "Nosso agradecimento",
            "Agradecemos aos voluntários pela ajuda.",
        ),
        (
            "agradecer a presença de todos",
            "Nosso agradecimento",
            "Agradecemos a presença de todos.",
        ),
        (
            "agradecer a todos que participaram do mutirão",
            "Nosso agradecimento",
            "Agradecemos a todos que participaram do mutirão.",
        ),
        (
            "agradecer à Maria pelo empréstimo do carro",
            "Nosso agradecimento",
            "Agradecemos à Maria pelo empréstimo do carro.",
        ),
        (
            "pedir aos membros que confirmem presença até sexta",
            "Pedido: confirmem presença até sexta",
            "Pedimos que confirmem presença até sexta.",
        ),
        (
            "pedir para os membros confirmarem presença",
            "Pedido: confirmar presença",
            "Pedimos a gentileza de confirmar presença.",
        ),
        (
            "cancelar a reunião de sábado",
            "Cancelamos a reunião de sábado",
            "Cancelamos a reunião de sábado.",
        ),
        (
            "confirme sua presença até sexta",
            "Confirme sua presença até sexta",
            "Confirme sua presença até sexta.",
        ),
        (
            "reunião amanhã as 19h na sede",
            "Reunião amanhã, às 19h, na sede",
            "Reunião amanhã, às 19h, na sede.",
        ),
    ];
    for (descricao, assunto, abertura) in casos {
        let rascunho = redigir_email(descricao, "N");
        assert_eq!(rascunho.assunto, assunto, "{descricao}");
        let html = format!("<p>Olá!</p><p>{abertura}</p><p>Um abraço,<br>N</p>");
        assert_eq!(rascunho.html, html, "{descricao}");
    }
}

#[test]
fn greetings_hours_and_sentences_that_run_on() {
    let casos = [
        (
            "oi pessoal amanha tem reuniao as 19h nao esqueçam de levar os documentos vc pode confirmar ate sexta",
            "Oi, pessoal! Amanhã tem reunião às 19h. Não esqueçam de levar os documentos. Você pode confirmar até sexta?",
        ),
        (
            "bom dia galera hj tem mutirao as 8 horas venham todos",
            "Bom dia, galera! Hoje tem mutirão às 8 horas. Venham todos.",
        ),
        ("bom dia a todos a reuniao sera as 14:30", "Bom dia a todos! A reunião será às 14:30."),
        ("bom dia a todos os membros do nucleo", "Bom dia a todos os membros do núcleo."),
        ("ola tudo bem", "Olá, tudo bem?"),
        (
            "oi ana tudo bem vc pode me mandar o relatorio",
            "Oi, Ana! Tudo bem? Você pode me mandar o relatório?",
        ),
        ("oi pessoal do nucleo amanha tem reuniao", "Oi, pessoal do núcleo! Amanhã tem reunião."),
        (
            "pessoal amanha tem panfletagem no centro levem agua",
            "Pessoal, amanhã tem panfletagem no centro. Levem água.",
        ),
        (
            "a mensalidade custa 20 reais voce pode pagar por pix",
            "A mensalidade custa 20 reais. Você pode pagar por Pix.",
        ),
        ("na proxima reuniao levem os documentos", "Na próxima reunião levem os documentos."),
        (
            "a reuniao mudou para as 19h alguem pode avisar a coordenacao",
            "A reunião mudou para as 19h. Alguém pode avisar a coordenação?",
        ),
        (
            "estamos abertos das 8h as 12h e entre as 14h e as 18h",
            "Estamos abertos das 8h às 12h e entre as 14h e as 18h.",
        ),
        ("se tiver chuva nao venham", "Se tiver chuva não venham."),
        ("queremos que todos venham", "Queremos que todos venham"),
        (
            "boa noite companheiros e companheiras a plenaria foi adiada por favor confirmem ate quinta",
            "Boa noite, companheiros e companheiras! A plenária foi adiada. Por favor confirmem até quinta.",
        ),
        ("a votacao fecha hoje participem", "A votação fecha hoje. Participem."),
        (
            "a inscricao vai ate sexta em https://a.org/x participem",
            "A inscrição vai até sexta em https://a.org/x participem.",
        ),
        ("alguem pode levar o som", "Alguém pode levar o som?"),
        (
            "bom dia amanha temos assembleia as 9h nao percam",
            "Bom dia! Amanhã temos assembleia às 9h. Não percam.",
        ),
        ("todas as 8 horas de trabalho foram pagas", "Todas as 8 horas de trabalho foram pagas."),
        ("o que temos aqui voce pode levar", "O que temos aqui você pode levar."),
        ("oi pessoal", "Oi, pessoal!"),
    ];
    for (texto, esperado) in casos {
        // Whether a greeting is put before it is tested above.
        let melhor = melhorar_texto(texto);
        let melhor = melhor.strip_prefix("Olá, pessoal!\n\n").unwrap_or(&melhor);
        assert_eq!(melhor, esperado, "{texto}");
        assert_eq!(melhorar_texto(esperado).trim_start_matches("Olá, pessoal!\n\n"), esperado);
    }
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
