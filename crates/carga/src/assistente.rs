//! How long each reading tool of the built-in assistant takes, from the question to the answer.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Instant;

use assistente::Ferramenta;
use serde_json::{Value, json};

use crate::Failure;
use crate::asker;
use crate::bench;
use crate::dataset::People;
use crate::http1::Connection;
use crate::latencies::{Latencies, Summary};
use crate::place::Place;
use crate::server::Server;

const NAME: &str = "assistente";
/// How often each is asked; the first one is not counted.
const TIMES: usize = 50;

pub struct Answered {
    pub tool: &'static str,
    pub latency: Summary,
}

pub async fn measure(
    place: &Place,
    origin: &str,
    people: &People,
    (binary, folder): (&Path, &Path),
) -> Result<Vec<Answered>, Failure> {
    let database = place.copy(origin, NAME).await?;
    let command = |address: SocketAddr| {
        let mut command = bench::serve_command(binary, &database, folder, address);
        // One person asks more than a person would.
        command.env("NUCLEO_LIMITE_IA", "1000000");
        command
    };
    let service = Server::start(command, &folder.join("assistente.log")).await?;
    let teams = asker::log_in(people, service.address).await?;
    let coordenador = &teams.first().ok_or("nobody to ask")?.coordenador;
    let mut connection = Connection::open(service.address).await?;
    let mut answered = Vec::new();
    for tool in Ferramenta::TODAS.iter().copied().filter(|tool| !tool.escreve()) {
        let question = json!({"role": "user", "content": assistente::exemplo(tool)});
        let request = coordenador.post("/api/ia/chat", json!({ "messages": [question] }));
        let mut latencies = Latencies::default();
        for time in 0..=TIMES {
            let begin = Instant::now();
            let answer = connection.send_for_json(&request).await?;
            if time > 0 {
                latencies.record(begin.elapsed().as_micros());
            }
            let ran = answer.pointer("/tool_calls/0").and_then(Value::as_str);
            // A poll or a person that the data set lacks is asked back for, and still looked for.
            if ran.is_some_and(|ran| ran != tool.as_str()) {
                return Err(format!("asked for {}, ran {ran:?}", tool.as_str()).into());
            }
        }
        answered.push(Answered { tool: tool.as_str(), latency: latencies.summary() });
    }
    service.stop().await?;
    Ok(answered)
}
