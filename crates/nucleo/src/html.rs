//! HTML that people wrote, made safe to show to others. What is not known to be harmless goes: a
//! list of what is allowed forgets nothing that somebody invents later.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, Url, UrlRelative};

/// As much as one text may have.
pub const MAX: usize = 200_000;

/// For a text inside the app, such as an announcement: headings, lists, links, pictures, tables.
pub fn conteudo(html: &str) -> String {
    static POLICY: LazyLock<Builder<'static>> = LazyLock::new(|| {
        let mut policy = common();
        policy
            .add_generic_attributes(["style"])
            .filter_style_properties(HashSet::from(["text-align"]));
        policy
    });
    clean(&POLICY, html)
}

/// For the body of an e-mail, where looks are inline: colours, sizes, tables and pictures stay.
pub fn email(html: &str) -> String {
    static POLICY: LazyLock<Builder<'static>> = LazyLock::new(letter);
    clean(&POLICY, html)
}

/// Like [`email`], and a path of this service becomes an address that a mail reader can open.
/// `root` is where people reach the service, without a slash at the end.
pub fn email_at(root: &str, html: &str) -> String {
    let mut policy = letter();
    policy.url_relative(match Url::parse(root) {
        Ok(root) => UrlRelative::RewriteWithRoot { root, path: String::new() },
        Err(_) => UrlRelative::Deny,
    });
    clean(&policy, html)
}

/// Where a browser begins a new line, and words of two of these do not belong together.
const BLOCOS: [&str; 11] =
    ["<br", "<p", "</p", "<li", "</li", "</h", "<div", "</div", "</td", "</th", "</tr"];
const ENTIDADES: [(&str, &str); 5] =
    [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];

/// The words of it on one line, without tags.
pub fn texto(html: &str) -> String {
    let mut texto = BLOCOS
        .iter()
        .fold(html.to_owned(), |html, bloco| html.replace(bloco, &format!(" {bloco}")));
    texto = Builder::empty().clean(&texto).to_string();
    // The ampersand last: "&amp;lt;" is the text "&lt;".
    for (entidade, letra) in ENTIDADES {
        texto = texto.replace(entidade, letra);
    }
    texto.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Of clean HTML: whether there are words or a picture to see.
pub fn diz_algo(html: &str) -> bool {
    html.contains("<img ") || !texto(html).is_empty()
}

/// As many characters as there is room for, cut between words.
pub fn cortado(texto: &str, max: usize) -> String {
    if texto.chars().count() <= max {
        return texto.to_owned();
    }
    let inicio: String = texto.chars().take(max - 1).collect();
    let inteiro = inicio.rsplit_once(' ').map_or(inicio.as_str(), |(inteiro, _)| inteiro);
    format!("{inteiro}…")
}

fn clean(policy: &Builder<'_>, html: &str) -> String {
    policy.clean(&shallow(html)).to_string().trim().to_owned()
}

fn common() -> Builder<'static> {
    let mut policy = Builder::default();
    policy
        .rm_tags(["area", "map"])
        .clean_content_tags(HashSet::from(WHOLLY_REMOVED))
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .add_tag_attribute_values("a", "target", ["_blank"])
        .attribute_filter(|element, attribute, value| match attribute {
            "style" => harmless_style(value).then_some(Cow::Borrowed(value)),
            // Nothing calls or writes to anybody to show a picture.
            "src" if element == "img" => (!value.starts_with("mailto:")
                && !value.starts_with("tel:"))
            .then_some(Cow::Borrowed(value)),
            _ => Some(Cow::Borrowed(value)),
        });
    policy
}

fn letter() -> Builder<'static> {
    let mut policy = common();
    let looks = HashSet::from(["align", "valign", "bgcolor", "width", "height", "border"]);
    let cells = looks.iter().copied().chain(["colspan", "rowspan", "nowrap"]).collect();
    let tables = looks.iter().copied().chain(["cellpadding", "cellspacing", "role"]).collect();
    let attributes: [(&str, HashSet<&str>); 6] = [
        ("table", tables),
        ("tr", looks.clone()),
        ("td", cells),
        ("th", looks.iter().copied().chain(["colspan", "rowspan", "scope"]).collect()),
        ("img", HashSet::from(["src", "alt", "width", "height", "align", "border"])),
        ("font", HashSet::from(["color", "face", "size"])),
    ];
    let mut allowed: HashMap<&str, HashSet<&str>> = policy.clone_tag_attributes();
    for (tag, names) in attributes {
        allowed.entry(tag).or_default().extend(names);
    }
    policy
        .add_tags(["font", "tfoot"])
        .tag_attributes(allowed)
        .add_generic_attributes(["style", "dir"])
        .filter_style_properties(HashSet::from(INLINE_STYLES));
    policy
}

