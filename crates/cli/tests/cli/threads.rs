//! Results hang on what is played and on the seed, never on the number of threads.

use crate::program::{Folder, ok};

/// Games of three, and how often each was won.
const GAMES: [(&str, usize); 6] = [
    ("x,y", 6),
    ("y,x", 4),
    ("y,z", 7),
    ("z,y", 3),
    ("z,x", 8),
    ("x,z", 2),
];

/// Commands and the part of their results that shows what was played.
const COMMANDS: [(&str, &str); 11] = [
    ("duel 'White Asura' 'Blue Djinn' --runs 500", "digest"),
    (
        "duel --system bullseye Standard 'Red Mauler' --runs 500",
        "digest",
    ),
    ("battle skirmish --option hex_in=4 --runs 200", "digest"),
    (
        "battle --system thirty-mm outpost --policy search --runs 12",
        "digest",
    ),
    (
        "points --units 'White Asura,Green Viking,Kestrel,Argonaut' --budget 500 --matchups 60 \
         --option hex_in=4 --runs 2 --gauntlet 8",
        "units",
    ),
    (
        "variant Kestrel --set hp+=500 --option hex_in=4 --also none --runs 20 --matchups 50",
        "differences",
    ),
    (
        "whatif --option advantage_mode=upgrade --units Kestrel --against F3P5:sniper --runs 100 \
         --matchups 0",
        "differences",
    ),
    ("ladder --system bullseye --only duels --runs 40", "digest"),
    ("coverage --replicates 60 --only wilson", "rows"),
    (
        "gate --study --replicates 20 --margin 0.1 --alpha 0.2",
        "scenarios",
    ),
    ("meta games.csv", "nash"),
];

#[test]
fn threads_change_nothing_and_the_seed_does() {
    let folder = Folder::new();
    let games = GAMES.map(|(pair, won)| format!("{pair},1\n").repeat(won));
    folder.write("games.csv", format!("a,b,result\n{}", games.concat()));
    for (command, part) in COMMANDS {
        let with = |more: &str| folder.json(&format!("{command} {more}"));
        let one = with("--threads 1");
        for threads in [2, 7] {
            assert_eq!(
                one,
                with(&format!("--threads {threads}")),
                "{command}, {threads} threads"
            );
        }
        assert_ne!(one[part], with("--seed 2")[part], "{command}");
    }
}

#[test]
fn policies_and_options_change_the_digest() {
    let duel = "duel 'White Asura' 'Blue Djinn' --runs 500 --format csv";
    for more in ["--policy solo", "--option tie_break=draw"] {
        assert_ne!(ok(duel), ok(&format!("{duel} {more}")), "{more}");
    }
}
