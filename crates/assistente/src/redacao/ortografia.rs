//! Frequent mistakes and what was meant. Only what has one reading: "esta", "pais" or "publico" may be
//! right as they are, and stay. All keys in lower case.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::texto::plana;

/// The right form of a word in lower case, or None if it may stay.
pub fn corrigir(palavra: &str) -> Option<String> {
    if let Some((_, certa)) = PALAVRAS.iter().find(|(errada, _)| *errada == palavra) {
        return Some((*certa).to_owned());
    }
    if let Some(certa) = ACENTUADAS.get(palavra) {
        return Some((*certa).to_owned());
    }
    terminacao(palavra)
}

/// Names that have a fixed spelling, by their plain form.
pub fn nome_fixo(palavra: &str) -> Option<&'static str> {
    NOMES.iter().find(|(comum, _)| *comum == palavra).map(|(_, certo)| *certo)
}

/// "Inscricao", "acoes", "decisao": endings that have one spelling.
fn terminacao(palavra: &str) -> Option<String> {
    if !palavra.is_ascii() || palavra.len() < 5 || palavra.contains('-') {
        return None;
    }
    for (errado, certo) in TERMINACOES {
        if let Some(raiz) = palavra.strip_suffix(errado) {
            return (raiz.len() >= 2).then(|| format!("{raiz}{certo}"));
        }
    }
    None
}

const TERMINACOES: &[(&str, &str)] = &[
    ("cao", "ção"),
    ("coes", "ções"),
    ("ssao", "ssão"),
    ("ssoes", "ssões"),
    ("isao", "isão"),
    ("isoes", "isões"),
    ("usao", "usão"),
    ("usoes", "usões"),
    ("ensao", "ensão"),
    ("ersao", "ersão"),
    ("niao", "nião"),
    ("nioes", "niões"),
    ("tirao", "tirão"),
    ("tiroes", "tirões"),
    ("encia", "ência"),
    ("encias", "ências"),
];

/// Words that only lost their accents: their plain form leads to them.
static ACENTUADAS: LazyLock<HashMap<String, &'static str>> =
    LazyLock::new(|| COM_ACENTO.split_whitespace().map(|certa| (plana(certa), certa)).collect());

/// Without their accents these are no other word.
const COM_ACENTO: &str = "\
    não você vocês também amanhã já lá até só três mês além ninguém alguém porém parabéns após atrás através próximo próxima \
    próximos próximas último última últimos últimas único única únicos únicas político política políticos políticas básico \
    básica técnico técnica técnicos técnicas econômico econômica acadêmico eletrônico eletrônica ônibus vídeo vídeos saúde \
    saída saídas conteúdo conteúdos jurídico jurídica sábado sábados terça núcleo núcleos área áreas será serão estará \
    estarão haverá terá terão poderá poderão deverá deverão faremos agradeço conheça conheçam mínimo máximo ótimo ótima \
    ótimos péssimo rápido rápida número números difícil difíceis fácil fáceis possível possíveis impossível disponível \
    disponíveis responsável responsáveis útil úteis horário horários necessário necessária necessários voluntário \
    voluntária voluntários voluntárias relatório relatórios calendário usuário usuários aniversário formulário \
    formulários história histórias memória família famílias presença presenças licença criança crianças mudança \
    mudanças segurança liderança lideranças esperança cobrança força forças serviço serviços espaço espaços preço preços \
    endereço endereços almoço praça praças graças então são estão irmão irmãos mãos pão verão \
    município municípios música músicas prédio prédios escritório \
    secretário secretária secretários câmera câmeras câmara currículo currículos órgão órgãos benefício \
    benefícios sócio sócios sócia título títulos código códigos página páginas período períodos método métodos crédito \
    créditos débito débitos dólar fôlego gênero mídia mídias nível níveis café cafés pé pés avó avô \
    matrícula matrículas bônus mutirão reunião reuniões opinião opiniões união uniões coração corações eleição eleições \
    cidadão cidadãos cidadã cidadãs sessão pavilhão caminhão caminhões milhão milhões balcão vulcão macacão avião aviões \
    botão botões cartão cartões portão portões salão salões refeição refeições lição lições atenção bênção órfão \
    camarão feijão violão algodão multidão exceção exceções inscrição inscrições ação ações \
    água águas plenária plenárias";

