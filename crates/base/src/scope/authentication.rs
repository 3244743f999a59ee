//! From a token to the person behind it, and to the connection that goes on where they belong.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use super::{Caller, Cargo};
use crate::Uuid;
use crate::app::App;
use crate::db::{LookUp, Reach, Tx};
use crate::error::{NAO_AUTENTICADO, NUCLEO_INVALIDO, Result};
use crate::id::{NucleoId, SessaoId, UsuarioId};

pub(super) struct Authenticated {
    /// Reads, each statement by itself, and reaches `home`.
    pub tx: Tx,
    pub caller: Caller,
    pub sessao: SessaoId,
    /// The nucleo they belong to; all of them for a SUPER_ADMIN.
    pub home: Reach,
    /// The same, or the one nucleo that a SUPER_ADMIN has put this request into.
    pub chosen: Reach,
}

pub(super) async fn authenticate(parts: &Parts, app: &App) -> Result<Authenticated> {
    let (usuario, sessao) = bearer(&parts.headers)
        .and_then(|token| app.tokens.verify(token, app.clock.now()))
        .ok_or(NAO_AUTENTICADO)?;

    // Read afresh on every request: a suspension or a new cargo counts from the next one on.
    let (mut tx, nucleo, cargo) = find(app, usuario, sessao).await?.ok_or(NAO_AUTENTICADO)?;
    let home = match (cargo, nucleo) {
        (Cargo::SuperAdmin, None) => Reach::National,
        (_, Some(nucleo)) => Reach::Nucleo(nucleo),
        // The schema forbids it; should it happen, they reach nothing rather than everything.
        (_, None) => return Err(NAO_AUTENTICADO.into()),
    };
    let chosen = match home {
        Reach::National => chosen_reach(&mut tx, &parts.headers).await?,
        Reach::Nucleo(_) => home,
    };
    let caller = Caller { id: usuario, cargo, address: app.proxies.client(parts) };
    Ok(Authenticated { tx, caller, sessao, home, chosen })
}

/// Whoever has this session and may use it: where they belong and their cargo, with the connection
/// that reaches there.
pub(super) async fn find(
    app: &App,
    usuario: UsuarioId,
    sessao: SessaoId,
) -> Result<Option<(Tx, Option<NucleoId>, Cargo)>> {
    let found = app.db.look_up(CALLER, (sessao, usuario)).await?;
    Ok(found.map(|(tx, (nucleo, cargo))| (tx, nucleo, cargo)))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then_some(token.trim())
}

/// One row: the database keeps the session's cargo and status those of its person. On PostgreSQL
/// the look-up also moves the wall, to where the caller belongs.
pub(crate) const CALLER: LookUp = LookUp {
    postgres: "SELECT s.nucleo_id, s.cargo,
                   set_config('nucleo.id', COALESCE(s.nucleo_id::text, '*'), false)
               FROM sessoes s
               WHERE s.id = $1 AND s.usuario_id = $2 AND s.revogada_em IS NULL
                 AND s.status = 'ATIVO'",
    sqlite: "SELECT s.nucleo_id, s.cargo
             FROM sessoes s
             WHERE s.id = $1 AND s.usuario_id = $2 AND s.revogada_em IS NULL
               AND s.status = 'ATIVO'",
};

/// A SUPER_ADMIN has no nucleo; the header puts one request of theirs inside one.
async fn chosen_reach(tx: &mut Tx, headers: &HeaderMap) -> Result<Reach> {
    let Some(header) = headers.get("x-nucleo-id") else { return Ok(Reach::National) };
    let id = header.to_str().ok().and_then(|id| Uuid::parse_str(id).ok()).ok_or(NUCLEO_INVALIDO)?;
    let sql = "SELECT id FROM nucleos WHERE id = $1";
    let (nucleo,): (NucleoId,) = tx.optional(sql, (id,)).await?.ok_or(NUCLEO_INVALIDO)?;
    Ok(Reach::Nucleo(nucleo))
}
