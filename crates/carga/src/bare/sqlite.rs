//! rusqlite: one connection that writes, a few that read, off the async threads.

use std::sync::Arc;

use base::Uuid;
use base::clock::Ids;
use chrono::SecondsFormat;
use rusqlite::types::Null;
use rusqlite::{Connection, Row, TransactionBehavior, params};

use super::pool::Pool;
use super::store::{
    Balance, Credit, Entry, Found, Member, MembersQuery, Page, Plan, Search, Stamp, Store, Wallet,
    WalletQuery, instant,
};
use crate::{Failure, proc, statements};

#[derive(Clone)]
pub struct Sqlite {
    readers: Arc<Pool<Connection>>,
    writer: Arc<Pool<Connection>>,
    statements: Arc<Statements>,
    ids: Ids,
}

impl Sqlite {
    /// As many connections as the service has, with its settings.
    pub fn open(file: &str) -> Result<Self, Failure> {
        let writer = connect(file, "")?;
        let readers = (0..(proc::cores() * 2).max(4))
            .map(|_| connect(file, "PRAGMA query_only = 1;"))
            .collect::<Result<Vec<_>, Failure>>()?;
        Ok(Self {
            readers: Pool::of(readers),
            writer: Pool::of(vec![writer]),
            statements: Arc::new(Statements::new()),
            ids: Ids::default(),
        })
    }

    async fn run<T: Send + 'static>(
        &self,
        pool: &Arc<Pool<Connection>>,
        work: impl FnOnce(&mut Connection, &Statements) -> Found<T> + Send + 'static,
    ) -> Found<T> {
        let mut connection = pool.lend().await?;
        let statements = Arc::clone(&self.statements);
        tokio::task::spawn_blocking(move || work(&mut connection, &statements)).await?
    }
}

fn connect(file: &str, more: &str) -> Result<Connection, Failure> {
    let connection = Connection::open(file)?;
    connection.execute_batch(&format!(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
         PRAGMA busy_timeout = 5000; PRAGMA mmap_size = 268435456; {more}"
    ))?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

impl Store for Sqlite {
    async fn members(&self, query: MembersQuery) -> Found<Page<Member>> {
        self.run(&self.readers, move |connection, statements| {
            let nucleo = query.nucleo.as_bytes();
            let Search { from, to, pattern } = query.search();
            let mut total = connection.prepare_cached(&statements.members_total)?;
            let total = total
                .query_row(params![nucleo, Null, Null, from, to, pattern], |row| row.get(0))?;
            let mut list = connection.prepare_cached(&statements.members)?;
            let (limit, offset) = (query.limit, query.offset());
            let now = instant().to_rfc3339_opts(SecondsFormat::AutoSi, false);
            let given = params![nucleo, Null, Null, from, to, pattern, limit, offset, now];
            let rows = list.query_map(given, member)?;
            Ok(Page::new(total, rows.collect::<Result<_, _>>()?))
        })
        .await
    }

    async fn balance(&self, query: WalletQuery) -> Found<Balance> {
        self.run(&self.readers, move |connection, statements| {
            let mut find = connection.prepare_cached(&statements.balance)?;
            let given = params![query.nucleo.as_bytes(), query.usuario.as_bytes()];
            Ok(find.query_row(given, |row| Ok(Balance { saldo: row.get(0)? }))?)
        })
        .await
    }

    async fn statement(&self, query: WalletQuery) -> Found<Page<Entry>> {
        self.run(&self.readers, move |connection, statements| {
            let (nucleo, usuario) = (query.nucleo.as_bytes(), query.usuario.as_bytes());
            let mut total = connection.prepare_cached(&statements.statement_total)?;
            let total = total.query_row(params![nucleo, usuario], |row| row.get(0))?;
            let mut list = connection.prepare_cached(&statements.statement)?;
            let given = params![nucleo, usuario, query.newest(total), query.limit];
            let rows = list.query_map(given, entry)?;
            Ok(Page::new(total, rows.collect::<Result<_, _>>()?))
        })
        .await
    }

    async fn credit(&self, credit: Credit) -> Found<Entry> {
        let ids = self.ids.clone();
        self.run(&self.writer, move |connection, statements| {
            let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let stamp = Stamp::new(&ids);
            let (nucleo, usuario) = (credit.nucleo_id.as_bytes(), credit.usuario_id.as_bytes());
            let (id, valor) = (stamp.id.as_bytes(), credit.valor);
            // The spelling that the service's driver stores.
            let moment = stamp.instant.to_rfc3339_opts(SecondsFormat::AutoSi, false);
            let wallet =
                tx.prepare_cached(&statements.lock)?.query_row(params![nucleo, usuario], wallet)?;
            let saldo = wallet.saldo + valor;
            tx.prepare_cached(&statements.append)?.execute(params![
                nucleo,
                usuario,
                id,
                Credit::TIPO,
                Credit::ORIGEM,
                valor,
                valor,
                wallet.multiplicador_ppm,
                0,
                saldo,
                credit.justificativa,
                Null,
                moment,
            ])?;
            let mes = stamp.now.mes();
            let given = params![nucleo, usuario, saldo, valor, 0, mes, wallet.earned_in(&mes)];
            tx.prepare_cached(&statements.update_wallet)?.execute(given)?;
            tx.prepare_cached(&statements.audit)?.execute(params![
                nucleo,
                stamp.audit_id.as_bytes(),
                Credit::ACAO,
                credit.autor_id.as_bytes(),
                Credit::ENDERECO,
                Credit::ALVO,
                usuario,
                credit.details(stamp.id).to_string(),
                moment,
            ])?;
            tx.commit()?;
            Ok(credit.entry(&stamp))
        })
        .await
    }
}

fn member(row: &Row<'_>) -> rusqlite::Result<Member> {
    Ok(Member {
        id: Uuid::from_bytes(row.get(0)?),
        nome: row.get(1)?,
        email: row.get(2)?,
        cargo: row.get(3)?,
        status: row.get(4)?,
        saldo_moeda: row.get(5)?,
        foto_url: row.get(6)?,
        criado_em: row.get(7)?,
        planos: row.get::<_, Option<String>>(8)?.map(|nome| Plan { nome }),
    })
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        id: Uuid::from_bytes(row.get(0)?),
        valor: row.get(1)?,
        tipo: row.get(2)?,
        origem: row.get(3)?,
        descricao: row.get(4)?,
        criado_em: row.get(5)?,
    })
}

fn wallet(row: &Row<'_>) -> rusqlite::Result<Wallet> {
    Ok(Wallet {
        saldo: row.get("saldo")?,
        mes: row.get("mes")?,
        ganho_no_mes: row.get("ganho_no_mes")?,
        multiplicador_ppm: row.get("multiplicador_ppm")?,
    })
}

/// To SQLite itself `$1` is a name; its numbers are written `?1`.
struct Statements {
    members: String,
    members_total: String,
    balance: String,
    statement: String,
    statement_total: String,
    lock: String,
    append: String,
    update_wallet: String,
    audit: String,
}

impl Statements {
    fn new() -> Self {
        let numbered = |sql: &str| sql.replace('$', "?");
        Self {
            members: numbered(statements::MEMBERS),
            members_total: numbered(statements::MEMBERS_TOTAL),
            balance: numbered(statements::BALANCE),
            statement: numbered(statements::STATEMENT),
            statement_total: numbered(statements::STATEMENT_TOTAL),
            lock: numbered(statements::LOCK),
            append: numbered(statements::APPEND),
            update_wallet: numbered(statements::UPDATE_WALLET),
            audit: numbered(statements::AUDIT),
        }
    }
}
