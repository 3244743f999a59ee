//! When a feed is read next. Pure.

use base::Uuid;
use base::clock::Timestamp;
use chrono::Duration;

const INTERVALO: Duration = Duration::minutes(30);
/// A day: a feed that is broken for good costs one request in it, and is never given up.
const MAIS_INTERVALOS: i64 = 48;
/// What the other side asks for is honoured up to a day.
const MAIOR_PEDIDO: Duration = Duration::days(1);

/// The next half hour, or after failures the second, the fourth, the eighth ... up to a day. Each
/// spokesperson has half hours of their own, so that their networks are read together and those of
/// all spokespersons are not.
pub fn proxima(
    agora: Timestamp,
    porta_voz: Uuid,
    falhas: i64,
    pedida: Option<Duration>,
) -> Timestamp {
    let intervalo = INTERVALO.num_milliseconds();
    let [.., penultimo, ultimo] = *porta_voz.as_bytes();
    let fase = i64::from(u16::from_be_bytes([penultimo, ultimo])) * intervalo / (1 << 16);
    let passados = (agora.unix_millis() - fase).rem_euclid(intervalo);
    let vezes = (1_i64 << (falhas - 1).clamp(0, 10)).min(MAIS_INTERVALOS);
    let regular = agora + Duration::milliseconds(intervalo * vezes - passados);
    match pedida {
        Some(pedida) => regular.max(agora + pedida.clamp(Duration::zero(), MAIOR_PEDIDO)),
        None => regular,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minutos(depois: Timestamp, antes: Timestamp) -> i64 {
        (depois.unix_millis() - antes.unix_millis()) / 60_000
    }

    #[test]
    fn every_half_hour_counted_from_ones_own_minute() {
        let comeco = Timestamp::EPOCH + Duration::days(20_000);
        let (primeira, metade) = (Uuid::nil(), Uuid::from_u128(1 << 15));
        for minuto in 0..30 {
            let agora = comeco + Duration::minutes(minuto);
            assert_eq!(proxima(agora, primeira, 0, None), comeco + Duration::minutes(30));
        }
        assert_eq!(proxima(comeco, metade, 0, None), comeco + Duration::minutes(15));
        let depois = comeco + Duration::minutes(15);
        assert_eq!(proxima(depois, metade, 0, None), comeco + Duration::minutes(45));
        // Whoever it is, the next one is at most half an hour away and never now.
        for porta_voz in [Uuid::nil(), Uuid::max(), metade] {
            let proxima = proxima(comeco, porta_voz, 0, None);
            assert!(proxima > comeco && proxima <= comeco + INTERVALO);
        }
    }

    #[test]
    fn failures_grow_the_pause_up_to_a_day() {
        let comeco = Timestamp::EPOCH;
        let pausas: Vec<_> = (0..9)
            .map(|falhas| minutos(proxima(comeco, Uuid::nil(), falhas, None), comeco))
            .collect();
        assert_eq!(pausas, [30, 30, 60, 120, 240, 480, 960, 1440, 1440]);
        assert_eq!(minutos(proxima(comeco, Uuid::nil(), i64::MAX, None), comeco), 1440);
    }

    #[test]
    fn a_pause_that_was_asked_for_is_kept() {
        let comeco = Timestamp::EPOCH;
        let pedida = |pausa| minutos(proxima(comeco, Uuid::nil(), 1, Some(pausa)), comeco);
        assert_eq!(pedida(Duration::minutes(5)), 30);
        assert_eq!(pedida(Duration::hours(3)), 180);
        assert_eq!(pedida(Duration::days(9)), 1440);
        assert_eq!(pedida(-Duration::days(9)), 30);
    }
}
