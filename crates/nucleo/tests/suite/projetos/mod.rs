//! Projects and tasks through the real router, on both engines.

mod avisos;
mod candidaturas;
mod comentarios;
mod convites;
mod custo;
mod entrada;
mod historico;
mod maquina;
mod nacional;
mod paralelo;
mod quadro;
mod tarefas;

use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo;
use base::testing::{TestApp, TestCaller, TestNucleo, TestResponse};
use nucleo::areas::projetos::ProjetoId;
use nucleo::areas::projetos::tarefas::TarefaId;
use serde_json::{Value, json};

pub const PROJETOS: &str = "/api/projetos";
pub const TAREFAS: &str = "/api/tarefas";
const MINHAS: &str = "/api/projetos/tarefas/minhas";

/// A project that this coordinator makes.
async fn projeto(coord: &TestCaller, nome: &str) -> String {
    let criado = coord.post(PROJETOS, json!({ "nome": nome })).await.expect(201);
    criado["id"].as_str().unwrap().to_owned()
}

/// A task of a project, or without one a standalone task.
async fn tarefa(quem: &TestCaller, projeto: Option<&str>, corpo: Value) -> String {
    let path = projeto.map_or(TAREFAS.to_owned(), |id| format!("{PROJETOS}/{id}/tarefas"));
    let criada = quem.post(&path, corpo).await.expect(201);
    criada["id"].as_str().unwrap().to_owned()
}

/// What is said about one task: `concluir`, `aprovar`, `rejeitar`, `status`.
fn sobre(tarefa: &str, acao: &str) -> String {
    format!("{PROJETOS}/tarefas/{tarefa}/{acao}")
}

async fn mover(quem: &TestCaller, tarefa: &str, status: &str) -> TestResponse {
    quem.patch(&sobre(tarefa, "status"), json!({ "status": status })).await
}

async fn concluir(quem: &TestCaller, tarefa: &str) -> TestResponse {
    quem.post(&sobre(tarefa, "concluir"), json!({ "comprovacao": "Feito" })).await
}

async fn aprovar(quem: &TestCaller, tarefa: &str) -> TestResponse {
    quem.post(&sobre(tarefa, "aprovar"), json!({})).await
}

async fn rejeitar(quem: &TestCaller, tarefa: &str) -> TestResponse {
    quem.post(&sobre(tarefa, "rejeitar"), json!({ "feedback": "Falta a data" })).await
}

async fn excluir(quem: &TestCaller, path: &str) -> TestResponse {
    quem.send("DELETE", path, "".into()).await
}

/// Starts, delivers and approves a task of this person.
async fn fazer(feita_por: &TestCaller, validador: &TestCaller, tarefa: &str) -> Value {
    mover(feita_por, tarefa, "EM_ANDAMENTO").await.expect(200);
    concluir(feita_por, tarefa).await.expect(200);
    aprovar(validador, tarefa).await.expect(200)
}

/// The task as a list of this person's shows it.
async fn vista(quem: &TestCaller, projeto: &str, tarefa: &str) -> Value {
    let detalhe = quem.get(&format!("{PROJETOS}/{projeto}")).await.expect(200);
    let tarefas = detalhe["tarefas"].as_array().unwrap();
    tarefas.iter().find(|outra| outra["id"] == tarefa).cloned().unwrap_or_default()
}

async fn suspender(nucleo: &TestNucleo<'_>, pessoa: &TestCaller) {
    let admin = nucleo.caller(Cargo::Administrador).await;
    let path = format!("/api/membros/{}/status", pessoa.id);
    admin.patch(&path, json!({"status": "SUSPENSO"})).await.expect(200);
}

/// A project by SQL, for what must exist without anybody having done anything.
pub async fn projeto_pronto(app: &TestApp, nucleo: NucleoId) -> ProjetoId {
    let id: ProjetoId = app.new_id();
    let sql = "INSERT INTO projetos (id, nucleo_id, nome, status, criado_em)
               VALUES ($1, $2, 'Horta', 'EM_ANDAMENTO', $3)";
    app.execute(sql, (id, nucleo, app.now())).await;
    id
}

/// A task by SQL, in any state.
pub async fn tarefa_pronta(
    app: &TestApp,
    nucleo: NucleoId,
    projeto: Option<ProjetoId>,
    status: &str,
    (criador, responsavel): (UsuarioId, Option<UsuarioId>),
) -> TarefaId {
    let id: TarefaId = app.new_id();
    let sql = "INSERT INTO tarefas (id, nucleo_id, projeto_id, titulo, dificuldade, recompensa,
                   status, criado_por, responsavel_id, aprovada_em, criado_em)
               VALUES ($1, $2, $3, 'Cartaz', 'MEDIA', 10, $4, $5, $6, $7, $8)";
    let aprovada_em = (status == "APROVADA").then_some(app.now());
    let params =
        (id, nucleo, projeto, status.to_owned(), criador, responsavel, aprovada_em, app.now());
    app.execute(sql, params).await;
    let sql = "UPDATE projetos SET total_tarefas = total_tarefas + 1 WHERE id = $1";
    app.execute(sql, (projeto,)).await;
    id
}

