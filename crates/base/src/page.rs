//! Lists come in pages. Members, statements and the like answer `{data, pagination}`; every other
//! list is an array with its total in a header.

use axum::Json;
use axum::http::HeaderValue;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::error::Result;
use crate::validation::{Field, FieldErrors};

const DEFAULT_LIMIT: i64 = 20;
const MAX_LIMIT: i64 = 100;
/// Keeps `(page - 1) * limit` far from overflowing.
const MAX_PAGE: i64 = 1_000_000_000;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageInput {
    /// A página, a partir de 1.
    #[param(value_type = Option<i64>, minimum = 1, default = 1)]
    pub page: Field<String>,
    /// Quantos por página, até 100; acima disso vale 100.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 100)]
    pub limit: Field<String>,
}

impl PageInput {
    /// For a list that takes nothing else and answers `{data, pagination}`.
    pub fn page(self) -> Result<Page> {
        let mut erros = FieldErrors::default();
        let page = Page::parse(self, &mut erros);
        Ok(erros.finish(Some(page))?)
    }

    /// For a list that takes nothing else and answers an array.
    pub fn array_page(self) -> Result<Page> {
        let mut erros = FieldErrors::default();
        let page = Page::parse_for_array(self, &mut erros);
        Ok(erros.finish(Some(page))?)
    }
}

/// Which part of a list is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    page: i64,
    limit: i64,
}

impl Page {
    /// For lists that answer `{data, pagination}`: 20 unless asked otherwise.
    pub fn parse(input: PageInput, erros: &mut FieldErrors) -> Self {
        Self::with_default(input, DEFAULT_LIMIT, erros)
    }

    /// For lists that answer an array: 100 unless asked otherwise.
    pub fn parse_for_array(input: PageInput, erros: &mut FieldErrors) -> Self {
        Self::with_default(input, MAX_LIMIT, erros)
    }

    pub fn first(limit: i64) -> Self {
        Self::numbered(1, limit)
    }

    /// For whoever goes through a whole list, page by page.
    pub fn numbered(page: i64, limit: i64) -> Self {
        Self { page, limit }
    }

    fn with_default(input: PageInput, default: i64, erros: &mut FieldErrors) -> Self {
        let page = positive(erros, "page", input.page).unwrap_or(1).min(MAX_PAGE);
        let limit = positive(erros, "limit", input.limit).unwrap_or(default).min(MAX_LIMIT);
        Self { page, limit }
    }

    pub fn limit(self) -> i64 {
        self.limit
    }

    pub fn offset(self) -> i64 {
        (self.page - 1) * self.limit
    }
}

fn positive(erros: &mut FieldErrors, campo: &str, field: Field<String>) -> Option<i64> {
    let text = erros.optional(campo, field)?;
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // More digits than a number holds is still a number: a very large one.
    let number = digits.then(|| text.parse().unwrap_or(i64::MAX)).filter(|number| *number > 0);
    if number.is_none() {
        erros.add(campo, "Informe um número inteiro a partir de 1.");
    }
    number
}

/// Uma página de uma lista.
#[derive(Serialize, ToSchema)]
pub struct Paginated<T> {
    pub data: Vec<T>,
    pub pagination: Pagination,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pagination {
    pub page: i64,
    pub limit: i64,
    pub total: i64,
    pub total_pages: i64,
}

impl<T> Paginated<T> {
    pub fn new(page: Page, total: i64, data: Vec<T>) -> Json<Self> {
        let total_pages = (total + page.limit - 1) / page.limit;
        let pagination = Pagination { page: page.page, limit: page.limit, total, total_pages };
        Json(Self { data, pagination })
    }
}

/// An array, and in `X-Total-Count` how many there are on all pages.
pub struct Listing<T> {
    pub items: Vec<T>,
    pub total: i64,
}

impl<T: Serialize> IntoResponse for Listing<T> {
    fn into_response(self) -> Response {
        let mut response = Json(self.items).into_response();
        response.headers_mut().insert("x-total-count", HeaderValue::from(self.total));
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(page: &str, limit: &str) -> Result<(i64, i64), Vec<String>> {
        let mut erros = FieldErrors::default();
        let field = |text: &str| match text {
            "" => Field::Absent,
            text => Field::Value(text.to_owned()),
        };
        let input = PageInput { page: field(page), limit: field(limit) };
        let page = Page::parse(input, &mut erros);
        match erros.is_empty() {
            true => Ok((page.limit(), page.offset())),
            false => Err(erros.campos().map(str::to_owned).collect()),
        }
    }

    #[test]
    fn pages_start_at_one_and_have_at_most_a_hundred() {
        assert_eq!(parse("", ""), Ok((20, 0)));
        assert_eq!(parse("3", "10"), Ok((10, 20)));
        assert_eq!(parse("1", "101"), Ok((100, 0)));
        assert_eq!(parse("1", "99999999999999999999999"), Ok((100, 0)));
        assert!(parse("99999999999999999999999", "100").unwrap().1 > 0);
    }

    #[test]
    fn what_is_no_positive_number_is_refused() {
        for wrong in ["0", "-1", "1.5", "abc", " 1", "+1", "1e3"] {
            assert_eq!(parse(wrong, "5"), Err(vec!["page".to_owned()]), "{wrong}");
            assert_eq!(parse("1", wrong), Err(vec!["limit".to_owned()]), "{wrong}");
        }
        assert_eq!(parse("0", "0").unwrap_err().len(), 2);
    }

    #[test]
    fn the_last_page_may_be_short() {
        for (total, pages) in [(0, 0), (1, 1), (20, 1), (21, 2)] {
            let page = Page { page: 1, limit: 20 };
            assert_eq!(Paginated::<()>::new(page, total, vec![]).pagination.total_pages, pages);
        }
    }
}
