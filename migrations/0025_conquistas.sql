-- Something that members of a nucleo can achieve: to have done this so often.
CREATE TABLE conquistas (
    id          uuid        NOT NULL PRIMARY KEY,
    nucleo_id   uuid        NOT NULL REFERENCES nucleos (id),
    nome        text        NOT NULL,
    descricao   text,
    icone       text        NOT NULL, -- an emoji, the name of a symbol or the address of a picture
    metrica     text        NOT NULL CHECK (metrica IN ('TAREFAS', 'EVENTOS', 'INDICACOES', 'VOTOS')),
    meta        bigint      NOT NULL CHECK (meta > 0),
    excluida_em timestamptz, -- nobody unlocks it any more; whoever has it keeps it
    criado_em   timestamptz NOT NULL,
    UNIQUE (nucleo_id, id)
);
CREATE INDEX conquistas_por_data ON conquistas (nucleo_id, criado_em, id) WHERE excluida_em IS NULL;
CREATE INDEX conquistas_por_metrica ON conquistas (nucleo_id, metrica, meta, id)
    WHERE excluida_em IS NULL;
CREATE INDEX conquistas_com_arquivo ON conquistas (icone) WHERE icone LIKE '%/arquivos/%';

-- Who has achieved what. The unique index makes it once per person, whatever is delivered again.
CREATE TABLE conquistas_desbloqueadas (
    id              uuid        NOT NULL PRIMARY KEY, -- what its entry in the feed tells of
    nucleo_id       uuid        NOT NULL,
    conquista_id    uuid        NOT NULL,
    usuario_id      uuid        NOT NULL,
    desbloqueada_em timestamptz NOT NULL,
    FOREIGN KEY (nucleo_id, conquista_id) REFERENCES conquistas (nucleo_id, id),
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id)
);
CREATE UNIQUE INDEX conquistas_desbloqueadas_conquista_id_usuario_id
    ON conquistas_desbloqueadas (conquista_id, usuario_id);
CREATE INDEX conquistas_desbloqueadas_por_pessoa
    ON conquistas_desbloqueadas (nucleo_id, usuario_id, desbloqueada_em, id);
