//! A proposal is one effect or none: by whom, when, how often, with what.

use base::scope::Cargo::{Administrador, Coordenador};
use base::testing::TestApp;
use chrono::Duration;
use serde_json::json;

use super::{ACAO, confirmacao, confirmar, nucleo_com_ana, perguntar};
use crate::apoio::{fecha, juntos, saldo, trilha};

base::both_engines! { crate::service;
    vinte_confirmacoes_ao_mesmo_tempo_fazem_uma,
    confirmada_ou_cancelada_nao_volta,
    depois_de_dez_minutos_venceu,
    so_quem_pediu_confirma,
    o_corpo_nao_muda_o_que_foi_proposto,
    a_permissao_e_a_de_agora,
    o_que_nao_pode_ser_feito_fica_por_fazer,
    a_trilha_diz_quem_e_em_que_palavras,
    a_limpeza_tira_o_que_venceu,
}

const CREDITO: &str = "Credite 50 moedas para Ana Souza por ajudar no mutirão";

async fn vinte_confirmacoes_ao_mesmo_tempo_fazem_uma(app: &TestApp) {
    let (_, admin, ana) = nucleo_com_ana(app).await;
    let proposta = perguntar(&admin, CREDITO).await;
    let corpo = confirmacao(&proposta);
    let tentativas = (0..20).map(|_| {
        let (admin, corpo) = (admin.clone(), corpo.clone());
        async move { admin.post(ACAO, corpo).await.status }
    });
    let mut status = juntos(tentativas).await;
    status.sort_unstable();
    assert_eq!(status, [&[200][..], &[409; 19]].concat());
    assert_eq!(saldo(app, ana.id).await, 50);
    assert_eq!(trilha(app, "ACAO_IA_CONFIRMADA").await.len(), 1);
    fecha(app).await;
}

async fn confirmada_ou_cancelada_nao_volta(app: &TestApp) {
    let (_, admin, ana) = nucleo_com_ana(app).await;
    let proposta = perguntar(&admin, CREDITO).await;
    let cancelar = json!({"action": "cancelar", "payload": confirmacao(&proposta)["payload"]});
    confirmar(&admin, &proposta).await;
    admin.post(ACAO, confirmacao(&proposta)).await.expect_problem(409, "ACAO_JA_DECIDIDA");
    admin.post(ACAO, cancelar.clone()).await.expect_problem(409, "ACAO_JA_DECIDIDA");
    assert_eq!(saldo(app, ana.id).await, 50);

    let outra = perguntar(&admin, CREDITO).await;
    let cancelar = json!({"action": "cancelar", "payload": confirmacao(&outra)["payload"]});
    admin.post(ACAO, cancelar.clone()).await.expect(200);
    admin.post(ACAO, confirmacao(&outra)).await.expect_problem(409, "ACAO_JA_DECIDIDA");
    admin.post(ACAO, cancelar).await.expect_problem(409, "ACAO_JA_DECIDIDA");
    assert_eq!(saldo(app, ana.id).await, 50);
}

async fn depois_de_dez_minutos_venceu(app: &TestApp) {
    let (_, admin, ana) = nucleo_com_ana(app).await;
    let cedo = perguntar(&admin, CREDITO).await;
    app.advance(Duration::minutes(10) - Duration::milliseconds(1));
    let tarde = perguntar(&admin, CREDITO).await;
    confirmar(&admin, &cedo).await;
    app.advance(Duration::minutes(10));
    admin.post(ACAO, confirmacao(&tarde)).await.expect_problem(409, "ACAO_JA_DECIDIDA");
    assert_eq!(saldo(app, ana.id).await, 50);
    // Nor is it shown again.
    let sim = super::continuar(&admin, &tarde, "sim, confirmo").await;
    assert_eq!(sim["acao"], json!(null));
}

async fn so_quem_pediu_confirma(app: &TestApp) {
    let (nucleo, admin, ana) = nucleo_com_ana(app).await;
    let proposta = perguntar(&admin, CREDITO).await;
    let outro = nucleo.caller(Administrador).await;
    let vizinho = app.nucleo().await.caller(Administrador).await;
    let coord = nucleo.caller(Coordenador).await;
    let acima = app.super_admin().await.with_header("x-nucleo-id", nucleo.id);
    for quem in [&outro, &vizinho, &acima] {
        quem.post(ACAO, confirmacao(&proposta)).await.expect_problem(404, "ACAO_NAO_ENCONTRADA");
    }
    coord.post(ACAO, confirmacao(&proposta)).await.expect_problem(403, "SEM_PERMISSAO");
    let inventada =
        json!({"action": "confirmar", "payload": {"acaoId": app.new_id::<base::Uuid>()}});
    admin.post(ACAO, inventada).await.expect_problem(404, "ACAO_NAO_ENCONTRADA");
    assert_eq!(saldo(app, ana.id).await, 0);
    confirmar(&admin, &proposta).await;
    assert_eq!(saldo(app, ana.id).await, 50);
}

