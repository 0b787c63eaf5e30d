//! The shells of the tables, which the page's script fills.

use super::section;
use crate::answer::Answer;
use crate::input::ReportInput;
use equipoise_engine::text::grouped;

/// Where the distribution of a pairing opens.
pub(super) const DIALOG: &str = "<dialog id=\"distribution\" aria-labelledby=\"distribution-heading\">\n\
     <div class=\"head\"><h2 id=\"distribution-heading\"></h2>\n\
     <button type=\"button\" id=\"close\">Close</button></div>\n\
     <div id=\"distribution-content\"></div>\n\
     </dialog>\n";

const NOSCRIPT: &str = "<noscript><p>The rows of this table need JavaScript; the files \
     <code>units.parquet</code> and <code>results.parquet</code> of the run hold them all.</p></noscript>\n";

pub(super) fn units(answer: &Answer<'_>) -> String {
    let input = answer.input;
    let about = format!(
        "<p class=\"note\">A unit's name leads to its pairings. Press a heading to sort by it, \
         again to turn the order round. The gap is {} minus listed points.</p>\n",
        answer.input.worth()
    );
    let verdicts = "<label>Verdict <select id=\"units-verdict\"><option value=\"\">all</option></select></label>\n";
    let caption = format!("All {} units", grouped(input.units.len() as u64));
    let content = about + &shell("units", "name, or any word of a row", verdicts, &caption);
    section("units", &content)
}

pub(super) fn pairings(input: &ReportInput, shown: usize) -> String {
    let played = input.pairings.iter().filter(|p| p.a != p.b).count();
    let (all, some) = (grouped(played as u64), grouped(shown as u64));
    let caption = if shown == played {
        format!("All {all} pairings of different units")
    } else {
        format!(
            "{some} of {all} pairings of different units: those each unit scores best and worst in; \
             results.parquet and margins.parquet hold all"
        )
    };
    let about = format!(
        "<p class=\"note\">Press a pairing to see how its battles ended: the distribution of the {}, \
         the score with its interval, the rounds.</p>\n",
        equipoise_engine::text::escape(&input.info.score.difference)
    );
    let content = about + &shell("pairings", "name of either unit", "", &caption);
    section("pairings", &content)
}

/// Filter, live count and an empty table.
fn shell(id: &str, filter: &str, more_filters: &str, caption: &str) -> String {
    format!(
        "{NOSCRIPT}<form class=\"filters\" role=\"search\" aria-label=\"Filter the {id}\">\n\
         <label>Filter by {filter} <input type=\"search\" id=\"{id}-filter\" autocomplete=\"off\" \
         spellcheck=\"false\"></label>\n{more_filters}\
         <output id=\"{id}-count\" aria-live=\"polite\"></output>\n</form>\n\
         <div class=\"scroll rows\" tabindex=\"0\" role=\"region\" aria-labelledby=\"{id}-caption\">\n\
         <table id=\"{id}-table\">\n<caption id=\"{id}-caption\">{caption}</caption>\n\
         <thead><tr></tr></thead>\n<tbody></tbody>\n</table>\n</div>\n\
         <p><button type=\"button\" id=\"{id}-more\" hidden></button></p>\n"
    )
}
