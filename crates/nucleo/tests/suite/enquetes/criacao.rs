//! Asking: who may, what is refused, what it leaves behind.

use base::clock::Timestamp;
use base::scope::Cargo::{Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::enquetes::{EnqueteCriada, EnqueteEncerrada};
use serde_json::{Value, json};

use super::{ENQUETES, caminho, com, corpo, criar};
use crate::apoio::{chaves, coluna};
use crate::autenticacao::campos;

base::both_engines! { crate::service;
    a_enquete_criada_tem_a_forma_do_contrato,
    so_quem_comunica_cria,
    o_que_e_recusado_nao_deixa_nada,
    a_lista_vai_da_mais_nova_a_mais_antiga,
    criar_publica_a_abertura_e_o_encerramento,
    o_que_nao_vem_tem_o_padrao_do_contrato,
}

async fn a_enquete_criada_tem_a_forma_do_contrato(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, membro) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let foto = "https://exemplo.org/urna.png";
    let criada = criar(&admin, com(corpo(app), json!({ "fotoUrl": foto }))).await;
    let opcoes = &criada["opcoes"];
    assert_eq!(coluna(opcoes, "texto"), ["Saúde", "Educação", "Transporte"]);
    assert_eq!(chaves(&opcoes[0]), ["id", "texto"]);
    let resultados: Vec<Value> = opcoes
        .as_array()
        .unwrap()
        .iter()
        .map(|opcao| json!({ "opcaoId": opcao["id"], "texto": opcao["texto"], "percentual": 0.0 }))
        .collect();
    let esperada = json!({
        "id": criada["id"], "pergunta": "Qual é a pauta do mês?", "tipoEscolha": "UNICA",
        "fotoUrl": foto, "dataEncerramento": "2026-03-03T12:00:00.000Z", "encerrada": false,
        "resultadoTempoReal": false, "modalObrigatorio": false, "totalVotos": 0,
        "nacional": false, "nucleo_id": nucleo.id, "criado_em": "2026-03-02T12:00:00.000Z",
        "opcoes": opcoes, "jaVotou": false, "meuVoto": null, "meusVotos": [],
        "resultados": resultados,
    });
    assert_eq!(criada, esperada);
    assert_eq!(admin.get(&caminho(&criada)).await.expect(200), esperada);

    let lista = membro.get(ENQUETES).await.expect(200);
    let na_lista = [
        "criado_em",
        "dataEncerramento",
        "encerrada",
        "fotoUrl",
        "id",
        "jaVotou",
        "modalObrigatorio",
        "nacional",
        "nucleo_id",
        "pergunta",
        "resultadoTempoReal",
        "tipoEscolha",
        "totalVotos",
    ];
    assert_eq!(chaves(&lista[0]), na_lista);
    for campo in na_lista {
        assert_eq!(lista[0][campo], esperada[campo], "{campo}");
    }
}

async fn so_quem_comunica_cria(app: &TestApp) {
    let nucleo = app.nucleo().await;
    for cargo in [Membro, LiderProjeto] {
        let pessoa = nucleo.caller(cargo).await;
        pessoa.post(ENQUETES, corpo(app)).await.expect_problem(403, "SEM_PERMISSAO");
    }
    assert_eq!(app.count("SELECT count(*) FROM enquetes", ()).await, 0);
    for cargo in [PortaVoz, Coordenador, Administrador] {
        criar(&nucleo.caller(cargo).await, corpo(app)).await;
    }
    let de_fora = app.super_admin().await.with_header("x-nucleo-id", nucleo.id);
    assert_eq!(criar(&de_fora, corpo(app)).await["nucleo_id"], json!(nucleo.id));
    let trilha = "SELECT count(*) FROM auditoria";
    assert_eq!(app.count(trilha, ()).await, 0, "only what is national is in the trail");
}

