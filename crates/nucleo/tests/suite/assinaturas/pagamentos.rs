//! What a payment does, once, and what it does not.

use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::assinaturas::verificacao::primeira_divergencia;
use serde_json::{Value, json};

use super::*;
use crate::apoio::{fecha, saldo};
use crate::emails::correspondencia::arquivo_para;
use crate::emails::endereco;

base::both_engines! { crate::service;
    um_pagamento_estende_credita_e_avisa,
    confirmado_e_recebido_pagam_uma_vez,
    cada_pagamento_estende_um_periodo,
    o_atraso_avisa_e_nao_muda_nada,
    o_atraso_que_chega_depois_nao_e_avisado,
    o_que_vem_a_menos_nao_paga,
    o_preco_combinado_vale_ate_o_fim,
    quem_paga_depois_do_fim_retoma,
    sem_assinatura_nada_acontece,
    o_pagamento_de_outra_pessoa_nao_muda_de_dono,
    a_preferencia_cala_o_email,
    a_verificacao_acha_o_bonus_que_falta,
}

async fn um_pagamento_estende_credita_e_avisa(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let ana = nucleo.caller(Membro).await;
    // Neither multiplied nor cut.
    let regras = "UPDATE regras_moeda SET multiplicador_ppm = 3000000, teto_mensal = 10";
    app.execute(regras, ()).await;
    assinar(&ana, &plano).await.expect(201);
    pagar(app, "pay_1", 20, &ana).await;
    assert_eq!(saldo(app, ana.id).await, 50);
    let extrato = ana.get("/api/economia/extrato?origem=PLANO").await.expect(200);
    assert_eq!(extrato["data"][0]["valor"], 50);
    assert_eq!(extrato["data"][0]["descricao"], "Bônus do plano");
    let lida = arquivo_para(app, &endereco(&ana)).await;
    assert_eq!(lida.cabecalho("Subject"), Some("Recebemos o seu pagamento"));
    for parte in [&lida.html, &lida.texto] {
        assert!(parte.contains("APOIADOR") && parte.contains("R$ 20,00"), "{parte}");
        assert!(parte.contains("10/03/2026"), "{parte}");
    }
    let log = "SELECT tipo, origem FROM email_logs";
    let log: Vec<(String, String)> = app.rows(log, ()).await;
    assert_eq!(log, [("pagamento".to_owned(), "webhook".to_owned())]);
    let avisos = ana.get("/api/notificacoes").await.expect(200);
    let aviso = avisos["data"][0].to_string();
    assert!(aviso.contains("01/04/2026 às 09:00") && aviso.contains("50 moedas"), "{aviso}");
    // The same event again, and the same payment by another event.
    contar(app, ("evt_pay_1", "PAYMENT_RECEIVED", "pay_1"), 20, &ana).await;
    contar(app, ("evt_2", "PAYMENT_RECEIVED", "pay_1"), 20, &ana).await;
    assert_eq!(saldo(app, ana.id).await, 50);
    let fim = Some("2026-04-01T12:00:00.000Z");
    assert_eq!(resumo(&ana).await, esperado("APOIADOR", "ATIVA", fim));
    assert_eq!(emails(app).await, ["pagamento"]);
    fecha(app).await;
}

async fn confirmado_e_recebido_pagam_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let ana = nucleo.caller(Membro).await;
    assinar(&ana, &plano).await.expect(201);
    contar(app, ("evt_1", "PAYMENT_CONFIRMED", "pay_1"), 20, &ana).await;
    let fim = Some("2026-04-01T12:00:00.000Z");
    assert_eq!(resumo(&ana).await, esperado("APOIADOR", "ATIVA", fim), "a card pays at once");
    app.advance(Duration::minutes(30));
    contar(app, ("evt_2", "PAYMENT_RECEIVED", "pay_1"), 20, &ana).await;
    assert_eq!(resumo(&ana).await, esperado("APOIADOR", "ATIVA", fim));
    assert_eq!((saldo(app, ana.id).await, emails(app).await.len()), (50, 1));
}

async fn cada_pagamento_estende_um_periodo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let plano = apoiador(&admin).await;
    let ana = nucleo.caller(Membro).await;
    assinar(&ana, &plano).await.expect(201);
    pagar(app, "pay_1", 20, &ana).await;
    pagar(app, "pay_2", 20, &ana).await;
    assert_eq!(resumo(&ana).await.2.unwrap(), "2026-05-01T12:00:00.000Z");
    pagar(app, "pay_3", 100, &ana).await;
    assert_eq!(resumo(&ana).await.2.unwrap(), "2026-05-31T12:00:00.000Z", "more is one period");
    assert_eq!(saldo(app, ana.id).await, 150);
    // What was given without end stays so, and the bonus is still paid.
    definir(&admin, ana.id, json!({"planoId": plano["id"]})).await.expect(200);
    pagar(app, "pay_4", 20, &ana).await;
    assert_eq!(resumo(&ana).await, esperado("APOIADOR", "ATIVA", None));
    assert_eq!(saldo(app, ana.id).await, 200);
}

