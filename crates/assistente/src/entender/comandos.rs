//! Words that begin a request.

use crate::lexico::Conceito;

pub const COMANDOS: &[Conceito] = &[
    Conceito::Quantos,
    Conceito::Quem,
    Conceito::Listar,
    Conceito::Buscar,
    Conceito::Creditar,
    Conceito::Dar,
    Conceito::Debitar,
    Conceito::Tirar,
    Conceito::Promover,
    Conceito::Rebaixar,
    Conceito::Tornar,
    Conceito::Mudar,
    Conceito::Suspender,
    Conceito::Ativar,
    Conceito::Inativar,
    Conceito::Notificar,
    Conceito::Criar,
    Conceito::Preparar,
    Conceito::Enviar,
];
