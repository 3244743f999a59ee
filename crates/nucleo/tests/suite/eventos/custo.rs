//! What events cost: few statements, and the same with one as with many.

use base::Uuid;
use base::scope::Cargo::{Coordenador, Membro};
use base::testing::{Engine, TestApp, run};
use chrono::Duration;
use serde_json::json;

use super::{EVENTOS, checkin, codigo, desistir, evento, inscrever, multidao};

base::both_engines! { crate::service;
    uma_pagina_de_vinte_custa_tres_consultas,
    o_que_se_faz_custa_sempre_o_mesmo,
}

async fn uma_pagina_de_vinte_custa_tres_consultas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, ana) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    for numero in 0..20 {
        let inicio = app.now() + Duration::hours(numero - 40);
        let horas =
            [(inicio, inicio + Duration::minutes(1)), (app.now(), app.now() + Duration::hours(1))];
        for (inicio, fim) in horas {
            evento(app, &coord, json!({"inicio": inicio, "fim": fim})).await;
        }
    }
    let lista = ana.get(EVENTOS).await.expect(200);
    for item in lista.as_array().unwrap().iter().take(7) {
        let path = format!("{EVENTOS}/{}", item["id"].as_str().unwrap());
        inscrever(&ana, &path).await.expect(201);
    }
    for periodo in ["futuros", "passados"] {
        let path = format!("{EVENTOS}?periodo={periodo}&limit=20");
        let (consultas, lista) = app.statements(ana.get(&path)).await;
        assert_eq!(lista.expect(200).as_array().unwrap().len(), 20);
        assert!(consultas <= 3, "{periodo}: {consultas} statements");
    }
    let (consultas, _) = app.statements(ana.get("/api/perfil/historico/eventos")).await;
    assert!(consultas <= 3, "{consultas} statements");
    app.deliver().await;
}

async fn o_que_se_faz_custa_sempre_o_mesmo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let gente = multidao(app, nucleo.id, 40).await;
    let oficina = evento(app, &coord, json!({"vagas": 5})).await;
    let segredo = codigo(&coord, &oficina).await;
    let mut custos = Vec::new();
    for pessoa in &gente {
        let (consultas, feita) = app.statements(inscrever(pessoa, &oficina)).await;
        feita.expect(201);
        custos.push(consultas);
    }
    // Caller, event, sign-up, numbers, and what is shown.
    assert!(custos.iter().all(|custo| *custo <= 5), "{custos:?}");
    let (consultas, feita) = app.statements(desistir(&gente[0], &oficina)).await;
    feita.expect(200);
    assert!(consultas <= 6, "with who moves up and the word of it: {consultas} statements");
    let (consultas, feita) = app.statements(checkin(&gente[1], &oficina, &segredo)).await;
    feita.expect(201);
    assert!(consultas <= 10, "with the payment: {consultas} statements");
    app.deliver().await;
}

/// Of one nucleo among many: no table is read from one end to the other.
#[tokio::test(flavor = "multi_thread")]
async fn nenhuma_lista_le_uma_tabela_inteira_no_sqlite() {
    run(Engine::Sqlite, crate::service, async |app| {
        let nucleo = app.nucleo().await;
        for (nome, ordenada, sql) in LISTAS {
            let sql = format!("EXPLAIN QUERY PLAN {sql}").leak();
            let id: Uuid = app.new_id();
            let plano: Vec<(i64, i64, i64, String)> =
                app.rows(sql, (nucleo.id, id, app.now(), 20_i64)).await;
            let passos: Vec<_> = plano.into_iter().map(|(.., passo)| passo).collect();
            assert!(!passos.is_empty());
            let inteira = |passo: &String| {
                passo.starts_with("SCAN") || (*ordenada && passo.contains("TEMP B-TREE FOR ORDER"))
            };
            assert!(!passos.iter().any(inteira), "{nome}: {passos:#?}");
        }
    })
    .await;
}

/// The filters and orders of the lists, as the store has them, and whether an index has the order.
const LISTAS: &[(&str, bool, &str)] = &[
    (
        "future, which are few and sorted by their start",
        false,
        "SELECT e.id, i.status FROM eventos e
         LEFT JOIN evento_inscricoes i ON i.evento_id = e.id AND i.usuario_id = $2
         WHERE e.nucleo_id = $1 AND e.fim > $3 ORDER BY e.inicio, e.id LIMIT $4",
    ),
    (
        "past",
        true,
        "SELECT e.id, i.status FROM eventos e
         LEFT JOIN evento_inscricoes i ON i.evento_id = e.id AND i.usuario_id = $2
         WHERE e.nucleo_id = $1 AND e.fim <= $3 ORDER BY e.fim DESC, e.id DESC LIMIT $4",
    ),
    (
        "attended by a person",
        true,
        "SELECT e.titulo, x.valor FROM evento_inscricoes i
         JOIN eventos e ON e.id = i.evento_id
         LEFT JOIN transacoes x ON x.usuario_id = i.usuario_id AND x.origem = 'EVENTO'
             AND x.referencia_id = i.evento_id
         WHERE i.nucleo_id = $1 AND i.usuario_id = $2 AND i.status = 'PRESENTE' AND $3 IS NOT NULL
         ORDER BY i.presente_em DESC, i.evento_id DESC LIMIT $4",
    ),
    (
        "who waits",
        true,
        "SELECT f.usuario_id FROM evento_inscricoes f JOIN usuarios u ON u.id = f.usuario_id
         WHERE f.evento_id = $2 AND f.status = 'ESPERA' AND u.status = 'ATIVO'
           AND $1 IS NOT NULL AND $3 IS NOT NULL
         ORDER BY f.ordem LIMIT $4",
    ),
];
