//! Signing up: what is kept of it, what is refused, and who may do it twice.

use base::clock::Timestamp;
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use serde_json::{Value, json};

use super::{
    SENHA, cadastrar, cadastro, campos, com, entrar, id, mudar_status, postar_juntos, quantas, sem,
    total_de_usuarios,
};

base::both_engines! { crate::service;
    uma_pessoa_se_cadastra,
    so_o_obrigatorio_basta,
    cada_regra_quebrada_sozinha_e_dita,
    todas_as_regras_quebradas_sao_ditas_de_uma_vez,
    email_e_cpf_sao_de_uma_pessoa_so,
    vinte_cadastros_ao_mesmo_tempo_com_um_email_fazem_um,
    vinte_cadastros_ao_mesmo_tempo_com_um_cpf_fazem_um,
    quem_foi_rejeitado_se_cadastra_de_novo,
    codigo_desconhecido_e_deixado_de_lado,
    codigo_conhecido_guarda_quem_indicou,
    competencia_conhecida_fica_e_desconhecida_nao,
}

const SIGNUP: &str = "/api/auth/signup";

async fn uma_pessoa_se_cadastra(app: &TestApp) {
    let nucleo = app.nucleo().await;
    app.execute("UPDATE nucleos SET slug = 'sao-paulo' WHERE id = $1", (nucleo.id,)).await;
    let body = json!({
        "nome": "  Ana Lúcia  Souza ",
        "email": " Ana.Souza@Exemplo.ORG ",
        "senha": SENHA,
        "cpf": "123.456.789-00",
        "telefone": "11987654321",
        "dataNascimento": "1990-05-17",
        "endereco": {
            "cep": "01310-100", "rua": "Avenida Paulista", "numero": "1000", "complemento": "ap 1",
            "bairro": "Bela Vista", "cidade": "São Paulo", "estado": "SP",
        },
        "competencias": [],
        "consentimentoLgpd": true,
        "codigoReferral": "",
        "cargo": "ADMINISTRADOR",
        "status": "ATIVO",
    });
    let visitante = app.anonymous().from_address("203.0.113.7");
    let mut cadastrado = visitante.post(SIGNUP, body).await.expect(201);

    let pessoa = id(&cadastrado["usuario"]["id"]);
    let codigo = cadastrado["usuario"]["codigoReferral"].take();
    expect_codigo(codigo.as_str().unwrap(), "SAOPA", "SP");
    assert!(cadastrado["message"].as_str().is_some_and(|message| !message.is_empty()));
    assert_eq!(
        cadastrado["usuario"],
        json!({
            "id": pessoa, "nome": "Ana Lúcia  Souza", "email": "ana.souza@exemplo.org",
            "status": "PENDENTE", "codigoReferral": null,
        })
    );

    let sql = "SELECT nucleo_id, email, cpf, telefone, data_nascimento, status, cargo,
                   primeiro_login, codigo_referral
               FROM usuarios WHERE id = $1";
    type Linha = (NucleoId, String, String, String, String, String, String, bool, String);
    let linhas: Vec<Linha> = app.rows(sql, (pessoa,)).await;
    let texto = str::to_owned;
    // Cargo and status are nobody's own choice, whatever the body says.
    let esperada = (
        nucleo.id,
        texto("ana.souza@exemplo.org"),
        texto("123.456.789-00"),
        texto("(11) 98765-4321"),
        texto("1990-05-17"),
        texto("PENDENTE"),
        texto("MEMBRO"),
        true,
        texto(codigo.as_str().unwrap()),
    );
    assert_eq!(linhas, [esperada]);

    let sql = "SELECT cep, rua, numero, complemento, bairro, cidade, estado
               FROM usuarios WHERE id = $1";
    type Endereco = (String, String, String, String, String, String, String);
    let [endereco]: [Endereco; 1] = app.rows(sql, (pessoa,)).await.try_into().unwrap();
    assert_eq!((endereco.0.as_str(), endereco.1.as_str()), ("01310-100", "Avenida Paulista"));
    assert_eq!((endereco.2.as_str(), endereco.3.as_str()), ("1000", "ap 1"));
    assert_eq!((endereco.4.as_str(), endereco.5.as_str()), ("Bela Vista", "São Paulo"));
    assert_eq!(endereco.6, "SP");

    let sql = "SELECT consentimento_em, consentimento_versao, consentimento_endereco
               FROM usuarios WHERE id = $1";
    let consentimento: Vec<(Timestamp, String, String)> = app.rows(sql, (pessoa,)).await;
    assert_eq!(consentimento, [(app.now(), texto("2026-01"), texto("203.0.113.7"))]);

    let hashes: Vec<(String,)> = app.rows("SELECT senha_hash FROM credenciais", ()).await;
    assert!(hashes[0].0.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", hashes[0].0);
    let saldo = "SELECT saldo FROM carteiras WHERE usuario_id = $1";
    assert_eq!(app.rows::<(i64,)>(saldo, (pessoa,)).await, [(0,)]);
    // A sign-up is no log-in.
    assert_eq!(app.count("SELECT count(*) FROM sessoes", ()).await, 0);
}

/// `<PREFIX>-<UF>-<4 characters>`, the last four without look-alikes.
fn expect_codigo(codigo: &str, prefixo: &str, estado: &str) {
    let partes: Vec<_> = codigo.split('-').collect();
    assert_eq!(partes[..2], [prefixo, estado], "{codigo}");
    let claro = |letra: char| {
        (letra.is_ascii_uppercase() || letra.is_ascii_digit()) && !"01OIL".contains(letra)
    };
    assert!(partes.len() == 3 && partes[2].chars().all(claro), "{codigo}");
    assert_eq!(partes[2].len(), 4, "{codigo}");
}

async fn so_o_obrigatorio_basta(app: &TestApp) {
    app.nucleo().await;
    cadastrar(app, cadastro(1)).await;
    // A form that sends null or nothing for what was left empty means the same.
    let mut nulos = cadastro(2);
    let opcionais = ["dataNascimento", "endereco", "competencias", "nucleoId", "nucleoSlug"];
    for campo in ["telefone", "codigoReferral"].into_iter().chain(opcionais) {
        nulos[campo] = Value::Null;
    }
    cadastrar(app, nulos).await;
    let vazios = com(cadastro(3), "telefone", " ");
    let vazios = com(vazios, "endereco", json!({"cep": "", "estado": null}));
    let terceira = cadastrar(app, vazios).await;
    let sql = "SELECT telefone, cep, estado FROM usuarios WHERE id = $1";
    let linhas: Vec<(Option<String>, Option<String>, Option<String>)> =
        app.rows(sql, (terceira,)).await;
    assert_eq!(linhas, [(None, None, None)]);
}

async fn cada_regra_quebrada_sozinha_e_dita(app: &TestApp) {
    app.nucleo().await;
    let longo = |tamanho| "a".repeat(tamanho);
    let competencia = |micro: Value, nivel: &str| json!([{"microId": micro, "nivel": nivel}]);
    let micro = json!("01920000-0000-7000-8000-000000010001");
    // (what is sent under which name, the field that must be named)
    let quebradas: Vec<(&str, Value, &str)> = vec![
        ("nome", Value::Null, "nome"),
        ("nome", json!(""), "nome"),
        ("nome", json!("Al"), "nome"),
        ("nome", json!("  Al  "), "nome"),
        ("nome", json!("Ana\u{7}Souza"), "nome"),
        ("nome", json!(longo(201)), "nome"),
        ("email", Value::Null, "email"),
        ("email", json!("ana"), "email"),
        ("email", json!("ana@exemplo"), "email"),
        ("email", json!("ana souza@exemplo.org"), "email"),
        ("email", json!("Ana <ana@exemplo.org>"), "email"),
        ("email", json!(format!("{}@exemplo.org", longo(250))), "email"),
        ("senha", Value::Null, "senha"),
        ("senha", json!("Nucleo2"), "senha"),
        ("senha", json!("nucleo2026"), "senha"),
        ("senha", json!("NucleoNucleo"), "senha"),
        ("senha", json!(format!("A1{}", longo(199))), "senha"),
        ("cpf", Value::Null, "cpf"),
        ("cpf", json!("12345678900"), "cpf"),
        ("cpf", json!("123.456.789-0"), "cpf"),
        ("cpf", json!("123.456.789-000"), "cpf"),
        ("cpf", json!("123-456-789.00"), "cpf"),
        ("consentimentoLgpd", Value::Null, "consentimentoLgpd"),
        ("consentimentoLgpd", json!(false), "consentimentoLgpd"),
        ("consentimentoLgpd", json!("true"), "consentimentoLgpd"),
        ("telefone", json!("1198765432"), "telefone"),
        ("telefone", json!("119876543210"), "telefone"),
        ("telefone", json!("+5511987654321"), "telefone"),
        ("dataNascimento", json!("2026-03-03"), "dataNascimento"),
        ("dataNascimento", json!("17/05/1990"), "dataNascimento"),
        ("dataNascimento", json!("1990-02-30"), "dataNascimento"),
        ("endereco", json!("Avenida Paulista"), "endereco"),
        ("endereco", json!({"numero": 1000}), "endereco.numero"),
        ("endereco", json!({"rua": longo(201)}), "endereco.rua"),
        ("competencias", json!("Redação"), "competencias"),
        ("competencias", json!(["Redação"]), "competencias[0]"),
        ("competencias", competencia(json!("x"), "BASICO"), "competencias[0].microId"),
        ("competencias", competencia(micro, "MESTRE"), "competencias[0].nivel"),
        ("codigoReferral", json!(7), "codigoReferral"),
        ("nucleoId", json!("x"), "nucleoId"),
        ("nucleoId", json!("01920000-0000-7000-8000-000000000000"), "nucleoId"),
        ("nucleoSlug", json!(7), "nucleoSlug"),
    ];
    for (nome, valor, campo) in quebradas {
        let motivo = format!("{nome} = {valor}");
        let resposta = app.anonymous().post(SIGNUP, com(cadastro(1), nome, valor)).await;
        assert_eq!(resposta.status, 400, "{motivo}: {}", resposta.body);
        let erro = resposta.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), [campo], "{motivo}");
    }
    for campo in ["nome", "email", "senha", "cpf", "consentimentoLgpd"] {
        let erro = app.anonymous().post(SIGNUP, sem(cadastro(1), campo)).await;
        let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(erro["campos"], json!([{"campo": campo, "mensagem": "Campo obrigatório."}]));
    }
    assert_eq!(total_de_usuarios(app).await, 0);
}

