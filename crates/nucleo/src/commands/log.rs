//! What the process says about itself.

use std::fmt;
use std::io::IsTerminal;

use serde_json::to_string as json;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields, FormattedFields};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
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
            let layer = layer.fmt_fields(JsonFields).event_format(JsonLine);
            registry.with(layer).with(filter).init();
        }
    }
}

/// One object per event: its fields, and under `span` those of the request it belongs to. The
/// format of the library says the same, but parses and writes the fields of the request anew for
/// every line.
struct JsonLine;

impl<S: Subscriber + for<'a> LookupSpan<'a>> FormatEvent<S, JsonFields> for JsonLine {
    fn format_event(
        &self,
        context: &FmtContext<'_, S, JsonFields>,
        mut line: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        line.write_str("{\"timestamp\":\"")?;
        SystemTime.format_time(&mut line)?;
        let metadata = event.metadata();
        write!(line, "\",\"level\":\"{}\"", metadata.level())?;
        JsonFields.format_fields(line.by_ref(), event)?;
        write!(line, ",\"target\":\"{}\"", metadata.target())?;
        let parent = event.parent().and_then(|id| context.span(id));
        if let Some(span) = parent.or_else(|| context.lookup_current()) {
            write!(line, ",\"span\":{{\"name\":\"{}\"", span.name())?;
            if let Some(fields) = span.extensions().get::<FormattedFields<JsonFields>>() {
                line.write_str(fields)?;
            }
            line.write_char('}')?;
        }
        line.write_str("}\n")
    }
}

/// Every field as `,"name":value`: each follows another.
struct JsonFields;

impl<'writer> FormatFields<'writer> for JsonFields {
    fn format_fields<R: RecordFields>(&self, line: Writer<'writer>, fields: R) -> fmt::Result {
        let mut visitor = JsonVisitor { line, written: Ok(()) };
        fields.record(&mut visitor);
        visitor.written
    }

    fn add_fields(
        &self,
        current: &'writer mut FormattedFields<Self>,
        fields: &tracing::span::Record<'_>,
    ) -> fmt::Result {
        self.format_fields(current.as_writer(), fields)
    }
}

struct JsonVisitor<'writer> {
    line: Writer<'writer>,
    written: fmt::Result,
}

impl JsonVisitor<'_> {
    fn write(&mut self, field: &Field, value: fmt::Arguments<'_>) {
        let name = field.name().trim_start_matches("r#");
        if self.written.is_ok() {
            self.written = write!(self.line, ",\"{name}\":{value}");
        }
    }
}

impl Visit for JsonVisitor<'_> {
    fn record_i64(&mut self, field: &Field, value: i64) {
        self.write(field, format_args!("{value}"));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.write(field, format_args!("{value}"));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.write(field, format_args!("{value}"));
    }

    /// What is no number is none in JSON.
    fn record_f64(&mut self, field: &Field, value: f64) {
        let text = json(&value).unwrap_or_default();
        self.write(field, format_args!("{text}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        let text = json(value).unwrap_or_default();
        self.write(field, format_args!("{text}"));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use serde_json::{Value, json};

    use super::*;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn every_line_is_one_object_whatever_is_said() {
        let written = Written::default();
        let writer = written.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_writer(move || writer.clone())
            .fmt_fields(JsonFields)
            .event_format(JsonLine);
        tracing::subscriber::with_default(subscriber.finish(), || {
            let span = tracing::info_span!("request", id = "a\"b\n", late = tracing::field::Empty);
            span.record("late", -1_i64);
            span.in_scope(
                || tracing::info!(ms = 1.5, up = true, cause = ?"\u{1}", "said {}", "\\"),
            );
            tracing::warn!(nothing = f64::NAN, r#type = 7_u64);
        });

        let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        let mut lines: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for line in &mut lines {
            let timestamp = line.as_object_mut().unwrap().remove("timestamp").unwrap();
            assert!(timestamp.as_str().unwrap().ends_with('Z'), "{timestamp}");
        }
        let target = module_path!();
        let first = json!({
            "level": "INFO", "ms": 1.5, "up": true, "cause": "\"\\u{1}\"", "message": "said \\",
            "target": target, "span": {"name": "request", "id": "a\"b\n", "late": -1},
        });
        let second = json!({"level": "WARN", "nothing": null, "type": 7, "target": target});
        assert_eq!(lines, [first, second]);
    }
}
