//! Tasks from the first idea to the reward, and what those concerned are told.

use base::scope::Cargo::{Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::membros::Status::Ativo;
use nucleo::areas::projetos::{
    TarefaAprovada, TarefaAtribuida, TarefaMovida, TarefaRejeitada, TarefaRetirada,
};
use serde_json::{Value, json};

use super::{
    MINHAS, PROJETOS, TAREFAS, aprovar, concluir, confere, excluir, fazer, mover, projeto,
    rejeitar, sobre, suspender, tarefa, vista,
};
use crate::apoio::{coluna, fecha, pessoa, saldo, trilha};

base::both_engines! { crate::service;
    da_entrega_ao_pagamento,
    a_entrega_espera_quem_valida,
    rejeitada_refeita_e_aprovada,
    o_livro_diz_base_multiplicador_e_corte,
    quem_aprova_a_propria_fica_na_trilha,
    sem_recompensa_nada_se_move,
    outra_pessoa_recomeca_a_tarefa,
    avulsas_sao_de_quem_comunica,
    minhas_tarefas,
    quem_foi_suspenso_deixa_as_tarefas_a_vista,
    uma_tarefa_so_existe_no_seu_lugar,
    excluir_leva_candidaturas_e_comentarios,
}

async fn da_entrega_ao_pagamento(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, lider) = (nucleo.caller(Coordenador).await, nucleo.caller(LiderProjeto).await);
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let horta = projeto(&coord, "Horta").await;
    let corpo = json!({"titulo": "Cartaz", "recompensa": 100, "responsavelId": ana.id});
    let id = tarefa(&lider, Some(&horta), corpo).await;
    let atribuidas = app.events::<TarefaAtribuida>().await;
    assert_eq!((atribuidas[0].0, atribuidas[0].1.usuario_id), (Some(nucleo.id), ana.id));

    let movida = mover(&ana, &id, "EM_ANDAMENTO").await.expect(200);
    assert_eq!(movida["status"], "EM_ANDAMENTO");
    assert_eq!(app.events::<TarefaMovida>().await.len(), 0, "she did it herself");
    mover(&coord, &id, "PENDENTE").await.expect(200);
    let movidas = app.events::<TarefaMovida>().await;
    assert_eq!((movidas.len(), movidas[0].1.usuario_id), (1, ana.id));
    mover(&ana, &id, "EM_ANDAMENTO").await.expect(200);

    let prova = json!({"comprovacao": " Na porta da sede ", "comprovacaoUrl": "/arquivos/x.png"});
    let entregue = ana.post(&sobre(&id, "concluir"), prova).await.expect(200);
    assert_eq!(entregue["status"], "CONCLUIDA");
    assert_eq!(entregue["comprovacao"], "Na porta da sede");
    assert_eq!(entregue["comprovacaoUrl"], "/arquivos/x.png");
    let aprovada = aprovar(&lider, &id).await.expect(200);
    assert_eq!(aprovada["status"], "APROVADA");
    assert_eq!(saldo(app, ana.id).await, 100);
    let eventos = app.events::<TarefaAprovada>().await;
    assert_eq!((eventos[0].1.usuario_id, eventos[0].1.creditado), (ana.id, 100));
    let extrato = ana.get("/api/economia/extrato?origem=TAREFA").await.expect(200);
    assert_eq!(extrato["data"][0]["descricao"], "Tarefa aprovada: Cartaz");
    aprovar(&coord, &id).await.expect_problem(409, "TAREFA_EM_OUTRO_ESTADO");
    assert_eq!(saldo(app, ana.id).await, 100);
    fecha(app).await;
}

