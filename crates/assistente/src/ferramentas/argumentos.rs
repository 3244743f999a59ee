//! What each tool takes. The doc comments are Portuguese: they travel to the model as the
//! descriptions of the schema. Bounds stand here alone; `esquema::conferir` enforces them.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! opcoes {
    ($(#[$doc:meta])* $nome:ident { $($variante:ident = $texto:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum $nome {
            $(#[serde(rename = $texto)] $variante),+
        }

        impl $nome {
            pub const TODOS: &'static [Self] = &[$(Self::$variante),+];

            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variante => $texto),+
                }
            }
        }
    };
}

opcoes! {
    /// Cargo de um membro do núcleo.
    Cargo {
        Membro = "MEMBRO",
        LiderProjeto = "LIDER_PROJETO",
        PortaVoz = "PORTA_VOZ",
        Coordenador = "COORDENADOR",
        Administrador = "ADMINISTRADOR",
    }
}

opcoes! {
    /// Situação do cadastro.
    Status {
        Pendente = "PENDENTE",
        Ativo = "ATIVO",
        Inativo = "INATIVO",
        Suspenso = "SUSPENSO",
    }
}

opcoes! {
    /// Situação que se pode dar a um membro.
    NovoStatus {
        Ativo = "ATIVO",
        Inativo = "INATIVO",
        Suspenso = "SUSPENSO",
    }
}

opcoes! {
    /// Nível de domínio de uma competência.
    Nivel {
        Basico = "BASICO",
        Intermediario = "INTERMEDIARIO",
        Avancado = "AVANCADO",
    }
}

opcoes! {
    /// Sentido de uma transação de moedas.
    TipoDeTransacao {
        Credito = "CREDITO",
        Debito = "DEBITO",
    }
}

opcoes! {
    /// Situação de um pedido da loja.
    StatusDoPedido {
        Pedido = "PEDIDO",
        Entregue = "ENTREGUE",
        Cancelado = "CANCELADO",
    }
}

opcoes! {
    /// Dificuldade de uma tarefa.
    Dificuldade {
        Facil = "FACIL",
        Media = "MEDIA",
        Dificil = "DIFICIL",
    }
}

