//! The books of the demonstration: a year of them, with one entry that was a mistake.

use base::Result;
use base::error::ERRO_INTERNO;
use base::reais::Reais;
use base::scope::Cargo;
use chrono::Duration;

use super::Story;
use super::projetos::Gente;
use crate::areas::financeiro::service::{excluir, lancar};
use crate::areas::financeiro::{Categoria, NovoLancamento, TipoLancamento};

use Categoria::{Administrativo, Doacao, Evento, Loja, Outros, Projeto};
use TipoLancamento::{Despesa, Receita};

/// What comes back, every so many days, for about so many centavos.
const ROTINA: &[(i64, TipoLancamento, Categoria, i64, &str)] = &[
    (30, Despesa, Administrativo, 185_000, "Aluguel da sede"),
    (30, Despesa, Administrativo, 11_990, "Internet e telefone"),
    (30, Despesa, Administrativo, 24_730, "Luz e água"),
    (7, Receita, Doacao, 58_000, "Doações da semana"),
    (15, Receita, Loja, 41_250, "Camisetas e adesivos"),
    (45, Despesa, Loja, 96_000, "Estoque de camisetas"),
    (28, Receita, Evento, 132_000, "Almoço mensal"),
    (28, Despesa, Evento, 61_540, "Compras para o almoço mensal"),
    (35, Despesa, Projeto, 28_915, "Mudas, adubo e ferramentas da horta"),
    (50, Despesa, Projeto, 15_300, "Combustível da biblioteca itinerante"),
    (60, Despesa, Outros, 7_480, "Tarifas do banco"),
    (90, Receita, Outros, 19_905, "Rendimento da poupança"),
];

const ANO: i64 = 365;

/// Entered twice by mistake, and taken out the day after.
const ENGANO: i64 = 20;
const ENGANO_CORRIGIDO: i64 = 19;

/// Days in order, as a treasurer keeps them. The coordination enters, the administration removes.
pub async fn keep_books(story: &mut Story<'_>, gente: &Gente) -> Result<()> {
    let quem = |cargo| {
        let found = gente.iter().find(|(_, dela)| *dela == cargo);
        found.map(|(id, _)| story.operator.acting_as(*id, cargo)).ok_or(ERRO_INTERNO)
    };
    let (coord, admin) = (quem(Cargo::Coordenador)?, quem(Cargo::Administrador)?);
    let mut engano = None;
    for dia in (1..=ANO).rev() {
        story.days_ago(dia);
        for (numero, (cada, tipo, categoria, centavos, descricao)) in (0_i64..).zip(ROTINA) {
            if (dia + numero * 3) % cada == 0 {
                // Never twice the same: up to a fifth more or less, by the day.
                let passo = (dia * 7 + numero * 13) % 41 - 20;
                let valor = Reais::from_centavos(centavos + centavos * passo / 100);
                let novo = esboco(story, *tipo, *categoria, valor, descricao);
                lancar(story.tx, &coord, &novo).await?;
            }
        }
        if dia == ENGANO {
            let valor = Reais::from_centavos(185_000);
            let novo = esboco(story, Despesa, Administrativo, valor, "Aluguel, de novo");
            engano = Some(lancar(story.tx, &coord, &novo).await?.id);
        }
        if let (ENGANO_CORRIGIDO, Some(id)) = (dia, engano) {
            excluir(story.tx, &admin, id).await?;
        }
    }
    Ok(())
}

fn esboco(
    story: &Story<'_>,
    tipo: TipoLancamento,
    categoria: Categoria,
    valor: Reais,
    descricao: &str,
) -> NovoLancamento {
    NovoLancamento {
        tipo,
        valor,
        categoria,
        descricao: descricao.to_owned(),
        data: story.tx.now() - Duration::hours(2),
        comprovante_url: None,
    }
}
