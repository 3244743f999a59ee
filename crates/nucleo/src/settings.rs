//! The settings, read once at start. Nothing needs to be set; what is set wrongly stops the
//! service with a sentence that names the setting.

mod ia;
mod mail;
mod storage;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::http::HeaderValue;
use base::address::Proxies;
use base::edge::Edge;
use base::outbound::Guard;
use base::rate_limit::Quota;
use email_address::{EmailAddress, Options};

use crate::areas::assinaturas::pagamentos::SegredoDoWebhook;
use crate::areas::autenticacao::Quotas;
use crate::areas::porta_vozes::Prazos;
use crate::areas::push::{Par, Vapid};

pub use ia::{Ia, Provider};
pub use mail::{Encryption, Mail, Route, SmtpServer};
pub use storage::{S3, Storage};

#[derive(Clone, Debug)]
pub struct Settings {
    pub bind: SocketAddr,
    pub data_dir: PathBuf,
    pub database_url: String,
    /// Where people reach the service, without a slash at the end.
    pub public_url: String,
    pub jwt_secret: Option<String>,
    pub super_admin: Option<SuperAdminInicial>,
    pub proxies: Proxies,
    pub edge: Edge,
    pub quotas: Quotas,
    pub mail: Mail,
    /// Who answers in the assistant.
    pub ia: Ia,
    /// Where files go that people send.
    pub storage: Storage,
    /// How far requests to other hosts may go.
    pub guard: Guard,
    pub vapid: Vapid,
    /// What the payment provider proves itself by; without one it is not let in.
    pub webhook: SegredoDoWebhook,
    /// How long reading the feeds of spokespersons may take; not in the environment.
    pub rss: Prazos,
    /// Whether this is a demonstration, whose log-ins the greeting may show.
    pub demo: bool,
}

#[derive(Clone)]
pub struct SuperAdminInicial {
    pub email: String,
    pub senha: String,
}

impl std::fmt::Debug for SuperAdminInicial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SuperAdminInicial").field("email", &self.email).finish_non_exhaustive()
    }
}

/// What is wrong, for the person who starts the service.
#[derive(Debug, PartialEq, Eq)]
pub struct Wrong(String);

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

fn wrong<T>(name: &str, value: &str, expected: &str) -> Result<T, Wrong> {
    Err(Wrong(format!("{name}: \"{value}\" não serve; {expected}.")))
}

impl Default for Settings {
    #[expect(clippy::unreachable, reason = "a test holds that the defaults are right")]
    fn default() -> Self {
        Self::read(&|_| None).unwrap_or_else(|wrong| unreachable!("{wrong}"))
    }
}

impl Settings {
    /// `lookup` is the environment; an empty value counts as none.
    pub fn read(lookup: &dyn Fn(&str) -> Option<String>) -> Result<Self, Wrong> {
        let get = |name: &str| lookup(name).filter(|value| !value.trim().is_empty());
        let bind = bind(&get)?;
        let data_dir = PathBuf::from(get("NUCLEO_DATA_DIR").unwrap_or_else(|| "./data".to_owned()));
        let database_url = match get("DATABASE_URL") {
            None => format!("sqlite://{}", data_dir.join("nucleo.db").display()),
            Some(url) if is_postgres(&url) || is_sqlite_file(&url) => url,
            // The rest of it may be a password.
            Some(_) => {
                let expected = "comece com postgres:// ou com sqlite:// e um arquivo";
                return wrong("DATABASE_URL", "…", expected);
            }
        };
        let jwt_secret = get("NUCLEO_JWT_SECRET");
        if jwt_secret.is_none() && is_postgres(&database_url) {
            let why = "NUCLEO_JWT_SECRET: é obrigatório com PostgreSQL, \
                       para que todas as instâncias assinem com o mesmo segredo.";
            return Err(Wrong(why.to_owned()));
        }
        let public_url = public_url(&get, bind)?;
        let guard = guard(&get)?;
        let proxies = get("NUCLEO_PROXIES_CONFIAVEIS").unwrap_or_default();
        let Some(trusted) = Proxies::parse(&proxies) else {
            let expected = "informe endereços ou redes separados por vírgula, como 10.0.0.0/8";
            return wrong("NUCLEO_PROXIES_CONFIAVEIS", &proxies, expected);
        };
        Ok(Self {
            bind,
            data_dir,
            database_url,
            jwt_secret,
            super_admin: super_admin(&get)?,
            proxies: trusted,
            edge: Edge {
                cors_origins: cors_origins(&get)?,
                https: public_url.starts_with("https://"),
                ..Edge::default()
            },
            mail: mail::read(&get, &public_url)?,
            ia: ia::read(&get)?,
            vapid: vapid(&get, &public_url)?,
            webhook: SegredoDoWebhook::new(get("PAYMENT_WEBHOOK_TOKEN").as_deref()),
            public_url,
            quotas: quotas(&get)?,
            rss: Prazos::default(),
            storage: storage::read(&get, guard)?,
            guard,
            demo: false,
        })
    }
}

fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

/// A database in memory would be another one for each connection.
fn is_sqlite_file(url: &str) -> bool {
    url.strip_prefix("sqlite://").is_some_and(|file| !file.is_empty() && !file.contains("memory"))
}

type Get<'a> = &'a dyn Fn(&str) -> Option<String>;

/// `PORT` alone, as hosting platforms set it, means every interface.
fn bind(get: Get<'_>) -> Result<SocketAddr, Wrong> {
    if let Some(bind) = get("NUCLEO_BIND") {
        let expected = "informe endereço e porta, como 127.0.0.1:8080";
        return bind.parse().or_else(|_| wrong("NUCLEO_BIND", &bind, expected));
    }
    let Some(port) = get("PORT") else { return Ok(SocketAddr::from(([127, 0, 0, 1], 8080))) };
    match port.parse::<u16>() {
        Ok(port) => Ok(SocketAddr::from(([0, 0, 0, 0], port))),
        Err(_) => wrong("PORT", &port, "informe um número de porta, como 8080"),
    }
}

fn public_url(get: Get<'_>, bind: SocketAddr) -> Result<String, Wrong> {
    let Some(url) = get("NUCLEO_PUBLIC_URL") else { return Ok(format!("http://{bind}")) };
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    if host.is_none_or(|host| host.is_empty() || host.contains([' ', '?', '#'])) {
        return wrong("NUCLEO_PUBLIC_URL", &url, "informe um endereço, como https://nucleo.org");
    }
    Ok(url.trim_end_matches('/').to_owned())
}

fn super_admin(get: Get<'_>) -> Result<Option<SuperAdminInicial>, Wrong> {
    match (get("NUCLEO_SUPER_ADMIN_EMAIL"), get("NUCLEO_SUPER_ADMIN_SENHA")) {
        (Some(email), Some(senha)) => Ok(Some(SuperAdminInicial { email, senha })),
        (Some(_), None) => Err(Wrong(
            "NUCLEO_SUPER_ADMIN_SENHA: falta, e NUCLEO_SUPER_ADMIN_EMAIL foi informado.".to_owned(),
        )),
        // Alone it is the password for the command `super-admin create`.
        (None, _) => Ok(None),
    }
}

fn guard(get: Get<'_>) -> Result<Guard, Wrong> {
    let name = "NUCLEO_PERMITIR_REDE_PRIVADA";
    match get(name).as_deref().map(str::trim) {
        None | Some("false") => Ok(Guard::PUBLIC),
        Some("true") => Ok(Guard::LIFTED),
        Some(other) => wrong(name, other, "informe true ou false"),
    }
}

fn vapid(get: Get<'_>, public_url: &str) -> Result<Vapid, Wrong> {
    let par = match (get("VAPID_PUBLIC_KEY"), get("VAPID_PRIVATE_KEY")) {
        (None, None) => None,
        (Some(publica), Some(privada)) => match Par::parse(&publica, &privada) {
            Some(par) => Some(Arc::new(par)),
            None => {
                let expected = "as duas chaves são de um par P-256, em base64url";
                return wrong("VAPID_PUBLIC_KEY e VAPID_PRIVATE_KEY", &publica, expected);
            }
        },
        (Some(_), None) => {
            let why = "VAPID_PRIVATE_KEY: falta, e VAPID_PUBLIC_KEY foi informada.";
            return Err(Wrong(why.to_owned()));
        }
        (None, Some(_)) => {
            let why = "VAPID_PUBLIC_KEY: falta, e VAPID_PRIVATE_KEY foi informada.";
            return Err(Wrong(why.to_owned()));
        }
    };
    Ok(Vapid { par, contato: contato(get, public_url)? })
}

