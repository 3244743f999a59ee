//! Numbers about the running service, in the text format that Prometheus reads.

use std::sync::OnceLock;
use std::time::Duration;

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

/// Counts something worth an alarm; by nothing at the start, so that it can be watched before it
/// ever happens.
pub fn count(name: &'static str, times: u64) {
    metrics::counter!(name).increment(times);
}

pub(crate) fn request(method: &'static str, route: String, status: u16, elapsed: Duration) {
    let labels = [("method", method.to_owned()), ("route", route), ("status", status.to_string())];
    metrics::counter!("http_requests_total", &labels).increment(1);
    metrics::histogram!("http_request_duration_seconds", &labels).record(elapsed.as_secs_f64());
}

/// Everything, rendered.
pub fn render() -> String {
    recorder().map(PrometheusHandle::render).unwrap_or_default()
}
