use std::sync::atomic::{AtomicI64, Ordering};

use axum::Router;
use chrono::Duration;
use serde::{Deserialize, Serialize};

use super::worker::{LEASE, MAX_ATTEMPTS, pause};
use super::{Event, Worker};
use crate::app::{App, Service};
use crate::db::{Mode, Reach};
use crate::error::ERRO_INTERNO;
use crate::testing::TestApp;
use crate::{Uuid, both_engines};

both_engines! { super::counting_service;
    what_is_rolled_back_is_not_published,
    four_workers_deliver_two_hundred_events_once_each,
    a_failure_is_retried_with_growing_pauses_and_ends_dead,
    a_panic_is_a_failure_like_any_other,
    a_claim_that_was_never_delivered_comes_back,
    a_late_worker_changes_nothing,
    an_event_waits_for_its_time,
    an_event_that_nobody_knows_waits_for_whoever_will,
    a_schedule_runs_once_per_slot_and_makes_up_for_what_it_missed,
}

#[derive(Serialize, Deserialize)]
enum Counted {
    Fine,
    Fails,
    Panics,
}

impl Event for Counted {
    const NAME: &'static str = "test.counted";
}

#[derive(Serialize, Deserialize)]
struct Unknown;

impl Event for Unknown {
    const NAME: &'static str = "test.unknown";
}

#[derive(Default, Serialize, Deserialize)]
struct Tick;

impl Event for Tick {
    const NAME: &'static str = "test.tick";
}

/// Delivering writes a row, so that the tests see what was committed and not what was tried.
fn counting_worker(app: App) -> Worker {
    Worker::new(app)
        .on(|tx, event: Counted| {
            Box::pin(async move {
                count(tx).await?;
                match event {
                    Counted::Fine => Ok(()),
                    Counted::Fails => Err(ERRO_INTERNO.into()),
                    Counted::Panics => panic!("as the test asked"),
                }
            })
        })
        .on(|tx, Tick| Box::pin(count(tx)))
}

async fn count(tx: &mut crate::db::NucleoTx) -> crate::Result<()> {
    static NEXT: AtomicI64 = AtomicI64::new(0);
    let nome = NEXT.fetch_add(1, Ordering::Relaxed).to_string();
    let id: Uuid = tx.new_id();
    tx.plain()
        .execute("INSERT INTO competencias_macro (id, nome) VALUES ($1, $2)", (id, nome))
        .await?;
    Ok(())
}

fn counting_service(app: App) -> Service {
    Service { router: Router::new(), worker: counting_worker(app) }
}

async fn publish<E: Event>(app: &TestApp, event: E) {
    app.operator.write(async |tx| tx.publish(None, &event).await).await.unwrap();
}

async fn delivered(app: &TestApp) -> i64 {
    app.count("SELECT count(*) FROM competencias_macro", ()).await
}

async fn owed(app: &TestApp) -> i64 {
    app.count("SELECT count(*) FROM outbox", ()).await
}

async fn what_is_rolled_back_is_not_published(app: &TestApp) {
    let mut tx = app.app.begin(Mode::Write, Reach::National).await.unwrap();
    tx.publish(None, &Counted::Fine).await.unwrap();
    drop(tx);
    assert_eq!(owed(app).await, 0);
}

async fn four_workers_deliver_two_hundred_events_once_each(app: &TestApp) {
    for _ in 0..200 {
        publish(app, Counted::Fine).await;
    }
    let mut workers = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let worker = counting_worker(app.app.clone());
        workers.spawn(async move {
            let mut claimed = 0;
            while let step @ 1.. = worker.step().await.unwrap() {
                claimed += step;
            }
            claimed
        });
    }
    assert_eq!(workers.join_all().await.iter().sum::<usize>(), 200);
    assert_eq!(delivered(app).await, 200);
}

