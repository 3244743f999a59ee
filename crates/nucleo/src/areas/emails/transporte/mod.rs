//! How a message leaves the service.

mod pasta;
mod provedor;
mod smtp;

use std::path::Path;

pub use pasta::Pasta;

use super::carta::{Carta, Impossivel};
use crate::areas::entregas::Desfecho;
use crate::settings::{Mail, Route};

pub enum Transporte {
    Pasta(Pasta),
    Smtp(Box<smtp::Smtp>),
    Provedor(provedor::Provedor),
}

impl Transporte {
    pub fn new(mail: &Mail, data_dir: &Path) -> Self {
        match &mail.route {
            Route::Files => Self::Pasta(Pasta::new(data_dir.join("emails"))),
            Route::Smtp(server) => Self::Smtp(Box::new(smtp::Smtp::new(server.clone()))),
            Route::Api { url, key } => Self::Provedor(provedor::Provedor::new(url, key)),
        }
    }

    /// Where messages stay, if they do.
    pub fn pasta(&self) -> Option<Pasta> {
        match self {
            Self::Pasta(pasta) => Some(pasta.clone()),
            Self::Smtp(_) | Self::Provedor(_) => None,
        }
    }

    pub async fn enviar(&self, carta: &Carta) -> Desfecho {
        let enviada = match self {
            Self::Pasta(pasta) => pasta.enviar(carta).await,
            Self::Smtp(smtp) => smtp.enviar(carta).await,
            Self::Provedor(provedor) => provedor.enviar(carta).await,
        };
        enviada.unwrap_or_else(|Impossivel(motivo)| Desfecho::Falhou(motivo))
    }
}

#[cfg(test)]
mod tests;
