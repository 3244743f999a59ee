-- A gathering of a nucleo. The numbers are kept, so that a list of events counts nobody; whoever
-- changes one of them holds the row, and so places are given out one after the other.
CREATE TABLE eventos (
    id           uuid        NOT NULL PRIMARY KEY,
    nucleo_id    uuid        NOT NULL REFERENCES nucleos (id),
    titulo       text        NOT NULL,
    descricao    text,
    local        text,
    inicio       timestamptz NOT NULL,
    fim          timestamptz NOT NULL,
    vagas        bigint      CHECK (vagas >= 1), -- null: as many as come
    recompensa   bigint      NOT NULL CHECK (recompensa >= 0),
    foto_url     text,
    codigo       text        NOT NULL, -- shown at the door; only the management reads it here
    inscritos    bigint      NOT NULL DEFAULT 0 CHECK (inscritos >= 0), -- INSCRITO
    esperando    bigint      NOT NULL DEFAULT 0 CHECK (esperando >= 0), -- ESPERA
    presentes    bigint      NOT NULL DEFAULT 0 CHECK (presentes >= 0), -- PRESENTE
    chegadas     bigint      NOT NULL DEFAULT 0, -- the last number that was given out
    cancelado_em timestamptz,
    criado_por   uuid        NOT NULL REFERENCES usuarios (id), -- may be a SUPER_ADMIN
    criado_em    timestamptz NOT NULL,
    UNIQUE (nucleo_id, id),
    CHECK (fim > inicio),
    -- Nobody signs up for a place that is not there. Who comes without one is present all the same.
    CHECK (vagas IS NULL OR inscritos <= vagas)
);
-- Future ones are a range of it, past ones the other end.
CREATE INDEX eventos_por_fim ON eventos (nucleo_id, fim, id);
CREATE INDEX eventos_com_arquivo ON eventos (foto_url) WHERE foto_url LIKE '%/arquivos/%';

-- Who signed up, who waits, who was there: one row per person and event.
CREATE TABLE evento_inscricoes (
    evento_id      uuid        NOT NULL,
    usuario_id     uuid        NOT NULL,
    nucleo_id      uuid        NOT NULL,
    status         text        NOT NULL CHECK (status IN ('INSCRITO', 'ESPERA', 'PRESENTE')),
    ordem          bigint      NOT NULL, -- 1, 2, 3 ... in each event: who waits moves up by it
    promovida_em   timestamptz,          -- when they moved up from the waiting list
    presente_em    timestamptz,
    recompensa     bigint,               -- what the event promised when they came
    registrada_por uuid        REFERENCES usuarios (id), -- null: they had the code
    criado_em      timestamptz NOT NULL,
    FOREIGN KEY (nucleo_id, evento_id) REFERENCES eventos (nucleo_id, id),
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id),
    CHECK ((status = 'PRESENTE') = (presente_em IS NOT NULL)),
    CHECK ((presente_em IS NULL) = (recompensa IS NULL))
);
CREATE UNIQUE INDEX evento_inscricoes_evento_id_usuario_id
    ON evento_inscricoes (evento_id, usuario_id);
CREATE UNIQUE INDEX evento_inscricoes_evento_id_ordem ON evento_inscricoes (evento_id, ordem);
CREATE INDEX evento_inscricoes_fila ON evento_inscricoes (evento_id, ordem)
    WHERE status = 'ESPERA';
CREATE INDEX evento_inscricoes_por_pessoa ON evento_inscricoes (nucleo_id, usuario_id, criado_em);
CREATE INDEX evento_presencas
    ON evento_inscricoes (nucleo_id, usuario_id, presente_em, evento_id)
    WHERE status = 'PRESENTE';
