//! What the answer of a push service means, and what the answers for all devices of a person mean
//! together. Pure.

use base::clock::Timestamp;
use base::outbound;
use chrono::Duration;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::DispositivoId;
use crate::areas::entregas::Desfecho;

/// How it went with one device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resposta {
    Aceita,
    /// There is no such device any more.
    Perdido(String),
    /// This will never be taken.
    Recusada(String),
    /// Our keys are not believed: somebody has to look at the settings.
    SemCredito(String),
    Depois {
        motivo: String,
        pausa: Option<Duration>,
    },
}

impl Resposta {
    pub fn depois(motivo: impl Into<String>) -> Self {
        Self::Depois { motivo: motivo.into(), pausa: None }
    }
}

/// By the status and, where it says when to come back, the header `Retry-After`.
pub fn julgar(status: u16, retry_after: Option<&str>, agora: Timestamp) -> Resposta {
    let motivo = format!("o serviço de push respondeu {status}");
    match status {
        200 | 201 | 202 | 204 => Resposta::Aceita,
        404 | 410 => Resposta::Perdido("o navegador cancelou a inscrição".to_owned()),
        413 => Resposta::Recusada(motivo),
        401 | 403 => Resposta::SemCredito(motivo),
        _ => {
            let pausa = retry_after.and_then(|valor| outbound::retry_after(valor, agora));
            Resposta::Depois { motivo, pausa }
        }
    }
}

/// What earlier attempts of one delivery have done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progresso {
    /// Devices with which it is over, one way or the other.
    pub feitos: Vec<DispositivoId>,
    /// Whether one of them took it.
    pub chegou: bool,
}

impl Progresso {
    pub fn parse(valor: Option<&Value>) -> Self {
        valor.and_then(|valor| Self::deserialize(valor).ok()).unwrap_or_default()
    }
}

/// The delivery ends when it has ended with every device; it has arrived if one took it.
pub fn combinar(
    mut progresso: Progresso,
    respostas: &[(DispositivoId, Resposta)],
) -> base::Result<Desfecho> {
    let (mut falha, mut adiamento) = (None, None::<(&String, Option<Duration>)>);
    for (dispositivo, resposta) in respostas {
        match resposta {
            Resposta::Aceita => progresso.chegou = true,
            Resposta::Perdido(motivo) | Resposta::Recusada(motivo) => falha = Some(motivo),
            Resposta::SemCredito(motivo) => {
                let (_, pausa) = adiamento.unwrap_or((motivo, None));
                adiamento = Some((motivo, pausa));
            }
            Resposta::Depois { motivo, pausa } => {
                let (antes, maior) = adiamento.unwrap_or((motivo, None));
                adiamento = Some((antes, maior.max(*pausa)));
            }
        }
        if !matches!(resposta, Resposta::SemCredito(_) | Resposta::Depois { .. }) {
            progresso.feitos.push(*dispositivo);
        }
    }
    Ok(match (adiamento, falha) {
        (Some((motivo, pausa)), _) => {
            let progresso = Some(serde_json::to_value(progresso)?);
            Desfecho::Adiada { motivo: motivo.clone(), pausa, progresso }
        }
        (None, Some(motivo)) if !progresso.chegou => Desfecho::Falhou(motivo.clone()),
        (None, _) => Desfecho::Enviada,
    })
}

#[cfg(test)]
mod tests {
    use base::Uuid;
    use serde_json::json;

    use super::*;

    const AGORA: Timestamp = Timestamp::EPOCH;

    fn id(numero: u128) -> DispositivoId {
        Uuid::from_u128(numero).into()
    }

    #[test]
    fn each_status_has_one_meaning() {
        for status in [200, 201, 202] {
            assert_eq!(julgar(status, None, AGORA), Resposta::Aceita);
        }
        for status in [404, 410] {
            assert!(matches!(julgar(status, None, AGORA), Resposta::Perdido(_)));
        }
        for status in [401, 403] {
            assert!(matches!(julgar(status, None, AGORA), Resposta::SemCredito(_)));
        }
        assert!(matches!(julgar(413, None, AGORA), Resposta::Recusada(_)));
        for status in [301, 307, 400, 408, 429, 500, 502, 503] {
            assert!(matches!(julgar(status, None, AGORA), Resposta::Depois { pausa: None, .. }));
        }
    }

    #[test]
    fn a_service_says_when_to_come_back() {
        let pausa = |valor| match julgar(429, Some(valor), AGORA) {
            Resposta::Depois { pausa, .. } => pausa.map(|pausa| pausa.num_seconds()),
            outra => panic!("{outra:?}"),
        };
        assert_eq!(pausa("120"), Some(120));
        assert_eq!(pausa(" 0 "), Some(0));
        assert_eq!(pausa("Thu, 01 Jan 1970 00:10:00 GMT"), Some(600));
        assert_eq!(pausa("Wed, 31 Dec 1969 23:00:00 GMT"), Some(0));
        for wrong in ["", "logo", "-5", "1.5", "99999999999"] {
            assert_eq!(pausa(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn it_has_arrived_when_one_device_took_it() {
        let juntas = |respostas: &[(DispositivoId, Resposta)]| {
            combinar(Progresso::default(), respostas).unwrap()
        };
        let perdido = || Resposta::Perdido("sumiu".to_owned());
        let recusada = || Resposta::Recusada("não".to_owned());
        assert_eq!(juntas(&[(id(1), Resposta::Aceita), (id(2), perdido())]), Desfecho::Enviada);
        assert_eq!(juntas(&[(id(1), perdido())]), Desfecho::Falhou("sumiu".to_owned()));
        assert_eq!(
            juntas(&[(id(1), perdido()), (id(2), recusada())]),
            Desfecho::Falhou("não".to_owned())
        );
        let antes = Progresso { feitos: vec![id(9)], chegou: true };
        assert_eq!(combinar(antes, &[(id(1), perdido())]).unwrap(), Desfecho::Enviada);
    }

    #[test]
    fn nobody_who_has_it_gets_it_again() {
        let respostas = [
            (id(1), Resposta::Aceita),
            (id(2), Resposta::Depois { motivo: "500".to_owned(), pausa: None }),
            (id(3), Resposta::Recusada("413".to_owned())),
            (id(4), Resposta::Depois { motivo: "429".into(), pausa: Some(Duration::hours(1)) }),
            (id(5), Resposta::SemCredito("403".to_owned())),
        ];
        let Desfecho::Adiada { motivo, pausa, progresso } =
            combinar(Progresso::default(), &respostas).unwrap()
        else {
            panic!("it goes on")
        };
        assert_eq!((motivo.as_str(), pausa), ("403", Some(Duration::hours(1))));
        let esperado = Progresso { feitos: vec![id(1), id(3)], chegou: true };
        assert_eq!(Progresso::parse(progresso.as_ref()), esperado);
        assert_eq!(Progresso::parse(Some(&json!("outra coisa"))), Progresso::default());
    }
}
