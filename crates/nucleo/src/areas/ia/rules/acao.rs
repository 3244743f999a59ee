//! What a person does from within the chat: confirm, cancel, send a push, open a task.

use base::id::UsuarioId;
use base::scope::Cargo;
use base::validation::{Expected, Field, FieldErrors, MAX_NOME};
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::areas::ia::{AcaoId, Alvos};

const MAX_MENSAGEM: usize = 1000;
const MAX_MEMBROS: usize = 500;

base::text_enum! {
    /// O que fazer.
    pub enum NomeDaAcao {
        Confirmar = "confirmar",
        Cancelar = "cancelar",
        Push = "push",
        CriarTarefaAberta = "criar_tarefa_aberta",
    }
}

/// Um ato de quem conversa.
#[derive(Deserialize, ToSchema)]
pub struct AcaoInput {
    #[schema(value_type = NomeDaAcao)]
    action: Field<NomeDaAcao>,
    /// De `confirmar` e `cancelar`: `{acaoId}`. De `push`: `{titulo, mensagem, destinatarios}`, com
    /// `"all"`, `{"cargo": [...]}` ou `{"membroIds": [...]}`. De `criar_tarefa_aberta`: o corpo com
    /// que se cria uma tarefa.
    #[schema(value_type = Object, example = json!({"acaoId": "01956f4e-8c00-7000-8000-2f6c1a9d3b57"}))]
    payload: Field<Map<String, Value>>,
}

#[derive(Debug)]
pub enum Pedido {
    Confirmar(AcaoId),
    Cancelar(AcaoId),
    Push(Push),
    /// As it came: what a task may be is the business of tasks.
    CriarTarefa(Value),
}

#[derive(Debug, PartialEq)]
pub struct Push {
    pub titulo: String,
    pub mensagem: String,
    pub destinatarios: Alvos,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Decisao {
    acao_id: Field<AcaoId>,
}

#[derive(Deserialize)]
struct PushInput {
    titulo: Field<String>,
    mensagem: Field<String>,
    destinatarios: Field<DestinatariosInput>,
}

#[derive(Deserialize)]
#[serde(transparent)]
struct DestinatariosInput(Value);

impl Expected for DestinatariosInput {
    const EXPECTED: &'static str = "Informe \"all\", {\"cargo\": [...]} ou {\"membroIds\": [...]}.";
}

impl Pedido {
    pub fn parse(input: AcaoInput) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let nome = erros.required("action", input.action);
        let payload = erros.required("payload", input.payload).map(Value::Object);
        let pedido = nome.zip(payload).and_then(|(nome, payload)| match nome {
            NomeDaAcao::Confirmar => acao(&mut erros, payload).map(Self::Confirmar),
            NomeDaAcao::Cancelar => acao(&mut erros, payload).map(Self::Cancelar),
            NomeDaAcao::Push => push(&mut erros, payload).map(Self::Push),
            NomeDaAcao::CriarTarefaAberta => Some(Self::CriarTarefa(payload)),
        });
        erros.finish(pedido)
    }
}

fn acao(erros: &mut FieldErrors, payload: Value) -> Option<AcaoId> {
    let Decisao { acao_id } = serde_json::from_value(payload).ok()?;
    erros.required("payload.acaoId", acao_id)
}

fn push(erros: &mut FieldErrors, payload: Value) -> Option<Push> {
    let input: PushInput = serde_json::from_value(payload).ok()?;
    let titulo = erros.text("payload.titulo", input.titulo, MAX_NOME);
    let mensagem = erros.text("payload.mensagem", input.mensagem, MAX_MENSAGEM);
    let destinatarios = erros.required("payload.destinatarios", input.destinatarios);
    let destinatarios = destinatarios.and_then(|DestinatariosInput(dito)| alvos(erros, dito));
    let ((titulo, mensagem), destinatarios) = titulo.zip(mensagem).zip(destinatarios)?;
    Some(Push { titulo, mensagem, destinatarios })
}

