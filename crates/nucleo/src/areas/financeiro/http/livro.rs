//! What the entries add up to, for those who keep the books and for those who may look into them.

use axum::Json;
use base::Result;
use base::http::Query;
use base::id::UsuarioId;
use base::problem::{Problem, Problems};
use base::rate_limit::{Quota, RateLimit};
use base::reais::Reais;
use base::scope::Scope;
use base::tools::Tool;
use base::validation::{Field, FieldErrors};
use chrono::Duration;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::super::service::{self, Conferencia, Livro, Transparencia};
use super::super::{Categoria, Periodo, TipoLancamento};
use super::PeriodoInput;
use crate::policy::{GerirFinanceiro, Participar};

/// Soma receitas e despesas, de sempre ou de um período.
///
/// Um SUPER_ADMIN sem núcleo escolhido soma as de todos os núcleos.
#[utoipa::path(
    get, path = "/api/financeiro/resumo", tag = "financeiro",
    params(PeriodoInput),
    responses((status = 200, body = ResumoView), Problems),
    security(("bearer" = ["GerirFinanceiro"])),
)]
pub async fn resumir(
    scope: Scope<GerirFinanceiro>,
    Query(periodo): Query<PeriodoInput>,
) -> Result<Json<ResumoView>> {
    let periodo = parse(periodo)?;
    let livro = scope.read(async |tx| service::resumir(tx, periodo).await).await?;
    Ok(Json(livro.into()))
}

/// Mostra aos membros as partes das contas que o núcleo abriu.
///
/// Sem transparência, só `{habilitado: false}`. Com ela, cada parte vem se o núcleo a mostra:
/// `receitas` e `despesas` com o total e os meses em que houve, `saldo`, e em `categorias` as
/// despesas de cada uma.
#[utoipa::path(
    get, path = "/api/financeiro/transparencia", tag = "financeiro",
    params(PeriodoInput),
    responses((status = 200, body = TransparenciaView), Problems),
    security(("bearer" = ["Participar"])),
)]
pub async fn mostrar_transparencia(
    scope: Scope<Participar>,
    Query(periodo): Query<PeriodoInput>,
) -> Result<Json<TransparenciaView>> {
    let periodo = parse(periodo)?;
    let aberto = scope.read(async |tx| service::transparencia(tx, periodo).await).await?;
    Ok(Json(aberto.map(Into::into).unwrap_or_default()))
}

