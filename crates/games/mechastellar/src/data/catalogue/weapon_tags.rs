//! Tags of a weapon: how it may be used, and what its hits do beside damage.

use super::limits;
use crate::data::profile::{Effect, Support, Weapon, WeaponKind};
use equipoise_engine::source::raw::{Fields, Node};

const EFFECTS: [(&str, Effect); 4] = [
    ("stun", Effect::Stun),
    ("push", Effect::Push),
    ("pull-target", Effect::PullTarget),
    ("pull-self", Effect::PullSelf),
];

pub(super) fn set<T>(slot: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *slot = value;
    }
}

pub(super) fn set_some<T>(slot: &mut Option<T>, value: Option<T>) {
    if value.is_some() {
        *slot = value;
    }
}

/// Reads the tags that an entry states and a unit may override.
pub(super) fn apply(fields: &Fields<'_>, weapon: &mut Weapon) {
    let flag = |name| fields.optional(name).and_then(|node| node.flag());
    set(&mut weapon.all_round, flag("all_round"));
    set(&mut weapon.anti_air, flag("anti_air"));
    set(&mut weapon.free, flag("free"));
    set(&mut weapon.indirect, flag("indirect"));
    set(&mut weapon.close_combat, flag("close_combat"));
    set(&mut weapon.crash, flag("crash"));
    set_some(
        &mut weapon.aoe,
        fields.optional_number("aoe", limits::AOE_TARGETS),
    );
    set_some(
        &mut weapon.remote,
        fields.optional_number("remote", limits::REMOTE_COST),
    );
    let effect = fields.optional("effect");
    set(
        &mut weapon.effect,
        effect.and_then(|node| node.choice(&EFFECTS)),
    );
    let support = fields.optional("support");
    set_some(
        &mut weapon.support,
        support.and_then(|node| read_support(&node)),
    );
}

fn read_support(node: &Node<'_>) -> Option<Support> {
    let fields = node.fields("a table such as { attack = 1 }")?;
    let attack = fields.number_or("attack", limits::SUPPORT, 0);
    let defence = fields.number_or("defence", limits::SUPPORT, 0);
    let melee = fields.switch("melee");
    fields.finish();
    let (attack, defence) = (attack?, defence?);
    if attack + defence == 0 {
        node.complain("`support` gives nothing, expected `attack` or `defence` of 1 or 2");
        return None;
    }
    Some(Support {
        attack,
        defence,
        melee,
    })
}

/// Reports tags that contradict each other or the kind of weapon, where the entry states them.
pub(super) fn check(fields: &Fields<'_>, weapon: &Weapon) {
    let melee = weapon.kind == WeaponKind::Melee;
    let shoots = "needs a shooting weapon, found a melee one";
    let strikes = "needs a melee weapon, found a shooting one";
    complain_if(melee && weapon.indirect, fields, &["indirect"], shoots);
    complain_if(melee && weapon.aoe.is_some(), fields, &["aoe"], shoots);
    complain_if(
        melee && weapon.remote.is_some(),
        fields,
        &["remote"],
        shoots,
    );
    complain_if(!melee && weapon.crash, fields, &["crash"], strikes);
    complain_if(
        !melee && weapon.close_combat,
        fields,
        &["close_combat"],
        strikes,
    );
    complain_if(
        weapon.effect != Effect::None && weapon.pen.is_none(),
        fields,
        &["effect"],
        "follows a failed armour save, expected `pen` beside it",
    );
    complain_if(
        weapon.free && weapon.remote.is_some(),
        fields,
        &["remote", "free"],
        "cannot be combined with the other of `remote` and `free`: a remote attack costs Momentum",
    );
    complain_if(
        weapon.free && weapon.crash,
        fields,
        &["crash", "free"],
        "cannot be combined with the other of `crash` and `free`: a Crash spends the Combat Action",
    );
    check_support(fields, weapon);
}

fn check_support(fields: &Fields<'_>, weapon: &Weapon) {
    let Some(support) = weapon.support else {
        return;
    };
    let melee = weapon.kind == WeaponKind::Melee;
    complain_if(
        melee && !support.melee,
        fields,
        &["support"],
        "of a melee weapon serves melee, expected `melee = true` in it",
    );
    complain_if(
        weapon.free && (support.attack == 0 || support.melee != melee),
        fields,
        &["support", "free"],
        "makes a free attack whose support must add to attacks of its own kind",
    );
}

/// Complains at the first of the fields that the entry states; what it inherits was reported
/// where it stands.
fn complain_if(wrong: bool, fields: &Fields<'_>, names: &[&'static str], why: &str) {
    if !wrong {
        return;
    }
    if let Some((name, node)) = names
        .iter()
        .find_map(|name| Some((name, fields.optional(name)?)))
    {
        node.complain(format!("`{name}` {why}"));
    }
}

/// What a weapon supports: its own Support trait, or that of every free attack
/// (`ms10.support.free-attack`).
pub(super) fn support_of(weapon: &Weapon) -> Option<Support> {
    let implied = Support {
        attack: 1,
        defence: 0,
        melee: weapon.kind == WeaponKind::Melee,
    };
    weapon.support.or_else(|| weapon.free.then_some(implied))
}
