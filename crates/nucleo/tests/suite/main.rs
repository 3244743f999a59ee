//! All tests of the service in one binary: on two cores, linking is what costs.

#[cfg(test)]
mod apoio;
#[cfg(test)]
mod architecture;
#[cfg(test)]
mod autenticacao;
#[cfg(test)]
mod comunicados;
#[cfg(test)]
mod economia;
#[cfg(test)]
mod enquetes;
#[cfg(test)]
mod entregas;
#[cfg(test)]
mod membros;
#[cfg(test)]
mod notificacoes;
#[cfg(test)]
mod nucleos;
#[cfg(test)]
mod operations;
#[cfg(test)]
mod perfil;
#[cfg(test)]
mod process;
#[cfg(test)]
mod projetos;
#[cfg(test)]
mod push;

use base::{App, Service};
use nucleo::settings::Settings;

/// The whole service with the settings it has when nothing is set.
pub fn service(app: App) -> Service {
    nucleo::service(app, &Settings::default())
}