pub async fn candidatura_pronta(
    app: &TestApp,
    nucleo: NucleoId,
    tarefa: TarefaId,
    usuario: UsuarioId,
    status: &str,
) {
    let sql =
        "INSERT INTO tarefa_candidaturas (tarefa_id, usuario_id, nucleo_id, status, criado_em)
               VALUES ($1, $2, $3, $4, $5)";
    app.execute(sql, (tarefa, usuario, nucleo, status.to_owned(), app.now())).await;
}

/// A path of ours with what theirs have at each place, in a state in which the operation would work
/// for them, and a body that would do.
pub async fn deles(app: &TestApp, theirs: &TestNucleo<'_>, path: &str) -> (String, Value) {
    let ana = theirs.caller(Cargo::Membro).await.id;
    let horta = projeto_pronto(app, theirs.id).await;
    let sql = "INSERT INTO projeto_membros (projeto_id, usuario_id, nucleo_id, status_convite,
                   criado_em) VALUES ($1, $2, $3, 'ACEITO', $4)";
    app.execute(sql, (horta, ana, theirs.id, app.now())).await;
    let lugar = path.starts_with("/api/projetos/{id}").then_some(horta);
    let entregue = path.ends_with("/aprovar") || path.ends_with("/rejeitar");
    let (status, responsavel) = match entregue {
        true => ("CONCLUIDA", Some(ana)),
        false => ("PENDENTE", None),
    };
    let tarefa = tarefa_pronta(app, theirs.id, lugar, status, (ana, responsavel)).await;
    if path.contains("candidatura/") {
        candidatura_pronta(app, theirs.id, tarefa, ana, "PENDENTE").await;
    }
    let comentario: base::Uuid = app.new_id();
    let sql = "INSERT INTO projeto_comentarios (id, nucleo_id, projeto_id, usuario_id, texto,
                   criado_em) VALUES ($1, $2, $3, $4, 'Oi', $5)";
    app.execute(sql, (comentario, theirs.id, horta, ana, app.now())).await;
    let path = path
        .replace("{id}", &horta.to_string())
        .replace("{tid}", &tarefa.to_string())
        .replace("{uid}", &ana.to_string())
        .replace("{cid}", &comentario.to_string());
    let corpo = json!({
        "nome": "Horta", "titulo": "Cartaz", "texto": "Oi", "usuarioId": ana, "usuario_ids": [ana],
        "status": "EM_ANDAMENTO", "comprovacao": "Feito", "feedback": "Falta",
    });
    (path, corpo)
}

/// The kept numbers of every project and task equal what there is to count.
async fn confere(app: &TestApp) {
    let projetos = "SELECT count(*) FROM projetos p
        WHERE p.total_membros <> (SELECT count(*) FROM projeto_membros m
                WHERE m.projeto_id = p.id AND m.status_convite = 'CONFIRMADO')
           OR p.total_tarefas <> (SELECT count(*) FROM tarefas t WHERE t.projeto_id = p.id)
           OR p.total_comentarios <> (SELECT count(*) FROM projeto_comentarios c
                WHERE c.projeto_id = p.id)";
    let tarefas = "SELECT count(*) FROM tarefas t
        WHERE t.total_comentarios <> (SELECT count(*) FROM projeto_comentarios c
                WHERE c.tarefa_id = t.id)";
    let errados = (app.count(projetos, ()).await, app.count(tarefas, ()).await);
    assert_eq!(errados, (0, 0), "projects and tasks with a wrong number");
}

/// How many rows there are that an act could add.
async fn linhas(app: &TestApp) -> Vec<i64> {
    let mut linhas = Vec::new();
    for sql in [
        "SELECT count(*) FROM projetos",
        "SELECT count(*) FROM projeto_membros",
        "SELECT count(*) FROM tarefas",
        "SELECT count(*) FROM tarefa_candidaturas",
        "SELECT count(*) FROM projeto_comentarios",
        "SELECT count(*) FROM transacoes",
        "SELECT count(*) FROM auditoria",
        "SELECT count(*) FROM outbox",
    ] {
        linhas.push(app.count(sql, ()).await);
    }
    linhas
}
