//! Messages as `.eml` files, which any mail program opens: for trying the service out, and for an
//! operator who has no mail server.

use std::io::Write;
use std::path::{Path, PathBuf};

use base::error::ERRO_INTERNO;
use base::{Error, secret};

use super::{Carta, Desfecho, Impossivel};

#[derive(Clone)]
pub struct Pasta(PathBuf);

impl Pasta {
    pub fn new(pasta: PathBuf) -> Self {
        Self(pasta)
    }

    pub async fn enviar(&self, carta: &Carta) -> Result<Desfecho, Impossivel> {
        let mensagem = carta.mensagem()?.formatted();
        let (pasta, nome) = (self.0.clone(), format!("{}{}", carta.id, fim_do_nome(&carta.para)));
        let escrita = tokio::task::spawn_blocking(move || escrever(&pasta, &nome, &mensagem)).await;
        Ok(match escrita {
            Ok(Ok(())) => Desfecho::Enviada,
            Ok(Err(erro)) => Desfecho::adiada(format!("o arquivo não pôde ser escrito: {erro}")),
            Err(erro) => Desfecho::adiada(erro.to_string()),
        })
    }

    /// Removes what was written to this address.
    pub async fn esquecer(&self, endereco: &str) -> base::Result<()> {
        let (pasta, fim) = (self.0.clone(), fim_do_nome(endereco));
        let remocao = tokio::task::spawn_blocking(move || remover(&pasta, &fim)).await?;
        remocao.map_err(|erro| Error::from(ERRO_INTERNO).because(erro))
    }
}

/// By which the messages to one address are found again, without the address in the name.
fn fim_do_nome(endereco: &str) -> String {
    let hash = secret::hash(endereco);
    format!("-{}.eml", hash.get(..16).unwrap_or(&hash))
}

fn remover(pasta: &Path, fim: &str) -> std::io::Result<()> {
    if !pasta.exists() {
        return Ok(());
    }
    for arquivo in std::fs::read_dir(pasta)? {
        let arquivo = arquivo?;
        if arquivo.file_name().to_string_lossy().ends_with(fim) {
            std::fs::remove_file(arquivo.path())?;
        }
    }
    Ok(())
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
