//! What the built-in assistant says of real data, and how often it is asked.

use base::rate_limit::Quota;
use base::scope::Cargo::{Coordenador, Membro};
use base::testing::{Engine, TestApp, run};
use base::{App, Service};
use chrono::Duration;
use nucleo::areas::membros::Status::{Ativo, Inativo, Rejeitado};
use nucleo::settings::{Ia, Settings};
use serde_json::{Value, json};

use super::{CHAT, confirmar, continuar, nucleo_com_ana, pergunta, perguntar};
use crate::apoio::{coluna, pessoa};

base::both_engines! { crate::service;
    membros_por_cidade_e_situacao,
    duas_pessoas_de_um_nome_sao_distinguidas,
    o_que_o_nucleo_faz_e_mostrado,
    moedas_e_contas,
    saudacoes_e_o_que_nao_se_entende,
    um_credito_sem_motivo_e_uma_pergunta,
    as_respostas_tem_limite_de_linhas,
}

async fn mora_em(app: &TestApp, quem: base::id::UsuarioId, cidade: &str) {
    let sql = "UPDATE usuarios SET cidade = $2, estado = 'SP' WHERE id = $1";
    app.execute(sql, (quem, cidade.to_owned())).await;
}

async fn membros_por_cidade_e_situacao(app: &TestApp) {
    let (nucleo, admin, ana) = nucleo_com_ana(app).await;
    let bia = pessoa(app, &nucleo, "Bia Reis", (Membro, Inativo)).await;
    pessoa(app, &nucleo, "Rita Fora", (Membro, Rejeitado)).await;
    mora_em(app, ana.id, "São Carlos").await;
    mora_em(app, bia.id, "sao carlos").await;
    let conta = perguntar(&admin, "Quantos membros temos em São Carlos?").await;
    assert_eq!(conta["dados"]["total"], 2, "{conta}");
    let esperado = json!({"ATIVO": 1, "PENDENTE": 0, "INATIVO": 1, "SUSPENSO": 0});
    assert_eq!(conta["dados"]["porStatus"], esperado);
    let todos = perguntar(&admin, "Quantos membros temos?").await;
    assert_eq!(todos["dados"]["total"], 3, "whoever was rejected counts nowhere");
    let lista = perguntar(&admin, "Liste os membros de São Carlos").await;
    assert_eq!(coluna(&lista["dados"]["membros"], "nome"), ["Ana Souza", "Bia Reis"], "{lista}");
    let texto = lista.to_string();
    assert!(texto.contains("São Carlos") && !texto.contains("Rita"));
}

