//! Whose devices are told of things, and by which keys.

use std::sync::Arc;

use base::db::NucleoTx;
use base::error::INDISPONIVEL;
use base::id::UsuarioId;
use base::outbound::Guard;
use base::scope::{OwnScope, PublicScope};
use base::{Result, Uuid};

use super::chaves::Chaves;
use super::protocolo::Par;
use super::rules::{self, NovoDispositivo};
use super::store;
use crate::areas::entregas::{self, Aviso, Canal, Publico};

pub use super::store::Dispositivo;

/// Of one person; who has more has left some behind.
const MAX_DISPOSITIVOS: i64 = 20;
/// Each takes the device from somebody; nobody wants it that often.
const TENTATIVAS: usize = 5;

/// From now on the device is this person's. Whoever had it before, in whichever nucleo, has it no
/// more: first they lose it, within their own nucleo, and then it is entered here.
pub async fn inscrever(
    scope: &OwnScope,
    public: &PublicScope,
    chaves: &Chaves,
    novo: &NovoDispositivo,
) -> Result<()> {
    // A device that can be reached needs the keys it is reached by.
    self::chaves(scope, chaves).await?;
    let usuario = scope.caller().id;
    for _ in 0..TENTATIVAS {
        if scope.write(async |tx| entrar(tx, usuario, novo).await).await? {
            return Ok(());
        }
        let dono = public.identify(store::DONO_DO_ENDPOINT, (novo.endpoint.as_str(),)).await?;
        if let Some(dono) = dono.filter(|dono| dono.id() != usuario) {
            let id = dono.id();
            dono.write(async |tx| store::delete(tx, id, &novo.endpoint).await).await?;
        }
    }
    Err(INDISPONIVEL.into())
}

async fn entrar(tx: &mut NucleoTx, usuario: UsuarioId, novo: &NovoDispositivo) -> Result<bool> {
    if store::update(tx, usuario, novo).await? {
        return Ok(true);
    }
    let entrou = store::insert(tx, usuario, novo).await?;
    if entrou {
        store::delete_old(tx, usuario, MAX_DISPOSITIVOS).await?;
    }
    Ok(entrou)
}

/// One that is not theirs stays as it is.
pub async fn retirar(tx: &mut NucleoTx, usuario: UsuarioId, endpoint: &str) -> Result<()> {
    // Whatever the guard allows today: what was taken once can be given up.
    let Ok(endpoint) = rules::normalizar(endpoint, Guard::LIFTED) else { return Ok(()) };
    store::delete(tx, usuario, &endpoint).await
}

pub async fn listar(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Dispositivo>> {
    store::list_de(tx, usuario).await
}

/// Sends a push to oneself; `false` if there is no device to send it to.
pub async fn testar(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<bool> {
    if store::list_de(tx, usuario).await?.is_empty() {
        return Ok(false);
    }
    let cada: Uuid = tx.new_id();
    let aviso = Aviso {
        causa: format!("push.teste:{cada}"),
        nucleo: tx.nucleo().ok(),
        preferencia: None,
        titulo: "Notificação de teste".to_owned(),
        corpo: "As notificações chegam a este dispositivo.".to_owned(),
        url: "/perfil".to_owned(),
        email: None,
        canais: vec![(Canal::Push, Publico::Pessoas(vec![usuario]))],
    };
    entregas::service::avisar(tx, &aviso).await?;
    Ok(true)
}

/// Nobody whose account is gone has a device.
pub async fn esquecer(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    store::delete_all(tx, usuario).await
}

/// The pair of keys, made by whoever asks first.
pub async fn chaves(scope: &OwnScope, chaves: &Chaves) -> Result<Arc<Par>> {
    if let Some(par) = chaves.conhecidas() {
        return Ok(par);
    }
    if let Some(par) = scope.read(async |tx| chaves.find(tx).await).await? {
        return Ok(par);
    }
    scope.write(async |tx| chaves.criar(tx).await).await?;
    let par = scope.read(async |tx| chaves.find(tx).await).await?;
    Ok(par.ok_or(INDISPONIVEL)?)
}
