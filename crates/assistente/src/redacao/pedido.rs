//! What a description of a letter asks for: what the letter does (remind, invite, thank), to whom,
//! and about what. "Lembrar os membros do mutirão" is a reminder of the mutirão.

use crate::texto::plana;

/// What the letter does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ato {
    Lembrar,
    /// With the verb that says it: "Avisamos".
    Avisar(&'static str),
    Convidar,
    Agradecer,
    Pedir,
    /// Any other verb, which takes what follows it as it is.
    Outro(&'static str),
    /// It only says something.
    Dizer,
}

/// How the verb and what it is about are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Liga {
    Que,
    Sobre,
    De,
    Para,
    Por,
    Direto,
    /// "todos que participaram": about those it is addressed to.
    Relativa,
    /// Nothing but the receiver was said.
    Receptor,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pedido {
    pub ato: Ato,
    pub liga: Liga,
    /// A contraction is undone: after `De`, "do mutirão" is "o mutirão".
    pub texto: String,
    /// Whom it names, where that is not simply everybody: "a Maria", "os voluntários".
    pub receptor: Option<String>,
}

use Ato::*;

/// Infinitive, gerund and noun always ask for a letter; an order to one person does, too.
const VERBOS: &[(&str, Ato)] = &[
    ("lembrar lembrando lembrete lembre lembra relembrar relembrando relembre", Lembrar),
    ("avisar avisando aviso avise avisa", Avisar("Avisamos")),
    ("alertar alertando alerta alerte", Avisar("Alertamos")),
    ("informar informando informe informa", Avisar("Informamos")),
    ("comunicar comunicando comunicado comunique comunica", Avisar("Comunicamos")),
    ("convidar convidando convite convide convida chamar chamando chame chama", Convidar),
    ("convocar convocando convocacao convoque convoca", Convidar),
    ("agradecer agradecendo agradecimento agradeca agradece", Agradecer),
    ("pedir pedindo peca pede solicitar solicitando solicite", Pedir),
    // Orders with these verbs are for those who read: "confirme sua presença".
    ("confirmar confirmando", Outro("Confirmamos")),
    ("cancelar cancelando", Outro("Cancelamos")),
    ("adiar adiando", Outro("Adiamos")),
    ("anunciar anunciando", Outro("Anunciamos")),
    ("divulgar divulgando", Outro("Divulgamos")),
    ("apresentar apresentando", Outro("Apresentamos")),
    ("parabenizar parabenizando", Outro("Parabenizamos")),
    ("desejar desejando", Outro("Desejamos")),
    ("compartilhar compartilhando", Outro("Compartilhamos")),
    ("esclarecer esclarecendo", Outro("Esclarecemos")),
    ("reforcar reforcando", Outro("Reforçamos")),
];
const COMANDOS: &[&str] = &[
    "escreva", "escrever", "escreve", "prepare", "preparar", "prepara", "redija", "redigir",
    "redige", "faca", "fazer", "faz", "crie", "criar", "cria", "mande", "mandar", "manda", "envie",
    "enviar", "envia", "monte", "montar", "monta", "diga", "dizer", "gere", "gerar", "elabore",
];
const CARTAS: &[&str] =
    &["email", "e-mail", "um", "uma", "mensagem", "texto", "carta", "recado", "nota"];
const MARCAS: &[&str] =
    &["sobre", "dizendo", "que", "falando", "contando", "assunto", "explicando"];
const CORTESIAS: &[&str] = &[
    "por", "favor", "quero", "queria", "preciso", "gostaria", "pode", "poderia", "voce", "me",
    "de", "ajude", "ajuda", "a",
];
const CONTRACOES: &[(&str, &str)] = &[("do", "o"), ("da", "a"), ("dos", "os"), ("das", "as")];

fn verbo(forma: &str) -> Option<Ato> {
    VERBOS
        .iter()
        .find(|(formas, _)| formas.split(' ').any(|outra| outra == forma))
        .map(|(_, ato)| *ato)
}

pub struct Descricao<'a> {
    texto: &'a str,
    /// Where each word begins, and its plain form.
    palavras: Vec<(usize, String)>,
}

