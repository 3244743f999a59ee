//! What a webhook may say. Pure: no async, no SQL, no HTTP.

use base::Uuid;
use base::clock::start_of_day;
use base::id::UsuarioId;
use base::reais::Reais;
use base::validation::{Expected, Field, FieldErrors, MAX_NOME};
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;

use super::TipoDeEvento;

/// Far from what a sum can hold, however often it is reached.
const MAX_CENTAVOS: i64 = 99_999_999_999;

/// O que o provedor de pagamentos conta. O que não está aqui é ignorado.
#[derive(Deserialize, ToSchema)]
pub struct WebhookInput {
    /// O id do evento: o mesmo conta uma vez.
    #[schema(value_type = String, example = "evt_05b708f961d739ea7eba7e4db318f621")]
    pub id: Field<String>,
    /// PAYMENT_RECEIVED, PAYMENT_CONFIRMED ou PAYMENT_OVERDUE; outro não faz nada.
    #[schema(value_type = String, example = "PAYMENT_RECEIVED")]
    pub event: Field<String>,
    #[schema(value_type = PagamentoInput)]
    pub payment: Field<PagamentoInput>,
}

/// O pagamento de que se conta.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PagamentoInput {
    /// O id do pagamento: o mesmo paga uma vez.
    #[schema(value_type = String, example = "pay_080225913252")]
    pub id: Field<String>,
    /// Em reais. Menos que o preço da assinatura não paga nada; mais, paga um período.
    #[schema(value_type = f64, example = 20)]
    pub value: Field<Number>,
    /// AAAA-MM-DD.
    #[schema(value_type = Option<String>, format = Date)]
    pub due_date: Field<String>,
    /// O id do membro.
    #[schema(value_type = Option<String>, format = Uuid)]
    pub external_reference: Field<String>,
}

impl Expected for PagamentoInput {
    const EXPECTED: &'static str = "Informe um objeto com o pagamento.";
    const IS_OBJECT: bool = true;
}

/// What the provider told of a payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notificacao {
    /// The provider's id of the event.
    pub id: String,
    pub tipo: TipoDeEvento,
    /// The provider's id of the payment.
    pub provedor_id: String,
    pub centavos: i64,
    pub vencimento: Option<String>,
    pub referencia: Option<String>,
}

impl Notificacao {
    /// `None` for an event that means nothing here, whatever else it carries.
    pub fn parse(input: WebhookInput) -> Result<Option<Self>, FieldErrors> {
        let mut erros = FieldErrors::default();
        let id = erros.text("id", input.id, MAX_NOME);
        let event = erros.text("event", input.event, MAX_NOME);
        let conhecido = |event: &str| TipoDeEvento::ALL.iter().find(|tipo| tipo.as_str() == event);
        let tipo = event.as_deref().map(conhecido);
        if let Some(None) = tipo {
            return erros.finish(Some(None));
        }
        let payment = erros.required("payment", input.payment);
        let pagamento = payment.and_then(|payment| parse_pagamento(&mut erros, payment));
        let required = id.zip(tipo.flatten()).zip(pagamento);
        erros.finish(required.map(|((id, tipo), pagamento)| {
            let (provedor_id, valor, vencimento, referencia) = pagamento;
            let centavos = valor.centavos();
            Some(Self { id, tipo: *tipo, provedor_id, centavos, vencimento, referencia })
        }))
    }

    pub fn valor(&self) -> Reais {
        Reais::from_centavos(self.centavos)
    }

    /// Whoever the reference names, if it is an id at all.
    pub fn usuario(&self) -> Option<UsuarioId> {
        let id = Uuid::parse_str(self.referencia.as_deref()?.trim()).ok()?;
        Some(id.into())
    }
}

type Pagamento = (String, Reais, Option<String>, Option<String>);

fn parse_pagamento(erros: &mut FieldErrors, input: PagamentoInput) -> Option<Pagamento> {
    let id = erros.text("payment.id", input.id, MAX_NOME);
    let valor = erros.required("payment.value", input.value);
    let valor = valor.and_then(|number| parse_valor(erros, &number));
    let vencimento = erros.optional_text("payment.dueDate", input.due_date, MAX_NOME);
    if vencimento.as_deref().is_some_and(|dia| dia.len() != 10 || start_of_day(dia).is_none()) {
        erros.add("payment.dueDate", "Informe um dia, como 2026-03-02.");
    }
    let campo = "payment.externalReference";
    let referencia = erros.optional_text(campo, input.external_reference, MAX_NOME);
    id.zip(valor).map(|(id, valor)| (id, valor, vencimento, referencia))
}

fn parse_valor(erros: &mut FieldErrors, number: &Number) -> Option<Reais> {
    let valor = Reais::from_number(number).filter(|valor| valor.centavos() <= MAX_CENTAVOS);
    if valor.is_none() {
        erros.add("payment.value", "Informe um valor em reais, com até duas casas.");
    }
    valor
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn parse(corpo: Value) -> Result<Option<Notificacao>, Vec<String>> {
        let notificacao = Notificacao::parse(serde_json::from_value(corpo).unwrap());
        notificacao.map_err(|erros| erros.campos().map(str::to_owned).collect())
    }

    #[test]
    fn what_is_not_needed_is_not_kept() {
        let corpo = json!({
            "id": "evt_1", "event": "PAYMENT_RECEIVED", "dateCreated": "2026-03-02 09:00:00",
            "payment": {
                "id": "pay_1", "subscription": "sub_1", "customer": "cus_1", "value": 19.9,
                "dueDate": "2026-03-10", "externalReference": Uuid::nil(),
            },
        });
        let esperada = Notificacao {
            id: "evt_1".to_owned(),
            tipo: TipoDeEvento::Recebido,
            provedor_id: "pay_1".to_owned(),
            centavos: 1990,
            vencimento: Some("2026-03-10".to_owned()),
            referencia: Some(Uuid::nil().to_string()),
        };
        assert_eq!(esperada.usuario(), Some(Uuid::nil().into()));
        assert_eq!(parse(corpo), Ok(Some(esperada)));
    }

    #[test]
    fn an_unknown_event_may_carry_anything() {
        for payment in [json!(null), json!(7), json!({"value": "muito"})] {
            let corpo = json!({"id": "evt_1", "event": "PAYMENT_CREATED", "payment": payment});
            assert_eq!(parse(corpo), Ok(None));
        }
        assert_eq!(parse(json!({"event": "PAYMENT_CREATED"})), Err(vec!["id".to_owned()]));
    }

    #[test]
    fn a_known_one_is_told_everything_that_is_wrong() {
        let corpo = json!({
            "id": "", "event": "PAYMENT_OVERDUE",
            "payment": {"id": 1, "value": -1, "dueDate": "ontem", "externalReference": []},
        });
        let todos =
            ["id", "payment.id", "payment.value", "payment.dueDate", "payment.externalReference"];
        assert_eq!(parse(corpo).unwrap_err(), todos);
        let erros = parse(json!({"id": "1", "event": "PAYMENT_OVERDUE"})).unwrap_err();
        assert_eq!(erros, ["payment"]);
        assert_eq!(parse(json!({})).unwrap_err(), ["id", "event", "payment"]);
    }

    #[test]
    fn a_reference_need_not_be_anybody() {
        for referencia in [json!(null), json!(""), json!("pedido 7")] {
            let corpo = json!({
                "id": "1", "event": "PAYMENT_RECEIVED",
                "payment": {"id": "2", "value": 0, "externalReference": referencia},
            });
            assert_eq!(parse(corpo).unwrap().unwrap().usuario(), None);
        }
    }
}
