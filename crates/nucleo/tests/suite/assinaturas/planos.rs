//! The catalogue of plans, and the plan that an administrator gives.

use base::scope::Cargo::{Administrador, Coordenador, Membro};
use base::testing::TestApp;
use serde_json::{Value, json};

use super::*;
use crate::apoio::{chaves, coluna, trilha};
use crate::autenticacao::campos;

base::both_engines! { crate::service;
    o_catalogo_do_nucleo,
    um_plano_muda_menos_o_seu_codigo,
    dados_errados_nao_criam_plano,
    o_plano_dado_por_quem_administra,
    o_plano_dado_pode_ser_o_gratuito,
    o_que_nao_se_pode_dar,
    a_lista_das_assinaturas,
}

async fn o_catalogo_do_nucleo(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let admin = nucleo.caller(Administrador).await;
    let criado = plano(&admin, "ouro", json!(19.9), 7).await;
    assert_eq!(
        criado,
        json!({"id": criado["id"], "nome": "ouro", "codigo": "OURO", "preco": 19.9,
               "periodoDias": 30, "bonusMoedas": 7})
    );
    let membro = nucleo.caller(Membro).await;
    let lista = membro.get(PLANOS).await;
    assert_eq!(lista.headers["x-total-count"], "2");
    assert_eq!(coluna(&lista.expect(200), "codigo"), ["OURO", "FREE"], "newest first");
    let deles = outro.caller(Membro).await.get(PLANOS).await.expect(200);
    assert_eq!(coluna(&deles, "codigo"), ["FREE"]);
    let repetido = json!({"nome": "x", "codigo": "OURO", "preco": 1, "periodoDias": 1});
    admin.post(PLANOS, repetido.clone()).await.expect_problem(409, "CODIGO_DE_PLANO_EM_USO");
    outro.caller(Administrador).await.post(PLANOS, repetido.clone()).await.expect(201);
    for cargo in [Membro, Coordenador] {
        let recusado = nucleo.caller(cargo).await.post(PLANOS, repetido.clone()).await;
        recusado.expect_problem(403, "SEM_PERMISSAO");
    }
    let nacional = app.super_admin().await.post(PLANOS, repetido).await;
    nacional.expect_problem(400, "NUCLEO_NAO_SELECIONADO");
    let (autor, alvo, detalhes) = trilha(app, "PLANO_ALTERADO").await.remove(0);
    assert_eq!((autor, json!(alvo)), (admin.id, criado["id"].clone()));
    assert_eq!(detalhes, json!({"operacao": "CRIADO", "titulo": "ouro", "campos": []}));
}

async fn um_plano_muda_menos_o_seu_codigo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let plano = apoiador(&admin).await;
    let caminho = |plano: &Value| format!("{PLANOS}/{}", plano["id"].as_str().unwrap());
    let mudanca = json!({"nome": "Amigo", "preco": 25.5, "codigo": "apoiador"});
    let mudado = admin.patch(&caminho(&plano), mudanca).await.expect(200);
    assert_eq!((&mudado["nome"], &mudado["preco"]), (&json!("Amigo"), &json!(25.5)));
    assert_eq!((&mudado["periodoDias"], &mudado["bonusMoedas"]), (&json!(30), &json!(50)));
    let errado = json!({"codigo": "AMIGO", "preco": -1, "periodoDias": 0, "nome": ""});
    let erro = admin.patch(&caminho(&plano), errado).await.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(campos(&erro), ["codigo", "preco", "nome", "periodoDias"]);

    let lista = admin.get(PLANOS).await.expect(200);
    assert_eq!(lista[0], mudado, "a refused change changes nothing");
    let gratuito = &lista[1];
    let erro = admin.patch(&caminho(gratuito), json!({"preco": 1})).await;
    assert_eq!(campos(&erro.expect_problem(400, "DADOS_INVALIDOS")), ["preco"]);
    admin.patch(&caminho(gratuito), json!({"nome": "Livre"})).await.expect(200);
    let membro = nucleo.caller(Membro).await;
    assert_eq!(
        minha(&membro).await["plano"]["nome"],
        "Livre",
        "it is still what one falls back to"
    );
    let feitas: Vec<_> =
        trilha(app, "PLANO_ALTERADO").await.into_iter().map(|(.., detalhes)| detalhes).collect();
    assert_eq!(feitas.len(), 3);
    assert_eq!(feitas[1]["campos"], json!(["nome", "preco"]));
    admin.patch(&caminho(&plano), json!({})).await.expect(200);
    assert_eq!(trilha(app, "PLANO_ALTERADO").await.len(), 3, "nothing changed, nothing written");
}

