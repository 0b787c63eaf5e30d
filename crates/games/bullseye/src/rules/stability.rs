//! The damage track by itself: how often a stability roll holds, and the hit that kills.

use equipoise_dice::Pmf;

use crate::options::{LethalFailure, Options};

/// Exact odds of the damage track of a mecha whose owner fights on (`bull.stability.roll`,
/// `bull.stability.fight-on`, `bull.lethal.enter`, `bull.lethal.death`).
///
/// ```
/// use equipoise_bullseye::{Options, StabilityTrack};
/// let track = StabilityTrack::new(&Options::default());
/// assert!((track.holds(3) - 0.5).abs() < 1e-15);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct StabilityTrack {
    options: Options,
}

impl StabilityTrack {
    /// The track of the options.
    #[must_use]
    pub const fn new(options: &Options) -> Self {
        Self { options: *options }
    }

    /// Probability that a stability roll with so many boxes checked holds.
    #[must_use]
    pub fn holds(&self, boxes: u8) -> f64 {
        let faces = self.options.die_faces;
        let boxes = boxes.min(self.options.damage_boxes).min(faces);
        f64::from(faces - boxes) / f64::from(faces)
    }

    /// Number of the hit that the mecha fails first: where an owner who gives in is disabled
    /// (`bull.stability.accept`).
    #[must_use]
    pub fn disabled(&self) -> Pmf {
        lethal_hits(&self.options, 0, 1)
    }

    /// Number of the hit on which it enters the lethal phase.
    #[must_use]
    pub fn enters_lethal(&self) -> Pmf {
        lethal_hits(&self.options, 0, self.options.configurations.max(1).into())
    }

    /// Number of the hit that kills its pilot.
    #[must_use]
    pub fn dies(&self) -> Pmf {
        lethal_hits(&self.options, 0, fatal_failure(&self.options).into())
    }

    /// Expected number of hits that kill its pilot.
    #[must_use]
    pub fn expected_hits(&self) -> f64 {
        self.dies().mean()
    }
}

/// The failed stability roll that kills a mecha whose owner always fights on
/// (`bull.lethal.death`).
pub(crate) fn fatal_failure(options: &Options) -> u8 {
    // Without Configurations the first failure leads into the lethal phase.
    let next_in_lethal = options.configurations.max(1) + 1;
    match options.lethal_failure {
        LethalFailure::AnyInLethalPhase => next_in_lethal,
        LethalFailure::ThirdOverall => next_in_lethal.max(3),
    }
}

/// A probability this small is left out where hits could go on for ever: with fewer boxes than the
/// die has faces, a full track still holds now and then.
const NEGLIGIBLE: f64 = 1e-16;

/// How many more hits a mecha with so many boxes checked takes until it has failed so many times.
pub(crate) fn lethal_hits(options: &Options, boxes: u8, failures: u32) -> Pmf {
    let track = StabilityTrack::new(options);
    let mut mass = vec![0.0];
    // Probability of so many failures up to now, none of them the last.
    let mut standing = vec![0.0; failures as usize];
    standing[0] = 1.0;
    let mut checked = boxes;
    while standing.iter().sum::<f64>() > NEGLIGIBLE {
        checked = checked.saturating_add(1).min(options.damage_boxes);
        let fails = 1.0 - track.holds(checked);
        let last = standing[failures as usize - 1] * fails;
        for at in (0..failures as usize).rev() {
            let before = if at > 0 { standing[at - 1] } else { 0.0 };
            standing[at] = standing[at] * (1.0 - fails) + before * fails;
        }
        mass.push(last);
    }
    let sum: f64 = mass.iter().sum();
    let scaled = mass.iter().map(|p| p / sum).collect();
    Pmf::from_mass(scaled).unwrap_or_else(|_| Pmf::certain(1))
}
