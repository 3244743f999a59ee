use serde_json::{Value as Json, json};

use super::super::exemplos::exemplo;
use super::*;

fn preenchida(tipo: TipoDeEmail, dados: Json, nome: Option<&str>, marca: &Marca) -> Pronta {
    let dados = Dados::parse(tipo, dados).unwrap();
    let tem_link = tipo == TipoDeEmail::Recuperacao;
    let pedido = Pedido {
        assunto: "Um assunto",
        conteudo: &Conteudo::new(&dados, "https://n.org"),
        marca,
        nacional: false,
        nome_usuario: nome,
        url: "/lugar?a=1&b=2",
        link: tem_link.then_some("https://n.org/redefinir-senha?token=t"),
        descadastro: (!tem_link).then_some(("https://n.org/d?token=x", Preferencia::Enquete)),
        public_url: "https://n.org",
    };
    preencher(&pedido).unwrap()
}

/// For each type: everything it can have, and the least it must have.
fn todos(texto: &str) -> Vec<(TipoDeEmail, Vec<Json>)> {
    let pagamentos = || {
        vec![
            json!({"plano": texto, "valor": 123_456, "vencimento": "2026-12-10"}),
            json!({"plano": texto, "valor": 0}),
        ]
    };
    vec![
        (TipoDeEmail::Aprovacao, vec![json!({})]),
        (TipoDeEmail::Rejeicao, vec![json!({})]),
        (
            TipoDeEmail::Recuperacao,
            vec![json!({"recuperacao_id": Uuid::nil(), "valido_minutos": 60})],
        ),
        (
            TipoDeEmail::Comunicado,
            vec![
                json!({"titulo": texto, "conteudo": "<p>Oi</p>", "foto_url": "/a.png"}),
                json!({"titulo": texto, "conteudo": ""}),
            ],
        ),
        (
            TipoDeEmail::Enquete,
            vec![
                json!({"pergunta": texto, "opcoes": [texto, "B"], "encerra_em": "2026-11-21T21:00:00Z"}),
                json!({"pergunta": texto, "resultados": [{"texto": texto, "percentual": 58.3},
                {"texto": "B", "percentual": 0.0}, {"texto": "C", "percentual": 100}], "total_votos": 12}),
                json!({"pergunta": texto}),
            ],
        ),
        (TipoDeEmail::Convite, vec![json!({"projeto": texto})]),
        (TipoDeEmail::Tarefa, vec![json!({"titulo": texto, "texto": texto})]),
        (
            TipoDeEmail::Evento,
            vec![
                json!({"titulo": texto, "texto": texto, "inicio": "2026-11-21T21:00:00Z",
                    "local": texto}),
                json!({"titulo": texto, "texto": texto, "inicio": "2026-11-21T21:00:00Z",
                    "cancelado": true}),
            ],
        ),
        (
            TipoDeEmail::Conquista,
            vec![json!({"nome": texto, "descricao": texto}), json!({"nome": texto})],
        ),
        (TipoDeEmail::Pagamento, pagamentos()),
        (TipoDeEmail::PagamentoAtrasado, pagamentos()),
        (TipoDeEmail::Manual, vec![json!({"html": "<p>Oi</p>"})]),
    ]
}

#[test]
fn every_template_fills_in_whatever_it_is_given() {
    let tipos: Vec<_> = todos("x").into_iter().map(|(tipo, _)| tipo).collect();
    assert_eq!(tipos.len(), TipoDeEmail::ALL.len());
    for (tipo, casos) in todos("Um texto") {
        for dados in casos {
            for nome in [Some("Ana Souza"), None] {
                let pronta = preenchida(tipo, dados.clone(), nome, &Marca::nacional());
                for parte in [&pronta.html, &pronta.texto] {
                    assert!(!parte.contains("{{") && !parte.contains("{%"), "{tipo:?}: {parte}");
                    assert!(!parte.contains("none") || parte == &pronta.html, "{tipo:?}: {parte}");
                    assert!(parte.contains("Nucleo"), "{tipo:?}");
                }
                assert!(!pronta.html.contains("googleapis"), "nobody else learns who reads");
                assert!(pronta.html.contains("lang=\"pt-BR\""));
                assert!(pronta.html.contains("prefers-color-scheme: dark"));
                assert!(pronta.texto.lines().count() > 3, "{}", pronta.texto);
            }
        }
    }
    for tipo in TipoDeEmail::ALL {
        let dados = exemplo(*tipo);
        assert_eq!(dados.tipo(), *tipo);
    }
}

