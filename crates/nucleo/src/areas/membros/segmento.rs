//! A part of the people: by cargo and by active plan. Whoever shows or tells something to a part
//! of a nucleo asks [`segmento_inclui!`], and nothing else.

use base::scope::Cargo;
use base::validation::{Expected, Field, FieldErrors};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::areas::planos;

/// A quem se dirige: quem tem um destes cargos e um destes planos ativos. Sem lista, todos.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Segmento {
    #[serde(rename = "cargo", default, skip_serializing_if = "Vec::is_empty")]
    pub cargos: Vec<Cargo>,
    /// Códigos de planos.
    #[serde(rename = "plano", default, skip_serializing_if = "Vec::is_empty")]
    #[schema(example = json!(["APOIADOR"]))]
    pub planos: Vec<String>,
}

/// A quem se dirige. Cada campo é um texto ou uma lista.
#[derive(Deserialize, ToSchema)]
pub struct SegmentoInput {
    #[schema(value_type = Option<Vec<Cargo>>)]
    cargo: Field<TextoOuLista>,
    #[schema(value_type = Option<Vec<String>>, example = json!(["APOIADOR"]))]
    plano: Field<TextoOuLista>,
}

impl Expected for SegmentoInput {
    const EXPECTED: &'static str = "Informe um objeto com cargo e plano.";
    const IS_OBJECT: bool = true;
}

/// One text is a list of one.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum TextoOuLista {
    Texto(String),
    Lista(Vec<String>),
}

impl Expected for TextoOuLista {
    const EXPECTED: &'static str = "Informe um texto ou uma lista de textos.";
}

/// More plans than any nucleo has.
const MAX_PLANOS: usize = 50;
const MAX_CODIGO: usize = 60;

impl Segmento {
    pub fn de_cargos(cargos: &[Cargo]) -> Self {
        Self { cargos: cargos.to_vec(), planos: Vec::new() }
    }

    pub fn e_de_todos(&self) -> bool {
        self.cargos.is_empty() && self.planos.is_empty()
    }

    /// Absent and `null` mean everybody. Whether a plan exists is asked of the plans.
    pub fn parse(erros: &mut FieldErrors, campo: &str, field: Field<SegmentoInput>) -> Self {
        let Some(input) = erros.optional(campo, field) else { return Self::default() };
        let cargos = lista(erros, &format!("{campo}.cargo"), input.cargo, |texto| {
            let cargo = Cargo::deserialize(Value::String(texto)).ok();
            cargo.filter(|cargo| *cargo != Cargo::SuperAdmin).ok_or("Este cargo não existe.")
        });
        let planos = lista(erros, &format!("{campo}.plano"), input.plano, |texto| {
            let codigo = texto.trim().to_uppercase();
            let cabe = !codigo.is_empty() && codigo.chars().count() <= MAX_CODIGO;
            if cabe { Ok(codigo) } else { Err(planos::NAO_EXISTE) }
        });
        Self { cargos, planos }
    }

    /// As columns `segmento_cargos` and `segmento_planos` keep it: null for everybody.
    pub fn colunas(&self) -> (Option<String>, Option<String>) {
        let cargos: Vec<_> = self.cargos.iter().map(|cargo| cargo.as_str()).collect();
        let coluna = |vazia: bool, lista: String| (!vazia).then_some(lista);
        (
            coluna(cargos.is_empty(), base::db::list::texts(&cargos)),
            coluna(self.planos.is_empty(), base::db::list::texts(&self.planos)),
        )
    }

    pub fn de_colunas(cargos: Option<&str>, planos: Option<&str>) -> base::Result<Self> {
        Ok(Self {
            cargos: serde_json::from_str(cargos.unwrap_or("[]"))?,
            planos: serde_json::from_str(planos.unwrap_or("[]"))?,
        })
    }
}

