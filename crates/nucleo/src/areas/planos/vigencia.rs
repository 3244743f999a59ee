//! Which plan a person has at a given moment. Profile, directory, segments and subscriptions all ask
//! these, and nothing else.

/// The code of the plan that a person has without a subscription.
macro_rules! gratuito {
    () => {
        "FREE"
    };
}

/// SQL: whether the row `$v` of `assinaturas` gives its plan at the moment `$agora`, a parameter. A
/// person has at most one that does.
macro_rules! em_vigor {
    ($v:literal, $agora:literal) => {
        concat!($v, ".vale AND (", $v, ".validade IS NULL OR ", $v, ".validade > ", $agora, ")")
    };
}

/// SQL: the code of the plan that the person `$u` (an alias of `usuarios`) has at the moment
/// `$agora`, a parameter.
macro_rules! plano_ativo {
    ($u:literal, $agora:literal) => {
        concat!(
            "COALESCE((SELECT v.plano_codigo FROM assinaturas v WHERE v.usuario_id = ",
            $u,
            ".id AND ",
            $crate::areas::planos::em_vigor!("v", $agora),
            "), '",
            $crate::areas::planos::gratuito!(),
            "')"
        )
    };
}

/// SQL: joins the same plan as `p`, and the subscription that gives it as `v`, if one does.
macro_rules! com_plano {
    ($u:literal, $agora:literal) => {
        concat!(
            " LEFT JOIN assinaturas v ON v.usuario_id = ",
            $u,
            ".id AND ",
            $crate::areas::planos::em_vigor!("v", $agora),
            " LEFT JOIN planos p ON p.nucleo_id = ",
            $u,
            ".nucleo_id AND p.codigo = COALESCE(v.plano_codigo, '",
            $crate::areas::planos::gratuito!(),
            "') "
        )
    };
}

pub(crate) use {com_plano, em_vigor, gratuito, plano_ativo};
