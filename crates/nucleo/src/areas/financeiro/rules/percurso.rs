//! A walk along a chain, link by link, that stops at the first thing that is not as the service left
//! it and says what it is.

use std::collections::BTreeMap;

use base::id::NucleoId;

use super::super::LancamentoId;
use super::cadeia::{AcaoNoLivro, Conteudo, Elo, INICIO};

/// The other link of the same entry: its removal, or its beginning.
pub struct Par<'a> {
    pub numero: i64,
    pub conteudo: &'a str,
}

/// Month, tipo, categoria.
pub type Chave = (String, String, String);

/// Centavos, and how many entries.
pub type Quantia = (i64, i64);

pub struct Percurso {
    nucleo: NucleoId,
    pub registros: i64,
    pub excluidos: i64,
    /// Of the last link.
    pub hash: String,
    pub somas: BTreeMap<Chave, Quantia>,
}

type Passo = Result<(), String>;

impl Percurso {
    pub fn new(nucleo: NucleoId) -> Self {
        let (registros, excluidos, hash) = (0, 0, INICIO.to_owned());
        Self { nucleo, registros, excluidos, hash, somas: BTreeMap::new() }
    }

    /// The next link, the entry that stands at its number, and the other link of its entry.
    pub fn passo(
        &mut self,
        elo: &Elo<'_>,
        hash: &str,
        lancamento: Option<&Conteudo<'_>>,
        par: Option<&Par<'_>>,
    ) -> Passo {
        let esperado = self.registros + 1;
        if elo.numero != esperado {
            return Err(self.falta(esperado));
        }
        let (numero, id) = (elo.numero, elo.lancamento);
        if elo.hash(&self.hash) != hash {
            return Err(format!(
                "lancamento_elos: o registro {numero} do núcleo {} ({} do lançamento {id}) foi \
                 alterado, ou o que veio antes dele",
                self.nucleo, elo.acao
            ));
        }
        match elo.acao == AcaoNoLivro::Exclusao.as_str() {
            true => exclusao(elo, lancamento, par)?,
            false => self.inclusao(elo, lancamento, par)?,
        }
        self.excluidos += i64::from(elo.acao == AcaoNoLivro::Exclusao.as_str());
        self.registros = esperado;
        self.hash = hash.to_owned();
        Ok(())
    }

    fn inclusao(
        &mut self,
        elo: &Elo<'_>,
        lancamento: Option<&Conteudo<'_>>,
        par: Option<&Par<'_>>,
    ) -> Passo {
        let (numero, id) = (elo.numero, elo.lancamento);
        match (lancamento, par) {
            (Some(outro), _) if outro.id != id => Err(format!(
                "lancamentos: o lançamento {} está no registro {numero}, que é do lançamento {id}",
                outro.id
            )),
            (Some(_), Some(par)) => Err(format!(
                "lancamentos: o lançamento {id} foi excluído no registro {}, e está de volta",
                par.numero
            )),
            (Some(lancamento), None) if lancamento.hash() != elo.conteudo => Err(format!(
                "lancamentos: o lançamento {id} (registro {numero}) foi alterado depois de lançado"
            )),
            (Some(lancamento), None) => {
                self.somar(lancamento);
                Ok(())
            }
            (None, None) => Err(format!(
                "lancamentos: falta o lançamento {id} (registro {numero}), que ninguém excluiu"
            )),
            (None, Some(_)) => Ok(()),
        }
    }

    fn somar(&mut self, lancamento: &Conteudo<'_>) {
        let Conteudo { tipo, categoria, centavos, data, .. } = *lancamento;
        let chave = (data.mes(), tipo.to_owned(), categoria.to_owned());
        let (total, quantos) = self.somas.entry(chave).or_default();
        *total = total.saturating_add(centavos);
        *quantos += 1;
    }

    /// Whether the chain ends where its nucleo says, and no entry stands outside of it.
    pub fn fim(&self, cabeca: Option<(i64, &str)>, fora: Option<LancamentoId>) -> Passo {
        if let Some(id) = fora {
            return Err(format!("lancamentos: o lançamento {id} não está na cadeia do núcleo"));
        }
        let Some((registros, hash)) = cabeca.or((self.registros == 0).then_some((0, INICIO)))
        else {
            return Err(format!(
                "financeiro_cadeias: falta o fim da cadeia do núcleo {}",
                self.nucleo
            ));
        };
        if registros > self.registros {
            return Err(self.falta(self.registros + 1));
        }
        if registros < self.registros {
            return Err(self.sobra(registros + 1));
        }
        if hash != self.hash {
            return Err(format!(
                "financeiro_cadeias: o fim da cadeia do núcleo {} foi alterado: diz {hash}, e o \
                 último registro é {}",
                self.nucleo, self.hash
            ));
        }
        Ok(())
    }

    pub fn falta(&self, numero: i64) -> String {
        format!("lancamento_elos: falta o registro {numero} do núcleo {}", self.nucleo)
    }

    pub fn sobra(&self, numero: i64) -> String {
        format!(
            "lancamento_elos: o registro {numero} do núcleo {} foi acrescentado por fora",
            self.nucleo
        )
    }

    /// Whether the kept sums are those of the entries that were passed.
    pub fn conferir_somas(&self, guardadas: &BTreeMap<Chave, Quantia>) -> Passo {
        for chave in self.somas.keys().chain(guardadas.keys()) {
            let ler =
                |somas: &BTreeMap<Chave, Quantia>| somas.get(chave).copied().unwrap_or_default();
            let ((diz, dizem), (soma, sao)) = (ler(guardadas), ler(&self.somas));
            if (diz, dizem) != (soma, sao) {
                let (mes, tipo, categoria) = chave;
                return Err(format!(
                    "financeiro_somas: {tipo} de {categoria} em {mes} do núcleo {} diz {diz} \
                     centavos em {dizem} lançamentos, e há {soma} em {sao}",
                    self.nucleo
                ));
            }
        }
        Ok(())
    }
}

fn exclusao(elo: &Elo<'_>, lancamento: Option<&Conteudo<'_>>, par: Option<&Par<'_>>) -> Passo {
    let (numero, id) = (elo.numero, elo.lancamento);
    if let Some(lancamento) = lancamento {
        return Err(format!(
            "lancamentos: o lançamento {} está no registro {numero}, que é de uma exclusão",
            lancamento.id
        ));
    }
    match par {
        Some(par) if par.numero < numero && par.conteudo == elo.conteudo => Ok(()),
        Some(par) if par.numero < numero => Err(format!(
            "lancamentos: o lançamento {id} (registro {}) foi alterado antes de ser excluído no \
             registro {numero}",
            par.numero
        )),
        _ => Err(format!(
            "lancamento_elos: o registro {numero} exclui o lançamento {id}, que não foi lançado"
        )),
    }
}
