//! The catalogue of tools: one table gives each its name, its description for the model, its
//! arguments, and whether it changes anything.

mod argumentos;
mod esquema;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use argumentos::*;

macro_rules! ferramentas {
    ($($variante:ident $nome:literal $acao:ident ($argumentos:ty) $descricao:literal;)+) => {
        /// A tool, under the exact name of the contract.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Ferramenta {
            $(#[serde(rename = $nome)] $variante),+
        }

        /// A tool with its arguments.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Chamada {
            $($variante($argumentos)),+
        }

        impl Ferramenta {
            pub const TODAS: &'static [Self] = &[$(Self::$variante),+];

            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variante => $nome),+
                }
            }

            /// What the tool does, for the model to choose by.
            pub fn descricao(self) -> &'static str {
                match self {
                    $(Self::$variante => $descricao),+
                }
            }

            /// Does it change anything? Such a tool only ever proposes.
            pub fn escreve(self) -> bool {
                match self {
                    $(Self::$variante => stringify!($acao).eq("escreve")),+
                }
            }
        }

        /// The JSON schema of a tool's arguments, without references.
        pub fn esquema(ferramenta: Ferramenta) -> Value {
            match ferramenta {
                $(Ferramenta::$variante => esquema::de::<$argumentos>()),+
            }
        }

        /// Reads what a model wrote as arguments. The error is Portuguese and names every field
        /// that is wrong, so that the model can put it right.
        pub fn ler(ferramenta: Ferramenta, argumentos: Value) -> Result<Chamada, String> {
            let argumentos = esquema::sem_nulos(argumentos);
            esquema::conferir(ferramenta.as_str(), &esquema(ferramenta), &argumentos)?;
            let lida = match ferramenta {
                $(Ferramenta::$variante => {
                    serde_json::from_value(argumentos).map(Chamada::$variante)
                }),+
            };
            let chamada = lida.map_err(|_| {
                format!("Os argumentos de {} não puderam ser lidos.", ferramenta.as_str())
            })?;
            chamada.coerente().map_err(str::to_owned)?;
            Ok(chamada)
        }

        impl Chamada {
            pub fn ferramenta(&self) -> Ferramenta {
                match self {
                    $(Self::$variante(_) => Ferramenta::$variante),+
                }
            }

            /// The arguments as JSON, absent ones left out; `ler` reads them back.
            pub fn argumentos(&self) -> Value {
                let valor = match self {
                    $(Self::$variante(argumentos) => serde_json::to_value(argumentos)),+
                };
                // These structs of text, numbers and dates always become JSON.
                valor.unwrap_or(Value::Null)
            }
        }
    };
}

