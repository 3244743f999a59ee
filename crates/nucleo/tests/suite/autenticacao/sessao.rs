//! Log in, stay in, log out.

use base::clock::Timestamp;
use base::scope::Cargo::{Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::{TestApp, TestCaller};
use base::token::Tokens;
use chrono::Duration;
use serde_json::{Value, json};

use super::{
    SENHA, campos, com_acesso, dar_senha, email, entrar, expect_sessao_encerrada, mudar_status,
    postar_juntos, quantas, refresh, renovar, sessao,
};

base::both_engines! { crate::service;
    login_responde_o_que_o_contrato_diz,
    email_desconhecido_e_senha_errada_sao_o_mesmo_erro,
    quem_nao_esta_ativo_nao_entra,
    login_sem_email_ou_senha_diz_o_que_falta,
    o_token_vale_uma_hora,
    token_de_outra_origem_nao_vale,
    suspensao_e_inatividade_valem_no_proximo_pedido,
    cargo_novo_vale_no_proximo_pedido,
    renovar_troca_o_par_inteiro,
    token_usado_duas_vezes_encerra_a_familia,
    vinte_renovacoes_ao_mesmo_tempo_nao_deixam_ninguem_dentro,
    a_renovacao_vence_em_trinta_dias,
    renovacao_recusada,
    sair_encerra_todas_as_sessoes_da_pessoa,
    sair_sem_sessao_nao_e_erro,
    a_limpeza_remove_so_o_que_venceu,
}

const REFRESH: &str = "/api/auth/refresh";
const LOGOUT: &str = "/api/auth/logout";

/// An active member with a password.
async fn membro(app: &TestApp) -> TestCaller {
    let membro = app.nucleo().await.caller(Membro).await;
    dar_senha(app, &membro).await;
    membro
}

fn nomes(objeto: &Value) -> Vec<&str> {
    let mut nomes: Vec<_> = objeto.as_object().unwrap().keys().map(String::as_str).collect();
    nomes.sort_unstable();
    nomes
}

async fn login_responde_o_que_o_contrato_diz(app: &TestApp) {
    let nucleo = app.nucleo().await;
    for cargo in [Membro, LiderProjeto, PortaVoz, Coordenador, Administrador] {
        let pessoa = nucleo.caller(cargo).await;
        dar_senha(app, &pessoa).await;
        let (entrou, cliente) = sessao(app, &email(&pessoa), SENHA).await;
        assert_eq!(nomes(&entrou), ["accessToken", "expiresIn", "refreshToken", "usuario"]);
        assert_eq!(entrou["expiresIn"], 3600);
        let usuario =
            json!({"id": pessoa.id, "nome": "Fulana", "cargo": cargo, "nucleoId": nucleo.id});
        assert_eq!(entrou["usuario"], usuario);
        assert_eq!(cliente.get("/api/auth/me").await.expect(200)["id"], json!(pessoa.id));
    }

    let super_admin = app.super_admin().await;
    dar_senha(app, &super_admin).await;
    // As a phone writes it.
    let escrito = format!("  {} ", email(&super_admin).to_uppercase());
    let (entrou, cliente) = sessao(app, &escrito, SENHA).await;
    assert_eq!(entrou["usuario"]["nucleoId"], Value::Null);
    assert_eq!(entrou["usuario"]["cargo"], "SUPER_ADMIN");
    cliente.get("/api/auth/me").await.expect(200);

    // Whoever reads the table cannot be anybody: it holds neither of the two tokens.
    let token = entrou["refreshToken"].as_str().unwrap();
    let sql = "SELECT count(*) FROM refresh_tokens WHERE hash = $1";
    assert_eq!(app.count(sql, (token,)).await, 0);
    assert_eq!(app.count("SELECT count(*) FROM refresh_tokens", ()).await, 6);
}

async fn email_desconhecido_e_senha_errada_sao_o_mesmo_erro(app: &TestApp) {
    let membro = membro(app).await;
    // Without a password nobody logs in, not even with the one that stands in for a missing one.
    let sem_senha = app.nucleo().await.caller(Membro).await;
    let mut erros = Vec::new();
    for (email, senha) in [
        (email(&membro), "Errada2026"),
        (email(&membro), "nucleo2026"),
        (email(&membro), ""),
        ("ninguem@exemplo.org".to_owned(), SENHA),
        ("nem e-mail é".to_owned(), SENHA),
        (email(&sem_senha), "a password that nobody has"),
    ] {
        let resposta = entrar(app, &email, senha).await;
        assert_eq!(resposta.headers["www-authenticate"], "Bearer");
        let mut erro = resposta.expect_problem(401, "CREDENCIAIS_INVALIDAS");
        erro.as_object_mut().unwrap().remove("requisicao");
        erros.push(erro);
    }
    assert!(erros.iter().all(|erro| *erro == erros[0]), "{erros:?}");
    assert_eq!(app.count("SELECT count(*) FROM refresh_tokens", ()).await, 0);
}

async fn quem_nao_esta_ativo_nao_entra(app: &TestApp) {
    let nucleo = app.nucleo().await;
    for (status, codigo) in [
        ("PENDENTE", "CADASTRO_PENDENTE"),
        ("REJEITADO", "CADASTRO_REJEITADO"),
        ("SUSPENSO", "CONTA_SUSPENSA"),
        ("INATIVO", "CONTA_INATIVA"),
    ] {
        let pessoa = nucleo.person(status).await;
        dar_senha(app, &pessoa).await;
        for senha in [SENHA, "Errada2026"] {
            entrar(app, &email(&pessoa), senha).await.expect_problem(403, codigo);
        }
        mudar_status(app, pessoa.id, "ATIVO").await;
        entrar(app, &email(&pessoa), SENHA).await.expect(200);
    }
}

async fn login_sem_email_ou_senha_diz_o_que_falta(app: &TestApp) {
    let anonimo = app.anonymous();
    for (body, faltam) in [
        (json!({}), vec!["email", "senha"]),
        (json!({"email": null, "senha": null}), vec!["email", "senha"]),
        (json!({"email": 7, "senha": ["Nucleo2026"]}), vec!["email", "senha"]),
        (json!({"email": "  ", "senha": SENHA}), vec!["email"]),
        (json!({"email": "ana@exemplo.org"}), vec!["senha"]),
    ] {
        let erro = anonimo.post("/api/auth/login", body).await;
        assert_eq!(campos(&erro.expect_problem(400, "DADOS_INVALIDOS")), faltam);
    }
}

async fn o_token_vale_uma_hora(app: &TestApp) {
    let membro = membro(app).await;
    let (_, cliente) = sessao(app, &email(&membro), SENHA).await;
    app.advance(Duration::hours(1) - Duration::milliseconds(1));
    cliente.get("/api/auth/me").await.expect(200);
    app.advance(Duration::milliseconds(1));
    let vencido = cliente.get("/api/auth/me").await;
    assert_eq!(vencido.headers["www-authenticate"], "Bearer");
    vencido.expect_problem(401, "NAO_AUTENTICADO");
}

async fn token_de_outra_origem_nao_vale(app: &TestApp) {
    let (uma, outra) = (membro(app).await, membro(app).await);
    let (entrou, _) = sessao(app, &email(&uma), SENHA).await;
    let token = entrou["accessToken"].as_str().unwrap();
    let sql = "SELECT id FROM sessoes WHERE usuario_id = $1 ORDER BY id DESC LIMIT 1";
    let [(aberta,)]: [(base::id::SessaoId,); 1] =
        app.rows(sql, (uma.id,)).await.try_into().unwrap();

    let de_outro_segredo = Tokens::new(b"another").issue(uma.id, aberta, app.now()).unwrap();
    let sessao_alheia = app.tokens().issue(outra.id, aberta, app.now()).unwrap();
    let sem_sessao = app.tokens().issue(uma.id, app.new_id(), app.now()).unwrap();
    let mexido = format!("{}A", &token[..token.len() - 1]);
    let mexido = if mexido == token { format!("{}B", &token[..token.len() - 1]) } else { mexido };
    let partes: Vec<_> = token.split('.').collect();
    let sem_assinatura = format!("eyJhbGciOiJub25lIn0.{}.", partes[1]);
    let forjados = [
        de_outro_segredo.as_str(),
        &sessao_alheia,
        &sem_sessao,
        &mexido,
        &sem_assinatura,
        "",
        "x",
        entrou["refreshToken"].as_str().unwrap(),
    ];
    for forjado in forjados {
        let cliente = app.anonymous().with_token(forjado);
        cliente.get("/api/auth/me").await.expect_problem(401, "NAO_AUTENTICADO");
    }
    for cabecalho in [format!("Basic {token}"), token.to_owned(), "Bearer".to_owned()] {
        let cliente = app.anonymous().with_header("authorization", cabecalho);
        cliente.get("/api/auth/me").await.expect_problem(401, "NAO_AUTENTICADO");
    }
    let minusculo = app.anonymous().with_header("authorization", format!("bearer {token}"));
    minusculo.get("/api/auth/me").await.expect(200);
}

async fn suspensao_e_inatividade_valem_no_proximo_pedido(app: &TestApp) {
    for status in ["SUSPENSO", "INATIVO", "PENDENTE", "REJEITADO"] {
        let membro = membro(app).await;
        let (entrou, cliente) = sessao(app, &email(&membro), SENHA).await;
        cliente.get("/api/auth/me").await.expect(200);
        mudar_status(app, membro.id, status).await;
        expect_sessao_encerrada(app, &entrou).await;
        let dispensar = cliente.patch("/api/auth/dismiss-first-login", json!({})).await;
        dispensar.expect_problem(401, "NAO_AUTENTICADO");
    }
}

async fn cargo_novo_vale_no_proximo_pedido(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let pessoa = nucleo.caller(Membro).await;
    dar_senha(app, &pessoa).await;
    let (_, cliente) = sessao(app, &email(&pessoa), SENHA).await;
    let pendente = json!({ "usuarioId": nucleo.person("PENDENTE").await.id });
    let aprovar = "/api/auth/approve";
    cliente.post(aprovar, pendente.clone()).await.expect_problem(403, "SEM_PERMISSAO");

    let sql = "UPDATE usuarios SET cargo = $2 WHERE id = $1";
    app.execute(sql, (pessoa.id, "COORDENADOR")).await;
    cliente.post(aprovar, pendente.clone()).await.expect(200);
    assert_eq!(cliente.get("/api/auth/me").await.expect(200)["cargo"], "COORDENADOR");
    app.execute(sql, (pessoa.id, "MEMBRO")).await;
    cliente.post(aprovar, pendente).await.expect_problem(403, "SEM_PERMISSAO");
}

async fn renovar_troca_o_par_inteiro(app: &TestApp) {
    let membro = membro(app).await;
    let (entrou, _) = sessao(app, &email(&membro), SENHA).await;
    app.advance(Duration::hours(2));
    com_acesso(app, &entrou).get("/api/auth/me").await.expect_problem(401, "NAO_AUTENTICADO");

    let novo = renovar(app, &entrou).await.expect(200);
    assert_eq!(nomes(&novo), ["accessToken", "expiresIn", "refreshToken"]);
    assert_eq!(novo["expiresIn"], 3600);
    assert_ne!(novo["refreshToken"], entrou["refreshToken"]);
    assert_ne!(novo["accessToken"], entrou["accessToken"]);
    let eu = com_acesso(app, &novo).get("/api/auth/me").await.expect(200);
    assert_eq!(eu["id"], json!(membro.id));
    // And so on.
    let mais_novo = renovar(app, &novo).await.expect(200);
    com_acesso(app, &mais_novo).get("/api/auth/me").await.expect(200);
}

async fn token_usado_duas_vezes_encerra_a_familia(app: &TestApp) {
    let membro = membro(app).await;
    let (entrou, _) = sessao(app, &email(&membro), SENHA).await;
    let (outro_aparelho, _) = sessao(app, &email(&membro), SENHA).await;
    let novo = renovar(app, &entrou).await.expect(200);
    com_acesso(app, &novo).get("/api/auth/me").await.expect(200);

    let repetido = renovar(app, &entrou).await;
    assert_eq!(repetido.headers["www-authenticate"], "Bearer");
    repetido.expect_problem(401, "SESSAO_ENCERRADA");
    // Nobody can tell the thief from the owner: both are out ...
    expect_sessao_encerrada(app, &entrou).await;
    expect_sessao_encerrada(app, &novo).await;
    // ... of this log-in, and of no other.
    com_acesso(app, &outro_aparelho).get("/api/auth/me").await.expect(200);
    renovar(app, &outro_aparelho).await.expect(200);
}

async fn vinte_renovacoes_ao_mesmo_tempo_nao_deixam_ninguem_dentro(app: &TestApp) {
    let membro = membro(app).await;
    let (entrou, _) = sessao(app, &email(&membro), SENHA).await;
    let pedidos = std::iter::repeat_n((app.anonymous(), refresh(&entrou)), 20);
    let respostas = postar_juntos(REFRESH, pedidos).await;
    assert!(quantas(&respostas, 200) <= 1, "one token, one exchange");
    assert_eq!(quantas(&respostas, 200) + quantas(&respostas, 401), 20);
    expect_sessao_encerrada(app, &entrou).await;
    for resposta in respostas.into_iter().filter(|resposta| resposta.status == 200) {
        expect_sessao_encerrada(app, &resposta.body).await;
    }
}

async fn a_renovacao_vence_em_trinta_dias(app: &TestApp) {
    let membro = membro(app).await;
    let (a_tempo, _) = sessao(app, &email(&membro), SENHA).await;
    let (tarde, _) = sessao(app, &email(&membro), SENHA).await;
    app.advance(Duration::days(30) - Duration::milliseconds(1));
    let novo = renovar(app, &a_tempo).await.expect(200);
    app.advance(Duration::milliseconds(1));
    renovar(app, &tarde).await.expect_problem(401, "SESSAO_ENCERRADA");
    // Each exchange gives thirty days more.
    app.advance(Duration::days(29));
    let novo = renovar(app, &novo).await.expect(200);
    com_acesso(app, &novo).get("/api/auth/me").await.expect(200);
}

async fn renovacao_recusada(app: &TestApp) {
    let anonimo = app.anonymous();
    let membro = membro(app).await;
    let (entrou, _) = sessao(app, &email(&membro), SENHA).await;
    let (aceito, acesso) =
        (entrou["refreshToken"].as_str().unwrap(), entrou["accessToken"].as_str().unwrap());
    let sql = "SELECT hash FROM refresh_tokens";
    let guardado = app.rows::<(String,)>(sql, ()).await[0].0.clone();
    let outra_caixa: String = aceito
        .chars()
        .map(|c| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
        .collect();
    for lixo in ["x", "😀", "' OR '1'='1", "null", acesso, &guardado, &outra_caixa, &aceito[1..]]
    {
        let resposta = anonimo.post(REFRESH, json!({ "refreshToken": lixo })).await;
        resposta.expect_problem(401, "SESSAO_ENCERRADA");
    }
    for body in [json!({}), json!({"refreshToken": 7}), json!({"refreshToken": " "})] {
        let erro = anonimo.post(REFRESH, body).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["refreshToken"]);
    }
    // None of that has used up the real one; whoever is not active gets nothing for it.
    for status in ["SUSPENSO", "INATIVO", "PENDENTE", "REJEITADO"] {
        mudar_status(app, membro.id, status).await;
        renovar(app, &entrou).await.expect_problem(401, "SESSAO_ENCERRADA");
    }
}

async fn sair_encerra_todas_as_sessoes_da_pessoa(app: &TestApp) {
    let (membro, vizinho) = (membro(app).await, membro(app).await);
    let (telefone, _) = sessao(app, &email(&membro), SENHA).await;
    let (computador, _) = sessao(app, &email(&membro), SENHA).await;
    let (do_vizinho, vizinho) = sessao(app, &email(&vizinho), SENHA).await;
    let renovado = renovar(app, &computador).await.expect(200);

    let saiu = app.anonymous().post(LOGOUT, refresh(&telefone)).await.expect(200);
    assert!(saiu["message"].is_string());
    assert_eq!(nomes(&saiu), ["message"]);
    for encerrada in [&telefone, &computador, &renovado] {
        expect_sessao_encerrada(app, encerrada).await;
    }
    vizinho.get("/api/auth/me").await.expect(200);
    renovar(app, &do_vizinho).await.expect(200);
    // Leaving is not being locked out.
    entrar(app, &email(&membro), SENHA).await.expect(200);
}

async fn sair_sem_sessao_nao_e_erro(app: &TestApp) {
    let (anonimo, membro) = (app.anonymous(), membro(app).await);
    for desconhecido in ["x", "😀", "' OR '1'='1"] {
        anonimo.post(LOGOUT, json!({ "refreshToken": desconhecido })).await.expect(200);
    }
    membro.get("/api/auth/me").await.expect(200);
    let (entrou, _) = sessao(app, &email(&membro), SENHA).await;
    anonimo.post(LOGOUT, refresh(&entrou)).await.expect(200);
    anonimo.post(LOGOUT, refresh(&entrou)).await.expect(200);
    for body in [json!({}), json!({"refreshToken": 7})] {
        let erro = anonimo.post(LOGOUT, body).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["refreshToken"]);
    }
}

