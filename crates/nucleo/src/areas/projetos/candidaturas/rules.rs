//! Which way an application goes. Pure: no async, no SQL, no HTTP.

base::text_enum! {
    /// Onde uma candidatura está.
    pub enum StatusCandidatura {
        Pendente = "PENDENTE",
        Aprovada = "APROVADA",
        Rejeitada = "REJEITADA",
    }
}

/// What can be done about an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ato {
    Candidatar,
    Aprovar,
    Rejeitar,
}

use Ato::{Aprovar, Candidatar, Rejeitar};
use StatusCandidatura::{Aprovada, Pendente, Rejeitada};

/// From where, by which act, to where. Whatever is not here is refused.
///
/// Approving one makes the other pending ones of its task REJEITADA.
#[rustfmt::skip]
const TRANSICOES: &[(Option<StatusCandidatura>, Ato, StatusCandidatura)] = &[
    // Any member, for an open task, once per task.
    (None,           Candidatar, Pendente),
    // Leader, Coord, Admin; for a standalone task the spokesperson too.
    (Some(Pendente), Aprovar,    Aprovada),
    (Some(Pendente), Rejeitar,   Rejeitada),
];

/// Where the act leads, or `None` if it is not possible from here.
pub fn mover(de: Option<StatusCandidatura>, ato: Ato) -> Option<StatusCandidatura> {
    let linha = TRANSICOES.iter().find(|(from, por, _)| *from == de && *por == ato)?;
    Some(linha.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_application_is_made_once_and_decided_once() {
        for status in StatusCandidatura::ALL {
            assert_eq!(mover(Some(*status), Candidatar), None);
        }
        for ato in [Aprovar, Rejeitar] {
            for de in [None, Some(Aprovada), Some(Rejeitada)] {
                assert_eq!(mover(de, ato), None, "{de:?} {ato:?}");
            }
        }
    }
}