async fn o_atraso_avisa_e_nao_muda_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let ana = nucleo.caller(Membro).await;
    assinar(&ana, &plano).await.expect(201);
    pagar(app, "pay_1", 20, &ana).await;
    let antes = minha(&ana).await;
    for evento in ["evt_2", "evt_3"] {
        contar(app, (evento, "PAYMENT_OVERDUE", "pay_2"), 20, &ana).await;
    }
    assert_eq!(minha(&ana).await, antes);
    assert_eq!(emails(app).await, ["pagamento", "pagamento_atrasado"], "once");
    let lida = arquivo_para(app, &endereco(&ana)).await;
    assert_eq!(lida.cabecalho("Subject"), Some("Seu pagamento está em atraso"));
    assert!(lida.cabecalho("List-Unsubscribe").is_some());
    assert!(lida.texto.contains("APOIADOR") && lida.texto.contains("R$ 20,00"), "{}", lida.texto);
    // Paid after all, it counts like any other.
    contar(app, ("evt_4", "PAYMENT_RECEIVED", "pay_2"), 20, &ana).await;
    assert_eq!(resumo(&ana).await.2.unwrap(), "2026-05-01T12:00:00.000Z");
    assert_eq!(emails(app).await, ["pagamento", "pagamento", "pagamento_atrasado"]);
}

async fn o_atraso_que_chega_depois_nao_e_avisado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let (ana, bia) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    for pessoa in [&ana, &bia] {
        assinar(pessoa, &plano).await.expect(201);
    }
    contar(app, ("evt_1", "PAYMENT_RECEIVED", "pay_1"), 20, &ana).await;
    contar(app, ("evt_2", "PAYMENT_OVERDUE", "pay_1"), 20, &ana).await;
    assert_eq!(emails(app).await, ["pagamento"]);
    // Both have arrived before either is acted on.
    for (evento, tipo) in [("evt_3", "PAYMENT_OVERDUE"), ("evt_4", "PAYMENT_RECEIVED")] {
        let corpo = corpo(evento, tipo, "pay_2", json!(20), &bia.id.to_string());
        provedor(app).post(WEBHOOK, corpo).await.expect(200);
    }
    app.deliver().await;
    assert_eq!(emails(app).await, ["pagamento", "pagamento"]);
    assert_eq!(resumo(&ana).await, resumo(&bia).await);
    // Whoever has given it up is not dunned.
    ana.send("DELETE", MINHA, "".into()).await.expect(200);
    contar(app, ("evt_5", "PAYMENT_OVERDUE", "pay_5"), 20, &ana).await;
    assert_eq!(emails(app).await.len(), 2);
}

async fn o_que_vem_a_menos_nao_paga(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let ana = nucleo.caller(Membro).await;
    assinar(&ana, &plano).await.expect(201);
    let corpo = corpo("evt_1", "PAYMENT_RECEIVED", "pay_1", json!(19.99), &ana.id.to_string());
    provedor(app).post(WEBHOOK, corpo).await.expect(200);
    app.deliver().await;
    assert_eq!(resumo(&ana).await, esperado("APOIADOR", "PENDENTE", None));
    assert_eq!((saldo(app, ana.id).await, emails(app).await.len()), (0, 0));
    let guardado: Vec<(String, i64)> =
        app.rows("SELECT status, valor_centavos FROM pagamentos", ()).await;
    assert_eq!(guardado, [("SEM_EFEITO".to_owned(), 1999)], "kept for a person to look at");
    pagar(app, "pay_2", 20, &ana).await;
    assert_eq!(resumo(&ana).await.1, "ATIVA");
}

/// A price that rises asks nothing more of those who had agreed to the old one.
async fn o_preco_combinado_vale_ate_o_fim(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let plano = apoiador(&admin).await;
    let (ana, bia) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    assinar(&ana, &plano).await.expect(201);
    let caminho = format!("{PLANOS}/{}", plano["id"].as_str().unwrap());
    let mudanca = json!({"preco": 30, "periodoDias": 60, "bonusMoedas": 80});
    admin.patch(&caminho, mudanca).await.expect(200);
    assinar(&bia, &plano).await.expect(201);
    pagar(app, "pay_1", 20, &ana).await;
    pagar(app, "pay_2", 20, &bia).await;
    let fim = Some("2026-05-01T12:00:00.000Z");
    assert_eq!(resumo(&ana).await, esperado("APOIADOR", "ATIVA", fim));
    assert_eq!(resumo(&bia).await, esperado("APOIADOR", "PENDENTE", None));
    assert_eq!((saldo(app, ana.id).await, saldo(app, bia.id).await), (80, 0));
}

