//! How often one may try.

use base::scope::Cargo::Membro;
use base::testing::{TestApp, TestCaller, TestResponse};
use chrono::Duration;
use serde_json::json;

use super::{SENHA, credenciais, dar_senha, email, entrar};

base::both_engines! { crate::service;
    dez_falhas_da_conta_no_endereco_fazem_esperar,
    email_desconhecido_espera_do_mesmo_jeito,
    logins_certos_nao_contam,
    cem_falhas_da_conta_de_varios_enderecos_fazem_esperar,
    trezentas_falhas_do_endereco_fazem_esperar,
    adivinhar_a_senha_atual_tambem_faz_esperar,
}

const LOGIN: &str = "/api/auth/login";

async fn tentar(cliente: &TestCaller, email: &str, senha: &str) -> TestResponse {
    cliente.post(LOGIN, credenciais(email, senha)).await
}

#[track_caller]
fn expect_limite(resposta: TestResponse, segundos: &str) {
    assert_eq!(resposta.status, 429, "{}", resposta.body);
    assert_eq!(resposta.headers["retry-after"], segundos);
    resposta.expect_problem(429, "LIMITE_EXCEDIDO");
}

async fn dez_falhas_da_conta_no_endereco_fazem_esperar(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (membro, vizinho) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    dar_senha(app, &membro).await;
    dar_senha(app, &vizinho).await;
    let (aqui, la) = (app.anonymous(), app.anonymous().from_address("203.0.113.9"));
    for falha in 0..10 {
        // Half of them five minutes later, and in another letter case: it is the same account.
        if falha == 5 {
            app.advance(Duration::minutes(5));
        }
        let conta = if falha % 2 == 0 { email(&membro) } else { email(&membro).to_uppercase() };
        let errou = tentar(&aqui, &conta, "Errada2026").await;
        errou.expect_problem(401, "CREDENCIAIS_INVALIDAS");
    }
    // The right password waits too, or the limit would tell it.
    expect_limite(tentar(&aqui, &email(&membro), SENHA).await, "600");
    expect_limite(tentar(&aqui, &email(&membro), "Errada2026").await, "600");
    tentar(&la, &email(&membro), SENHA).await.expect(200);
    tentar(&aqui, &email(&vizinho), SENHA).await.expect(200);

    // Fifteen minutes after the first five there is room for five more.
    app.advance(Duration::minutes(10) - Duration::milliseconds(1));
    expect_limite(tentar(&aqui, &email(&membro), SENHA).await, "1");
    app.advance(Duration::milliseconds(1));
    tentar(&aqui, &email(&membro), SENHA).await.expect(200);
    for _ in 0..5 {
        let errou = tentar(&aqui, &email(&membro), "Errada2026").await;
        errou.expect_problem(401, "CREDENCIAIS_INVALIDAS");
    }
    expect_limite(tentar(&aqui, &email(&membro), SENHA).await, "300");
    app.advance(Duration::minutes(15));
    tentar(&aqui, &email(&membro), SENHA).await.expect(200);
}

async fn email_desconhecido_espera_do_mesmo_jeito(app: &TestApp) {
    let pendente = app.nucleo().await.person("PENDENTE").await;
    // What is counted is the address that was typed, whether or not anybody has it.
    for _ in 0..10 {
        let errou = entrar(app, "ninguem@exemplo.org", SENHA).await;
        errou.expect_problem(401, "CREDENCIAIS_INVALIDAS");
        let recusado = entrar(app, &email(&pendente), SENHA).await;
        recusado.expect_problem(403, "CADASTRO_PENDENTE");
    }
    for escrito in ["ninguem@exemplo.org", " Ninguem@Exemplo.org ", &email(&pendente)] {
        expect_limite(entrar(app, escrito, SENHA).await, "900");
    }
    entrar(app, "outro@exemplo.org", SENHA).await.expect_problem(401, "CREDENCIAIS_INVALIDAS");
    app.advance(Duration::minutes(15));
    let errou = entrar(app, "ninguem@exemplo.org", SENHA).await;
    errou.expect_problem(401, "CREDENCIAIS_INVALIDAS");
}

