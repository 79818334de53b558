//! What each command does.

use crate::cli::{RecordOptions, RunOptions, Speed, Video};
use crate::compile::{self, Made};
use crate::explain::{Explainer, Told};
use crate::failure::Failure;
use crate::front::Front;
use crate::gamedisk::{self, SECOND};
use crate::games;
use crate::hostdisk::HostDisk;
use crate::keep::Keeper;
use crate::leave::Leave;
use crate::letters::{Finder, Font};
use crate::output::{print_line, tell};
use crate::record::{self, Place, Recorder};
use crate::replay::file::Head;
use crate::script::{self, Action};
use crate::session::{self, RunError, Session, Symbols};
use crate::tape;
use crate::targets::{self, Fitting, TargetRef};
use crate::telephone::{News, Telephone};
use crate::terminal;
use hexfront_disk::Image;
use hexfront_isa::cartridge::Cartridge;
use hexfront_lang::explained::Explained;
use hexfront_platforms::machine::{Bank, DriveSpeed};
use hexfront_platforms::modem::Modem;
use std::fs;
use std::io::IsTerminal as _;
use std::path::Path;

/// `list`: games and machines.
///
/// # Errors
/// When a game cannot be read.
pub fn list(json: bool) -> Result<(), Failure> {
    let mut rows = Vec::new();
    for name in games::names() {
        let game = games::find(&name)?;
        let sizes = targets::ALL.map(|target| {
            let made = compile::make(&game, target).ok();
            (target.name(), made.map(|made| made.built.program_bytes))
        });
        rows.push((name, sizes));
    }
    if json {
        let games: Vec<String> = rows
            .iter()
            .map(|(name, sizes)| {
                let machines: Vec<String> = sizes
                    .iter()
                    .filter_map(|(machine, size)| {
                        size.map(|n| format!("\"{machine}\":{{\"program_bytes\":{n}}}"))
                    })
                    .collect();
                let machines = machines.join(",");
                format!("{{\"game\":\"{name}\",\"machines\":{{{machines}}}}}")
            })
            .collect();
        return Ok(print_line(format!("[{}]", games.join(",")))?);
    }
    print_line(format!("{:34} machine   program", "game"))?;
    for (name, sizes) in rows {
        for (machine, size) in sizes {
            if let Some(n) = size {
                print_line(format!("{name:34} {machine:9} {n} bytes"))?;
            }
        }
        if sizes.iter().all(|(_, size)| size.is_none()) {
            print_line(format!("{name:34} does not build; see `hexfront check`"))?;
        }
    }
    Ok(())
}

/// `play`: builds a game and boots it. The disks are those of drive 1 and of drive 2, as the player names them.
///
/// # Errors
/// When it does not build, or the run fails.
pub fn play(
    name: &str,
    options: &RunOptions,
    [disk, second]: [Option<&Path>; 2],
    record: &RecordOptions,
) -> Result<(), Failure> {
    let game = games::find(name)?;
    let Made { cartridge, built } = match options.on {
        Some(machine) => make_on(machine, &game)?,
        None => compile::make_first(&game)?,
    };
    let disk = gamedisk::open(&game.name, &built, disk, !options.is_headless())?;
    if let (Some(first), Some(path)) = (disk.host.as_ref(), second)
        && is_same(first.path(), path)
    {
        return Err(format!("--disk2 {}: that disk is in drive 1", path.display()).into());
    }
    let second = second.map(|path| gamedisk::open_second(path, built.target, &cartridge));
    let second = second.transpose()?;
    // A replay is of the game, whatever the machine.
    let recorder = match options.modem.as_slice() {
        [] => recorder(&game.name, &compile::compile(&game)?, record)?,
        // What comes by telephone is in no replay.
        _ => None,
    };
    let (image, mut hosts) = (disk.image, Vec::from_iter(disk.host));
    let second = second.map(|disk| {
        hosts.extend(disk.host);
        disk.image
    });
    let explainer = record.explain.as_deref();
    let explainer = explainer
        .map(|path| explainer_of(&game, built.target, path))
        .transpose()?;
    let keeper = Keeper::new(hosts, recorder, explainer);
    let program = Program {
        title: games::shown_title(Cartridge::read(&cartridge)?.title),
        target: built.target,
        symbols: built.symbols(),
        fonts: built.target.fonts(),
    };
    start(program, &image, second.as_deref(), options, keeper)
}

/// Whether two paths are of one file, be it there or not.
fn is_same(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| fs::canonicalize(path).or_else(|_| std::path::absolute(path));
    one == other || matches!((whole(one), whole(other)), (Ok(one), Ok(other)) if one == other)
}

