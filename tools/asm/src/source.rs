//! Where sources come from: a name in, bytes out. The assembler never opens a file itself.

/// Something that has the text of source files.
pub trait Source {
    /// The bytes of the file of that name, if there is one. The name is as in `.include`, or with the folder of the
    /// including file in front (which is tried first).
    fn read(&self, name: &str) -> Option<Vec<u8>>;
}

impl<F: Fn(&str) -> Option<Vec<u8>>> Source for F {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        self(name)
    }
}

/// Sources that are part of the program, as pairs of name and text.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a>(pub &'a [(&'a str, &'a str)]);

impl Source for Files<'_> {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let (_, text) = self.0.iter().find(|(n, _)| *n == name)?;
        Some(text.as_bytes().to_vec())
    }
}

/// The names to try for `name` written in `from`, in order.
pub(crate) fn candidates(from: &str, name: &str) -> Vec<String> {
    let mut names = Vec::new();
    if let Some((folder, _)) = from.rsplit_once('/') {
        names.push(tidy(&format!("{folder}/{name}")));
    }
    names.push(tidy(name));
    names.dedup();
    names
}

/// The path without `.` and, as far as possible, without `..`.
fn tidy(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|p| !p.is_empty() && *p != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_are_looked_for_beside_the_file_first() {
        assert_eq!(
            candidates("vm/6502/main.s", "zp.inc"),
            ["vm/6502/zp.inc", "zp.inc"]
        );
        assert_eq!(
            candidates("vm/6502/main.s", "../isa.inc"),
            ["vm/isa.inc", "../isa.inc"]
        );
        assert_eq!(candidates("main.s", "./zp.inc"), ["zp.inc"]);
    }
}
