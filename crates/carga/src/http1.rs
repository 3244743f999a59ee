//! A client that does as little as it can: it shares the cores with the server that it loads. A
//! request is bytes made ahead, an answer is read up to its Content-Length.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Failure;

/// A request as it goes over the wire.
#[derive(Clone)]
pub struct Request(Vec<u8>);

impl Request {
    pub fn get(path: &str, token: Option<&str>) -> Self {
        Self(format!("GET {path} HTTP/1.1\r\nhost: carga\r\n{}\r\n", bearer(token)).into_bytes())
    }

    pub fn post(path: &str, token: Option<&str>, body: &Value) -> Self {
        let (body, bearer) = (body.to_string(), bearer(token));
        let length = body.len();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: carga\r\n{bearer}content-type: application/json\r\n\
             content-length: {length}\r\n\r\n"
        );
        Self((head + &body).into_bytes())
    }
}

fn bearer(token: Option<&str>) -> String {
    token.map(|token| format!("authorization: Bearer {token}\r\n")).unwrap_or_default()
}

/// One kept-alive connection.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub async fn open(address: SocketAddr) -> Result<Self, Failure> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// The body of the answer. Whatever is not a success is a failure: a benchmark of errors would
    /// be a quick one.
    pub async fn send(&mut self, request: &Request) -> Result<&[u8], Failure> {
        self.stream.write_all(&request.0).await?;
        self.buffer.clear();
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err("the server closed the connection".into());
            }
            let Some(head) = parse(&self.buffer)? else { continue };
            if self.buffer.len() < head.length + head.body {
                continue;
            }
            let body = self.buffer.get(head.length..).unwrap_or_default();
            if !(200..300).contains(&head.status) {
                let said: String = String::from_utf8_lossy(body).chars().take(500).collect();
                let line = request.0.split(|byte| *byte == b'\r').next().unwrap_or_default();
                let line = String::from_utf8_lossy(line);
                return Err(format!("{line} answered {}: {said}", head.status).into());
            }
            return Ok(body);
        }
    }

    pub async fn send_for_json(&mut self, request: &Request) -> Result<Value, Failure> {
        Ok(serde_json::from_slice(self.send(request).await?)?)
    }
}

struct Head {
    status: u16,
    /// Of the head itself, in bytes.
    length: usize,
    /// Of what follows it.
    body: usize,
}

/// `None` while the head is not complete.
fn parse(bytes: &[u8]) -> Result<Option<Head>, Failure> {
    let mut headers = [httparse::EMPTY_HEADER; 48];
    let mut response = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(length) = response.parse(bytes)? else { return Ok(None) };
    let named = |header: &&httparse::Header| header.name.eq_ignore_ascii_case("content-length");
    let value = response.headers.iter().find(named).ok_or("an answer without Content-Length")?;
    let body = std::str::from_utf8(value.value)?.trim().parse()?;
    Ok(Some(Head { status: response.code.unwrap_or_default(), length, body }))
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::{Connection, Request, parse};

    #[tokio::test]
    async fn an_answer_that_is_no_success_is_a_failure() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut connection = Connection::open(listener.local_addr().unwrap()).await.unwrap();
        let (mut server, _) = listener.accept().await.unwrap();
        let answer = "HTTP/1.1 409 Conflict\r\ncontent-length: 5\r\n\r\ntaken";
        server.write_all(answer.as_bytes()).await.unwrap();
        let failure = connection.send(&Request::get("/x", None)).await.unwrap_err();
        assert_eq!(failure.to_string(), "GET /x HTTP/1.1 answered 409: taken");
        let mut asked = [0; 5];
        server.read_exact(&mut asked).await.unwrap();
        assert_eq!(&asked, b"GET /");
    }

    #[test]
    fn an_answer_is_understood_once_its_head_is_complete() {
        let answer = b"HTTP/1.1 201 Created\r\nContent-Length: 12\r\nx: y\r\n\r\n{\"saldo\":1}\n";
        assert!(parse(&answer[..answer.len() - 14]).unwrap().is_none());
        let head = parse(answer).unwrap().unwrap();
        assert_eq!((head.status, head.body), (201, 12));
        assert_eq!(head.length + head.body, answer.len());
        assert!(parse(b"HTTP/1.1 200 OK\r\n\r\n").is_err());
    }
}