async fn todas_as_regras_quebradas_sao_ditas_de_uma_vez(app: &TestApp) {
    app.nucleo().await;
    let body = json!({
        "nome": "Al", "email": "ana", "senha": "nucleo", "cpf": "1", "telefone": "1",
        "dataNascimento": "ontem", "endereco": {"cep": 1, "estado": 2},
        "competencias": [{"microId": 3, "nivel": "MESTRE"}, 4], "consentimentoLgpd": false,
        "codigoReferral": 5, "nucleoId": 6, "nucleoSlug": 7,
    });
    let erro = app.anonymous().post(SIGNUP, body).await.expect_problem(400, "DADOS_INVALIDOS");
    let mut ditos = campos(&erro);
    // The password breaks three rules, each with its own sentence.
    assert_eq!(ditos.iter().filter(|campo| **campo == "senha").count(), 3);
    ditos.sort_unstable();
    ditos.dedup();
    let esperados = [
        "codigoReferral",
        "competencias[0].microId",
        "competencias[0].nivel",
        "competencias[1]",
        "consentimentoLgpd",
        "cpf",
        "dataNascimento",
        "email",
        "endereco.cep",
        "endereco.estado",
        "nome",
        "nucleoId",
        "nucleoSlug",
        "senha",
        "telefone",
    ];
    assert_eq!(ditos, esperados);

    let nada = app.anonymous().post(SIGNUP, json!({})).await;
    let nada = nada.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(campos(&nada), ["nome", "email", "senha", "cpf", "consentimentoLgpd"]);
    assert_eq!(total_de_usuarios(app).await, 0);
}