async fn quem_paga_depois_do_fim_retoma(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let ana = nucleo.caller(Membro).await;
    assinar(&ana, &plano).await.expect(201);
    pagar(app, "pay_1", 20, &ana).await;
    app.advance(Duration::days(40));
    let ana = app.login(&ana).await;
    assert_eq!(resumo(&ana).await, esperado("FREE", "ATIVA", None));
    pagar(app, "pay_2", 20, &ana).await;
    let fim = Some("2026-05-11T12:00:00.000Z");
    assert_eq!(
        resumo(&ana).await,
        esperado("APOIADOR", "ATIVA", fim),
        "from now, not from the end"
    );
    assert_eq!(app.count("SELECT count(*) FROM assinaturas", ()).await, 1);
}

async fn sem_assinatura_nada_acontece(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await;
    pagar(app, "pay_1", 20, &ana).await;
    contar(app, ("evt_2", "PAYMENT_OVERDUE", "pay_2"), 20, &ana).await;
    assert_eq!(resumo(&ana).await, esperado("FREE", "ATIVA", None));
    assert_eq!((saldo(app, ana.id).await, emails(app).await.len()), (0, 0));
    let guardados: Vec<(String,)> = app.rows("SELECT status FROM pagamentos ORDER BY 1", ()).await;
    assert_eq!(guardados, [("ATRASADO".to_owned(),), ("SEM_EFEITO".to_owned(),)]);
}

async fn o_pagamento_de_outra_pessoa_nao_muda_de_dono(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let deles = apoiador(&outro.caller(Administrador).await).await;
    let (ana, bia, vizinha) =
        (nucleo.caller(Membro).await, nucleo.caller(Membro).await, outro.caller(Membro).await);
    assinar(&ana, &plano).await.expect(201);
    assinar(&bia, &plano).await.expect(201);
    assinar(&vizinha, &deles).await.expect(201);
    pagar(app, "pay_1", 20, &ana).await;
    contar(app, ("evt_2", "PAYMENT_RECEIVED", "pay_1"), 20, &bia).await;
    contar(app, ("evt_3", "PAYMENT_RECEIVED", "pay_1"), 20, &vizinha).await;
    contar(app, ("evt_4", "PAYMENT_OVERDUE", "pay_1"), 20, &vizinha).await;
    assert_eq!(resumo(&ana).await.1, "ATIVA");
    for outra in [&bia, &vizinha] {
        assert_eq!(resumo(outra).await.1, "PENDENTE", "one payment pays once");
        assert_eq!(saldo(app, outra.id).await, 0);
    }
    assert_eq!(emails(app).await, ["pagamento"]);
}

async fn a_preferencia_cala_o_email(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let ana = nucleo.caller(Membro).await;
    let preferencias = json!({"preferencias": {"email_pagamento": false}});
    ana.patch("/api/perfil/preferencias", preferencias).await.expect(200);
    assinar(&ana, &plano).await.expect(201);
    pagar(app, "pay_1", 20, &ana).await;
    contar(app, ("evt_2", "PAYMENT_OVERDUE", "pay_2"), 20, &ana).await;
    assert_eq!(emails(app).await, [""; 0]);
    let avisos = ana.get("/api/notificacoes").await.expect(200);
    assert_eq!(avisos["pagination"]["total"], 2, "in the app one always reads it");
}

async fn a_verificacao_acha_o_bonus_que_falta(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let ana = nucleo.caller(Membro).await;
    assinar(&ana, &plano).await.expect(201);
    pagar(app, "pay_1", 20, &ana).await;
    let achada =
        async || app.operator.read(async |tx| primeira_divergencia(tx).await).await.unwrap();
    assert_eq!(achada().await, None);
    app.execute("UPDATE pagamentos SET bonus_moedas = 60", ()).await;
    assert!(achada().await.unwrap().contains("devia creditar 60 moedas uma vez, e há 1 créditos"));
    app.execute("UPDATE pagamentos SET bonus_moedas = 0", ()).await;
    assert!(achada().await.unwrap().starts_with("pagamentos: o pagamento "));
    app.execute("DELETE FROM pagamentos", ()).await;
    assert!(achada().await.unwrap().ends_with("é de um plano e de nenhum pagamento"));
    let _: Value = minha(&ana).await;
}
