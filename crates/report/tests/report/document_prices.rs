//! The charts of ratings, of a price map and of upgrades show all of the result at the right places.

use equipoise_report::Document;
use serde_json::{Value, json};

use crate::charts::words;
use crate::documents::{HIGH, INK, LOW, assert_sound, draw, hostile_names};
use crate::results::{ladder, price_map, upgrades};
use crate::svg::{circles, count, fills, texts};

#[test]
fn ratings_of_policies_lie_on_one_scale_with_the_anchor_at_zero() {
    let drawing = draw(&ladder(
        &[
            ("middling", 0.0, 0.0),
            ("good", 100.0, 20.0),
            ("bad", -200.0, 30.0),
        ],
        0.36,
    ));
    let svg = &drawing.svg;
    let marks = circles(svg);
    assert_eq!(marks.len(), 3);
    let [good, middling, bad] = [marks[0].x, marks[1].x, marks[2].x];
    // Places are rounded to whole pixels.
    assert!(
        ((middling - bad) - 2.0 * (good - middling)).abs() <= 3.0,
        "{marks:?}"
    );
    assert!(
        marks[0].y < marks[1].y && marks[1].y < marks[2].y,
        "the best on top"
    );
    assert_eq!(count(svg, "0 (the anchor)"), 1);
    assert_eq!(drawing.title, "good leads middling by 100 Elo");
    insta::assert_snapshot!(words(&drawing));
}

#[test]
fn a_lead_that_battles_leave_open_is_not_called_clear() {
    let policies = [("one", 0.0, 0.0), ("other", 3.0, 9.0)];
    let drawing = draw(&ladder(&policies, 0.49));
    assert_eq!(drawing.title, "other leads one by 3 Elo, not clearly");
}

#[test]
fn policies_with_hostile_names_are_drawn() {
    let names = hostile_names();
    let policies: Vec<(&str, f64, f64)> =
        names.iter().map(|name| (name.as_str(), 1.0, 5.0)).collect();
    assert_sound(&draw(&ladder(&policies, 0.4)).svg);
    let mut unrated = ladder(&policies, 0.4);
    unrated["ratings"] = json!([]);
    let refused = Document::parse("it.json", &unrated.to_string()).unwrap_err();
    assert!(
        refused.to_string().contains("no ratings to draw"),
        "{refused}"
    );
}

/// Twice, half and as much as listed, a panel a role; the title says which levels are clearly off.
#[test]
fn a_price_map_shows_ratios_and_names_the_levels_that_are_off() {
    let profiles = [
        (1, 0, "raid", 100, 50.0),
        (1, 1, "raid", 200, 400.0),
        (2, 0, "melee", 100, 104.0),
    ];
    let drawing = draw(&price_map(
        &profiles,
        &[(0, 100.0, 60.0), (1, 200.0, 400.0)],
    ));
    assert_eq!(drawing.title, "Skill 0 costs too much, 1 too little");
    for word in ["0.5", "2.0", "1.0", "raid", "melee", "frame", "skill"] {
        assert!(
            texts(&drawing.svg).iter().any(|text| text == word),
            "{word}"
        );
    }
    assert!(drawing.caption.contains("policy rulebook") && drawing.caption.contains("seed 7"));
    // No level is off by more than the margin and its interval: profiles are counted.
    let drawing = draw(&price_map(
        &profiles,
        &[(0, 100.0, 95.0), (1, 200.0, 212.0)],
    ));
    assert_eq!(
        drawing.title,
        "Of 3 profiles 0 cost too much and 0 too little"
    );
}

#[test]
fn a_price_map_survives_hostile_names_and_places() {
    for name in hostile_names() {
        let mut map = price_map(&[(1, 0, &name, 100, 50.0)], &[]);
        assert_sound(&draw(&map).svg);
        map["axes"][0]["name"] = json!(name);
        assert_sound(&draw(&map).svg);
    }
    let refused = |map: &Value| {
        let refused = Document::parse("it.json", &map.to_string());
        refused.unwrap_err().to_string()
    };
    assert!(refused(&price_map(&[], &[])).contains("no profiles"));
    // Fewer places than axes.
    let mut map = price_map(&[(1, 0, "raid", 100, 50.0)], &[]);
    map["profiles"][0]["coordinates"] = json!([1]);
    assert!(refused(&map).contains("no profiles"), "{}", refused(&map));
    map["axes"] = json!([{"name": "skill", "kind": "integer"}]);
    assert!(refused(&map).contains("two axes"), "{}", refused(&map));
}

#[test]
fn upgrades_lie_by_their_worth_with_their_price_beside_it() {
    let drawing = draw(&upgrades(&[
        ("dear", 100.0, 20.0, "over"),
        ("cheap", 50.0, 140.0, "under"),
        ("right", 20.0, 20.0, "fair"),
        ("open", 20.0, 40.0, "unclear"),
    ]));
    let svg = &drawing.svg;
    assert_eq!(
        drawing.title,
        "Of 4 upgrades, 1 worth clearly more than the price and 1 clearly less; 1 fair, 1 open"
    );
    let polygons = fills(svg, "polygon");
    for colour in [HIGH, LOW, INK] {
        // One of the rows and one of the key.
        let of_colour = polygons.iter().filter(|fill| **fill == colour);
        assert_eq!(of_colour.count(), 2, "{colour}");
    }
    let shown = texts(svg);
    let names = ["cheap", "open", "right", "dear"];
    // The key, too, says "open", after the rows.
    let places = names.map(|name| shown.iter().position(|text| text == name));
    assert!(
        places.is_sorted() && places[0].is_some(),
        "the one most worth its price on top: {shown:?}"
    );
    assert_eq!(count(svg, "100: 20 (16 to 24)"), 1);
    assert!(drawing.caption.contains("Crosses: worth under accept."));
    insta::assert_snapshot!(words(&drawing));
}

#[test]
fn upgrades_with_hostile_names_are_drawn() {
    let names = hostile_names();
    let rows: Vec<(&str, f64, f64, &str)> = names
        .iter()
        .map(|name| (name.as_str(), 10.0, 5.0, "unclear"))
        .collect();
    assert_sound(&draw(&upgrades(&rows)).svg);
    let none = Document::parse("it.json", &upgrades(&[]).to_string());
    assert!(
        none.unwrap_err()
            .to_string()
            .contains("no upgrades to draw")
    );
}
