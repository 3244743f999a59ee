//! Nucleos, their settings, super admins and the audit trail, through the real router.

use base::scope::Cargo::{Administrador, Coordenador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use serde_json::{Value, json};

base::both_engines! { crate::service;
    um_nucleo_do_comeco_ao_fim,
    slug_e_dominio_sao_unicos,
    o_que_nao_vem_fica_e_nulo_retira,
    todos_os_erros_de_um_nucleo_de_uma_vez,
    configuracoes_do_proprio_nucleo,
    super_admin_precisa_escolher_um_nucleo_para_configurar,
    super_admins_criam_super_admins,
    a_trilha_conta_quem_fez_o_que,
    a_trilha_filtra_e_pagina,
    cada_nucleo_le_a_propria_trilha,
}

fn novo(slug: &str) -> Value {
    json!({
        "nome": "Núcleo Bahia", "estado": "BA", "slug": slug, "dominio": format!("{slug}.exemplo.org"),
        "logoUrl": "https://exemplo.org/logo.png", "corPrimaria": "#aa0000",
        "corSecundaria": "#00AA00", "nomeMoeda": "Dendê", "siglaMoeda": "DEN",
    })
}

async fn um_nucleo_do_comeco_ao_fim(app: &TestApp) {
    let admin = app.super_admin().await;
    let criado = admin.post("/api/admin/nucleos", novo("bahia")).await.expect(201);
    assert_eq!(criado["corPrimaria"], "#AA0000");
    assert_eq!(criado["transparenciaFinanceira"], false);
    assert_eq!(criado["criado_em"], "2026-03-02T12:00:00.000Z");
    let planos = "SELECT codigo FROM planos ORDER BY codigo";
    let planos: Vec<(String,)> = app.rows(planos, ()).await;
    assert_eq!(planos.len(), 3);
    assert_eq!(app.count("SELECT count(*) FROM regras_moeda", ()).await, 1);

    app.advance(Duration::seconds(1));
    admin.post("/api/admin/nucleos", novo("acre")).await.expect(201);
    let anonymous = app.anonymous();
    let lista = anonymous.get("/api/nucleos/publicos?limit=1").await;
    assert_eq!(lista.headers["x-total-count"], "2");
    let lista = lista.expect(200);
    assert_eq!((&lista[0]["slug"], lista.as_array().unwrap().len()), (&json!("acre"), 1));
    let detalhe = anonymous.get("/api/nucleos/bahia").await.expect(200);
    assert_eq!((&detalhe["id"], &detalhe["siglaMoeda"]), (&criado["id"], &json!("DEN")));
    assert!(detalhe["transparenciaFinanceira"].is_null(), "settings are not public");
    for unknown in ["nenhum", "%00", "A%20B", "publicos2"] {
        let response = anonymous.get(&format!("/api/nucleos/{unknown}")).await;
        response.expect_problem(404, "NUCLEO_NAO_ENCONTRADO");
    }

    let caminho = format!("/api/admin/nucleos/{}", criado["id"].as_str().unwrap());
    let mudado = admin.patch(&caminho, json!({"nome": "Núcleo Recôncavo"})).await.expect(200);
    assert_eq!((&mudado["nome"], &mudado["slug"]), (&json!("Núcleo Recôncavo"), &json!("bahia")));
    let unknown = "/api/admin/nucleos/0195e9a0-0000-7000-8000-000000000000";
    admin.patch(unknown, json!({})).await.expect_problem(404, "NUCLEO_NAO_ENCONTRADO");
    admin.patch("/api/admin/nucleos/42", json!({})).await.expect_problem(404, "NAO_ENCONTRADO");
}

async fn slug_e_dominio_sao_unicos(app: &TestApp) {
    let admin = app.super_admin().await;
    let outro = admin.post("/api/admin/nucleos", novo("bahia")).await.expect(201);
    let mut mesmo_slug = novo("bahia");
    mesmo_slug["dominio"] = json!("outro.exemplo.org");
    let igual = admin.post("/api/admin/nucleos", mesmo_slug).await;
    igual.expect_problem(409, "SLUG_EM_USO");
    let mut mesmo_dominio = novo("ceara");
    mesmo_dominio["dominio"] = json!("BAHIA.exemplo.org");
    let igual = admin.post("/api/admin/nucleos", mesmo_dominio).await;
    igual.expect_problem(409, "DOMINIO_EM_USO");
    let ceara = admin.post("/api/admin/nucleos", novo("ceara")).await.expect(201);
    let caminho = format!("/api/admin/nucleos/{}", ceara["id"].as_str().unwrap());
    let igual = admin.patch(&caminho, json!({"slug": "bahia"})).await;
    igual.expect_problem(409, "SLUG_EM_USO");
    assert_eq!(app.count("SELECT count(*) FROM nucleos", ()).await, 2);
    assert_eq!(app.count("SELECT count(*) FROM planos", ()).await, 6, "{outro}");
}

async fn o_que_nao_vem_fica_e_nulo_retira(app: &TestApp) {
    let admin = app.super_admin().await;
    let criado = admin.post("/api/admin/nucleos", novo("bahia")).await.expect(201);
    let caminho = format!("/api/admin/nucleos/{}", criado["id"].as_str().unwrap());
    assert_eq!(admin.patch(&caminho, json!({})).await.expect(200), criado);
    let nulos = json!({"logoUrl": null, "dominio": null, "nome": null, "corPrimaria": null});
    let mudado = admin.patch(&caminho, nulos).await.expect(200);
    assert_eq!((&mudado["logoUrl"], &mudado["dominio"]), (&Value::Null, &Value::Null));
    assert_eq!(
        (&mudado["nome"], &mudado["corPrimaria"]),
        (&criado["nome"], &criado["corPrimaria"])
    );
}

async fn todos_os_erros_de_um_nucleo_de_uma_vez(app: &TestApp) {
    let admin = app.super_admin().await;
    let corpo = json!({"estado": "ZZ", "slug": "publicos", "corPrimaria": 1, "logoUrl": "ftp://x"});
    let erro = admin.post("/api/admin/nucleos", corpo).await;
    let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
    let campos: Vec<_> = erro["campos"].as_array().unwrap().iter().map(|e| &e["campo"]).collect();
    assert_eq!(campos, ["nome", "estado", "slug", "logoUrl", "corPrimaria"]);
    assert_eq!(app.count("SELECT count(*) FROM nucleos", ()).await, 0);
}

async fn configuracoes_do_proprio_nucleo(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let admin = nucleo.caller(Administrador).await;
    let mudanca = json!({
        "transparenciaFinanceira": true, "transparenciaSaldo": false, "nomeMoeda": "Pequi",
        "corPrimaria": "#000000", "nome": "não muda por aqui",
    });
    let mudado = admin.patch("/api/nucleo/configuracoes", mudanca).await.expect(200);
    assert_eq!(mudado, admin.get("/api/nucleo/configuracoes").await.expect(200));
    assert_eq!(mudado["id"], json!(nucleo.id));
    assert_eq!(
        (&mudado["transparenciaFinanceira"], &mudado["transparenciaSaldo"]),
        (&json!(true), &json!(false))
    );
    assert_eq!((&mudado["nomeMoeda"], &mudado["nome"]), (&json!("Pequi"), &json!("Núcleo")));
    let vizinho =
        outro.caller(Administrador).await.get("/api/nucleo/configuracoes").await.expect(200);
    assert_eq!((&vizinho["id"], &vizinho["nomeMoeda"]), (&json!(outro.id), &json!("Moeda")));
    let acao = "SELECT count(*) FROM auditoria WHERE acao = 'CONFIGURACAO_ALTERADA'";
    assert_eq!(app.count(acao, ()).await, 1);
}

async fn super_admin_precisa_escolher_um_nucleo_para_configurar(app: &TestApp) {
    let (nucleo, admin) = (app.nucleo().await, app.super_admin().await);
    let sem = admin.get("/api/nucleo/configuracoes").await;
    sem.expect_problem(400, "NUCLEO_NAO_SELECIONADO");
    let sem = admin.patch("/api/nucleo/configuracoes", json!({"nomeMoeda": "X"})).await;
    sem.expect_problem(400, "NUCLEO_NAO_SELECIONADO");
    let dentro = admin.clone().with_header("x-nucleo-id", nucleo.id);
    let lido = dentro.get("/api/nucleo/configuracoes").await.expect(200);
    assert_eq!(lido["id"], json!(nucleo.id));
    for errado in ["42", "0195e9a0-0000-7000-8000-000000000000"] {
        let errado = admin.clone().with_header("x-nucleo-id", errado);
        for path in ["/api/nucleo/configuracoes", "/api/admin/nucleos", "/api/auth/me"] {
            errado.get(path).await.expect_problem(400, "NUCLEO_INVALIDO");
        }
    }
    // From anyone else the header is ignored.
    let membro = nucleo.caller(Membro).await.with_header("x-nucleo-id", "42");
    membro.get("/api/auth/me").await.expect(200);
}

async fn super_admins_criam_super_admins(app: &TestApp) {
    let (nucleo, primeiro) = (app.nucleo().await, app.super_admin().await);
    // The nucleo they work in does not matter.
    let primeiro = primeiro.with_header("x-nucleo-id", nucleo.id);
    let corpo = json!({
        "nome": "Helena Prado", "email": "Helena@Exemplo.org", "senha": "Nucleo2026",
        "cpf": "999.999.999-99", "telefone": "11987654321",
    });
    let criada = primeiro.post("/api/admin/super-admins", corpo.clone()).await.expect(201);
    assert_eq!((&criada["cargo"], &criada["status"]), (&json!("SUPER_ADMIN"), &json!("ATIVO")));
    assert_eq!(
        (&criada["nucleo_id"], &criada["email"]),
        (&Value::Null, &json!("helena@exemplo.org"))
    );
    assert_eq!(criada["telefone"], "(11) 98765-4321");
    // Where both are taken, which one is named is the engine's affair.
    for (outro, valor, codigo) in [
        ("cpf", "111.111.111-11", "EMAIL_JA_CADASTRADO"),
        ("email", "outra@exemplo.org", "CPF_JA_CADASTRADO"),
    ] {
        let mut repetida = corpo.clone();
        repetida[outro] = json!(valor);
        primeiro.post("/api/admin/super-admins", repetida).await.expect_problem(409, codigo);
    }

    let login = json!({"email": "helena@exemplo.org", "senha": "Nucleo2026"});
    let login = app.anonymous().post("/api/auth/login", login).await.expect(200);
    assert_eq!(
        (&login["usuario"]["cargo"], &login["usuario"]["nucleoId"]),
        (&json!("SUPER_ADMIN"), &Value::Null)
    );
    let helena = app.anonymous().with_token(login["accessToken"].as_str().unwrap());
    let lista = helena.get("/api/admin/super-admins").await;
    assert_eq!(lista.headers["x-total-count"], "2");
    assert_eq!(lista.expect(200)[0]["id"], criada["id"]);
    let acao = "SELECT count(*) FROM auditoria WHERE acao = 'SUPER_ADMIN_CRIADO'
                AND nucleo_id IS NULL AND autor_id = $1";
    assert_eq!(app.count(acao, (primeiro.id,)).await, 1);
    let erro = primeiro.post("/api/admin/super-admins", json!({"senha": "fraca"})).await;
    let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
    let campos: Vec<_> = erro["campos"].as_array().unwrap().iter().map(|e| &e["campo"]).collect();
    assert_eq!(campos, ["nome", "email", "senha", "senha", "senha", "cpf"]);
}

async fn a_trilha_conta_quem_fez_o_que(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await.from_address("203.0.113.7");
    let pessoa = nucleo.person("PENDENTE").await;
    coord.post("/api/auth/approve", json!({"usuarioId": pessoa.id})).await.expect(200);

    let admin = nucleo.caller(Administrador).await;
    let trilha = admin.get("/api/admin/auditoria").await.expect(200);
    let linha = &trilha["data"][0];
    assert_eq!(linha["acao"], "USUARIO_APROVADO");
    assert_eq!(linha["autor"], json!({"id": coord.id, "nome": "Fulana"}));
    assert_eq!(linha["alvo"], json!({"tipo": "USUARIO", "id": pessoa.id, "nome": "Fulana"}));
    assert_eq!(
        (&linha["endereco"], &linha["criado_em"]),
        (&json!("203.0.113.7"), &json!("2026-03-02T12:00:00.000Z"))
    );
    assert_eq!(trilha["pagination"], json!({"page": 1, "limit": 20, "total": 1, "totalPages": 1}));
}

async fn a_trilha_filtra_e_pagina(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, admin) = (nucleo.caller(Coordenador).await, nucleo.caller(Administrador).await);
    let mut pessoas = Vec::new();
    for (dia, acao) in [(0, "approve"), (1, "reject"), (1, "approve")] {
        app.advance(Duration::days(dia));
        let (coord, pessoa) = (app.login(&coord).await, nucleo.person("PENDENTE").await);
        coord.post(&format!("/api/auth/{acao}"), json!({"usuarioId": pessoa.id})).await.expect(200);
        pessoas.push(pessoa.id);
    }
    let admin = app.login(&admin).await;
    let total = async |query: String| {
        let trilha = admin.get(&format!("/api/admin/auditoria?{query}")).await.expect(200);
        trilha["pagination"]["total"].as_i64().unwrap()
    };
    assert_eq!(total(String::new()).await, 3);
    assert_eq!(total("acao=USUARIO_APROVADO".to_owned()).await, 2);
    assert_eq!(total(format!("usuarioId={}", coord.id)).await, 3, "as author");
    assert_eq!(total(format!("usuarioId={}", pessoas[1])).await, 1, "as target");
    assert_eq!(total("dataInicio=2026-03-03".to_owned()).await, 2);
    assert_eq!(total("dataFim=2026-03-02".to_owned()).await, 1);
    assert_eq!(
        total("dataInicio=2026-03-03T12:00:00Z&dataFim=2026-03-03T12:00:00Z".to_owned()).await,
        1
    );
    let segunda = admin.get("/api/admin/auditoria?limit=2&page=2").await.expect(200);
    assert_eq!(segunda["data"][0]["alvo"]["id"], json!(pessoas[0]), "newest first");
    let erro = admin.get("/api/admin/auditoria?acao=X&usuarioId=1&dataInicio=ontem&page=0").await;
    let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
    let campos: Vec<_> = erro["campos"].as_array().unwrap().iter().map(|e| &e["campo"]).collect();
    assert_eq!(campos, ["acao", "usuarioId", "dataInicio", "page"]);
}

async fn cada_nucleo_le_a_propria_trilha(app: &TestApp) {
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    let admin = nosso.caller(Administrador).await;
    let vizinho = deles.caller(Administrador).await;
    vizinho.patch("/api/nucleo/configuracoes", json!({"siglaMoeda": "XX"})).await.expect(200);
    let super_admin = app.super_admin().await;
    super_admin.post("/api/admin/nucleos", novo("bahia")).await.expect(201);
    let dentro = super_admin.clone().with_header("x-nucleo-id", nosso.id);
    dentro.patch("/api/nucleo/configuracoes", json!({"siglaMoeda": "YY"})).await.expect(200);

    let trilha = admin.get("/api/admin/auditoria").await.expect(200);
    assert_eq!(trilha["pagination"]["total"], 1);
    assert_eq!(trilha["data"][0]["autor"], json!({"id": super_admin.id, "nome": "Fulana"}));
    let todas = super_admin.get("/api/admin/auditoria").await.expect(200);
    assert_eq!(todas["pagination"]["total"], 3);
    assert_eq!(dentro.get("/api/admin/auditoria").await.expect(200)["pagination"]["total"], 1);
}
