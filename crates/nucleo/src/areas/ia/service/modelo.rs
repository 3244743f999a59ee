//! A question to the model: it asks for tools, they run here with the rights of whoever asked, and
//! it answers. What it wishes for is judged as if it came from an enemy.

use assistente::{Ferramenta, ler};
use base::Result;
use base::scope::{Capability, Scope};
use serde_json::{Value, json};

use super::super::ferramentas::{Achado, Feito, Ocasiao, executar_ou_explicar};
use super::super::provedor::{Medidor, Mensagem, Pedida, Provedor};
use super::super::{Fala, Papel, TipoDeResposta, rules};
use super::instrucoes;
use super::resposta::Resposta;

/// Rounds of tools in one question.
const MAX_RODADAS: usize = 8;
/// Of what tools found, over all rounds, in bytes.
const MAX_DADOS: usize = 96 * 1024;
/// Of what was said before, in messages and characters.
const MAX_LEMBRANCA: usize = 40;
const MAX_LETRAS: usize = 40_000;

/// What has happened so far.
#[derive(Default)]
struct Andamento {
    usadas: Vec<Ferramenta>,
    achado: Option<Achado>,
    pessoas: Vec<base::id::UsuarioId>,
    bytes: usize,
}

pub async fn responder<P: Capability>(
    scope: &Scope<P>,
    (provedor, medidor): (&Provedor, &mut Medidor),
    ocasiao: &Ocasiao<'_>,
    historico: &[Fala],
    tarefa: &str,
) -> Result<Resposta> {
    let sistema = scope.read(async |tx| instrucoes::sistema(tx, ocasiao, tarefa).await).await?;
    let mut mensagens = vec![Mensagem::Sistema(sistema)];
    mensagens.extend(lembradas(historico));
    let ferramentas = instrucoes::ferramentas(ocasiao);
    let mut andamento = Andamento::default();
    for rodada in 0..=MAX_RODADAS {
        // After the last round it is heard once more, with nothing to call.
        let oferta = if rodada < MAX_RODADAS { ferramentas.as_slice() } else { &[] };
        let dita = provedor.conversar(medidor, &mensagens, oferta).await?;
        if dita.pedidas.is_empty() {
            return Ok(concluir(andamento, &dita.texto));
        }
        if rodada == MAX_RODADAS {
            break;
        }
        mensagens.push(Mensagem::Pedidas(dita.pedidas.clone()));
        for pedida in dita.pedidas {
            match rodar(scope, ocasiao, &pedida, &mut andamento).await? {
                Rodada::Continua(dados) => {
                    mensagens.push(Mensagem::Ferramenta { id: pedida.id, dados });
                }
                // What has to be confirmed or asked is said in our own words, and at once.
                Rodada::Para(resposta) => return Ok(com_o_que_rodou(*resposta, andamento)),
            }
        }
    }
    let cansada = "Não cheguei a uma resposta. Tente uma pergunta mais curta ou mais precisa.";
    Ok(com_o_que_rodou(Resposta::texto(cansada), andamento))
}

enum Rodada {
    Continua(String),
    Para(Box<Resposta>),
}

async fn rodar<P: Capability>(
    scope: &Scope<P>,
    ocasiao: &Ocasiao<'_>,
    pedida: &Pedida,
    andamento: &mut Andamento,
) -> Result<Rodada> {
    let erro = |texto: String| Ok(Rodada::Continua(json!({ "erro": texto }).to_string()));
    let Some(ferramenta) = Ferramenta::parse(&pedida.nome) else {
        return erro("Esta ferramenta não existe.".to_owned());
    };
    let Some(argumentos) = pedida.argumentos.clone() else {
        return erro("Os argumentos não são JSON.".to_owned());
    };
    let chamada = match ler(ferramenta, argumentos) {
        Ok(chamada) => chamada,
        Err(porque) => return erro(porque),
    };
    let feito = scope.read(async |tx| executar_ou_explicar(tx, ocasiao, chamada).await).await?;
    match feito {
        Feito::Recusou(porque) => erro(porque),
        Feito::Achou(achado) => {
            andamento.usadas.push(ferramenta);
            let dados = json!({"ferramenta": ferramenta, "dados": achado.dados}).to_string();
            andamento.pessoas.extend(&achado.pessoas);
            // Cards stay, whatever is looked up after them.
            if achado.cartoes || !andamento.achado.as_ref().is_some_and(|antes| antes.cartoes) {
                andamento.achado = Some(achado);
            }
            andamento.bytes += dados.len();
            match andamento.bytes > MAX_DADOS {
                true => erro("Já foram lidos dados demais para esta pergunta.".to_owned()),
                false => Ok(Rodada::Continua(dados)),
            }
        }
        outro => Ok(Rodada::Para(Box::new(Resposta::de(ferramenta, outro)))),
    }
}

/// The last messages, as far as they fit; the question is always among them.
fn lembradas(historico: &[Fala]) -> Vec<Mensagem> {
    let (mut letras, mut quantas) = (0, 0);
    for fala in historico.iter().rev().take(MAX_LEMBRANCA) {
        letras += fala.texto.len();
        if quantas > 0 && letras > MAX_LETRAS {
            break;
        }
        quantas += 1;
    }
    let ultimas = historico.iter().skip(historico.len() - quantas);
    let mostrar = |fala: &Fala| match fala.papel {
        Papel::User => Mensagem::Usuario(fala.texto.clone()),
        Papel::Assistant => Mensagem::Assistente(fala.texto.clone()),
    };
    ultimas.map(mostrar).collect()
}

fn concluir(andamento: Andamento, dita: &str) -> Resposta {
    let (texto, opcoes) = rules::separar_opcoes(dita);
    let texto = match texto.is_empty() {
        true => "Escolha uma das opções.".to_owned(),
        false => rules::resposta(&texto),
    };
    let mut resposta = Resposta::escolha(texto, opcoes);
    if let Some(achado) = &andamento.achado {
        if achado.cartoes {
            resposta.tipo = TipoDeResposta::MemberCards;
        }
        resposta.dados = Some(achado.dados.clone());
    }
    com_o_que_rodou(resposta, andamento)
}

fn com_o_que_rodou(mut resposta: Resposta, andamento: Andamento) -> Resposta {
    let mut usadas = andamento.usadas;
    usadas.append(&mut resposta.tool_calls);
    for ferramenta in usadas {
        if !resposta.tool_calls.contains(&ferramenta) {
            resposta.tool_calls.push(ferramenta);
        }
    }
    resposta.pessoas.extend(andamento.pessoas);
    resposta
}

/// One exchange without tools: a text for a text.
pub async fn redigir(
    (provedor, medidor): (&Provedor, &mut Medidor),
    instrucoes: &str,
    material: &Value,
) -> Result<String> {
    let mensagens =
        [Mensagem::Sistema(instrucoes.to_owned()), Mensagem::Usuario(material.to_string())];
    Ok(provedor.conversar(medidor, &mensagens, &[]).await?.texto)
}
