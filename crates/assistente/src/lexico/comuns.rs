//! Words without a concept of their own: those that say nothing here, those that are people's
//! names, and how people write in a hurry.

/// Grammar and politeness. They count neither for nor against any meaning.
pub const COMUNS: &str = "\
    a o as os um uma uns umas ao aos e ou mas que se de da do das dos em na no nas nos num numa por pelo pela pelos pelas \
    para com sem ate entre desde sob eu tu voce voces ele ela eles elas nos me te lhe lhes mim meu minha meus minhas seu sua \
    seus suas nosso nossa nossos nossas este esta estes estas esse essa esses essas isso isto aquele aquela aqueles aquelas \
    aquilo aqui ai ali la deste desta desse dessa neste nesta nesse nessa daqui dai sao era eram foi ser sendo sou estou \
    esta estao estamos estava estavam ta tao tava ja nao sim muito muita muitos muitas pouco so apenas somente tambem ainda \
    agora entao depois antes quando onde porque qual quais tudo todo toda cada outro outra outros outras algum alguma alguns \
    algumas nenhum nenhuma favor gentileza obrigado obrigada ola oi bom boa dia tarde noite tchau por_favor quero queria \
    quer gostaria poderia pode podem posso poder consegue conseguiria preciso precisa tem temos tenho tinha ter ha existe \
    existem vai vao vou vamos ir indo seria sabe saber diga dizer fale falar conte conta passe passa de deu momento hoje \
    ontem amanha mes meses semana semanas ano anos hora horas minuto segundo dias vez vezes lista total mesmo bem mal ne \
    entre_outros tipo assim coisa coisas nome chamado chamada chama atual atuais atualmente atualizado completo completa \
    gera etc acordo partir dentro fora cerca sistema plataforma app aplicativo cidade estado regiao interior aproximadamente \
    exatamente pagina pag titulo mensagem texto certo errado beleza ok okay valeu urgente importante rapido nosso lado parte caso forma jeito valor vc pq q anda andam andando vao tanto \
    possui possuem possuimos possua ajudar ajuda ajude ajudou ajudando trabalhar trabalha trabalham participar participa \
    participam participou participaram usar usa fica ficam ficar ficou continua continuam comeca comecou inicio fim publicado \
    publicada postado divulgado perguntar responder responda pensar acho achamos olha olhar olhada devo deve devem deveria \
    novamente inteiro presente presentes detalhado detalhada rapidinho enquanto junto juntos mesma nivel local hein po cara mano \
    amigo querido prezado tanto tanta tantos tantas possivel verdade realmente obg durante periodo data intervalo ordem ordenado \
    tela tabela relatorio levantamento controle acompanhar conferir confere checar verificar verifique verifica cheque consultar \
    consulte analisar entender comparar comparado gostariamos queremos queria podemos poderiamos haver houver estiver estiverem \
    forem tiver tiverem seja sejam estejam esteja estar ficaram vieram veio vir vinda vindo sai feitas pago pagos fila conseguimos \
    consigo ajudem lembra nenhuns qualquer quaisquer demais ambos resto restante alem atraves conforme segundo quase antigo \
    antiga velho velha grande grandes pequeno pequena principal principais especifico especifica proprio propria mim comigo \
    conosco gente onde donde aonde cujo cuja dentre ante perante apos contra exceto menos via vindos ultimamente atras frente \
    cima baixo perto longe cedo tarde sempre nunca jamais talvez enfim alias hm hmm ah eh uai opa entao certo correto correta \
    nossa poxa valendo quero_saber saberia informe_me mostraria passaria enviado enviada dessa desses dessas deles delas dele dela \
    noutro noutra lugar lugares vou vamo bora simplesmente basicamente alguma_coisa algo la_em tal tais afinal so_para";

