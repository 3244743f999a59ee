//! Serve and work until told to stop, then finish what is in flight.

use std::net::SocketAddr;
use std::time::Duration;

use base::{Service, metrics};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use super::super_admin::create_first;
use super::{Failure, open, prepare};
use crate::areas::arquivos::service::Arquivos;
use crate::demo;
use crate::settings::Settings;

/// How long a stop waits for requests that do not end.
const PATIENCE: Duration = Duration::from_secs(30);

pub async fn serve(settings: Settings) -> Result<(), Failure> {
    metrics::install();
    let (app, operator) = open(&settings).await?;
    prepare(&operator).await?;
    if let Some(inicial) = &settings.super_admin {
        create_first(&operator, inicial).await?;
    }
    if settings.demo {
        demo::load(&operator, &Arquivos::new(&settings)).await?;
    }
    let Service { router, worker } = crate::service(app.clone(), &settings);

    let listener = TcpListener::bind(settings.bind).await.map_err(|error| {
        format!("NUCLEO_BIND: não é possível atender em {}: {error}", settings.bind)
    })?;
    tracing::info!(bind = %listener.local_addr()?, "listening");
    say_where_to_look(&settings);

    let stop = stop_signal();
    let serve = axum::serve(listener, router.into_make_service_with_connect_info::<SocketAddr>())
        .with_graceful_shutdown(stopped(stop.clone()))
        .into_future();
    let serve = async {
        tokio::select! {
            served = serve => served,
            () = async { stopped(stop.clone()).await; tokio::time::sleep(PATIENCE).await } => Ok(()),
        }
    };
    let (served, ()) = tokio::join!(serve, worker.run(stopped(stop.clone())));
    app.close().await;
    tracing::info!("stopped");
    Ok(served?)
}

fn say_where_to_look(settings: &Settings) {
    eprintln!("\n  Nucleo no ar: {}", settings.public_url);
    eprintln!("  Documentação: {}/api/docs/", settings.public_url);
    if settings.demo {
        eprintln!("\n  Contas de demonstração, todas com a senha {}:", demo::SENHA);
        for (email, who, _) in demo::LOGINS {
            eprintln!("    {email:<32} {who}");
        }
    }
    eprintln!("\n  Ctrl-C encerra.\n");
}

/// Turns true on SIGTERM or SIGINT.
fn stop_signal() -> watch::Receiver<bool> {
    let (sender, receiver) = watch::channel(false);
    let heard = async move {
        let term = async {
            match signal(SignalKind::terminate()) {
                Ok(mut term) => {
                    term.recv().await;
                }
                Err(_) => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            () = term => {}
        }
        tracing::info!("stopping: finishing what is in flight");
        let _ = sender.send(true);
    };
    base::app::in_background(heard);
    receiver
}

async fn stopped(mut stop: watch::Receiver<bool>) {
    let _ = stop.wait_for(|stopped| *stopped).await;
}
