//! Every operation of the API description, so that a new one is covered before anyone remembers.

use std::collections::BTreeSet;

use base::Uuid;
use base::scope::Cargo;
use base::testing::{TestApp, TestCaller, TestNucleo};
use serde_json::{Value, json};

use crate::entregas::{avisar_em, aviso_de_teste};

base::both_engines! { crate::service;
    nobody_gets_in_without_a_token,
    each_cargo_gets_in_where_the_description_says_and_nowhere_else,
    what_belongs_to_another_nucleo_is_not_found,
    garbage_is_refused_everywhere,
    what_a_body_cannot_lack_is_described_as_required,
    a_page_that_makes_no_sense_is_refused_everywhere,
}

/// Operations that are meant to be public. May only grow with a reason beside the entry.
const PUBLIC: &[&str] = &[
    "POST /api/auth/signup",          // the contract
    "POST /api/auth/login",           // the contract
    "POST /api/auth/refresh",         // the contract: the refresh token is the proof
    "POST /api/auth/logout",          // the refresh token is the proof
    "POST /api/auth/forgot-password", // the contract
    "POST /api/auth/reset-password",  // the token of the e-mail is the proof
    "GET /api/nucleos/publicos",      // the contract
    "GET /api/nucleos/{slug}",        // the contract
    "GET /api/competencias",          // needed before signing up
    "GET /api/emails/descadastrar",   // the signed token of the e-mail is the proof
    "POST /api/emails/descadastrar",  // the signed token of the e-mail is the proof
    "GET /arquivos/{bucket}/{nome}",  // pictures, whose names nobody can guess
    "POST /api/webhooks/pagamentos",  // the secret of the payment provider is the proof
    "GET /health",                    // asked by load balancers
    "GET /health/ready",              // asked by load balancers
    "GET /metrics",                   // asked by Prometheus; holds no personal data
];

/// Operations that name an id and yet have no other nucleo's id to be tried with.
const WITHOUT_FOREIGN_IDS: &[&str] = &[
    "POST /api/auth/signup",          // public: nucleoId is where one wants to go
    "GET /api/nucleos/{slug}",        // public
    "PATCH /api/admin/nucleos/{id}",  // SUPER_ADMIN alone, who reaches every nucleo
    "PATCH /api/perfil/competencias", // microId names the catalogue, which all nucleos share
    "POST /api/arquivos/{bucket}",    // the name of a bucket
    "GET /arquivos/{bucket}/{nome}",  // public
    "POST /api/tarefas",              // responsavelId is one field among others: 400, see projetos
];

/// Fields that are missed although the description does not require them: another may stand for them.
const ONE_OF_TWO: &[(&str, &str)] = &[
    ("POST /api/admin/emails/enviar", "destinatarios"), // or segmento
    ("POST /api/enquetes/{id}/votar", "opcaoId"),       // or opcaoIds
];

/// Operations that look for the thing before its new fields, in which the database has a say.
const LOOKED_UP_FIRST: &[&str] =
    &["PUT /api/membros/{id}/plano", "POST /api/projetos/{id}/tarefas"];

struct Operation {
    method: String,
    path: String,
    description: Value,
}

impl Operation {
    fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// `None`: public. `Some("")`: any account.
    fn capability(&self) -> Option<&str> {
        let bearer = self.description.pointer("/security/0/bearer")?;
        Some(bearer[0].as_str().unwrap_or_default())
    }

    /// The path with an id that names nothing.
    fn with_unknown_ids(&self) -> String {
        let mut path = self.path.clone();
        while let Some((before, after)) = path.split_once('{') {
            let (_, rest) = after.split_once('}').unwrap();
            path = format!("{before}0195e9a0-0000-7000-8000-000000000000{rest}");
        }
        path
    }

    /// The description of its JSON body.
    fn body<'a>(&self, document: &'a Value) -> Option<&'a Value> {
        let schema = "/requestBody/content/application~1json/schema/$ref";
        let schema = self.description.pointer(schema)?.as_str()?;
        document.pointer(schema.trim_start_matches('#'))
    }

    /// In JSON: what a form may hold is the business of the tests of files.
    fn takes_a_body(&self) -> bool {
        self.description.pointer("/requestBody/content/application~1json").is_some()
    }

    /// Whether an id of a thing comes in, by the path or the body.
    fn takes_an_id(&self, document: &Value) -> bool {
        let properties = self.body(document).and_then(|schema| schema["properties"].as_object());
        let is_id =
            |name: &String| ["Id", "Ids", "_id", "_ids"].iter().any(|end| name.ends_with(end));
        self.path.contains('{') || properties.is_some_and(|names| names.keys().any(is_id))
    }
}