fn lista<T: PartialEq>(
    erros: &mut FieldErrors,
    campo: &str,
    field: Field<TextoOuLista>,
    parse: impl Fn(String) -> Result<T, &'static str>,
) -> Vec<T> {
    let (textos, e_lista) = match erros.optional(campo, field) {
        None => return Vec::new(),
        Some(TextoOuLista::Texto(texto)) => (vec![texto], false),
        Some(TextoOuLista::Lista(textos)) => (textos, true),
    };
    if textos.len() > MAX_PLANOS {
        erros.add(campo, format!("Informe no máximo {MAX_PLANOS}."));
        return Vec::new();
    }
    let mut itens = Vec::new();
    for (posicao, texto) in textos.into_iter().enumerate() {
        match parse(texto) {
            Ok(item) if itens.contains(&item) => {}
            Ok(item) => itens.push(item),
            Err(mensagem) if e_lista => erros.add(format!("{campo}[{posicao}]"), mensagem),
            Err(mensagem) => erros.add(campo, mensagem),
        }
    }
    itens
}

/// SQL: whether the person `$u` (an alias of `usuarios`) belongs, at the moment `$agora` (a
/// parameter), to the segment that the columns `segmento_cargos` and `segmento_planos` of `$s` keep.
/// A SUPER_ADMIN belongs everywhere.
macro_rules! segmento_inclui {
    ($s:literal, $u:literal, $agora:literal) => {
        concat!(
            "(",
            $u,
            ".cargo = 'SUPER_ADMIN' OR ((",
            $s,
            ".segmento_cargos IS NULL OR ",
            $u,
            ".cargo IN (SELECT value FROM json_each(",
            $s,
            ".segmento_cargos))) AND (",
            $s,
            ".segmento_planos IS NULL OR ",
            $crate::areas::planos::plano_ativo!($u, $agora),
            " IN (SELECT value FROM json_each(",
            $s,
            ".segmento_planos)))))"
        )
    };
}

pub(crate) use segmento_inclui;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parse(value: Value) -> Result<Segmento, Vec<String>> {
        let mut erros = FieldErrors::default();
        let segmento = Segmento::parse(&mut erros, "s", serde_json::from_value(value).unwrap());
        let campos = erros.campos().map(str::to_owned).collect();
        erros.finish(Some(segmento)).map_err(|_| campos)
    }

    #[test]
    fn a_text_is_a_list_of_one_and_nothing_is_everybody() {
        let esperado = Segmento { cargos: vec![Cargo::Membro], planos: vec!["APOIADOR".into()] };
        assert_eq!(
            parse(json!({"cargo": "MEMBRO", "plano": ["apoiador", "APOIADOR"]})),
            Ok(esperado)
        );
        for nada in [json!(null), json!({}), json!({"cargo": [], "plano": null})] {
            assert!(parse(nada).unwrap().e_de_todos());
        }
    }

    #[test]
    fn what_does_not_exist_is_refused_by_its_place() {
        let erros = parse(json!({"cargo": ["MEMBRO", "CHEFE"], "plano": ""}));
        assert_eq!(erros, Err(vec!["s.cargo[1]".to_owned(), "s.plano".to_owned()]));
        assert_eq!(parse(json!({"cargo": "SUPER_ADMIN"})), Err(vec!["s.cargo".to_owned()]));
        assert_eq!(parse(json!([])), Err(vec!["s".to_owned()]));
        assert_eq!(parse(json!({"cargo": 1})), Err(vec!["s.cargo".to_owned()]));
    }

    #[test]
    fn the_columns_keep_it() {
        let segmento = Segmento { cargos: vec![Cargo::PortaVoz], planos: Vec::new() };
        let (cargos, planos) = segmento.colunas();
        assert_eq!((cargos.as_deref(), planos.as_deref()), (Some("[\"PORTA_VOZ\"]"), None));
        assert_eq!(Segmento::de_colunas(cargos.as_deref(), None).unwrap(), segmento);
    }
}
