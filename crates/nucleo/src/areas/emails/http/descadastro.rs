//! The page behind "Deixar de receber". Opening it changes nothing, because mail scanners open every
//! link; its button, and the button that mail programs show by themselves (RFC 8058), do.

use axum::response::Html;
use base::Result;
use base::http::Query;
use base::problem::PublicProblems;
use base::scope::PublicScope;
use base::validation::Field;
use serde::Deserialize;
use utoipa::IntoParams;

use super::super::modelos::por_extenso;
use super::super::service;
use crate::areas::entregas::Preferencia;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TokenInput {
    /// O do link que veio no e-mail.
    #[param(value_type = String)]
    token: Field<String>,
}

impl TokenInput {
    /// One that is missing was never signed either.
    fn texto(self) -> String {
        match self.token {
            Field::Value(token) => token,
            _ => String::new(),
        }
    }
}

/// Mostra a página que pergunta se a pessoa quer deixar de receber um tipo de e-mail. Não muda nada.
#[utoipa::path(
    get, path = "/api/emails/descadastrar", tag = "emails",
    params(TokenInput),
    responses((status = 200, body = String, content_type = "text/html"), PublicProblems),
    security(()),
)]
pub async fn perguntar(
    scope: PublicScope,
    Query(input): Query<TokenInput>,
) -> Result<Html<String>> {
    let preferencia = service::conferir_descadastro(&scope, &input.texto())?;
    Ok(pagina(include_str!("descadastro/pergunta.html"), preferencia))
}

/// Desliga um tipo de e-mail para quem recebeu o link, em um clique (RFC 8058).
#[utoipa::path(
    post, path = "/api/emails/descadastrar", tag = "emails",
    params(TokenInput),
    responses((status = 200, body = String, content_type = "text/html"), PublicProblems),
    security(()),
)]
pub async fn descadastrar(
    scope: PublicScope,
    Query(input): Query<TokenInput>,
) -> Result<Html<String>> {
    let preferencia = service::descadastrar(&scope, &input.texto()).await?;
    Ok(pagina(include_str!("descadastro/pronto.html"), preferencia))
}

/// Holds nothing that anybody sent: the form goes back to its own address.
fn pagina(corpo: &str, preferencia: Preferencia) -> Html<String> {
    let corpo = corpo.replace("{{assunto}}", por_extenso(preferencia));
    Html(include_str!("descadastro/pagina.html").replace("{{corpo}}", &corpo))
}
