//! What the bare server is asked, what it answers, and who knows the answer.

use base::Uuid;
use base::clock::{Clock, Ids, Timestamp};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Failure;

pub trait Store: Clone + Send + Sync + 'static {
    fn members(&self, query: MembersQuery) -> impl Future<Output = Found<Page<Member>>> + Send;
    fn balance(&self, query: WalletQuery) -> impl Future<Output = Found<Balance>> + Send;
    fn statement(&self, query: WalletQuery) -> impl Future<Output = Found<Page<Entry>>> + Send;
    fn credit(&self, credit: Credit) -> impl Future<Output = Found<Entry>> + Send;
}

pub type Found<T> = Result<T, Failure>;

#[derive(Deserialize)]
pub struct MembersQuery {
    pub nucleo: Uuid,
    search: String,
    page: i64,
    pub limit: i64,
}

/// Where the pieces of a name begin and end, and the pattern that decides.
pub struct Search {
    pub from: String,
    pub to: String,
    pub pattern: String,
}

impl MembersQuery {
    pub fn offset(&self) -> i64 {
        (self.page - 1) * self.limit
    }

    /// The words of the benchmark are plain: there is nothing to normalise or escape in them.
    pub fn search(&self) -> Search {
        let from: String = self.search.chars().take(3).collect();
        Search { to: format!("{from}{}", char::MAX), pattern: format!("%{}%", self.search), from }
    }
}

#[derive(Deserialize)]
pub struct WalletQuery {
    pub nucleo: Uuid,
    pub usuario: Uuid,
    #[serde(default)]
    page: i64,
    #[serde(default)]
    pub limit: i64,
}

impl WalletQuery {
    /// The number of the newest entry on the page.
    pub fn newest(&self, total: i64) -> i64 {
        total - (self.page - 1) * self.limit
    }
}

#[derive(Serialize)]
pub struct Page<T> {
    pub data: Vec<T>,
    pub pagination: Total,
}

#[derive(Serialize)]
pub struct Total {
    total: i64,
}

impl<T> Page<T> {
    pub fn new(total: i64, data: Vec<T>) -> Self {
        Self { data, pagination: Total { total } }
    }
}

#[derive(Serialize)]
pub struct Member {
    pub id: Uuid,
    pub nome: String,
    pub email: Option<String>,
    pub cargo: String,
    pub status: String,
    pub saldo_moeda: i64,
    pub foto_url: Option<String>,
    pub criado_em: String,
    pub planos: Option<Plan>,
}

#[derive(Serialize)]
pub struct Plan {
    pub nome: String,
}

#[derive(Serialize)]
pub struct Balance {
    pub saldo: i64,
}

#[derive(Serialize)]
pub struct Entry {
    pub id: Uuid,
    pub valor: i64,
    pub tipo: String,
    pub origem: String,
    pub descricao: String,
    pub criado_em: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Credit {
    #[serde(rename = "nucleo")]
    pub nucleo_id: Uuid,
    pub autor_id: Uuid,
    pub usuario_id: Uuid,
    pub valor: i64,
    pub justificativa: String,
}

/// A wallet that nobody else can move, and how its nucleo multiplies.
pub struct Wallet {
    pub saldo: i64,
    pub mes: String,
    pub ganho_no_mes: i64,
    pub multiplicador_ppm: i64,
}

impl Wallet {
    /// What was earned in a month that is over does not count.
    pub fn earned_in(&self, mes: &str) -> i64 {
        if self.mes == mes { self.ganho_no_mes } else { 0 }
    }
}

impl Credit {
    pub const TIPO: &str = "CREDITO";
    pub const ORIGEM: &str = "MANUAL";
    pub const ACAO: &str = "AJUSTE_MANUAL";
    pub const ALVO: &str = "USUARIO";
    pub const ENDERECO: &str = "127.0.0.1";

    pub fn details(&self, id: Uuid) -> Value {
        json!({ "transacaoId": id, "tipo": Self::TIPO, "valor": self.valor })
    }

    pub fn entry(self, stamp: &Stamp) -> Entry {
        Entry {
            id: stamp.id,
            valor: self.valor,
            tipo: Self::TIPO.to_owned(),
            origem: Self::ORIGEM.to_owned(),
            descricao: self.justificativa,
            criado_em: stamp.now.to_string(),
        }
    }
}

/// What a new entry is given: ids for it and for its line in the trail, and its moment.
pub struct Stamp {
    pub id: Uuid,
    pub audit_id: Uuid,
    pub now: Timestamp,
    pub instant: DateTime<Utc>,
}

impl Stamp {
    pub fn new(ids: &Ids) -> Self {
        let now = Clock::system().now();
        Self { id: ids.next(now), audit_id: ids.next(now), now, instant: in_full(now) }
    }
}

/// This moment, as a statement takes it.
pub fn instant() -> DateTime<Utc> {
    in_full(Clock::system().now())
}

fn in_full(now: Timestamp) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(now.unix_millis()).unwrap_or_default()
}
