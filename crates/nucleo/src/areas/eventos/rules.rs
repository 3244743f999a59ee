//! What an event may be, and what its state allows. Pure: no async, no SQL, no HTTP.

use base::Result;
use base::clock::Timestamp;
use base::description::{Creation, ToCreate};
use base::id::UsuarioId;
use base::secret;
use base::validation::{Field, FieldErrors, MAX_NOME, MAX_TEXTO};
use chrono::Duration;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::errors::{EVENTO_CANCELADO, EVENTO_ENCERRADO, FORA_DA_JANELA, VAGAS_OCUPADAS};

/// Without look-alikes: it is read aloud and typed from a poster.
pub const ALFABETO: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
pub const TAMANHO_DO_CODIGO: usize = 8;
const MAX_VAGAS: i64 = 1_000_000;
/// More than any event is worth, and far from what a wallet can hold.
const MAX_RECOMPENSA: i64 = 1_000_000;
/// How long before its start and after its end an event takes people in.
const FOLGA: Duration = Duration::hours(24);

base::text_enum! {
    /// O que alguém é de um evento.
    pub enum StatusDeInscricao {
        Inscrito = "INSCRITO",
        Espera = "ESPERA",
        Presente = "PRESENTE",
    }
}

base::text_enum! {
    /// Que eventos: os que ainda não terminaram, ou os outros.
    pub enum Periodo {
        Futuros = "futuros",
        Passados = "passados",
    }
}

/// A stretch of time; an event is in it if any part of it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Intervalo {
    pub de: Option<Timestamp>,
    pub ate: Option<Timestamp>,
}

/// Um evento a criar, ou o que mudar em um.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventoInput {
    #[schema(value_type = Option<String>, max_length = 200, example = "Plenária de abril")]
    pub titulo: Field<String>,
    /// Nula a retira.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 10000)]
    pub descricao: Field<String>,
    /// Onde é: um endereço ou o de uma sala na internet. Nulo o retira.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 200, example = "Sede, Rua das Flores, 10")]
    pub local: Field<String>,
    /// Pode estar no passado.
    #[schema(value_type = Option<Timestamp>)]
    pub inicio: Field<Timestamp>,
    /// Depois do início. Até ele o evento é futuro e recebe inscrições.
    #[schema(value_type = Option<Timestamp>)]
    pub fim: Field<Timestamp>,
    /// Quantas pessoas cabem. Sem elas, ou nulas: quantas vierem.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 1000000, example = 40)]
    pub vagas: Field<i64>,
    /// O que ganha quem esteve lá, antes do multiplicador. Sem ela, um evento novo paga 0.
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 1000000, example = 50)]
    pub recompensa: Field<i64>,
    /// Uma imagem: um endereço http(s), ou um caminho dos nossos arquivos. Nula a retira.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "https://exemplo.org/plenaria.jpg")]
    pub foto_url: Field<String>,
}

pub type NovoEventoInput = ToCreate<EventoInput>;

impl Creation for EventoInput {
    const NAME: &'static str = "NovoEventoInput";
    const REQUIRED: &'static [&'static str] = &["titulo", "inicio", "fim"];
}

/// An event that may exist; every rule about its form holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corpo {
    pub titulo: String,
    pub descricao: Option<String>,
    pub local: Option<String>,
    pub inicio: Timestamp,
    pub fim: Timestamp,
    pub vagas: Option<i64>,
    pub recompensa: i64,
    pub foto_url: Option<String>,
}

impl Corpo {
    pub fn parse(input: EventoInput) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let titulo = erros.text("titulo", input.titulo, MAX_NOME);
        let descricao = parse_descricao(&mut erros, input.descricao);
        let local = parse_local(&mut erros, input.local);
        let inicio = erros.required("inicio", input.inicio);
        let fim = erros.required("fim", input.fim);
        let vagas = parse_vagas(&mut erros, input.vagas);
        let recompensa = parse_recompensa(&mut erros, input.recompensa).unwrap_or(0);
        let foto_url = parse_foto(&mut erros, input.foto_url);
        if let Some((inicio, fim)) = inicio.zip(fim) {
            conferir_horas(&mut erros, "fim", inicio, fim);
        }
        let horas = titulo.zip(inicio.zip(fim));
        erros.finish(horas.map(|(titulo, (inicio, fim))| Self {
            titulo,
            descricao,
            local,
            inicio,
            fim,
            vagas,
            recompensa,
            foto_url,
        }))
    }
}