/// Builds a game for the machine that a player asks for. What its author must add, so that another machine can draw it, is
/// for `build` to say.
///
/// # Errors
/// The game's mistakes, or that it is not made for the machine.
pub fn make_on(target: TargetRef, game: &games::Game) -> Result<Made, Failure> {
    let name = &game.name;
    // A game with mistakes is told them.
    compile::compile_on(game, target)?;
    let error = match compile::make(game, target) {
        Ok(made) => return Ok(made),
        Err(error) => error,
    };
    let Ok(other) = compile::make_first(game) else {
        return Err(error);
    };
    let (machine, other) = (target.name(), other.built.target.name());
    Err(format!(
        "{name} is not made for the {machine}, but for the {other}: use --on {other}, or leave --on out \
         (`hexfront build {name} --for {machine}` says what is missing)"
    )
    .into())
}

/// What records a game, if it is to be recorded and there is a place for it.
fn recorder(
    name: &str,
    cartridge: &[u8],
    options: &RecordOptions,
) -> Result<Option<Recorder>, Failure> {
    let place = match &options.record {
        _ if options.no_record => return Ok(None),
        Some(path) => {
            if !path.exists() {
                gamedisk::must_have_place(path)?;
            }
            Place::File(path.clone())
        }
        None => match record::replay_folder() {
            Some(folder) => Place::Folder {
                folder,
                game: name.to_owned(),
            },
            None => return Ok(None),
        },
    };
    let head = Head::of(&Cartridge::read(cartridge)?);
    Ok(Some(Recorder::new(head, place)))
}

/// What writes why a game's rules do what they do.
fn explainer_of(game: &games::Game, target: TargetRef, path: &Path) -> Result<Explainer, Failure> {
    let cannot = |why: String| format!("cannot write reasons into {}: {why}", path.display());
    let explained = Explained::compile(&game.files).map_err(|(diagnostics, sources)| {
        cannot(compile::draw(&compile::errors(&diagnostics), &sources))
    })?;
    let told = Told {
        explained,
        has_pointer: target.has_pointer(),
    };
    Explainer::create(told, path).map_err(|error| cannot(error.to_string()).into())
}

/// `run`: boots a disk image.
///
/// # Errors
/// When it is none, or the run fails.
pub fn run(path: &Path, options: &RunOptions) -> Result<(), Failure> {
    let bytes = read(path).map_err(|error| no_disk(path).map_or(error, Failure::from))?;
    let disk =
        Image::open(&bytes).map_err(|error| format!("cannot run {}: {error}", path.display()))?;
    let target = targets::for_disk(&disk).ok_or_else(|| {
        format!(
            "cannot run {}: no machine here has a drive for it",
            path.display()
        )
    })?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let program = Program {
        title: name.into_owned(),
        target,
        symbols: Symbols::new(),
        fonts: Vec::new(),
    };
    let host = HostDisk::new(path.to_owned(), bytes.clone());
    let keeper = Keeper::new(vec![host], None, None);
    start(program, &bytes, None, options, keeper)
}

/// Who types `hexfront GAME` means to play it, and who mistypes a command has no disk of that name.
fn no_disk(path: &Path) -> Option<String> {
    let word = path.to_str()?;
    let is_bare = word.chars().all(|c| c.is_alphanumeric() || c == '-');
    if path.exists() || !is_bare {
        return None;
    }
    Some(match games::find(word) {
        Ok(_) => format!("{word} is a game, not a disk image: hexfront play {word}"),
        Err(_) => format!(
            "there is neither a command nor a disk image called {word}; hexfront help lists the commands"
        ),
    })
}

/// What is on a disk.
struct Program {
    title: String,
    /// What it is for.
    target: TargetRef,
    /// Known of our own programs only, as are the fonts that they draw with.
    symbols: Symbols,
    fonts: Vec<Font>,
}

/// Boots an image on the machine it is for, or on the one that is asked for; `second` goes into drive 2.
fn start(
    program: Program,
    image: &[u8],
    second: Option<&[u8]>,
    options: &RunOptions,
    keeper: Keeper,
) -> Result<(), Failure> {
    let target = options.on.unwrap_or(program.target);
    targets::check_expansions(target, &options.with)?;
    let fitting = Fitting {
        ntsc: options.ntsc,
        expansions: &options.with,
        roms: &options.rom,
        second_drive: second.is_some(),
    };
    let mut machine = target.switch_on(fitting)?;
    if options.real_drive {
        machine.set_drive_speed(DriveSpeed::Real);
    }
    let mut session = Session::new(machine, program.symbols);
    let calls = match options.modem.is_empty() {
        true => News::default(),
        false => plug_in_modem(&mut session, target, options)?,
    };
    session.machine.insert_disk(image)?;
    if let Some(image) = second {
        let inserted = session.machine.insert_disk_into(SECOND, image);
        inserted.map_err(|error| format!("--disk2: {error}"))?;
    }
    keeper.protect(session.machine.as_mut());
    let ran = run_booted(
        session,
        target,
        (&program.title, &program.fonts),
        options,
        keeper,
    );
    calls.borrow().iter().for_each(tell);
    ran
}

