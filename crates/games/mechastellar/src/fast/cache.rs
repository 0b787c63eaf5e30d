//! What decisions were made in a bout before, by all that they depend on.

use std::sync::Arc;

use super::action_key::{ActionKey, TransitionKey};
use super::cacheable::is_cacheable;
use super::plan_key::PlanKey;
use super::strike_key::StrikeKey;
use crate::rules::bout::Bout;
use crate::rules::clash::Clash;
use crate::rules::decision::Plan;
use crate::rules::ruling::RuledAction;
use crate::rules::unit::CompiledUnit;

/// Actions kept at a time; a power of two, so that a place is found by masking.
const ACTIONS: usize = 16_384;
/// Strikes kept at a time; a power of two.
const STRIKES: usize = 1024;
/// Plans kept at a time; a power of two.
const PLANS: usize = 1024;

/// Decisions of the last two bouts, since the two seat orders of a pairing may take turns.
#[derive(Debug, Default)]
pub(crate) struct DecisionCache {
    /// The last two cacheable bouts, each known by its units. While they are held here no other bout
    /// can have them.
    bouts: [Option<KnownBout>; 2],
    /// Number of the present bout; decisions of other numbers are of other bouts.
    bout: u32,
    /// The last number given to a bout.
    bouts_met: u32,
    /// Number of the last action kept.
    serial: u64,
    actions: Vec<Entry<ActionKey, CachedAction>>,
    strikes: Vec<Entry<StrikeKey, Clash>>,
    plans: Vec<Entry<PlanKey, Plan>>,
}

/// A bout and its number.
#[derive(Debug)]
struct KnownBout {
    units: Arc<[CompiledUnit]>,
    number: u32,
}

/// Position of an action in the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(usize);

/// An action as it is kept.
#[derive(Clone, Copy, Debug)]
struct CachedAction {
    action: RuledAction,
    /// Never the same twice, so that a link to an action that was overwritten is recognised.
    serial: u64,
    /// What followed when no dice were thrown.
    next: Option<Link>,
}

/// From an action without dice to the next one.
#[derive(Clone, Copy, Debug)]
struct Link {
    transition: TransitionKey,
    slot: Slot,
    serial: u64,
}

/// A decision by its key, and the bout it belongs to.
#[derive(Clone, Copy, Debug)]
struct Entry<K, V> {
    bout: u32,
    content: Option<(K, V)>,
}

impl<K: PartialEq + Copy, V: Copy> Entry<K, V> {
    const EMPTY: Self = Self {
        bout: 0,
        content: None,
    };

    /// Where a key of a bout goes; bouts that take turns use different halves first.
    #[inline]
    fn index(place: usize, bout: u32, entries: &[Self]) -> usize {
        let half = entries.len() / 2;
        place ^ (half * (bout as usize % 2))
    }

    /// What is kept of this bout by a key.
    #[inline]
    fn find(entries: &[Self], bout: u32, key: K, place: usize) -> Option<&V> {
        let entry = entries.get(Self::index(place, bout, entries))?;
        let (kept, value) = entry.content.as_ref().filter(|_| entry.bout == bout)?;
        (*kept == key).then_some(value)
    }

    /// Keeps a value, in the place of another if need be.
    fn keep(entries: &mut [Self], bout: u32, key: K, place: usize, value: V) {
        let at = Self::index(place, bout, entries);
        if let Some(entry) = entries.get_mut(at) {
            entry.bout = bout;
            entry.content = Some((key, value));
        }
    }
}

impl DecisionCache {
    /// Turns to a bout; false for one that is not cacheable, of which nothing may be kept.
    #[inline]
    pub(crate) fn begin(&mut self, bout: &Bout) -> bool {
        let mut known = self.bouts.iter().flatten();
        let number = known
            .find(|known| Arc::ptr_eq(&known.units, &bout.units))
            .map(|known| known.number)
            .or_else(|| self.meet(bout));
        self.bout = number.unwrap_or_default();
        number.is_some()
    }

    /// Numbers a cacheable bout not seen lately and forgets the older of the last two.
    #[cold]
    fn meet(&mut self, bout: &Bout) -> Option<u32> {
        if !is_cacheable(bout) {
            return None;
        }
        self.bouts_met = self.bouts_met.wrapping_add(1);
        // The first bout, or the first after all numbers are used up.
        if self.bouts_met <= 1 {
            self.bouts_met = 1;
            self.bouts = [None, None];
            self.actions = vec![Entry::EMPTY; ACTIONS];
            self.strikes = vec![Entry::EMPTY; STRIKES];
            self.plans = vec![Entry::EMPTY; PLANS];
        }
        let number = self.bouts_met;
        self.bouts[number as usize % 2] = Some(KnownBout {
            units: Arc::clone(&bout.units),
            number,
        });
        Some(number)
    }

    /// The action of a key and its slot.
    #[inline]
    pub(crate) fn action(&self, key: ActionKey) -> Option<(Slot, RuledAction)> {
        let (bout, place) = (self.bout, key.place(ACTIONS));
        let cached = Entry::find(&self.actions, bout, key, place)?;
        let slot = Slot(Entry::index(place, bout, &self.actions));
        Some((slot, cached.action))
    }

