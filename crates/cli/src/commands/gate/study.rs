use super::GateArgs;
use crate::args::Output;
use crate::failure::Failure;
use crate::systems::Front;
pub(super) fn run<S: Front>(_output: &Output, _args: &GateArgs<S>) -> Result<(), Failure> {
    Err(Failure::Input("not yet".into()))
}
