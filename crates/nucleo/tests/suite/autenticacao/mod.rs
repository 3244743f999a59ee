//! Getting in, through the real router, on both engines.

mod aprovacao;
mod cadastro;
mod conta;
mod limites;
mod lixo;
mod nucleo_do_cadastro;
mod senha;
mod sessao;

use base::id::UsuarioId;
use base::testing::{TestApp, TestCaller, TestResponse};
use serde_json::{Value, json};
use tokio::sync::OnceCell;
use tokio::task::JoinSet;

pub const SENHA: &str = "Nucleo2026";
pub const OUTRA_SENHA: &str = "Mutirao2027";

/// A sign-up in which nothing is wrong; another number is another person.
fn cadastro(numero: u32) -> Value {
    json!({
        "nome": "Ana Souza",
        "email": format!("pessoa{numero}@exemplo.org"),
        "senha": SENHA,
        "cpf": format!("123.456.{numero:03}-00"),
        "consentimentoLgpd": true,
    })
}

pub fn com(mut base: Value, campo: &str, valor: impl Into<Value>) -> Value {
    base[campo] = valor.into();
    base
}

fn sem(mut base: Value, campo: &str) -> Value {
    base.as_object_mut().unwrap().remove(campo);
    base
}

/// Signs somebody up, who then waits for approval.
async fn cadastrar(app: &TestApp, body: Value) -> UsuarioId {
    let cadastrado = app.anonymous().post("/api/auth/signup", body).await.expect(201);
    id(&cadastrado["usuario"]["id"])
}

pub fn id(value: &Value) -> UsuarioId {
    serde_json::from_value(value.clone()).unwrap()
}

pub fn campos(erro: &Value) -> Vec<&str> {
    let campos = erro["campos"].as_array().unwrap();
    campos.iter().map(|campo| campo["campo"].as_str().unwrap()).collect()
}

/// Gives a person the password [`SENHA`]. Hashed once for all tests: that is what takes the time.
pub async fn dar_senha(app: &TestApp, pessoa: &TestCaller) {
    static HASH: OnceCell<String> = OnceCell::const_new();
    let passwords = app.operator.passwords();
    let hash = HASH.get_or_init(async || passwords.hash(SENHA.to_owned()).await.unwrap()).await;
    let sql = "INSERT INTO credenciais (usuario_id, nucleo_id, senha_hash, alterada_em)
               SELECT u.id, u.nucleo_id, $2, $3 FROM usuarios u WHERE u.id = $1";
    app.execute(sql, (pessoa.id, hash.as_str(), app.now())).await;
}

/// The address of somebody whom the test harness has made.
pub fn email(pessoa: &TestCaller) -> String {
    format!("{}@teste.org", pessoa.id)
}

fn credenciais(email: &str, senha: &str) -> Value {
    json!({ "email": email, "senha": senha })
}

pub async fn entrar(app: &TestApp, email: &str, senha: &str) -> TestResponse {
    app.anonymous().post("/api/auth/login", credenciais(email, senha)).await
}

/// A log-in that works: the answer, and a client that carries its token.
pub async fn sessao(app: &TestApp, email: &str, senha: &str) -> (Value, TestCaller) {
    let entrou = entrar(app, email, senha).await.expect(200);
    let cliente = com_acesso(app, &entrou);
    (entrou, cliente)
}

pub fn com_acesso(app: &TestApp, acesso: &Value) -> TestCaller {
    app.anonymous().with_token(acesso["accessToken"].as_str().unwrap())
}

fn refresh(acesso: &Value) -> Value {
    json!({ "refreshToken": acesso["refreshToken"] })
}

async fn renovar(app: &TestApp, acesso: &Value) -> TestResponse {
    app.anonymous().post("/api/auth/refresh", refresh(acesso)).await
}

/// Neither of the two tokens of this log-in opens anything.
pub async fn expect_sessao_encerrada(app: &TestApp, acesso: &Value) {
    com_acesso(app, acesso).get("/api/auth/me").await.expect_problem(401, "NAO_AUTENTICADO");
    renovar(app, acesso).await.expect_problem(401, "SESSAO_ENCERRADA");
}

/// Sends all of them at the same time, each in a task of its own.
async fn postar_juntos(
    caminho: &'static str,
    pedidos: impl IntoIterator<Item = (TestCaller, Value)>,
) -> Vec<TestResponse> {
    let mut tarefas = JoinSet::new();
    for (pessoa, body) in pedidos {
        tarefas.spawn(async move { pessoa.post(caminho, body).await });
    }
    tarefas.join_all().await
}

fn quantas(respostas: &[TestResponse], status: u16) -> usize {
    respostas.iter().filter(|resposta| resposta.status == status).count()
}

async fn total_de_usuarios(app: &TestApp) -> i64 {
    app.count("SELECT count(*) FROM usuarios", ()).await
}

async fn mudar_status(app: &TestApp, pessoa: UsuarioId, status: &'static str) {
    app.execute("UPDATE usuarios SET status = $2 WHERE id = $1", (pessoa, status)).await;
}
