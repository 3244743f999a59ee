//! Forgotten and changed passwords.

use base::Uuid;
use base::id::UsuarioId;
use base::scope::Cargo::Membro;
use base::testing::{TestApp, TestCaller, TestResponse};
use chrono::Duration;
use nucleo::areas::autenticacao::service::senha::{link_de_recuperacao, token_de_recuperacao};
use nucleo::areas::autenticacao::{RecuperacaoId, RecuperacaoSolicitada};
use serde_json::{Value, json};

use super::{
    OUTRA_SENHA, SENHA, campos, com_acesso, dar_senha, email, entrar, expect_sessao_encerrada,
    mudar_status, postar_juntos, quantas, renovar, sessao,
};

base::both_engines! { crate::service;
    a_resposta_nao_diz_se_a_conta_existe,
    o_link_troca_a_senha_e_encerra_as_sessoes,
    o_link_vale_uma_vez,
    o_link_vale_uma_hora,
    link_inventado_ou_mexido_nao_vale,
    dez_usos_ao_mesmo_tempo_contam_um,
    senha_fraca_nao_gasta_o_link,
    cinco_emails_por_conta_e_hora,
    a_propria_senha_se_troca_com_a_atual,
    trocar_a_senha_recusado,
    dez_trocas_ao_mesmo_tempo_contam_uma,
    quem_entra_com_a_senha_antiga_enquanto_ela_muda_nao_fica_dentro,
}

const ESQUECI: &str = "/api/auth/forgot-password";
const REDEFINIR: &str = "/api/auth/reset-password";
const ALTERAR: &str = "/api/auth/change-password";

async fn membro(app: &TestApp) -> TestCaller {
    let membro = app.nucleo().await.caller(Membro).await;
    dar_senha(app, &membro).await;
    membro
}

async fn esqueci(app: &TestApp, email: &str) -> Value {
    app.anonymous().post(ESQUECI, json!({ "email": email })).await.expect(200)
}

/// The links this person was sent, oldest first.
async fn links(app: &TestApp, usuario: UsuarioId) -> Vec<RecuperacaoId> {
    let sql = "SELECT id FROM recuperacoes WHERE usuario_id = $1 ORDER BY id";
    app.rows::<(RecuperacaoId,)>(sql, (usuario,)).await.into_iter().map(|(id,)| id).collect()
}

/// The token in the newest link that this person was sent.
async fn pedir_token(app: &TestApp, pessoa: &TestCaller) -> String {
    esqueci(app, &email(pessoa)).await;
    app.deliver().await;
    token_de_recuperacao(app.tokens(), *links(app, pessoa.id).await.last().unwrap())
}

async fn redefinir(app: &TestApp, token: &str, senha: &str) -> TestResponse {
    app.anonymous().post(REDEFINIR, json!({ "token": token, "senha": senha })).await
}

fn troca(atual: &str, nova: &str) -> Value {
    json!({ "senhaAtual": atual, "senhaNova": nova })
}

async fn a_resposta_nao_diz_se_a_conta_existe(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let membro = nucleo.caller(Membro).await;
    let rejeitada = nucleo.person("REJEITADO").await;
    let conhecido = esqueci(app, &format!(" {} ", email(&membro).to_uppercase())).await;
    assert!(conhecido["message"].is_string());
    for outro in ["ninguem@exemplo.org", "nem e-mail é", &email(&rejeitada)] {
        assert_eq!(esqueci(app, outro).await, conhecido);
    }
    // Both cost the same at this point: whether anybody has the address is found out later.
    assert_eq!(app.events::<RecuperacaoSolicitada>().await.len(), 4);
    assert_eq!(links(app, membro.id).await, []);

    app.deliver().await;
    let [recuperacao_id] = links(app, membro.id).await[..] else { panic!("one link") };
    let avisos: Vec<(Uuid, String)> = app.rows("SELECT nucleo_id, causa FROM avisos", ()).await;
    assert_eq!(avisos, [(nucleo.id.into(), format!("recuperacao.pedida:{recuperacao_id}"))]);
    let link = link_de_recuperacao(app.tokens(), "https://nucleo.org", recuperacao_id);
    let token = token_de_recuperacao(app.tokens(), recuperacao_id);
    assert_eq!(link, format!("https://nucleo.org/redefinir-senha?token={token}"));
    let cabe_na_url = |letra: char| letra.is_ascii_alphanumeric() || "-._~".contains(letra);
    assert!(token.chars().all(cabe_na_url), "{token}");

    for body in [json!({}), json!({"email": 7}), json!({"email": " "})] {
        let erro = app.anonymous().post(ESQUECI, body).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["email"]);
    }
}

