//! The one way out. Every request to another host goes through here, because most of the URLs come
//! from people: the guard judges the URL, each redirect, and the very addresses that are connected
//! to, so that a name cannot resolve to one address for the judge and to another for the socket.
#![expect(clippy::disallowed_types, reason = "the one home of reqwest")]

mod addresses;
mod guard;

#[cfg(test)]
mod tests;

use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{self, HeaderMap, HeaderValue, Method, StatusCode, header};
use chrono::DateTime;
use futures::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::{Action, Attempt, Policy};
use reqwest::{Client, ClientBuilder, RequestBuilder};

pub use addresses::is_public;
pub use guard::{Guard, Refused};
pub use reqwest::Url;

use crate::clock::Timestamp;

const CONNECT_LIMIT: Duration = Duration::from_secs(5);
/// For the whole exchange, to the last byte, unless the caller says otherwise.
const LIMIT: Duration = Duration::from_secs(30);
const MAX_REDIRECTS: usize = 5;
const IDLE_LIMIT: Duration = Duration::from_secs(60);
const IDLE_PER_HOST: usize = 8;
const USER_AGENT: &str = concat!("nucleo/", env!("CARGO_PKG_VERSION"));

/// Clones share their connections.
#[derive(Clone)]
pub struct Outbound(Arc<Clients>);

/// Made when they are first needed: that reads the certificates of the system.
struct Clients {
    guard: Guard,
    following: OnceLock<Client>,
    staying: OnceLock<Client>,
}

impl Outbound {
    pub fn new(guard: Guard) -> Self {
        Self(Arc::new(Clients { guard, following: OnceLock::new(), staying: OnceLock::new() }))
    }

    /// Follows a few redirects, each of them judged.
    pub fn get(&self, url: &str) -> Result<Call, Failure> {
        let url = self.0.guard.check(url)?;
        let client = made(&self.0.following, || {
            let guard = self.0.guard;
            let judge = Policy::custom(move |attempt| follow(guard, attempt));
            builder(guard, system_lookup).redirect(judge)
        })?;
        Ok(Call(client.request(Method::GET, url)))
    }

    /// Follows no redirect: most of them would turn it into a GET without a body.
    pub fn post(&self, url: &str) -> Result<Call, Failure> {
        let url = self.0.guard.check(url)?;
        Ok(Call(self.staying()?.request(Method::POST, url)))
    }

    /// A request that a client of another protocol has put together and signed, such as S3's, and
    /// the answer as it comes: neither redirected nor unpacked.
    pub async fn exchange(
        &self,
        mut request: http::Request<Bytes>,
        limit: Duration,
    ) -> Result<http::Response<reqwest::Body>, Failure> {
        self.0.guard.check(&request.uri().to_string())?;
        let as_it_is = HeaderValue::from_static("identity");
        request.headers_mut().entry(header::ACCEPT_ENCODING).or_insert(as_it_is);
        let mut request = reqwest::Request::try_from(request)?;
        *request.timeout_mut() = Some(limit);
        let answer = self.staying()?.execute(request).await?;
        Ok(answer.into())
    }

    fn staying(&self) -> Result<Client, Failure> {
        made(&self.0.staying, || builder(self.0.guard, system_lookup).redirect(Policy::none()))
    }
}

fn made(cell: &OnceLock<Client>, build: impl FnOnce() -> ClientBuilder) -> Result<Client, Failure> {
    match cell.get() {
        Some(client) => Ok(client.clone()),
        None => {
            let client = build().build()?;
            Ok(cell.get_or_init(|| client).clone())
        }
    }
}

fn builder(guard: Guard, lookup: Lookup) -> ClientBuilder {
    Client::builder()
        .no_proxy() // a proxy would connect to addresses that nobody has judged
        .dns_resolver(Arc::new(JudgedResolver { guard, lookup }))
        .connect_timeout(CONNECT_LIMIT)
        .timeout(LIMIT)
        .pool_idle_timeout(IDLE_LIMIT)
        .pool_max_idle_per_host(IDLE_PER_HOST)
        .referer(false)
        .user_agent(USER_AGENT)
}

