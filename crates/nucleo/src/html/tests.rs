use proptest::prelude::*;

use super::*;

/// What goes in, what an announcement keeps of it, what an e-mail keeps of it.
const TABLE: &[(&str, &str, &str)] = &[
    ("Olá", "Olá", "Olá"),
    ("a < b & c", "a &lt; b &amp; c", "a &lt; b &amp; c"),
    ("<p>Oi <b>Ana</b></p>", "<p>Oi <b>Ana</b></p>", "<p>Oi <b>Ana</b></p>"),
    ("<h2>T</h2><ul><li>1</ul>", "<h2>T</h2><ul><li>1</li></ul>", "<h2>T</h2><ul><li>1</li></ul>"),
    ("<script>alert(1)</script>x", "x", "x"),
    ("<style>p{color:red}</style>x", "x", "x"),
    ("<title>T</title>x", "x", "x"),
    ("<b onclick=alert(1)>x</b>", "<b>x</b>", "<b>x</b>"),
    ("<img src=x onerror=alert(1)>", "<img src=\"x\">", "<img src=\"x\">"),
    ("<img src=\"https://a.org/i.png\" alt=\"i\">", SAME, SAME),
    ("<img src=\"javascript:alert(1)\">", "<img>", "<img>"),
    ("<img src=\"data:image/svg+xml,<svg onload=alert(1)>\">", "<img>", "<img>"),
    ("<img src=\"tel:190\">", "<img>", "<img>"),
    ("<a href=\"javascript:alert(1)\">x</a>", LINK_TO_NOTHING, LINK_TO_NOTHING),
    ("<a href=\" java\nscript:alert(1)\">x</a>", LINK_TO_NOTHING, LINK_TO_NOTHING),
    ("<a href=\"JaVaScRiPt&colon;alert(1)\">x</a>", LINK_TO_NOTHING, LINK_TO_NOTHING),
    ("<a href=\"data:text/html,x\">x</a>", LINK_TO_NOTHING, LINK_TO_NOTHING),
    ("<a href=\"vbscript:x\">x</a>", LINK_TO_NOTHING, LINK_TO_NOTHING),
    ("<a href=\"https://a.org\">x</a>", LINK, LINK),
    ("<form action=\"https://evil.org\"><input name=senha><button>Oi</button></form>", "Oi", "Oi"),
    ("<iframe src=\"https://evil.org\"></iframe>x", "x", "x"),
    ("<object data=\"x\">y</object><embed src=z>x", "x", "x"),
    ("<svg><script>alert(1)</script><a href=\"x\">y</a></svg>x", "x", "x"),
    ("<math><style><img src=x onerror=alert(1)></style></math>x", PICTURE, PICTURE),
    ("<noscript><p title=\"</noscript><img src=x onerror=alert(1)>x", PICTURE, PICTURE),
    ("<meta http-equiv=refresh content=\"0;url=https://evil.org\">x", "x", "x"),
    ("<link rel=stylesheet href=\"https://evil.org/x.css\">x", "x", "x"),
    ("<base href=\"https://evil.org\">x", "x", "x"),
    ("<!-- <script>alert(1)</script> -->x", "x", "x"),
    ("<html><head><title>T</title></head><body bgcolor=red><p>x</p></body></html>", P, P),
    ("<p class=\"a\" id=\"b\" data-x=\"c\">x</p>", P, P),
    ("<p style=\"text-align: center\">x</p>", "<p style=\"text-align:center\">x</p>", CENTERED),
    ("<p style=\"color: red\">x</p>", "<p style=\"\">x</p>", "<p style=\"color:red\">x</p>"),
    ("<p style=\"position:fixed;top:0;z-index:9\">x</p>", "<p style=\"\">x</p>", UNSTYLED),
    ("<p style=\"color:red;position:absolute\">x</p>", "<p style=\"\">x</p>", RED),
    ("<p style=\"width:expression(alert(1))\">x</p>", P, P),
    ("<p style=\"wi\\64th:1px\">x</p>", P, P),
    ("<p style=\"background:url(javascript:alert(1))\">x</p>", P, P),
    (
        "<p style=\"background:url(data:image/png;base64,AA)\">x</p>",
        "<p style=\"\">x</p>",
        UNSTYLED,
    ),
    ("<p style=\"-moz-binding:url(https://e.org/x)\">x</p>", "<p style=\"\">x</p>", UNSTYLED),
    ("<p style=\"behavior:url(x.htc)\">x</p>", "<p style=\"\">x</p>", UNSTYLED),
    ("<td>x</td>", "x", "x"),
    (
        "<table bgcolor=\"#fff\" width=\"100%\"><tr><td>x</td></tr></table>",
        PLAIN_TABLE,
        TABLE_OF_MAIL,
    ),
    ("<font color=\"red\">x</font>", "x", SAME),
    ("<b>unclosed <i>twice", "<b>unclosed <i>twice</i></b>", "<b>unclosed <i>twice</i></b>"),
];

