//! The story of a choice by rules: column by column, rule by rule, with the score so far.

use ludoteca_games::{Connect4, Game};
use ludoteca_text::{Text, text};

use super::{
    Report, Rule, Worth,
    player::{HEADS, score_text},
};
use crate::story::{
    Drawn, KindName, Look, Moment, MomentKind, NodeChange, NodeState, Recorder, StoryNode, Sum,
};

/// Tells of every rule that fired in every open column, and of the choice.
pub(super) fn tell(
    mut recorder: Recorder<u8>,
    position: &Connect4,
    rules: &[Rule],
    report: &Report,
) -> Recorder<u8> {
    let side = position.side();
    let root = recorder.node(StoryNode::root());
    let story = recorder.story();
    story.sentence = text!("story-rules");
    let kinds = [
        (MomentKind::Visit, "story-rules-column"),
        (MomentKind::New, "story-rules-fires"),
        (MomentKind::Up, "story-rules-total"),
        (MomentKind::Choose, "story-kind-choose"),
    ];
    story.kinds = kinds.map(|(kind, name)| KindName { kind, name: Text::new(name) }).to_vec();
    let mut chosen = None;
    for (column, one) in report.columns.iter().enumerate().filter(|(_, one)| one.open) {
        let ply = column as u8;
        let node = recorder.node(StoryNode::after(root, vec![ply], side));
        if report.choice == Some(ply) {
            chosen = Some((node, one.level_score));
        }
        let name = position.write_ply(&ply);
        let change = |state, value| NodeChange { value, ..NodeChange::to(node, state) };
        let at = |kind, sentence, brief, change| Moment {
            node: Some(node),
            changes: vec![change],
            ..Moment::new(kind, sentence, brief)
        };
        recorder.keep(at(
            MomentKind::Visit,
            text!("story-rules-looks", column = name.clone(), rules = rules.len()),
            text!("story-rules-brief-looks", column = name.clone()),
            change(NodeState::Open, Some(Text::verbatim("0"))),
        ));
        let mut sum = None;
        let mut rows = Vec::new();
        let mut shown = Vec::new();
        for fired in &one.fired {
            let rule = &rules[fired.rule];
            let count = fired.matches.len();
            let worth = rule.worth.times(count);
            sum = Some(plus(sum, worth));
            rows.push(vec![
                Text::verbatim(rule.line.to_string()),
                Text::verbatim(rule.to_string()),
                Text::verbatim(count.to_string()),
                rule.worth.text(),
                worth.text(),
            ]);
            let pattern = rule.to_string();
            let sentence = text!(
                if rule.short().is_some() { "story-rules-means" } else { "story-rules-fired" },
                short = rule.short().unwrap_or_else(|| Text::verbatim(pattern.clone())),
                rule = pattern.clone(),
                line = rule.line,
                column = name.clone(),
                count = count,
                worth = worth.text(),
                sum = score_text(sum)
            );
            let rule_name = rule.short().unwrap_or_else(|| Text::verbatim(pattern));
            let brief = text!("story-rules-brief-fired", rule = rule_name, count = count);
            let hides = std::mem::take(&mut shown);
            for cells in &fired.matches {
                let look = Look::Span { cells: cells.clone() };
                let sentence = rule.about().unwrap_or_else(|| sentence.clone());
                shown.push(recorder.draw(Drawn { look, sentence, because: Vec::new() }));
            }
            recorder.keep(Moment {
                figure: Some(score_text(sum)),
                shows: shown.clone(),
                hides,
                sum: Some(Sum {
                    columns: HEADS.map(Text::new).to_vec(),
                    chosen: Some(rows.len() - 1),
                    rows: rows.clone(),
                }),
                ..at(
                    MomentKind::New,
                    sentence,
                    brief,
                    change(NodeState::Open, Some(score_text(sum))),
                )
            });
        }
        let id =
            if one.level_score == one.score { "story-rules-adds" } else { "story-rules-blurs" };
        let sentence = text!(
            id,
            column = name.clone(),
            count = one.fired.len(),
            score = score_text(one.score),
            level = score_text(one.level_score)
        );
        let value = score_text(one.level_score);
        recorder.keep(Moment {
            figure: Some(value.clone()),
            hides: shown,
            ..at(
                MomentKind::Up,
                sentence,
                text!("story-rules-brief-adds", column = name),
                change(NodeState::Done, Some(value)),
            )
        });
    }
    if let (Some((node, score)), Some(ply)) = (chosen, report.choice) {
        let name = position.write_ply(&ply);
        let equal = report.columns.iter().filter(|one| one.open && one.level_score == score);
        let sentence = text!(
            "story-rules-chooses",
            column = name.clone(),
            score = score_text(score),
            equal = equal.count()
        );
        recorder.keep(Moment {
            figure: Some(score_text(score)),
            node: Some(node),
            changes: vec![NodeChange::to(node, NodeState::Best)],
            ..Moment::new(MomentKind::Choose, sentence, text!("story-brief-end", ply = name))
        });
    }
    recorder
}

/// A sum with one more worth in it: what is to be done at once or never outweighs all numbers.
fn plus(sum: Option<Worth>, worth: Worth) -> Worth {
    match (sum, worth) {
        (Some(Worth::Max), _) | (_, Worth::Max) => Worth::Max,
        (Some(Worth::Min), _) | (_, Worth::Min) => Worth::Min,
        (Some(Worth::Number(one)), Worth::Number(other)) => Worth::Number(one + other),
        (None, Worth::Number(_)) => worth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Budget, Player, Watch,
        rules::{self, RuleBook, Rules},
    };

    #[test]
    fn every_rule_that_fires_adds_to_its_column_until_the_highest_is_chosen() {
        let book = || RuleBook::new(rules::read(rules::built_in("@rules").unwrap()).unwrap().rules);
        let position = Connect4::default().read_position("443").unwrap().into_position();
        let mut watch = Watch::recording(1000);
        let told = Rules::new(book(), 3, 1).consider(&position, &Budget::default(), &mut watch);
        let alone =
            Rules::new(book(), 3, 1).consider(&position, &Budget::default(), &mut Watch::nobody());
        assert_eq!((told.ply(), &told.candidates), (alone.ply(), &alone.candidates));
        let story = watch.recorder.unwrap().finish().unwrap();
        let report = Rules::new(book(), 3, 1).report(&position);
        let mut moments = story.moments.iter();
        for (column, one) in report.columns.iter().enumerate() {
            let visit = moments.next().unwrap();
            assert_eq!(visit.kind, MomentKind::Visit);
            assert_eq!(story.way(visit.node.unwrap()), [column as u8]);
            for fired in &one.fired {
                let moment = moments.next().unwrap();
                assert_eq!(
                    (moment.kind, moment.shows.len()),
                    (MomentKind::New, fired.matches.len())
                );
            }
            assert_eq!(moments.next().unwrap().figure, Some(score_text(one.score)));
        }
        let last = moments.next().unwrap();
        assert_eq!(
            (last.kind, story.way(last.node.unwrap())),
            (MomentKind::Choose, vec![told.ply().unwrap()])
        );
        assert!(moments.next().is_none() && !story.more);
    }
}
