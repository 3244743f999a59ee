//! Who reads a file, and what a browser is told about it.

use axum::http::header;
use base::scope::Cargo::{self, Administrador, Coordenador, Membro};
use base::testing::{TestApp, TestResponse};

use super::exemplos::PDF;
use super::{bytes_de, comprovante, imagem, linhas};

base::both_engines! { crate::arquivos::com_pasta_propria;
    uma_imagem_publica_e_guardada_pelos_navegadores,
    quem_ja_tem_nao_recebe_de_novo,
    uma_parte_de_um_arquivo,
    um_comprovante_so_para_quem_le_o_lancamento,
    um_endereco_torto_nao_leva_a_nada,
}

#[track_caller]
fn cabecalho(response: &TestResponse, name: header::HeaderName) -> &str {
    response.headers.get(&name).map_or("", |value| value.to_str().unwrap())
}

async fn uma_imagem_publica_e_guardada_pelos_navegadores(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let url = imagem(&ana, "avatars").await;
    let (statements, response) = app.statements(app.anonymous().get(&url)).await;
    assert_eq!(statements, 0, "a picture costs the database nothing");
    assert_eq!(response.status, 200);
    for (name, value) in [
        (header::CONTENT_TYPE, "image/png"),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
        (header::ACCEPT_RANGES, "bytes"),
        (header::CONTENT_DISPOSITION, ""),
    ] {
        assert_eq!(cabecalho(&response, name.clone()), value, "{name}");
    }
    assert_eq!(cabecalho(&response, header::CONTENT_LENGTH), response.bytes.len().to_string());
    let head = app.anonymous().send("HEAD", &url, Vec::new().into()).await;
    assert_eq!((head.status, head.bytes.len()), (200, 0));
    assert_eq!(head.headers[header::CONTENT_LENGTH], response.headers[header::CONTENT_LENGTH]);
}

async fn quem_ja_tem_nao_recebe_de_novo(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let url = imagem(&ana, "avatars").await;
    let etag = cabecalho(&app.anonymous().get(&url).await, header::ETAG).to_owned();
    for known in [etag.clone(), format!("W/{etag}"), format!("\"x\", {etag}"), "*".to_owned()] {
        let response = app.anonymous().with_header("if-none-match", known).get(&url).await;
        assert_eq!((response.status, response.bytes.len()), (304, 0));
        assert_eq!(cabecalho(&response, header::ETAG), etag);
    }
    let response = app.anonymous().with_header("if-none-match", "\"x\"").get(&url).await;
    assert_eq!(response.status, 200);
    // What is gone is gone, whatever somebody has of it.
    std::fs::remove_file(super::caminho(&url)).unwrap();
    let response = app.anonymous().with_header("if-none-match", etag).get(&url).await;
    response.expect_problem(404, "ARQUIVO_NAO_ENCONTRADO");
}

async fn uma_parte_de_um_arquivo(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let url = imagem(&ana, "avatars").await;
    let inteiro = bytes_de(app, &url).await;
    let tamanho = inteiro.len();
    for (asked, part) in [
        ("bytes=0-9", 0..10),
        ("bytes=10-", 10..tamanho),
        ("bytes=-5", tamanho - 5..tamanho),
        ("bytes=0-999999", 0..tamanho),
    ] {
        let response = app.anonymous().with_header("range", asked).get(&url).await;
        assert_eq!(response.status, 206, "{asked}");
        let range = format!("bytes {}-{}/{tamanho}", part.start, part.end - 1);
        assert_eq!(cabecalho(&response, header::CONTENT_RANGE), range);
        assert_eq!(response.bytes, inteiro[part]);
    }
    let response = app.anonymous().with_header("range", "bytes=999999-").get(&url).await;
    response.expect_problem(416, "FAIXA_FORA_DO_ARQUIVO");
    let response = app.anonymous().with_header("range", "bytes=0-1,3-4").get(&url).await;
    assert_eq!((response.status, response.bytes), (200, inteiro));
}

async fn um_comprovante_so_para_quem_le_o_lancamento(app: &TestApp) {
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    let coord = nosso.caller(Coordenador).await;
    let url = comprovante(&coord).await;
    assert!(url.starts_with("/arquivos/comprovantes/"), "{url}");
    for caller in [coord, nosso.caller(Administrador).await, app.super_admin().await] {
        let response = caller.get(&url).await;
        assert_eq!((response.status, &response.bytes[..]), (200, PDF));
        for (name, value) in [
            (header::CONTENT_TYPE, "application/pdf"),
            (header::CACHE_CONTROL, "private, no-store"),
            (header::CONTENT_DISPOSITION, "attachment; filename=\"comprovante.pdf\""),
            (header::ETAG, ""),
        ] {
            assert_eq!(cabecalho(&response, name.clone()), value, "{name}");
        }
    }
    for cargo in [Membro, Cargo::LiderProjeto, Cargo::PortaVoz] {
        let response = nosso.caller(cargo).await.get(&url).await;
        response.expect_problem(404, "ARQUIVO_NAO_ENCONTRADO");
    }
    for cargo in [Membro, Coordenador, Administrador] {
        let response = deles.caller(cargo).await.get(&url).await;
        response.expect_problem(404, "ARQUIVO_NAO_ENCONTRADO");
    }
    app.anonymous().get(&url).await.expect_problem(401, "NAO_AUTENTICADO");
    // Other spellings of the same path must not lead around the question who asks.
    for other in [
        url.replace("comprovantes", "%63omprovantes"),
        url.replace("comprovantes", "Comprovantes"),
        url.replace("comprovantes", "avatars/../comprovantes"),
        url.replace("comprovantes", "avatars"),
        url.replace("comprovantes/", "comprovantes//"),
        url.replace("/arquivos", "//arquivos"),
    ] {
        let response = app.anonymous().get(&other).await;
        assert_eq!(response.status, 404, "{other}");
    }
    assert_eq!(linhas(app).await, 1);
}

async fn um_endereco_torto_nao_leva_a_nada(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let url = imagem(&ana, "avatars").await;
    for other in [
        url.replace(".png", ".jpg"),
        url.replace(".png", ".svg"),
        url.replace(".png", ".html"),
        url.replace("avatars", "enquetes"),
        url.replace("avatars", "nada"),
        format!("{url}/"),
        "/arquivos/avatars/".to_owned(),
        "/arquivos/avatars/..%2f..%2fnucleo.db".to_owned(),
        "/arquivos/avatars/%2e%2e".to_owned(),
        "/arquivos/..%2f/nucleo.db".to_owned(),
        format!("/arquivos/avatars/{}.png", "0".repeat(40)),
        "/arquivos/avatars/%00".to_owned(),
    ] {
        let response = app.anonymous().get(&other).await;
        assert_eq!(response.status, 404, "{other}");
        assert_eq!(cabecalho(&response, header::CONTENT_TYPE), "application/problem+json");
    }
    ana.send("DELETE", &url, Vec::new().into()).await.expect_problem(405, "METODO_NAO_PERMITIDO");
}