async fn o_link_troca_a_senha_e_encerra_as_sessoes(app: &TestApp) {
    let (membro, vizinho) = (membro(app).await, membro(app).await);
    let (telefone, _) = sessao(app, &email(&membro), SENHA).await;
    let (_, vizinho) = sessao(app, &email(&vizinho), SENHA).await;
    let token = pedir_token(app, &membro).await;
    let trocou = redefinir(app, &token, OUTRA_SENHA).await.expect(200);
    assert!(trocou["message"].is_string());

    entrar(app, &email(&membro), SENHA).await.expect_problem(401, "CREDENCIAIS_INVALIDAS");
    entrar(app, &email(&membro), OUTRA_SENHA).await.expect(200);
    expect_sessao_encerrada(app, &telefone).await;
    vizinho.get("/api/auth/me").await.expect(200);
}

async fn o_link_vale_uma_vez(app: &TestApp) {
    let membro = membro(app).await;
    let primeiro = pedir_token(app, &membro).await;
    let segundo = pedir_token(app, &membro).await;
    assert_ne!(primeiro, segundo);
    redefinir(app, &primeiro, OUTRA_SENHA).await.expect(200);
    // Used, and with it every other link that may lie in the mailbox.
    for gasto in [&primeiro, &segundo] {
        redefinir(app, gasto, "Terceira2028").await.expect_problem(400, "TOKEN_INVALIDO");
    }
    // A password that was changed in the account leaves no link behind either.
    let (_, cliente) = sessao(app, &email(&membro), OUTRA_SENHA).await;
    let terceiro = pedir_token(app, &membro).await;
    cliente.post(ALTERAR, troca(OUTRA_SENHA, SENHA)).await.expect(200);
    redefinir(app, &terceiro, "Terceira2028").await.expect_problem(400, "TOKEN_INVALIDO");
    entrar(app, &email(&membro), SENHA).await.expect(200);
}

async fn o_link_vale_uma_hora(app: &TestApp) {
    let (pontual, atrasado) = (membro(app).await, membro(app).await);
    let a_tempo = pedir_token(app, &pontual).await;
    let tarde = pedir_token(app, &atrasado).await;
    app.advance(Duration::hours(1) - Duration::milliseconds(1));
    redefinir(app, &a_tempo, OUTRA_SENHA).await.expect(200);
    app.advance(Duration::milliseconds(1));
    redefinir(app, &tarde, OUTRA_SENHA).await.expect_problem(400, "TOKEN_INVALIDO");
    entrar(app, &email(&atrasado), SENHA).await.expect(200);
    // The same once it has been cleaned away.
    app.advance(Duration::hours(1));
    app.deliver().await;
    assert_eq!(links(app, atrasado.id).await, []);
    redefinir(app, &tarde, OUTRA_SENHA).await.expect_problem(400, "TOKEN_INVALIDO");
}

