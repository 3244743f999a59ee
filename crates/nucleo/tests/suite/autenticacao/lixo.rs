//! What nobody means: whatever is sent, the answer is a refusal or a sign-up, never a failure.

use base::scope::Cargo::Membro;
use base::testing::TestApp;
use serde_json::{Value, json};

use super::{SENHA, cadastro, campos, com, credenciais, dar_senha, email, total_de_usuarios};

base::both_engines! { crate::service;
    tipo_errado_em_cada_campo_e_recusado,
    nivel_que_nao_e_texto_e_recusado,
    caractere_nulo_em_cada_campo_e_recusado,
    texto_enorme_em_cada_campo_e_recusado,
    so_o_slug_e_culpado_quando_so_ele_esta_errado,
    nome_em_qualquer_escrita_fica_como_veio,
    unicode_onde_nao_cabe_e_recusado,
    corpo_que_nao_e_objeto_json_e_recusado,
    lista_no_lugar_de_objeto_e_recusada,
}

const SIGNUP: &str = "/api/auth/signup";
/// The first micro competency of the catalogue.
const MICRO: &str = "01920000-0000-7000-8000-000000010001";
const CAMPOS: [&str; 12] = [
    "nome",
    "email",
    "senha",
    "cpf",
    "telefone",
    "dataNascimento",
    "endereco",
    "competencias",
    "consentimentoLgpd",
    "codigoReferral",
    "nucleoId",
    "nucleoSlug",
];

/// The sign-up is refused, and the field is the only one to blame.
async fn expect_recusado(app: &TestApp, campo: &str, valor: Value) {
    let motivo = format!("{campo} = {:.80}", valor.to_string());
    let resposta = app.anonymous().post(SIGNUP, com(cadastro(1), campo, valor)).await;
    assert_eq!(resposta.status, 400, "{motivo}: {}", resposta.body);
    let erro = resposta.expect_problem(400, "DADOS_INVALIDOS");
    assert!(!campos(&erro).is_empty(), "{motivo}");
    for dito in campos(&erro) {
        assert!(dito.starts_with(campo), "{motivo}: {dito} is named");
    }
}

async fn tipo_errado_em_cada_campo_e_recusado(app: &TestApp) {
    app.nucleo().await;
    let valores = [
        json!(true),
        json!(7),
        json!(-1.5e300),
        json!("texto"),
        json!([]),
        json!([[[]]]),
        json!([null]),
        json!({}),
        json!({"nome": {"nome": 1}}),
    ];
    for campo in CAMPOS {
        for valor in &valores {
            let serve = match campo {
                "nome" | "codigoReferral" => valor.is_string(),
                "consentimentoLgpd" => valor.is_boolean(),
                // Unknown fields are ignored, so any object is an address.
                "endereco" => valor.is_object(),
                "competencias" => *valor == json!([]),
                _ => false,
            };
            if !serve {
                expect_recusado(app, campo, valor.clone()).await;
            }
        }
    }
    for campo in ["cep", "rua", "numero", "complemento", "bairro", "cidade", "estado"] {
        expect_recusado(app, "endereco", json!({ campo: 7 })).await;
    }
    assert_eq!(total_de_usuarios(app).await, 0);
}

/// A level is a word, not an object that has the word in it.
async fn nivel_que_nao_e_texto_e_recusado(app: &TestApp) {
    app.nucleo().await;
    for nivel in [json!({"BASICO": null}), json!({"BASICO": []}), json!(["BASICO"]), json!(0)] {
        let entrada = json!([{"microId": MICRO, "nivel": nivel}]);
        expect_recusado(app, "competencias", entrada).await;
    }
    assert_eq!(total_de_usuarios(app).await, 0);
}

