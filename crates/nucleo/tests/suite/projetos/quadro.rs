//! Projects: made, changed, listed to whom they concern, shown whole.

use base::scope::Cargo::{Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::membros::Status::Ativo;
use nucleo::areas::projetos::verificacao::primeira_divergencia;
use serde_json::json;

use super::{PROJETOS, confere, fazer, projeto, tarefa};
use crate::apoio::{chaves, coluna, pessoa};

base::both_engines! { crate::service;
    um_projeto_nasce_e_muda,
    cada_pessoa_ve_os_seus_e_a_lideranca_ve_todos,
    a_lista_e_filtrada_e_paginada,
    o_detalhe_mostra_pessoas_e_tarefas,
    nucleos_nao_se_veem,
    a_verificacao_acha_o_que_foi_mexido_por_fora,
}

async fn um_projeto_nasce_e_muda(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let corpo = json!({"nome": "Horta", "descricao": "Canteiros", "dataFim": "2026-11-30"});
    let criado = coord.post(PROJETOS, corpo).await.expect(201);
    let esperado = json!({
        "id": criado["id"], "nome": "Horta", "descricao": "Canteiros", "status": "PLANEJAMENTO",
        "dataFim": "2026-11-30T03:00:00.000Z", "criado_em": "2026-03-02T12:00:00.000Z",
        "totalMembros": 0, "totalTarefas": 0, "totalComentarios": 0,
    });
    assert_eq!(criado, esperado);

    let path = format!("{PROJETOS}/{}", criado["id"].as_str().unwrap());
    // Every move is allowed.
    for status in ["CANCELADO", "CONCLUIDO", "PLANEJAMENTO", "EM_ANDAMENTO"] {
        let mudado = coord.patch(&path, json!({ "status": status })).await.expect(200);
        assert_eq!((&mudado["status"], &mudado["nome"]), (&json!(status), &json!("Horta")));
    }
    let corpo = json!({"nome": "Horta grande", "descricao": null, "dataFim": null});
    let mudado = coord.patch(&path, corpo).await.expect(200);
    assert_eq!(mudado["nome"], "Horta grande");
    assert!(mudado["descricao"].is_null() && mudado["dataFim"].is_null());
    let igual = coord.patch(&path, json!({})).await.expect(200);
    assert_eq!(igual, mudado);

    for cargo in [Membro, LiderProjeto, PortaVoz] {
        let outra = nucleo.caller(cargo).await;
        let criar = outra.post(PROJETOS, json!({"nome": "x"})).await;
        criar.expect_problem(403, "SEM_PERMISSAO");
        outra.patch(&path, json!({"nome": "x"})).await.expect_problem(403, "SEM_PERMISSAO");
        assert_eq!(outra.get(&path).await.expect(200)["nome"], "Horta grande", "open to everybody");
    }
}

async fn cada_pessoa_ve_os_seus_e_a_lideranca_ve_todos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let mut ids = Vec::new();
    for nome in ["aceito", "confirmado", "tarefa", "pendente", "recusado", "alheio"] {
        app.advance(Duration::minutes(1));
        ids.push(projeto(&coord, nome).await);
    }
    let convite = json!({"usuario_ids": [ana.id]});
    for (posicao, resposta) in
        [(0, "aceitar-convite"), (3, ""), (4, "recusar-convite"), (1, "aceitar-convite")]
    {
        let path = format!("{PROJETOS}/{}", ids[posicao]);
        coord.post(&format!("{path}/convidar"), convite.clone()).await.expect(200);
        if !resposta.is_empty() {
            ana.post(&format!("{path}/{resposta}"), json!({})).await.expect(200);
        }
    }
    let confirmar = format!("{PROJETOS}/{}/confirmar-membro/{}", ids[1], ana.id);
    coord.post(&confirmar, json!({})).await.expect(200);
    let corpo = json!({"titulo": "Cartaz", "responsavelId": ana.id});
    tarefa(&coord, Some(&ids[2]), corpo).await;

    let lista = ana.get(PROJETOS).await;
    assert_eq!(lista.headers["x-total-count"], "3");
    assert_eq!(coluna(&lista.expect(200), "nome"), ["tarefa", "confirmado", "aceito"]);
    let nenhum = nucleo.caller(PortaVoz).await.get(PROJETOS).await;
    assert_eq!(nenhum.expect(200), json!([]), "a spokesperson sees their own, too");
    for cargo in [LiderProjeto, Coordenador, Administrador] {
        let lista = nucleo.caller(cargo).await.get(PROJETOS).await;
        assert_eq!(lista.headers["x-total-count"], "6");
        assert_eq!(lista.expect(200)[0]["nome"], "alheio", "newest first");
    }
    confere(app).await;
}

async fn a_lista_e_filtrada_e_paginada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    for numero in 0..5 {
        app.advance(Duration::minutes(1));
        let status = if numero % 2 == 0 { "EM_ANDAMENTO" } else { "CANCELADO" };
        let corpo = json!({"nome": format!("p{numero}"), "status": status});
        let criado = coord.post(PROJETOS, corpo).await.expect(201);
        let path = format!("{PROJETOS}/{}/membros", criado["id"].as_str().unwrap());
        coord.post(&path, json!({"usuarioId": ana.id})).await.expect(201);
    }
    for quem in [&coord, &ana] {
        let lista = quem.get(&format!("{PROJETOS}?status=EM_ANDAMENTO&page=2&limit=2")).await;
        assert_eq!(lista.headers["x-total-count"], "3");
        assert_eq!(coluna(&lista.expect(200), "nome"), ["p0"]);
        let errada = quem.get(&format!("{PROJETOS}?status=ABERTO&limit=0")).await;
        let campos = errada.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(coluna(&campos["campos"], "campo"), ["status", "limit"]);
    }
    let criado = coord.get(PROJETOS).await.expect(200);
    assert_eq!(criado[0]["totalMembros"], 1);
}

