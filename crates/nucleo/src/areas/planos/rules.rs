//! What a plan may be. Pure: no async, no SQL, no HTTP.

use base::reais::Reais;
use base::validation::{Field, FieldErrors, MAX_NOME};
use serde::Deserialize;
use serde_json::Number;
use utoipa::ToSchema;

/// Whoever has no subscription has this plan. It costs nothing, and nobody subscribes to it.
pub const GRATUITO: &str = super::gratuito!();

/// The longest code; segments take no longer ones.
const MAX_CODIGO: usize = 60;
const MAX_CENTAVOS: i64 = 99_999_999;
const MAX_DIAS: i64 = 3650;
const MAX_BONUS: i64 = 1_000_000;

/// Um plano a criar.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CriarPlanoInput {
    #[schema(value_type = String, max_length = 200, example = "Apoiador")]
    pub nome: Field<String>,
    /// Letras, números, `_` e `-`; não muda mais.
    #[schema(value_type = String, max_length = 60, example = "APOIADOR")]
    pub codigo: Field<String>,
    /// Em reais, com até duas casas; um plano sem preço vale na hora, sem pagamento.
    #[schema(value_type = f64, minimum = 0, example = 20)]
    pub preco: Field<Number>,
    /// Por quantos dias um pagamento vale.
    #[schema(value_type = i64, minimum = 1, maximum = 3650, example = 30)]
    pub periodo_dias: Field<i64>,
    /// Quantas moedas um pagamento credita; nenhuma se não vier.
    #[schema(value_type = Option<i64>, minimum = 0, example = 50)]
    pub bonus_moedas: Field<i64>,
}

/// O que mudar em um plano; o que não vem fica como está.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AlterarPlanoInput {
    #[schema(value_type = Option<String>, max_length = 200, example = "Apoiador")]
    pub nome: Field<String>,
    /// Só se for o que o plano já tem: um código não muda.
    #[schema(value_type = Option<String>, example = "APOIADOR")]
    pub codigo: Field<String>,
    /// Em reais, com até duas casas; vale para as assinaturas que vierem.
    #[schema(value_type = Option<f64>, minimum = 0, example = 25)]
    pub preco: Field<Number>,
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 3650, example = 30)]
    pub periodo_dias: Field<i64>,
    #[schema(value_type = Option<i64>, minimum = 0, example = 50)]
    pub bonus_moedas: Field<i64>,
}

/// A plan that may be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NovoPlano {
    pub codigo: String,
    pub nome: String,
    pub preco: Reais,
    pub periodo_dias: i64,
    pub bonus_moedas: i64,
}

/// What every nucleo begins with.
pub fn iniciais() -> [NovoPlano; 3] {
    let plano = |codigo: &str, nome: &str, reais: i64, bonus_moedas| NovoPlano {
        codigo: codigo.to_owned(),
        nome: nome.to_owned(),
        preco: Reais::from_centavos(reais * 100),
        periodo_dias: 30,
        bonus_moedas,
    };
    [
        plano(GRATUITO, "Free", 0, 0),
        plano("APOIADOR", "Apoiador", 20, 50),
        plano("MILITANTE", "Militante", 50, 150),
    ]
}

impl NovoPlano {
    pub fn parse(input: CriarPlanoInput) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let nome = erros.text("nome", input.nome, MAX_NOME);
        let codigo = erros.required("codigo", input.codigo);
        let codigo = codigo.and_then(|codigo| parse_codigo(&mut erros, &codigo));
        let preco = erros.required("preco", input.preco);
        let preco = preco.and_then(|preco| parse_preco(&mut erros, &preco));
        let periodo = erros.required("periodoDias", input.periodo_dias);
        let periodo = erros.within("periodoDias", periodo, 1..=MAX_DIAS);
        let bonus = erros.optional("bonusMoedas", input.bonus_moedas).unwrap_or(0);
        let bonus = erros.within("bonusMoedas", Some(bonus), 0..=MAX_BONUS);
        let required = nome.zip(codigo).zip(preco).zip(periodo).zip(bonus);
        erros.finish(required.map(|((((nome, codigo), preco), periodo_dias), bonus_moedas)| Self {
            codigo,
            nome,
            preco,
            periodo_dias,
            bonus_moedas,
        }))
    }
}

/// A change that may be made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mudanca {
    pub nome: Option<String>,
    pub preco: Option<Reais>,
    pub periodo_dias: Option<i64>,
    pub bonus_moedas: Option<i64>,
}

