//! Puts together what the areas know of one person.

use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::scope::OwnScope;
use base::validation::FieldErrors;

use crate::areas::arquivos::service::DePessoa as ArquivoDePessoa;
use crate::areas::assinaturas::pagamentos::service::{self as pagamentos, Pagamento};
use crate::areas::assinaturas::service::{self as assinaturas, AssinaturaGuardada};
use crate::areas::auditoria::service::Linha;
use crate::areas::autenticacao::Limites;
use crate::areas::conquistas::service::Desbloqueada;
use crate::areas::economia::service::Transacao;
use crate::areas::enquetes::service::VotoDePessoa;
use crate::areas::eventos::service::DePessoa as InscricaoDePessoa;
use crate::areas::feed::{self, TipoDeEntrada};
use crate::areas::financeiro::service::Lancamento;
use crate::areas::ia::service::{Conversa, Mensagem};
use crate::areas::loja::service::Pedido;
use crate::areas::membros::service::{self as membros, Indicado, Perfil};
use crate::areas::porta_vozes::service::{Completo, Postagem};
use crate::areas::projetos::service::Participacao;
use crate::areas::projetos::tarefas::service as tarefas;
use crate::areas::push::service::Dispositivo;
use crate::areas::{
    arquivos, auditoria, autenticacao, conquistas, economia, emails, enquetes, entregas, eventos,
    financeiro, ia, loja, porta_vozes, projetos, push,
};

/// How many transactions the page shows.
const ULTIMAS: i64 = 10;

pub struct MeuPerfil {
    pub perfil: Perfil,
    pub indicados: Vec<Indicado>,
    pub conquistas: Vec<Desbloqueada>,
    pub transacoes: Vec<Transacao>,
    pub tarefas_feitas: i64,
    pub presencas: i64,
}

pub async fn meu_perfil(tx: &mut NucleoTx, id: UsuarioId) -> Result<MeuPerfil> {
    Ok(MeuPerfil {
        perfil: membros::perfil(tx, id).await?,
        indicados: membros::indicados(tx, id).await?,
        conquistas: conquistas::service::desbloqueadas(tx, id).await?,
        transacoes: economia::service::ultimas(tx, id, ULTIMAS).await?,
        tarefas_feitas: tarefas::total_de_feitas(tx, id).await?,
        presencas: eventos::service::contar_presencas(tx, id).await?,
    })
}

/// All that is kept of a person, for them to take along.
pub struct Exportacao {
    pub perfil: MeuPerfil,
    pub extrato: Vec<Transacao>,
    pub votos: Vec<VotoDePessoa>,
    pub auditoria: Vec<Linha>,
    pub projetos: Participacao,
    pub eventos: Vec<InscricaoDePessoa>,
    pub lancamentos: Vec<Lancamento>,
    pub pedidos: Vec<Pedido>,
    pub conversas: Vec<(Conversa, Vec<Mensagem>)>,
    pub dispositivos: Vec<Dispositivo>,
    pub porta_voz: Option<(Completo, Vec<Postagem>)>,
    pub arquivos: Vec<ArquivoDePessoa>,
    pub assinaturas: Vec<AssinaturaGuardada>,
    pub pagamentos: Vec<Pagamento>,
}

pub async fn exportar(tx: &mut NucleoTx, id: UsuarioId) -> Result<Exportacao> {
    Ok(Exportacao {
        perfil: meu_perfil(tx, id).await?,
        extrato: economia::service::extrato_inteiro(tx, id).await?,
        votos: enquetes::service::votos_de(tx, id).await?,
        auditoria: auditoria::service::listar_de(tx, id).await?,
        projetos: projetos::service::participacao(tx, id).await?,
        eventos: eventos::service::inscricoes_de(tx, id).await?,
        lancamentos: financeiro::service::lancados_por(tx, id).await?,
        pedidos: loja::service::pedidos_de(tx, id).await?,
        conversas: ia::service::exportar(tx, id).await?,
        dispositivos: push::service::listar(tx, id).await?,
        porta_voz: porta_vozes::service::exportar(tx, id).await?,
        arquivos: arquivos::service::listar_de(tx, id).await?,
        assinaturas: assinaturas::listar_de(tx, id).await?,
        pagamentos: pagamentos::listar_de(tx, id).await?,
    })
}

/// Removes the account of whoever knows its password.
pub async fn excluir_conta(scope: &OwnScope, limites: &Limites, senha: String) -> Result<()> {
    if autenticacao::service::senha::conferir(scope, limites, senha).await?.is_none() {
        return Err(FieldErrors::one("senha", "A senha não é esta.").into());
    }
    let caller = scope.caller();
    scope
        .write(async |tx| {
            let endereco = membros::pessoa(tx, caller.id).await?.email;
            membros::excluir(tx, caller).await?;
            emails::service::esquecer(tx, endereco).await
        })
        .await
}

/// After an account was removed: what each area still knows of its person, in one transaction. What
/// others did with them, and every sum, stays.
pub async fn esquecer(tx: &mut NucleoTx, id: UsuarioId) -> Result<()> {
    entregas::service::esquecer(tx, id).await?;
    push::service::esquecer(tx, id).await?;
    arquivos::service::esquecer(tx, id).await?;
    ia::service::esquecer(tx, id).await?;
    enquetes::service::desligar_votos(tx, id).await?;
    porta_vozes::service::esquecer(tx, id).await?;
    projetos::service::esquecer(tx, id).await?;
    eventos::service::esquecer(tx, id).await?;
    loja::service::encerrar_de(tx, id).await?;
    economia::service::esquecer_chaves(tx, id).await?;
    conquistas::service::esquecer(tx, id).await?;
    assinaturas::esquecer(tx, id).await?;
    feed::service::remover(tx, TipoDeEntrada::BoasVindas, id.into()).await
}
