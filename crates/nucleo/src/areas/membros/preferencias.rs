//! What a person wants to be told, and by which way. Only what differs from the default is stored.

use base::validation::{Expected, Field, FieldErrors};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// Declares every key with its default, so that a key exists in one place.
macro_rules! preferencias {
    ($($key:ident = $default:literal),+ $(,)?) => {
        /// Preferências de notificação.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(default)]
        pub struct Preferencias {
            $(pub $key: bool),+
        }

        const CHAVES: &[&str] = &[$(stringify!($key)),+];

        impl Default for Preferencias {
            fn default() -> Self {
                Self { $($key: $default),+ }
            }
        }
    };
}

preferencias! {
    push_tarefa = true,
    push_evento = true,
    push_comunicado = true,
    push_enquete = true,
    push_pagamento = true,
    push_conquista = true,
    email_tarefa = true,
    email_evento = true,
    email_comunicado = true,
    email_enquete = true,
    email_pagamento = true,
    email_conquista = true,
    whatsapp = false,
}

/// The keys that a person changes; each exists.
pub struct MudancaDePreferencias(Map<String, Value>);

impl MudancaDePreferencias {
    pub fn parse(field: Field<Map<String, Value>>) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let mudanca = erros.required("preferencias", field);
        for (chave, valor) in mudanca.iter().flatten() {
            let campo = format!("preferencias.{chave}");
            if !CHAVES.contains(&chave.as_str()) {
                erros.add(campo, "Esta preferência não existe.");
            } else if !valor.is_boolean() {
                erros.add(campo, bool::EXPECTED);
            }
        }
        erros.finish(mudanca.map(Self))
    }

    pub fn aplicar(&self, atuais: &Preferencias) -> base::Result<Preferencias> {
        let mut todas = serde_json::to_value(atuais)?;
        if let Some(todas) = todas.as_object_mut() {
            todas.extend(self.0.clone());
        }
        Ok(serde_json::from_value(todas)?)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parse(value: Value) -> Result<MudancaDePreferencias, FieldErrors> {
        MudancaDePreferencias::parse(serde_json::from_value(value).unwrap())
    }

    #[test]
    fn only_the_named_keys_change() {
        let mudanca = parse(json!({"push_tarefa": false, "whatsapp": true})).unwrap();
        let depois = mudanca.aplicar(&Preferencias::default()).unwrap();
        let esperado =
            Preferencias { push_tarefa: false, whatsapp: true, ..Preferencias::default() };
        assert_eq!(depois, esperado);
    }

    #[test]
    fn unknown_keys_and_other_types_are_refused_by_name() {
        let erros =
            parse(json!({"push_x": true, "whatsapp": 1, "push_tarefa": null})).err().unwrap();
        let campos: Vec<_> = erros.campos().collect();
        assert_eq!(
            campos,
            ["preferencias.push_tarefa", "preferencias.push_x", "preferencias.whatsapp"]
        );
        assert_eq!(parse(json!([])).err().unwrap().campos().collect::<Vec<_>>(), ["preferencias"]);
        assert!(parse(json!({})).is_ok());
    }
}
