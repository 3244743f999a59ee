//! Messages as `.eml` files, which any mail program opens: for trying the service out, and for an
//! operator who has no mail server.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::{Carta, Desfecho, Impossivel};

pub struct Pasta(PathBuf);

impl Pasta {
    pub fn new(pasta: PathBuf) -> Self {
        Self(pasta)
    }

    pub async fn enviar(&self, carta: &Carta) -> Result<Desfecho, Impossivel> {
        let mensagem = carta.mensagem()?.formatted();
        let (pasta, nome) = (self.0.clone(), format!("{}.eml", carta.id));
        let escrita = tokio::task::spawn_blocking(move || escrever(&pasta, &nome, &mensagem)).await;
        Ok(match escrita {
            Ok(Ok(())) => Desfecho::Enviada,
            Ok(Err(erro)) => Desfecho::adiada(format!("o arquivo não pôde ser escrito: {erro}")),
            Err(erro) => Desfecho::adiada(erro.to_string()),
        })
    }
}

/// Under another name first, so that nobody finds half a message; and what is sent again replaces
/// itself. It holds personal data: nobody else reads it.
fn escrever(pasta: &Path, nome: &str, mensagem: &[u8]) -> std::io::Result<()> {
    let mut pastas = std::fs::DirBuilder::new();
    pastas.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut pastas, 0o700);
    pastas.create(pasta)?;
    let rascunho = pasta.join(format!(".{nome}"));
    let mut opcoes = std::fs::OpenOptions::new();
    opcoes.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut opcoes, 0o600);
    let mut arquivo = opcoes.open(&rascunho)?;
    arquivo.write_all(mensagem)?;
    arquivo.sync_all()?;
    std::fs::rename(&rascunho, pasta.join(nome))
}
