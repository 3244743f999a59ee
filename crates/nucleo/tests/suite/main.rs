//! All tests of the service in one binary: on two cores, linking is what costs.

#[cfg(test)]
mod architecture;
#[cfg(test)]
mod autenticacao;
#[cfg(test)]
mod economia;
#[cfg(test)]
mod nucleos;
#[cfg(test)]
mod operations;
#[cfg(test)]
mod process;

use base::{App, Service};
use nucleo::settings::Settings;

/// The whole service with the settings it has when nothing is set.
pub fn service(app: App) -> Service {
    nucleo::service(app, &Settings::default())
}
