//! The chain grows by one link at a time, however many enter and remove at once.

use base::scope::Cargo::Administrador;
use base::testing::TestApp;
use serde_json::json;

use super::{RESUMO, VERIFICACAO, corpo, divergencia, excluir, lancar};
use crate::apoio::juntos;

base::both_engines! { crate::service;
    vinte_de_uma_vez_fazem_uma_so_cadeia,
    entrar_e_sair_ao_mesmo_tempo,
    dois_nucleos_nao_esperam_um_pelo_outro,
    a_cadeia_so_cresce,
    uma_cadeia_de_milhares_e_conferida_em_partes,
}

async fn vinte_de_uma_vez_fazem_uma_so_cadeia(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    // The very first ones included, when there is no end of a chain yet to hold.
    let pedidos = (1..=20).map(|centavos| {
        let admin = admin.clone();
        let valor = json!(f64::from(centavos) / 100.0);
        async move { lancar(&admin, corpo("RECEITA", valor, "DOACAO", "2026-03-02")).await }
    });
    juntos(pedidos).await;
    let numeros = "SELECT numero FROM lancamentos ORDER BY numero";
    let numeros: Vec<(i64,)> = app.rows(numeros, ()).await;
    assert_eq!(numeros, (1..=20).map(|numero| (numero,)).collect::<Vec<_>>());
    let conferida = admin.get(VERIFICACAO).await.expect(200);
    assert_eq!((&conferida["integra"], &conferida["registros"]), (&json!(true), &json!(20)));
    assert_eq!(admin.get(RESUMO).await.expect(200)["totalReceitas"], 2.1);
    assert_eq!(divergencia(app).await, None);
}

async fn entrar_e_sair_ao_mesmo_tempo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let mut lancados = Vec::new();
    for _ in 0..15 {
        let novo = corpo("DESPESA", json!(3), "LOJA", "2026-02-27");
        lancados.push(lancar(&admin, novo).await);
    }
    let pedidos = (0..30).map(|numero| {
        let (admin, lancado) = (admin.clone(), lancados[numero / 2].clone());
        async move {
            match numero % 2 {
                0 => drop(excluir(&admin, &lancado).await.expect(200)),
                _ => drop(lancar(&admin, corpo("DESPESA", json!(5), "LOJA", "2026-02-28")).await),
            }
        }
    });
    juntos(pedidos).await;
    let conferida = admin.get(VERIFICACAO).await.expect(200);
    assert_eq!((&conferida["registros"], &conferida["excluidos"]), (&json!(45), &json!(15)));
    assert_eq!(admin.get(RESUMO).await.expect(200)["totalDespesas"], 75);
    assert_eq!(divergencia(app).await, None);
}

async fn dois_nucleos_nao_esperam_um_pelo_outro(app: &TestApp) {
    let (um, outro) = (app.nucleo().await, app.nucleo().await);
    let admins = [um.caller(Administrador).await, outro.caller(Administrador).await];
    let pedidos = (0..20).map(|numero| {
        let admin = admins[numero % 2].clone();
        async move { lancar(&admin, corpo("RECEITA", json!(1), "LOJA", "2026-02-28")).await }
    });
    juntos(pedidos).await;
    for admin in &admins {
        assert_eq!(admin.get(VERIFICACAO).await.expect(200)["registros"], 10);
    }
    assert_eq!(divergencia(app).await, None);
}

/// Each hash is another one, and the salt makes two equal entries differ.
async fn a_cadeia_so_cresce(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let mut hashes = Vec::new();
    for _ in 0..3 {
        let lancado = lancar(&admin, corpo("RECEITA", json!(1), "LOJA", "2026-02-28")).await;
        excluir(&admin, &lancado).await.expect(200);
        hashes.push(admin.get(VERIFICACAO).await.expect(200)["hash"].as_str().unwrap().to_owned());
    }
    let hexa = |hash: &String| {
        hash.len() == 64
            && hash.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    };
    assert!(hashes.iter().all(hexa), "{hashes:?}");
    let conteudos = "SELECT count(DISTINCT conteudo) FROM lancamento_elos";
    assert_eq!(app.count(conteudos, ()).await, 3, "one per entry, in both of its links");
    // The end of the chain moves on and never comes back.
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 3);
}

/// More links than one page holds.
async fn uma_cadeia_de_milhares_e_conferida_em_partes(app: &TestApp) {
    use nucleo::areas::financeiro::service::lancar as lancar_no_livro;
    use nucleo::areas::financeiro::{LancamentoInput, NovoLancamento};
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let input: LancamentoInput =
        serde_json::from_value(corpo("DESPESA", json!(0.07), "OUTROS", "2026-03-02")).unwrap();
    let novo = NovoLancamento::parse(input).unwrap();
    let caller = app.operator.acting_as(admin.id, Administrador);
    let escrita = app.operator.write(async |tx| {
        app.operator.enter(tx, nucleo.id).await?;
        for _ in 0..2100 {
            lancar_no_livro(tx, &caller, &novo).await?;
        }
        Ok(())
    });
    escrita.await.unwrap();
    let conferida = admin.get(VERIFICACAO).await.expect(200);
    assert_eq!((&conferida["integra"], &conferida["registros"]), (&json!(true), &json!(2100)));
    assert_eq!(admin.get(RESUMO).await.expect(200)["totalDespesas"], 147);
    // On the first and the last of a page, and in a page's middle.
    for numero in [2100_i64, 2001, 2000, 1001, 1000, 500] {
        let sql = "UPDATE lancamentos SET descricao = 'Outra' WHERE numero = $1";
        app.execute(sql, (numero,)).await;
        let achada = divergencia(app).await.expect("a divergence");
        assert!(achada.contains(&format!("(registro {numero}) foi alterado")), "{achada}");
    }
}
