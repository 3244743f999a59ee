//! What people write by hand.

use base::scope::Cargo::{Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::TestApp;
use serde_json::{Value, json};

use super::correspondencia::arquivo_para;
use super::{ENVIAR, email_para, endereco, status_das_entregas, tabela};
use crate::apoio::trilha;

base::both_engines! { crate::service;
    enderecos_recebem_no_modelo_do_nucleo,
    um_segmento_recebe_quaisquer_que_sejam_as_preferencias,
    sem_nucleo_e_nacional,
    um_segmento_vazio_nao_envia_nada,
    o_que_esta_errado_nao_muda_nada,
    quem_comunica_pode_e_os_outros_nao,
    mil_enderecos_cabem_em_um_envio,
}

async fn enderecos_recebem_no_modelo_do_nucleo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let sql = "UPDATE nucleos SET nome = 'Núcleo Olinda', logo_url = '/l.png' WHERE id = $1";
    app.execute(sql, (nucleo.id,)).await;
    let coord = nucleo.caller(Coordenador).await;
    let corpo = json!({
        "assunto": "Mutirão às 9h",
        "html": "<h1 style=\"color:#7A1F5C\">Vem!</h1><table><tr><td>x</td></tr></table>\
                 <img src=\"/arquivos/a.png\"><script>alert(1)</script><form><input></form>",
        "destinatarios": ["Ana@Exemplo.org", "rui@exemplo.org", "ana@exemplo.org"],
    });
    let resposta = coord.post(ENVIAR, corpo).await.expect(200);
    assert_eq!(resposta["destinatarios"], 2);
    assert_eq!(resposta["message"], "E-mail a caminho de 2 destinatários.");
    app.deliver().await;

    let lida = arquivo_para(app, "ana@exemplo.org").await;
    assert_eq!(lida.cabecalho("Subject"), Some("Mutirão às 9h"));
    assert_eq!(lida.cabecalho("List-Unsubscribe"), None);
    assert_eq!(lida.cabecalho("Auto-Submitted"), None, "a person wrote it");
    assert!(lida.html.contains("<h1 style=\"color:#7A1F5C\">Vem!</h1>"), "{}", lida.html);
    assert!(lida.html.contains("<td>x</td>"));
    assert!(lida.html.contains("src=\"http://127.0.0.1:8080/arquivos/a.png\""));
    assert!(
        lida.html.contains("src=\"http://127.0.0.1:8080/l.png\"") && lida.html.contains("Olinda")
    );
    assert!(!lida.html.contains("<script") && !lida.html.contains("<form"));
    assert!(lida.texto.contains("Vem!"));
    let mut logs = tabela(app).await;
    logs.sort_by(|a, b| a.0.cmp(&b.0)); // Messages leave side by side: whichever is sent first is logged first.
    assert_eq!(logs.len(), 2);
    for (log, para) in logs.iter().zip(["ana@exemplo.org", "rui@exemplo.org"]) {
        let (destinatario, assunto, tipo, status, remetente, manual, origem) = log;
        assert_eq!((destinatario.as_str(), assunto.as_str()), (para, "Mutirão às 9h"));
        assert_eq!((tipo.as_str(), status.as_str()), ("manual", "sent"));
        assert_eq!((*remetente, *manual, origem.as_str()), (Some(coord.id), true, "manual"));
    }
    let trilha = trilha(app, "EMAIL_MANUAL").await;
    assert_eq!(trilha.len(), 1);
    assert_eq!((trilha[0].0, trilha[0].2.clone()), (coord.id, json!({"destinatarios": 2})));
}

async fn um_segmento_recebe_quaisquer_que_sejam_as_preferencias(app: &TestApp) {
    let (nucleo, vizinho) = (app.nucleo().await, app.nucleo().await);
    let admin = nucleo.caller(Administrador).await;
    let (ana, rui) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    let lider = nucleo.caller(LiderProjeto).await;
    nucleo.person("SUSPENSO").await;
    vizinho.caller(Membro).await;
    let nada = json!({"email_comunicado": false, "email_enquete": false, "email_tarefa": false});
    rui.patch("/api/perfil/preferencias", json!({ "preferencias": nada })).await.expect(200);
    let corpo = |segmento: Value| json!({"assunto": "A", "html": "Oi", "segmento": segmento});
    let resposta = admin.post(ENVIAR, corpo(json!({"cargo": "MEMBRO"}))).await.expect(200);
    assert_eq!(resposta["destinatarios"], 2);
    app.deliver().await;
    let recebidos = || async {
        let mut todos: Vec<_> = tabela(app).await.into_iter().map(|log| log.0).collect();
        todos.sort();
        todos
    };
    let mut esperados = vec![endereco(&ana), endereco(&rui)];
    esperados.sort();
    assert_eq!(recebidos().await, esperados);

    let todos = admin.post(ENVIAR, corpo(json!({}))).await.expect(200);
    assert_eq!(todos["destinatarios"], 4);
    app.deliver().await;
    let antes = recebidos().await;
    assert_eq!(antes.len(), 2 + 4);
    let cargos = json!({"cargo": ["LIDER_PROJETO", "PORTA_VOZ"], "plano": "FREE"});
    let um = admin.post(ENVIAR, corpo(cargos.clone())).await.expect(200);
    assert_eq!(um["message"], "E-mail a caminho de 1 destinatário.");
    app.deliver().await;
    let mut depois = antes;
    depois.push(endereco(&lider));
    depois.sort();
    assert_eq!(recebidos().await, depois);
    let detalhes = trilha(app, "EMAIL_MANUAL").await.pop().unwrap().2;
    let segmento = json!({"cargo": ["LIDER_PROJETO", "PORTA_VOZ"], "plano": ["FREE"]});
    assert_eq!(detalhes, json!({"destinatarios": 1, "segmento": segmento}));
}