/// The delivery that tells the validators moves it on; whoever was faster has decided.
async fn a_entrega_espera_quem_valida(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (lider, ana) = (nucleo.caller(LiderProjeto).await, nucleo.caller(Membro).await);
    let coord = nucleo.caller(Coordenador).await;
    let horta = projeto(&coord, "Horta").await;
    let corpo = json!({"titulo": "Cartaz", "recompensa": 10, "responsavelId": ana.id});
    let id = tarefa(&lider, Some(&horta), corpo.clone()).await;
    mover(&ana, &id, "EM_ANDAMENTO").await.expect(200);
    assert_eq!(concluir(&ana, &id).await.expect(200)["status"], "CONCLUIDA");
    app.deliver().await;
    assert_eq!(vista(&ana, &horta, &id).await["status"], "AGUARDANDO_VALIDACAO");
    aprovar(&lider, &id).await.expect(200);

    let outra = tarefa(&lider, Some(&horta), corpo).await;
    mover(&ana, &outra, "EM_ANDAMENTO").await.expect(200);
    concluir(&ana, &outra).await.expect(200);
    rejeitar(&lider, &outra).await.expect(200);
    app.deliver().await;
    assert_eq!(vista(&ana, &horta, &outra).await["status"], "REJEITADA", "decided before");
    mover(&ana, &outra, "EM_ANDAMENTO").await.expect(200);
    concluir(&ana, &outra).await.expect(200);
    app.deliver().await;
    assert_eq!(vista(&ana, &horta, &outra).await["status"], "AGUARDANDO_VALIDACAO");
}

async fn rejeitada_refeita_e_aprovada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let corpo = json!({"titulo": "Cartaz", "recompensa": 10, "responsavelId": ana.id});
    let id = tarefa(&coord, None, corpo).await;
    for rodada in 1..=2 {
        mover(&ana, &id, "EM_ANDAMENTO").await.expect(200);
        concluir(&ana, &id).await.expect(200);
        let rejeitada = rejeitar(&coord, &id).await.expect(200);
        assert_eq!(rejeitada["status"], "REJEITADA");
        assert_eq!(rejeitada["feedback"], "Falta a data");
        assert_eq!(app.events::<TarefaRejeitada>().await.len(), rodada);
        concluir(&ana, &id).await.expect_problem(409, "TAREFA_EM_OUTRO_ESTADO");
    }
    let retomada = mover(&ana, &id, "EM_ANDAMENTO").await.expect(200);
    assert_eq!(retomada["feedback"], "Falta a data", "still to be read");
    concluir(&ana, &id).await.expect(200);
    aprovar(&coord, &id).await.expect(200);
    assert_eq!(saldo(app, ana.id).await, 10);
}

async fn o_livro_diz_base_multiplicador_e_corte(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    admin.patch("/api/economia/multiplicador", json!({"multiplicador": 1.5})).await.expect(200);
    admin.patch("/api/economia/teto-mensal", json!({"teto": 200})).await.expect(200);
    let mut feitas = Vec::new();
    for (recompensa, creditado) in [(101, 152), (100, 48), (10, 0)] {
        let corpo = json!({"titulo": "Rega", "recompensa": recompensa, "responsavelId": ana.id});
        let id = tarefa(&admin, None, corpo).await;
        fazer(&ana, &admin, &id).await;
        feitas.push((recompensa, creditado));
    }
    let sql = "SELECT valor_base, multiplicador_ppm, valor, cortado, descricao FROM transacoes
               ORDER BY numero";
    let linhas: Vec<(i64, i64, i64, i64, String)> = app.rows(sql, ()).await;
    let linha = |base, valor, cortado, texto: &str| {
        (base, 1_500_000, valor, cortado, format!("Tarefa aprovada: Rega{texto}"))
    };
    let esperado = [
        linha(101, 152, 0, ""),
        linha(100, 48, 102, " (reduzido em 102 pelo teto mensal)"),
        linha(10, 0, 15, " (teto mensal atingido: 15 não creditados)"),
    ];
    assert_eq!(linhas, esperado);
    let creditos: Vec<_> =
        app.events::<TarefaAprovada>().await.into_iter().map(|(_, e)| e.creditado).collect();
    assert_eq!(creditos, [152, 48, 0]);
    let historico = ana.get("/api/perfil/historico/tarefas").await.expect(200);
    for (feita, (recompensa, creditado)) in
        historico.as_array().unwrap().iter().zip(feitas.iter().rev())
    {
        assert_eq!(
            (&feita["recompensa"], &feita["creditado"]),
            (&json!(recompensa), &json!(creditado))
        );
    }
    fecha(app).await;
}