fn follow(guard: Guard, attempt: Attempt<'_>) -> Action {
    if attempt.previous().len() > MAX_REDIRECTS {
        return attempt.error("too many redirects");
    }
    match guard.check_url(attempt.url()) {
        Ok(()) => attempt.follow(),
        Err(refused) => attempt.error(refused),
    }
}

type Lookup = fn(String) -> BoxFuture<'static, std::io::Result<Vec<SocketAddr>>>;

fn system_lookup(name: String) -> BoxFuture<'static, std::io::Result<Vec<SocketAddr>>> {
    Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.collect()) })
}

/// Gives out only addresses that may be connected to. It is never asked about addresses that are
/// written in the URL itself; [`Guard::check`] judges those.
struct JudgedResolver {
    guard: Guard,
    lookup: Lookup,
}

impl Resolve for JudgedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = self.guard;
        let found = (self.lookup)(name.as_str().to_owned());
        Box::pin(async move {
            let (mut allowed, mut refused) = (Vec::new(), None);
            for address in found.await? {
                match guard.check_address(address.ip()) {
                    Ok(()) => allowed.push(address),
                    Err(why) => refused = Some(why),
                }
            }
            match (allowed.is_empty(), refused) {
                (true, Some(why)) => Err(why.into()),
                _ => Ok(Box::new(allowed.into_iter()) as Addrs),
            }
        })
    }
}

/// A request that is being put together.
pub struct Call(RequestBuilder);

impl Call {
    pub fn header(self, name: &'static str, value: impl AsRef<str>) -> Self {
        Self(self.0.header(name, value.as_ref()))
    }

    pub fn body(self, bytes: Vec<u8>) -> Self {
        Self(self.0.body(bytes))
    }

    /// How long the whole exchange may take, to the last byte of the answer.
    pub fn within(self, limit: Duration) -> Self {
        Self(self.0.timeout(limit))
    }

    pub async fn send(self) -> Result<Answer, Failure> {
        Ok(Answer(self.0.send().await?))
    }
}

/// An answer whose body has not been read yet.
pub struct Answer(reqwest::Response);

impl Answer {
    pub fn status(&self) -> StatusCode {
        self.0.status()
    }

    pub fn headers(&self) -> &HeaderMap {
        self.0.headers()
    }

    /// The body, unpacked, if it is no longer than this. What is longer is not read to its end.
    pub async fn bytes(mut self, max: usize) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        while let Some(chunk) = self.0.chunk().await? {
            if bytes.len() + chunk.len() > max {
                return Err(Failure::TooLarge);
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }
}

/// The pause that the header `Retry-After` asks for: seconds, or a date (RFC 9110, section 10.2.3).
pub fn retry_after(value: &str, now: Timestamp) -> Option<chrono::Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse::<u32>() {
        return Some(chrono::Duration::seconds(seconds.into()));
    }
    let until = Timestamp::from(DateTime::parse_from_rfc2822(value).ok()?.to_utc());
    let millis = until.unix_millis() - now.unix_millis();
    Some(chrono::Duration::milliseconds(millis.max(0)))
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The guard stands in the way, and will tomorrow.
    Refused(Refused),
    TooLarge,
    TimedOut,
    /// Without the URL, which may hold a secret.
    Network(reqwest::Error),
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        // What the resolver or a redirect was refused for lies below reqwest's own words.
        let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(&error);
        while let Some(below) = cause {
            if let Some(refused) = below.downcast_ref::<Refused>() {
                return Self::Refused(*refused);
            }
            cause = below.source();
        }
        match error.is_timeout() {
            true => Self::TimedOut,
            false => Self::Network(error.without_url()),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refused) => refused.fmt(f),
            Self::TooLarge => f.write_str("a resposta é grande demais"),
            Self::TimedOut => f.write_str("o servidor não respondeu a tempo"),
            Self::Network(_) => f.write_str("a conexão com o servidor falhou"),
        }
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Network(error) => Some(error),
            _ => None,
        }
    }
}
