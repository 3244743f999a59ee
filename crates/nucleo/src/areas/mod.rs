//! One folder per area of the contract. Inside: `http` → `service` → `rules` (pure) and `store`.

pub mod arquivos;
pub mod assinaturas;
pub mod auditoria;
pub mod autenticacao;
pub mod competencias;
pub mod comunicados;
pub mod conquistas;
pub mod economia;
pub mod emails;
pub mod enquetes;
pub mod entregas;
pub mod eventos;
pub mod feed;
pub mod financeiro;
pub mod ia;
pub mod loja;
pub mod membros;
pub mod notificacoes;
pub mod nucleos;
pub mod perfil;
pub mod planos;
pub mod porta_vozes;
pub mod projetos;
pub mod push;
pub mod sessoes;
pub mod super_admins;