fn alvos(erros: &mut FieldErrors, dito: Value) -> Option<Alvos> {
    const CAMPO: &str = "payload.destinatarios";
    match dito {
        Value::String(texto) if texto == "all" => return Some(Alvos::Todos),
        Value::Object(mut campos) => match (campos.remove("cargo"), campos.remove("membroIds")) {
            (Some(cargos), None) => {
                let campo = format!("{CAMPO}.cargo");
                return lista(erros, &campo, cargos, Cargo::ALL.len(), |item| {
                    let cargo = Cargo::deserialize(item).ok();
                    cargo
                        .filter(|cargo| *cargo != Cargo::SuperAdmin)
                        .ok_or("Este cargo não existe.")
                })
                .map(Alvos::Cargos);
            }
            (None, Some(membros)) => {
                let campo = format!("{CAMPO}.membroIds");
                return lista(erros, &campo, membros, MAX_MEMBROS, |item| {
                    UsuarioId::deserialize(item).map_err(|_| UsuarioId::EXPECTED)
                })
                .map(Alvos::Membros);
            }
            _ => {}
        },
        _ => {}
    }
    erros.add(CAMPO, DestinatariosInput::EXPECTED);
    None
}

fn lista<T: PartialEq>(
    erros: &mut FieldErrors,
    campo: &str,
    dito: Value,
    max: usize,
    ler: impl Fn(Value) -> Result<T, &'static str>,
) -> Option<Vec<T>> {
    let Value::Array(itens) = dito else {
        erros.add(campo, Vec::<T>::EXPECTED);
        return None;
    };
    if itens.is_empty() || itens.len() > max {
        erros.add(campo, format!("Informe de 1 a {max} itens."));
        return None;
    }
    let (quantos, mut lidos, mut errados) = (itens.len(), Vec::with_capacity(itens.len()), 0);
    for (posicao, item) in itens.into_iter().enumerate() {
        match ler(item) {
            Ok(item) if lidos.contains(&item) => {}
            Ok(item) => lidos.push(item),
            Err(mensagem) => {
                errados += 1;
                erros.add(format!("{campo}[{posicao}]"), mensagem);
            }
        }
    }
    (errados == 0 && quantos > 0).then_some(lidos)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parse(corpo: Value) -> Result<Pedido, Vec<String>> {
        let lido = Pedido::parse(serde_json::from_value(corpo).unwrap());
        lido.map_err(|erros| erros.campos().map(str::to_owned).collect())
    }

    fn push(destinatarios: Value) -> Result<Pedido, Vec<String>> {
        let payload = json!({"titulo": "T", "mensagem": "M", "destinatarios": destinatarios});
        parse(json!({"action": "push", "payload": payload}))
    }

    #[test]
    fn a_push_goes_to_all_to_cargos_or_to_people() {
        let id = base::Uuid::nil();
        for (dito, esperado) in [
            (json!("all"), Alvos::Todos),
            (json!({"cargo": ["MEMBRO", "MEMBRO"]}), Alvos::Cargos(vec![Cargo::Membro])),
            (json!({"membroIds": [id]}), Alvos::Membros(vec![id.into()])),
        ] {
            let Ok(Pedido::Push(push)) = push(dito) else { panic!("a push") };
            assert_eq!(push.destinatarios, esperado);
        }
        for (dito, campo) in [
            (json!("todos"), "payload.destinatarios"),
            (json!({}), "payload.destinatarios"),
            (json!({"cargo": ["MEMBRO"], "membroIds": []}), "payload.destinatarios"),
            (json!({"cargo": []}), "payload.destinatarios.cargo"),
            (json!({"cargo": ["SUPER_ADMIN"]}), "payload.destinatarios.cargo[0]"),
            (json!({"membroIds": "x"}), "payload.destinatarios.membroIds"),
            (json!({"membroIds": [id, 7]}), "payload.destinatarios.membroIds[1]"),
            (json!(null), "payload.destinatarios"),
        ] {
            assert_eq!(push(dito.clone()).unwrap_err(), [campo], "{dito}");
        }
    }

    #[test]
    fn every_mistake_is_named() {
        for (corpo, campos) in [
            (json!({}), vec!["action", "payload"]),
            (json!({"action": "apagar", "payload": {}}), vec!["action"]),
            (json!({"action": "confirmar", "payload": []}), vec!["payload"]),
            (json!({"action": "confirmar", "payload": {}}), vec!["payload.acaoId"]),
            (json!({"action": "cancelar", "payload": {"acaoId": "x"}}), vec!["payload.acaoId"]),
            (
                json!({"action": "push", "payload": {}}),
                vec!["payload.titulo", "payload.mensagem", "payload.destinatarios"],
            ),
        ] {
            assert_eq!(parse(corpo.clone()).unwrap_err(), campos, "{corpo}");
        }
    }
}
