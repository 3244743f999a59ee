//! Whose device it is: subscribing, giving up, and passing on.

use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo::Membro;
use base::testing::{TestApp, TestCaller, TestResponse};
use chrono::Duration;
use serde_json::{Value, json};

use super::navegador::Navegador;
use crate::apoio::juntos;
use crate::autenticacao::campos;

base::both_engines! { crate::service;
    um_dispositivo_se_inscreve_e_se_retira,
    o_mesmo_dispositivo_se_atualiza,
    um_corpo_errado_nao_muda_nada,
    o_dispositivo_de_outra_pessoa_passa_para_quem_o_inscreve,
    quem_perdeu_o_dispositivo_nao_o_retira_de_ninguem,
    muitas_pessoas_e_um_dispositivo,
    o_mais_antigo_de_muitos_sai,
    a_chave_publica_e_sempre_a_mesma,
    quem_pergunta_junto_recebe_a_mesma_chave,
}

const ASSINAR: &str = "/push/subscribe";
const RETIRAR: &str = "/push/unsubscribe";

async fn inscrever(pessoa: &TestCaller, navegador: &Navegador) -> TestResponse {
    pessoa.post(ASSINAR, navegador.inscricao()).await
}

type Linha = (UsuarioId, Option<NucleoId>, String, String);

/// Every device there is, oldest first.
async fn dispositivos(app: &TestApp) -> Vec<Linha> {
    let sql = "SELECT usuario_id, nucleo_id, endpoint, p256dh FROM push_subscriptions
               ORDER BY criado_em, id";
    app.rows(sql, ()).await
}

fn linha(pessoa: &TestCaller, nucleo: Option<NucleoId>, navegador: &Navegador) -> Linha {
    (pessoa.id, nucleo, navegador.endpoint.clone(), navegador.p256dh())
}

async fn um_dispositivo_se_inscreve_e_se_retira(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (ana, nacional) = (nucleo.caller(Membro).await, app.super_admin().await);
    let celular = Navegador::novo("https://push.exemplo.org/ana");
    let notebook = Navegador::novo("https://push.exemplo.org/nacional");
    let feito = inscrever(&ana, &celular).await.expect(201);
    assert_eq!(feito, json!({"message": "Este dispositivo vai receber notificações."}));
    inscrever(&nacional.clone().with_header("x-nucleo-id", nucleo.id), &notebook).await.expect(201);
    let dela = linha(&ana, Some(nucleo.id), &celular);
    let da_nacional = linha(&nacional, None, &notebook);
    assert_eq!(dispositivos(app).await, [dela, da_nacional.clone()]);

    let exportado = ana.get("/api/perfil/exportar").await.expect(200);
    let guardado = json!([{"endpoint": celular.endpoint, "criado_em": app.now()}]);
    assert_eq!(exportado["dispositivos"], guardado, "all that is kept of a person is theirs");

    // Unknown, not an address at all, somebody else's: nothing happens, and that is fine.
    for endpoint in ["https://push.exemplo.org/outra", "x", &notebook.endpoint] {
        ana.post(RETIRAR, json!({"endpoint": endpoint})).await.expect(200);
    }
    assert_eq!(dispositivos(app).await.len(), 2);
    let retirado = ana.post(RETIRAR, json!({"endpoint": celular.endpoint})).await.expect(200);
    assert_eq!(retirado, json!({"message": "Este dispositivo não recebe mais notificações."}));
    assert_eq!(dispositivos(app).await, [da_nacional]);
    nacional.post(RETIRAR, json!({"endpoint": notebook.endpoint})).await.expect(200);
    assert_eq!(dispositivos(app).await, []);
    for corpo in [json!({}), json!({"endpoint": null}), json!({"endpoint": 1})] {
        let erro = ana.post(RETIRAR, corpo).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["endpoint"]);
    }
}