async fn email_e_cpf_sao_de_uma_pessoa_so(app: &TestApp) {
    let (aqui, la) = (app.nucleo().await, app.nucleo().await);
    let primeira = cadastrar(app, com(cadastro(1), "nucleoId", json!(aqui.id))).await;
    let pessoas = total_de_usuarios(app).await;
    let mesmo_email = |email: &str| com(cadastro(2), "email", email);
    let mesmo_cpf = || com(cadastro(3), "cpf", cadastro(1)["cpf"].clone());

    // Whatever the first became, and in whichever nucleo the second tries.
    for status in ["PENDENTE", "ATIVO", "INATIVO", "SUSPENSO"] {
        mudar_status(app, primeira, status).await;
        let outra_caixa = com(mesmo_email(" PESSOA1@Exemplo.Org "), "nucleoId", json!(la.id));
        let resposta = app.anonymous().post(SIGNUP, outra_caixa).await;
        resposta.expect_problem(409, "EMAIL_JA_CADASTRADO");
        let outro_email = com(mesmo_cpf(), "nucleoId", json!(la.id));
        let resposta = app.anonymous().post(SIGNUP, outro_email).await;
        resposta.expect_problem(409, "CPF_JA_CADASTRADO");
    }
    let no_mesmo = com(mesmo_email("pessoa1@exemplo.org"), "nucleoId", json!(aqui.id));
    app.anonymous().post(SIGNUP, no_mesmo).await.expect_problem(409, "EMAIL_JA_CADASTRADO");
    // The address of a SUPER_ADMIN, who is in no nucleo, is taken like any other.
    let acima = super::email(&app.super_admin().await);
    let acima = com(mesmo_email(&acima), "nucleoId", json!(la.id));
    app.anonymous().post(SIGNUP, acima).await.expect_problem(409, "EMAIL_JA_CADASTRADO");

    assert_eq!(total_de_usuarios(app).await, pessoas + 1, "nobody but the SUPER_ADMIN came");
    let carteiras = app.count("SELECT count(*) FROM carteiras", ()).await;
    assert_eq!(carteiras, 1, "what was refused leaves nothing behind");
    assert_eq!(app.count("SELECT count(*) FROM credenciais", ()).await, 1);
}

