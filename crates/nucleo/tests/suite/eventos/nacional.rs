//! From above all nucleos: events are seen and kept, but whoever belongs to none comes to none.

use base::scope::Cargo::{Coordenador, Membro};
use base::testing::TestApp;
use nucleo::areas::eventos::PresencaRegistrada;
use serde_json::json;

use super::{
    EVENTOS, cancelar, checkin, codigo, confere, corpo, desistir, evento, inscrever, minha,
    multidao, presenca,
};
use crate::apoio::saldo;

base::both_engines! { crate::service;
    um_evento_e_de_um_nucleo,
    de_cima_se_cuida_dos_eventos_de_todos,
}

async fn um_evento_e_de_um_nucleo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let super_admin = app.super_admin().await;
    let sem = super_admin.post(EVENTOS, corpo(app)).await;
    sem.expect_problem(400, "NUCLEO_NAO_SELECIONADO");
    assert_eq!(app.count("SELECT count(*) FROM eventos", ()).await, 0);
    let dentro = super_admin.with_header("x-nucleo-id", nucleo.id);
    let plenaria = evento(app, &dentro, json!({})).await;
    let ana = nucleo.caller(Membro).await;
    ana.get(&plenaria).await.expect(200);
    let segredo = codigo(&dentro, &plenaria).await;
    inscrever(&dentro, &plenaria).await.expect_problem(403, "SEM_PERMISSAO");
    checkin(&dentro, &plenaria, &segredo).await.expect_problem(403, "SEM_PERMISSAO");
    desistir(&dentro, &plenaria).await.expect_problem(409, "SEM_INSCRICAO");
    app.deliver().await;
}

async fn de_cima_se_cuida_dos_eventos_de_todos(app: &TestApp) {
    let (um, outro) = (app.nucleo().await, app.nucleo().await);
    let super_admin = app.super_admin().await;
    let oficina = evento(app, &um.caller(Coordenador).await, json!({"vagas": 1})).await;
    evento(app, &outro.caller(Coordenador).await, json!({})).await;
    let lista = super_admin.get(EVENTOS).await;
    assert_eq!(lista.headers["x-total-count"], "2");
    let gente = multidao(app, um.id, 2).await;
    for pessoa in &gente {
        inscrever(pessoa, &oficina).await.expect(201);
    }
    super_admin.patch(&oficina, json!({"vagas": 2})).await.expect(200);
    assert_eq!(minha(&gente[1], &oficina).await, "INSCRITO");
    let alheia = outro.caller(Membro).await;
    let recusada = presenca(&super_admin, &oficina, alheia.id).await;
    recusada.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    presenca(&super_admin, &oficina, gente[0].id).await.expect(201);
    assert_eq!((saldo(app, gente[0].id).await, saldo(app, alheia.id).await), (30, 0));
    let registradas = app.events::<PresencaRegistrada>().await;
    assert_eq!(registradas.len(), 1);
    assert_eq!(registradas[0].0, Some(um.id), "of the event's nucleo");
    cancelar(&super_admin, &oficina).await.expect(200);
    app.deliver().await;
    let avisos = "SELECT count(*) FROM avisos WHERE nucleo_id IS NULL";
    assert_eq!(app.count(avisos, ()).await, 0);
    confere(app).await;
}
