//! Whom a letter is addressed to, within its description.

use super::pedido::Descricao;
use crate::lexico::nome_proprio;

/// Before the name of those who receive it.
const ANTES: &[&str] = &[
    "a", "ao", "aos", "as", "o", "os", "para", "pra", "pro", "pros", "todo", "toda", "todos",
    "todas", "nosso", "nossa", "nossos", "nossas", "meus", "minhas", "cada", "novo", "nova",
    "novos", "novas", "demais",
];
const TODOS: &[&str] = &[
    "membros",
    "membro",
    "pessoal",
    "galera",
    "gente",
    "turma",
    "povo",
    "mundo",
    "geral",
    "voces",
    "voce",
    "pessoas",
    "companheiros",
    "companheiras",
    "colegas",
    "amigos",
    "filiados",
    "associados",
    "nucleo",
    "integrantes",
];
const GRUPOS: &[&str] = &[
    "coordenacao",
    "coordenadores",
    "coordenadoras",
    "coordenador",
    "coordenadora",
    "diretoria",
    "administradores",
    "administracao",
    "apoiadores",
    "militantes",
    "voluntarios",
    "voluntarias",
    "equipe",
    "equipes",
    "comissao",
    "grupo",
    "participantes",
    "lideres",
    "liderancas",
    "porta-vozes",
    "assinantes",
    "doadores",
    "inscritos",
    "convidados",
    "moradores",
    "vizinhos",
    "comunidade",
    "familias",
    "parceiros",
    "responsaveis",
];
const QUALIDADES: &[&str] =
    &["ativos", "ativas", "inativos", "suspensos", "novos", "novas", "antigos", "pendentes"];

impl Descricao<'_> {
    /// Where those who receive it end, if they are named, and whether they are others than everybody.
    pub fn receptor(&self, inicio: usize) -> Option<(usize, bool)> {
        let mut fim = inicio;
        while ANTES.contains(&self.forma(fim)) {
            fim += 1;
        }
        let ultimo = if fim > inicio { self.forma(fim - 1) } else { "" };
        let mut proprio = false;
        if TODOS.contains(&self.forma(fim)) || GRUPOS.contains(&self.forma(fim)) {
            proprio = GRUPOS.contains(&self.forma(fim));
            fim += 1;
        } else if nome_proprio(self.forma(fim)) {
            proprio = true;
            fim += 1;
            while self.maiuscula(fim) {
                fim += 1;
            }
        } else if !["todos", "todas"].contains(&ultimo) {
            // "A todos a participar": the receiver ends before the next preposition.
            let ha = |posicao: &usize| {
                ["todos", "todas"].contains(&self.forma(*posicao))
                    && !["o", "os", "as"].contains(&self.forma(posicao + 1))
            };
            fim = (inicio..fim).find(ha)? + 1;
        }
        if self.dois_pontos(fim - 1) {
            return Some((fim, proprio));
        }
        while QUALIDADES.contains(&self.forma(fim)) {
            fim += 1;
        }
        if self.forma(fim) == "e"
            && let Some((outro, outros)) = self.receptor(fim + 1)
        {
            return Some((outro, proprio || outros));
        }
        Some((self.com_origem(fim), proprio))
    }

    /// "do núcleo", "de Campinas", "equipe de som": whose they are, when something else follows.
    fn com_origem(&self, fim: usize) -> usize {
        const SEGUEM: &[&str] = &[
            "de", "do", "da", "dos", "das", "que", "sobre", "para", "pra", "pro", "pelo", "pela",
            "pelos", "pelas", "por",
        ];
        let de = ["de", "do", "da"].contains(&self.forma(fim));
        let casa = ["nucleo", "grupo", "coletivo", "movimento", "organizacao", "cidade", "bairro"]
            .contains(&self.forma(fim + 1));
        let solto = self.forma(fim) == "de"
            && (self.maiuscula(fim + 1)
                || ["equipe", "comissao", "grupo"].contains(&self.forma(fim.wrapping_sub(1))));
        if !de || !casa && !solto {
            return fim;
        }
        let mut depois = fim + 2;
        while self.maiuscula(depois) {
            depois += 1;
        }
        let segue = SEGUEM.contains(&self.forma(depois)) || self.dois_pontos(depois - 1);
        if segue { depois } else { fim }
    }
}
