//! The product's error codes; the general ones (401, 403, 404 ...) are in `base::error`.

base::codes! {
    /// What the rules of the product refuse.
    PRODUCT {
        UNAUTHORIZED CREDENCIAIS_INVALIDAS "E-mail ou senha incorretos"
            "Confira o e-mail e a senha e tente de novo.";
        FORBIDDEN CADASTRO_PENDENTE "Cadastro em análise"
            "Seu cadastro ainda espera a aprovação da coordenação do núcleo.";
        FORBIDDEN CADASTRO_REJEITADO "Cadastro não aprovado"
            "Seu cadastro não foi aprovado. Fale com a coordenação do núcleo.";
        FORBIDDEN CONTA_SUSPENSA "Conta suspensa"
            "Sua conta está suspensa. Fale com a coordenação do núcleo.";
        FORBIDDEN CONTA_INATIVA "Conta inativa"
            "Sua conta está inativa. Fale com a coordenação do núcleo.";
        UNAUTHORIZED SESSAO_ENCERRADA "Sessão encerrada"
            "Esta sessão não vale mais. Entre de novo na sua conta.";
        BAD_REQUEST TOKEN_INVALIDO "Link inválido"
            "Este link já foi usado, venceu ou não existe. Peça um novo.";
        CONFLICT EMAIL_JA_CADASTRADO "E-mail já cadastrado"
            "Já existe uma conta com este e-mail. Entre nela ou recupere a senha.";
        CONFLICT CPF_JA_CADASTRADO "CPF já cadastrado"
            "Já existe uma conta com este CPF.";
        NOT_FOUND USUARIO_NAO_ENCONTRADO "Pessoa não encontrada"
            "Esta pessoa não existe ou não é do seu núcleo.";
        CONFLICT CADASTRO_JA_DECIDIDO "Cadastro já decidido"
            "Este cadastro já foi aprovado ou rejeitado.";
        NOT_FOUND NUCLEO_NAO_ENCONTRADO "Núcleo não encontrado"
            "Este núcleo não existe.";
        CONFLICT SLUG_EM_USO "Slug em uso"
            "Já existe um núcleo com este slug. Escolha outro.";
        CONFLICT DOMINIO_EM_USO "Domínio em uso"
            "Já existe um núcleo com este domínio.";
        CONFLICT ULTIMO_ADMINISTRADOR "Último administrador"
            "Esta é a única pessoa que administra o núcleo. Nomeie outra antes.";
        CONFLICT ULTIMO_SUPER_ADMIN "Último super admin"
            "Esta é a única conta de super admin. Crie outra antes.";
        NOT_FOUND PROJETO_NAO_ENCONTRADO "Projeto não encontrado"
            "Este projeto não existe ou não é do seu núcleo.";
        NOT_FOUND CONVITE_NAO_ENCONTRADO "Convite não encontrado"
            "Esta pessoa não foi convidada para este projeto nem faz parte dele.";
        CONFLICT CONVITE_EM_OUTRO_ESTADO "Convite em outro estado"
            "Este convite já foi respondido, ou ainda espera a resposta da pessoa.";
        CONFLICT JA_NO_PROJETO "Já faz parte do projeto"
            "Esta pessoa já faz parte do projeto.";
        CONFLICT PESSOA_NAO_ATIVA "Pessoa não está ativa"
            "Esta pessoa não está ativa no núcleo. Escolha outra ou reative-a antes.";
        NOT_FOUND TAREFA_NAO_ENCONTRADA "Tarefa não encontrada"
            "Esta tarefa não existe, não é daqui ou não é do seu núcleo.";
        CONFLICT TAREFA_EM_OUTRO_ESTADO "Tarefa em outro estado"
            "O estado em que a tarefa está não permite isto. Atualize a página e confira.";
        FORBIDDEN NAO_E_RESPONSAVEL "Tarefa de outra pessoa"
            "Só quem é responsável pela tarefa pode entregá-la.";
        CONFLICT TAREFA_NAO_ABERTA "Tarefa com responsável"
            "Esta tarefa já tem quem responda por ela.";
        CONFLICT JA_CANDIDATOU "Candidatura já feita"
            "Você já se candidatou a esta tarefa.";
        NOT_FOUND CANDIDATURA_NAO_ENCONTRADA "Candidatura não encontrada"
            "Esta pessoa não se candidatou a esta tarefa.";
        CONFLICT CANDIDATURA_JA_DECIDIDA "Candidatura já decidida"
            "Esta candidatura já foi aprovada ou rejeitada.";
        NOT_FOUND COMENTARIO_NAO_ENCONTRADO "Comentário não encontrado"
            "Este comentário não existe ou foi excluído.";
        FORBIDDEN COMENTARIO_DE_OUTRA_PESSOA "Comentário de outra pessoa"
            "Só quem escreveu o comentário, a coordenação ou a administração pode excluí-lo.";
        CONFLICT CHAVE_JA_USADA "Chave já usada"
            "Esta Idempotency-Key já foi usada com outro corpo. Use uma nova.";
        NOT_FOUND NOTIFICACAO_NAO_ENCONTRADA "Notificação não encontrada"
            "Esta notificação não existe ou não é sua.";
        CONFLICT ENTREGA_CONCLUIDA "Entrega concluída"
            "Esta entrega já terminou e não é enviada de novo.";
        NOT_FOUND COMUNICADO_NAO_ENCONTRADO "Comunicado não encontrado"
            "Este comunicado não existe ou foi removido.";
        CONFLICT COMUNICADO_JA_PUBLICADO "Comunicado já publicado"
            "Este comunicado já foi publicado: não há mais data a marcar.";
        FORBIDDEN COMUNICADO_DE_OUTRA_PESSOA "Comunicado de outra pessoa"
            "Só quem escreveu este comunicado, ou a coordenação, pode alterá-lo.";
        FORBIDDEN CONTEUDO_NACIONAL "Conteúdo nacional"
            "O que é nacional só muda por um SUPER_ADMIN, sem núcleo escolhido em X-Nucleo-Id.";
        NOT_FOUND PORTA_VOZ_NAO_ENCONTRADO "Porta-voz não encontrado"
            "Este porta-voz não existe ou não é do seu núcleo.";
        CONFLICT JA_E_PORTA_VOZ "Já é porta-voz"
            "Esta pessoa já é porta-voz do núcleo.";
        NOT_FOUND REDE_NAO_ENCONTRADA "Rede não encontrada"
            "Esta rede não existe ou foi removida.";
        CONFLICT REDE_JA_CADASTRADA "Rede já cadastrada"
            "Este porta-voz já tem esta rede, com o mesmo nome e o mesmo feed.";
        CONFLICT POSTAGEM_JA_CONHECIDA "Publicação já conhecida"
            "O núcleo já tem esta publicação.";
        NOT_FOUND ARQUIVO_NAO_ENCONTRADO "Arquivo não encontrado"
            "Este arquivo não existe, foi removido ou não é para você.";
        PAYLOAD_TOO_LARGE ARQUIVO_GRANDE_DEMAIS "Arquivo grande demais"
            "O arquivo passa de 10 MiB. Envie um menor.";
        UNSUPPORTED_MEDIA_TYPE FORMULARIO_ESPERADO "Tipo de conteúdo não suportado"
            "Envie o corpo como multipart/form-data, com o arquivo no campo arquivo.";
        RANGE_NOT_SATISFIABLE FAIXA_FORA_DO_ARQUIVO "Faixa fora do arquivo"
            "O arquivo não tem os bytes pedidos no cabeçalho Range.";
        NOT_FOUND PLANO_NAO_ENCONTRADO "Plano não encontrado"
            "Este plano não existe ou não é do seu núcleo.";
        CONFLICT CODIGO_DE_PLANO_EM_USO "Código em uso"
            "O núcleo já tem um plano com este código. Escolha outro.";
        CONFLICT PLANO_JA_ATIVO "Plano já ativo"
            "Você já tem este plano.";
        CONFLICT PLANO_GRATUITO "Plano gratuito"
            "O plano gratuito não se assina: cancele a sua assinatura, e ele volta quando ela acabar.";
        CONFLICT ASSINATURA_JA_PENDENTE "Assinatura à espera de pagamento"
            "Você já pediu este plano: ele começa quando o pagamento chegar.";
        CONFLICT PLANO_ACABA_DE_MUDAR "Plano acaba de mudar"
            "O plano desta pessoa acaba de mudar. Confira e tente de novo.";
        CONFLICT SEM_ASSINATURA "Sem assinatura"
            "Você não tem assinatura a cancelar.";
        FORBIDDEN ASSINATURA_SO_DO_NUCLEO "Assinatura só do núcleo"
            "Só quem é de um núcleo assina um plano dele.";
        UNAUTHORIZED WEBHOOK_NAO_AUTORIZADO "Webhook não autorizado"
            "O cabeçalho asaas-access-token falta ou não é o que está configurado.";
        SERVICE_UNAVAILABLE WEBHOOK_NAO_CONFIGURADO "Webhook não configurado"
            "Este serviço ainda não recebe pagamentos: falta configurar PAYMENT_WEBHOOK_TOKEN.";
        CONFLICT SALDO_INSUFICIENTE "Saldo insuficiente"
            "O saldo não cobre este débito.";
        NOT_FOUND PRODUTO_NAO_ENCONTRADO "Produto não encontrado"
            "Este produto não existe ou não está mais à venda.";
        CONFLICT ESTOQUE_INSUFICIENTE "Estoque insuficiente"
            "Não há unidades bastantes deste produto. Peça menos ou espere a reposição.";
        NOT_FOUND PEDIDO_NAO_ENCONTRADO "Pedido não encontrado"
            "Este pedido não existe ou não é do seu núcleo.";
        CONFLICT PEDIDO_JA_DECIDIDO "Pedido já encerrado"
            "Este pedido já foi entregue ou cancelado.";
        FORBIDDEN PEDIDO_SO_DO_NUCLEO "Pedido só do núcleo"
            "Só quem é do núcleo pede na loja: um super admin não tem carteira.";
        NOT_FOUND CONQUISTA_NAO_ENCONTRADA "Conquista não encontrada"
            "Esta conquista não existe ou foi excluída.";
        NOT_FOUND LANCAMENTO_NAO_ENCONTRADO "Lançamento não encontrado"
            "Este lançamento não existe ou não é do seu núcleo.";
        CONFLICT LIVRO_VIOLADO "Contas alteradas por fora"
            "Alguém mexeu nas contas deste núcleo por fora do serviço. Confira a verificação.";
        NOT_FOUND EVENTO_NAO_ENCONTRADO "Evento não encontrado"
            "Este evento não existe ou não é do seu núcleo.";
        CONFLICT EVENTO_CANCELADO "Evento cancelado"
            "Este evento foi cancelado.";
        CONFLICT EVENTO_ENCERRADO "Evento encerrado"
            "Este evento já terminou e não recebe nem perde inscrições.";
        CONFLICT FORA_DA_JANELA "Fora da hora"
            "A presença se registra perto do evento: de 24 horas antes a 24 horas depois dele.";
        CONFLICT JA_INSCRITO "Já inscrito"
            "Você já se inscreveu neste evento.";
        CONFLICT SEM_INSCRICAO "Sem inscrição"
            "Você não está inscrito neste evento.";
        CONFLICT PRESENCA_JA_REGISTRADA "Presença já registrada"
            "A presença neste evento já está registrada, e conta uma vez só.";
        CONFLICT VAGAS_OCUPADAS "Vagas ocupadas"
            "Há mais pessoas com lugar neste evento do que estas vagas. Ninguém perde o seu.";
        SERVICE_UNAVAILABLE IA_INDISPONIVEL "Assistente indisponível"
            "O modelo por trás da assistente não respondeu como devia. Nada foi feito; tente de novo.";
        NOT_FOUND CONVERSA_NAO_ENCONTRADA "Conversa não encontrada"
            "Esta conversa não existe, foi excluída ou não é sua.";
        FORBIDDEN CONVERSA_DE_OUTRA_PESSOA "Conversa de outra pessoa"
            "Esta conversa foi compartilhada com você para ler. Comece uma sua.";
        CONFLICT CONVERSA_CHEIA "Conversa longa demais"
            "Esta conversa chegou ao seu tamanho máximo. Comece uma nova.";
        NOT_FOUND ACAO_NAO_ENCONTRADA "Ação não encontrada"
            "Esta ação não existe ou não foi proposta a você.";
        CONFLICT ACAO_JA_DECIDIDA "Ação já decidida"
            "Esta ação já foi confirmada ou cancelada, ou passou do prazo de 10 minutos. Peça outra.";
        NOT_FOUND ENQUETE_NAO_ENCONTRADA "Enquete não encontrada"
            "Esta enquete não existe ou não é do seu núcleo.";
        NOT_FOUND OPCAO_NAO_ENCONTRADA "Opção não encontrada"
            "Esta opção não é desta enquete.";
        BAD_REQUEST ENQUETE_ENCERRADA "Enquete encerrada"
            "Esta enquete já encerrou e não recebe mais votos.";
        BAD_REQUEST VOTO_JA_REGISTRADO "Voto já registrado"
            "Você já votou nesta enquete. Cada pessoa vota uma vez.";
        FORBIDDEN VOTO_SO_DO_NUCLEO "Voto só do núcleo"
            "Só quem é do núcleo vota nesta enquete. Um super admin vota nas nacionais.";
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    #[test]
    fn no_code_is_used_twice() {
        let names: Vec<_> =
            base::error::GENERAL.iter().chain(super::PRODUCT).map(|code| code.name).collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    }
}