async fn quem_aprova_a_propria_fica_na_trilha(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, lider) = (nucleo.caller(Administrador).await, nucleo.caller(LiderProjeto).await);
    let mut ids = Vec::new();
    for validador in [&lider, &admin] {
        let corpo = json!({"titulo": "Rega", "recompensa": 5, "responsavelId": lider.id});
        let id = tarefa(&admin, None, corpo).await;
        fazer(&lider, validador, &id).await;
        ids.push(id);
    }
    let linhas = trilha(app, "TAREFA_APROVADA").await;
    let proprias: Vec<_> = linhas
        .iter()
        .map(|(autor, alvo, detalhes)| (*autor, alvo.to_string(), &detalhes["propria"]))
        .collect();
    let esperado =
        [(lider.id, ids[0].clone(), &json!(true)), (admin.id, ids[1].clone(), &json!(false))];
    assert_eq!(proprias, esperado);
    assert_eq!(linhas[0].2["responsavelId"], json!(lider.id));
    assert_eq!(linhas[0].2["creditado"], 5);
    let lida = admin.get("/api/admin/auditoria?acao=TAREFA_APROVADA").await.expect(200);
    let alvo = json!({"tipo": "TAREFA", "id": ids[1], "nome": "Rega"});
    assert_eq!(lida["data"][0]["alvo"], alvo);
}

async fn sem_recompensa_nada_se_move(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let id = tarefa(&admin, None, json!({"titulo": "Rega", "responsavelId": ana.id})).await;
    assert_eq!(fazer(&ana, &admin, &id).await["status"], "APROVADA");
    assert_eq!(app.count("SELECT count(*) FROM transacoes", ()).await, 0);
    assert_eq!(trilha(app, "TAREFA_APROVADA").await[0].2["transacaoId"], Value::Null);
    let perfil = ana.get("/api/perfil").await.expect(200);
    assert_eq!(perfil["totais"]["tarefas"], 1, "done all the same");
}

async fn outra_pessoa_recomeca_a_tarefa(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let [ana, bia, caio] = [
        pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await,
        pessoa(app, &nucleo, "Bia", (Membro, Ativo)).await,
        pessoa(app, &nucleo, "Caio", (Membro, Ativo)).await,
    ];
    let id = tarefa(&coord, None, json!({"titulo": "Cartaz"})).await;
    let path = format!("{TAREFAS}/{id}");
    for candidata in [&ana, &bia] {
        candidata.post(&format!("{path}/candidatar"), json!({})).await.expect(201);
    }
    // Given to one of them by hand: the same as approving her.
    let dada = coord.patch(&path, json!({"responsavelId": ana.id})).await.expect(200);
    assert_eq!(dada["responsavel"], json!({"id": ana.id, "nome": "Ana", "ativo": true}));
    let candidaturas = coord.get(&format!("{path}/candidaturas")).await.expect(200);
    let mut decididas: Vec<_> = candidaturas
        .as_array()
        .unwrap()
        .iter()
        .map(|c| (c["usuario"]["nome"].as_str().unwrap(), c["status"].as_str().unwrap()))
        .collect();
    decididas.sort_unstable();
    assert_eq!(decididas, [("Ana", "APROVADA"), ("Bia", "REJEITADA")]);

    mover(&ana, &id, "EM_ANDAMENTO").await.expect(200);
    concluir(&ana, &id).await.expect(200);
    rejeitar(&coord, &id).await.expect(200);
    let passada = coord.patch(&path, json!({"responsavelId": caio.id})).await.expect(200);
    assert_eq!(passada["status"], "PENDENTE");
    assert!(passada["feedback"].is_null() && passada["comprovacao"].is_null());
    let retiradas = app.events::<TarefaRetirada>().await;
    assert_eq!((retiradas.len(), retiradas[0].1.usuario_id), (1, ana.id));
    concluir(&ana, &id).await.expect_problem(403, "NAO_E_RESPONSAVEL");
    assert_eq!(ana.get(MINHAS).await.expect(200), json!([]));

    let igual = coord.patch(&path, json!({"responsavelId": caio.id, "titulo": "Faixa"})).await;
    assert_eq!(igual.expect(200)["titulo"], "Faixa");
    assert_eq!(app.events::<TarefaAtribuida>().await.len(), 2, "nothing new for Caio");
    let aberta = coord.patch(&path, json!({"responsavelId": null})).await.expect(200);
    assert_eq!((&aberta["aberta"], &aberta["responsavel"]), (&json!(true), &Value::Null));
    // An application is made once, whatever became of it.
    for candidata in [&ana, &bia] {
        let de_novo = candidata.post(&format!("{path}/candidatar"), json!({})).await;
        de_novo.expect_problem(409, "JA_CANDIDATOU");
    }
}

