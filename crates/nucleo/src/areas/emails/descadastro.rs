//! The link that turns one kind of e-mail off: signed, so that it works without a log-in, and only
//! for the one it was sent to.

use base::Uuid;
use base::id::UsuarioId;
use base::token::Tokens;

use crate::areas::entregas::Preferencia;

const PROPOSITO: &str = "descadastro de e-mail";
const CAMINHO: &str = "/api/emails/descadastrar";

pub fn link(tokens: &Tokens, public_url: &str, usuario: UsuarioId, p: Preferencia) -> String {
    let texto = format!("{}.{}", Uuid::from(usuario).simple(), chave(p));
    format!("{public_url}{CAMINHO}?token={}", tokens.signer(PROPOSITO).sign(&texto))
}

/// Whose e-mails, and which; `None` for a link that this service never made.
pub fn conferir(tokens: &Tokens, token: &str) -> Option<(UsuarioId, Preferencia)> {
    let signer = tokens.signer(PROPOSITO);
    let (usuario, nome) = signer.verify(token)?.split_once('.')?;
    let preferencia = Preferencia::ALL.iter().find(|preferencia| chave(**preferencia) == nome)?;
    Some((Uuid::parse_str(usuario).ok()?.into(), *preferencia))
}

/// The preference that governs e-mails of this kind.
pub fn chave(preferencia: Preferencia) -> &'static str {
    match preferencia {
        Preferencia::Tarefa => "email_tarefa",
        Preferencia::Evento => "email_evento",
        Preferencia::Comunicado => "email_comunicado",
        Preferencia::Enquete => "email_enquete",
        Preferencia::Pagamento => "email_pagamento",
        Preferencia::Conquista => "email_conquista",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::areas::entregas::Canal;
    use crate::areas::membros::Preferencias;

    #[test]
    fn a_link_names_one_person_and_one_preference() {
        let tokens = Tokens::new(b"a secret");
        for preferencia in Preferencia::ALL {
            let link = link(&tokens, "https://n.org", Uuid::max().into(), *preferencia);
            let (caminho, token) = link.split_once("?token=").unwrap();
            assert_eq!(caminho, "https://n.org/api/emails/descadastrar");
            let fit = |letra: char| letra.is_ascii_alphanumeric() || "-_.".contains(letra);
            assert!(token.chars().all(fit), "{token}");
            assert_eq!(conferir(&tokens, token), Some((Uuid::max().into(), *preferencia)));
            let outra = token.replace("email_", "email_x");
            for forjado in ["", ".", "a.b.c", &outra, &token[1..], &format!("{token}x")] {
                assert_eq!(conferir(&tokens, forjado), None, "{forjado}");
            }
            assert_eq!(conferir(&Tokens::new(b"another"), token), None);
        }
    }

    #[test]
    fn each_key_turns_off_what_its_name_says() {
        for preferencia in Preferencia::ALL {
            let mudanca = serde_json::json!({ chave(*preferencia): false });
            let preferencias: Preferencias = serde_json::from_value(mudanca).unwrap();
            assert!(!preferencia.aceita(Canal::Email, &preferencias));
            assert!(preferencia.aceita(Canal::Push, &preferencias));
            assert_ne!(preferencias, Preferencias::default());
        }
    }
}
