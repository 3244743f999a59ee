//! What is measured. A workload is one request in many variations, asked of the service and of the
//! bare server alike.
//!
//! To add one: an entry in `ALL` and its requests here, its statements in `statements.rs`, its
//! handler in `bare`.

use serde_json::{Value, json};

use crate::asker::{self, Team};
use crate::dataset::BUSCAS;
use crate::http1::Request;
use crate::place::Engine;

pub struct Workload {
    pub name: &'static str,
    pub requests: fn(&[Team]) -> Vec<Request>,
    pub limit: Limit,
    /// What part of the limit the service should reach.
    pub target: fn(Engine) -> Option<f64>,
    /// What an answer says that service and bare server must agree on; `None` if it is not the
    /// answer to what was asked.
    pub essence: fn(&Value) -> Option<Value>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    BareServer,
    /// Passwords hashed and nothing else.
    Argon2id,
}

pub const ALL: &[Workload] = &[
    Workload {
        name: "login",
        requests: logins,
        limit: Limit::Argon2id,
        target: |_| None,
        essence: |answer| answer.get("accessToken").map(Value::is_string).map(Value::from),
    },
    Workload {
        name: "membros: busca e total",
        requests: members,
        limit: Limit::BareServer,
        target: |_| Some(0.6),
        essence: page,
    },
    Workload {
        name: "saldo",
        requests: balances,
        limit: Limit::BareServer,
        target: |_| Some(0.4),
        essence: |answer| answer.get("saldo").cloned(),
    },
    Workload {
        name: "extrato",
        requests: statements,
        limit: Limit::BareServer,
        target: |_| Some(0.6),
        essence: page,
    },
    Workload {
        name: "crédito no extrato",
        requests: credits,
        limit: Limit::BareServer,
        target: |engine| match engine {
            Engine::Sqlite => Some(0.3),
            Engine::Postgres => Some(0.5),
        },
        essence: |answer| answer.get("valor").cloned(),
    },
];

fn logins(teams: &[Team]) -> Vec<Request> {
    let members = teams.iter().flat_map(|team| &team.membros);
    members.map(|member| asker::login(&member.email)).collect()
}

fn members(teams: &[Team]) -> Vec<Request> {
    let one = |team: &Team, busca| {
        team.coordenador.get(&format!("/api/membros?search={busca}&page=1&limit=20"))
    };
    BUSCAS.iter().flat_map(|busca| teams.iter().map(move |team| one(team, busca))).collect()
}

pub fn balances(teams: &[Team]) -> Vec<Request> {
    let members = teams.iter().flat_map(|team| &team.membros);
    members.map(|member| member.get("/api/economia/saldo?")).collect()
}

fn statements(teams: &[Team]) -> Vec<Request> {
    let members = teams.iter().flat_map(|team| &team.membros);
    members.map(|member| member.get("/api/economia/extrato?page=1&limit=20")).collect()
}

/// A different wallet each time, and the nucleos by turns.
fn credits(teams: &[Team]) -> Vec<Request> {
    let most = teams.iter().map(|team| team.carteiras.len()).max().unwrap_or_default();
    let one = |team: &Team, number: usize| {
        let usuario = team.carteiras.get(number)?;
        let body = json!({
            "usuarioId": usuario, "valor": 10, "tipo": "CREDITO",
            "justificativa": "Ajuda na mudança da sede",
        });
        Some(team.administrador.post("/api/economia/ajuste-manual", body))
    };
    (0..most).flat_map(|number| teams.iter().filter_map(move |team| one(team, number))).collect()
}

/// Who is on the page, in which order, and how many there are.
fn page(answer: &Value) -> Option<Value> {
    let data = answer.get("data")?.as_array().filter(|data| !data.is_empty())?;
    let ids: Vec<_> = data.iter().map(|item| item.get("id")).collect::<Option<_>>()?;
    let total = answer.pointer("/pagination/total")?;
    Some(json!({ "ids": ids, "total": total }))
}
