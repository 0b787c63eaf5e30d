//! What differs in the making of two results.

use std::collections::{BTreeMap, BTreeSet};

use equipoise_simulator::{DatasetId, Manifest, Setting};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How a result was made, as far as two can be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Making {
    pub(crate) version: String,
    pub(crate) system: String,
    pub(crate) policy: String,
    pub(crate) seed: u64,
    pub(crate) options: BTreeMap<String, String>,
    pub(crate) dataset: DatasetId,
    /// Battles played, where they are compared.
    pub(crate) battles: Option<u64>,
}

impl Making {
    /// Of what this version of the program plays.
    pub(crate) fn present(setting: &Setting) -> Self {
        let setting = setting.clone();
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            system: setting.system,
            policy: setting.policy,
            seed: setting.seed,
            options: setting.options,
            dataset: setting.dataset,
            battles: None,
        }
    }

    /// Of a saved run.
    pub(crate) fn of_run(manifest: &Manifest) -> Self {
        let run = manifest.clone();
        Self {
            version: run.version,
            system: run.system,
            policy: run.policy,
            seed: run.seed,
            options: run.options,
            dataset: run.dataset,
            battles: Some(run.battles),
        }
    }

    /// Everything that is not the same, in a fixed order.
    pub(crate) fn changes_to(&self, new: &Self) -> Vec<MakingChange> {
        let mut changes = Vec::new();
        let mut add = |what: &str, old: Value, new: Value| {
            if old != new {
                let what = what.to_owned();
                changes.push(MakingChange { what, old, new });
            }
        };
        add("version", json!(self.version), json!(new.version));
        add("system", json!(self.system), json!(new.system));
        add("policy", json!(self.policy), json!(new.policy));
        add("seed", json!(self.seed), json!(new.seed));
        let names: BTreeSet<_> = self.options.keys().chain(new.options.keys()).collect();
        for name in names {
            let [old, new] = [self, new].map(|making| json!(making.options.get(name)));
            add(&format!("option {name}"), old, new);
        }
        let [old, now] = [&self.dataset, &new.dataset];
        add("dataset", json!(old.name), json!(now.name));
        add("dataset hash", json!(old.sha256), json!(now.sha256));
        add("battles", json!(self.battles), json!(new.battles));
        changes
    }
}

/// One thing that is not the same in the making of two results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MakingChange {
    /// What it is: `version`, `seed`, `option NAME`, `dataset hash`.
    pub what: String,
    /// Its old value; null if there was none.
    pub old: Value,
    /// Its new value; null if there is none.
    pub new: Value,
}

#[cfg(test)]
mod tests {
    use equipoise_simulator::DatasetId;
    use serde_json::json;

    use super::Making;

    fn making() -> Making {
        Making {
            version: "1".into(),
            system: "toy".into(),
            policy: "fair".into(),
            seed: 1,
            options: [("coin".to_owned(), "round".to_owned())].into(),
            dataset: DatasetId {
                name: "embedded".into(),
                sha256: "0123456789abcdef".into(),
            },
            battles: None,
        }
    }

    #[test]
    fn only_what_differs_is_listed() {
        assert_eq!(making().changes_to(&making()), []);
        let mut new = making();
        new.seed = 2;
        new.options = [("coin", "flat"), ("luck", "none")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into();
        let changes = making().changes_to(&new);
        let changes: Vec<_> = changes.iter().map(|change| json!(change)).collect();
        let expected = [
            json!({"what": "seed", "old": 1, "new": 2}),
            json!({"what": "option coin", "old": "round", "new": "flat"}),
            json!({"what": "option luck", "old": null, "new": "none"}),
        ];
        assert_eq!(changes, expected);
    }
}
