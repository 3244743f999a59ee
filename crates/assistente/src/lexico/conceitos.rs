//! Concepts and the plain forms that stand for them. Plurals that `singular` undoes are left out;
//! `_` joins an expression, `*` ends a stem.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Conceito {
    // How something is asked.
    Quantos,
    Quem,
    Listar,
    Buscar,
    Dados,
    Como,
    Precisar,
    Algum,
    Sobre,
    // People.
    Membro,
    Morar,
    Somos,
    Nos,
    PalavraCargo,
    MembroComum,
    LiderProjeto,
    PortaVoz,
    Coordenador,
    Administrador,
    PalavraStatus,
    Ativo,
    Inativo,
    Suspenso,
    Pendente,
    Novo,
    Entrar,
    Recente,
    // What they can do.
    PalavraCompetencia,
    Saber,
    Basico,
    Intermediario,
    Avancado,
    // Currency.
    Moeda,
    Saldo,
    Mais,
    Rico,
    Ranking,
    Transacao,
    Credito,
    Debito,
    Receber,
    Circulacao,
    // The rest of the product.
    Estatistica,
    Geral,
    Nucleo,
    Evento,
    Agenda,
    Futuro,
    Passado,
    Acontecer,
    Tarefa,
    Fazer,
    Falta,
    Validacao,
    Projeto,
    Andamento,
    Enquete,
    Aberto,
    Resultado,
    Votar,
    Vencer,
    Pedido,
    Comprar,
    Entregue,
    Cancelado,
    Loja,
    Produto,
    Custar,
    Vender,
    Comunicado,
    Financeiro,
    Receita,
    Gastar,
    Dinheiro,
    Assinatura,
    Plano,
    Apoiador,
    Militante,
    // What is to be done.
    Creditar,
    Dar,
    Debitar,
    Tirar,
    Promover,
    Rebaixar,
    Tornar,
    Mudar,
    Suspender,
    Ativar,
    Inativar,
    Notificar,
    Notificacao,
    Criar,
    Preparar,
    Enviar,
    Email,
    Rascunho,
    Todos,
    Facil,
    Media,
    Dificil,
    // What leads elsewhere.
    ForaDoAssunto,
    // What is seen in a sentence and in no single word.
    TemPessoa,
    TemPessoaProvavel,
    TemCargo,
    TemStatus,
    TemCidade,
    TemCompetencia,
    PedeSaber,
    TemNumero,
    TemPeriodo,
    PeriodoPassado,
    PeriodoFuturo,
    TemPlano,
    UmEmail,
    OEmail,
    Imperativo,
}

use Conceito::*;

