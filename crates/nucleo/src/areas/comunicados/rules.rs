//! The rules of announcements. Pure: no async, no SQL, no HTTP.

mod destinatarios;
mod resumo;
mod video;

#[cfg(test)]
mod tests;

use base::Result;
use base::clock::Timestamp;
use base::description::{Creation, ToCreate};
use base::id::{NucleoId, UsuarioId};
use base::scope::Caller;
use base::validation::{Field, FieldErrors, MAX_NOME};
use serde::Deserialize;
use utoipa::ToSchema;

pub use destinatarios::{Destinatarios, DestinatariosInput, PublicoDoPush, recusar_membros};
pub use resumo::resumo;

use crate::areas::membros::{Segmento, SegmentoInput};
use crate::errors::COMUNICADO_JA_PUBLICADO;
use crate::html;
use crate::policy::{GerirComunicados, PublicarConteudoNacional};

base::text_enum! {
    /// Se um comunicado já está à vista.
    pub enum StatusDeComunicado {
        Publicado = "PUBLICADO",
        Agendado = "AGENDADO",
    }
}

/// Um comunicado a criar, ou o que mudar em um.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComunicadoInput {
    #[schema(value_type = Option<String>, max_length = 200, example = "Assembleia no sábado")]
    pub titulo: Field<String>,
    /// HTML; o que não é seguro sai ao gravar.
    #[schema(value_type = Option<String>, max_length = 200_000, example = "<p>Às 15h, na sede.</p>")]
    pub conteudo: Field<String>,
    /// Uma imagem: um endereço http(s), ou um caminho dos nossos arquivos. Nulo a retira.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "https://exemplo.org/assembleia.jpg")]
    pub foto_url: Field<String>,
    /// Um vídeo do YouTube: watch, youtu.be, shorts ou embed. Nulo o retira.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "https://www.youtube.com/watch?v=dQw4w9WgXcQ")]
    pub video_url: Field<String>,
    /// Quem vê e recebe; sem ele, ou nulo: todos os membros ativos.
    #[serde(default)]
    #[schema(value_type = Option<SegmentoInput>)]
    pub segmento_alvo: Field<SegmentoInput>,
    /// Quando publicar, no futuro. Sem ela: na hora. Nula em um comunicado agendado: publica agora.
    #[serde(default)]
    #[schema(value_type = Option<Timestamp>)]
    pub data_agendamento: Field<Timestamp>,
    #[schema(value_type = bool, required = false, default = true)]
    pub enviar_push: Field<bool>,
    #[schema(value_type = bool, required = false, default = false)]
    pub enviar_email: Field<bool>,
    /// A quem vai o push, entre quem vê o comunicado. Sem ele, ou nulo: `"todos"`.
    #[serde(default)]
    #[schema(value_type = Option<Destinatarios>)]
    pub push_destinatarios: Field<DestinatariosInput>,
}

pub type NovoComunicadoInput = ToCreate<ComunicadoInput>;

impl Creation for ComunicadoInput {
    const NAME: &'static str = "NovoComunicadoInput";
    const REQUIRED: &'static [&'static str] = &["titulo", "conteudo"];
}

/// What is said, to whom, and by which ways; every rule about its form holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corpo {
    pub titulo: String,
    pub conteudo: String,
    pub foto_url: Option<String>,
    pub video_url: Option<String>,
    pub segmento: Segmento,
    pub enviar_push: bool,
    pub enviar_email: bool,
    pub push: Destinatarios,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NovoComunicado {
    pub corpo: Corpo,
    /// `None`: at once.
    pub agendamento: Option<Timestamp>,
}

impl NovoComunicado {
    pub fn parse(input: ComunicadoInput, agora: Timestamp) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let titulo = erros.text("titulo", input.titulo, MAX_NOME);
        let conteudo = parse_conteudo(&mut erros, input.conteudo);
        let foto_url = parse_foto(&mut erros, input.foto_url);
        let video_url = parse_video(&mut erros, input.video_url);
        let segmento = Segmento::parse(&mut erros, "segmentoAlvo", input.segmento_alvo);
        let agendamento = parse_agendamento(&mut erros, input.data_agendamento, agora);
        let enviar_push = erros.optional("enviarPush", input.enviar_push);
        let enviar_email = erros.optional("enviarEmail", input.enviar_email);
        let push = Destinatarios::parse(&mut erros, input.push_destinatarios);
        let corpo = titulo.zip(conteudo).map(|(titulo, conteudo)| Corpo {
            titulo,
            conteudo,
            foto_url,
            video_url,
            segmento,
            enviar_push: enviar_push.unwrap_or(true),
            enviar_email: enviar_email.unwrap_or(false),
            push: push.unwrap_or_default(),
        });
        erros.finish(corpo.map(|corpo| Self { corpo, agendamento }))
    }
}

/// What changes in an announcement; what is not named stays.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Mudanca {
    titulo: Option<String>,
    conteudo: Option<String>,
    foto_url: Option<Option<String>>,
    video_url: Option<Option<String>>,
    segmento: Option<Option<Segmento>>,
    agendamento: Option<Option<Timestamp>>,
    enviar_push: Option<bool>,
    enviar_email: Option<bool>,
    push: Option<Option<Destinatarios>>,
}

