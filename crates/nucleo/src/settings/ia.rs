//! The model behind the assistant, if there is one: any service that speaks the chat completions of
//! OpenAI. Without it the built-in assistant answers.

use std::fmt;
use std::time::Duration;

use base::outbound::Guard;
use base::rate_limit::Quota;

use super::{Get, Wrong, wrong};

#[derive(Clone, Debug)]
pub struct Ia {
    pub provider: Option<Provider>,
    /// How often one person may ask.
    pub quota: Quota,
}

#[derive(Clone)]
pub struct Provider {
    /// Without a slash at the end; `/chat/completions` follows.
    pub base_url: String,
    pub key: Option<String>,
    pub model: String,
    /// For one exchange. A question may take several, and has three times as long for all of them.
    pub timeout: Duration,
    /// Thousandths of the currency per million tokens, in and out.
    pub prices: (i64, i64),
}

/// Never the key.
impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Provider")
            .field("base_url", &self.base_url)
            .field("model", &self.model)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

const DEFAULT_TIMEOUT_S: u64 = 30;
/// What three exchanges take still fits into what the edge gives a long route.
const MAX_TIMEOUT_S: u64 = 50;

impl Default for Ia {
    fn default() -> Self {
        Self { provider: None, quota: Quota { max: 120, window: chrono::Duration::hours(1) } }
    }
}

pub(super) fn read(get: Get<'_>) -> Result<Ia, Wrong> {
    let mut ia = Ia::default();
    if let Some(value) = get("NUCLEO_LIMITE_IA") {
        let expected = "informe um número inteiro";
        let max = value.trim().parse();
        ia.quota.max = max.or_else(|_| wrong("NUCLEO_LIMITE_IA", &value, expected))?;
    }
    ia.provider = provider(get)?;
    Ok(ia)
}

fn provider(get: Get<'_>) -> Result<Option<Provider>, Wrong> {
    let trimmed = |name: &str| get(name).map(|value| value.trim().to_owned());
    let timeout = timeout(get)?;
    let prices = (price(get, "IA_PRECO_ENTRADA")?, price(get, "IA_PRECO_SAIDA")?);
    let key = trimmed("IA_API_KEY");
    let missing =
        |name: &str, given: &str| Err(Wrong(format!("{name}: falta, e {given} foi informado.")));
    let (base_url, model) = match (trimmed("IA_BASE_URL"), trimmed("IA_MODEL")) {
        (Some(base_url), Some(model)) => (base_url, model),
        (None, None) if key.is_none() => return Ok(None),
        (None, Some(_)) => return missing("IA_BASE_URL", "IA_MODEL"),
        (None, None) => return missing("IA_BASE_URL", "IA_API_KEY"),
        (Some(_), None) => return missing("IA_MODEL", "IA_BASE_URL"),
    };
    let base_url = base_url.trim_end_matches('/').to_owned();
    // The operator's own, who may well run a model inside their network.
    if let Err(why) = Guard::LIFTED.check(&base_url) {
        return wrong("IA_BASE_URL", &base_url, &why.to_string());
    }
    let printable = |key: &String| key.bytes().all(|byte| byte.is_ascii_graphic());
    if key.as_ref().is_some_and(|key| !printable(key)) {
        return wrong("IA_API_KEY", "…", "a chave tem letras que um cabeçalho não leva");
    }
    Ok(Some(Provider { base_url, key, model, timeout, prices }))
}

fn timeout(get: Get<'_>) -> Result<Duration, Wrong> {
    let Some(value) = get("IA_TIMEOUT_S") else {
        return Ok(Duration::from_secs(DEFAULT_TIMEOUT_S));
    };
    match value.trim().parse::<u64>() {
        Ok(seconds) if (1..=MAX_TIMEOUT_S).contains(&seconds) => Ok(Duration::from_secs(seconds)),
        _ => {
            let expected = format!("informe segundos, de 1 a {MAX_TIMEOUT_S}");
            wrong("IA_TIMEOUT_S", &value, &expected)
        }
    }
}

/// With up to three decimals; nothing means that nobody counts the cost.
fn price(get: Get<'_>, name: &str) -> Result<i64, Wrong> {
    let Some(value) = get(name) else { return Ok(0) };
    let expected = "informe o preço de um milhão de tokens, como 2.5";
    let (whole, fraction) = value.trim().split_once('.').unwrap_or((value.trim(), "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let thousandths = format!("{whole}{fraction:0<3}").parse::<i64>();
    match thousandths {
        Ok(price)
            if digits(whole) && digits(fraction) && fraction.len() <= 3 && price < 100_000_000 =>
        {
            Ok(price)
        }
        _ => wrong(name, &value, expected),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: [(&str, &str); 3] = [
        ("IA_BASE_URL", "http://127.0.0.1:11434/v1/"),
        ("IA_API_KEY", "segredo"),
        ("IA_MODEL", "modelo"),
    ];

    fn read_all(given: &[(&str, &str)]) -> Result<Ia, Wrong> {
        read(&|name| given.iter().find(|(key, _)| *key == name).map(|(_, text)| (*text).to_owned()))
    }

    #[test]
    fn the_built_in_assistant_unless_a_model_is_named() {
        let ia = read_all(&[]).unwrap();
        assert!(ia.provider.is_none());
        assert_eq!(ia.quota.max, 120);
        let provider = read_all(&FULL).unwrap().provider.unwrap();
        assert_eq!(provider.base_url, "http://127.0.0.1:11434/v1");
        assert_eq!(provider.timeout, Duration::from_secs(30));
        assert!(!format!("{provider:?}").contains("segredo"));
        assert!(read_all(&[FULL[0], FULL[2]]).unwrap().provider.unwrap().key.is_none());
    }

    #[test]
    fn prices_are_read_digit_by_digit() {
        let given = [&FULL[..], &[("IA_PRECO_ENTRADA", "2.5"), ("IA_PRECO_SAIDA", "10")]].concat();
        assert_eq!(read_all(&given).unwrap().provider.unwrap().prices, (2500, 10_000));
    }

    #[test]
    fn what_is_wrong_or_missing_is_named() {
        for (given, named) in [
            (&[FULL[0]][..], "IA_MODEL"),
            (&[FULL[2]], "IA_BASE_URL"),
            (&[FULL[1]], "IA_BASE_URL"),
            (&[("IA_BASE_URL", "modelo"), FULL[2]], "IA_BASE_URL"),
            (&[FULL[0], ("IA_API_KEY", "a b"), FULL[2]], "IA_API_KEY"),
            (&[("IA_TIMEOUT_S", "0")], "IA_TIMEOUT_S"),
            (&[("IA_TIMEOUT_S", "51")], "IA_TIMEOUT_S"),
            (&[("IA_PRECO_ENTRADA", "1,5")], "IA_PRECO_ENTRADA"),
            (&[("IA_PRECO_SAIDA", "1.2345")], "IA_PRECO_SAIDA"),
            (&[("IA_PRECO_SAIDA", "-1")], "IA_PRECO_SAIDA"),
            (&[("NUCLEO_LIMITE_IA", "muitas")], "NUCLEO_LIMITE_IA"),
        ] {
            let sentence = read_all(given).unwrap_err().to_string();
            assert!(sentence.starts_with(named), "{sentence}");
        }
    }
}