fn operations() -> Vec<Operation> {
    let document = nucleo::openapi();
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, description) in methods.as_object().unwrap() {
            operations.push(Operation {
                method: method.to_uppercase(),
                path: path.clone(),
                description: description.clone(),
            });
        }
    }
    operations
}

async fn nobody_gets_in_without_a_token(app: &TestApp) {
    for operation in operations() {
        let response = app
            .anonymous()
            .send(&operation.method, &operation.with_unknown_ids(), "{}".into())
            .await;
        if PUBLIC.contains(&operation.name().as_str()) {
            assert!(![403, 405].contains(&response.status), "{}", operation.name());
        } else {
            response.expect_problem(401, "NAO_AUTENTICADO");
        }
    }
}

/// The description is the policy table, so this also shows that each handler asks for the
/// capability that its description names.
async fn each_cargo_gets_in_where_the_description_says_and_nowhere_else(app: &TestApp) {
    let nucleo = app.nucleo().await;
    for cargo in Cargo::ALL {
        for operation in operations() {
            let Some(capability) = operation.capability() else { continue };
            // A caller of their own each: some operations end the session.
            let caller = match cargo {
                Cargo::SuperAdmin => app.super_admin().await,
                cargo => nucleo.caller(*cargo).await,
            };
            let admitted = capability.is_empty()
                || nucleo::policy::admitted(capability).unwrap().contains(cargo);
            let response =
                caller.send(&operation.method, &operation.with_unknown_ids(), "{}".into()).await;
            let name = operation.name();
            assert_ne!(response.status, 401, "{name} as {cargo:?}");
            assert_eq!(response.status != 403, admitted, "{name} as {cargo:?}: {}", response.body);
        }
    }
}

/// What to ask of an operation so that it acts on something of another nucleo.
async fn foreign_request(app: &TestApp, operation: &Operation) -> Option<(String, Value)> {
    let theirs = app.nucleo().await;
    match operation.name().as_str() {
        "POST /api/auth/approve" | "POST /api/auth/reject" => {
            let id = theirs.person("PENDENTE").await.id;
            Some((operation.path.clone(), json!({ "usuarioId": id })))
        }
        "GET /api/membros/{id}" => Some((of_theirs(operation, &theirs).await, json!({}))),
        "PATCH /api/membros/{id}/cargo" => {
            Some((of_theirs(operation, &theirs).await, json!({ "cargo": "COORDENADOR" })))
        }
        "PATCH /api/membros/{id}/status" => {
            Some((of_theirs(operation, &theirs).await, json!({ "status": "SUSPENSO" })))
        }
        "POST /api/economia/ajuste-manual" => {
            let id = theirs.person("ATIVO").await.id;
            let body = json!({
                "usuarioId": id, "valor": 1, "tipo": "CREDITO", "justificativa": "Teste",
            });
            Some((operation.path.clone(), body))
        }
        "GET /api/enquetes/{id}" | "POST /api/enquetes/{id}/votar" => {
            Some(crate::enquetes::deles(app, &theirs, &operation.path).await)
        }
        "DELETE /api/financeiro/{id}" => {
            Some(crate::financeiro::deles(&theirs, &operation.path).await)
        }
        "PATCH /api/notificacoes/{id}/lida" => {
            let pessoa = theirs.person("ATIVO").await.id;
            avisar_em(app, Some(theirs.id), &aviso_de_teste(theirs.id, vec![pessoa])).await;
            let ids: Vec<(Uuid,)> = app.rows("SELECT id FROM notificacoes", ()).await;
            Some((operation.path.replace("{id}", &ids[0].0.to_string()), json!({})))
        }
        "POST /api/admin/entregas/{id}/repetir" => {
            let pessoa = theirs.person("ATIVO").await.id;
            avisar_em(app, Some(theirs.id), &aviso_de_teste(theirs.id, vec![pessoa])).await;
            let ids: Vec<(Uuid,)> = app.rows("SELECT id FROM entregas", ()).await;
            Some((operation.path.replace("{id}", &ids[0].0.to_string()), json!({})))
        }
        "GET /arquivos/comprovantes/{nome}" => {
            let coord = theirs.caller(Cargo::Coordenador).await;
            Some((crate::arquivos::comprovante(&coord).await, json!({})))
        }
        "GET /api/comunicados/{id}"
        | "PATCH /api/comunicados/{id}"
        | "DELETE /api/comunicados/{id}" => {
            let corpo = json!({ "titulo": "Deles", "conteudo": "Deles" });
            let coord = theirs.caller(Cargo::Coordenador).await;
            let criado = coord.post("/api/comunicados", corpo.clone()).await.expect(201);
            Some((operation.path.replace("{id}", criado["id"].as_str().unwrap()), corpo))
        }
        name if name.contains(" /api/ia/") => {
            Some(crate::ia::deles(&theirs, &operation.path).await)
        }
        "DELETE /api/conquistas/{id}" => {
            Some(crate::conquistas::deles(&theirs, &operation.path).await)
        }
        name if name.contains(" /api/loja/") => {
            Some(crate::loja::deles(&theirs, &operation.path).await)
        }
        name if name.contains(" /api/eventos/") => {
            Some(crate::eventos::deles(app, &theirs, &operation.path).await)
        }
        "POST /api/assinaturas" | "PATCH /api/planos/{id}" | "PUT /api/membros/{id}/plano" => {
            Some(crate::assinaturas::deles(&theirs, &operation.path).await)
        }
        name if name.contains(" /api/porta-vozes") => {
            Some(crate::porta_vozes::deles(app, &theirs, &operation.path).await)
        }
        name if name.contains(" /api/projetos/") || name.contains(" /api/tarefas/") => {
            Some(crate::projetos::deles(app, &theirs, &operation.path).await)
        }
        _ => None,
    }
}

