//! What is kept of a person as a spokesperson, and what is left when they leave.

use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::membros::Status::Ativo;
use serde_json::json;

use super::servidor::{Resposta, Servidor, rss};
use super::{PORTA_VOZES, com_feed, linhas, no_feed, sincronizar};
use crate::apoio::{chaves, pessoa};
use crate::autenticacao::{SENHA, dar_senha};

base::both_engines! { crate::porta_vozes::service;
    a_copia_dos_dados_traz_redes_e_publicacoes,
    quem_exclui_a_conta_deixa_de_ser_porta_voz,
}

async fn a_copia_dos_dados_traz_redes_e_publicacoes(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let criado = admin.post(PORTA_VOZES, json!({"usuarioId": ana.id})).await.expect(201);
    let porta_voz = format!("{PORTA_VOZES}/{}", criado["id"].as_str().unwrap());
    let rede = json!({"plataforma": "X", "username": "ana"});
    admin.post(&format!("{porta_voz}/redes"), rede).await.expect(201);
    let url = json!({"url": "https://x.com/ana/status/1"});
    admin.post(&format!("{porta_voz}/postagens"), url).await.expect(201);
    let copia = ana.get("/api/perfil/exportar").await.expect(200);
    let dela = &copia["porta_voz"];
    assert_eq!(chaves(dela), ["criado_em", "postagens", "redes"]);
    assert_eq!(dela["redes"][0]["username"], "ana");
    assert_eq!(dela["postagens"][0]["url"], "https://x.com/ana/status/1");
    let outra = admin.get("/api/perfil/exportar").await.expect(200);
    assert!(outra["porta_voz"].is_null());
}

async fn quem_exclui_a_conta_deixa_de_ser_porta_voz(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, servidor) = (nucleo.caller(Administrador).await, Servidor::novo().await);
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    dar_senha(app, &ana).await;
    let criado = admin.post(PORTA_VOZES, json!({"usuarioId": ana.id})).await.expect(201);
    let porta_voz = format!("{PORTA_VOZES}/{}", criado["id"].as_str().unwrap());
    let feed = servidor.em_caminho("ana", Resposta::Feed(rss(&["https://x.com/ana/status/1"])));
    com_feed(&admin, &porta_voz, "ana", &feed).await;
    sincronizar(&admin).await;
    assert_eq!(linhas(app).await, [1, 1, 1, 1]);
    ana.post("/api/perfil/excluir-conta", json!({"senha": SENHA})).await.expect(200);
    app.deliver().await;
    assert_eq!(linhas(app).await, [0; 4]);
    assert!(no_feed(&admin).await.is_empty());
    servidor.pedidos("ana");
    app.advance(Duration::hours(1));
    app.deliver().await;
    assert_eq!(servidor.total_de_pedidos(), 0);
}
