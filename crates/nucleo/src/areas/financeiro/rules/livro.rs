//! What entries add up to, for whoever reads the books.

use base::reais::Reais;

use super::super::{Categoria, TipoLancamento};

/// What one kind of entry adds up to in one month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Soma {
    pub mes: String,
    pub tipo: TipoLancamento,
    pub categoria: Categoria,
    pub centavos: i64,
}

/// The sums of a period, month by month.
pub struct Livro(pub Vec<Soma>);

impl Livro {
    pub fn total(&self, tipo: TipoLancamento) -> Reais {
        self.somar(|soma| soma.tipo == tipo)
    }

    pub fn saldo(&self) -> Reais {
        let total = |tipo| self.total(tipo).centavos();
        Reais::from_centavos(total(TipoLancamento::Receita) - total(TipoLancamento::Despesa))
    }

    pub fn despesas_da(&self, categoria: Categoria) -> Reais {
        self.somar(|soma| soma.tipo == TipoLancamento::Despesa && soma.categoria == categoria)
    }

    /// The months in which there were such entries, in order.
    pub fn por_mes(&self, tipo: TipoLancamento) -> Vec<(&str, Reais)> {
        let mut meses: Vec<&str> =
            self.0.iter().filter(|soma| soma.tipo == tipo).map(|soma| &*soma.mes).collect();
        meses.sort_unstable();
        meses.dedup();
        let total = |mes: &str| self.somar(|soma| soma.tipo == tipo && soma.mes == mes);
        meses.into_iter().map(|mes| (mes, total(mes))).collect()
    }

    fn somar(&self, entra: impl Fn(&Soma) -> bool) -> Reais {
        Reais::from_centavos(
            self.0.iter().filter(|soma| entra(soma)).map(|soma| soma.centavos).sum(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_of_centavos() {
        let soma = |mes: &str, tipo, categoria, centavos| Soma {
            mes: mes.to_owned(),
            tipo,
            categoria,
            centavos,
        };
        let livro = Livro(vec![
            soma("2026-02", TipoLancamento::Receita, Categoria::Doacao, 20),
            soma("2026-01", TipoLancamento::Receita, Categoria::Doacao, 10),
            soma("2026-01", TipoLancamento::Receita, Categoria::Loja, 1),
            soma("2026-01", TipoLancamento::Despesa, Categoria::Loja, 50),
        ]);
        let reais = Reais::from_centavos;
        assert_eq!(livro.total(TipoLancamento::Receita), reais(31));
        assert_eq!(livro.saldo(), reais(-19));
        assert_eq!(livro.despesas_da(Categoria::Loja), reais(50));
        assert_eq!(livro.despesas_da(Categoria::Doacao), reais(0));
        let meses = livro.por_mes(TipoLancamento::Receita);
        assert_eq!(meses, [("2026-01", reais(11)), ("2026-02", reais(20))]);
    }
}
