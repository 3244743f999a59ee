//! When a delivery is tried again, and when no more. Pure: no async, no SQL, no HTTP.

use base::Uuid;
use chrono::Duration;

/// Over more than a day, in the pauses below.
pub const MAX_TENTATIVAS: i64 = 12;
const PRIMEIRA_PAUSA_S: i64 = 10;
const MAIOR_PAUSA_S: i64 = 6 * 60 * 60;
/// What the other side asks for is honoured up to a day.
const MAIOR_PEDIDO: Duration = Duration::days(1);

/// 10 s, 30 s, 90 s ... up to 6 h, plus up to a quarter, so that what failed together does not come
/// back together. The spread comes from the id, so a test can tell it.
pub fn pausa(tentativas: i64, id: Uuid, pedida: Option<Duration>) -> Duration {
    let vezes = u32::try_from(tentativas.clamp(1, 20) - 1).unwrap_or_default();
    let segundos = PRIMEIRA_PAUSA_S.saturating_mul(3_i64.saturating_pow(vezes)).min(MAIOR_PAUSA_S);
    let [.., ultimo] = *id.as_bytes();
    let espalhada =
        Duration::milliseconds(segundos * 1000 + segundos * 250 * i64::from(ultimo) / 255);
    pedida.map_or(espalhada, |pedida| pedida.clamp(Duration::zero(), MAIOR_PEDIDO).max(espalhada))
}

pub fn desiste(tentativas: i64) -> bool {
    tentativas >= MAX_TENTATIVAS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_stay_within_bounds() {
        let pausas: Vec<_> =
            (1..=MAX_TENTATIVAS).map(|n| pausa(n, Uuid::nil(), None).num_seconds()).collect();
        assert_eq!(pausas[..5], [10, 30, 90, 270, 810]);
        assert_eq!(pausas.last(), Some(&21_600));
        assert!(pausas.iter().sum::<i64>() > 24 * 60 * 60);
        assert_eq!(pausa(1, Uuid::max(), None).num_milliseconds(), 12_500);
    }

    #[test]
    fn a_pause_that_was_asked_for_is_kept() {
        let minuto = Duration::minutes(1);
        assert_eq!(pausa(1, Uuid::nil(), Some(minuto)), minuto);
        assert_eq!(pausa(1, Uuid::nil(), Some(Duration::seconds(1))).num_seconds(), 10);
        assert_eq!(pausa(1, Uuid::nil(), Some(Duration::days(9))), Duration::days(1));
    }
}
