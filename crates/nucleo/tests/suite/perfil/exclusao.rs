//! Leaving for good: what ends, what is free again, and what stays right.

use base::scope::Cargo::{Administrador, Coordenador, Membro};
use base::testing::{TestApp, TestCaller, TestResponse};
use nucleo::areas::autenticacao::RecuperacaoId;
use nucleo::areas::autenticacao::service::senha::token_de_recuperacao;
use nucleo::areas::membros::ContaExcluida;
use nucleo::areas::membros::Status::{Ativo, Pendente};
use serde_json::{Value, json};

use super::{EXCLUIR, creditar};
use crate::apoio::{fecha, indicada, juntos, pessoa, saldo, trilha};
use crate::autenticacao::{
    OUTRA_SENHA, SENHA, campos, dar_senha, email, entrar, expect_sessao_encerrada, sessao,
};

base::both_engines! { crate::service;
    so_quem_sabe_a_senha_exclui_a_conta,
    a_conta_excluida_nao_entra_mais,
    email_e_cpf_ficam_livres,
    a_conta_excluida_some_do_nucleo,
    a_conta_excluida_nao_recebe_ajuste,
    as_somas_do_nucleo_continuam,
    um_link_de_antes_nao_abre_nada_depois,
    a_ultima_administradora_nao_sai,
    a_ultima_super_admin_nao_sai,
    duas_super_admins_que_saem_juntas_deixam_uma,
}

async fn excluir(pessoa: &TestCaller) -> TestResponse {
    pessoa.post(EXCLUIR, json!({"senha": SENHA})).await
}

async fn so_quem_sabe_a_senha_exclui_a_conta(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let sem_senha = pessoa(app, &nucleo, "Sem senha", (Membro, Ativo)).await;
    dar_senha(app, &ana).await;
    for corpo in
        [json!({"senha": OUTRA_SENHA}), json!({"senha": ""}), json!({"senha": 7}), json!({})]
    {
        let erro = ana.post(EXCLUIR, corpo).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["senha"]);
    }
    let erro = excluir(&sem_senha).await.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(campos(&erro), ["senha"]);
    ana.get("/api/auth/me").await.expect(200);
    assert_eq!(trilha(app, "CONTA_EXCLUIDA").await, []);
}

async fn a_conta_excluida_nao_entra_mais(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    dar_senha(app, &ana).await;
    let (acesso, cliente) = sessao(app, &email(&ana), SENHA).await;
    let (outro_aparelho, _) = sessao(app, &email(&ana), SENHA).await;
    let saiu = excluir(&cliente).await.expect(200);
    assert_eq!(saiu, json!({"message": "Sua conta foi excluída."}));
    expect_sessao_encerrada(app, &acesso).await;
    expect_sessao_encerrada(app, &outro_aparelho).await;
    ana.get("/api/auth/me").await.expect_problem(401, "NAO_AUTENTICADO");
    // As if there had never been such an account.
    let recusado = entrar(app, &email(&ana), SENHA).await;
    recusado.expect_problem(401, "CREDENCIAIS_INVALIDAS");
    excluir(&cliente).await.expect_problem(401, "NAO_AUTENTICADO");

    assert_eq!(trilha(app, "CONTA_EXCLUIDA").await, [(ana.id, ana.id.into(), json!({}))]);
    let evento = ContaExcluida { usuario_id: ana.id };
    assert_eq!(app.events::<ContaExcluida>().await, [(Some(nucleo.id), evento)]);
}

async fn email_e_cpf_ficam_livres(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    app.execute("UPDATE usuarios SET cpf = '123.456.789-00' WHERE id = $1", (ana.id,)).await;
    dar_senha(app, &ana).await;
    let cadastro = json!({
        "nome": "Ana de Novo", "email": email(&ana), "senha": OUTRA_SENHA,
        "cpf": "123.456.789-00", "consentimentoLgpd": true,
    });
    let ocupado = app.anonymous().post("/api/auth/signup", cadastro.clone()).await;
    assert_eq!(ocupado.status, 409);
    excluir(&ana).await.expect(200);
    let nova = app.anonymous().post("/api/auth/signup", cadastro).await.expect(201);
    assert_ne!(nova["usuario"]["id"], json!(ana.id), "another person");
    let coord = nucleo.caller(Coordenador).await;
    coord.post("/api/auth/approve", json!({"usuarioId": nova["usuario"]["id"]})).await.expect(200);
    entrar(app, &email(&ana), OUTRA_SENHA).await.expect(200);
    let recusado = entrar(app, &email(&ana), SENHA).await;
    recusado.expect_problem(401, "CREDENCIAIS_INVALIDAS");
}

async fn a_conta_excluida_some_do_nucleo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Zulmira", (Coordenador, Ativo)).await;
    let bia = indicada(app, &nucleo, &ana, Pendente).await;
    dar_senha(app, &ana).await;
    excluir(&ana).await.expect(200);
    for query in ["", "search=zulmira", "search=conta", "status=INATIVO", "cargo=COORDENADOR"] {
        let lista = admin.get(&format!("/api/membros?{query}")).await.expect(200).to_string();
        assert!(!lista.contains(&ana.id.to_string()), "{query}");
    }
    let rota = format!("/api/membros/{}", ana.id);
    admin.get(&rota).await.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    for (parte, corpo) in
        [("cargo", json!({"cargo": "MEMBRO"})), ("status", json!({"status": "ATIVO"}))]
    {
        let recusado = admin.patch(&format!("{rota}/{parte}"), corpo).await;
        recusado.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    }
    // The audit trail keeps what she did, under no name of hers.
    let trilha = admin.get("/api/admin/auditoria").await.expect(200).to_string();
    assert!(trilha.contains(&ana.id.to_string()) && !trilha.contains("Zulmira"));
    // Whom she brought can still be approved.
    admin.post("/api/auth/approve", json!({"usuarioId": bia.id})).await.expect(200);
    fecha(app).await;
}

