//! Tools about people. Lists of people are cards: face, name, cargo, competencies.

use std::collections::HashMap;

use assistente::ferramentas::{
    BuscarCompetencias, FiltroDeMembros, ListarMembros, Nivel as NivelDito, Periodo,
};
use assistente::frases::com_verbo;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;
use base::scope::Cargo;
use base::{Result, text};
use chrono::Duration;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::frases::{self, citado, dia, lista, milhares, quantos, topicos};
use super::{Achado, Feito, MAX_LINHAS, entre};
use crate::areas::competencias::service::{self as competencias, Entrada};
use crate::areas::competencias::{MicroId, Nivel};
use crate::areas::membros::Status;
use crate::areas::membros::service::{self as membros, Cartao, Procura};

const RECENTES: Duration = Duration::days(30);
const RANKING: i64 = 10;

/// Um membro, como aparece em um cartão.
#[derive(Clone, Debug, Serialize)]
pub struct Membro {
    pub id: UsuarioId,
    pub nome: String,
    pub cargo: Cargo,
    pub status: Status,
    pub cidade: Option<String>,
    pub estado: Option<String>,
    pub foto_url: Option<String>,
    pub saldo_moeda: i64,
    pub competencias: Vec<String>,
    /// By the name of the competency.
    pub niveis: Map<String, Value>,
}

/// The same people with what they know.
pub async fn completar(tx: &mut NucleoTx, cartoes: Vec<Cartao>) -> Result<Vec<Membro>> {
    let ids: Vec<_> = cartoes.iter().map(|cartao| cartao.id).collect();
    let mut sabem: HashMap<UsuarioId, Vec<(String, Nivel)>> = HashMap::new();
    for sabida in competencias::listar_de_todos(tx, &ids).await? {
        sabem.entry(sabida.usuario_id).or_default().push((sabida.nome, sabida.nivel));
    }
    let membro = |cartao: Cartao| {
        let sabe = sabem.remove(&cartao.id).unwrap_or_default();
        Membro {
            id: cartao.id,
            nome: cartao.nome,
            cargo: cartao.cargo,
            status: cartao.status,
            cidade: cartao.cidade,
            estado: cartao.estado,
            foto_url: cartao.foto_url,
            saldo_moeda: cartao.saldo_moeda,
            competencias: sabe.iter().map(|(nome, _)| nome.clone()).collect(),
            niveis: sabe.into_iter().map(|(nome, nivel)| (nome, json!(nivel))).collect(),
        }
    };
    Ok(cartoes.into_iter().map(membro).collect())
}

fn cartoes(mut dados: Value, texto: String, membros: &[Membro]) -> Feito {
    if let Some(campos) = dados.as_object_mut() {
        campos.insert("membros".to_owned(), json!(membros));
    }
    let pessoas = membros.iter().map(|membro| membro.id).collect();
    Feito::Achou(Achado {
        cartoes: !membros.is_empty(),
        pessoas,
        sugestoes: vec!["Quantos membros ativos temos?", "Quem são os membros mais recentes?"],
        ..Achado::novo(dados, texto)
    })
}

/// "Ana Souza, coordenador(a), de Campinas"
fn em_linha(membro: &Membro) -> String {
    let mut partes = vec![citado(&membro.nome, 80), frases::cargo(membro.cargo).to_owned()];
    if membro.status != Status::Ativo {
        partes.push(frases::status(membro.status).to_owned());
    }
    if let Some(cidade) = &membro.cidade {
        partes.push(format!("de {}", citado(cidade, 60)));
    }
    partes.join(", ")
}

async fn procura(tx: &mut NucleoTx, filtro: &FiltroDeMembros) -> Result<Procura> {
    let cidades = match &filtro.cidade {
        Some(cidade) => Some(membros::grafias(tx, cidade).await?),
        None => None,
    };
    Ok(Procura {
        status: filtro.status.and_then(|status| mesmo(status.as_str())),
        cargo: filtro.cargo.and_then(|cargo| mesmo(cargo.as_str())),
        cidades,
        estado: filtro.estado.as_ref().map(|estado| estado.to_uppercase()),
    })
}

