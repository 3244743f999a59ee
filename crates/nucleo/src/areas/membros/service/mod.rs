//! What happens to people. Every function works inside the caller's transaction.

mod cadastro;
mod consulta;
mod gestao;
mod lista;
mod perfil;
mod segmento;

pub use cadastro::{Procedencia, aprovar, cadastrar, cadastrar_super_admin, rejeitar};
pub use consulta::{
    aprovados, cartoes, cartoes_de, cidades, contar_aprovados, contar_por_status, emails_de,
    grafias, procurar, ranking,
};
pub use gestao::{alterar_cargo, alterar_status, excluir, segurar};
pub use lista::{ativos, exportar, listar, listar_pendentes};
pub use perfil::{
    Perfil, alterar_competencias, alterar_dados, alterar_preferencias, dispensar_primeiro_login,
    indicados, perfil, perfil_de_membro, pessoa,
};
pub use segmento::conferir_segmento;

pub use super::rules::Procura;
pub use super::store::{Cartao, Indicado, Membro, Pendente, Pessoa};
