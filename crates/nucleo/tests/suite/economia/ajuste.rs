//! Adjustments by hand: what is moved, what is refused, and what the rules leave alone.

use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use nucleo::areas::membros::Status::{Ativo, Pendente};
use serde_json::{Value, json};

use super::{AJUSTE, ajustar, corpo, painel, somas};
use crate::apoio::{fecha, indicada, pessoa, saldo, trilha};
use crate::autenticacao::{campos, com};

base::both_engines! { crate::service;
    um_ajuste_responde_com_a_transacao,
    o_debito_nao_passa_do_saldo,
    ajuste_errado_nao_guarda_nada,
    pessoa_que_nao_existe_no_nucleo_nao_recebe,
    o_ajuste_nao_e_multiplicado_nem_cortado,
    super_admin_ajusta_no_nucleo_da_pessoa,
    super_admin_com_chave_ajusta_como_sem_ela,
}

async fn um_ajuste_responde_com_a_transacao(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let pedido = com(corpo(ana.id, "CREDITO", 50), "justificativa", "  Ajuda na mudança  ");
    let credito = admin.post(AJUSTE, pedido).await.expect(201);
    let esperado = json!({
        "id": credito["id"], "valor": 50, "tipo": "CREDITO", "origem": "MANUAL",
        "descricao": "Ajuda na mudança", "criado_em": "2026-03-02T12:00:00.000Z",
    });
    assert_eq!(credito, esperado);
    let debito = ajustar(&admin, ana.id, "DEBITO", 20).await.expect(201);
    assert_eq!((&debito["tipo"], &debito["valor"]), (&json!("DEBITO"), &json!(20)));
    // What was answered is what stands in the statement.
    let extrato = ana.get("/api/economia/extrato").await.expect(200);
    assert_eq!(extrato["data"], json!([debito, credito]));
    assert_eq!(saldo(app, ana.id).await, 30);

    let detalhes = |transacao: &Value| {
        let (id, tipo, valor) = (&transacao["id"], &transacao["tipo"], &transacao["valor"]);
        (admin.id, ana.id.into(), json!({"transacaoId": id, "tipo": tipo, "valor": valor}))
    };
    assert_eq!(trilha(app, "AJUSTE_MANUAL").await, [detalhes(&credito), detalhes(&debito)]);
    fecha(app).await;
}

async fn o_debito_nao_passa_do_saldo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let recusado = ajustar(&admin, ana.id, "DEBITO", 1).await;
    recusado.expect_problem(409, "SALDO_INSUFICIENTE");
    ajustar(&admin, ana.id, "CREDITO", 10).await.expect(201);
    let recusado = ajustar(&admin, ana.id, "DEBITO", 11).await;
    recusado.expect_problem(409, "SALDO_INSUFICIENTE");
    assert_eq!(saldo(app, ana.id).await, 10);
    ajustar(&admin, ana.id, "DEBITO", 10).await.expect(201);
    assert_eq!(saldo(app, ana.id).await, 0);
    assert_eq!(trilha(app, "AJUSTE_MANUAL").await.len(), 2, "a refused one leaves no line");
    fecha(app).await;
}

async fn ajuste_errado_nao_guarda_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let certo = corpo(ana.id, "CREDITO", 10);
    for (campo, valor) in [
        ("valor", json!(0)),
        ("valor", json!(-1)),
        ("valor", json!(1.5)),
        ("valor", json!("10")),
        ("valor", json!(1e18)),
        ("valor", json!(1_000_000_000_000_000_000_i64)),
        ("valor", json!(u64::MAX)),
        ("valor", json!([10])),
        ("valor", Value::Null),
        ("justificativa", json!("")),
        ("justificativa", json!("  \n ")),
        ("justificativa", json!(7)),
        ("justificativa", json!("a".repeat(10_001))),
        ("justificativa", json!("a\u{0}b")),
        ("justificativa", Value::Null),
        ("tipo", json!("credito")),
        ("tipo", json!("ESTORNO")),
        ("tipo", json!(1)),
        ("tipo", Value::Null),
        ("usuarioId", json!("42")),
        ("usuarioId", json!(42)),
        ("usuarioId", json!([ana.id])),
        ("usuarioId", Value::Null),
    ] {
        let pedido = com(certo.clone(), campo, valor.clone());
        let erro = admin.post(AJUSTE, pedido).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), [campo], "{valor}");
    }
    let erro = admin.post(AJUSTE, json!({})).await.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(campos(&erro), ["usuarioId", "valor", "tipo", "justificativa"]);
    for chave in ["", "   ", &"a".repeat(201)] {
        let com_chave = admin.clone().with_header("idempotency-key", chave);
        let erro = com_chave.post(AJUSTE, certo.clone()).await;
        let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["Idempotency-Key"]);
    }
    assert_eq!(somas(app, &nucleo).await, (0, 0));
    assert_eq!(trilha(app, "AJUSTE_MANUAL").await, []);
    assert_eq!(app.count("SELECT count(*) FROM idempotencia", ()).await, 0);
    admin.post(AJUSTE, certo).await.expect(201);
}

