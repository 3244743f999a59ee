//! How often one may try. Generous to a busy office behind one address, hard on whoever guesses.

use std::net::IpAddr;

use base::Result;
use base::address::place;
use base::clock::Timestamp;
use base::rate_limit::{Quota, RateLimit};
use chrono::Duration;

/// How many in which time; every number is a setting.
#[derive(Clone, Copy, Debug)]
pub struct Quotas {
    pub login_conta_endereco: Quota,
    pub login_conta: Quota,
    pub login_endereco: Quota,
    pub cadastro: Quota,
    pub renovacao: Quota,
    /// E-mails to one account; counted in the database, by whichever instance sends them.
    pub recuperacao_conta: Quota,
    pub recuperacao_endereco: Quota,
    /// Wrong codes of events by one person.
    pub checkin: Quota,
}

impl Default for Quotas {
    fn default() -> Self {
        let quota = |max, window| Quota { max, window };
        Self {
            login_conta_endereco: quota(10, Duration::minutes(15)),
            login_conta: quota(100, Duration::minutes(15)),
            login_endereco: quota(300, Duration::minutes(15)),
            cadastro: quota(600, Duration::hours(1)),
            renovacao: quota(600, Duration::minutes(1)),
            recuperacao_conta: quota(5, Duration::hours(1)),
            recuperacao_endereco: quota(100, Duration::hours(1)),
            checkin: quota(10, Duration::minutes(15)),
        }
    }
}

/// What this instance has seen. Clones share it.
#[derive(Clone)]
pub struct Limites {
    login_conta_endereco: RateLimit<(String, IpAddr)>,
    login_conta: RateLimit<String>,
    login_endereco: RateLimit<IpAddr>,
    cadastro: RateLimit<IpAddr>,
    renovacao: RateLimit<IpAddr>,
    recuperacao_endereco: RateLimit<IpAddr>,
}

impl Limites {
    pub fn new(quotas: Quotas) -> Self {
        Self {
            login_conta_endereco: RateLimit::new(quotas.login_conta_endereco),
            login_conta: RateLimit::new(quotas.login_conta),
            login_endereco: RateLimit::new(quotas.login_endereco),
            cadastro: RateLimit::new(quotas.cadastro),
            renovacao: RateLimit::new(quotas.renovacao),
            recuperacao_endereco: RateLimit::new(quotas.recuperacao_endereco),
        }
    }

    /// Whether a log-in may be tried, or its result be told. Asked before *and* after the password
    /// is looked at: of many guesses at once, those that end after the limit was reached learn
    /// nothing, not even that they were right.
    pub fn login(&self, email: &str, address: IpAddr, now: Timestamp) -> Result<()> {
        let address = place(address);
        self.login_conta_endereco.check(&(email.to_owned(), address), now)?;
        self.login_conta.check(&email.to_owned(), now)?;
        self.login_endereco.check(&address, now)
    }

    /// Only failures count.
    pub fn login_falhou(&self, email: &str, address: IpAddr, now: Timestamp) {
        let address = place(address);
        self.login_conta_endereco.record((email.to_owned(), address), now);
        self.login_conta.record(email.to_owned(), now);
        self.login_endereco.record(address, now);
    }

    pub fn cadastro(&self, address: IpAddr, now: Timestamp) -> Result<()> {
        self.cadastro.take(place(address), now)
    }

    pub fn renovacao(&self, address: IpAddr, now: Timestamp) -> Result<()> {
        self.renovacao.take(place(address), now)
    }

    pub fn recuperacao(&self, address: IpAddr, now: Timestamp) -> Result<()> {
        self.recuperacao_endereco.take(place(address), now)
    }
}
