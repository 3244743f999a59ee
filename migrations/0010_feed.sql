-- What happened in the nucleo, for everybody to read. Without a nucleo it is national.
CREATE TABLE feed_atividades (
    id              uuid        NOT NULL PRIMARY KEY,
    nucleo_id       uuid        REFERENCES nucleos (id),
    tipo            text        NOT NULL CHECK (tipo IN
        ('COMUNICADO', 'BOAS_VINDAS', 'POSTAGEM_PORTA_VOZ', 'ENQUETE', 'CONQUISTA')),
    origem_id       uuid        NOT NULL, -- what it tells of
    conteudo        jsonb       NOT NULL,
    segmento_cargos text,                 -- lists in JSON; null: for everybody
    segmento_planos text,
    criado_em       timestamptz NOT NULL
);
CREATE UNIQUE INDEX feed_atividades_tipo_origem_id ON feed_atividades (tipo, origem_id);
CREATE INDEX feed_atividades_por_data ON feed_atividades (nucleo_id, criado_em, id);
