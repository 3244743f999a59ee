//! Who asks: the service is shown a token, the bare server is told the ids.

use std::net::SocketAddr;

use base::id::{NucleoId, UsuarioId};
use serde_json::{Value, json};

use crate::Failure;
use crate::dataset::{Community, People, Person, SENHA};
use crate::http1::{Connection, Request};

pub struct Asker {
    nucleo: NucleoId,
    usuario: UsuarioId,
    pub email: String,
    /// `None` before the bare server.
    token: Option<String>,
}

/// The askers of one nucleo.
pub struct Team {
    pub coordenador: Asker,
    pub administrador: Asker,
    pub membros: Vec<Asker>,
    /// Whose wallets can be credited.
    pub carteiras: Vec<UsuarioId>,
}

impl Asker {
    /// `path` ends in a query.
    pub fn get(&self, path: &str) -> Request {
        match &self.token {
            Some(token) => Request::get(path, Some(token)),
            None => {
                let (nucleo, usuario) = (self.nucleo, self.usuario);
                Request::get(&format!("{path}&nucleo={nucleo}&usuario={usuario}"), None)
            }
        }
    }

    pub fn post(&self, path: &str, mut body: Value) -> Request {
        if let (None, Some(fields)) = (&self.token, body.as_object_mut()) {
            fields.insert("nucleo".to_owned(), json!(self.nucleo));
            fields.insert("autorId".to_owned(), json!(self.usuario));
        }
        Request::post(path, self.token.as_deref(), &body)
    }
}

/// Everybody who asks, logged in to the service.
pub async fn log_in(people: &People, service: SocketAddr) -> Result<Vec<Team>, Failure> {
    let mut connection = Connection::open(service).await?;
    let mut teams = Vec::new();
    for community in &people.0 {
        let mut team = team(community);
        let staff = [&mut team.coordenador, &mut team.administrador];
        for asker in staff.into_iter().chain(&mut team.membros) {
            let answer = connection.send_for_json(&login(&asker.email)).await?;
            let token = answer.get("accessToken").and_then(Value::as_str);
            asker.token = Some(token.ok_or("a log-in without a token")?.to_owned());
        }
        teams.push(team);
    }
    Ok(teams)
}

pub fn without_tokens(people: &People) -> Vec<Team> {
    people.0.iter().map(team).collect()
}

pub fn login(email: &str) -> Request {
    Request::post("/api/auth/login", None, &json!({ "email": email, "senha": SENHA }))
}

fn team(community: &Community) -> Team {
    let asker = |person: &Person| Asker {
        nucleo: community.nucleo,
        usuario: person.id,
        email: person.email.clone(),
        token: None,
    };
    Team {
        coordenador: asker(&community.coordenador),
        administrador: asker(&community.administrador),
        membros: community.callers.iter().map(asker).collect(),
        carteiras: community.members.clone(),
    }
}
