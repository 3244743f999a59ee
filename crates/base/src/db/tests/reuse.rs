//! Connections are lent again and again: nothing of one use may be left for the next.

use std::collections::HashSet;

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection, Executor};

use super::bare;
use crate::both_engines;
use crate::db::{Db, LookUp, Mode, POSTGRES_CONNECTIONS, Pools, Reach, Tx};
use crate::error::{ERRO_INTERNO, INDISPONIVEL};
use crate::id::{NucleoId, SessaoId, UsuarioId};
use crate::scope::{CALLER, Cargo};
use crate::testing::{Engine, TestApp, TestCaller, run};

both_engines! { super::bare;
    a_failed_statement_spoils_nothing_for_the_next,
    a_read_that_is_given_up_leaves_nothing_behind,
}

async fn a_failed_statement_spoils_nothing_for_the_next(app: &TestApp) {
    for mode in [Mode::Read, Mode::Snapshot, Mode::Write] {
        for _ in 0..20 {
            let mut tx = app.app.db.begin(mode, Some(Reach::National)).await.unwrap();
            assert_eq!(tx.execute("SELECT nothing", ()).await.unwrap_err().code(), ERRO_INTERNO);
            drop(tx);
            let mut tx = app.app.db.begin(mode, Some(Reach::National)).await.unwrap();
            assert_eq!(tx.optional("SELECT 1", ()).await.unwrap(), Some((1,)));
        }
    }
}

/// As when a client hangs up while rows are on their way.
async fn a_read_that_is_given_up_leaves_nothing_behind(app: &TestApp) {
    use std::task::{Context, Waker};

    let sql = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
               SELECT CAST(i AS bigint) FROM n";
    for (mode, polls) in [Mode::Read, Mode::Snapshot]
        .into_iter()
        .flat_map(|mode| (0..12).map(move |polls| (mode, polls)))
    {
        let db = &app.app.db;
        let mut work = Box::pin(async {
            let mut tx = db.begin(mode, Some(Reach::National)).await?;
            tx.all::<(i64,)>(sql, ()).await
        });
        for _ in 0..polls {
            if work.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready() {
                break;
            }
            tokio::task::yield_now().await;
        }
        drop(work);
        let mut tx = db.begin(mode, Some(Reach::National)).await.unwrap();
        assert_eq!(tx.optional("SELECT 7", ()).await.unwrap(), Some((7,)), "{polls} polls");
    }
}

async fn backend(tx: &mut Tx) -> i32 {
    tx.optional("SELECT pg_backend_pid()", ()).await.unwrap().map(|(pid,)| pid).unwrap()
}

/// Forgets its nucleo on purpose: the wall alone decides.
async fn reached(tx: &mut Tx) -> Vec<UsuarioId> {
    let sql = "SELECT id FROM usuarios WHERE nucleo_id IS NOT NULL ORDER BY id";
    tx.all(sql, ()).await.unwrap().into_iter().map(|(id,)| id).collect()
}

type Found = (Option<NucleoId>, Cargo);

async fn look_up(db: &Db, caller: &TestCaller, sessao: SessaoId) -> Option<(Tx, Found)> {
    db.look_up::<Found>(CALLER, (sessao, caller.id)).await.unwrap()
}

