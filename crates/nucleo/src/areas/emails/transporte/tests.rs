//! What the service's own tests cannot wait for: a server that falls silent.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::smtp::Smtp;
use super::*;
use crate::areas::emails::carta::tests::carta;
use crate::settings::{Encryption, SmtpServer};

/// Takes every message but says nothing more on its first connection once the message is there.
fn surdo_no_comeco() -> (SmtpServer, Arc<Mutex<Vec<String>>>) {
    let ouvinte = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = ouvinte.local_addr().unwrap().port();
    let ouvido = Arc::new(Mutex::new(Vec::new()));
    let (conexoes, lista) = (AtomicUsize::new(0), ouvido.clone());
    std::thread::spawn(move || {
        for conexao in ouvinte.incoming() {
            let primeira = conexoes.fetch_add(1, Ordering::SeqCst) == 0;
            let lista = lista.clone();
            std::thread::spawn(move || conversar(conexao.unwrap(), primeira, &lista));
        }
    });
    let server = SmtpServer {
        host: "127.0.0.1".to_owned(),
        port,
        encryption: Encryption::None,
        credentials: None,
    };
    (server, ouvido)
}

fn conversar(conexao: TcpStream, cala: bool, lista: &Mutex<Vec<String>>) -> Option<()> {
    let mut saida = conexao.try_clone().ok()?;
    let mut diga = move |linha: &str| saida.write_all(format!("{linha}\r\n").as_bytes()).ok();
    diga("220 pronto")?;
    let mut na_mensagem = false;
    for linha in BufReader::new(conexao).lines() {
        let linha = linha.ok()?;
        if na_mensagem {
            if linha == "." {
                na_mensagem = false;
                lista.lock().unwrap().push("recebida".to_owned());
                if !cala {
                    diga("250 aceita")?;
                }
            }
            continue;
        }
        match linha.get(..4)? {
            "EHLO" => diga("250 surdo")?,
            "DATA" => {
                na_mensagem = true;
                diga("354 fale")?
            }
            _ if cala && linha == "NOOP" => lista.lock().unwrap().push("usada de novo".to_owned()),
            _ => diga("250 ok")?,
        }
    }
    Some(())
}

/// A connection that was given up in the middle is never used again: the answers that are still on
/// their way belong to another message.
#[tokio::test]
async fn a_silent_server_holds_up_nothing_and_its_connection_is_not_used_again() {
    let (servidor, ouvido) = surdo_no_comeco();
    let smtp = Smtp::within(Duration::from_millis(300), servidor);
    let primeira = smtp.enviar(&carta()).await.unwrap();
    assert!(matches!(primeira, Desfecho::Adiada { .. }), "{primeira:?}");
    for _ in 0..2 {
        assert_eq!(smtp.enviar(&carta()).await.unwrap(), Desfecho::Enviada);
    }
    assert_eq!(*ouvido.lock().unwrap(), ["recebida"; 3]);
}

#[tokio::test]
async fn a_server_that_is_away_is_tried_again_and_a_wrong_address_is_not() {
    let ninguem = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let servidor = SmtpServer {
        host: "127.0.0.1".to_owned(),
        port: ninguem,
        encryption: Encryption::None,
        credentials: None,
    };
    let smtp = Transporte::Smtp(Box::new(Smtp::new(servidor)));
    let provedor = format!("http://127.0.0.1:{ninguem}/");
    let provedor = Transporte::Provedor(provedor::Provedor::new(&provedor, "chave"));
    let pasta = Transporte::Pasta(pasta::Pasta::new("/dev/null/emails".into()));
    for transporte in [smtp, provedor, pasta] {
        let adiada = transporte.enviar(&carta()).await;
        assert!(matches!(adiada, Desfecho::Adiada { .. }), "{adiada:?}");
        let errada = Carta { para: "ana".to_owned(), ..carta() };
        let falhou = transporte.enviar(&errada).await;
        assert_eq!(falhou, Desfecho::Falhou("o endereço não é válido".to_owned()));
    }
}
