//! How fast a machine is emulated on this computer: in processor time, since others may use the processor too, and beside a yardstick,
//! since they may also slow it down.

use super::games::actions;
use super::yardstick::slowness;
use crate::failure::Failure;
use crate::pairs::Games;
use crate::pipeline::Game;
use crate::replay::machine::MachineRun;
use crate::replay::run::Failed;
use crate::session::Session;
use crate::targets::Fitting;
use hexfront_isa::cartridge::Cartridge;

/// Emulated seconds that are timed.
const SECONDS: u32 = 60;

/// Seconds that this thread has had of a processor, from some moment on.
#[cfg(unix)]
pub(super) fn processor_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Seconds from some moment on: nothing tells those of the processor.
#[cfg(not(unix))]
pub(super) fn processor_seconds() -> f64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGAN.elapsed().as_secs_f64()
}

/// Runs a machine for a minute of its time and says how many times faster that went than on the machine itself, had this computer been as
/// idle as usual: each second is timed beside the yardstick.
///
/// # Errors
/// When the processor locks up.
pub(super) fn of_a_minute(session: &mut Session) -> Result<f64, Failed> {
    let first = session.machine.cycles();
    let mut took = 0.0;
    for _ in 0..SECONDS {
        let slow = slowness();
        let began = processor_seconds();
        session.run_seconds(1.0)?;
        took += (processor_seconds() - began) / slow.max(f64::EPSILON);
    }
    let emulated = session.machine.cycles() - first;
    Ok(emulated as f64 / f64::from(session.machine.clock_hz()) / took.max(f64::EPSILON))
}

/// The speed of the first minute of a game that plays itself; `None` if none is named.
///
/// # Errors
/// When the game does not start, or its keys cannot be pressed.
pub(super) fn while_thinking(
    cartridge: Cartridge<'_>,
    game: &Game,
    fitting: Fitting<'_>,
    games: &Games,
) -> Result<Option<f64>, Failure> {
    let Some(number) = games.numbers.first() else {
        return Ok(None);
    };
    let actions = actions(games, *number)?;
    let mut run = MachineRun::start(cartridge, game, fitting)?;
    actions
        .iter()
        .try_for_each(|action| run.session_mut().perform(action))
        .map_err(Failed::from)?;
    Ok(Some(of_a_minute(run.session_mut())?))
}
