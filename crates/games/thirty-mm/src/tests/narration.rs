//! Events as a player reads them.

use equipoise_engine::{Narrate, Side};

use super::sheets::sheet;
use crate::policy_kind::PolicyKind;
use crate::rules::aim::Aim;
use crate::rules::board::Board;
use crate::rules::bout::{Bout, Setting};
use crate::rules::check::Reading;
use crate::rules::event::{Command, Event, Peril};
use crate::rules::facing::Facing;
use crate::system::ThirtyMm;

/// Two REF-2 against a Stone Bear: units 0, 1 and 2.
fn bout() -> Bout {
    let refs = [sheet("REF-2"), sheet("REF-2")];
    let setting = Setting::default();
    Bout::new(
        [&refs, &[sheet("Stone Bear")]],
        &setting,
        [PolicyKind::Plain; 2],
    )
    .expect("a legal matchup")
}

#[test]
fn events_are_told_in_plain_words() {
    let bout = bout();
    let cases = [
        (
            Event::Sides {
                winner: Some(Side::B),
                attacker: Side::B,
            },
            "B wins the roll for sides: B is the Attacker",
        ),
        (
            Event::Placed {
                unit: 2,
                hex: Board::hex(5, 10),
                facing: Facing::SOUTH,
            },
            "Stone Bear (B) is placed in F11, facing south",
        ),
        (
            Event::Moves {
                unit: 1,
                to: Board::hex(0, 0),
                level: 2,
            },
            "REF-2 #2 (A) moves to A1, level 2",
        ),
        (
            Event::Commands {
                unit: 0,
                command: Command::Kneel,
            },
            "REF-2 #1 (A) kneels",
        ),
        (
            Event::Attacks {
                unit: 0,
                target: 2,
                weapon: Some(0),
                aim: Aim::Shield(0),
                ap: 2,
                face: 8,
                reading: Reading::Natural8,
                reaction: false,
            },
            "REF-2 #1 (A) attacks the Arm Shield of Stone Bear (B) with Pistol for 2 AP: 8, a natural 8",
        ),
        (
            Event::Attacks {
                unit: 2,
                target: 1,
                weapon: None,
                aim: Aim::Section(1),
                ap: 1,
                face: 3,
                reading: Reading::Fails,
                reaction: true,
            },
            "Stone Bear (B) reacts and attacks the torso of REF-2 #2 (A) with bare hands for 1 AP: 3, a miss",
        ),
        (
            Event::SectionHit {
                unit: 2,
                section: 1,
                damage: 5,
                left: 75,
            },
            "The torso of Stone Bear (B) takes 5: 75 Defense left",
        ),
        (
            Event::ShieldHit {
                unit: 2,
                shield: 0,
                damage: 40,
                left: 0,
            },
            "The Arm Shield of Stone Bear (B) takes 40: destroyed",
        ),
        (
            Event::Status {
                unit: 0,
                peril: Peril::Heat,
                face: 2,
                struck: true,
            },
            "REF-2 #1 (A) rolls 2 for the heat and overheats",
        ),
        (
            Event::Falls {
                unit: 0,
                levels: 1,
                section: 4,
            },
            "REF-2 #1 (A) falls 1 level, onto its left leg",
        ),
        (
            Event::End {
                winner: None,
                score: [1, 1],
            },
            "A draw, 1 to 1",
        ),
    ];
    for (event, line) in cases {
        assert_eq!(ThirtyMm::narrate(&bout, &event), line);
    }
}
