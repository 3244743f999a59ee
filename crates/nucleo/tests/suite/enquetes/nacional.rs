//! National polls: asked once, answered in every nucleo, counted together.

use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use nucleo::areas::enquetes::{EnqueteCriada, EnqueteEncerrada};
use serde_json::json;

use super::{
    ENQUETES, caminho, com, corpo, criar, detalhe, eleitores, fecha, percentuais, sem_votos,
    votacao, voto, votos,
};
use crate::apoio::{coluna, juntos, trilha};

base::both_engines! { crate::service;
    a_nacional_soma_os_votos_de_todos_os_nucleos,
    criar_uma_nacional_fica_na_auditoria,
    so_sem_nucleo_escolhido_ela_e_nacional,
    um_super_admin_nao_vota_pelo_nucleo,
    de_dois_nucleos_ao_mesmo_tempo,
    a_parede_deixa_votar_e_nada_mais,
}

async fn a_nacional_soma_os_votos_de_todos_os_nucleos(app: &TestApp) {
    let (um, dois) = (app.nucleo().await, app.nucleo().await);
    let (ana, bia) = (um.caller(Membro).await, dois.caller(Membro).await);
    let super_admin = app.super_admin().await;
    let nacional = criar(&super_admin, corpo(app)).await;
    assert_eq!((&nacional["nacional"], &nacional["nucleo_id"]), (&json!(true), &json!(null)));
    criar(&dois.caller(Administrador).await, com(corpo(app), json!({ "pergunta": "Dois" }))).await;

    ana.post(&votacao(&nacional), voto(&nacional, 0)).await.expect(201);
    bia.post(&votacao(&nacional), voto(&nacional, 1)).await.expect(201);
    super_admin.post(&votacao(&nacional), voto(&nacional, 1)).await.expect(201);
    for pessoa in [&ana, &bia, &super_admin] {
        let resposta = pessoa.post(&votacao(&nacional), voto(&nacional, 2)).await;
        resposta.expect_problem(400, "VOTO_JA_REGISTRADO");
    }

    for (pessoa, perguntas) in [
        (&ana, &["Qual é a pauta do mês?"][..]),
        (&bia, &["Dois", "Qual é a pauta do mês?"]),
        (&super_admin, &["Dois", "Qual é a pauta do mês?"]),
    ] {
        let lista = pessoa.get(ENQUETES).await.expect(200);
        assert_eq!(coluna(&lista, "pergunta"), perguntas);
        let ultima = lista.as_array().unwrap().last().unwrap();
        assert_eq!((&ultima["nacional"], &ultima["totalVotos"]), (&json!(true), &json!(3)));
    }
    for nucleo in [&um, &dois] {
        let admin = nucleo.caller(Administrador).await;
        assert_eq!(percentuais(&detalhe(&admin, &nacional).await), [33.3, 66.7, 0.0]);
    }
    fecha(app).await;
}

async fn criar_uma_nacional_fica_na_auditoria(app: &TestApp) {
    let super_admin = app.super_admin().await;
    let nacional = criar(&super_admin, corpo(app)).await;
    let id = serde_json::from_value(nacional["id"].clone()).unwrap();
    let detalhes = json!({ "operacao": "CRIADO", "titulo": "Qual é a pauta do mês?" });
    let linha = (super_admin.id, id, detalhes);
    assert_eq!(trilha(app, "CONTEUDO_NACIONAL").await, [linha]);
    let lida = super_admin.get("/api/admin/auditoria").await.expect(200);
    let alvo = json!({ "tipo": "ENQUETE", "id": id, "nome": "Qual é a pauta do mês?" });
    assert_eq!(lida["data"][0]["alvo"], alvo);
    let enquete_id = serde_json::from_value(nacional["id"].clone()).unwrap();
    assert_eq!(app.events().await, [(None, EnqueteCriada { enquete_id })]);
    let encerrada = EnqueteEncerrada { enquete_id, depois_de: None };
    assert_eq!(app.events().await, [(None, encerrada)]);
}