/// Reads a description.
pub fn ler(descricao: &str) -> Pedido {
    Descricao::nova(descricao.trim()).ler()
}

impl<'a> Descricao<'a> {
    fn nova(texto: &'a str) -> Self {
        let palavras = texto
            .split_whitespace()
            .map(|palavra| {
                let onde = palavra.as_ptr() as usize - texto.as_ptr() as usize;
                (onde, plana(palavra.trim_matches([',', '.', ':', ';', '!', '?'])))
            })
            .collect();
        Self { texto, palavras }
    }

    pub fn forma(&self, posicao: usize) -> &str {
        self.palavras.get(posicao).map_or("", |(_, forma)| forma.as_str())
    }

    fn resto(&self, posicao: usize) -> &'a str {
        let onde = self.palavras.get(posicao).map_or(self.texto.len(), |(onde, _)| *onde);
        self.texto.get(onde..).unwrap_or_default().trim_start_matches([':', ',', ';', '-', ' '])
    }

    fn trecho(&self, inicio: usize, fim: usize) -> &'a str {
        let tamanho = self.resto(inicio).len().saturating_sub(self.resto(fim).len());
        self.resto(inicio).get(..tamanho).unwrap_or_default().trim_end_matches([':', ',', ' '])
    }

    fn escrita(&self, posicao: usize) -> &'a str {
        self.resto(posicao).split_whitespace().next().unwrap_or_default()
    }

    pub fn dois_pontos(&self, posicao: usize) -> bool {
        self.escrita(posicao).ends_with(':')
    }

    pub fn maiuscula(&self, posicao: usize) -> bool {
        self.escrita(posicao).starts_with(char::is_uppercase)
    }

    fn ler(&self) -> Pedido {
        let inicio = self.inicio();
        let dizer = |texto: &str| Pedido {
            ato: Dizer,
            liga: Liga::Direto,
            texto: texto.to_owned(),
            receptor: None,
        };
        // "Convide seus amigos" speaks to those who read.
        let deles = ["seu", "sua", "seus", "suas"].contains(&self.forma(inicio + 1));
        match verbo(self.forma(inicio)) {
            Some(ato) if !deles && inicio + 1 < self.palavras.len() => {
                self.complemento(ato, inicio)
            }
            _ if self.resto(inicio).is_empty() => dizer(self.texto),
            _ => dizer(self.resto(inicio)),
        }
    }

    /// Where the order around it ends: "Escreva um e-mail para os membros dizendo que ...".
    fn inicio(&self) -> usize {
        let pedida = |posicao: usize| {
            let forma = self.forma(posicao);
            COMANDOS.contains(&forma) || CARTAS.contains(&forma) || verbo(forma).is_some()
        };
        let mut inicio = 0;
        while CORTESIAS.contains(&self.forma(inicio)) {
            inicio += 1;
        }
        if inicio > 0 && !pedida(inicio) {
            return 0;
        }
        let comando = COMANDOS.contains(&self.forma(inicio));
        if !comando && !CARTAS.contains(&self.forma(inicio)) {
            return inicio;
        }
        let ate = self.palavras.len().min(inicio + 14);
        let marca = (inicio..ate).find(|posicao| {
            let forma = self.forma(*posicao);
            MARCAS.contains(&forma) || verbo(forma).is_some() || self.dois_pontos(*posicao)
        });
        match marca {
            Some(marca) if verbo(self.forma(marca)).is_some() => marca,
            Some(marca) => {
                let mut depois = marca + 1;
                while ["que", "de", "sobre"].contains(&self.forma(depois)) {
                    depois += 1;
                }
                depois
            }
            None if comando => inicio + 1,
            None => 0,
        }
    }

    fn complemento(&self, ato: Ato, verbal: usize) -> Pedido {
        if let Outro(_) = ato {
            let texto = self.resto(verbal + 1).to_owned();
            return Pedido { ato, liga: Liga::Direto, texto, receptor: None };
        }
        let achado = if self.dois_pontos(verbal) { None } else { self.receptor(verbal + 1) };
        let (mut inicio, proprio) = achado.unwrap_or((verbal + 1, false));
        let receptor =
            (achado.is_some() && proprio).then(|| self.trecho(verbal + 1, inicio).to_owned());
        let dito = achado.map(|_| self.trecho(verbal + 1, inicio).to_owned());
        // "Um aviso aos membros informando que": the second verb says it.
        match verbo(self.forma(inicio)) {
            Some(outro) if self.forma(inicio).ends_with("ndo") => {
                return self.complemento(outro, inicio);
            }
            _ => {}
        }
        if ["dizendo", "falando", "contando", "explicando"].contains(&self.forma(inicio)) {
            inicio += 1;
        }
        if ato == Convidar && achado.is_none() || self.forma(verbal + 1) == "quem" {
            inicio = self.mais_adiante(ato, inicio);
        }
        if inicio >= self.palavras.len() {
            let texto = dito.unwrap_or_else(|| self.resto(verbal + 1).to_owned());
            return Pedido { ato, liga: Liga::Receptor, texto, receptor };
        }
        if ato == Agradecer
            && let Some(dito) = dito
            && ["que", "quem"].contains(&self.forma(inicio))
        {
            let texto = self.resto(inicio).to_owned();
            return Pedido { ato, liga: Liga::Relativa, texto, receptor: Some(dito) };
        }
        let (liga, artigo, pular) = self.liga(ato, inicio);
        let texto = format!("{artigo}{}", self.resto(inicio + pular));
        Pedido { ato, liga, texto, receptor }
    }

    /// "Convidar quem mora perto para a festa": what it is about stands farther on.
    fn mais_adiante(&self, ato: Ato, inicio: usize) -> usize {
        let marcas: &[&str] = match ato {
            Convidar => &["para", "pra", "pro"],
            Agradecer => &["por", "pelo", "pela", "pelos", "pelas"],
            _ => &["que", "sobre", "do", "da", "dos", "das"],
        };
        (inicio..self.palavras.len().min(inicio + 9))
            .find(|posicao| marcas.contains(&self.forma(*posicao)))
            .unwrap_or(inicio)
    }

    /// What joins them, the article that a contraction hides, and how many words that is.
    fn liga(&self, ato: Ato, inicio: usize) -> (Liga, String, usize) {
        let (forma, seguinte) = (self.forma(inicio), self.forma(inicio + 1));
        let com = |artigo: &str| format!("{artigo} ");
        let aberto = inicio + 1 < self.palavras.len();
        if let Some((_, artigo)) = CONTRACOES.iter().find(|(junta, _)| aberto && *junta == forma) {
            return (Liga::De, com(artigo), 1);
        }
        match forma {
            "que" if aberto => (Liga::Que, String::new(), 1),
            "de" if seguinte == "que" => (Liga::Que, String::new(), 2),
            "de" if aberto => (Liga::De, String::new(), 1),
            "sobre" if aberto => (Liga::Sobre, String::new(), 1),
            "para" if seguinte == "que" => (Liga::Que, String::new(), 2),
            "para" | "pra" if aberto => (Liga::Para, String::new(), 1),
            "pro" if aberto => (Liga::Para, com("o"), 1),
            "pros" if aberto => (Liga::Para, com("os"), 1),
            "pras" if aberto => (Liga::Para, com("as"), 1),
            "por" | "pelo" | "pela" | "pelos" | "pelas" if ato == Agradecer => {
                (Liga::Por, String::new(), 0)
            }
            "ao" if ato == Convidar => (Liga::Para, com("o"), 1),
            "aos" if ato == Convidar => (Liga::Para, com("os"), 1),
            "a" | "as" if ato == Convidar => {
                let verbo = super::verbos::infinitivo(seguinte).is_some();
                let artigo = if verbo { String::new() } else { com(forma) };
                (Liga::Para, artigo, 1)
            }
            _ => (Liga::Direto, String::new(), 0),
        }
    }
}
