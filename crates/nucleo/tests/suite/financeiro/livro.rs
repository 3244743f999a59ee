//! What entries add up to: exactly, month by month, and as far as the nucleo shows it.

use base::scope::Cargo::{Administrador, Coordenador, Membro};
use base::testing::TestApp;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use super::{
    FINANCEIRO, RESUMO, TRANSPARENCIA, VERIFICACAO, abrir, corpo, divergencia, excluir, lancar,
};
use crate::apoio::chaves;

base::both_engines! { crate::service;
    um_livro_vazio_soma_zero,
    o_resumo_soma_exatamente,
    um_periodo_pode_cortar_meses,
    um_mes_acaba_a_meia_noite_em_sao_paulo,
    qualquer_periodo_soma_o_que_a_lista_mostra,
    a_transparencia_mostra_so_o_que_se_abriu,
    a_verificacao_e_de_todos_onde_as_contas_sao_abertas,
}

fn por_categoria(mudancas: Value) -> Value {
    let mut todas = json!({
        "EVENTO": 0, "PROJETO": 0, "ADMINISTRATIVO": 0, "DOACAO": 0, "LOJA": 0, "OUTROS": 0,
    });
    for (categoria, valor) in mudancas.as_object().unwrap() {
        todas[categoria] = valor.clone();
    }
    todas
}

async fn um_livro_vazio_soma_zero(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let zero = json!({
        "totalReceitas": 0, "totalDespesas": 0, "saldo": 0,
        "despesasPorCategoria": por_categoria(json!({})),
    });
    assert_eq!(admin.get(RESUMO).await.expect(200), zero);
    abrir(&admin, &[]).await;
    let vazia = json!({"total": 0, "porMes": []});
    let esperado = json!({
        "habilitado": true, "receitas": vazia, "despesas": vazia, "saldo": 0,
        "categorias": por_categoria(json!({})),
    });
    assert_eq!(admin.get(TRANSPARENCIA).await.expect(200), esperado);
    // What was there and is gone leaves no month behind.
    let lancado = lancar(&admin, corpo("RECEITA", json!(3), "LOJA", "2026-01-10")).await;
    excluir(&admin, &lancado).await.expect(200);
    assert_eq!(admin.get(RESUMO).await.expect(200), zero);
    assert_eq!(admin.get(TRANSPARENCIA).await.expect(200), esperado);
}

async fn o_resumo_soma_exatamente(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    // A hundred times ten centavos is ten reais, and not 9.99999999999998.
    for _ in 0..100 {
        lancar(&coord, corpo("RECEITA", json!(0.1), "DOACAO", "2026-03-02")).await;
    }
    for (valor, categoria) in
        [(0.7, "EVENTO"), (0.1, "EVENTO"), (19.99, "LOJA"), (999_999_999.99, "OUTROS")]
    {
        lancar(&coord, corpo("DESPESA", json!(valor), categoria, "2026-03-02")).await;
    }
    let esperado = json!({
        "totalReceitas": 10, "totalDespesas": 1_000_000_020.78, "saldo": -1_000_000_010.78,
        "despesasPorCategoria":
            por_categoria(json!({"EVENTO": 0.8, "LOJA": 19.99, "OUTROS": 999_999_999.99})),
    });
    assert_eq!(coord.get(RESUMO).await.expect(200), esperado);
    assert_eq!(divergencia(app).await, None);
}

async fn um_periodo_pode_cortar_meses(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    for (dia, valor) in [
        ("2025-12-31", 1),
        ("2026-01-01", 2),
        ("2026-01-20", 4),
        ("2026-01-31", 8),
        ("2026-02-14", 16),
        ("2026-03-01", 32),
        ("2026-03-15", 64),
    ] {
        lancar(&coord, corpo("RECEITA", json!(valor), "DOACAO", dia)).await;
    }
    for (query, total) in [
        ("", 127),
        ("dataInicio=2026-01-01", 126),
        ("dataFim=2026-01-31", 15),
        ("dataInicio=2026-01-01&dataFim=2026-01-31", 14),
        ("dataInicio=2026-01-02&dataFim=2026-01-30", 4),
        ("dataInicio=2026-01-20&dataFim=2026-03-01", 4 + 8 + 16 + 32),
        ("dataInicio=2025-12-31&dataFim=2026-03-14", 63),
        ("dataInicio=2026-01-31&dataFim=2026-02-14", 24),
        ("dataInicio=2026-02-15&dataFim=2026-02-28", 0),
        ("dataInicio=2026-03-15", 64),
        ("dataFim=2025-12-30", 0),
        ("dataInicio=2026-03-01&dataFim=2026-01-01", 0),
        ("dataInicio=2026-01-20T02:59:59.999Z&dataFim=2026-01-20T03:00:00.000Z", 4),
        ("dataInicio=2026-01-20T03:00:00.001Z&dataFim=2026-01-31T03:00:00.000Z", 8),
    ] {
        let resumo = coord.get(&format!("{RESUMO}?{query}")).await.expect(200);
        assert_eq!(resumo["totalReceitas"], total, "{query}");
    }
}