    /// The action that followed the one in a slot when the transition was the same, and its slot.
    #[inline]
    pub(crate) fn following(
        &self,
        last: Slot,
        transition: TransitionKey,
    ) -> Option<(Slot, RuledAction)> {
        let (_, last) = self.cached(last)?;
        let link = last.next.filter(|link| link.transition == transition)?;
        let (_, next) = self.cached(link.slot)?;
        (next.serial == link.serial).then_some((link.slot, next.action))
    }

    /// The key whose action is in a slot.
    pub(crate) fn key_in(&self, slot: Slot) -> Option<ActionKey> {
        self.cached(slot).map(|(key, _)| *key)
    }

    #[inline]
    fn cached(&self, Slot(at): Slot) -> Option<&(ActionKey, CachedAction)> {
        self.actions.get(at)?.content.as_ref()
    }

    /// Keeps an action and returns its slot.
    pub(crate) fn keep_action(&mut self, key: ActionKey, action: RuledAction) -> Slot {
        let (bout, place) = (self.bout, key.place(ACTIONS));
        self.serial += 1;
        let cached = CachedAction {
            action,
            serial: self.serial,
            next: None,
        };
        Entry::keep(&mut self.actions, bout, key, place, cached);
        Slot(Entry::index(place, bout, &self.actions))
    }

    /// Keeps which action follows one without dice, unless it has taken the other's slot.
    pub(crate) fn link(&mut self, from: Slot, transition: TransitionKey, to: Slot) {
        if from == to {
            return;
        }
        let next = self.cached(to).map(|(_, cached)| cached.serial);
        let entry = self.actions.get_mut(from.0);
        let cached = entry.and_then(|entry| entry.content.as_mut());
        if let (Some((_, cached)), Some(serial)) = (cached, next) {
            cached.next = Some(Link {
                transition,
                slot: to,
                serial,
            });
        }
    }

    /// The plan of a key.
    #[inline]
    pub(crate) fn plan(&self, key: PlanKey) -> Option<Plan> {
        Entry::find(&self.plans, self.bout, key, key.place(PLANS)).copied()
    }

    /// Keeps a plan.
    pub(crate) fn keep_plan(&mut self, key: PlanKey, plan: Plan) {
        Entry::keep(&mut self.plans, self.bout, key, key.place(PLANS), plan);
    }

    /// The pools of a key.
    #[inline]
    pub(crate) fn strike(&self, key: StrikeKey) -> Option<&Clash> {
        Entry::find(&self.strikes, self.bout, key, key.place(STRIKES))
    }

    /// Keeps the pools of a strike.
    pub(crate) fn keep_strike(&mut self, key: StrikeKey, clash: Clash) {
        Entry::keep(&mut self.strikes, self.bout, key, key.place(STRIKES), clash);
    }
}

#[cfg(test)]
mod tests {
    use super::{ACTIONS, ActionKey, DecisionCache, Entry, RuledAction, TransitionKey};
    use crate::fast::bits::neighbours;
    use crate::rules::decision::Action;

    fn cache() -> DecisionCache {
        DecisionCache {
            actions: vec![Entry::EMPTY; ACTIONS],
            ..DecisionCache::default()
        }
    }

    fn zeal(actions: u8) -> RuledAction {
        RuledAction {
            action: Action::Zeal { actions },
            ruling: None,
        }
    }

    #[test]
    fn a_link_is_followed_by_its_transition_alone() {
        let mut cache = cache();
        let [last, next] = [(1, zeal(1)), (4, zeal(2))].map(|(first, action)| {
            let key = ActionKey([first, first + 1, first + 2, first + 3]);
            cache.keep_action(key, action)
        });
        assert!(cache.following(last, TransitionKey(7)).is_none());
        cache.link(last, TransitionKey(7), next);
        assert!(cache.following(last, TransitionKey(6)).is_none());
        let (_, action) = cache.following(last, TransitionKey(7)).expect("linked");
        assert_eq!(action, zeal(2));
    }

    /// An action that overwrites the one before it does not follow itself.
    #[test]
    fn an_action_in_the_slot_of_the_last_is_not_linked() {
        let mut cache = cache();
        let [last, next] = neighbours().map(|key| cache.keep_action(ActionKey(key), zeal(1)));
        assert_eq!(last, next);
        cache.link(last, TransitionKey(0), next);
        assert!(cache.following(next, TransitionKey(0)).is_none());
    }

    /// A link leads to an action, not to its slot: what overwrites the slot is not followed.
    #[test]
    fn a_link_to_an_overwritten_action_is_dead() {
        let mut cache = cache();
        let [kept, newcomer] = neighbours().map(ActionKey);
        assert_eq!(kept.place(ACTIONS), newcomer.place(ACTIONS));
        let keep = |cache: &mut DecisionCache, key, actions| cache.keep_action(key, zeal(actions));
        let last = keep(&mut cache, ActionKey([1, 2, 3, 4]), 1);
        let next = keep(&mut cache, kept, 2);
        cache.link(last, TransitionKey(0), next);
        keep(&mut cache, newcomer, 3);
        assert!(cache.action(kept).is_none());
        assert!(cache.following(last, TransitionKey(0)).is_none());
        let renewed = keep(&mut cache, kept, 2);
        assert!(cache.following(last, TransitionKey(0)).is_none());
        cache.link(last, TransitionKey(0), renewed);
        assert!(cache.following(last, TransitionKey(0)).is_some());
    }
}
