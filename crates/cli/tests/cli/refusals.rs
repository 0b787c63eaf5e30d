//! Commands that are refused, with their whole messages, held by snapshots.
//!
//! `INSTA_UPDATE=always cargo test --test cli refusals` writes them anew, for review.

use crate::program::{Folder, equipoise, outcome};

macro_rules! refused {
    ($($name:ident $code:literal: $lines:literal;)*) => {$(
        #[test]
        fn $name() {
            let folder = Folder::new();
            insta::assert_snapshot!(stringify!($name), folder.refusals($lines, $code));
        }
    )*};
}

refused! {
    audit 2: "
        audit play --system toy --units Scuot
        audit play --system toy --only luck
        audit play --system toy --runs 0
        audit play --system toy --battles 0
        audit play --system toy --gain 0
        audit play --system toy --only gain
        audit play --system toy --mirrored 0
        audit play --system toy --matchups 0
        audit play --system toy --army no-army.toml
        audit play --system toy --only tools --army no-army.toml
    ";
    ladder 2: "
        ladder --system toy --policies accept,clever
        ladder --policies greedy
        ladder --policies greedy,greedy
        ladder --scenario skirmsih
        ladder --scenario skirmish --scenario skirmish
        ladder --scenario skirmish --only duels
        ladder --only luck
        ladder --runs 0
        ladder --runs 100 --until 0.02
        ladder --until 0
        ladder --option tie_break=coin
        ladder --chart ladder.pdf
    ";
    odds 2: "
        odds --attack 6d --defence 8d10 --dmg 300 --pen 5
        odds --attack 6d6 --defence 8d10 --dmg 300 --pen 5
        odds --attack 6d10 --defence 8d10 --dmg 300 --pen 15
        odds --attack 6d10 --defence 8d10 --dmg 300 --attack-crit 6
        odds --attack 6d10 --defence 8d10 --dmg 300 --round 6
        odds --attack 6d10 --defence 8d10 --dmg 300 --sample 0
        odds --attack 6d10 --defence 8d10 --dmg 300 --seed 3
        odds --attack 6d10 --defence 8d10 --dmg 300 --option a=b
        odds --boxes 6
    ";
    odds_of_bullseye 2: "
        odds --system bullseye
        odds --system bullseye --attack 4
        odds --system bullseye --attack 13 --defense 1 --skill 3
        odds --system bullseye --attack 4 --defense 1 --skill 7
        odds --system bullseye --attack 4 --defense 1 --skill 3 --range 2
        odds --system bullseye --attack 1 --defense 12 --skill 3 --strafing 1 --option strafe_unit=dice
        odds --system bullseye --attack 4 --defence 4
        odds --system bullseye --boxes 6 --overdrive 1
        odds --system bullseye --boxes 0
        odds --system bullseye --boxes 6 --pen 5
        odds --system bullseye --boxes 6 --sample 10
    ";
    duel 2: "
        duel 'White Asur' 'Blue Djinn'
        duel F3P5:snipper 'Blue Djinn'
        duel F9P5:sniper 'Blue Djinn'
        duel -- --system bullseye
        duel 'White Asura' 'Blue Djinn' --runs 0
        duel 'White Asura' 'Blue Djinn' --runs -5
        duel 'White Asura' 'Blue Djinn' --policy clever
        duel 'White Asura' 'Blue Djinn' --option tie_break
        duel 'White Asura' 'Blue Djinn' --option tie_break=coin
        duel 'White Asura' 'Blue Djinn' --preset wargame94
        duel 'White Asura' 'Blue Djinn' --preset wargame93 --option traits=false
        replay 'White Asura' 'Blue Djinn' --battle 99999999999999
    ";
    duel_of_bullseye 2: "
        duel --system bullseye Standart Bastion
        duel --system bullseye 'White Asura' Bastion
        duel --system bullseye A9D4M4K3 Bastion
        duel --system bullseye Standard Bastion --exact
        duel --system bullseye Standard Bastion --policy clever
        duel --system bullseye Standard Bastion --preset wargame93
        duel --system bullseye Standard Bastion --option x
        duel --system bullseye Standard Bastion --option tie_break=draw
        duel --system bullseye Standard Bastion --option linked_stat_max=3
    ";
    exact_duel 2: "
        duel 'White Asura' 'Blue Djinn' --exact --max-states 500
        duel 'White Asura' 'Blue Djinn' --exact --max-states 20 --policy greedy
        duel 'White Asura' 'Blue Djinn' --exact --policy search
        duel 'White Asura' 'Blue Djinn' --exact --runs 2
        duel 'White Asura' 'Blue Djinn' --exact --seed 2
        duel 'White Asura' 'Blue Djinn' --exact --threads 2
        duel 'White Asura' 'Blue Djinn' --exact --trace
        duel 'White Asura' 'Blue Djinn' --exact --until 0.05
        duel 'White Asura' 'Blue Djinn' --max-states 9
        duel 'White Asura' 'Blue Djinn' --max-states 9 --runs 2
    ";
    stopping 2: "
        sweep --until 0
        sweep --until 0.5
        sweep --until=-0.1
        sweep --until 2%
        sweep --until NaN
        sweep --until inf
        sweep --until 0.1 --confidence 1
        sweep --until 0.1 --confidence 0
        sweep --until 0.1 --confidence 95
        sweep --until 0.1 --max-runs 0
        sweep --until 0.1 --runs 10
        sweep --until 1e-9
        sweep --confidence 0.9
        sweep --max-runs 10
        duel 'White Asura' 'Blue Djinn' --decide 1
        duel 'White Asura' 'Blue Djinn' --decide 0.5 --until 0.01
        duel 'White Asura' 'Blue Djinn' --decide 0.5 --runs 10
        duel 'White Asura' 'Blue Djinn' --margin 0.1
        duel 'White Asura' 'Blue Djinn' --confidence 0.9
        duel 'White Asura' 'Blue Djinn' --confidence 0.9 --runs 10
        duel 'White Asura' 'Blue Djinn' --max-runs 20 --runs 10
        duel 'White Asura' 'Blue Djinn' --margin 0.1 --runs 10
        duel 'White Asura' 'Blue Djinn' --margin 0.1 --until 0.01
    ";
    battle 2: "
        battle skirmsh
        battle nowhere
        battle skirmish --runs 0
        battle skirmish --replay 0 --runs 7
        battle --system bullseye skirmish
        battle --system bullseye open-duel --armies a.toml b.toml
        battle --system bullseye open-duel --replay 0 --svg battle.svg
        battle skirmish --runs 2 --svg battle.svg
    ";
    points 2: "
        points --budget 70
        points --budget 0
        points --units 'White Asura'
        points --units 'White Asura,Green Vikings'
        points --units Kestrel,kestrel
        points --system bullseye --matchups 20 --runs 2 --gauntlet 0 --also none
        points --units Kestrel,Argonaut --budget 200 --matchups 10 --gauntlet 0 --also none
        points --scenario nowhere
        points --also wise
        points --also greedy
        points --policy solo --also greedy --also greedy
        points --also none --also solo
        points --keep map
        points --units 'White Asura,Blue Djinn' --keep map
        points --units 'White Asura,Blue Djinn' --suggest
        points --units 'White Asura,Blue Djinn' --patch list.toml
        points --gauntlet 0 --also-scenario skirmish
        points --grid standard --checkpoint-every 9
        points --grid standard --until-verdict
        points --units 'White Asura,Blue Djinn' --checkpoint-every 9
    ";
    variant 2: "
        variant 'White Asura'
        variant 'White Asura' --set hp
        variant 'White Asura' --set 'name=Grey Asura'
        variant 'White Asura' --set hp=4300
        variant 'White Asura' --set hp=many
        variant 'White Asura' --set speed=3
        variant 'White Asura' --set evad=6d10
        variant 'White Asura' --set hpp+=100
        variant 'White Asura' --set hp+=100 --against Nobody
        variant 'White Asura' --set hp+=100 --against Kestrel,kestrel
        variant 'White Asura' --set hp+=100 --budget 5
        variant 'White Asura' --set hp+=100 --scenario nowhere
        variant 'White Asura' --set hp+=100 --scenario nowhere --matchups 0
        variant 'White Azura' --set hp=1
        variant F3P5:sniper --set hp=1
        variant 'White Asura' --set hp+=100 --also wise
        variant 'White Asura' --set hp+=100 --policy solo --also solo
        variant 'White Asura' --set hp+=100 --also solo --also solo
        variant 'White Asura' --set hp+=100 --also none --also none
        variant --system bullseye 'Red Mauler' --set attack=12 --against Bastion
        variant --system bullseye 'Red Mauler' --upgrade advanced-sensors
        variant 'White Asura' --upgrade advanced-sensor
        list upgrades --system bullseye
        list traits --system bullseye
        list modes --system bullseye
        list objectives --system toy
    ";
    whatif 2: "
        whatif
        whatif --option tie_break
        whatif --option tie_brake=draw
        whatif --option tie_break=never
        whatif --option tie_break=momentum_then_draw
        whatif --option tie_break=draw --base tie_break=draw
        whatif --option tie_break=draw --units Kestral
        whatif --option tie_break=draw --also greedy
        whatif --option tie_break=draw --also solo --also random --also solo
        whatif --option tie_break=draw --also solo --also none
        whatif --option tie_break=draw --units Kestrel --against Kestrel
        whatif --system bullseye --option linked_stat_max=3 --units Standard --against Bastion
    ";
    sprt 2: "
        sprt
        sprt --wins 5
        sprt --wins 0 --losses 0
        sprt --wins 5 --losses 4 --alpha 0
        sprt --wins 5 --losses 4 --alpha 1
        sprt --wins 5 --losses 4 --beta -0.1
        sprt --wins 5 --losses 4 --beta 0.96
        sprt --wins 5 --losses 4 --alpha nan
        sprt --wins 5 --losses 4 --elo0 5 --elo1 5
        sprt --wins 5 --losses 4 --elo0 5 --elo1 1
        sprt --wins 5 --losses 4 --elo0 nan --elo1 5
        sprt --wins 5 --losses 4 --elo0 0 --elo1 inf
        sprt --wins 5 --losses 4 --elo0 -2000 --elo1 0
        sprt --wins 5 --losses 4 --draws -1
        sprt --wins 5 --losses 4 --draws 1e3
        sprt --wins 5 --losses 3 --pentanomial 1,2,3,4,5
        sprt --pentanomial 1,2,3
        sprt --pentanomial 1,2,-3,4,5
    ";
    other_commands 2: "
        list dragons
        list units --system chess
        list units --policy greedy
        schema --dataset no/such/folder
        validate . --threads 2
        coverage --only astrology
        gate
        gate --baseline none.toml --replicates 10
        meta
        meta games.csv --payoff games.csv
        meta --payoff games.csv --alpha-rank-m 1
        meta --payoff games.csv --alpha-rank-alpha -1
        meta --payoff games.csv --alpha-rank-alpha nan
    ";
    files_that_are_not_there 3: "
        validate no/such/folder
        list units --dataset no/such/folder
        battle no/such/file.toml
        battle skirmish --replay 0 --svg none/battle.svg
        chart none.json
        compare none nothing
        gate --baseline none.toml
        meta none
        meta .
        ratings none.csv
        ratings .
        report none
        resume none
    ";
}

#[test]
fn no_command_at_all_is_bad_usage() {
    assert_eq!(outcome(equipoise("")).0, 2);
}
