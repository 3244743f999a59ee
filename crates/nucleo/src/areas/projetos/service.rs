//! Projects and their board. Every function works inside the caller's transaction.

use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;
use base::scope::Caller;

use super::candidaturas::service::{self as candidaturas, Candidatura};
use super::comentarios::service::{self as comentarios, Comentario};
use super::convites::service::{self as convites, Convite, Membro};
use super::rules::{MudancaDeProjeto, NovoProjeto, StatusProjeto};
use super::tarefas::service::{self as tarefas, Tarefa};

use super::{ProjetoId, store};
use crate::policy::VerTodosOsProjetos;

pub use super::store::Projeto;
pub use super::trava::obter;

/// Everything of one person in projects, for their own copy of their data.
pub struct Participacao {
    pub convites: Vec<Convite>,
    pub tarefas: Vec<Tarefa>,
    pub candidaturas: Vec<Candidatura>,
    pub comentarios: Vec<Comentario>,
}

/// How many members and tasks the detail shows at most.
pub const MAX_NO_DETALHE: i64 = 1000;

/// A project with who is in it and what there is to do.
pub struct Detalhe {
    pub projeto: Projeto,
    pub membros: Vec<Membro>,
    pub tarefas: Vec<Tarefa>,
}

pub async fn criar(tx: &mut NucleoTx, novo: &NovoProjeto) -> Result<Projeto> {
    let id = store::insert(tx, novo).await?;
    obter(tx, id).await
}

pub async fn alterar(
    tx: &mut NucleoTx,
    id: ProjetoId,
    mudanca: &MudancaDeProjeto,
) -> Result<Projeto> {
    store::update(tx, id, mudanca).await?;
    obter(tx, id).await
}

pub async fn detalhar(tx: &mut NucleoTx, caller: &Caller, id: ProjetoId) -> Result<Detalhe> {
    Ok(Detalhe {
        projeto: obter(tx, id).await?,
        membros: convites::listar_membros(tx, id, MAX_NO_DETALHE).await?,
        tarefas: tarefas::listar_do_projeto(tx, caller.id, id, MAX_NO_DETALHE).await?,
    })
}

/// All of them for whoever may see all, else one's own.
pub async fn listar(
    tx: &mut NucleoTx,
    caller: &Caller,
    status: Option<StatusProjeto>,
    page: Page,
) -> Result<(i64, Vec<Projeto>)> {
    if caller.can::<VerTodosOsProjetos>() {
        return Ok((store::count(tx, status).await?, store::list(tx, status, page).await?));
    }
    let total = store::count_of(tx, caller.id, status).await?;
    Ok((total, store::list_of(tx, caller.id, status, page).await?))
}

/// Those that are planned or under way.
pub async fn ativos(tx: &mut NucleoTx, limite: i64) -> Result<(i64, Vec<Projeto>)> {
    Ok((contar_ativos(tx).await?, store::list_ativos(tx, limite).await?))
}

pub async fn contar_ativos(tx: &mut NucleoTx) -> Result<i64> {
    store::count_ativos(tx).await
}

/// What the newest ones are called, for whoever names one by a part of it.
pub async fn nomes(tx: &mut NucleoTx, limite: i64) -> Result<Vec<(ProjetoId, String)>> {
    store::list_nomes(tx, limite).await
}

pub async fn participacao(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Participacao> {
    Ok(Participacao {
        convites: convites::listar_de(tx, usuario).await?,
        tarefas: tarefas::listar_de(tx, usuario).await?,
        candidaturas: candidaturas::listar_de(tx, usuario).await?,
        comentarios: comentarios::listar_de(tx, usuario).await?,
    })
}

/// Whoever has left for good is in no project and asks for nothing. What they did and said stays,
/// under the name of a removed account.
pub async fn esquecer(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    convites::remover_de_todos(tx, usuario).await?;
    candidaturas::retirar_de(tx, usuario).await?;
    comentarios::apagar_imagens_de(tx, usuario).await
}
