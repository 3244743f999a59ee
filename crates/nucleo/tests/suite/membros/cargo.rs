//! Giving somebody another cargo: who may, what it leaves behind, and who must stay.

use base::scope::Cargo::{
    self, Administrador, Coordenador, LiderProjeto, Membro, PortaVoz, SuperAdmin,
};
use base::testing::TestApp;
use nucleo::areas::membros::CargoAlterado;
use nucleo::areas::membros::Status::{Ativo, Rejeitado, Suspenso};
use serde_json::json;

use super::{LISTA, NINGUEM, administradores, caminho, dar_cargo};
use crate::apoio::{juntos, pessoa, trilha};
use crate::autenticacao::campos;

base::both_engines! { crate::service;
    o_cargo_novo_vale_no_pedido_seguinte,
    o_mesmo_cargo_de_novo_nao_deixa_rastro,
    so_administradores_mudam_cargos,
    cargo_que_nao_se_da_e_recusado,
    quem_nao_esta_no_nucleo_nao_muda_de_cargo,
    super_admin_nao_muda_de_cargo_por_aqui,
    o_ultimo_administrador_fica,
    dois_administradores_que_se_rebaixam_deixam_um,
}

async fn o_cargo_novo_vale_no_pedido_seguinte(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    ana.get(LISTA).await.expect_problem(403, "SEM_PERMISSAO");

    let mudada = dar_cargo(&admin, ana.id, "COORDENADOR").await.expect(200);
    assert_eq!(mudada["cargo"], "COORDENADOR");
    assert_eq!(mudada, admin.get(&caminho(ana.id)).await.expect(200), "the changed profile");
    ana.get(LISTA).await.expect(200);
    dar_cargo(&admin, ana.id, "PORTA_VOZ").await.expect(200);
    ana.get(LISTA).await.expect_problem(403, "SEM_PERMISSAO");

    let linhas = trilha(app, "CARGO_ALTERADO").await;
    let linha = |de: &str, para: &str| (admin.id, ana.id.into(), json!({"de": de, "para": para}));
    assert_eq!(linhas, [linha("MEMBRO", "COORDENADOR"), linha("COORDENADOR", "PORTA_VOZ")]);
    let evento = |de, para| {
        (Some(nucleo.id), CargoAlterado { usuario_id: ana.id, de, para, alterado_por: admin.id })
    };
    let eventos = app.events::<CargoAlterado>().await;
    assert_eq!(eventos, [evento(Membro, Coordenador), evento(Coordenador, PortaVoz)]);
}

async fn o_mesmo_cargo_de_novo_nao_deixa_rastro(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Ana", (LiderProjeto, Ativo)).await;
    let igual = dar_cargo(&admin, ana.id, "LIDER_PROJETO").await.expect(200);
    assert_eq!(igual["cargo"], "LIDER_PROJETO");
    // Nor does an administrator fall over their own cargo.
    dar_cargo(&admin, admin.id, "ADMINISTRADOR").await.expect(200);
    assert_eq!(trilha(app, "CARGO_ALTERADO").await, []);
    assert_eq!(app.events::<CargoAlterado>().await, []);
}

async fn so_administradores_mudam_cargos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    for cargo in [Membro, LiderProjeto, PortaVoz, Coordenador] {
        let outra = nucleo.caller(cargo).await;
        for alvo in [ana.id, outra.id] {
            let recusado = dar_cargo(&outra, alvo, "ADMINISTRADOR").await;
            recusado.expect_problem(403, "SEM_PERMISSAO");
        }
    }
    let super_admin = app.super_admin().await;
    let mudada = dar_cargo(&super_admin, ana.id, "COORDENADOR").await.expect(200);
    assert_eq!(
        (&mudada["cargo"], &mudada["nucleo_id"]),
        (&json!("COORDENADOR"), &json!(nucleo.id))
    );
    // Done from above all nucleos, told in the one it was done in.
    let sql = "SELECT count(*) FROM auditoria WHERE acao = 'CARGO_ALTERADO' AND nucleo_id = $1";
    assert_eq!(app.count(sql, (nucleo.id,)).await, 1);
    assert_eq!(app.events::<CargoAlterado>().await[0].0, Some(nucleo.id));
}

