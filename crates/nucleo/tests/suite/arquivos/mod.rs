//! Files: what is taken and what is not, what comes out, who reads it, and when it goes.

mod conta;
mod envio;
mod exemplos;
mod leitura;
mod limpeza;
mod paralelo;
mod recusas;
mod referencias;
mod s3;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use axum::body::Bytes;
use base::testing::{TestApp, TestCaller, TestResponse};
use base::{App, Service};
use nucleo::settings::Settings;

thread_local! {
    /// Where the service of this test stores its files. A test is put together and polled on one
    /// thread, its own.
    static PASTA: RefCell<PathBuf> = RefCell::default();
}

/// The service with a data folder of its own, so that a test sees everything that is in it.
fn com_pasta_propria(app: App) -> Service {
    nucleo::service(app, &ajustes())
}

fn ajustes() -> Settings {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let data_dir = crate::pasta_de_teste().join(format!("arquivos_{number}"));
    PASTA.with_borrow_mut(|pasta| pasta.clone_from(&data_dir));
    Settings { data_dir, ..Settings::default() }
}

/// All files in the folder of this test, also hidden and half-written ones.
fn no_disco() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![PASTA.with_borrow(Clone::clone)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.retain(|path| path.extension().is_none_or(|extension| extension != "eml"));
    files
}

fn caminho(url: &str) -> PathBuf {
    PASTA.with_borrow(|pasta| pasta.join(url.trim_start_matches('/')))
}

async fn linhas(app: &TestApp) -> i64 {
    app.count("SELECT count(*) FROM arquivos", ()).await
}

/// How many files there are, in the table and on the disk alike.
#[track_caller]
fn iguais(linhas: i64, no_disco: &[PathBuf]) -> usize {
    assert_eq!(linhas, i64::try_from(no_disco.len()).unwrap(), "{no_disco:?}");
    no_disco.len()
}

async fn guardados(app: &TestApp) -> usize {
    iguais(linhas(app).await, &no_disco())
}

/// One part of a form: the name of the field, the name of the file, what is inside.
type Parte<'a> = (&'a str, &'a str, &'a [u8]);

fn formulario(partes: &[Parte<'_>]) -> Vec<u8> {
    let mut form = Vec::new();
    for (field, file, content) in partes {
        let head = format!(
            "--limite\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{file}\"\r\n\
             Content-Type: image/png\r\n\r\n"
        );
        form.extend_from_slice(head.as_bytes());
        form.extend_from_slice(content);
        form.extend_from_slice(b"\r\n");
    }
    form.extend_from_slice(b"--limite--\r\n");
    form
}

async fn enviar_formulario(de: &TestCaller, bucket: &str, corpo: Vec<u8>) -> TestResponse {
    let de = de.clone().without_content_type();
    let de = de.with_header("content-type", "multipart/form-data; boundary=limite");
    de.send("POST", &format!("/api/arquivos/{bucket}"), corpo.into()).await
}

async fn enviar(de: &TestCaller, bucket: &str, conteudo: &[u8]) -> TestResponse {
    enviar_formulario(de, bucket, formulario(&[("arquivo", "foto.png", conteudo)])).await
}

/// The address of a picture that somebody has sent.
async fn imagem(de: &TestCaller, bucket: &str) -> String {
    let enviada = enviar(de, bucket, &exemplos::png(8, 8)).await.expect(201);
    enviada["url"].as_str().unwrap().to_owned()
}

/// The address of a receipt that somebody has sent.
pub async fn comprovante(de: &TestCaller) -> String {
    let enviado = enviar(de, "comprovantes", exemplos::PDF).await.expect(201);
    enviado["url"].as_str().unwrap().to_owned()
}

async fn bytes_de(app: &TestApp, url: &str) -> Bytes {
    let response = app.anonymous().get(url).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.bytes
}

fn existe(path: &Path) -> bool {
    path.exists()
}