/// After every kind of use, every kind of use, on one and the same connection.
#[tokio::test(flavor = "multi_thread")]
async fn a_connection_keeps_nothing_of_whoever_had_it_before() {
    run(Engine::Postgres, bare, async |app| {
        let db = &app.app.db;
        let (ours, theirs) = (app.nucleo().await, app.nucleo().await);
        let (ana, bia) = (ours.caller(Cargo::Membro).await, theirs.caller(Cargo::Membro).await);
        let root = app.super_admin().await;
        let sql = "SELECT usuario_id, id FROM sessoes";
        let sessions: Vec<(UsuarioId, SessaoId)> = app.rows(sql, ()).await;
        let session = |of: &TestCaller| sessions.iter().find(|(id, _)| *id == of.id).unwrap().1;
        let everybody = vec![ana.id, bia.id];
        let membro = |nucleo| Some((Some(nucleo), Cargo::Membro));

        let look_ups = [
            (&ana, session(&ana), vec![ana.id], membro(ours.id)),
            (&bia, session(&bia), vec![bia.id], membro(theirs.id)),
            (&bia, session(&ana), vec![], None), // not her session
            (&root, session(&root), everybody.clone(), Some((None, Cargo::SuperAdmin))),
            (&ana, app.new_id(), vec![], None), // no session at all
        ];
        let reaches = [
            (None, vec![]),
            (Some(Reach::Nucleo(ours.id)), vec![ana.id]),
            (Some(Reach::Nucleo(theirs.id)), vec![bia.id]),
            (Some(Reach::National), everybody.clone()),
        ];
        let mut backends = HashSet::new();
        for (caller, sessao, seen_before, found_before) in &look_ups {
            for (next, of_next, seen, found) in &look_ups {
                for (who, theirs, seen, found) in
                    [(caller, sessao, seen_before, found_before), (next, of_next, seen, found)]
                {
                    // Whoever is not found has no connection to read anything with.
                    let Some((mut tx, who)) = look_up(db, who, *theirs).await else {
                        assert_eq!(*found, None);
                        continue;
                    };
                    assert_eq!((reached(&mut tx).await, Some(who)), (seen.clone(), *found));
                    backends.insert(backend(&mut tx).await);
                }
            }
            for (reach, seen) in &reaches {
                drop(look_up(db, caller, *sessao).await);
                let mut tx = db.begin(Mode::Read, *reach).await.unwrap();
                assert_eq!(reached(&mut tx).await, *seen, "{reach:?}");
                backends.insert(backend(&mut tx).await);
            }
        }
        assert_eq!(backends.len(), 1, "all of this was asked on one connection");

        // One that fails half-way falls back to what the session had: that of somebody else.
        drop(look_up(db, &bia, session(&bia)).await);
        let failing = LookUp {
            postgres: "SELECT 1 / 0, set_config('nucleo.id', '*', false)
                FROM sessoes WHERE id = $1 AND usuario_id = $2",
            ..CALLER
        };
        assert!(db.look_up::<Found>(failing, (session(&root), root.id)).await.is_err());
        for (reach, seen) in &reaches {
            drop(db.begin(Mode::Snapshot, Some(Reach::National)).await.unwrap());
            let mut all_of_them = Vec::new();
            for _ in 0..POSTGRES_CONNECTIONS {
                all_of_them.push(db.begin(Mode::Read, *reach).await.unwrap());
            }
            for tx in &mut all_of_them {
                assert_eq!(reached(tx).await, *seen, "{reach:?}");
            }
        }
    })
    .await;
}

/// A server that was started anew costs one request its answer, not one for every connection.
#[tokio::test(flavor = "multi_thread")]
async fn one_broken_connection_casts_doubt_on_the_others() {
    run(Engine::Postgres, bare, async |app| {
        let db = &app.app.db;
        let Pools::Postgres { readers, writers } = &*db.pools else { return };
        let mut all_of_them = Vec::new();
        for _ in 0..POSTGRES_CONNECTIONS {
            all_of_them.push(db.begin(Mode::Read, Some(Reach::National)).await.unwrap());
        }
        let mut pids = Vec::new();
        for tx in &mut all_of_them {
            pids.push(backend(tx).await);
        }
        drop(all_of_them);
        let mut admin = PgConnection::connect_with(writers.options()).await.unwrap();
        for pid in &pids {
            let sql = format!("SELECT pg_terminate_backend({pid}, 5000)");
            admin.execute(AssertSqlSafe(sql)).await.unwrap();
        }

        let broken = db.begin(Mode::Read, Some(Reach::National)).await;
        assert_eq!(broken.err().unwrap().code(), INDISPONIVEL);
        while readers.size() == POSTGRES_CONNECTIONS {
            tokio::task::yield_now().await; // A task looks at what came back broken.
        }
        let mut all_of_them = Vec::new();
        for _ in 0..POSTGRES_CONNECTIONS {
            all_of_them.push(db.begin(Mode::Read, Some(Reach::National)).await.unwrap());
        }
        for tx in &mut all_of_them {
            assert!(!pids.contains(&backend(tx).await));
        }
    })
    .await;
}
