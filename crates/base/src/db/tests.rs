//! What both engines must do alike, and what the second wall of PostgreSQL adds.

mod reuse;

use std::future::Future;
use std::task::{Context, Waker};
use std::time::Duration;

use axum::Router;
use serde_json::{Value, json};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::types::Json;
use sqlx::{ConnectOptions, Connection};

use super::{Mode, Pools, Reach, list};
use crate::app::{App, Service};
use crate::clock::Timestamp;
use crate::error::{OnDuplicate, SEM_PERMISSAO};
use crate::outbox::Worker;
use crate::scope::Cargo;
use crate::testing::{Engine, TestApp, TestDatabase, run};
use crate::{Uuid, both_engines};

fn bare(app: App) -> Service {
    Service { router: Router::new(), worker: Worker::new(app) }
}

both_engines! { super::bare;
    every_type_comes_back_as_it_went,
    times_compare_as_instants,
    text_sorts_by_bytes,
    what_reads_refuses_to_write,
    only_a_snapshot_stays_as_it_was,
    a_row_cannot_point_into_another_nucleo,
    what_is_append_only_stays_as_it_is,
    a_duplicate_says_of_what,
    a_list_is_one_parameter,
    migrating_twice_at_once_is_harmless,
    work_that_is_given_up_leaves_no_open_transaction,
}

async fn every_type_comes_back_as_it_went(app: &TestApp) {
    let row = (Uuid::max(), true, -7_i64, "João 🗳".to_owned(), app.now(), Json(json!({"a": [1]})));
    app.execute("CREATE TABLE t (u uuid, b boolean, i bigint, s text, d timestamptz, j jsonb)", ())
        .await;
    app.execute("INSERT INTO t VALUES ($1, $2, $3, $4, $5, $6)", row.clone()).await;
    app.execute("INSERT INTO t VALUES (NULL, NULL, NULL, NULL, NULL, NULL)", ()).await;

    type Full = (Uuid, bool, i64, String, Timestamp, Json<Value>);
    let full: Vec<Full> = app.rows("SELECT * FROM t WHERE u IS NOT NULL", ()).await;
    assert_eq!(full, [row]);
    type Empty = (Option<Uuid>, Option<bool>, Option<i64>, Option<String>, Option<Timestamp>);
    let empty: Vec<Empty> = app.rows("SELECT u, b, i, s, d FROM t WHERE u IS NULL", ()).await;
    assert_eq!(empty, [(None, None, None, None, None)]);
}

/// SQLite compares times as text; whole seconds are written without a fraction.
async fn times_compare_as_instants(app: &TestApp) {
    app.execute("CREATE TABLE t (d timestamptz)", ()).await;
    let sql = "SELECT count(*) FROM t WHERE d < $1";
    app.execute("INSERT INTO t VALUES ($1)", (app.now(),)).await;
    for (millis, before) in [(-1, 0), (0, 0), (1, 1), (500, 1), (1000, 1)] {
        let other = app.now() + chrono::Duration::milliseconds(millis);
        assert_eq!(app.count(sql, (other,)).await, before, "{millis} ms later");
    }
}

/// On PostgreSQL too, though the tests run on a server that sorts like a dictionary.
async fn text_sorts_by_bytes(app: &TestApp) {
    for nome in ["b", "B", "á", "a"] {
        let sql = "INSERT INTO competencias_macro (id, nome) VALUES ($1, $2)";
        app.execute(sql, (app.new_id::<Uuid>(), nome)).await;
    }
    let sql = "SELECT nome FROM competencias_macro ORDER BY nome";
    let rows: Vec<(String,)> = app.rows(sql, ()).await;
    let sorted: Vec<_> = rows.iter().map(|(text,)| text.as_str()).collect();
    assert_eq!(sorted, ["B", "a", "b", "á"]);
}

async fn what_reads_refuses_to_write(app: &TestApp) {
    for mode in [Mode::Read, Mode::Snapshot] {
        let mut tx = app.app.db.begin(mode, Some(Reach::National)).await.unwrap();
        assert!(tx.execute("DELETE FROM outbox", ()).await.is_err());
    }
}

