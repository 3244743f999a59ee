//! Pure: no async, no SQL, no HTTP.

pub struct PlanoInicial {
    pub codigo: &'static str,
    pub nome: &'static str,
    pub preco_centavos: i64,
    pub periodo_dias: i64,
    pub bonus_moedas: i64,
}

/// Whoever has no subscription has this plan.
pub const GRATUITO: &str = "FREE";

#[rustfmt::skip]
pub const INICIAIS: [PlanoInicial; 3] = [
    PlanoInicial { codigo: GRATUITO, nome: "Free", preco_centavos: 0, periodo_dias: 30, bonus_moedas: 0 },
    PlanoInicial { codigo: "APOIADOR", nome: "Apoiador", preco_centavos: 2000, periodo_dias: 30, bonus_moedas: 50 },
    PlanoInicial { codigo: "MILITANTE", nome: "Militante", preco_centavos: 5000, periodo_dias: 30, bonus_moedas: 150 },
];
