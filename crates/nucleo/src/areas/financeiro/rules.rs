//! What may be entered, and what entries add up to. Pure: no async, no SQL, no HTTP.

pub mod cadeia;
pub mod livro;
pub mod percurso;
pub mod periodo;

use base::clock::{Timestamp, start_of_day};
use base::reais::Reais;
use base::validation::{Field, FieldErrors, MAX_TEXTO};
use serde::Deserialize;
use serde_json::Number;
use utoipa::ToSchema;

pub use periodo::Periodo;

use super::{Categoria, TipoLancamento};

/// Far from what a sum can hold, however often it is reached.
const MAX_CENTAVOS: i64 = 99_999_999_999;

/// Um lançamento a registrar.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LancamentoInput {
    #[schema(value_type = TipoLancamento)]
    pub tipo: Field<TipoLancamento>,
    /// Em reais, maior que zero, com até duas casas.
    #[schema(value_type = f64, example = 150.5)]
    pub valor: Field<Number>,
    #[schema(value_type = Categoria)]
    pub categoria: Field<Categoria>,
    #[schema(value_type = String, max_length = 10000, example = "Aluguel do salão")]
    pub descricao: Field<String>,
    /// Um dia (AAAA-MM-DD, que vale pelo seu começo em São Paulo) ou data e hora.
    #[schema(value_type = String, example = "2026-03-02")]
    pub data: Field<String>,
    #[schema(value_type = Option<String>, example = "/api/arquivos/comprovantes/recibo.pdf")]
    pub comprovante_url: Field<String>,
}

/// An entry that may be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NovoLancamento {
    pub tipo: TipoLancamento,
    pub valor: Reais,
    pub categoria: Categoria,
    pub descricao: String,
    pub data: Timestamp,
    pub comprovante_url: Option<String>,
}

impl NovoLancamento {
    pub fn parse(input: LancamentoInput) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let tipo = erros.required("tipo", input.tipo);
        let valor = parse_valor(&mut erros, input.valor);
        let categoria = erros.required("categoria", input.categoria);
        let descricao = erros.text("descricao", input.descricao, MAX_TEXTO);
        let data = parse_data(&mut erros, input.data);
        let comprovante_url = erros.optional_url("comprovanteUrl", input.comprovante_url);
        let required = tipo.zip(valor).zip(categoria).zip(descricao).zip(data);
        erros.finish(required.map(|((((tipo, valor), categoria), descricao), data)| Self {
            tipo,
            valor,
            categoria,
            descricao,
            data,
            comprovante_url,
        }))
    }
}

fn parse_valor(erros: &mut FieldErrors, field: Field<Number>) -> Option<Reais> {
    let number = erros.required("valor", field)?;
    let valor = Reais::from_number(&number);
    let valor = valor.filter(|valor| (1..=MAX_CENTAVOS).contains(&valor.centavos()));
    if valor.is_none() {
        let mensagem = "Informe um valor em reais de 0.01 a 999999999.99, com até duas casas.";
        erros.add("valor", mensagem);
    }
    valor
}

fn parse_data(erros: &mut FieldErrors, field: Field<String>) -> Option<Timestamp> {
    let text = erros.required("data", field)?;
    erros.optional_instant("data", Field::Value(text), start_of_day)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn parse(body: Value) -> Result<NovoLancamento, FieldErrors> {
        NovoLancamento::parse(serde_json::from_value(body).unwrap())
    }

    #[test]
    fn an_entry_is_kept_in_centavos() {
        let lancamento = parse(json!({
            "tipo": "DESPESA", "valor": 4.35, "categoria": "LOJA", "descricao": " Sacolas ",
            "data": "2026-03-02", "comprovanteUrl": "",
        }));
        let esperado = NovoLancamento {
            tipo: TipoLancamento::Despesa,
            valor: Reais::from_centavos(435),
            categoria: Categoria::Loja,
            descricao: "Sacolas".to_owned(),
            data: start_of_day("2026-03-02").unwrap(),
            comprovante_url: None,
        };
        assert_eq!(lancamento.unwrap(), esperado);
    }

    #[test]
    fn every_broken_rule_is_told_at_once() {
        let body = json!({
            "tipo": "DOAÇÃO", "valor": -1, "categoria": "evento", "descricao": "", "data": "ontem",
            "comprovanteUrl": "javascript:x",
        });
        let erros = parse(body).unwrap_err();
        let campos: Vec<_> = erros.campos().collect();
        let todos = ["tipo", "valor", "categoria", "descricao", "data", "comprovanteUrl"];
        assert_eq!(campos, todos);
        let erros = parse(json!({})).unwrap_err();
        assert_eq!(erros.campos().count(), 5, "all but the receipt are required");
    }
}
