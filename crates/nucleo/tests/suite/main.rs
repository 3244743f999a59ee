//! All tests of the service in one binary: on two cores, linking is what costs.

#[cfg(test)]
mod apoio;
#[cfg(test)]
mod architecture;
#[cfg(test)]
mod arquivos;
#[cfg(test)]
mod assinaturas;
#[cfg(test)]
mod autenticacao;
#[cfg(test)]
mod comunicados;
#[cfg(test)]
mod conquistas;
#[cfg(test)]
mod economia;
#[cfg(test)]
mod emails;
#[cfg(test)]
mod enquetes;
#[cfg(test)]
mod entregas;
#[cfg(test)]
mod eventos;
#[cfg(test)]
mod financeiro;
#[cfg(test)]
mod ia;
#[cfg(test)]
mod loja;
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
mod porta_vozes;
#[cfg(test)]
mod process;
#[cfg(test)]
mod projetos;
#[cfg(test)]
mod push;

use std::path::PathBuf;

use base::{App, Service};
use nucleo::areas::assinaturas::pagamentos::SegredoDoWebhook;
use nucleo::settings::Settings;

/// The whole service with the settings it has when nothing is set.
pub fn service(app: App) -> Service {
    nucleo::service(app, &settings())
}

/// What the payment provider of the tests proves itself by.
pub const WEBHOOK_TOKEN: &str = "segredo-do-provedor-de-teste";

/// As if nothing were set, but for the folder that the service writes to and the secret of the
/// payment provider.
pub fn settings() -> Settings {
    let webhook = SegredoDoWebhook::new(Some(WEBHOOK_TOKEN));
    Settings { data_dir: pasta_de_teste(), webhook, ..Settings::default() }
}

/// Of this process alone. What a test leaves there is what people would have been sent.
pub fn pasta_de_teste() -> PathBuf {
    std::env::temp_dir().join(format!("nucleo_test_{}", std::process::id()))
}
