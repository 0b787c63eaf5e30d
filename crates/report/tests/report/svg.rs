//! Just enough reading of SVG to hold a chart against its table.

/// Every text of a document, in drawing order, unescaped.
pub(crate) fn texts(svg: &str) -> Vec<String> {
    let elements = svg.split("<text ").skip(1);
    elements
        .map(|element| {
            let (_, content) = element.split_once('>').unwrap();
            let (content, _) = content.split_once("</text>").unwrap();
            unescape(content.trim())
        })
        .collect()
}

/// How often a text stands alone in a document.
pub(crate) fn count(svg: &str, text: &str) -> usize {
    texts(svg).iter().filter(|found| *found == text).count()
}

/// Fill colours of all elements with the given tag.
pub(crate) fn fills<'a>(svg: &'a str, tag: &str) -> Vec<&'a str> {
    let opening = format!("<{tag} ");
    svg.split(opening.as_str())
        .skip(1)
        .map(|element| {
            let (_, rest) = element.split_once("fill=\"").unwrap();
            rest.split('"').next().unwrap()
        })
        .collect()
}

fn unescape(text: &str) -> String {
    [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ]
    .into_iter()
    .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}
