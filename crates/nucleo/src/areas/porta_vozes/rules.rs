//! The rules of spokespersons. Pure: no async, no SQL, no HTTP.

mod agenda;
mod endereco;
mod feed;

use base::id::UsuarioId;
use base::outbound::Guard;
use base::validation::{Expected, Field, FieldErrors, MAX_NOME, MAX_URL};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

pub use agenda::proxima;
pub use endereco::{Publicacao, reconhecer};
pub use feed::{Item, ler};

use super::Plataforma;

/// Quem passa a ser porta-voz.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PortaVozInput {
    #[schema(value_type = UsuarioId)]
    pub usuario_id: Field<UsuarioId>,
}

pub fn parse_usuario(input: PortaVozInput) -> Result<UsuarioId, FieldErrors> {
    let mut erros = FieldErrors::default();
    let usuario = erros.required("usuarioId", input.usuario_id);
    erros.finish(usuario)
}

/// A conta de um porta-voz em uma rede social.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedeInput {
    /// INSTAGRAM, YOUTUBE ou TWITTER; `X` vale o mesmo que TWITTER.
    #[schema(value_type = String, example = "YOUTUBE")]
    pub plataforma: Field<PlataformaInput>,
    #[schema(value_type = String, max_length = 200, example = "nucleo.oficial")]
    pub username: Field<String>,
    /// A página da conta.
    #[schema(value_type = Option<String>, example = "https://www.youtube.com/@nucleo.oficial")]
    pub url_perfil: Field<String>,
    /// De onde as publicações são lidas, em RSS ou Atom. Sem ele, entram só à mão.
    #[schema(value_type = Option<String>,
        example = "https://www.youtube.com/feeds/videos.xml?channel_id=UC1")]
    pub rss_url: Field<String>,
}

/// A platform under any of its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlataformaInput(Plataforma);

impl<'de> Deserialize<'de> for PlataformaInput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let nome = serde_json::Value::deserialize(deserializer)?;
        if nome == "X" {
            return Ok(Self(Plataforma::Twitter));
        }
        Plataforma::deserialize(nome).map(Self).map_err(serde::de::Error::custom)
    }
}

impl Expected for PlataformaInput {
    const EXPECTED: &'static str = Plataforma::EXPECTED;
}

/// A network that can be entered, as far as one can tell without asking it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NovaRede {
    pub plataforma: Plataforma,
    pub username: String,
    pub url_perfil: Option<String>,
    pub rss_url: Option<String>,
}

impl NovaRede {
    pub fn parse(input: RedeInput, guard: Guard) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let plataforma = erros.required("plataforma", input.plataforma);
        let username = erros.text("username", input.username, MAX_NOME);
        let url_perfil = parse_perfil(&mut erros, input.url_perfil);
        let rss_url = parse_feed(&mut erros, input.rss_url, guard);
        let nova = plataforma.zip(username).map(|(PlataformaInput(plataforma), username)| Self {
            plataforma,
            username,
            url_perfil,
            rss_url,
        });
        erros.finish(nova)
    }
}

/// Of another site: a path of this service would be none.
fn parse_perfil(erros: &mut FieldErrors, field: Field<String>) -> Option<String> {
    let url = erros.optional_url("urlPerfil", field)?;
    if url.starts_with('/') {
        erros.add("urlPerfil", "Informe um endereço que comece com https://.");
        return None;
    }
    Some(url)
}

/// In one spelling, so that the same feed is known again.
fn parse_feed(erros: &mut FieldErrors, field: Field<String>, guard: Guard) -> Option<String> {
    let url = erros.optional_text("rssUrl", field, MAX_URL)?;
    match guard.check(&url) {
        Ok(mut url) => {
            url.set_fragment(None);
            let url = String::from(url);
            if url.len() <= MAX_URL {
                return Some(url);
            }
            erros.add("rssUrl", format!("Use no máximo {MAX_URL} caracteres."));
        }
        Err(recusa) => erros.add("rssUrl", format!("Não pode ser usado: {recusa}.")),
    }
    None
}

/// O endereço de uma publicação.
#[derive(Deserialize, ToSchema)]
pub struct PostagemInput {
    /// De uma publicação do Instagram, do YouTube ou do X (Twitter).
    #[schema(value_type = String, example = "https://www.instagram.com/p/C1a2b3c4d5e/")]
    pub url: Field<String>,
}

pub fn parse_postagem(input: PostagemInput) -> Result<Publicacao, FieldErrors> {
    let mut erros = FieldErrors::default();
    let url = erros.text("url", input.url, MAX_URL);
    let publicacao = url.and_then(|url| {
        let publicacao = reconhecer(&url);
        if publicacao.is_none() {
            let frase = "Informe o endereço de uma publicação do Instagram, do YouTube ou do X.";
            erros.add("url", frase);
        }
        publicacao
    });
    erros.finish(publicacao)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn parse(body: Value) -> Result<NovaRede, Vec<String>> {
        let input = serde_json::from_value(body).unwrap();
        let nova = NovaRede::parse(input, Guard::PUBLIC);
        nova.map_err(|erros| erros.campos().map(str::to_owned).collect())
    }

    #[test]
    fn a_network_needs_a_platform_and_a_name() {
        for (nome, plataforma) in [
            ("INSTAGRAM", Plataforma::Instagram),
            ("YOUTUBE", Plataforma::Youtube),
            ("TWITTER", Plataforma::Twitter),
            ("X", Plataforma::Twitter),
        ] {
            let nova = parse(json!({"plataforma": nome, "username": " ana "})).unwrap();
            assert_eq!((nova.plataforma, nova.username.as_str()), (plataforma, "ana"));
            assert_eq!((nova.url_perfil, nova.rss_url), (None, None));
        }
        assert_eq!(parse(json!({})).unwrap_err(), ["plataforma", "username"]);
    }

    #[test]
    fn everything_wrong_is_told_at_once() {
        let todos = ["plataforma", "username", "urlPerfil", "rssUrl"];
        for wrong in [
            json!({"plataforma": "ORKUT", "username": "", "urlPerfil": "javascript:x",
                "rssUrl": "ftp://a.org"}),
            json!({"plataforma": "x", "username": "a".repeat(201), "urlPerfil": "/perfil",
                "rssUrl": "http://a.org/feed"}),
            json!({"plataforma": {"X": null}, "username": 7, "urlPerfil": [], "rssUrl": true}),
            json!({"plataforma": 1, "username": "a\nb", "urlPerfil": "a.org",
                "rssUrl": format!("https://a.org/{}", "é".repeat(1000))}),
        ] {
            assert_eq!(parse(wrong.clone()).unwrap_err(), todos, "{wrong}");
        }
    }

    #[test]
    fn a_feed_leads_outside_and_has_one_spelling() {
        let feed = |url: &str| parse(json!({"plataforma": "X", "username": "a", "rssUrl": url}));
        for same in [
            "https://a.org/feed?x=1",
            "HTTPS://A.org:443/feed?x=1#y",
            " https://a.org/x/../feed?x=1 ",
        ] {
            assert_eq!(feed(same).unwrap().rss_url.as_deref(), Some("https://a.org/feed?x=1"));
        }
        assert_eq!(feed(" ").unwrap().rss_url, None);
        for private in
            ["https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://10.1/"]
        {
            assert_eq!(feed(private).unwrap_err(), ["rssUrl"], "{private}");
        }
    }
}