ferramentas! {
    ContarMembros "contarMembros" le (FiltroDeMembros)
        "Conta os membros do núcleo, ao todo e por situação; aceita filtros de cargo, situação, cidade e estado.";
    ListarMembros "listarMembros" le (ListarMembros)
        "Lista os membros do núcleo, em páginas; aceita filtros de cargo, situação, cidade e estado.";
    MembroPorNome "membroPorNome" le (MembroPorNome)
        "Procura membros pelo nome ou por parte dele e mostra cargo, situação, saldo e competências.";
    BuscarCompetencias "buscarCompetencias" le (BuscarCompetencias)
        "Procura membros que declararam certas competências; sem competência, diz quais existem no núcleo.";
    RankingMembros "rankingMembros" le (RankingMembros)
        "Mostra os membros com maior saldo de moedas, do maior para o menor.";
    EstatisticasGerais "estatisticasGerais" le (Nenhum)
        "Dá os números gerais do núcleo: membros, moedas, projetos, tarefas, enquetes e eventos.";
    EventosFuturos "eventosFuturos" le (Periodo)
        "Lista os eventos que ainda vão acontecer, o mais próximo primeiro; aceita um período.";
    EventosPassados "eventosPassados" le (Periodo)
        "Lista os eventos que já aconteceram, o mais recente primeiro; aceita um período.";
    TarefasPendentes "tarefasPendentes" le (TarefasPendentes)
        "Lista as tarefas pendentes, em andamento ou à espera de validação; aceita projeto e responsável.";
    ProjetosAtivos "projetosAtivos" le (Nenhum)
        "Lista os projetos em planejamento ou em andamento.";
    HistoricoTransacoes "historicoTransacoes" le (HistoricoTransacoes)
        "Lista as transações de moedas, a mais recente primeiro; aceita membro, tipo e período.";
    MembrosRecentes "membrosRecentes" le (Periodo)
        "Lista os membros aprovados nos últimos 30 dias, ou no período dado.";
    EnquetesAbertas "enquetesAbertas" le (Nenhum)
        "Lista as enquetes que ainda aceitam votos.";
    ResultadosEnquete "resultadosEnquete" le (ResultadosEnquete)
        "Mostra os resultados de uma enquete: percentuais e total de votos.";
    PedidosLoja "pedidosLoja" le (PedidosLoja)
        "Lista os pedidos da loja; aceita a situação do pedido.";
    ProdutosLoja "produtosLoja" le (ProdutosLoja)
        "Lista os produtos da loja com preço em moedas e estoque.";
    ComunicadosRecentes "comunicadosRecentes" le (Periodo)
        "Lista os comunicados mais recentes; aceita um período.";
    FinanceiroResumo "financeiroResumo" le (Periodo)
        "Resume as finanças em reais: receitas, despesas, saldo e despesas por categoria; aceita um período.";
    AssinaturasAtivas "assinaturasAtivas" le (AssinaturasAtivas)
        "Mostra as assinaturas ativas e quantas há em cada plano.";
    CreditarMoedas "creditarMoedas" escreve (AjusteDeMoedas)
        "Propõe creditar moedas a um membro. Só acontece depois da confirmação; sem motivo, pergunte.";
    DebitarMoedas "debitarMoedas" escreve (AjusteDeMoedas)
        "Propõe debitar moedas de um membro. Só acontece depois da confirmação; sem motivo, pergunte.";
    AlterarCargoMembro "alterarCargoMembro" escreve (AlterarCargoMembro)
        "Propõe mudar o cargo de um membro. Só acontece depois da confirmação.";
    AlterarStatusMembro "alterarStatusMembro" escreve (AlterarStatusMembro)
        "Propõe tornar um membro ativo, inativo ou suspenso. Só acontece depois da confirmação.";
    CriarNotificacao "criarNotificacao" escreve (CriarNotificacao)
        "Propõe uma notificação no aplicativo e por push. Só é enviada depois da confirmação.";
    CriarTarefa "criarTarefa" escreve (CriarTarefa)
        "Propõe uma nova tarefa, de um projeto ou avulsa. Só é criada depois da confirmação.";
    PrepararEmail "prepararEmail" escreve (PrepararEmail)
        "Prepara um e-mail e mostra a prévia do assunto e do conteúdo. Nada é enviado.";
    EnviarEmail "enviarEmail" escreve (EnviarEmail)
        "Propõe enviar o e-mail que foi preparado antes. Só é enviado depois da confirmação.";
}

impl Ferramenta {
    pub fn parse(nome: &str) -> Option<Self> {
        Self::TODAS.iter().copied().find(|ferramenta| ferramenta.as_str() == nome)
    }
}

impl Chamada {
    /// What no schema says: fields that must agree with each other.
    fn coerente(&self) -> Result<(), &'static str> {
        match self {
            Self::EventosFuturos(periodo)
            | Self::EventosPassados(periodo)
            | Self::MembrosRecentes(periodo)
            | Self::ComunicadosRecentes(periodo)
            | Self::FinanceiroResumo(periodo) => em_ordem(periodo.inicio, periodo.fim),
            Self::HistoricoTransacoes(pedido) => em_ordem(pedido.inicio, pedido.fim),
            Self::CriarNotificacao(pedido) => pedido.destinatarios.coerente(),
            Self::PrepararEmail(pedido) => {
                match (&pedido.descricao, &pedido.assunto, &pedido.html) {
                    (Some(_), None, None) | (None, Some(_), Some(_)) => {}
                    _ => return Err("Informe a descricao, ou então assunto e html juntos."),
                }
                pedido.destinatarios.coerente()
            }
            _ => Ok(()),
        }
    }
}

fn em_ordem(
    inicio: Option<chrono::NaiveDate>,
    fim: Option<chrono::NaiveDate>,
) -> Result<(), &'static str> {
    match (inicio, fim) {
        (Some(inicio), Some(fim)) if inicio > fim => Err("O período termina antes de começar."),
        _ => Ok(()),
    }
}

impl Destinatarios {
    pub fn todos() -> Self {
        Self { todos: true, ..Self::default() }
    }

    fn coerente(&self) -> Result<(), &'static str> {
        let segmento = !self.cargos.is_empty() || !self.planos.is_empty();
        match (self.todos, segmento, !self.membros.is_empty()) {
            (true, false, false) | (false, true, false) | (false, false, true) => Ok(()),
            (false, false, false) => Err("Diga em destinatarios quem deve receber."),
            _ => Err("Em destinatarios escolha um só: todos, cargos e planos, ou membros."),
        }
    }
}