async fn dados_errados_nao_criam_plano(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let bom = json!({"nome": "Ouro", "codigo": "OURO", "preco": 1, "periodoDias": 1});
    for (campo, valor) in [
        ("nome", json!("")),
        ("codigo", json!("com espaço")),
        ("codigo", json!("x".repeat(61))),
        ("preco", json!(1.005)),
        ("preco", json!(-1)),
        ("preco", json!("20")),
        ("preco", json!(1e12)),
        ("periodoDias", json!(0)),
        ("periodoDias", json!(3651)),
        ("periodoDias", json!(1.5)),
        ("bonusMoedas", json!(-1)),
    ] {
        let mut corpo = bom.clone();
        corpo[campo] = valor.clone();
        let erro = admin.post(PLANOS, corpo).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), [campo], "{valor}");
    }
    assert_eq!(app.count("SELECT count(*) FROM planos", ()).await, 1);
    assert_eq!(trilha(app, "PLANO_ALTERADO").await, []);
}

async fn o_plano_dado_por_quem_administra(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let (apoiador, militante) = (apoiador(&admin).await, militante(&admin).await);
    let ana = nucleo.caller(Membro).await;
    let sem_fim = definir(&admin, ana.id, json!({"planoId": apoiador["id"]})).await.expect(200);
    assert_eq!(chaves(&sem_fim), ["criado_em", "id", "pendente", "plano", "status", "validade"]);
    assert_eq!(resumo(&ana).await, esperado("APOIADOR", "ATIVA", None));
    // The same plan until a day, which counts whole in Sao Paulo.
    let ate_o_dia = json!({"planoId": apoiador["id"], "validade": "2026-03-31"});
    let mudada = definir(&admin, ana.id, ate_o_dia).await.expect(200);
    assert_eq!(mudada["id"], sem_fim["id"], "the same subscription goes on");
    assert_eq!(mudada["validade"], "2026-04-01T02:59:59.999Z");
    // Another plan is another subscription, and the first one ends.
    let outro = json!({"planoId": militante["id"], "validade": "2026-03-03T00:00:00Z"});
    let outra = definir(&admin, ana.id, outro).await.expect(200);
    assert_ne!(outra["id"], sem_fim["id"]);
    let fim = Some("2026-03-03T00:00:00.000Z");
    assert_eq!(resumo(&ana).await, esperado("MILITANTE", "ATIVA", fim));
    let lista = admin.get(ASSINATURAS).await.expect(200);
    assert_eq!(coluna(&lista, "status"), ["ATIVA", "CANCELADA"]);
    let perfil = ana.get("/api/perfil").await.expect(200);
    assert_eq!(perfil["planos"], json!({"id": militante["id"], "nome": "MILITANTE"}));
    assert_eq!(perfil["plano_validade"], "2026-03-03T00:00:00.000Z");
    let feitas = trilha(app, "PLANO_ALTERADO").await;
    let ultima = &feitas[feitas.len() - 1];
    assert_eq!((ultima.0, ultima.1), (admin.id, ana.id.into()));
    assert_eq!(
        ultima.2,
        json!({"de": "APOIADOR", "para": "MILITANTE", "validade": "2026-03-03T00:00:00.000Z"})
    );
    assert_eq!(crate::apoio::saldo(app, ana.id).await, 0, "what is given credits nothing");
}

async fn o_plano_dado_pode_ser_o_gratuito(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let (apoiador, ana) = (apoiador(&admin).await, nucleo.caller(Membro).await);
    definir(&admin, ana.id, json!({"planoId": apoiador["id"]})).await.expect(200);
    let free = admin.get(PLANOS).await.expect(200)[1].clone();
    let tirado = definir(&admin, ana.id, json!({"planoId": free["id"], "validade": null})).await;
    let tirado = tirado.expect(200);
    assert_eq!((&tirado["id"], &tirado["plano"]["codigo"]), (&Value::Null, &json!("FREE")));
    assert_eq!(resumo(&ana).await, esperado("FREE", "ATIVA", None));
    let lista = admin.get(ASSINATURAS).await.expect(200);
    assert_eq!(coluna(&lista, "status"), ["CANCELADA"]);
    definir(&admin, ana.id, json!({"planoId": free["id"]})).await.expect(200);
}

