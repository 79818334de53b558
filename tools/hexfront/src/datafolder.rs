//! Where the platform wants what a user keeps: recordings and saved games.

use std::ffi::OsString;
use std::path::PathBuf;

/// The folder `hexfront` in the user's data folder: that in `XDG_DATA_HOME`, else what the platform has. `None` if there is
/// none.
pub fn data_folder() -> Option<PathBuf> {
    choose(std::env::consts::OS, |name| std::env::var_os(name))
}

fn choose(system: &str, variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name: &str| {
        let path = PathBuf::from(variable(name)?);
        path.is_absolute().then_some(path)
    };
    let data = folder("XDG_DATA_HOME").or_else(|| match system {
        "windows" => folder("APPDATA"),
        "macos" => Some(folder("HOME")?.join("Library/Application Support")),
        _ => Some(folder("HOME")?.join(".local/share")),
    })?;
    Some(data.join("hexfront"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn each_platform_has_its_folder() {
        let home = |name: &str| (name == "HOME").then(|| "/home/a".into());
        for (system, wanted) in [
            ("linux", "/home/a/.local/share/hexfront"),
            ("macos", "/home/a/Library/Application Support/hexfront"),
        ] {
            assert_eq!(choose(system, home), Some(wanted.into()));
            let data = |name: &str| match name {
                "XDG_DATA_HOME" => Some("/data".into()),
                _ => home(name),
            };
            assert_eq!(choose(system, data), Some("/data/hexfront".into()));
            // A relative one is none, says the XDG base directory specification.
            let relative = |name: &str| match name {
                "XDG_DATA_HOME" => Some("data".into()),
                _ => home(name),
            };
            assert_eq!(choose(system, relative), Some(wanted.into()));
        }
        let roaming = |name: &str| (name == "APPDATA").then(|| "/roaming".into());
        assert_eq!(choose("windows", roaming), Some("/roaming/hexfront".into()));
        assert_eq!(choose("linux", roaming), None);
    }
}