/// Confere, lançamento por lançamento, se alguém mexeu nas contas por fora do serviço.
///
/// Cada lançamento e cada exclusão é um registro da cadeia do núcleo; o hash de um cobre o que ele
/// diz e o hash do anterior. Quem anota `registros` e `hash` pode perguntar mais tarde por aquele
/// `registro`: se o hash dele ainda é o mesmo, nada do que veio até ali foi reescrito. Para a
/// coordenação sempre; para os membros, onde o núcleo mostra as contas, senão `{habilitado: false}`.
/// Até dez vezes por minuto.
#[utoipa::path(
    get, path = "/api/financeiro/verificacao", tag = "financeiro",
    params(RegistroInput),
    responses(
        (status = 200, body = VerificacaoView),
        (status = 429, description = "Vezes demais", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
pub async fn conferir(
    scope: Scope<Participar>,
    Tool(Conferencias(limite)): Tool<Conferencias>,
    Query(input): Query<RegistroInput>,
) -> Result<Json<VerificacaoView>> {
    let mut erros = FieldErrors::default();
    let registro = input.parse(&mut erros);
    let registro = erros.finish(Some(registro))?;
    let caller = scope.caller();
    limite.take(caller.id, scope.now())?;
    let conferencia =
        scope.snapshot(async |tx| service::conferir_para(tx, caller, registro).await).await?;
    Ok(Json(conferencia.map(Into::into).unwrap_or_default()))
}

/// How often each person has asked.
#[derive(Clone)]
pub struct Conferencias(RateLimit<UsuarioId>);

/// Going through a whole chain is work: enough for whoever looks, not for whoever hammers.
impl Default for Conferencias {
    fn default() -> Self {
        Self(RateLimit::new(Quota { max: 10, window: Duration::minutes(1) }))
    }
}

fn parse(input: PeriodoInput) -> Result<Periodo> {
    let mut erros = FieldErrors::default();
    let periodo = input.parse(&mut erros);
    Ok(erros.finish(Some(periodo))?)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RegistroInput {
    /// O número de um registro de que se quer o hash.
    #[param(value_type = Option<i64>, minimum = 1)]
    registro: Field<String>,
}

impl RegistroInput {
    fn parse(self, erros: &mut FieldErrors) -> Option<i64> {
        let texto = erros.optional("registro", self.registro)?;
        let registro = texto.parse().ok().filter(|registro| *registro > 0);
        if registro.is_none() {
            erros.add("registro", "Informe um número inteiro a partir de 1.");
        }
        registro
    }
}

/// As contas do núcleo, somadas.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResumoView {
    total_receitas: Reais,
    total_despesas: Reais,
    /// Receitas menos despesas.
    saldo: Reais,
    despesas_por_categoria: CategoriasView,
}

/// As despesas de cada categoria.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
struct CategoriasView {
    evento: Reais,
    projeto: Reais,
    administrativo: Reais,
    doacao: Reais,
    loja: Reais,
    outros: Reais,
}

impl From<&Livro> for CategoriasView {
    fn from(livro: &Livro) -> Self {
        Self {
            evento: livro.despesas_da(Categoria::Evento),
            projeto: livro.despesas_da(Categoria::Projeto),
            administrativo: livro.despesas_da(Categoria::Administrativo),
            doacao: livro.despesas_da(Categoria::Doacao),
            loja: livro.despesas_da(Categoria::Loja),
            outros: livro.despesas_da(Categoria::Outros),
        }
    }
}

impl From<Livro> for ResumoView {
    fn from(livro: Livro) -> Self {
        Self {
            total_receitas: livro.total(TipoLancamento::Receita),
            total_despesas: livro.total(TipoLancamento::Despesa),
            saldo: livro.saldo(),
            despesas_por_categoria: (&livro).into(),
        }
    }
}

/// As contas que o núcleo mostra aos membros.
#[derive(Default, Serialize, ToSchema)]
pub struct TransparenciaView {
    habilitado: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    receitas: Option<SecaoView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    despesas: Option<SecaoView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saldo: Option<Reais>,
    #[serde(skip_serializing_if = "Option::is_none")]
    categorias: Option<CategoriasView>,
}

/// O que entrou, ou o que saiu.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SecaoView {
    total: Reais,
    /// Os meses em que houve, em ordem.
    por_mes: Vec<MesView>,
}

#[derive(Serialize, ToSchema)]
struct MesView {
    /// AAAA-MM, em São Paulo.
    #[schema(example = "2026-03")]
    mes: String,
    total: Reais,
}

fn secao(livro: &Livro, tipo: TipoLancamento) -> SecaoView {
    let mes = |(mes, total): (&str, Reais)| MesView { mes: mes.to_owned(), total };
    SecaoView {
        total: livro.total(tipo),
        por_mes: livro.por_mes(tipo).into_iter().map(mes).collect(),
    }
}

impl From<Transparencia> for TransparenciaView {
    fn from(aberto: Transparencia) -> Self {
        let livro = &aberto.livro;
        Self {
            habilitado: true,
            receitas: aberto.receitas.then(|| secao(livro, TipoLancamento::Receita)),
            despesas: aberto.despesas.then(|| secao(livro, TipoLancamento::Despesa)),
            saldo: aberto.saldo.then(|| livro.saldo()),
            categorias: aberto.categorias.then(|| livro.into()),
        }
    }
}

/// Até onde a cadeia do núcleo confere.
#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerificacaoView {
    habilitado: bool,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    cadeia: Option<CadeiaView>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CadeiaView {
    /// Se tudo está como o serviço deixou.
    integra: bool,
    /// Quantos registros conferem, do começo em diante.
    registros: i64,
    /// Quantos deles são exclusões.
    excluidos: i64,
    /// SHA-256 do último que confere; cobre todos os anteriores.
    hash: String,
    /// O que está errado e onde; nulo se nada.
    divergencia: Option<String>,
    /// O hash do `registro` pedido; nulo se não se pediu ou não há.
    hash_do_registro: Option<String>,
}

impl From<(Conferencia, Option<String>)> for VerificacaoView {
    fn from((conferencia, hash_do_registro): (Conferencia, Option<String>)) -> Self {
        let cadeia = CadeiaView {
            integra: conferencia.divergencia.is_none(),
            registros: conferencia.registros,
            excluidos: conferencia.excluidos,
            hash: conferencia.hash,
            divergencia: conferencia.divergencia,
            hash_do_registro,
        };
        Self { habilitado: true, cadeia: Some(cadeia) }
    }
}
