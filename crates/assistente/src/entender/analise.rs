//! A sentence taken apart: the concepts of each word, and the names, places, numbers and dates
//! in it. Everything that scores or fills arguments reads from here.

use std::collections::BTreeSet;
use std::ops::Range;

use super::comandos::COMANDOS;
use super::{Contexto, pessoas, saberes};
use crate::citacoes::{self, Citacao};
use crate::datas::{self, Achado, Sentido};
use crate::ferramentas::{Cargo, Status};
use crate::lexico::{self, Conceito, ESTADOS};
use crate::numeros;
use crate::texto::Frase;

/// Beyond this many words nothing is corrected: a long text is a message, not a question.
const CORRIGIDAS: usize = 60;

pub struct Analise<'a> {
    pub contexto: &'a Contexto,
    pub frase: Frase,
    pub conceitos: Vec<Vec<Conceito>>,
    pub presentes: BTreeSet<Conceito>,
    pub competencias: Vec<Citacao>,
    pub cidade: Option<(String, Range<usize>)>,
    pub estado: Option<(&'static str, Range<usize>)>,
    /// People for certain, and likely ones.
    pub pessoas: Vec<Range<usize>>,
    pub provaveis: Vec<Range<usize>>,
    /// Whole numbers that belong to no date.
    pub numeros: Vec<(u64, Range<usize>)>,
    pub pergunta: bool,
    /// What somebody who is asked for should know.
    pub saber: Option<Range<usize>>,
    /// Words that are part of a date.
    datadas: Vec<bool>,
    /// Words without a meaning, once that is settled.
    livres: Vec<bool>,
}

impl<'a> Analise<'a> {
    pub fn nova(texto: &str, contexto: &'a Contexto) -> Self {
        let mut frase = Frase::nova(texto);
        for palavra in &mut frase.palavras {
            if let Some(longa) = lexico::informal(&palavra.plana) {
                palavra.plana = longa.to_owned();
            }
        }
        // Everything in capitals says nothing about names.
        if frase.len() > 2 && frase.palavras.iter().all(|palavra| palavra.maiuscula) {
            frase.palavras.iter_mut().for_each(|palavra| palavra.maiuscula = false);
        }
        let cidade = citacoes::cidade_em(&frase, &contexto.cidades).and_then(|citacao| {
            Some((contexto.cidades.get(citacao.indice)?.clone(), citacao.palavras))
        });
        let mut analise = Self {
            contexto,
            conceitos: vec![Vec::new(); frase.len()],
            presentes: BTreeSet::new(),
            competencias: citacoes::competencias_em(&frase, &contexto.competencias),
            estado: estado(&frase, cidade.as_ref()),
            cidade,
            pessoas: Vec::new(),
            provaveis: Vec::new(),
            numeros: Vec::new(),
            datadas: datadas(&frase, contexto),
            livres: Vec::new(),
            saber: None,
            pergunta: texto.trim_end().ends_with('?'),
            frase,
        };
        analise.conceituar();
        saberes::esconder(&mut analise);
        analise.contar();
        analise.cidade_desconhecida();
        analise.livres = (0..analise.frase.len()).map(|posicao| analise.livre(posicao)).collect();
        (analise.pessoas, analise.provaveis) = pessoas::achar(&analise);
        analise.resumir();
        analise
    }

