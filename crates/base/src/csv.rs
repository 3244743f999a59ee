//! Tables as files that a spreadsheet opens.

use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::error::{ERRO_INTERNO, Error, Result};

/// A CSV in the making. A cell that a spreadsheet would take for a formula gets an apostrophe in
/// front: a member's name must not run in a coordinator's Excel.
pub struct Csv(csv::Writer<Vec<u8>>);

impl Csv {
    pub fn new(header: &[&str]) -> Result<Self> {
        let mut csv = Self(csv::Writer::from_writer(Vec::new()));
        csv.row(header)?;
        Ok(csv)
    }

    pub fn row(&mut self, cells: &[&str]) -> Result<()> {
        self.0.write_record(cells.iter().map(|cell| harmless(cell))).map_err(internal)
    }

    pub fn finish(self) -> Result<CsvFile> {
        Ok(CsvFile(self.0.into_inner().map_err(|error| internal(error.to_string()))?))
    }
}

fn harmless(cell: &str) -> String {
    match cell.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{cell}"),
        false => cell.to_owned(),
    }
}

fn internal(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::from(ERRO_INTERNO).because(error)
}

/// A finished CSV.
pub struct CsvFile(Vec<u8>);

impl IntoResponse for CsvFile {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], self.0).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        let mut csv = Csv::new(&["nome", "valor"]).unwrap();
        csv.row(&["Ana, \"a\"\nSouza", "=1+1"]).unwrap();
        csv.row(&["@x", "-5"]).unwrap();
        let text = String::from_utf8(csv.finish().unwrap().0).unwrap();
        assert_eq!(text, "nome,valor\n\"Ana, \"\"a\"\"\nSouza\",'=1+1\n'@x,'-5\n");
    }
}