macro_rules! argumentos {
    ($(#[$doc:meta])* $nome:ident { $($campos:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, rename_all = "camelCase", default)]
        pub struct $nome { $($campos)* }
    };
    // Without a default: some field is required.
    (exige $(#[$doc:meta])* $nome:ident { $($campos:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, rename_all = "camelCase")]
        pub struct $nome { $($campos)* }
    };
}

argumentos! { Nenhum {} }

argumentos! { FiltroDeMembros {
    /// Só quem tem este cargo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cargo: Option<Cargo>,
    /// Só quem está nesta situação.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Só quem mora nesta cidade.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub cidade: Option<String>,
    /// Só quem mora neste estado: a sigla, como SP.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 2, max = 2))]
    pub estado: Option<String>,
} }

argumentos! { ListarMembros {
    /// Só quem tem este cargo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cargo: Option<Cargo>,
    /// Só quem está nesta situação.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Só quem mora nesta cidade.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub cidade: Option<String>,
    /// Só quem mora neste estado: a sigla, como SP.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 2, max = 2))]
    pub estado: Option<String>,
    /// Página da lista, a partir de 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10000))]
    pub pagina: Option<u32>,
} }

impl ListarMembros {
    pub fn filtro(&self) -> FiltroDeMembros {
        let Self { cargo, status, cidade, estado, .. } = self.clone();
        FiltroDeMembros { cargo, status, cidade, estado }
    }
}

argumentos! { exige MembroPorNome {
    /// Nome ou parte do nome da pessoa.
    #[schemars(length(min = 1, max = 200))]
    pub nome: String,
} }

argumentos! { BuscarCompetencias {
    /// Competências procuradas, como "fotografia". Vazio: quais competências o núcleo tem.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 10), inner(length(min = 1, max = 200)))]
    pub competencias: Vec<String>,
    /// Só quem declarou este nível.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nivel: Option<Nivel>,
    /// Só quem mora nesta cidade.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub cidade: Option<String>,
} }

argumentos! { RankingMembros {
    /// Quantos membros mostrar; 10 se omitido.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100))]
    pub limite: Option<u32>,
} }

argumentos! { Periodo {
    /// Primeiro dia do período, no formato AAAA-MM-DD.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inicio: Option<NaiveDate>,
    /// Último dia do período, incluído nele, no formato AAAA-MM-DD.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fim: Option<NaiveDate>,
} }

argumentos! { TarefasPendentes {
    /// Só as tarefas deste projeto: parte do nome ou o id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub projeto: Option<String>,
    /// Só as tarefas deste responsável: nome ou id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub responsavel: Option<String>,
} }

argumentos! { HistoricoTransacoes {
    /// Só as transações deste membro: nome ou id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub membro: Option<String>,
    /// Só créditos ou só débitos.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tipo: Option<TipoDeTransacao>,
    /// Primeiro dia do período, no formato AAAA-MM-DD.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inicio: Option<NaiveDate>,
    /// Último dia do período, incluído nele, no formato AAAA-MM-DD.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fim: Option<NaiveDate>,
} }

argumentos! { ResultadosEnquete {
    /// Parte da pergunta da enquete, ou o id. Omitido: a enquete mais recente.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub enquete: Option<String>,
} }

argumentos! { PedidosLoja {
    /// Só os pedidos nesta situação. PEDIDO: feito e ainda não entregue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<StatusDoPedido>,
} }

argumentos! { ProdutosLoja {
    /// Parte do nome do produto.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub nome: Option<String>,
} }

argumentos! { AssinaturasAtivas {
    /// Só as assinaturas deste plano, como APOIADOR.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub plano: Option<String>,
} }

argumentos! { exige AjusteDeMoedas {
    /// Nome do membro, ou o id quando já se sabe.
    #[schemars(length(min = 1, max = 200))]
    pub membro: String,
    /// Quantidade de moedas.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub valor: u32,
    /// Motivo dito pela pessoa que pede. Nunca invente um.
    #[schemars(length(min = 1, max = 500))]
    pub motivo: String,
} }

argumentos! { exige AlterarCargoMembro {
    /// Nome do membro, ou o id quando já se sabe.
    #[schemars(length(min = 1, max = 200))]
    pub membro: String,
    /// O novo cargo.
    pub cargo: Cargo,
} }

argumentos! { exige AlterarStatusMembro {
    /// Nome do membro, ou o id quando já se sabe.
    #[schemars(length(min = 1, max = 200))]
    pub membro: String,
    /// A nova situação.
    pub status: NovoStatus,
} }

argumentos! {
    /// A quem se dirige: todos, ou quem tem um dos cargos ou planos, ou pessoas pelo nome ou id.
    Destinatarios {
    /// Verdadeiro: todos os membros ativos.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub todos: bool,
    /// Quem tem um destes cargos.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 5))]
    pub cargos: Vec<Cargo>,
    /// Quem tem um destes planos, como APOIADOR.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 10), inner(length(min = 1, max = 200)))]
    pub planos: Vec<String>,
    /// Estas pessoas: nomes ou ids.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100), inner(length(min = 1, max = 200)))]
    pub membros: Vec<String>,
} }

argumentos! { exige CriarNotificacao {
    /// Título curto da notificação.
    #[schemars(length(min = 1, max = 200))]
    pub titulo: String,
    /// Texto da notificação.
    #[schemars(length(min = 1, max = 1000))]
    pub mensagem: String,
    pub destinatarios: Destinatarios,
} }

argumentos! { exige CriarTarefa {
    /// Título da tarefa.
    #[schemars(length(min = 1, max = 200))]
    pub titulo: String,
    /// O que deve ser feito.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 10000))]
    pub descricao: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dificuldade: Option<Dificuldade>,
    /// Recompensa em moedas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1_000_000))]
    pub recompensa: Option<u32>,
    /// Último dia para entregar, no formato AAAA-MM-DD.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prazo: Option<NaiveDate>,
    /// Responsável: nome ou id. Omitido: tarefa aberta a candidaturas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub responsavel: Option<String>,
    /// Projeto: nome ou id. Omitido: tarefa avulsa.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub projeto: Option<String>,
} }

argumentos! { exige PrepararEmail {
    /// Do que o e-mail trata, em palavras simples; o texto é redigido a partir daqui.
    /// Use isto, ou então assunto e html.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 10000))]
    pub descricao: Option<String>,
    /// Assunto pronto, junto com html.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub assunto: Option<String>,
    /// Conteúdo pronto em HTML, junto com assunto.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200_000))]
    pub html: Option<String>,
    pub destinatarios: Destinatarios,
} }

argumentos! { EnviarEmail {
    /// Id do rascunho preparado. Omitido: o último que foi preparado nesta conversa.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 100))]
    pub rascunho: Option<String>,
} }
