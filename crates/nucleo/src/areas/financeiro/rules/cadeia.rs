//! The chain of a nucleo's books. Every entry and every removal is a link; the hash of a link covers
//! who did what and when, the hash of the entry's content, and the hash of the link before it.
//!
//! A hash is SHA-256, in 64 lower-case hexadecimal digits, of a text made of fields one after
//! another, each as `<bytes in decimal>:<UTF-8 text>,`; a field that is absent is `-,`.
//!
//! - **Content of an entry**: `nucleo.lancamento.v1`, nucleo, id, tipo, value in centavos, categoria,
//!   descricao, data, comprovanteUrl (may be absent), author, criado_em, salt. The salt is random and
//!   goes with the entry when it is removed: what stays cannot be guessed at.
//! - **Link**: `nucleo.elo.v1`, hash of the link before it ([`INICIO`] for the first), nucleo, number,
//!   `INCLUSAO` or `EXCLUSAO`, id of the entry, author, instant, hash of the content.
//!
//! Ids are UUIDs with hyphens, instants RFC 3339 in UTC with milliseconds and `Z`.

use base::clock::Timestamp;
use base::id::{NucleoId, UsuarioId};
use base::secret;

use super::super::LancamentoId;

/// What the first link builds on.
pub const INICIO: &str = "0000000000000000000000000000000000000000000000000000000000000000";

base::text_enum! {
    /// O que um elo da cadeia conta.
    pub enum AcaoNoLivro {
        Inclusao = "INCLUSAO",
        Exclusao = "EXCLUSAO",
    }
}

/// All that an entry says. Texts as they stand in the database, whatever they are.
pub struct Conteudo<'a> {
    pub nucleo: NucleoId,
    pub id: LancamentoId,
    pub tipo: &'a str,
    pub centavos: i64,
    pub categoria: &'a str,
    pub descricao: &'a str,
    pub data: Timestamp,
    pub comprovante_url: Option<&'a str>,
    pub autor: UsuarioId,
    pub criado_em: Timestamp,
    pub sal: &'a str,
}

impl Conteudo<'_> {
    pub fn hash(&self) -> String {
        secret::hash(&canonico(&[
            Some("nucleo.lancamento.v1"),
            Some(&self.nucleo.to_string()),
            Some(&self.id.to_string()),
            Some(self.tipo),
            Some(&self.centavos.to_string()),
            Some(self.categoria),
            Some(self.descricao),
            Some(&self.data.to_string()),
            self.comprovante_url,
            Some(&self.autor.to_string()),
            Some(&self.criado_em.to_string()),
            Some(self.sal),
        ]))
    }
}

/// A link, but for its hash.
pub struct Elo<'a> {
    pub nucleo: NucleoId,
    pub numero: i64,
    pub acao: &'a str,
    pub lancamento: LancamentoId,
    pub autor: UsuarioId,
    pub criado_em: Timestamp,
    /// Hash of the entry's content.
    pub conteudo: &'a str,
}

impl Elo<'_> {
    pub fn hash(&self, anterior: &str) -> String {
        secret::hash(&canonico(&[
            Some("nucleo.elo.v1"),
            Some(anterior),
            Some(&self.nucleo.to_string()),
            Some(&self.numero.to_string()),
            Some(self.acao),
            Some(&self.lancamento.to_string()),
            Some(&self.autor.to_string()),
            Some(&self.criado_em.to_string()),
            Some(self.conteudo),
        ]))
    }
}

/// One text for one list of fields: where a field ends is told by its length, never by a character
/// that it might hold.
fn canonico(campos: &[Option<&str>]) -> String {
    let campo = |campo: &Option<&str>| match campo {
        Some(texto) => format!("{}:{texto},", texto.len()),
        None => "-,".to_owned(),
    };
    campos.iter().map(campo).collect()
}

#[cfg(test)]
mod tests {
    use base::Uuid;

    use super::*;

    #[test]
    fn fields_do_not_run_into_each_other() {
        assert_eq!(canonico(&[Some("é"), None, Some("")]), "2:é,-,0:,");
        let textos = [
            [Some("a,1:b"), Some("")],
            [Some("a"), Some("b")],
            [Some("ab"), Some("")],
            [Some("ab"), None],
        ];
        for (posicao, um) in textos.iter().enumerate() {
            for outro in textos.get(posicao + 1..).unwrap_or_default() {
                assert_ne!(canonico(um), canonico(outro));
            }
        }
    }

    /// Written down once, so that a chain of today is read by the program of tomorrow.
    #[test]
    fn the_encoding_stays_as_it_is() {
        let id = Uuid::nil();
        let em = Timestamp::EPOCH;
        let conteudo = Conteudo {
            nucleo: id.into(),
            id: id.into(),
            tipo: "RECEITA",
            centavos: 1050,
            categoria: "DOACAO",
            descricao: "Doação",
            data: em,
            comprovante_url: None,
            autor: id.into(),
            criado_em: em,
            sal: "00",
        };
        let conteudo = conteudo.hash();
        let elo = Elo {
            nucleo: id.into(),
            numero: 1,
            acao: "INCLUSAO",
            lancamento: id.into(),
            autor: id.into(),
            criado_em: em,
            conteudo: &conteudo,
        };
        assert_eq!(conteudo, "8f5286a7fb85f3e0ce8a618a8a877ce602010120862e6903bb98df1d4e96baa4");
        assert_eq!(
            elo.hash(INICIO),
            "3cf19f686ca4c6124843c91ec34e1fd0491a2cfef251ab2d7448d22fa29711c3"
        );
    }
}