async fn avulsas_sao_de_quem_comunica(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let porta_voz = nucleo.caller(PortaVoz).await;
    let outro_porta_voz = nucleo.caller(PortaVoz).await;
    let (lider, ana) = (nucleo.caller(LiderProjeto).await, nucleo.caller(Membro).await);
    for sem in [&lider, &ana] {
        let criar = sem.post(TAREFAS, json!({"titulo": "x"})).await;
        criar.expect_problem(403, "SEM_PERMISSAO");
    }
    let id = tarefa(&porta_voz, None, json!({"titulo": "Fotos", "recompensa": 20})).await;
    app.advance(Duration::minutes(1));
    let outra = tarefa(&porta_voz, None, json!({"titulo": "Ata"})).await;
    mover(&ana, &outra, "EM_ANDAMENTO").await.expect(200);
    let path = format!("{TAREFAS}/{id}");
    ana.post(&format!("{path}/candidatar"), json!({})).await.expect(201);

    let lista = ana.get(TAREFAS).await;
    assert_eq!(lista.headers["x-total-count"], "2");
    let lista = lista.expect(200);
    assert_eq!(coluna(&lista, "titulo"), ["Ata", "Fotos"], "newest first");
    assert_eq!(
        (&lista[0]["candidatura"], &lista[1]["candidatura"]),
        (&Value::Null, &json!("PENDENTE"))
    );
    let filtrada = ana.get(&format!("{TAREFAS}?status=EM_ANDAMENTO&limit=1")).await;
    assert_eq!(filtrada.headers["x-total-count"], "1");
    assert_eq!(coluna(&filtrada.expect(200), "titulo"), ["Ata"]);
    let errada = ana.get(&format!("{TAREFAS}?status=FEITA")).await;
    errada.expect_problem(400, "DADOS_INVALIDOS");

    let decisao = format!("{path}/aprovar-candidatura/{}", ana.id);
    ana.post(&decisao, json!({})).await.expect_problem(403, "SEM_PERMISSAO");
    outro_porta_voz.post(&decisao, json!({})).await.expect(200);
    mover(&ana, &id, "EM_ANDAMENTO").await.expect(200);
    concluir(&ana, &id).await.expect(200);
    aprovar(&porta_voz, &id).await.expect_problem(403, "SEM_PERMISSAO");
    aprovar(&lider, &id).await.expect(200);
    assert_eq!(saldo(app, ana.id).await, 20);
}

