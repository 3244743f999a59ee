//! What the process says about itself.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

/// The service logs to stdout: text for a person, JSON for a machine that collects it. Any other
/// command warns on stderr. `RUST_LOG` chooses what is said.
pub fn log(service: bool) {
    let default = if service { "info,sqlx=warn" } else { "warn" };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(default));
    let subscriber = tracing_subscriber::fmt().with_env_filter(filter);
    match service {
        false => subscriber.with_writer(std::io::stderr).init(),
        true if std::io::stdout().is_terminal() => subscriber.init(),
        true => subscriber.json().flatten_event(true).with_span_list(false).init(),
    }
}
