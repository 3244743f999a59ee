//! Who may write, change and delete: everybody in management, a spokesperson their own, the
//! national level what is national.

use base::scope::Cargo::{self, Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::TestApp;
use chrono::Duration;
use serde_json::json;

use super::{
    GESTAO, LISTA, agendar, caminho, com, corpo, criar, excluir, nada_foi_gravado, titulos,
    titulos_no_feed,
};
use crate::apoio::trilha;

base::both_engines! { crate::service;
    quem_comunica_publica_e_os_demais_nao,
    um_porta_voz_muda_so_os_seus,
    o_que_e_de_outro_nucleo_nao_existe,
    o_que_e_nacional_muda_so_por_quem_esta_acima,
    um_super_admin_age_dentro_de_um_nucleo_e_acima_de_todos,
}

async fn quem_comunica_publica_e_os_demais_nao(app: &TestApp) {
    let nucleo = app.nucleo().await;
    for cargo in [Membro, LiderProjeto] {
        let caller = nucleo.caller(cargo).await;
        caller.post(LISTA, corpo("Não")).await.expect_problem(403, "SEM_PERMISSAO");
        caller.get(GESTAO).await.expect_problem(403, "SEM_PERMISSAO");
    }
    nada_foi_gravado(app).await;
    for cargo in [PortaVoz, Coordenador, Administrador] {
        let caller = nucleo.caller(cargo).await;
        let id = criar(&caller, corpo("Sim")).await;
        caller.patch(&caminho(&id), json!({"titulo": "Mudado"})).await.expect(200);
        let excluido = excluir(&caller, &id).await.expect(200);
        assert_eq!(excluido, json!({"message": "Comunicado excluído."}));
        caller.get(&caminho(&id)).await.expect_problem(404, "COMUNICADO_NAO_ENCONTRADO");
        excluir(&caller, &id).await.expect_problem(404, "COMUNICADO_NAO_ENCONTRADO");
        caller
            .patch(&caminho(&id), json!({}))
            .await
            .expect_problem(404, "COMUNICADO_NAO_ENCONTRADO");
        assert_eq!(titulos_no_feed(&caller).await, [""; 0]);
    }
}

async fn um_porta_voz_muda_so_os_seus(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (ana, bia) = (nucleo.caller(PortaVoz).await, nucleo.caller(PortaVoz).await);
    let coord = nucleo.caller(Coordenador).await;
    let publicado = criar(&bia, corpo("Da Bia")).await;
    let agendado = agendar(app, &coord, "Agendado", Duration::days(1)).await;
    let alheio = json!({"cargo": "MEMBRO"});
    let alheio = criar(&coord, com("Só para membros", "segmentoAlvo", alheio)).await;
    criar(&ana, corpo("Da Ana")).await;
    let mudanca = json!({"titulo": "Roubado"});
    // She can see that one, so its existence is no secret; the others she cannot.
    for (id, status, codigo) in [
        (&publicado, 403, "COMUNICADO_DE_OUTRA_PESSOA"),
        (&agendado, 404, "COMUNICADO_NAO_ENCONTRADO"),
        (&alheio, 404, "COMUNICADO_NAO_ENCONTRADO"),
    ] {
        ana.patch(&caminho(id), mudanca.clone()).await.expect_problem(status, codigo);
        excluir(&ana, id).await.expect_problem(status, codigo);
    }
    assert_eq!(titulos(&ana, GESTAO).await, ["Da Ana"]);
    let todos = ["Da Ana", "Só para membros", "Agendado", "Da Bia"];
    assert_eq!(titulos(&coord, GESTAO).await, todos);
    // Their own before its time too; and management changes anybody's.
    let dela = agendar(app, &ana, "Agendado da Ana", Duration::days(1)).await;
    ana.get(&caminho(&dela)).await.expect(200);
    ana.patch(&caminho(&dela), json!({"titulo": "Da Ana depois"})).await.expect(200);
    coord.patch(&caminho(&dela), json!({"titulo": "Revisto"})).await.expect(200);
    excluir(&ana, &dela).await.expect(200);
    // A spokesperson who is one no more has no own announcements to change.
    let sql = "UPDATE usuarios SET cargo = 'MEMBRO' WHERE id = $1";
    app.execute(sql, (bia.id,)).await;
    bia.patch(&caminho(&publicado), mudanca).await.expect_problem(403, "SEM_PERMISSAO");
}

async fn o_que_e_de_outro_nucleo_nao_existe(app: &TestApp) {
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    let id = criar(&deles.caller(Coordenador).await, corpo("Deles")).await;
    let admin = nosso.caller(Administrador).await;
    admin.get(&caminho(&id)).await.expect_problem(404, "COMUNICADO_NAO_ENCONTRADO");
    let mudado = admin.patch(&caminho(&id), json!({"titulo": "X"})).await;
    mudado.expect_problem(404, "COMUNICADO_NAO_ENCONTRADO");
    excluir(&admin, &id).await.expect_problem(404, "COMUNICADO_NAO_ENCONTRADO");
    for lista in [LISTA, GESTAO] {
        assert_eq!(titulos(&admin, lista).await, [""; 0]);
    }
    assert_eq!(titulos_no_feed(&admin).await, [""; 0]);
    assert_eq!(titulos(&deles.caller(Membro).await, LISTA).await, ["Deles"]);
}

async fn o_que_e_nacional_muda_so_por_quem_esta_acima(app: &TestApp) {
    let (um, outro) = (app.nucleo().await, app.nucleo().await);
    let acima = app.super_admin().await;
    let id = criar(&acima, corpo("Nacional")).await;
    for nucleo in [&um, &outro] {
        let membro = nucleo.caller(Membro).await;
        assert_eq!(titulos(&membro, LISTA).await, ["Nacional"]);
        assert_eq!(titulos_no_feed(&membro).await, ["Nacional"]);
        let lido = membro.get(&caminho(&id)).await.expect(200);
        assert_eq!((&lido["nacional"], &lido["nucleo_id"]), (&json!(true), &json!(null)));
        assert_eq!(lido["autor"], json!({"id": acima.id, "nome": "Fulana"}));
    }
    for cargo in [PortaVoz, Coordenador, Administrador] {
        let caller = um.caller(cargo).await;
        let mudado = caller.patch(&caminho(&id), json!({"titulo": "X"})).await;
        mudado.expect_problem(403, "CONTEUDO_NACIONAL");
        excluir(&caller, &id).await.expect_problem(403, "CONTEUDO_NACIONAL");
        assert_eq!(titulos(&caller, GESTAO).await, [""; 0], "what one cannot change is not there");
    }
    // From within a nucleo it is out of reach for them too.
    let dentro = acima.clone().with_header("x-nucleo-id", um.id);
    let mudado = dentro.patch(&caminho(&id), json!({"titulo": "X"})).await;
    mudado.expect_problem(403, "CONTEUDO_NACIONAL");

    // Before its time nobody else knows of it.
    let agendado = agendar(app, &acima, "Segredo", Duration::days(1)).await;
    let admin = um.caller(Administrador).await;
    admin.get(&caminho(&agendado)).await.expect_problem(404, "COMUNICADO_NAO_ENCONTRADO");
    let mudado = acima.patch(&caminho(&id), json!({"titulo": "Mudado"})).await.expect(200);
    assert_eq!((&mudado["titulo"], &mudado["nacional"]), (&json!("Mudado"), &json!(true)));
    assert_eq!(titulos_no_feed(&admin).await, ["Mudado"]);
    excluir(&acima, &id).await.expect(200);
    assert_eq!(titulos(&admin, LISTA).await, [""; 0]);

    let registros = trilha(app, "CONTEUDO_NACIONAL").await;
    assert!(registros.iter().all(|(autor, ..)| *autor == acima.id));
    let operacoes: Vec<_> = registros.iter().map(|(.., detalhes)| &detalhes["operacao"]).collect();
    assert_eq!(operacoes, ["CRIADO", "CRIADO", "ALTERADO", "EXCLUIDO"]);
    assert_eq!(registros[2].2["campos"], json!(["titulo"]));
    let linhas = acima.get("/api/admin/auditoria?acao=CONTEUDO_NACIONAL").await.expect(200);
    let alvo = json!({"tipo": "COMUNICADO", "id": id, "nome": "Mudado"});
    assert_eq!(linhas["data"][0]["alvo"], alvo, "also of what is gone");
}

async fn um_super_admin_age_dentro_de_um_nucleo_e_acima_de_todos(app: &TestApp) {
    let (um, outro) = (app.nucleo().await, app.nucleo().await);
    let acima = app.super_admin().await;
    let dentro = acima.clone().with_header("x-nucleo-id", um.id);
    let id = criar(&dentro, corpo("De um")).await;
    criar(&outro.caller(Coordenador).await, corpo("De outro")).await;
    criar(&acima, corpo("Nacional")).await;
    let lido = dentro.get(&caminho(&id)).await.expect(200);
    assert_eq!((&lido["nacional"], &lido["nucleo_id"]), (&json!(false), &json!(um.id)));
    assert!(trilha(app, "CONTEUDO_NACIONAL").await.len() == 1, "the other one is no national act");

    assert_eq!(titulos(&dentro, LISTA).await, ["Nacional", "De um"]);
    assert_eq!(titulos(&dentro, GESTAO).await, ["De um"]);
    let todos = ["Nacional", "De outro", "De um"];
    assert_eq!(titulos(&acima, LISTA).await, todos);
    assert_eq!(titulos(&acima, GESTAO).await, todos);
    // From above one changes what is of a nucleo, and it stays there.
    acima.patch(&caminho(&id), json!({"titulo": "Ainda de um"})).await.expect(200);
    assert_eq!(titulos_no_feed(&um.caller(Membro).await).await, ["Nacional", "Ainda de um"]);
    assert_eq!(titulos_no_feed(&outro.caller(Membro).await).await, ["Nacional", "De outro"]);
    excluir(&acima, &id).await.expect(200);
    assert_eq!(titulos(&um.caller(Cargo::Membro).await, LISTA).await, ["Nacional"]);
}
