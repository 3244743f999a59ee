//! How people come into a project: every state, every act, every role.

use base::Uuid;
use base::scope::Cargo::{Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::{TestApp, TestCaller, TestResponse};
use chrono::Duration;
use nucleo::areas::membros::Status::{Ativo, Inativo, Pendente, Rejeitado, Suspenso};
use nucleo::areas::projetos::{ConvitesEnviados, ProjetoId};
use serde_json::{Value, json};

use super::{PROJETOS, confere, excluir, linhas, projeto, projeto_pronto};
use crate::apoio::{coluna, pessoa};

base::both_engines! { crate::service;
    cada_estado_ato_e_papel,
    um_convite_vai_do_pedido_a_confirmacao,
    quem_nao_pode_ser_convidado_e_ignorado_com_o_motivo,
    quem_recusou_pode_ser_convidado_de_novo,
    so_pessoas_ativas_do_nucleo_entram,
}

const ATOS: [&str; 6] =
    ["convidar", "membros", "aceitar-convite", "recusar-convite", "confirmar-membro", "remover"];

/// From where, by which act, to where: what the contract allows.
const PERMITIDO: &[(Option<&str>, &str, Option<&str>)] = &[
    (None, "convidar", Some("PENDENTE")),
    (Some("RECUSADO"), "convidar", Some("PENDENTE")),
    (None, "membros", Some("CONFIRMADO")),
    (Some("PENDENTE"), "membros", Some("CONFIRMADO")),
    (Some("ACEITO"), "membros", Some("CONFIRMADO")),
    (Some("RECUSADO"), "membros", Some("CONFIRMADO")),
    (Some("PENDENTE"), "aceitar-convite", Some("ACEITO")),
    (Some("PENDENTE"), "recusar-convite", Some("RECUSADO")),
    (Some("ACEITO"), "confirmar-membro", Some("CONFIRMADO")),
    (Some("PENDENTE"), "remover", None),
    (Some("ACEITO"), "remover", None),
    (Some("RECUSADO"), "remover", None),
    (Some("CONFIRMADO"), "remover", None),
];

async fn agir(quem: &TestCaller, ato: &str, projeto: ProjetoId, ana: &TestCaller) -> TestResponse {
    let (path, id) = (format!("{PROJETOS}/{projeto}"), ana.id);
    match ato {
        "convidar" => quem.post(&format!("{path}/convidar"), json!({"usuario_ids": [id]})).await,
        "membros" => quem.post(&format!("{path}/membros"), json!({"usuarioId": id})).await,
        "confirmar-membro" => quem.post(&format!("{path}/confirmar-membro/{id}"), json!({})).await,
        "remover" => excluir(quem, &format!("{path}/membros/{id}")).await,
        resposta => quem.post(&format!("{path}/{resposta}"), json!({})).await,
    }
}

async fn lugar(app: &TestApp, projeto: ProjetoId, ana: &TestCaller) -> Option<String> {
    let sql =
        "SELECT status_convite FROM projeto_membros WHERE projeto_id = $1 AND usuario_id = $2";
    let linhas: Vec<(String,)> = app.rows(sql, (projeto, ana.id)).await;
    linhas.into_iter().next().map(|(status,)| status)
}

async fn cada_estado_ato_e_papel(app: &TestApp) {
    let (nucleo, vizinho) = (app.nucleo().await, app.nucleo().await);
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let papeis = [
        ("a propria", ana.clone()),
        ("membro", nucleo.caller(Membro).await),
        ("lider", nucleo.caller(LiderProjeto).await),
        ("porta-voz", nucleo.caller(PortaVoz).await),
        ("coord", nucleo.caller(Coordenador).await),
        ("admin", nucleo.caller(Administrador).await),
        ("super", app.super_admin().await.with_header("x-nucleo-id", nucleo.id)),
        ("vizinha", vizinho.caller(Administrador).await),
    ];
    let estados = [None, Some("PENDENTE"), Some("ACEITO"), Some("RECUSADO"), Some("CONFIRMADO")];
    for (papel, quem) in &papeis {
        for de in estados {
            for ato in ATOS {
                let projeto = projeto_pronto(app, nucleo.id).await;
                if let Some(de) = de {
                    let sql = "INSERT INTO projeto_membros (projeto_id, usuario_id, nucleo_id,
                                   status_convite, criado_em) VALUES ($1, $2, $3, $4, $5)";
                    let params = (projeto, ana.id, nucleo.id, de.to_owned(), app.now());
                    app.execute(sql, params).await;
                    let sql = "UPDATE projetos SET total_membros = $2 WHERE id = $1";
                    app.execute(sql, (projeto, i64::from(de == "CONFIRMADO"))).await;
                }
                let gestao = ["coord", "admin", "super", "vizinha"].contains(papel);
                let resposta = ["aceitar-convite", "recusar-convite"].contains(&ato);
                let para = PERMITIDO.iter().find(|(from, por, _)| *from == de && *por == ato);
                let status = match para {
                    _ if !resposta && !gestao => 403,
                    _ if *papel == "vizinha" => 404,
                    // The answer is the invited person's: nobody else has an invitation.
                    _ if resposta && *papel != "a propria" => 404,
                    Some(_) if ato == "membros" => 201,
                    Some(_) => 200,
                    None if ato == "convidar" => 200, // nobody is invited, and it says so
                    None if de.is_none() => 404,
                    None => 409,
                };
                let antes = linhas(app).await;
                let respondido = agir(quem, ato, projeto, &ana).await;
                let caso = format!("{de:?} {ato} {papel}");
                assert_eq!(respondido.status, status, "{caso}: {}", respondido.body);
                if status == 200 && ato == "convidar" {
                    assert_eq!(respondido.body["convidados"], i64::from(para.is_some()), "{caso}");
                }
                let depois = match (status, para) {
                    (200 | 201, Some((_, _, para))) => *para,
                    _ => {
                        assert_eq!(linhas(app).await, antes, "{caso}");
                        de
                    }
                };
                assert_eq!(lugar(app, projeto, &ana).await.as_deref(), depois, "{caso}");
            }
        }
    }
    confere(app).await;
}