async fn o_corpo_nao_muda_o_que_foi_proposto(app: &TestApp) {
    let (nucleo, admin, ana) = nucleo_com_ana(app).await;
    let outra = nucleo.person("ATIVO").await;
    let proposta = perguntar(&admin, CREDITO).await;
    let mut corpo = confirmacao(&proposta);
    corpo["payload"]["argumentos"] = json!({"membroId": outra.id, "valor": 9999, "motivo": "x"});
    corpo["payload"]["valor"] = json!(9999);
    corpo["payload"]["ferramenta"] = json!("alterarCargoMembro");
    admin.post(ACAO, corpo).await.expect(200);
    assert_eq!((saldo(app, ana.id).await, saldo(app, outra.id).await), (50, 0));
}

async fn a_permissao_e_a_de_agora(app: &TestApp) {
    let (nucleo, admin, ana) = nucleo_com_ana(app).await;
    let proposta = perguntar(&admin, CREDITO).await;
    let outro = nucleo.caller(Administrador).await;
    let cargo = json!({"cargo": "COORDENADOR"});
    outro.patch(&format!("/api/membros/{}/cargo", admin.id), cargo).await.expect(200);
    admin.post(ACAO, confirmacao(&proposta)).await.expect_problem(403, "SEM_PERMISSAO");
    let status = json!({"status": "SUSPENSO"});
    outro.patch(&format!("/api/membros/{}/status", admin.id), status).await.expect(200);
    admin.post(ACAO, confirmacao(&proposta)).await.expect_problem(401, "NAO_AUTENTICADO");
    assert_eq!(saldo(app, ana.id).await, 0);
}

async fn o_que_nao_pode_ser_feito_fica_por_fazer(app: &TestApp) {
    let (_, admin, ana) = nucleo_com_ana(app).await;
    confirmar(&admin, &perguntar(&admin, CREDITO).await).await;
    let debito = perguntar(&admin, "Debite 50 moedas de Ana Souza por erro no lançamento").await;
    let antes = perguntar(&admin, "Debite 20 moedas de Ana Souza por erro no lançamento").await;
    confirmar(&admin, &antes).await;
    admin.post(ACAO, confirmacao(&debito)).await.expect_problem(409, "SALDO_INSUFICIENTE");
    assert_eq!(saldo(app, ana.id).await, 30);
    assert_eq!(trilha(app, "ACAO_IA_CONFIRMADA").await.len(), 2);
    // With enough in the wallet the same proposal can still be confirmed, once.
    confirmar(&admin, &perguntar(&admin, CREDITO).await).await;
    confirmar(&admin, &debito).await;
    admin.post(ACAO, confirmacao(&debito)).await.expect_problem(409, "ACAO_JA_DECIDIDA");
    assert_eq!(saldo(app, ana.id).await, 30);
    fecha(app).await;
}

async fn a_trilha_diz_quem_e_em_que_palavras(app: &TestApp) {
    let (_, admin, ana) = nucleo_com_ana(app).await;
    let proposta = perguntar(&admin, CREDITO).await;
    confirmar(&admin, &proposta).await;
    let lida = admin.get("/api/admin/auditoria?acao=ACAO_IA_CONFIRMADA").await.expect(200);
    let linha = &lida["data"][0];
    assert_eq!(linha["autor"]["id"], json!(admin.id));
    assert_eq!(
        linha["alvo"],
        json!({"tipo": "ACAO_IA", "id": proposta["acao"]["id"], "nome": null})
    );
    let esperado = json!({
        "acaoId": proposta["acao"]["id"], "ferramenta": "creditarMoedas", "membroId": ana.id,
        "valor": 50, "pedido": CREDITO,
    });
    assert_eq!(linha["detalhes"], esperado);
    // The rows themselves name nobody.
    let (_, _, detalhes) = trilha(app, "ACAO_IA_CONFIRMADA").await.remove(0);
    assert_eq!(detalhes.get("pedido"), None);
    assert_eq!(trilha(app, "AJUSTE_MANUAL").await.len(), 1);
}

async fn a_limpeza_tira_o_que_venceu(app: &TestApp) {
    let (_, admin, _) = nucleo_com_ana(app).await;
    let vencida = perguntar(&admin, CREDITO).await;
    confirmar(&admin, &perguntar(&admin, CREDITO).await).await;
    app.deliver().await;
    app.advance(Duration::hours(23));
    app.deliver().await;
    let admin = app.login(&admin).await;
    admin.post(ACAO, confirmacao(&vencida)).await.expect_problem(409, "ACAO_JA_DECIDIDA");
    app.advance(Duration::hours(2));
    app.deliver().await;
    let admin = app.login(&admin).await;
    admin.post(ACAO, confirmacao(&vencida)).await.expect_problem(404, "ACAO_NAO_ENCONTRADA");
    assert_eq!(app.count("SELECT count(*) FROM ia_acoes", ()).await, 1);
}
