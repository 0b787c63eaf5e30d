//! Tests of catalogue, scenarios, results and pages through the public interface.

mod advice;
mod broken;
mod catalogue;
mod catalogue_mechanics;
mod catalogue_names;
mod catalogue_tags;
mod damage;
mod decision_docs;
mod earned;
mod golden;
mod ladder;
mod measure;
mod order;
mod recorded;
mod remembered;
mod replay_docs;
mod rule_rows;
mod scenario_forces;
mod scenarios;
mod scenarios_shipped;
