-- An announcement. The text stands last: SQLite reads a row from its beginning, and the list looks at
-- every row of a nucleo for whom it is, but at few texts.
CREATE TABLE comunicados (
    id                 uuid        NOT NULL PRIMARY KEY,
    nucleo_id          uuid        REFERENCES nucleos (id), -- null: national
    autor_id           uuid        NOT NULL REFERENCES usuarios (id),
    status             text        NOT NULL CHECK (status IN ('PUBLICADO', 'AGENDADO')),
    versao             bigint      NOT NULL DEFAULT 1, -- of its time: an event of another one is late
    data_agendamento   timestamptz,
    publicado_em       timestamptz,
    criado_em          timestamptz NOT NULL,
    segmento_cargos    text,                 -- lists in JSON; null: for everybody
    segmento_planos    text,
    enviar_push        boolean     NOT NULL,
    enviar_email       boolean     NOT NULL,
    push_destinatarios jsonb       NOT NULL,
    titulo             text        NOT NULL,
    foto_url           text,
    video_url          text,
    conteudo           text        NOT NULL, -- made harmless before it was stored
    CHECK ((status = 'PUBLICADO') = (publicado_em IS NOT NULL)),
    CHECK (status = 'PUBLICADO' OR data_agendamento IS NOT NULL)
);
CREATE INDEX comunicados_por_publicacao ON comunicados (nucleo_id, publicado_em, id);
-- For how many there are: few segments stand for many announcements.
CREATE INDEX comunicados_por_segmento ON comunicados (nucleo_id, segmento_cargos, segmento_planos)
    WHERE publicado_em IS NOT NULL;
CREATE INDEX comunicados_por_data ON comunicados (nucleo_id, criado_em, id);
