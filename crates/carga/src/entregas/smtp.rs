//! A mail server that takes everything: RFC 5321 as far as a client needs it.

use std::sync::Arc;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::tally::Tally;
use crate::Failure;

pub async fn serve(listener: TcpListener, tally: Arc<Tally>) -> Result<(), Failure> {
    loop {
        let (stream, _) = listener.accept().await?;
        let tally = Arc::clone(&tally);
        base::app::in_background(async move {
            // A client that hangs up in the middle has not handed over a message.
            let _ = converse(stream, &tally).await;
        });
    }
}

async fn converse(stream: TcpStream, tally: &Tally) -> Result<(), Failure> {
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 carga ESMTP\r\n").await?;
    let (mut line, mut receivers) = (Vec::new(), Vec::new());
    while read_line(&mut stream, &mut line).await? {
        let text = String::from_utf8_lossy(&line);
        let verb = text.get(..4).unwrap_or_default().to_ascii_uppercase();
        let answer: &[u8] = match verb.as_str() {
            "EHLO" => b"250-carga\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n",
            "RCPT" => {
                receivers.push(text.split(['<', '>']).nth(1).unwrap_or_default().to_owned());
                b"250 ok\r\n"
            }
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await?;
                while read_line(&mut stream, &mut line).await? && line != b".\r\n" {}
                if line.is_empty() {
                    return Ok(());
                }
                receivers.drain(..).for_each(|receiver| tally.add(receiver));
                b"250 taken\r\n"
            }
            "RSET" => {
                receivers.clear();
                b"250 ok\r\n"
            }
            "QUIT" => return Ok(stream.write_all(b"221 bye\r\n").await?),
            _ => b"250 ok\r\n",
        };
        stream.write_all(answer).await?;
    }
    Ok(())
}

/// `false` when there are no more.
async fn read_line(stream: &mut BufReader<TcpStream>, line: &mut Vec<u8>) -> Result<bool, Failure> {
    line.clear();
    Ok(stream.read_until(b'\n', line).await? > 0)
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use tokio::io::AsyncReadExt;

    use super::*;

    async fn say(address: SocketAddr, words: &str) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(words.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
        let mut answers = String::new();
        stream.read_to_string(&mut answers).await.unwrap();
        answers
    }

    #[tokio::test]
    async fn a_message_counts_once_it_is_complete() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, tally) = (listener.local_addr().unwrap(), Arc::new(Tally::default()));
        base::app::in_background({
            let tally = Arc::clone(&tally);
            async move {
                let _ = serve(listener, tally).await;
            }
        });
        let begin = "EHLO x\r\nMAIL FROM:<a@x.org>\r\nRCPT TO:<ana@x.org>\r\nDATA\r\nhello\r\n";
        let answers = say(address, begin).await;
        assert!(answers.ends_with("354 go on\r\n"), "{answers}");
        assert_eq!(tally.counted().total, 0);
        let answers = say(address, &format!("{begin}.\r\nQUIT\r\n")).await;
        assert!(answers.ends_with("250 taken\r\n221 bye\r\n"), "{answers}");
        assert!(tally.counted().is_exactly(1, 1));
    }
}
