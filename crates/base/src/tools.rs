//! What areas need besides the database, such as a store of files or a way out to the network: made
//! once from the settings and found by its type. An `Extension` would be one more layer around
//! every route, paid for by every request, whether it uses it or not.

use std::any::type_name;

use axum::extract::FromRequestParts;
use axum::http::Extensions;
use axum::http::request::Parts;

use crate::app::App;
use crate::error::{ERRO_INTERNO, Error, Result};

#[derive(Clone, Default)]
pub struct Tools(Extensions);

impl Tools {
    pub fn with<T: Clone + Send + Sync + 'static>(mut self, tool: T) -> Self {
        self.0.insert(tool);
        self
    }
}

/// One of the [`Tools`] that the router was given.
pub struct Tool<T>(pub T);

impl<T: Clone + Send + Sync + 'static> FromRequestParts<App> for Tool<T> {
    type Rejection = Error;

    async fn from_request_parts(_: &mut Parts, app: &App) -> Result<Self> {
        let missing = || Error::from(ERRO_INTERNO).because(format!("no {}", type_name::<T>()));
        app.tools().0.get().cloned().map(Self).ok_or_else(missing)
    }
}
