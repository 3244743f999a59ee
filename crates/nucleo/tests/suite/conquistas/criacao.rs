//! What there is to achieve, and who says so.

use base::scope::Cargo::{Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::TestApp;
use chrono::Duration;
use serde_json::{Value, json};

use super::{
    CONQUISTAS, contagem, corpo, criar, enquetes, excluir, lista, perfil, situacao, votar,
};
use crate::autenticacao::{campos, com};

base::both_engines! { crate::service;
    uma_conquista_tem_a_forma_do_contrato,
    conquista_errada_nao_guarda_nada,
    so_administradores_criam_e_excluem,
    excluir_mantem_o_que_foi_desbloqueado,
    cada_nucleo_tem_as_suas,
    poucas_consultas_com_muitas_conquistas,
}

async fn uma_conquista_tem_a_forma_do_contrato(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let votos = criar(&admin, "VOTOS", 2).await;
    let esperada = json!({
        "id": votos["id"], "nome": "VOTOS 2", "descricao": "Vale a pena", "icone": "🗳️",
        "metrica": "VOTOS", "meta": 2, "progresso": 0, "desbloqueada_em": null,
    });
    assert_eq!(votos, esperada);
    app.advance(Duration::seconds(1));
    let minima = json!({"nome": " Tarefas ", "metrica": "TAREFAS", "meta": 1});
    let minima = admin.post(CONQUISTAS, minima).await.expect(201);
    let esperada = json!({
        "id": minima["id"], "nome": "Tarefas", "descricao": null, "icone": "🏆",
        "metrica": "TAREFAS", "meta": 1, "progresso": 0, "desbloqueada_em": null,
    });
    assert_eq!(minima, esperada);
    let membro = nucleo.caller(Membro).await;
    let resposta = membro.get(CONQUISTAS).await;
    assert_eq!(resposta.headers["x-total-count"], "2");
    assert_eq!(resposta.expect(200), json!([minima, votos]), "newest first");
    let segunda = membro.get("/api/conquistas?limit=1&page=2").await.expect(200);
    assert_eq!(segunda, json!([votos]));
}

async fn conquista_errada_nao_guarda_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    for (campo, valor) in [
        ("nome", json!("")),
        ("nome", json!("a".repeat(201))),
        ("nome", Value::Null),
        ("descricao", json!("a".repeat(10_001))),
        ("icone", json!("a".repeat(201))),
        ("icone", json!(1)),
        ("metrica", json!("votos")),
        ("metrica", json!("LOGINS")),
        ("metrica", Value::Null),
        ("meta", json!(0)),
        ("meta", json!(-3)),
        ("meta", json!(1.5)),
        ("meta", json!("3")),
        ("meta", json!(u64::MAX)),
        ("meta", Value::Null),
    ] {
        let erro = admin.post(CONQUISTAS, com(corpo("VOTOS", 2), campo, valor.clone())).await;
        let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), [campo], "{valor}");
    }
    let erro = admin.post(CONQUISTAS, json!({})).await.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(campos(&erro), ["nome", "metrica", "meta"]);
    assert_eq!(lista(&admin).await, json!([]));
    assert_eq!(app.events::<nucleo::areas::conquistas::ConquistaCriada>().await, []);
}

async fn so_administradores_criam_e_excluem(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let criada = criar(&nucleo.caller(Administrador).await, "VOTOS", 2).await;
    let caminho = format!("{CONQUISTAS}/{}", criada["id"].as_str().unwrap());
    for cargo in [Membro, LiderProjeto, PortaVoz, Coordenador] {
        let curiosa = nucleo.caller(cargo).await;
        let nova = curiosa.post(CONQUISTAS, corpo("VOTOS", 1)).await;
        nova.expect_problem(403, "SEM_PERMISSAO");
        let excluida = curiosa.send("DELETE", &caminho, "".into()).await;
        excluida.expect_problem(403, "SEM_PERMISSAO");
        assert_eq!(lista(&curiosa).await, json!([criada]));
    }
}

async fn excluir_mantem_o_que_foi_desbloqueado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let bia = nucleo.caller(Membro).await;
    let criada = criar(&admin, "VOTOS", 1).await;
    let enquete = enquetes(app, &admin, 1).await.remove(0);
    votar(&ana, &enquete).await;
    app.deliver().await;
    let minhas = perfil(&ana).await;
    let esperada = json!([{
        "id": criada["id"], "nome": "VOTOS 1", "descricao": "Vale a pena", "icone": "🗳️",
        "desbloqueada_em": "2026-03-02T12:00:00.000Z",
    }]);
    assert_eq!(minhas, esperada);

    excluir(&admin, &criada).await;
    let caminho = format!("{CONQUISTAS}/{}", criada["id"].as_str().unwrap());
    let outra_vez = admin.send("DELETE", &caminho, "".into()).await;
    outra_vez.expect_problem(404, "CONQUISTA_NAO_ENCONTRADA");
    assert_eq!(perfil(&ana).await, minhas);
    assert_eq!((lista(&ana).await, lista(&admin).await), (json!([]), json!([])));
    // Nobody else gets it.
    votar(&bia, &enquete).await;
    app.deliver().await;
    assert_eq!(perfil(&bia).await, json!([]));
    assert_eq!(contagem(app).await, [1; 5]);
}

async fn cada_nucleo_tem_as_suas(app: &TestApp) {
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    let admin = nosso.caller(Administrador).await;
    let criada = criar(&admin, "VOTOS", 1).await;
    let vizinha = deles.caller(Administrador).await;
    assert_eq!(lista(&vizinha).await, json!([]));
    let caminho = format!("{CONQUISTAS}/{}", criada["id"].as_str().unwrap());
    let excluida = vizinha.send("DELETE", &caminho, "".into()).await;
    excluida.expect_problem(404, "CONQUISTA_NAO_ENCONTRADA");
    let enquete = enquetes(app, &vizinha, 1).await.remove(0);
    votar(&vizinha, &enquete).await;
    app.deliver().await;
    assert_eq!(contagem(app).await, [0; 5], "what is done there counts there");

    let super_admin = app.super_admin().await;
    let sem = super_admin.post(CONQUISTAS, corpo("VOTOS", 1)).await;
    sem.expect_problem(400, "NUCLEO_NAO_SELECIONADO");
    let dentro = super_admin.clone().with_header("x-nucleo-id", deles.id);
    dentro.post(CONQUISTAS, corpo("VOTOS", 1)).await.expect(201);
    app.deliver().await;
    assert_eq!(situacao(&vizinha).await, [(1, true)]);
    assert_eq!(situacao(&super_admin).await, [(0, false), (0, false)], "over all nucleos");
    let excluida = super_admin.send("DELETE", &caminho, "".into()).await;
    excluida.expect(200);
}

async fn poucas_consultas_com_muitas_conquistas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    for meta in 2..12 {
        for metrica in ["TAREFAS", "EVENTOS", "INDICACOES", "VOTOS"] {
            criar(&admin, metrica, meta).await;
        }
    }
    app.deliver().await;
    let (consultas, mostradas) = app.statements(lista(&ana)).await;
    assert_eq!(mostradas.as_array().unwrap().len(), 40);
    assert!(consultas <= 7, "{consultas} statements");
}