/// Between two statements somebody else commits: a snapshot does not see it, a plain read does.
async fn only_a_snapshot_stays_as_it_was(app: &TestApp) {
    let add = async |nome| {
        let sql = "INSERT INTO competencias_macro (id, nome) VALUES ($1, $2)";
        app.execute(sql, (app.new_id::<Uuid>(), nome)).await;
    };
    add("first").await;
    let count = "SELECT count(*) FROM competencias_macro";
    for (mode, seen_later) in [(Mode::Snapshot, 1), (Mode::Read, 3)] {
        let mut tx = app.app.db.begin(mode, Some(Reach::National)).await.unwrap();
        let before: (i64,) = tx.optional(count, ()).await.unwrap().unwrap();
        add(if mode == Mode::Read { "third" } else { "second" }).await;
        let later: (i64,) = tx.optional(count, ()).await.unwrap().unwrap();
        assert_eq!(later, (seen_later,), "after {before:?}");
    }
}

async fn a_row_cannot_point_into_another_nucleo(app: &TestApp) {
    let (ours, theirs) = (app.nucleo().await, app.nucleo().await);
    let person = theirs.caller(Cargo::Membro).await;
    let mut tx = app.app.db.begin(Mode::Write, Some(Reach::National)).await.unwrap();
    let sql = "INSERT INTO recuperacoes (id, usuario_id, nucleo_id, criado_em, expira_em)
               VALUES ($1, $2, $3, $4, $4)";
    assert!(tx.execute(sql, (Uuid::nil(), person.id, ours.id, app.now())).await.is_err());
}

async fn what_is_append_only_stays_as_it_is(app: &TestApp) {
    let sql = "INSERT INTO auditoria (id, acao, alvo_tipo, detalhes, criado_em)
               VALUES ($1, 'A', 'B', '{}', $2)";
    app.execute(sql, (Uuid::nil(), app.now())).await;
    let nucleo = app.nucleo().await;
    let sql = "INSERT INTO lancamento_elos (nucleo_id, numero, acao, lancamento_id, autor_id,
                   criado_em, conteudo, hash)
               VALUES ($1, 1, 'INCLUSAO', $2, $3, $4, '', '')";
    let autor = nucleo.caller(Cargo::Membro).await.id;
    app.execute(sql, (nucleo.id, Uuid::nil(), autor, app.now())).await;
    for change in [
        "UPDATE lancamento_elos SET hash = 'x'",
        "DELETE FROM lancamento_elos",
        "UPDATE auditoria SET acao = 'X'",
        "UPDATE auditoria SET endereco = '203.0.113.9'",
        "UPDATE auditoria SET endereco = NULL, acao = 'X'",
        "DELETE FROM auditoria",
    ] {
        let mut tx = app.app.db.begin(Mode::Write, Some(Reach::National)).await.unwrap();
        let refused = tx.execute(change, ()).await.unwrap_err();
        assert!(format!("{refused:?}").contains("append-only"), "{refused:?}");
    }
    assert_eq!(app.count("SELECT count(*) FROM auditoria WHERE acao = 'A'", ()).await, 1);
    app.execute("UPDATE auditoria SET endereco = NULL", ()).await;
}

async fn a_duplicate_says_of_what(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let insert = async |sql, params: (Uuid, crate::id::NucleoId, &'static str, Timestamp)| {
        let mut tx = app.app.db.begin(Mode::Write, Some(Reach::National)).await.unwrap();
        tx.execute(sql, params).await.unwrap_err()
    };
    let sql = "INSERT INTO planos (id, nucleo_id, codigo, nome, preco_centavos, periodo_dias,
                   bonus_moedas, criado_em) VALUES ($1, $2, $3, '', 0, 1, 0, $4)";
    let params = || (Uuid::nil(), nucleo.id, "FREE", app.now());
    let error = insert(sql, params()).await;
    assert_eq!(error.code(), crate::error::JA_EXISTE);
    let named = Err::<(), _>(error).on_duplicate("planos_codigo", SEM_PERMISSAO).unwrap_err();
    assert_eq!(named.code(), crate::error::JA_EXISTE, "another key");
    let error = Err::<(), _>(insert(sql, params()).await);
    let named = error.on_duplicate("planos_nucleo_id_codigo", SEM_PERMISSAO).unwrap_err();
    assert_eq!(named.code(), SEM_PERMISSAO);
}