pub const TABELA: &[(Conceito, &str)] = &[
    (
        Quantos,
        "quantos quantas quanto quanta numero quantidade total conte contar conta contagem quantitativo",
    ),
    (Quem, "quem alguem"),
    (Algum, "algum alguma alguem"),
    (
        Listar,
        "quero_saber queria_saber gostaria_de_saber preciso_saber liste listar lista listagem mostre mostrar mostra exiba exibir exibe ver veja traga trazer relacao \
         relacione quais qual me_da me_de me_diga me_fala me_fale me_conta me_conte me_passa me_passe tem temos ha existe",
    ),
    (
        Buscar,
        "busque buscar busca procure procurar procura procurando ache achar acha encontre encontrar encontra \
         localize localizar localiza cade pesquise pesquisar",
    ),
    (
        Dados,
        "dado perfil ficha informacao info contato cadastro_de cadastro_do cadastro_da detalhe",
    ),
    (
        Como,
        "como_andam como_vao como_estao como_ficou como_foi como como_esta como_anda como_vai como_ta",
    ),
    (Precisar, "preciso precisa precisamos precisando precisar necessito"),
    (
        Sobre,
        "sobre dizendo falando avisando informando convidando lembrando assunto contando chamando agradecendo explicando pedindo",
    ),
    (
        Membro,
        "membro membra associado associada filiado filiada participante pessoa pessoal integrante gente \
         usuario usuaria cadastro cadastrado cadastrada inscrito povo galera companheiro companheira voluntario voluntaria",
    ),
    (Morar, "mora moram morar reside residem vive vivem morador moradora morando"),
    (Somos, "somos"),
    (Nos, "a_gente da_gente"),
    (PalavraCargo, "cargo funcao papel posto"),
    (MembroComum, "membro_comum simples_membro"),
    (LiderProjeto, "lider lideranca lider_de_projeto lideres_de_projeto"),
    (PortaVoz, "portavoz porta_voz porta_vozes"),
    (Coordenador, "coordenador coordenadora coord coordenacao"),
    (Administrador, "administrador administradora admin adm"),
    (PalavraStatus, "status situacao"),
    (Ativo, "ativo ativa"),
    (Inativo, "inativo inativa desativado desativada parado"),
    (Suspenso, "suspenso suspensa bloqueado bloqueada"),
    (
        Pendente,
        "nao_foram_aprovados nao_foram_aprovadas nao_aprovados nao_aprovado nao_foi_aprovado sem_aprovacao pendente aguardando_aprovacao esperando_aprovacao aguardam_aprovacao esperam_aprovacao a_aprovar \
         para_aprovar pra_aprovar aprovacao_pendente por_aprovar fila_de_aprovacao falta_aprovar faltam_aprovar aprovacao",
    ),
    (Novo, "novo nova novato novata recemchegado recem_chegado recem_chegados calouro novidade"),
    (
        Entrar,
        "recemchegado novato novata calouro entrou entraram entrar entrando ingressou ingressaram chegou chegaram chegando aderiu aderiram \
         cadastrou cadastraram se_cadastrou se_cadastraram aprovado aprovada ingresso adesao filiou filiaram se_juntou se_juntaram",
    ),
    (Recente, "recente recentemente ultimo ultima ultimamente"),
    (
        PalavraCompetencia,
        "competencia habilidade talento skill conhecimento experiencia especialista especialidade aptidao capacidade",
    ),
    (
        Saber,
        "sabe sabem saiba saibam saber entende entendem entenda manja manjam domina dominam conhece conhecem \
         mexe mexem mexa trabalha_com trabalham_com faz fazem faca bom_em boa_em bons_em fala falam fale toca tocam formado formada",
    ),
    (Basico, "basico basica iniciante iniciantes comecando aprendiz"),
    (Intermediario, "intermediario intermediaria mediano"),
    (Avancado, "avancado avancada experiente expert fera craque profissional"),
    (Moeda, "moeda moedinha ponto pontinho pontuacao"),
    (Saldo, "saldo carteira"),
    (Mais, "mais maior melhor maximo primeiro primeira campea campeao"),
    (Rico, "rico rica endinheirado"),
    (
        Ranking,
        "pontuador pontuadora podio ranking rank top classificacao placar_de_moedas colocado lideres_em_moedas",
    ),
    (
        Transacao,
        "transacao movimentacao movimento extrato historico_de_moedas historico transferencia movimentou movimentaram",
    ),
    (Credito, "credito creditado creditada"),
    (Debito, "debito debitado debitada"),
    (Receber, "recebeu receberam recebida ganhou ganharam recebido"),
    (Circulacao, "circulacao circulando emitida emissao emitimos multiplicador em_circulacao"),
    (
        Estatistica,
        "estatistica panorama indicador metrica dashboard painel resumo_geral visao_geral numeros_gerais \
         balanco_geral resumao raiox raio_x numeros_do_nucleo resumo_do_nucleo",
    ),
    (Geral, "geral gerais resumo resumir resuma overview"),
    (Nucleo, "nucleo organizacao"),
    (
        Evento,
        "evento encontro reuniao assembleia mutirao oficina palestra atividade confraternizacao acontecimento plenaria festa curso",
    ),
    (Agenda, "agenda calendario programacao cronograma"),
    (
        Futuro,
        "proximo proxima futuro futura vem vindo vindouro vai_ter vai_rolar vai_acontecer vao_acontecer vao_rolar \
         agendado agendada marcado marcada programado programada previsto prevista teremos tera por_vir que_vem",
    ),
    (
        Passado,
        "passado passada aconteceu aconteceram rolou rolaram teve tiveram houve realizado realizada realizamos anterior \
         ja_foi ja_foram ja_passou ja_passaram encerrado encerrada fizemos foi foram tivemos finalizado finalizada terminou terminaram",
    ),
    (
        Acontecer,
        "acontecer acontece aconteceu aconteceram acontecendo rolar rolou rolaram vai_ter vai_rolar vai_acontecer",
    ),
    (
        Tarefa,
        "para_fazer a_fazer esperando_validacao aguardando_validacao tem_que_fazer tarefa demanda afazer task tarefinha trampo pendencia",
    ),
    (Fazer, "feito feita fizeram fazer ser_feito resolver resolvido ser_feita"),
    (Falta, "falta faltam faltando restam resta ainda"),
    (Validacao, "validacao validar validada validado aguardando esperando"),
    (Projeto, "iniciativa projeto"),
    (
        Andamento,
        "trabalhando desenvolvendo andamento rolando tocando executando planejamento correndo acontecendo tocado",
    ),
    (
        Enquete,
        "posso_votar podemos_votar para_votar votar_agora enquete votacao pesquisa sondagem consulta poll plebiscito",
    ),
    (
        Aberto,
        "posso_votar podemos_votar para_votar votar_agora aberto aberta votando disponivel vigente",
    ),
    (Resultado, "placar resultado apuracao percentual porcentagem parcial apurado desfecho"),
    (Votar, "voto votou votaram votos votar"),
    (Vencer, "venceu vencedor vencedora vencendo ganhando ganhadora vitoriosa opcao deu"),
    (Pedido, "pedido encomenda resgate compra"),
    (
        Comprar,
        "comprou compraram comprado comprada encomendou encomendaram pediu pediram resgatou resgataram",
    ),
    (Entregue, "entregue entregues despachado"),
    (Cancelado, "cancelado cancelada cancelados"),
    (Loja, "loja lojinha"),
    (Produto, "produto item catalogo mercadoria brinde vitrine estoque"),
    (Custar, "custa custam preco custando custou comprar"),
    (Vender, "vende vendem vendemos vendendo venda a_venda"),
    (Comunicado, "comunicado aviso anuncio informe noticia recado informativo boletim"),
    (
        Financeiro,
        "no_vermelho no_azul vermelho financeiro financeira financas caixa balanco contabilidade contas fluxo_de_caixa prestacao_de_contas saude_financeira",
    ),
    (
        Receita,
        "receita arrecadacao arrecadamos arrecadou arrecadado entrada doacao faturamento faturamos recebemos",
    ),
    (
        Gastar,
        "saiu sairam gasta despesa gasto gastamos gastou gastaram saida gastei custo gastando custos",
    ),
    (Dinheiro, "dinheiro grana real reais verba r"),
    (Assinatura, "assinatura assinante assina assinam mensalidade"),
    (Plano, "plano"),
    (Apoiador, "apoiador apoiadora"),
    (Militante, "militante"),
    (
        Creditar,
        "merece merecem creditar credite credita creditem creditando bonificar bonifique bonifica premiar premie premia recompensar \
         recompense depositar deposite deposita adicionar adicione adiciona acrescentar acrescente acrescenta somar some \
         gratificar gratifique presentear presenteie",
    ),
    (
        Dar,
        "dar deem doar doe transferir transfira pagar pague paga colocar coloque coloca ponha poe bota bote botar mandar mande manda",
    ),
    (
        Debitar,
        "debitar debite debita debitando descontar desconte desconta subtrair subtraia subtrai cobrar cobre abater abata estornar",
    ),
    (Tirar, "tirar tire tira retirar retire retira remover remova remove confiscar"),
    (Promover, "promover promova promove promovam nomear nomeie nomeia"),
    (Rebaixar, "rebaixar rebaixe rebaixa"),
    (
        Tornar,
        "tornar torne torna transformar transforme transforma virar vire vira faca fazer deixar deixe deixa colocar coloque \
         coloca passar passe passa definir defina define marcar marque marca bota bote botar ponha",
    ),
    (
        Mudar,
        "mudar mude muda alterar altere altera trocar troque troca atualizar atualize atualiza modificar modifique",
    ),
    (Suspender, "suspender suspenda suspende bloquear bloqueie bloqueia banir bana"),
    (
        Ativar,
        "ativar ative reativar reative reativa desbloquear desbloqueie desbloqueia liberar libere aprovar aprove aprova",
    ),
    (Inativar, "inativar inative inativa desativar desative desativa desligar desligue desliga"),
    (
        Notificar,
        "lembra lembrem notificar notifique notifica notifiquem avisar avise avisa alertar alerte alerta lembrar lembre",
    ),
    (Notificacao, "notificacao push alerta lembrete"),
    (
        Criar,
        "criar crie cria cadastrar cadastre abrir abra abre registrar registre inclua incluir gerar gere adicionar adicione adiciona lancar lance",
    ),
    (
        Preparar,
        "preparar prepare prepara redigir redija redige escrever escreva escreve montar monte monta elaborar elabore fazer \
         faca faz rascunhar rascunhe criar crie cria gerar gere gera",
    ),
    (
        Enviar,
        "enviar envie envia mandar mande manda disparar dispare dispara solta soltar encaminhar encaminhe despachar despache",
    ),
    (Email, "email mail emails correio"),
    (Rascunho, "rascunho preparado prontinho pronto preparou redigido"),
    (Todos, "todos todas todo_mundo geral toda_a_galera tds"),
    (Facil, "facil facinha simples tranquila"),
    (Media, "media moderada"),
    (Dificil, "dificil complicada complexa trabalhosa"),
    (
        ForaDoAssunto,
        "voce_acha poema poesia piada futebol jogo clima tempo_vai previsao_do_tempo chover chuva temperatura presidente \
         governador prefeito deputado senador eleicao filme serie novela musica_do letra_da bolo comida restaurante hotel \
         viagem passagem voo codigo python javascript programa_em algoritmo traduza traduzir traducao_de significado \
         signo horoscopo mercado_financeiro bolsa_de dolar euro bitcoin cotacao acoes distancia planeta lua sol dinossauro \
         guerra brasil mundo copa gol time celebridade cantor cantora ator atriz remedio sintoma doenca \
         matematica equacao raiz_quadrada biblia religiao deus vida_apos namorada namorado senha cpf receita_de_bolo redacao_sobre historia conto_de \
         ferias_em",
    ),
];
