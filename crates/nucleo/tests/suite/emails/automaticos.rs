//! What the service writes by itself, as files.

use base::scope::Cargo::{Coordenador, Membro};
use base::testing::TestApp;
use nucleo::areas::membros::Status::Pendente;
use serde_json::json;

use super::correspondencia::arquivo_para;
use super::{avisar_de_enquete, endereco, status_das_entregas, tabela};
use crate::apoio::pessoa;

base::both_engines! { crate::service;
    quem_e_aprovado_recebe_as_boas_vindas,
    quem_e_rejeitado_fica_sabendo,
    o_link_da_recuperacao_troca_a_senha,
    um_nome_com_html_continua_um_nome,
    a_preferencia_vale_no_momento_do_envio,
    o_que_e_nacional_tem_a_marca_geral,
    sem_dados_o_email_falha_de_vez,
}

async fn quem_e_aprovado_recebe_as_boas_vindas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let sql = "UPDATE nucleos SET nome = 'Núcleo Olinda', cor_primaria = '#7A1F5C' WHERE id = $1";
    app.execute(sql, (nucleo.id,)).await;
    let ana = pessoa(app, &nucleo, "Ana Souza", (Membro, Pendente)).await;
    let coord = nucleo.caller(Coordenador).await;
    coord.post("/api/auth/approve", json!({"usuarioId": ana.id})).await.expect(200);
    app.deliver().await;

    let lida = arquivo_para(app, &endereco(&ana)).await;
    assert_eq!(lida.cabecalho("To"), Some(endereco(&ana).as_str()));
    assert_eq!(lida.cabecalho("Subject"), Some("Seu cadastro foi aprovado"));
    let de = lida.cabecalho("From").unwrap();
    assert!(de.contains("Olinda") && de.ends_with("<nao-responda@nucleo.local>"), "{de}");
    assert!(lida.cabecalho("Message-ID").unwrap().ends_with("@nucleo.local>"));
    assert!(lida.cabecalho("Date").unwrap().starts_with("Mon, 02 Mar 2026"));
    assert_eq!(lida.cabecalho("List-Unsubscribe"), None, "it is always sent");
    assert_eq!(lida.cabecalho("Auto-Submitted"), Some("auto-generated"));
    for parte in [&lida.html, &lida.texto] {
        assert!(parte.contains("Ana Souza") && parte.contains("Núcleo Olinda"), "{parte}");
    }
    assert!(lida.html.contains("#7A1F5C"));
    assert!(lida.html.contains("href=\"http://127.0.0.1:8080/\""), "{}", lida.html);

    let esperada = (
        endereco(&ana),
        "Seu cadastro foi aprovado".to_owned(),
        "aprovacao".to_owned(),
        "sent".to_owned(),
        None,
        false,
        "aprovacao".to_owned(),
    );
    assert_eq!(tabela(app).await, std::slice::from_ref(&esperada));
    app.deliver().await;
    assert_eq!(tabela(app).await, [esperada], "once");
}

async fn quem_e_rejeitado_fica_sabendo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.person("PENDENTE").await;
    let coord = nucleo.caller(Coordenador).await;
    coord.post("/api/auth/reject", json!({"usuarioId": ana.id})).await.expect(200);
    app.deliver().await;
    let lida = arquivo_para(app, &endereco(&ana)).await;
    assert!(lida.texto.contains("não pôde aprová-lo"), "{}", lida.texto);
    assert_eq!(lida.cabecalho("List-Unsubscribe"), None);
    assert_eq!(tabela(app).await[0].2, "rejeicao");
}

async fn o_link_da_recuperacao_troca_a_senha(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await;
    let pedido = json!({"email": endereco(&ana)});
    app.anonymous().post("/api/auth/forgot-password", pedido).await.expect(200);
    app.deliver().await;
    let lida = arquivo_para(app, &endereco(&ana)).await;
    assert!(lida.texto.contains("60 minutos"));
    let link = lida.texto.split_whitespace().find(|palavra| palavra.contains("token=")).unwrap();
    assert!(link.starts_with("http://127.0.0.1:8080/redefinir-senha?token="), "{link}");
    assert!(lida.html.contains(&format!("href=\"{link}\"")), "{}", lida.html);
    let token = link.split_once("token=").unwrap().1;
    let nova = json!({"token": token, "senha": "Jabuticaba7"});
    app.anonymous().post("/api/auth/reset-password", nova).await.expect(200);
    let guardado = app.rows("SELECT CAST(email AS text) FROM avisos", ()).await;
    let guardado: Vec<(String,)> = guardado;
    assert!(!guardado[0].0.contains(token), "the database holds no link");
}