/// Runs a machine whose disk is in its drive, without a display or in front of a player, who sees the title and may read the fonts.
fn run_booted(
    mut session: Session,
    target: TargetRef,
    (title, fonts): (&str, &[Font]),
    options: &RunOptions,
    keeper: Keeper,
) -> Result<(), Failure> {
    if options.is_headless() {
        if let Some(path) = &options.wav {
            session.tape(path, tape::RATE)?;
        }
        return headless_run(session, target, options, keeper);
    }
    target.start(&mut session)?;
    let mut front = front_of(session, options, keeper)?;
    front.warp_while_loading(!options.real_drive);
    until_he_leaves(title, fonts, front, options)
}

/// Connects the machine to the telephone network of the host; what calls leave to be told.
fn plug_in_modem(
    session: &mut Session,
    target: TargetRef,
    options: &RunOptions,
) -> Result<News, Failure> {
    let telephone = Telephone::new(&options.modem)?;
    let news = telephone.news();
    if !session.plug_in(Box::new(Modem::new(telephone))) {
        let title = target.title();
        return Err(format!("{title} has no serial port here: leave --modem out").into());
    }
    Ok(news)
}

/// Goes on with a game that waits for a key: in front of a player, or by a script.
///
/// # Errors
/// When the run fails.
pub fn go_on(
    title: &str,
    target: TargetRef,
    session: Session,
    options: &RunOptions,
    keeper: Keeper,
) -> Result<(), Failure> {
    if options.is_headless() {
        return scripted(session, &actions_of(options)?, options, keeper);
    }
    let mut front = front_of(session, options, keeper)?;
    if !options.real_drive {
        front.warp_while_disk_works();
    }
    until_he_leaves(title, &target.fonts(), front, options)
}

fn front_of(session: Session, options: &RunOptions, keeper: Keeper) -> Result<Front, Failure> {
    let speed = match options.speed {
        None => Some(1.0),
        Some(Speed::Times(n)) => Some(n),
        Some(Speed::Max) => None,
    };
    Ok(Front::new(session, keeper, speed, Leave::listen()?))
}

fn until_he_leaves(
    title: &str,
    fonts: &[Font],
    mut front: Front,
    options: &RunOptions,
) -> Result<(), Failure> {
    let played = in_front_of_a_player(title, fonts, &mut front, options);
    let kept = front.end();
    played?;
    Ok(kept?)
}

fn in_front_of_a_player(
    title: &str,
    fonts: &[Font],
    front: &mut Front,
    options: &RunOptions,
) -> Result<(), Failure> {
    if !matches!(options.video, Some(Video::Terminal | Video::Blocks)) {
        match window(title, front, options) {
            Ok(true) => return Ok(()),
            Ok(false) => {}
            Err(error) if options.video == Some(Video::Window) => return Err(error),
            Err(Failure::Could(error)) => eprintln!("hexfront: {error}; playing in the terminal"),
            Err(no) => return Err(no),
        }
    }
    if !std::io::stdout().is_terminal() {
        return Err(
            "there is neither a display nor a terminal; use --video none with --keys or --script"
                .into(),
        );
    }
    tape_of(front, options, tape::RATE)?;
    let look = terminal::Look {
        title,
        letters: Finder::new(fonts),
        blocks: options.video == Some(Video::Blocks),
    };
    Ok(terminal::play(front, &look)?)
}

/// Begins the file of sound, if one is asked for.
fn tape_of(front: &mut Front, options: &RunOptions, rate: u32) -> Result<(), RunError> {
    let path = options.wav.as_deref();
    path.map_or(Ok(()), |path| front.tape(path, rate))
}

/// Plays in a window; false where this build has none.
#[cfg(feature = "window")]
fn window(title: &str, front: &mut Front, options: &RunOptions) -> Result<bool, Failure> {
    let player = crate::window::Player::open(title, front)?;
    #[cfg(feature = "audio")]
    if !options.mute {
        match crate::audio::Sound::open() {
            Ok(mut sound) => {
                front.machine_mut().set_sample_rate(Some(sound.rate()));
                tape_of(front, options, sound.rate())?;
                player.play(front, |samples| sound.push(samples))?;
                return Ok(true);
            }
            Err(error) => eprintln!("hexfront: no sound: {error}"),
        }
    }
    tape_of(front, options, tape::RATE)?;
    player.play(front, |_| {})?;
    Ok(true)
}

