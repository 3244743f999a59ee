//! The same against a real S3 server on this machine.

use std::path::PathBuf;
use std::sync::OnceLock;

use axum::Router;
use axum::error_handling::HandleError;
use axum::http::{StatusCode, header};
use base::outbound::Guard;
use base::scope::Cargo::{Coordenador, Membro};
use base::testing::TestApp;
use base::{App, Service};
use chrono::Duration;
use nucleo::settings::{S3, Settings, Storage};
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use serde_json::json;

use super::exemplos::PDF;
use super::{ajustes, bytes_de, comprovante, enviar, exemplos, imagem, linhas, no_disco};

mod inteiro {
    base::both_engines! { crate::arquivos::s3::com_s3;
        os_arquivos_vao_para_o_s3_e_voltam,
        o_que_ninguem_usa_sai_do_s3,
    }
    use super::{o_que_ninguem_usa_sai_do_s3, os_arquivos_vao_para_o_s3_e_voltam};
}

mod publico {
    base::both_engines! { crate::arquivos::s3::com_endereco_publico;
        o_publico_tem_outro_endereco,
    }
    use super::o_publico_tem_outro_endereco;
}

mod fora {
    base::both_engines! { crate::arquivos::s3::com_s3_que_nao_responde;
        sem_o_s3_nada_se_perde_e_nada_fica,
    }
    use super::sem_o_s3_nada_se_perde_e_nada_fica;
}

mod senha_errada {
    base::both_engines! { crate::arquivos::s3::com_senha_errada;
        com_a_senha_errada_nada_fica,
    }
    use super::com_a_senha_errada_nada_fica;
}

mod guardado {
    base::both_engines! { crate::arquivos::s3::sem_permitir_rede_privada;
        o_guarda_vale_para_o_s3,
    }
    use super::o_guarda_vale_para_o_s3;
}

fn s3(port: u16) -> S3 {
    S3 {
        endpoint: Some(format!("http://127.0.0.1:{port}")),
        bucket: "nucleo-teste".to_owned(),
        region: "sa-east-1".to_owned(),
        access_key_id: "CHAVE".to_owned(),
        secret_access_key: "segredo-do-teste".to_owned(),
        public_url: None,
    }
}

fn com(app: App, s3: S3) -> Service {
    let storage = Storage::S3(s3);
    nucleo::service(app, &Settings { storage, guard: Guard::LIFTED, ..ajustes() })
}

fn com_s3(app: App) -> Service {
    com(app, s3(porta()))
}

fn com_endereco_publico(app: App) -> Service {
    let public_url = Some("https://cdn.nucleo.org".to_owned());
    com(app, S3 { public_url, ..s3(porta()) })
}

/// Nobody listens at the port of a listener that is gone.
fn com_s3_que_nao_responde(app: App) -> Service {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    com(app, s3(listener.local_addr().unwrap().port()))
}

fn com_senha_errada(app: App) -> Service {
    com(app, S3 { secret_access_key: "outro".to_owned(), ..s3(porta()) })
}

fn sem_permitir_rede_privada(app: App) -> Service {
    let storage = Storage::S3(s3(porta()));
    nucleo::service(app, &Settings { storage, ..ajustes() })
}

fn pasta_do_servidor() -> PathBuf {
    crate::pasta_de_teste().join("s3")
}

/// Where the server keeps an object.
fn objeto(url: &str) -> PathBuf {
    pasta_do_servidor().join("nucleo-teste").join(url.trim_start_matches('/'))
}

/// One server for all of these tests.
fn porta() -> u16 {
    static PORTA: OnceLock<u16> = OnceLock::new();
    *PORTA.get_or_init(|| {
        std::fs::create_dir_all(pasta_do_servidor().join("nucleo-teste")).unwrap();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.unwrap().block_on(async {
                let files = s3s_fs::FileSystem::new(pasta_do_servidor()).unwrap();
                let mut builder = S3ServiceBuilder::new(files);
                builder.set_auth(SimpleAuth::from_single("CHAVE", "segredo-do-teste"));
                let broken = async |_| StatusCode::INTERNAL_SERVER_ERROR;
                let routes =
                    Router::new().fallback_service(HandleError::new(builder.build(), broken));
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                axum::serve(listener, routes).await.unwrap();
            });
        });
        port
    })
}

