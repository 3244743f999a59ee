-- The books of a nucleo. Money is whole centavos. A row is never changed; a removed one leaves its
-- two links in the chain.
CREATE TABLE lancamentos (
    id              uuid        NOT NULL PRIMARY KEY,
    nucleo_id       uuid        NOT NULL REFERENCES nucleos (id),
    numero          bigint      NOT NULL, -- of its link
    tipo            text        NOT NULL CHECK (tipo IN ('RECEITA', 'DESPESA')),
    valor_centavos  bigint      NOT NULL CHECK (valor_centavos > 0),
    categoria       text        NOT NULL CHECK (categoria IN (
        'EVENTO', 'PROJETO', 'ADMINISTRATIVO', 'DOACAO', 'LOJA', 'OUTROS')),
    descricao       text        NOT NULL,
    data            timestamptz NOT NULL,
    comprovante_url text,
    autor_id        uuid        NOT NULL REFERENCES usuarios (id), -- may be a SUPER_ADMIN
    sal             text        NOT NULL, -- goes with the row: its hash then tells nothing of it
    criado_em       timestamptz NOT NULL,
    UNIQUE (nucleo_id, numero)
);
-- Also holds what a sum over part of a month reads.
CREATE INDEX lancamentos_por_data
    ON lancamentos (nucleo_id, data, id, tipo, categoria, valor_centavos);
CREATE INDEX lancamentos_por_tipo ON lancamentos (nucleo_id, tipo, data, id);
CREATE INDEX lancamentos_por_autor ON lancamentos (autor_id, data, id);
-- By the beginning of the address: a whole one may be longer than an index takes.

-- The chain of a nucleo: what was entered and what was removed, by whom and when, without content.
-- Each link covers the one before it (areas/financeiro/rules/cadeia.rs). Append-only by the walls.
CREATE TABLE lancamento_elos (
    nucleo_id     uuid        NOT NULL REFERENCES nucleos (id),
    numero        bigint      NOT NULL, -- 1, 2, 3 ... without gaps
    acao          text        NOT NULL CHECK (acao IN ('INCLUSAO', 'EXCLUSAO')),
    lancamento_id uuid        NOT NULL,
    autor_id      uuid        NOT NULL REFERENCES usuarios (id),
    criado_em     timestamptz NOT NULL,
    conteudo      text        NOT NULL, -- hash of the entry as it came in, or as it went out
    hash          text        NOT NULL,
    CONSTRAINT lancamento_elos_nucleo_id_numero PRIMARY KEY (nucleo_id, numero),
    UNIQUE (nucleo_id, lancamento_id, acao)
);

-- The end of each chain: how many links, and the hash of the last. Whoever appends holds the row.
CREATE TABLE financeiro_cadeias (
    nucleo_id uuid   NOT NULL PRIMARY KEY REFERENCES nucleos (id),
    registros bigint NOT NULL CHECK (registros >= 0),
    hash      text   NOT NULL
);

-- What the entries of a month (Sao Paulo) add up to, kept with them.
CREATE TABLE financeiro_somas (
    nucleo_id      uuid   NOT NULL REFERENCES nucleos (id),
    mes            text   NOT NULL, -- YYYY-MM
    tipo           text   NOT NULL,
    categoria      text   NOT NULL,
    total_centavos bigint NOT NULL CHECK (total_centavos >= 0),
    quantos        bigint NOT NULL CHECK (quantos >= 0),
    PRIMARY KEY (nucleo_id, mes, tipo, categoria)
);
