//! Voting: once, in time, on what the poll offers.

use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use serde_json::json;

use super::{
    ENQUETES, caminho, com, corpo, criar, detalhe, fecha, opcao, percentuais, sem_votos, votacao,
    voto, votos,
};
use crate::autenticacao::{campos, dar_senha};

base::both_engines! { crate::service;
    uma_enquete_do_comeco_ao_fim,
    cada_pessoa_vota_uma_vez,
    multipla_conta_pessoas_e_nao_escolhas,
    votos_recusados_nao_contam,
    o_relogio_encerra_no_milissegundo,
    a_enquete_de_outro_nucleo_nao_existe,
    quem_esta_suspensa_nao_vota,
    o_voto_de_quem_exclui_a_conta_fica_anonimo_e_contado,
    cada_um_leva_os_proprios_votos,
    a_verificacao_acha_o_que_foi_mexido_por_fora,
}

async fn uma_enquete_do_comeco_ao_fim(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, membro) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let criada = criar(&admin, corpo(app)).await;
    let votou = membro.post(&votacao(&criada), voto(&criada, 1)).await.expect(201);
    assert_eq!(votou, json!({ "message": "Voto registrado." }));

    let aberta = detalhe(&membro, &criada).await;
    assert_eq!((&aberta["jaVotou"], &aberta["encerrada"]), (&json!(true), &json!(false)));
    assert_eq!(aberta["meuVoto"], opcao(&criada, 1));
    assert_eq!(aberta["meusVotos"], json!([opcao(&criada, 1)]));
    assert_eq!(detalhe(&admin, &criada).await["jaVotou"], false);

    app.advance(Duration::days(1));
    let membro = app.login(&membro).await;
    let encerrada = detalhe(&membro, &criada).await;
    assert_eq!(encerrada["encerrada"], true);
    assert_eq!(percentuais(&encerrada), [0.0, 100.0, 0.0]);
    let lista = membro.get(ENQUETES).await.expect(200);
    let vista = (&lista[0]["encerrada"], &lista[0]["totalVotos"], &lista[0]["jaVotou"]);
    assert_eq!(vista, (&json!(true), &json!(1), &json!(true)));
    fecha(app).await;
}

async fn cada_pessoa_vota_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, membro) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    for tipo in ["UNICA", "MULTIPLA"] {
        let criada = criar(&admin, com(corpo(app), json!({ "tipoEscolha": tipo }))).await;
        membro.post(&votacao(&criada), voto(&criada, 0)).await.expect(201);
        // The same again, another one, and as a list.
        for outro in [voto(&criada, 0), voto(&criada, 2), votos(&criada, &[2])] {
            let resposta = membro.post(&votacao(&criada), outro).await;
            resposta.expect_problem(400, "VOTO_JA_REGISTRADO");
        }
        if tipo == "MULTIPLA" {
            let resposta = membro.post(&votacao(&criada), votos(&criada, &[0, 1, 2])).await;
            resposta.expect_problem(400, "VOTO_JA_REGISTRADO");
        }
        let vista = detalhe(&admin, &criada).await;
        assert_eq!((&vista["totalVotos"], percentuais(&vista)), (&json!(1), vec![100.0, 0.0, 0.0]));
    }
    fecha(app).await;
}

async fn multipla_conta_pessoas_e_nao_escolhas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, membro) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let criada = criar(&admin, com(corpo(app), json!({ "tipoEscolha": "MULTIPLA" }))).await;
    membro.post(&votacao(&criada), votos(&criada, &[2, 0])).await.expect(201);
    admin.post(&votacao(&criada), votos(&criada, &[0])).await.expect(201);
    nucleo.caller(Membro).await.post(&votacao(&criada), voto(&criada, 1)).await.expect(201);

    let vista = detalhe(&admin, &criada).await;
    assert_eq!(vista["totalVotos"], 3);
    assert_eq!(percentuais(&vista), [66.7, 33.3, 33.3]);
    let minha = detalhe(&membro, &criada).await;
    assert_eq!(minha["meuVoto"], opcao(&criada, 0), "the first in the order of the options");
    assert_eq!(minha["meusVotos"], json!([opcao(&criada, 0), opcao(&criada, 2)]));
    fecha(app).await;
}

