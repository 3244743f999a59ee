//! The rules of polls. Pure: no async, no SQL, no HTTP.

use std::collections::HashSet;

use base::Result;
use base::clock::Timestamp;
use base::scope::Cargo;
use base::validation::{Field, FieldErrors, MAX_NOME};
use serde::Deserialize;
use utoipa::ToSchema;

use super::OpcaoId;
use crate::errors::OPCAO_NAO_ENCONTRADA;

const MIN_OPCOES: usize = 2;
const MAX_OPCOES: usize = 20;

base::text_enum! {
    /// Quantas opções um voto pode ter.
    pub enum TipoEscolha {
        Unica = "UNICA",
        Multipla = "MULTIPLA",
    }
}

/// Uma enquete a criar.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NovaEnqueteInput {
    #[schema(value_type = String, max_length = 200, example = "Qual é a pauta do mês?")]
    pub pergunta: Field<String>,
    #[schema(value_type = TipoEscolha)]
    pub tipo_escolha: Field<TipoEscolha>,
    /// De 2 a 20, nenhuma vazia, nenhuma repetida.
    #[schema(value_type = Vec<String>, min_items = 2, max_items = 20,
        example = json!(["Saúde", "Educação"]))]
    pub opcoes: Field<Vec<Field<String>>>,
    /// No futuro. A enquete encerra neste milissegundo.
    #[schema(value_type = Timestamp)]
    pub data_encerramento: Field<Timestamp>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub foto_url: Field<String>,
    /// Se todos veem os resultados enquanto ela está aberta.
    #[serde(default)]
    #[schema(value_type = bool, required = false, default = false)]
    pub resultado_tempo_real: Field<bool>,
    /// Se o aplicativo a mostra até que a pessoa vote.
    #[serde(default)]
    #[schema(value_type = bool, required = false, default = false)]
    pub modal_obrigatorio: Field<bool>,
    /// Se avisa por notificação e push.
    #[serde(default)]
    #[schema(value_type = bool, required = false, default = true)]
    pub enviar_push: Field<bool>,
    /// Se avisa por e-mail.
    #[serde(default)]
    #[schema(value_type = bool, required = false, default = true)]
    pub enviar_email: Field<bool>,
}

/// A question that may be asked: every rule holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NovaEnquete {
    pub pergunta: String,
    pub tipo_escolha: TipoEscolha,
    pub opcoes: Vec<String>,
    pub data_encerramento: Timestamp,
    pub foto_url: Option<String>,
    pub resultado_tempo_real: bool,
    pub modal_obrigatorio: bool,
    pub enviar_push: bool,
    pub enviar_email: bool,
}

impl NovaEnquete {
    pub fn parse(input: NovaEnqueteInput, agora: Timestamp) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let pergunta = erros.text("pergunta", input.pergunta, MAX_NOME);
        let tipo_escolha = erros.required("tipoEscolha", input.tipo_escolha);
        let opcoes = parse_opcoes(&mut erros, input.opcoes);
        let data_encerramento = erros.required("dataEncerramento", input.data_encerramento);
        if data_encerramento.is_some_and(|data| encerrada(data, agora)) {
            erros.add("dataEncerramento", "Informe uma data no futuro.");
        }
        let foto_url = erros.optional_url("fotoUrl", input.foto_url);
        let tempo_real = erros.optional("resultadoTempoReal", input.resultado_tempo_real);
        let modal = erros.optional("modalObrigatorio", input.modal_obrigatorio);
        let push = erros.optional("enviarPush", input.enviar_push);
        let email = erros.optional("enviarEmail", input.enviar_email);
        let required = pergunta.zip(tipo_escolha).zip(opcoes).zip(data_encerramento);
        erros.finish(required.map(|(((pergunta, tipo_escolha), opcoes), data_encerramento)| Self {
            pergunta,
            tipo_escolha,
            opcoes,
            data_encerramento,
            foto_url,
            resultado_tempo_real: tempo_real.unwrap_or(false),
            modal_obrigatorio: modal.unwrap_or(false),
            enviar_push: push.unwrap_or(true),
            enviar_email: email.unwrap_or(true),
        }))
    }
}

fn parse_opcoes(erros: &mut FieldErrors, opcoes: Field<Vec<Field<String>>>) -> Option<Vec<String>> {
    let opcoes = erros.required("opcoes", opcoes)?;
    if !(MIN_OPCOES..=MAX_OPCOES).contains(&opcoes.len()) {
        erros.add("opcoes", format!("Informe de {MIN_OPCOES} a {MAX_OPCOES} opções."));
        return None;
    }
    let mut textos: Vec<String> = Vec::new();
    for (posicao, opcao) in opcoes.into_iter().enumerate() {
        let campo = format!("opcoes[{posicao}]");
        let Some(texto) = erros.text(&campo, opcao, MAX_NOME) else { continue };
        if textos.contains(&texto) {
            erros.add(campo, "Esta opção está repetida.");
        }
        textos.push(texto);
    }
    Some(textos)
}

