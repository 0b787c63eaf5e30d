//! A minimal SVG reader, to compare charts with their tables.

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

/// A circle as drawn, CSS pixels.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Circle {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) fill: String,
}

/// A rectangle as drawn, CSS pixels.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rect {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) fill: String,
}

/// All circles, in drawing order.
pub(crate) fn circles(svg: &str) -> Vec<Circle> {
    let circle = |element: &str| Circle {
        x: number(element, "cx"),
        y: number(element, "cy"),
        fill: attribute(element, "fill").unwrap().to_owned(),
    };
    svg.split("<circle ").skip(1).map(circle).collect()
}

/// All rectangles, in drawing order.
pub(crate) fn rects(svg: &str) -> Vec<Rect> {
    let rect = |element: &str| Rect {
        x: number(element, "x"),
        y: number(element, "y"),
        width: number(element, "width"),
        height: number(element, "height"),
        fill: attribute(element, "fill").unwrap().to_owned(),
    };
    svg.split("<rect ").skip(1).map(rect).collect()
}

/// An attribute of the element whose text this is, from after its name.
pub(crate) fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let (element, _) = element.split_once('>')?;
    let mut parts = element.split(' ');
    let opening = format!("{name}=\"");
    let part = parts.find(|part| part.starts_with(&opening))?;
    part[opening.len()..].split('"').next()
}

fn number(element: &str, name: &str) -> f64 {
    attribute(element, name).unwrap().parse().unwrap()
}