async fn o_detalhe_mostra_pessoas_e_tarefas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let lider = nucleo.caller(LiderProjeto).await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let id = projeto(&coord, "Horta").await;
    let membros = format!("{PROJETOS}/{id}/membros");
    coord.post(&membros, json!({"usuarioId": ana.id})).await.expect(201);
    let corpo = json!({
        "titulo": "Cartaz", "descricao": "A3", "dificuldade": "FACIL", "recompensa": 30,
        "prazo": "2026-04-01T12:00:00Z", "responsavelId": ana.id,
    });
    let fechada = tarefa(&lider, Some(&id), corpo).await;
    app.advance(Duration::minutes(1));
    let aberta = tarefa(&lider, Some(&id), json!({"titulo": "Rega"})).await;
    let candidatar = format!("{PROJETOS}/{id}/tarefas/{aberta}/candidatar");
    ana.post(&candidatar, json!({})).await.expect(201);

    let detalhe = ana.get(&format!("{PROJETOS}/{id}")).await.expect(200);
    let esperado = json!({
        "id": id, "nome": "Horta", "descricao": null, "status": "PLANEJAMENTO", "dataFim": null,
        "criado_em": "2026-03-02T12:00:00.000Z",
        "totalMembros": 1, "totalTarefas": 2, "totalComentarios": 0,
        "membros": [{
            "usuario": {"id": ana.id, "nome": "Ana", "foto_url": null, "ativo": true},
            "status_convite": "CONFIRMADO", "criado_em": "2026-03-02T12:00:00.000Z",
        }],
        "tarefas": [
            {
                "id": aberta, "projeto_id": id, "titulo": "Rega", "descricao": null,
                "dificuldade": "MEDIA", "recompensa": 0, "prazo": null, "status": "PENDENTE",
                "responsavel": null, "aberta": true, "feedback": null, "comprovacao": null,
                "comprovacaoUrl": null, "candidatura": "PENDENTE", "totalComentarios": 0,
                "criado_em": "2026-03-02T12:01:00.000Z",
            },
            {
                "id": fechada, "projeto_id": id, "titulo": "Cartaz", "descricao": "A3",
                "dificuldade": "FACIL", "recompensa": 30, "prazo": "2026-04-01T12:00:00.000Z",
                "status": "PENDENTE",
                "responsavel": {"id": ana.id, "nome": "Ana", "ativo": true}, "aberta": false,
                "feedback": null, "comprovacao": null, "comprovacaoUrl": null, "candidatura": null,
                "totalComentarios": 0, "criado_em": "2026-03-02T12:00:00.000Z",
            },
        ],
    });
    assert_eq!(detalhe, esperado);
    let de_outra = lider.get(&format!("{PROJETOS}/{id}")).await.expect(200);
    assert!(de_outra["tarefas"][0]["candidatura"].is_null(), "one's own application only");
    assert_eq!(chaves(&de_outra), chaves(&detalhe));
}

async fn nucleos_nao_se_veem(app: &TestApp) {
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    let (nossa, dela) = (nosso.caller(Coordenador).await, deles.caller(Administrador).await);
    let id = projeto(&nossa, "Horta").await;
    assert_eq!(dela.get(PROJETOS).await.expect(200), json!([]));
    let path = format!("{PROJETOS}/{id}");
    dela.get(&path).await.expect_problem(404, "PROJETO_NAO_ENCONTRADO");
    let mudar = dela.patch(&path, json!({"nome": "Deles"})).await;
    mudar.expect_problem(404, "PROJETO_NAO_ENCONTRADO");
    for torto in ["x", "tarefas", "0195e9a0-0000-7000-8000-000000000000"] {
        nossa.get(&format!("{PROJETOS}/{torto}")).await.expect(404);
    }
    assert_eq!(nossa.get(&path).await.expect(200)["nome"], "Horta");
}

async fn a_verificacao_acha_o_que_foi_mexido_por_fora(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let horta = projeto(&coord, "Horta").await;
    let corpo = json!({"titulo": "Rega", "recompensa": 5, "responsavelId": ana.id});
    let id = tarefa(&coord, Some(&horta), corpo).await;
    fazer(&ana, &coord, &id).await;
    let achada =
        async || app.operator.read(async |tx| primeira_divergencia(tx).await).await.unwrap();
    assert_eq!(achada().await, None);
    for (mexida, desfeita, onde) in [
        (
            "UPDATE projetos SET total_comentarios = 3",
            "UPDATE projetos SET total_comentarios = 0",
            &horta,
        ),
        (
            "UPDATE tarefas SET total_comentarios = 1",
            "UPDATE tarefas SET total_comentarios = 0",
            &id,
        ),
        (
            "UPDATE tarefas SET status = 'REJEITADA', aprovada_em = NULL",
            "UPDATE tarefas SET status = 'APROVADA', aprovada_em = criado_em",
            &id,
        ),
    ] {
        app.execute(mexida, ()).await;
        assert!(achada().await.unwrap().contains(onde.as_str()), "{mexida}");
        app.execute(desfeita, ()).await;
        assert_eq!(achada().await, None, "{desfeita}");
    }
}
