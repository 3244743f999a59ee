//! What the board costs: a number of statements that does not grow with what it shows.

use base::Uuid;
use base::db::list;
use base::id::NucleoId;
use base::scope::Cargo::{Coordenador, Membro};
use base::testing::{Engine, TestApp, run};
use nucleo::areas::projetos::ProjetoId;

use super::{MINHAS, PROJETOS, TAREFAS, confere, projeto_pronto, tarefa_pronta};
use crate::apoio::multidao;

base::both_engines! { crate::service;
    o_detalhe_de_um_projeto_grande,
    o_quadro_nao_cresce_por_projeto,
}

/// 200 tasks, 100 members, 1,000 comments.
async fn grande(app: &TestApp, nucleo: NucleoId, criador: base::id::UsuarioId) -> ProjetoId {
    let projeto = projeto_pronto(app, nucleo).await;
    multidao(app, nucleo, 100).await;
    let sql = "INSERT INTO projeto_membros (projeto_id, usuario_id, nucleo_id, status_convite,
                   criado_em)
               SELECT $1, u.id, u.nucleo_id, 'CONFIRMADO', $3 FROM usuarios u
               WHERE u.nucleo_id = $2 AND u.nome LIKE 'Pessoa %'";
    app.execute(sql, (projeto, nucleo, app.now())).await;
    for _ in 0..200 {
        tarefa_pronta(app, nucleo, Some(projeto), "PENDENTE", (criador, Some(criador))).await;
    }
    let ids: Vec<Uuid> = (0..1000).map(|_| app.new_id()).collect();
    let sql = "INSERT INTO projeto_comentarios (id, nucleo_id, projeto_id, usuario_id, texto,
                   criado_em)
               SELECT unhex(t.value), $2, $3, $4, 'Oi', $5 FROM json_each($1) t";
    app.execute(sql, (list::ids(&ids), nucleo, projeto, criador, app.now())).await;
    let sql = "UPDATE projetos SET total_membros = 100, total_comentarios = 1000 WHERE id = $1";
    app.execute(sql, (projeto,)).await;
    projeto
}

async fn o_detalhe_de_um_projeto_grande(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let projeto = grande(app, nucleo.id, coord.id).await;
    confere(app).await;
    for quem in [&coord, &ana] {
        let path = format!("{PROJETOS}/{projeto}");
        let (consultas, detalhe) = app.statements(quem.get(&path)).await;
        let detalhe = detalhe.expect(200);
        assert_eq!(detalhe["tarefas"].as_array().unwrap().len(), 200);
        assert_eq!(detalhe["membros"].as_array().unwrap().len(), 100);
        assert_eq!(detalhe["totalComentarios"], 1000);
        assert!(consultas <= 6, "{consultas} statements");
        let comentarios = format!("{path}/comentarios");
        let (consultas, lista) = app.statements(quem.get(&comentarios)).await;
        assert_eq!(lista.headers["x-total-count"], "1000");
        assert_eq!(lista.expect(200).as_array().unwrap().len(), 100);
        assert!(consultas <= 3, "{consultas} statements");
    }
    for lista in [MINHAS, TAREFAS] {
        let (consultas, _) = app.statements(coord.get(lista)).await;
        assert!(consultas <= 3, "{lista}: {consultas} statements");
    }
}

async fn o_quadro_nao_cresce_por_projeto(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let mut custos = Vec::new();
    for quantos in [1, 50] {
        for _ in 0..quantos {
            let projeto = projeto_pronto(app, nucleo.id).await;
            let autoria = (coord.id, Some(ana.id));
            tarefa_pronta(app, nucleo.id, Some(projeto), "PENDENTE", autoria).await;
        }
        for quem in [&coord, &ana] {
            let (consultas, lista) = app.statements(quem.get(PROJETOS)).await;
            assert!(lista.expect(200).as_array().unwrap().len() >= quantos);
            custos.push(consultas);
        }
    }
    assert_eq!(custos, [3; 4], "the caller, the total, the page");
}

