//! Whatever is done to the books with SQL is found, and the row is named.

use base::Uuid;
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo::Administrador;
use base::testing::{Engine, TestApp, TestCaller, run};
use serde_json::{Value, json};

use super::{VERIFICACAO, corpo, divergencia, excluir, lancar};

#[tokio::test(flavor = "multi_thread")]
async fn tudo_o_que_se_mexe_por_fora_e_achado_no_sqlite() {
    let livre =
        ["DROP TRIGGER lancamento_elos_no_update", "DROP TRIGGER lancamento_elos_no_delete"];
    run(Engine::Sqlite, crate::service, async |app| tudo_e_achado(app, &livre).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tudo_o_que_se_mexe_por_fora_e_achado_no_postgres() {
    let livre = ["DROP TRIGGER append_only ON lancamento_elos"];
    run(Engine::Postgres, crate::service, async |app| tudo_e_achado(app, &livre).await).await;
}

base::both_engines! { crate::service;
    o_que_foi_alterado_e_depois_excluido_nao_escapa,
    uma_cadeia_sem_fim_nao_continua,
    a_conferencia_passa_por_todos_os_livros,
}

/// Ids of entries by their number in the chain; `[5]` is the removal of the second.
struct Livro {
    nucleo: NucleoId,
    admin: TestCaller,
    ids: [Uuid; 7],
}

impl Livro {
    /// Four entries, the second of which is removed, and one more.
    async fn novo(app: &TestApp) -> Self {
        let nucleo = app.nucleo().await;
        let admin = nucleo.caller(Administrador).await;
        nucleo.caller(Administrador).await; // somebody to put the blame on
        let id = |lancado: &Value| lancado["id"].as_str().unwrap().parse::<Uuid>().unwrap();
        let mut ids = [Uuid::nil(); 7];
        let mut segundo = Value::Null;
        for (numero, tipo) in [(1, "RECEITA"), (2, "DESPESA"), (3, "RECEITA"), (4, "DESPESA")] {
            let novo = corpo(tipo, json!(10 * numero), "DOACAO", "2026-03-01");
            let lancado = lancar(&admin, novo).await;
            ids[numero] = id(&lancado);
            if numero == 2 {
                segundo = lancado;
            }
        }
        excluir(&admin, &segundo).await.expect(200);
        ids[6] = id(&lancar(&admin, corpo("RECEITA", json!(50), "LOJA", "2026-03-01")).await);
        Self { nucleo: nucleo.id, admin, ids }
    }

    /// Both ways to ask find it and say the same.
    async fn achado(&self, app: &TestApp, caso: &str) -> String {
        let conferida = self.admin.get(VERIFICACAO).await.expect(200);
        assert_eq!(conferida["integra"], false, "{caso}: {conferida}");
        let dita = conferida["divergencia"].as_str().unwrap().to_owned();
        assert_eq!(divergencia(app).await.as_deref(), Some(dita.as_str()), "{caso}");
        dita
    }
}

/// What is done, with the nucleo as `$1`, and what is said of it: `{n}` is the entry of number n.
const CASOS: &[(&[&str], &str)] = &[
    (&["UPDATE lancamentos SET valor_centavos = 1 WHERE nucleo_id = $1 AND numero = 3"], ALTERADO),
    (&["UPDATE lancamentos SET descricao = 'x' WHERE nucleo_id = $1 AND numero = 3"], ALTERADO),
    (&["UPDATE lancamentos SET tipo = 'DESPESA' WHERE nucleo_id = $1 AND numero = 3"], ALTERADO),
    (&["UPDATE lancamentos SET categoria = 'LOJA' WHERE nucleo_id = $1 AND numero = 3"], ALTERADO),
    (&["UPDATE lancamentos SET data = criado_em WHERE nucleo_id = $1 AND numero = 3"], ALTERADO),
    (&["UPDATE lancamentos SET criado_em = data WHERE nucleo_id = $1 AND numero = 3"], ALTERADO),
    (&["UPDATE lancamentos SET sal = 'x' WHERE nucleo_id = $1 AND numero = 3"], ALTERADO),
    (
        &["UPDATE lancamentos SET comprovante_url = '/x' WHERE nucleo_id = $1 AND numero = 3"],
        ALTERADO,
    ),
    (
        &["UPDATE lancamentos SET autor_id = (SELECT u.id FROM usuarios u WHERE u.nucleo_id = $1
               AND u.id <> lancamentos.autor_id LIMIT 1)
           WHERE nucleo_id = $1 AND numero = 3"],
        ALTERADO,
    ),
    // Rows taken away.
    (&["DELETE FROM lancamentos WHERE nucleo_id = $1 AND numero = 3"], FALTA),
    (
        &["DELETE FROM lancamentos WHERE nucleo_id = $1 AND numero = 6"],
        "lancamentos: falta o lançamento {6} (registro 6), que ninguém excluiu",
    ),
    (
        &[
            "DELETE FROM lancamentos WHERE nucleo_id = $1 AND numero = 6",
            "DELETE FROM lancamento_elos WHERE nucleo_id = $1 AND numero = 6",
        ],
        "lancamento_elos: falta o registro 6 do núcleo {nucleo}",
    ),
    (
        &[
            "DELETE FROM lancamentos WHERE nucleo_id = $1 AND numero = 3",
            "DELETE FROM lancamento_elos WHERE nucleo_id = $1 AND numero = 3",
        ],
        "lancamento_elos: falta o registro 3 do núcleo {nucleo}",
    ),
    (
        &["DELETE FROM lancamento_elos WHERE nucleo_id = $1 AND numero = 4"],
        "lancamento_elos: falta o registro 4 do núcleo {nucleo}",
    ),
    (
        &["DELETE FROM lancamento_elos WHERE nucleo_id = $1 AND numero = 5"],
        "lancamentos: falta o lançamento {2} (registro 2), que ninguém excluiu",
    ),
    (
        &[
            "DELETE FROM lancamento_elos WHERE nucleo_id = $1",
            "DELETE FROM lancamentos WHERE nucleo_id = $1",
        ],
        "lancamento_elos: falta o registro 1 do núcleo {nucleo}",
    ),
    // Tombstones and other links.
    (
        &["UPDATE lancamento_elos SET autor_id = (SELECT u.id FROM usuarios u
               WHERE u.nucleo_id = $1 AND u.id <> lancamento_elos.autor_id LIMIT 1)
           WHERE nucleo_id = $1 AND numero = 5"],
        LAPIDE,
    ),
    (
        &["UPDATE lancamento_elos SET criado_em = (SELECT min(l.data) FROM lancamentos l
               WHERE l.nucleo_id = $1) WHERE nucleo_id = $1 AND numero = 5"],
        LAPIDE,
    ),
    (&["UPDATE lancamento_elos SET conteudo = hash WHERE nucleo_id = $1 AND numero = 5"], LAPIDE),
    (&["UPDATE lancamento_elos SET hash = conteudo WHERE nucleo_id = $1 AND numero = 5"], LAPIDE),
    (
        &["UPDATE lancamento_elos SET numero = 0 WHERE nucleo_id = $1 AND numero = 1"],
        "lancamento_elos: o registro 0 do núcleo {nucleo} foi acrescentado por fora",
    ),
    (
        &[
            "UPDATE lancamento_elos SET conteudo = 'x' WHERE nucleo_id = $1 AND numero = 1",
            "UPDATE lancamentos SET valor_centavos = 7 WHERE nucleo_id = $1 AND numero = 1",
        ],
        "lancamento_elos: o registro 1 do núcleo {nucleo} (INCLUSAO do lançamento {1}) foi alterado",
    ),
    // Two that change places.
    (
        &[
            "UPDATE lancamentos SET numero = 99 WHERE nucleo_id = $1 AND numero = 3",
            "UPDATE lancamentos SET numero = 3 WHERE nucleo_id = $1 AND numero = 4",
            "UPDATE lancamentos SET numero = 4 WHERE nucleo_id = $1 AND numero = 99",
        ],
        "lancamentos: o lançamento {4} está no registro 3, que é do lançamento {3}",
    ),
    (
        &[
            "UPDATE lancamento_elos SET numero = 99 WHERE nucleo_id = $1 AND numero = 3",
            "UPDATE lancamento_elos SET numero = 3 WHERE nucleo_id = $1 AND numero = 4",
            "UPDATE lancamento_elos SET numero = 4 WHERE nucleo_id = $1 AND numero = 99",
        ],
        "lancamento_elos: o registro 3 do núcleo {nucleo} (INCLUSAO do lançamento {4}) foi alterado",
    ),
    (
        &["UPDATE lancamentos SET valor_centavos = 7000 - valor_centavos
             WHERE nucleo_id = $1 AND numero IN (3, 4)"],
        ALTERADO,
    ),
    (&["UPDATE lancamentos SET numero = 99 WHERE nucleo_id = $1 AND numero = 3"], FALTA),
    // The end of the chain.
    (
        &["UPDATE financeiro_cadeias SET registros = 5 WHERE nucleo_id = $1"],
        "lancamento_elos: o registro 6 do núcleo {nucleo} foi acrescentado por fora",
    ),
    (
        &["UPDATE financeiro_cadeias SET registros = 7 WHERE nucleo_id = $1"],
        "lancamento_elos: falta o registro 7 do núcleo {nucleo}",
    ),
    (
        &["UPDATE financeiro_cadeias SET hash = 'x' WHERE nucleo_id = $1"],
        "financeiro_cadeias: o fim da cadeia do núcleo {nucleo} foi alterado",
    ),
    (
        &["DELETE FROM financeiro_cadeias WHERE nucleo_id = $1"],
        "financeiro_cadeias: falta o fim da cadeia do núcleo {nucleo}",
    ),
    // Kept sums.
    (
        &["UPDATE financeiro_somas SET total_centavos = total_centavos + 1
           WHERE nucleo_id = $1 AND tipo = 'DESPESA'"],
        "financeiro_somas: DESPESA de DOACAO em 2026-03 do núcleo {nucleo} diz 4001 centavos em 1 \
         lançamentos, e há 4000 em 1",
    ),
    (
        &["UPDATE financeiro_somas SET quantos = 3 WHERE nucleo_id = $1 AND categoria = 'LOJA'"],
        "financeiro_somas: RECEITA de LOJA em 2026-03",
    ),
    (
        &["DELETE FROM financeiro_somas WHERE nucleo_id = $1 AND categoria = 'LOJA'"],
        "financeiro_somas: RECEITA de LOJA em 2026-03",
    ),
    (
        &["INSERT INTO financeiro_somas (nucleo_id, mes, tipo, categoria, total_centavos, quantos)
           VALUES ($1, '2020-01', 'RECEITA', 'LOJA', 1, 1)"],
        "financeiro_somas: RECEITA de LOJA em 2020-01",
    ),
];

const ALTERADO: &str = "lancamentos: o lançamento {3} (registro 3) foi alterado depois de lançado";
const FALTA: &str = "lancamentos: falta o lançamento {3} (registro 3), que ninguém excluiu";
const LAPIDE: &str =
    "lancamento_elos: o registro 5 do núcleo {nucleo} (EXCLUSAO do lançamento {2}) foi alterado";

async fn tudo_e_achado(app: &TestApp, livre: &[&'static str]) {
    // As long as the walls stand, the links cannot be touched at all.
    for gatilho in livre {
        app.execute(gatilho, ()).await;
    }
    for (comandos, frase) in CASOS {
        let livro = Livro::novo(app).await;
        let antes = livro.admin.get(VERIFICACAO).await.expect(200);
        assert_eq!(antes["integra"], true, "{antes}");
        for comando in *comandos {
            app.execute(comando, (livro.nucleo,)).await;
        }
        let mut esperada = frase.replace("{nucleo}", &livro.nucleo.to_string());
        for (numero, id) in livro.ids.iter().enumerate() {
            esperada = esperada.replace(&format!("{{{numero}}}"), &id.to_string());
        }
        let dita = livro.achado(app, comandos[0]).await;
        assert!(dita.starts_with(&esperada), "{comandos:?}\nsaid: {dita}\nnot:  {esperada}");
    }
    forjados(app).await;
    mudado_de_nucleo(app).await;
}

/// Rows that the service never made.
async fn forjados(app: &TestApp) {
    let inserir = "INSERT INTO lancamentos (id, nucleo_id, numero, tipo, valor_centavos, categoria,
                       descricao, data, autor_id, sal, criado_em)
                   VALUES ($1, $2, $3, 'DESPESA', 2000, 'DOACAO', 'Forjado', $4, $5, '', $4)";
    let forjado: Uuid = app.new_id();
    for (numero, de_volta, frase) in [
        (7_i64, false, "lancamentos: o lançamento {0} não está na cadeia do núcleo"),
        (-1, false, "lancamentos: o lançamento {0} não está na cadeia do núcleo"),
        (5, false, "lancamentos: o lançamento {0} está no registro 5, que é de uma exclusão"),
        (2, false, "lancamentos: o lançamento {0} está no registro 2, que é do lançamento {2}"),
        (2, true, "lancamentos: o lançamento {2} foi excluído no registro 5, e está de volta"),
    ] {
        let livro = Livro::novo(app).await;
        let id = if de_volta { livro.ids[2] } else { forjado };
        app.execute(inserir, (id, livro.nucleo, numero, app.now(), livro.admin.id)).await;
        let esperada = frase.replace("{0}", &forjado.to_string());
        let esperada = esperada.replace("{2}", &livro.ids[2].to_string());
        assert_eq!(livro.achado(app, frase).await, esperada);
        app.execute("DELETE FROM lancamentos WHERE id = $1", (id,)).await;
        assert_eq!(divergencia_de(&livro).await, Value::Null, "and put right again");
    }
    // A link at the end, with the end of the chain moved along.
    let livro = Livro::novo(app).await;
    elo_forjado(app, livro.nucleo, livro.admin.id).await;
    let sql = "UPDATE financeiro_cadeias SET registros = 7, hash = 'forjado' WHERE nucleo_id = $1";
    app.execute(sql, (livro.nucleo,)).await;
    let dita = livro.achado(app, "a forged link").await;
    let esperada = format!("lancamento_elos: o registro 7 do núcleo {} (INCLUSAO", livro.nucleo);
    assert!(dita.starts_with(&esperada), "{dita}");
}

async fn elo_forjado(app: &TestApp, nucleo: NucleoId, autor: UsuarioId) {
    let sql = "INSERT INTO lancamento_elos (nucleo_id, numero, acao, lancamento_id, autor_id,
                   criado_em, conteudo, hash)
               VALUES ($1, 7, 'INCLUSAO', $2, $3, $4, 'forjado', 'forjado')";
    app.execute(sql, (nucleo, app.new_id::<Uuid>(), autor, app.now())).await;
}

async fn divergencia_de(livro: &Livro) -> Value {
    livro.admin.get(VERIFICACAO).await.expect(200)["divergencia"].clone()
}

/// An entry that is pushed over to the neighbours is missed in one book and odd in the other.
async fn mudado_de_nucleo(app: &TestApp) {
    let vizinho = app.nucleo().await;
    let livro = Livro::novo(app).await;
    let sql = "UPDATE lancamentos SET nucleo_id = $2 WHERE nucleo_id = $1 AND numero = 3";
    app.execute(sql, (livro.nucleo, vizinho.id)).await;
    let dita = livro.achado(app, "moved").await;
    assert_eq!(dita, FALTA.replace("{3}", &livro.ids[3].to_string()));
    let admin = vizinho.caller(Administrador).await;
    let conferida = admin.get(VERIFICACAO).await.expect(200);
    let esperada =
        format!("lancamentos: o lançamento {} não está na cadeia do núcleo", livro.ids[3]);
    assert_eq!(conferida["divergencia"], json!(esperada));
}

/// Removing an entry that was touched would wash the traces away: its second link tells.
async fn o_que_foi_alterado_e_depois_excluido_nao_escapa(app: &TestApp) {
    let livro = Livro::novo(app).await;
    let sql = "UPDATE lancamentos SET descricao = 'Outra' WHERE nucleo_id = $1 AND numero = 3";
    app.execute(sql, (livro.nucleo,)).await;
    excluir(&livro.admin, &json!({"id": livro.ids[3].to_string()})).await.expect(200);
    let dita = livro.achado(app, "touched and removed").await;
    let esperada = format!(
        "lancamentos: o lançamento {} (registro 3) foi alterado antes de ser excluído no registro 7",
        livro.ids[3]
    );
    assert_eq!(dita, esperada);
    let conferida = livro.admin.get(VERIFICACAO).await.expect(200);
    assert_eq!(conferida["registros"], 6, "all before it holds");
}

async fn uma_cadeia_sem_fim_nao_continua(app: &TestApp) {
    let livro = Livro::novo(app).await;
    app.execute("DELETE FROM financeiro_cadeias WHERE nucleo_id = $1", (livro.nucleo,)).await;
    let novo = corpo("RECEITA", json!(1), "LOJA", "2026-03-01");
    let recusado = livro.admin.post(super::FINANCEIRO, novo).await;
    recusado.expect_problem(409, "LIVRO_VIOLADO");
    let recusado = excluir(&livro.admin, &json!({"id": livro.ids[3].to_string()})).await;
    recusado.expect_problem(409, "LIVRO_VIOLADO");
    assert_eq!(super::quantos(app).await, 4, "nothing half-done");
    // The same where the end was put back instead, and the last entry taken out.
    let livro = Livro::novo(app).await;
    let sql = "UPDATE financeiro_cadeias SET registros = 5 WHERE nucleo_id = $1";
    app.execute(sql, (livro.nucleo,)).await;
    let novo = corpo("RECEITA", json!(1), "LOJA", "2026-03-01");
    let recusado = livro.admin.post(super::FINANCEIRO, novo.clone()).await;
    recusado.expect_problem(409, "LIVRO_VIOLADO");
    let sql = "DELETE FROM lancamentos WHERE nucleo_id = $1 AND numero = 6";
    app.execute(sql, (livro.nucleo,)).await;
    livro.admin.post(super::FINANCEIRO, novo).await.expect_problem(409, "LIVRO_VIOLADO");
}

/// The check of the command line walks every book, also where another one is fine or empty.
async fn a_conferencia_passa_por_todos_os_livros(app: &TestApp) {
    let primeiro = Livro::novo(app).await;
    Livro::novo(app).await;
    app.nucleo().await;
    assert_eq!(divergencia(app).await, None);
    let sql = "UPDATE lancamentos SET valor_centavos = 2 WHERE nucleo_id = $1 AND numero = 1";
    app.execute(sql, (primeiro.nucleo,)).await;
    let achada = divergencia(app).await.expect("a divergence");
    assert!(achada.contains(&primeiro.ids[1].to_string()), "{achada}");
}
