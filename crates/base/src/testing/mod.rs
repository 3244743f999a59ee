//! The service in process, on a database of its own, at an hour that the test decides.
//!
//! A test is a plain `async fn(&TestApp)`; [`both_engines!`](crate::both_engines) runs it on SQLite
//! and on PostgreSQL. It ends with an outbox that holds nothing a subscriber waits for.
#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "a test says why and stops")]

mod caller;
mod database;

use std::io::Write;

use chrono::{DateTime, Duration};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

pub use caller::{TestCaller, TestNucleo, TestResponse};
pub use database::{Engine, TestDatabase};

use crate::Uuid;
use crate::address::Proxies;
use crate::app::{App, Operator, Service};
use crate::clock::{Clock, Timestamp};
use crate::db::{Db, Mode, Params, Reach, Row};
use crate::error::Result;
use crate::outbox::Event;
use crate::token::Tokens;

/// Declares the listed tests once per engine. One that is not listed is a dead-code warning.
#[macro_export]
macro_rules! both_engines {
    ($service:path; $($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                use $crate::testing::{Engine, run};
                run(Engine::Sqlite, $service, super::$test).await;
            })+
        }

        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                use $crate::testing::{Engine, run};
                run(Engine::Postgres, $service, super::$test).await;
            })+
        }
    };
}

pub async fn run(engine: Engine, service: fn(App) -> Service, test: impl AsyncFnOnce(&TestApp)) {
    let Some(database) = TestDatabase::create(engine).await else { return say_skipped() };
    let app = TestApp::new(database.db.clone(), service);
    test(&app).await;
    app.deliver().await;
    let dead = "SELECT event FROM outbox WHERE status = 'DEAD' OR attempts > 0";
    let failed: Vec<(String,)> = app.rows(dead, ()).await;
    assert_eq!(failed, [], "these events could not be delivered");
    app.stop_hearing().await;
    database.remove().await; // A test that failed leaves its database behind, to be looked at.
}

/// Once, and past the test harness, which swallows what a passing test prints.
fn say_skipped() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let message = b"WARNING: the tests on PostgreSQL are skipped\n";
        let _ = std::io::stderr().write_all(message);
    });
}

pub struct TestApp {
    pub(crate) app: App,
    pub operator: Operator,
    service: Service,
    hearing: Mutex<Option<JoinHandle<Result<()>>>>,
}

impl TestApp {
    fn new(db: Db, service: fn(App) -> Service) -> Self {
        let start = DateTime::parse_from_rfc3339("2026-03-02T12:00:00Z").expect("a valid date");
        let clock = Clock::manual(Timestamp::from(start.to_utc()));
        let tokens = Tokens::new(b"a secret of the tests");
        let proxies = Proxies::parse("192.0.2.1").expect("an address");
        let (app, operator) = App::new(db, clock, tokens, proxies);
        Self { service: service(app.clone()), app, operator, hearing: Mutex::default() }
    }

    pub fn now(&self) -> Timestamp {
        self.app.clock.now()
    }

    pub fn advance(&self, duration: Duration) {
        self.app.clock.advance(duration);
    }

    /// Delivers everything that is due now.
    pub async fn deliver(&self) {
        while self.service.worker.step().await.expect("the worker steps") > 0 {}
    }

    /// Starts to hear other instances, as a running worker does.
    #[expect(clippy::disallowed_methods, reason = "a task of the test")]
    pub async fn hear_others(&self) {
        let listener = self.app.db.listener(crate::live::CHANNEL).await.expect("LISTEN");
        if let Some(listener) = listener {
            let live = self.app.live.clone();
            let task = tokio::spawn(async move { live.pass_on(listener).await });
            *self.hearing.lock().await = Some(task);
        }
    }

    /// Its connection must be gone before the database can be removed.
    async fn stop_hearing(&self) {
        if let Some(task) = self.hearing.lock().await.take() {
            task.abort();
            let _ = task.await;
        }
    }

    /// The events of this kind that wait in the outbox, oldest first, with the nucleo of each.
    pub async fn events<E: Event>(&self) -> Vec<(Option<crate::id::NucleoId>, E)> {
        let sql = "SELECT nucleo_id, payload FROM outbox WHERE event = $1 ORDER BY id";
        let rows: Vec<(_, sqlx::types::Json<serde_json::Value>)> = self.rows(sql, (E::NAME,)).await;
        let event = |payload| serde_json::from_value(payload).expect("an event of this kind");
        rows.into_iter().map(|(nucleo, payload)| (nucleo, event(payload.0))).collect()
    }

    /// How many statements `work` took, BEGIN and COMMIT left out.
    pub async fn statements<T>(&self, work: impl Future<Output = T>) -> (u64, T) {
        let before = self.app.db.statements();
        let done = work.await;
        (self.app.db.statements() - before, done)
    }

    pub fn tokens(&self) -> &Tokens {
        self.app.tokens()
    }

    pub fn new_id<T: From<Uuid>>(&self) -> T {
        self.app.ids.next(self.now())
    }

    /// Looks at what the service has written, past every scope.
    pub async fn rows<T: Row>(&self, sql: &'static str, params: impl Params) -> Vec<T> {
        let mut tx = self.app.db.begin(Mode::Read, Some(Reach::National)).await.expect("BEGIN");
        tx.all(sql, params).await.expect(sql)
    }

    /// The number that a `SELECT count(*)` finds, past every scope.
    pub async fn count(&self, sql: &'static str, params: impl Params) -> i64 {
        self.rows(sql, params).await.into_iter().map(|(count,): (i64,)| count).sum()
    }

    /// Runs a statement past every scope: for making what the service would not make.
    pub async fn execute(&self, sql: &'static str, params: impl Params) {
        let mut tx = self.app.db.begin(Mode::Write, Some(Reach::National)).await.expect("BEGIN");
        tx.execute(sql, params).await.expect(sql);
        tx.commit().await.expect("COMMIT");
    }
}