async fn votos_recusados_nao_contam(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, membro) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let unica = criar(&admin, corpo(app)).await;
    let multipla = criar(&admin, com(corpo(app), json!({ "tipoEscolha": "MULTIPLA" }))).await;
    let outra = criar(&admin, com(corpo(app), json!({ "tipoEscolha": "MULTIPLA" }))).await;
    let nenhuma = "0195e9a0-0000-7000-8000-000000000000";

    let duas = membro.post(&votacao(&unica), votos(&unica, &[0, 1])).await;
    assert_eq!(campos(&duas.expect_problem(400, "DADOS_INVALIDOS")), ["opcaoIds"]);
    let (uma, de_outra) = (opcao(&multipla, 0), opcao(&outra, 0));
    for (corpo, esperados) in [
        (json!({}), &["opcaoId"][..]),
        (json!({ "opcaoId": null }), &["opcaoId"]),
        (json!({ "opcaoId": "x" }), &["opcaoId"]),
        (json!({ "opcaoId": [uma] }), &["opcaoId"]),
        (json!({ "opcaoId": uma, "opcaoIds": [uma] }), &["opcaoId"]),
        (json!({ "opcaoIds": [] }), &["opcaoIds"]),
        (json!({ "opcaoIds": uma }), &["opcaoIds"]),
        (json!({ "opcaoIds": [uma, uma] }), &["opcaoIds"]),
        (json!({ "opcaoIds": [uma, "x", 7] }), &["opcaoIds[1]", "opcaoIds[2]"]),
        (json!({ "opcaoIds": vec![nenhuma; 21] }), &["opcaoIds"]),
    ] {
        let resposta = membro.post(&votacao(&multipla), corpo.clone()).await;
        let erro = resposta.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), esperados, "{corpo}");
    }
    for corpo in [
        json!({ "opcaoId": nenhuma }),
        json!({ "opcaoId": de_outra }),
        json!({ "opcaoIds": [de_outra] }),
        json!({ "opcaoIds": [uma, de_outra] }),
    ] {
        let resposta = membro.post(&votacao(&multipla), corpo).await;
        resposta.expect_problem(404, "OPCAO_NAO_ENCONTRADA");
    }
    let sem_enquete = format!("{ENQUETES}/{nenhuma}/votar");
    let resposta = membro.post(&sem_enquete, voto(&unica, 0)).await;
    resposta.expect_problem(404, "ENQUETE_NAO_ENCONTRADA");
    let sem_uuid = format!("{ENQUETES}/x/votar");
    membro.post(&sem_uuid, voto(&unica, 0)).await.expect_problem(404, "NAO_ENCONTRADO");
    membro.get(&format!("{ENQUETES}/x")).await.expect_problem(404, "NAO_ENCONTRADO");
    sem_votos(app).await;
    membro.post(&votacao(&multipla), voto(&multipla, 0)).await.expect(201);
}

async fn o_relogio_encerra_no_milissegundo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let fim = app.now() + Duration::minutes(30);
    let criada = criar(&admin, com(corpo(app), json!({ "dataEncerramento": fim }))).await;
    let (cedo, tarde) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);

    app.advance(Duration::minutes(30) - Duration::milliseconds(1));
    assert_eq!(detalhe(&cedo, &criada).await["encerrada"], false);
    assert_eq!(detalhe(&cedo, &criada).await["resultados"], json!(null));
    cedo.post(&votacao(&criada), voto(&criada, 0)).await.expect(201);

    app.advance(Duration::milliseconds(1));
    // No worker has run: the clock alone closes.
    let resposta = tarde.post(&votacao(&criada), voto(&criada, 0)).await;
    resposta.expect_problem(400, "ENQUETE_ENCERRADA");
    let vista = detalhe(&tarde, &criada).await;
    assert_eq!((&vista["encerrada"], &vista["totalVotos"]), (&json!(true), &json!(1)));
    assert_eq!(percentuais(&vista), [100.0, 0.0, 0.0]);
    let lista = tarde.get(ENQUETES).await.expect(200);
    assert_eq!(lista[0]["encerrada"], true);
    // Whoever voted before is told the same as everybody.
    let resposta = cedo.post(&votacao(&criada), voto(&criada, 1)).await;
    resposta.expect_problem(400, "ENQUETE_ENCERRADA");
    app.deliver().await;
    let tarde = app.login(&tarde).await;
    let resposta = tarde.post(&votacao(&criada), voto(&criada, 0)).await;
    resposta.expect_problem(400, "ENQUETE_ENCERRADA");
    assert_eq!(detalhe(&tarde, &criada).await["totalVotos"], 1);
    fecha(app).await;
}

