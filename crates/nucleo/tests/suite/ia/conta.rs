//! A person's own conversations are theirs to take along, and gone when they leave.

use base::scope::Cargo::Administrador;
use base::testing::TestApp;
use nucleo::areas::ia::service::esquecer;
use nucleo::areas::membros::Status::Ativo;
use serde_json::json;

use super::{confirmar, nucleo_com_ana, perguntar};
use crate::apoio::pessoa;

base::both_engines! { crate::service;
    a_copia_dos_dados_tem_as_conversas,
    quem_sai_leva_suas_conversas_e_o_que_se_disse_dela,
}

async fn a_copia_dos_dados_tem_as_conversas(app: &TestApp) {
    let (nucleo, admin, _) = nucleo_com_ana(app).await;
    let outro = nucleo.caller(Administrador).await;
    perguntar(&admin, "Quantos membros ativos temos?").await;
    perguntar(&outro, "Números gerais do núcleo").await;
    let dados = admin.get("/api/perfil/exportar").await.expect(200);
    let conversas = dados["conversas"].as_array().unwrap();
    assert_eq!(conversas.len(), 1);
    assert_eq!(conversas[0]["titulo"], "Quantos membros ativos temos?");
    assert_eq!(conversas[0]["mensagens"].as_array().unwrap().len(), 2);
}

async fn quem_sai_leva_suas_conversas_e_o_que_se_disse_dela(app: &TestApp) {
    let (nucleo, admin, ana) = nucleo_com_ana(app).await;
    let rui = pessoa(app, &nucleo, "Rui Prado", (Administrador, Ativo)).await;
    perguntar(&rui, "Quantos membros ativos temos?").await;
    let sobre = perguntar(&admin, "Credite 5 moedas para Rui Prado por organizar a sede").await;
    confirmar(&admin, &sobre).await;
    perguntar(&admin, "Quem é Rui Prado?").await;
    let outra = perguntar(&admin, "Quem é Ana Souza?").await;
    app.operator
        .write(async |tx| {
            app.operator.enter(tx, nucleo.id).await?;
            esquecer(tx, rui.id).await
        })
        .await
        .unwrap();
    let de = "SELECT count(*) FROM ia_conversas WHERE usuario_id = $1";
    assert_eq!((app.count(de, (rui.id,)).await, app.count(de, (admin.id,)).await), (0, 3));
    let sql = "SELECT CAST(m.texto AS text) || COALESCE(CAST(m.dados AS text), '') || v.titulo
               FROM ia_mensagens m JOIN ia_conversas v ON v.id = m.conversa_id";
    let textos: Vec<(String,)> = app.rows(sql, ()).await;
    assert!(
        !textos.iter().any(|(texto,)| texto.contains("Rui") || texto.contains("Prado")),
        "{textos:?}"
    );
    assert!(textos.iter().any(|(texto,)| texto.contains("Ana Souza")));
    let sql = "SELECT pedido || resumo || CAST(argumentos AS text) FROM ia_acoes";
    let acoes: Vec<(String,)> = app.rows(sql, ()).await;
    assert_eq!(acoes, [("{}".to_owned(),)]);
    // The others' go on.
    let aberta =
        admin.get(&format!("/api/ia/conversas/{}", outra["conversaId"].as_str().unwrap())).await;
    assert_eq!(aberta.expect(200)["mensagens"][1]["dados"]["membros"][0]["id"], json!(ana.id));
}
