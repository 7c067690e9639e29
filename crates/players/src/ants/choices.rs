//! What the thesis says of each choice there is about a colony, and what a colony does.
//!
//! The thesis is the one on ant colonies in Arimaa that [`super`] names; `form=thesis` follows
//! whatever it prints. Where it says nothing, or leaves two readings, this list says which is ours.

use ludoteca_text::{Text, text};

use super::settings::{ALL_STATES, Settings, Variant};
use crate::thought::{Content, Layer};

/// The layer `ants-choices`: choice by choice what is printed, and what this colony does.
pub fn layer(settings: &Settings) -> Layer {
    let rows = choices(settings).into_iter();
    let rows = rows.map(|(says, here)| vec![Text::new(says), Text::verbatim(here)]).collect();
    Layer {
        id: "ants-choices",
        title: text!("layer-ants-choices"),
        sentence: text!("ants-choices-sentence"),
        content: Content::Table {
            columns: vec![text!("ants-column-thesis"), text!("ants-column-here")],
            rows,
        },
    }
}

/// What the thesis says, by the name of the message that tells it, and the keys of a colony.
fn choices(settings: &Settings) -> Vec<(&'static str, String)> {
    let Settings { variant, ants, searches, alpha, beta, theta, consult, rho, tau0, .. } = settings;
    let either = |key: &str, on: bool, names: [&str; 2]| {
        format!("{key}={}", if on { names[0] } else { names[1] })
    };
    let switch = |key: &str, on: bool| either(key, on, ["on", "off"]);
    let mut all = vec![
        ("ants-thesis-size", format!("ants={ants}, searches={searches}")),
        (
            "ants-thesis-parameters",
            format!("alpha={alpha}, beta={beta}, theta={theta}, consult={consult}"),
        ),
        (
            "ants-thesis-grow",
            match settings.grow {
                ALL_STATES => "grow=all".to_owned(),
                grow => format!("grow={grow}"),
            },
        ),
        ("ants-thesis-trails", either("trails", settings.whole_paths, ["path", "own"])),
        ("ants-thesis-draws", either("draws", settings.half_wins, ["half", "none"])),
        ("ants-thesis-greedy", either("greedy", settings.weighted, ["weighted", "product"])),
        ("ants-thesis-learn", either("learn", settings.before, ["before", "move"])),
        ("ants-thesis-win", switch("win", settings.wins_at_once)),
        ("ants-thesis-goals", switch("goals", settings.sees_goals)),
        ("ants-thesis-local", switch("local", settings.local)),
        ("ants-thesis-rho", format!("rho={rho}")),
        ("ants-thesis-tau", format!("tau0={tau0}")),
        ("ants-thesis-desire", either("desire", settings.informed, ["eval", "flat"])),
        ("ants-thesis-unseen", either("unseen", settings.unseen_first, ["first", "any"])),
        ("ants-thesis-equals", "–".to_owned()),
    ];
    if settings.depth.is_some() {
        all.push(("ants-thesis-squash", "–".to_owned()));
    }
    match variant {
        Variant::Colony => all.extend([
            ("ants-thesis-renew", either("renew", settings.renews_at_once, ["step", "round"])),
            ("ants-thesis-phi", format!("phi={}, q0={}", settings.phi, settings.q0)),
        ]),
        Variant::MaxMin => all.push((
            "ants-thesis-bounds",
            format!(
                "{}, q0={}",
                either("best", settings.best_so_far, ["sofar", "round"]),
                settings.q0
            ),
        )),
        Variant::BestWorst => all.push((
            "ants-thesis-mutation",
            format!(
                "mutation={}, sigma={}, stall={}",
                settings.mutation, settings.sigma, settings.stall
            ),
        )),
        Variant::System | Variant::Games => {}
    }
    all
}
