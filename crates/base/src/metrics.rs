//! Numbers about the running service, in the text format that Prometheus reads.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use metrics::{Counter, Histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// Upper bounds of the buckets of request durations, in seconds.
const BUCKETS: &[f64] = &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// The recorder belongs to the process, not to one `App`: tests share it.
fn recorder() -> Option<&'static PrometheusHandle> {
    static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    RECORDER
        .get_or_init(|| {
            let matcher = Matcher::Full("http_request_duration_seconds".to_owned());
            let builder = PrometheusBuilder::new().set_buckets_for_metric(matcher, BUCKETS).ok()?;
            builder.install_recorder().ok()
        })
        .as_ref()
}

/// Call once before the first request, so that nothing goes uncounted.
pub fn install() {
    recorder();
}

/// Samples wait in memory until somebody reads them; this moves them on when nobody does.
pub(crate) fn upkeep() {
    if let Some(recorder) = recorder() {
        recorder.run_upkeep();
    }
}

/// Adds to a counter. Called with 0 at the start, its series is there before the first event.
pub fn count(name: &'static str, times: u64) {
    metrics::counter!(name).increment(times);
}

/// The numbers of one kind of request.
struct Series {
    method: &'static str,
    status: u16,
    count: Counter,
    seconds: Histogram,
}

impl Series {
    fn new(method: &'static str, route: &str, status: u16) -> Self {
        install(); // What is registered with no recorder would count for nobody, for good.
        let labels = [
            ("method", method.to_owned()),
            ("route", route.to_owned()),
            ("status", status.to_string()),
        ];
        Self {
            method,
            status,
            count: metrics::counter!("http_requests_total", &labels),
            seconds: metrics::histogram!("http_request_duration_seconds", &labels),
        }
    }

    fn record(&self, elapsed: Duration) {
        self.count.increment(1);
        self.seconds.record(elapsed);
    }
}

/// By route, found again without making a label.
static SERIES: LazyLock<RwLock<HashMap<String, Vec<Series>>>> = LazyLock::new(RwLock::default);

pub(crate) fn request(method: &'static str, route: &str, status: u16, elapsed: Duration) {
    let known = SERIES.read().unwrap_or_else(PoisonError::into_inner);
    let of_route = known.get(route).map_or(&[][..], Vec::as_slice);
    let same = |series: &&Series| series.method == method && series.status == status;
    if let Some(series) = of_route.iter().find(same) {
        return series.record(elapsed);
    }
    drop(known);
    // Two requests that are first at once both leave one: they lead to the same numbers.
    let series = Series::new(method, route, status);
    series.record(elapsed);
    let mut known = SERIES.write().unwrap_or_else(PoisonError::into_inner);
    known.entry(route.to_owned()).or_default().push(series);
}

/// Everything, rendered.
pub fn render() -> String {
    recorder().map(PrometheusHandle::render).unwrap_or_default()
}
