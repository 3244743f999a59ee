-- What members get for the currency of their nucleo.
CREATE TABLE loja_produtos (
    id          uuid        NOT NULL PRIMARY KEY,
    nucleo_id   uuid        NOT NULL REFERENCES nucleos (id),
    nome        text        NOT NULL,
    descricao   text,
    preco       bigint      NOT NULL CHECK (preco >= 0),
    estoque     bigint      CHECK (estoque >= 0), -- null: unlimited
    foto_url    text,
    ativo       boolean     NOT NULL,
    excluido_em timestamptz, -- gone from every list; the row stays for its orders
    criado_em   timestamptz NOT NULL,
    UNIQUE (nucleo_id, id),
    CHECK (excluido_em IS NULL OR NOT ativo)
);
CREATE INDEX loja_produtos_por_data ON loja_produtos (nucleo_id, criado_em, id)
    WHERE excluido_em IS NULL;
CREATE INDEX loja_produtos_a_venda ON loja_produtos (nucleo_id, criado_em, id) WHERE ativo;
CREATE INDEX loja_produtos_com_arquivo ON loja_produtos (foto_url) WHERE foto_url LIKE '%/arquivos/%';

-- An order. Name and total are what they were when it was made. Each has one debit (LOJA) in the
-- ledger, and each CANCELADO one refund (ESTORNO), both with its id as their cause.
CREATE TABLE loja_pedidos (
    id           uuid        NOT NULL PRIMARY KEY,
    nucleo_id    uuid        NOT NULL,
    produto_id   uuid        NOT NULL,
    usuario_id   uuid        NOT NULL,
    produto_nome text        NOT NULL,
    quantidade   bigint      NOT NULL CHECK (quantidade > 0),
    total        bigint      NOT NULL CHECK (total >= 0),
    status       text        NOT NULL CHECK (status IN ('PEDIDO', 'ENTREGUE', 'CANCELADO')),
    criado_em    timestamptz NOT NULL,
    decidido_em  timestamptz,
    decidido_por uuid        REFERENCES usuarios (id), -- null: the account was removed, and so the order
    UNIQUE (nucleo_id, id),
    FOREIGN KEY (nucleo_id, produto_id) REFERENCES loja_produtos (nucleo_id, id),
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id),
    CHECK ((status = 'PEDIDO') = (decidido_em IS NULL))
);
CREATE INDEX loja_pedidos_por_pessoa ON loja_pedidos (nucleo_id, usuario_id, criado_em, id);
CREATE INDEX loja_pedidos_por_data ON loja_pedidos (nucleo_id, criado_em, id);
CREATE INDEX loja_pedidos_por_status ON loja_pedidos (nucleo_id, status, criado_em, id);