/// The same word in this crate's own type.
pub fn mesmo<T: for<'de> Deserialize<'de>>(palavra: &str) -> Option<T> {
    serde_json::from_value(json!(palavra)).ok()
}

/// " com o cargo X, em Campinas"
fn restricao(filtro: &FiltroDeMembros) -> String {
    let mut texto = String::new();
    if let Some(cargo) = filtro.cargo.and_then(|cargo| mesmo(cargo.as_str())) {
        texto.push_str(&format!(" com o cargo de {}", frases::cargo(cargo)));
    }
    if let Some(cidade) = &filtro.cidade {
        texto.push_str(&format!(" em {}", citado(cidade, 60)));
    }
    if let Some(estado) = &filtro.estado {
        texto.push_str(&format!(" no estado {}", citado(&estado.to_uppercase(), 10)));
    }
    texto
}

fn por_extenso(status: Status, quantas: i64) -> String {
    let (um, varios) = match status {
        Status::Ativo => ("ativo", "ativos"),
        Status::Pendente => ("pendente", "pendentes"),
        Status::Inativo => ("inativo", "inativos"),
        Status::Suspenso => ("suspenso", "suspensos"),
        Status::Rejeitado => ("rejeitado", "rejeitados"),
    };
    quantos(quantas, um, varios)
}

/// Every status that counts, also those that nobody has.
pub fn por_status(contagens: &[(Status, i64)]) -> Map<String, Value> {
    let todos = [Status::Ativo, Status::Pendente, Status::Inativo, Status::Suspenso];
    let quantos = |status: Status| {
        contagens.iter().find(|(outro, _)| *outro == status).map_or(0, |(_, quantos)| *quantos)
    };
    todos.iter().map(|status| (status.as_str().to_owned(), json!(quantos(*status)))).collect()
}

pub async fn contar(tx: &mut NucleoTx, filtro: FiltroDeMembros) -> Result<Feito> {
    let procura = procura(tx, &filtro).await?;
    let contagens = membros::contar_por_status(tx, &procura).await?;
    let total: i64 = contagens.iter().map(|(_, quantos)| quantos).sum();
    let dados = json!({"total": total, "porStatus": por_status(&contagens), "filtros": filtro});
    let restricao = restricao(&filtro);
    let texto = match procura.status {
        Some(status) => {
            let (um, varios) = match status {
                Status::Ativo => ("membro ativo", "membros ativos"),
                Status::Pendente => ("cadastro pendente", "cadastros pendentes"),
                Status::Inativo => ("membro inativo", "membros inativos"),
                _ => ("membro suspenso", "membros suspensos"),
            };
            let tem = com_verbo("tem", u64::try_from(total).unwrap_or_default(), um, varios);
            format!("O núcleo {tem}{restricao}.")
        }
        None if total == 0 => format!("O núcleo não tem nenhum membro{restricao}."),
        None => {
            let partes: Vec<_> = contagens
                .iter()
                .filter(|(_, quantos)| *quantos > 0)
                .map(|(status, quantos)| por_extenso(*status, *quantos))
                .collect();
            let total = quantos(total, "membro", "membros");
            format!("O núcleo tem {total}{restricao}: {}.", lista(&partes))
        }
    };
    let sugestoes = vec!["Quem são os membros mais recentes?", "Mostre o ranking de moedas"];
    Ok(Feito::Achou(Achado { sugestoes, ..Achado::novo(dados, texto) }))
}

pub async fn listar(tx: &mut NucleoTx, pedido: ListarMembros) -> Result<Feito> {
    let filtro = pedido.filtro();
    let procura = procura(tx, &filtro).await?;
    let pagina = i64::from(pedido.pagina.unwrap_or(1)).max(1);
    let contagens = membros::contar_por_status(tx, &procura).await?;
    let total: i64 = contagens.iter().map(|(_, quantos)| quantos).sum();
    let achados = membros::cartoes(tx, &procura, Page::numbered(pagina, MAX_LINHAS)).await?;
    let achados = completar(tx, achados).await?;
    let paginas = (total + MAX_LINHAS - 1) / MAX_LINHAS;
    let dados = json!({"total": total, "pagina": pagina, "paginas": paginas, "filtros": filtro});
    let mut restricao = restricao(&filtro);
    if let Some(status) = procura.status {
        restricao = format!(" ({}){restricao}", frases::status(status));
    }
    let texto = match (total, achados.is_empty()) {
        (0, _) => format!("Não encontrei nenhum membro{restricao}."),
        (_, true) => format!("A lista só tem {}.", quantos(paginas, "página", "páginas")),
        (total, false) => {
            let total = quantos(total, "membro", "membros");
            let onde = if paginas > 1 {
                format!(" Página {pagina} de {paginas}:")
            } else {
                String::new()
            };
            format!("Encontrei {total}{restricao}.{onde}{}", topicos(achados.iter().map(em_linha)))
        }
    };
    Ok(cartoes(dados, texto, &achados))
}