/// Removed with everything inside. Of any other unknown element the words stay.
const WHOLLY_REMOVED: [&str; 16] = [
    "script", "style", "title", "template", "iframe", "frame", "frameset", "noframes", "noembed",
    "noscript", "object", "applet", "textarea", "select", "svg", "math",
];

/// What a mail may say about looks. Nothing here leaves the place that the element has: no
/// `position`, `z-index`, `transform`, `animation` or `content`.
#[rustfmt::skip]
const INLINE_STYLES: [&str; 57] = [
    "background", "background-color", "background-image", "background-position",
    "background-repeat", "background-size", "border", "border-bottom", "border-bottom-color",
    "border-bottom-style", "border-bottom-width", "border-collapse", "border-color", "border-left",
    "border-left-color", "border-radius", "border-right", "border-right-color", "border-spacing",
    "border-style", "border-top", "border-top-color", "border-top-style", "border-top-width",
    "border-width", "clear", "color", "direction", "display", "float", "font", "font-family",
    "font-size", "font-style", "font-variant", "font-weight", "height", "letter-spacing",
    "line-height", "list-style", "list-style-type", "margin", "margin-bottom", "margin-left",
    "margin-right", "margin-top", "max-width", "min-width", "padding", "padding-bottom",
    "padding-left", "padding-right", "padding-top", "text-align", "text-decoration",
    "vertical-align", "width",
];

/// What can hide something from the filter of properties or runs code in an old mail reader. An
/// honest letter has no use for any of it.
fn harmless_style(style: &str) -> bool {
    let style = style.to_ascii_lowercase();
    let tricks = ["\\", "/*", "expression", "javascript:", "vbscript:", "-set(", "var(", "@"];
    !tricks.iter().any(|trick| style.contains(trick))
}

/// How many elements may stand open at once, and how many of those that a parser opens again in
/// every paragraph: more is no letter, but markup built to cost minutes and gigabytes.
const MAX_OPEN: usize = 100;
const MAX_OPEN_FORMATTING: usize = 12;

/// Leaves out the tags that go beyond, not the words between them. It counts what looks like a tag
/// wherever it stands, since a parser must never see more of them than this does.
fn shallow(html: &str) -> Cow<'_, str> {
    if html.matches('<').count() <= MAX_OPEN_FORMATTING {
        return Cow::Borrowed(html);
    }
    let mut open: HashMap<String, usize> = HashMap::new();
    let (mut total, mut formatting) = (0, 0);
    let mut kept = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        kept.push_str(text);
        let (closes, name) = name_of(tag);
        let counted = !name.is_empty() && !UNCOUNTED.contains(&name.as_str());
        let formats = FORMATTING.contains(&name.as_str());
        let beyond = total >= MAX_OPEN || (formats && formatting >= MAX_OPEN_FORMATTING);
        if counted && !closes && beyond {
            let end = tag.find('>').map_or(tag.len(), |end| end + 1);
            rest = tag.get(end..).unwrap_or_default();
            continue;
        }
        let standing = open.entry(name).or_default();
        if counted && !closes {
            *standing += 1;
            total += 1;
            formatting += usize::from(formats);
        } else if counted && *standing > 0 {
            *standing -= 1;
            total -= 1;
            formatting -= usize::from(formats);
        }
        kept.push('<');
        rest = tag.get(1..).unwrap_or_default();
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

/// Whether the tag closes, and its name in lower case; no name if it is none.
fn name_of(tag: &str) -> (bool, String) {
    let inside = tag.get(1..).unwrap_or_default();
    let (closes, inside) = match inside.strip_prefix('/') {
        Some(inside) => (true, inside),
        None => (false, inside),
    };
    let end = |letter: char| letter.is_ascii_whitespace() || letter == '/' || letter == '>';
    let name = inside.split(end).next().unwrap_or_default();
    match name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        true => (closes, name.to_ascii_lowercase()),
        false => (closes, String::new()),
    }
}

/// Elements that hold nothing, and those that the next of their kind closes.
#[rustfmt::skip]
const UNCOUNTED: [&str; 17] = [
    "br", "hr", "img", "col", "wbr", "meta", "link", "p", "li", "tr", "td", "th", "dt", "dd",
    "thead", "tbody", "tfoot",
];

#[rustfmt::skip]
const FORMATTING: [&str; 14] = [
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
];

#[cfg(test)]
mod tests;
