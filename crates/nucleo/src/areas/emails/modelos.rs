//! The templates. MJML becomes HTML once, with places that each message fills in: what people wrote
//! never passes through the MJML parser, and is escaped when it is filled in.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

use base::clock::Timestamp;
use base::error::{ERRO_INTERNO, Error};
use base::{Result, Uuid};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{
    AutoEscape, Environment, Output, State, UndefinedBehavior, Value, context, escape_formatter,
};
use mrml::prelude::render::RenderOptions;

use super::marca::{Marca, absoluto};
use crate::areas::entregas::dados::{Comunicado, Dados, Enquete, Manual, Recuperacao};
use crate::areas::entregas::{Preferencia, TipoDeEmail};
use crate::html;

/// What a message says to everybody who receives it: made once, however many they are.
pub struct Conteudo {
    tipo: TipoDeEmail,
    resumo: String,
    /// What this type has of its own.
    proprios: Value,
    /// The request that its link belongs to.
    pub recuperacao: Option<Uuid>,
}

impl Conteudo {
    pub fn new(dados: &Dados, public_url: &str) -> Self {
        let recuperacao = match dados {
            Dados::Recuperacao(pedida) => Some(pedida.recuperacao_id),
            _ => None,
        };
        let proprios = proprios(dados, public_url);
        Self { tipo: dados.tipo(), resumo: resumo(dados), proprios, recuperacao }
    }
}

/// Everything that a message shows.
pub struct Pedido<'a> {
    pub assunto: &'a str,
    pub conteudo: &'a Conteudo,
    pub marca: &'a Marca,
    pub nacional: bool,
    /// Nobody is greeted who is known by an address alone.
    pub nome_usuario: Option<&'a str>,
    /// The path in the app that it is about.
    pub url: &'a str,
    /// What only the one who receives it may know: where to set a new password.
    pub link: Option<&'a str>,
    /// Where to say that no more of it is wanted, and of what.
    pub descadastro: Option<(&'a str, Preferencia)>,
    pub public_url: &'a str,
}

pub struct Pronta {
    pub html: String,
    pub texto: String,
}

const LARGURA_DO_TEXTO: usize = 76;

pub fn preencher(pedido: &Pedido<'_>) -> Result<Pronta> {
    let Pedido { conteudo, marca, public_url, .. } = pedido;
    let tipo = conteudo.tipo;
    let contexto = context! {
        assunto => pedido.assunto,
        resumo => conteudo.resumo.as_str(),
        nacional => pedido.nacional,
        nome_usuario => pedido.nome_usuario,
        url => absoluto(public_url, pedido.url),
        motivo => motivo(tipo, marca, pedido.nome_usuario.is_some()),
        descadastro => pedido.descadastro.map(|(link, _)| link),
        assunto_do_descadastro => pedido.descadastro.map(|(_, preferencia)| por_extenso(preferencia)),
        link => pedido.link,
        // Where two name the same, the first counts.
        ..context! {
            ..conteudo.proprios.clone(),
            ..Value::from(Serde(marca)),
            ..context! { folha_clara => false }
        }
    };
    let com = |parte: &str| -> Result<String> {
        let modelo = MODELOS.get_template(&format!("{}.{parte}", tipo.as_str()));
        modelo.and_then(|modelo| modelo.render(&contexto)).map_err(falha)
    };
    Ok(Pronta { html: com("html")?, texto: com("txt")? })
}

fn falha(erro: minijinja::Error) -> Error {
    Error::from(ERRO_INTERNO).because(erro)
}

fn proprios(dados: &Dados, root: &str) -> Value {
    match dados {
        Dados::Aprovacao {} | Dados::Rejeicao {} => context! {},
        Dados::Recuperacao(Recuperacao { valido_minutos, .. }) => context! { valido_minutos },
        Dados::Comunicado(Comunicado { titulo, conteudo, foto_url }) => {
            // Cleaned once more, so that no caller can forget it; and its paths get their host.
            let limpo = html::email_at(root, conteudo);
            context! {
                titulo => titulo,
                foto_url => foto_url.as_deref().map(|foto| absoluto(root, foto)),
                conteudo_em_texto => em_texto(&limpo),
                conteudo => Value::from_safe_string(limpo),
            }
        }
        Dados::Manual(Manual { html }) => {
            let limpo = html::email_at(root, html);
            context! {
                // Colours that somebody chose on white paper are read on white paper.
                folha_clara => limpo.contains("color") || limpo.contains("background"),
                html_em_texto => em_texto(&limpo),
                html => Value::from_safe_string(limpo),
            }
        }
        Dados::Enquete(enquete) => Value::from(Serde(enquete)),
        Dados::Convite(convite) => Value::from(Serde(convite)),
        Dados::Tarefa(tarefa) => Value::from(Serde(tarefa)),
        Dados::Evento(evento) => Value::from(Serde(evento)),
        Dados::Conquista(conquista) => Value::from(Serde(conquista)),
        Dados::Pagamento(pagamento) | Dados::PagamentoAtrasado(pagamento) => {
            Value::from(Serde(pagamento))
        }
    }
}

