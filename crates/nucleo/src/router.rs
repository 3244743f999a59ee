//! All routes of the service.

use axum::{Extension, Router};
use base::edge::Edge;
use base::outbound::Outbound;
use base::{App, edge};
use utoipa_axum::router::OpenApiRouter;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::areas::autenticacao::{Limites, Quotas};
use crate::areas::{
    arquivos, assinaturas, auditoria, autenticacao, competencias, comunicados, conquistas,
    economia, emails, enquetes, entregas, eventos, feed, financeiro, ia, loja, membros,
    notificacoes, nucleos, perfil, planos, porta_vozes, projetos, push, super_admins,
};
use crate::settings::Settings;
use crate::{openapi, pages};

/// Every area, with the description of its operations.
pub fn areas(quotas: Quotas) -> OpenApiRouter<App> {
    let limites = Limites::new(quotas);
    OpenApiRouter::new()
        .merge(autenticacao::router(limites.clone()))
        .merge(membros::router())
        .merge(perfil::router(limites))
        .merge(economia::router())
        .merge(enquetes::router())
        .merge(projetos::router())
        .merge(eventos::router(quotas.checkin))
        .merge(feed::router())
        .merge(ia::router())
        .merge(financeiro::router())
        .merge(notificacoes::router())
        .merge(entregas::router())
        .merge(emails::router())
        .merge(nucleos::router())
        .merge(super_admins::router())
        .merge(competencias::router())
        .merge(comunicados::router())
        .merge(auditoria::router())
        .merge(push::router())
        .merge(porta_vozes::router())
        .merge(arquivos::router())
        .merge(loja::router())
        .merge(conquistas::router())
        .merge(planos::router())
        .merge(assinaturas::router())
        .merge(pages::operations())
}

/// Where a file may take long to arrive, and where a model may take long to answer.
const LONG_ROUTES: &[&[&str]] = &[&[arquivos::CAMINHO], &ia::LONGOS];

pub fn router(app: App, settings: &Settings) -> Router {
    let (areas, _) = areas(settings.quotas).split_for_parts();
    let public_url = emails::PublicUrl(settings.public_url.as_str().into());
    let sincronizador =
        porta_vozes::Sincronizador::new(Outbound::new(settings.guard), settings.rss);
    let files = arquivos::service::Arquivos::new(settings);
    let areas = areas
        .layer(Extension(files))
        .layer(Extension(ia::Assistente::new(&settings.ia)))
        .layer(Extension(settings.guard))
        .layer(Extension(settings.webhook.clone()))
        .layer(Extension(sincronizador))
        .layer(Extension(push::Chaves::new(&settings.vapid)))
        .layer(Extension(public_url));
    // No validator: the page must work without any other host.
    let docs = SwaggerUi::new("/api/docs")
        .external_url_unchecked("/api/openapi.json", openapi::openapi())
        .config(Config::default().validator_url("none"));
    let router = areas.merge(docs).merge(pages::router(settings.demo)).fallback(edge::not_found);
    let edge = Edge { long_routes: LONG_ROUTES, ..settings.edge.clone() };
    edge::wrap(router, app, &edge)
}
