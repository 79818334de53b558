//! From a cartridge to a disk that boots.

use crate::pipeline::{BuildError, Game, ShellParts, assembled, link_for};
use crate::targets::keyed::{self, Room, Tight};
use hexfront_asm::Machine as Cpu;
use hexfront_atari8::{GameDisk, Memory};
use hexfront_disk::Image as Disk;
use hexfront_isa::art::Art;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::looks::Looks;
use hexfront_layout::Source;

/// Builds a cartridge: for 48 KB if it fits, else for the 64 KB of an XL or XE.
///
/// # Errors
/// See [`BuildError`].
pub fn build(cartridge: &[u8]) -> Result<Game, BuildError> {
    let rooms = [
        Room {
            memory: Memory::Board,
            name: "48 KB",
        },
        Room {
            memory: Memory::BelowOs,
            name: "the 64 KB of an Atari XL or XE",
        },
    ];
    keyed::build_in_least(
        super::TITLE,
        cartridge,
        rooms,
        "the 64 KB of an XL or XE",
        build_in,
    )
}

/// Builds it for this memory; where it does not fit into the smaller one as it is, with no more in memory than it asks for.
fn build_in(cartridge: &Cartridge<'_>, memory: Memory) -> Result<Game, BuildError> {
    if memory == Memory::Board {
        let whole = built(cartridge, memory, &[]);
        if !matches!(whole, Err(BuildError::Link { .. })) {
            return whole;
        }
    }
    built(cartridge, memory, &Tight::of(cartridge)?.files())
}

/// `instead`: files in the place of the shell's or the rules machine's.
fn built(
    cartridge: &Cartridge<'_>,
    memory: Memory,
    instead: &[Source],
) -> Result<Game, BuildError> {
    let art = Art::of(cartridge, super::NAME);
    let shell = hexfront_atari8::sources(&Looks::of(cartridge), cartridge.title, &art)
        .map_err(BuildError::target)?;
    let files = shell.into_iter().chain(hexfront_atari8::disk_sources());
    let files = files.filter(|file| instead.iter().all(|other| other.name != file.name));
    let files = files.chain(instead.iter().cloned());
    let parts = keyed::parts(cartridge);
    let script = memory.link_script(&parts);
    let shell = ShellParts {
        files: files.map(|source| (source.name, source.text.into_bytes())),
        roles: &keyed::roles(&hexfront_atari8::ROLES, cartridge),
        script: &script,
    };
    let objects = assembled(Cpu::Mos6502, cartridge, shell)?;
    let (image, parts) = keyed::set_apart(&parts, |parts| {
        link_for(super::TITLE, &memory.link_script(parts), &objects)
    })?;
    let program = hexfront_atari8::program(&image, &parts).map_err(BuildError::target)?;
    let state = cartridge.image_bytes();
    let GameDisk {
        disk,
        program_bytes,
    } = hexfront_atari8::disk(&program, cartridge.game, state).map_err(BuildError::target)?;
    Ok(Game {
        target: super::super::ATARI8,
        image,
        disk: Disk::Atari(disk),
        program_bytes,
        needs: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::parse_keys;
    use crate::session::Session;
    use crate::targets::{ATARI8, Fitting};
    use hexfront_lang::Cut;

    /// A game that counts turns; K and L call what KEEPING and TAKING say.
    const GAME: &str = r#"
game "KEEPER"
  id KEEP
parts
  always
  desk
  cellar
map from "map.txt"
enum ground: clear, wood
layer ground_at: ground from map "ground"
state turn: 1..20 = 1
scratch told: 0..9
view
  terrain: ground_at
  turn: turn
to main()
  bring in desk
  bring in cellar
  show board
screen board
  page text
  body
    line "{turn} {told}"
  key K "KEEP"
    told = keep()
  key L "LOAD"
    told = take()
  key T "TURN"
    turn += 1
part KEEPING
to keep(): 0..9
  return save_game(0)
part TAKING
to take(): 0..9
  return load_game(0)
"#;

    fn made(keeping: &str, taking: &str) -> Vec<u8> {
        let rules = GAME.replace("KEEPING", keeping).replace("TAKING", taking);
        let map = include_bytes!("../../../../../core/lang/tests/two-units/map.txt");
        let files = [
            ("game.rules".to_owned(), rules.into_bytes()),
            ("map.txt".to_owned(), map.to_vec()),
        ];
        let made = hexfront_lang::compile_on(&files, Some("atari8"), Cut::Fine);
        made.cartridge.expect("it compiles")
    }

    fn tight(bytes: &[u8]) -> Game {
        let cartridge = Cartridge::read(bytes).expect("a cartridge");
        let files = Tight::of(&cartridge).expect("it verifies").files();
        built(&cartridge, Memory::Board, &files).expect("it fits")
    }

    /// The segment in which an object's code lies; nothing where the linker left it out.
    fn segment_of(game: &Game, object: &str) -> Option<String> {
        let mut placements = game.image.placements.iter();
        let found = placements.find(|p| p.object == object && p.bytes.is_some());
        found.map(|p| p.segment.clone())
    }

    #[test]
    fn saving_comes_with_the_one_part_that_saves_and_works_there() {
        let game = tight(&made("cellar", "cellar"));
        for object in ["shell/save.s", "shell/disk_open.s", "vm/image.s"] {
            assert_eq!(segment_of(&game, object).as_deref(), Some("PART2"));
        }
        let machine = ATARI8.switch_on(Fitting::default()).expect("our ROMs");
        let mut session = Session::new(machine, game.symbols());
        let disk = game.disk.to_bytes();
        session.machine.insert_disk(&disk).expect("our disk is one");
        ATARI8.start(&mut session).expect("it boots");
        session.run_until_first_menu().expect("it asks for a key");
        let mut after = |keys: &str| {
            for action in parse_keys(keys).expect("keys") {
                session.perform(&action).expect("it plays on");
            }
            session.state_image().expect("a state")
        };
        let saved = after("TTK<wait:8>");
        assert_ne!(after("T<wait:1>"), saved);
        assert_eq!(after("L<wait:8>"), saved);
    }

    #[test]
    fn saving_stays_in_memory_where_two_parts_save_or_the_first() {
        for [keeping, taking] in [["cellar", "desk"], ["always", "always"]] {
            let game = tight(&made(keeping, taking));
            assert_eq!(segment_of(&game, "shell/save.s").as_deref(), Some("SHELL"));
        }
    }

    #[test]
    fn calls_that_are_never_made_take_no_memory() {
        let bytes = made("cellar", "cellar");
        assert_eq!(segment_of(&tight(&bytes), "shell/symbol.s"), None);
        let cartridge = Cartridge::read(&bytes).expect("a cartridge");
        let whole = built(&cartridge, Memory::Board, &[]).expect("it fits");
        assert!(segment_of(&whole, "shell/symbol.s").is_some());
    }
}