async fn a_failure_is_retried_with_growing_pauses_and_ends_dead(app: &TestApp) {
    publish(app, Counted::Fails).await;
    let worker = counting_worker(app.app.clone());
    for attempt in 1..=MAX_ATTEMPTS {
        assert_eq!(worker.step().await.unwrap(), 1, "attempt {attempt}");
        assert_eq!(worker.step().await.unwrap(), 0, "not before its pause is over");
        app.advance(pause(attempt, Uuid::max()));
    }
    assert_eq!(worker.step().await.unwrap(), 0, "nobody tries a dead one");
    assert_eq!(delivered(app).await, 0, "what failed left nothing behind");
    let dead = "SELECT count(*) FROM outbox WHERE status = 'DEAD' AND last_error = 'ERRO_INTERNO'";
    assert_eq!(app.count(dead, ()).await, 1);
    app.execute("DELETE FROM outbox", ()).await;
}

async fn a_panic_is_a_failure_like_any_other(app: &TestApp) {
    publish(app, Counted::Panics).await;
    publish(app, Counted::Fine).await;
    let worker = counting_worker(app.app.clone());
    assert_eq!(worker.step().await.unwrap(), 2);
    assert_eq!((delivered(app).await, owed(app).await), (1, 1));
    app.execute("DELETE FROM outbox", ()).await;
}

async fn a_claim_that_was_never_delivered_comes_back(app: &TestApp) {
    publish(app, Counted::Fine).await;
    let worker = counting_worker(app.app.clone());
    assert_eq!(worker.claim().await.unwrap().len(), 1); // and now it dies
    assert_eq!(worker.step().await.unwrap(), 0);
    app.advance(LEASE);
    assert_eq!(worker.step().await.unwrap(), 1);
    assert_eq!(delivered(app).await, 1);
}

async fn a_late_worker_changes_nothing(app: &TestApp) {
    publish(app, Counted::Fine).await;
    let worker = counting_worker(app.app.clone());
    let late = worker.claim().await.unwrap();
    app.advance(LEASE);
    let current = worker.claim().await.unwrap();

    worker.deliver(&late[0]).await.unwrap();
    assert_eq!((delivered(app).await, owed(app).await), (0, 1));
    worker.deliver(&current[0]).await.unwrap();
    assert_eq!((delivered(app).await, owed(app).await), (1, 0));
}

async fn an_event_waits_for_its_time(app: &TestApp) {
    let due = app.now() + Duration::hours(1);
    app.operator.write(async |tx| tx.publish_at(due, None, &Counted::Fine).await).await.unwrap();
    app.advance(Duration::hours(1) - Duration::milliseconds(1));
    app.deliver().await;
    assert_eq!(delivered(app).await, 0);
    app.advance(Duration::milliseconds(1));
    app.deliver().await;
    assert_eq!(delivered(app).await, 1);
}

async fn an_event_that_nobody_knows_waits_for_whoever_will(app: &TestApp) {
    publish(app, Unknown).await;
    app.deliver().await;
    assert_eq!(app.events::<Unknown>().await.len(), 1);
    let later = Worker::new(app.app.clone()).on(|tx, Unknown| Box::pin(count(tx)));
    assert_eq!(later.step().await.unwrap(), 1);
    assert_eq!((delivered(app).await, owed(app).await), (1, 0));
}

async fn a_schedule_runs_once_per_slot_and_makes_up_for_what_it_missed(app: &TestApp) {
    let worker = || counting_worker(app.app.clone()).every::<Tick>(Duration::hours(1));
    let (one, other) = (worker(), worker());
    let steps = async || {
        let (one, other) = tokio::join!(one.step(), other.step());
        one.unwrap() + other.unwrap() + one_more(&worker()).await
    };
    assert_eq!(steps().await, 1, "the first slot");
    app.advance(Duration::minutes(59));
    assert_eq!(steps().await, 0, "still the first slot");
    app.advance(Duration::minutes(1));
    assert_eq!(steps().await, 1, "the second");
    app.advance(Duration::hours(5));
    assert_eq!(steps().await, 1, "five missed slots are one run");
    assert_eq!(delivered(app).await, 3);
}

async fn one_more(worker: &Worker) -> usize {
    worker.step().await.unwrap()
}

#[test]
fn pauses_grow_and_stay_within_a_quarter() {
    let (low, high) = (Uuid::nil(), Uuid::max());
    assert_eq!(pause(1, low), Duration::seconds(2));
    assert_eq!(pause(1, high), Duration::milliseconds(2500));
    assert_eq!(pause(99, low), Duration::seconds(1024));
    assert!((1..10).all(|n| pause(n, high) < pause(n + 1, low)));
}
