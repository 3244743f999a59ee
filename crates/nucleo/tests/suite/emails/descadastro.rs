//! The way out of a list, by one click and without a log-in.

use base::scope::Cargo::Membro;
use base::testing::{TestApp, TestCaller};
use serde_json::{Value, json};

use super::correspondencia::arquivo_para;
use super::{avisar_de_enquete, endereco, tabela};

base::both_engines! { crate::service;
    abrir_o_link_nao_muda_nada_e_o_botao_desliga,
    um_link_forjado_nao_serve,
    quem_saiu_nao_tem_mais_o_que_desligar,
}

/// The path and query of the link in the header of a poll's e-mail.
async fn link(app: &TestApp, pessoa: &TestCaller) -> String {
    let lida = arquivo_para(app, &endereco(pessoa)).await;
    let link = lida.cabecalho("List-Unsubscribe").unwrap();
    let link = link.strip_prefix("<http://127.0.0.1:8080").unwrap().strip_suffix('>').unwrap();
    assert!(lida.html.contains(link), "the same link is in the message");
    link.to_owned()
}

async fn preferencias(pessoa: &TestCaller) -> Value {
    pessoa.get("/api/perfil").await.expect(200)["preferencias_notificacao"].clone()
}

async fn abrir_o_link_nao_muda_nada_e_o_botao_desliga(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (ana, rui) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    avisar_de_enquete(app, Some(nucleo.id), &[&ana, &rui]).await;
    app.deliver().await;
    let link = link(app, &ana).await;
    let antes = preferencias(&ana).await;

    let pagina = app.anonymous().get(&link).await;
    assert_eq!(
        (pagina.status, pagina.headers["content-type"].as_bytes()),
        (200, &b"text/html; charset=utf-8"[..])
    );
    assert!(pagina.text.contains("Deixar de receber e-mails sobre enquetes?"), "{}", pagina.text);
    assert!(pagina.text.contains("<form method=\"post\">"));
    let regras = pagina.headers["content-security-policy"].to_str().unwrap();
    assert!(regras.contains("form-action 'self'"));
    assert_eq!(preferencias(&ana).await, antes, "a scanner that opens it changes nothing");

    // As a mail program does it.
    let um_clique = app
        .anonymous()
        .without_content_type()
        .with_header("content-type", "application/x-www-form-urlencoded");
    let pronto = um_clique.send("POST", &link, "List-Unsubscribe=One-Click".into()).await;
    assert_eq!(pronto.status, 200, "{}", pronto.text);
    assert!(pronto.text.contains("Você não recebe mais e-mails sobre enquetes."));
    let mut esperadas = antes.clone();
    esperadas["email_enquete"] = json!(false);
    assert_eq!(preferencias(&ana).await, esperadas);
    assert_eq!(preferencias(&rui).await, antes, "nobody else's");
    um_clique.send("POST", &link, "".into()).await;
    assert_eq!(preferencias(&ana).await, esperadas, "as often as one likes");

    avisar_de_enquete(app, Some(nucleo.id), &[&ana, &rui]).await;
    app.deliver().await;
    let recebidos: Vec<_> = tabela(app).await.into_iter().map(|linha| linha.0).collect();
    let de_ana = recebidos.iter().filter(|para| **para == endereco(&ana)).count();
    assert_eq!((de_ana, recebidos.len()), (1, 3));
}

async fn um_link_forjado_nao_serve(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await;
    avisar_de_enquete(app, Some(nucleo.id), &[&ana]).await;
    app.deliver().await;
    let link = link(app, &ana).await;
    let antes = preferencias(&ana).await;
    let caminho = "/api/emails/descadastrar";
    for forjado in [
        link.replace("email_enquete", "email_tarefa"),
        format!("{link}x"),
        format!("{caminho}?token="),
        format!("{caminho}?token=%00"),
        caminho.to_owned(),
    ] {
        for metodo in ["GET", "POST"] {
            let resposta = app.anonymous().send(metodo, &forjado, "".into()).await;
            assert_eq!(resposta.status, 400, "{metodo} {forjado}");
        }
    }
    let resposta = app.anonymous().get(&format!("{link}x")).await;
    resposta.expect_problem(400, "TOKEN_INVALIDO");
    assert_eq!(preferencias(&ana).await, antes);
}

async fn quem_saiu_nao_tem_mais_o_que_desligar(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await;
    avisar_de_enquete(app, Some(nucleo.id), &[&ana]).await;
    app.deliver().await;
    let link = link(app, &ana).await;
    let sql = "UPDATE usuarios SET excluido_em = criado_em WHERE id = $1";
    app.execute(sql, (ana.id,)).await;
    let resposta = app.anonymous().send("POST", &link, "".into()).await;
    resposta.expect_problem(400, "TOKEN_INVALIDO");
}
