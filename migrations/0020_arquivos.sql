-- A file that somebody has sent. The bytes are in the data folder or in an S3 store under
-- `arquivos/<bucket>/<nome>`; a row is there before its bytes are and until they are gone.
CREATE TABLE arquivos (
    id            uuid        NOT NULL PRIMARY KEY,
    nucleo_id     uuid        REFERENCES nucleos (id),  -- null: sent from above all nucleos
    dono_id       uuid        REFERENCES usuarios (id), -- null: the account was removed
    bucket        text        NOT NULL CHECK (bucket IN (
        'avatars', 'comentarios', 'enquetes', 'comunicados', 'comprovantes')),
    nome          text        NOT NULL, -- nobody can guess it
    url           text        NOT NULL, -- as it was answered
    tipo          text        NOT NULL,
    tamanho       bigint      NOT NULL CHECK (tamanho > 0),
    fixo          boolean     NOT NULL, -- went out by e-mail, and is looked at there
    sem_uso_desde timestamptz,          -- null: something refers to it
    remover_em    timestamptz,          -- null: it stays; else when its removal is next tried
    criado_em     timestamptz NOT NULL,
    CHECK (bucket <> 'comprovantes' OR nucleo_id IS NOT NULL)
);
CREATE UNIQUE INDEX arquivos_nome ON arquivos (nome);
CREATE INDEX arquivos_por_dono ON arquivos (dono_id, criado_em);
CREATE INDEX arquivos_sem_uso ON arquivos (id) WHERE sem_uso_desde IS NOT NULL;
CREATE INDEX arquivos_a_remover ON arquivos (remover_em) WHERE remover_em IS NOT NULL;

-- Whether anything refers to a file is asked of these: columns that hold the address of one, and
-- texts that may have some inside (crates/nucleo/src/areas/arquivos/store/referencias.rs).
CREATE INDEX usuarios_com_arquivo ON usuarios (foto_url) WHERE foto_url LIKE '%/arquivos/%';
CREATE INDEX nucleos_com_arquivo ON nucleos (logo_url) WHERE logo_url LIKE '%/arquivos/%';
CREATE INDEX enquetes_com_arquivo ON enquetes (foto_url) WHERE foto_url LIKE '%/arquivos/%';
CREATE INDEX comunicados_com_arquivo ON comunicados (foto_url) WHERE foto_url LIKE '%/arquivos/%';
CREATE INDEX tarefas_com_arquivo ON tarefas (comprovacao_url) WHERE comprovacao_url LIKE '%/arquivos/%';
CREATE INDEX projeto_comentarios_com_arquivo ON projeto_comentarios (imagem_url)
    WHERE imagem_url LIKE '%/arquivos/%';
CREATE INDEX lancamentos_com_arquivo ON lancamentos (comprovante_url)
    WHERE comprovante_url LIKE '%/arquivos/%';
CREATE INDEX comunicados_com_imagens ON comunicados (id)
    WHERE CAST(conteudo AS text) LIKE '%/arquivos/%';
CREATE INDEX feed_atividades_com_imagens ON feed_atividades (id)
    WHERE CAST(conteudo AS text) LIKE '%/arquivos/%';
CREATE INDEX avisos_com_imagens ON avisos (id) WHERE CAST(email AS text) LIKE '%/arquivos/%';