async fn a_list_is_one_parameter(app: &TestApp) {
    let (one, two, three): (Uuid, Uuid, Uuid) = (app.new_id(), app.new_id(), app.new_id());
    for (id, nome) in [(one, "um"), (two, "d'ois \\ \""), (three, "três")] {
        app.execute("INSERT INTO competencias_macro (id, nome) VALUES ($1, $2)", (id, nome)).await;
    }
    let by_id = "SELECT count(*) FROM competencias_macro
                 WHERE id IN (SELECT unhex(value) FROM json_each($1))";
    assert_eq!(app.count(by_id, (list::ids(&[one, three, Uuid::nil()]),)).await, 2);
    assert_eq!(app.count(by_id, (list::ids::<Uuid>(&[]),)).await, 0);
    let by_name = "SELECT count(*) FROM competencias_macro
                   WHERE nome IN (SELECT value FROM json_each($1))";
    assert_eq!(app.count(by_name, (list::texts(&["d'ois \\ \"", "três", "x"]),)).await, 2);
}

async fn migrating_twice_at_once_is_harmless(app: &TestApp) {
    let (one, other) = tokio::join!(app.app.db.migrate(), app.app.db.migrate());
    one.unwrap();
    other.unwrap();
}

/// As when a client hangs up, after more and more steps of the work until it is once finished. The
/// lock is free and the session clean each time, and what was given up has either happened whole or
/// not at all.
async fn work_that_is_given_up_leaves_no_open_transaction(app: &TestApp) {
    let sql = "INSERT INTO competencias_macro (id, nome) VALUES ($1, '')";
    let (mut polls, mut given_up, mut finished) = (1, 0, false);
    while !finished {
        let mut work = Box::pin(app.operator.write(async |tx| {
            for _ in 0..2 {
                let id: Uuid = tx.new_id();
                tx.plain().execute(sql, (id,)).await?;
            }
            Ok(())
        }));
        for _ in 0..polls {
            finished = work.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready();
            if finished {
                break;
            }
            tokio::task::yield_now().await;
        }
        drop(work);
        given_up += i32::from(!finished);

        let next = app.operator.write(async |tx| {
            let probe = "UPDATE competencias_macro SET nome = ''";
            tx.plain().execute(probe, ()).await
        });
        tokio::time::timeout(Duration::from_secs(4), next)
            .await
            .unwrap_or_else(|_| panic!("after {polls} polls the lock is still held"))
            .unwrap();
        let rows = app.count("SELECT count(*) FROM competencias_macro", ()).await;
        assert_eq!(rows % 2, 0, "after {polls} polls half of the work is there");
        polls += 1 + polls / 8;
    }
    assert!(given_up > 0, "the work was finished before it could be given up");
    nobody_is_idle_in_transaction(app).await;
}