async fn um_nome_com_html_continua_um_nome(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let nome = "<script>alert(1)</script>\"'&{{ 6*7 }}";
    let ana = pessoa(app, &nucleo, nome, (Membro, Pendente)).await;
    let sql = "UPDATE nucleos SET nome = '<b>N</b>\r\nBcc: x@evil.org' WHERE id = $1";
    app.execute(sql, (nucleo.id,)).await;
    let coord = nucleo.caller(Coordenador).await;
    coord.post("/api/auth/approve", json!({"usuarioId": ana.id})).await.expect(200);
    app.deliver().await;
    let lida = arquivo_para(app, &endereco(&ana)).await;
    assert!(!lida.html.contains("<script") && !lida.html.contains("<b>N"), "{}", lida.html);
    assert!(lida.html.contains("&lt;script&gt;alert(1)"), "{}", lida.html);
    assert!(lida.texto.contains(nome), "as it is in plain text: {}", lida.texto);
    assert_eq!(lida.cabecalho("Bcc"), None);
}

async fn a_preferencia_vale_no_momento_do_envio(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (quer, nao_quer) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    let (saiu, outra) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    avisar_de_enquete(app, Some(nucleo.id), &[&quer, &nao_quer, &saiu, &outra]).await;
    // After it was queued, and before it is sent.
    let preferencias = |chave: &str| json!({"preferencias": {chave: false}});
    let url = "/api/perfil/preferencias";
    nao_quer.patch(url, preferencias("email_enquete")).await.expect(200);
    outra.patch(url, preferencias("email_tarefa")).await.expect(200);
    app.execute("UPDATE usuarios SET status = 'SUSPENSO' WHERE id = $1", (saiu.id,)).await;
    app.deliver().await;
    let mut enviados: Vec<_> = tabela(app).await.into_iter().map(|linha| linha.0).collect();
    enviados.sort();
    let mut esperados = vec![endereco(&quer), endereco(&outra)];
    esperados.sort();
    assert_eq!(enviados, esperados);
    let status = status_das_entregas(app).await;
    assert_eq!(status, ["DISPENSADA", "DISPENSADA", "ENVIADA", "ENVIADA"]);
    let lida = arquivo_para(app, &endereco(&quer)).await;
    let saida = lida.cabecalho("List-Unsubscribe").unwrap();
    assert!(saida.starts_with("<http://127.0.0.1:8080/api/emails/descadastrar?token="), "{saida}");
    let clique = Some("List-Unsubscribe=One-Click");
    assert_eq!(lida.cabecalho("List-Unsubscribe-Post"), clique);
    assert!(lida.html.contains("Praça") && lida.texto.contains("- Parque"));
    assert!(lida.texto.contains("http://127.0.0.1:8080/enquetes/1"));
}

async fn o_que_e_nacional_tem_a_marca_geral(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let sql = "UPDATE nucleos SET nome = 'Núcleo Olinda', logo_url = '/l.png' WHERE id = $1";
    app.execute(sql, (nucleo.id,)).await;
    let ana = nucleo.caller(Membro).await;
    avisar_de_enquete(app, None, &[&ana]).await;
    app.deliver().await;
    let lida = arquivo_para(app, &endereco(&ana)).await;
    assert_eq!(lida.cabecalho("From"), Some("Nucleo <nao-responda@nucleo.local>"));
    assert!(lida.html.contains("Enquete nacional"));
    assert!(!lida.html.contains("Olinda") && !lida.html.contains("l.png"));
    let linha = tabela(app).await.remove(0);
    assert_eq!((linha.2.as_str(), linha.6.as_str()), ("enquete", "nacional"));
    let de_ninguem = "SELECT count(*) FROM email_logs WHERE nucleo_id IS NULL";
    assert_eq!(app.count(de_ninguem, ()).await, 1);
}

async fn sem_dados_o_email_falha_de_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await;
    avisar_de_enquete(app, Some(nucleo.id), &[&ana]).await;
    let sem = r#"{"tipo": "enquete", "assunto": "A", "dados": {}, "origem": "enquete"}"#;
    let sem: sqlx::types::Json<serde_json::Value> = serde_json::from_str(sem).unwrap();
    app.execute("UPDATE avisos SET email = $1", (sem,)).await;
    app.deliver().await;
    assert_eq!(status_das_entregas(app).await, ["FALHOU"]);
    let linha = tabela(app).await.remove(0);
    assert_eq!((linha.0, linha.3.as_str()), (endereco(&ana), "failed"));
}
