//! What counts, and where it is counted.

use base::scope::Cargo::{Administrador, Membro};
use base::testing::{TestApp, TestCaller};
use chrono::Duration;
use nucleo::areas::membros::Status::{Ativo, Pendente};
use serde_json::json;

use super::{contagem, criar, enquetes, perfil, situacao, votar};
use crate::apoio::{indicada, pessoa};

base::both_engines! { crate::service;
    tarefas_aprovadas_contam,
    pessoas_indicadas_contam_quando_aprovadas,
    quem_entra_em_outro_nucleo_tambem_conta,
    enquetes_contam_uma_vez_cada,
    presencas_contam,
}

async fn tarefa_aprovada(admin: &TestCaller, responsavel: &TestCaller) {
    let corpo = json!({ "titulo": "Rega", "responsavelId": responsavel.id });
    let criada = admin.post("/api/tarefas", corpo).await.expect(201);
    let sobre =
        |acao: &str| format!("/api/projetos/tarefas/{}/{acao}", criada["id"].as_str().unwrap());
    let andamento = json!({ "status": "EM_ANDAMENTO" });
    responsavel.patch(&sobre("status"), andamento).await.expect(200);
    let comprovacao = json!({ "comprovacao": "Feito" });
    responsavel.post(&sobre("concluir"), comprovacao).await.expect(200);
    admin.post(&sobre("aprovar"), json!({})).await.expect(200);
}

async fn tarefas_aprovadas_contam(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    criar(&admin, "TAREFAS", 2).await;
    let so_dada = json!({ "titulo": "Outra", "responsavelId": ana.id });
    admin.post("/api/tarefas", so_dada).await.expect(201);
    tarefa_aprovada(&admin, &ana).await;
    app.deliver().await;
    assert_eq!(situacao(&ana).await, [(1, false)]);
    tarefa_aprovada(&admin, &ana).await;
    app.deliver().await;
    assert_eq!(perfil(&ana).await.as_array().unwrap().len(), 1, "by the event alone");
    assert_eq!(situacao(&ana).await, [(2, true)]);
    assert_eq!(situacao(&admin).await, [(0, false)]);
    tarefa_aprovada(&admin, &ana).await;
    app.deliver().await;
    assert_eq!(situacao(&ana).await, [(3, true)]);
    assert_eq!(contagem(app).await, [1; 5], "once");
}

async fn pessoas_indicadas_contam_quando_aprovadas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    // The cap takes the coins of the second one, not the merit.
    admin.patch("/api/economia/teto-mensal", json!({ "teto": 100 })).await.expect(200);
    criar(&admin, "INDICACOES", 2).await;
    let indicadas = [
        indicada(app, &nucleo, &ana, Pendente).await,
        indicada(app, &nucleo, &ana, Pendente).await,
        indicada(app, &nucleo, &ana, Pendente).await,
    ];
    let decisao = |numero: usize| json!({ "usuarioId": indicadas[numero].id });
    admin.post("/api/auth/reject", decisao(0)).await.expect(200);
    admin.post("/api/auth/approve", decisao(1)).await.expect(200);
    app.deliver().await;
    assert_eq!(situacao(&ana).await, [(1, false)]);
    admin.post("/api/auth/approve", decisao(2)).await.expect(200);
    app.deliver().await;
    assert_eq!(perfil(&ana).await.as_array().unwrap().len(), 1);
    assert_eq!(situacao(&ana).await, [(2, true)]);
    assert_eq!(contagem(app).await, [1; 5]);
}

async fn quem_entra_em_outro_nucleo_tambem_conta(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    criar(&admin, "INDICACOES", 1).await;
    let longe = pessoa(app, &outro, "Longe", (Membro, Pendente)).await;
    let sql = "UPDATE usuarios SET indicado_por = $2, indicador_nucleo_id = $3 WHERE id = $1";
    app.execute(sql, (longe.id, ana.id, nucleo.id)).await;
    let coord = pessoa(app, &outro, "Coord", (Administrador, Ativo)).await;
    coord.post("/api/auth/approve", json!({ "usuarioId": longe.id })).await.expect(200);
    app.deliver().await;
    assert_eq!(perfil(&ana).await.as_array().unwrap().len(), 1);
    assert_eq!(situacao(&ana).await, [(1, true)]);
    assert_eq!(contagem(app).await, [1; 5]);
}

/// National ones too; the options of one vote are one vote.
async fn enquetes_contam_uma_vez_cada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    criar(&admin, "VOTOS", 2).await;
    let multipla = json!({
        "pergunta": "Quais?", "tipoEscolha": "MULTIPLA", "opcoes": ["A", "B", "C"],
        "dataEncerramento": app.now() + Duration::days(1),
    });
    let multipla = admin.post("/api/enquetes", multipla).await.expect(201);
    let opcoes = [&multipla["opcoes"][0]["id"], &multipla["opcoes"][1]["id"]];
    let caminho = format!("/api/enquetes/{}/votar", multipla["id"].as_str().unwrap());
    ana.post(&caminho, json!({ "opcaoIds": opcoes })).await.expect(201);
    app.deliver().await;
    assert_eq!(situacao(&ana).await, [(1, false)]);
    let super_admin = app.super_admin().await;
    let nacional = enquetes(app, &super_admin, 1).await.remove(0);
    votar(&super_admin, &nacional).await;
    let dentro = app.super_admin().await.with_header("x-nucleo-id", nucleo.id);
    votar(&dentro, &nacional).await;
    votar(&ana, &nacional).await;
    app.deliver().await;
    assert_eq!(perfil(&ana).await.as_array().unwrap().len(), 1);
    assert_eq!(situacao(&ana).await, [(2, true)]);
    assert_eq!(contagem(app).await, [1; 5], "whoever stands above the nucleo unlocks nothing");
}

async fn presencas_contam(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, ana) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    criar(&admin, "EVENTOS", 2).await;
    for vezes in 1..=2 {
        let evento = json!({
            "titulo": "Plenária", "inicio": app.now() - Duration::hours(2),
            "fim": app.now() - Duration::hours(1),
        });
        let evento = admin.post("/api/eventos", evento).await.expect(201);
        let caminho = format!("/api/eventos/{}/presencas", evento["id"].as_str().unwrap());
        admin.post(&caminho, json!({ "usuarioId": ana.id })).await.expect(201);
        app.deliver().await;
        assert_eq!(perfil(&ana).await.as_array().unwrap().len(), vezes - 1);
        assert_eq!(situacao(&ana).await, [(vezes as i64, vezes == 2)]);
    }
    assert_eq!(contagem(app).await, [1; 5]);
}
