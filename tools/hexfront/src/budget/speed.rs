//! How fast a machine is emulated, on this computer and now: in processor time, since others may use the processor too.

use super::games::actions;
use crate::failure::Failure;
use crate::pairs::Games;
use crate::pipeline::Game;
use crate::replay::machine::MachineRun;
use crate::replay::run::Failed;
use crate::session::Session;
use crate::targets::Fitting;
use hexfront_isa::cartridge::Cartridge;

/// Emulated seconds that are timed.
const SECONDS: f64 = 60.0;

/// Seconds that this thread has had of a processor, from some moment on.
#[cfg(unix)]
fn processor_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Seconds from some moment on: nothing tells those of the processor.
#[cfg(not(unix))]
fn processor_seconds() -> f64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGAN.elapsed().as_secs_f64()
}

/// Runs a machine for a minute of its time and says how many times faster that went.
///
/// # Errors
/// When the processor locks up.
pub(super) fn of_a_minute(session: &mut Session) -> Result<f64, Failed> {
    let (began, first) = (processor_seconds(), session.machine.cycles());
    session.run_seconds(SECONDS)?;
    let emulated = session.machine.cycles() - first;
    let took = processor_seconds() - began;
    Ok(emulated as f64 / f64::from(session.machine.clock_hz()) / took.max(f64::EPSILON))
}

/// The speed of the first minute of a game that plays itself; `None` if none is named.
///
/// # Errors
/// When the game does not start, or its keys cannot be pressed.
pub(super) fn while_thinking(
    cartridge: Cartridge<'_>,
    game: &Game,
    games: &Games,
) -> Result<Option<f64>, Failure> {
    let Some(number) = games.numbers.first() else {
        return Ok(None);
    };
    let actions = actions(games, *number)?;
    let mut run = MachineRun::start(cartridge, game, Fitting::default())?;
    actions
        .iter()
        .try_for_each(|action| run.session_mut().perform(action))
        .map_err(Failed::from)?;
    Ok(Some(of_a_minute(run.session_mut())?))
}