/// Where a push service finds whoever runs this. Some want to be told, so there is always one.
fn contato(get: Get<'_>, public_url: &str) -> Result<String, Wrong> {
    let Some(email) = get("VAPID_EMAIL") else {
        return Ok(match public_url.starts_with("https://") {
            true => public_url.to_owned(),
            false => "mailto:nucleo@localhost".to_owned(),
        });
    };
    let given = email.trim();
    let address = given.strip_prefix("mailto:").unwrap_or(given);
    match EmailAddress::parse_with_options(address, Options::default().without_display_text()) {
        Ok(address) => Ok(format!("mailto:{address}")),
        Err(_) => wrong("VAPID_EMAIL", given, "informe um e-mail, como contato@nucleo.org"),
    }
}

fn cors_origins(get: Get<'_>) -> Result<Vec<HeaderValue>, Wrong> {
    let list = get("NUCLEO_CORS_ORIGENS").unwrap_or_default();
    let origins = list.split(',').map(str::trim).filter(|origin| !origin.is_empty());
    let parse = |origin: &str| {
        let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
        let valid = host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '*', ' ']));
        match HeaderValue::from_str(origin) {
            Ok(value) if valid => Ok(value),
            _ => wrong("NUCLEO_CORS_ORIGENS", origin, "informe origens, como https://app.org"),
        }
    };
    origins.map(parse).collect()
}