/// Um voto: `opcaoId`, ou `opcaoIds` quando a enquete aceita várias.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VotoInput {
    #[serde(default)]
    #[schema(value_type = Option<OpcaoId>)]
    pub opcao_id: Field<OpcaoId>,
    #[serde(default)]
    #[schema(value_type = Option<Vec<OpcaoId>>, min_items = 1, max_items = 20)]
    pub opcao_ids: Field<Vec<Field<OpcaoId>>>,
}

/// What a person chose: at least one option, none twice.
#[derive(Debug, PartialEq, Eq)]
pub struct Escolha(Vec<OpcaoId>);

impl Escolha {
    pub fn nova(opcoes: Vec<OpcaoId>) -> Result<Self, FieldErrors> {
        if opcoes.is_empty() {
            return Err(FieldErrors::one("opcaoId", "Escolha uma opção."));
        }
        if opcoes.iter().collect::<HashSet<_>>().len() < opcoes.len() {
            return Err(FieldErrors::one("opcaoIds", "Não repita opções."));
        }
        Ok(Self(opcoes))
    }

    pub fn parse(input: VotoInput) -> Result<Self, FieldErrors> {
        if !input.opcao_id.is_absent() && !input.opcao_ids.is_absent() {
            let mensagem = "Informe opcaoId ou opcaoIds, não os dois.";
            return Err(FieldErrors::one("opcaoId", mensagem));
        }
        let mut erros = FieldErrors::default();
        let uma = erros.optional("opcaoId", input.opcao_id);
        let varias = erros.optional("opcaoIds", input.opcao_ids);
        let mut escolhidas = Vec::from_iter(uma);
        if let Some(varias) = varias {
            if !(1..=MAX_OPCOES).contains(&varias.len()) {
                erros.add("opcaoIds", format!("Escolha de 1 a {MAX_OPCOES} opções."));
                return Err(erros);
            }
            for (posicao, opcao) in varias.into_iter().enumerate() {
                escolhidas.extend(erros.required(&format!("opcaoIds[{posicao}]"), opcao));
            }
        }
        Self::nova(erros.finish(Some(escolhidas))?)
    }

    /// The chosen options, if a poll of this type with these options admits them.
    pub fn admitida(self, tipo: TipoEscolha, opcoes: &[OpcaoId]) -> Result<Vec<OpcaoId>> {
        if tipo == TipoEscolha::Unica && self.0.len() > 1 {
            let mensagem = "Esta enquete aceita uma única opção.";
            return Err(FieldErrors::one("opcaoIds", mensagem).into());
        }
        if !self.0.iter().all(|escolhida| opcoes.contains(escolhida)) {
            return Err(OPCAO_NAO_ENCONTRADA.into());
        }
        Ok(self.0)
    }
}

/// A poll is closed from its closing time on, whether or not anything has run since.
pub fn encerrada(data_encerramento: Timestamp, agora: Timestamp) -> bool {
    agora >= data_encerramento
}

/// A nucleo decides for itself: a SUPER_ADMIN, who belongs to none, votes on national polls only.
pub fn pode_votar(cargo: Cargo, nacional: bool) -> bool {
    nacional || cargo != Cargo::SuperAdmin
}

/// Under which circumstances somebody looks at a poll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vista {
    /// Whether they may see partial results; false for a channel that many people read.
    pub ve_parciais: bool,
    pub encerrada: bool,
    pub tempo_real: bool,
}

/// Everybody sees the results of a closed poll; of an open one those who may see partial results,
/// and everybody if the poll says so.
pub fn resultados_visiveis(vista: Vista) -> bool {
    vista.encerrada || vista.tempo_real || vista.ve_parciais
}

/// What the voters of one option add up to.
#[derive(Clone, Debug, PartialEq)]
pub struct Resultado {
    pub opcao: OpcaoId,
    pub texto: String,
    pub percentual: f64,
}

/// Option, text and votes of each. From these numbers to anything that is shown, in an answer or
/// in a notice, there is no other way than through here.
pub fn resultados(
    vista: Vista,
    votantes: i64,
    contagens: impl IntoIterator<Item = (OpcaoId, String, i64)>,
) -> Option<Vec<Resultado>> {
    let resultado =
        |(opcao, texto, votos)| Resultado { opcao, texto, percentual: percentual(votos, votantes) };
    resultados_visiveis(vista).then(|| contagens.into_iter().map(resultado).collect())
}

/// The share of voters who chose an option, in percent with one decimal, half rounded up. In whole
/// tenths, so that no binary fraction decides a rounding.
fn percentual(votos: i64, votantes: i64) -> f64 {
    if votantes <= 0 {
        return 0.0;
    }
    let decimos = (votos * 2000 + votantes) / (votantes * 2);
    decimos as f64 / 10.0
}

#[cfg(test)]
mod tests;
