//! Who is told what, by which channels, and that nobody is told twice.

use base::Uuid;
use base::db::list;
use base::id::UsuarioId;
use base::scope::Cargo::{Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::{TestApp, TestCaller};
use nucleo::areas::membros::Status::Ativo;
use serde_json::json;

use super::{
    PROJETOS, TAREFAS, aprovar, concluir, excluir, mover, projeto, rejeitar, suspender, tarefa,
};
use crate::apoio::{multidao, pessoa};

base::both_engines! { crate::service;
    o_convite_chega_a_quem_foi_convidado,
    quem_responde_sabe_do_que_se_passa_com_a_tarefa,
    quem_decide_sabe_do_que_espera_decisao,
    mil_candidatas_sabem_que_nao_foram_escolhidas,
    o_que_foi_excluido_nao_e_contado,
}

const TODOS: [&str; 3] = ["APP", "EMAIL", "PUSH"];
const NO_APARELHO: [&str; 2] = ["APP", "PUSH"];

/// Delivers, and says who was told this, by which channels, and in which words.
async fn avisadas(app: &TestApp, titulo: &str) -> (Vec<UsuarioId>, Vec<String>, Vec<String>) {
    app.deliver().await;
    let sql = "SELECT n.usuario_id FROM notificacoes n WHERE n.titulo = $1 ORDER BY n.usuario_id";
    let pessoas: Vec<(UsuarioId,)> = app.rows(sql, (titulo.to_owned(),)).await;
    let sql = "SELECT DISTINCT e.canal FROM entregas e JOIN avisos a ON a.id = e.aviso_id
               WHERE a.titulo = $1 AND a.preferencia = 'TAREFA'
               UNION SELECT 'APP' FROM notificacoes n WHERE n.titulo = $1 ORDER BY 1";
    let canais: Vec<(String,)> = app.rows(sql, (titulo.to_owned(),)).await;
    let sql = "SELECT a.corpo || ' ' || a.url FROM avisos a WHERE a.titulo = $1 ORDER BY a.id";
    let textos: Vec<(String,)> = app.rows(sql, (titulo.to_owned(),)).await;
    let texto = |(texto,): (String,)| texto;
    (
        pessoas.into_iter().map(|(id,)| id).collect(),
        canais.into_iter().map(texto).collect(),
        textos.into_iter().map(texto).collect(),
    )
}

fn em_ordem<const N: usize>(pessoas: [&TestCaller; N]) -> Vec<UsuarioId> {
    let mut ids: Vec<_> = pessoas.iter().map(|pessoa| pessoa.id).collect();
    ids.sort_by_key(|id| Uuid::from(*id));
    ids
}

async fn o_convite_chega_a_quem_foi_convidado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let (ana, bia) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    let horta = projeto(&coord, "Horta").await;
    let convidar = format!("{PROJETOS}/{horta}/convidar");
    let corpo = json!({"usuario_ids": [ana.id, bia.id]});
    coord.post(&convidar, corpo.clone()).await.expect(200);
    coord.post(&convidar, corpo).await.expect(200);
    let (pessoas, canais, textos) = avisadas(app, "Convite para um projeto").await;
    assert_eq!(pessoas, em_ordem([&ana, &bia]));
    assert_eq!(canais, TODOS);
    let esperado = format!("Você foi convidado para o projeto “Horta”. Aceita? /projetos/{horta}");
    assert_eq!(textos, [esperado], "once, though it was asked for twice");
    let sql = "SELECT a.email FROM avisos a";
    let emails: Vec<(sqlx::types::Json<serde_json::Value>,)> = app.rows(sql, ()).await;
    assert_eq!(emails[0].0["tipo"], "convite");
    assert_eq!(emails[0].0["dados"], json!({"projeto": "Horta"}));

    // Asked again after a no, told again.
    ana.post(&format!("{PROJETOS}/{horta}/recusar-convite"), json!({})).await.expect(200);
    coord.post(&convidar, json!({"usuario_ids": [ana.id]})).await.expect(200);
    let (pessoas, ..) = avisadas(app, "Convite para um projeto").await;
    assert_eq!(pessoas.iter().filter(|id| **id == ana.id).count(), 2);
}

