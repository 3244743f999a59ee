//! What may be achieved. Pure: no async, no SQL, no HTTP.

use base::validation::{Field, FieldErrors, MAX_NOME, MAX_TEXTO};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Metrica;

const MAX_META: i64 = 1_000_000;
/// What is shown where nothing was chosen.
const ICONE: &str = "🏆";

/// Uma conquista a criar.
#[derive(Deserialize, ToSchema)]
pub struct ConquistaInput {
    #[schema(value_type = String, max_length = 200, example = "Dez tarefas")]
    pub nome: Field<String>,
    #[schema(value_type = Option<String>, max_length = 10000,
        example = "Ter dez tarefas aprovadas.")]
    pub descricao: Field<String>,
    /// Um emoji, o nome de um símbolo ou o endereço de uma imagem; sem ele, 🏆.
    #[schema(value_type = Option<String>, max_length = 200, example = "🛠️")]
    pub icone: Field<String>,
    #[schema(value_type = Metrica)]
    pub metrica: Field<Metrica>,
    /// Quantas vezes.
    #[schema(value_type = i64, minimum = 1, maximum = 1000000, example = 10)]
    pub meta: Field<i64>,
}

/// An achievement that may be offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NovaConquista {
    pub nome: String,
    pub descricao: Option<String>,
    pub icone: String,
    pub metrica: Metrica,
    pub meta: i64,
}

impl NovaConquista {
    pub fn parse(input: ConquistaInput) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let nome = erros.text("nome", input.nome, MAX_NOME);
        let descricao = erros.optional_text("descricao", input.descricao, MAX_TEXTO);
        let icone = erros.optional_text("icone", input.icone, MAX_NOME);
        let metrica = erros.required("metrica", input.metrica);
        let meta = erros.required("meta", input.meta);
        let meta = erros.within("meta", meta, 1..=MAX_META);
        let icone = icone.unwrap_or_else(|| ICONE.to_owned());
        let required = nome.zip(metrica).zip(meta);
        erros.finish(required.map(|((nome, metrica), meta)| Self {
            nome,
            descricao,
            icone,
            metrica,
            meta,
        }))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn parse(body: Value) -> Result<NovaConquista, FieldErrors> {
        NovaConquista::parse(serde_json::from_value(body).unwrap())
    }

    #[test]
    fn a_goal_is_at_least_one() {
        let nova = parse(json!({"nome": " Voto ", "metrica": "VOTOS", "meta": 1})).unwrap();
        let esperada = NovaConquista {
            nome: "Voto".to_owned(),
            descricao: None,
            icone: "🏆".to_owned(),
            metrica: Metrica::Votos,
            meta: 1,
        };
        assert_eq!(nova, esperada);
        for meta in [json!(0), json!(-1), json!(1_000_001), json!(1.5), json!("3"), json!(null)] {
            let erros = parse(json!({"nome": "Voto", "metrica": "VOTOS", "meta": meta}));
            assert_eq!(erros.unwrap_err().campos().collect::<Vec<_>>(), ["meta"], "{meta}");
        }
    }

    #[test]
    fn every_broken_rule_is_told_at_once() {
        let erros = parse(json!({})).unwrap_err();
        assert_eq!(erros.campos().collect::<Vec<_>>(), ["nome", "metrica", "meta"]);
        let erros = parse(json!({
            "nome": "", "descricao": 1, "icone": "a".repeat(201), "metrica": "SORTE", "meta": 0,
        }));
        let todos = ["nome", "descricao", "icone", "metrica", "meta"];
        assert_eq!(erros.unwrap_err().campos().collect::<Vec<_>>(), todos);
    }
}
