//! Polls through the real router, on both engines.

mod avisos;
mod criacao;
mod custo;
mod modal;
mod nacional;
mod paralelo;
mod resultados;
mod votacao;

use base::Uuid;
use base::db::list;
use base::id::{NucleoId, SessaoId, UsuarioId};
use base::scope::Cargo::Administrador;
use base::testing::{TestApp, TestCaller, TestNucleo};
use chrono::Duration;
use nucleo::areas::enquetes::verificacao::primeira_divergencia;
use serde_json::{Value, json};

const ENQUETES: &str = "/api/enquetes";
const PENDENTE: &str = "/api/enquetes/pendente-modal";

/// A poll in which nothing is wrong: one choice, three options, open for a day.
fn corpo(app: &TestApp) -> Value {
    json!({
        "pergunta": "Qual é a pauta do mês?",
        "tipoEscolha": "UNICA",
        "opcoes": ["Saúde", "Educação", "Transporte"],
        "dataEncerramento": app.now() + Duration::days(1),
    })
}

/// The same with these fields changed.
fn com(mut corpo: Value, campos: Value) -> Value {
    corpo.as_object_mut().unwrap().extend(campos.as_object().unwrap().clone());
    corpo
}

async fn criar(autor: &TestCaller, corpo: Value) -> Value {
    autor.post(ENQUETES, corpo).await.expect(201)
}

fn caminho(enquete: &Value) -> String {
    format!("{ENQUETES}/{}", enquete["id"].as_str().unwrap())
}

fn votacao(enquete: &Value) -> String {
    format!("{}/votar", caminho(enquete))
}

fn opcao(enquete: &Value, posicao: usize) -> Value {
    enquete["opcoes"][posicao]["id"].clone()
}

fn voto(enquete: &Value, posicao: usize) -> Value {
    json!({ "opcaoId": opcao(enquete, posicao) })
}

fn votos(enquete: &Value, posicoes: &[usize]) -> Value {
    let opcoes: Vec<_> = posicoes.iter().map(|posicao| opcao(enquete, *posicao)).collect();
    json!({ "opcaoIds": opcoes })
}

async fn detalhe(pessoa: &TestCaller, enquete: &Value) -> Value {
    pessoa.get(&caminho(enquete)).await.expect(200)
}

fn percentuais(detalhe: &Value) -> Vec<f64> {
    let resultados = detalhe["resultados"].as_array().unwrap();
    resultados.iter().map(|resultado| resultado["percentual"].as_f64().unwrap()).collect()
}

/// Every sum is that of its votes, in every nucleo.
async fn fecha(app: &TestApp) {
    let divergencia = app.operator.read(async |tx| primeira_divergencia(tx).await).await.unwrap();
    assert_eq!(divergencia, None);
}

/// Nothing was stored by whoever tried: neither a vote nor a sum.
async fn sem_votos(app: &TestApp) {
    assert_eq!(app.count("SELECT count(*) FROM enquete_votos", ()).await, 0);
    let somas = "SELECT count(*) FROM enquete_apuracoes WHERE votantes <> 0";
    assert_eq!(app.count(somas, ()).await, 0);
    let somas = "SELECT count(*) FROM enquete_contagens WHERE votos <> 0";
    assert_eq!(app.count(somas, ()).await, 0);
}

/// Many active members, logged in, made at once.
async fn eleitores(app: &TestApp, nucleo: NucleoId, quantos: usize) -> Vec<TestCaller> {
    let ids: Vec<Uuid> = (0..quantos).map(|_| app.new_id()).collect();
    let sql = "INSERT INTO usuarios (id, nucleo_id, nome, nome_busca, email, cargo, status,
                   primeiro_login, preferencias_notificacao, criado_em)
               SELECT unhex(t.value), $2, 'Eleitora', 'eleitora', t.value || '@teste.org', 'MEMBRO',
                   'ATIVO', true, '{}', $3
               FROM json_each($1) t";
    app.execute(sql, (list::ids(&ids), nucleo, app.now())).await;
    // The id of a session may be that of its person: both are only compared with themselves.
    let sql = "INSERT INTO sessoes
                   (id, usuario_id, nucleo_id, cargo, status, criado_em, expira_em)
               SELECT unhex(t.value), unhex(t.value), $2, 'MEMBRO', 'ATIVO', $3, $3
               FROM json_each($1) t";
    app.execute(sql, (list::ids(&ids), nucleo, app.now())).await;
    let entrar = |id: Uuid| {
        let (pessoa, sessao) = (UsuarioId::from(id), SessaoId::from(id));
        let token = app.tokens().issue(pessoa, sessao, app.now()).unwrap();
        let mut cliente = app.anonymous().with_token(&token);
        cliente.id = pessoa;
        cliente
    };
    ids.into_iter().map(entrar).collect()
}

/// A request of this shape about a poll of theirs, with a vote in its body.
pub async fn deles(app: &TestApp, theirs: &TestNucleo<'_>, path: &str) -> (String, Value) {
    let enquete = criar(&theirs.caller(Administrador).await, corpo(app)).await;
    (path.replace("{id}", enquete["id"].as_str().unwrap()), voto(&enquete, 0))
}
