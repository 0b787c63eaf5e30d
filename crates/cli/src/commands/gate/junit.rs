//! The verdict as a JUnit report: a test case for each pairing and each implied price, of the class of its unit.

use equipoise_analysis::gate::{Finding, GatePairing, GatePrice, GateResult};
use equipoise_analysis::on_one_line;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::prices;
use super::report::sentence;
use crate::failure::Failure;

/// A pairing that changed is a failure. One that is undecided is an error: nothing was shown to be wrong,
/// nor to be right. A price that has moved is a failure; battles are not played until prices are decided, so one
/// that is undecided passes, as it does in the verdict.
pub(super) fn junit(result: &GateResult) -> Result<String, Failure> {
    let mut suite = TestSuite::new(format!("balance of {}", result.played_by.system));
    suite.add_test_cases(result.cells.iter().map(test_case));
    let prices = result.prices.iter().flat_map(|prices| &prices.units);
    suite.add_test_cases(prices.map(price_case));
    let mut junit = Report::new("equipoise gate");
    junit.add_test_suite(suite);
    let text = junit.to_string();
    text.map_err(|error| Failure::Access(format!("cannot write the JUnit report: {error}")))
}

fn price_case(unit: &GatePrice) -> TestCase {
    let name = on_one_line(&unit.name);
    let moved = unit.finding == Some(Finding::Changed);
    let status = match moved {
        false => TestCaseStatus::success(),
        true => TestCaseStatus::non_success(NonSuccessKind::Failure),
    };
    let mut case = TestCase::new(format!("implied price of {name}"), status);
    case.set_classname(name.as_str());
    if moved {
        case.status.set_type(unit.word());
        case.status.set_message(prices::sentence(unit, &name));
    }
    case
}

fn test_case(pairing: &GatePairing) -> TestCase {
    let [a, b] = [&pairing.a, &pairing.b].map(|name| on_one_line(name));
    let status = match pairing.finding {
        Some(Finding::Within) => TestCaseStatus::success(),
        Some(Finding::Changed) => TestCaseStatus::non_success(NonSuccessKind::Failure),
        None => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    let mut case = TestCase::new(format!("{a} against {b}"), status);
    case.set_classname(a.as_str());
    if pairing.finding != Some(Finding::Within) {
        case.status.set_type(pairing.word());
        case.status.set_message(sentence(pairing, &a, &b));
    }
    case
}
