//! One's own account.

use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use serde_json::{Value, json};

use super::{SENHA, cadastrar, cadastro, com, dar_senha, email, sessao};

base::both_engines! { crate::service;
    eu_mostra_o_perfil_completo,
    eu_de_quem_nao_tem_nada_ainda,
    eu_do_super_admin,
    eu_custa_quatro_comandos,
    a_apresentacao_se_dispensa_uma_vez,
}

const EU: &str = "/api/auth/me";
const DISPENSAR: &str = "/api/auth/dismiss-first-login";

fn preferencias_iniciais() -> Value {
    json!({
        "push_tarefa": true, "push_evento": true, "push_comunicado": true, "push_enquete": true,
        "push_pagamento": true, "push_conquista": true, "email_tarefa": true,
        "email_evento": true, "email_comunicado": true, "email_enquete": true,
        "email_pagamento": true, "email_conquista": true, "whatsapp": false,
    })
}

async fn semear_catalogo(app: &TestApp) {
    let semear = async |tx: &mut base::db::NucleoTx| {
        nucleo::areas::competencias::service::semear(&mut tx.shared()).await
    };
    app.operator.write(semear).await.unwrap();
}

async fn eu_mostra_o_perfil_completo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    semear_catalogo(app).await;
    let catalogo = app.anonymous().get("/api/competencias").await.expect(200);
    let (macro_, micro) = (&catalogo[0], &catalogo[0]["micros"][0]);
    let endereco = json!({
        "cep": "01310-100", "rua": "Avenida Paulista", "numero": "1000", "complemento": null,
        "bairro": "Bela Vista", "cidade": "São Paulo", "estado": "SP",
    });
    let mut body = com(cadastro(1), "endereco", endereco.clone());
    body["telefone"] = json!("11 98765-4321");
    body["dataNascimento"] = json!("1990-05-17");
    body["competencias"] = json!([{"microId": micro["id"], "nivel": "AVANCADO"}]);
    let pessoa = cadastrar(app, body).await;
    let aprovar = json!({ "usuarioId": pessoa });
    let admin = nucleo.caller(Administrador).await;
    admin.post("/api/auth/approve", aprovar).await.expect(200);

    let (_, cliente) = sessao(app, "pessoa1@exemplo.org", SENHA).await;
    let resposta = cliente.get(EU).await;
    assert_eq!(resposta.headers["cache-control"], "no-store");
    let eu = resposta.expect(200);
    let sql = "SELECT codigo_referral FROM usuarios WHERE id = $1";
    let [(codigo,)]: [(String,); 1] = app.rows(sql, (pessoa,)).await.try_into().unwrap();
    let [(plano,)]: [(base::Uuid,); 1] =
        app.rows("SELECT id FROM planos WHERE codigo = 'FREE'", ()).await.try_into().unwrap();
    let esperado = json!({
        "id": pessoa,
        "nome": "Ana Souza",
        "email": "pessoa1@exemplo.org",
        "cpf": "123.456.001-00",
        "telefone": "(11) 98765-4321",
        "dataNascimento": "1990-05-17",
        "endereco": endereco,
        "foto_url": null,
        "codigoReferral": codigo,
        "status": "ATIVO",
        "cargo": "MEMBRO",
        "nucleo_id": nucleo.id,
        "saldo_moeda": 0,
        "planos": {"id": plano, "nome": "Free"},
        "usuario_competencias": [{
            "nivel_proficiencia": "AVANCADO",
            "competencias_micro": {
                "id": micro["id"],
                "nome": micro["nome"],
                "competencias_macro": {"id": macro_["id"], "nome": macro_["nome"]},
            },
        }],
        "primeiro_login": true,
        "preferencias_notificacao": preferencias_iniciais(),
        "criado_em": "2026-03-02T12:00:00.000Z",
    });
    // More may come; this much is promised.
    for (campo, valor) in esperado.as_object().unwrap() {
        assert_eq!(eu[campo], *valor, "{campo}");
        assert!(eu.as_object().unwrap().contains_key(campo), "{campo}");
    }
    let texto = eu.to_string().to_lowercase();
    for segredo in ["senha", "hash", "argon2"] {
        assert!(!texto.contains(segredo), "{segredo} has no place in {texto}");
    }
}