async fn um_convite_vai_do_pedido_a_confirmacao(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let id = projeto(&coord, "Horta").await;
    let path = format!("{PROJETOS}/{id}");
    app.advance(Duration::minutes(1));
    let outro = projeto(&coord, "Rádio").await;
    app.advance(Duration::minutes(1));
    let convidar = |id: &str| format!("{PROJETOS}/{id}/convidar");
    let corpo = json!({"usuario_ids": [ana.id]});
    let convidados = coord.post(&convidar(&id), corpo.clone()).await.expect(200);
    let esperado = json!({"message": "1 pessoa convidada.", "convidados": 1, "ignorados": []});
    assert_eq!(convidados, esperado);
    app.advance(Duration::minutes(1));
    coord.post(&convidar(&outro), corpo).await.expect(200);

    let meus = ana.get(&format!("{PROJETOS}/meus-convites")).await;
    assert_eq!(meus.headers["x-total-count"], "2");
    let meus = meus.expect(200);
    let nomes: Vec<_> = meus.as_array().unwrap().iter().map(|c| &c["projeto"]["nome"]).collect();
    assert_eq!(nomes, ["Rádio", "Horta"], "newest first");
    let um = ana.get(&format!("{PROJETOS}/meus-convites?limit=1&page=2")).await.expect(200);
    let esperado = json!([{
        "projeto": {
            "id": id, "nome": "Horta", "descricao": null, "status": "PLANEJAMENTO", "dataFim": null,
        },
        "status_convite": "PENDENTE", "criado_em": "2026-03-02T12:02:00.000Z",
    }]);
    assert_eq!(um, esperado);
    let alheia = nucleo.caller(Membro).await.get(&format!("{PROJETOS}/meus-convites")).await;
    assert_eq!(alheia.expect(200), json!([]));

    let aceito = ana.post(&format!("{path}/aceitar-convite"), json!({})).await.expect(200);
    assert_eq!(aceito["status_convite"], "ACEITO");
    assert_eq!(coord.get(&path).await.expect(200)["totalMembros"], 0, "not before it is confirmed");
    let confirmar = format!("{path}/confirmar-membro/{}", ana.id);
    let confirmada = coord.post(&confirmar, json!({})).await.expect(200);
    assert_eq!(confirmada["status_convite"], "CONFIRMADO");
    assert_eq!(confirmada["usuario"]["nome"], "Ana");
    assert_eq!(coord.get(&path).await.expect(200)["totalMembros"], 1);
    assert_eq!(
        ana.get(&format!("{PROJETOS}/meus-convites")).await.expect(200)[0]["projeto"]["nome"],
        "Rádio"
    );

    let removida = excluir(&coord, &format!("{path}/membros/{}", ana.id)).await.expect(200);
    assert!(removida["message"].is_string());
    let detalhe = coord.get(&path).await.expect(200);
    assert_eq!((&detalhe["totalMembros"], &detalhe["membros"]), (&json!(0), &json!([])));
    confere(app).await;
}

