//! What counts is the moment of sending: preferences, accounts, owners of devices, and hosts that
//! do not answer.

use base::scope::Cargo::{Coordenador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::entregas::Preferencia::{self, Comunicado, Enquete};
use serde_json::json;

use super::navegador::Navegador;
use super::servico::Servico;
use super::{avisar, entregas};
use crate::autenticacao::{SENHA, dar_senha};

base::both_engines! { crate::push::service;
    a_preferencia_do_momento_decide,
    quem_foi_suspensa_nao_recebe,
    o_aviso_nao_segue_o_aparelho_para_outra_pessoa,
    a_conta_excluida_nao_deixa_dispositivo,
    a_mesma_causa_chega_uma_vez,
    um_servico_mudo_nao_segura_os_outros,
}

fn dispensada(motivo: &str) -> (String, Option<String>) {
    ("DISPENSADA".to_owned(), Some(motivo.to_owned()))
}

async fn a_preferencia_do_momento_decide(app: &TestApp) {
    let (nucleo, servico) = (app.nucleo().await, Servico::novo().await);
    let ana = nucleo.caller(Membro).await;
    let navegador = Navegador::de(&ana, servico.endpoint("ana")).await;
    avisar(app, &nucleo, &ana, Some(Enquete), "enquete").await;
    avisar(app, &nucleo, &ana, Some(Comunicado), "comunicado").await;
    avisar(app, &nucleo, &ana, None::<Preferencia>, "importante").await;
    let desligada = json!({"preferencias": {"push_enquete": false, "email_comunicado": false}});
    ana.patch("/api/perfil/preferencias", desligada).await.expect(200);
    app.deliver().await;
    let recebidos = servico.recebidos();
    let mut lidos: Vec<_> = recebidos
        .iter()
        .map(|recebido| navegador.ler(recebido)["body"].as_str().unwrap().to_owned())
        .collect();
    lidos.sort_unstable();
    assert_eq!(lidos, ["comunicado", "importante"]);
    let enviada = ("ENVIADA".to_owned(), None);
    let silenciada = dispensada("a pessoa prefere não receber");
    assert_eq!(entregas(app).await, [silenciada, enviada.clone(), enviada]);
}

async fn quem_foi_suspensa_nao_recebe(app: &TestApp) {
    let (nucleo, servico) = (app.nucleo().await, Servico::novo().await);
    let (ana, coord) = (nucleo.caller(Membro).await, nucleo.caller(Coordenador).await);
    Navegador::de(&ana, servico.endpoint("ana")).await;
    avisar(app, &nucleo, &ana, Some(Enquete), "enquete").await;
    avisar(app, &nucleo, &ana, None, "importante").await;
    let suspensao = json!({"status": "SUSPENSO"});
    coord.patch(&format!("/api/membros/{}/status", ana.id), suspensao).await.expect(200);
    app.deliver().await;
    assert!(servico.recebidos().is_empty());
    let esperada = dispensada("a pessoa não está ativa");
    assert_eq!(entregas(app).await[..2], [esperada.clone(), esperada]);
}

async fn o_aviso_nao_segue_o_aparelho_para_outra_pessoa(app: &TestApp) {
    let (nosso, deles, servico) = (app.nucleo().await, app.nucleo().await, Servico::novo().await);
    let (ana, rui) = (nosso.caller(Membro).await, deles.caller(Membro).await);
    Navegador::de(&ana, servico.endpoint("comum")).await;
    avisar(app, &nosso, &ana, None, "para Ana").await;
    let do_rui = Navegador::de(&rui, servico.endpoint("comum")).await;
    avisar(app, &deles, &rui, None, "para Rui").await;
    app.deliver().await;
    let recebidos = servico.recebidos();
    assert_eq!(recebidos.len(), 1);
    assert_eq!(do_rui.ler(&recebidos[0])["body"], "para Rui");
    let enviada = ("ENVIADA".to_owned(), None);
    assert_eq!(entregas(app).await, [dispensada("nenhum dispositivo inscrito"), enviada]);
}

async fn a_conta_excluida_nao_deixa_dispositivo(app: &TestApp) {
    let (nucleo, servico) = (app.nucleo().await, Servico::novo().await);
    let (ana, bia) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    Navegador::de(&ana, servico.endpoint("ana")).await;
    Navegador::de(&bia, servico.endpoint("bia")).await;
    dar_senha(app, &ana).await;
    avisar(app, &nucleo, &ana, None, "para Ana").await;
    ana.post("/api/perfil/excluir-conta", json!({"senha": SENHA})).await.expect(200);
    app.deliver().await;
    assert!(servico.recebidos().is_empty());
    let restam: Vec<(String,)> = app.rows("SELECT endpoint FROM push_subscriptions", ()).await;
    assert_eq!(restam, [(servico.endpoint("bia"),)]);
}

async fn a_mesma_causa_chega_uma_vez(app: &TestApp) {
    let (nucleo, servico) = (app.nucleo().await, Servico::novo().await);
    let ana = nucleo.caller(Membro).await;
    Navegador::de(&ana, servico.endpoint("ana")).await;
    for _ in 0..3 {
        avisar(app, &nucleo, &ana, None, "uma vez").await;
        app.deliver().await;
    }
    assert_eq!(servico.recebidos().len(), 1);
}

/// Waits for the real limit of ten seconds, once.
async fn um_servico_mudo_nao_segura_os_outros(app: &TestApp) {
    let (nucleo, mudo, servico) =
        (app.nucleo().await, Servico::mudo().await, Servico::novo().await);
    let (ana, bia) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    Navegador::de(&ana, mudo.endpoint("ana")).await;
    Navegador::de(&ana, servico.endpoint("ana")).await;
    Navegador::de(&bia, servico.endpoint("bia")).await;
    avisar(app, &nucleo, &ana, None, "para Ana").await;
    avisar(app, &nucleo, &bia, None, "para Bia").await;
    app.deliver().await;
    assert_eq!((mudo.recebidos().len(), servico.recebidos().len()), (1, 2));
    let calado = |motivo: &str| ("PENDENTE".to_owned(), Some(motivo.to_owned()));
    let enviada = ("ENVIADA".to_owned(), None);
    let motivo = "o servidor não respondeu a tempo";
    assert_eq!(entregas(app).await, [calado(motivo), enviada.clone()]);

    // For a while nobody waits for it again; others are served at once.
    avisar(app, &nucleo, &ana, None, "de novo").await;
    app.deliver().await;
    assert_eq!((mudo.recebidos().len(), servico.recebidos().len()), (0, 1));
    let motivo = "o serviço de push não respondeu há pouco";
    assert_eq!(entregas(app).await[2], calado(motivo));
    ana.post("/push/unsubscribe", json!({"endpoint": mudo.endpoint("ana")})).await.expect(200);
    app.advance(Duration::hours(1));
    app.deliver().await;
    assert_eq!(entregas(app).await, [enviada.clone(), enviada.clone(), enviada]);
    assert!(servico.recebidos().is_empty(), "who has it does not get it again");
}
