//! How the run was made, last on the page.

use equipoise_engine::text::escape;
use equipoise_simulator::Manifest;

use super::section;
use crate::making::{REPEATING, entries};

pub(super) fn section_of(info: &Manifest) -> String {
    let entry =
        |(name, value): (&str, String)| format!("<dt>{name}</dt><dd>{}</dd>\n", escape(&value));
    let entries: String = entries(info).into_iter().map(entry).collect();
    let content = format!(
        "<p>To make it again:</p>\n<pre class=\"scroll\" tabindex=\"0\" aria-label=\"Command\"><code>{}</code></pre>\n\
         <dl>\n{entries}</dl>\n<p class=\"note\">{REPEATING}</p>\n",
        escape(&info.command)
    );
    section("making", &content)
}