async fn cargo_que_nao_se_da_e_recusado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let rota = format!("{LISTA}/{}/cargo", ana.id);
    for admin in [nucleo.caller(Administrador).await, app.super_admin().await] {
        for corpo in [
            json!({"cargo": "SUPER_ADMIN"}),
            json!({"cargo": "administrador"}),
            json!({"cargo": ""}),
            json!({"cargo": 1}),
            json!({"cargo": ["MEMBRO"]}),
            json!({"cargo": null}),
            json!({}),
        ] {
            let erro = admin.patch(&rota, corpo).await.expect_problem(400, "DADOS_INVALIDOS");
            assert_eq!(campos(&erro), ["cargo"]);
        }
        let erro = admin.patch(&rota, json!({"cargo": "SUPER_ADMIN"})).await.body;
        let mensagem = erro["campos"][0]["mensagem"].as_str().unwrap();
        for cargo in Cargo::ALL {
            assert_eq!(mensagem.contains(cargo.as_str()), *cargo != SuperAdmin, "{mensagem}");
        }
    }
    assert_eq!(trilha(app, "CARGO_ALTERADO").await, []);
}

async fn quem_nao_esta_no_nucleo_nao_muda_de_cargo(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let admin = nucleo.caller(Administrador).await;
    let vizinha = pessoa(app, &outro, "Vizinha", (Membro, Ativo)).await;
    let rejeitada = pessoa(app, &nucleo, "Rejeitada", (Membro, Rejeitado)).await;
    let removida = pessoa(app, &nucleo, "Removida", (Membro, Suspenso)).await;
    let sql = "UPDATE usuarios SET excluido_em = $2 WHERE id = $1";
    app.execute(sql, (removida.id, app.now())).await;
    let super_admin = app.super_admin().await.id;
    for id in [vizinha.id, rejeitada.id, removida.id, super_admin, app.new_id()] {
        let recusado = dar_cargo(&admin, id, "COORDENADOR").await;
        recusado.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    }
    let sem_uuid = admin.patch(&format!("{LISTA}/42/cargo"), json!({"cargo": "MEMBRO"})).await;
    sem_uuid.expect_problem(404, "NAO_ENCONTRADO");
    let ninguem = format!("{LISTA}/{NINGUEM}/cargo");
    let erro = admin.patch(&ninguem, json!({})).await;
    assert!([400, 404].contains(&erro.status), "{}", erro.body);
    let mudados = "SELECT count(*) FROM usuarios WHERE cargo = 'COORDENADOR'";
    assert_eq!(app.count(mudados, ()).await, 0);
    assert_eq!(trilha(app, "CARGO_ALTERADO").await, []);
}

/// Their cargo is not one of a nucleo, and they are no member of any.
async fn super_admin_nao_muda_de_cargo_por_aqui(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (uma, outra) = (app.super_admin().await, app.super_admin().await);
    let dentro = uma.clone().with_header("x-nucleo-id", nucleo.id);
    for cliente in [&uma, &dentro] {
        for alvo in [uma.id, outra.id] {
            let recusado = dar_cargo(cliente, alvo, "MEMBRO").await;
            recusado.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
        }
    }
}

async fn o_ultimo_administrador_fica(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let admin = nucleo.caller(Administrador).await;
    // Neither a suspended one nor one next door can take over.
    pessoa(app, &nucleo, "Suspensa", (Administrador, Suspenso)).await;
    outro.caller(Administrador).await;
    let recusado = dar_cargo(&admin, admin.id, "MEMBRO").await;
    recusado.expect_problem(409, "ULTIMO_ADMINISTRADOR");
    assert_eq!(trilha(app, "CARGO_ALTERADO").await, []);
    admin.get("/api/admin/auditoria").await.expect(200);

    let segunda = pessoa(app, &nucleo, "Segunda", (Administrador, Ativo)).await;
    dar_cargo(&admin, admin.id, "MEMBRO").await.expect(200);
    admin.get("/api/admin/auditoria").await.expect_problem(403, "SEM_PERMISSAO");
    let recusado = dar_cargo(&segunda, segunda.id, "COORDENADOR").await;
    recusado.expect_problem(409, "ULTIMO_ADMINISTRADOR");

    let super_admin = app.super_admin().await;
    dar_cargo(&super_admin, segunda.id, "COORDENADOR").await.expect(200);
    assert_eq!(administradores(app, nucleo.id).await, 0);
}

async fn dois_administradores_que_se_rebaixam_deixam_um(app: &TestApp) {
    for rodada in 0..20 {
        let nucleo = app.nucleo().await;
        let uma = nucleo.caller(Administrador).await;
        let outra = nucleo.caller(Administrador).await;
        let pares = [(uma.clone(), outra.id), (outra, uma.id)];
        let respostas = juntos(
            pares.map(|(quem, a_quem)| async move { dar_cargo(&quem, a_quem, "MEMBRO").await }),
        )
        .await;
        for resposta in respostas {
            // Whoever comes second is refused, as the last one or as no administrator any more.
            let status = resposta.status;
            assert!([200, 403, 409].contains(&status), "round {rodada}: {}", resposta.body);
        }
        assert_eq!(administradores(app, nucleo.id).await, 1, "round {rodada}");
    }
}
