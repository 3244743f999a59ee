//! A device for everybody, all of them at the push sink. Entered by one statement: ten thousand
//! people who log in to subscribe would take minutes.

use std::net::SocketAddr;

use crate::Failure;
use crate::place::Place;

/// One key for all: encrypting for it costs what encrypting for any costs.
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

pub async fn subscribe(place: &Place, name: &str, sink: SocketAddr) -> Result<(), Failure> {
    let sql = format!(
        "INSERT INTO push_subscriptions
             (id, usuario_id, nucleo_id, endpoint, p256dh, auth, criado_em)
         SELECT u.id, u.id, u.nucleo_id, 'http://{sink}/p/' || u.email, '{P256DH}', '{AUTH}',
             u.criado_em
         FROM usuarios u"
    );
    place.execute(name, &sql).await
}