async fn quem_responde_sabe_do_que_se_passa_com_a_tarefa(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, lider) = (nucleo.caller(Coordenador).await, nucleo.caller(LiderProjeto).await);
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let bia = pessoa(app, &nucleo, "Bia", (Membro, Ativo)).await;
    let horta = projeto(&coord, "Horta").await;
    let corpo = json!({"titulo": "Cartaz", "recompensa": 30, "responsavelId": ana.id});
    let id = tarefa(&lider, Some(&horta), corpo).await;
    let url = format!("/projetos/{horta}/tarefas/{id}");
    let (pessoas, canais, textos) = avisadas(app, "Uma tarefa para você").await;
    assert_eq!((pessoas, canais), (vec![ana.id], TODOS.map(str::to_owned).to_vec()));
    assert_eq!(textos, [format!("Você responde agora pela tarefa “Cartaz”. {url}")]);

    mover(&ana, &id, "EM_ANDAMENTO").await.expect(200);
    assert_eq!(avisadas(app, "Sua tarefa foi movida").await.0, [], "she did it herself");
    mover(&bia, &id, "PENDENTE").await.expect(200);
    let (pessoas, canais, textos) = avisadas(app, "Sua tarefa foi movida").await;
    assert_eq!((pessoas, canais), (vec![ana.id], NO_APARELHO.map(str::to_owned).to_vec()));
    assert_eq!(textos, [format!("Outra pessoa moveu “Cartaz” para Pendente. {url}")]);

    mover(&ana, &id, "EM_ANDAMENTO").await.expect(200);
    concluir(&ana, &id).await.expect(200);
    rejeitar(&lider, &id).await.expect(200);
    let (pessoas, canais, _) = avisadas(app, "Tarefa devolvida").await;
    assert_eq!((pessoas, canais), (vec![ana.id], TODOS.map(str::to_owned).to_vec()));
    mover(&ana, &id, "EM_ANDAMENTO").await.expect(200);
    concluir(&ana, &id).await.expect(200);
    aprovar(&lider, &id).await.expect(200);
    let (pessoas, canais, textos) = avisadas(app, "Tarefa aprovada").await;
    assert_eq!((pessoas, canais), (vec![ana.id], TODOS.map(str::to_owned).to_vec()));
    let esperado = format!("A tarefa “Cartaz” foi aprovada: você ganhou 30 CC. {url}");
    assert_eq!(textos, [esperado]);

    // From one pair of hands into another.
    let outra = tarefa(&coord, None, json!({"titulo": "Ata", "responsavelId": ana.id})).await;
    let path = format!("{TAREFAS}/{outra}");
    coord.patch(&path, json!({"responsavelId": bia.id})).await.expect(200);
    assert_eq!(avisadas(app, "Uma tarefa mudou de mãos").await.0, [ana.id]);
    let (pessoas, _, textos) = avisadas(app, "Uma tarefa para você").await;
    assert_eq!(pessoas.iter().filter(|id| **id == bia.id).count(), 1);
    assert!(textos.iter().any(|texto| texto.ends_with(&format!("/tarefas/{outra}"))));
}

