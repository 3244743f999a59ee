//! What a tool costs: few statements, however many members there are, and lists by their indexes.

use base::id::NucleoId;
use base::scope::Cargo::Administrador;
use base::testing::{Engine, TestApp, run};
use serde_json::json;

use super::perguntar;
use crate::apoio::multidao;

base::both_engines! { crate::service;
    cada_ferramenta_custa_poucas_consultas,
}

/// What every question takes beside its tool: who asks, the history, what the recogniser knows, and
/// the answer that is kept.
const DE_TODA_PERGUNTA: u64 = 14;
const DA_FERRAMENTA: u64 = 10;

async fn cada_ferramenta_custa_poucas_consultas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    multidao(app, nucleo.id, 60).await;
    for ferramenta in assistente::Ferramenta::TODAS.iter().filter(|uma| !uma.escreve()) {
        let frase = assistente::exemplo(*ferramenta);
        let (consultas, resposta) = app.statements(perguntar(&admin, frase)).await;
        assert!(
            consultas <= DE_TODA_PERGUNTA + DA_FERRAMENTA,
            "{}: {consultas} statements: {resposta}",
            ferramenta.as_str()
        );
    }
    // Not more for many than for few.
    let pergunta = "Liste os membros ativos";
    let (poucos, _) = app.statements(perguntar(&admin, pergunta)).await;
    let maior = app.nucleo().await;
    let dela = maior.caller(Administrador).await;
    multidao(app, maior.id, 500).await;
    let (muitos, resposta) = app.statements(perguntar(&dela, pergunta)).await;
    assert_eq!((poucos, &resposta["dados"]["total"]), (muitos, &json!(501)));
}

/// The statements behind the lists, as `EXPLAIN` is asked about them.
macro_rules! consultas {
    ($explain:literal) => {
        [
            (
                "ranking",
                concat!(
                    $explain,
                    "SELECT c.usuario_id FROM carteiras c JOIN usuarios u ON u.id = c.usuario_id
                     WHERE c.nucleo_id = $1 AND u.status = 'ATIVO' AND u.excluido_em IS NULL
                     ORDER BY c.saldo DESC, c.usuario_id DESC LIMIT 20"
                ),
                "carteiras_por_saldo",
            ),
            (
                "membros recentes",
                concat!(
                    $explain,
                    "SELECT u.id FROM usuarios u
                     WHERE u.nucleo_id = $1 AND u.status <> 'REJEITADO' AND u.excluido_em IS NULL
                       AND u.aprovado_em >= '2026-01-01' AND u.aprovado_em <= '2026-12-31'
                     ORDER BY u.aprovado_em DESC, u.id DESC LIMIT 20"
                ),
                "usuarios_por_aprovacao",
            ),
            (
                "membros de uma cidade",
                concat!(
                    $explain,
                    "SELECT u.id FROM usuarios u
                     WHERE u.nucleo_id = $1 AND u.status <> 'REJEITADO' AND u.excluido_em IS NULL
                       AND u.cidade IN ('Campinas')
                     ORDER BY u.nome_busca, u.id LIMIT 20"
                ),
                "usuarios_por_cidade",
            ),
            (
                "transações",
                concat!(
                    $explain,
                    "SELECT t.id FROM transacoes t
                     WHERE t.nucleo_id = $1 AND t.criado_em >= '2026-01-01'
                       AND t.criado_em <= '2026-12-31'
                     ORDER BY t.criado_em DESC, t.id DESC LIMIT 20"
                ),
                "transacoes_por_data",
            ),
            (
                "tarefas por fazer",
                concat!(
                    $explain,
                    "SELECT t.id FROM tarefas t
                     WHERE t.nucleo_id = $1 AND t.status IN
                         ('PENDENTE', 'EM_ANDAMENTO', 'CONCLUIDA', 'AGUARDANDO_VALIDACAO')
                     ORDER BY t.criado_em, t.id LIMIT 20"
                ),
                "tarefas_por_fazer",
            ),
            (
                "conversas",
                concat!(
                    $explain,
                    "SELECT v.id FROM ia_conversas v
                     WHERE v.nucleo_id = $1 AND v.usuario_id = $1
                     ORDER BY v.atualizado_em DESC, v.id DESC LIMIT 20"
                ),
                "ia_conversas_por_usuario",
            ),
        ]
    };
}

async fn dez_mil(app: &TestApp) -> NucleoId {
    let nucleo = app.nucleo().await;
    multidao(app, nucleo.id, 2000).await;
    multidao(app, app.nucleo().await.id, 2000).await;
    nucleo.id
}

#[tokio::test(flavor = "multi_thread")]
async fn listas_vao_por_indice_no_sqlite() {
    run(Engine::Sqlite, crate::service, async |app| {
        let nucleo = dez_mil(app).await;
        for (nome, sql, indice) in consultas!("EXPLAIN QUERY PLAN ") {
            let plano: Vec<(i64, i64, i64, String)> = app.rows(sql, (nucleo,)).await;
            let passos: Vec<_> = plano.into_iter().map(|(.., passo)| passo).collect();
            assert!(passos.iter().any(|passo| passo.contains(indice)), "{nome}: {passos:#?}");
            assert!(!passos.iter().any(|passo| passo.starts_with("SCAN")), "{nome}: {passos:#?}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn listas_vao_por_indice_no_postgres() {
    run(Engine::Postgres, crate::service, async |app| {
        let nucleo = dez_mil(app).await;
        app.execute("ANALYZE", ()).await;
        for (nome, sql, _) in consultas!("EXPLAIN (COSTS OFF) ") {
            let plano: Vec<(String,)> = app.rows(sql, (nucleo,)).await;
            let passos: Vec<_> = plano.into_iter().map(|(passo,)| passo).collect();
            // A table of nothing is read whole, and rightly so.
            let grandes = ["Seq Scan on usuarios", "Seq Scan on carteiras"];
            let inteira = |passo: &String| grandes.iter().any(|grande| passo.contains(grande));
            assert!(!passos.iter().any(inteira), "{nome}: {passos:#?}");
        }
    })
    .await;
}
