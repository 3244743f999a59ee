//! What one can do with the currency. Every function works inside the caller's transaction.

mod administracao;
mod consulta;
mod lancamento;
mod repeticao;

pub use administracao::{ajustar, alterar_multiplicador, alterar_teto};
pub use consulta::{
    contar_da_origem, extrato, extrato_inteiro, movimentacoes, painel, saldo, ultimas,
};
pub use lancamento::{
    Lancada, Movimento, abrir_carteira, creditar, creditar_indicacao, criar_regras, debitar,
    estornar, pagar_indicacao,
};
pub use repeticao::{esquecer_chaves, guardar_resposta, limpar, reservar_chave};

pub use super::store::{Movimentacao, Painel, Somas, Transacao};