/// The path of an operation on one person, with somebody of theirs in it.
async fn of_theirs(operation: &Operation, theirs: &TestNucleo<'_>) -> String {
    let id = theirs.person("ATIVO").await.id;
    operation.path.replace("{id}", &id.to_string())
}

async fn what_belongs_to_another_nucleo_is_not_found(app: &TestApp) {
    let document = nucleo::openapi();
    let ours = app.nucleo().await;
    for operation in operations().iter().filter(|operation| operation.takes_an_id(&document)) {
        let name = operation.name();
        if WITHOUT_FOREIGN_IDS.contains(&name.as_str()) {
            continue;
        }
        let request = foreign_request(app, operation).await;
        let (path, body) = request.unwrap_or_else(|| {
            panic!("{name} takes an id: say in foreign_request how to ask for another nucleo's")
        });
        let admin = ours.caller(Cargo::Administrador).await;
        let response = admin.send(&operation.method, &path, body.to_string().into()).await;
        assert_eq!(response.status, 404, "{name}: {}", response.body);
    }
}

async fn everybody(app: &TestApp, operation: &Operation) -> TestCaller {
    match operation.capability() {
        None => app.anonymous().with_header("asaas-access-token", crate::WEBHOOK_TOKEN),
        Some(_) => app.super_admin().await,
    }
}

/// Bodies that are no JSON object, fields of the wrong type, NUL bytes, odd Unicode.
async fn garbage_is_refused_everywhere(app: &TestApp) {
    let odd = "\u{202e}\u{0}🗳️\u{301}".repeat(50);
    let document = nucleo::openapi();
    let wrong =
        [json!(true), json!(-1), json!([]), json!({}), json!("x"), json!(odd), json!(1e300)];
    for operation in operations().iter().filter(|operation| operation.takes_a_body()) {
        let (name, path) = (operation.name(), operation.with_unknown_ids());
        for body in ["", "{", "[]", "null", "\"x\"", "\u{0}"] {
            let caller = everybody(app, operation).await;
            let response = caller.send(&operation.method, &path, body.to_owned().into()).await;
            response.expect_problem(400, "JSON_INVALIDO");
        }
        let properties = &operation.body(&document).unwrap()["properties"];
        for value in &wrong {
            let fields = properties.as_object().unwrap().keys();
            let body: Value = fields.map(|field| (field.clone(), value.clone())).collect();
            let caller = everybody(app, operation).await;
            let response = caller.send(&operation.method, &path, body.to_string().into()).await;
            assert!(
                (400..500).contains(&response.status) || response.status == 200,
                "{name} with {value}: {}",
                response.body
            );
        }
    }
}

