//! What one can do with the assistant. A question takes several transactions, with the network
//! between them, and therefore the scope; everything else works inside the caller's transaction.

mod acoes;
mod chat;
mod consultas;
mod consumo;
mod conversas;
mod embutida;
mod escrita;
mod instrucoes;
mod modelo;
mod resposta;

pub use acoes::{Feita, cancelar, confirmar, criar_tarefa, notificar_pessoas};
pub use chat::{Respondida, perguntar};
pub use consultas::{Combinacao, Semana, combinar, consultar_membros, resumir_semana};
pub use consumo::listar_consumo;
pub use conversas::{
    Aberta, compartilhar, conversar_na_demonstracao, detalhar, esquecer, excluir, exportar, limpar,
    listar,
};
pub use escrita::{Rascunho, melhorar_texto, redigir_email};

pub use super::store::{Acao, Conversa, Mensagem, Mes};