async fn eu_de_quem_nao_tem_nada_ainda(app: &TestApp) {
    let membro = app.nucleo().await.caller(Membro).await;
    let sql = "UPDATE usuarios SET preferencias_notificacao =
                   '{\"push_tarefa\": false, \"whatsapp\": true}' WHERE id = $1";
    app.execute(sql, (membro.id,)).await;
    let eu = membro.get(EU).await.expect(200);
    for campo in ["telefone", "dataNascimento", "foto_url"] {
        assert_eq!(eu.as_object().unwrap().get(campo), Some(&Value::Null), "{campo}");
    }
    assert!(eu["endereco"].as_object().unwrap().values().all(Value::is_null));
    assert_eq!(eu["endereco"].as_object().unwrap().len(), 7);
    assert_eq!(eu["usuario_competencias"], json!([]));
    // What the person has chosen, and the defaults of the rest.
    let mut preferencias = preferencias_iniciais();
    preferencias["push_tarefa"] = json!(false);
    preferencias["whatsapp"] = json!(true);
    assert_eq!(eu["preferencias_notificacao"], preferencias);
    // Nobody sees themselves through somebody else's nucleo.
    let outro = app.nucleo().await;
    let alhures = membro.clone().with_header("x-nucleo-id", outro.id).get(EU).await.expect(200);
    assert_eq!(alhures["nucleo_id"], eu["nucleo_id"]);
}

async fn eu_do_super_admin(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let super_admin = app.super_admin().await;
    let no_nucleo = super_admin.clone().with_header("x-nucleo-id", nucleo.id);
    // Being at work in a nucleo does not move the account there.
    for cliente in [&super_admin, &no_nucleo] {
        let eu = cliente.get(EU).await.expect(200);
        assert_eq!(eu["id"], json!(super_admin.id));
        assert_eq!((&eu["cargo"], &eu["nucleo_id"]), (&json!("SUPER_ADMIN"), &Value::Null));
        assert_eq!((&eu["saldo_moeda"], &eu["planos"]), (&json!(0), &Value::Null));
        assert_eq!(eu["preferencias_notificacao"], preferencias_iniciais());
    }
    for errado in ["x".to_owned(), app.new_id::<base::Uuid>().to_string()] {
        let perdido = super_admin.clone().with_header("x-nucleo-id", errado);
        perdido.get(EU).await.expect_problem(400, "NUCLEO_INVALIDO");
    }
    no_nucleo.patch(DISPENSAR, json!({})).await.expect(200);
    assert_eq!(super_admin.get(EU).await.expect(200)["primeiro_login"], false);
}

/// Every page of a client begins with this request.
async fn eu_custa_quatro_comandos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    semear_catalogo(app).await;
    let membro = nucleo.caller(Membro).await;
    let sql =
        "INSERT INTO usuario_competencias (usuario_id, nucleo_id, micro_id, nivel_proficiencia)
               SELECT $1, $2, m.id, 'BASICO' FROM competencias_micro m";
    app.execute(sql, (membro.id, nucleo.id)).await;
    let (comandos, eu) = app.statements(membro.get(EU)).await;
    assert!(eu.expect(200)["usuario_competencias"].as_array().unwrap().len() > 30);
    assert!(comandos <= 4, "{comandos} statements");
    let (comandos, _) = app.statements(app.super_admin().await.get(EU)).await;
    assert!(comandos <= 4, "{comandos} statements");
}

async fn a_apresentacao_se_dispensa_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (membro, vizinho) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    dar_senha(app, &membro).await;
    for _ in 0..2 {
        let mut dispensou = membro.patch(DISPENSAR, json!({})).await.expect(200);
        assert!(dispensou["message"].take().is_string());
        assert_eq!(dispensou, json!({"message": null, "primeiro_login": false}));
    }
    // The specification gives this request no body.
    let sem_corpo = vizinho.clone().without_content_type();
    assert_eq!(vizinho.get(EU).await.expect(200)["primeiro_login"], true);
    sem_corpo.send("PATCH", DISPENSAR, "".into()).await.expect(200);
    assert_eq!(vizinho.get(EU).await.expect(200)["primeiro_login"], false);
    // It lasts: the next log-in is not the first.
    let (_, cliente) = sessao(app, &email(&membro), SENHA).await;
    assert_eq!(cliente.get(EU).await.expect(200)["primeiro_login"], false);
    let anonimo = app.anonymous().patch(DISPENSAR, json!({})).await;
    anonimo.expect_problem(401, "NAO_AUTENTICADO");
}
