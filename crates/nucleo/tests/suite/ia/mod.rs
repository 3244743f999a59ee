//! The assistant: the built-in one, and one behind a model that says whatever the test wants.

mod acoes;
mod atos;
mod consultas;
mod conta;
mod conversas;
mod custo;
mod embutida;
mod hostil;
mod modelo;
mod roteiro;
mod tipos;

use base::scope::Cargo::{Administrador, Membro};
use base::testing::{TestApp, TestCaller, TestNucleo};
use nucleo::areas::membros::Status::Ativo;
use serde_json::{Value, json};

use crate::apoio::pessoa;

const CHAT: &str = "/api/ia/chat";
const ACAO: &str = "/api/ia/chat/action";
const CONVERSAS: &str = "/api/ia/conversas";

/// The body of a question that begins a conversation.
fn pergunta(texto: &str) -> Value {
    json!({"messages": [{"role": "user", "content": texto}]})
}

async fn perguntar(quem: &TestCaller, texto: &str) -> Value {
    quem.post(CHAT, pergunta(texto)).await.expect(200)
}

/// The next question of the conversation that this answer belongs to.
async fn continuar(quem: &TestCaller, resposta: &Value, texto: &str) -> Value {
    let mut corpo = pergunta(texto);
    corpo["conversaId"] = resposta["conversaId"].clone();
    quem.post(CHAT, corpo).await.expect(200)
}

/// The body that confirms what an answer proposes.
fn confirmacao(resposta: &Value) -> Value {
    assert!(resposta["acao"]["id"].is_string(), "nothing was proposed: {resposta}");
    json!({"action": "confirmar", "payload": {"acaoId": resposta["acao"]["id"]}})
}

async fn confirmar(quem: &TestCaller, resposta: &Value) -> Value {
    quem.post(ACAO, confirmacao(resposta)).await.expect(200)
}

/// A nucleo with an administrator and Ana Souza, a member.
async fn nucleo_com_ana(app: &TestApp) -> (TestNucleo<'_>, TestCaller, TestCaller) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Ana Souza", (Membro, Ativo)).await;
    (nucleo, admin, ana)
}

/// Everything that the assistant could have changed, to see that nothing has.
async fn rastro(app: &TestApp) -> [i64; 7] {
    [
        app.count("SELECT count(*) FROM transacoes", ()).await,
        app.count("SELECT count(*) FROM tarefas", ()).await,
        app.count("SELECT count(*) FROM avisos", ()).await,
        app.count("SELECT count(*) FROM entregas", ()).await,
        app.count("SELECT count(*) FROM auditoria", ()).await,
        app.count("SELECT count(*) FROM usuarios WHERE cargo <> 'MEMBRO'", ()).await,
        app.count("SELECT count(*) FROM usuarios WHERE status <> 'ATIVO'", ()).await,
    ]
}

/// A request about something of theirs.
pub async fn deles(theirs: &TestNucleo<'_>, path: &str) -> (String, Value) {
    let admin = theirs.caller(Administrador).await;
    let resposta = perguntar(&admin, "Quantos membros temos?").await;
    let id = resposta["conversaId"].as_str().unwrap();
    let mut corpo = pergunta("E agora?");
    corpo["conversaId"] = json!(id);
    corpo["compartilhada"] = json!(true);
    (path.replace("{id}", id), corpo)
}
