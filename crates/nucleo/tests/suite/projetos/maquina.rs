//! Every (state, act, role) of tasks and of applications: what is allowed works, all else is
//! refused and changes nothing.

use base::id::UsuarioId;
use base::scope::Cargo::{Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::{TestApp, TestCaller, TestResponse};
use nucleo::areas::membros::Status::Ativo;
use nucleo::areas::projetos::ProjetoId;
use nucleo::areas::projetos::tarefas::TarefaId;
use serde_json::json;

use super::{
    PROJETOS, TAREFAS, candidatura_pronta, confere, excluir, linhas, projeto_pronto, sobre,
    tarefa_pronta,
};
use crate::apoio::{fecha, pessoa, saldo};

base::both_engines! { crate::service;
    tarefas_de_projeto,
    tarefas_avulsas,
    candidaturas_de_projeto,
    candidaturas_avulsas,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Papel {
    /// A MEMBRO who is responsible for the task, or has applied to it.
    Propria,
    Membro,
    Lider,
    PortaVoz,
    Coord,
    Admin,
    Super,
    /// An administrator of another nucleo.
    Vizinha,
}

use Papel::{Admin, Coord, Lider, Propria, Super, Vizinha};

async fn elenco(app: &TestApp) -> (base::testing::TestNucleo<'_>, Vec<(Papel, TestCaller)>) {
    let (nucleo, vizinho) = (app.nucleo().await, app.nucleo().await);
    let papeis = vec![
        (Propria, pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await),
        (Papel::Membro, nucleo.caller(Membro).await),
        (Lider, nucleo.caller(LiderProjeto).await),
        (Papel::PortaVoz, nucleo.caller(PortaVoz).await),
        (Coord, nucleo.caller(Coordenador).await),
        (Admin, nucleo.caller(Administrador).await),
        (Super, app.super_admin().await),
        (Vizinha, vizinho.caller(Administrador).await),
    ];
    (nucleo, papeis)
}

const STATUS: [&str; 6] =
    ["PENDENTE", "EM_ANDAMENTO", "CONCLUIDA", "AGUARDANDO_VALIDACAO", "APROVADA", "REJEITADA"];

/// The act, and where it leads from where.
const TAREFA: &[(&str, &[(&str, &str)])] = &[
    ("EM_ANDAMENTO", &[("PENDENTE", "EM_ANDAMENTO"), ("REJEITADA", "EM_ANDAMENTO")]),
    ("PENDENTE", &[("EM_ANDAMENTO", "PENDENTE")]),
    ("concluir", &[("EM_ANDAMENTO", "CONCLUIDA")]),
    ("aprovar", &[("CONCLUIDA", "APROVADA"), ("AGUARDANDO_VALIDACAO", "APROVADA")]),
    ("rejeitar", &[("CONCLUIDA", "REJEITADA"), ("AGUARDANDO_VALIDACAO", "REJEITADA")]),
    (
        "alterar",
        &[("PENDENTE", "PENDENTE"), ("EM_ANDAMENTO", "EM_ANDAMENTO"), ("REJEITADA", "REJEITADA")],
    ),
    (
        "reatribuir",
        &[("PENDENTE", "PENDENTE"), ("EM_ANDAMENTO", "PENDENTE"), ("REJEITADA", "PENDENTE")],
    ),
    ("excluir", &[("PENDENTE", ""), ("EM_ANDAMENTO", ""), ("REJEITADA", "")]),
    ("candidatar", &[]), // it has somebody who is responsible
];

/// Whom the contract lets in. The neighbour has every cargo, and finds nothing.
fn admitida(ato: &str, papel: Papel, avulsa: bool) -> bool {
    let lideranca = [Lider, Coord, Admin, Super, Vizinha].contains(&papel);
    let comunicacao = [Papel::PortaVoz, Coord, Admin, Super, Vizinha].contains(&papel);
    match ato {
        "PENDENTE" | "EM_ANDAMENTO" => true,
        "candidatar" => papel != Super,
        "concluir" => [Propria, Vizinha].contains(&papel),
        "aprovar" | "rejeitar" => lideranca,
        "alterar" | "reatribuir" | "excluir" if avulsa => comunicacao,
        "alterar" | "reatribuir" | "excluir" => lideranca,
        // Deciding on an application.
        _ if avulsa => lideranca || comunicacao,
        _ => lideranca,
    }
}

async fn agir(
    quem: &TestCaller,
    ato: &str,
    onde: Option<ProjetoId>,
    tarefa: TarefaId,
    alguem: UsuarioId,
) -> TestResponse {
    let path = match onde {
        Some(projeto) => format!("{PROJETOS}/{projeto}/tarefas/{tarefa}"),
        None => format!("{TAREFAS}/{tarefa}"),
    };
    let id = tarefa.to_string();
    match ato {
        "PENDENTE" | "EM_ANDAMENTO" => super::mover(quem, &id, ato).await,
        "concluir" => super::concluir(quem, &id).await,
        "aprovar" => quem.post(&sobre(&id, "aprovar"), json!({})).await,
        "rejeitar" => super::rejeitar(quem, &id).await,
        "alterar" => quem.patch(&path, json!({"titulo": "Outro"})).await,
        "reatribuir" => quem.patch(&path, json!({ "responsavelId": alguem })).await,
        "excluir" => excluir(quem, &path).await,
        "candidatar" => quem.post(&format!("{path}/candidatar"), json!({})).await,
        decisao => quem.post(&format!("{path}/{decisao}/{alguem}"), json!({})).await,
    }
}

type Foto = (String, String, Option<UsuarioId>, Option<String>, Option<String>);

/// Everything of a task that an act could change.
async fn foto(app: &TestApp, tarefa: TarefaId) -> (Option<Foto>, Vec<i64>) {
    let sql = "SELECT status, titulo, responsavel_id, feedback, comprovacao
               FROM tarefas WHERE id = $1";
    (app.rows(sql, (tarefa,)).await.into_iter().next(), linhas(app).await)
}

async fn tarefas_de_projeto(app: &TestApp) {
    todas_as_tarefas(app, false).await;
}

async fn tarefas_avulsas(app: &TestApp) {
    todas_as_tarefas(app, true).await;
}

async fn todas_as_tarefas(app: &TestApp, avulsa: bool) {
    let (nucleo, papeis) = elenco(app).await;
    let (ana, outra) = (papeis[0].1.id, papeis[1].1.id);
    let criadora = papeis[4].1.id;
    let mut pagas = 0;
    for (papel, quem) in &papeis {
        for de in STATUS {
            for (ato, caminhos) in TAREFA {
                let onde = match avulsa {
                    true => None,
                    false => Some(projeto_pronto(app, nucleo.id).await),
                };
                let autoria = (criadora, Some(ana));
                let tarefa = tarefa_pronta(app, nucleo.id, onde, de, autoria).await;
                let para = caminhos.iter().find(|(from, _)| *from == de).map(|(_, para)| *para);
                let status = match para {
                    _ if !admitida(ato, *papel, avulsa) => 403,
                    _ if *papel == Vizinha => 404,
                    None => 409,
                    Some(_) => 200,
                };
                let antes = foto(app, tarefa).await;
                let respondido = agir(quem, ato, onde, tarefa, outra).await;
                let caso = format!("{de} {ato} {papel:?}");
                assert_eq!(respondido.status, status, "{caso}: {}", respondido.body);
                let depois = foto(app, tarefa).await;
                match para.filter(|_| status == 200) {
                    None => assert_eq!(depois, antes, "{caso}"),
                    Some("") => assert_eq!(depois.0, None, "{caso}"),
                    Some(para) => {
                        assert_eq!(depois.0.unwrap().0, para, "{caso}");
                        assert_eq!(respondido.body["status"], para, "{caso}");
                    }
                }
                pagas += i64::from(status == 200 && *ato == "aprovar");
            }
        }
    }
    assert_eq!(pagas, 2 * 4, "two states, four roles");
    assert_eq!(saldo(app, ana).await, pagas * 10);
    fecha(app).await;
    confere(app).await;
}

async fn candidaturas_de_projeto(app: &TestApp) {
    todas_as_candidaturas(app, false).await;
}

async fn candidaturas_avulsas(app: &TestApp) {
    todas_as_candidaturas(app, true).await;
}

async fn candidatura(app: &TestApp, tarefa: TarefaId, quem: UsuarioId) -> Option<String> {
    let sql = "SELECT status FROM tarefa_candidaturas WHERE tarefa_id = $1 AND usuario_id = $2";
    let linhas: Vec<(String,)> = app.rows(sql, (tarefa, quem)).await;
    linhas.into_iter().next().map(|(status,)| status)
}

/// From where, by which act, to where, for Ana's application to a task.
const CANDIDATURA: &[(Option<&str>, &str, &str)] = &[
    (None, "candidatar", "PENDENTE"),
    (Some("PENDENTE"), "aprovar-candidatura", "APROVADA"),
    (Some("PENDENTE"), "rejeitar-candidatura", "REJEITADA"),
];

async fn todas_as_candidaturas(app: &TestApp, avulsa: bool) {
    let (nucleo, papeis) = elenco(app).await;
    let (ana, criadora) = (papeis[0].1.id, papeis[4].1.id);
    for (papel, quem) in &papeis {
        for de in [None, Some("PENDENTE"), Some("APROVADA"), Some("REJEITADA")] {
            for ato in ["candidatar", "aprovar-candidatura", "rejeitar-candidatura"] {
                let onde = match avulsa {
                    true => None,
                    false => Some(projeto_pronto(app, nucleo.id).await),
                };
                let responsavel = (de == Some("APROVADA")).then_some(ana);
                let autoria = (criadora, responsavel);
                let tarefa = tarefa_pronta(app, nucleo.id, onde, "PENDENTE", autoria).await;
                // Whoever applies in this case is whoever calls.
                let candidata = if ato == "candidatar" { quem.id } else { ana };
                let pode = ![Super, Vizinha].contains(papel) || ato != "candidatar";
                if let (Some(de), true) = (de, pode) {
                    candidatura_pronta(app, nucleo.id, tarefa, candidata, de).await;
                }
                let para = CANDIDATURA.iter().find(|(from, por, _)| *from == de && *por == ato);
                let status = match para {
                    _ if !admitida(ato, *papel, avulsa) => 403,
                    _ if *papel == Vizinha => 404,
                    Some(_) if ato == "candidatar" => 201,
                    Some(_) => 200,
                    None if de.is_none() => 404,
                    None => 409,
                };
                let antes = (foto(app, tarefa).await, candidatura(app, tarefa, candidata).await);
                let respondido = agir(quem, ato, onde, tarefa, ana).await;
                let caso = format!("{de:?} {ato} {papel:?}");
                assert_eq!(respondido.status, status, "{caso}: {}", respondido.body);
                let depois = (foto(app, tarefa).await, candidatura(app, tarefa, candidata).await);
                match para.filter(|_| status < 300) {
                    None => assert_eq!(depois, antes, "{caso}"),
                    Some((_, _, para)) => {
                        assert_eq!(depois.1.as_deref(), Some(*para), "{caso}");
                        assert_eq!(respondido.body["status"], *para, "{caso}");
                        let responsavel = depois.0.0.unwrap().2;
                        assert_eq!(responsavel, (*para == "APROVADA").then_some(ana), "{caso}");
                    }
                }
            }
        }
    }
}
