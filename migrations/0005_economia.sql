-- The rules of a nucleo's currency. The multiplier is kept in millionths, so that no binary
-- fraction decides a rounding.
CREATE TABLE regras_moeda (
    nucleo_id          uuid   NOT NULL PRIMARY KEY REFERENCES nucleos (id),
    multiplicador_ppm  bigint NOT NULL DEFAULT 1000000
        CHECK (multiplicador_ppm > 0 AND multiplicador_ppm <= 100000000),
    teto_mensal        bigint CHECK (teto_mensal >= 0) -- null: no cap
);

-- One row per person, locked by every movement. Sums over a nucleo are sums over its wallets.
CREATE TABLE carteiras (
    usuario_id   uuid   NOT NULL PRIMARY KEY,
    nucleo_id    uuid   NOT NULL,
    saldo        bigint NOT NULL DEFAULT 0 CHECK (saldo >= 0),
    creditado    bigint NOT NULL DEFAULT 0,
    debitado     bigint NOT NULL DEFAULT 0,
    movimentos   bigint NOT NULL DEFAULT 0, -- the number of the newest transaction
    mes          text   NOT NULL DEFAULT '', -- YYYY-MM in Sao Paulo, of ganho_no_mes
    ganho_no_mes bigint NOT NULL DEFAULT 0,
    UNIQUE (nucleo_id, usuario_id),
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id),
    CHECK (saldo = creditado - debitado)
);

-- The ledger. Append-only: the database refuses UPDATE and DELETE (crates/base/src/db/walls).
CREATE TABLE transacoes (
    id                uuid        NOT NULL PRIMARY KEY,
    nucleo_id         uuid        NOT NULL,
    usuario_id        uuid        NOT NULL,
    numero            bigint      NOT NULL, -- 1, 2, 3 ... in each wallet, without gaps
    numero_na_origem  bigint      NOT NULL, -- the same among those of one origin
    tipo              text        NOT NULL CHECK (tipo IN ('CREDITO', 'DEBITO')),
    origem            text        NOT NULL CHECK (origem IN (
        'EVENTO', 'TAREFA', 'LOJA', 'PLANO', 'MANUAL', 'REFERRAL', 'ESTORNO')),
    valor             bigint      NOT NULL CHECK (valor >= 0),
    valor_base        bigint      NOT NULL, -- before multiplier and cap
    multiplicador_ppm bigint      NOT NULL,
    cortado           bigint      NOT NULL, -- what the monthly cap took
    saldo_apos        bigint      NOT NULL CHECK (saldo_apos >= 0),
    descricao         text        NOT NULL,
    referencia_id     uuid, -- what it was paid for
    criado_em         timestamptz NOT NULL,
    -- A page of the statement is a range of numbers, and its total the highest one.
    UNIQUE (usuario_id, numero),
    UNIQUE (usuario_id, origem, numero_na_origem),
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES carteiras (nucleo_id, usuario_id)
);
-- One cause moves one wallet once, however often it is tried.
CREATE UNIQUE INDEX transacoes_usuario_id_origem_referencia_id ON transacoes (usuario_id, origem, referencia_id);
