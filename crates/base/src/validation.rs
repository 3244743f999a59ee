//! Input becomes a type that can only be valid, and every violation is told at once.

use std::ops::RangeInclusive;

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::error::{DADOS_INVALIDOS, Error};

/// The longest title or name, text, and address of a page.
pub const MAX_NOME: usize = 200;
pub const MAX_TEXTO: usize = 10_000;
pub const MAX_URL: usize = 2000;

/// Um campo recusado.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// O caminho do campo no JSON.
    #[schema(example = "endereco.cep")]
    pub campo: String,
    #[schema(example = "Campo obrigatório.")]
    pub mensagem: String,
}

/// Collects violations while an input is parsed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    /// A single violation, where a rule speaks outside of parsing.
    pub fn one(campo: &str, mensagem: &str) -> Self {
        let mut erros = Self::default();
        erros.add(campo, mensagem);
        erros
    }

    pub fn add(&mut self, campo: impl Into<String>, mensagem: impl Into<String>) {
        self.0.push(FieldError { campo: campo.into(), mensagem: mensagem.into() });
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn campos(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|error| error.campo.as_str())
    }

    /// The parsed input, if nothing was violated; what was required is there then.
    pub fn finish<T>(self, parsed: Option<T>) -> Result<T, Self> {
        match parsed {
            Some(parsed) if self.is_empty() => Ok(parsed),
            _ => Err(self),
        }
    }

    /// The value, or a violation when it is absent or of the wrong type.
    pub fn required<T: Expected>(&mut self, campo: &str, field: Field<T>) -> Option<T> {
        if field.is_absent() {
            self.add(campo, "Campo obrigatório.");
        }
        self.optional(campo, field)
    }

    /// The value if there is one; a violation only when it is of the wrong type.
    pub fn optional<T: Expected>(&mut self, campo: &str, field: Field<T>) -> Option<T> {
        match field {
            Field::Value(value) => Some(value),
            Field::Absent | Field::Null => None,
            Field::Wrong => {
                self.add(campo, T::EXPECTED);
                None
            }
        }
    }

    /// A number that is there, as far as it may go.
    pub fn within(
        &mut self,
        campo: &str,
        numero: Option<i64>,
        faixa: RangeInclusive<i64>,
    ) -> Option<i64> {
        let numero = numero?;
        if faixa.contains(&numero) {
            return Some(numero);
        }
        let (de, ate) = faixa.into_inner();
        self.add(campo, format!("Informe um número inteiro de {de} a {ate}."));
        None
    }

    /// A text without the blanks around it, neither empty nor longer than `max` characters.
    pub fn text(&mut self, campo: &str, field: Field<String>, max: usize) -> Option<String> {
        let text = self.required(campo, field)?;
        self.check_text(campo, &text, max)
    }

    /// Like [`FieldErrors::text`], and may be absent or empty: both mean none.
    pub fn optional_text(
        &mut self,
        campo: &str,
        field: Field<String>,
        max: usize,
    ) -> Option<String> {
        let text = self.optional(campo, field).filter(|text| !text.trim().is_empty())?;
        self.check_text(campo, &text, max)
    }

    fn check_text(&mut self, campo: &str, text: &str, max: usize) -> Option<String> {
        let (text, long) = (text.trim(), max > MAX_NOME); // a name is one line
        if text.is_empty() {
            self.add(campo, "Não pode ficar vazio.");
        } else if text.chars().count() > max {
            self.add(campo, format!("Use no máximo {max} caracteres."));
        } else if text
            .chars()
            .any(|letter| letter.is_control() && !(long && "\n\r\t".contains(letter)))
        {
            self.add(campo, "Contém um caractere que não é permitido.");
        } else {
            return Some(text.to_owned());
        }
        None
    }

    /// The address of a page or picture: http, https, or a path of this service.
    pub fn optional_url(&mut self, campo: &str, field: Field<String>) -> Option<String> {
        let url = self.optional_text(campo, field, MAX_URL)?;
        let rest = ["https://", "http://", "/"].iter().find_map(|start| url.strip_prefix(start));
        let blank = |letter: char| letter.is_whitespace() || letter.is_control() || letter == '\\';
        if rest
            .is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/') && !rest.contains(blank))
        {
            return Some(url);
        }
        self.add(campo, "Informe um endereço que comece com https://.");
        None
    }

    /// What to change a field to that may also be taken away: `None` leaves it, `Some(None)` takes
    /// it away. `parse` judges a value that was given.
    pub fn change<T, U>(
        &mut self,
        field: Field<T>,
        parse: impl FnOnce(&mut Self, Field<T>) -> Option<U>,
    ) -> Option<Option<U>> {
        match field {
            Field::Absent => None,
            Field::Null => Some(None),
            given => {
                let violations = self.0.len();
                let parsed = parse(self, given);
                // An empty text is a way to say none; a refused one changes nothing.
                (parsed.is_some() || self.0.len() == violations).then_some(parsed)
            }
        }
    }

    /// A point in time from a query string: ISO 8601, or a day, whose first or last instant it is.
    pub fn optional_instant(
        &mut self,
        campo: &str,
        field: Field<String>,
        of_day: fn(&str) -> Option<Timestamp>,
    ) -> Option<Timestamp> {
        let text = self.optional(campo, field)?;
        let value = serde_json::Value::String(text);
        let instant = Timestamp::deserialize(&value).ok();
        let instant = instant.or_else(|| value.as_str().and_then(of_day));
        if instant.is_none() {
            self.add(campo, "Informe um dia, como 2026-11-30, ou data e hora no formato ISO 8601.");
        }
        instant
    }

    /// One of the contract's enumerated values, from a query string.
    pub fn optional_choice<T: Expected + serde::de::DeserializeOwned>(
        &mut self,
        campo: &str,
        field: Field<String>,
    ) -> Option<T> {
        let text = self.optional(campo, field)?;
        let choice =
            T::deserialize(serde_json::Value::String(text)).map_or(Field::Wrong, Field::Value);
        self.optional(campo, choice)
    }
}

