//! What a feed says: RSS, Atom or JSON Feed, from whoever. Pure.

use base::clock::Timestamp;
use base::validation::MAX_NOME;
use feed_rs::model::{Entry, Link};

use super::{Publicacao, reconhecer};
use crate::html;

/// How many posts of a feed are looked at, the newest first.
const MAX_ITENS: usize = 200;
/// No element of a feed has that many, and the parser compares each with each.
const MAX_ATRIBUTOS: usize = 100;
/// As much of a title as is looked at before its tags are taken off.
const MAX_TITULO_BRUTO: usize = 2000;

/// A post as a feed tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub publicacao: Publicacao,
    pub titulo: Option<String>,
    pub publicado_em: Option<Timestamp>,
}

/// The posts of a feed, each once, the oldest first; or what is wrong with it, in words for whoever
/// looks after the network.
pub fn ler(corpo: &[u8], agora: Timestamp) -> Result<Vec<Item>, &'static str> {
    const NAO_E_FEED: &str = "a resposta não é um feed RSS ou Atom";
    if excede_atributos(corpo) {
        return Err(NAO_E_FEED);
    }
    let parser = feed_rs::parser::Builder::new().sanitize_content(false).build();
    let feed = parser.parse(corpo).map_err(|_| NAO_E_FEED)?;
    let havia = !feed.entries.is_empty();
    let mut itens: Vec<Item> = Vec::new();
    for entrada in &feed.entries {
        let Some(publicacao) = publicacao(entrada) else { continue };
        let codigo = (publicacao.plataforma, publicacao.codigo.as_str());
        let mesma = |item: &Item| (item.publicacao.plataforma, &*item.publicacao.codigo) == codigo;
        if !itens.iter().any(mesma) {
            let titulo = titulo(entrada);
            let publicado_em = quando(entrada, agora);
            itens.push(Item { publicacao, titulo, publicado_em });
        }
        if itens.len() >= MAX_ITENS * 4 {
            break; // nobody posts that often in half an hour
        }
    }
    if havia && itens.is_empty() {
        return Err("nenhuma entrada do feed é uma publicação do Instagram, do YouTube ou do X");
    }
    // Feeds have the newest first, and where there are no dates that is all there is to go by.
    itens.sort_by_key(|item| std::cmp::Reverse(item.publicado_em));
    itens.truncate(MAX_ITENS);
    itens.reverse();
    Ok(itens)
}

/// By the link that an entry is about, or by an id that is one.
fn publicacao(entrada: &Entry) -> Option<Publicacao> {
    let principal = |link: &&Link| matches!(link.rel.as_deref(), None | Some("alternate"));
    let links = entrada.links.iter().filter(principal).map(|link| link.href.as_str());
    links.chain([entrada.id.as_str()]).find_map(|url| reconhecer(url.trim()))
}

fn titulo(entrada: &Entry) -> Option<String> {
    let bruto: String = entrada.title.as_ref()?.content.chars().take(MAX_TITULO_BRUTO).collect();
    let texto = html::texto(&bruto);
    let visivel: String = texto.chars().filter(|letra| !letra.is_control()).collect();
    let titulo = html::cortado(visivel.trim(), MAX_NOME);
    (!titulo.is_empty()).then_some(titulo)
}

/// Nothing was published before there was a web, nor will have been tomorrow.
fn quando(entrada: &Entry, agora: Timestamp) -> Option<Timestamp> {
    let quando = Timestamp::from(entrada.published.or(entrada.updated)?);
    (quando > Timestamp::EPOCH).then_some(quando.min(agora))
}

