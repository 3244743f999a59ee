//! Where the files go that people send: into the data folder, or into a store that speaks S3.

use std::fmt;

use base::outbound::Guard;

use super::{Get, Wrong, wrong};

#[derive(Clone, Debug)]
pub enum Storage {
    /// `arquivos` in the data folder.
    Folder,
    S3(S3),
}

#[derive(Clone)]
pub struct S3 {
    /// Without one it is Amazon's of the region.
    pub endpoint: Option<String>,
    pub bucket: String,
    pub region: String,
    pub access_key_id: String,
    pub secret_access_key: String,
    /// Where people read what is public, if not through this service; no slash at the end.
    pub public_url: Option<String>,
}

/// Never a key.
impl fmt::Debug for S3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("S3")
            .field("endpoint", &self.endpoint)
            .field("bucket", &self.bucket)
            .field("region", &self.region)
            .field("public_url", &self.public_url)
            .finish_non_exhaustive()
    }
}

pub(super) fn read(get: Get<'_>, guard: Guard) -> Result<Storage, Wrong> {
    let Some(bucket) = trimmed(get, "S3_BUCKET") else {
        let others = [
            "S3_ENDPOINT",
            "S3_REGION",
            "S3_ACCESS_KEY_ID",
            "S3_SECRET_ACCESS_KEY",
            "S3_PUBLIC_URL",
        ];
        return match others.into_iter().find(|name| get(name).is_some()) {
            None => Ok(Storage::Folder),
            Some(other) => Err(Wrong(format!("S3_BUCKET: falta, e {other} foi informado."))),
        };
    };
    let required = |name: &str| {
        let missing = || Wrong(format!("{name}: falta, e S3_BUCKET foi informado."));
        trimmed(get, name).ok_or_else(missing)
    };
    Ok(Storage::S3(S3 {
        endpoint: trimmed(get, "S3_ENDPOINT").map(|url| endpoint(guard, url)).transpose()?,
        bucket,
        region: trimmed(get, "S3_REGION").unwrap_or_else(|| "us-east-1".to_owned()),
        access_key_id: required("S3_ACCESS_KEY_ID")?,
        secret_access_key: required("S3_SECRET_ACCESS_KEY")?,
        public_url: trimmed(get, "S3_PUBLIC_URL").map(public_url).transpose()?,
    }))
}

fn trimmed(get: Get<'_>, name: &str) -> Option<String> {
    get(name).map(|value| value.trim().trim_end_matches('/').to_owned())
}

/// Judged now as far as it can be; what a name resolves to is judged with every request.
fn endpoint(guard: Guard, url: String) -> Result<String, Wrong> {
    match guard.check(&url) {
        Ok(_) => Ok(url),
        Err(why) => {
            let expected = format!("{why}. NUCLEO_PERMITIR_REDE_PRIVADA=true permite os outros");
            wrong("S3_ENDPOINT", &url, &expected)
        }
    }
}

fn public_url(url: String) -> Result<String, Wrong> {
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    match host.is_some_and(|host| !host.is_empty() && !host.contains([' ', '?', '#', '"', '\''])) {
        true => Ok(url),
        false => wrong("S3_PUBLIC_URL", &url, "informe um endereço, como https://cdn.nucleo.org"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: [(&str, &str); 4] = [
        ("S3_BUCKET", "nucleo"),
        ("S3_ENDPOINT", "https://s3.exemplo.org/"),
        ("S3_ACCESS_KEY_ID", "chave"),
        ("S3_SECRET_ACCESS_KEY", "segredo"),
    ];

    fn read_all(given: &[(&str, &str)], guard: Guard) -> Result<Storage, Wrong> {
        let get = |name: &str| {
            given.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        };
        read(&get, guard)
    }

    #[test]
    fn a_folder_unless_a_bucket_is_named() {
        assert!(matches!(read_all(&[], Guard::PUBLIC), Ok(Storage::Folder)));
        let Ok(Storage::S3(s3)) = read_all(&FULL, Guard::PUBLIC) else { panic!("a store") };
        assert_eq!(s3.endpoint.as_deref(), Some("https://s3.exemplo.org"));
        assert_eq!(s3.region, "us-east-1");
        assert!(!format!("{s3:?}").contains("segredo"));
    }

    #[test]
    fn what_is_missing_is_named() {
        for (missing, named) in [
            ("S3_BUCKET", "S3_BUCKET"),
            ("S3_ACCESS_KEY_ID", "S3_ACCESS_KEY_ID"),
            ("S3_SECRET_ACCESS_KEY", "S3_SECRET_ACCESS_KEY"),
        ] {
            let given: Vec<_> = FULL.into_iter().filter(|(name, _)| *name != missing).collect();
            let sentence = read_all(&given, Guard::PUBLIC).unwrap_err().to_string();
            assert!(sentence.starts_with(named), "{sentence}");
        }
        let given: Vec<_> = FULL.into_iter().chain([("S3_PUBLIC_URL", "cdn.org")]).collect();
        let sentence = read_all(&given, Guard::PUBLIC).unwrap_err().to_string();
        assert!(sentence.starts_with("S3_PUBLIC_URL"), "{sentence}");
    }

    #[test]
    fn a_private_endpoint_takes_a_word() {
        for private in ["http://s3.exemplo.org", "https://127.0.0.1:9000", "http://localhost"] {
            let given: Vec<_> =
                FULL.into_iter().filter(|(name, _)| *name != "S3_ENDPOINT").collect();
            let given = [&given[..], &[("S3_ENDPOINT", private)]].concat();
            let sentence = read_all(&given, Guard::PUBLIC).unwrap_err().to_string();
            assert!(sentence.contains("NUCLEO_PERMITIR_REDE_PRIVADA"), "{sentence}");
            assert!(read_all(&given, Guard::LIFTED).is_ok(), "{private}");
        }
    }
}
