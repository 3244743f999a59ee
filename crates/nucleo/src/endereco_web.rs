//! A web address taken apart, for whoever accepts those of a few known hosts alone.

pub struct EnderecoWeb<'a> {
    /// As it was written: a port, a user or a longer name make it another host.
    pub host: &'a str,
    /// Without the slash at its beginning.
    pub path: &'a str,
    pub query: &'a str,
}

/// `None` for what is no address of a page, or what a browser might take for another one.
pub fn separar(texto: &str) -> Option<EnderecoWeb<'_>> {
    // A browser drops or turns around some of these, and may then open something else.
    if !texto.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\') {
        return None;
    }
    let (scheme, rest) = texto.split_once("://")?;
    if !["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return None;
    }
    let rest = rest.split('#').next()?;
    let (address, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (host, path) = address.split_once('/')?;
    Some(EnderecoWeb { host, path, query })
}