async fn logins_certos_nao_contam(app: &TestApp) {
    let membro = app.nucleo().await.caller(Membro).await;
    dar_senha(app, &membro).await;
    let pedido = (app.anonymous(), credenciais(&email(&membro), SENHA));
    let respostas = super::postar_juntos(LOGIN, std::iter::repeat_n(pedido, 50)).await;
    assert_eq!(super::quantas(&respostas, 200), 50);
    // A malformed attempt is no guess.
    for _ in 0..20 {
        let body = json!({ "email": email(&membro) });
        app.anonymous().post(LOGIN, body).await.expect_problem(400, "DADOS_INVALIDOS");
    }
    entrar(app, &email(&membro), SENHA).await.expect(200);
}

/// Failures that cost no hashing: whoever waits for approval is refused before their password is
/// looked at, and that counts all the same.
async fn cem_falhas_da_conta_de_varios_enderecos_fazem_esperar(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (alvo, outra) = (nucleo.person("PENDENTE").await, nucleo.person("PENDENTE").await);
    for endereco in 0..10 {
        let cliente = app.anonymous().from_address(&format!("203.0.113.{endereco}"));
        for _ in 0..10 {
            let recusado = tentar(&cliente, &email(&alvo), SENHA).await;
            recusado.expect_problem(403, "CADASTRO_PENDENTE");
        }
    }
    let cliente = app.anonymous().from_address("198.51.100.1");
    expect_limite(tentar(&cliente, &email(&alvo), SENHA).await, "900");
    let recusado = tentar(&cliente, &email(&outra), SENHA).await;
    recusado.expect_problem(403, "CADASTRO_PENDENTE");
    app.advance(Duration::minutes(15));
    let recusado = tentar(&cliente, &email(&alvo), SENHA).await;
    recusado.expect_problem(403, "CADASTRO_PENDENTE");
}

async fn trezentas_falhas_do_endereco_fazem_esperar(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let membro = nucleo.caller(Membro).await;
    dar_senha(app, &membro).await;
    let (aqui, la) =
        (app.anonymous().from_address("203.0.113.9"), app.anonymous().from_address("203.0.113.10"));
    for _ in 0..30 {
        let alvo = email(&nucleo.person("PENDENTE").await);
        for _ in 0..10 {
            let recusado = tentar(&aqui, &alvo, SENHA).await;
            recusado.expect_problem(403, "CADASTRO_PENDENTE");
        }
    }
    expect_limite(tentar(&aqui, &email(&membro), SENHA).await, "900");
    expect_limite(tentar(&aqui, "ninguem@exemplo.org", SENHA).await, "900");
    tentar(&la, &email(&membro), SENHA).await.expect(200);
    app.advance(Duration::minutes(15));
    tentar(&aqui, &email(&membro), SENHA).await.expect(200);
}

/// A phone that was left unlocked is not a way to the password.
async fn adivinhar_a_senha_atual_tambem_faz_esperar(app: &TestApp) {
    let membro = app.nucleo().await.caller(Membro).await;
    dar_senha(app, &membro).await;
    let trocar = async |atual: &str| {
        let body = json!({ "senhaAtual": atual, "senhaNova": super::OUTRA_SENHA });
        membro.post("/api/auth/change-password", body).await
    };
    for _ in 0..10 {
        trocar("Errada2026").await.expect_problem(400, "DADOS_INVALIDOS");
    }
    expect_limite(trocar(SENHA).await, "900");
    app.advance(Duration::minutes(15));
    trocar(SENHA).await.expect(200);
}

/// The same service with limits that a test can reach.
mod apertados {
    use base::rate_limit::Quota;
    use base::scope::Cargo::Membro;
    use base::testing::TestApp;
    use base::{App, Service};
    use chrono::Duration;
    use nucleo::areas::autenticacao::Quotas;
    use nucleo::settings::Settings;
    use serde_json::json;

    use super::super::{cadastro, dar_senha, email, renovar, sem, sessao, total_de_usuarios};
    use super::{SENHA, expect_limite};

