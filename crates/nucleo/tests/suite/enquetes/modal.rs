//! The poll that one must answer before going on.

use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use serde_json::{Value, json};

use super::{PENDENTE, com, corpo, criar, detalhe, votacao, voto};

base::both_engines! { crate::service;
    a_mais_antiga_das_abertas_primeiro,
    encerrada_ninguem_precisa_responder,
    a_de_outro_nucleo_nao_aparece,
    um_super_admin_so_responde_nacionais,
}

fn modal(app: &TestApp, pergunta: &str) -> Value {
    com(corpo(app), json!({ "pergunta": pergunta, "modalObrigatorio": true }))
}

async fn a_mais_antiga_das_abertas_primeiro(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, membro) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    assert_eq!(membro.get(PENDENTE).await.expect(200), Value::Null);
    criar(&admin, corpo(app)).await;
    assert_eq!(membro.get(PENDENTE).await.expect(200), Value::Null, "not every poll is a modal");

    let primeira = criar(&admin, modal(app, "Primeira")).await;
    app.advance(Duration::seconds(1));
    let nacional = criar(&app.super_admin().await, modal(app, "Nacional")).await;
    app.advance(Duration::seconds(1));
    let ultima = criar(&admin, modal(app, "Última")).await;
    for enquete in [&primeira, &nacional, &ultima] {
        let pendente = membro.get(PENDENTE).await.expect(200);
        assert_eq!(pendente, detalhe(&membro, enquete).await, "in the shape of the detail");
        assert_eq!(pendente["resultados"], Value::Null);
        membro.post(&votacao(enquete), voto(enquete, 0)).await.expect(201);
    }
    assert_eq!(membro.get(PENDENTE).await.expect(200), Value::Null);
    let outro = nucleo.caller(Membro).await.get(PENDENTE).await.expect(200);
    assert_eq!(outro["id"], primeira["id"], "everybody answers for themselves");
}

async fn encerrada_ninguem_precisa_responder(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, membro) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let fim = app.now() + Duration::minutes(10);
    let curta = com(modal(app, "Curta"), json!({ "dataEncerramento": fim }));
    let curta = criar(&admin, curta).await;
    let longa = criar(&admin, modal(app, "Longa")).await;
    app.advance(Duration::minutes(10) - Duration::milliseconds(1));
    assert_eq!(membro.get(PENDENTE).await.expect(200)["id"], curta["id"]);
    app.advance(Duration::milliseconds(1));
    assert_eq!(membro.get(PENDENTE).await.expect(200)["id"], longa["id"]);
}

async fn a_de_outro_nucleo_nao_aparece(app: &TestApp) {
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    criar(&deles.caller(Administrador).await, modal(app, "Deles")).await;
    let membro = nosso.caller(Membro).await;
    assert_eq!(membro.get(PENDENTE).await.expect(200), Value::Null);
}

/// What they cannot vote on must not stand in their way.
async fn um_super_admin_so_responde_nacionais(app: &TestApp) {
    let nucleo = app.nucleo().await;
    criar(&nucleo.caller(Administrador).await, modal(app, "Do núcleo")).await;
    let super_admin = app.super_admin().await;
    let no_nucleo = super_admin.clone().with_header("x-nucleo-id", nucleo.id);
    for pessoa in [&super_admin, &no_nucleo] {
        assert_eq!(pessoa.get(PENDENTE).await.expect(200), Value::Null);
    }
    let nacional = criar(&super_admin, modal(app, "Nacional")).await;
    for pessoa in [&super_admin, &no_nucleo] {
        assert_eq!(pessoa.get(PENDENTE).await.expect(200)["id"], nacional["id"]);
    }
    no_nucleo.post(&votacao(&nacional), voto(&nacional, 0)).await.expect(201);
    assert_eq!(super_admin.get(PENDENTE).await.expect(200), Value::Null);
}
