//! What may refer to a file. The one list of it: a column that is not here, or not among the
//! exceptions of the test beside the list of all columns, makes that test red.

/// Columns that hold one address, and texts that may have some inside.
///
/// An address is found by an index: as it was answered, as a path of this service, or, among those
/// that begin with a host, by the name in it. Texts are few that have a file inside, and an index
/// knows them; those are read. A new entry wants an index like those of migration 0020.
macro_rules! referencias {
    (
        enderecos { $($tabela:ident.$coluna:ident),+ $(,)? }
        textos { $($onde:ident.$campo:ident),+ $(,)? }
    ) => {
        pub const ENDERECOS: &[(&str, &str)] =
            &[$((stringify!($tabela), stringify!($coluna))),+];

        pub const TEXTOS: &[(&str, &str)] = &[$((stringify!($onde), stringify!($campo))),+];

        /// Whether anything refers to the file `a`.
        pub(super) const EM_USO: &str = concat!(
            "(a.fixo",
            $(
                " OR EXISTS (SELECT 1 FROM ", stringify!($tabela), " r WHERE r.",
                stringify!($coluna), " LIKE '%/arquivos/%' AND r.", stringify!($coluna),
                " IN (a.url, '/arquivos/' || a.bucket || '/' || a.nome))",
                " OR EXISTS (SELECT 1 FROM ", stringify!($tabela), " r WHERE r.",
                stringify!($coluna), " LIKE '%/arquivos/%' AND r.", stringify!($coluna),
                " >= 'http' AND r.", stringify!($coluna), " < 'httq' AND r.",
                stringify!($coluna), " LIKE '%' || a.nome || '%')",
            )+
            $(
                " OR EXISTS (SELECT 1 FROM ", stringify!($onde), " r WHERE CAST(r.",
                stringify!($campo), " AS text) LIKE '%/arquivos/%' AND CAST(r.",
                stringify!($campo), " AS text) LIKE '%' || a.nome || '%')",
            )+
            ")"
        );
    };
}

referencias! {
    enderecos {
        usuarios.foto_url,
        nucleos.logo_url,
        enquetes.foto_url,
        comunicados.foto_url,
        eventos.foto_url,
        tarefas.comprovacao_url,
        projeto_comentarios.imagem_url,
        lancamentos.comprovante_url,
        loja_produtos.foto_url,
        conquistas.icone,
    }
    textos {
        comunicados.conteudo,
        feed_atividades.conteudo,
        avisos.email,
    }
}