impl From<FieldErrors> for Error {
    fn from(errors: FieldErrors) -> Self {
        let mut error = Error::from(DADOS_INVALIDOS);
        error.campos = errors.0;
        error
    }
}

/// A JSON field as it arrived. Deserializing never fails on it, so that one wrong type does not
/// hide the other violations. `null` counts as absent, except where a change may take something
/// away: there the field has `#[serde(default)]` and is read with [`FieldErrors::change`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Field<T> {
    #[default]
    Absent,
    Null,
    Wrong,
    Value(T),
}

impl<T> Field<T> {
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent | Self::Null)
    }
}

impl<'de, T: serde::de::DeserializeOwned + Expected> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Asking for an Option is what makes serde take a missing field for None.
        Ok(match Option::<serde_json::Value>::deserialize(deserializer)? {
            None => Self::Null,
            // serde would take a list for an object, field by field.
            Some(value) if T::IS_OBJECT && !value.is_object() => Self::Wrong,
            Some(value) => T::deserialize(value).map_or(Self::Wrong, Self::Value),
        })
    }
}

/// What to tell someone who sent a value of another type.
pub trait Expected {
    const EXPECTED: &'static str;
    const IS_OBJECT: bool = false;
}

impl Expected for String {
    const EXPECTED: &'static str = "Informe um texto.";
}

impl Expected for bool {
    const EXPECTED: &'static str = "Informe true ou false.";
}

impl Expected for i64 {
    const EXPECTED: &'static str = "Informe um número inteiro.";
}

impl Expected for serde_json::Number {
    const EXPECTED: &'static str = "Informe um número.";
}

impl Expected for Timestamp {
    const EXPECTED: &'static str = "Informe data e hora no formato ISO 8601.";
}

impl Expected for serde_json::Map<String, serde_json::Value> {
    const EXPECTED: &'static str = "Informe um objeto.";
    const IS_OBJECT: bool = true;
}

impl<T> Expected for Vec<T> {
    const EXPECTED: &'static str = "Informe uma lista.";
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Field<String> {
        Field::Value(text.to_owned())
    }

    #[test]
    fn a_text_is_trimmed_counted_in_characters_and_printable() {
        let mut erros = FieldErrors::default();
        assert_eq!(erros.text("a", value("  é "), 1).as_deref(), Some("é"));
        assert_eq!(erros.text("b", value("ab"), 1), None);
        assert_eq!(erros.text("c", value(" \n"), 9), None);
        assert_eq!(erros.text("d", value("a\u{7}"), 9), None);
        assert_eq!(erros.text("e", Field::Wrong, 9), None);
        assert_eq!(erros.text("f", Field::Absent, 9), None);
        assert_eq!(erros.optional_text("g", value(" "), 9), None);
        assert_eq!(erros.campos().collect::<Vec<_>>(), ["b", "c", "d", "e", "f"]);
    }

    #[test]
    fn an_address_is_one_that_a_browser_may_open() {
        let parse = |text| FieldErrors::default().optional_url("u", value(text));
        for good in ["https://a.org/x.png", "http://a", "/arquivos/avatars/1.webp"] {
            assert!(parse(good).is_some(), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "//evil.org",
            "https://",
            "data:x",
            "https://a b",
            "x",
            "/\\evil.org",
        ] {
            assert!(parse(bad).is_none(), "{bad}");
        }
    }
}
