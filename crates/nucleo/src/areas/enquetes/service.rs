//! What one can do with polls, always inside the caller's transaction.

use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;
use base::scope::Caller;
use serde_json::json;

use super::rules::{self, Escolha, NovaEnquete, Resultado, Vista};
use super::store::Opcao;
use super::{EnqueteCriada, EnqueteEncerrada, EnqueteId, OpcaoId, VotoRegistrado, avisos, store};
use crate::areas::auditoria::{self, Acao, Registro, TipoAlvo};
use crate::errors::{
    ENQUETE_ENCERRADA, ENQUETE_NAO_ENCONTRADA, VOTO_JA_REGISTRADO, VOTO_SO_DO_NUCLEO,
};
use crate::policy::VerResultadosParciais;

pub use super::store::{Enquete, VotoDePessoa};

/// The most options of past votes that a person's own copy of their data holds.
const MAX_EXPORTADO: i64 = 10_000;

/// A poll as it is listed at one moment.
pub struct Resumo {
    pub enquete: Enquete,
    pub encerrada: bool,
}

/// A poll as one person sees it at one moment.
pub struct Detalhe {
    pub resumo: Resumo,
    pub opcoes: Vec<(OpcaoId, String)>,
    /// In the order of the options.
    pub meus_votos: Vec<OpcaoId>,
    /// `None` where this person may not see them yet.
    pub resultados: Option<Vec<Resultado>>,
}

/// Opens a poll in the nucleo of the scope, or a national one where the scope has none.
pub async fn criar(tx: &mut NucleoTx, caller: &Caller, nova: &NovaEnquete) -> Result<Detalhe> {
    let id: EnqueteId = tx.new_id();
    store::insert(tx, id, caller.id, nova).await?;
    let detalhe = detalhar(tx, caller, id).await?;
    let nucleo = detalhe.resumo.enquete.nucleo_id;
    if nucleo.is_none() {
        let alvo = (TipoAlvo::Enquete, id.into());
        let detalhes = json!({ "operacao": "CRIADO", "titulo": nova.pergunta });
        let registro = Registro { acao: Acao::ConteudoNacional, nucleo, alvo, detalhes };
        auditoria::registrar(tx, Some(caller), registro).await?;
    }
    avisos::publicar_no_feed(tx, &detalhe.resumo.enquete).await?;
    tx.publish(nucleo, &EnqueteCriada { enquete_id: id }).await?;
    let encerrada = EnqueteEncerrada { enquete_id: id, depois_de: None };
    tx.publish_at(nova.data_encerramento, nucleo, &encerrada).await?;
    Ok(detalhe)
}

/// Those of the nucleo and the national ones, newest first.
pub async fn listar(tx: &mut NucleoTx, caller: &Caller, page: Page) -> Result<(i64, Vec<Resumo>)> {
    let total = store::count(tx).await?;
    let enquetes = store::list(tx, caller.id, page).await?;
    Ok((total, enquetes.into_iter().map(|enquete| resumir(tx, enquete)).collect()))
}

/// Those that still take votes, the first to close first.
pub async fn abertas(
    tx: &mut NucleoTx,
    caller: &Caller,
    limite: i64,
) -> Result<(i64, Vec<Enquete>)> {
    Ok((contar_abertas(tx).await?, store::list_abertas(tx, caller.id, limite).await?))
}

pub async fn contar_abertas(tx: &mut NucleoTx) -> Result<i64> {
    store::count_abertas(tx).await
}

/// What the newest ones ask, for whoever names one by a part of it.
pub async fn perguntas(tx: &mut NucleoTx, limite: i64) -> Result<Vec<(EnqueteId, String)>> {
    store::list_perguntas(tx, limite).await
}

pub async fn detalhar(tx: &mut NucleoTx, caller: &Caller, id: EnqueteId) -> Result<Detalhe> {
    let achada = store::find(tx, Some(caller.id), id).await?;
    let (enquete, opcoes) = achada.ok_or(ENQUETE_NAO_ENCONTRADA)?;
    Ok(completar(tx, caller, enquete, opcoes))
}