#[test]
fn what_is_missing_is_an_error_and_not_a_gap() {
    for (tipo, _) in todos("x") {
        let precisa = !matches!(tipo, TipoDeEmail::Aprovacao | TipoDeEmail::Rejeicao);
        assert_eq!(Dados::parse(tipo, json!({})).is_err(), precisa, "{tipo:?}");
    }
}

#[test]
fn nothing_that_people_wrote_becomes_markup() {
    let ataque =
        "<script>alert('x')</script>\"><img src=x onerror=alert(1)>{{ 1237*1009 }}{% raw %}";
    let mut marca = Marca::nacional();
    marca.nome_nucleo = ataque.to_owned();
    marca.logo_url = Some(format!("https://a.org/{ataque}"));
    for (tipo, casos) in todos(ataque) {
        for dados in casos {
            let pronta = preenchida(tipo, dados, Some(ataque), &marca);
            for veneno in ["<script", "<img src=x", "onerror=alert(1)>"] {
                assert!(!pronta.html.contains(veneno), "{tipo:?}: {veneno}");
            }
            assert!(!pronta.html.contains("1248133"), "{tipo:?}: what people write is no template");
        }
    }
}

#[test]
fn html_of_people_is_cleaned_and_its_paths_get_a_host() {
    let sujo = "<p onclick=x>Oi <a href=\"/x\">lá</a></p><script>y</script><img src=\"/i.png\">";
    for (tipo, dados) in [
        (TipoDeEmail::Manual, json!({"html": sujo})),
        (TipoDeEmail::Comunicado, json!({"titulo": "T", "conteudo": sujo})),
    ] {
        let Pronta { html, texto } = preenchida(tipo, dados, None, &Marca::nacional());
        assert!(html.contains("<a href=\"https://n.org/x\""), "{html}");
        assert!(html.contains("<img src=\"https://n.org/i.png\">"));
        assert!(!html.contains("onclick") && !html.contains("<script"));
        assert!(texto.contains("Oi [lá][1]") && texto.contains("[1]: https://n.org/x"), "{texto}");
    }
}

#[test]
fn links_lead_to_the_app_and_out_of_the_list() {
    let dados = json!({"pergunta": "P", "opcoes": ["A"]});
    let pronta = preenchida(TipoDeEmail::Enquete, dados, None, &Marca::nacional());
    assert!(pronta.html.contains("href=\"https://n.org/lugar?a=1&amp;b=2\""), "{}", pronta.html);
    assert!(pronta.html.contains("href=\"https://n.org/d?token=x\""));
    assert!(pronta.html.contains("Deixar de receber e-mails sobre enquetes"));
    assert!(pronta.texto.contains("Votar: https://n.org/lugar?a=1&b=2"));
    assert!(pronta.texto.contains("e-mails sobre enquetes: https://n.org/d?token=x"));
}

#[test]
fn colours_that_somebody_chose_keep_their_white_paper() {
    let escura = ".folha, .folha > table { background-color: #1F1F1E";
    for (html, clara) in [("<p>Oi</p>", false), ("<p style=\"color:#111\">Oi</p>", true)] {
        let dados = json!({"html": html});
        let pronta = preenchida(TipoDeEmail::Manual, dados, None, &Marca::nacional());
        assert_eq!(!pronta.html.contains(escura), clara, "{html}");
    }
}

#[test]
fn numbers_and_days_look_as_people_write_them() {
    assert_eq!(reais(3000), "R$ 30,00");
    assert_eq!(reais(123_456_789), "R$ 1.234.567,89");
    assert_eq!(reais(-5), "-R$ 0,05");
    assert_eq!(percentual(58.34), "58,3%");
    assert_eq!(percentual(50.0), "50%");
    assert_eq!((largura(-1.0), largura(58.6), largura(900.0), largura(f64::NAN)), (0, 59, 100, 0));
    assert_eq!(dia("2026-12-10".to_owned()), "10/12/2026");
    let quando = serde_json::from_str("\"2026-11-21T21:00:00Z\"").unwrap();
    assert_eq!(momento(Serde(quando)), "21/11/2026 às 18:00");
}

/// The plain text is made by recursion: what is deep must have been flattened before.
#[test]
fn markup_that_is_built_to_hurt_becomes_a_message() {
    for aberta in ["<div>", "<table><tr><td>", "<blockquote><ul><li>", "<b a=1>"] {
        let dados = json!({"html": aberta.repeat(20_000 / aberta.len()) + "fim"});
        let pronta = preenchida(TipoDeEmail::Manual, dados, None, &Marca::nacional());
        assert!(pronta.texto.contains("fim"), "{aberta}");
    }
}