impl Mudanca {
    pub fn parse(input: ComunicadoInput, agora: Timestamp) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let given = |field: &Field<String>| !field.is_absent();
        let mudanca = Self {
            titulo: given(&input.titulo)
                .then(|| erros.text("titulo", input.titulo, MAX_NOME))
                .flatten(),
            conteudo: given(&input.conteudo)
                .then(|| parse_conteudo(&mut erros, input.conteudo))
                .flatten(),
            foto_url: erros.change(input.foto_url, parse_foto),
            video_url: erros.change(input.video_url, parse_video),
            segmento: erros.change(input.segmento_alvo, |erros, field| {
                Some(Segmento::parse(erros, "segmentoAlvo", field))
            }),
            agendamento: erros.change(input.data_agendamento, |erros, field| {
                parse_agendamento(erros, field, agora)
            }),
            enviar_push: erros.optional("enviarPush", input.enviar_push),
            enviar_email: erros.optional("enviarEmail", input.enviar_email),
            push: erros.change(input.push_destinatarios, Destinatarios::parse),
        };
        erros.finish(Some(mudanca))
    }

    pub fn segmento(&self) -> Option<&Segmento> {
        self.segmento.as_ref().and_then(Option::as_ref)
    }

    pub fn destinatarios(&self) -> Option<&Destinatarios> {
        self.push.as_ref().and_then(Option::as_ref)
    }

    pub fn aplicar(&self, corpo: &mut Corpo) {
        let Self { titulo, conteudo, foto_url, video_url, segmento, push, .. } = self;
        set(&mut corpo.titulo, titulo);
        set(&mut corpo.conteudo, conteudo);
        set(&mut corpo.foto_url, foto_url);
        set(&mut corpo.video_url, video_url);
        set(&mut corpo.segmento, &segmento.clone().map(Option::unwrap_or_default));
        set(&mut corpo.enviar_push, &self.enviar_push);
        set(&mut corpo.enviar_email, &self.enviar_email);
        set(&mut corpo.push, &push.clone().map(Option::unwrap_or_default));
    }

    /// What becomes of an announcement in this state. One that is out cannot be called back, but a
    /// form that is sent as it was shown, with an empty time, asks for nothing.
    pub fn passo(&self, status: StatusDeComunicado) -> Result<Passo> {
        match (status, self.agendamento) {
            (_, None) | (StatusDeComunicado::Publicado, Some(None)) => Ok(Passo::Fica),
            (StatusDeComunicado::Publicado, Some(Some(_))) => Err(COMUNICADO_JA_PUBLICADO.into()),
            (StatusDeComunicado::Agendado, Some(Some(quando))) => Ok(Passo::Reagenda(quando)),
            (StatusDeComunicado::Agendado, Some(None)) => Ok(Passo::Publica),
        }
    }

    /// The names of the fields that change, for the audit trail.
    pub fn campos(&self) -> Vec<&'static str> {
        let given = [
            ("titulo", self.titulo.is_some()),
            ("conteudo", self.conteudo.is_some()),
            ("fotoUrl", self.foto_url.is_some()),
            ("videoUrl", self.video_url.is_some()),
            ("segmentoAlvo", self.segmento.is_some()),
            ("dataAgendamento", self.agendamento.is_some()),
            ("enviarPush", self.enviar_push.is_some()),
            ("enviarEmail", self.enviar_email.is_some()),
            ("pushDestinatarios", self.push.is_some()),
        ];
        given.into_iter().filter(|(_, given)| *given).map(|(campo, _)| campo).collect()
    }
}

fn set<T: Clone>(field: &mut T, change: &Option<T>) {
    if let Some(value) = change {
        *field = value.clone();
    }
}

/// Where a change leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passo {
    Fica,
    Reagenda(Timestamp),
    Publica,
}

/// Whose it is: what decides who may change it.
#[derive(Clone, Copy, Debug)]
pub struct Posse {
    pub nucleo: Option<NucleoId>,
    pub autor: UsuarioId,
}

/// Whether the caller may change it and see it before its time: what is national belongs to the
/// national level, and whoever does not manage a nucleo's announcements has their own.
pub fn gere(caller: &Caller, posse: Posse) -> bool {
    if posse.nucleo.is_none() {
        return caller.can::<PublicarConteudoNacional>();
    }
    caller.can::<GerirComunicados>() || posse.autor == caller.id
}

fn parse_conteudo(erros: &mut FieldErrors, field: Field<String>) -> Option<String> {
    let conteudo = html::conteudo(&erros.text("conteudo", field, html::MAX)?);
    if !html::diz_algo(&conteudo) {
        erros.add("conteudo", "Escreva alguma coisa: não sobrou nada que se possa mostrar.");
        return None;
    }
    Some(conteudo)
}

fn parse_foto(erros: &mut FieldErrors, field: Field<String>) -> Option<String> {
    erros.optional_url("fotoUrl", field)
}

fn parse_video(erros: &mut FieldErrors, field: Field<String>) -> Option<String> {
    let url = erros.optional_text("videoUrl", field, base::validation::MAX_URL)?;
    let video = video::youtube(&url);
    if video.is_none() {
        erros.add("videoUrl", "Informe o endereço de um vídeo do YouTube.");
    }
    video
}

fn parse_agendamento(
    erros: &mut FieldErrors,
    field: Field<Timestamp>,
    agora: Timestamp,
) -> Option<Timestamp> {
    let quando = erros.optional("dataAgendamento", field)?;
    if quando <= agora {
        erros.add("dataAgendamento", "Informe um momento no futuro.");
        return None;
    }
    Some(quando)
}