async fn duas_pessoas_de_um_nome_sao_distinguidas(app: &TestApp) {
    let (nucleo, admin, ana) = nucleo_com_ana(app).await;
    let outra = pessoa(app, &nucleo, "Ana Souza", (Membro, Ativo)).await;
    mora_em(app, ana.id, "Campinas").await;
    mora_em(app, outra.id, "Santos").await;
    let duvida = perguntar(&admin, "Credite 50 moedas para Ana Souza por ajudar no mutirão").await;
    let mut opcoes: Vec<_> = duvida["quick_replies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|opcao| opcao.as_str().unwrap())
        .collect();
    opcoes.sort_unstable();
    assert_eq!(opcoes, ["Ana Souza (Campinas)", "Ana Souza (Santos)"]);
    let proposta = continuar(&admin, &duvida, "Ana Souza (Santos)").await;
    assert_eq!(proposta["acao"]["argumentos"]["membroId"], json!(outra.id), "{proposta}");
}

async fn o_que_o_nucleo_faz_e_mostrado(app: &TestApp) {
    let (_, admin, ana) = nucleo_com_ana(app).await;
    let projeto = admin.post("/api/projetos", json!({"nome": "Horta"})).await.expect(201);
    let tarefas = format!("/api/projetos/{}/tarefas", projeto["id"].as_str().unwrap());
    let tarefa = json!({"titulo": "Regar", "responsavelId": ana.id, "recompensa": 5});
    admin.post(&tarefas, tarefa).await.expect(201);
    let enquete = json!({
        "pergunta": "Qual horário?", "tipoEscolha": "UNICA", "opcoes": ["Manhã", "Tarde"],
        "dataEncerramento": app.now() + Duration::days(1),
    });
    let enquete = admin.post("/api/enquetes", enquete).await.expect(201);
    let voto = json!({"opcaoId": enquete["opcoes"][1]["id"]});
    let votar = format!("/api/enquetes/{}/votar", enquete["id"].as_str().unwrap());
    ana.post(&votar, voto).await.expect(201);
    admin
        .post("/api/comunicados", json!({"titulo": "Assembleia", "conteudo": "Venha"}))
        .await
        .expect(201);
    let evento = json!({
        "titulo": "Mutirão", "inicio": app.now() + Duration::days(2),
        "fim": app.now() + Duration::days(2) + Duration::hours(2),
    });
    admin.post("/api/eventos", evento).await.expect(201);
    app.deliver().await;

    for (frase, ferramenta, aponta, valor) in [
        ("Quais tarefas estão pendentes?", "tarefasPendentes", "/tarefas/0/titulo", json!("Regar")),
        ("Quais projetos estão ativos?", "projetosAtivos", "/projetos/0/nome", json!("Horta")),
        ("Quais enquetes estão abertas?", "enquetesAbertas", "/enquetes/0/totalVotos", json!(1)),
        (
            "Qual foi o resultado da última enquete?",
            "resultadosEnquete",
            "/resultados/1/percentual",
            json!(100.0),
        ),
        (
            "Quais os comunicados recentes?",
            "comunicadosRecentes",
            "/comunicados/0/titulo",
            json!("Assembleia"),
        ),
        ("Quais são os próximos eventos?", "eventosFuturos", "/eventos/0/titulo", json!("Mutirão")),
        ("Números gerais do núcleo", "estatisticasGerais", "/eventosFuturos", json!(1)),
        (
            "Quem são os membros mais recentes?",
            "membrosRecentes",
            "/membros/0/nome",
            json!("Ana Souza"),
        ),
    ] {
        let resposta = perguntar(&admin, frase).await;
        assert_eq!(resposta["tool_calls"], json!([ferramenta]), "{frase}: {resposta}");
        assert_eq!(resposta["dados"].pointer(aponta), Some(&valor), "{frase}: {resposta}");
    }
}

async fn moedas_e_contas(app: &TestApp) {
    let (_, admin, ana) = nucleo_com_ana(app).await;
    let credito = perguntar(&admin, "Credite 70 moedas para Ana Souza por ajudar no mutirão").await;
    confirmar(&admin, &credito).await;
    let lancamento = crate::financeiro::corpo("RECEITA", json!(150.5), "DOACAO", "2026-03-02");
    admin.post("/api/financeiro", lancamento).await.expect(201);
    let ranking = perguntar(&admin, "Mostre o ranking de moedas").await;
    assert_eq!(ranking["dados"]["membros"][0]["id"], json!(ana.id), "{ranking}");
    assert_eq!(ranking["tipo"], "member_cards");
    let historico = perguntar(&admin, "Mostre as transações de Ana Souza").await;
    assert_eq!(historico["dados"]["creditado"], 70, "{historico}");
    let nucleo_todo = perguntar(&admin, "Mostre as últimas transações").await;
    assert_eq!(nucleo_todo["dados"]["total"], 1, "{nucleo_todo}");
    let contas = perguntar(&admin, "Resumo financeiro").await;
    assert_eq!(contas["dados"]["totalReceitas"], 150.5, "{contas}");
    assert!(contas["resposta"].as_str().unwrap().contains("R$ 150,50"));
}

async fn saudacoes_e_o_que_nao_se_entende(app: &TestApp) {
    let (_, admin, _) = nucleo_com_ana(app).await;
    for frase in ["Olá", "O que você sabe fazer?", "xyzzy plugh", "confirmo"] {
        let resposta = perguntar(&admin, frase).await;
        assert_eq!(
            (&resposta["tool_calls"], &resposta["acao"]),
            (&json!([]), &json!(null)),
            "{frase}"
        );
        assert!(!resposta["resposta"].as_str().unwrap().is_empty());
    }
}

async fn um_credito_sem_motivo_e_uma_pergunta(app: &TestApp) {
    let (nucleo, admin, ana) = nucleo_com_ana(app).await;
    let duvida = perguntar(&admin, "Credite 50 moedas para Ana Souza").await;
    assert_eq!((&duvida["acao"], &duvida["tool_calls"]), (&json!(null), &json!([])), "{duvida}");
    let proposta = continuar(&admin, &duvida, "por ajudar na limpeza").await;
    let argumentos = &proposta["acao"]["argumentos"];
    assert_eq!(
        (&argumentos["membroId"], &argumentos["valor"]),
        (&json!(ana.id), &json!(50)),
        "{proposta}"
    );
    // Whoever cannot have it confirmed is not asked for more.
    let coord = nucleo.caller(Coordenador).await;
    let recusa = perguntar(&coord, "Credite 50 moedas para Ana Souza").await;
    assert!(recusa["resposta"].as_str().unwrap().contains("Só quem administra"), "{recusa}");
    // "Deixa pra lá" takes the proposal away.
    let fim = continuar(&admin, &proposta, "cancela").await;
    assert!(fim["resposta"].as_str().unwrap().contains("nada foi feito"), "{fim}");
    let corpo = super::confirmacao(&proposta);
    admin.post(super::ACAO, corpo).await.expect_problem(409, "ACAO_JA_DECIDIDA");
}

async fn as_respostas_tem_limite_de_linhas(app: &TestApp) {
    let (nucleo, admin, _) = nucleo_com_ana(app).await;
    crate::apoio::multidao(app, nucleo.id, 60).await;
    let lista = perguntar(&admin, "Liste os membros ativos").await;
    assert_eq!(lista["dados"]["total"], 62);
    assert_eq!(lista["dados"]["membros"].as_array().unwrap().len(), 20);
    assert!(lista["dados"].to_string().len() <= 16 * 1024);
    let mais = continuar(&admin, &lista, "mostre mais").await;
    assert_eq!(mais["dados"]["pagina"], 2, "{mais}");
}

fn com_duas_perguntas(app: App) -> Service {
    let quota = Quota { max: 2, window: Duration::hours(1) };
    nucleo::service(app, &Settings { ia: Ia { quota, ..Ia::default() }, ..crate::settings() })
}

#[tokio::test(flavor = "multi_thread")]
async fn quem_pergunta_demais_espera() {
    run(Engine::Sqlite, com_duas_perguntas, async |app| {
        let (nucleo, admin, _) = nucleo_com_ana(app).await;
        let outra = nucleo.caller(Coordenador).await;
        for _ in 0..2 {
            perguntar(&admin, "Quantos membros temos?").await;
        }
        let recusada = admin.post(CHAT, pergunta("Quantos membros temos?")).await;
        assert_eq!(recusada.headers["retry-after"], "3600");
        recusada.expect_problem(429, "LIMITE_EXCEDIDO");
        let corpo: Value = json!({"texto": "Oi"});
        admin.post("/api/ia/melhorar-texto", corpo).await.expect_problem(429, "LIMITE_EXCEDIDO");
        perguntar(&outra, "Quantos membros temos?").await;
        app.advance(Duration::hours(1));
        perguntar(&app.login(&admin).await, "Quantos membros temos?").await;
    })
    .await;
}