    fn conceituar(&mut self) {
        // "Líder de projeto" speaks of no project: an expression hides its words.
        let mut em_expressao = BTreeSet::new();
        for (formas, conceito) in lexico::expressoes() {
            for inicio in 0..self.frase.len() {
                if self.frase.segue(inicio, formas) {
                    for posicao in inicio..inicio + formas.len() {
                        self.juntar(posicao, *conceito);
                        em_expressao.insert(posicao);
                    }
                }
            }
        }
        for posicao in 0..self.frase.len() {
            if self.em_lugar(posicao) || em_expressao.contains(&posicao) {
                continue;
            }
            let Some(palavra) = self.frase.palavras.get(posicao) else { continue };
            let forma = palavra.plana.clone();
            let mut achados = lexico::exatos(&forma);
            if self.e_moeda(&forma) {
                achados.push(Conceito::Moeda);
            }
            let solta = achados.is_empty()
                && self.conceitos_de(posicao).is_empty()
                && !lexico::comum(&forma)
                && !self.com_maiuscula(posicao)
                && posicao < CORRIGIDAS
                && !self.em_data(posicao);
            if solta {
                achados = lexico::provaveis(&forma);
            }
            let escrita = self.frase.trecho(posicao..posicao + 1).to_lowercase();
            let da_numero = posicao == 0
                && ["da", "de"].contains(&forma.as_str())
                && numeros::em(&self.frase, 1).is_some();
            if ["dê", "dá"].contains(&escrita.as_str()) || da_numero {
                achados.push(Conceito::Dar);
            }
            // "Ativa a Ana" commands; "a Ana está ativa" describes.
            if posicao == 0 && ["ativa", "inativa"].contains(&forma.as_str()) {
                achados.retain(|c| ![Conceito::Ativo, Conceito::Inativo].contains(c));
                let verbo = if forma == "ativa" { Conceito::Ativar } else { Conceito::Inativar };
                achados.push(verbo);
            }
            for conceito in achados {
                self.juntar(posicao, conceito);
            }
        }
    }

    fn e_moeda(&self, forma: &str) -> bool {
        let singular = crate::texto::singular(forma);
        self.contexto.moedas.iter().any(|moeda| {
            let moeda = crate::texto::plana(moeda);
            moeda == forma || Some(&moeda) == singular.as_ref()
        })
    }

    fn contar(&mut self) {
        let mut posicao = 0;
        while posicao < self.frase.len() {
            if let Some(data) = self.data_em(posicao) {
                posicao = data.palavras.end.max(posicao + 1);
            } else if let Some((valor, usadas)) = numeros::em(&self.frase, posicao) {
                let artigo = usadas == 1 && ["um", "uma"].contains(&self.frase.plana(posicao));
                if !artigo || self.tem(posicao + 1, Conceito::Moeda) {
                    self.numeros.push((valor, posicao..posicao + usadas));
                }
                posicao += usadas;
            } else {
                posicao += 1;
            }
        }
    }

    /// A place nobody is known to live in is still a place: "moram em Quixadá".
    fn cidade_desconhecida(&mut self) {
        if self.cidade.is_some() || self.estado.is_some() {
            return;
        }
        for posicao in 1..self.frase.len() {
            let antes = self.frase.plana(posicao - 1);
            let apos_cidade =
                antes == "de" && self.frase.plana(posicao.wrapping_sub(2)) == "cidade";
            let gente = posicao.wrapping_sub(2);
            let de_onde = antes == "de"
                && (["e", "sao", "alguem", "quem"].contains(&self.frase.plana(gente))
                    || self.tem(gente, Conceito::Membro)
                    || self.cargo_em(gente).is_some());
            let morada = (antes == "em" || apos_cidade || de_onde)
                && self.livre(posicao)
                && (self.com_maiuscula(posicao) || apos_cidade || self.algum(Conceito::Morar));
            if morada {
                let fim = (posicao + 1..self.frase.len())
                    .find(|outra| !self.com_maiuscula(*outra) || !self.livre(*outra))
                    .unwrap_or(self.frase.len());
                let nome = self.frase.trecho(posicao..fim).to_owned();
                self.cidade = Some((nome, posicao..fim));
                return;
            }
        }
    }