async fn sem_nucleo_e_nacional(app: &TestApp) {
    let (um, outro) = (app.nucleo().await, app.nucleo().await);
    let (ana, rui) = (um.caller(Membro).await, outro.caller(Membro).await);
    let chefe = app.super_admin().await;
    let corpo = json!({"assunto": "A todos", "html": "Oi", "segmento": {}});
    let resposta = chefe.post(ENVIAR, corpo.clone()).await.expect(200);
    assert_eq!(resposta["destinatarios"], 2);
    app.deliver().await;
    for pessoa in [&ana, &rui] {
        let lida = arquivo_para(app, &endereco(pessoa)).await;
        assert_eq!(lida.cabecalho("From"), Some("Nucleo <nao-responda@nucleo.local>"));
    }
    let nacionais = "SELECT count(*) FROM email_logs
                     WHERE nucleo_id IS NULL AND origem = 'nacional' AND manual";
    assert_eq!(app.count(nacionais, ()).await, 2);
    for acao in ["CONTEUDO_NACIONAL", "EMAIL_MANUAL"] {
        assert_eq!(trilha(app, acao).await.len(), 1, "{acao}");
    }
    // Inside a nucleo it is that one's.
    let dentro = chefe.with_header("x-nucleo-id", outro.id);
    assert_eq!(dentro.post(ENVIAR, corpo).await.expect(200)["destinatarios"], 1);
    app.deliver().await;
    assert_eq!(app.count(nacionais, ()).await, 2);
    assert_eq!(tabela(app).await.last().unwrap().6, "manual");
    assert_eq!(trilha(app, "CONTEUDO_NACIONAL").await.len(), 1);
}

async fn um_segmento_vazio_nao_envia_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let corpo = json!({"assunto": "A", "html": "Oi", "segmento": {"cargo": "PORTA_VOZ"}});
    let resposta = admin.post(ENVIAR, corpo).await.expect(200);
    assert_eq!(resposta["destinatarios"], 0);
    assert_eq!(app.count("SELECT count(*) FROM avisos", ()).await, 0);
    assert_eq!(trilha(app, "EMAIL_MANUAL").await.len(), 0);
    let plano = json!({"assunto": "A", "html": "Oi", "segmento": {"plano": ["FREE", "OURO"]}});
    let erro = admin.post(ENVIAR, plano).await.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(erro["campos"][0]["campo"], "segmento.plano[1]");
}

async fn o_que_esta_errado_nao_muda_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let muitos: Vec<_> = (0..1001).map(|n| format!("a{n}@x.org")).collect();
    let com = |campo: &str, valor: Value| {
        let mut corpo = email_para(json!(["ana@x.org"]));
        corpo[campo] = valor;
        corpo
    };
    for (corpo, campos) in [
        (json!({}), vec!["assunto", "html", "destinatarios"]),
        (com("destinatarios", json!(muitos)), vec!["destinatarios"]),
        (com("destinatarios", json!([])), vec!["destinatarios"]),
        (com("destinatarios", json!("ana@x.org")), vec!["destinatarios"]),
        (
            com("destinatarios", json!(["a@x.org", "b@x.org", "c@x.org", "d@", "e@x.org", null])),
            vec!["destinatarios[3]", "destinatarios[5]"],
        ),
        (com("segmento", json!({})), vec!["segmento"]),
        (com("assunto", json!("a\r\nBcc: x@evil.org")), vec!["assunto"]),
        (com("assunto", json!("x".repeat(201))), vec!["assunto"]),
        (com("html", json!("<script>x</script>")), vec!["html"]),
        (com("html", json!("x".repeat(200_001))), vec!["html"]),
    ] {
        let erro = coord.post(ENVIAR, corpo).await.expect_problem(400, "DADOS_INVALIDOS");
        let ditos: Vec<_> =
            erro["campos"].as_array().unwrap().iter().map(|campo| &campo["campo"]).collect();
        assert_eq!(ditos, campos, "{erro}");
    }
    app.deliver().await;
    assert_eq!(status_das_entregas(app).await, [""; 0]);
    assert_eq!(app.count("SELECT count(*) FROM avisos", ()).await, 0);
    assert_eq!(trilha(app, "EMAIL_MANUAL").await.len(), 0);
}

async fn quem_comunica_pode_e_os_outros_nao(app: &TestApp) {
    let nucleo = app.nucleo().await;
    for (cargo, pode) in [
        (Membro, false),
        (LiderProjeto, false),
        (PortaVoz, true),
        (Coordenador, true),
        (Administrador, true),
    ] {
        let pessoa = nucleo.caller(cargo).await;
        let enviada = pessoa.post(ENVIAR, email_para(json!(["ana@x.org"]))).await;
        let texto = json!({"assunto": "A", "html": "Oi"});
        let previa = pessoa.post("/api/admin/emails/previa", texto).await;
        let modelos = pessoa.get("/api/admin/emails/templates").await;
        for resposta in [enviada, previa, modelos] {
            assert_eq!(resposta.status, if pode { 200 } else { 403 }, "{cargo:?}");
        }
    }
}

async fn mil_enderecos_cabem_em_um_envio(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let mil: Vec<_> = (0..1000).map(|n| format!("pessoa{n}@x.org")).collect();
    let resposta = coord.post(ENVIAR, email_para(json!(mil))).await.expect(200);
    assert_eq!(resposta["destinatarios"], 1000);
    app.deliver().await;
    let enviados = "SELECT count(DISTINCT destinatario) FROM email_logs WHERE status = 'sent'";
    assert_eq!(app.count(enviados, ()).await, 1000);
    assert_eq!(app.count("SELECT count(*) FROM email_logs", ()).await, 1000);
}
