//! What somebody may write by hand, and to whom.

use std::collections::HashSet;

use base::validation::{Field, FieldErrors, MAX_NOME};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::areas::membros::{Segmento, SegmentoInput, email_valido};
use crate::html;

pub const MAX_DESTINATARIOS: usize = 1000;

/// Um e-mail escrito à mão. Informe `destinatarios` ou `segmento`, nunca os dois.
#[derive(Deserialize, ToSchema)]
pub struct EnviarInput {
    #[schema(value_type = String, max_length = 200, example = "Mutirão de sábado")]
    pub assunto: Field<String>,
    /// Estilos, tabelas e imagens ficam; scripts e formulários saem.
    #[schema(value_type = String, max_length = 200_000, example = "<p>Começamos às 9h.</p>")]
    pub html: Field<String>,
    /// Endereços, de membros ou não. Repetidos contam uma vez.
    #[schema(value_type = Option<Vec<String>>, max_items = 1000,
        example = json!(["ana@exemplo.org"]))]
    pub destinatarios: Field<Vec<Value>>,
    /// Os membros ativos com estes cargos e planos; `{}` são todos.
    #[schema(value_type = Option<SegmentoInput>)]
    pub segmento: Field<SegmentoInput>,
}

/// Um e-mail que ainda se escreve.
#[derive(Deserialize, ToSchema)]
pub struct PreviaInput {
    #[schema(value_type = String, max_length = 200, example = "Mutirão de sábado")]
    pub assunto: Field<String>,
    #[schema(value_type = String, max_length = 200_000, example = "<p>Começamos às 9h.</p>")]
    pub html: Field<String>,
}

/// A message that can be sent: its HTML is clean and says something.
#[derive(Debug, PartialEq)]
pub struct Texto {
    pub assunto: String,
    pub html: String,
}

#[derive(Debug, PartialEq)]
pub enum Destino {
    /// In lower case, each once.
    Enderecos(Vec<String>),
    Segmento(Segmento),
}

#[derive(Debug, PartialEq)]
pub struct EmailManual {
    pub texto: Texto,
    pub destino: Destino,
}

impl EmailManual {
    pub fn parse(input: EnviarInput) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let texto = parse_texto(&mut erros, input.assunto, input.html);
        let destino = parse_destino(&mut erros, input.destinatarios, input.segmento);
        erros.finish(texto.zip(destino).map(|(texto, destino)| Self { texto, destino }))
    }
}

impl Texto {
    pub fn parse(input: PreviaInput) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let texto = parse_texto(&mut erros, input.assunto, input.html);
        erros.finish(texto)
    }
}

fn parse_texto(
    erros: &mut FieldErrors,
    assunto: Field<String>,
    html: Field<String>,
) -> Option<Texto> {
    let assunto = erros.text("assunto", assunto, MAX_NOME);
    let html = erros.text("html", html, html::MAX).map(|html| html::email(&html));
    if html.as_ref().is_some_and(|html| !html::diz_algo(html)) {
        erros.add("html", "Não há nada para mostrar neste HTML.");
        return None;
    }
    assunto.zip(html).map(|(assunto, html)| Texto { assunto, html })
}

fn parse_destino(
    erros: &mut FieldErrors,
    destinatarios: Field<Vec<Value>>,
    segmento: Field<SegmentoInput>,
) -> Option<Destino> {
    match (destinatarios.is_absent(), segmento.is_absent()) {
        (true, true) => {
            erros.add("destinatarios", "Informe destinatarios ou segmento.");
            None
        }
        (false, false) => {
            erros.add("segmento", "Informe destinatarios ou segmento, não os dois.");
            None
        }
        (true, false) => Some(Destino::Segmento(Segmento::parse(erros, "segmento", segmento))),
        (false, true) => {
            let enderecos = erros.required("destinatarios", destinatarios)?;
            Some(Destino::Enderecos(parse_enderecos(erros, &enderecos)))
        }
    }
}

