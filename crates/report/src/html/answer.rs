//! The answer, first on the page.

use equipoise_engine::text::escape;

use super::section;
use crate::answer::{
    Answer, AxisLevels, DominatedUnit, Figure, LEVEL_HEADS, NAMED, pairing_result,
};
use crate::format::{points, score, signed};
use crate::input::Unit;

pub(super) fn section_of(answer: &Answer<'_>) -> String {
    let figures: String = answer.figures().iter().map(figure).collect();
    let pairings: String = answer
        .pairings()
        .map(|(what, pairing)| {
            let result = pairing_result(&answer.input.info, pairing);
            let (a, result) = (escape(&pairing.a), escape(&result));
            format!("<p><strong>{what}</strong>: {a} {result}.</p>\n")
        })
        .collect();
    let content = format!(
        "<ul class=\"figures\">\n{figures}</ul>\n<div class=\"cards\">\n{}{}</div>\n{pairings}\
         <p class=\"note\"><strong>How sure?</strong> {}</p>\n",
        levels(answer) + &prices(answer),
        dominated(answer),
        escape(&answer.how_sure())
    );
    section("answer", &content)
}

fn figure(figure: &Figure) -> String {
    let (number, of) = (&figure.number, escape(&figure.of));
    format!("<li><strong>{number}</strong> <span>{of}</span></li>\n")
}

/// What the levels of each axis cost and are worth, a card an axis.
fn levels(answer: &Answer<'_>) -> String {
    let card = |axis: AxisLevels| {
        let heads = LEVEL_HEADS.map(|head| format!("<th class=\"n\">{head}</th>"));
        let row = |[level, numbers @ ..]: [String; 4]| {
            let numbers = numbers.map(|number| format!("<td class=\"n\">{}</td>", escape(&number)));
            format!("<tr><th>{}</th>{}</tr>\n", escape(&level), numbers.concat())
        };
        let rows: String = axis.rows.into_iter().map(row).collect();
        let name = escape(&axis.axis);
        format!(
            "<div class=\"card\">\n<h3>What {name} costs and is worth</h3>\n<table class=\"levels\">\n<thead><tr><th>{name}</th>{}</tr></thead>\n\
             <tbody>\n{rows}</tbody>\n</table>\n</div>\n",
            heads.concat()
        )
    };
    answer.levels().into_iter().map(card).collect()
}

/// The units with the largest gaps on either side, clear or not; nothing without expected points.
fn prices(answer: &Answer<'_>) -> String {
    if !answer.is_priced() {
        return String::new();
    }
    let costing = &answer.findings.costing;
    let under: Vec<&Unit> = costing.most_under_costed().take(NAMED).collect();
    let over: Vec<&Unit> = costing.most_over_costed().take(NAMED).collect();
    let worth = answer.input.worth();
    card(
        "▲ Most under-costed",
        worth,
        costing.under_costed.len(),
        &under,
    ) + &card(
        "▼ Most over-costed",
        worth,
        costing.over_costed.len(),
        &over,
    )
}

fn card(heading: &str, worth: &str, clear: usize, units: &[&Unit]) -> String {
    let rows: String = units
        .iter()
        .enumerate()
        .filter_map(|(place, unit)| row(unit, worth, place < clear))
        .collect();
    let verdict = match clear {
        0 => "None of them clearly so.",
        _ if clear >= units.len() => "All of them clearly so.",
        _ => "Clearly so where marked.",
    };
    format!(
        "<div class=\"card\">\n<h3>{heading}</h3>\n<ol>\n{rows}</ol>\n\
         <p class=\"note\">{verdict}</p>\n</div>\n"
    )
}

fn row(unit: &Unit, worth: &str, clear: bool) -> Option<String> {
    let mark = if clear {
        " <span class=\"mark\">clearly</span>"
    } else {
        ""
    };
    Some(format!(
        "<li><strong>{}</strong>{mark}<br>listed {}, {worth} {}, {}; score {}</li>\n",
        escape(&unit.name),
        unit.points,
        points(&unit.expected_points?),
        signed(unit.gap()?, 1),
        score(&unit.score)
    ))
}

fn dominated(answer: &Answer<'_>) -> String {
    let (Some(sentence), Some(dominated)) = (answer.dominance(), &answer.dominated) else {
        return String::new();
    };
    let rows: String = dominated.units.iter().take(NAMED).map(dominance).collect();
    let rest = match dominated.units.len().saturating_sub(NAMED) {
        0 => "",
        rest => &format!("<p class=\"note\">And {rest} more, in the table of units.</p>\n"),
    };
    let list = if rows.is_empty() {
        String::new()
    } else {
        format!("<ol>\n{rows}</ol>\n")
    };
    format!(
        "<div class=\"card\">\n<h3>◆ Dominated</h3>\n{list}{rest}<p class=\"note\">{}</p>\n</div>\n",
        escape(&sentence)
    )
}

fn dominance(found: &DominatedUnit<'_>) -> String {
    let more = match found.count {
        1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    format!(
        "<li><strong>{}</strong>, {} points<br>by {}, {} points{more}</li>\n",
        escape(&found.unit.name),
        found.unit.points,
        escape(&found.by.name),
        found.by.points
    )
}