/// For whoever asks by id, there is no such person any more.
async fn a_conta_excluida_nao_recebe_ajuste(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    dar_senha(app, &ana).await;
    excluir(&ana).await.expect(200);
    let ajuste =
        json!({"usuarioId": ana.id, "valor": 1, "tipo": "CREDITO", "justificativa": "Tarde"});
    let recusado = admin.post("/api/economia/ajuste-manual", ajuste).await;
    recusado.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    assert_eq!(saldo(app, ana.id).await, 0);
}

async fn as_somas_do_nucleo_continuam(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    dar_senha(app, &ana).await;
    creditar(&admin, &ana, 70, "Mutirão").await;
    creditar(&admin, &pessoa(app, &nucleo, "Bia", (Membro, Ativo)).await, 30, "Mutirão").await;
    let debito =
        json!({"usuarioId": ana.id, "valor": 20, "tipo": "DEBITO", "justificativa": "Erro"});
    admin.post("/api/economia/ajuste-manual", debito).await.expect(201);
    let antes = admin.get("/api/economia/painel").await.expect(200);
    assert_eq!((&antes["totalEmitidas"], &antes["totalGastas"]), (&json!(100), &json!(20)));
    excluir(&ana).await.expect(200);
    assert_eq!(admin.get("/api/economia/painel").await.expect(200), antes);
    assert_eq!(saldo(app, ana.id).await, 50, "the ledger is as it was");
    fecha(app).await;
}

async fn um_link_de_antes_nao_abre_nada_depois(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    dar_senha(app, &ana).await;
    let esqueceu = json!({"email": email(&ana)});
    app.anonymous().post("/api/auth/forgot-password", esqueceu).await.expect(200);
    app.deliver().await;
    let pedidas: Vec<(RecuperacaoId,)> = app.rows("SELECT id FROM recuperacoes", ()).await;
    let [(pedida,)] = pedidas[..] else { panic!("one link") };
    excluir(&ana).await.expect(200);
    let token = token_de_recuperacao(app.tokens(), pedida);
    let nova = json!({"token": token, "senha": OUTRA_SENHA});
    let recusado = app.anonymous().post("/api/auth/reset-password", nova).await;
    recusado.expect_problem(400, "TOKEN_INVALIDO");
    assert_eq!(app.count("SELECT count(*) FROM credenciais", ()).await, 0);
}

async fn a_ultima_administradora_nao_sai(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let ana = pessoa(app, &nucleo, "Ana", (Administrador, Ativo)).await;
    pessoa(app, &outro, "Vizinha", (Administrador, Ativo)).await;
    dar_senha(app, &ana).await;
    excluir(&ana).await.expect_problem(409, "ULTIMO_ADMINISTRADOR");
    let mostrada = ana.get("/api/perfil").await.expect(200);
    assert_eq!((&mostrada["nome"], &mostrada["status"]), (&json!("Ana"), &json!("ATIVO")));
    entrar(app, &email(&ana), SENHA).await.expect(200);
    pessoa(app, &nucleo, "Bia", (Administrador, Ativo)).await;
    excluir(&ana).await.expect(200);
}

async fn ativas(app: &TestApp) -> i64 {
    let sql = "SELECT count(*) FROM usuarios WHERE cargo = 'SUPER_ADMIN' AND status = 'ATIVO'";
    app.count(sql, ()).await
}

async fn a_ultima_super_admin_nao_sai(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let uma = app.super_admin().await;
    dar_senha(app, &uma).await;
    excluir(&uma).await.expect_problem(409, "ULTIMO_SUPER_ADMIN");
    // Inside a nucleo she is as much the last one.
    let dentro = uma.clone().with_header("x-nucleo-id", nucleo.id);
    excluir(&dentro).await.expect_problem(409, "ULTIMO_SUPER_ADMIN");
    let outra = app.super_admin().await;
    excluir(&dentro).await.expect(200);
    let lista = outra.get("/api/admin/super-admins").await.expect(200);
    let emails: Vec<&Value> = lista.as_array().unwrap().iter().map(|admin| &admin["id"]).collect();
    assert_eq!(emails, [&json!(outra.id)], "whoever has left is in no list");
    assert_eq!(ativas(app).await, 1);
}

async fn duas_super_admins_que_saem_juntas_deixam_uma(app: &TestApp) {
    for rodada in 0..5 {
        let mut pedidos = Vec::new();
        for _ in ativas(app).await..2 {
            dar_senha(app, &app.super_admin().await).await;
        }
        let sql = "SELECT id FROM usuarios WHERE cargo = 'SUPER_ADMIN' AND status = 'ATIVO'";
        let ids: Vec<(base::id::UsuarioId,)> = app.rows(sql, ()).await;
        for (id,) in ids {
            let mut cliente = app.anonymous();
            cliente.id = id;
            let cliente = app.login(&cliente).await;
            pedidos.push(async move { excluir(&cliente).await });
        }
        for resposta in juntos(pedidos).await {
            assert!([200, 409].contains(&resposta.status), "{}", resposta.body);
        }
        assert_eq!(ativas(app).await, 1, "round {rodada}");
    }
}
