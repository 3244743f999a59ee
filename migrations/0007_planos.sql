CREATE TABLE planos (
    id             uuid        NOT NULL PRIMARY KEY,
    nucleo_id      uuid        NOT NULL REFERENCES nucleos (id),
    codigo         text        NOT NULL,
    nome           text        NOT NULL,
    preco_centavos bigint      NOT NULL CHECK (preco_centavos >= 0),
    periodo_dias   bigint      NOT NULL CHECK (periodo_dias > 0),
    bonus_moedas   bigint      NOT NULL CHECK (bonus_moedas >= 0),
    criado_em      timestamptz NOT NULL,
    UNIQUE (nucleo_id, id),
    UNIQUE (nucleo_id, codigo)
);