async fn quem_decide_sabe_do_que_espera_decisao(app: &TestApp) {
    let (nucleo, vizinho) = (app.nucleo().await, app.nucleo().await);
    let coord = nucleo.caller(Coordenador).await;
    let (lider, admin) = (nucleo.caller(LiderProjeto).await, nucleo.caller(Administrador).await);
    let (porta_voz, ana) = (nucleo.caller(PortaVoz).await, nucleo.caller(Membro).await);
    nucleo.caller(PortaVoz).await;
    vizinho.caller(LiderProjeto).await;
    let suspensa = nucleo.caller(LiderProjeto).await;
    // By an administrator who then leaves the stage.
    suspender(&nucleo, &suspensa).await;
    let sql = "UPDATE usuarios SET cargo = 'MEMBRO'
               WHERE nucleo_id = $1 AND cargo = 'ADMINISTRADOR' AND id <> $2";
    app.execute(sql, (nucleo.id, admin.id)).await;

    let horta = projeto(&coord, "Horta").await;
    let do_projeto = tarefa(&lider, Some(&horta), json!({"titulo": "Cartaz"})).await;
    let candidatar = format!("{PROJETOS}/{horta}/tarefas/{do_projeto}/candidatar");
    ana.post(&candidatar, json!({})).await.expect(201);
    let (pessoas, canais, textos) = avisadas(app, "Nova candidatura").await;
    assert_eq!(pessoas, em_ordem([&coord, &lider, &admin]));
    assert_eq!(canais, TODOS);
    assert!(textos[0].starts_with("Há uma nova candidatura à tarefa “Cartaz”."), "no name in it");

    let decidir = format!("{PROJETOS}/{horta}/tarefas/{do_projeto}/aprovar-candidatura/{}", ana.id);
    lider.post(&decidir, json!({})).await.expect(200);
    assert_eq!(avisadas(app, "Candidatura aprovada").await.0, [ana.id]);
    assert_eq!(avisadas(app, "Uma tarefa para você").await.0, [], "told once of one thing");

    mover(&ana, &do_projeto, "EM_ANDAMENTO").await.expect(200);
    concluir(&ana, &do_projeto).await.expect(200);
    let (pessoas, canais, _) = avisadas(app, "Uma entrega para validar").await;
    assert_eq!(pessoas, em_ordem([&coord, &lider, &admin]));
    assert_eq!(canais, TODOS);

    // Of a standalone task its spokesperson hears, too.
    let corpo = json!({"titulo": "Ata", "responsavelId": ana.id});
    let avulsa = tarefa(&porta_voz, None, corpo).await;
    mover(&ana, &avulsa, "EM_ANDAMENTO").await.expect(200);
    concluir(&ana, &avulsa).await.expect(200);
    app.deliver().await;
    let sql = "SELECT count(*) FROM notificacoes n
               WHERE n.titulo = 'Uma entrega para validar' AND n.usuario_id = $1";
    for (quem, vezes) in [(&porta_voz, 1), (&lider, 2), (&coord, 2), (&admin, 2), (&ana, 0)] {
        assert_eq!(app.count(sql, (quem.id,)).await, vezes);
    }
    // Whoever decides before anybody is told leaves nothing to be told.
    let corpo = json!({"titulo": "Pressa", "responsavelId": ana.id});
    let pressa = tarefa(&coord, None, corpo).await;
    mover(&ana, &pressa, "EM_ANDAMENTO").await.expect(200);
    concluir(&ana, &pressa).await.expect(200);
    aprovar(&lider, &pressa).await.expect(200);
    let (.., textos) = avisadas(app, "Uma entrega para validar").await;
    assert!(!textos.iter().any(|texto| texto.contains("Pressa")), "{textos:?}");
}

/// More than one delivery takes at once.
async fn mil_candidatas_sabem_que_nao_foram_escolhidas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let id = tarefa(&coord, None, json!({"titulo": "Rega"})).await;
    let path = format!("{TAREFAS}/{id}");
    let antes = nucleo.caller(Membro).await;
    for candidata in [&ana, &antes] {
        candidata.post(&format!("{path}/candidatar"), json!({})).await.expect(201);
    }
    let recusar = format!("{path}/rejeitar-candidatura/{}", antes.id);
    coord.post(&recusar, json!({})).await.expect(200);
    app.advance(chrono::Duration::minutes(1));
    multidao(app, nucleo.id, 1203).await;
    let tarefa: Uuid = id.parse().unwrap();
    let sql =
        "INSERT INTO tarefa_candidaturas (tarefa_id, usuario_id, nucleo_id, status, criado_em)
               SELECT unhex(t.value), u.id, u.nucleo_id, 'PENDENTE', $3
               FROM usuarios u CROSS JOIN json_each($1) t
               WHERE u.nucleo_id = $2 AND u.nome LIKE 'Pessoa %'";
    app.execute(sql, (list::ids(&[tarefa]), nucleo.id, app.now())).await;
    let aprovar = format!("{path}/aprovar-candidatura/{}", ana.id);
    coord.post(&aprovar, json!({})).await.expect(200);
    let (mut pessoas, ..) = avisadas(app, "Candidatura não aprovada").await;
    assert_eq!(pessoas.len(), 1204, "each once");
    pessoas.dedup();
    assert_eq!(pessoas.len(), 1204);
    assert!(!pessoas.contains(&ana.id));
    assert_eq!(pessoas.iter().filter(|id| **id == antes.id).count(), 1, "told when it was decided");
}

async fn o_que_foi_excluido_nao_e_contado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let id = tarefa(&coord, None, json!({"titulo": "Rega", "responsavelId": ana.id})).await;
    excluir(&coord, &format!("{TAREFAS}/{id}")).await.expect(200);
    assert_eq!(avisadas(app, "Uma tarefa para você").await.0, []);
}