async fn o_mesmo_dispositivo_se_atualiza(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await;
    inscrever(&ana, &Navegador::novo("https://push.exemplo.org/ana")).await.expect(201);
    app.advance(Duration::seconds(1));
    let renovado = Navegador::novo("HTTPS://PUSH.exemplo.org:443/ana#x");
    inscrever(&ana, &renovado).await.expect(201);
    let mut esperada = linha(&ana, Some(nucleo.id), &renovado);
    esperada.2 = "https://push.exemplo.org/ana".to_owned();
    assert_eq!(dispositivos(app).await, [esperada]);
    // Written otherwise, it is still the same.
    ana.post(RETIRAR, json!({"endpoint": "https://PUSH.exemplo.org/ana"})).await.expect(200);
    assert_eq!(dispositivos(app).await, []);
}

async fn um_corpo_errado_nao_muda_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await;
    let certo = Navegador::novo("https://push.exemplo.org/ana");
    inscrever(&ana, &certo).await.expect(201);
    let antes = dispositivos(app).await;
    let com = |mudanca: fn(&mut Value)| {
        let mut corpo = Navegador::novo("https://push.exemplo.org/ana").inscricao();
        mudanca(&mut corpo);
        corpo
    };
    for (corpo, esperados) in [
        (json!({}), vec!["endpoint", "keys"]),
        (com(|corpo| corpo["endpoint"] = json!(null)), vec!["endpoint"]),
        (com(|corpo| corpo["endpoint"] = json!("http://push.exemplo.org/")), vec!["endpoint"]),
        (com(|corpo| corpo["endpoint"] = json!("https://2130706433/")), vec!["endpoint"]),
        (com(|corpo| corpo["endpoint"] = json!("https://[::ffff:10.0.0.1]/")), vec!["endpoint"]),
        (com(|corpo| corpo["endpoint"] = json!("https://localhost/")), vec!["endpoint"]),
        (com(|corpo| corpo["endpoint"] = json!("https://a:b@exemplo.org/")), vec!["endpoint"]),
        (com(|corpo| corpo["endpoint"] = json!("mailto:a@b.org")), vec!["endpoint"]),
        (com(|corpo| corpo["endpoint"] = json!("https://a/".repeat(300))), vec!["endpoint"]),
        (com(|corpo| corpo["keys"] = json!("x")), vec!["keys"]),
        (com(|corpo| corpo["keys"] = json!({})), vec!["keys.p256dh", "keys.auth"]),
        (com(|corpo| corpo["keys"]["p256dh"] = json!("AAAA")), vec!["keys.p256dh"]),
        (com(|corpo| corpo["keys"]["p256dh"] = json!(["x"])), vec!["keys.p256dh"]),
        (com(|corpo| corpo["keys"]["p256dh"] = json!("B".repeat(87))), vec!["keys.p256dh"]),
        (com(|corpo| corpo["keys"]["auth"] = json!("AAAA")), vec!["keys.auth"]),
        (com(|corpo| corpo["keys"]["auth"] = json!("não é base64")), vec!["keys.auth"]),
    ] {
        let erro = ana.post(ASSINAR, corpo.clone()).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), esperados, "{corpo}");
    }
    assert_eq!(dispositivos(app).await, antes);
}

/// Within a nucleo, into another, to whoever stands above them, and back.
async fn o_dispositivo_de_outra_pessoa_passa_para_quem_o_inscreve(app: &TestApp) {
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    let (ana, bia) = (nosso.caller(Membro).await, nosso.caller(Membro).await);
    let (rui, nacional) = (deles.caller(Membro).await, app.super_admin().await);
    let vizinho = Navegador::novo("https://push.exemplo.org/vizinho");
    inscrever(&rui, &vizinho).await.expect(201);
    let do_vizinho = linha(&rui, Some(deles.id), &vizinho);
    let mut ids = Vec::new();
    for (pessoa, nucleo) in [
        (&ana, Some(nosso.id)),
        (&bia, Some(nosso.id)),
        (&rui, Some(deles.id)),
        (&ana, Some(nosso.id)),
        (&nacional, None),
        (&rui, Some(deles.id)),
        (&nacional, None),
        (&ana, Some(nosso.id)),
    ] {
        app.advance(Duration::seconds(1));
        let comum = Navegador::novo("https://push.exemplo.org/comum");
        inscrever(pessoa, &comum).await.expect(201);
        assert_eq!(
            dispositivos(app).await,
            [do_vizinho.clone(), linha(pessoa, nucleo, &comum)],
            "the device has one owner, and nobody else lost theirs"
        );
        let sql = "SELECT id FROM push_subscriptions WHERE endpoint = $1";
        ids.extend(app.rows::<(base::Uuid,)>(sql, (comum.endpoint,)).await);
    }
    // What was still on its way to the one before does not reach the next.
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 8);
}