const SAME: &str = "=";
const PICTURE: &str = "<img src=\"x\">x";
const P: &str = "<p>x</p>";
const UNSTYLED: &str = "<p style=\"\">x</p>";
const RED: &str = "<p style=\"color:red\">x</p>";
const CENTERED: &str = "<p style=\"text-align:center\">x</p>";
const LINK: &str = "<a href=\"https://a.org\" rel=\"noopener noreferrer\">x</a>";
const LINK_TO_NOTHING: &str = "<a rel=\"noopener noreferrer\">x</a>";
const PLAIN_TABLE: &str = "<table><tbody><tr><td>x</td></tr></tbody></table>";
const TABLE_OF_MAIL: &str =
    "<table bgcolor=\"#fff\" width=\"100%\"><tbody><tr><td>x</td></tr></tbody></table>";

#[test]
fn only_the_harmless_stays() {
    for (given, in_app, in_mail) in TABLE {
        let expected = |text: &'static str| if text == SAME { *given } else { text };
        assert_eq!(conteudo(given), expected(in_app), "{given}");
        assert_eq!(email(given), expected(in_mail), "{given}");
        assert!(!email_at("https://n.org", given).contains("script"), "{given}");
    }
}

#[test]
fn paths_of_the_service_become_addresses() {
    let given = "<img src=\"/arquivos/a.webp\"><a href=\"/enquetes/1\">x</a>";
    assert_eq!(
        email_at("https://nucleo.org", given),
        "<img src=\"https://nucleo.org/arquivos/a.webp\">\
         <a href=\"https://nucleo.org/enquetes/1\" rel=\"noopener noreferrer\">x</a>"
    );
    assert!(!email_at("nowhere", given).contains("arquivos"));
}

/// Each of these took a parser minutes, or grew without end.
#[test]
fn markup_that_is_built_to_hurt_is_flattened() {
    let deep = |open: &str| open.repeat(60_000 / open.len());
    let attacks = [
        deep("<div>"),
        deep("<b>"),
        deep("<b></i>"),
        deep("<div><b></div>"),
        deep("<table><tr><td>"),
        deep("<a \"><b>"),
        deep("<i><p></i>"),
        (0..2000).map(|n| format!("<b a{n}>")).collect::<String>() + &deep("<p>x"),
        "<table>".to_owned() + &deep("<i>x</i>"),
    ];
    for attack in attacks {
        for cleaned in [conteudo(&attack), email(&attack)] {
            let mut depth = 0_usize;
            let mut deepest = 0;
            for tag in cleaned.split('<').skip(1) {
                depth = if tag.starts_with('/') { depth - 1 } else { depth + 1 };
                deepest = deepest.max(depth);
            }
            let start = &attack[..20];
            assert_eq!(depth, 0, "{start}: what is opened is closed");
            assert!(deepest <= 5 * MAX_OPEN, "{start}: {deepest}");
            assert!(cleaned.len() < 40 * attack.len(), "{start}: {}", cleaned.len());
        }
    }
}

#[test]
fn a_long_letter_is_not_a_deep_one() {
    let letter = "<p>um<br>dois <b>três</b> <img src=\"https://a.org/x\"></p>".repeat(300);
    assert_eq!(email(&letter), letter);
    let sloppy = "<li>um<p>dois".repeat(300);
    assert_eq!(email(&sloppy).matches("<li>").count(), 300);
}

proptest! {
    #[test]
    fn nothing_that_people_write_breaks_it(html in "[<>/\"'=;:()a-e\\\\ &#!\\-stylehrfimgp]{0,80}") {
        for clean in [conteudo, email] {
            let once = clean(&html);
            prop_assert_eq!(clean(&once), once.clone());
        }
    }

    #[test]
    fn styles_of_any_kind_do_not_break_it(style in "(color|width|background|x)?[:;(){}\\[\\]'a-z0-9%#.,! -]{0,40}") {
        email(&format!("<p style=\"{style}\">x</p>"));
    }
}