async fn link_inventado_ou_mexido_nao_vale(app: &TestApp) {
    let (membro, vizinho) = (membro(app).await, membro(app).await);
    let (bom, outro) = (pedir_token(app, &membro).await, pedir_token(app, &vizinho).await);
    let (id, assinatura) = bom.rsplit_once('.').unwrap();
    let (outro_id, _) = outro.rsplit_once('.').unwrap();
    let de_ninguem = token_de_recuperacao(app.tokens(), app.new_id());
    let com_outro_segredo = base::token::Tokens::new(b"another");
    let com_outro_segredo =
        token_de_recuperacao(&com_outro_segredo, links(app, membro.id).await[0]);
    let (entrou, _) = sessao(app, &email(&membro), SENHA).await;
    for forjado in [
        id,
        &format!("{id}."),
        &format!("{outro_id}.{assinatura}"),
        &format!("{id}.{}", assinatura.to_lowercase()),
        &format!("{bom}="),
        &format!("{bom}.{assinatura}"),
        &de_ninguem,
        &com_outro_segredo,
        entrou["accessToken"].as_str().unwrap(),
        "x",
        "😀",
        "' OR '1'='1",
    ] {
        redefinir(app, forjado, OUTRA_SENHA).await.expect_problem(400, "TOKEN_INVALIDO");
    }
    entrar(app, &email(&membro), SENHA).await.expect(200);
    com_acesso(app, &entrou).get("/api/auth/me").await.expect(200);
    redefinir(app, &bom, OUTRA_SENHA).await.expect(200);
}

async fn dez_usos_ao_mesmo_tempo_contam_um(app: &TestApp) {
    let membro = membro(app).await;
    let token = pedir_token(app, &membro).await;
    let senha = |numero: usize| format!("Mutirao202{numero}");
    let pedidos =
        (0..10).map(|numero| (app.anonymous(), json!({ "token": token, "senha": senha(numero) })));
    let respostas = postar_juntos(REDEFINIR, pedidos).await;
    assert_eq!(quantas(&respostas, 200), 1);
    for resposta in respostas.into_iter().filter(|resposta| resposta.status != 200) {
        resposta.expect_problem(400, "TOKEN_INVALIDO");
    }
    entrar(app, &email(&membro), SENHA).await.expect_problem(401, "CREDENCIAIS_INVALIDAS");
}

async fn senha_fraca_nao_gasta_o_link(app: &TestApp) {
    let membro = membro(app).await;
    let token = pedir_token(app, &membro).await;
    let longa = format!("A1{}", "a".repeat(199));
    for fraca in ["Nucleo2", "nucleo2026", "NucleoNucleo", &longa] {
        let erro = redefinir(app, &token, fraca).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["senha"], "{fraca}");
    }
    let nada = app.anonymous().post(REDEFINIR, json!({})).await;
    assert_eq!(campos(&nada.expect_problem(400, "DADOS_INVALIDOS")), ["token", "senha"]);
    entrar(app, &email(&membro), SENHA).await.expect(200);
    redefinir(app, &token, OUTRA_SENHA).await.expect(200);
}

async fn cinco_emails_por_conta_e_hora(app: &TestApp) {
    let (membro, vizinho) = (membro(app).await, membro(app).await);
    let resposta = esqueci(app, &email(&membro)).await;
    for _ in 0..6 {
        app.advance(Duration::minutes(1));
        assert_eq!(esqueci(app, &email(&membro)).await, resposta, "the answer is the same as ever");
        app.deliver().await;
    }
    assert_eq!(links(app, membro.id).await.len(), 5);
    esqueci(app, &email(&vizinho)).await;
    app.deliver().await;
    assert_eq!(links(app, vizinho.id).await.len(), 1, "another account has its own five");

    app.advance(Duration::hours(1));
    esqueci(app, &email(&membro)).await;
    app.deliver().await;
    let sql = "SELECT count(*) FROM recuperacoes WHERE usuario_id = $1 AND criado_em = $2";
    assert_eq!(app.count(sql, (membro.id, app.now())).await, 1);
}

