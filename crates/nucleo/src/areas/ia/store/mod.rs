//! Conversations, what was proposed in them, and what the model has used.

mod acoes;
mod consumo;
mod conversas;
mod esquecimento;

pub use acoes::{
    Acao, NovaAcao, cancel, claim, delete_vencidas, exists_acao, find_acao, find_pendente,
    insert_acao, list_acoes,
};
pub use consumo::{Mes, add_consumo, count_meses, list_meses};
pub use conversas::{
    Conversa, Mensagem, NovaMensagem, append, count_conversas, delete_conversa, find_conversa,
    find_igual, insert_conversa, insert_mencoes, insert_mensagem, list_conversas, list_de,
    list_mensagens, list_mensagens_de, list_ultimas, share,
};
pub use esquecimento::{erase_acoes, erase_mencoes, list_ids_de};