/// HTML as words alone, for whoever reads mail without it. Expects cleaned HTML.
fn em_texto(html: &str) -> String {
    let texto = html2text::config::plain()
        .no_table_borders()
        .allow_width_overflow()
        .string_from_read(html.as_bytes(), LARGURA_DO_TEXTO);
    texto.unwrap_or_default().trim().to_owned()
}

/// What a list of messages shows beside the subject.
fn resumo(dados: &Dados) -> String {
    const MAX: usize = 120;
    let inteiro = match dados {
        Dados::Aprovacao {} => "Você já pode entrar.".to_owned(),
        Dados::Rejeicao {} => "A coordenação analisou o seu cadastro.".to_owned(),
        Dados::Recuperacao(_) => "O link funciona uma única vez.".to_owned(),
        Dados::Comunicado(comunicado) => em_texto(&html::email(&comunicado.conteudo)),
        Dados::Enquete(Enquete { resultados, .. }) if !resultados.is_empty() => {
            "A votação terminou.".to_owned()
        }
        Dados::Enquete(_) => "Sua opinião conta: vote.".to_owned(),
        Dados::Convite(_) => "Veja o convite e responda.".to_owned(),
        Dados::Tarefa(tarefa) => tarefa.texto.clone(),
        Dados::Evento(evento) => evento.texto.clone(),
        Dados::Conquista(conquista) => conquista.nome.clone(),
        Dados::Pagamento(_) => "Recebemos o seu pagamento.".to_owned(),
        Dados::PagamentoAtrasado(_) => "Ainda não recebemos o seu pagamento.".to_owned(),
        Dados::Manual(manual) => em_texto(&html::email(&manual.html)),
    };
    let linha = inteiro.split_whitespace().collect::<Vec<_>>().join(" ");
    match linha.char_indices().nth(MAX) {
        Some((fim, _)) => format!("{}…", linha.get(..fim).unwrap_or_default().trim_end()),
        None => linha,
    }
}

/// Why somebody finds this in their mailbox.
fn motivo(tipo: TipoDeEmail, marca: &Marca, conhecida: bool) -> String {
    let nome = &marca.nome_nucleo;
    match tipo {
        TipoDeEmail::Aprovacao | TipoDeEmail::Rejeicao => {
            format!("Você recebe este e-mail porque se cadastrou em {nome}.")
        }
        TipoDeEmail::Recuperacao => {
            "Você recebe este e-mail porque alguém pediu uma senha nova para esta conta.".to_owned()
        }
        TipoDeEmail::Manual if !conhecida => format!("Mensagem enviada por {nome}."),
        _ => format!("Você recebe este e-mail porque faz parte de {nome}."),
    }
}

/// What is no longer wanted, after "Deixar de receber".
pub fn por_extenso(preferencia: Preferencia) -> &'static str {
    match preferencia {
        Preferencia::Tarefa => "e-mails sobre tarefas e projetos",
        Preferencia::Evento => "e-mails sobre eventos",
        Preferencia::Comunicado => "comunicados por e-mail",
        Preferencia::Enquete => "e-mails sobre enquetes",
        Preferencia::Pagamento => "e-mails sobre pagamentos",
        Preferencia::Conquista => "e-mails sobre conquistas",
    }
}

/// The sources, by type: body in MJML, body in plain text.
macro_rules! fontes {
    ($($tipo:ident = $nome:literal),+ $(,)?) => {
        fn fonte(tipo: TipoDeEmail) -> (&'static str, &'static str) {
            match tipo {
                $(TipoDeEmail::$tipo => (
                    include_str!(concat!("modelos/", $nome, ".mjml")),
                    include_str!(concat!("modelos/", $nome, ".txt")),
                )),+
            }
        }
    };
}