async fn so_sem_nucleo_escolhido_ela_e_nacional(app: &TestApp) {
    let (um, dois) = (app.nucleo().await, app.nucleo().await);
    let super_admin = app.super_admin().await;
    let no_um = super_admin.clone().with_header("x-nucleo-id", um.id);
    let no_dois = super_admin.clone().with_header("x-nucleo-id", dois.id);
    let criada = criar(&no_um, corpo(app)).await;
    assert_eq!((&criada["nacional"], &criada["nucleo_id"]), (&json!(false), &json!(um.id)));
    assert_eq!(trilha(app, "CONTEUDO_NACIONAL").await, []);
    detalhe(&super_admin, &criada).await;
    detalhe(&no_um, &criada).await;
    let resposta = no_dois.get(&caminho(&criada)).await;
    resposta.expect_problem(404, "ENQUETE_NAO_ENCONTRADA");
    assert_eq!(no_dois.get(ENQUETES).await.expect(200), json!([]));
    for valor in ["x", "0195e9a0-0000-7000-8000-000000000000"] {
        let perdido = super_admin.clone().with_header("x-nucleo-id", valor);
        perdido.post(ENQUETES, corpo(app)).await.expect_problem(400, "NUCLEO_INVALIDO");
    }
    assert_eq!(app.count("SELECT count(*) FROM enquetes", ()).await, 1);
}

async fn um_super_admin_nao_vota_pelo_nucleo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let criada = criar(&nucleo.caller(Administrador).await, corpo(app)).await;
    let super_admin = app.super_admin().await;
    let no_nucleo = super_admin.clone().with_header("x-nucleo-id", nucleo.id);
    for pessoa in [super_admin, no_nucleo] {
        let resposta = pessoa.post(&votacao(&criada), voto(&criada, 0)).await;
        resposta.expect_problem(403, "VOTO_SO_DO_NUCLEO");
    }
    sem_votos(app).await;
}

async fn de_dois_nucleos_ao_mesmo_tempo(app: &TestApp) {
    let (um, dois) = (app.nucleo().await, app.nucleo().await);
    let super_admin = app.super_admin().await;
    let multipla = json!({ "tipoEscolha": "MULTIPLA" });
    let nacional = criar(&super_admin, com(corpo(app), multipla)).await;
    let mut pessoas = eleitores(app, um.id, 60).await;
    pessoas.extend(eleitores(app, dois.id, 40).await);
    let pedidos = pessoas.into_iter().enumerate().map(|(numero, pessoa)| {
        let posicoes = if numero < 60 { &[0, 1][..] } else { &[1, 2] };
        let (caminho, corpo) = (votacao(&nacional), votos(&nacional, posicoes));
        async move { pessoa.post(&caminho, corpo).await.expect(201) }
    });
    juntos(pedidos).await;
    let vista = detalhe(&super_admin, &nacional).await;
    assert_eq!(vista["totalVotos"], 100);
    assert_eq!(percentuais(&vista), [60.0, 100.0, 40.0]);
    fecha(app).await;
}

/// Inside a nucleo the statements that vote reach a national poll; the poll itself they do not.
async fn a_parede_deixa_votar_e_nada_mais(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let nacional = criar(&app.super_admin().await, corpo(app)).await;
    let mudadas = app.operator.write(async |tx| {
        app.operator.enter(tx, nucleo.id).await?;
        let sql = base::tenant!("UPDATE enquetes SET pergunta = 'Outra' WHERE nucleo_id = $1");
        tx.execute(sql, ()).await
    });
    assert_eq!(mudadas.await.unwrap(), 0);
    assert_eq!(
        detalhe(&nucleo.caller(Membro).await, &nacional).await["pergunta"],
        nacional["pergunta"]
    );
}
