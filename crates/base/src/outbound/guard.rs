//! What may be asked for at all. A URL can come from anybody; without this, whoever hands one in
//! would reach the networks that this machine reaches (SSRF).

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use reqwest::Url;

use super::addresses::is_public;

/// How far requests may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    pub(super) private: bool,
    pub(super) plain_http: bool,
    /// One address that counts as the open internet. Only tests have one.
    pub(super) stand_in: Option<IpAddr>,
}

impl Guard {
    /// The open internet, encrypted.
    pub const PUBLIC: Self = Self { private: false, plain_http: false, stand_in: None };
    /// Anywhere, also unencrypted: for tests and for services inside one's own network.
    pub const LIFTED: Self = Self { private: true, plain_http: true, stand_in: None };

    /// The same guard, for whom this address is a public one, also unencrypted: a server of a test
    /// plays the open internet, and what it leads to is judged as always.
    #[cfg(any(test, feature = "testing"))]
    pub const fn with_stand_in(self, address: IpAddr) -> Self {
        Self { stand_in: Some(address), ..self }
    }

    /// The URL as it would be asked for, if it may be. A name is looked up only when it is asked
    /// for, and judged once more by what it resolves to.
    pub fn check(self, url: &str) -> Result<Url, Refused> {
        let url = Url::parse(url).map_err(|_| Refused::NotAUrl)?;
        self.check_url(&url)?;
        Ok(url)
    }

    pub(super) fn check_url(self, url: &Url) -> Result<(), Refused> {
        let host = url.host_str().map(|host| (host, address(host)));
        let is_stand_in = self.stand_in.is_some() && host.and_then(|(_, ip)| ip) == self.stand_in;
        match url.scheme() {
            "https" => {}
            "http" if self.plain_http || is_stand_in => {}
            "http" => return Err(Refused::NotEncrypted),
            _ => return Err(Refused::Scheme),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Refused::Userinfo);
        }
        // The parser has already turned every spelling of an address into the usual one.
        match host.ok_or(Refused::NotAUrl)? {
            (_, Some(address)) => self.check_address(address),
            (host, None) if !self.private && is_this_machine(host) => Err(Refused::PrivateName),
            (_, None) => Ok(()),
        }
    }

    pub(super) fn check_address(self, address: IpAddr) -> Result<(), Refused> {
        match self.private || self.stand_in == Some(address) || is_public(address) {
            true => Ok(()),
            false => Err(Refused::PrivateAddress(address)),
        }
    }
}

fn address(host: &str) -> Option<IpAddr> {
    let v6 = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    match v6 {
        Some(host) => host.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
        None => host.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
    }
}

/// These names are this machine, whatever a resolver says of them (RFC 6761).
fn is_this_machine(host: &str) -> bool {
    let host = host.trim_end_matches('.');
    host == "localhost" || host.ends_with(".localhost")
}

/// Why a URL is not asked for, in words for whoever handed it in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    NotAUrl,
    Scheme,
    NotEncrypted,
    Userinfo,
    PrivateName,
    PrivateAddress(IpAddr),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAUrl => "não é um endereço da internet",
            Self::Scheme | Self::NotEncrypted => "o endereço não começa com https://",
            Self::Userinfo => "o endereço traz um usuário ou uma senha",
            Self::PrivateName | Self::PrivateAddress(_) => {
                "o endereço leva a uma rede privada, que não é permitida"
            }
        })
    }
}

impl std::error::Error for Refused {}
