//! What the directory costs: few statements, and no table read from one end to the other.

use base::id::NucleoId;
use base::scope::Cargo::{Coordenador, Membro};
use base::testing::{Engine, TestApp, run};
use nucleo::areas::membros::Status::Ativo;

use super::listar;
use crate::apoio::{multidao, pessoa};

base::both_engines! { crate::service;
    uma_pagina_custa_tres_consultas,
}

async fn uma_pagina_custa_tres_consultas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    pessoa(app, &nucleo, "João", (Membro, Ativo)).await;
    multidao(app, nucleo.id, 60).await;
    for query in ["", "search=joao", "search=p&page=2", "search=pessoa&status=ATIVO&cargo=MEMBRO"] {
        let (consultas, lista) = app.statements(listar(&coord, query)).await;
        assert!(lista["pagination"]["total"].as_i64() > Some(0), "{query}");
        assert!(consultas <= 3, "{query}: {consultas} statements");
    }
    let pendentes = coord.get("/api/membros/pendentes");
    let (consultas, _) = app.statements(pendentes).await;
    assert!(consultas <= 3, "{consultas} statements for the pending");
}

#[tokio::test(flavor = "multi_thread")]
async fn nenhuma_consulta_le_a_tabela_inteira_no_sqlite() {
    run(Engine::Sqlite, crate::service, async |app| {
        let nucleo = dez_mil(app).await;
        // With and without statistics: the service never makes any on SQLite.
        for estatisticas in ["SELECT 1", "ANALYZE"] {
            app.execute(estatisticas, ()).await;
            for (nome, sql, busca) in consultas("EXPLAIN QUERY PLAN ") {
                let plano: Vec<(i64, i64, i64, String)> = match busca {
                    None => app.rows(sql, sem_busca(nucleo)).await,
                    Some(busca) => app.rows(sql, com_busca(nucleo, busca)).await,
                };
                let passos: Vec<_> = plano.into_iter().map(|(.., passo)| passo).collect();
                assert!(!passos.is_empty());
                // The page itself is gone through: the people who were found for it.
                let inteira =
                    passos.iter().any(|passo| passo.starts_with("SCAN") && passo != "SCAN pagina");
                assert!(!inteira, "{nome} after {estatisticas}: {passos:#?}");
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nenhuma_consulta_le_a_tabela_inteira_no_postgres() {
    run(Engine::Postgres, crate::service, async |app| {
        let nucleo = dez_mil(app).await;
        app.execute("ANALYZE", ()).await;
        for (nome, sql, busca) in consultas("EXPLAIN (COSTS OFF) ") {
            let plano: Vec<(String,)> = match busca {
                None => app.rows(sql, sem_busca(nucleo)).await,
                Some(busca) => app.rows(sql, com_busca(nucleo, busca)).await,
            };
            let passos: Vec<_> = plano.into_iter().map(|(passo,)| passo).collect();
            assert!(!passos.is_empty());
            let inteira = passos.iter().any(|passo| passo.contains("Seq Scan on usuario"));
            assert!(!inteira, "{nome}: {passos:#?}");
        }
        // The wall around a nucleo hides no row of its own from the planner: 500 are about 500.
        let sql = "EXPLAIN SELECT u.id FROM usuarios u WHERE u.nucleo_id = $1";
        let plano: Vec<(String,)> = app.rows(sql, (nucleo,)).await;
        let linhas = plano[0].0.split("rows=").nth(1).and_then(|resto| resto.split(' ').next());
        let linhas: i64 = linhas.and_then(|linhas| linhas.parse().ok()).unwrap();
        assert!((250..1000).contains(&linhas), "{plano:?}");
    })
    .await;
}

/// 20 nucleos of 500, one of which is asked about.
async fn dez_mil(app: &TestApp) -> NucleoId {
    let mut escolhido = None;
    for _ in 0..20 {
        let nucleo = app.nucleo().await;
        multidao(app, nucleo.id, 500).await;
        escolhido.get_or_insert(nucleo.id);
    }
    escolhido.unwrap()
}

type SemBusca = (NucleoId, Option<String>, Option<String>, i64, i64);
type ComBusca = (NucleoId, Option<String>, Option<String>, String, String, String, i64, i64);

fn sem_busca(nucleo: NucleoId) -> SemBusca {
    (nucleo, None, None, 20, 0)
}

fn com_busca(nucleo: NucleoId, texto: &str) -> ComBusca {
    let peca: String = texto.chars().take(3).collect();
    let ate = format!("{peca}{}", char::MAX);
    (nucleo, None, None, peca, ate, format!("%{texto}%"), 20, 0)
}

// The statements of membros/store/lista.rs, word for word but for the moment at which plans are asked
// for. The counts carry a LIMIT that changes
// nothing, so that every statement takes the parameters of its page.
const FILTRO: &str = " WHERE u.nucleo_id = $1 AND u.status <> 'REJEITADO' AND u.excluido_em IS NULL
    AND u.cargo <> 'SUPER_ADMIN'
    AND ($2 IS NULL OR u.status = $2) AND ($3 IS NULL OR u.cargo = $3) ";
const BUSCA: &str = "AND u.id IN (SELECT t.usuario_id FROM usuario_trigramas t
        WHERE t.nucleo_id = $1 AND t.trigrama >= $4 AND t.trigrama < $5)
    AND COALESCE(u.nome_busca LIKE $6 ESCAPE '!', FALSE) ";
const PAGINA: &str = "SELECT pagina.id, pagina.nome, pagina.email, pagina.cargo, pagina.status,
        COALESCE(c.saldo, 0) AS saldo_moeda, pagina.foto_url, pagina.criado_em, p.nome AS plano
    FROM (SELECT u.id, u.nucleo_id, u.nome, u.nome_busca, u.email, u.cargo, u.status,
            u.foto_url, u.criado_em
        FROM usuarios u";
const DA_PAGINA: &str = ") pagina LEFT JOIN carteiras c ON c.usuario_id = pagina.id
    LEFT JOIN assinaturas v ON v.usuario_id = pagina.id AND v.vale
        AND (v.validade IS NULL OR v.validade > pagina.criado_em)
    LEFT JOIN planos p ON p.nucleo_id = pagina.nucleo_id
        AND p.codigo = COALESCE(v.plano_codigo, 'FREE')
    ORDER BY pagina.nome_busca, pagina.id";
const CONTAGEM: &str = "SELECT count(*) FROM usuarios u";

/// What is asked, the statement, and the text that is searched.
fn consultas(explain: &str) -> Vec<(String, &'static str, Option<&'static str>)> {
    let mut consultas = Vec::new();
    for (nome, select, order, rest) in
        [("page", PAGINA, "ORDER BY u.nome_busca, u.id ", DA_PAGINA), ("count", CONTAGEM, "", "")]
    {
        let sql = format!("{explain}{select}{FILTRO}{order}LIMIT $4 OFFSET $5{rest}");
        consultas.push((nome.to_owned(), &*sql.leak(), None));
        for busca in ["pessoa", "a1b2", "f", "zzz"] {
            let sql = format!("{explain}{select}{FILTRO}{BUSCA}{order}LIMIT $7 OFFSET $8{rest}");
            consultas.push((format!("{nome} of {busca}"), &*sql.leak(), Some(busca)));
        }
    }
    let pendentes = format!(
        "{explain}SELECT u.id, u.nome, u.email, u.cpf, u.telefone, u.criado_em
         FROM usuarios u
         WHERE u.nucleo_id = $1 AND u.status = 'PENDENTE' AND $2 IS NULL AND $3 IS NULL
         ORDER BY u.criado_em DESC, u.id DESC
         LIMIT $4 OFFSET $5"
    );
    consultas.push(("pending".to_owned(), &*pendentes.leak(), None));
    consultas
}
