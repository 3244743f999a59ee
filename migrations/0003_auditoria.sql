-- Append-only: the database itself refuses UPDATE and DELETE (crates/base/src/db/walls).
-- Holds no name, e-mail or CPF: those are read from their own tables, so that a removed account
-- leaves none here.
CREATE TABLE auditoria (
    id        uuid        NOT NULL PRIMARY KEY,
    nucleo_id uuid        REFERENCES nucleos (id), -- null: above all nucleos
    acao      text        NOT NULL,
    autor_id  uuid        REFERENCES usuarios (id), -- null: the command line
    endereco  text,
    alvo_tipo text        NOT NULL,
    alvo_id   uuid,
    detalhes  jsonb       NOT NULL,
    criado_em timestamptz NOT NULL
);
CREATE INDEX auditoria_por_data ON auditoria (nucleo_id, criado_em, id);
CREATE INDEX auditoria_por_acao ON auditoria (nucleo_id, acao, criado_em, id);
CREATE INDEX auditoria_por_autor ON auditoria (autor_id, criado_em);
CREATE INDEX auditoria_por_alvo ON auditoria (alvo_id, criado_em);
