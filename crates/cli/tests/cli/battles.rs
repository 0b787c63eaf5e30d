//! `--battles`: a row for each battle in a Parquet file.

use crate::program::Folder;

#[test]
fn a_recorded_duel_or_battle_is_the_one_that_is_not_recorded() {
    let folder = Folder::new();
    for line in [
        "duel 'White Asura' 'Blue Djinn' --runs 50",
        "duel --system bullseye Bastion 'Red Mauler' --until 0.05 --seed 3",
        "battle skirmish --runs 20",
        "battle --system toy three-to-seven --runs 20",
    ] {
        let plain = folder.ok(line);
        let recorded = folder.ok(&format!("{line} --battles new/rows.parquet"));
        assert_eq!(recorded, plain, "{line}");
        let file = folder.bytes("new/rows.parquet");
        assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
        folder.ok(&format!("{line} --battles rows.parquet --threads 1"));
        assert_eq!(folder.bytes("rows.parquet"), file, "{line}");
    }
}

/// Toy duels under `--until` are computed: their states are fewer than the battles.
#[test]
fn a_duel_that_would_be_computed_is_sampled() {
    let folder = Folder::new();
    let line = "duel --system toy Guard Ram --until 0.005";
    assert_eq!(folder.json(line)["exact"], true);
    let sampled = folder.json(&format!("{line} --battles rows.parquet"));
    assert!(sampled["battles"].as_u64() > Some(100));
}

#[test]
fn what_has_no_battles_of_its_own_is_refused_and_so_is_a_folder() {
    let folder = Folder::new();
    let duel = "duel --system toy Guard Ram --battles rows.parquet";
    for line in [
        &format!("{duel} --exact"),
        &format!("{duel} --trace"),
        "battle --system toy even --battles rows.parquet --replay 3",
    ] {
        let message = folder.fails(line, 2);
        assert!(message.contains("cannot be used with"), "{message}");
    }
    let message = folder.fails("duel --system toy Guard Ram --battles .", 3);
    assert!(message.contains("cannot write .: "), "{message}");
}