pub async fn por_nome(tx: &mut NucleoTx, nome: &str) -> Result<Feito> {
    let achados = membros::procurar(tx, nome, MAX_LINHAS).await?;
    let achados = completar(tx, achados).await?;
    let dito = citado(nome, 80);
    let texto = match achados.as_slice() {
        [] => format!("Não encontrei ninguém com “{dito}” no nome."),
        [um] => {
            let sabe = match um.competencias.is_empty() {
                true => "ainda sem competências declaradas".to_owned(),
                false => format!("competências: {}", lista(&um.competencias)),
            };
            let saldo = milhares(um.saldo_moeda);
            format!("**{}**: {}; saldo de {saldo}; {sabe}.", citado(&um.nome, 80), em_linha(um))
        }
        varios => {
            let quantas = quantos(varios.len() as i64, "pessoa", "pessoas");
            let linhas = topicos(varios.iter().map(em_linha));
            format!("Encontrei {quantas} com “{dito}” no nome:{linhas}")
        }
    };
    Ok(cartoes(json!({"total": achados.len()}), texto, &achados))
}

pub async fn ranking(tx: &mut NucleoTx, limite: Option<u32>) -> Result<Feito> {
    let limite = limite.map_or(RANKING, i64::from).clamp(1, MAX_LINHAS);
    let achados = membros::ranking(tx, limite).await?;
    let achados = completar(tx, achados).await?;
    let linhas = achados.iter().enumerate().map(|(posicao, membro)| {
        let saldo = milhares(membro.saldo_moeda);
        format!("{}º {}: {saldo}", posicao + 1, citado(&membro.nome, 80))
    });
    let texto = match achados.is_empty() {
        true => "Ainda não há ninguém no ranking.".to_owned(),
        false => format!("Os maiores saldos do núcleo:{}", topicos(linhas)),
    };
    Ok(cartoes(json!({"criterio": "saldo_moeda"}), texto, &achados))
}

pub async fn recentes(tx: &mut NucleoTx, periodo: &Periodo) -> Result<Feito> {
    let agora = tx.now();
    let periodo = entre(periodo.inicio, periodo.fim, (agora - RECENTES, agora));
    let (total, achados) = membros::aprovados(tx, periodo, MAX_LINHAS).await?;
    let quando: Vec<_> = achados.iter().map(|cartao| cartao.aprovado_em.map(dia)).collect();
    let achados = completar(tx, achados).await?;
    let (de, ate) = (dia(periodo.0), dia(periodo.1));
    let linhas = achados.iter().zip(quando).map(|(membro, quando)| {
        format!("{}, desde {}", em_linha(membro), quando.unwrap_or_default())
    });
    let texto = match total {
        0 => format!("Ninguém foi aprovado de {de} a {ate}."),
        total => {
            let total = quantos(total, "pessoa foi aprovada", "pessoas foram aprovadas");
            format!("{total} de {de} a {ate}:{}", topicos(linhas))
        }
    };
    let dados = json!({"total": total, "inicio": periodo.0, "fim": periodo.1});
    Ok(cartoes(dados, texto, &achados))
}

