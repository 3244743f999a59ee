//! The guard at the moment of sending, as the service is when nothing is set.

use base::scope::Cargo::Membro;
use base::testing::TestApp;

use super::navegador::Navegador;
use super::servico::Servico;
use super::{avisar, entregas};

base::both_engines! { crate::service;
    um_dispositivo_em_rede_privada_nao_recebe_e_sai,
}

/// A row from before, or from a name that resolves otherwise by now: it is refused, and goes.
async fn um_dispositivo_em_rede_privada_nao_recebe_e_sai(app: &TestApp) {
    let (nucleo, servico) = (app.nucleo().await, Servico::novo().await);
    let ana = nucleo.caller(Membro).await;
    Navegador::de(&ana, "https://push.exemplo.org/ana").await;
    let sql = "UPDATE push_subscriptions SET endpoint = $1";
    app.execute(sql, (servico.endpoint("ana").replace("http://", "https://"),)).await;
    avisar(app, &nucleo, &ana, None, "para Ana").await;
    app.deliver().await;
    assert!(servico.recebidos().is_empty());
    let motivo = "o endereço leva a uma rede privada, que não é permitida".to_owned();
    assert_eq!(entregas(app).await, [("FALHOU".to_owned(), Some(motivo))]);
    assert_eq!(app.count("SELECT count(*) FROM push_subscriptions", ()).await, 0);
}
