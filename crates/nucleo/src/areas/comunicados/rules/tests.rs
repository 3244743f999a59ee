use base::scope::Cargo::{Administrador, Coordenador, Membro, PortaVoz};
use serde_json::{Value, json};

use super::StatusDeComunicado::{Agendado, Publicado};
use super::*;

const AGORA: &str = "2026-03-02T12:00:00.000Z";

fn instant(text: &str) -> Timestamp {
    serde_json::from_value(json!(text)).unwrap()
}

fn input(body: Value) -> ComunicadoInput {
    serde_json::from_value(body).unwrap()
}

fn parse(body: Value) -> Result<NovoComunicado, Vec<String>> {
    NovoComunicado::parse(input(body), instant(AGORA))
        .map_err(|erros| erros.campos().map(str::to_owned).collect())
}

fn mudanca(body: Value) -> Mudanca {
    Mudanca::parse(input(body), instant(AGORA)).unwrap()
}

fn minimo() -> Value {
    json!({"titulo": "Assembleia", "conteudo": "<p>No sábado.</p>"})
}

fn com(campo: &str, valor: Value) -> Value {
    let mut body = minimo();
    body[campo] = valor;
    body
}

#[test]
fn what_is_left_out_has_a_default() {
    for body in [minimo(), com("segmentoAlvo", json!(null)), com("pushDestinatarios", json!(null))]
    {
        let novo = parse(body).unwrap();
        assert_eq!(novo.agendamento, None);
        assert!(novo.corpo.segmento.e_de_todos());
        assert_eq!(novo.corpo.push, Destinatarios::Todos);
        assert!(novo.corpo.enviar_push && !novo.corpo.enviar_email);
    }
}

#[test]
fn every_broken_rule_is_told_at_once() {
    let body = json!({
        "titulo": "x".repeat(201), "conteudo": "<script>1</script>", "fotoUrl": "javascript:x",
        "videoUrl": "https://vimeo.com/1", "segmentoAlvo": {"cargo": "CHEFE"},
        "dataAgendamento": AGORA, "enviarPush": 1, "enviarEmail": "sim", "pushDestinatarios": "nós",
    });
    let todos = [
        "titulo",
        "conteudo",
        "fotoUrl",
        "videoUrl",
        "segmentoAlvo.cargo",
        "dataAgendamento",
        "enviarPush",
        "enviarEmail",
        "pushDestinatarios",
    ];
    assert_eq!(parse(body.clone()).unwrap_err(), todos);
    let erros = Mudanca::parse(input(body), instant(AGORA)).unwrap_err();
    assert_eq!(erros.campos().collect::<Vec<_>>(), todos);
    assert_eq!(parse(json!({})).unwrap_err(), ["titulo", "conteudo"]);
}

#[test]
fn a_text_that_shows_nothing_is_no_text() {
    for nothing in [
        "",
        "  ",
        "<p></p>",
        "<p>&nbsp;<br></p>",
        "<script>alert(1)</script>",
        "<style>p{}</style><iframe src=\"https://evil.org\"></iframe>",
        "<img>",
        "<!-- nada -->",
    ] {
        assert_eq!(parse(com("conteudo", json!(nothing))).unwrap_err(), ["conteudo"], "{nothing}");
    }
    for something in ["a", "<p>.</p>", "<img src=\"/arquivos/1.webp\">", "&lt;"] {
        assert!(parse(com("conteudo", json!(something))).is_ok(), "{something}");
    }
    let longest = "é".repeat(200_000);
    assert_eq!(parse(com("conteudo", json!(longest))).unwrap().corpo.conteudo, longest);
    let longer = json!("é".repeat(200_001));
    assert_eq!(parse(com("conteudo", longer)).unwrap_err(), ["conteudo"]);
}

#[test]
fn a_time_lies_in_the_future() {
    let marcado = |quando: &str| parse(com("dataAgendamento", json!(quando)));
    for past in ["2026-03-02T12:00:00Z", "2026-03-02T11:59:59.999Z", "1999-01-01T00:00:00Z"] {
        assert_eq!(marcado(past).unwrap_err(), ["dataAgendamento"], "{past}");
    }
    for wrong in ["amanhã", "2026-03-03", "2026-02-30T00:00:00Z", "9001-01-01T00:00:00Z"] {
        assert_eq!(marcado(wrong).unwrap_err(), ["dataAgendamento"], "{wrong}");
    }
    let quando = marcado("2026-03-02T09:00:00.001-03:00").unwrap().agendamento;
    assert_eq!(quando, Some(instant("2026-03-02T12:00:00.001Z")));
}