/// What the person has to answer before they go on: the oldest first.
pub async fn pendente(tx: &mut NucleoTx, caller: &Caller) -> Result<Option<Detalhe>> {
    let so_nacionais = !rules::pode_votar(caller.cargo, false);
    let achada = store::find_pendente(tx, caller.id, so_nacionais).await?;
    Ok(achada.map(|(enquete, opcoes)| completar(tx, caller, enquete, opcoes)))
}

fn resumir(tx: &NucleoTx, enquete: Enquete) -> Resumo {
    Resumo { encerrada: rules::encerrada(enquete.data_encerramento, tx.now()), enquete }
}

fn completar(tx: &NucleoTx, caller: &Caller, enquete: Enquete, opcoes: Vec<Opcao>) -> Detalhe {
    let resumo = resumir(tx, enquete);
    let vista = Vista {
        ve_parciais: caller.can::<VerResultadosParciais>(),
        encerrada: resumo.encerrada,
        tempo_real: resumo.enquete.resultado_tempo_real,
    };
    let escolhidas = opcoes.iter().filter(|opcao| opcao.escolhida).map(|opcao| opcao.id);
    let contagens = opcoes.iter().map(|opcao| (opcao.id, opcao.texto.clone(), opcao.votos));
    Detalhe {
        meus_votos: escolhidas.collect(),
        resultados: rules::resultados(vista, resumo.enquete.total_votos, contagens),
        opcoes: opcoes.into_iter().map(|opcao| (opcao.id, opcao.texto)).collect(),
        resumo,
    }
}

/// Votes once and for all. Whether the poll is still open is decided by the instant of this
/// transaction alone.
pub async fn votar(
    tx: &mut NucleoTx,
    caller: &Caller,
    id: EnqueteId,
    escolha: Escolha,
) -> Result<()> {
    let cedulas = store::find_cedula(tx, id).await?;
    let enquete = cedulas.first().ok_or(ENQUETE_NAO_ENCONTRADA)?;
    if !rules::pode_votar(caller.cargo, enquete.nucleo_id.is_none()) {
        return Err(VOTO_SO_DO_NUCLEO.into());
    }
    if rules::encerrada(enquete.data_encerramento, tx.now()) {
        return Err(ENQUETE_ENCERRADA.into());
    }
    let opcoes: Vec<_> = cedulas.iter().map(|cedula| cedula.opcao_id).collect();
    let escolhidas = escolha.admitida(enquete.tipo_escolha, &opcoes)?;
    if !store::insert_voto(tx, id, caller.id, &escolhidas).await? {
        return Err(VOTO_JA_REGISTRADO.into());
    }
    // What was announced as final stays so: a vote that was under way then comes too late.
    if !store::count_voto(tx, id, &escolhidas).await? {
        return Err(ENQUETE_ENCERRADA.into());
    }
    // Told where the voter belongs, wherever the poll does; above all nucleos nobody listens.
    match tx.nucleo() {
        Ok(nucleo) => {
            let evento = VotoRegistrado { enquete_id: id, usuario_id: caller.id };
            tx.publish(Some(nucleo), &evento).await
        }
        Err(_) => Ok(()),
    }
}

/// In how many polls each of these people has voted; who never did is left out.
pub async fn contar_votos(
    tx: &mut NucleoTx,
    pessoas: &[UsuarioId],
) -> Result<Vec<(UsuarioId, i64)>> {
    store::count_votos_por_pessoa(tx, pessoas).await
}

/// When somebody leaves for good their votes stay counted, and nobody can tell whose they were.
pub async fn desligar_votos(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    store::release_votos(tx, usuario).await
}

/// What one person chose, newest first, for their own copy of their data.
pub async fn votos_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<VotoDePessoa>> {
    store::list_votos_de(tx, usuario, MAX_EXPORTADO).await
}
