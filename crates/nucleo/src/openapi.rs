//! The document that describes the service: generated from the handlers, with the permission of
//! each operation taken from the policy table.

use base::error::{Code, GENERAL};
use base::problem::Problem;
use serde_json::{Value, json};
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;

use crate::errors::PRODUCT;
use crate::{policy, router};

#[derive(OpenApi)]
#[openapi(info(title = "Nucleo"), components(schemas(Problem)))]
struct Description;

/// The API description, as it is served, printed by `nucleo openapi` and committed.
pub fn openapi() -> Value {
    let mut description = Description::openapi();
    description.info.description = Some(introduction());
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
    let bearer = SecurityScheme::Http(bearer);
    description.components.get_or_insert_default().add_security_scheme("bearer", bearer);
    let document = OpenApiRouter::with_openapi(description).merge(router::areas()).into_openapi();
    let mut document = serde_json::to_value(document).unwrap_or_default();
    for operation in operations(&mut document) {
        name(operation);
        say_who_may(operation);
    }
    document
}

/// `<area>_<handler>`: the handlers of one area have names of their own, those of two need not.
fn name(operation: &mut Value) {
    let text = |path| operation.pointer(path).and_then(Value::as_str).unwrap_or_default();
    let name = format!("{}_{}", text("/tags/0"), text("/operationId"));
    operation["operationId"] = json!(name);
}

fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    paths.into_iter().flat_map(|paths| paths.values_mut()).flat_map(|methods| {
        methods.as_object_mut().into_iter().flat_map(|methods| methods.values_mut())
    })
}

/// Appends the permission to the description, so that the handler need not repeat it.
fn say_who_may(operation: &mut Value) {
    let capability =
        operation.pointer("/security/0/bearer").map(|names| names.get(0).and_then(Value::as_str));
    let who = match capability {
        None => "Pública: não pede token.".to_owned(),
        Some(None) => "Permissão: qualquer pessoa com conta ativa.".to_owned(),
        Some(Some(capability)) => {
            let cargos = policy::admitted(capability).unwrap_or_default();
            let cargos: Vec<_> = cargos.iter().map(|cargo| cargo.as_str()).collect();
            format!("Permissão: `{capability}` ({}).", cargos.join(", "))
        }
    };
    let description = match operation.get("description").and_then(Value::as_str) {
        Some(description) => format!("{description}\n\n{who}"),
        None => who,
    };
    operation["description"] = json!(description);
    if admits_inside_a_nucleo(operation) {
        offer_nucleo_header(operation);
    }
}

fn admits_inside_a_nucleo(operation: &Value) -> bool {
    let capability = operation.pointer("/security/0/bearer/0").and_then(Value::as_str);
    capability.and_then(policy::admitted).is_some_and(|cargos| cargos.len() > 1)
}

fn offer_nucleo_header(operation: &mut Value) {
    let header = json!({
        "name": "X-Nucleo-Id", "in": "header", "required": false,
        "description": "Só para SUPER_ADMIN: o núcleo em que agir. Dos outros é ignorado.",
        "schema": {"type": "string", "format": "uuid"},
    });
    match operation["parameters"].as_array_mut() {
        Some(parameters) => parameters.push(header),
        None => operation["parameters"] = json!([header]),
    }
}

fn introduction() -> String {
    let row = |code: &&Code| {
        format!("| `{}` | {} | {} |\n", code.name, code.status.as_u16(), code.detail)
    };
    let codes: String = GENERAL.iter().chain(PRODUCT).map(row).collect();
    format!(
        "API da plataforma Nucleo, para organizações com núcleos.\n\n\
         Entre com `POST /api/auth/login` e mande o `accessToken` no cabeçalho \
         `Authorization: Bearer`. Tudo o que se lê e se escreve é do próprio núcleo. Um \
         SUPER_ADMIN escolhe um núcleo com o cabeçalho `X-Nucleo-Id`; sem ele, alcança todos.\n\n\
         Datas são UTC, em RFC 3339 com milissegundos. Listas paginadas aceitam `page` e `limit` \
         (até 100). Campos desconhecidos no JSON são ignorados.\n\n\
         ## Quem pode o quê\n\n{}\n\n\
         ## Erros\n\nTodo erro é `application/problem+json` (RFC 9457). `codigo` é estável; \
         `campos` vem só na validação, com todas as violações de uma vez.\n\n\
         | codigo | status | o que houve |\n|---|---|---|\n{codes}",
        policy::matrix(),
    )
}