    fn resumir(&mut self) {
        self.presentes = self.conceitos.iter().flatten().copied().collect();
        let mut ver = |sim: bool, conceito: Conceito| {
            if sim {
                self.presentes.insert(conceito);
            }
        };
        ver(self.cidade.is_some() || self.estado.is_some(), Conceito::TemCidade);
        ver(!self.competencias.is_empty(), Conceito::TemCompetencia);
        ver(self.saber.is_some(), Conceito::PedeSaber);
        ver(!self.numeros.is_empty(), Conceito::TemNumero);
        ver(!self.pessoas.is_empty(), Conceito::TemPessoa);
        ver(!self.provaveis.is_empty(), Conceito::TemPessoaProvavel);
        let cargo = self.cargo().is_some();
        let status = self.status().is_some();
        let plano = self.algum(Conceito::Apoiador) || self.algum(Conceito::Militante);
        for (sim, conceito) in [
            (cargo, Conceito::TemCargo),
            (status, Conceito::TemStatus),
            (plano, Conceito::TemPlano),
        ] {
            if sim {
                self.presentes.insert(conceito);
            }
        }
        self.resumir_periodo();
        self.resumir_email();
        let primeira = (0..self.frase.len())
            .find(|p| !["por", "favor", "oi", "ola", "entao"].contains(&self.frase.plana(*p)));
        if primeira.is_some_and(|p| self.conceitos_de(p).iter().any(|c| COMANDOS.contains(c))) {
            self.presentes.insert(Conceito::Imperativo);
        }
    }

    fn resumir_periodo(&mut self) {
        let Some(periodo) = self.periodo(Sentido::Passado) else { return };
        self.presentes.insert(Conceito::TemPeriodo);
        let hoje = self.contexto.hoje;
        let fim = periodo.fim.or(periodo.inicio);
        let inicio = periodo.inicio.or(periodo.fim);
        if fim.is_some_and(|fim| fim < hoje) {
            self.presentes.insert(Conceito::PeriodoPassado);
        }
        if inicio.is_some_and(|inicio| inicio > hoje) {
            self.presentes.insert(Conceito::PeriodoFuturo);
        }
    }

    /// "Um e-mail" is to be written, "o e-mail" is there.
    fn resumir_email(&mut self) {
        for posicao in 0..self.frase.len() {
            if !self.tem(posicao, Conceito::Email) {
                continue;
            }
            let artigo = match self.frase.plana(posicao.wrapping_sub(1)) {
                "um" | "uns" | "novo" | "outro" => Conceito::UmEmail,
                "o" | "esse" | "este" | "aquele" | "do" | "desse" | "os" | "meu" => {
                    Conceito::OEmail
                }
                _ => continue,
            };
            self.presentes.insert(artigo);
        }
    }

    fn juntar(&mut self, posicao: usize, conceito: Conceito) {
        if let Some(conceitos) = self.conceitos.get_mut(posicao)
            && !conceitos.contains(&conceito)
        {
            conceitos.push(conceito);
        }
    }

    pub fn conceitos_de(&self, posicao: usize) -> &[Conceito] {
        self.conceitos.get(posicao).map_or(&[], Vec::as_slice)
    }

    pub fn tem(&self, posicao: usize, conceito: Conceito) -> bool {
        self.conceitos_de(posicao).contains(&conceito)
    }

    pub fn algum(&self, conceito: Conceito) -> bool {
        self.conceitos.iter().any(|conceitos| conceitos.contains(&conceito))
    }

    pub fn primeira_com(&self, procurados: &[Conceito]) -> Option<usize> {
        (0..self.frase.len()).find(|p| procurados.iter().any(|conceito| self.tem(*p, *conceito)))
    }

    /// Capital within a sentence: a name.
    pub fn com_maiuscula(&self, posicao: usize) -> bool {
        let comeca = |antes: Option<char>| antes.is_some_and(|c| ".!?\n".contains(c));
        posicao > 0
            && self.frase.palavras.get(posicao).is_some_and(|p| p.maiuscula && !comeca(p.antes))
    }

    pub fn em_lugar(&self, posicao: usize) -> bool {
        self.cidade.as_ref().is_some_and(|(_, onde)| onde.contains(&posicao))
            || self.estado.as_ref().is_some_and(|(_, onde)| onde.contains(&posicao))
    }

    pub fn data_em(&self, posicao: usize) -> Option<Achado> {
        datas::em(&self.frase, posicao, self.contexto.hoje, Sentido::Passado)
    }

    pub fn em_data(&self, posicao: usize) -> bool {
        self.datadas.get(posicao).copied().unwrap_or_default()
    }