async fn quem_perdeu_o_dispositivo_nao_o_retira_de_ninguem(app: &TestApp) {
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    let (ana, rui) = (nosso.caller(Membro).await, deles.caller(Membro).await);
    let comum = Navegador::novo("https://push.exemplo.org/comum");
    inscrever(&ana, &comum).await.expect(201);
    inscrever(&rui, &comum).await.expect(201);
    ana.post(RETIRAR, json!({"endpoint": comum.endpoint})).await.expect(200);
    assert_eq!(dispositivos(app).await, [linha(&rui, Some(deles.id), &comum)]);
}

async fn muitas_pessoas_e_um_dispositivo(app: &TestApp) {
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    let mut pessoas = Vec::new();
    for nucleo in [&nosso, &deles, &nosso, &deles] {
        pessoas.push(nucleo.caller(Membro).await);
    }
    for _ in 0..5 {
        let pedidos = pessoas.clone().into_iter().map(async |pessoa| {
            let comum = Navegador::novo("https://push.exemplo.org/comum");
            inscrever(&pessoa, &comum).await
        });
        for resposta in juntos(pedidos).await {
            resposta.expect(201);
        }
        assert_eq!(dispositivos(app).await.len(), 1);
    }
}

async fn o_mais_antigo_de_muitos_sai(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (ana, bia) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    inscrever(&bia, &Navegador::novo("https://push.exemplo.org/bia")).await.expect(201);
    let endpoint = |numero: usize| format!("https://push.exemplo.org/{numero}");
    for numero in 0..20 {
        app.advance(Duration::seconds(1));
        inscrever(&ana, &Navegador::novo(endpoint(numero))).await.expect(201);
    }
    app.advance(Duration::seconds(1));
    // The first one is used again and is no longer the oldest.
    inscrever(&ana, &Navegador::novo(endpoint(0))).await.expect(201);
    app.advance(Duration::seconds(1));
    inscrever(&ana, &Navegador::novo(endpoint(20))).await.expect(201);
    let linhas = dispositivos(app).await;
    let dela = linhas.iter().filter(|linha| linha.0 == ana.id);
    let restam: Vec<_> = dela.map(|linha| linha.2.clone()).collect();
    let esperados: Vec<_> = (2..20).chain([0, 20]).map(endpoint).collect();
    assert_eq!(restam, esperados);
    assert_eq!(linhas.len(), 21, "nobody else's");
}

async fn a_chave_publica_e_sempre_a_mesma(app: &TestApp) {
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    let primeira = nosso.caller(Membro).await.get("/push/vapid-key").await.expect(200);
    let chave = primeira["publicKey"].as_str().unwrap();
    let bytes = data_encoding::BASE64URL_NOPAD.decode(chave.as_bytes()).unwrap();
    assert_eq!((bytes.len(), bytes[0]), (65, 4));
    for pessoa in [deles.caller(Membro).await, app.super_admin().await] {
        assert_eq!(pessoa.get("/push/vapid-key").await.expect(200), primeira);
    }
    assert_eq!(app.count("SELECT count(*) FROM chaves_vapid", ()).await, 1);
}

async fn quem_pergunta_junto_recebe_a_mesma_chave(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let mut pessoas = Vec::new();
    for _ in 0..8 {
        pessoas.push(nucleo.caller(Membro).await);
    }
    let pedidos = pessoas.into_iter().map(async |pessoa| pessoa.get("/push/vapid-key").await);
    let mut chaves: Vec<String> = Vec::new();
    for resposta in juntos(pedidos).await {
        chaves.push(resposta.expect(200)["publicKey"].as_str().unwrap().to_owned());
    }
    chaves.dedup();
    assert_eq!(chaves.len(), 1);
}
