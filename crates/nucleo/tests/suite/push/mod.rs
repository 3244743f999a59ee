//! Web Push: devices, keys, and what reaches them.

mod envio;
mod guarda;
mod inscricao;
mod momento;
mod navegador;
mod servico;

use base::outbound::Guard;
use base::testing::{TestApp, TestCaller, TestNucleo};
use base::{App, Service};
use nucleo::areas::entregas::service::avisar as enfileirar;
use nucleo::areas::entregas::{Aviso, Canal, Preferencia, Publico};
use nucleo::settings::Settings;

/// The whole service, which may also reach the servers of the tests.
fn service(app: App) -> Service {
    nucleo::service(app, &Settings { guard: Guard::LIFTED, ..crate::settings() })
}

/// Leaves a notice for one person, to be pushed. How it begins is its cause.
async fn avisar(
    app: &TestApp,
    nucleo: &TestNucleo<'_>,
    pessoa: &TestCaller,
    preferencia: Option<Preferencia>,
    corpo: &str,
) {
    let aviso = Aviso {
        causa: format!("teste:{}", corpo.chars().take(20).collect::<String>()),
        nucleo: Some(nucleo.id),
        preferencia,
        titulo: "Aviso".to_owned(),
        corpo: corpo.to_owned(),
        url: "/".to_owned(),
        email: None,
        canais: vec![(Canal::Push, Publico::Pessoas(vec![pessoa.id]))],
    };
    let escrito = app.operator.write(async |tx| {
        app.operator.enter(tx, nucleo.id).await?;
        enfileirar(tx, &aviso).await
    });
    escrito.await.unwrap();
}

/// Status and reason of every push, oldest first.
async fn entregas(app: &TestApp) -> Vec<(String, Option<String>)> {
    app.rows("SELECT status, erro FROM entregas WHERE canal = 'PUSH' ORDER BY id", ()).await
}