async fn os_arquivos_vao_para_o_s3_e_voltam(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let url = imagem(&coord, "avatars").await;
    assert!(url.starts_with("/arquivos/avatars/"), "{url}");
    let inteiro = bytes_de(app, &url).await;
    assert_eq!(inteiro, std::fs::read(objeto(&url)).unwrap());
    assert_eq!(no_disco(), Vec::<PathBuf>::new(), "nothing of it is in the data folder");
    let parte = app.anonymous().with_header("range", "bytes=1-3").get(&url).await;
    assert_eq!((parte.status, &parte.bytes[..]), (206, b"PNG".as_slice()));
    let etag = app.anonymous().get(&url).await.headers[header::ETAG].to_str().unwrap().to_owned();
    let same = app.anonymous().with_header("if-none-match", etag).get(&url).await;
    assert_eq!(same.status, 304);

    let recibo = comprovante(&coord).await;
    assert_eq!(&coord.get(&recibo).await.bytes[..], PDF);
    let membro = nucleo.caller(Membro).await;
    membro.get(&recibo).await.expect_problem(404, "ARQUIVO_NAO_ENCONTRADO");
    let outro = url.replace(".png", ".jpg");
    app.anonymous().get(&outro).await.expect_problem(404, "ARQUIVO_NAO_ENCONTRADO");
}

async fn o_que_ninguem_usa_sai_do_s3(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let (usada, solta) = (imagem(&ana, "avatars").await, imagem(&ana, "avatars").await);
    ana.patch("/api/perfil/dados", json!({ "fotoUrl": usada })).await.expect(200);
    app.advance(Duration::hours(25));
    app.deliver().await;
    assert!(!objeto(&solta).exists() && objeto(&usada).exists());
    assert_eq!(linhas(app).await, 1);
}

/// Pictures are read from wherever the operator says; receipts from nowhere but here.
async fn o_publico_tem_outro_endereco(app: &TestApp) {
    let coord = app.nucleo().await.caller(Coordenador).await;
    let url = imagem(&coord, "avatars").await;
    let path = url.strip_prefix("https://cdn.nucleo.org").unwrap();
    assert!(path.starts_with("/arquivos/avatars/"), "{path}");
    bytes_de(app, path).await;
    assert!(comprovante(&coord).await.starts_with("/arquivos/comprovantes/"));
    coord.patch("/api/perfil/dados", json!({ "fotoUrl": url })).await.expect(200);
    for _ in 0..3 {
        app.advance(Duration::hours(25));
        app.deliver().await;
    }
    bytes_de(app, path).await;
    assert_eq!(linhas(app).await, 1);
}

async fn sem_o_s3_nada_se_perde_e_nada_fica(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let response = enviar(&ana, "avatars", &exemplos::png(8, 8)).await;
    assert!(response.headers.contains_key(header::RETRY_AFTER));
    response.expect_problem(503, "INDISPONIVEL");
    assert_eq!(linhas(app).await, 1, "something may have arrived: it is to be removed");
    app.advance(Duration::hours(2));
    app.deliver().await;
    assert_eq!(linhas(app).await, 1, "and is tried again, for as long as it takes");
    let sql = "SELECT count(*) FROM arquivos WHERE remover_em > $1";
    assert_eq!(app.count(sql, (app.now(),)).await, 1);
    let path = format!("/arquivos/avatars/{}.png", "0".repeat(40));
    app.anonymous().get(&path).await.expect_problem(503, "INDISPONIVEL");
}

async fn com_a_senha_errada_nada_fica(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let response = enviar(&ana, "avatars", &exemplos::png(8, 8)).await;
    let problem = response.expect_problem(503, "INDISPONIVEL");
    assert!(!problem.to_string().contains("127.0.0.1"), "{problem}");
}

/// The setting is judged at the start; whatever gets past it is judged with every request.
async fn o_guarda_vale_para_o_s3(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let response = enviar(&ana, "avatars", &exemplos::png(8, 8)).await;
    response.expect_problem(503, "INDISPONIVEL");
}
