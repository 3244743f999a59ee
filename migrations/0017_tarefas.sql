-- A task of a project, or a standalone one. Without a responsible person it is open.
CREATE TABLE tarefas (
    id                uuid        NOT NULL PRIMARY KEY,
    nucleo_id         uuid        NOT NULL REFERENCES nucleos (id),
    projeto_id        uuid, -- null: standalone
    titulo            text        NOT NULL,
    descricao         text,
    dificuldade       text        NOT NULL CHECK (dificuldade IN ('FACIL', 'MEDIA', 'DIFICIL')),
    recompensa        bigint      NOT NULL CHECK (recompensa >= 0),
    prazo             timestamptz,
    status            text        NOT NULL CHECK (status IN (
        'PENDENTE', 'EM_ANDAMENTO', 'CONCLUIDA', 'AGUARDANDO_VALIDACAO', 'APROVADA', 'REJEITADA')),
    responsavel_id    uuid,
    feedback          text, -- of the last rejection
    comprovacao       text, -- of the last delivery
    comprovacao_url   text,
    total_comentarios bigint      NOT NULL DEFAULT 0 CHECK (total_comentarios >= 0),
    criado_por        uuid        NOT NULL REFERENCES usuarios (id), -- may be a SUPER_ADMIN
    aprovada_em       timestamptz,
    criado_em         timestamptz NOT NULL,
    UNIQUE (nucleo_id, id),
    UNIQUE (projeto_id, id),
    FOREIGN KEY (nucleo_id, projeto_id) REFERENCES projetos (nucleo_id, id),
    FOREIGN KEY (nucleo_id, responsavel_id) REFERENCES usuarios (nucleo_id, id),
    -- What nobody is responsible for, nobody has delivered.
    CHECK (responsavel_id IS NOT NULL OR status IN ('PENDENTE', 'EM_ANDAMENTO')),
    CHECK ((status = 'APROVADA') = (aprovada_em IS NOT NULL))
);
CREATE INDEX tarefas_por_projeto ON tarefas (projeto_id, criado_em, id);
CREATE INDEX tarefas_avulsas ON tarefas (nucleo_id, criado_em, id) WHERE projeto_id IS NULL;
CREATE INDEX tarefas_avulsas_por_status ON tarefas (nucleo_id, status, criado_em, id)
    WHERE projeto_id IS NULL;
CREATE INDEX tarefas_por_responsavel ON tarefas (nucleo_id, responsavel_id, status, criado_em);
CREATE INDEX tarefas_aprovadas ON tarefas (nucleo_id, responsavel_id, aprovada_em, id)
    WHERE status = 'APROVADA';

-- Somebody asks for an open task: once per person and task, whatever is decided.
CREATE TABLE tarefa_candidaturas (
    tarefa_id   uuid        NOT NULL,
    usuario_id  uuid        NOT NULL,
    nucleo_id   uuid        NOT NULL,
    status      text        NOT NULL CHECK (status IN ('PENDENTE', 'APROVADA', 'REJEITADA')),
    decidida_em timestamptz, -- null: PENDENTE
    criado_em   timestamptz NOT NULL,
    FOREIGN KEY (nucleo_id, tarefa_id) REFERENCES tarefas (nucleo_id, id),
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id)
);
CREATE UNIQUE INDEX tarefa_candidaturas_tarefa_id_usuario_id
    ON tarefa_candidaturas (tarefa_id, usuario_id);
CREATE INDEX tarefa_candidaturas_por_data ON tarefa_candidaturas (tarefa_id, criado_em, usuario_id);
CREATE INDEX tarefa_candidaturas_por_usuario
    ON tarefa_candidaturas (nucleo_id, usuario_id, status, criado_em);
