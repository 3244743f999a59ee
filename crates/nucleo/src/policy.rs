//! Who may do what. A handler asks for `Scope<Capability>`; nothing else checks a cargo.

use base::scope::Capability;
use base::scope::Cargo::{
    self, Administrador, Coordenador, LiderProjeto, Membro, PortaVoz, SuperAdmin,
};

/// Everybody of a nucleo.
const TODOS: &[Cargo] = &[Membro, LiderProjeto, PortaVoz, Coordenador, Administrador];
const LIDERANCA: &[Cargo] = &[LiderProjeto, Coordenador, Administrador];
const COMUNICACAO: &[Cargo] = &[PortaVoz, Coordenador, Administrador];
const LIDERANCA_E_COMUNICACAO: &[Cargo] = &[LiderProjeto, PortaVoz, Coordenador, Administrador];
const GESTAO: &[Cargo] = &[Coordenador, Administrador];
const ADMINISTRACAO: &[Cargo] = &[Administrador];
const NACIONAL: &[Cargo] = &[];

/// Declares each capability as a type and all of them as a table.
macro_rules! policy {
    ($($(#[doc = $doc:literal])* $capability:ident => $cargos:ident;)+) => {
        $(
            $(#[doc = $doc])*
            pub struct $capability;

            impl Capability for $capability {
                const CARGOS: &'static [Cargo] = $cargos;
            }
        )+

        const TABLE: &[(&str, &str, &[Cargo])] =
            &[$((stringify!($capability), concat!($($doc),*), $cargos)),+];
    };
}

// The doc comments are printed into the API description, hence in Portuguese.
policy! {
    /// Participar da vida do núcleo: ler o feed, os comunicados e as enquetes, votar, agir em projetos.
    Participar => TODOS;
    /// Aprovar e rejeitar cadastros.
    DecidirCadastros => GESTAO;
    /// Ver e exportar o diretório de membros.
    VerMembros => GESTAO;
    /// Mudar o cargo de alguém.
    AlterarCargos => ADMINISTRACAO;
    /// Ativar, inativar e suspender membros.
    AlterarStatus => GESTAO;
    /// Ver o painel da moeda, ajustar saldos e mudar suas regras.
    AdministrarMoeda => ADMINISTRACAO;
    /// Criar enquetes.
    CriarEnquetes => COMUNICACAO;
    /// Ver os resultados de uma enquete aberta, mesmo sem tempo real.
    VerResultadosParciais => GESTAO;
    /// Ver na lista também os projetos de que não participa.
    VerTodosOsProjetos => LIDERANCA;
    /// Criar e alterar projetos, convidar, pôr e tirar pessoas.
    AdministrarProjetos => GESTAO;
    /// Criar, alterar e excluir tarefas de projetos e decidir candidaturas a elas.
    ConduzirTarefas => LIDERANCA;
    /// Aprovar e rejeitar tarefas entregues.
    ValidarTarefas => LIDERANCA;
    /// Criar, alterar e excluir tarefas avulsas.
    CriarTarefasAvulsas => COMUNICACAO;
    /// Decidir candidaturas a tarefas avulsas.
    DecidirCandidaturasAvulsas => LIDERANCA_E_COMUNICACAO;
    /// Excluir comentários de outras pessoas.
    ModerarComentarios => GESTAO;
    /// Criar, alterar e cancelar eventos, ver o código de check-in e registrar presenças.
    GerirEventos => GESTAO;
    /// Ler e mudar as configurações do núcleo.
    ConfigurarNucleo => ADMINISTRACAO;
    /// Ler a trilha de auditoria.
    LerAuditoria => ADMINISTRACAO;
    /// Acompanhar as entregas de push e e-mail e tentar de novo.
    AcompanharEntregas => ADMINISTRACAO;
    /// Criar comunicados, e alterar e excluir os próprios.
    PublicarComunicados => COMUNICACAO;
    /// Alterar e excluir os comunicados de qualquer pessoa do núcleo.
    GerirComunicados => GESTAO;
    /// Ver os porta-vozes, suas redes e como vai a leitura delas.
    VerPortaVozes => GESTAO;
    /// Designar e remover porta-vozes, cuidar de suas redes e publicações e mandar ler os feeds.
    GerirPortaVozes => ADMINISTRACAO;
    /// Publicar, alterar e excluir o que é de todos os núcleos.
    PublicarConteudoNacional => NACIONAL;
    /// Enviar comprovantes de lançamentos e lê-los.
    AnexarComprovantes => GESTAO;
    /// Escrever e-mails à mão, ver os modelos e o que se enviou.
    EscreverEmails => COMUNICACAO;
    /// Ver todos os e-mails que saíram do núcleo, não só os próprios.
    LerTodosOsEmails => GESTAO;
    /// Criar e alterar planos, e dar um plano a alguém.
    AdministrarPlanos => ADMINISTRACAO;
    /// Ver as assinaturas dos membros.
    VerAssinaturas => GESTAO;
    /// Lançar receitas e despesas, e ver e exportar os lançamentos e o resumo.
    GerirFinanceiro => GESTAO;
    /// Excluir lançamentos para sempre.
    ExcluirLancamentos => ADMINISTRACAO;
    /// Conversar com a assistente, que lê os dados do núcleo, e ver as conversas compartilhadas.
    UsarAssistente => GESTAO;
    /// Confirmar o que a assistente propõe: ela só propõe a quem pode isto.
    AgirPelaAssistente => ADMINISTRACAO;
    /// Compartilhar conversas com a coordenação do núcleo.
    CompartilharConversas => ADMINISTRACAO;
    /// Ver o que o núcleo usou do modelo por trás da assistente.
    VerConsumoDaIa => ADMINISTRACAO;
    /// Melhorar textos com a assistente, que para isso não lê dado nenhum.
    MelhorarTextos => COMUNICACAO;
    /// Cuidar da loja: pôr, alterar e tirar produtos, ver todos os pedidos, entregar e cancelar.
    GerirLoja => GESTAO;
    /// Criar e excluir conquistas.
    GerirConquistas => ADMINISTRACAO;
    /// Criar e alterar núcleos.
    AdministrarNucleos => NACIONAL;
    /// Listar e criar super admins.
    AdministrarSuperAdmins => NACIONAL;
}

/// Who has a capability, by its name; `None` if there is no such capability.
pub fn admitted(capability: &str) -> Option<Vec<Cargo>> {
    let (_, _, cargos) = TABLE.iter().find(|(name, ..)| *name == capability)?;
    Some(cargos.iter().copied().chain([SuperAdmin]).collect())
}

/// The table as Markdown, for the API description.
pub fn matrix() -> String {
    let cargos = [Membro, LiderProjeto, PortaVoz, Coordenador, Administrador, SuperAdmin];
    let names: Vec<_> = cargos.iter().map(|cargo| cargo.as_str()).collect();
    let mut matrix = format!(
        "| Capacidade | O que permite | {} |\n|---|---{}|\n",
        names.join(" | "),
        "|---".repeat(names.len())
    );
    for (capability, meaning, admitted) in TABLE {
        let mark = |cargo| match admitted.contains(cargo) || *cargo == SuperAdmin {
            true => "sim",
            false => "",
        };
        let marks: Vec<_> = cargos.iter().map(mark).collect();
        let row = format!("| {capability} |{meaning} | {} |\n", marks.join(" | "));
        matrix.push_str(&row);
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_administrador_may_do_what_a_coordenador_may() {
        for (capability, _, admitted) in TABLE {
            assert!(
                !admitted.contains(&Coordenador) || admitted.contains(&Administrador),
                "{capability}"
            );
        }
    }

    #[test]
    fn the_matrix_has_a_row_per_capability() {
        let row = "| DecidirCadastros | Aprovar e rejeitar cadastros. |  |  |  | sim | sim | sim |";
        assert!(matrix().contains(row), "{}", matrix());
        assert_eq!(matrix().lines().count(), 2 + TABLE.len());
    }
}