/// A client that sends what is required is never told that something is missing, and needs no more.
async fn what_a_body_cannot_lack_is_described_as_required(app: &TestApp) {
    let (document, nucleo) = (nucleo::openapi(), app.nucleo().await);
    let mut wrong = Vec::new();
    for operation in operations().iter().filter(|operation| operation.takes_a_body()) {
        let admitted = operation.capability().and_then(nucleo::policy::admitted);
        let caller = match admitted.is_some_and(|cargos| cargos.contains(&Cargo::Administrador)) {
            true => nucleo.caller(Cargo::Administrador).await,
            false => everybody(app, operation).await,
        };
        let path = operation.with_unknown_ids();
        let response = caller.send(&operation.method, &path, "{}".into()).await;
        let names = |list: &Value, name: fn(&Value) -> &Value| -> BTreeSet<String> {
            let list = list.as_array().into_iter().flatten();
            list.map(|item| name(item).as_str().unwrap().to_owned()).collect()
        };
        let required = names(&operation.body(&document).unwrap()["required"], |name| name);
        let mut missed = names(&response.body["campos"], |error| &error["campo"]);
        missed.retain(|field| !ONE_OF_TWO.contains(&(&*operation.name(), &**field)));
        let name = operation.name();
        if LOOKED_UP_FIRST.contains(&name.as_str()) {
            response.expect(404);
        } else if missed != required {
            wrong.push(format!("{name} requires {required:?} and misses {missed:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

async fn a_page_that_makes_no_sense_is_refused_everywhere(app: &TestApp) {
    let mut paged = 0;
    for operation in operations() {
        let parameters = operation.description["parameters"].as_array();
        if !parameters.is_some_and(|names| names.iter().any(|name| name["name"] == "page")) {
            continue;
        }
        paged += 1;
        let caller = everybody(app, &operation).await;
        let path = match operation.path.contains('{') {
            true => foreign_request(app, &operation).await.unwrap().0,
            false => operation.path.clone(),
        };
        for query in ["page=0", "limit=0", "page=1.5", "limit=x", "page=-1", "limit=%00", "page="] {
            let response = caller.get(&format!("{path}?{query}")).await;
            let body = response.expect_problem(400, "DADOS_INVALIDOS");
            assert!(query.starts_with(body["campos"][0]["campo"].as_str().unwrap()));
        }
        caller.get(&format!("{path}?page=99999999999999999999&limit=1000")).await.expect(200);
    }
    assert!(paged > 0);
}

#[test]
fn what_is_public_is_listed() {
    let public: Vec<_> = operations()
        .iter()
        .filter(|operation| operation.capability().is_none())
        .map(Operation::name)
        .collect();
    for name in &public {
        assert!(PUBLIC.contains(&name.as_str()), "{name} is public: say why in PUBLIC");
    }
    assert_eq!(public.len(), PUBLIC.len(), "an entry of PUBLIC names no operation");
}

#[test]
fn every_operation_is_described() {
    for operation in operations() {
        let (name, description) = (operation.name(), &operation.description);
        assert!(description["summary"].is_string(), "{name} has no doc comment");
        assert!(description["tags"][0].is_string(), "{name} has no tag");
        let always = ["400", "404", "500", "503"];
        let with_token = ["401", "403"].iter().filter(|_| operation.capability().is_some());
        for status in always.iter().chain(with_token) {
            let problem = &description["responses"][status]["content"]["application/problem+json"];
            assert!(problem.is_object(), "{name}: add Problems or PublicProblems to its responses");
        }
        if let Some(capability) = operation.capability().filter(|name| !name.is_empty()) {
            assert!(
                nucleo::policy::admitted(capability).is_some(),
                "{name}: no {capability} in policy.rs"
            );
        }
    }
}

/// The values on the wire, not the names in the code.
#[test]
fn enumerations_are_described_by_their_values() {
    let document = nucleo::openapi();
    let described = &document["components"]["schemas"]["Cargo"]["enum"];
    let values: Vec<_> = Cargo::ALL.iter().map(|cargo| cargo.as_str()).collect();
    assert_eq!(*described, json!(values));
}

/// Generators of clients name their functions by it.
#[test]
fn every_operation_has_a_name_of_its_own() {
    let operations = operations();
    let names: BTreeSet<_> =
        operations.iter().map(|operation| operation.description["operationId"].as_str()).collect();
    assert_eq!(names.len(), operations.len());
}

/// What a client developer reads in the repository is what the service does.
#[test]
fn the_committed_description_is_fresh() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    let fresh = serde_json::to_string_pretty(&nucleo::openapi()).unwrap();
    assert!(committed.trim() == fresh, "docs/openapi.json is stale: run `make openapi`");
}