async fn minhas_tarefas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let horta = projeto(&coord, "Horta").await;
    let dela = |titulo: &str| json!({"titulo": titulo, "responsavelId": ana.id});
    for (titulo, projeto) in [("avulsa", None), ("do projeto", Some(horta.as_str()))] {
        app.advance(Duration::minutes(1));
        tarefa(&coord, projeto, dela(titulo)).await;
    }
    app.advance(Duration::minutes(1));
    let feita = tarefa(&coord, None, dela("feita")).await;
    fazer(&ana, &coord, &feita).await;
    app.advance(Duration::minutes(1));
    let pedida = tarefa(&coord, Some(&horta), json!({"titulo": "pedida"})).await;
    let recusada = tarefa(&coord, Some(&horta), json!({"titulo": "recusada"})).await;
    tarefa(&coord, Some(&horta), json!({"titulo": "de ninguém"})).await;
    for id in [&pedida, &recusada] {
        let path = format!("{PROJETOS}/{horta}/tarefas/{id}/candidatar");
        ana.post(&path, json!({})).await.expect(201);
    }
    let rejeitar = format!("{PROJETOS}/{horta}/tarefas/{recusada}/rejeitar-candidatura/{}", ana.id);
    coord.post(&rejeitar, json!({})).await.expect(200);

    let minhas = ana.get(MINHAS).await;
    assert_eq!(minhas.headers["x-total-count"], "3");
    let minhas = minhas.expect(200);
    assert_eq!(coluna(&minhas, "titulo"), ["pedida", "do projeto", "avulsa"]);
    assert_eq!(minhas[0]["candidatura"], "PENDENTE", "marked as applied to");
    assert!(minhas[1]["candidatura"].is_null());
    let segunda = ana.get(&format!("{MINHAS}?page=2&limit=2")).await.expect(200);
    assert_eq!(coluna(&segunda, "titulo"), ["avulsa"]);
    let aprovadas = ana.get(&format!("{MINHAS}?status=APROVADA")).await.expect(200);
    assert_eq!(coluna(&aprovadas, "titulo"), ["feita"]);
    assert_eq!(coord.get(MINHAS).await.expect(200), json!([]));
}

/// They keep what they did and can do nothing more; the leader sees it and finds somebody else.
async fn quem_foi_suspenso_deixa_as_tarefas_a_vista(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, lider) = (nucleo.caller(Coordenador).await, nucleo.caller(LiderProjeto).await);
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let bia = pessoa(app, &nucleo, "Bia", (Membro, Ativo)).await;
    let horta = projeto(&coord, "Horta").await;
    let membros = format!("{PROJETOS}/{horta}/membros");
    coord.post(&membros, json!({"usuarioId": ana.id})).await.expect(201);
    let corpo = json!({"titulo": "Cartaz", "recompensa": 10, "responsavelId": ana.id});
    let [feita, entregue, parada] = [
        tarefa(&lider, Some(&horta), corpo.clone()).await,
        tarefa(&lider, Some(&horta), corpo.clone()).await,
        tarefa(&lider, Some(&horta), corpo.clone()).await,
    ];
    let pedida = tarefa(&lider, Some(&horta), json!({"titulo": "Rega"})).await;
    let candidatar = format!("{PROJETOS}/{horta}/tarefas/{pedida}/candidatar");
    ana.post(&candidatar, json!({})).await.expect(201);
    fazer(&ana, &lider, &feita).await;
    mover(&ana, &entregue, "EM_ANDAMENTO").await.expect(200);
    concluir(&ana, &entregue).await.expect(200);
    mover(&ana, &parada, "EM_ANDAMENTO").await.expect(200);
    suspender(&nucleo, &ana).await;

    concluir(&ana, &parada).await.expect_problem(401, "NAO_AUTENTICADO");
    ana.post(&candidatar, json!({})).await.expect_problem(401, "NAO_AUTENTICADO");
    ana.get(MINHAS).await.expect_problem(401, "NAO_AUTENTICADO");
    let detalhe = lider.get(&format!("{PROJETOS}/{horta}")).await.expect(200);
    assert_eq!(detalhe["membros"][0]["usuario"]["ativo"], false);
    assert_eq!(detalhe["totalMembros"], 1, "she keeps her place");
    for id in [&feita, &entregue, &parada] {
        let responsavel = vista(&lider, &horta, id).await["responsavel"].clone();
        assert_eq!(responsavel, json!({"id": ana.id, "nome": "Ana", "ativo": false}));
    }
    let atribuir = lider.post(&format!("{PROJETOS}/{horta}/tarefas"), corpo).await;
    let campos = atribuir.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(coluna(&campos["campos"], "campo"), ["responsavelId"]);
    let decisao = format!("{PROJETOS}/{horta}/tarefas/{pedida}/aprovar-candidatura/{}", ana.id);
    lider.post(&decisao, json!({})).await.expect_problem(409, "PESSOA_NAO_ATIVA");

    // What she had delivered is hers; what she had not goes to another.
    aprovar(&lider, &entregue).await.expect(200);
    assert_eq!(saldo(app, ana.id).await, 20);
    let path = format!("{PROJETOS}/{horta}/tarefas/{parada}");
    let passada = lider.patch(&path, json!({"responsavelId": bia.id})).await.expect(200);
    assert_eq!(
        (&passada["status"], &passada["responsavel"]["nome"]),
        (&json!("PENDENTE"), &json!("Bia"))
    );
    fazer(&bia, &lider, &parada).await;
    assert_eq!(saldo(app, bia.id).await, 10);
    confere(app).await;
}