async fn quem_nao_pode_ser_convidado_e_ignorado_com_o_motivo(app: &TestApp) {
    let (nucleo, vizinho) = (app.nucleo().await, app.nucleo().await);
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let bia = pessoa(app, &nucleo, "Bia", (Membro, Ativo)).await;
    let suspensa = pessoa(app, &nucleo, "Suspensa", (Membro, Suspenso)).await;
    let rejeitada = pessoa(app, &nucleo, "Rejeitada", (Membro, Rejeitado)).await;
    let alheia = vizinho.caller(Membro).await;
    let id = projeto(&coord, "Horta").await;
    coord.post(&format!("{PROJETOS}/{id}/membros"), json!({"usuarioId": bia.id})).await.expect(201);
    let convidar = format!("{PROJETOS}/{id}/convidar");
    let ids = json!([ana.id, ana.id, bia.id, suspensa.id, rejeitada.id, alheia.id, Uuid::nil()]);
    let feito = coord.post(&convidar, json!({ "usuario_ids": ids })).await.expect(200);
    let ignorado = |id: Value, motivo: &str| json!({"usuarioId": id, "motivo": motivo});
    let esperado = json!({
        "message": "1 pessoa convidada.", "convidados": 1,
        "ignorados": [
            ignorado(json!(bia.id), "Já faz parte do projeto."),
            ignorado(json!(suspensa.id), "Pessoa não está ativa."),
            ignorado(json!(rejeitada.id), "Pessoa não encontrada."),
            ignorado(json!(alheia.id), "Pessoa não encontrada."),
            ignorado(json!(Uuid::nil()), "Pessoa não encontrada."),
        ],
    });
    assert_eq!(feito, esperado);
    let de_novo = coord.post(&convidar, json!({"usuario_ids": [ana.id]})).await.expect(200);
    assert_eq!(de_novo["ignorados"][0]["motivo"], "Já foi convidada.");
    assert_eq!(de_novo["message"], "Ninguém foi convidado.");
    let eventos = app.events::<ConvitesEnviados>().await;
    assert_eq!(eventos.len(), 1, "nobody is told when nobody was invited");
    assert_eq!(eventos[0].1.usuario_ids, [ana.id]);
    assert_eq!(eventos[0].0, Some(nucleo.id));
    let malformado = coord.post(&convidar, json!({"usuario_ids": ["x"]})).await;
    let campos = malformado.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(coluna(&campos["campos"], "campo"), ["usuario_ids[0]"]);
}

async fn quem_recusou_pode_ser_convidado_de_novo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let id = projeto(&coord, "Horta").await;
    let convidar = format!("{PROJETOS}/{id}/convidar");
    for _ in 0..2 {
        let corpo = json!({"usuario_ids": [ana.id]});
        assert_eq!(coord.post(&convidar, corpo).await.expect(200)["convidados"], 1);
        let recusar = format!("{PROJETOS}/{id}/recusar-convite");
        let recusado = ana.post(&recusar, json!({})).await.expect(200);
        assert_eq!(recusado["status_convite"], "RECUSADO");
        ana.post(&recusar, json!({})).await.expect_problem(409, "CONVITE_EM_OUTRO_ESTADO");
    }
    assert_eq!(app.events::<ConvitesEnviados>().await.len(), 2, "told of each invitation");
}

async fn so_pessoas_ativas_do_nucleo_entram(app: &TestApp) {
    let (nucleo, vizinho) = (app.nucleo().await, app.nucleo().await);
    let coord = nucleo.caller(Coordenador).await;
    let id = projeto(&coord, "Horta").await;
    let membros = format!("{PROJETOS}/{id}/membros");
    let antes = linhas(app).await;
    for status in [Pendente, Inativo, Suspenso] {
        let fora = pessoa(app, &nucleo, "Fora", (Membro, status)).await;
        let recusado = coord.post(&membros, json!({"usuarioId": fora.id})).await;
        recusado.expect_problem(409, "PESSOA_NAO_ATIVA");
    }
    let rejeitada = pessoa(app, &nucleo, "Rejeitada", (Membro, Rejeitado)).await.id;
    let alheia = vizinho.caller(Membro).await.id;
    let super_admin = app.super_admin().await.id;
    for id in [rejeitada, alheia, super_admin] {
        let recusado = coord.post(&membros, json!({ "usuarioId": id })).await;
        recusado.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    }
    coord.post(&membros, json!({})).await.expect_problem(400, "DADOS_INVALIDOS");
    coord.post(&membros, json!({"usuarioId": "x"})).await.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(linhas(app).await, antes);
}
