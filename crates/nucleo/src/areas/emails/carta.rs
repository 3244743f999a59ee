//! One message as it leaves: headers that nobody can add a line to, and two ways to read it.

use std::time::{Duration, SystemTime};

use base::clock::Timestamp;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, Message};

use crate::areas::entregas::EntregaId;

pub struct Carta {
    pub id: EntregaId,
    /// Who it shows as coming from, and from where it really does.
    pub nome: String,
    pub remetente: String,
    pub para: String,
    pub assunto: String,
    pub html: String,
    pub texto: String,
    pub descadastro: Option<String>,
    /// Whether the service wrote it by itself, so that no out-of-office answers to it.
    pub automatica: bool,
    pub quando: Timestamp,
}

/// Why it can be sent to nobody.
#[derive(Debug, PartialEq)]
pub struct Impossivel(pub String);

impl Carta {
    pub fn de(&self) -> Result<Mailbox, Impossivel> {
        Ok(Mailbox::new(Some(uma_linha(&self.nome)), endereco(&self.remetente)?))
    }

    pub fn para(&self) -> Result<Address, Impossivel> {
        endereco(&self.para)
    }

    pub fn assunto(&self) -> String {
        uma_linha(&self.assunto)
    }

    /// The same however often it is sent, so that whoever gets it twice can tell.
    pub fn message_id(&self) -> String {
        let dominio = self.remetente.rsplit_once('@').map_or("nucleo.local", |(_, nome)| nome);
        format!("<{}@{dominio}>", self.id)
    }

    /// The headers beside those that every message has.
    pub fn outros(&self) -> Vec<(&'static str, String)> {
        let mut outros = Vec::new();
        if self.automatica {
            outros.push(("Auto-Submitted", "auto-generated".to_owned()));
        }
        if let Some(link) = &self.descadastro {
            outros.push(("List-Unsubscribe", format!("<{}>", uma_linha(link))));
            outros.push(("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        outros
    }

    pub fn mensagem(&self) -> Result<Message, Impossivel> {
        let desde = u64::try_from(self.quando.unix_millis()).unwrap_or_default();
        let mut mensagem = Message::builder()
            .from(self.de()?)
            .to(Mailbox::new(None, self.para()?))
            .subject(self.assunto())
            .message_id(Some(self.message_id()))
            .date(SystemTime::UNIX_EPOCH + Duration::from_millis(desde));
        for (nome, valor) in self.outros() {
            let nome = HeaderName::new_from_ascii_str(nome);
            // A link is one word however long it is: folded, some readers would not find it.
            let valor = HeaderValue::dangerous_new_pre_encoded(nome, valor.clone(), valor);
            mensagem = mensagem.raw_header(valor);
        }
        let corpo = MultiPart::alternative_plain_html(self.texto.clone(), self.html.clone());
        mensagem.multipart(corpo).map_err(|erro| Impossivel(erro.to_string()))
    }
}

fn endereco(texto: &str) -> Result<Address, Impossivel> {
    texto.parse().map_err(|_| Impossivel("o endereço não é válido".to_owned()))
}

/// Without what could end a header and begin another.
fn uma_linha(texto: &str) -> String {
    let separa = |letra: char| letra.is_control() || matches!(letra, '\u{2028}' | '\u{2029}');
    texto.split(separa).filter(|parte| !parte.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
pub mod tests {
    use base::Uuid;

    use super::*;

    pub fn carta() -> Carta {
        Carta {
            id: Uuid::max().into(),
            nome: "Núcleo São Paulo".to_owned(),
            remetente: "avisos@nucleo.org".to_owned(),
            para: "ana@exemplo.org".to_owned(),
            assunto: "Uma enquete: você vem?".to_owned(),
            html: "<p>Olá, é hoje.</p>".to_owned(),
            texto: "Olá, é hoje.".to_owned(),
            descadastro: Some(format!("https://nucleo.org/d?token={}", "x".repeat(120))),
            automatica: true,
            quando: Timestamp::EPOCH,
        }
    }

    fn escrita(carta: &Carta) -> String {
        String::from_utf8(carta.mensagem().unwrap().formatted()).unwrap()
    }

    fn cabecalhos(carta: &Carta) -> Vec<String> {
        let escrita = escrita(carta);
        let (cabecalhos, _) = escrita.split_once("\r\n\r\n").unwrap();
        let nomes = cabecalhos.split("\r\n").filter(|linha| !linha.starts_with([' ', '\t']));
        nomes.map(|linha| linha.split(':').next().unwrap().to_owned()).collect()
    }

    #[test]
    fn a_message_can_be_read_in_two_ways() {
        let escrita = escrita(&carta());
        assert!(escrita.contains("Content-Type: multipart/alternative;"), "{escrita}");
        let (texto, html) =
            (escrita.find("text/plain; charset=utf-8"), escrita.find("text/html; charset=utf-8"));
        assert!(texto.unwrap() < html.unwrap(), "the best way comes last: {escrita}");
        assert!(escrita.contains("Date: Thu, 01 Jan 1970 00:00:00 +0000"));
        let id = "Message-ID: <ffffffff-ffff-ffff-ffff-ffffffffffff@nucleo.org>\r\n";
        assert!(escrita.contains(id), "{escrita}");
        assert!(escrita.is_ascii());
    }

    #[test]
    fn the_way_out_of_the_list_is_one_line() {
        let com = escrita(&carta());
        let link =
            format!("List-Unsubscribe: <https://nucleo.org/d?token={}>\r\n", "x".repeat(120));
        assert!(com.contains(&link), "{com}");
        assert!(com.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"));
        assert!(com.contains("Auto-Submitted: auto-generated\r\n"));
        let sem = escrita(&Carta { descadastro: None, automatica: false, ..carta() });
        assert!(!sem.contains("List-Unsubscribe") && !sem.contains("Auto-Submitted"));
    }

    #[test]
    fn nobody_can_add_a_header() {
        let normais = cabecalhos(&carta());
        for veneno in
            ["a\r\nBcc: x@evil.org", "a\nBcc: x@evil.org\n\ncorpo", "a\rBcc: x", "\u{85}\u{2028}b"]
        {
            let veneno = || veneno.to_owned();
            let carta =
                Carta { nome: veneno(), assunto: veneno(), descadastro: Some(veneno()), ..carta() };
            assert_eq!(cabecalhos(&carta), normais);
        }
        for para in ["x@y.org\r\nBcc: z@y.org", "x@y.org, z@y.org", "a b@y.org", "", "x@y.org>\n"] {
            let carta = Carta { para: para.to_owned(), ..carta() };
            assert!(carta.mensagem().is_err(), "{para:?}");
        }
    }

    #[test]
    fn a_name_with_quotes_stays_a_name() {
        let carta = Carta { nome: "\"Rua\", <x@evil.org>".to_owned(), ..carta() };
        let de = carta.de().unwrap();
        assert_eq!(de.email.to_string(), "avisos@nucleo.org");
        let escrita = escrita(&carta);
        let de = escrita.lines().find(|linha| linha.starts_with("From: ")).unwrap();
        assert!(de.ends_with(" <avisos@nucleo.org>") && !de.contains("evil"), "{de}");
    }
}
