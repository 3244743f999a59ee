//! What it costs: few statements, and no table read from one end to the other.

use base::id::NucleoId;
use base::scope::Cargo::{Administrador, Coordenador, Membro};
use base::testing::{Engine, TestApp, run};
use base::{Uuid, db::list};
use serde_json::json;

use super::*;
use crate::apoio::multidao;

base::both_engines! { crate::service;
    poucas_consultas,
}

async fn poucas_consultas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let plano = apoiador(&admin).await;
    let ana = nucleo.caller(Membro).await;
    assinar(&ana, &plano).await.expect(201);
    pagar(app, "pay_1", 20, &ana).await;
    let coord = nucleo.caller(Coordenador).await;
    for (caminho, quem, limite) in [
        ("/api/perfil", &ana, 8),
        ("/api/membros", &coord, 3),
        (MINHA, &ana, 3),
        (ASSINATURAS, &coord, 3),
        (PLANOS, &ana, 3),
    ] {
        let (consultas, resposta) = app.statements(quem.get(caminho)).await;
        resposta.expect(200);
        assert!(consultas <= limite, "{caminho}: {consultas} statements");
    }
    let repetido = corpo("evt_pay_1", "PAYMENT_RECEIVED", "pay_1", json!(20), &ana.id.to_string());
    let (consultas, _) = app.statements(provedor(app).post(WEBHOOK, repetido)).await;
    assert!(consultas <= 2, "a repeated webhook: {consultas} statements");
}

/// Ten thousand people of twenty nucleos, every fifth with a subscription.
async fn dez_mil(app: &TestApp) -> NucleoId {
    let mut escolhido = None;
    for _ in 0..20 {
        let nucleo = app.nucleo().await;
        multidao(app, nucleo.id, 500).await;
        escolhido.get_or_insert(nucleo.id);
    }
    let sql = "SELECT id FROM usuarios";
    let pessoas: Vec<(Uuid,)> = app.rows(sql, ()).await;
    let pessoas: Vec<Uuid> = pessoas.into_iter().step_by(5).map(|(id,)| id).collect();
    let sql = "INSERT INTO assinaturas (id, nucleo_id, usuario_id, plano_codigo, preco_centavos,
                   status, vale, validade, criado_em)
               SELECT u.id, u.nucleo_id, u.id, 'FREE', 0, 'ATIVA', true, $2, $3
               FROM json_each($1) j CROSS JOIN usuarios u WHERE u.id = unhex(j.value)";
    let fim = app.now() + chrono::Duration::days(30);
    app.execute(sql, (list::ids(&pessoas), fim, app.now())).await;
    escolhido.unwrap()
}

const EM_VIGOR: &str = "SELECT u.id FROM usuarios u
    LEFT JOIN assinaturas v ON v.usuario_id = u.id AND v.vale AND (v.validade IS NULL OR v.validade > $3)
    LEFT JOIN planos p ON p.nucleo_id = u.nucleo_id AND p.codigo = COALESCE(v.plano_codigo, 'FREE')
    WHERE u.nucleo_id = $1 AND u.id = $2";
const SEGMENTO: &str = "SELECT u.id FROM usuarios u
    WHERE u.nucleo_id = $1 AND u.id > $2 AND COALESCE((SELECT v.plano_codigo FROM assinaturas v
        WHERE v.usuario_id = u.id AND v.vale AND (v.validade IS NULL OR v.validade > $3)), 'FREE')
        IN (SELECT value FROM json_each('[\"FREE\"]'))
    ORDER BY u.id LIMIT 500";
const LISTA: &str = "SELECT a.id FROM assinaturas a
    JOIN usuarios u ON u.id = a.usuario_id
    JOIN planos p ON p.nucleo_id = a.nucleo_id AND p.codigo = a.plano_codigo
    WHERE a.nucleo_id = $1 AND a.id > $2
      AND CASE WHEN a.status = 'ATIVA' AND a.validade <= $3 THEN 'VENCIDA' ELSE a.status END = 'ATIVA'
    ORDER BY a.criado_em DESC, a.id DESC LIMIT 100";
const A_VENCER: &str = "SELECT a.id FROM assinaturas a
    WHERE a.vale AND a.validade <= $3 AND a.nucleo_id = $1 AND a.id > $2
    ORDER BY a.validade LIMIT 500";

#[tokio::test(flavor = "multi_thread")]
async fn nada_e_lido_inteiro_no_sqlite() {
    run(Engine::Sqlite, crate::service, async |app| {
        let nucleo = dez_mil(app).await;
        for estatisticas in [false, true] {
            if estatisticas {
                app.execute("ANALYZE", ()).await;
            }
            for sql in [EM_VIGOR, SEGMENTO, LISTA, A_VENCER] {
                let sql = format!("EXPLAIN QUERY PLAN {sql}").leak();
                let params = (nucleo, Uuid::nil(), app.now());
                let plano: Vec<(i64, i64, i64, String)> = app.rows(sql, params).await;
                let inteira =
                    |passo: &str| passo.starts_with("SCAN") && !passo.contains("json_each");
                assert!(!plano.iter().any(|(.., passo)| inteira(passo)), "{sql}: {plano:#?}");
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nada_e_lido_inteiro_no_postgres() {
    run(Engine::Postgres, crate::service, async |app| {
        let nucleo = dez_mil(app).await;
        app.execute("ANALYZE", ()).await;
        for sql in [EM_VIGOR, SEGMENTO, LISTA, A_VENCER] {
            let sql = format!("EXPLAIN (COSTS OFF) {sql}").leak();
            let plano: Vec<(String,)> = app.rows(sql, (nucleo, Uuid::nil(), app.now())).await;
            let inteira = plano.iter().any(|(passo,)| {
                passo.contains("Seq Scan on usuarios") || passo.contains("Seq Scan on assinaturas")
            });
            assert!(!inteira, "{sql}: {plano:#?}");
        }
    })
    .await;
}
