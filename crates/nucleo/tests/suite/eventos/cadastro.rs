//! Making, listing, changing and calling off events.

use base::scope::Cargo::{Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::eventos::Intervalo;
use nucleo::areas::eventos::service::{Evento, contar_finalizados, futuros, passados};

use serde_json::{Value, json};

use super::{EVENTOS, cancelar, codigo, com, corpo, evento, inscrever};
use crate::apoio::{chaves, coluna};
use crate::autenticacao::campos;

base::both_engines! { crate::service;
    um_evento_tem_a_forma_do_contrato,
    o_que_esta_errado_nao_cria_nada,
    so_a_gestao_cria_altera_cancela_e_ve_o_codigo,
    um_evento_e_futuro_ate_o_fim,
    as_listas_sao_paginadas,
    a_mudanca_vale_para_o_que_foi_nomeado,
    o_que_esta_errado_nao_muda_nada,
    um_evento_cancelado_fica_como_esta,
    o_codigo_e_uma_imagem,
    os_periodos_servem_a_quem_pergunta_por_dentro,
}

async fn um_evento_tem_a_forma_do_contrato(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let pedido = json!({
        "titulo": "  Plenária ", "descricao": "Pauta:\n1. Contas", "local": "Sede",
        "inicio": "2026-03-02T18:00:00-03:00", "fim": "2026-03-02T20:30:00.5-03:00", "vagas": 40,
        "recompensa": 50, "fotoUrl": "/arquivos/comunicados/a.webp", "cancelado": true,
    });
    let criado = coord.post(EVENTOS, pedido).await.expect(201);
    let esperado = json!({
        "id": criado["id"], "titulo": "Plenária", "descricao": "Pauta:\n1. Contas",
        "local": "Sede", "inicio": "2026-03-02T21:00:00.000Z", "fim": "2026-03-02T23:30:00.500Z",
        "vagas": 40, "inscritos": 0, "recompensa": 50, "fotoUrl": "/arquivos/comunicados/a.webp",
        "minhaInscricao": null, "cancelado": false,
    });
    assert_eq!(criado, esperado);
    let ana = nucleo.caller(Membro).await;
    let path = format!("{EVENTOS}/{}", criado["id"].as_str().unwrap());
    assert_eq!(ana.get(&path).await.expect(200), esperado);
    assert_eq!(ana.get(EVENTOS).await.expect(200), json!([esperado]));
    // The least that makes an event.
    let minimo = json!({
        "titulo": "Aviso", "inicio": "2026-03-09T12:00:00Z", "fim": "2026-03-09T12:00:00.001Z",
        "vagas": null, "descricao": "", "fotoUrl": null,
    });
    let criado = coord.post(EVENTOS, minimo).await.expect(201);
    for vazio in ["descricao", "local", "vagas", "fotoUrl", "minhaInscricao"] {
        assert_eq!(criado[vazio], Value::Null, "{vazio}");
    }
    assert_eq!((&criado["recompensa"], &criado["inscritos"]), (&json!(0), &json!(0)));
}

async fn o_que_esta_errado_nao_cria_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let bom = corpo(app);
    for (errado, esperado) in [
        (json!({}), &["titulo", "inicio", "fim"][..]),
        (com(bom.clone(), json!({"titulo": "a".repeat(201)})), &["titulo"]),
        (com(bom.clone(), json!({"inicio": "amanhã"})), &["inicio"]),
        (com(bom.clone(), json!({"fim": bom["inicio"]})), &["fim"]),
        (com(bom.clone(), json!({"vagas": 0})), &["vagas"]),
        (com(bom.clone(), json!({"vagas": -1, "recompensa": 1.5})), &["vagas", "recompensa"]),
        (com(bom.clone(), json!({"fotoUrl": "javascript:x", "local": 1})), &["local", "fotoUrl"]),
    ] {
        let erro = coord.post(EVENTOS, errado.clone()).await;
        assert_eq!(campos(&erro.expect_problem(400, "DADOS_INVALIDOS")), esperado, "{errado}");
    }
    assert_eq!(app.count("SELECT count(*) FROM eventos", ()).await, 0);
    assert_eq!(app.count("SELECT count(*) FROM outbox", ()).await, 0);
}

async fn so_a_gestao_cria_altera_cancela_e_ve_o_codigo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let plenaria = evento(app, &admin, json!({})).await;
    let segredo = codigo(&admin, &plenaria).await;
    for cargo in [Membro, LiderProjeto, PortaVoz] {
        let quem = nucleo.caller(cargo).await;
        for resposta in [
            quem.post(EVENTOS, corpo(app)).await,
            quem.patch(&plenaria, json!({"titulo": "Outra"})).await,
            cancelar(&quem, &plenaria).await,
            quem.get(&format!("{plenaria}/codigo")).await,
            super::presenca(&quem, &plenaria, quem.id).await,
        ] {
            resposta.expect_problem(403, "SEM_PERMISSAO");
        }
        let visto = quem.get(&plenaria).await;
        assert!(!visto.text.contains(&segredo));
        assert!(!quem.get(EVENTOS).await.text.contains(&segredo));
        assert_eq!(visto.expect(200)["titulo"], "Plenária");
    }
    nucleo.caller(Coordenador).await.get(&format!("{plenaria}/codigo")).await.expect(200);
}

