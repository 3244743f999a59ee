CREATE INDEX planos_por_data ON planos (nucleo_id, criado_em, id);

-- That a person has a plan, or has asked for one. The row that `vale` gives the person its plan
-- until `validade`: whether that moment has passed is asked of the clock, and an hourly job only
-- tidies up behind it (crates/nucleo/src/areas/planos/vigencia.rs).
CREATE TABLE assinaturas (
    id             uuid        NOT NULL PRIMARY KEY,
    nucleo_id      uuid        NOT NULL,
    usuario_id     uuid        NOT NULL,
    plano_codigo   text        NOT NULL, -- a code never changes
    preco_centavos bigint      NOT NULL CHECK (preco_centavos >= 0), -- the price that was agreed to
    status         text        NOT NULL CHECK (status IN (
        'PENDENTE', 'ATIVA', 'VENCIDA', 'CANCELADA')),
    vale           boolean     NOT NULL,
    validade       timestamptz, -- null: without end, or never paid
    criado_em      timestamptz NOT NULL,
    UNIQUE (nucleo_id, id),
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id),
    FOREIGN KEY (nucleo_id, plano_codigo) REFERENCES planos (nucleo_id, codigo),
    CHECK (vale OR status <> 'ATIVA'),
    CHECK (NOT vale OR status = 'ATIVA' OR (status = 'CANCELADA' AND validade IS NOT NULL))
);
-- One plan in force per person, and one that waits to be paid.
CREATE UNIQUE INDEX assinaturas_usuario_id ON assinaturas (usuario_id) WHERE vale;
CREATE UNIQUE INDEX assinaturas_nucleo_id_usuario_id ON assinaturas (nucleo_id, usuario_id)
    WHERE status = 'PENDENTE';
CREATE INDEX assinaturas_por_data ON assinaturas (nucleo_id, criado_em, id);
CREATE INDEX assinaturas_por_usuario ON assinaturas (usuario_id, criado_em, id);
CREATE INDEX assinaturas_a_vencer ON assinaturas (validade) WHERE vale;

-- What the payment provider has told, once per event. Of nobody known: without a nucleo, with the
-- reference as it came, for a person to look at.
CREATE TABLE pagamento_eventos (
    id             text        NOT NULL PRIMARY KEY, -- the provider's
    nucleo_id      uuid,
    usuario_id     uuid,
    tipo           text        NOT NULL,
    provedor_id    text        NOT NULL, -- of the payment
    valor_centavos bigint      NOT NULL,
    vencimento     text, -- YYYY-MM-DD
    referencia     text,
    criado_em      timestamptz NOT NULL,
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id)
);
CREATE INDEX pagamento_eventos_por_usuario ON pagamento_eventos (usuario_id);

-- A payment, once whatever its events are. It stays when the person is forgotten, for the sums.
CREATE TABLE pagamentos (
    id             uuid        NOT NULL PRIMARY KEY,
    nucleo_id      uuid        NOT NULL,
    usuario_id     uuid, -- null: the account was removed
    provedor_id    text, -- as the provider names it; null: the account was removed
    status         text        NOT NULL CHECK (status IN ('ATRASADO', 'RECEBIDO', 'SEM_EFEITO')),
    valor_centavos bigint      NOT NULL,
    vencimento     text,
    plano_codigo   text,
    bonus_moedas   bigint      NOT NULL CHECK (bonus_moedas >= 0),
    validade       timestamptz, -- until when it has paid; null: without end, or nothing paid
    recebido_em    timestamptz,
    criado_em      timestamptz NOT NULL,
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id),
    FOREIGN KEY (nucleo_id, plano_codigo) REFERENCES planos (nucleo_id, codigo),
    CHECK (status <> 'ATRASADO' OR recebido_em IS NULL),
    CHECK (status = 'RECEBIDO' OR bonus_moedas = 0)
);
CREATE UNIQUE INDEX pagamentos_provedor_id ON pagamentos (provedor_id);
CREATE INDEX pagamentos_por_usuario ON pagamentos (usuario_id, criado_em, id);