async fn o_que_e_recusado_nao_deixa_nada(app: &TestApp) {
    let admin = app.nucleo().await.caller(Administrador).await;
    let muitas: Vec<_> = (0..21).map(|numero| format!("Opção {numero}")).collect();
    let longa = "x".repeat(201);
    let ontem = app.now() - Duration::days(1);
    for (mudanca, esperados) in [
        (json!({ "pergunta": null }), &["pergunta"][..]),
        (json!({ "pergunta": "   " }), &["pergunta"]),
        (json!({ "pergunta": longa }), &["pergunta"]),
        (json!({ "pergunta": "Sim\u{7}?" }), &["pergunta"]),
        (json!({ "tipoEscolha": "unica" }), &["tipoEscolha"]),
        (json!({ "tipoEscolha": null }), &["tipoEscolha"]),
        (json!({ "opcoes": null }), &["opcoes"]),
        (json!({ "opcoes": "Sim" }), &["opcoes"]),
        (json!({ "opcoes": [] }), &["opcoes"]),
        (json!({ "opcoes": ["Só uma"] }), &["opcoes"]),
        (json!({ "opcoes": muitas }), &["opcoes"]),
        (json!({ "opcoes": ["Sim", " "] }), &["opcoes[1]"]),
        (json!({ "opcoes": ["Sim", " Sim "] }), &["opcoes[1]"]),
        (json!({ "opcoes": ["Sim", null, 3, longa] }), &["opcoes[1]", "opcoes[2]", "opcoes[3]"]),
        (json!({ "dataEncerramento": app.now() }), &["dataEncerramento"]),
        (json!({ "dataEncerramento": ontem }), &["dataEncerramento"]),
        (json!({ "dataEncerramento": "amanhã" }), &["dataEncerramento"]),
        (json!({ "dataEncerramento": "9999-01-01T00:00:00Z" }), &["dataEncerramento"]),
        (json!({ "fotoUrl": "javascript:alert(1)" }), &["fotoUrl"]),
        (json!({ "enviarPush": "sim", "enviarEmail": 1 }), &["enviarPush", "enviarEmail"]),
        (
            json!({ "pergunta": "", "opcoes": ["a"], "resultadoTempoReal": 0 }),
            &["pergunta", "opcoes", "resultadoTempoReal"],
        ),
    ] {
        let resposta = admin.post(ENQUETES, com(corpo(app), mudanca.clone())).await;
        let erro = resposta.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), esperados, "{mudanca}");
    }
    for tabela in ["enquetes", "enquete_opcoes", "enquete_apuracoes", "enquete_contagens"] {
        let sql = format!("SELECT count(*) FROM {tabela}").leak();
        assert_eq!(app.count(sql, ()).await, 0, "{tabela}");
    }
    assert_eq!(app.events::<EnqueteCriada>().await, []);
    assert_eq!(app.events::<EnqueteEncerrada>().await, []);
}

async fn a_lista_vai_da_mais_nova_a_mais_antiga(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, membro) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let vazia = membro.get(ENQUETES).await;
    assert_eq!(vazia.headers["x-total-count"], "0");
    assert_eq!(vazia.expect(200), json!([]));
    for numero in 0..5 {
        criar(&admin, com(corpo(app), json!({ "pergunta": format!("P{numero}") }))).await;
        app.advance(Duration::milliseconds(numero % 2));
    }
    let todas = membro.get(ENQUETES).await;
    assert_eq!(todas.headers["x-total-count"], "5");
    let todas = todas.expect(200);
    assert_eq!(coluna(&todas, "pergunta"), ["P4", "P3", "P2", "P1", "P0"]);
    let pagina = membro.get(&format!("{ENQUETES}?page=2&limit=2")).await;
    assert_eq!(pagina.headers["x-total-count"], "5");
    assert_eq!(coluna(&pagina.expect(200), "pergunta"), ["P2", "P1"]);
}

async fn criar_publica_a_abertura_e_o_encerramento(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let criada = criar(&nucleo.caller(PortaVoz).await, corpo(app)).await;
    let enquete_id = serde_json::from_value(criada["id"].clone()).unwrap();
    let aberta = EnqueteCriada { enquete_id };
    assert_eq!(app.events::<EnqueteCriada>().await, [(Some(nucleo.id), aberta)]);
    let encerrada = EnqueteEncerrada { enquete_id, depois_de: None };
    assert_eq!(app.events::<EnqueteEncerrada>().await, [(Some(nucleo.id), encerrada)]);
    let vencimento = "SELECT due_at FROM outbox WHERE event = 'enquete.encerrada'";
    let vencimento: Vec<(Timestamp,)> = app.rows(vencimento, ()).await;
    assert_eq!(vencimento, [(app.now() + Duration::days(1),)]);
}

async fn o_que_nao_vem_tem_o_padrao_do_contrato(app: &TestApp) {
    let admin = app.nucleo().await.caller(Administrador).await;
    criar(&admin, corpo(app)).await;
    let nulos = json!({
        "fotoUrl": null, "resultadoTempoReal": null, "modalObrigatorio": null, "enviarPush": null,
        "enviarEmail": null, "campoDesconhecido": 1,
    });
    criar(&admin, com(corpo(app), nulos)).await;
    let outros = json!({
        "resultadoTempoReal": true, "modalObrigatorio": true, "enviarPush": false,
        "enviarEmail": false,
    });
    let criada = criar(&admin, com(corpo(app), outros)).await;
    assert_eq!(
        (&criada["resultadoTempoReal"], &criada["modalObrigatorio"]),
        (&true.into(), &true.into())
    );
    let sql = "SELECT resultado_tempo_real, modal_obrigatorio, enviar_push, enviar_email
               FROM enquetes ORDER BY id";
    let guardadas: Vec<(bool, bool, bool, bool)> = app.rows(sql, ()).await;
    let padrao = (false, false, true, true);
    assert_eq!(guardadas, [padrao, padrao, (true, true, false, false)]);
}
