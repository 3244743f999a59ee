//! The catalogue. The position of an entry makes its id: add at the end, never reorder or remove.

pub const CATALOGO: &[(&str, &[&str])] = &[
    (
        "Comunicação",
        &["Redação", "Fotografia", "Vídeo", "Redes sociais", "Design gráfico", "Oratória"],
    ),
    (
        "Tecnologia",
        &["Desenvolvimento web", "Análise de dados", "Suporte técnico", "Segurança digital"],
    ),
    (
        "Gestão",
        &["Gestão de projetos", "Finanças", "Captação de recursos", "Planejamento estratégico"],
    ),
    (
        "Mobilização",
        &["Organização de eventos", "Formação política", "Panfletagem", "Diálogo porta a porta"],
    ),
    ("Jurídico", &["Direito eleitoral", "Direitos humanos", "Contratos", "Mediação de conflitos"]),
    ("Educação", &["Ensino", "Facilitação de grupos", "Produção de material didático"]),
    ("Saúde e cuidado", &["Primeiros socorros", "Psicologia", "Serviço social", "Nutrição"]),
    ("Cultura", &["Música", "Teatro", "Artes visuais", "Produção cultural"]),
    ("Logística", &["Transporte", "Cozinha", "Montagem e estrutura", "Compras"]),
    ("Idiomas", &["Inglês", "Espanhol", "Libras", "Tradução"]),
];
