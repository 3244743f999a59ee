//! Which tool does a sentence speak for? The clues of the table, less what no tool explains.

use super::analise::Analise;
use super::lugares::Preenchido;
use super::pistas;
use super::preencher::preencher;
use crate::ferramentas::Ferramenta;
use crate::lexico::Conceito;

/// What a tool must reach to be called.
pub const SUFICIENTE: i32 = 8;
/// What a word costs that neither the table nor the tool's arguments account for.
const DESCONHECIDA: i32 = 2;
const FORA_DO_ASSUNTO: i32 = 8;

pub struct Candidata {
    pub ferramenta: Ferramenta,
    pub pontos: i32,
    pub preenchido: Preenchido,
}

/// The tools that clues speak for, the best first.
pub fn pontuar(analise: &Analise) -> Vec<Candidata> {
    let mut candidatas: Vec<Candidata> = pistas::todas()
        .filter_map(|(ferramenta, pistas)| {
            let pontos: i32 = pistas
                .iter()
                .filter(|(conceitos, _)| conceitos.iter().all(|c| analise.presentes.contains(c)))
                .map(|(_, peso)| peso)
                .sum();
            if pontos <= 0 {
                return None;
            }
            let preenchido = preencher(*ferramenta, analise);
            let pontos = pontos - desconto(analise, &preenchido);
            Some(Candidata { ferramenta: *ferramenta, pontos, preenchido })
        })
        .collect();
    // The sort is stable: of two as good, the one earlier in the table.
    candidatas.sort_by_key(|candidata| -candidata.pontos);
    candidatas
}

/// What remains unexplained.
pub fn desconto(analise: &Analise, preenchido: &Preenchido) -> i32 {
    let sobras = (0..analise.frase.len()).filter(|posicao| !preenchido.usou(*posicao));
    let mut desconhecidas = 0;
    let mut fora = 0;
    for posicao in sobras {
        if analise.tem(posicao, Conceito::ForaDoAssunto) {
            fora += FORA_DO_ASSUNTO;
        } else if analise.livre(posicao) {
            desconhecidas += DESCONHECIDA;
        }
    }
    desconhecidas + fora
}