async fn caractere_nulo_em_cada_campo_e_recusado(app: &TestApp) {
    app.nucleo().await;
    for campo in CAMPOS {
        expect_recusado(app, campo, json!("Nucleo\u{0}2026")).await;
    }
    expect_recusado(app, "endereco", json!({"rua": "\u{0}"})).await;
    expect_recusado(app, "endereco", json!({"\u{0}": "\u{0}"})).await;
    expect_recusado(app, "competencias", json!([{"microId": "\u{0}", "nivel": "\u{0}"}])).await;
    assert_eq!(total_de_usuarios(app).await, 0);
    // The same at the other doors that take a text to the database.
    let anonimo = app.anonymous();
    for (caminho, body) in [
        ("/api/auth/login", credenciais("a\u{0}@exemplo.org", "\u{0}")),
        ("/api/auth/refresh", json!({"refreshToken": "\u{0}"})),
        ("/api/auth/logout", json!({"refreshToken": "\u{0}"})),
        ("/api/auth/forgot-password", json!({"email": "\u{0}"})),
        ("/api/auth/reset-password", json!({"token": "\u{0}", "senha": "\u{0}"})),
    ] {
        anonimo.post(caminho, body).await.expect_problem(400, "DADOS_INVALIDOS");
    }
}

async fn texto_enorme_em_cada_campo_e_recusado(app: &TestApp) {
    app.nucleo().await;
    // An unknown code is dropped however long it is; see the sign-up tests.
    let recusam = |campo: &&str| !["codigoReferral", "nucleoSlug"].contains(campo);
    for campo in CAMPOS.into_iter().filter(recusam) {
        expect_recusado(app, campo, json!("A1".repeat(100_000))).await;
        expect_recusado(app, campo, json!("😀".repeat(100_000))).await;
    }
    expect_recusado(app, "endereco", json!({"estado": "é".repeat(100_000)})).await;
    let uma = json!({"microId": MICRO, "nivel": "BASICO"});
    expect_recusado(app, "competencias", json!(vec![uma; 1000])).await;
    let grande = com(cadastro(1), "nome", "a".repeat(1024 * 1024));
    app.anonymous().post(SIGNUP, grande).await.expect_problem(413, "CORPO_GRANDE_DEMAIS");
    assert_eq!(total_de_usuarios(app).await, 0);
}

/// Whoever has typed a slug is not to be sent looking for an id.
async fn so_o_slug_e_culpado_quando_so_ele_esta_errado(app: &TestApp) {
    for _ in 0..2 {
        app.nucleo().await;
        for slug in [json!("A1".repeat(100_000)), json!("a\u{7}"), json!(7), json!("😀")] {
            expect_recusado(app, "nucleoSlug", slug).await;
        }
    }
    assert_eq!(total_de_usuarios(app).await, 0);
}

async fn nome_em_qualquer_escrita_fica_como_veio(app: &TestApp) {
    app.nucleo().await;
    let nomes = [
        "Zoë 👩🏽‍🚀 Ñandú",
        "مريم السيد",
        "e\u{301}\u{302}\u{303} Souza",
        "𝔄𝔫𝔞 𠜎𠜱𠝹",
        "\u{202e}ana souza",
        "O'Hara; DROP TABLE usuarios --",
        "%_\\'\"$1 {}",
        // 200 characters of four bytes each: the limit is in characters.
        &"𠜎".repeat(200),
    ];
    for (nome, numero) in nomes.into_iter().zip(1..) {
        let mut body = com(cadastro(numero), "nome", nome);
        body["endereco"] = json!({"rua": nome, "estado": nome});
        let cadastrado = app.anonymous().post(SIGNUP, body).await.expect(201);
        assert_eq!(cadastrado["usuario"]["nome"], nome);
        let sql = "SELECT nome, rua FROM usuarios WHERE id = $1";
        let id = super::id(&cadastrado["usuario"]["id"]);
        let linhas: Vec<(String, String)> = app.rows(sql, (id,)).await;
        assert_eq!(linhas, [(nome.to_owned(), nome.to_owned())]);
    }
}

