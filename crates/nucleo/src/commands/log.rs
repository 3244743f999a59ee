//! What the process says about itself.

use std::io::IsTerminal;

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The service logs to stdout: text for a person, JSON for a machine that collects it. Any other
/// command warns on stderr. `RUST_LOG` chooses what is said.
#[expect(clippy::disallowed_methods, reason = "spoken before there are settings")]
pub fn log(service: bool) {
    let default = if service { "info,sqlx=warn" } else { "warn" };
    let chosen = std::env::var("RUST_LOG").ok().and_then(|chosen| chosen.parse().ok());
    let filter: Targets = chosen.unwrap_or_else(|| default.parse().unwrap_or_default());
    let (registry, layer) = (tracing_subscriber::registry(), tracing_subscriber::fmt::layer());
    match service {
        false => registry.with(layer.with_writer(std::io::stderr)).with(filter).init(),
        true if std::io::stdout().is_terminal() => registry.with(layer).with(filter).init(),
        true => {
            // There are no spans: what belongs to a request carries its id.
            let json = layer.json().flatten_event(true);
            let json = json.with_current_span(false).with_span_list(false);
            registry.with(json).with(filter).init();
        }
    }
}