/// Usual first names: they are people even in lower case, and never a misspelt word.
pub const NOMES: &str = "\
    ana maria joao jose antonio francisco carlos paulo pedro lucas luiz luis marcos marcelo rafael daniel bruno felipe \
    gabriel eduardo rodrigo fernando gustavo ricardo andre leonardo thiago tiago mateus matheus vitor victor joaquim davi \
    miguel arthur artur bernardo heitor enzo samuel caio otavio igor diego leandro roberto sergio jorge claudio mario julio \
    cesar fabio renato alexandre vinicius murilo henrique guilherme hugo juliana julia mariana marina fernanda camila \
    amanda bruna leticia larissa beatriz bia carla claudia patricia aline vanessa adriana sandra luciana renata simone \
    cristina monica debora raquel rebeca sara sarah isabela isabel laura luiza luisa helena alice sofia sophia manuela \
    valentina cecilia lorena lara livia clara rosa rita tereza teresa vera lucia sonia marcia silvia elaine eliane \
    daniela gabriela rafaela carolina carol tatiana priscila jessica michele natalia bianca yara iara zelia iris \
    dandara jandira quiteria noemia valquiria conceicao aparecida socorro raimunda raimundo severino sebastiao benedito \
    wagner wilson wellington washington everton anderson emerson edson nelson milton nilton ronaldo reinaldo osvaldo \
    geraldo alvaro rui inacio gonzalo goncalo estevao ubiratan eder tome kleber cleber cicero damiao edu duda nando \
    zeca ze chico tonho beto guto lia nina tati rafa gabi lu malu manu dani fabi joana janaina jaqueline viviane";

pub const ESTADOS: &[(&str, &str)] = &[
    ("AC", "acre"),
    ("AL", "alagoas"),
    ("AM", "amazonas"),
    ("AP", "amapa"),
    ("BA", "bahia"),
    ("CE", "ceara"),
    ("DF", "distrito federal"),
    ("ES", "espirito santo"),
    ("GO", "goias"),
    ("MA", "maranhao"),
    ("MG", "minas gerais"),
    ("MS", "mato grosso do sul"),
    ("MT", "mato grosso"),
    ("PA", "para"),
    ("PB", "paraiba"),
    ("PE", "pernambuco"),
    ("PI", "piaui"),
    ("PR", "parana"),
    ("RJ", "rio de janeiro"),
    ("RN", "rio grande do norte"),
    ("RO", "rondonia"),
    ("RR", "roraima"),
    ("RS", "rio grande do sul"),
    ("SC", "santa catarina"),
    ("SE", "sergipe"),
    ("SP", "sao paulo"),
    ("TO", "tocantins"),
];

/// Written in a hurry -> written out. All plain.
const INFORMAL: &[(&str, &str)] = &[
    ("vc", "voce"),
    ("vcs", "voces"),
    ("ce", "voce"),
    ("qtos", "quantos"),
    ("qtas", "quantas"),
    ("qnt", "quanto"),
    ("qnts", "quantos"),
    ("qntos", "quantos"),
    ("qntas", "quantas"),
    ("qto", "quanto"),
    ("qtd", "quantidade"),
    ("qtde", "quantidade"),
    ("qts", "quantos"),
    ("qm", "quem"),
    ("ql", "qual"),
    ("qd", "quando"),
    ("qdo", "quando"),
    ("pra", "para"),
    ("pras", "para"),
    ("pro", "para"),
    ("pros", "para"),
    ("p", "para"),
    ("ta", "esta"),
    ("tao", "estao"),
    ("tamo", "estamos"),
    ("to", "estou"),
    ("ce_sabe", "voce sabe"),
    ("tb", "tambem"),
    ("tbm", "tambem"),
    ("pq", "porque"),
    ("hj", "hoje"),
    ("amnh", "amanha"),
    ("msg", "mensagem"),
    ("msgs", "mensagem"),
    ("pfv", "favor"),
    ("pfvr", "favor"),
    ("pf", "favor"),
    ("pls", "favor"),
    ("blz", "beleza"),
    ("td", "tudo"),
    ("tds", "todos"),
    ("mt", "muito"),
    ("mto", "muito"),
    ("n", "nao"),
    ("nn", "nao"),
    ("s", "sim"),
    ("q", "que"),
    ("oq", "que"),
    ("oque", "que"),
    ("eh", "e"),
    ("tem_q", "tem que"),
    ("coords", "coordenadores"),
    ("adms", "administradores"),
    ("admins", "administradores"),
    ("prox", "proximo"),
    ("ult", "ultimo"),
    ("info", "informacao"),
    ("infos", "informacoes"),
    ("mails", "email"),
    ("zap", "mensagem"),
    ("fds", "fimdesemana"),
    ("d", "de"),
    ("c", "com"),
    ("cmg", "comigo"),
    ("dps", "depois"),
    ("nuc", "nucleo"),
    ("proj", "projeto"),
    ("projs", "projetos"),
];

/// What somebody in a hurry meant by this plain word.
pub fn informal(plana: &str) -> Option<&'static str> {
    INFORMAL.iter().find(|(curta, _)| *curta == plana).map(|(_, longa)| *longa)
}
