//! Times of day within a text.

use crate::texto::plana;

fn nu(pedaco: &str) -> &str {
    pedaco.trim_end_matches([',', '.', ';', ':', '!', '?', ')'])
}

/// How many pieces from here on are a time of day: "19h", "14:30", "8 horas"; 0 if none are.
pub fn hora(pedacos: &[String], inicio: usize) -> usize {
    const PALAVRAS: &[&str] =
        &["duas", "tres", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "onze", "doze"];
    let forma =
        |posicao: usize| pedacos.get(posicao).map(|pedaco| plana(nu(pedaco))).unwrap_or_default();
    let do_dia = |posicao: usize| {
        let (liga, parte) = (forma(posicao), forma(posicao + 1));
        liga == "da" && ["manha", "tarde", "noite", "madrugada"].contains(&parte.as_str())
            || liga == "em" && parte == "ponto"
    };
    let Some(pedaco) = pedacos.get(inicio) else { return 0 };
    let escrita = nu(pedaco).to_lowercase();
    let digitos: String = escrita.chars().take_while(char::is_ascii_digit).collect();
    let unidade = ["h", "hs", "hr", "hrs", "hora", "horas"];
    if digitos.is_empty() {
        let horas = usize::from(forma(inicio + 1) == "horas");
        let dita = PALAVRAS.contains(&plana(&escrita).as_str()) && do_dia(inicio + 1 + horas);
        return if dita { 1 + horas } else { 0 };
    }
    if !digitos.parse::<u8>().is_ok_and(|hora| hora <= 24) {
        return 0;
    }
    let resto = escrita.get(digitos.len()..).unwrap_or_default();
    let minutos = resto
        .strip_prefix(['h', ':'])
        .map(|resto| resto.trim_end_matches("min").trim_end_matches('h'))
        .is_some_and(|resto| resto.len() == 2 && resto.chars().all(|d| d.is_ascii_digit()));
    if unidade.contains(&resto) || minutos {
        return 1;
    }
    if !resto.is_empty() || nu(pedaco) != pedaco {
        return 0;
    }
    let seguinte = forma(inicio + 1);
    if unidade.contains(&seguinte.as_str()) {
        2
    } else {
        usize::from(do_dia(inicio + 1) || seguinte == "e" && forma(inicio + 2) == "meia")
    }
}

/// "as 19h" is "às 19h", but not after another preposition: "para as 19h", "entre as 8h e as 10h".
pub fn pede_crase(pedacos: &[String], posicao: usize) -> bool {
    const SEM: &[&str] =
        &["para", "pra", "desde", "apos", "entre", "todas", "perante", "durante", "ate", "sao"];
    let forma =
        |posicao: usize| pedacos.get(posicao).map(|pedaco| plana(nu(pedaco))).unwrap_or_default();
    let anterior = posicao.checked_sub(1).map(forma).unwrap_or_default();
    let entre = anterior == "e"
        && (posicao.saturating_sub(6)..posicao).any(|antes| forma(antes) == "entre");
    hora(pedacos, posicao + 1) > 0 && !SEM.contains(&anterior.as_str()) && !entre
}

/// "sábado às 15h na sede" reads "sábado, às 15h, na sede".
pub fn com_virgulas(texto: &str) -> String {
    const DIAS: &[&str] = &[
        "domingo",
        "segunda",
        "terca",
        "quarta",
        "quinta",
        "sexta",
        "sabado",
        "amanha",
        "hoje",
        "janeiro",
        "fevereiro",
        "marco",
        "abril",
        "maio",
        "junho",
        "julho",
        "agosto",
        "setembro",
        "outubro",
        "novembro",
        "dezembro",
    ];
    let mut pedacos: Vec<String> = texto.split(' ').map(str::to_owned).collect();
    for posicao in 1..pedacos.len() {
        let horas = hora(&pedacos, posicao + 1);
        let crase = pedacos.get(posicao).is_some_and(|pedaco| pedaco == "às");
        let dia = pedacos.get(posicao - 1).is_some_and(|pedaco| {
            let forma = plana(pedaco);
            DIAS.contains(&forma.strip_suffix("-feira").unwrap_or(&forma))
                || pedaco.contains('/') && pedaco.ends_with(|letra: char| letra.is_ascii_digit())
        });
        if horas == 0 || !crase || !dia {
            continue;
        }
        if let Some(anterior) = pedacos.get_mut(posicao - 1) {
            anterior.push(',');
        }
        let lugar = pedacos
            .get(posicao + horas + 1)
            .is_some_and(|pedaco| ["na", "no", "nas", "nos", "em"].contains(&pedaco.as_str()));
        if let Some(ultima) = pedacos.get_mut(posicao + horas)
            && lugar
            && ultima.ends_with(char::is_alphanumeric)
        {
            ultima.push(',');
        }
    }
    pedacos.join(" ")
}