/// What changes in an event; what is not named stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mudanca {
    pub titulo: Option<String>,
    pub descricao: Option<Option<String>>,
    pub local: Option<Option<String>>,
    pub inicio: Option<Timestamp>,
    pub fim: Option<Timestamp>,
    pub vagas: Option<Option<i64>>,
    pub recompensa: Option<i64>,
    pub foto_url: Option<Option<String>>,
}

impl Mudanca {
    pub fn parse(input: EventoInput) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let dado = !input.titulo.is_absent();
        let mudanca = Self {
            titulo: dado.then(|| erros.text("titulo", input.titulo, MAX_NOME)).flatten(),
            descricao: erros.change(input.descricao, parse_descricao),
            local: erros.change(input.local, parse_local),
            inicio: erros.optional("inicio", input.inicio),
            fim: erros.optional("fim", input.fim),
            vagas: erros.change(input.vagas, parse_vagas),
            recompensa: parse_recompensa(&mut erros, input.recompensa),
            foto_url: erros.change(input.foto_url, parse_foto),
        };
        if let Some((inicio, fim)) = mudanca.inicio.zip(mudanca.fim) {
            conferir_horas(&mut erros, "fim", inicio, fim);
        }
        erros.finish(Some(mudanca))
    }

    /// The event as it will be, if that may be.
    pub fn aplicar(&self, antes: &Corpo) -> Result<Corpo, FieldErrors> {
        let Self { titulo, descricao, local, inicio, fim, vagas, recompensa, foto_url } =
            self.clone();
        let depois = Corpo {
            titulo: titulo.unwrap_or_else(|| antes.titulo.clone()),
            descricao: descricao.unwrap_or_else(|| antes.descricao.clone()),
            local: local.unwrap_or_else(|| antes.local.clone()),
            inicio: inicio.unwrap_or(antes.inicio),
            fim: fim.unwrap_or(antes.fim),
            vagas: vagas.unwrap_or(antes.vagas),
            recompensa: recompensa.unwrap_or(antes.recompensa),
            foto_url: foto_url.unwrap_or_else(|| antes.foto_url.clone()),
        };
        let mut erros = FieldErrors::default();
        let campo = if fim.is_some() { "fim" } else { "inicio" };
        conferir_horas(&mut erros, campo, depois.inicio, depois.fim);
        erros.finish(Some(depois))
    }
}

/// Whether those who signed up have to know.
pub fn remarca(antes: &Corpo, depois: &Corpo) -> bool {
    (antes.inicio, antes.fim, &antes.local) != (depois.inicio, depois.fim, &depois.local)
}

/// The places of an event and who has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lotacao {
    /// `None`: no end of them.
    pub vagas: Option<i64>,
    pub inscritos: i64,
    pub presentes: i64,
    pub esperando: i64,
}

impl Lotacao {
    /// People who came without having signed up have a place too, and may be too many.
    pub fn ocupadas(&self) -> i64 {
        self.inscritos + self.presentes
    }

    /// How many of those who wait may move up.
    pub fn a_promover(&self) -> i64 {
        let livres = self.vagas.map_or(i64::MAX, |vagas| vagas - self.ocupadas());
        livres.clamp(0, self.esperando)
    }

    /// So many people go from here to there; `None` is outside.
    pub fn mover(
        &mut self,
        de: Option<StatusDeInscricao>,
        para: Option<StatusDeInscricao>,
        quantos: i64,
    ) {
        for (lado, diferenca) in [(de, -quantos), (para, quantos)] {
            match lado {
                None => {}
                Some(StatusDeInscricao::Inscrito) => self.inscritos += diferenca,
                Some(StatusDeInscricao::Espera) => self.esperando += diferenca,
                Some(StatusDeInscricao::Presente) => self.presentes += diferenca,
            }
        }
    }

    /// What becomes of whoever signs up now.
    pub fn lugar(&self) -> StatusDeInscricao {
        match self.vagas {
            Some(vagas) if vagas <= self.ocupadas() => StatusDeInscricao::Espera,
            _ => StatusDeInscricao::Inscrito,
        }
    }

    /// Nobody loses a place that they have.
    pub fn exigir_que_caibam(&self, vagas: Option<i64>) -> Result<()> {
        match vagas {
            Some(novas) if vagas != self.vagas && novas < self.ocupadas() => {
                Err(VAGAS_OCUPADAS.into())
            }
            _ => Ok(()),
        }
    }
}