fn parse_enderecos(erros: &mut FieldErrors, dados: &[Value]) -> Vec<String> {
    if dados.is_empty() || dados.len() > MAX_DESTINATARIOS {
        let limite = format!("Informe de 1 a {MAX_DESTINATARIOS} endereços.");
        erros.add("destinatarios", limite);
        return Vec::new();
    }
    let (mut vistos, mut enderecos) = (HashSet::new(), Vec::new());
    for (posicao, dado) in dados.iter().enumerate() {
        let endereco = dado.as_str().map(|texto| texto.trim().to_lowercase());
        match endereco.filter(|endereco| email_valido(endereco)) {
            None => erros.add(format!("destinatarios[{posicao}]"), "Informe um e-mail válido."),
            Some(endereco) => {
                if vistos.insert(endereco.clone()) {
                    enderecos.push(endereco);
                }
            }
        }
    }
    enderecos
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parse(body: Value) -> Result<EmailManual, Vec<String>> {
        let parsed = EmailManual::parse(serde_json::from_value(body).unwrap());
        parsed.map_err(|erros| erros.campos().map(str::to_owned).collect())
    }

    fn para(destinatarios: Value) -> Result<EmailManual, Vec<String>> {
        parse(json!({"assunto": "A", "html": "<p>x</p>", "destinatarios": destinatarios}))
    }

    #[test]
    fn an_address_counts_once_however_it_is_written() {
        let email = para(json!([" Ana@X.org", "rui@x.org", "ana@x.ORG "])).unwrap();
        let esperados = vec!["ana@x.org".to_owned(), "rui@x.org".to_owned()];
        assert_eq!(email.destino, Destino::Enderecos(esperados));
    }

    #[test]
    fn every_wrong_address_is_told_by_its_place() {
        let erros = para(json!(["ana@x.org", "ana", 7, "a@b", "Ana <a@x.org>", "a@x.org\nBcc: b"]));
        let lugares = [1, 2, 3, 4, 5].map(|lugar| format!("destinatarios[{lugar}]"));
        assert_eq!(erros.unwrap_err(), lugares);
    }

    #[test]
    fn there_are_one_to_a_thousand_of_them() {
        let muitos = |quantos: usize| -> Value {
            (0..quantos).map(|n| json!(format!("a{n}@x.org"))).collect()
        };
        assert!(para(muitos(1000)).is_ok());
        for errados in [muitos(0), muitos(1001), json!("ana@x.org"), json!({})] {
            assert_eq!(para(errados).unwrap_err(), ["destinatarios"]);
        }
    }

    #[test]
    fn it_goes_to_addresses_or_to_a_segment() {
        let texto = json!({"assunto": "A", "html": "x"});
        let com = |campos: Value| {
            let mut corpo = texto.clone();
            corpo.as_object_mut().unwrap().extend(campos.as_object().unwrap().clone());
            parse(corpo)
        };
        let todos = com(json!({"segmento": {}})).unwrap().destino;
        assert_eq!(todos, Destino::Segmento(Segmento::default()));
        assert!(com(json!({"segmento": {"cargo": "MEMBRO"}, "destinatarios": null})).is_ok());
        assert_eq!(com(json!({})).unwrap_err(), ["destinatarios"]);
        let ambos = com(json!({"segmento": {}, "destinatarios": ["a@x.org"]}));
        assert_eq!(ambos.unwrap_err(), ["segmento"]);
        assert_eq!(com(json!({"segmento": {"cargo": "REI"}})).unwrap_err(), ["segmento.cargo"]);
    }

    #[test]
    fn the_html_is_cleaned_and_says_something() {
        let html = |html: &str| parse(json!({"assunto": "A", "html": html, "segmento": {}}));
        let limpo = html("<p onclick=x>Oi</p><script>y</script>").unwrap().texto.html;
        assert_eq!(limpo, "<p>Oi</p>");
        assert!(html("<img src=\"https://a.org/x.png\">").is_ok());
        for vazio in ["<script>x</script>", "<p> </p>", " ", "<p>&nbsp;</p>", ""] {
            assert_eq!(html(vazio).unwrap_err(), ["html"], "{vazio}");
        }
        assert_eq!(html(&"x".repeat(crate::html::MAX + 1)).unwrap_err(), ["html"]);
        let assunto = json!({"assunto": "a\r\nBcc: x", "html": "x", "segmento": {}});
        assert_eq!(parse(assunto).unwrap_err(), ["assunto"]);
    }
}