async fn nobody_is_idle_in_transaction(app: &TestApp) {
    let Pools::Postgres { writers, .. } = &*app.app.db.pools else { return };
    let mut observer = PgConnection::connect_with(writers.options()).await.unwrap();
    let stuck = "SELECT count(*) FROM pg_stat_activity
                 WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
    for patience in (0..500).rev() {
        if sqlx::query_scalar::<_, i64>(stuck).fetch_one(&mut observer).await.unwrap() == 0 {
            return;
        }
        assert!(patience > 0, "a session is stuck in a transaction");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Each statement forgets its nucleo on purpose: the wall alone decides what it reaches.
#[tokio::test(flavor = "multi_thread")]
async fn row_level_security_holds_where_a_statement_forgets_the_nucleo() {
    run(Engine::Postgres, bare, async |app| {
        let (ours, theirs) = (app.nucleo().await, app.nucleo().await);
        ours.caller(Cargo::Membro).await;
        let stranger = theirs.caller(Cargo::Membro).await;
        let super_admin = app.super_admin().await;
        let everyone = "SELECT count(*) FROM usuarios WHERE nucleo_id IS NOT NULL";
        assert_eq!(app.count(everyone, ()).await, 2);

        for (reach, seen) in [(Some(Reach::Nucleo(ours.id)), 1_i64), (None, 0)] {
            let mut tx = app.app.db.begin(Mode::Write, reach).await.unwrap();
            assert_eq!(tx.optional(everyone, ()).await.unwrap(), Some((seen,)));
            // Who may come in is asked before it is known where to.
            let sessions = "SELECT count(*) FROM sessoes";
            assert_eq!(tx.optional(sessions, ()).await.unwrap(), Some((3_i64,)));
            let update = "UPDATE usuarios SET nome = 'x' WHERE id = $1";
            assert_eq!(tx.execute(update, (stranger.id,)).await.unwrap(), 0);
            assert_eq!(tx.execute(update, (super_admin.id,)).await.unwrap(), 0);
            let delete = "DELETE FROM sessoes WHERE usuario_id = $1";
            assert_eq!(tx.execute(delete, (stranger.id,)).await.unwrap(), 0);
        }
        for nucleo in [Some(theirs.id), None] {
            let ours = Some(Reach::Nucleo(ours.id));
            let mut tx = app.app.db.begin(Mode::Write, ours).await.unwrap();
            let insert = "INSERT INTO outbox (id, nucleo_id, event, payload, due_at)
                          VALUES ($1, $2, '', '{}', $3)";
            let refused = tx.execute(insert, (Uuid::nil(), nucleo, app.now())).await;
            assert!(refused.is_err(), "into {nucleo:?}");
        }
    })
    .await;
}

/// A table that a later migration adds is behind the wall before anyone thinks of it.
#[tokio::test(flavor = "multi_thread")]
async fn every_table_with_a_nucleo_is_behind_the_wall() {
    run(Engine::Postgres, bare, async |app| {
        let sql = "SELECT c.relname::text FROM pg_class c
                   JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'nucleo_id'
                   WHERE c.relkind = 'r' AND NOT (c.relrowsecurity AND c.relforcerowsecurity)";
        let open: Vec<(String,)> = app.rows(sql, ()).await;
        assert_eq!(open, []);
    })
    .await;
}

/// A superuser walks through row-level security, so the service does not stay one.
#[tokio::test(flavor = "multi_thread")]
async fn the_wall_stands_for_whoever_connects_as_a_superuser() {
    let Some(database) = TestDatabase::create_empty().await else { return };
    let options: PgConnectOptions = database.url().parse().unwrap();
    let url = options.username("postgres").to_url_lossy().to_string();
    let db = super::Db::open(&url).await.unwrap();
    db.migrate().await.unwrap();
    let count = async |reach| {
        let mut tx = db.begin(Mode::Write, reach).await.unwrap();
        let sql = "INSERT INTO outbox (id, nucleo_id, event, payload, due_at)
                   VALUES ($1, NULL, '', '{}', now())";
        let wrote = tx.execute(sql, (Uuid::nil(),)).await.is_ok();
        tx.commit().await.unwrap();
        wrote
    };
    assert!(!count(None).await, "nobody's scope writes nothing");
    assert!(count(Some(Reach::National)).await);
    let mut tx = db.begin(Mode::Read, None).await.unwrap();
    let seen: Option<(i64,)> = tx.optional("SELECT count(*) FROM outbox", ()).await.unwrap();
    assert_eq!(seen, Some((0,)));
    drop(tx);
    db.close().await;
    database.remove().await;
}

/// The session is marked before BEGIN is sent, so that one that was given up is undone.
#[tokio::test(flavor = "multi_thread")]
async fn a_begin_that_is_given_up_leaves_no_open_transaction() {
    run(Engine::Postgres, bare, async |app| {
        for polls in (1..=6).cycle().take(30) {
            let mut begin = Box::pin(app.app.db.begin(Mode::Write, None));
            for _ in 0..polls {
                if begin.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready() {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            drop(begin);
            nobody_is_idle_in_transaction(app).await;
        }
    })
    .await;
}
