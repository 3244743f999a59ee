//! The arguments that a sentence gives, whatever the tool: one struct for all, so that a later
//! sentence can add to an earlier one.

use std::ops::Range;

use chrono::NaiveDate;

use crate::ferramentas::{
    Cargo, Destinatarios, Dificuldade, Nivel, Status, StatusDoPedido, TipoDeTransacao,
};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lugares {
    pub cargo: Option<Cargo>,
    pub status: Option<Status>,
    pub cidade: Option<String>,
    pub estado: Option<String>,
    pub pagina: Option<u32>,
    pub pessoa: Option<String>,
    pub competencias: Vec<String>,
    pub nivel: Option<Nivel>,
    pub limite: Option<u32>,
    pub inicio: Option<NaiveDate>,
    pub fim: Option<NaiveDate>,
    pub projeto: Option<String>,
    pub tipo: Option<TipoDeTransacao>,
    pub pedido: Option<StatusDoPedido>,
    /// Title of a poll, a product, a task or a notification.
    pub titulo: Option<String>,
    pub plano: Option<String>,
    pub valor: Option<u32>,
    pub motivo: Option<String>,
    /// Message, description of an e-mail or of a task.
    pub mensagem: Option<String>,
    pub destinatarios: Destinatarios,
    pub dificuldade: Option<Dificuldade>,
    pub prazo: Option<NaiveDate>,
    pub rascunho: Option<String>,
}

impl Lugares {
    /// What is given here, and what `antes` gave where nothing is given here.
    pub fn sobre(self, antes: &Self) -> Self {
        let lugar = self.cidade.is_some() || self.estado.is_some();
        let periodo = self.inicio.is_some() || self.fim.is_some();
        let dirigido = self.destinatarios != Destinatarios::default();
        let antes = antes.clone();
        Self {
            cargo: self.cargo.or(antes.cargo),
            status: self.status.or(antes.status),
            cidade: if lugar { self.cidade } else { antes.cidade },
            estado: if lugar { self.estado } else { antes.estado },
            pagina: self.pagina,
            pessoa: self.pessoa.or(antes.pessoa),
            competencias: if self.competencias.is_empty() {
                antes.competencias
            } else {
                self.competencias
            },
            nivel: self.nivel.or(antes.nivel),
            limite: self.limite.or(antes.limite),
            inicio: if periodo { self.inicio } else { antes.inicio },
            fim: if periodo { self.fim } else { antes.fim },
            projeto: self.projeto.or(antes.projeto),
            tipo: self.tipo.or(antes.tipo),
            pedido: self.pedido.or(antes.pedido),
            titulo: self.titulo.or(antes.titulo),
            plano: self.plano.or(antes.plano),
            valor: self.valor.or(antes.valor),
            motivo: self.motivo.or(antes.motivo),
            mensagem: self.mensagem.or(antes.mensagem),
            destinatarios: if dirigido { self.destinatarios } else { antes.destinatarios },
            dificuldade: self.dificuldade.or(antes.dificuldade),
            prazo: self.prazo.or(antes.prazo),
            rascunho: self.rascunho.or(antes.rascunho),
        }
    }
}

/// The arguments of one sentence, and the words that gave them.
#[derive(Clone, Debug, Default)]
pub struct Preenchido {
    pub lugares: Lugares,
    pub usadas: Vec<Range<usize>>,
}

impl Preenchido {
    pub fn usar(&mut self, palavras: Range<usize>) {
        self.usadas.push(palavras);
    }

    pub fn usou(&self, posicao: usize) -> bool {
        self.usadas.iter().any(|onde| onde.contains(&posicao))
    }
}
