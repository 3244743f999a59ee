//! Which nucleo a sign-up joins: the first clue that answers.

use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo::Membro;
use base::testing::{TestApp, TestCaller, TestNucleo};
use serde_json::{Value, json};

use super::{cadastrar, cadastro, campos, com, id, total_de_usuarios};

base::both_engines! { crate::service;
    cada_pista_sozinha_leva_ao_seu_nucleo,
    a_primeira_pista_que_responde_decide,
    o_unico_nucleo_e_o_de_quem_nao_diz_nada,
    sem_nucleo_nao_ha_cadastro,
}

const SIGNUP: &str = "/api/auth/signup";

async fn nucleo_de(app: &TestApp, pessoa: UsuarioId) -> NucleoId {
    let sql = "SELECT nucleo_id FROM usuarios WHERE id = $1";
    app.rows::<(NucleoId,)>(sql, (pessoa,)).await[0].0
}

/// A nucleo that can be told from the others by every clue, and somebody of it who invites.
async fn distinto<'a>(
    app: &'a TestApp,
    slug: &'static str,
    estado: &'static str,
) -> TestNucleo<'a> {
    let nucleo = app.nucleo().await;
    let sql = "UPDATE nucleos SET slug = $2, estado = $3, dominio = $4 WHERE id = $1";
    app.execute(sql, (nucleo.id, slug, estado, format!("{slug}.exemplo.org"))).await;
    let indicadora = nucleo.caller(Membro).await;
    let sql = "UPDATE usuarios SET codigo_referral = $2 WHERE id = $1";
    app.execute(sql, (indicadora.id, codigo(slug))).await;
    nucleo
}

fn codigo(slug: &str) -> String {
    format!("{}-UF-2222", slug.to_uppercase())
}

async fn entra_em(app: &TestApp, visitante: TestCaller, body: Value) -> NucleoId {
    let cadastrado = visitante.post(SIGNUP, body).await.expect(201);
    nucleo_de(app, id(&cadastrado["usuario"]["id"])).await
}

async fn cada_pista_sozinha_leva_ao_seu_nucleo(app: &TestApp) {
    distinto(app, "rio", "RJ").await;
    let minas = distinto(app, "minas", "MG").await;
    let anonimo = || app.anonymous();

    let por_id = com(cadastro(1), "nucleoId", json!(minas.id));
    assert_eq!(entra_em(app, anonimo(), por_id).await, minas.id);
    let por_slug = com(cadastro(2), "nucleoSlug", "minas");
    assert_eq!(entra_em(app, anonimo(), por_slug).await, minas.id);
    let origin = anonimo().with_header("origin", "https://Minas.exemplo.org:8443");
    assert_eq!(entra_em(app, origin, cadastro(3)).await, minas.id);
    let host = anonimo().with_header("host", "minas.exemplo.org:8080");
    assert_eq!(entra_em(app, host, cadastro(4)).await, minas.id);
    let por_codigo = com(cadastro(5), "codigoReferral", codigo("minas"));
    assert_eq!(entra_em(app, anonimo(), por_codigo).await, minas.id);
    let por_estado = com(cadastro(6), "endereco", json!({"estado": "mg"}));
    assert_eq!(entra_em(app, anonimo(), por_estado).await, minas.id);
}

async fn a_primeira_pista_que_responde_decide(app: &TestApp) {
    let bahia = distinto(app, "bahia", "BA").await;
    let ceara = distinto(app, "ceara", "CE").await;
    let rio = distinto(app, "rio", "RJ").await;
    let minas = distinto(app, "minas", "MG").await;
    let piaui = distinto(app, "piaui", "PI").await;
    let acre = distinto(app, "acre", "AC").await;
    let tudo = json!({
        "nucleoId": bahia.id, "nucleoSlug": "ceara", "codigoReferral": codigo("piaui"),
        "endereco": {"estado": "AC"},
    });
    let com_tudo = |numero: u32, menos: &[&str]| {
        let mut body = cadastro(numero);
        let mut pistas = tudo.as_object().unwrap().clone();
        pistas.retain(|campo, _| !menos.contains(&campo.as_str()));
        body.as_object_mut().unwrap().append(&mut pistas);
        body
    };
    let no_dominio = || app.anonymous().with_header("host", "minas.exemplo.org");
    let de_fora = || no_dominio().with_header("origin", "https://rio.exemplo.org");

    assert_eq!(entra_em(app, de_fora(), com_tudo(1, &[])).await, bahia.id);
    assert_eq!(entra_em(app, de_fora(), com_tudo(2, &["nucleoId"])).await, ceara.id);
    let sem_nome = ["nucleoId", "nucleoSlug"];
    assert_eq!(entra_em(app, de_fora(), com_tudo(3, &sem_nome)).await, rio.id);
    // The origin of a shared front end is nobody's domain: the next clue is asked.
    let comum = no_dominio().with_header("origin", "https://app.exemplo.org");
    assert_eq!(entra_em(app, comum, com_tudo(4, &sem_nome)).await, minas.id);
    assert_eq!(entra_em(app, app.anonymous(), com_tudo(5, &sem_nome)).await, piaui.id);
    let sem_codigo = ["nucleoId", "nucleoSlug", "codigoReferral"];
    assert_eq!(entra_em(app, app.anonymous(), com_tudo(6, &sem_codigo)).await, acre.id);
}

async fn o_unico_nucleo_e_o_de_quem_nao_diz_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let pessoa = cadastrar(app, cadastro(1)).await;
    assert_eq!(nucleo_de(app, pessoa).await, nucleo.id);
    // Clues that answer nothing are passed over.
    let de_longe = com(cadastro(2), "endereco", json!({"estado": "Acre"}));
    let de_longe = com(de_longe, "codigoReferral", "NUCLE-SP-ZZZZ");
    let visitante = app.anonymous().with_header("origin", "null").with_header("host", "x:1");
    assert_eq!(entra_em(app, visitante, de_longe).await, nucleo.id);
}

async fn sem_nucleo_nao_ha_cadastro(app: &TestApp) {
    let recusado_em = async |body: Value| {
        let resposta = app.anonymous().post(SIGNUP, body).await;
        let erro = resposta.expect_problem(400, "DADOS_INVALIDOS");
        campos(&erro).join(" ")
    };
    assert_eq!(recusado_em(cadastro(1)).await, "nucleoId", "there is none at all");

    let unico = app.nucleo().await;
    let desconhecido: NucleoId = app.new_id();
    let errado = com(cadastro(1), "nucleoId", json!(desconhecido));
    // Whoever names a nucleo does not end up in another one.
    assert_eq!(recusado_em(errado).await, "nucleoId");
    assert_eq!(recusado_em(com(cadastro(1), "nucleoSlug", "nao-existe")).await, "nucleoSlug");

    let outro = app.nucleo().await;
    assert_ne!(unico.id, outro.id);
    assert_eq!(recusado_em(cadastro(1)).await, "nucleoId", "there are two");
    let do_estado = com(cadastro(1), "endereco", json!({"estado": "SP"}));
    assert_eq!(recusado_em(do_estado).await, "nucleoId", "both are of SP");
    assert_eq!(total_de_usuarios(app).await, 0);
}
