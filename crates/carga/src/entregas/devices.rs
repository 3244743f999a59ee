//! A device for everybody, all of them at the push sink.

use std::net::SocketAddr;

use base::address::Proxies;
use base::clock::Clock;
use base::db::{Db, NucleoTx};
use base::token::Tokens;
use base::{App, Operator, Result};
use nucleo::areas::push::rules::NovoDispositivo;
use nucleo::areas::push::service as push;

use crate::dataset::{Community, People};

/// One key for all: encrypting for it costs what encrypting for any costs.
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
/// How many one transaction enters.
const BATCH: usize = 500;

pub async fn subscribe(url: &str, people: &People, sink: SocketAddr) -> Result<()> {
    let db = Db::open(url).await?;
    let tokens = Tokens::new(b"nobody logs in while devices are entered");
    let (app, operator) = App::new(db, Clock::system(), tokens, Proxies::default());
    let done = subscribe_all(&operator, people, sink).await;
    app.close().await;
    done
}

async fn subscribe_all(operator: &Operator, people: &People, sink: SocketAddr) -> Result<()> {
    for community in &people.0 {
        subscribe_community(operator, community, sink).await?;
    }
    Ok(())
}

async fn subscribe_community(
    operator: &Operator,
    community: &Community,
    sink: SocketAddr,
) -> Result<()> {
    for batch in community.members.chunks(BATCH) {
        let enter = async |tx: &mut NucleoTx| {
            operator.enter(tx, community.nucleo).await?;
            for usuario in batch {
                let novo = NovoDispositivo {
                    endpoint: format!("http://{sink}/p/{usuario}"),
                    p256dh: P256DH.to_owned(),
                    auth: AUTH.to_owned(),
                };
                push::entrar(tx, *usuario, &novo).await?;
            }
            Ok(())
        };
        operator.write(enter).await?;
    }
    Ok(())
}