async fn um_mes_acaba_a_meia_noite_em_sao_paulo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    abrir(&admin, &[]).await;
    lancar(&admin, corpo("RECEITA", json!(1), "DOACAO", "2026-04-01T02:59:59.999Z")).await;
    lancar(&admin, corpo("RECEITA", json!(2), "DOACAO", "2026-04-01T03:00:00.000Z")).await;
    let meses = async |query: &str| {
        let aberto = admin.get(&format!("{TRANSPARENCIA}?{query}")).await.expect(200);
        aberto["receitas"]["porMes"].clone()
    };
    let marco = json!({"mes": "2026-03", "total": 1});
    let abril = json!({"mes": "2026-04", "total": 2});
    assert_eq!(meses("").await, json!([marco, abril]));
    assert_eq!(meses("dataFim=2026-03-31").await, json!([marco]));
    assert_eq!(meses("dataInicio=2026-04-01").await, json!([abril]));
    assert_eq!(meses("dataInicio=2026-03-31&dataFim=2026-04-01").await, json!([marco, abril]));
}

/// Kept sums and the rows themselves, on periods that begin and end anywhere.
async fn qualquer_periodo_soma_o_que_a_lista_mostra(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let mut runner = TestRunner::deterministic();
    let dia = (1..=14_u32, 1..=28_u32, 1..100_000_i64, any::<bool>(), any::<bool>());
    let data =
        |mes: u32, dia: u32| format!("{}-{:02}-{dia:02}", 2025 + mes / 13, (mes - 1) % 12 + 1);
    for numero in 0..60 {
        let (mes, dia, centavos, entra, sai) = dia.new_tree(&mut runner).unwrap().current();
        let tipo = if entra { "RECEITA" } else { "DESPESA" };
        let novo = corpo(tipo, json!(centavos as f64 / 100.0), "PROJETO", &data(mes, dia));
        let lancado = lancar(&admin, novo).await;
        if sai && numero % 3 == 0 {
            excluir(&admin, &lancado).await.expect(200);
        }
    }
    let periodo = (1..=14_u32, 1..=28_u32, 1..=14_u32, 1..=28_u32);
    for _ in 0..25 {
        let (de, dia_de, ate, dia_ate) = periodo.new_tree(&mut runner).unwrap().current();
        let query = format!("dataInicio={}&dataFim={}", data(de, dia_de), data(ate, dia_ate));
        let lista = admin.get(&format!("{FINANCEIRO}?limit=100&{query}")).await.expect(200);
        let linhas = lista["data"].as_array().unwrap();
        assert_eq!(lista["pagination"]["total"], linhas.len() as i64, "{query}");
        let soma = |tipo: &str| {
            let dele = linhas.iter().filter(|linha| linha["tipo"] == tipo);
            dele.map(|linha| (linha["valor"].as_f64().unwrap() * 100.0).round() as i64).sum::<i64>()
        };
        let resumo = admin.get(&format!("{RESUMO}?{query}")).await.expect(200);
        for (tipo, campo) in [("RECEITA", "totalReceitas"), ("DESPESA", "totalDespesas")] {
            let total = (resumo[campo].as_f64().unwrap() * 100.0).round() as i64;
            assert_eq!(total, soma(tipo), "{query}");
        }
    }
    assert_eq!(divergencia(app).await, None);
}