fn quotas(get: Get<'_>) -> Result<Quotas, Wrong> {
    let mut quotas = Quotas::default();
    let named: [(&str, &mut Quota); 8] = [
        ("NUCLEO_LIMITE_LOGIN_CONTA_ENDERECO", &mut quotas.login_conta_endereco),
        ("NUCLEO_LIMITE_LOGIN_CONTA", &mut quotas.login_conta),
        ("NUCLEO_LIMITE_LOGIN_ENDERECO", &mut quotas.login_endereco),
        ("NUCLEO_LIMITE_CADASTRO", &mut quotas.cadastro),
        ("NUCLEO_LIMITE_RENOVACAO", &mut quotas.renovacao),
        ("NUCLEO_LIMITE_RECUPERACAO_CONTA", &mut quotas.recuperacao_conta),
        ("NUCLEO_LIMITE_RECUPERACAO_ENDERECO", &mut quotas.recuperacao_endereco),
        ("NUCLEO_LIMITE_CHECKIN", &mut quotas.checkin),
    ];
    for (name, quota) in named {
        if let Some(value) = get(name) {
            let expected = "informe um número inteiro";
            quota.max = value.trim().parse().or_else(|_| wrong(name, &value, expected))?;
        }
    }
    Ok(quotas)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(given: &[(&str, &str)]) -> Result<Settings, Wrong> {
        Settings::read(&|name| {
            given.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn nothing_needs_to_be_set() {
        let settings = read(&[]).unwrap();
        assert_eq!(settings.bind.to_string(), "127.0.0.1:8080");
        assert_eq!(settings.public_url, "http://127.0.0.1:8080");
        assert_eq!(settings.database_url, "sqlite://./data/nucleo.db");
        assert_eq!(settings.quotas.login_conta_endereco.max, 10);
        assert_eq!(settings.guard, Guard::PUBLIC);
        assert!(settings.vapid.par.is_none());
    }

    #[test]
    fn keys_and_contact_are_told_to_push_services() {
        let (publica, privada) = Par::gerar().unwrap();
        let keys = [("VAPID_PUBLIC_KEY", publica.as_str()), ("VAPID_PRIVATE_KEY", &privada)];
        assert_eq!(read(&keys).unwrap().vapid.par.unwrap().publica(), publica);
        assert!(!format!("{:?}", read(&keys).unwrap()).contains(&privada));
        for email in ["a@b.org", " mailto:a@b.org"] {
            let settings = read(&[("VAPID_EMAIL", email)]).unwrap();
            assert_eq!(settings.vapid.contato, "mailto:a@b.org");
        }
        let settings = read(&[("NUCLEO_PUBLIC_URL", "https://nucleo.org/")]).unwrap();
        assert_eq!(settings.vapid.contato, "https://nucleo.org");
    }

    #[test]
    fn half_a_pair_of_keys_is_none() {
        let ((publica, privada), (outra, _)) = (Par::gerar().unwrap(), Par::gerar().unwrap());
        for (given, named) in [
            ((publica.as_str(), ""), "VAPID_PRIVATE_KEY:"),
            (("", privada.as_str()), "VAPID_PUBLIC_KEY:"),
            ((&outra, &privada), "VAPID_PUBLIC_KEY e VAPID_PRIVATE_KEY:"),
            ((&publica, "x"), "VAPID_PUBLIC_KEY e VAPID_PRIVATE_KEY:"),
        ] {
            let given = [("VAPID_PUBLIC_KEY", given.0), ("VAPID_PRIVATE_KEY", given.1)];
            let sentence = read(&given).unwrap_err().to_string();
            assert!(sentence.starts_with(named), "{sentence}");
            assert!(!sentence.contains(&privada));
        }
    }

    #[test]
    fn what_is_set_counts() {
        let settings = read(&[
            ("PORT", "9000"),
            ("NUCLEO_PUBLIC_URL", "https://nucleo.org/"),
            ("NUCLEO_LIMITE_CADASTRO", "3"),
            ("NUCLEO_CORS_ORIGENS", "https://a.org, https://b.org"),
            ("NUCLEO_PERMITIR_REDE_PRIVADA", "true"),
        ])
        .unwrap();
        assert_eq!(settings.bind.to_string(), "0.0.0.0:9000");
        assert_eq!(settings.public_url, "https://nucleo.org");
        assert!(settings.edge.https);
        assert_eq!(settings.edge.cors_origins.len(), 2);
        assert_eq!(settings.quotas.cadastro.max, 3);
        assert_eq!(settings.guard, Guard::LIFTED);
        assert_eq!(read(&[("NUCLEO_BIND", "[::1]:1"), ("PORT", "2")]).unwrap().bind.port(), 1);
    }

    #[test]
    fn a_wrong_setting_is_named() {
        for (name, value) in [
            ("NUCLEO_BIND", "8080"),
            ("PORT", "http"),
            ("DATABASE_URL", "mysql://x"),
            ("DATABASE_URL", "sqlite::memory:"),
            ("DATABASE_URL", "postgres://x/y"),
            ("NUCLEO_PUBLIC_URL", "nucleo.org"),
            ("NUCLEO_PROXIES_CONFIAVEIS", "proxy"),
            ("NUCLEO_CORS_ORIGENS", "*"),
            ("NUCLEO_LIMITE_LOGIN_CONTA", "muitos"),
            ("NUCLEO_LIMITE_LOGIN_CONTA", "-1"),
            ("NUCLEO_SUPER_ADMIN_EMAIL", "a@b.org"),
            ("NUCLEO_PERMITIR_REDE_PRIVADA", "talvez"),
            ("VAPID_EMAIL", "ninguém"),
        ] {
            let sentence = read(&[(name, value)]).unwrap_err().to_string();
            let named = match (name, value) {
                ("DATABASE_URL", "postgres://x/y") => "NUCLEO_JWT_SECRET",
                ("NUCLEO_SUPER_ADMIN_EMAIL", _) => "NUCLEO_SUPER_ADMIN_SENHA",
                (name, _) => name,
            };
            assert!(sentence.starts_with(named), "{sentence}");
        }
    }

    #[test]
    fn the_token_of_the_payment_provider_is_known_by_its_hash_alone() {
        let settings = read(&[("PAYMENT_WEBHOOK_TOKEN", "segredo-do-provedor")]).unwrap();
        assert!(settings.webhook.confere("segredo-do-provedor"));
        assert!(!format!("{settings:?}").contains("segredo-do-provedor"));
        assert!(!read(&[("PAYMENT_WEBHOOK_TOKEN", " ")]).unwrap().webhook.configurado());
    }

    #[test]
    fn a_password_in_a_setting_is_not_repeated() {
        let sentence = read(&[("DATABASE_URL", "mysql://u:segredo@h/d")]).unwrap_err().to_string();
        assert!(!sentence.contains("segredo"));
    }
}