#[cfg(not(feature = "window"))]
fn window(_: &str, _: &mut Front, options: &RunOptions) -> Result<bool, Failure> {
    if options.video == Some(Video::Window) {
        return Err("this build has no window: it needs a C compiler".into());
    }
    Ok(false)
}

fn headless_run(
    mut session: Session,
    target: TargetRef,
    options: &RunOptions,
    mut keeper: Keeper,
) -> Result<(), Failure> {
    let actions = actions_of(options)?;
    load(&mut session, target, options, actions.is_empty())?;
    session.run_until_first_menu()?;
    keeper.begin(&mut session);
    scripted(session, &actions, options, keeper)
}

/// Loads what is on the disk. A foreign one, which may be damaged, has no longer than the run is to last; where nothing is to be done
/// with the program, what the machine shows by then is all that was asked for.
fn load(
    session: &mut Session,
    target: TargetRef,
    options: &RunOptions,
    is_idle: bool,
) -> Result<(), Failure> {
    let is_foreign = session.symbols.is_empty();
    session.wait_at_most(options.seconds.filter(|_| is_foreign));
    let loaded = target.start(session);
    session.wait_at_most(None);
    match loaded {
        Err(error @ RunError::InVain { .. })
            if is_foreign && is_idle && options.seconds.is_some() =>
        {
            tell(format_args!("hexfront: {error}"));
            Ok(())
        }
        loaded => Ok(loaded.map(drop)?),
    }
}

/// What a run without a player does, each action with the place where it was asked for.
fn actions_of(options: &RunOptions) -> Result<Vec<(String, Action)>, Failure> {
    let mut actions = Vec::new();
    if let Some(path) = &options.script {
        let shown = path.display();
        let text = String::from_utf8(read(path)?).map_err(|_| format!("{shown} is no text"))?;
        let lines = script::parse_lines(&text).map_err(|e| format!("{shown}, {e}"))?;
        let placed = |(line, action)| (format!("{shown}, line {line}"), action);
        actions.extend(lines.into_iter().map(placed));
    }
    if let Some(keys) = &options.keys {
        let keys = script::parse_keys(keys).map_err(|e| format!("--keys, {e}"))?;
        actions.extend(keys.into_iter().map(|action| ("--keys".to_owned(), action)));
    }
    Ok(actions)
}

fn scripted(
    mut session: Session,
    actions: &[(String, Action)],
    options: &RunOptions,
    mut keeper: Keeper,
) -> Result<(), Failure> {
    let first = session.machine.cycles();
    let run = perform(&mut session, actions, &mut keeper, options);
    let kept = keeper.end(&mut session);
    let taped = session.end_tape();
    run?;
    kept?;
    taped?;
    if options.cycles {
        print_line(format!(
            "{} cycles since power-on, {} since the first menu",
            session.machine.cycles(),
            session.machine.cycles() - first
        ))?;
    }
    Ok(())
}

fn perform(
    session: &mut Session,
    actions: &[(String, Action)],
    keeper: &mut Keeper,
    options: &RunOptions,
) -> Result<(), Failure> {
    for (place, action) in actions {
        let done = session.perform(action);
        keeper.update(session);
        done.map_err(|error| format!("{place}: {error}"))?;
        if keeper.is_stopped() {
            break;
        }
    }
    finish(session, options)
}

/// What a headless run does when its script is done.
fn finish(session: &mut Session, options: &RunOptions) -> Result<(), Failure> {
    if let Some(text) = &options.until {
        session.run_until_text(text)?;
    }
    if let Some(condition) = &options.until_mem {
        let parsed = condition
            .split_once('=')
            .and_then(|(symbol, value)| Some((symbol, value.parse().ok()?)));
        let (symbol, value) = parsed
            .ok_or_else(|| format!("--until-mem {condition}: use SYMBOL=VALUE, VALUE 0..255"))?;
        session.run_until_memory(symbol, value)?;
    }
    if let Some(seconds) = options.seconds {
        let due = seconds * f64::from(session.machine.clock_hz());
        session.run_seconds(
            (due - session.machine.cycles() as f64).max(0.0)
                / f64::from(session.machine.clock_hz()),
        )?;
    }
    if let Some(path) = &options.screenshot {
        session.screenshot(path)?;
    }
    if let Some(path) = &options.state {
        session::write(path, &session.state_image()?)?;
    }
    for dump in &options.dump {
        let bytes: Vec<u8> = (dump.from..=dump.to)
            .map(|address| session.machine.peek(Bank::Ram, address))
            .collect();
        session::write(&dump.file, &bytes)?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()).into())
}
