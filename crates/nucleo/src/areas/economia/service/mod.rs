//! What one can do with the currency. Every function works inside the caller's transaction.

mod administracao;
mod consulta;
mod lancamento;

pub use administracao::{ajustar, alterar_multiplicador, alterar_teto, limpar};
pub use consulta::{extrato, extrato_inteiro, movimentacoes, painel, saldo, ultimas};
pub use lancamento::{
    Lancada, Movimento, abrir_carteira, creditar, creditar_indicacao, criar_regras, debitar,
    pagar_indicacao,
};

pub use super::store::{Movimentacao, Painel, Somas, Transacao};
