//! The disk that a game is played from: the one that the player names, or the game's own in his data folder. It holds this
//! build's program and his saved games.

use crate::datafolder::data_folder;
use crate::failure::Failure;
use crate::hostdisk::{HostDisk, try_place};
use crate::pipeline::Game;
use crate::targets::{self, TargetRef};
use hexfront_disk::{Image, ImageError};
use hexfront_isa::cartridge::Cartridge;
use std::fs;
use std::path::{Path, PathBuf};

/// The drive for saved games alone.
pub const SECOND: usize = 2;
/// Folder of the games' own disks, in the data folder.
const DISKS: &str = "disks";

/// What goes into the drive, and the file that it comes from and goes to.
pub struct GameDisk {
    /// The disk image.
    pub image: Vec<u8>,
    /// The file, if there is one.
    pub host: Option<HostDisk>,
}

/// The disk to play a game from. `named` is the player's choice; else it is the game's own, which is made when the game first
/// saves. Without a player nothing is kept but in a file that was named: a script must not play into somebody's games.
///
/// # Errors
/// When the file cannot be read, or is no disk that the game can be played from.
pub fn open(
    name: &str,
    built: &Game,
    named: Option<&Path>,
    player: bool,
) -> Result<GameDisk, Failure> {
    if let Some(path) = named {
        if !path.exists() {
            // The ending is told first, as what is wrong with the name itself.
            new_for(path, built)?;
            must_have_place(path)?;
        }
        let (image, contents) = from_file(path, built)?;
        let host = Some(HostDisk::new(path.to_owned(), contents));
        return Ok(GameDisk { image, host });
    }
    let own = player.then(|| own_file(name, built)).flatten();
    let Some(path) = own else {
        return Ok(GameDisk {
            image: built.disk.to_bytes(),
            host: None,
        });
    };
    let (image, contents) = from_file(&path, built)?;
    let host = HostDisk::new(path, contents).when_game_writes();
    Ok(GameDisk {
        image,
        host: Some(host),
    })
}

/// The disk for the second drive: what the file holds, or, if it is not there yet, one with files for the saved games of this
/// cartridge.
///
/// # Errors
/// When the machine has no second drive, the file cannot be read, or no disk of the machine goes into such a file.
pub fn open_second(path: &Path, target: TargetRef, cartridge: &[u8]) -> Result<GameDisk, Failure> {
    let cartridge = Cartridge::read(cartridge)?;
    let Some(new) = target.save_disk(&cartridge) else {
        let has = |target: &TargetRef| target.save_disk(&cartridge).is_some();
        let others: Vec<&str> = targets::ALL
            .into_iter()
            .filter(has)
            .map(|t| t.name())
            .collect();
        let (title, others) = (target.title(), others.join(" and "));
        return Err(format!("--disk2: the {title} has one drive here; {others} have two").into());
    };
    let (image, contents) = if path.exists() {
        let contents =
            fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        (contents.clone(), contents)
    } else {
        let cannot = |error: ImageError| format!("cannot make {}: {error}", path.display());
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        let disk = new
            .and_then(|disk| disk.for_ending(&ending))
            .map_err(cannot)?;
        must_have_place(path)?;
        (disk.to_bytes(), Vec::new())
    };
    let host = HostDisk::new(path.to_owned(), contents).in_drive(SECOND);
    Ok(GameDisk {
        image,
        host: Some(host),
    })
}

/// What is saved must reach a file that is not there yet: that it cannot is told before somebody plays for hours.
///
/// # Errors
/// When its folder is not there, or nothing can be written into it.
pub fn must_have_place(path: &Path) -> Result<(), Failure> {
    try_place(path).map_err(|error| {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let shown = path.display();
        match folder {
            Some(folder) if !folder.is_dir() => format!(
                "cannot write {shown}: there is no folder {}",
                folder.display()
            )
            .into(),
            _ => format!("cannot write {shown}: {error}").into(),
        }
    })
}

/// The file of the game's own disk, in a folder that is there.
fn own_file(name: &str, built: &Game) -> Option<PathBuf> {
    let folder = data_folder()?.join(DISKS);
    if let Err(error) = fs::create_dir_all(&folder) {
        let folder = folder.display();
        eprintln!("hexfront: cannot make the folder {folder}: {error}; saved games are not kept");
        return None;
    }
    Some(folder.join(file_name(name, built)))
}

/// Name of a game's image file.
pub fn file_name(game: &str, built: &Game) -> String {
    format!("{game}.{}", built.target.image_ending())
}

/// The disk of a build for a file of this name, whose ending says what kind of file it is to be.
///
/// # Errors
/// When no disk for the game's machine goes into such a file.
pub fn new_for(path: &Path, built: &Game) -> Result<Image, Failure> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let disk = built.disk.clone().for_ending(&ending);
    disk.map_err(|error| format!("cannot write {}: {error}", path.display()).into())
}

/// The disk in a file with this build's program on it, and what the file holds now; a new disk if it is not there.
fn from_file(path: &Path, built: &Game) -> Result<(Vec<u8>, Vec<u8>), Failure> {
    if !path.exists() {
        return Ok((new_for(path, built)?.to_bytes(), Vec::new()));
    }
    let contents =
        fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let image = built.target.with_program(&contents, built);
    let image = image.map_err(|why| format!("cannot use the disk {}: {why}", path.display()))?;
    Ok((image, contents))
}
