//! The currency: the ledger itself under parallel use, and its endpoints through the real router.

mod ajuste;
mod chave;
mod extrato;
mod paralelo;
mod regras;

use base::id::UsuarioId;
use base::scope::Cargo::Membro;
use base::testing::{TestApp, TestCaller, TestNucleo, TestResponse};
use base::{Result, Uuid};
use nucleo::areas::economia::Origem;
use nucleo::areas::economia::service::{Lancada, Movimento, creditar, debitar};
use nucleo::areas::economia::verificacao::primeira_divergencia;
use serde_json::{Value, json};

use crate::apoio::{fecha, saldo};

base::both_engines! { crate::service;
    saldo_e_extrato_andam_juntos,
    debitos_ao_mesmo_tempo_nunca_passam_do_saldo,
    a_mesma_causa_paga_uma_vez,
    o_teto_vale_ao_mesmo_tempo_para_todos,
    uma_carteira_de_outro_nucleo_nao_existe,
    a_verificacao_acha_o_que_foi_mexido_por_fora,
}

fn movimento(usuario: UsuarioId, origem: Origem, valor: i64) -> Movimento<'static> {
    Movimento { usuario, origem, valor, descricao: "Teste", referencia: None }
}

async fn credita(
    app: &TestApp,
    nucleo: &TestNucleo<'_>,
    movimento: Movimento<'_>,
) -> Result<Option<Lancada>> {
    app.operator
        .write(async |tx| {
            app.operator.enter(tx, nucleo.id).await?;
            creditar(tx, movimento).await
        })
        .await
}

async fn debita(
    app: &TestApp,
    nucleo: &TestNucleo<'_>,
    movimento: Movimento<'_>,
) -> Result<Option<Lancada>> {
    app.operator
        .write(async |tx| {
            app.operator.enter(tx, nucleo.id).await?;
            debitar(tx, movimento).await
        })
        .await
}

const AJUSTE: &str = "/api/economia/ajuste-manual";

/// The body of an adjustment in which nothing is wrong.
fn corpo(usuario: UsuarioId, tipo: &str, valor: i64) -> Value {
    json!({ "usuarioId": usuario, "valor": valor, "tipo": tipo, "justificativa": "Mutirão" })
}

async fn ajustar(admin: &TestCaller, usuario: UsuarioId, tipo: &str, valor: i64) -> TestResponse {
    admin.post(AJUSTE, corpo(usuario, tipo, valor)).await
}

async fn painel(admin: &TestCaller) -> Value {
    admin.get("/api/economia/painel").await.expect(200)
}

/// All credits and all debits of a nucleo, summed over its ledger.
async fn somas(app: &TestApp, nucleo: &TestNucleo<'_>) -> (i64, i64) {
    let sql = "SELECT CAST(COALESCE(SUM(valor), 0) AS bigint) FROM transacoes
               WHERE nucleo_id = $1 AND tipo = $2";
    let soma = async |tipo: &str| app.count(sql, (nucleo.id, tipo.to_owned())).await;
    (soma("CREDITO").await, soma("DEBITO").await)
}

async fn saldo_e_extrato_andam_juntos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await.id;
    credita(app, &nucleo, movimento(ana, Origem::Manual, 100)).await.unwrap();
    debita(app, &nucleo, movimento(ana, Origem::Loja, 30)).await.unwrap();
    let recusado = debita(app, &nucleo, movimento(ana, Origem::Loja, 71)).await.unwrap_err();
    assert_eq!(recusado.code().name, "SALDO_INSUFICIENTE");
    assert_eq!(saldo(app, ana).await, 70);
    let linhas = "SELECT numero, tipo, valor, saldo_apos FROM transacoes ORDER BY numero";
    let linhas: Vec<(i64, String, i64, i64)> = app.rows(linhas, ()).await;
    let esperado = [(1, "CREDITO".to_owned(), 100, 100), (2, "DEBITO".to_owned(), 30, 70)];
    assert_eq!(linhas, esperado);
    fecha(app).await;
}

async fn debitos_ao_mesmo_tempo_nunca_passam_do_saldo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await.id;
    credita(app, &nucleo, movimento(ana, Origem::Manual, 100)).await.unwrap();
    let juntos = (0..50).map(|numero| {
        let nucleo = &nucleo;
        async move {
            match numero % 2 {
                0 => debita(app, nucleo, movimento(ana, Origem::Loja, 30)).await.is_ok(),
                _ => credita(app, nucleo, movimento(ana, Origem::Manual, 1)).await.is_ok(),
            }
        }
    });
    let feitos = futures::future::join_all(juntos).await;
    let debitos = feitos.iter().step_by(2).filter(|feito| **feito).count() as i64;
    assert!(feitos.iter().skip(1).step_by(2).all(|feito| *feito), "every credit is made");
    assert_eq!(saldo(app, ana).await, 100 + 25 - 30 * debitos);
    assert!((3..=4).contains(&debitos), "{debitos}");
    fecha(app).await;
}

