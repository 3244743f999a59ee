//! Reading messages as a mail program does.

use std::path::PathBuf;

use base::Uuid;
use base::testing::TestApp;
use data_encoding::BASE64_MIME;

/// A message taken apart.
pub struct Lida {
    pub cabecalhos: Vec<(String, String)>,
    pub texto: String,
    pub html: String,
}

impl Lida {
    pub fn cabecalho(&self, nome: &str) -> Option<&str> {
        let mut iguais = self.cabecalhos.iter().filter(|(este, _)| este == nome);
        let achado = iguais.next().map(|(_, valor)| valor.as_str());
        assert!(iguais.next().is_none(), "{nome} is there twice");
        achado
    }
}

/// The message that was written to a file for this address.
pub async fn arquivo_para(app: &TestApp, endereco: &str) -> Lida {
    let sql = "SELECT e.id FROM entregas e LEFT JOIN usuarios u ON u.id = e.usuario_id
               WHERE e.canal = 'EMAIL' AND COALESCE(e.endereco, u.email) = $1 ORDER BY e.id DESC";
    let ids: Vec<(Uuid,)> = app.rows(sql, (endereco.to_owned(),)).await;
    let (id,) = ids.first().expect("a delivery to this address");
    let arquivos = std::fs::read_dir(crate::pasta_de_teste().join("emails")).expect("a folder");
    let mut arquivos = arquivos.map(|arquivo| arquivo.expect("a file").path());
    let dele = |arquivo: &PathBuf| {
        arquivo.file_name().is_some_and(|nome| nome.to_string_lossy().starts_with(&id.to_string()))
    };
    let arquivo = arquivos.find(dele).expect("a file of this delivery");
    ler(&std::fs::read_to_string(&arquivo).expect("a message"))
}

/// Takes a multipart/alternative apart, and insists on its form.
pub fn ler(mensagem: &str) -> Lida {
    let (cabecalhos, corpo) = separar(mensagem);
    let tipo = valor(&cabecalhos, "Content-Type");
    assert!(tipo.starts_with("multipart/alternative"), "{tipo}");
    assert_eq!(valor(&cabecalhos, "MIME-Version"), "1.0");
    let limite = tipo.split("boundary=\"").nth(1).unwrap().split('"').next().unwrap();
    let partes: Vec<_> = corpo.split(&format!("--{limite}")).collect();
    assert_eq!(partes.len(), 4, "a preamble, two parts, an end: {mensagem}");
    assert_eq!(partes[3].trim(), "--");
    let parte = |parte: &str, tipo: &str| {
        let (cabecalhos, corpo) = separar(parte.trim_start());
        assert_eq!(valor(&cabecalhos, "Content-Type"), tipo);
        decodificar(&valor(&cabecalhos, "Content-Transfer-Encoding"), &corpo)
    };
    Lida {
        texto: parte(partes[1], "text/plain; charset=utf-8"),
        html: parte(partes[2], "text/html; charset=utf-8"),
        cabecalhos,
    }
}

fn separar(mensagem: &str) -> (Vec<(String, String)>, String) {
    let (cabeca, corpo) = mensagem.split_once("\r\n\r\n").expect("headers and a body");
    let cabeca = cabeca.replace("\r\n ", " ").replace("\r\n\t", " ");
    let linha = |linha: &str| {
        let (nome, valor) = linha.split_once(':').expect(linha);
        (nome.to_owned(), palavras(valor.trim()))
    };
    (cabeca.split("\r\n").map(linha).collect(), corpo.to_owned())
}

fn valor(cabecalhos: &[(String, String)], nome: &str) -> String {
    cabecalhos.iter().find(|(este, _)| este == nome).expect(nome).1.clone()
}

/// `=?utf-8?b?…?=` as what it says.
fn palavras(valor: &str) -> String {
    let (mut lido, mut depois_de_palavra) = (String::new(), true);
    for pedaco in valor.split(' ') {
        let palavra = pedaco.strip_prefix("=?utf-8?b?").and_then(|p| p.split_once("?="));
        // A blank between two encoded words only keeps them apart.
        if !(lido.is_empty() || depois_de_palavra && palavra.is_some()) {
            lido.push(' ');
        }
        depois_de_palavra = palavra.is_some();
        match palavra {
            Some((codigo, resto)) => {
                lido.push_str(&base64(codigo));
                lido.push_str(resto);
            }
            None => lido.push_str(pedaco),
        }
    }
    lido
}

fn decodificar(codificacao: &str, corpo: &str) -> String {
    match codificacao {
        "7bit" => corpo.to_owned(),
        "base64" => base64(corpo),
        "quoted-printable" => {
            let junto = corpo.replace("=\r\n", "");
            let mut bytes = Vec::new();
            let mut letras = junto.bytes();
            while let Some(letra) = letras.next() {
                bytes.push(match letra {
                    b'=' => {
                        let par = [letras.next().unwrap(), letras.next().unwrap()];
                        u8::from_str_radix(std::str::from_utf8(&par).unwrap(), 16).unwrap()
                    }
                    letra => letra,
                });
            }
            String::from_utf8(bytes).unwrap()
        }
        outra => panic!("{outra}"),
    }
}

fn base64(texto: &str) -> String {
    let texto = texto.trim();
    String::from_utf8(BASE64_MIME.decode(texto.as_bytes()).expect(texto)).unwrap()
}