async fn um_evento_e_futuro_ate_o_fim(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let em = |minutos: i64| app.now() + Duration::minutes(minutos);
    for (titulo, inicio, fim) in [
        ("longe", 50, 60),
        ("perto", 10, 20),
        ("longo", -10, 30),
        ("ontem", -60, -50),
        ("agora mesmo", -30, 0),
        ("antes", -90, -80),
    ] {
        let campos = json!({"titulo": titulo, "inicio": em(inicio), "fim": em(fim)});
        evento(app, &coord, campos).await;
    }
    let lista = async |periodo: &str| {
        let lista = ana.get(&format!("{EVENTOS}{periodo}")).await;
        let total: i64 = lista.headers["x-total-count"].to_str().unwrap().parse().unwrap();
        let titulos = lista.expect(200);
        let titulos: Vec<_> = coluna(&titulos, "titulo").into_iter().map(str::to_owned).collect();
        assert_eq!(total, titulos.len() as i64);
        titulos
    };
    assert_eq!(lista("?periodo=futuros").await, ["longo", "perto", "longe"], "by their start");
    assert_eq!(lista("").await, ["longo", "perto", "longe"]);
    assert_eq!(lista("?periodo=passados").await, ["agora mesmo", "ontem", "antes"]);
    app.advance(Duration::minutes(20) - Duration::milliseconds(1));
    assert_eq!(lista("?periodo=futuros").await, ["longo", "perto", "longe"]);
    app.advance(Duration::milliseconds(1));
    assert_eq!(lista("?periodo=futuros").await, ["longo", "longe"]);
    assert_eq!(lista("?periodo=passados").await.first().unwrap(), "perto", "the latest first");
    let erro = ana.get(&format!("{EVENTOS}?periodo=todos&page=0")).await;
    let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(campos(&erro), ["periodo", "page"]);
    assert!(erro["campos"][0]["mensagem"].as_str().unwrap().contains("futuros, passados"));
}

async fn as_listas_sao_paginadas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    for numero in 0..5 {
        let inicio = app.now() + Duration::hours(numero);
        let fim = inicio + Duration::hours(1);
        let campos = json!({"titulo": format!("E{numero}"), "inicio": inicio, "fim": fim});
        evento(app, &coord, campos).await;
    }
    let pagina = coord.get(&format!("{EVENTOS}?page=2&limit=2")).await;
    assert_eq!(pagina.headers["x-total-count"], "5");
    assert_eq!(coluna(&pagina.expect(200), "titulo"), ["E2", "E3"]);
    let alheio = app.nucleo().await.caller(Membro).await;
    assert_eq!(alheio.get(EVENTOS).await.expect(200), json!([]));
}

async fn a_mudanca_vale_para_o_que_foi_nomeado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let plenaria = evento(app, &coord, json!({"vagas": 5, "descricao": "Pauta"})).await;
    let mut esperado = coord.get(&plenaria).await.expect(200);
    for (campo, valor) in [
        ("titulo", json!("Assembleia")),
        ("descricao", Value::Null),
        ("local", json!("Praça")),
        ("vagas", json!(9)),
        ("vagas", Value::Null),
        ("recompensa", json!(70)),
        ("fotoUrl", json!("https://exemplo.org/a.png")),
        ("fim", json!(app.now() + Duration::hours(9))),
        ("inicio", json!(app.now() + Duration::hours(8))),
    ] {
        esperado[campo] = valor.clone();
        let mudado = coord.patch(&plenaria, json!({ campo: valor })).await.expect(200);
        assert_eq!(mudado, esperado, "{campo}");
        assert_eq!(coord.get(&plenaria).await.expect(200), esperado);
    }
    assert_eq!(coord.patch(&plenaria, json!({})).await.expect(200), esperado);
    assert_eq!(coord.patch(&plenaria, json!({"titulo": null})).await.expect(200), esperado);
    app.deliver().await;
}

async fn o_que_esta_errado_nao_muda_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let plenaria = evento(app, &coord, json!({"vagas": 2})).await;
    for _ in 0..2 {
        inscrever(&nucleo.caller(Membro).await, &plenaria).await.expect(201);
    }
    let antes = coord.get(&plenaria).await.expect(200);
    for (errado, esperado) in [
        (json!({"titulo": " "}), &["titulo"][..]),
        (json!({"inicio": antes["fim"]}), &["inicio"]),
        (json!({"fim": antes["inicio"], "titulo": "Outra"}), &["fim"]),
        (json!({"vagas": 0, "recompensa": -1}), &["vagas", "recompensa"]),
    ] {
        let erro = coord.patch(&plenaria, errado.clone()).await;
        assert_eq!(campos(&erro.expect_problem(400, "DADOS_INVALIDOS")), esperado, "{errado}");
    }
    let menos = json!({"vagas": 1, "titulo": "Outra"});
    coord.patch(&plenaria, menos).await.expect_problem(409, "VAGAS_OCUPADAS");
    assert_eq!(coord.get(&plenaria).await.expect(200), antes);
}

