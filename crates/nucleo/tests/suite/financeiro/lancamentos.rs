//! Entering, listing, removing: who may, and what is shown.

use base::scope::Cargo::{Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::TestApp;
use nucleo::areas::membros::Status::Ativo;
use serde_json::{Value, json};

use super::{
    FINANCEIRO, RESUMO, TRANSPARENCIA, VERIFICACAO, corpo, divergencia, excluir, lancar, quantos,
};
use crate::apoio::{chaves, coluna, pessoa, trilha};

base::both_engines! { crate::service;
    um_lancamento_do_comeco_ao_fim,
    quem_pode_o_que,
    a_lista_filtra_ordena_e_pagina,
    filtros_errados_sao_recusados,
    excluir_e_para_sempre_e_deixa_rastro,
    dois_que_excluem_ao_mesmo_tempo,
    cada_nucleo_tem_o_seu_livro,
    um_super_admin_ve_todos_e_lanca_em_um,
    quem_sai_leva_copia_e_deixa_os_lancamentos,
}

async fn um_lancamento_do_comeco_ao_fim(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = pessoa(app, &nucleo, "Ana", (Coordenador, Ativo)).await;
    let mut novo = corpo("DESPESA", json!(1234.56), "EVENTO", "2026-03-01T20:30:00-03:00");
    novo["comprovanteUrl"] = json!("/api/arquivos/comprovantes/recibo.pdf");
    novo["desconhecido"] = json!({"é": "ignorado"});
    let lancado = lancar(&coord, novo).await;
    let esperado = json!({
        "id": lancado["id"], "tipo": "DESPESA", "valor": 1234.56, "categoria": "EVENTO",
        "descricao": "Lançamento de teste", "data": "2026-03-01T23:30:00.000Z",
        "comprovanteUrl": "/api/arquivos/comprovantes/recibo.pdf",
        "autor": {"id": coord.id, "nome": "Ana"}, "nucleo_id": nucleo.id,
        "criado_em": "2026-03-02T12:00:00.000Z",
    });
    assert_eq!(lancado, esperado);
    let lista = coord.get(FINANCEIRO).await.expect(200);
    assert_eq!(lista["data"], json!([esperado]));
    assert_eq!(lista["pagination"], json!({"page": 1, "limit": 20, "total": 1, "totalPages": 1}));

    let sem = lancar(&coord, corpo("RECEITA", json!(10), "DOACAO", "2026-03-02")).await;
    assert_eq!((&sem["comprovanteUrl"], &sem["valor"]), (&Value::Null, &json!(10)));
    assert_eq!(sem["data"], "2026-03-02T03:00:00.000Z", "a day is its beginning in Sao Paulo");
    assert_eq!(divergencia(app).await, None);
}

async fn quem_pode_o_que(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let novo = || corpo("RECEITA", json!(5), "OUTROS", "2026-03-02");
    for cargo in [Membro, LiderProjeto, PortaVoz] {
        let alguem = nucleo.caller(cargo).await;
        let lancado = lancar(&admin, novo()).await;
        alguem.post(FINANCEIRO, novo()).await.expect_problem(403, "SEM_PERMISSAO");
        for path in [FINANCEIRO, RESUMO, "/api/financeiro/exportar"] {
            alguem.get(path).await.expect_problem(403, "SEM_PERMISSAO");
        }
        excluir(&alguem, &lancado).await.expect_problem(403, "SEM_PERMISSAO");
        for path in [TRANSPARENCIA, VERIFICACAO] {
            assert_eq!(alguem.get(path).await.expect(200), json!({"habilitado": false}), "{path}");
        }
    }
    let coord = nucleo.caller(Coordenador).await;
    let lancado = lancar(&coord, novo()).await;
    excluir(&coord, &lancado).await.expect_problem(403, "SEM_PERMISSAO");
    assert_eq!(quantos(app).await, 4);
    assert_eq!(coord.get(VERIFICACAO).await.expect(200)["integra"], true);
    excluir(&admin, &lancado).await.expect(200);
    assert_eq!(quantos(app).await, 3);
}

async fn a_lista_filtra_ordena_e_pagina(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    // Entered in another order than they happened.
    for (tipo, dia) in [
        ("RECEITA", "2026-02-15"),
        ("DESPESA", "2026-01-31"),
        ("RECEITA", "2026-03-31"),
        ("DESPESA", "2026-03-01"),
        ("RECEITA", "2026-02-15"),
    ] {
        let mut novo = corpo(tipo, json!(1), "OUTROS", dia);
        novo["descricao"] = json!(format!("{tipo} {dia} {}", quantos(app).await));
        lancar(&coord, novo).await;
    }
    let lista = async |query: &str| {
        let lista = coord.get(&format!("{FINANCEIRO}?{query}")).await.expect(200);
        let dias = coluna(&lista["data"], "descricao");
        let dias: Vec<_> = dias.into_iter().map(|dia| dia[8..].to_owned()).collect();
        (lista["pagination"]["total"].as_i64().unwrap(), dias)
    };
    let todos = ["2026-03-31 2", "2026-03-01 3", "2026-02-15 4", "2026-02-15 0", "2026-01-31 1"];
    for (query, esperados) in [
        ("", &todos[..]),
        ("limit=2", &todos[..2]),
        ("limit=2&page=2", &todos[2..4]),
        ("limit=2&page=3", &todos[4..]),
        ("page=9", &[]),
        ("tipo=DESPESA", &["2026-03-01 3", "2026-01-31 1"]),
        ("tipo=RECEITA&limit=1&page=2", &["2026-02-15 4"]),
        ("dataInicio=2026-02-15", &todos[..4]),
        ("dataFim=2026-02-15", &todos[2..]),
        ("dataInicio=2026-02-01&dataFim=2026-02-28", &todos[2..4]),
        ("dataInicio=2026-02-16&dataFim=2026-03-30", &todos[1..2]),
        ("dataInicio=2026-02-15T03:00:00Z&dataFim=2026-02-15T03:00:00Z", &todos[2..4]),
        ("dataInicio=2026-02-15T03:00:00.001Z&dataFim=2026-03-01", &todos[1..2]),
        ("dataInicio=2026-01-01&tipo=DESPESA&dataFim=2026-02-10", &todos[4..]),
        ("dataInicio=2026-03-31&dataFim=2026-01-01", &[]),
    ] {
        let (total, dias) = lista(query).await;
        assert_eq!(dias, esperados, "{query}");
        if !query.contains("page") && !query.contains("limit") {
            assert_eq!(total, esperados.len() as i64, "{query}");
        }
    }
    assert_eq!(lista("limit=2&page=3").await.0, 5);
    assert_eq!(lista("tipo=RECEITA&limit=1").await.0, 3);
    assert_eq!(lista("limit=1000").await.0, 5);
}

async fn filtros_errados_sao_recusados(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let errados = "dataInicio=ontem&dataFim=2026-02-30&tipo=receita&page=0";
    let erro = coord.get(&format!("{FINANCEIRO}?{errados}")).await;
    let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(coluna(&erro["campos"], "campo"), ["dataInicio", "dataFim", "tipo", "page"]);
    for path in [RESUMO, TRANSPARENCIA, "/api/financeiro/exportar"] {
        let erro = coord.get(&format!("{path}?{errados}")).await;
        let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(coluna(&erro["campos"], "campo")[..2], ["dataInicio", "dataFim"], "{path}");
    }
    for registro in ["0", "-1", "1.5", "x", ""] {
        let erro = coord.get(&format!("{VERIFICACAO}?registro={registro}")).await;
        let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(coluna(&erro["campos"], "campo"), ["registro"]);
    }
}

async fn excluir_e_para_sempre_e_deixa_rastro(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    lancar(&admin, corpo("RECEITA", json!(7), "DOACAO", "2026-03-01")).await;
    let mut segredo = corpo("DESPESA", json!(3), "OUTROS", "2026-03-01");
    segredo["descricao"] = json!("Engano da Zuleica");
    let lancado = lancar(&admin, segredo).await;
    let resposta = excluir(&admin, &lancado).await.expect(200);
    assert_eq!(resposta, json!({"message": "Lançamento excluído."}));
    excluir(&admin, &lancado).await.expect_problem(404, "LANCAMENTO_NAO_ENCONTRADO");
    let torto = admin.send("DELETE", "/api/financeiro/42", "".into()).await;
    torto.expect_problem(404, "NAO_ENCONTRADO");

    let lista = admin.get(FINANCEIRO).await.expect(200);
    assert_eq!(lista["pagination"]["total"], 1);
    assert_eq!(admin.get(RESUMO).await.expect(200)["saldo"], 7);
    let linhas = trilha(app, "LANCAMENTO_EXCLUIDO").await;
    let [(autor, alvo, detalhes)] = &linhas[..] else { panic!("{linhas:?}") };
    assert_eq!((*autor, json!(alvo)), (admin.id, lancado["id"].clone()));
    assert_eq!(chaves(detalhes), ["hash", "registro"], "no content");
    let elos = "SELECT count(*) FROM lancamento_elos WHERE acao = 'EXCLUSAO' AND autor_id = $1";
    assert_eq!(app.count(elos, (admin.id,)).await, 1);
    let vista = admin.get("/api/admin/auditoria?acao=LANCAMENTO_EXCLUIDO").await.expect(200);
    assert_eq!(vista["data"][0]["alvo"]["tipo"], "LANCAMENTO");
    let conferida = admin.get(VERIFICACAO).await.expect(200);
    assert_eq!(
        (&conferida["integra"], &conferida["registros"], &conferida["excluidos"]),
        (&json!(true), &json!(3), &json!(1))
    );
    assert_eq!(detalhes["hash"], conferida["hash"], "the trail names the link");
    assert_eq!(divergencia(app).await, None);
}

async fn dois_que_excluem_ao_mesmo_tempo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let lancado = lancar(&admin, corpo("RECEITA", json!(7), "DOACAO", "2026-03-01")).await;
    let pedidos = (0..10).map(|_| {
        let (admin, lancado) = (admin.clone(), lancado.clone());
        async move { excluir(&admin, &lancado).await }
    });
    let respostas = crate::apoio::juntos(pedidos).await;
    let feitas = respostas.iter().filter(|resposta| resposta.status == 200).count();
    let perdidas = respostas.iter().filter(|resposta| resposta.status == 404).count();
    assert_eq!((feitas, perdidas), (1, 9));
    assert_eq!(trilha(app, "LANCAMENTO_EXCLUIDO").await.len(), 1);
    assert_eq!(divergencia(app).await, None);
}