    base::both_engines! { crate::autenticacao::limites::apertados::apertado;
        cadastros_demais_do_endereco_fazem_esperar,
        recuperacoes_demais_do_endereco_fazem_esperar,
        renovacoes_demais_do_endereco_fazem_esperar,
        o_limite_de_emails_por_conta_e_configuravel,
    }

    pub fn apertado(app: App) -> Service {
        let padrao = Quotas::default();
        let menor = |quota: Quota, max| Quota { max, ..quota };
        let quotas = Quotas {
            cadastro: menor(padrao.cadastro, 3),
            renovacao: menor(padrao.renovacao, 3),
            recuperacao_conta: menor(padrao.recuperacao_conta, 2),
            recuperacao_endereco: menor(padrao.recuperacao_endereco, 3),
            ..padrao
        };
        nucleo::service(app, &Settings { quotas, ..crate::settings() })
    }

    const SIGNUP: &str = "/api/auth/signup";

    async fn cadastros_demais_do_endereco_fazem_esperar(app: &TestApp) {
        app.nucleo().await;
        let aqui = app.anonymous().from_address("203.0.113.9");
        let la = app.anonymous().from_address("203.0.113.10");
        aqui.post(SIGNUP, cadastro(1)).await.expect(201);
        // A refused one counts as well: it is the trying that is limited.
        aqui.post(SIGNUP, cadastro(1)).await.expect(409);
        aqui.post(SIGNUP, sem(cadastro(2), "nome")).await.expect(400);
        expect_limite(aqui.post(SIGNUP, cadastro(2)).await, "3600");
        assert_eq!(total_de_usuarios(app).await, 1);
        la.post(SIGNUP, cadastro(2)).await.expect(201);
        app.advance(Duration::hours(1));
        aqui.post(SIGNUP, cadastro(3)).await.expect(201);
        assert_eq!(Quotas::default().cadastro, Quota { max: 600, window: Duration::hours(1) });
    }

    async fn recuperacoes_demais_do_endereco_fazem_esperar(app: &TestApp) {
        let membro = app.nucleo().await.caller(Membro).await;
        let caminho = "/api/auth/forgot-password";
        let aqui = app.anonymous().from_address("203.0.113.9");
        let la = app.anonymous().from_address("203.0.113.10");
        let pedir = |email: &str| json!({ "email": email });
        for _ in 0..3 {
            aqui.post(caminho, pedir("ninguem@exemplo.org")).await.expect(200);
        }
        // Known or not, the address from which it is asked is what counts.
        for escrito in [email(&membro).as_str(), "ninguem@exemplo.org"] {
            expect_limite(aqui.post(caminho, pedir(escrito)).await, "3600");
        }
        la.post(caminho, pedir(&email(&membro))).await.expect(200);
        app.advance(Duration::hours(1));
        aqui.post(caminho, pedir(&email(&membro))).await.expect(200);
        let padrao = Quotas::default().recuperacao_endereco;
        assert_eq!(padrao, Quota { max: 100, window: Duration::hours(1) });
    }

    async fn renovacoes_demais_do_endereco_fazem_esperar(app: &TestApp) {
        let membro = app.nucleo().await.caller(Membro).await;
        dar_senha(app, &membro).await;
        let (mut acesso, _) = sessao(app, &email(&membro), SENHA).await;
        for _ in 0..3 {
            acesso = renovar(app, &acesso).await.expect(200);
        }
        // It is not used up by being refused.
        expect_limite(renovar(app, &acesso).await, "60");
        app.advance(Duration::minutes(1));
        renovar(app, &acesso).await.expect(200);
        assert_eq!(Quotas::default().renovacao, Quota { max: 600, window: Duration::minutes(1) });
    }

    async fn o_limite_de_emails_por_conta_e_configuravel(app: &TestApp) {
        let membro = app.nucleo().await.caller(Membro).await;
        for _ in 0..3 {
            let pedir = json!({ "email": email(&membro) });
            app.anonymous().post("/api/auth/forgot-password", pedir).await.expect(200);
        }
        app.deliver().await;
        assert_eq!(app.count("SELECT count(*) FROM recuperacoes", ()).await, 2);
    }
}
