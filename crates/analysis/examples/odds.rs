//! The odds of one attack: how likely each damage is.
//!
//! `cargo run --release -p equipoise-analysis --example odds`

use equipoise_analysis::odds::{ArgumentValue, OddsRequest, odds};
use equipoise_analysis::{Control, Error};

fn main() -> Result<(), Error> {
    let dice = |text: &str| ArgumentValue::Text(text.to_owned());
    let arguments = [
        ("attack", dice("6d10+5")),
        ("defence", dice("8d10+3")),
        ("dmg", ArgumentValue::Number(300)),
        ("pen", ArgumentValue::Number(5)),
    ];
    let request = OddsRequest {
        system: "mechastellar".to_owned(),
        arguments: arguments
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
        options: Vec::new(),
        sample: None,
    };
    let result = odds(&request, Control::silent())?;
    println!("{}", result.charted.attack);
    for (damage, probability) in result.charted_outcomes() {
        println!("{damage:6} {:6.2} %", 100.0 * probability);
    }
    Ok(())
}