/// When an event is, and whether it still is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situacao {
    pub inicio: Timestamp,
    pub fim: Timestamp,
    pub cancelado: bool,
}

impl Situacao {
    /// An event is future until its end.
    pub fn e_futuro(&self, agora: Timestamp) -> bool {
        agora < self.fim
    }

    pub fn exigir_de_pe(&self) -> Result<()> {
        match self.cancelado {
            true => Err(EVENTO_CANCELADO.into()),
            false => Ok(()),
        }
    }

    /// For signing up and withdrawing.
    pub fn exigir_futuro(&self, agora: Timestamp) -> Result<()> {
        self.exigir_de_pe()?;
        match self.e_futuro(agora) {
            true => Ok(()),
            false => Err(EVENTO_ENCERRADO.into()),
        }
    }

    /// For whoever has the code.
    pub fn exigir_janela(&self, agora: Timestamp) -> Result<()> {
        self.exigir_comeco(agora)?;
        match agora <= self.fim + FOLGA {
            true => Ok(()),
            false => Err(FORA_DA_JANELA.into()),
        }
    }

    /// For whoever writes the others down, who may do so long after: but nobody was at what is
    /// still far away.
    pub fn exigir_comeco(&self, agora: Timestamp) -> Result<()> {
        self.exigir_de_pe()?;
        match self.inicio - FOLGA <= agora {
            true => Ok(()),
            false => Err(FORA_DA_JANELA.into()),
        }
    }
}

/// O código que se vê na entrada do evento.
#[derive(Deserialize, ToSchema)]
pub struct CheckinInput {
    /// Maiúsculas e minúsculas valem o mesmo; espaços e hífens não contam.
    #[schema(value_type = String, example = "7KQ2MWXA")]
    codigo: Field<String>,
}

impl CheckinInput {
    pub fn parse(self) -> Result<Codigo, FieldErrors> {
        let mut erros = FieldErrors::default();
        let codigo = erros.text("codigo", self.codigo, MAX_NOME);
        erros.finish(codigo.map(|codigo| Codigo::new(&codigo)))
    }
}

/// A code as somebody has typed it.
pub struct Codigo(String);

impl Codigo {
    fn new(texto: &str) -> Self {
        let letras = texto.chars().filter(|letra| !letra.is_whitespace() && *letra != '-');
        Self(letras.collect::<String>().to_uppercase())
    }

    pub fn exigir(&self, certo: &str) -> Result<()> {
        match secret::same(&self.0, certo) {
            true => Ok(()),
            false => Err(FieldErrors::one("codigo", "Este código não é o deste evento.").into()),
        }
    }
}

/// Quem esteve no evento.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PresencaInput {
    #[schema(value_type = UsuarioId)]
    usuario_id: Field<UsuarioId>,
}

impl PresencaInput {
    pub fn parse(self) -> Result<UsuarioId, FieldErrors> {
        let mut erros = FieldErrors::default();
        let usuario = erros.required("usuarioId", self.usuario_id);
        erros.finish(usuario)
    }
}

fn conferir_horas(erros: &mut FieldErrors, campo: &str, inicio: Timestamp, fim: Timestamp) {
    if fim <= inicio {
        erros.add(campo, "O fim vem depois do início.");
    }
}

fn parse_descricao(erros: &mut FieldErrors, field: Field<String>) -> Option<String> {
    erros.optional_text("descricao", field, MAX_TEXTO)
}

fn parse_local(erros: &mut FieldErrors, field: Field<String>) -> Option<String> {
    erros.optional_text("local", field, MAX_NOME)
}

fn parse_foto(erros: &mut FieldErrors, field: Field<String>) -> Option<String> {
    erros.optional_url("fotoUrl", field)
}

fn parse_vagas(erros: &mut FieldErrors, field: Field<i64>) -> Option<i64> {
    let vagas = erros.optional("vagas", field)?;
    if (1..=MAX_VAGAS).contains(&vagas) {
        return Some(vagas);
    }
    erros.add("vagas", format!("Informe um número inteiro de 1 a {MAX_VAGAS}, ou null."));
    None
}

fn parse_recompensa(erros: &mut FieldErrors, field: Field<i64>) -> Option<i64> {
    let recompensa = erros.optional("recompensa", field);
    erros.within("recompensa", recompensa, 0..=MAX_RECOMPENSA)
}

#[cfg(test)]
mod tests;