async fn um_evento_cancelado_fica_como_esta(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let plenaria = evento(app, &coord, json!({})).await;
    inscrever(&ana, &plenaria).await.expect(201);
    let segredo = codigo(&coord, &plenaria).await;
    let mensagem = cancelar(&coord, &plenaria).await.expect(200);
    assert_eq!(mensagem, json!({"message": "Evento cancelado."}));
    let depois = ana.get(&plenaria).await.expect(200);
    assert_eq!((&depois["cancelado"], &depois["inscritos"]), (&json!(true), &json!(1)));
    assert_eq!(depois["minhaInscricao"], "INSCRITO");
    let bia = nucleo.caller(Membro).await;
    for resposta in [
        cancelar(&coord, &plenaria).await,
        coord.patch(&plenaria, json!({"titulo": "Outra"})).await,
        inscrever(&bia, &plenaria).await,
        super::desistir(&ana, &plenaria).await,
        super::checkin(&ana, &plenaria, &segredo).await,
        super::presenca(&coord, &plenaria, ana.id).await,
    ] {
        resposta.expect_problem(409, "EVENTO_CANCELADO");
    }
    assert_eq!(ana.get(&plenaria).await.expect(200), depois);
    assert_eq!(ana.get(EVENTOS).await.expect(200)[0]["cancelado"], true, "it is shown");
    assert_eq!(app.count("SELECT count(*) FROM transacoes", ()).await, 0);
}

async fn o_codigo_e_uma_imagem(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let (um, outro) = (evento(app, &coord, json!({})).await, evento(app, &coord, json!({})).await);
    let visto = coord.get(&format!("{um}/codigo")).await.expect(200);
    assert_eq!(chaves(&visto), ["codigo", "qrSvg"]);
    let texto = visto["codigo"].as_str().unwrap();
    assert!(texto.len() == 8 && texto.chars().all(|letra| letra.is_ascii_alphanumeric()));
    let imagem = visto["qrSvg"].as_str().unwrap();
    assert!(imagem.starts_with("<svg ") && imagem.ends_with("</svg>"));
    assert_ne!(codigo(&coord, &outro).await, texto);
    assert_eq!(codigo(&coord, &um).await, texto, "it stays");
}

async fn os_periodos_servem_a_quem_pergunta_por_dentro(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let em = |horas: i64| app.now() + Duration::hours(horas);
    for (titulo, inicio, fim) in
        [("antigo", -90, -80), ("recente", -10, -5), ("perto", 10, 20), ("longe", 90, 100)]
    {
        let campos = json!({"titulo": titulo, "inicio": em(inicio), "fim": em(fim)});
        evento(app, &coord, campos).await;
    }
    let desmarcado = json!({"titulo": "desmarcado", "inicio": em(-4), "fim": em(-3)});
    let desmarcado = evento(app, &coord, desmarcado).await;
    cancelar(&coord, &desmarcado).await.expect(200);
    let titulos = |(total, eventos): (i64, Vec<Evento>)| {
        (total, eventos.into_iter().map(|evento| evento.titulo).collect::<Vec<_>>())
    };
    let page = base::page::Page::first(2);
    let lidos = app.operator.read(async |tx| {
        app.operator.enter(tx, nucleo.id).await?;
        let sempre = Intervalo::default();
        let ate_amanha = Intervalo { de: None, ate: Some(em(24)) };
        let ultimo_dia = Intervalo { de: Some(em(-24)), ate: None };
        Ok((
            titulos(futuros(tx, sempre, page).await?),
            titulos(futuros(tx, ate_amanha, page).await?),
            titulos(passados(tx, sempre, page).await?),
            titulos(passados(tx, ultimo_dia, page).await?),
            contar_finalizados(tx, em(-24)).await?,
            contar_finalizados(tx, em(-5)).await?,
        ))
    });
    let nomes = |nomes: &[&str]| nomes.iter().map(|nome| (*nome).to_owned()).collect::<Vec<_>>();
    let (todos, proximos, antes, ultimos, da_semana, depois) = lidos.await.unwrap();
    assert_eq!(todos, (2, nomes(&["perto", "longe"])));
    assert_eq!(proximos, (1, nomes(&["perto"])));
    assert_eq!(antes, (3, nomes(&["desmarcado", "recente"])));
    assert_eq!(ultimos, (2, nomes(&["desmarcado", "recente"])));
    assert_eq!((da_semana, depois), (1, 0), "one that was called off has not taken place");
}
