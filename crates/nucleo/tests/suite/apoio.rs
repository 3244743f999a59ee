//! What the tests of several areas need: people with names, and sums that are right.

use base::Uuid;
use base::db::list;
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo;
use base::testing::{TestApp, TestCaller, TestNucleo};
use nucleo::areas::economia::verificacao::primeira_divergencia;
use nucleo::areas::membros::service::{Procedencia, cadastrar};
use nucleo::areas::membros::{DadosPessoais, NovaPessoa, Status};
use serde_json::Value;
use tokio::task::JoinSet;

/// Somebody with this name, whom search finds, logged in. Whoever comes ATIVO was approved before.
pub async fn pessoa(
    app: &TestApp,
    nucleo: &TestNucleo<'_>,
    nome: &str,
    (cargo, status): (Cargo, Status),
) -> TestCaller {
    let provisorio: Uuid = app.new_id();
    let nova = NovaPessoa {
        nome: nome.to_owned(),
        email: format!("{provisorio}@teste.org"),
        cpf: Some(provisorio.to_string()),
        dados: DadosPessoais::default(),
        indicado_por: None,
        consentimento: None,
        status,
        cargo,
    };
    let cadastrada = app.operator.write(async |tx| {
        app.operator.enter(tx, nucleo.id).await?;
        cadastrar(tx, &nova, Procedencia { slug: "teste", estado: "SP" }).await
    });
    let (id, _) = cadastrada.await.unwrap();
    // The address that people of the harness are known by elsewhere.
    let sql = "UPDATE usuarios SET email = $2, cpf = $3 WHERE id = $1";
    app.execute(sql, (id, format!("{id}@teste.org"), id.to_string())).await;
    let mut cliente = app.anonymous();
    cliente.id = id;
    app.login(&cliente).await
}

/// Somebody whom this person has brought.
pub async fn indicada(
    app: &TestApp,
    nucleo: &TestNucleo<'_>,
    indicador: &TestCaller,
    status: Status,
) -> TestCaller {
    let indicada = pessoa(app, nucleo, "Indicada", (Cargo::Membro, status)).await;
    let sql = "UPDATE usuarios SET indicado_por = $2, indicador_nucleo_id = $3 WHERE id = $1";
    app.execute(sql, (indicada.id, indicador.id, nucleo.id)).await;
    indicada
}

/// Many active members at once, by SQL: "Pessoa 1a2b3c4d", findable by any part of that.
pub async fn multidao(app: &TestApp, nucleo: NucleoId, quantos: usize) {
    let ids: Vec<Uuid> = (0..quantos).map(|_| app.new_id()).collect();
    let ids = list::ids(&ids);
    let sql =
        "INSERT INTO usuarios (id, nucleo_id, nome, nome_busca, cargo, status, primeiro_login,
                   preferencias_notificacao, criado_em)
               SELECT unhex(t.value), $2, 'Pessoa ' || substr(t.value, 25), 'pessoa ' ||
                   substr(t.value, 25), 'MEMBRO', 'ATIVO', true, '{}', $3
               FROM json_each($1) t";
    app.execute(sql, (ids.clone(), nucleo, app.now())).await;
    let sql = "INSERT INTO carteiras (usuario_id, nucleo_id)
               SELECT unhex(t.value), $2 FROM json_each($1) t";
    app.execute(sql, (ids, nucleo)).await;
    let posicoes = serde_json::to_string(&(1..=15).collect::<Vec<_>>()).unwrap();
    let sql = "INSERT INTO usuario_trigramas (nucleo_id, trigrama, usuario_id)
               SELECT DISTINCT u.nucleo_id, substr(u.nome_busca, CAST(p.value AS integer), 3), u.id
               FROM usuarios u CROSS JOIN json_each($1) p
               WHERE u.nucleo_id = $2 AND u.nome_busca LIKE 'pessoa %'
               ON CONFLICT DO NOTHING";
    app.execute(sql, (posicoes, nucleo)).await;
}

/// Does all of it at the same time, each in a task of its own.
pub async fn juntos<T: Send + 'static>(
    tarefas: impl IntoIterator<Item = impl Future<Output = T> + Send + 'static>,
) -> Vec<T> {
    tarefas.into_iter().collect::<JoinSet<_>>().join_all().await
}

pub async fn saldo(app: &TestApp, usuario: UsuarioId) -> i64 {
    app.count("SELECT saldo FROM carteiras WHERE usuario_id = $1", (usuario,)).await
}

/// Every wallet is the sum of its ledger, in every nucleo.
pub async fn fecha(app: &TestApp) {
    let divergencia = app.operator.read(async |tx| primeira_divergencia(tx).await).await.unwrap();
    assert_eq!(divergencia, None);
}

/// The lines of the audit trail with this action, oldest first: who, to whom, what changed.
pub async fn trilha(app: &TestApp, acao: &str) -> Vec<(UsuarioId, Uuid, Value)> {
    let sql = "SELECT autor_id, alvo_id, detalhes FROM auditoria WHERE acao = $1 ORDER BY id";
    let linhas: Vec<(UsuarioId, Uuid, sqlx::types::Json<Value>)> =
        app.rows(sql, (acao.to_owned(),)).await;
    linhas.into_iter().map(|(autor, alvo, detalhes)| (autor, alvo, detalhes.0)).collect()
}

/// The values of one field over a list.
pub fn coluna<'a>(lista: &'a Value, campo: &str) -> Vec<&'a str> {
    lista.as_array().unwrap().iter().map(|item| item[campo].as_str().unwrap()).collect()
}

/// The names of the fields of an object, in order of the alphabet.
pub fn chaves(objeto: &Value) -> Vec<&str> {
    let mut chaves: Vec<_> = objeto.as_object().unwrap().keys().map(String::as_str).collect();
    chaves.sort_unstable();
    chaves
}
