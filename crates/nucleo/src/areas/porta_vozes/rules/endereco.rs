//! Which addresses are posts, and what shows them. Pure.

use super::super::Plataforma::{self, Instagram, Twitter, Youtube};
use crate::endereco_web::{self, EnderecoWeb};

/// The hosts in their whole length: a longer name, a port or a user is another host. With each, the
/// one that is shown to people.
const HOSTS: [(&str, &str, Plataforma); 16] = [
    ("www.instagram.com", "www.instagram.com", Instagram),
    ("instagram.com", "instagram.com", Instagram),
    ("m.instagram.com", "www.instagram.com", Instagram),
    ("instagr.am", "www.instagram.com", Instagram),
    ("www.youtube.com", "www.youtube.com", Youtube),
    ("youtube.com", "youtube.com", Youtube),
    ("m.youtube.com", "www.youtube.com", Youtube),
    ("youtu.be", SHORT, Youtube),
    ("www.youtu.be", SHORT, Youtube),
    ("x.com", "x.com", Twitter),
    ("www.x.com", "x.com", Twitter),
    ("mobile.x.com", "x.com", Twitter),
    ("twitter.com", "twitter.com", Twitter),
    ("www.twitter.com", "twitter.com", Twitter),
    ("mobile.twitter.com", "twitter.com", Twitter),
    ("m.twitter.com", "twitter.com", Twitter),
];
const SHORT: &str = "youtu.be";
/// In the place of an id, and yet a playlist and a channel.
const NO_VIDEOS: [&str; 2] = ["videoseries", "live_stream"];
/// How long an id is, no network promises.
const MAX_ID: usize = 64;

/// A post of a social network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publicacao {
    pub plataforma: Plataforma,
    /// Its id there. Two addresses with the same one are the same post.
    pub codigo: String,
    /// Without whatever only tells who passed it on, and never the mobile page.
    pub url: String,
    pub embed_url: String,
}

/// The post that an address leads to; `None` for everything else.
pub fn reconhecer(texto: &str) -> Option<Publicacao> {
    let EnderecoWeb { host, path, query } = endereco_web::separar(texto)?;
    let known = HOSTS.iter().find(|(known, ..)| host.eq_ignore_ascii_case(known));
    let &(_, host, plataforma) = known?;
    let inteiro = path.strip_suffix('/').unwrap_or(path);
    let partes: Vec<&str> = inteiro.split('/').collect();
    match plataforma {
        // Both spellings are in use, with the slash and without.
        Instagram => instagram(host, &partes, inteiro.len() < path.len()),
        Youtube => youtube(host, &partes, query),
        Twitter => twitter(host, &partes),
    }
}

fn instagram(host: &str, partes: &[&str], barra: bool) -> Option<Publicacao> {
    let (form, id) = match *partes {
        [form, id] => (form, id),
        // What is shared has another id, which only the network can look up.
        [quem, form, id] if quem != "share" && is_id(quem.replace('.', "_").as_str()) => (form, id),
        _ => return None,
    };
    let form = match form {
        "p" | "tv" => "p",
        "reel" | "reels" => "reel",
        _ => return None,
    };
    let barra = if barra { "/" } else { "" };
    is_id(id).then(|| Publicacao {
        plataforma: Instagram,
        codigo: id.to_owned(),
        url: format!("https://{host}/{form}/{id}{barra}"),
        embed_url: format!("https://www.instagram.com/{form}/{id}/embed"),
    })
}

fn youtube(host: &str, partes: &[&str], query: &str) -> Option<Publicacao> {
    let (form, id) = match *partes {
        ["watch"] if host == SHORT => ("", only(query, "v")?),
        [id] if host == SHORT => ("", id),
        _ if host == SHORT => return None,
        ["watch"] => ("watch?v=", only(query, "v")?),
        ["shorts", id] => ("shorts/", id),
        ["embed" | "live" | "v", id] => ("watch?v=", id),
        _ => return None,
    };
    (is_id(id) && !NO_VIDEOS.contains(&id)).then(|| Publicacao {
        plataforma: Youtube,
        codigo: id.to_owned(),
        url: format!("https://{host}/{form}{id}"),
        embed_url: format!("https://www.youtube.com/embed/{id}"),
    })
}

fn twitter(host: &str, partes: &[&str]) -> Option<Publicacao> {
    let (quem, resto) = match partes {
        ["i", "web", resto @ ..] => ("i/web", resto),
        [quem, resto @ ..] if is_id(quem) => (*quem, resto),
        _ => return None,
    };
    let id = match *resto {
        ["status" | "statuses", id] => id,
        ["status" | "statuses", id, "photo" | "video", numero] if is_number(numero) => id,
        _ => return None,
    };
    // One number, one spelling.
    let id = is_number(id).then(|| id.parse::<u64>().ok()).flatten()?;
    Some(Publicacao {
        plataforma: Twitter,
        codigo: id.to_string(),
        url: format!("https://{host}/{quem}/status/{id}"),
        embed_url: format!("https://platform.twitter.com/embed/Tweet.html?id={id}"),
    })
}