async fn pessoa_que_nao_existe_no_nucleo_nao_recebe(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let admin = nucleo.caller(Administrador).await;
    let vizinha = pessoa(app, &outro, "Vizinha", (Membro, Ativo)).await.id;
    let super_admin = app.super_admin().await;
    for usuario in [vizinha, super_admin.id, app.new_id()] {
        for tipo in ["CREDITO", "DEBITO"] {
            let recusado = ajustar(&admin, usuario, tipo, 1).await;
            recusado.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
            let com_chave = admin.clone().with_header("idempotency-key", "k");
            let recusado = ajustar(&com_chave, usuario, tipo, 1).await;
            recusado.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
        }
    }
    let aqui = super_admin.with_header("x-nucleo-id", nucleo.id);
    ajustar(&aqui, vizinha, "CREDITO", 1).await.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    assert_eq!((somas(app, &nucleo).await, somas(app, &outro).await), ((0, 0), (0, 0)));
    assert_eq!(trilha(app, "AJUSTE_MANUAL").await, []);
    assert_eq!(app.count("SELECT count(*) FROM idempotencia", ()).await, 0);
}

async fn o_ajuste_nao_e_multiplicado_nem_cortado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    admin.patch("/api/economia/multiplicador", json!({"multiplicador": 3})).await.expect(200);
    admin.patch("/api/economia/teto-mensal", json!({"teto": 60})).await.expect(200);
    let credito = ajustar(&admin, ana.id, "CREDITO", 100).await.expect(201);
    assert_eq!((&credito["valor"], &credito["descricao"]), (&json!(100), &json!("Mutirão")));
    let ganho = "SELECT ganho_no_mes FROM carteiras WHERE usuario_id = $1";
    assert_eq!(app.count(ganho, (ana.id,)).await, 0);
    // All of the cap is left for what is earned.
    let bia = indicada(app, &nucleo, &ana, Pendente).await;
    admin.post("/api/auth/approve", json!({"usuarioId": bia.id})).await.expect(200);
    assert_eq!(saldo(app, ana.id).await, 160);
    assert_eq!(painel(&admin).await["totalEmitidas"], 160);
    fecha(app).await;
}

async fn super_admin_ajusta_no_nucleo_da_pessoa(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let super_admin = app.super_admin().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let dentro = super_admin.clone().with_header("x-nucleo-id", nucleo.id);
    ajustar(&dentro, ana.id, "CREDITO", 5).await.expect(201);
    // Without a chosen nucleo the person is found wherever they live.
    ajustar(&super_admin, ana.id, "CREDITO", 6).await.expect(201);
    assert_eq!(saldo(app, ana.id).await, 11);
    let linhas = "SELECT count(*) FROM auditoria WHERE acao = 'AJUSTE_MANUAL' AND nucleo_id = $1";
    assert_eq!(app.count(linhas, (nucleo.id,)).await, 2);
    fecha(app).await;
}

/// A key makes a request repeatable; it does not make another request of it.
async fn super_admin_com_chave_ajusta_como_sem_ela(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let super_admin = app.super_admin().await.with_header("idempotency-key", "k");
    let primeira = ajustar(&super_admin, ana.id, "CREDITO", 5).await.expect(201);
    let segunda = ajustar(&super_admin, ana.id, "CREDITO", 5).await.expect(201);
    assert_eq!(primeira, segunda);
    assert_eq!(saldo(app, ana.id).await, 5);
}