/// Whether some tag has more attributes than any honest one. Looks at bytes, so that it holds for
/// every encoding in which a tag is a tag.
fn excede_atributos(corpo: &[u8]) -> bool {
    let (mut na_tag, mut aspas, mut atributos) = (false, None, 0);
    for par in corpo.windows(2) {
        let [byte, depois] = *par else { continue };
        match (na_tag, aspas, byte) {
            (false, _, b'<') if !b"!?/ ".contains(&depois) => (na_tag, atributos) = (true, 0),
            (true, None, b'>') => na_tag = false,
            (true, None, b'"' | b'\'') => aspas = Some(byte),
            (true, Some(aberta), _) if aberta == byte => aspas = None,
            (true, None, b'=') => atributos += 1,
            _ => {}
        }
        if atributos > MAX_ATRIBUTOS {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use chrono::Duration;

    use super::*;

    fn agora() -> Timestamp {
        Timestamp::EPOCH + Duration::days(20_000) // 2024-10-04
    }

    fn rss(itens: &str) -> String {
        format!(
            "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Canal</title>\
             <link>https://x.com/ana</link>{itens}</channel></rss>"
        )
    }

    fn lidos(corpo: &str) -> Vec<(String, Option<String>, Option<String>)> {
        let linha = |item: Item| {
            (item.publicacao.codigo, item.titulo, item.publicado_em.map(|em| em.to_string()))
        };
        ler(corpo.as_bytes(), agora()).unwrap().into_iter().map(linha).collect()
    }

    #[test]
    fn rss_with_the_oldest_first() {
        let corpo =
            rss("<item><title>Nova &amp; boa</title><link>https://x.com/ana/status/2?s=20</link>\
             <pubDate>Wed, 02 Oct 2024 10:00:00 -0300</pubDate></item>\
             <item><title><![CDATA[<b>Velha</b> <script>alert(1)</script>&lt;3]]></title>\
             <guid isPermaLink=\"true\">https://twitter.com/ana/status/1</guid>\
             <pubDate>Tue, 01 Oct 2024 10:00:00 GMT</pubDate></item>");
        let texto = |texto: &str| Some(texto.to_owned());
        assert_eq!(
            lidos(&corpo),
            [
                ("1".to_owned(), texto("Velha <3"), texto("2024-10-01T10:00:00.000Z")),
                ("2".to_owned(), texto("Nova & boa"), texto("2024-10-02T13:00:00.000Z")),
            ]
        );
    }

    /// As the video network writes it.
    #[test]
    fn atom_with_more_links_than_one() {
        let corpo = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
            <feed xmlns:yt=\"http://www.youtube.com/xml/schemas/2015\" \
            xmlns:media=\"http://search.yahoo.com/mrss/\" xmlns=\"http://www.w3.org/2005/Atom\">\
            <link rel=\"self\" href=\"http://www.youtube.com/feeds/videos.xml?channel_id=UC1\"/>\
            <id>yt:channel:UC1</id><title>Canal</title><entry><id>yt:video:dQw4w9WgXcQ</id>\
            <yt:videoId>dQw4w9WgXcQ</yt:videoId><title>Ao vivo</title>\
            <link rel=\"related\" href=\"https://www.youtube.com/watch?v=outro\"/>\
            <link rel=\"alternate\" href=\"https://www.youtube.com/watch?v=dQw4w9WgXcQ\"/>\
            <published>2024-09-30T12:00:00+00:00</published>\
            <media:group><media:title>Ao vivo</media:title></media:group></entry></feed>";
        let esperado = (
            "dQw4w9WgXcQ".to_owned(),
            Some("Ao vivo".to_owned()),
            Some("2024-09-30T12:00:00.000Z".to_owned()),
        );
        assert_eq!(lidos(corpo), [esperado]);
    }

    #[test]
    fn json_and_other_encodings() {
        let corpo = r#"{"version": "https://jsonfeed.org/version/1.1", "title": "Canal", "items":
            [{"id": "1", "url": "https://www.instagram.com/p/C1a/", "content_text": "x"}]}"#;
        assert_eq!(lidos(corpo), [("C1a".to_owned(), None, None)]);
        let mut latin1 = b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><rss version=\"2.0\">\
            <channel><item><title>A"
            .to_vec();
        latin1.extend([0xe7, 0xe3]);
        latin1.extend(b"o</title><link>https://x.com/a/status/1</link></item></channel></rss>");
        let itens = ler(&latin1, agora()).unwrap();
        assert_eq!(itens[0].titulo.as_deref(), Some("Ação"));
    }

    #[test]
    fn the_same_post_twice_is_one_and_others_are_none() {
        let corpo = rss("<item><link>https://x.com/ana/status/1</link></item>\
             <item><link>https://mobile.twitter.com/ana/status/1?s=20</link></item>\
             <item><link>https://blog.exemplo.org/1</link></item><item><title>x</title></item>");
        assert_eq!(lidos(&corpo), [("1".to_owned(), None, None)]);
    }

    #[test]
    fn an_empty_feed_is_fine_and_a_feed_of_something_else_is_not() {
        assert_eq!(ler(rss("").as_bytes(), agora()), Ok(vec![]));
        let blog = rss("<item><link>https://blog.exemplo.org/1</link></item>");
        assert!(ler(blog.as_bytes(), agora()).unwrap_err().starts_with("nenhuma entrada"));
    }

    #[test]
    fn dates_make_sense_or_are_none() {
        let com_data = |data: &str| {
            let item = format!(
                "<item><link>https://x.com/a/status/1</link><pubDate>{data}</pubDate></item>"
            );
            lidos(&rss(&item))[0].2.clone()
        };
        assert_eq!(com_data("Fri, 01 Jan 2100 00:00:00 GMT"), Some(agora().to_string()));
        for nothing in
            ["Thu, 01 Jan 1970 00:00:00 GMT", "Mon, 01 Jan 1900 00:00:00 GMT", "ontem", ""]
        {
            assert_eq!(com_data(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn titles_are_one_line_and_end() {
        let longo = format!(
            "<item><title>{}</title><link>https://x.com/a/status/1</link></item>",
            "palavra\n".repeat(100)
        );
        let titulo = lidos(&rss(&longo))[0].1.clone().unwrap();
        assert!(titulo.chars().count() <= MAX_NOME && titulo.ends_with("palavra…"), "{titulo}");
        let vazio =
            "<item><title> <![CDATA[<br>]]></title><link>https://x.com/a/status/1</link></item>";
        assert_eq!(lidos(&rss(vazio))[0].1, None);
    }

    #[test]
    fn only_the_newest_of_very_many() {
        let itens: String = (1..=1000)
            .map(|n| format!("<item><link>https://x.com/a/status/{n}</link></item>"))
            .collect();
        let lidos = lidos(&rss(&itens));
        assert_eq!(lidos.len(), MAX_ITENS);
        assert_eq!(lidos.last().unwrap().0, "1", "a feed begins with the newest");
    }

    #[test]
    fn garbage_is_an_error_and_ends_soon() {
        let fundo = "<a>".repeat(200_000);
        let fundo_num_feed = rss(&"<item><b>".repeat(100_000));
        let atributos: String = (0..100_000).map(|n| format!(" a{n}=\">\"")).collect();
        let entidades = "<!DOCTYPE rss [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]>\
            <rss version=\"2.0\"><channel><item><title>&b;</title></item>";
        for corpo in [
            "",
            "\u{0}\u{1}\u{2}",
            "olá",
            "<html><body>Não encontrado</body></html>",
            "{\"items\": []}",
            "<rss version=\"2.0\"><channel>",
            "<rss version=\"2.0\"></channel></rss>",
            &fundo,
            &fundo_num_feed,
            &format!("<rss version=\"2.0\"><channel{atributos}></channel></rss>"),
            entidades,
        ] {
            let inicio: String = corpo.chars().take(40).collect();
            assert!(ler(corpo.as_bytes(), agora()).is_err(), "{inicio}");
        }
    }
}