#[test]
fn the_push_is_for_all_or_for_cargos_or_for_people() {
    let push = |valor| parse(com("pushDestinatarios", valor)).map(|novo| novo.corpo.push);
    let id = "0195e9a0-0000-7000-8000-000000000000";
    assert_eq!(push(json!("todos")), Ok(Destinatarios::Todos));
    let cargos = Destinatarios::Cargos(vec![Membro, PortaVoz]);
    assert_eq!(push(json!({"cargo": ["MEMBRO", "PORTA_VOZ"]})), Ok(cargos));
    let membros = push(json!({"membroIds": [id]})).unwrap();
    assert_eq!(serde_json::to_value(&membros).unwrap(), json!({"membroIds": [id]}));
    assert_eq!(serde_json::to_value(Destinatarios::Todos).unwrap(), json!("todos"));
    assert!(push(json!({"membroIds": vec![id; 500]})).is_ok());

    let campo = "pushDestinatarios";
    for (wrong, campos) in [
        (json!("all"), vec![""]),
        (json!(true), vec![""]),
        (json!([]), vec![""]),
        (json!({}), vec![""]),
        (json!({"cargo": ["MEMBRO"], "membroIds": [id]}), vec![""]),
        (json!({"cargo": "MEMBRO"}), vec![".cargo"]),
        (json!({"cargo": []}), vec![".cargo"]),
        (json!({"cargo": ["MEMBRO", "CHEFE", 1]}), vec![".cargo[1]", ".cargo[2]"]),
        (json!({"cargo": ["SUPER_ADMIN"]}), vec![".cargo[0]"]),
        (json!({"membroIds": []}), vec![".membroIds"]),
        (json!({"membroIds": vec![id; 501]}), vec![".membroIds"]),
        (json!({"membroIds": [id, "x", null]}), vec![".membroIds[1]", ".membroIds[2]"]),
    ] {
        let campos: Vec<_> = campos.iter().map(|fim| format!("{campo}{fim}")).collect();
        assert_eq!(push(wrong.clone()).unwrap_err(), campos, "{wrong}");
    }
}

#[test]
fn a_push_stays_within_the_segment() {
    let segmento = |cargos: &[base::scope::Cargo], planos: &[&str]| Segmento {
        cargos: cargos.to_vec(),
        planos: planos.iter().map(|&plano| plano.to_owned()).collect(),
    };
    let cargos = |cargos: &[base::scope::Cargo]| Destinatarios::Cargos(cargos.to_vec());
    let dentro = PublicoDoPush::Segmento;
    for (push, alvo, publico) in [
        (Destinatarios::Todos, segmento(&[], &[]), dentro(segmento(&[], &[]))),
        (
            Destinatarios::Todos,
            segmento(&[Membro], &["FREE"]),
            dentro(segmento(&[Membro], &["FREE"])),
        ),
        (cargos(&[Membro]), segmento(&[], &["FREE"]), dentro(segmento(&[Membro], &["FREE"]))),
        (
            cargos(&[Membro, Coordenador]),
            segmento(&[Coordenador, Administrador], &[]),
            dentro(segmento(&[Coordenador], &[])),
        ),
        (cargos(&[Membro]), segmento(&[Coordenador], &[]), PublicoDoPush::Ninguem),
    ] {
        assert_eq!(push.dentro_de(&alvo), publico, "{push:?} in {alvo:?}");
    }
}

#[test]
fn what_is_not_named_stays_and_null_takes_away() {
    let foto = "https://exemplo.org/a.png";
    let mut body = com("fotoUrl", json!(foto));
    body["segmentoAlvo"] = json!({"cargo": "MEMBRO"});
    body["pushDestinatarios"] = json!({"cargo": ["MEMBRO"]});
    body["enviarEmail"] = json!(true);
    let antes = parse(body).unwrap().corpo;

    let mut depois = antes.clone();
    mudanca(json!({"titulo": null, "conteudo": null, "enviarEmail": null})).aplicar(&mut depois);
    assert_eq!(depois, antes);
    mudanca(json!({"titulo": " Outro "})).aplicar(&mut depois);
    assert_eq!(depois, Corpo { titulo: "Outro".to_owned(), ..antes.clone() });
    let nulos = json!({"fotoUrl": null, "segmentoAlvo": null, "pushDestinatarios": null});
    mudanca(nulos).aplicar(&mut depois);
    assert_eq!((depois.foto_url, depois.push), (None, Destinatarios::Todos));
    assert!(depois.segmento.e_de_todos() && depois.enviar_email);
}

#[test]
fn only_what_waits_can_be_given_another_time() {
    let quando = "2026-03-02T13:00:00Z";
    let (nada, nula) = (mudanca(json!({})), mudanca(json!({"dataAgendamento": null})));
    let marcada = mudanca(json!({ "dataAgendamento": quando }));
    assert_eq!(nada.passo(Agendado).unwrap(), Passo::Fica);
    assert_eq!(nada.passo(Publicado).unwrap(), Passo::Fica);
    assert_eq!(nula.passo(Agendado).unwrap(), Passo::Publica);
    assert_eq!(nula.passo(Publicado).unwrap(), Passo::Fica);
    assert_eq!(marcada.passo(Agendado).unwrap(), Passo::Reagenda(instant(quando)));
    assert_eq!(marcada.passo(Publicado).unwrap_err().code(), COMUNICADO_JA_PUBLICADO);
}
