//! JSON schemas for the model, and the check of what it wrote against them. serde alone would
//! speak English, name one mistake at a time and know nothing of the bounds.

use chrono::NaiveDate;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

/// The schema of `T`, all in one piece. An absent field is left out, never null, so the schema
/// does not speak of null either: models then do not write it.
pub fn de<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut esquema = settings.into_generator().into_root_schema_for::<T>().to_value();
    if let Some(raiz) = esquema.as_object_mut() {
        raiz.remove("title");
        raiz.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    }
    arrumar(&mut esquema);
    esquema
}

fn arrumar(esquema: &mut Value) {
    match esquema {
        Value::Object(campos) => {
            campos.remove("default");
            // The bounds say it already.
            if campos.get("format").is_some_and(|formato| formato != "date") {
                campos.remove("format");
            }
            if let Some(Value::Array(tipos)) = campos.get_mut("type") {
                tipos.retain(|tipo| tipo != "null");
                if let [unico] = tipos.as_slice() {
                    let unico = unico.clone();
                    campos.insert("type".to_owned(), unico);
                }
            }
            if let Some(Value::Array(opcoes)) = campos.get_mut("enum") {
                opcoes.retain(|opcao| !opcao.is_null());
            }
            if let Some(Value::Array(ramos)) = campos.get("anyOf") {
                let mut ramos: Vec<Value> = ramos.clone();
                ramos.retain(|ramo| ramo.get("type") != Some(&Value::from("null")));
                if let [Value::Object(unico)] = ramos.as_slice() {
                    let unico = unico.clone();
                    campos.remove("anyOf");
                    for (nome, valor) in unico {
                        campos.entry(nome).or_insert(valor);
                    }
                }
            }
            campos.values_mut().for_each(arrumar);
        }
        Value::Array(itens) => itens.iter_mut().for_each(arrumar),
        _ => {}
    }
}

/// Some models write null for what they leave out.
pub fn sem_nulos(valor: Value) -> Value {
    match valor {
        Value::Null => Value::Object(Map::new()),
        Value::Object(campos) => Value::Object(
            campos
                .into_iter()
                .filter(|(_, valor)| !valor.is_null())
                .map(|(nome, valor)| {
                    (nome, if valor.is_object() { sem_nulos(valor) } else { valor })
                })
                .collect(),
        ),
        outro => outro,
    }
}

/// All that is wrong with `valor`, in one sentence per field.
pub fn conferir(ferramenta: &str, esquema: &Value, valor: &Value) -> Result<(), String> {
    let mut erros = Vec::new();
    examinar(esquema, valor, "", &mut erros);
    if erros.is_empty() {
        return Ok(());
    }
    Err(format!("Argumentos de {ferramenta}: {}.", erros.join("; ")))
}

fn examinar(esquema: &Value, valor: &Value, caminho: &str, erros: &mut Vec<String>) {
    if let Some(opcoes) = esquema.get("enum").and_then(Value::as_array) {
        if !opcoes.contains(valor) {
            let opcoes: Vec<&str> = opcoes.iter().filter_map(Value::as_str).collect();
            erros.push(format!("{caminho} deve ser um de {}", opcoes.join(", ")));
        }
        return;
    }
    match esquema.get("type").and_then(Value::as_str) {
        Some("object") => objeto(esquema, valor, caminho, erros),
        Some("array") => lista(esquema, valor, caminho, erros),
        Some("string") => texto(esquema, valor, caminho, erros),
        Some("integer") => inteiro(esquema, valor, caminho, erros),
        Some("boolean") if !valor.is_boolean() => {
            erros.push(format!("{caminho} deve ser verdadeiro ou falso"));
        }
        _ => {}
    }
}

fn objeto(esquema: &Value, valor: &Value, caminho: &str, erros: &mut Vec<String>) {
    let Some(campos) = valor.as_object() else {
        let nome = if caminho.is_empty() { "o conjunto" } else { caminho };
        erros.push(format!("{nome} deve ser um objeto JSON"));
        return;
    };
    let prefixo = if caminho.is_empty() { String::new() } else { format!("{caminho}.") };
    let conhecidos = esquema.get("properties").and_then(Value::as_object);
    for (nome, valor) in campos {
        match conhecidos.and_then(|conhecidos| conhecidos.get(nome)) {
            Some(esquema) => examinar(esquema, valor, &format!("{prefixo}{nome}"), erros),
            None => erros.push(format!("{prefixo}{nome} não existe")),
        }
    }
    let exigidos = esquema.get("required").and_then(Value::as_array).into_iter().flatten();
    for nome in exigidos.filter_map(Value::as_str) {
        if !campos.contains_key(nome) {
            erros.push(format!("falta {prefixo}{nome}"));
        }
    }
}

fn lista(esquema: &Value, valor: &Value, caminho: &str, erros: &mut Vec<String>) {
    let Some(itens) = valor.as_array() else {
        erros.push(format!("{caminho} deve ser uma lista"));
        return;
    };
    if let Some(maximo) = limite(esquema, "maxItems")
        && itens.len() as u64 > maximo
    {
        erros.push(format!("{caminho} aceita no máximo {maximo} itens"));
        return;
    }
    if let Some(esquema) = esquema.get("items") {
        for (posicao, item) in itens.iter().enumerate() {
            examinar(esquema, item, &format!("{caminho}[{posicao}]"), erros);
        }
    }
}

fn texto(esquema: &Value, valor: &Value, caminho: &str, erros: &mut Vec<String>) {
    let Some(texto) = valor.as_str() else {
        erros.push(format!("{caminho} deve ser um texto"));
        return;
    };
    if esquema.get("format").is_some_and(|formato| formato == "date") {
        if texto.parse::<NaiveDate>().is_err() {
            erros.push(format!("{caminho} deve ser uma data no formato AAAA-MM-DD"));
        }
        return;
    }
    let tamanho = texto.chars().count() as u64;
    match (limite(esquema, "minLength"), limite(esquema, "maxLength")) {
        (Some(_), _) if texto.trim().is_empty() => erros.push(format!("{caminho} está vazio")),
        (Some(minimo), _) if tamanho < minimo => {
            erros.push(format!("{caminho} deve ter pelo menos {minimo} caracteres"));
        }
        (_, Some(maximo)) if tamanho > maximo => {
            erros.push(format!("{caminho} deve ter no máximo {maximo} caracteres"));
        }
        _ => {}
    }
}

fn inteiro(esquema: &Value, valor: &Value, caminho: &str, erros: &mut Vec<String>) {
    let minimo = limite(esquema, "minimum").unwrap_or(0);
    let maximo = limite(esquema, "maximum").unwrap_or(u64::from(u32::MAX));
    if !valor.as_u64().is_some_and(|numero| (minimo..=maximo).contains(&numero)) {
        erros.push(format!("{caminho} deve ser um número inteiro de {minimo} a {maximo}"));
    }
}

fn limite(esquema: &Value, nome: &str) -> Option<u64> {
    esquema.get(nome).and_then(Value::as_u64)
}
