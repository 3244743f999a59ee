-- What was answered to a request that its caller may repeat. Kept for a day.
CREATE TABLE idempotencia (
    usuario_id uuid        NOT NULL REFERENCES usuarios (id),
    chave      text        NOT NULL,
    nucleo_id  uuid        NOT NULL REFERENCES nucleos (id),
    corpo_hash text        NOT NULL,
    resposta   jsonb,
    criado_em  timestamptz NOT NULL,
    PRIMARY KEY (usuario_id, nucleo_id, chave)
);
CREATE INDEX idempotencia_por_data ON idempotencia (criado_em);