/// The lists of members of one nucleo among many: no table is read from one end to the other.
#[tokio::test(flavor = "multi_thread")]
async fn nenhuma_lista_le_uma_tabela_inteira_no_sqlite() {
    run(Engine::Sqlite, crate::service, async |app| {
        let nucleo = app.nucleo().await;
        for (nome, sql) in LISTAS {
            let sql = format!("EXPLAIN QUERY PLAN {sql}").leak();
            let id: Uuid = app.new_id();
            let plano: Vec<(i64, i64, i64, String)> = app.rows(sql, (nucleo.id, id, 20_i64)).await;
            let passos: Vec<_> = plano.into_iter().map(|(.., passo)| passo).collect();
            assert!(!passos.is_empty());
            let inteira = |passo: &String| {
                passo.starts_with("SCAN") || passo.contains("TEMP B-TREE FOR ORDER")
            };
            assert!(!passos.iter().any(inteira), "{nome}: {passos:#?}");
        }
    })
    .await;
}

/// The filters and orders of the lists of `projetos`, as their stores have them.
const LISTAS: &[(&str, &str)] = &[
    (
        "board",
        "SELECT p.id FROM projetos p WHERE p.nucleo_id = $1 AND ($2 IS NULL OR p.nome = $2)
         ORDER BY p.criado_em DESC, p.id DESC LIMIT $3",
    ),
    (
        "tasks of a project",
        "SELECT t.id, r.nome, c.status FROM tarefas t
         LEFT JOIN usuarios r ON r.id = t.responsavel_id
         LEFT JOIN tarefa_candidaturas c ON c.tarefa_id = t.id AND c.usuario_id = $2
         WHERE t.nucleo_id = $1 AND t.projeto_id = $2
         ORDER BY t.criado_em DESC, t.id DESC LIMIT $3",
    ),
    (
        "standalone tasks",
        "SELECT t.id, r.nome, c.status FROM tarefas t
         LEFT JOIN usuarios r ON r.id = t.responsavel_id
         LEFT JOIN tarefa_candidaturas c ON c.tarefa_id = t.id AND c.usuario_id = $2
         WHERE t.nucleo_id = $1 AND t.projeto_id IS NULL
         ORDER BY t.criado_em DESC, t.id DESC LIMIT $3",
    ),
    (
        "members of a project",
        "SELECT u.nome FROM projeto_membros m JOIN usuarios u ON u.id = m.usuario_id
         WHERE m.nucleo_id = $1 AND m.projeto_id = $2
         ORDER BY m.criado_em DESC, m.usuario_id DESC LIMIT $3",
    ),
    (
        "applications to a task",
        "SELECT u.nome FROM tarefa_candidaturas c JOIN usuarios u ON u.id = c.usuario_id
         WHERE c.nucleo_id = $1 AND c.tarefa_id = $2
         ORDER BY c.criado_em DESC, c.usuario_id DESC LIMIT $3",
    ),
    (
        "comments of a project",
        "SELECT u.nome FROM projeto_comentarios c JOIN usuarios u ON u.id = c.usuario_id
         WHERE c.nucleo_id = $1 AND c.projeto_id = $2 AND c.tarefa_id IS NULL
         ORDER BY c.criado_em DESC, c.id DESC LIMIT $3",
    ),
    (
        "comments of a task",
        "SELECT u.nome FROM projeto_comentarios c JOIN usuarios u ON u.id = c.usuario_id
         WHERE c.nucleo_id = $1 AND c.tarefa_id = $2
         ORDER BY c.criado_em DESC, c.id DESC LIMIT $3",
    ),
    (
        "done tasks of a person",
        "SELECT t.id FROM tarefas t
         WHERE t.nucleo_id = $1 AND t.responsavel_id = $2 AND t.status = 'APROVADA'
         ORDER BY t.aprovada_em DESC, t.id DESC LIMIT $3",
    ),
];