async fn unicode_onde_nao_cabe_e_recusado(app: &TestApp) {
    app.nucleo().await;
    for (campo, valor) in [
        // Digits that only look like digits, a capital without a case, a wide @.
        ("cpf", "١٢٣.٤٥٦.٧٨٩-٠٠"),
        ("cpf", "１２３.４５６.７８９-００"),
        ("telefone", "١١٩٨٧٦٥٤٣٢١"),
        ("dataNascimento", "１９９０-０５-１７"),
        ("senha", "nucleo２０２６"),
        ("senha", "😀😀😀😀😀😀😀😀"),
        ("email", "ana＠exemplo.org"),
        ("email", "ana\u{202e}@@exemplo.org"),
        ("nome", "😀"),
        ("nucleoId", "😀"),
    ] {
        expect_recusado(app, campo, json!(valor)).await;
    }
    assert_eq!(total_de_usuarios(app).await, 0);
    // What an address may be made of is for the mail servers to say; here it only must not break.
    for (endereco, numero) in
        ["😀@exemplo.org", "\u{202e}a@exemplo.org", "İ@exemplo.org"].into_iter().zip(1..)
    {
        let antes = total_de_usuarios(app).await;
        let body = com(cadastro(numero), "email", endereco);
        let resposta = app.anonymous().post(SIGNUP, body).await;
        assert!([201, 400].contains(&resposta.status), "{endereco}: {}", resposta.body);
        let novos = total_de_usuarios(app).await - antes;
        assert_eq!(novos == 1, resposta.status == 201, "{endereco}");
    }
}

async fn corpo_que_nao_e_objeto_json_e_recusado(app: &TestApp) {
    app.nucleo().await;
    let anonimo = app.anonymous();
    let fundo = format!("{{\"nome\":{}", "[".repeat(100_000));
    let corpos: [&[u8]; 11] = [
        b"",
        b"{",
        b"null",
        b"7",
        b"\"nome\"",
        b"[]",
        b"{\"nome\": \"\\ud83d\"}",
        b"{\"nome\": \"\xff\xfe\"}",
        b"{\"nome\": 1e999}",
        b"nome=Ana&email=ana%40exemplo.org",
        fundo.as_bytes(),
    ];
    let caminhos = [
        SIGNUP,
        "/api/auth/login",
        "/api/auth/refresh",
        "/api/auth/logout",
        "/api/auth/forgot-password",
        "/api/auth/reset-password",
    ];
    for caminho in caminhos {
        for corpo in corpos {
            let resposta = anonimo.send("POST", caminho, corpo.to_vec().into()).await;
            let motivo = String::from_utf8_lossy(corpo);
            assert_eq!(resposta.status, 400, "{caminho}: {motivo:.40}");
            resposta.expect_problem(400, "JSON_INVALIDO");
        }
        let texto = anonimo.clone().without_content_type().with_header("content-type", "text/html");
        texto.post(caminho, json!({})).await.expect_problem(415, "TIPO_NAO_SUPORTADO");
    }
    assert_eq!(total_de_usuarios(app).await, 0);
}

/// A list that has the right values in the right order is still no object.
async fn lista_no_lugar_de_objeto_e_recusada(app: &TestApp) {
    let membro = app.nucleo().await.caller(Membro).await;
    dar_senha(app, &membro).await;
    let pessoas = total_de_usuarios(app).await;
    let completo = json!([
        "Ana Souza",
        "ana@exemplo.org",
        SENHA,
        "123.456.789-00",
        null,
        null,
        null,
        null,
        true,
        null,
        null,
        null
    ]);
    let anonimo = app.anonymous();
    anonimo.post(SIGNUP, completo).await.expect_problem(400, "JSON_INVALIDO");
    let login = json!([email(&membro), SENHA]);
    anonimo.post("/api/auth/login", login).await.expect_problem(400, "JSON_INVALIDO");
    let refresh = anonimo.post("/api/auth/refresh", json!(["x"])).await;
    refresh.expect_problem(400, "JSON_INVALIDO");
    expect_recusado(app, "endereco", json!(["01310-100", "Rua", "1", null, null, null, "SP"]))
        .await;
    expect_recusado(app, "competencias", json!([[MICRO, "BASICO"]])).await;
    assert_eq!(total_de_usuarios(app).await, pessoas);
}
