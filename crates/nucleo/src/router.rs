//! All routes of the service.

use axum::Router;
use base::edge::Edge;
use base::outbound::Outbound;
use base::tools::Tools;
use base::{App, edge};
use utoipa_axum::router::OpenApiRouter;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::areas::autenticacao::Limites;
use crate::areas::{
    arquivos, assinaturas, auditoria, autenticacao, competencias, comunicados, conquistas,
    economia, emails, enquetes, entregas, eventos, feed, financeiro, ia, loja, membros,
    notificacoes, nucleos, perfil, planos, porta_vozes, projetos, push, super_admins,
};
use crate::settings::Settings;
use crate::{openapi, pages};

/// Every area, with the description of its operations.
pub fn areas() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(autenticacao::router())
        .merge(membros::router())
        .merge(perfil::router())
        .merge(economia::router())
        .merge(enquetes::router())
        .merge(projetos::router())
        .merge(eventos::router())
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
    let (areas, _) = areas().split_for_parts();
    // No validator: the page must work without any other host.
    let docs = SwaggerUi::new("/api/docs")
        .external_url_unchecked("/api/openapi.json", openapi::openapi())
        .config(Config::default().validator_url("none"));
    let router = areas.merge(docs).merge(pages::router(settings.demo)).fallback(edge::not_found);
    let edge = Edge { long_routes: LONG_ROUTES, ..settings.edge.clone() };
    edge::wrap(router, app.with_tools(tools(settings)), &edge)
}

fn tools(settings: &Settings) -> Tools {
    let outbound = Outbound::new(settings.guard);
    Tools::default()
        .with(Limites::new(settings.quotas))
        .with(arquivos::service::Arquivos::new(settings))
        .with(ia::Assistente::new(&settings.ia))
        .with(settings.guard)
        .with(settings.webhook.clone())
        .with(porta_vozes::Sincronizador::new(outbound, settings.rss))
        .with(push::Chaves::new(&settings.vapid))
        .with(emails::PublicUrl(settings.public_url.as_str().into()))
        .with(financeiro::Conferencias::default())
        .with(eventos::Palpites::new(settings.quotas.checkin))
}
