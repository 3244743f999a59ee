//! What a project may be. Pure: no async, no SQL, no HTTP.

use base::clock::{Timestamp, start_of_day};
use base::description::{Creation, ToCreate};
use base::validation::{Field, FieldErrors, MAX_NOME, MAX_TEXTO};
use serde::Deserialize;
use utoipa::ToSchema;

base::text_enum! {
    /// A coluna do quadro em que um projeto está.
    pub enum StatusProjeto {
        Planejamento = "PLANEJAMENTO",
        EmAndamento = "EM_ANDAMENTO",
        Concluido = "CONCLUIDO",
        Cancelado = "CANCELADO",
    }
}

/// Um projeto a criar, ou o que mudar em um.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProjetoInput {
    #[schema(value_type = Option<String>, max_length = 200, example = "Horta comunitária")]
    pub nome: Field<String>,
    /// Nulo a retira.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 10000)]
    pub descricao: Field<String>,
    /// Sem ele, um projeto novo está em PLANEJAMENTO. Toda mudança é permitida.
    #[schema(value_type = Option<StatusProjeto>)]
    pub status: Field<StatusProjeto>,
    /// Um dia (AAAA-MM-DD, que vale pelo seu começo em São Paulo) ou data e hora. Nulo a retira.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "2026-11-30")]
    pub data_fim: Field<String>,
}

pub type NovoProjetoInput = ToCreate<ProjetoInput>;

impl Creation for ProjetoInput {
    const NAME: &'static str = "NovoProjetoInput";
    const REQUIRED: &'static [&'static str] = &["nome"];
}

/// A project that may exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NovoProjeto {
    pub nome: String,
    pub descricao: Option<String>,
    pub status: StatusProjeto,
    pub data_fim: Option<Timestamp>,
}

impl NovoProjeto {
    pub fn parse(input: ProjetoInput) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let nome = erros.text("nome", input.nome, MAX_NOME);
        let descricao = erros.optional_text("descricao", input.descricao, MAX_TEXTO);
        let status = erros.optional("status", input.status);
        let data_fim = parse_data_fim(&mut erros, input.data_fim);
        erros.finish(nome.map(|nome| Self {
            nome,
            descricao,
            status: status.unwrap_or(StatusProjeto::Planejamento),
            data_fim,
        }))
    }
}

/// What changes in a project; what is not named stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MudancaDeProjeto {
    pub nome: Option<String>,
    pub descricao: Option<Option<String>>,
    pub status: Option<StatusProjeto>,
    pub data_fim: Option<Option<Timestamp>>,
}

impl MudancaDeProjeto {
    pub fn parse(input: ProjetoInput) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let dado = !input.nome.is_absent();
        let mudanca = Self {
            nome: dado.then(|| erros.text("nome", input.nome, MAX_NOME)).flatten(),
            descricao: erros.change(input.descricao, |erros, field| {
                erros.optional_text("descricao", field, MAX_TEXTO)
            }),
            status: erros.optional("status", input.status),
            data_fim: erros.change(input.data_fim, parse_data_fim),
        };
        erros.finish(Some(mudanca))
    }
}

fn parse_data_fim(erros: &mut FieldErrors, field: Field<String>) -> Option<Timestamp> {
    erros.optional_instant("dataFim", field, start_of_day)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn novo(body: Value) -> Result<NovoProjeto, FieldErrors> {
        NovoProjeto::parse(serde_json::from_value(body).unwrap())
    }

    fn mudanca(body: Value) -> Result<MudancaDeProjeto, FieldErrors> {
        MudancaDeProjeto::parse(serde_json::from_value(body).unwrap())
    }

    #[test]
    fn a_project_begins_in_planning() {
        let projeto = novo(json!({"nome": " Horta ", "descricao": "", "dataFim": null})).unwrap();
        let esperado = NovoProjeto {
            nome: "Horta".to_owned(),
            descricao: None,
            status: StatusProjeto::Planejamento,
            data_fim: None,
        };
        assert_eq!(projeto, esperado);
    }

    #[test]
    fn an_end_is_a_day_or_an_instant() {
        let fim = |texto: &str| novo(json!({"nome": "x", "dataFim": texto})).unwrap().data_fim;
        let texto = |fim: Option<Timestamp>| fim.map(|fim| fim.to_string()).unwrap_or_default();
        assert_eq!(texto(fim("2026-11-30")), "2026-11-30T03:00:00.000Z");
        assert_eq!(texto(fim("2026-11-30T20:00:00-03:00")), "2026-11-30T23:00:00.000Z");
    }

    #[test]
    fn every_broken_rule_is_told_at_once() {
        let body = json!({"nome": "", "descricao": 7, "status": "ABERTO", "dataFim": "amanhã"});
        for erros in [novo(body.clone()).unwrap_err(), mudanca(body).unwrap_err()] {
            let campos: Vec<_> = erros.campos().collect();
            assert_eq!(campos, ["nome", "descricao", "status", "dataFim"]);
        }
    }

    #[test]
    fn a_change_names_what_it_changes() {
        assert_eq!(mudanca(json!({})).unwrap(), MudancaDeProjeto::default());
        let retirada = mudanca(json!({"descricao": null, "dataFim": null, "nome": null})).unwrap();
        let esperado = MudancaDeProjeto {
            descricao: Some(None),
            data_fim: Some(None),
            ..MudancaDeProjeto::default()
        };
        assert_eq!(retirada, esperado);
    }
}
