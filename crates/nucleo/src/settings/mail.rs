//! How e-mail leaves: as files in the data folder, by an SMTP server, or by a provider over HTTP.

use std::fmt;

use base::outbound::Url;
use email_address::{EmailAddress, Options};

use super::{Get, Wrong, wrong};

#[derive(Clone, Debug)]
pub struct Mail {
    /// The address that messages come from.
    pub sender: String,
    pub route: Route,
}

#[derive(Clone)]
pub enum Route {
    /// `.eml` files: nothing leaves the machine.
    Files,
    Smtp(SmtpServer),
    Api {
        url: String,
        key: String,
    },
}

/// Names the route and where it leads; never a password or a key.
impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Files => f.write_str("Files"),
            Self::Smtp(server) => write!(f, "Smtp({}:{})", server.host, server.port),
            Self::Api { .. } => f.write_str("Api"),
        }
    }
}

#[derive(Clone, PartialEq, Eq)]
pub struct SmtpServer {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    /// Name and password.
    pub credentials: Option<(String, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encryption {
    /// From the first byte on (`smtps://`).
    Implicit,
    /// By STARTTLS, or not at all.
    Required,
    /// By STARTTLS if the server offers it.
    Opportunistic,
    None,
}

impl SmtpServer {
    /// `smtp://` or `smtps://`, a name and a password if needed, and `?tls=` for who knows better
    /// than the default: encrypted where a password travels, else as the server likes it.
    pub fn parse(url: &str) -> Option<Self> {
        let url = Url::parse(url).ok()?;
        let host = url.host_str()?.trim_matches(['[', ']']).to_owned();
        let credentials = match (url.username(), url.password()) {
            ("", None) => None,
            (name, password) => Some((decoded(name)?, decoded(password?)?)),
        };
        let mut tls = None;
        for (key, value) in url.query_pairs() {
            match (&*key, &*value) {
                ("tls", "required") => tls = Some(Encryption::Required),
                ("tls", "opportunistic") => tls = Some(Encryption::Opportunistic),
                ("tls", "none") => tls = Some(Encryption::None),
                _ => return None,
            }
        }
        let encryption = match (url.scheme(), tls) {
            ("smtps", None) => Encryption::Implicit,
            ("smtp", Some(tls)) => tls,
            ("smtp", None) if credentials.is_some() => Encryption::Required,
            ("smtp", None) => Encryption::Opportunistic,
            _ => return None,
        };
        let usual = match encryption {
            Encryption::Implicit => 465,
            _ if credentials.is_some() => 587,
            _ => 25,
        };
        let nothing_else = matches!(url.path(), "" | "/") && url.fragment().is_none();
        let port = url.port().unwrap_or(usual);
        (nothing_else && !host.is_empty()).then_some(Self { host, port, encryption, credentials })
    }
}

/// A name or password with its `%40` and the like written out.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

pub(super) fn read(get: Get<'_>, public_url: &str) -> Result<Mail, Wrong> {
    let sender = get("SENDER_EMAIL");
    if let Some(sender) = &sender
        && !is_address(sender)
    {
        return wrong("SENDER_EMAIL", sender, "informe um e-mail, como avisos@nucleo.org");
    }
    let route = route(get)?;
    let sender = match (sender, &route) {
        (Some(sender), _) => sender,
        (None, Route::Files) => format!("nao-responda@{}", domain_of(public_url)),
        (None, _) => {
            let why = "SENDER_EMAIL: falta; informe de que endereço os e-mails saem.";
            return Err(Wrong(why.to_owned()));
        }
    };
    Ok(Mail { sender, route })
}

fn route(get: Get<'_>) -> Result<Route, Wrong> {
    match (get("SMTP_URL"), get("MAIL_API_URL"), get("MAIL_API_KEY")) {
        (None, None, None) => Ok(Route::Files),
        // The rest of it may be a password.
        (Some(url), None, None) => match SmtpServer::parse(&url) {
            Some(server) => Ok(Route::Smtp(server)),
            None => wrong("SMTP_URL", "…", "informe smtp:// ou smtps://, servidor e porta"),
        },
        (None, Some(url), Some(key)) => {
            let web = url.starts_with("https://") || url.starts_with("http://");
            if !web || Url::parse(&url).is_err() {
                let expected = "informe um endereço, como https://api.provedor.com/emails";
                return wrong("MAIL_API_URL", "…", expected);
            }
            if key.contains(|letter: char| letter.is_control() || !letter.is_ascii()) {
                return wrong("MAIL_API_KEY", "…", "use só letras, números e sinais");
            }
            Ok(Route::Api { url, key })
        }
        (None, Some(_), None) => {
            Err(Wrong("MAIL_API_KEY: falta, e MAIL_API_URL foi informado.".to_owned()))
        }
        (None, None, Some(_)) => {
            Err(Wrong("MAIL_API_URL: falta, e MAIL_API_KEY foi informado.".to_owned()))
        }
        (Some(_), ..) => Err(Wrong(
            "SMTP_URL: há também MAIL_API_URL ou MAIL_API_KEY; escolha um dos dois caminhos."
                .to_owned(),
        )),
    }
}

fn is_address(text: &str) -> bool {
    let options =
        Options::default().with_required_tld().without_display_text().without_domain_literal();
    EmailAddress::parse_with_options(text, options).is_ok()
}

/// The host that people reach the service by, if it has a name.
fn domain_of(public_url: &str) -> String {
    let url = Url::parse(public_url).ok();
    let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
    match is_address(&format!("a@{host}")) && !host.ends_with(|last: char| last.is_ascii_digit()) {
        true => host.to_owned(),
        false => "nucleo.local".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Settings;
    use super::*;

    fn read(given: &[(&str, &str)]) -> Result<Mail, Wrong> {
        let lookup = |name: &str| {
            given.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        };
        Settings::read(&lookup).map(|settings| settings.mail)
    }

    #[test]
    fn without_settings_mail_becomes_files() {
        let mail = read(&[]).unwrap();
        assert!(matches!(mail.route, Route::Files));
        assert_eq!(mail.sender, "nao-responda@nucleo.local");
        let mail = read(&[("NUCLEO_PUBLIC_URL", "https://app.nucleo.org/")]).unwrap();
        assert_eq!(mail.sender, "nao-responda@app.nucleo.org");
    }

    #[test]
    fn an_smtp_server_is_a_url() {
        let parse = |url| {
            let server = SmtpServer::parse(url)?;
            let SmtpServer { host, port, encryption, credentials } = server;
            Some((host, port, encryption, credentials))
        };
        let ana = Some(("ana@x.org".to_owned(), "a:b/c".to_owned()));
        let host = |name: &str| name.to_owned();
        use Encryption::{Implicit, None as Plain, Opportunistic, Required};
        for (url, expected) in [
            ("smtp://mail.x.org", (host("mail.x.org"), 25, Opportunistic, None)),
            ("smtp://127.0.0.1:2525", (host("127.0.0.1"), 2525, Opportunistic, None)),
            ("smtp://[::1]:2525?tls=none", (host("::1"), 2525, Plain, None)),
            ("smtp://ana%40x.org:a%3Ab%2Fc@m.x.org", (host("m.x.org"), 587, Required, ana.clone())),
            ("smtps://ana%40x.org:a%3Ab%2Fc@m.x.org/", (host("m.x.org"), 465, Implicit, ana)),
        ] {
            assert_eq!(parse(url), Some(expected), "{url}");
        }
        for wrong in [
            "mail.x.org",
            "http://x.org",
            "smtp://",
            "smtp://ana@x.org",
            "smtp://x.org/caixa",
            "smtp://x.org?tls=maybe",
            "smtps://x.org?tls=none",
            "smtp://a%4:b@x.org",
            "smtp://x.org:99999",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_and_no_secret_is_repeated() {
        let sender = ("SENDER_EMAIL", "a@x.org");
        for (given, named) in [
            (vec![("SENDER_EMAIL", "ana")], "SENDER_EMAIL"),
            (vec![("SMTP_URL", "smtp://x.org")], "SENDER_EMAIL"),
            (vec![sender, ("SMTP_URL", "segredo")], "SMTP_URL"),
            (vec![sender, ("MAIL_API_URL", "https://x.org")], "MAIL_API_KEY"),
            (vec![sender, ("MAIL_API_KEY", "segredo")], "MAIL_API_URL"),
            (vec![sender, ("MAIL_API_KEY", "segredo"), ("MAIL_API_URL", "x.org")], "MAIL_API_URL"),
            (
                vec![sender, ("MAIL_API_KEY", "segredoé"), ("MAIL_API_URL", "https://x.org")],
                "MAIL_API_KEY",
            ),
            (vec![sender, ("SMTP_URL", "smtp://x.org"), ("MAIL_API_KEY", "segredo")], "SMTP_URL"),
        ] {
            let sentence = read(&given).unwrap_err().to_string();
            assert!(sentence.starts_with(named), "{sentence}");
            assert!(!sentence.contains("segredo"), "{sentence}");
        }
    }

    #[test]
    fn secrets_are_not_printed() {
        let sender = ("SENDER_EMAIL", "a@x.org");
        let smtp = read(&[sender, ("SMTP_URL", "smtp://u:segredo@x.org")]).unwrap();
        let api =
            [sender, ("MAIL_API_URL", "https://x.org/?k=segredo"), ("MAIL_API_KEY", "segredo")];
        for mail in [smtp, read(&api).unwrap()] {
            assert!(!format!("{mail:?}").contains("segredo"));
        }
    }
}
