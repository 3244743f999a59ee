//! How events look on the wire.

use base::clock::Timestamp;
use base::id::UsuarioId;
use serde::Serialize;
use utoipa::ToSchema;

use super::super::EventoId;
use super::super::rules::StatusDeInscricao;
use super::super::service::{DePessoa, Evento, Presenca, Registrada};

/// Um evento, como o vê quem pergunta.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventoView {
    id: EventoId,
    #[schema(example = "Plenária de abril")]
    titulo: String,
    descricao: Option<String>,
    local: Option<String>,
    inicio: Timestamp,
    fim: Timestamp,
    /// Nulas: quantas pessoas vierem.
    vagas: Option<i64>,
    /// Quem tem lugar ou já está presente, sem a lista de espera. Passa das vagas se alguém veio
    /// sem lugar.
    inscritos: i64,
    /// Antes do multiplicador.
    recompensa: i64,
    foto_url: Option<String>,
    /// Nula para quem não se inscreveu.
    minha_inscricao: Option<StatusDeInscricao>,
    cancelado: bool,
}

impl From<Evento> for EventoView {
    fn from(evento: Evento) -> Self {
        Self {
            id: evento.id,
            titulo: evento.titulo,
            descricao: evento.descricao,
            local: evento.local,
            inicio: evento.inicio,
            fim: evento.fim,
            vagas: evento.vagas,
            inscritos: evento.inscritos,
            recompensa: evento.recompensa,
            foto_url: evento.foto_url,
            minha_inscricao: evento.minha_inscricao,
            cancelado: evento.cancelado,
        }
    }
}

/// O evento em que a presença acaba de ser registrada.
#[derive(Serialize, ToSchema)]
pub struct CheckinView {
    #[serde(flatten)]
    pub evento: EventoView,
    /// O que foi creditado, com multiplicador e teto.
    pub creditado: i64,
}

/// Uma presença que acaba de ser registrada.
#[derive(Serialize, ToSchema)]
pub struct PresencaView {
    usuario: PessoaView,
    /// O que foi creditado, com multiplicador e teto.
    creditado: i64,
    presente_em: Timestamp,
}

#[derive(Serialize, ToSchema)]
#[schema(as = PessoaDoEventoView)]
struct PessoaView {
    id: UsuarioId,
    nome: String,
}

impl From<Registrada> for PresencaView {
    fn from(registrada: Registrada) -> Self {
        Self {
            usuario: PessoaView { id: registrada.usuario, nome: registrada.nome },
            creditado: registrada.creditado,
            presente_em: registrada.presente_em,
        }
    }
}

/// O código de check-in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodigoView {
    #[schema(example = "7KQ2MWXA")]
    pub codigo: String,
    /// Um QR com o código e nada mais, em SVG, pronto para uma página.
    pub qr_svg: String,
}

/// Um evento de que a pessoa participou.
#[derive(Serialize, ToSchema)]
pub struct EventoDoHistoricoView {
    id: EventoId,
    titulo: String,
    local: Option<String>,
    inicio: Timestamp,
    fim: Timestamp,
    /// O que estava prometido quando a pessoa chegou.
    recompensa: i64,
    /// O que foi creditado, com multiplicador e teto.
    creditado: i64,
    presente_em: Timestamp,
}

impl From<Presenca> for EventoDoHistoricoView {
    fn from(presenca: Presenca) -> Self {
        Self {
            id: presenca.id,
            titulo: presenca.titulo,
            local: presenca.local,
            inicio: presenca.inicio,
            fim: presenca.fim,
            recompensa: presenca.recompensa,
            creditado: presenca.creditado,
            presente_em: presenca.presente_em,
        }
    }
}

/// O que a pessoa é de um evento.
#[derive(Serialize, ToSchema)]
pub struct InscricaoView {
    evento_id: EventoId,
    titulo: String,
    inicio: Timestamp,
    status: StatusDeInscricao,
    /// Nula para quem não esteve lá.
    presente_em: Option<Timestamp>,
    criado_em: Timestamp,
}

impl From<DePessoa> for InscricaoView {
    fn from(inscricao: DePessoa) -> Self {
        Self {
            evento_id: inscricao.evento_id,
            titulo: inscricao.titulo,
            inicio: inscricao.inicio,
            status: inscricao.status,
            presente_em: inscricao.presente_em,
            criado_em: inscricao.criado_em,
        }
    }
}