    /// A word that means nothing that is known here.
    pub fn livre(&self, posicao: usize) -> bool {
        if let Some(livre) = self.livres.get(posicao) {
            return *livre;
        }
        let forma = self.frase.plana(posicao);
        !forma.is_empty()
            && self.conceitos_de(posicao).is_empty()
            && !lexico::comum(forma)
            && !forma.starts_with(|letra: char| letra.is_ascii_digit())
            && numeros::em(&self.frase, posicao).is_none()
            && !self.em_lugar(posicao)
            && !self.em_data(posicao)
    }

    pub fn periodo(&self, sentido: Sentido) -> Option<Achado> {
        datas::periodo(&self.frase, self.contexto.hoje, sentido)
    }

    /// The last cargo that is named: "promova o líder João a coordenador".
    pub fn cargo(&self) -> Option<(Cargo, usize)> {
        (0..self.frase.len()).rev().find_map(|posicao| Some((self.cargo_em(posicao)?, posicao)))
    }

    pub fn cargo_em(&self, posicao: usize) -> Option<Cargo> {
        self.conceitos_de(posicao).iter().find_map(|conceito| match conceito {
            Conceito::MembroComum => Some(Cargo::Membro),
            Conceito::LiderProjeto => Some(Cargo::LiderProjeto),
            Conceito::PortaVoz => Some(Cargo::PortaVoz),
            Conceito::Coordenador => Some(Cargo::Coordenador),
            Conceito::Administrador => Some(Cargo::Administrador),
            _ => None,
        })
    }

    pub fn status(&self) -> Option<Status> {
        (0..self.frase.len()).find_map(|posicao| {
            // "não ativos" are the inactive ones.
            let negado = self.frase.plana(posicao.wrapping_sub(1)) == "nao";
            self.conceitos_de(posicao).iter().find_map(|conceito| match conceito {
                Conceito::Ativo if negado => Some(Status::Inativo),
                Conceito::Ativo => Some(Status::Ativo),
                Conceito::Inativo => Some(Status::Inativo),
                Conceito::Suspenso => Some(Status::Suspenso),
                Conceito::Pendente => Some(Status::Pendente),
                _ => None,
            })
        })
    }
}

fn datadas(frase: &Frase, contexto: &Contexto) -> Vec<bool> {
    let mut datadas = vec![false; frase.len()];
    for posicao in 0..frase.len() {
        if let Some(achado) = datas::em(frase, posicao, contexto.hoje, Sentido::Passado)
            && let Some(palavras) = datadas.get_mut(achado.palavras)
        {
            palavras.fill(true);
        }
    }
    datadas
}

fn estado(
    frase: &Frase,
    cidade: Option<&(String, Range<usize>)>,
) -> Option<(&'static str, Range<usize>)> {
    const ANTES: &[&str] = &["em", "de", "do", "da", "no", "na", "estado"];
    let ocupada = |onde: &Range<usize>| {
        cidade.is_some_and(|(_, outra)| outra.start < onde.end && onde.start < outra.end)
    };
    // "Estado de São Paulo" is the state, even where a city has the name.
    let dito = |inicio: usize| {
        frase.plana(inicio.wrapping_sub(1)) == "estado"
            || frase.plana(inicio.wrapping_sub(2)) == "estado"
    };
    (1..frase.len()).find_map(|inicio| {
        if !ANTES.contains(&frase.plana(inicio - 1)) {
            return None;
        }
        ESTADOS.iter().rev().find_map(|(sigla, nome)| {
            let partes: Vec<&str> = nome.split(' ').collect();
            let escrita = frase.trecho(inicio..inicio + 1);
            let onde = if escrita == *sigla {
                inicio..inicio + 1
            } else if frase.segue(inicio, &partes) && (*sigla != "PA" || escrita.ends_with("rá")) {
                inicio..inicio + partes.len()
            } else {
                return None;
            };
            (!ocupada(&onde) || dito(inicio)).then_some((*sigla, onde))
        })
    })
}
