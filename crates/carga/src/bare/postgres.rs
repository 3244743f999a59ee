//! tokio-postgres: a few connections, each with its statements prepared.

use std::sync::Arc;

use base::Uuid;
use base::clock::Ids;
use chrono::{DateTime, SecondsFormat, Utc};
use tokio_postgres::types::Type;
use tokio_postgres::{Client, NoTls, Row, Statement};

use super::pool::Pool;
use super::store::{
    Balance, Credit, Entry, Found, Member, MembersQuery, Page, Plan, Search, Stamp, Store, Wallet,
    WalletQuery, instant,
};
use crate::{Failure, statements};

/// As many as the service has.
const CONNECTIONS: usize = 16;
/// The filters by status and cargo, which the benchmark leaves open.
const ANY: Option<&str> = None;

/// Of the first parameters: the server cannot tell a type from `$2 IS NULL`, and takes what is only
/// selected for text.
const LISTED: [Type; 3] = [Type::UUID, Type::TEXT, Type::TEXT];
#[rustfmt::skip]
const APPENDED: [Type; 13] = [
    Type::UUID, Type::UUID, Type::UUID, Type::TEXT, Type::TEXT, Type::INT8, Type::INT8, Type::INT8,
    Type::INT8, Type::INT8, Type::TEXT, Type::UUID, Type::TIMESTAMPTZ,
];

#[derive(Clone)]
pub struct Postgres {
    pool: Arc<Pool<Connection>>,
    ids: Ids,
}

struct Connection {
    client: Client,
    members: Statement,
    members_total: Statement,
    balance: Statement,
    statement: Statement,
    statement_total: Statement,
    lock: Statement,
    append: Statement,
    update_wallet: Statement,
    audit: Statement,
}

impl Postgres {
    pub async fn open(url: &str) -> Result<Self, Failure> {
        let mut connections = Vec::new();
        for _ in 0..CONNECTIONS {
            connections.push(Connection::open(url).await?);
        }
        Ok(Self { pool: Pool::of(connections), ids: Ids::default() })
    }
}

impl Connection {
    async fn open(url: &str) -> Result<Self, Failure> {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        base::app::in_background(async move {
            let _ = connection.await;
        });
        Ok(Self {
            members: client.prepare_typed(statements::MEMBERS, &LISTED).await?,
            members_total: client.prepare_typed(statements::MEMBERS_TOTAL, &LISTED).await?,
            balance: client.prepare(statements::BALANCE).await?,
            statement: client.prepare(statements::STATEMENT).await?,
            statement_total: client.prepare(statements::STATEMENT_TOTAL).await?,
            lock: client.prepare(statements::LOCK).await?,
            append: client.prepare_typed(statements::APPEND, &APPENDED).await?,
            update_wallet: client.prepare(statements::UPDATE_WALLET).await?,
            audit: client.prepare(statements::AUDIT).await?,
            client,
        })
    }
}

impl Store for Postgres {
    async fn members(&self, query: MembersQuery) -> Found<Page<Member>> {
        let connection = self.pool.lend().await?;
        let (nucleo, limit, offset) = (query.nucleo, query.limit, query.offset());
        let Search { from, to, pattern } = query.search();
        let total = connection
            .client
            .query_one(&connection.members_total, &[&nucleo, &ANY, &ANY, &from, &to, &pattern])
            .await?
            .try_get(0)?;
        let rows = connection
            .client
            .query(
                &connection.members,
                &[&nucleo, &ANY, &ANY, &from, &to, &pattern, &limit, &offset, &instant()],
            )
            .await?;
        Ok(Page::new(total, rows.iter().map(member).collect::<Found<_>>()?))
    }

    async fn balance(&self, query: WalletQuery) -> Found<Balance> {
        let connection = self.pool.lend().await?;
        let row = connection
            .client
            .query_one(&connection.balance, &[&query.nucleo, &query.usuario])
            .await?;
        Ok(Balance { saldo: row.try_get(0)? })
    }

    async fn statement(&self, query: WalletQuery) -> Found<Page<Entry>> {
        let connection = self.pool.lend().await?;
        let (nucleo, usuario) = (query.nucleo, query.usuario);
        let total = connection
            .client
            .query_one(&connection.statement_total, &[&nucleo, &usuario])
            .await?
            .try_get(0)?;
        let newest = query.newest(total);
        let rows = connection
            .client
            .query(&connection.statement, &[&nucleo, &usuario, &newest, &query.limit])
            .await?;
        Ok(Page::new(total, rows.iter().map(entry).collect::<Found<_>>()?))
    }

    async fn credit(&self, credit: Credit) -> Found<Entry> {
        let mut lent = self.pool.lend().await?;
        let Connection { client, lock, append, update_wallet, audit, .. } = &mut *lent;
        let tx = client.transaction().await?;
        let stamp = Stamp::new(&self.ids);
        let Credit { nucleo_id: nucleo, usuario_id: usuario, autor_id, valor, .. } = &credit;
        let wallet = wallet(&tx.query_one(lock, &[nucleo, usuario]).await?)?;
        let (saldo, none, reference) = (wallet.saldo + valor, 0_i64, None::<Uuid>);
        tx.execute(
            append,
            &[
                nucleo,
                usuario,
                &stamp.id,
                &Credit::TIPO,
                &Credit::ORIGEM,
                valor,
                valor,
                &wallet.multiplicador_ppm,
                &none,
                &saldo,
                &credit.justificativa,
                &reference,
                &stamp.instant,
            ],
        )
        .await?;
        let mes = stamp.now.mes();
        let earned = wallet.earned_in(&mes);
        tx.execute(update_wallet, &[nucleo, usuario, &saldo, valor, &none, &mes, &earned]).await?;
        tx.execute(
            audit,
            &[
                nucleo,
                &stamp.audit_id,
                &Credit::ACAO,
                autor_id,
                &Credit::ENDERECO,
                &Credit::ALVO,
                usuario,
                &credit.details(stamp.id),
                &stamp.instant,
            ],
        )
        .await?;
        tx.commit().await?;
        Ok(credit.entry(&stamp))
    }
}

fn member(row: &Row) -> Found<Member> {
    Ok(Member {
        id: row.try_get(0)?,
        nome: row.try_get(1)?,
        email: row.try_get(2)?,
        cargo: row.try_get(3)?,
        status: row.try_get(4)?,
        saldo_moeda: row.try_get(5)?,
        foto_url: row.try_get(6)?,
        criado_em: spelled(row.try_get(7)?),
        planos: row.try_get::<_, Option<String>>(8)?.map(|nome| Plan { nome }),
    })
}

fn entry(row: &Row) -> Found<Entry> {
    Ok(Entry {
        id: row.try_get(0)?,
        valor: row.try_get(1)?,
        tipo: row.try_get(2)?,
        origem: row.try_get(3)?,
        descricao: row.try_get(4)?,
        criado_em: spelled(row.try_get(5)?),
    })
}

fn wallet(row: &Row) -> Found<Wallet> {
    Ok(Wallet {
        saldo: row.try_get("saldo")?,
        mes: row.try_get("mes")?,
        ganho_no_mes: row.try_get("ganho_no_mes")?,
        multiplicador_ppm: row.try_get("multiplicador_ppm")?,
    })
}

fn spelled(instant: DateTime<Utc>) -> String {
    instant.to_rfc3339_opts(SecondsFormat::Millis, true)
}