async fn vinte_cadastros_ao_mesmo_tempo_com_um_email_fazem_um(app: &TestApp) {
    app.nucleo().await;
    let pedidos = (1..=20).map(|numero| {
        let escrito = if numero % 2 == 0 { "ana@exemplo.org" } else { "ANA@exemplo.org" };
        (app.anonymous(), com(cadastro(numero), "email", escrito))
    });
    let respostas = postar_juntos(SIGNUP, pedidos).await;
    assert_eq!(quantas(&respostas, 201), 1);
    for resposta in respostas.into_iter().filter(|resposta| resposta.status != 201) {
        resposta.expect_problem(409, "EMAIL_JA_CADASTRADO");
    }
    assert_eq!(total_de_usuarios(app).await, 1);
}

async fn vinte_cadastros_ao_mesmo_tempo_com_um_cpf_fazem_um(app: &TestApp) {
    app.nucleo().await;
    let pedidos =
        (1..=20).map(|numero| (app.anonymous(), com(cadastro(numero), "cpf", "111.222.333-44")));
    let respostas = postar_juntos(SIGNUP, pedidos).await;
    assert_eq!(quantas(&respostas, 201), 1);
    for resposta in respostas.into_iter().filter(|resposta| resposta.status != 201) {
        resposta.expect_problem(409, "CPF_JA_CADASTRADO");
    }
    assert_eq!(total_de_usuarios(app).await, 1);
}