async fn cada_nucleo_tem_o_seu_livro(app: &TestApp) {
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    let (admin, vizinho) = (nosso.caller(Administrador).await, deles.caller(Administrador).await);
    let lancado = lancar(&admin, corpo("RECEITA", json!(9.9), "LOJA", "2026-03-01")).await;
    excluir(&vizinho, &lancado).await.expect_problem(404, "LANCAMENTO_NAO_ENCONTRADO");
    assert_eq!(vizinho.get(FINANCEIRO).await.expect(200)["pagination"]["total"], 0);
    assert_eq!(vizinho.get(RESUMO).await.expect(200)["totalReceitas"], 0);
    assert_eq!(vizinho.get(VERIFICACAO).await.expect(200)["registros"], 0);
    lancar(&vizinho, corpo("RECEITA", json!(1), "LOJA", "2026-03-01")).await;
    assert_eq!(vizinho.get(VERIFICACAO).await.expect(200)["registros"], 1);
    assert_eq!(admin.get(RESUMO).await.expect(200)["totalReceitas"], 9.9);
    assert_eq!(divergencia(app).await, None);
}

async fn um_super_admin_ve_todos_e_lanca_em_um(app: &TestApp) {
    let (um, outro) = (app.nucleo().await, app.nucleo().await);
    let admin = app.super_admin().await;
    for nucleo in [&um, &outro] {
        let coord = nucleo.caller(Coordenador).await;
        lancar(&coord, corpo("DESPESA", json!(0.1), "PROJETO", "2026-02-10")).await;
    }
    assert_eq!(admin.get(FINANCEIRO).await.expect(200)["pagination"]["total"], 2);
    let resumo = admin.get(&format!("{RESUMO}?dataInicio=2026-02-02")).await.expect(200);
    assert_eq!((&resumo["totalDespesas"], &resumo["saldo"]), (&json!(0.2), &json!(-0.2)));

    let novo = corpo("RECEITA", json!(1), "DOACAO", "2026-03-01");
    let sem = admin.post(FINANCEIRO, novo.clone()).await;
    sem.expect_problem(400, "NUCLEO_NAO_SELECIONADO");
    for path in [TRANSPARENCIA, VERIFICACAO] {
        admin.get(path).await.expect_problem(400, "NUCLEO_NAO_SELECIONADO");
    }
    let dentro = admin.clone().with_header("x-nucleo-id", um.id);
    let lancado = lancar(&dentro, novo).await;
    assert_eq!(
        (&lancado["nucleo_id"], &lancado["autor"]["nome"]),
        (&json!(um.id), &json!("Fulana"))
    );
    assert_eq!(dentro.get(RESUMO).await.expect(200)["saldo"], 0.9);
    assert_eq!(dentro.get(VERIFICACAO).await.expect(200)["registros"], 2);
    // The author's name is shown to those of the nucleo, too.
    let lista = um.caller(Coordenador).await.get(FINANCEIRO).await.expect(200);
    assert_eq!(lista["data"][0]["autor"]["id"], json!(admin.id));
    assert_eq!(lista["data"][0]["autor"]["nome"], "Fulana");

    excluir(&admin, &lancado).await.expect(200);
    let linha =
        "SELECT count(*) FROM auditoria WHERE acao = 'LANCAMENTO_EXCLUIDO' AND nucleo_id = $1";
    assert_eq!(app.count(linha, (um.id,)).await, 1, "in the trail of the nucleo it was of");
    assert_eq!(divergencia(app).await, None);
}