pub async fn por_competencia(tx: &mut NucleoTx, pedido: BuscarCompetencias) -> Result<Feito> {
    if pedido.competencias.is_empty() {
        return frequencias(tx).await;
    }
    let catalogo = competencias::listar(&mut tx.shared()).await?;
    let citadas = micros_citadas(&catalogo, &pedido.competencias);
    let nomes: Vec<_> = citadas.iter().map(|(_, nome)| nome.clone()).collect();
    if citadas.is_empty() {
        let dito = citado(&pedido.competencias.join(", "), 200);
        return Ok(Feito::Recusou(format!("Não conheço a competência “{dito}”.")));
    }
    let cidades = match &pedido.cidade {
        Some(cidade) => Some(membros::grafias(tx, cidade).await?),
        None => None,
    };
    let nivel = pedido.nivel.and_then(|nivel: NivelDito| mesmo(nivel.as_str()));
    let (total, achados) = membros_que_sabem(tx, &citadas, nivel, cidades, MAX_LINHAS).await?;
    let linhas = achados.iter().map(|membro| {
        let sabe = nomes.iter().filter_map(|nome| {
            let nivel = membro.niveis.get(nome)?.as_str()?;
            Some(format!("{nome} ({})", nivel.to_lowercase()))
        });
        format!("{}: {}", citado(&membro.nome, 80), sabe.collect::<Vec<_>>().join(", "))
    });
    let texto = match total {
        0 => format!("Ninguém declarou {}.", lista(&nomes)),
        total => {
            let total = quantos(total, "membro ativo sabe", "membros ativos sabem");
            format!("{total} {}:{}", lista(&nomes), topicos(linhas))
        }
    };
    Ok(cartoes(json!({"total": total, "competencias": nomes}), texto, &achados))
}

async fn frequencias(tx: &mut NucleoTx) -> Result<Feito> {
    let frequencias = competencias::frequencias(tx, MAX_LINHAS).await?;
    let linhas = frequencias
        .iter()
        .map(|(nome, quantas)| format!("{nome}: {}", quantos(*quantas, "pessoa", "pessoas")));
    let texto = match frequencias.is_empty() {
        true => "Ninguém declarou competências ainda.".to_owned(),
        false => format!("As competências do núcleo:{}", topicos(linhas)),
    };
    let linha = |(nome, quantas): &(String, i64)| json!({"nome": nome, "membros": quantas});
    let dados = json!({"competencias": frequencias.iter().map(linha).collect::<Vec<_>>()});
    Ok(Feito::Achou(Achado::novo(dados, texto)))
}

/// Active people who know some of these, the best first, and how many there are.
pub async fn membros_que_sabem(
    tx: &mut NucleoTx,
    citadas: &[(MicroId, String)],
    nivel: Option<Nivel>,
    cidades: Option<Vec<String>>,
    limite: i64,
) -> Result<(i64, Vec<Membro>)> {
    let micros: Vec<_> = citadas.iter().map(|(id, _)| *id).collect();
    let cidades = cidades.as_deref();
    let (total, ordem) = competencias::conhecedores(tx, &micros, nivel, cidades, limite).await?;
    let ids: Vec<_> = ordem.iter().map(|(id, ..)| *id).collect();
    let cartoes = membros::cartoes_de(tx, &ids).await?;
    let mut achados = completar(tx, cartoes).await?;
    achados.sort_by_key(|membro| ids.iter().position(|id| *id == membro.id));
    Ok((total, achados))
}

/// The entries of the catalogue that these words name: a micro competency, or all of a macro one.
pub fn micros_citadas(catalogo: &[Entrada], ditas: &[String]) -> Vec<(MicroId, String)> {
    let ditas: Vec<_> = ditas.iter().map(|dita| text::normalized(dita)).collect();
    let igual = |nome: &str| ditas.contains(&text::normalized(nome));
    let contem = |nome: &str| {
        let nome = text::normalized(nome);
        ditas.iter().any(|dita| {
            dita.chars().count() > 3 && (nome.contains(dita.as_str()) || dita.contains(&nome))
        })
    };
    let achar = |cita: &dyn Fn(&str) -> bool| -> Vec<(MicroId, String)> {
        let citadas = catalogo
            .iter()
            .filter(|entrada| cita(&entrada.micro_nome) || cita(&entrada.macro_nome));
        citadas.map(|entrada| (entrada.micro_id, entrada.micro_nome.clone())).collect()
    };
    let exatas = achar(&igual);
    if exatas.is_empty() { achar(&contem) } else { exatas }
}
