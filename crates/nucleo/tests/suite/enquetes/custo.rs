//! What polls cost: few statements, and the same with ten votes as with many.

use base::Uuid;
use base::scope::Cargo::{Administrador, Membro};
use base::testing::{Engine, TestApp, run};
use serde_json::json;

use super::{
    ENQUETES, PENDENTE, caminho, com, corpo, criar, detalhe, eleitores, votacao, voto, votos,
};

base::both_engines! { crate::service;
    poucas_consultas_por_pedido,
    a_lista_nao_conta_votos,
}

async fn poucas_consultas_por_pedido(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, super_admin) = (nucleo.caller(Administrador).await, app.super_admin().await);
    let campos = json!({ "tipoEscolha": "MULTIPLA", "modalObrigatorio": true });
    let do_nucleo = criar(&admin, com(corpo(app), campos.clone())).await;
    let nacional = criar(&super_admin, com(corpo(app), campos)).await;
    for enquete in [&do_nucleo, &nacional] {
        let membro = nucleo.caller(Membro).await;
        for (maximo, caminho) in
            [(3, ENQUETES.to_owned()), (2, PENDENTE.to_owned()), (2, caminho(enquete))]
        {
            let (consultas, resposta) = app.statements(membro.get(&caminho)).await;
            resposta.expect(200);
            assert!(consultas <= maximo, "{caminho}: {consultas} statements");
        }
        // Caller, ballot, vote, the two sums, and word of it.
        let todas = membro.post(&votacao(enquete), votos(enquete, &[0, 1, 2])).await;
        todas.expect(201);
        let outra = nucleo.caller(Membro).await;
        let votar = async { outra.post(&votacao(enquete), votos(enquete, &[0, 1, 2])).await };
        let (consultas, resposta) = app.statements(votar).await;
        resposta.expect(201);
        assert!(consultas <= 6, "voting: {consultas} statements");
    }
}

/// Takes the votes away and leaves the sums: whoever counts votes would now tell another number.
async fn a_lista_nao_conta_votos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let criada = criar(&admin, corpo(app)).await;
    for pessoa in eleitores(app, nucleo.id, 4).await {
        pessoa.post(&votacao(&criada), voto(&criada, 0)).await.expect(201);
    }
    app.execute("DELETE FROM enquete_votos", ()).await;
    let lista = admin.get(ENQUETES).await.expect(200);
    assert_eq!(lista[0]["totalVotos"], 4);
    assert_eq!(super::percentuais(&detalhe(&admin, &criada).await), [100.0, 0.0, 0.0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nenhuma_consulta_le_todos_os_votos_no_sqlite() {
    run(Engine::Sqlite, crate::service, async |app| {
        let (nucleo, enquete, usuario) = muitas(app, 10).await;
        for (nome, sql) in consultas("EXPLAIN QUERY PLAN ") {
            let plano: Vec<(i64, i64, i64, String)> =
                app.rows(sql, (nucleo, usuario, enquete)).await;
            let passos: Vec<_> = plano.into_iter().map(|(.., passo)| passo).collect();
            assert!(!passos.is_empty());
            assert!(!passos.iter().any(|passo| passo.starts_with("SCAN")), "{nome}: {passos:#?}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nenhuma_consulta_le_todos_os_votos_no_postgres() {
    run(Engine::Postgres, crate::service, async |app| {
        let (nucleo, enquete, usuario) = muitas(app, 3000).await;
        app.execute("ANALYZE", ()).await;
        for (nome, sql) in consultas("EXPLAIN (COSTS OFF) ") {
            let plano: Vec<(String,)> = app.rows(sql, (nucleo, usuario, enquete)).await;
            let passos: Vec<_> = plano.into_iter().map(|(passo,)| passo).collect();
            assert!(!passos.is_empty());
            let inteira = passos.iter().any(|passo| passo.contains("Seq Scan on enquete_votos"));
            assert!(!inteira, "{nome}: {passos:#?}");
        }
    })
    .await;
}

/// 20 nucleos with polls, one of which has many votes.
async fn muitas(app: &TestApp, votos: usize) -> (Uuid, Uuid, Uuid) {
    let mut escolhida = None;
    for _ in 0..20 {
        let nucleo = app.nucleo().await;
        let admin = nucleo.caller(Administrador).await;
        for modal in [true, false] {
            let criada = criar(&admin, com(corpo(app), json!({ "modalObrigatorio": modal }))).await;
            let id: Uuid = serde_json::from_value(criada["id"].clone()).unwrap();
            escolhida.get_or_insert((nucleo.id, id));
        }
    }
    let (nucleo, enquete) = escolhida.unwrap();
    let pessoas = eleitores(app, nucleo, votos).await;
    let sql = "INSERT INTO enquete_votos (enquete_id, usuario_id, posicao, opcao_id, nucleo_id,
                   criado_em)
               SELECT o.enquete_id, u.id, 1, o.id, u.nucleo_id, u.criado_em
               FROM usuarios u JOIN enquete_opcoes o ON o.nucleo_id = u.nucleo_id
               WHERE u.nome = 'Eleitora' AND o.enquete_id = $1 AND o.ordem = 0";
    app.execute(sql, (enquete,)).await;
    (nucleo.into(), enquete, pessoas[0].id.into())
}

// The statements of enquetes/store/leitura.rs, with every parameter used in each.
const LISTA: &str = "SELECT e.id, a.votantes, v.opcao_id
    FROM enquetes e
    JOIN enquete_apuracoes a ON a.enquete_id = e.id
    LEFT JOIN enquete_votos v ON v.enquete_id = e.id AND v.usuario_id = $2 AND v.posicao = 1
    WHERE (e.nucleo_id = $1 OR e.nucleo_id IS NULL) AND $3 IS NOT NULL
    ORDER BY e.criado_em DESC, e.id DESC LIMIT 100";
const DETALHE: &str = "SELECT e.id, a.votantes, v.opcao_id, o.texto, c.votos, m.opcao_id
    FROM enquetes e
    JOIN enquete_apuracoes a ON a.enquete_id = e.id
    LEFT JOIN enquete_votos v ON v.enquete_id = e.id AND v.usuario_id = $2 AND v.posicao = 1
    JOIN enquete_opcoes o ON o.enquete_id = e.id
    JOIN enquete_contagens c ON c.opcao_id = o.id
    LEFT JOIN enquete_votos m ON m.enquete_id = e.id AND m.usuario_id = $2 AND m.opcao_id = o.id
    WHERE (e.nucleo_id = $1 OR e.nucleo_id IS NULL) ";
const PENDENTE_DE: &str = "AND e.id = (
        SELECT p.id FROM enquetes p
        WHERE (p.nucleo_id = $1 OR p.nucleo_id IS NULL)
          AND p.modal_obrigatorio AND p.data_encerramento > '2026-03-02' AND $3 IS NOT NULL
          AND NOT EXISTS (
              SELECT 1 FROM enquete_votos x
              WHERE x.enquete_id = p.id AND x.usuario_id = $2 AND x.posicao = 1)
        ORDER BY p.criado_em, p.id LIMIT 1)
    ORDER BY o.ordem";

fn consultas(explain: &str) -> [(&'static str, &'static str); 3] {
    [
        ("list", format!("{explain}{LISTA}").leak()),
        ("detail", format!("{explain}{DETALHE} AND e.id = $3 ORDER BY o.ordem").leak()),
        ("modal", format!("{explain}{DETALHE} {PENDENTE_DE}").leak()),
    ]
}
