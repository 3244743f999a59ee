//! What the books cost: whole months are never counted again, however many entries they have.

use base::Uuid;
use base::clock::Timestamp;
use base::db::list;
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo::{Administrador, Coordenador};
use base::testing::{Engine, TestApp, run};
use chrono::Duration;
use serde_json::json;

use super::{FINANCEIRO, RESUMO, TRANSPARENCIA, abrir, corpo, lancar};

base::both_engines! { crate::service;
    cada_resposta_custa_poucas_consultas,
}

async fn cada_resposta_custa_poucas_consultas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    abrir(&admin, &[]).await;
    for dia in 1..=25 {
        lancar(&admin, corpo("RECEITA", json!(1), "LOJA", &format!("2026-01-{dia:02}"))).await;
    }
    let cortado = "dataInicio=2026-01-03&dataFim=2026-02-03";
    // The caller, then what is asked for.
    for (path, no_maximo) in [(FINANCEIRO, 3), (RESUMO, 2), (TRANSPARENCIA, 3)] {
        for query in ["", cortado] {
            let path = format!("{path}?{query}");
            let (consultas, resposta) = app.statements(admin.get(&path)).await;
            resposta.expect(200);
            assert!(consultas <= no_maximo, "{path}: {consultas} statements");
        }
    }
    let novo = corpo("DESPESA", json!(1), "LOJA", "2026-01-01");
    let (consultas, _) = app.statements(lancar(&admin, novo)).await;
    assert!(consultas <= 8, "{consultas} statements for an entry");
}

/// 20 nucleos of 1,000 entries in 20 months, with their sums; one of them is asked about.
async fn vinte_mil(app: &TestApp) -> NucleoId {
    let mut escolhido = None;
    for _ in 0..20 {
        let nucleo = app.nucleo().await;
        let autor = nucleo.caller(Coordenador).await.id;
        for mes in 0..20 {
            cinquenta(app, nucleo.id, autor, app.now() - Duration::days(30 * mes), mes).await;
        }
        let sql = "INSERT INTO lancamento_elos (nucleo_id, numero, acao, lancamento_id, autor_id,
                       criado_em, conteudo, hash)
                   SELECT l.nucleo_id, l.numero, 'INCLUSAO', l.id, l.autor_id, l.criado_em, '', ''
                   FROM lancamentos l WHERE l.nucleo_id = $1";
        app.execute(sql, (nucleo.id,)).await;
        let sql = "INSERT INTO financeiro_somas (nucleo_id, mes, tipo, categoria, total_centavos,
                       quantos)
                   SELECT $1, '20' || m.value || '-' || d.value, t.value, c.value, 1, 1
                   FROM json_each($2) m CROSS JOIN json_each($3) d CROSS JOIN json_each($4) t
                       CROSS JOIN json_each($5) c";
        let anos = list::texts(&["24", "25"]);
        let meses = list::texts(&["01", "02", "03", "04", "05", "06", "07", "08", "09", "10"]);
        let tipos = list::texts(&["RECEITA", "DESPESA"]);
        let categorias =
            list::texts(&["EVENTO", "PROJETO", "ADMINISTRATIVO", "DOACAO", "LOJA", "OUTROS"]);
        app.execute(sql, (nucleo.id, anos, meses, tipos, categorias)).await;
        escolhido.get_or_insert(nucleo.id);
    }
    escolhido.unwrap()
}

