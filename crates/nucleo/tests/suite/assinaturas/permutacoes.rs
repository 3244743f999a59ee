//! Whatever arrives how often and in which order, it ends the same.

use base::id::UsuarioId;
use base::scope::Cargo::{Administrador, Membro};
use base::testing::{TestApp, TestCaller};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use super::*;
use crate::apoio::{fecha, saldo};

base::both_engines! { crate::service;
    qualquer_ordem_termina_igual,
}

/// Two payments that were late and came in, one of them by card; one that is late for good; one of
/// too little.
const EVENTOS: [(&str, &str, &str, i64); 7] = [
    ("a", "PAYMENT_OVERDUE", "p1", 20),
    ("b", "PAYMENT_RECEIVED", "p1", 20),
    ("c", "PAYMENT_CONFIRMED", "p2", 20),
    ("d", "PAYMENT_OVERDUE", "p2", 20),
    ("e", "PAYMENT_RECEIVED", "p2", 20),
    ("f", "PAYMENT_OVERDUE", "p3", 20),
    ("g", "PAYMENT_RECEIVED", "p4", 5),
];

/// Every event once or twice, in some order, and after which of them the worker comes by.
fn entregas() -> impl Strategy<Value = Vec<(usize, bool)>> {
    let repetidos = prop::collection::vec(0..EVENTOS.len(), 0..5);
    repetidos.prop_flat_map(|repetidos| {
        let todos: Vec<usize> = (0..EVENTOS.len()).chain(repetidos).collect();
        let passa = prop::collection::vec(any::<bool>(), todos.len());
        (Just(todos).prop_shuffle(), passa)
            .prop_map(|(ordem, passa)| ordem.into_iter().zip(passa).collect())
    })
}

async fn qualquer_ordem_termina_igual(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let mut runner = TestRunner::deterministic();
    for caso in 0..24 {
        let entregas = entregas().new_tree(&mut runner).unwrap().current();
        let ana = nucleo.caller(Membro).await;
        assinar(&ana, &plano).await.expect(201);
        for (qual, passa) in &entregas {
            avisar(app, caso, EVENTOS[*qual], &ana).await;
            if *passa {
                app.deliver().await;
            }
        }
        app.deliver().await;
        let fim = Some("2026-05-01T12:00:00.000Z");
        assert_eq!(resumo(&ana).await, esperado("APOIADOR", "ATIVA", fim), "{entregas:?}");
        assert_eq!(saldo(app, ana.id).await, 100, "{entregas:?}");
        assert_eq!(pagos(app, ana.id).await, ESPERADOS, "{entregas:?}");
        let emails = emails_de(app, ana.id).await;
        let de = |tipo: &str| emails.iter().filter(|este| *este == tipo).count();
        assert_eq!(de("pagamento"), 2, "{entregas:?}");
        // Of p3 always; of p1 and p2 only while they had not come in.
        assert!((1..=3).contains(&de("pagamento_atrasado")), "{entregas:?}");
        for (tarde, pago) in [("a", &["b"][..]), ("d", &["c", "e"])] {
            let posicao = |id: &str| entregas.iter().position(|(qual, _)| EVENTOS[*qual].0 == id);
            if pago.iter().any(|pago| posicao(pago) < posicao(tarde)) {
                let causa =
                    avisado(app, ana.id, caso, if tarde == "a" { "p1" } else { "p2" }).await;
                assert_eq!(causa, 0, "{tarde} came too late to be told of: {entregas:?}");
            }
        }
    }
    fecha(app).await;
}

const ESPERADOS: [(&str, i64); 4] =
    [("ATRASADO", 2000), ("RECEBIDO", 2000), ("RECEBIDO", 2000), ("SEM_EFEITO", 500)];

async fn avisar(
    app: &TestApp,
    caso: usize,
    (id, tipo, pagamento, valor): (&str, &str, &str, i64),
    pessoa: &TestCaller,
) {
    let (evento, pagamento) = (format!("{caso}-{id}"), format!("{caso}-{pagamento}"));
    let corpo: Value = corpo(&evento, tipo, &pagamento, json!(valor), &pessoa.id.to_string());
    provedor(app).post(WEBHOOK, corpo).await.expect(200);
}

async fn pagos(app: &TestApp, usuario: UsuarioId) -> Vec<(&'static str, i64)> {
    let sql = "SELECT status, valor_centavos FROM pagamentos WHERE usuario_id = $1
               ORDER BY status, id";
    let linhas: Vec<(String, i64)> = app.rows(sql, (usuario,)).await;
    linhas.into_iter().map(|(status, valor)| (&*status.leak(), valor)).collect()
}

async fn emails_de(app: &TestApp, usuario: UsuarioId) -> Vec<String> {
    let sql = "SELECT tipo FROM email_logs WHERE destinatario = $1";
    let linhas: Vec<(String,)> = app.rows(sql, (format!("{usuario}@teste.org"),)).await;
    linhas.into_iter().map(|(tipo,)| tipo).collect()
}

/// How many were told that this payment is late.
async fn avisado(app: &TestApp, usuario: UsuarioId, caso: usize, pagamento: &str) -> i64 {
    let sql = "SELECT count(*) FROM avisos a JOIN pagamentos g
                   ON a.causa = 'pagamento.atrasado:' || CAST(g.id AS text)
               WHERE g.usuario_id = $1 AND g.provedor_id = $2";
    app.count(sql, (usuario, format!("{caso}-{pagamento}"))).await
}