async fn a_propria_senha_se_troca_com_a_atual(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let super_admin = app.super_admin().await;
    for pessoa in [nucleo.caller(Membro).await, super_admin] {
        dar_senha(app, &pessoa).await;
        let (este, cliente) = sessao(app, &email(&pessoa), SENHA).await;
        let (outro, _) = sessao(app, &email(&pessoa), SENHA).await;
        let trocou = cliente.post(ALTERAR, troca(SENHA, OUTRA_SENHA)).await.expect(200);

        assert!(trocou["message"].is_string());
        assert_eq!(trocou["expiresIn"], 3600);
        for encerrada in [&este, &outro] {
            expect_sessao_encerrada(app, encerrada).await;
        }
        let eu = com_acesso(app, &trocou).get("/api/auth/me").await.expect(200);
        assert_eq!(eu["id"], json!(pessoa.id));
        renovar(app, &trocou).await.expect(200);
        entrar(app, &email(&pessoa), SENHA).await.expect_problem(401, "CREDENCIAIS_INVALIDAS");
        entrar(app, &email(&pessoa), OUTRA_SENHA).await.expect(200);
    }
}

async fn trocar_a_senha_recusado(app: &TestApp) {
    let membro = membro(app).await;
    let (_, cliente) = sessao(app, &email(&membro), SENHA).await;
    let recusado_em = async |body: Value| {
        let erro = cliente.post(ALTERAR, body).await.expect_problem(400, "DADOS_INVALIDOS");
        campos(&erro).join(" ")
    };
    assert_eq!(recusado_em(troca("Errada2026", OUTRA_SENHA)).await, "senhaAtual");
    assert_eq!(recusado_em(troca("", OUTRA_SENHA)).await, "senhaAtual");
    for fraca in ["Nucleo2", "nucleo2026", "NucleoNucleo"] {
        assert_eq!(recusado_em(troca(SENHA, fraca)).await, "senhaNova");
    }
    assert_eq!(recusado_em(json!({})).await, "senhaAtual senhaNova");
    assert_eq!(
        recusado_em(json!({"senhaAtual": 7, "senhaNova": []})).await,
        "senhaAtual senhaNova"
    );
    let anonimo = app.anonymous().post(ALTERAR, troca(SENHA, OUTRA_SENHA)).await;
    anonimo.expect_problem(401, "NAO_AUTENTICADO");
    // Nothing of that has changed anything.
    cliente.get("/api/auth/me").await.expect(200);
    entrar(app, &email(&membro), SENHA).await.expect(200);
    mudar_status(app, membro.id, "SUSPENSO").await;
    let suspenso = cliente.post(ALTERAR, troca(SENHA, OUTRA_SENHA)).await;
    suspenso.expect_problem(401, "NAO_AUTENTICADO");
}

/// After the first, the old password is no longer the current one.
async fn dez_trocas_ao_mesmo_tempo_contam_uma(app: &TestApp) {
    let membro = membro(app).await;
    let (_, cliente) = sessao(app, &email(&membro), SENHA).await;
    let pedidos =
        (0..10).map(|numero| (cliente.clone(), troca(SENHA, &format!("Mutirao202{numero}"))));
    let respostas = postar_juntos(ALTERAR, pedidos).await;
    assert_eq!(quantas(&respostas, 200), 1);
    assert!(respostas.iter().all(|resposta| resposta.status < 500));
    for resposta in respostas.into_iter().filter(|resposta| resposta.status == 200) {
        com_acesso(app, &resposta.body).get("/api/auth/me").await.expect(200);
    }
}

/// Whoever recovers an account wants the others out: also the one who was just typing the old
/// password when it was changed.
async fn quem_entra_com_a_senha_antiga_enquanto_ela_muda_nao_fica_dentro(app: &TestApp) {
    let membro = membro(app).await;
    let token = pedir_token(app, &membro).await;
    let login = super::credenciais(&email(&membro), SENHA);
    let entradas = std::iter::repeat_n((app.anonymous(), login), 20);
    let (trocou, entradas) = tokio::join!(
        redefinir(app, &token, OUTRA_SENHA),
        postar_juntos("/api/auth/login", entradas)
    );
    trocou.expect(200);
    let mut ficaram = 0;
    for entrada in entradas.into_iter().filter(|entrada| entrada.status == 200) {
        let eu = com_acesso(app, &entrada.body).get("/api/auth/me").await;
        ficaram += usize::from(eu.status == 200);
    }
    assert_eq!(ficaram, 0, "sessions of the old password are open");
}
