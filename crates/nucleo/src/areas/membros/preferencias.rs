//! What a person wants to be told, and by which way. Only what differs from the default is stored.

use serde::{Deserialize, Serialize};
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
