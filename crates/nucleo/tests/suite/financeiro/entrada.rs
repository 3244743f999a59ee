//! What may not be entered, and that refusing it changes nothing.

use base::scope::Cargo::Coordenador;
use base::testing::TestApp;
use serde_json::{Value, json};

use super::{FINANCEIRO, corpo, divergencia, lancar, quantos};
use crate::apoio::coluna;

base::both_engines! { crate::service;
    campos_errados_sao_recusados_um_a_um,
    todos_os_erros_vem_de_uma_vez,
    valores_no_limite_sao_aceitos,
    numeros_que_o_json_nao_conhece,
}

fn bom() -> Value {
    corpo("RECEITA", json!(10.5), "DOACAO", "2026-03-02")
}

async fn campos_errados_sao_recusados_um_a_um(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let errados: Vec<(&str, Vec<Value>)> = vec![
        (
            "valor",
            vec![
                json!(0),
                json!(0.0),
                json!(-0.0),
                json!(-1),
                json!(-0.01),
                json!(0.001),
                json!(0.005),
                json!(10.999),
                json!(1.005),
                json!(1_000_000_000),
                json!(999_999_999.999),
                json!(1e18),
                json!(1e300),
                json!(u64::MAX),
                json!(i64::MIN),
                json!("10"),
                json!("NaN"),
                json!("10,50"),
                json!(true),
                json!([10]),
                json!({"valor": 10}),
                Value::Null,
            ],
        ),
        (
            "tipo",
            vec![json!("receita"), json!("CREDITO"), json!(""), json!(1), json!({"RECEITA": null})],
        ),
        (
            "categoria",
            vec![json!("DOAÇÃO"), json!("EVENTOS"), json!(""), json!(["LOJA"]), Value::Null],
        ),
        (
            "descricao",
            vec![json!(""), json!("  \n"), json!("x".repeat(10_001)), json!(5), json!("a\u{7}b")],
        ),
        (
            "data",
            vec![
                json!("ontem"),
                json!("2026-02-30"),
                json!("2026-13-01"),
                json!("02/03/2026"),
                json!("2026-03-02T25:00:00Z"),
                json!("2026-03-02T10:00:00"),
                json!("1899-12-31"),
                json!("9999-01-01"),
                json!(""),
                json!(1_772_000_000),
                Value::Null,
            ],
        ),
        (
            "comprovanteUrl",
            vec![
                json!("javascript:alert(1)"),
                json!("//outro.org/x"),
                json!("recibo.pdf"),
                json!("data:text/html,x"),
                json!(format!("https://a.org/{}", "x".repeat(2000))),
                json!(7),
            ],
        ),
    ];
    for (campo, valores) in errados {
        for valor in valores {
            let mut novo = bom();
            novo[campo] = valor.clone();
            let erro = coord.post(FINANCEIRO, novo).await;
            assert_eq!(erro.status, 400, "{campo} {valor}: {}", erro.body);
            let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
            assert_eq!(coluna(&erro["campos"], "campo"), [campo], "{valor}");
        }
        if campo != "comprovanteUrl" {
            let mut sem = bom();
            sem.as_object_mut().unwrap().remove(campo);
            let erro = coord.post(FINANCEIRO, sem).await.expect_problem(400, "DADOS_INVALIDOS");
            assert_eq!(erro["campos"], json!([{"campo": campo, "mensagem": "Campo obrigatório."}]));
        }
    }
    for tabela in ["lancamentos", "lancamento_elos", "financeiro_cadeias", "financeiro_somas"] {
        let sql = format!("SELECT count(*) FROM {tabela}").leak();
        assert_eq!(app.count(sql, ()).await, 0, "{tabela}");
    }
}

async fn todos_os_erros_vem_de_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let novo =
        json!({"tipo": 1, "valor": "x", "categoria": "X", "data": "x", "comprovanteUrl": "x"});
    let erro = coord.post(FINANCEIRO, novo).await.expect_problem(400, "DADOS_INVALIDOS");
    let campos = ["tipo", "valor", "categoria", "descricao", "data", "comprovanteUrl"];
    assert_eq!(coluna(&erro["campos"], "campo"), campos);
    let mensagens = coluna(&erro["campos"], "mensagem");
    assert_eq!(mensagens[0], "Informe um destes valores: RECEITA, DESPESA.");
    assert_eq!(
        mensagens[2],
        "Informe um destes valores: EVENTO, PROJETO, ADMINISTRATIVO, DOACAO, LOJA, OUTROS."
    );
    assert_eq!(quantos(app).await, 0);
}

async fn valores_no_limite_sao_aceitos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    for (valor, centavos) in [
        (json!(0.01), 1_i64),
        (json!(0.1), 10),
        (json!(4.35), 435),
        (json!(1.10), 110),
        (json!(1e2), 10_000),
        (json!(999_999_999.99), 99_999_999_999),
    ] {
        let mut novo = bom();
        novo["valor"] = valor.clone();
        novo["descricao"] = json!("é".repeat(10_000));
        novo["comprovanteUrl"] = json!("");
        let lancado = lancar(&coord, novo).await;
        assert_eq!(lancado["valor"].as_f64(), valor.as_f64());
        let guardado = "SELECT count(*) FROM lancamentos WHERE valor_centavos = $1";
        assert_eq!(app.count(guardado, (centavos,)).await, 1, "{valor}");
    }
    for data in ["1900-01-02", "8999-12-31", "2018-11-04", "2026-02-28T23:59:59.999-03:00"] {
        lancar(&coord, corpo("DESPESA", json!(1), "OUTROS", data)).await;
    }
    for categoria in ["EVENTO", "PROJETO", "ADMINISTRATIVO", "DOACAO", "LOJA", "OUTROS"] {
        for tipo in ["RECEITA", "DESPESA"] {
            lancar(&coord, corpo(tipo, json!(1), categoria, "2026-03-02")).await;
        }
    }
    assert_eq!(divergencia(app).await, None);
}

async fn numeros_que_o_json_nao_conhece(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    for valor in ["NaN", "Infinity", "-Infinity", "1e999", "0x10", "1_000", ".5", "10,5"] {
        let texto = bom().to_string().replace("10.5", valor);
        let erro = coord.send("POST", FINANCEIRO, texto.into()).await;
        erro.expect_problem(400, "JSON_INVALIDO");
    }
    assert_eq!(quantos(app).await, 0);
}