async fn o_que_nao_se_pode_dar(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let admin = nucleo.caller(Administrador).await;
    let (nosso, deles) =
        (apoiador(&admin).await, apoiador(&outro.caller(Administrador).await).await);
    let ana = nucleo.caller(Membro).await;
    let agora = "2026-03-02T12:00:00.000Z";
    for (corpo, esperados) in [
        (json!({"planoId": deles["id"]}), vec!["planoId"]),
        (json!({"planoId": ana.id}), vec!["planoId"]),
        (json!({"planoId": "x"}), vec!["planoId"]),
        (json!({}), vec!["planoId"]),
        (json!({"planoId": nosso["id"], "validade": agora}), vec!["validade"]),
        (json!({"planoId": nosso["id"], "validade": "2026-03-01"}), vec!["validade"]),
        (json!({"planoId": nosso["id"], "validade": 7}), vec!["validade"]),
        (json!({"planoId": deles["id"], "validade": "ontem"}), vec!["planoId", "validade"]),
    ] {
        let erro = definir(&admin, ana.id, corpo.clone()).await;
        assert_eq!(campos(&erro.expect_problem(400, "DADOS_INVALIDOS")), esperados, "{corpo}");
    }
    let corpo = json!({"planoId": nosso["id"]});
    for sumida in [nucleo.person("REJEITADO").await, outro.caller(Membro).await] {
        let recusado = definir(&admin, sumida.id, corpo.clone()).await;
        recusado.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    }
    let coord = nucleo.caller(Coordenador).await;
    definir(&coord, ana.id, corpo.clone()).await.expect_problem(403, "SEM_PERMISSAO");
    assert_eq!(app.count("SELECT count(*) FROM assinaturas", ()).await, 0);
    // From above all nucleos the plan must be of the person's own.
    let super_admin = app.super_admin().await;
    let erro = definir(&super_admin, ana.id, json!({"planoId": deles["id"]})).await;
    assert_eq!(campos(&erro.expect_problem(400, "DADOS_INVALIDOS")), ["planoId"]);
    definir(&super_admin, ana.id, corpo).await.expect(200);
    assert_eq!(resumo(&ana).await.0, "APOIADOR");
}

async fn a_lista_das_assinaturas(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let admin = nucleo.caller(Administrador).await;
    let plano = apoiador(&admin).await;
    let (ana, bia) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    assinar(&ana, &plano).await.expect(201);
    app.advance(chrono::Duration::minutes(1));
    definir(&admin, bia.id, json!({"planoId": plano["id"]})).await.expect(200);
    let coord = nucleo.caller(Coordenador).await;
    let lista = coord.get(ASSINATURAS).await;
    assert_eq!(lista.headers["x-total-count"], "2");
    let lista = lista.expect(200);
    assert_eq!(coluna(&lista, "status"), ["ATIVA", "PENDENTE"], "newest first");
    assert_eq!(lista[1]["usuario"], json!({"id": ana.id, "nome": "Fulana"}));
    assert_eq!(
        lista[1]["plano"],
        json!({"id": plano["id"], "nome": "APOIADOR", "codigo": "APOIADOR"})
    );
    assert_eq!(lista[1]["criado_em"], "2026-03-02T12:00:00.000Z");
    let pendentes = coord.get(&format!("{ASSINATURAS}?status=PENDENTE&limit=1")).await;
    assert_eq!(pendentes.headers["x-total-count"], "1");
    assert_eq!(pendentes.expect(200)[0], lista[1]);
    let erro = coord.get(&format!("{ASSINATURAS}?status=PAGA&page=0")).await;
    assert_eq!(campos(&erro.expect_problem(400, "DADOS_INVALIDOS")), ["status", "page"]);
    let deles = outro.caller(Coordenador).await.get(ASSINATURAS).await.expect(200);
    assert_eq!(deles, json!([]));
    ana.get(ASSINATURAS).await.expect_problem(403, "SEM_PERMISSAO");
    let nacional = app.super_admin().await.get(ASSINATURAS).await;
    assert_eq!(nacional.headers["x-total-count"], "2");
}
