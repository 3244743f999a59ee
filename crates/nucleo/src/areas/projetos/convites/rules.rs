//! How somebody comes into a project. Pure: no async, no SQL, no HTTP.

use base::id::UsuarioId;
use base::validation::{Field, FieldErrors};
use serde::Deserialize;
use utoipa::ToSchema;

/// As many as one message is delivered to at once.
pub const MAX_CONVIDADOS: usize = 500;

base::text_enum! {
    /// Onde está a participação de uma pessoa em um projeto.
    pub enum StatusConvite {
        Pendente = "PENDENTE",
        Aceito = "ACEITO",
        Recusado = "RECUSADO",
        Confirmado = "CONFIRMADO",
    }
}

/// What can be done about somebody's place in a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ato {
    Convidar,
    Adicionar,
    Aceitar,
    Recusar,
    Confirmar,
}

use Ato::{Aceitar, Adicionar, Confirmar, Convidar, Recusar};
use StatusConvite::{Aceito, Confirmado, Pendente, Recusado};

/// From where, by which act, to where. Whatever is not here is refused.
#[rustfmt::skip]
const TRANSICOES: &[(Option<StatusConvite>, Ato, StatusConvite)] = &[
    // Coord and Admin ask ...
    (None,           Convidar,  Pendente),
    (Some(Recusado), Convidar,  Pendente),
    // ... the invited member answers ...
    (Some(Pendente), Aceitar,   Aceito),
    (Some(Pendente), Recusar,   Recusado),
    // ... and Coord and Admin confirm, or add without asking.
    (Some(Aceito),   Confirmar, Confirmado),
    (None,           Adicionar, Confirmado),
    (Some(Pendente), Adicionar, Confirmado),
    (Some(Aceito),   Adicionar, Confirmado),
    (Some(Recusado), Adicionar, Confirmado),
];

/// Where the act leads, or `None` if it is not possible from here.
pub fn mover(de: Option<StatusConvite>, ato: Ato) -> Option<StatusConvite> {
    let linha = TRANSICOES.iter().find(|(from, por, _)| *from == de && *por == ato)?;
    Some(linha.2)
}

/// Whoever is to be invited, as far as the nucleo knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convidavel {
    pub usuario: UsuarioId,
    pub ativo: bool,
    pub convite: Option<StatusConvite>,
}

/// Why somebody was not invited, in words for whoever invited them.
pub type Ignorado = (UsuarioId, &'static str);

/// Parts those who are invited from those who are not, each in the order in which they were named.
pub fn separar(
    pedidos: &[UsuarioId],
    conhecidos: &[Convidavel],
) -> (Vec<UsuarioId>, Vec<Ignorado>) {
    let (mut convidados, mut ignorados) = (Vec::new(), Vec::new());
    for usuario in pedidos {
        let conhecido = conhecidos.iter().find(|conhecido| conhecido.usuario == *usuario);
        match motivo(conhecido) {
            None => convidados.push(*usuario),
            Some(motivo) => ignorados.push((*usuario, motivo)),
        }
    }
    (convidados, ignorados)
}

fn motivo(conhecido: Option<&Convidavel>) -> Option<&'static str> {
    let Some(conhecido) = conhecido else { return Some("Pessoa não encontrada.") };
    if !conhecido.ativo {
        return Some("Pessoa não está ativa.");
    }
    match (mover(conhecido.convite, Convidar), conhecido.convite) {
        (Some(_), _) => None,
        (None, Some(Confirmado)) => Some("Já faz parte do projeto."),
        (None, _) => Some("Já foi convidada."),
    }
}

/// As pessoas a convidar.
#[derive(Deserialize, ToSchema)]
pub struct ConvidarInput {
    #[schema(value_type = Vec<UsuarioId>, min_items = 1, max_items = 500)]
    usuario_ids: Field<Vec<Field<UsuarioId>>>,
}

impl ConvidarInput {
    /// Each person once, in the order in which they were named first.
    pub fn parse(self) -> Result<Vec<UsuarioId>, FieldErrors> {
        const CAMPO: &str = "usuario_ids";
        let mut erros = FieldErrors::default();
        let ids = erros.required(CAMPO, self.usuario_ids).unwrap_or_default();
        if erros.is_empty() && !(1..=MAX_CONVIDADOS).contains(&ids.len()) {
            erros.add(CAMPO, format!("Informe de 1 a {MAX_CONVIDADOS} pessoas."));
            return Err(erros);
        }
        let mut pedidos: Vec<UsuarioId> = Vec::new();
        for (index, id) in ids.into_iter().enumerate() {
            if let Some(id) = erros.required(&format!("{CAMPO}[{index}]"), id)
                && !pedidos.contains(&id)
            {
                pedidos.push(id);
            }
        }
        erros.finish(Some(pedidos))
    }
}

#[cfg(test)]
mod tests {
    use base::Uuid;
    use serde_json::{Value, json};

    use super::*;

    fn parse(body: Value) -> Result<Vec<UsuarioId>, FieldErrors> {
        serde_json::from_value::<ConvidarInput>(body).unwrap().parse()
    }

    fn campos(body: Value) -> Vec<String> {
        parse(body).unwrap_err().campos().map(str::to_owned).collect()
    }

    #[test]
    fn everybody_is_invited_once() {
        let [ana, rui] = [1, 2].map(Uuid::from_u128);
        let ids = parse(json!({"usuario_ids": [rui, ana, rui]})).unwrap();
        assert_eq!(ids, [rui.into(), ana.into()]);
    }

    #[test]
    fn a_list_is_neither_empty_nor_endless_and_holds_ids() {
        let id = Uuid::nil();
        for wrong in [json!({}), json!({"usuario_ids": []}), json!({"usuario_ids": "x"})] {
            assert_eq!(campos(wrong), ["usuario_ids"]);
        }
        assert_eq!(campos(json!({"usuario_ids": vec![id; 501]})), ["usuario_ids"]);
        let wrong = json!({"usuario_ids": [id, "x", null, 7]});
        assert_eq!(campos(wrong), ["usuario_ids[1]", "usuario_ids[2]", "usuario_ids[3]"]);
    }

    #[test]
    fn whoever_cannot_be_invited_is_told_why() {
        let [nova, recusou, aceitou, dentro, suspensa, estranha] =
            [1, 2, 3, 4, 5, 6].map(|number| UsuarioId::from(Uuid::from_u128(number)));
        let conhecido = |usuario, ativo, convite| Convidavel { usuario, ativo, convite };
        let conhecidos = [
            conhecido(nova, true, None),
            conhecido(recusou, true, Some(Recusado)),
            conhecido(aceitou, true, Some(Aceito)),
            conhecido(dentro, true, Some(Confirmado)),
            conhecido(suspensa, false, None),
        ];
        let pedidos = [nova, recusou, aceitou, dentro, suspensa, estranha];
        let (convidados, ignorados) = separar(&pedidos, &conhecidos);
        assert_eq!(convidados, [nova, recusou]);
        let esperado = [
            (aceitou, "Já foi convidada."),
            (dentro, "Já faz parte do projeto."),
            (suspensa, "Pessoa não está ativa."),
            (estranha, "Pessoa não encontrada."),
        ];
        assert_eq!(ignorados, esperado);
    }
}
