//! What a comment may be. Pure: no async, no SQL, no HTTP.

use base::validation::{Field, FieldErrors, MAX_TEXTO};
use serde::Deserialize;
use utoipa::ToSchema;

/// Um comentário a fazer.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComentarioInput {
    /// Texto simples.
    #[schema(value_type = String, max_length = 10000, example = "A reunião ficou para sexta.")]
    texto: Field<String>,
    /// Uma imagem enviada a `comentarios`.
    #[schema(value_type = Option<String>, max_length = 2000)]
    imagem_url: Field<String>,
}

/// A comment that may be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NovoComentario {
    pub texto: String,
    pub imagem_url: Option<String>,
}

impl ComentarioInput {
    pub fn parse(self) -> Result<NovoComentario, FieldErrors> {
        let mut erros = FieldErrors::default();
        let texto = erros.text("texto", self.texto, MAX_TEXTO);
        let imagem_url = erros.optional_url("imagemUrl", self.imagem_url);
        erros.finish(texto.map(|texto| NovoComentario { texto, imagem_url }))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_comment_has_words_and_perhaps_a_picture() {
        let parse = |body| serde_json::from_value::<ComentarioInput>(body).unwrap().parse();
        assert!(parse(json!({"texto": "x".repeat(10_000)})).is_ok());
        let longo = json!({"texto": "x".repeat(10_001), "imagemUrl": "data:x"});
        for wrong in [longo, json!({"texto": " ", "imagemUrl": 7})] {
            let erros = parse(wrong).unwrap_err();
            assert_eq!(erros.campos().collect::<Vec<_>>(), ["texto", "imagemUrl"]);
        }
    }
}
