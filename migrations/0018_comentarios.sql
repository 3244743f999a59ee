-- What people write about a project, or about one of its tasks.
CREATE TABLE projeto_comentarios (
    id         uuid        NOT NULL PRIMARY KEY,
    nucleo_id  uuid        NOT NULL,
    projeto_id uuid        NOT NULL,
    tarefa_id  uuid, -- null: about the project itself
    usuario_id uuid        NOT NULL REFERENCES usuarios (id), -- may be a SUPER_ADMIN
    texto      text        NOT NULL,
    imagem_url text,
    criado_em  timestamptz NOT NULL,
    FOREIGN KEY (nucleo_id, projeto_id) REFERENCES projetos (nucleo_id, id),
    FOREIGN KEY (projeto_id, tarefa_id) REFERENCES tarefas (projeto_id, id)
);
CREATE INDEX projeto_comentarios_do_projeto ON projeto_comentarios (projeto_id, criado_em, id)
    WHERE tarefa_id IS NULL;
CREATE INDEX projeto_comentarios_da_tarefa ON projeto_comentarios (tarefa_id, criado_em, id);
CREATE INDEX projeto_comentarios_por_usuario ON projeto_comentarios (usuario_id, criado_em);