fn is_id(text: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (1..=MAX_ID).contains(&text.len()) && text.bytes().all(known)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The value of a parameter that is given once.
fn only<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let mut values = pairs.filter(|(given, _)| *given == name).map(|(_, value)| value);
    values.next().filter(|_| values.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The platform, the id and the embed of each, and the address that people are shown unless it
    /// is the one that was given.
    #[test]
    fn the_forms_in_which_people_copy_a_post() {
        let shown = |given: &str, url: Option<&str>, plataforma, codigo: &str, embed: &str| {
            let esperada = Publicacao {
                plataforma,
                codigo: codigo.to_owned(),
                url: url.unwrap_or(given).to_owned(),
                embed_url: embed.to_owned(),
            };
            assert_eq!(reconhecer(given), Some(esperada), "{given}");
        };
        let (id, embed) = ("dQw4w9WgXcQ", "https://www.youtube.com/embed/dQw4w9WgXcQ");
        let watch = Some("https://www.youtube.com/watch?v=dQw4w9WgXcQ");
        for (given, url) in [
            ("https://www.youtube.com/watch?v=dQw4w9WgXcQ", None),
            ("https://youtube.com/watch?v=dQw4w9WgXcQ", None),
            ("https://youtu.be/dQw4w9WgXcQ", None),
            ("https://www.youtube.com/shorts/dQw4w9WgXcQ", None),
            ("http://www.youtube.com/watch?v=dQw4w9WgXcQ", watch),
            ("HTTPS://WWW.YouTube.com/watch?v=dQw4w9WgXcQ", watch),
            ("https://m.youtube.com/watch?v=dQw4w9WgXcQ", watch),
            ("https://www.youtube.com/watch/?v=dQw4w9WgXcQ", watch),
            ("https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s&list=PL1&index=2", watch),
            ("https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ#t=9", watch),
            ("https://www.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&feature=share", watch),
            ("https://www.youtube.com/embed/dQw4w9WgXcQ?start=9", watch),
            ("https://www.youtube.com/live/dQw4w9WgXcQ?si=abc", watch),
            ("https://www.youtube.com/v/dQw4w9WgXcQ", watch),
            ("https://youtu.be/dQw4w9WgXcQ?si=AbC-9&t=9", Some("https://youtu.be/dQw4w9WgXcQ")),
            ("https://www.youtu.be/dQw4w9WgXcQ/", Some("https://youtu.be/dQw4w9WgXcQ")),
            ("https://youtu.be/watch?v=dQw4w9WgXcQ", Some("https://youtu.be/dQw4w9WgXcQ")),
            (
                "https://m.youtube.com/shorts/dQw4w9WgXcQ?feature=share",
                Some("https://www.youtube.com/shorts/dQw4w9WgXcQ"),
            ),
        ] {
            shown(given, url, Youtube, id, embed);
        }
        let (id, embed) = ("C1a-_9", "https://www.instagram.com/p/C1a-_9/embed");
        for (given, url) in [
            ("https://www.instagram.com/p/C1a-_9/", None),
            ("https://www.instagram.com/p/C1a-_9", None),
            ("https://instagram.com/p/C1a-_9/", None),
            ("https://m.instagram.com/p/C1a-_9/", Some("https://www.instagram.com/p/C1a-_9/")),
            ("http://instagr.am/p/C1a-_9", Some("https://www.instagram.com/p/C1a-_9")),
            (
                "https://www.instagram.com/p/C1a-_9/?igsh=MzRl&utm_source=x&img_index=2",
                Some("https://www.instagram.com/p/C1a-_9/"),
            ),
            (
                "https://www.instagram.com/ana.souza/p/C1a-_9/",
                Some("https://www.instagram.com/p/C1a-_9/"),
            ),
            ("https://www.instagram.com/tv/C1a-_9/", Some("https://www.instagram.com/p/C1a-_9/")),
        ] {
            shown(given, url, Instagram, id, embed);
        }
        let embed = "https://www.instagram.com/reel/C1a-_9/embed";
        for (given, url) in [
            ("https://www.instagram.com/reel/C1a-_9/", None),
            ("https://www.instagram.com/reel/C1a-_9", None),
            (
                "https://www.instagram.com/reels/C1a-_9",
                Some("https://www.instagram.com/reel/C1a-_9"),
            ),
            (
                "https://www.instagram.com/ana/reel/C1a-_9/?igsh=x",
                Some("https://www.instagram.com/reel/C1a-_9/"),
            ),
        ] {
            shown(given, url, Instagram, id, embed);
        }
        let (id, embed) = ("20", "https://platform.twitter.com/embed/Tweet.html?id=20");
        let (x, twitter) = ("https://x.com/jack/status/20", "https://twitter.com/jack/status/20");
        for (given, url) in [
            (x, None),
            (twitter, None),
            ("https://www.x.com/jack/status/20?s=20&t=AbC", Some(x)),
            ("https://mobile.x.com/jack/status/20/", Some(x)),
            ("https://x.com/jack/status/020", Some(x)),
            ("https://x.com/jack/status/20/photo/1", Some(x)),
            ("https://x.com/jack/statuses/20/video/1#m", Some(x)),
            ("https://mobile.twitter.com/jack/status/20", Some(twitter)),
            ("https://m.twitter.com/jack/status/20", Some(twitter)),
            ("http://www.twitter.com/jack/status/20?ref_src=twsrc%5Etfw", Some(twitter)),
            ("https://x.com/i/status/20", None),
            ("https://x.com/i/web/status/20", None),
        ] {
            shown(given, url, Twitter, id, embed);
        }
    }

    #[test]
    fn what_only_looks_like_a_post_is_none() {
        for wrong in [
            "",
            "dQw4w9WgXcQ",
            "www.youtube.com/watch?v=dQw4w9WgXcQ",
            "//www.youtube.com/watch?v=dQw4w9WgXcQ",
            "ftp://www.youtube.com/watch?v=dQw4w9WgXcQ",
            "javascript://www.youtube.com/watch?v=dQw4w9WgXcQ%0aalert(1)",
            "data:text/html,https://x.com/jack/status/20",
            // Hosts that are made to be mistaken.
            "https://youtube.com.evil.org/watch?v=dQw4w9WgXcQ",
            "https://evil.org/www.youtube.com/watch?v=dQw4w9WgXcQ",
            "https://evil.org/?u=https://x.com/jack/status/20",
            "https://evil.org#https://x.com/jack/status/20",
            "https://www.youtube.com@evil.org/watch?v=dQw4w9WgXcQ",
            "https://user@x.com/jack/status/20",
            "https://evil.org\\@x.com/jack/status/20",
            "https:\\\\x.com\\jack\\status\\20",
            "https://x.com:8443/jack/status/20",
            "https://x.com./jack/status/20",
            "https://notx.com/jack/status/20",
            "https://x.com.br/jack/status/20",
            "https://twitter.co/jack/status/20",
            "https://tvvitter.com/jack/status/20",
            "https://www.\u{456}nstagram.com/p/C1a",
            "https://xn--nstagram-53f.com/p/C1a",
            "https://instagram.com.br/p/C1a",
            "https://cdninstagram.com/p/C1a",
            "https://youtube.co/watch?v=dQw4w9WgXcQ",
            "https://notyoutu.be/dQw4w9WgXcQ",
            "https://music.youtube.com/watch?v=dQw4w9WgXcQ",
            // The right hosts, and no post.
            "https://www.youtube.com",
            "https://www.youtube.com/",
            "https://www.youtube.com/@canal",
            "https://www.youtube.com/channel/UC1",
            "https://www.youtube.com/playlist?list=PL1",
            "https://www.youtube.com/watch",
            "https://www.youtube.com/watch?v=",
            "https://www.youtube.com/watch?v=a&v=b",
            "https://www.youtube.com/watch?v=dQw4w9WgX%51",
            "https://www.youtube.com/watch?v=dQw4w9WgXc\"",
            "https://www.youtube.com/watch?x=dQw4w9WgXcQ",
            "https://www.youtube.com/redirect?q=https://evil.org&v=dQw4w9WgXcQ",
            "https://www.youtube.com/embed/../redirect?q=evil",
            "https://www.youtube.com/embed/videoseries?list=PL1",
            "https://www.youtube.com/shorts/dQw4w9WgXcQ/../../x",
            "https://www.youtube.com//shorts/dQw4w9WgXcQ",
            "https://youtu.be/",
            "https://youtu.be/watch",
            "https://youtu.be/a/dQw4w9WgXcQ",
            "https://www.instagram.com/ana/",
            "https://www.instagram.com/p/",
            "https://www.instagram.com/p/C1a/embed",
            "https://www.instagram.com/p/C1%61",
            "https://www.instagram.com/stories/ana/123",
            "https://www.instagram.com/share/p/C1a",
            "https://www.instagram.com/explore/tags/p",
            "https://x.com/jack",
            "https://x.com/jack/status/",
            "https://x.com/jack/status/abc",
            "https://x.com/jack/status/-1",
            "https://x.com/jack/status/99999999999999999999999",
            "https://x.com/status/20",
            "https://x.com/jack/likes/20",
            "https://x.com/jack/status/20/retweets",
            "https://x.com/i/lists/20",
            " https://x.com/jack/status/20",
            "https://x.com/jack/status/2\n0",
        ] {
            assert_eq!(reconhecer(wrong), None, "{wrong}");
        }
        let longest = "a".repeat(64);
        assert!(reconhecer(&format!("https://www.instagram.com/p/{longest}")).is_some());
        assert!(reconhecer(&format!("https://www.instagram.com/p/{longest}a")).is_none());
    }
}
