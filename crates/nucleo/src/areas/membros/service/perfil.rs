//! One person with what other areas know of them, and what they change of themselves.

use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::validation::FieldErrors;

use super::super::Status;
use super::super::dados::MudancaDeDados;
use super::super::preferencias::MudancaDePreferencias;
use super::super::rules::nome_busca;
use super::super::store::{self, Indicado, Pessoa};
use crate::areas::competencias::service::CompetenciaDePessoa;
use crate::areas::competencias::{self, Declarada};
use crate::errors::USUARIO_NAO_ENCONTRADO;

pub struct Perfil {
    pub pessoa: Pessoa,
    pub competencias: Vec<CompetenciaDePessoa>,
}

/// The person alone, whoever they are and wherever they stand.
pub async fn pessoa(tx: &mut NucleoTx, id: UsuarioId) -> Result<Pessoa> {
    Ok(store::find(tx, id).await?.ok_or(USUARIO_NAO_ENCONTRADO)?)
}

pub async fn perfil(tx: &mut NucleoTx, id: UsuarioId) -> Result<Perfil> {
    Ok(Perfil {
        pessoa: store::find(tx, id).await?.ok_or(USUARIO_NAO_ENCONTRADO)?,
        competencias: competencias::service::listar_de(tx, id).await?,
    })
}

/// As others may see it: whoever was rejected, has left or stands above the nucleo is not there.
pub async fn perfil_de_membro(tx: &mut NucleoTx, id: UsuarioId) -> Result<Perfil> {
    let perfil = perfil(tx, id).await?;
    let pessoa = &perfil.pessoa;
    if pessoa.status == Status::Rejeitado || pessoa.excluido || pessoa.nucleo_id.is_none() {
        return Err(USUARIO_NAO_ENCONTRADO.into());
    }
    Ok(perfil)
}

/// Whom this person has brought, newest first.
pub async fn indicados(tx: &mut NucleoTx, id: UsuarioId) -> Result<Vec<Indicado>> {
    store::list_indicados(tx, id).await
}

pub async fn alterar_dados(
    tx: &mut NucleoTx,
    id: UsuarioId,
    mudanca: &MudancaDeDados,
) -> Result<()> {
    store::update_dados(tx, id, mudanca).await?;
    match &mudanca.nome {
        Some(nome) => store::index_nome(tx, id, &nome_busca(nome)).await,
        None => Ok(()),
    }
}

/// Replaces all of them. One that is not in the catalogue is refused by its position.
pub async fn alterar_competencias(
    tx: &mut NucleoTx,
    id: UsuarioId,
    novas: &[Declarada],
) -> Result<()> {
    let desconhecidas = competencias::service::definir(tx, id, novas).await?;
    let mut erros = FieldErrors::default();
    for posicao in desconhecidas {
        erros.add(format!("competencias[{posicao}].microId"), "Esta competência não existe.");
    }
    Ok(erros.finish(Some(()))?)
}

/// Changes the keys that are named, and no other.
pub async fn alterar_preferencias(
    tx: &mut NucleoTx,
    id: UsuarioId,
    mudanca: &MudancaDePreferencias,
) -> Result<()> {
    let atuais = store::lock_preferencias(tx, id).await?.ok_or(USUARIO_NAO_ENCONTRADO)?;
    store::update_preferencias(tx, id, &mudanca.aplicar(&atuais)?).await
}

pub async fn dispensar_primeiro_login(tx: &mut NucleoTx, id: UsuarioId) -> Result<()> {
    store::dismiss_first_login(tx, id).await
}