impl Mudanca {
    /// Of the plan that has this code. Subscriptions and segments name a plan by its code, so it
    /// stays; and the plan that everybody falls back to stays free of charge.
    pub fn parse(input: AlterarPlanoInput, codigo: &str) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let dado = erros.optional("codigo", input.codigo);
        if dado.is_some_and(|dado| dado.trim().to_uppercase() != codigo) {
            erros.add("codigo", "O código de um plano não muda. Crie outro plano.");
        }
        let preco = erros.optional("preco", input.preco);
        let preco = preco.and_then(|preco| parse_preco(&mut erros, &preco));
        if codigo == GRATUITO && preco.is_some_and(|preco| preco.centavos() > 0) {
            erros.add("preco", "Este é o plano de quem não assina: continua sem preço.");
        }
        let periodo = erros.optional("periodoDias", input.periodo_dias);
        let bonus = erros.optional("bonusMoedas", input.bonus_moedas);
        let nome = match input.nome {
            Field::Absent | Field::Null => None,
            nome => erros.text("nome", nome, MAX_NOME),
        };
        let mudanca = Self {
            nome,
            preco,
            periodo_dias: erros.within("periodoDias", periodo, 1..=MAX_DIAS),
            bonus_moedas: erros.within("bonusMoedas", bonus, 0..=MAX_BONUS),
        };
        erros.finish(Some(mudanca))
    }

    /// The names of the fields that it changes.
    pub fn campos(&self) -> Vec<&'static str> {
        let campos = [
            ("nome", self.nome.is_some()),
            ("preco", self.preco.is_some()),
            ("periodoDias", self.periodo_dias.is_some()),
            ("bonusMoedas", self.bonus_moedas.is_some()),
        ];
        campos.into_iter().filter(|(_, muda)| *muda).map(|(campo, _)| campo).collect()
    }
}

fn parse_codigo(erros: &mut FieldErrors, texto: &str) -> Option<String> {
    let codigo = texto.trim().to_ascii_uppercase();
    let letra = |letra: u8| letra.is_ascii_alphanumeric() || b"_-".contains(&letra);
    if (1..=MAX_CODIGO).contains(&codigo.len()) && codigo.bytes().all(letra) {
        return Some(codigo);
    }
    let mensagem = format!("Use de 1 a {MAX_CODIGO} letras sem acento, números, _ e -.");
    erros.add("codigo", mensagem);
    None
}

fn parse_preco(erros: &mut FieldErrors, number: &Number) -> Option<Reais> {
    let preco = Reais::from_number(number).filter(|preco| preco.centavos() <= MAX_CENTAVOS);
    if preco.is_none() {
        erros.add("preco", "Informe um valor em reais de 0 a 999999.99, com até duas casas.");
    }
    preco
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn criar(corpo: Value) -> Result<NovoPlano, Vec<String>> {
        let input = serde_json::from_value(corpo).unwrap();
        NovoPlano::parse(input).map_err(|erros| erros.campos().map(str::to_owned).collect())
    }

    fn alterar(corpo: Value, codigo: &str) -> Result<Mudanca, Vec<String>> {
        let input = serde_json::from_value(corpo).unwrap();
        let mudanca = Mudanca::parse(input, codigo);
        mudanca.map_err(|erros| erros.campos().map(str::to_owned).collect())
    }

    #[test]
    fn a_plan_is_kept_in_centavos_under_a_code_in_capitals() {
        let corpo =
            json!({"nome": " Ouro ", "codigo": "ouro-2", "preco": 19.9, "periodoDias": 365});
        let esperado = NovoPlano {
            codigo: "OURO-2".to_owned(),
            nome: "Ouro".to_owned(),
            preco: Reais::from_centavos(1990),
            periodo_dias: 365,
            bonus_moedas: 0,
        };
        assert_eq!(criar(corpo), Ok(esperado));
    }

    #[test]
    fn every_broken_rule_is_told_at_once() {
        let corpo = json!({
            "nome": "", "codigo": "é", "preco": 1.005, "periodoDias": 0, "bonusMoedas": -1,
        });
        let todos = ["nome", "codigo", "preco", "periodoDias", "bonusMoedas"];
        assert_eq!(criar(corpo).unwrap_err(), todos);
        assert_eq!(criar(json!({})).unwrap_err(), &todos[..4]);
    }

    #[test]
    fn the_code_stays_and_the_free_plan_stays_free() {
        assert_eq!(alterar(json!({"codigo": "ouro"}), "OURO"), Ok(Mudanca::default()));
        assert_eq!(alterar(json!({"codigo": "PRATA"}), "OURO"), Err(vec!["codigo".to_owned()]));
        assert_eq!(alterar(json!({"preco": 1}), GRATUITO), Err(vec!["preco".to_owned()]));
        let mudanca = alterar(json!({"preco": 0, "nome": "Livre"}), GRATUITO).unwrap();
        assert_eq!(mudanca.campos(), ["nome", "preco"]);
        assert_eq!(alterar(json!({"nome": null}), "OURO").unwrap().campos(), [""; 0]);
        assert_eq!(alterar(json!({"nome": ""}), "OURO"), Err(vec!["nome".to_owned()]));
    }
}
