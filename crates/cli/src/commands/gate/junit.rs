//! The verdict as a JUnit report: a test case for each pairing, of the class of its unit.

use equipoise_stats::Finding;
use quick_junit::{NonSuccessKind, Report as Junit, TestCase, TestCaseStatus, TestSuite};

use super::report::{Checked, Report};
use crate::failure::Failure;
use crate::names::on_one_line;

/// A pairing that changed is a failure. One that is undecided is an error: nothing was shown to be wrong,
/// nor to be right.
pub(super) fn junit(report: &Report) -> Result<String, Failure> {
    let mut suite = TestSuite::new(format!("balance of {}", report.setting.system));
    suite.add_test_cases(report.checked.iter().map(test_case));
    let mut junit = Junit::new("equipoise gate");
    junit.add_test_suite(suite);
    let text = junit.to_string();
    text.map_err(|error| Failure::Access(format!("cannot write the JUnit report: {error}")))
}

fn test_case(pairing: &Checked) -> TestCase {
    let [a, b] = [&pairing.recorded.a, &pairing.recorded.b].map(|name| on_one_line(name));
    let status = match pairing.finding {
        Some(Finding::Within) => TestCaseStatus::success(),
        Some(Finding::Changed) => TestCaseStatus::non_success(NonSuccessKind::Failure),
        None => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    let mut case = TestCase::new(format!("{a} against {b}"), status);
    case.set_classname(a.as_str());
    if pairing.finding != Some(Finding::Within) {
        case.status.set_type(pairing.word());
        case.status.set_message(pairing.sentence(&a, &b));
    }
    case
}
