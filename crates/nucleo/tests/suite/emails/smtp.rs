//! A mail server on this machine that writes down what it is handed.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Mutex, OnceLock};

use base::scope::Cargo::{Coordenador, Membro};
use base::testing::TestApp;
use base::{App, Service};
use data_encoding::BASE64;
use nucleo::settings::{Encryption, Mail, Route, Settings, SmtpServer};
use serde_json::json;

use super::correspondencia::ler;
use super::{ENVIAR, avisar_de_enquete, email_para, endereco, status_das_entregas, tabela};

base::both_engines! { super::por_smtp;
    o_servidor_recebe_uma_mensagem_bem_formada,
    uma_recusa_definitiva_termina_e_uma_passageira_espera,
}

const SENHA: &str = "segredo do correio";

fn por_smtp(app: App) -> Service {
    let servidor = SmtpServer {
        host: "127.0.0.1".to_owned(),
        port: porta(),
        encryption: Encryption::None,
        credentials: Some(("nucleo".to_owned(), SENHA.to_owned())),
    };
    let mail = Mail { sender: "avisos@nucleo.org".to_owned(), route: Route::Smtp(servidor) };
    nucleo::service(app, &Settings { mail, ..Settings::default() })
}

/// What came: from whom, to whom, and the message.
static RECEBIDAS: Mutex<Vec<(String, String, String)>> = Mutex::new(Vec::new());

fn porta() -> u16 {
    static PORTA: OnceLock<u16> = OnceLock::new();
    *PORTA.get_or_init(|| {
        let ouvinte = TcpListener::bind("127.0.0.1:0").unwrap();
        let porta = ouvinte.local_addr().unwrap().port();
        std::thread::spawn(move || {
            for conexao in ouvinte.incoming() {
                std::thread::spawn(move || atender(conexao.unwrap()));
            }
        });
        porta
    })
}

/// RFC 5321 as far as it is needed. An address tells what is to become of its message.
fn atender(conexao: TcpStream) -> Option<()> {
    let mut saida = conexao.try_clone().ok()?;
    let mut diga = move |linha: &str| saida.write_all(format!("{linha}\r\n").as_bytes()).ok();
    diga("220 coletor ESMTP")?;
    let (mut de, mut para, mut mensagem, mut entrou) =
        (String::new(), String::new(), None::<String>, false);
    for linha in BufReader::new(conexao).lines() {
        let linha = linha.ok()?;
        if let Some(texto) = &mut mensagem {
            if linha != "." {
                let linha = linha.strip_prefix('.').unwrap_or(&linha);
                texto.push_str(&format!("{linha}\r\n"));
                continue;
            }
            let texto = mensagem.take().unwrap();
            RECEBIDAS.lock().unwrap().push((de.clone(), para.clone(), texto));
            diga("250 2.0.0 aceita")?;
            continue;
        }
        let endereco = || linha.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
        match linha.split([' ', ':']).next()? {
            "EHLO" => diga("250-coletor\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 AUTH PLAIN")?,
            "AUTH" => {
                let dado = BASE64.decode(linha.rsplit(' ').next()?.as_bytes()).ok()?;
                entrou = dado == format!("\0nucleo\0{SENHA}").into_bytes();
                diga(if entrou { "235 bem-vindo" } else { "535 senha errada" })?
            }
            "MAIL" if !entrou => diga("530 entre primeiro")?,
            "MAIL" => {
                de = endereco();
                diga("250 ok")?
            }
            "RCPT" => {
                para = endereco();
                diga(match para.as_str() {
                    para if para.starts_with("ninguem") => "550 5.1.1 não existe",
                    para if para.starts_with("cheio") => "452 4.2.2 caixa cheia",
                    _ => "250 ok",
                })?
            }
            "DATA" => {
                mensagem = Some(String::new());
                diga("354 fale")?
            }
            "QUIT" => {
                diga("221 até logo")?;
                return None;
            }
            _ => diga("250 ok")?,
        }
    }
    Some(())
}

fn recebidas_para(endereco: &str) -> Vec<(String, String)> {
    let recebidas = RECEBIDAS.lock().unwrap();
    let para = recebidas.iter().filter(|(_, para, _)| para == endereco);
    para.map(|(de, _, mensagem)| (de.clone(), mensagem.clone())).collect()
}

async fn o_servidor_recebe_uma_mensagem_bem_formada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let sql = "UPDATE nucleos SET nome = 'Núcleo Olinda' WHERE id = $1";
    app.execute(sql, (nucleo.id,)).await;
    let (ana, rui) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    avisar_de_enquete(app, Some(nucleo.id), &[&ana, &rui]).await;
    app.deliver().await;
    for pessoa in [&ana, &rui] {
        let recebidas = recebidas_para(&endereco(pessoa));
        assert_eq!(recebidas.len(), 1);
        let (de, mensagem) = &recebidas[0];
        assert_eq!(de, "avisos@nucleo.org");
        let curtas = mensagem.lines().all(|linha| linha.len() <= 998);
        assert!(curtas && mensagem.is_ascii(), "what any server takes");
        let lida = ler(mensagem);
        assert_eq!(lida.cabecalho("To"), Some(endereco(pessoa).as_str()));
        assert_eq!(lida.cabecalho("Subject"), Some("Nova enquete: praça ou parque?"));
        assert!(lida.cabecalho("From").unwrap().contains("Olinda"));
        assert!(lida.cabecalho("List-Unsubscribe").is_some());
        assert!(lida.html.contains("</html>") && lida.html.contains("Praça"));
        assert!(lida.texto.contains("- Parque"));
    }
    assert_eq!(tabela(app).await.len(), 2);
}

async fn uma_recusa_definitiva_termina_e_uma_passageira_espera(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let id: base::Uuid = app.new_id();
    let [ninguem, cheio, bem] =
        ["ninguem", "cheio", "bem"].map(|nome| format!("{nome}-{id}@exemplo.org"));
    let corpo = email_para(json!([ninguem, cheio, bem]));
    coord.post(ENVIAR, corpo).await.expect(200);
    app.deliver().await;
    assert_eq!(status_das_entregas(app).await, ["ENVIADA", "FALHOU", "PENDENTE"]);
    let mut logs: Vec<_> = tabela(app).await.into_iter().map(|log| (log.0, log.3)).collect();
    logs.sort();
    let log = |para: &String, status: &str| (para.clone(), status.to_owned());
    assert_eq!(logs, [log(&bem, "sent"), log(&ninguem, "failed")]);
    let erro = "SELECT erro FROM entregas WHERE endereco = $1";
    let erro: Vec<(String,)> = app.rows(erro, (ninguem,)).await;
    assert!(erro[0].0.contains("550") || erro[0].0.contains("5.1.1"), "{}", erro[0].0);

    // Tried again, and given up in the end: logged once.
    for _ in 0..15 {
        app.advance(chrono::Duration::hours(12));
        app.deliver().await;
    }
    assert_eq!(status_das_entregas(app).await, ["ENVIADA", "FALHOU", "MORTA"]);
    let do_cheio = tabela(app).await.into_iter().filter(|log| log.0 == cheio);
    assert_eq!(do_cheio.map(|log| log.3).collect::<Vec<_>>(), ["failed"]);
    assert!(recebidas_para(&cheio).is_empty());
}