async fn a_enquete_de_outro_nucleo_nao_existe(app: &TestApp) {
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    let nossa = criar(&nosso.caller(Administrador).await, corpo(app)).await;
    let vizinho = deles.caller(Administrador).await;
    // The header is for SUPER_ADMIN; from anyone else it is ignored.
    for pessoa in [vizinho.clone(), vizinho.clone().with_header("x-nucleo-id", nosso.id)] {
        let resposta = pessoa.get(&caminho(&nossa)).await;
        resposta.expect_problem(404, "ENQUETE_NAO_ENCONTRADA");
        let resposta = pessoa.post(&votacao(&nossa), voto(&nossa, 0)).await;
        resposta.expect_problem(404, "ENQUETE_NAO_ENCONTRADA");
        assert_eq!(pessoa.get(ENQUETES).await.expect(200), json!([]));
    }
    sem_votos(app).await;
}

async fn quem_esta_suspensa_nao_vota(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let criada = criar(&nucleo.caller(Administrador).await, corpo(app)).await;
    let membro = nucleo.caller(Membro).await;
    app.execute("UPDATE usuarios SET status = 'SUSPENSO' WHERE id = $1", (membro.id,)).await;
    let resposta = membro.post(&votacao(&criada), voto(&criada, 0)).await;
    resposta.expect_problem(401, "NAO_AUTENTICADO");
    sem_votos(app).await;
}

async fn o_voto_de_quem_exclui_a_conta_fica_anonimo_e_contado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let local = criar(&admin, com(corpo(app), json!({ "tipoEscolha": "MULTIPLA" }))).await;
    let nacional = criar(&app.super_admin().await, corpo(app)).await;
    ana.post(&votacao(&local), votos(&local, &[0, 2])).await.expect(201);
    ana.post(&votacao(&nacional), voto(&nacional, 1)).await.expect(201);
    admin.post(&votacao(&local), voto(&local, 1)).await.expect(201);

    dar_senha(app, &ana).await;
    let senha = json!({ "senha": crate::autenticacao::SENHA });
    ana.post("/api/perfil/excluir-conta", senha).await.expect(200);
    app.deliver().await;
    let dela = "SELECT count(*) FROM enquete_votos WHERE usuario_id = $1";
    assert_eq!(app.count(dela, (ana.id,)).await, 0);
    let anonimos = "SELECT count(*) FROM enquete_votos WHERE usuario_id IS NULL";
    assert_eq!(app.count(anonimos, ()).await, 3);
    let vista = detalhe(&admin, &local).await;
    assert_eq!(
        (&vista["totalVotos"], &vista["meusVotos"]),
        (&json!(2), &json!([opcao(&local, 1)]))
    );
    assert_eq!(percentuais(&vista), [50.0, 50.0, 50.0]);
    assert_eq!(percentuais(&detalhe(&admin, &nacional).await), [0.0, 100.0, 0.0]);
    fecha(app).await;
}

async fn cada_um_leva_os_proprios_votos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let criada = criar(&admin, com(corpo(app), json!({ "tipoEscolha": "MULTIPLA" }))).await;
    ana.post(&votacao(&criada), votos(&criada, &[1, 0])).await.expect(201);
    admin.post(&votacao(&criada), voto(&criada, 2)).await.expect(201);
    let exportado = ana.get("/api/perfil/exportar").await.expect(200);
    let linha = |posicao: usize| {
        json!({
            "enqueteId": criada["id"], "pergunta": criada["pergunta"], "opcaoId": opcao(&criada, posicao),
            "texto": criada["opcoes"][posicao]["texto"], "criado_em": app.now(),
        })
    };
    assert_eq!(exportado["votos"], json!([linha(0), linha(1)]));
}

async fn a_verificacao_acha_o_que_foi_mexido_por_fora(app: &TestApp) {
    use nucleo::areas::enquetes::verificacao::primeira_divergencia;
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let criada = criar(&admin, corpo(app)).await;
    admin.post(&votacao(&criada), voto(&criada, 0)).await.expect(201);
    fecha(app).await;
    let achada = async || {
        let achada = app.operator.read(async |tx| primeira_divergencia(tx).await).await.unwrap();
        achada.expect("a divergence")
    };
    app.execute("UPDATE enquete_apuracoes SET votantes = 2", ()).await;
    assert!(achada().await.ends_with("diz 2 votantes, e há 1"));
    app.execute("UPDATE enquete_apuracoes SET votantes = 1", ()).await;
    app.execute("UPDATE enquete_contagens SET votos = 3 WHERE votos = 0", ()).await;
    assert!(achada().await.ends_with("diz 3 votos, e há 0"));
}
