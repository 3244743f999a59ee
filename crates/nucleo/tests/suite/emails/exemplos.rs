//! Templates and previews.

use base::scope::Cargo::{Coordenador, PortaVoz};
use base::testing::TestApp;
use nucleo::areas::entregas::TipoDeEmail;
use serde_json::json;

use crate::apoio::{chaves, coluna};

base::both_engines! { crate::service;
    cada_tipo_tem_um_modelo_nas_cores_do_nucleo,
    a_previa_e_o_que_sera_enviado,
}

const MODELOS: &str = "/api/admin/emails/templates";
const PREVIA: &str = "/api/admin/emails/previa";

async fn cada_tipo_tem_um_modelo_nas_cores_do_nucleo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let sql = "UPDATE nucleos SET nome = 'Núcleo Olinda', cor_primaria = '#7A1F5C' WHERE id = $1";
    app.execute(sql, (nucleo.id,)).await;
    let resposta = nucleo.caller(PortaVoz).await.get(MODELOS).await;
    assert_eq!(resposta.headers["x-total-count"], TipoDeEmail::ALL.len().to_string());
    let modelos = resposta.expect(200);
    assert_eq!(chaves(&modelos[0]), ["html", "nome", "tipo"]);
    let tipos: Vec<_> = TipoDeEmail::ALL.iter().map(|tipo| tipo.as_str()).collect();
    assert_eq!(coluna(&modelos, "tipo"), tipos);
    for html in coluna(&modelos, "html") {
        assert!(html.contains("Núcleo Olinda") && html.contains("#7A1F5C"), "{html}");
        assert!(!html.contains("{{") && !html.contains("{%"));
    }
    let gerais = app.super_admin().await.get(MODELOS).await.expect(200);
    assert!(!coluna(&gerais, "html").iter().any(|html| html.contains("Olinda")));
}

async fn a_previa_e_o_que_sera_enviado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let texto = json!({"assunto": "Olá", "html": "<p onclick=x>Oi</p><script>y</script>"});
    let previa = coord.post(PREVIA, texto.clone()).await.expect(200);
    assert_eq!(chaves(&previa), ["assunto", "html"]);
    assert_eq!(previa["assunto"], "Olá");
    let html = previa["html"].as_str().unwrap();
    assert!(html.contains("<p>Oi</p>") && !html.contains("onclick") && !html.contains("<script"));

    let mut corpo = texto;
    corpo["destinatarios"] = json!(["ana@x.org"]);
    coord.post(super::ENVIAR, corpo).await.expect(200);
    app.deliver().await;
    let lida = super::correspondencia::arquivo_para(app, "ana@x.org").await;
    assert_eq!(lida.html.replace("\r\n", "\n").trim(), html.trim(), "the same to the letter");
    let erro = coord.post(PREVIA, json!({"assunto": " "})).await;
    let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(coluna(&erro["campos"], "campo"), ["assunto", "html"]);
}
