//! One newtype per id, so that the id of a poll cannot be handed in where a person's is expected.
//!
//! Doc comments of wire types are published in the API description, so they are in Portuguese.

/// Declares an id type: a UUID on the wire and in both databases.
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash,
            serde::Serialize, serde::Deserialize, sqlx::Type, utoipa::ToSchema,
        )]
        #[serde(transparent)]
        #[sqlx(transparent)]
        #[schema(value_type = String, format = Uuid)]
        pub struct $name($crate::Uuid);

        impl From<$crate::Uuid> for $name {
            fn from(id: $crate::Uuid) -> Self {
                Self(id)
            }
        }

        impl From<$name> for $crate::Uuid {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl $crate::validation::Expected for $name {
            const EXPECTED: &'static str = "Informe um UUID.";
        }
    };
}

id!(
    /// O núcleo.
    NucleoId
);
id!(
    /// Uma pessoa com conta.
    UsuarioId
);
id!(
    /// Um login em um aparelho.
    SessaoId
);
