//! One number that says whether two results are the same bits.

use sha2::{Digest as _, Sha256};

use crate::observe::Observed;
use crate::plan::Plan;
use crate::stopping::Stopping;
use crate::tally::Tally;

/// SHA-256, in hex, of what was played and how it came out.
///
/// It covers system, policy, options, dataset hash, seed, battles per pairing, when pairings may
/// end earlier and, in the order of the plan, each pairing with its tally. Time, threads and names of folders stay out, so the
/// same plan gives the same digest on every machine.
#[must_use]
pub fn digest(plan: &Plan, tallies: &[Tally]) -> String {
    digest_of(plan, tallies.iter())
}

/// SHA-256, in hex, that identifies a plan: the [`digest`] before the first battle.
#[must_use]
pub fn plan_digest(plan: &Plan) -> String {
    digest_of(plan, std::iter::repeat(&Tally::default()))
}

fn digest_of<'t>(plan: &Plan, tallies: impl Iterator<Item = &'t Tally>) -> String {
    let mut hash = Sha256::new();
    let setting = plan.setting();
    text(&mut hash, "equipoise digest 1");
    text(&mut hash, &setting.system);
    text(&mut hash, &setting.policy);
    number(&mut hash, setting.options.len() as u64);
    for (name, value) in &setting.options {
        text(&mut hash, name);
        text(&mut hash, value);
    }
    text(&mut hash, &setting.dataset.sha256);
    number(&mut hash, setting.seed);
    number(&mut hash, plan.runs());
    // Nothing for a fixed number of battles, as before there was anything else.
    let (rule, terms) = match plan.stopping() {
        Stopping::Fixed => ("", Vec::new()),
        Stopping::HalfWidth(sequence) => {
            let terms = vec![sequence.half_width(), sequence.confidence()];
            ("half-width", terms)
        }
        Stopping::Decide(test) => {
            let terms = vec![test.line(), test.margin(), test.confidence()];
            ("decide", terms)
        }
    };
    if !rule.is_empty() {
        text(&mut hash, rule);
    }
    for term in terms {
        number(&mut hash, term.to_bits());
    }
    for (pairing, tally) in plan.pairings().iter().zip(tallies) {
        number(&mut hash, pairing.id);
        text(&mut hash, plan.name(pairing.a));
        text(&mut hash, plan.name(pairing.b));
        tally.canonical_bytes(|bytes| hash.update(bytes));
    }
    hex(&hash.finalize())
}

/// [`digest`] of a single pairing that also covers what was observed beside the outcome, and
/// `content`: a text that says what was played where the names of the plan do not, such as the
/// scenario of a battle.
#[must_use]
pub fn observed_digest(plan: &Plan, content: &str, observed: &Observed) -> String {
    let mut hash = Sha256::new();
    text(&mut hash, "equipoise observed digest 1");
    let outcome = digest(plan, std::slice::from_ref(&observed.tally));
    text(&mut hash, &outcome);
    text(&mut hash, content);
    for sums in &observed.sums {
        number(&mut hash, sums.len() as u64);
        for sums in sums {
            hash.update(sums.sum.to_be_bytes());
            hash.update(sums.squares.to_be_bytes());
        }
    }
    hex(&hash.finalize())
}

/// SHA-256, in hex, of named texts such as the files of a dataset, independent of their order.
#[must_use]
pub fn content_sha256<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut files: Vec<_> = files.into_iter().collect();
    files.sort_unstable();
    let mut hash = Sha256::new();
    for (name, content) in files {
        text(&mut hash, name);
        text(&mut hash, content);
    }
    hex(&hash.finalize())
}

/// SHA-256, in hex, of some bytes.
pub(crate) fn bytes_sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn text(hash: &mut Sha256, text: &str) {
    number(hash, text.len() as u64);
    hash.update(text.as_bytes());
}

fn number(hash: &mut Sha256, number: u64) {
    hash.update(number.to_be_bytes());
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::content_sha256;

    #[test]
    fn content_hash_ignores_order_and_sees_every_byte() {
        let hash = content_sha256([("a", "1"), ("b", "2")]);
        assert_eq!(hash, content_sha256([("b", "2"), ("a", "1")]));
        assert_ne!(hash, content_sha256([("a", "12"), ("b", "")]));
        assert_ne!(hash, content_sha256([("a", "2"), ("b", "1")]));
        assert_eq!(hash.len(), 64);
    }
}