async fn quem_sai_leva_copia_e_deixa_os_lancamentos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = pessoa(app, &nucleo, "Zoraide", (Coordenador, Ativo)).await;
    let outra = nucleo.caller(Administrador).await;
    let lancado = lancar(&coord, corpo("RECEITA", json!(7), "DOACAO", "2026-03-01")).await;
    lancar(&outra, corpo("RECEITA", json!(8), "DOACAO", "2026-03-01")).await;
    let copia = coord.get("/api/perfil/exportar").await.expect(200);
    assert_eq!(copia["lancamentos"], json!([lancado]), "one's own, and nobody else's");

    let sql = "UPDATE usuarios SET nome = 'Conta excluída', excluido_em = $2 WHERE id = $1";
    app.execute(sql, (coord.id, app.now())).await;
    let lista = outra.get(FINANCEIRO).await.expect(200);
    assert_eq!(lista["pagination"]["total"], 2);
    let autores: Vec<_> =
        lista["data"].as_array().unwrap().iter().map(|l| &l["autor"]["nome"]).collect();
    assert!(autores.contains(&&json!("Conta excluída")), "{autores:?}");
    assert_eq!(outra.get(RESUMO).await.expect(200)["totalReceitas"], 15);
    assert_eq!(divergencia(app).await, None, "the chain knows authors by id alone");
}