async fn a_limpeza_remove_so_o_que_venceu(app: &TestApp) {
    let membro = membro(app).await;
    let pedir = json!({ "email": email(&membro) });
    app.anonymous().post("/api/auth/forgot-password", pedir).await.expect(200);
    let (velha, _) = sessao(app, &email(&membro), SENHA).await;
    let (em_uso, _) = sessao(app, &email(&membro), SENHA).await;
    app.deliver().await;
    assert_eq!(app.count("SELECT count(*) FROM recuperacoes", ()).await, 1);
    app.advance(Duration::days(20));
    let em_uso_nova = renovar(app, &em_uso).await.expect(200);
    app.advance(Duration::days(11));
    let (nova, _) = sessao(app, &email(&membro), SENHA).await;

    app.deliver().await;
    let sessoes: Vec<(Timestamp,)> =
        app.rows("SELECT criado_em FROM sessoes ORDER BY criado_em", ()).await;
    assert_eq!(sessoes, [(app.now() - Duration::days(31),), (app.now(),)]);
    // The used token of a living session stays: that is how its second use is noticed.
    assert_eq!(app.count("SELECT count(*) FROM refresh_tokens", ()).await, 3);
    assert_eq!(app.count("SELECT count(*) FROM recuperacoes", ()).await, 0);
    expect_sessao_encerrada(app, &velha).await;
    com_acesso(app, &nova).get("/api/auth/me").await.expect(200);
    renovar(app, &em_uso_nova).await.expect(200);
    renovar(app, &em_uso).await.expect_problem(401, "SESSAO_ENCERRADA");
}
