//! The service: its areas, who may use them, and how they are put together.

pub mod areas;
pub mod commands;
mod demo;
mod endereco_web;
pub mod errors;
pub mod html;
mod openapi;
mod pages;
pub mod policy;
mod router;
pub mod settings;
mod worker;

pub use openapi::openapi;

use base::{App, Service};
use settings::Settings;

pub fn service(app: App, settings: &Settings) -> Service {
    Service { router: router::router(app.clone(), settings), worker: worker::worker(app, settings) }
}