fontes! {
    Aprovacao = "aprovacao",
    Rejeicao = "rejeicao",
    Recuperacao = "recuperacao",
    Comunicado = "comunicado",
    Enquete = "enquete",
    Convite = "convite",
    Tarefa = "tarefa",
    Evento = "evento",
    Conquista = "conquista",
    Pagamento = "pagamento",
    PagamentoAtrasado = "pagamento_atrasado",
    Manual = "manual",
}

#[expect(clippy::unreachable, reason = "a test holds that the templates are right")]
static MODELOS: LazyLock<Environment<'static>> =
    LazyLock::new(|| compilar().unwrap_or_else(|erro| unreachable!("{erro}")));

type Falha = Box<dyn std::error::Error + Send + Sync>;

fn compilar() -> std::result::Result<Environment<'static>, Falha> {
    let mut modelos = Environment::new();
    modelos.set_auto_escape_callback(|nome| match nome.ends_with(".txt") {
        true => AutoEscape::None,
        false => AutoEscape::Html,
    });
    modelos.set_formatter(escapar);
    modelos.set_undefined_behavior(UndefinedBehavior::Strict);
    modelos.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    modelos.add_filter("momento", momento);
    modelos.add_filter("dia", dia);
    modelos.add_filter("reais", reais);
    modelos.add_filter("percentual", percentual);
    modelos.add_filter("largura", largura);
    // None: each would be fetched from another host whenever somebody reads a message.
    let opcoes = RenderOptions { fonts: HashMap::new(), ..RenderOptions::default() };
    for tipo in TipoDeEmail::ALL {
        let (mjml, texto) = fonte(*tipo);
        let mjml = include_str!("modelos/base.mjml").replace("<!-- corpo -->", mjml);
        let html = mrml::parse(mjml)?.element.render(&opcoes)?;
        modelos.add_template_owned(format!("{}.html", tipo.as_str()), html)?;
        let texto = include_str!("modelos/base.txt").replace("[[corpo]]", texto.trim_end());
        modelos.add_template_owned(format!("{}.txt", tipo.as_str()), texto)?;
    }
    Ok(modelos)
}

/// As minijinja does it, but for the slash: that one it turns into `&#x2f;`, and a link that a
/// filter cannot read looks like a trick.
fn escapar(saida: &mut Output<'_>, state: &mut State<'_, '_>, valor: &Value) -> Preenchido {
    let texto = match (state.auto_escape(), valor.as_str()) {
        (AutoEscape::Html, Some(texto)) if !valor.is_safe() => texto,
        _ => return escape_formatter(saida, state, valor),
    };
    for letra in texto.chars() {
        match letra {
            '&' => saida.write_str("&amp;")?,
            '<' => saida.write_str("&lt;")?,
            '>' => saida.write_str("&gt;")?,
            '"' => saida.write_str("&quot;")?,
            '\'' => saida.write_str("&#39;")?,
            letra => saida.write_char(letra)?,
        }
    }
    Ok(())
}

type Preenchido = std::result::Result<(), minijinja::Error>;

/// 21/11/2026 às 18:00, as clocks in Brasília show it.
fn momento(quando: Serde<Timestamp>) -> String {
    quando.0.em_brasilia()
}

/// 2026-11-21 as people write it.
fn dia(data: String) -> String {
    match data.split('-').collect::<Vec<_>>().as_slice() {
        [ano, mes, dia] => format!("{dia}/{mes}/{ano}"),
        _ => data,
    }
}

/// Centavos as R$ 1.234,56.
fn reais(centavos: i64) -> String {
    let (inteiros, resto) = (centavos.unsigned_abs() / 100, centavos.unsigned_abs() % 100);
    let digitos = inteiros.to_string();
    let mut com_pontos = String::new();
    for (posicao, digito) in digitos.chars().enumerate() {
        if posicao > 0 && (digitos.len() - posicao).is_multiple_of(3) {
            com_pontos.push('.');
        }
        com_pontos.push(digito);
    }
    let sinal = if centavos < 0 { "-" } else { "" };
    format!("{sinal}R$ {com_pontos},{resto:02}")
}

/// 58.3 as 58,3%, and 50 without the zero.
fn percentual(valor: f64) -> String {
    format!("{}%", format!("{valor:.1}").trim_end_matches(".0").replace('.', ","))
}

/// Of a bar, in whole percent.
fn largura(valor: f64) -> i64 {
    valor.clamp(0.0, 100.0).round() as i64
}

#[cfg(test)]
mod tests;
