-- A project with the numbers that its card on the board shows: kept, so that a list of projects
-- counts nothing. Whoever changes one of them holds the row.
CREATE TABLE projetos (
    id                uuid        NOT NULL PRIMARY KEY,
    nucleo_id         uuid        NOT NULL REFERENCES nucleos (id),
    nome              text        NOT NULL,
    descricao         text,
    status            text        NOT NULL CHECK (status IN (
        'PLANEJAMENTO', 'EM_ANDAMENTO', 'CONCLUIDO', 'CANCELADO')),
    data_fim          timestamptz,
    total_membros     bigint      NOT NULL DEFAULT 0 CHECK (total_membros >= 0), -- CONFIRMADO
    total_tarefas     bigint      NOT NULL DEFAULT 0 CHECK (total_tarefas >= 0),
    total_comentarios bigint      NOT NULL DEFAULT 0 CHECK (total_comentarios >= 0), -- with those of its tasks
    criado_em         timestamptz NOT NULL,
    UNIQUE (nucleo_id, id)
);
CREATE INDEX projetos_por_data ON projetos (nucleo_id, criado_em, id);
CREATE INDEX projetos_por_status ON projetos (nucleo_id, status, criado_em, id);

-- Who was asked into a project, or is in it.
CREATE TABLE projeto_membros (
    projeto_id     uuid        NOT NULL,
    usuario_id     uuid        NOT NULL,
    nucleo_id      uuid        NOT NULL,
    status_convite text        NOT NULL CHECK (status_convite IN (
        'PENDENTE', 'ACEITO', 'RECUSADO', 'CONFIRMADO')),
    criado_em      timestamptz NOT NULL, -- of the last invitation
    PRIMARY KEY (projeto_id, usuario_id),
    FOREIGN KEY (nucleo_id, projeto_id) REFERENCES projetos (nucleo_id, id),
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id)
);
CREATE INDEX projeto_membros_por_data ON projeto_membros (projeto_id, criado_em, usuario_id);
CREATE INDEX projeto_membros_por_usuario
    ON projeto_membros (nucleo_id, usuario_id, status_convite, criado_em);
