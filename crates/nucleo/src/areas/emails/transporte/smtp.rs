//! An SMTP server. The connections are kept here and not in lettre's own pool: that one takes a
//! connection back in the middle of a conversation that was given up, and the next message would
//! read the answers to the last one.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;

use super::{Carta, Desfecho, Impossivel};
use crate::settings::{Encryption, SmtpServer};

/// How many messages are handed over at once: servers turn away whoever opens many connections.
const CONVERSAS: usize = 8;
/// For one message, from the connection to the last answer; less than the dispatch waits for it.
const PRAZO: Duration = Duration::from_secs(12);
const PRAZO_DE_CONEXAO: Duration = Duration::from_secs(8);
/// A server hangs up on whoever says nothing; this is earlier.
const OCIOSA: Duration = Duration::from_secs(20);

pub struct Smtp {
    servidor: SmtpServer,
    prazo: Duration,
    conversas: Semaphore,
    livres: Mutex<Vec<(AsyncSmtpConnection, Instant)>>,
}

/// At which point it went wrong: only what is said of the message itself can be final.
enum Falha {
    Conexao(String),
    Mensagem(Error),
}

impl Smtp {
    pub fn new(servidor: SmtpServer) -> Self {
        Self::within(PRAZO, servidor)
    }

    pub(super) fn within(prazo: Duration, servidor: SmtpServer) -> Self {
        Self { servidor, prazo, conversas: Semaphore::new(CONVERSAS), livres: Mutex::default() }
    }

    pub async fn enviar(&self, carta: &Carta) -> Result<Desfecho, Impossivel> {
        let mensagem = carta.mensagem()?;
        let (envelope, mensagem) = (mensagem.envelope().clone(), mensagem.formatted());
        let conversa = async {
            let _lugar = self.conversas.acquire().await;
            let mut conexao = self.conexao().await.map_err(Falha::Conexao)?;
            conexao.send(&envelope, &mensagem).await.map_err(Falha::Mensagem)?;
            self.guardar(conexao);
            Ok(())
        };
        // Given up, the conversation is dropped, and its connection with it.
        Ok(match tokio::time::timeout(self.prazo, conversa).await {
            Ok(Ok(())) => Desfecho::Enviada,
            Ok(Err(falha)) => desfecho(falha),
            Err(_) => Desfecho::adiada("o servidor de e-mail não respondeu a tempo"),
        })
    }

    /// One that is free and answers, or a new one.
    async fn conexao(&self) -> Result<AsyncSmtpConnection, String> {
        while let Some((mut conexao, desde)) = self.livre() {
            if desde.elapsed() < OCIOSA && conexao.test_connected().await {
                return Ok(conexao);
            }
        }
        self.conectar().await
    }

    fn livre(&self) -> Option<(AsyncSmtpConnection, Instant)> {
        self.livres.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn guardar(&self, conexao: AsyncSmtpConnection) {
        if !conexao.has_broken() {
            let mut livres = self.livres.lock().unwrap_or_else(PoisonError::into_inner);
            livres.push((conexao, Instant::now()));
        }
    }

    async fn conectar(&self) -> Result<AsyncSmtpConnection, String> {
        let SmtpServer { host, port, encryption, credentials } = &self.servidor;
        let texto = |erro: Error| erro.to_string();
        let tls = || TlsParameters::new(host.clone()).map_err(texto);
        let lugar = (host.as_str(), *port);
        let nome = ClientId::default();
        let mut conexao = if *encryption == Encryption::Implicit {
            let (prazo, implicita) = (Some(PRAZO_DE_CONEXAO), Some(tls()?));
            AsyncSmtpConnection::connect_tokio1(lugar, prazo, &nome, implicita, None).await
        } else {
            AsyncSmtpConnection::connect_with_transport(Box::new(ligar(lugar).await?), &nome).await
        }
        .map_err(texto)?;
        let cifrar = match encryption {
            Encryption::Required => true,
            Encryption::Opportunistic => conexao.can_starttls(),
            Encryption::Implicit | Encryption::None => false,
        };
        if cifrar {
            // Refuses a server that does not offer it.
            conexao.starttls(tls()?, &nome).await.map_err(texto)?;
        }
        if let Some((nome, senha)) = credentials {
            let credenciais = Credentials::new(nome.clone(), senha.clone());
            let modos = [Mechanism::Plain, Mechanism::Login];
            conexao.auth(&modos, &credenciais).await.map_err(texto)?;
        }
        Ok(conexao)
    }
}

/// Sends every piece at once. Otherwise the line that ends a message waits until the server has said
/// that the message came through, which it does not hurry to say: 40 ms for each.
async fn ligar(lugar: (&str, u16)) -> Result<TcpStream, String> {
    let ligada = tokio::time::timeout(PRAZO_DE_CONEXAO, TcpStream::connect(lugar)).await;
    let ligada = ligada.map_err(|_| "o servidor de e-mail não atende".to_owned())?;
    let ligada = ligada.map_err(|erro| erro.to_string())?;
    ligada.set_nodelay(true).map_err(|erro| erro.to_string())?;
    Ok(ligada)
}

fn desfecho(falha: Falha) -> Desfecho {
    match falha {
        // Whatever keeps us from the server, a wrong password included, is no fault of the message.
        Falha::Conexao(motivo) => {
            tracing::warn!(motivo, "no way to the mail server");
            Desfecho::adiada(motivo)
        }
        Falha::Mensagem(erro) if e_definitiva(&erro) => Desfecho::Falhou(erro.to_string()),
        Falha::Mensagem(erro) => Desfecho::adiada(erro.to_string()),
    }
}

/// 5xx, but for those that ask for a log-in; and an address that this server cannot take.
fn e_definitiva(erro: &Error) -> bool {
    let pede_entrada = erro
        .status()
        .is_some_and(|codigo| ["530", "534", "535", "538"].contains(&codigo.to_string().as_str()));
    (erro.is_permanent() && !pede_entrada) || erro.is_client()
}