async fn a_transparencia_mostra_so_o_que_se_abriu(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, membro) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    lancar(&admin, corpo("RECEITA", json!(100), "DOACAO", "2026-01-10")).await;
    lancar(&admin, corpo("RECEITA", json!(50.5), "EVENTO", "2026-02-10")).await;
    lancar(&admin, corpo("DESPESA", json!(30.25), "EVENTO", "2026-02-11")).await;
    for quem in [&membro, &admin] {
        let fechado = quem.get(TRANSPARENCIA).await.expect(200);
        assert_eq!(fechado, json!({"habilitado": false}));
    }
    abrir(&admin, &[]).await;
    let tudo = json!({
        "habilitado": true,
        "receitas": {"total": 150.5, "porMes": [
            {"mes": "2026-01", "total": 100}, {"mes": "2026-02", "total": 50.5},
        ]},
        "despesas": {"total": 30.25, "porMes": [{"mes": "2026-02", "total": 30.25}]},
        "saldo": 120.25,
        "categorias": por_categoria(json!({"EVENTO": 30.25})),
    });
    assert_eq!(membro.get(TRANSPARENCIA).await.expect(200), tudo);
    let fevereiro = format!("{TRANSPARENCIA}?dataInicio=2026-02-01&dataFim=2026-02-10");
    let fevereiro = membro.get(&fevereiro).await.expect(200);
    assert_eq!((&fevereiro["saldo"], &fevereiro["despesas"]["total"]), (&json!(50.5), &json!(0)));
    for (fechada, campo) in [
        ("Receitas", "receitas"),
        ("Despesas", "despesas"),
        ("Saldo", "saldo"),
        ("Categorias", "categorias"),
    ] {
        abrir(&admin, &[fechada]).await;
        let mut esperado = tudo.clone();
        esperado.as_object_mut().unwrap().remove(campo);
        assert_eq!(membro.get(TRANSPARENCIA).await.expect(200), esperado);
    }
    abrir(&admin, &["Receitas", "Despesas", "Saldo", "Categorias"]).await;
    assert_eq!(membro.get(TRANSPARENCIA).await.expect(200), json!({"habilitado": true}));
    let fechar = json!({"transparenciaFinanceira": false});
    admin.patch("/api/nucleo/configuracoes", fechar).await.expect(200);
    assert_eq!(membro.get(TRANSPARENCIA).await.expect(200), json!({"habilitado": false}));
}

async fn a_verificacao_e_de_todos_onde_as_contas_sao_abertas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, membro) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    lancar(&admin, corpo("RECEITA", json!(1), "DOACAO", "2026-01-10")).await;
    assert_eq!(membro.get(VERIFICACAO).await.expect(200), json!({"habilitado": false}));
    abrir(&admin, &[]).await;
    let anotada = membro.get(VERIFICACAO).await.expect(200);
    let campos = [
        "divergencia",
        "excluidos",
        "habilitado",
        "hash",
        "hashDoRegistro",
        "integra",
        "registros",
    ];
    assert_eq!(chaves(&anotada), campos);
    assert_eq!((&anotada["habilitado"], &anotada["integra"]), (&json!(true), &json!(true)));
    assert_eq!((&anotada["registros"], &anotada["divergencia"]), (&json!(1), &Value::Null));

    // What was noted down can be asked for when the chain has gone on.
    lancar(&admin, corpo("RECEITA", json!(2), "DOACAO", "2026-01-10")).await;
    let depois = membro.get(&format!("{VERIFICACAO}?registro=1")).await.expect(200);
    assert_eq!(depois["hashDoRegistro"], anotada["hash"]);
    assert_ne!(depois["hash"], anotada["hash"]);
    let sem = membro.get(&format!("{VERIFICACAO}?registro=3")).await.expect(200);
    assert_eq!(sem["hashDoRegistro"], Value::Null);

    for _ in 0..6 {
        membro.get(VERIFICACAO).await.expect(200);
    }
    let demais = membro.get(VERIFICACAO).await;
    assert_eq!(demais.headers["retry-after"], "60");
    demais.expect_problem(429, "LIMITE_EXCEDIDO");
    admin.get(VERIFICACAO).await.expect(200);
    app.advance(chrono::Duration::minutes(1));
    membro.get(VERIFICACAO).await.expect(200);
}
