-- A conversation with the assistant, saved with every message. Shared, the whole management of the
-- nucleo can read it.
CREATE TABLE ia_conversas (
    id               uuid        NOT NULL PRIMARY KEY,
    nucleo_id        uuid        NOT NULL REFERENCES nucleos (id),
    usuario_id       uuid        NOT NULL REFERENCES usuarios (id), -- may be a SUPER_ADMIN
    titulo           text        NOT NULL,
    total_mensagens  bigint      NOT NULL CHECK (total_mensagens >= 0),
    compartilhada    boolean     NOT NULL DEFAULT false,
    compartilhada_em timestamptz,
    criado_em        timestamptz NOT NULL,
    atualizado_em    timestamptz NOT NULL,
    UNIQUE (nucleo_id, id),
    CHECK (compartilhada = (compartilhada_em IS NOT NULL))
);
CREATE INDEX ia_conversas_por_usuario ON ia_conversas (nucleo_id, usuario_id, atualizado_em, id);
CREATE INDEX ia_conversas_compartilhadas ON ia_conversas (nucleo_id, atualizado_em, id)
    WHERE compartilhada;

-- What was said, in order from 1. Only answers of the assistant have more than a text.
CREATE TABLE ia_mensagens (
    conversa_id   uuid        NOT NULL,
    numero        bigint      NOT NULL,
    nucleo_id     uuid        NOT NULL,
    papel         text        NOT NULL CHECK (papel IN ('user', 'assistant')),
    texto         text        NOT NULL,
    tipo          text,
    dados         jsonb,
    quick_replies jsonb,
    tool_calls    jsonb,
    acao_id       uuid,
    criado_em     timestamptz NOT NULL,
    PRIMARY KEY (conversa_id, numero),
    FOREIGN KEY (nucleo_id, conversa_id) REFERENCES ia_conversas (nucleo_id, id)
);

-- Who is spoken of where: when somebody leaves for good, what was said of them goes.
CREATE TABLE ia_mencoes (
    nucleo_id   uuid   NOT NULL,
    usuario_id  uuid   NOT NULL,
    conversa_id uuid   NOT NULL,
    numero      bigint NOT NULL,
    PRIMARY KEY (nucleo_id, usuario_id, conversa_id, numero),
    FOREIGN KEY (conversa_id, numero) REFERENCES ia_mensagens (conversa_id, numero),
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id)
);
CREATE INDEX ia_mencoes_por_conversa ON ia_mencoes (conversa_id, numero);

-- What the assistant proposed to do. It runs once, with exactly these arguments, when whoever asked
-- for it confirms in time.
CREATE TABLE ia_acoes (
    id          uuid        NOT NULL PRIMARY KEY,
    nucleo_id   uuid        NOT NULL REFERENCES nucleos (id),
    usuario_id  uuid        NOT NULL REFERENCES usuarios (id), -- who asked
    conversa_id uuid,       -- null: the conversation was removed
    alvo_id     uuid,       -- the person whom it is about, if it is one
    ferramenta  text        NOT NULL,
    argumentos  jsonb       NOT NULL,
    tipo        text        NOT NULL,
    dados       jsonb       NOT NULL,
    resumo      text        NOT NULL,
    pedido      text        NOT NULL, -- in whose words
    estado      text        NOT NULL CHECK (estado IN ('PENDENTE', 'CONFIRMADA', 'CANCELADA')),
    criado_em   timestamptz NOT NULL,
    expira_em   timestamptz NOT NULL,
    decidida_em timestamptz,
    FOREIGN KEY (nucleo_id, conversa_id) REFERENCES ia_conversas (nucleo_id, id),
    FOREIGN KEY (nucleo_id, alvo_id) REFERENCES usuarios (nucleo_id, id),
    CHECK ((estado = 'PENDENTE') = (decidida_em IS NULL))
);
CREATE INDEX ia_acoes_por_usuario ON ia_acoes (nucleo_id, usuario_id, criado_em, id);
CREATE INDEX ia_acoes_por_conversa ON ia_acoes (conversa_id);
CREATE INDEX ia_acoes_por_alvo ON ia_acoes (alvo_id);
CREATE INDEX ia_acoes_nao_feitas ON ia_acoes (expira_em) WHERE estado <> 'CONFIRMADA';

-- What a nucleo has used of the provider, month by month.
CREATE TABLE ia_consumo (
    nucleo_id      uuid   NOT NULL REFERENCES nucleos (id),
    mes            text   NOT NULL, -- YYYY-MM in Sao Paulo
    perguntas      bigint NOT NULL,
    chamadas       bigint NOT NULL, -- to the provider: a question may take several
    tokens_entrada bigint NOT NULL,
    tokens_saida   bigint NOT NULL,
    custo_nano     bigint NOT NULL, -- billionths of the currency that the prices are in
    PRIMARY KEY (nucleo_id, mes)
);

-- What the assistant asks of other tables, each by a range of its own.
CREATE INDEX usuarios_por_cidade ON usuarios (nucleo_id, cidade, nome_busca, id);
CREATE INDEX usuarios_por_aprovacao ON usuarios (nucleo_id, aprovado_em, id);
CREATE INDEX usuario_competencias_por_micro
    ON usuario_competencias (nucleo_id, micro_id, nivel_proficiencia, usuario_id);
CREATE INDEX carteiras_por_saldo ON carteiras (nucleo_id, saldo, usuario_id);
CREATE INDEX transacoes_por_data ON transacoes (nucleo_id, criado_em, id, tipo, valor);
CREATE INDEX tarefas_por_fazer ON tarefas (nucleo_id, criado_em, id)
    WHERE status IN ('PENDENTE', 'EM_ANDAMENTO', 'CONCLUIDA', 'AGUARDANDO_VALIDACAO');
CREATE INDEX tarefas_por_aprovacao ON tarefas (nucleo_id, aprovada_em) WHERE status = 'APROVADA';
CREATE INDEX enquetes_por_encerramento ON enquetes (nucleo_id, data_encerramento, id);
