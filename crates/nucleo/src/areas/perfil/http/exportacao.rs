//! All that is kept of a person, on the wire.

use base::clock::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::super::service::Exportacao;
use super::MeuPerfilView;
use crate::areas::arquivos::ArquivoDePessoaView;
use crate::areas::assinaturas::AssinaturaView;
use crate::areas::assinaturas::pagamentos::PagamentoView;
use crate::areas::auditoria::LinhaView;
use crate::areas::economia::TransacaoView;
use crate::areas::enquetes::VotoView;
use crate::areas::eventos::InscricaoView;
use crate::areas::financeiro::LancamentoView;
use crate::areas::ia::ConversaExportadaView;
use crate::areas::loja::PedidoView;
use crate::areas::porta_vozes::PortaVozExportadoView;
use crate::areas::projetos::ParticipacaoView;
use crate::areas::push::service::Dispositivo;

/// Tudo o que está guardado sobre a pessoa.
#[derive(Serialize, ToSchema)]
pub struct ExportacaoView {
    consentimento: ConsentimentoView,
    perfil: MeuPerfilView,
    /// O extrato inteiro, do mais novo ao mais antigo.
    extrato: Vec<TransacaoView>,
    /// O que escolheu nas enquetes, do mais novo ao mais antigo.
    votos: Vec<VotoView>,
    /// O que a pessoa fez e o que foi feito com ela.
    auditoria: Vec<LinhaView>,
    /// Projetos, tarefas, candidaturas e comentários.
    participacao: ParticipacaoView,
    /// Inscrições e presenças em eventos, da mais nova à mais antiga.
    eventos: Vec<InscricaoView>,
    /// O que a pessoa lançou nas contas do núcleo.
    lancamentos: Vec<LancamentoView>,
    /// O que pediu na loja, do mais novo ao mais antigo.
    pedidos: Vec<PedidoView>,
    /// As conversas com a assistente, da mais antiga à mais nova.
    conversas: Vec<ConversaExportadaView>,
    /// Os dispositivos que recebem notificações.
    dispositivos: Vec<DispositivoView>,
    /// Nulo para quem não é porta-voz.
    porta_voz: Option<PortaVozExportadoView>,
    /// O que a pessoa enviou, do mais novo ao mais antigo.
    arquivos: Vec<ArquivoDePessoaView>,
    /// O que a pessoa assinou, do mais novo ao mais antigo.
    assinaturas: Vec<AssinaturaView>,
    /// O que a pessoa pagou, do mais novo ao mais antigo.
    pagamentos: Vec<PagamentoView>,
}

/// Um dispositivo que recebe notificações.
#[derive(Serialize, ToSchema)]
struct DispositivoView {
    endpoint: String,
    criado_em: Timestamp,
}

#[derive(Serialize, ToSchema)]
struct ConsentimentoView {
    /// Quando aceitou o uso dos dados, qual texto e de que endereço de rede.
    em: Option<Timestamp>,
    versao: Option<String>,
    endereco: Option<String>,
}

impl From<Exportacao> for ExportacaoView {
    fn from(exportacao: Exportacao) -> Self {
        let pessoa = &exportacao.perfil.perfil.pessoa;
        let dispositivo =
            |Dispositivo { endpoint, criado_em }| DispositivoView { endpoint, criado_em };
        Self {
            consentimento: ConsentimentoView {
                em: pessoa.consentimento_em,
                versao: pessoa.consentimento_versao.clone(),
                endereco: pessoa.consentimento_endereco.clone(),
            },
            perfil: exportacao.perfil.into(),
            extrato: exportacao.extrato.into_iter().map(Into::into).collect(),
            votos: exportacao.votos.into_iter().map(Into::into).collect(),
            auditoria: exportacao.auditoria.into_iter().map(Into::into).collect(),
            participacao: exportacao.projetos.into(),
            eventos: exportacao.eventos.into_iter().map(Into::into).collect(),
            lancamentos: exportacao.lancamentos.into_iter().map(Into::into).collect(),
            pedidos: exportacao.pedidos.into_iter().map(Into::into).collect(),
            conversas: exportacao.conversas.into_iter().map(Into::into).collect(),
            dispositivos: exportacao.dispositivos.into_iter().map(dispositivo).collect(),
            porta_voz: exportacao.porta_voz.map(Into::into),
            arquivos: exportacao.arquivos.into_iter().map(Into::into).collect(),
            assinaturas: exportacao.assinaturas.into_iter().map(Into::into).collect(),
            pagamentos: exportacao.pagamentos.into_iter().map(Into::into).collect(),
        }
    }
}