async fn cinquenta(app: &TestApp, nucleo: NucleoId, autor: UsuarioId, data: Timestamp, mes: i64) {
    let ids: Vec<Uuid> = (0..50).map(|_| app.new_id()).collect();
    let sql = "INSERT INTO lancamentos (id, nucleo_id, numero, tipo, valor_centavos, categoria,
                   descricao, data, comprovante_url, autor_id, sal, criado_em)
               SELECT unhex(t.value), $2, $5 + row_number() OVER (ORDER BY t.value),
                   CASE WHEN substr(t.value, 32) < '8' THEN 'RECEITA' ELSE 'DESPESA' END, 1,
                   'OUTROS', 'Pilha', $4, '/x/' || t.value, $3, '', $4
               FROM json_each($1) t";
    app.execute(sql, (list::ids(&ids), nucleo, autor, data, mes * 50)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nenhuma_consulta_le_a_tabela_inteira_no_sqlite() {
    run(Engine::Sqlite, crate::service, async |app| {
        let nucleo = vinte_mil(app).await;
        // With and without statistics: the service never makes any on SQLite.
        for estatisticas in ["SELECT 1", "ANALYZE"] {
            app.execute(estatisticas, ()).await;
            for (nome, sql) in CONSULTAS {
                let sql = format!("EXPLAIN QUERY PLAN {sql}").leak();
                let plano: Vec<(i64, i64, i64, String)> =
                    app.rows(sql, parametros(app, nucleo)).await;
                let passos: Vec<_> = plano.into_iter().map(|(.., passo)| passo).collect();
                assert!(!passos.is_empty());
                let varre = |passo: &&String| {
                    TABELAS.iter().any(|tabela| passo.starts_with(&format!("SCAN {tabela}")))
                };
                let varridas = passos.iter().filter(varre).count();
                assert_eq!(varridas, 0, "{nome} after {estatisticas}: {passos:#?}");
                let ordenadas = passos.iter().filter(|passo| passo.contains("B-TREE FOR ORDER"));
                // Months are few; entries and links come in order.
                let esperadas = usize::from(nome.starts_with("sums of each"));
                assert!(ordenadas.count() <= esperadas, "{nome} after {estatisticas}: {passos:#?}");
                let coberta = "COVERING INDEX lancamentos_por_data";
                let cobertas = passos.iter().filter(|passo| passo.contains(coberta)).count();
                let bordas = if nome.starts_with("sums") { 2 } else { 0 };
                assert_eq!(cobertas, bordas, "{nome} after {estatisticas}: {passos:#?}");
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nenhuma_consulta_le_a_tabela_inteira_no_postgres() {
    run(Engine::Postgres, crate::service, async |app| {
        let nucleo = vinte_mil(app).await;
        app.execute("ANALYZE", ()).await;
        for (nome, sql) in CONSULTAS {
            let explain = "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF)";
            let plano: Vec<(String,)> =
                app.rows(format!("{explain} {sql}").leak(), parametros(app, nucleo)).await;
            let passos: Vec<_> = plano.into_iter().map(|(passo,)| passo).collect();
            assert!(!passos.is_empty());
            let grande = |passo: &str| !passo.contains(" on usuarios ");
            let inteira = passos.iter().any(|passo| passo.contains("Seq Scan") && grande(passo));
            assert!(!inteira, "{nome}: {passos:#?}");
            // A page, or the parts of a month that were asked for: never a month that is kept.
            let lidos: f64 = passos.iter().filter_map(|passo| lidos_por(passo)).sum();
            let no_maximo = if nome.ends_with("of the chain") { 480.0 } else { 50.0 };
            assert!(lidos <= no_maximo, "{nome} reads {lidos} rows: {passos:#?}");
        }
    })
    .await;
}

/// What the large tables are called in the statements below.
const TABELAS: [&str; 4] = ["l", "k", "e", "o"];

/// How many entries a step of a plan has read.
fn lidos_por(passo: &str) -> Option<f64> {
    if !passo.contains(" on lancamentos ") && !passo.contains(" on lancamento_elos e ") {
        return None;
    }
    let (_, depois) = passo.split_once("rows=")?;
    depois.split([' ', ')']).next()?.parse().ok()
}

type Parametros = (NucleoId, String, String, Timestamp, Timestamp, i64, i64);

/// The nucleo; first and last whole month; a period of ten days; page size and number.
fn parametros(app: &TestApp, nucleo: NucleoId) -> Parametros {
    let (de, ate) = ("2025-01".to_owned(), "2025-06".to_owned());
    (nucleo, de, ate, app.now() - Duration::days(10), app.now(), 20, 500)
}

// The filters and orders of financeiro/store, with every parameter named in each.
const CONSULTAS: &[(&str, &str)] = &[
    (
        "page",
        "SELECT l.id, u.nome FROM lancamentos l LEFT JOIN usuarios u ON u.id = l.autor_id
         WHERE l.nucleo_id = $1 AND l.data >= $4 AND l.data <= $5
           AND CAST($2 AS text) IS NOT NULL AND CAST($3 AS text) IS NOT NULL
         ORDER BY l.data DESC, l.id DESC LIMIT $6 OFFSET $7 - 480",
    ),
    (
        "page of one tipo",
        "SELECT l.id, u.nome FROM lancamentos l LEFT JOIN usuarios u ON u.id = l.autor_id
         WHERE l.nucleo_id = $1 AND l.data >= $4 AND l.data <= $5 AND l.tipo = 'RECEITA'
           AND CAST($2 AS text) IS NOT NULL AND CAST($3 AS text) IS NOT NULL
         ORDER BY l.data DESC, l.id DESC LIMIT $6 OFFSET $7 - 480",
    ),
    (
        "sums",
        "SELECT s.mes, s.tipo, s.categoria, CAST(sum(s.total_centavos) AS bigint) AS centavos FROM (
             SELECT k.mes, k.tipo, k.categoria, k.total_centavos, k.quantos
             FROM financeiro_somas k
             WHERE k.nucleo_id = $1 AND k.mes >= $2 AND k.mes <= $3 AND k.quantos > 0
             UNION ALL
             SELECT CAST($2 AS text), l.tipo, l.categoria, l.valor_centavos, 1
             FROM lancamentos l
             WHERE l.nucleo_id = $1 AND l.data >= $4 AND l.data <= $5
             UNION ALL
             SELECT CAST($3 AS text), l.tipo, l.categoria, l.valor_centavos, 1
             FROM lancamentos l
             WHERE l.nucleo_id = $1 AND l.data >= $5 AND l.data <= $4
         ) s GROUP BY s.mes, s.tipo, s.categoria LIMIT $6 + $7",
    ),
    (
        "sums of each month",
        "SELECT s.mes, CAST(sum(s.quantos) AS bigint) FROM (
             SELECT k.mes, k.tipo, k.categoria, k.total_centavos, k.quantos
             FROM financeiro_somas k
             WHERE k.nucleo_id = $1 AND k.mes >= $2 AND k.mes <= $3 AND k.quantos > 0
             UNION ALL
             SELECT CAST($2 AS text), l.tipo, l.categoria, l.valor_centavos, 1
             FROM lancamentos l
             WHERE l.nucleo_id = $1 AND l.data >= $4 AND l.data <= $5
             UNION ALL
             SELECT CAST($3 AS text), l.tipo, l.categoria, l.valor_centavos, 1
             FROM lancamentos l
             WHERE l.nucleo_id = $1 AND l.data >= $5 AND l.data <= $4
         ) s WHERE ($2 IS NULL OR s.tipo <> $2) GROUP BY s.mes ORDER BY s.mes DESC LIMIT $6 + $7",
    ),
    (
        "receipt",
        "SELECT count(*) FROM lancamentos l
         WHERE l.nucleo_id = $1 AND l.comprovante_url IS NOT NULL
           AND substr(l.comprovante_url, 1, 200) = $2 AND l.comprovante_url = $3
           AND CAST($4 AS timestamptz) IS NOT NULL AND CAST($5 AS timestamptz) IS NOT NULL
         LIMIT $6 + $7",
    ),
    (
        "links of a page of the chain",
        "SELECT e.hash, o.numero FROM lancamento_elos e
         LEFT JOIN lancamento_elos o ON o.nucleo_id = e.nucleo_id
             AND o.lancamento_id = e.lancamento_id AND o.acao <> e.acao
         WHERE e.nucleo_id = $1 AND e.nucleo_id = $1 AND e.numero > $6 AND e.numero <= $7
           AND CAST($2 AS text) IS NOT NULL AND CAST($3 AS text) IS NOT NULL
           AND CAST($4 AS timestamptz) IS NOT NULL AND CAST($5 AS timestamptz) IS NOT NULL
         ORDER BY e.numero",
    ),
    (
        "entries of a page of the chain",
        "SELECT l.id FROM lancamentos l
         WHERE l.nucleo_id = $1 AND l.nucleo_id = $1 AND l.numero > $6 AND l.numero <= $7
           AND CAST($2 AS text) IS NOT NULL AND CAST($3 AS text) IS NOT NULL
           AND CAST($4 AS timestamptz) IS NOT NULL AND CAST($5 AS timestamptz) IS NOT NULL
         ORDER BY l.numero",
    ),
];
