//! What the assistant may propose: a closed list, each with everything it takes, people by their
//! ids. What is stored is this, and what runs is what was stored.

use assistente::Ferramenta;
use base::clock::Timestamp;
use base::id::UsuarioId;
use base::scope::Cargo;
use base::{Result, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::areas::membros::{Segmento, Status};
use crate::areas::projetos::ProjetoId;
use crate::areas::projetos::tarefas::Dificuldade;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "ferramenta", content = "argumentos")]
pub enum Ato {
    #[serde(rename = "creditarMoedas")]
    Creditar(Ajuste),
    #[serde(rename = "debitarMoedas")]
    Debitar(Ajuste),
    #[serde(rename = "alterarCargoMembro")]
    AlterarCargo(NovoCargo),
    #[serde(rename = "alterarStatusMembro")]
    AlterarStatus(NovoStatus),
    #[serde(rename = "criarNotificacao")]
    Notificar(Notificacao),
    #[serde(rename = "criarTarefa")]
    CriarTarefa(NovaTarefa),
    #[serde(rename = "enviarEmail")]
    EnviarEmail(PartesDoEmail),
}

/// Names stand beside the ids for whoever reads; what is done goes by the ids.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ajuste {
    pub membro_id: UsuarioId,
    pub membro: String,
    pub valor: i64,
    pub motivo: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NovoCargo {
    pub membro_id: UsuarioId,
    pub membro: String,
    pub cargo: Cargo,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NovoStatus {
    pub membro_id: UsuarioId,
    pub membro: String,
    pub status: Status,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notificacao {
    pub titulo: String,
    pub mensagem: String,
    pub destinatarios: Alvos,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NovaTarefa {
    pub titulo: String,
    pub descricao: Option<String>,
    pub dificuldade: Dificuldade,
    pub recompensa: i64,
    pub prazo: Option<Timestamp>,
    pub responsavel_id: Option<UsuarioId>,
    pub responsavel: Option<String>,
    pub projeto_id: Option<ProjetoId>,
    pub projeto: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartesDoEmail {
    pub assunto: String,
    pub html: String,
    pub destinatarios: Alvos,
}

/// A quem: `"all"`, `{"cargo": [...]}`, `{"membroIds": [...]}` ou `{"segmento": {...}}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Alvos {
    #[serde(rename = "all")]
    Todos,
    #[serde(rename = "cargo")]
    Cargos(Vec<Cargo>),
    #[serde(rename = "membroIds")]
    Membros(Vec<UsuarioId>),
    #[serde(rename = "segmento")]
    Segmento(Segmento),
}

impl Ato {
    pub fn ferramenta(&self) -> Ferramenta {
        match self {
            Self::Creditar(_) => Ferramenta::CreditarMoedas,
            Self::Debitar(_) => Ferramenta::DebitarMoedas,
            Self::AlterarCargo(_) => Ferramenta::AlterarCargoMembro,
            Self::AlterarStatus(_) => Ferramenta::AlterarStatusMembro,
            Self::Notificar(_) => Ferramenta::CriarNotificacao,
            Self::CriarTarefa(_) => Ferramenta::CriarTarefa,
            Self::EnviarEmail(_) => Ferramenta::EnviarEmail,
        }
    }

    pub fn argumentos(&self) -> Result<Value> {
        let mut todo = serde_json::to_value(self)?;
        Ok(todo.get_mut("argumentos").map(Value::take).unwrap_or_default())
    }

    /// As it was stored.
    pub fn ler(ferramenta: &str, argumentos: Value) -> Result<Self> {
        let todo = json!({"ferramenta": ferramenta, "argumentos": argumentos});
        Ok(serde_json::from_value(todo)?)
    }

    /// The one person it is about.
    pub fn alvo(&self) -> Option<UsuarioId> {
        match self {
            Self::Creditar(ajuste) | Self::Debitar(ajuste) => Some(ajuste.membro_id),
            Self::AlterarCargo(novo) => Some(novo.membro_id),
            Self::AlterarStatus(novo) => Some(novo.membro_id),
            Self::CriarTarefa(nova) => nova.responsavel_id,
            Self::Notificar(_) | Self::EnviarEmail(_) => None,
        }
    }

    /// What the audit trail keeps of it: ids and numbers, nobody's name and nothing written.
    pub fn na_trilha(&self, acao: Uuid) -> Value {
        let comum = json!({"acaoId": acao, "ferramenta": self.ferramenta().as_str()});
        let proprio = match self {
            Self::Creditar(ajuste) | Self::Debitar(ajuste) => {
                json!({"membroId": ajuste.membro_id, "valor": ajuste.valor})
            }
            Self::AlterarCargo(novo) => json!({"membroId": novo.membro_id, "cargo": novo.cargo}),
            Self::AlterarStatus(novo) => {
                json!({"membroId": novo.membro_id, "status": novo.status})
            }
            Self::CriarTarefa(nova) => {
                json!({"responsavelId": nova.responsavel_id, "projetoId": nova.projeto_id})
            }
            Self::Notificar(Notificacao { destinatarios, .. })
            | Self::EnviarEmail(PartesDoEmail { destinatarios, .. }) => {
                json!({ "destinatarios": destinatarios })
            }
        };
        let campos = [comum, proprio].into_iter().filter_map(|valor| match valor {
            Value::Object(campos) => Some(campos),
            _ => None,
        });
        Value::Object(campos.flatten().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_read_back() {
        let id = UsuarioId::from(Uuid::nil());
        let ajuste = Ajuste { membro_id: id, membro: "Ana".into(), valor: 5, motivo: "M".into() };
        let email = PartesDoEmail {
            assunto: "A".into(),
            html: "<p>x</p>".into(),
            destinatarios: Alvos::Cargos(vec![Cargo::Membro]),
        };
        for ato in [Ato::Creditar(ajuste.clone()), Ato::Debitar(ajuste), Ato::EnviarEmail(email)] {
            let argumentos = ato.argumentos().unwrap();
            assert_eq!(Ato::ler(ato.ferramenta().as_str(), argumentos).unwrap(), ato);
        }
        assert!(Ato::ler("apagarTudo", json!({})).is_err());
    }

    #[test]
    fn the_trail_has_nobody_s_name() {
        let id = UsuarioId::from(Uuid::nil());
        let ajuste =
            Ajuste { membro_id: id, membro: "Ana".into(), valor: 5, motivo: "Mês".into() };
        let linha = Ato::Creditar(ajuste).na_trilha(Uuid::nil()).to_string();
        assert!(linha.contains("creditarMoedas") && !linha.contains("Ana"), "{linha}");
        assert!(!linha.contains("Mês"));
    }
}