async fn uma_tarefa_so_existe_no_seu_lugar(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let (horta, radio) = (projeto(&coord, "Horta").await, projeto(&coord, "Rádio").await);
    let do_projeto = tarefa(&coord, Some(&horta), json!({"titulo": "Rega"})).await;
    let avulsa = tarefa(&coord, None, json!({"titulo": "Ata"})).await;
    for path in [
        format!("{PROJETOS}/{radio}/tarefas/{do_projeto}"),
        format!("{PROJETOS}/{horta}/tarefas/{avulsa}"),
        format!("{TAREFAS}/{do_projeto}"),
    ] {
        let alterar = coord.patch(&path, json!({"titulo": "x"})).await;
        alterar.expect_problem(404, "TAREFA_NAO_ENCONTRADA");
        excluir(&coord, &path).await.expect(404);
        for ato in ["candidatar", &format!("aprovar-candidatura/{}", coord.id)] {
            coord.post(&format!("{path}/{ato}"), json!({})).await.expect(404);
        }
        coord.get(&format!("{path}/candidaturas")).await.expect(404);
    }
    let comentar = format!("{PROJETOS}/{radio}/tarefas/{do_projeto}/comentarios");
    let comentada = coord.post(&comentar, json!({"texto": "x"})).await;
    comentada.expect_problem(404, "TAREFA_NAO_ENCONTRADA");
    coord.get(&comentar).await.expect_problem(404, "TAREFA_NAO_ENCONTRADA");
    assert_eq!(app.count("SELECT count(*) FROM tarefas", ()).await, 2);
    confere(app).await;
}

async fn excluir_leva_candidaturas_e_comentarios(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let horta = projeto(&coord, "Horta").await;
    let id = tarefa(&coord, Some(&horta), json!({"titulo": "Rega"})).await;
    let path = format!("{PROJETOS}/{horta}/tarefas/{id}");
    ana.post(&format!("{path}/candidatar"), json!({})).await.expect(201);
    ana.post(&format!("{path}/comentarios"), json!({"texto": "Eu rego"})).await.expect(201);
    let do_projeto = format!("{PROJETOS}/{horta}/comentarios");
    ana.post(&do_projeto, json!({"texto": "Oba"})).await.expect(201);
    excluir(&nucleo.caller(PortaVoz).await, &path).await.expect_problem(403, "SEM_PERMISSAO");
    let excluida = excluir(&nucleo.caller(LiderProjeto).await, &path).await.expect(200);
    assert!(excluida["message"].is_string());
    let detalhe = coord.get(&format!("{PROJETOS}/{horta}")).await.expect(200);
    assert_eq!((&detalhe["totalTarefas"], &detalhe["totalComentarios"]), (&json!(0), &json!(1)));
    excluir(&coord, &path).await.expect_problem(404, "TAREFA_NAO_ENCONTRADA");
    confere(app).await;
}