/// Mistakes and hurried writing.
const PALAVRAS: &[(&str, &str)] = &[
    ("vc", "você"),
    ("vcs", "vocês"),
    ("voçe", "você"),
    ("voçê", "você"),
    ("vôce", "você"),
    ("tb", "também"),
    ("tbm", "também"),
    ("tambêm", "também"),
    ("hj", "hoje"),
    ("amnh", "amanhã"),
    ("msg", "mensagem"),
    ("msgs", "mensagens"),
    ("blz", "beleza"),
    ("td", "tudo"),
    ("tds", "todos"),
    ("mto", "muito"),
    ("mtos", "muitos"),
    ("mta", "muita"),
    ("muinto", "muito"),
    ("pra", "para"),
    ("pras", "para as"),
    ("pros", "para os"),
    ("tá", "está"),
    ("tô", "estou"),
    ("tava", "estava"),
    ("vamo", "vamos"),
    ("fds", "fim de semana"),
    ("qdo", "quando"),
    ("qd", "quando"),
    ("qto", "quanto"),
    ("qtos", "quantos"),
    ("qtas", "quantas"),
    ("qm", "quem"),
    ("q", "que"),
    ("ñ", "não"),
    ("naum", "não"),
    ("naõ", "não"),
    ("dps", "depois"),
    ("cmg", "comigo"),
    ("gnt", "gente"),
    ("agr", "agora"),
    ("pfv", "por favor"),
    ("vlw", "valeu"),
    ("msm", "mesmo"),
    ("ngm", "ninguém"),
    ("alguem", "alguém"),
    ("bjs", "beijos"),
    ("p/", "para"),
    ("c/", "com"),
    ("concerteza", "com certeza"),
    ("derrepente", "de repente"),
    ("apartir", "a partir"),
    ("porisso", "por isso"),
    ("oque", "o que"),
    ("oq", "o que"),
    ("menas", "menos"),
    ("seje", "seja"),
    ("sejem", "sejam"),
    ("esteje", "esteja"),
    ("estejem", "estejam"),
    ("previlégio", "privilégio"),
    ("previlegio", "privilégio"),
    ("beneficiente", "beneficente"),
    ("excessão", "exceção"),
    ("excessao", "exceção"),
    ("paralização", "paralisação"),
    ("paralizacao", "paralisação"),
    ("analizar", "analisar"),
    ("pesquizar", "pesquisar"),
    ("pesquiza", "pesquisa"),
    ("atrazado", "atrasado"),
    ("atrazada", "atrasada"),
    ("atrazo", "atraso"),
    ("quizer", "quiser"),
    ("quizerem", "quiserem"),
    ("fasso", "faço"),
    ("mecher", "mexer"),
    ("encima", "em cima"),
    ("ancioso", "ansioso"),
    ("ansiozo", "ansioso"),
    ("conciência", "consciência"),
    ("conciencia", "consciência"),
    ("nescessario", "necessário"),
    ("nescessário", "necessário"),
    ("nescessidade", "necessidade"),
    ("reinvindicar", "reivindicar"),
    ("reinvindicação", "reivindicação"),
    ("reinvindicacao", "reivindicação"),
    ("companheros", "companheiros"),
    ("pesoal", "pessoal"),
    ("pessual", "pessoal"),
    ("assembléia", "assembleia"),
    ("assembléias", "assembleias"),
    ("idéia", "ideia"),
    ("idéias", "ideias"),
    ("platéia", "plateia"),
    ("heróico", "heroico"),
    ("vôo", "voo"),
    ("freqüente", "frequente"),
    ("freqüência", "frequência"),
    ("conseqüência", "consequência"),
    ("cinqüenta", "cinquenta"),
    ("tranqüilo", "tranquilo"),
    ("convidamo", "convidamos"),
    ("ola", "olá"),
    ("esquecam", "esqueçam"),
    ("esqueca", "esqueça"),
    ("comparessam", "compareçam"),
    ("comparecam", "compareçam"),
    ("compareca", "compareça"),
    ("falcao", "falcão"),
    ("advinhar", "adivinhar"),
    ("adevogado", "advogado"),
    ("imprecionante", "impressionante"),
    ("iniçiativa", "iniciativa"),
    ("orgao", "órgão"),
    ("enchergar", "enxergar"),
    ("disperdicio", "desperdício"),
    ("disperdício", "desperdício"),
    ("ecônomico", "econômico"),
    ("entitulado", "intitulado"),
    ("espontâniedade", "espontaneidade"),
    ("metereologia", "meteorologia"),
    ("mendingo", "mendigo"),
    ("poblema", "problema"),
    ("poblemas", "problemas"),
    ("pobrema", "problema"),
    ("probrema", "problema"),
    ("rúbrica", "rubrica"),
    ("supertição", "superstição"),
    ("tijela", "tigela"),
];

const NOMES: &[(&str, &str)] = &[
    ("brasil", "Brasil"),
    ("instagram", "Instagram"),
    ("whatsapp", "WhatsApp"),
    ("watsapp", "WhatsApp"),
    ("facebook", "Facebook"),
    ("youtube", "YouTube"),
    ("telegram", "Telegram"),
    ("google", "Google"),
    ("pix", "Pix"),
    ("lgpd", "LGPD"),
    ("cpf", "CPF"),
    ("cnpj", "CNPJ"),
    ("ong", "ONG"),
    ("sus", "SUS"),
];

/// Several words that have a fixed spelling together.
pub const LUGARES: &[(&[&str], &str)] = &[
    (&["são", "paulo"], "São Paulo"),
    (&["rio", "de", "janeiro"], "Rio de Janeiro"),
    (&["belo", "horizonte"], "Belo Horizonte"),
    (&["minas", "gerais"], "Minas Gerais"),
    (&["porto", "alegre"], "Porto Alegre"),
    (&["rio", "grande", "do", "sul"], "Rio Grande do Sul"),
    (&["santa", "catarina"], "Santa Catarina"),
    (&["mato", "grosso"], "Mato Grosso"),
];