async fn a_mesma_causa_paga_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (ana, rui) = (nucleo.caller(Membro).await.id, nucleo.caller(Membro).await.id);
    let causa = Some(Uuid::nil());
    let pagamento =
        |usuario| Movimento { referencia: causa, ..movimento(usuario, Origem::Tarefa, 10) };
    let juntos = (0..20).map(|_| credita(app, &nucleo, pagamento(ana)));
    let pagos = futures::future::join_all(juntos).await;
    let pagos = pagos.into_iter().filter(|pago| pago.as_ref().unwrap().is_some()).count();
    assert_eq!((pagos, saldo(app, ana).await), (1, 10));
    assert_eq!(credita(app, &nucleo, pagamento(ana)).await.unwrap(), None, "paid before");
    credita(app, &nucleo, pagamento(rui)).await.unwrap().expect("another wallet");
    let estorno = Movimento { referencia: causa, ..movimento(ana, Origem::Estorno, 10) };
    credita(app, &nucleo, estorno).await.unwrap().expect("another origin");
    fecha(app).await;
}

async fn o_teto_vale_ao_mesmo_tempo_para_todos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await.id;
    app.execute("UPDATE regras_moeda SET teto_mensal = 95, multiplicador_ppm = 1500000", ()).await;
    let juntos = (0..10).map(|_| credita(app, &nucleo, movimento(ana, Origem::Tarefa, 13)));
    for feito in futures::future::join_all(juntos).await {
        feito.unwrap().expect("an entry, even of nothing");
    }
    assert_eq!(
        saldo(app, ana).await,
        95,
        "19.5 rounds to 20: four whole, one cut, five of nothing"
    );
    let zeros = "SELECT count(*) FROM transacoes WHERE valor = 0 AND cortado = 20";
    assert_eq!(app.count(zeros, ()).await, 5);

    // The last millisecond of March in Sao Paulo, and the one after it.
    let fim: base::clock::Timestamp = serde_json::from_str("\"2026-04-01T02:59:59.999Z\"").unwrap();
    app.advance(chrono::Duration::milliseconds(fim.unix_millis() - app.now().unix_millis()));
    credita(app, &nucleo, movimento(ana, Origem::Tarefa, 2)).await.unwrap();
    assert_eq!(saldo(app, ana).await, 95);
    app.advance(chrono::Duration::milliseconds(1));
    credita(app, &nucleo, movimento(ana, Origem::Tarefa, 2)).await.unwrap();
    assert_eq!(saldo(app, ana).await, 98);
    fecha(app).await;
}

async fn uma_carteira_de_outro_nucleo_nao_existe(app: &TestApp) {
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    let vizinha = deles.caller(Membro).await.id;
    let recusado = credita(app, &nosso, movimento(vizinha, Origem::Manual, 1)).await.unwrap_err();
    assert_eq!(recusado.code().name, "USUARIO_NAO_ENCONTRADO");
    assert_eq!(saldo(app, vizinha).await, 0);
}

async fn a_verificacao_acha_o_que_foi_mexido_por_fora(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await.id;
    credita(app, &nucleo, movimento(ana, Origem::Manual, 100)).await.unwrap();
    let achada = async || {
        let achada = app.operator.read(async |tx| primeira_divergencia(tx).await).await.unwrap();
        achada.expect("a divergence")
    };
    app.execute("UPDATE carteiras SET saldo = 1000, creditado = 1000", ()).await;
    assert!(achada().await.contains(&ana.to_string()));
    app.execute("UPDATE carteiras SET saldo = 100, creditado = 100", ()).await;
    fecha(app).await;
    let forjada = "INSERT INTO transacoes (id, nucleo_id, usuario_id, numero, numero_na_origem,
                       tipo, origem, valor, valor_base, multiplicador_ppm, cortado, saldo_apos,
                       descricao, criado_em)
                   VALUES ($1, $2, $3, 2, 2, 'CREDITO', 'MANUAL', 5, 5, 1000000, 0, 500, '', $4)";
    app.execute(forjada, (Uuid::nil(), nucleo.id, ana, app.now())).await;
    assert!(achada().await.starts_with("transacoes: a transação 2"));
}