async fn quem_foi_rejeitado_se_cadastra_de_novo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let primeiro = cadastrar(app, cadastro(1)).await;
    let rejeitar = json!({ "usuarioId": primeiro });
    admin.post("/api/auth/reject", rejeitar).await.expect(200);

    let outra_senha = com(cadastro(1), "senha", super::OUTRA_SENHA);
    let segundo = cadastrar(app, outra_senha).await;
    assert_ne!(primeiro, segundo);
    // From here on the newer record speaks for the person.
    let email = "pessoa1@exemplo.org";
    entrar(app, email, SENHA).await.expect_problem(403, "CADASTRO_PENDENTE");
    admin.post("/api/auth/approve", json!({ "usuarioId": segundo })).await.expect(200);
    entrar(app, email, SENHA).await.expect_problem(401, "CREDENCIAIS_INVALIDAS");
    let entrou = entrar(app, email, super::OUTRA_SENHA).await.expect(200);
    assert_eq!(entrou["usuario"]["id"], json!(segundo));
    // Only the rejected one made room.
    let terceiro = app.anonymous().post(SIGNUP, cadastro(1)).await;
    assert_eq!(terceiro.status, 409, "{}", terceiro.body);
    // Twice rejected is rejected.
    mudar_status(app, segundo, "REJEITADO").await;
    entrar(app, email, super::OUTRA_SENHA).await.expect_problem(403, "CADASTRO_REJEITADO");
}

async fn codigo_desconhecido_e_deixado_de_lado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let rejeitada = nucleo.person("REJEITADO").await;
    let sql = "UPDATE usuarios SET codigo_referral = 'NUCLE-SP-2222' WHERE id = $1";
    app.execute(sql, (rejeitada.id,)).await;
    let codigos = ["NUCLE-SP-ZZZZ", "' OR 1=1 --", "😀", "NUCLE-SP-2222"];
    for (codigo, numero) in codigos.into_iter().zip(1..) {
        cadastrar(app, com(cadastro(numero), "codigoReferral", codigo)).await;
    }
    cadastrar(app, com(cadastro(9), "codigoReferral", "X".repeat(100_000))).await;
    let indicados = "SELECT count(*) FROM usuarios WHERE indicado_por IS NOT NULL";
    assert_eq!(app.count(indicados, ()).await, 0);
}

async fn codigo_conhecido_guarda_quem_indicou(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let indicadora = nucleo.caller(Membro).await;
    let sql = "UPDATE usuarios SET codigo_referral = 'NUCLE-SP-2222' WHERE id = $1";
    app.execute(sql, (indicadora.id,)).await;
    // As somebody types it from a message.
    let pessoa = cadastrar(app, com(cadastro(1), "codigoReferral", " nucle-sp-2222 ")).await;
    let sql = "SELECT indicado_por, indicador_nucleo_id FROM usuarios WHERE id = $1";
    let linhas: Vec<(UsuarioId, NucleoId)> = app.rows(sql, (pessoa,)).await;
    assert_eq!(linhas, [(indicadora.id, nucleo.id)]);
}

async fn competencia_conhecida_fica_e_desconhecida_nao(app: &TestApp) {
    app.nucleo().await;
    let semear = async |tx: &mut base::db::NucleoTx| {
        nucleo::areas::competencias::service::semear(&mut tx.shared()).await
    };
    app.operator.write(semear).await.unwrap();
    let catalogo = app.anonymous().get("/api/competencias").await.expect(200);
    let (redacao, ingles) = (&catalogo[0]["micros"][0]["id"], &catalogo[9]["micros"][0]["id"]);
    let competencias = json!([
        {"microId": ingles, "nivel": "BASICO"},
        {"microId": "01920000-0000-7000-8000-0000000f0001", "nivel": "AVANCADO"},
        {"microId": redacao, "nivel": "BASICO"},
        {"microId": redacao, "nivel": "INTERMEDIARIO"},
    ]);
    let pessoa = cadastrar(app, com(cadastro(1), "competencias", competencias)).await;

    let sql = "SELECT micro_id, nivel_proficiencia FROM usuario_competencias
               WHERE usuario_id = $1 ORDER BY micro_id";
    let guardadas: Vec<(base::Uuid, String)> = app.rows(sql, (pessoa,)).await;
    // Said twice, the last word counts.
    let esperadas = json!([[redacao, "INTERMEDIARIO"], [ingles, "BASICO"]]);
    assert_eq!(json!(guardadas), esperadas);
}
