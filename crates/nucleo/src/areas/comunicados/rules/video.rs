//! Which addresses are videos: YouTube's, in the four forms in which people copy them.

use crate::endereco_web::{self, EnderecoWeb};

const HOSTS: [&str; 3] = ["www.youtube.com", "youtube.com", "m.youtube.com"];
const SHORT_HOSTS: [&str; 2] = ["youtu.be", "www.youtu.be"];
const ID: usize = 11;
/// As long as an id, and yet a playlist and a channel.
const NO_VIDEOS: [&str; 2] = ["videoseries", "live_stream"];

/// The address of a video without what is not needed to play it: https, the host and the form that
/// were given, the id, and from where to play. `None` for everything else.
pub fn youtube(text: &str) -> Option<String> {
    let EnderecoWeb { host, path, query } = endereco_web::separar(text)?;
    // Compared whole: a port, a user or a longer name is another host.
    let host = host.to_ascii_lowercase();
    let (form, id) = if SHORT_HOSTS.contains(&host.as_str()) {
        ("/", path)
    } else if !HOSTS.contains(&host.as_str()) {
        return None;
    } else if path == "watch" {
        ("/watch?v=", only(query, "v")?)
    } else if let Some(id) = path.strip_prefix("shorts/") {
        ("/shorts/", id)
    } else {
        ("/embed/", path.strip_prefix("embed/")?)
    };
    let start = start(query, form.contains('?'));
    is_video(id).then(|| format!("https://{host}{form}{id}{start}"))
}

fn is_video(id: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    id.len() == ID && id.bytes().all(known) && !NO_VIDEOS.contains(&id)
}

/// The value of a parameter that is given once.
fn only<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let mut values = pairs.filter(|(given, _)| *given == name).map(|(_, value)| value);
    values.next().filter(|_| values.next().is_none())
}

/// From which second to play, in the parameter that it came in; nothing if it is no number.
fn start(query: &str, follows_another: bool) -> String {
    let separator = if follows_another { '&' } else { '?' };
    let seconds = |value: &str| {
        let digits = value.strip_suffix('s').unwrap_or(value);
        (1..=6).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let given = ["t", "start"].into_iter().find_map(|name| Some((name, only(query, name)?)));
    match given {
        Some((name, value)) if seconds(value) => format!("{separator}{name}={value}"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_in_which_people_copy_a_video() {
        for (given, kept) in [
            ("https://www.youtube.com/watch?v=dQw4w9WgXcQ", None),
            ("https://youtube.com/watch?v=dQw4w9WgXcQ", None),
            ("https://m.youtube.com/watch?v=dQw4w9WgXcQ", None),
            ("https://youtu.be/dQw4w9WgXcQ", None),
            ("https://www.youtube.com/shorts/a-b_c-d_e-1", None),
            ("https://www.youtube.com/embed/dQw4w9WgXcQ", None),
            ("https://youtu.be/dQw4w9WgXcQ?t=90", None),
            ("https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s", None),
            ("https://www.youtube.com/embed/dQw4w9WgXcQ?start=9", None),
            (
                "http://www.youtube.com/watch?v=dQw4w9WgXcQ",
                Some("https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
            ),
            ("HTTPS://YouTu.be/dQw4w9WgXcQ#x", Some("https://youtu.be/dQw4w9WgXcQ")),
            ("https://youtu.be/dQw4w9WgXcQ?si=abc&t=9x", Some("https://youtu.be/dQw4w9WgXcQ")),
            (
                "https://m.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&index=2#t",
                Some("https://m.youtube.com/watch?v=dQw4w9WgXcQ"),
            ),
        ] {
            assert_eq!(youtube(given).as_deref(), Some(kept.unwrap_or(given)), "{given}");
        }
    }

    #[test]
    fn what_only_looks_like_a_video_is_none() {
        for wrong in [
            "",
            "dQw4w9WgXcQ",
            "www.youtube.com/watch?v=dQw4w9WgXcQ",
            "//www.youtube.com/watch?v=dQw4w9WgXcQ",
            "ftp://www.youtube.com/watch?v=dQw4w9WgXcQ",
            "javascript://www.youtube.com/watch?v=dQw4w9WgXcQ%0aalert(1)",
            "javascript:alert('https://www.youtube.com/watch?v=dQw4w9WgXcQ')",
            "data:text/html,https://youtu.be/dQw4w9WgXcQ",
            "https://youtube.com.evil.org/watch?v=dQw4w9WgXcQ",
            "https://evil.org/www.youtube.com/watch?v=dQw4w9WgXcQ",
            "https://evil.org/?u=https://www.youtube.com/watch?v=dQw4w9WgXcQ",
            "https://evil.org#https://www.youtube.com/watch?v=dQw4w9WgXcQ",
            "https://www.youtube.com@evil.org/watch?v=dQw4w9WgXcQ",
            "https://user@www.youtube.com/watch?v=dQw4w9WgXcQ",
            "https://evil.org\\@www.youtube.com/watch?v=dQw4w9WgXcQ",
            "https:\\\\www.youtube.com\\watch?v=dQw4w9WgXcQ",
            "https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ",
            "https://www.youtube.com./watch?v=dQw4w9WgXcQ",
            "https://notyoutube.com/watch?v=dQw4w9WgXcQ",
            "https://www.y\u{43e}utube.com/watch?v=dQw4w9WgXcQ",
            "https://www.youtube.org/watch?v=dQw4w9WgXcQ",
            "https://music.youtube.com/watch?v=dQw4w9WgXcQ",
            "https://vimeo.com/76979871",
            "https://www.youtube.com",
            "https://www.youtube.com/",
            "https://www.youtube.com/watch",
            "https://www.youtube.com/watch?v=",
            "https://www.youtube.com/watch?v=short",
            "https://www.youtube.com/watch?v=dQw4w9WgXcQQ",
            "https://www.youtube.com/watch?v=dQw4w9WgX%51",
            "https://www.youtube.com/watch?v=dQw4w9WgXc\"",
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ&v=aaaaaaaaaaa",
            "https://www.youtube.com/watch?x=dQw4w9WgXcQ",
            "https://www.youtube.com/playlist?list=PLdQw4w9WgXcQ",
            "https://www.youtube.com/channel/dQw4w9WgXcQ",
            "https://www.youtube.com/@dQw4w9WgXcQ",
            "https://www.youtube.com/redirect?q=https://evil.org&v=dQw4w9WgXcQ",
            "https://www.youtube.com/embed/../redirect?q=evil",
            "https://www.youtube.com/embed/videoseries?list=PL1",
            "https://www.youtube.com/embed/live_stream?channel=UC1",
            "https://www.youtube.com/shorts/dQw4w9WgXcQ/../../x",
            "https://youtu.be/",
            "https://youtu.be/watch?v=dQw4w9WgXcQ",
            " https://youtu.be/dQw4w9WgXcQ",
            "https://youtu.be/dQw4w9WgXcQ\u{a0}",
            "https://youtu.be/dQw4w\n9WgXcQ",
        ] {
            assert_eq!(youtube(wrong), None, "{wrong}");
        }
    }
}
