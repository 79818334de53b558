//! Objects that were assembled, kept while the tool runs: who builds a game for several machines, or several games for one, assembles
//! each source once.

use hexfront_asm::{Diagnostic, Options, Source, assemble};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Objects of a source that are kept: games differ in what it includes.
const MOST_KEPT: usize = 8;

/// Files by the name they were asked for; `None` where there was none.
type Reads = BTreeMap<String, Option<Vec<u8>>>;

/// An object, and all that its assembly read.
struct Kept {
    reads: Reads,
    options: Options,
    elf: Vec<u8>,
}

/// By the source's name, the newest last.
static KEPT: Mutex<BTreeMap<String, Vec<Kept>>> = Mutex::new(BTreeMap::new());

/// Sources that remember what was read of them.
struct Remembering<'a> {
    sources: &'a dyn Source,
    reads: RefCell<Reads>,
}

impl Source for Remembering<'_> {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let found = self.sources.read(name);
        let mut reads = self.reads.borrow_mut();
        reads.insert(name.to_owned(), found.clone());
        found
    }
}

/// The object of a source as ELF; that of an earlier assembly where all that it read is the same again.
///
/// # Errors
/// What is wrong in the source.
pub fn object(
    sources: &dyn Source,
    name: &str,
    options: &Options,
) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let is_same = |kept: &&Kept| {
        let mut reads = kept.reads.iter();
        kept.options == *options && reads.all(|(name, bytes)| sources.read(name) == *bytes)
    };
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = kept
        .get(name)
        .and_then(|list| list.iter().rev().find(is_same))
    {
        return Ok(found.elf.clone());
    }
    drop(kept);
    let remembering = Remembering {
        sources,
        reads: RefCell::default(),
    };
    let elf = assemble(&remembering, name, options)?.to_elf();
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let list = kept.entry(name.to_owned()).or_default();
    if list.len() == MOST_KEPT {
        list.remove(0);
    }
    list.push(Kept {
        reads: remembering.reads.into_inner(),
        options: options.clone(),
        elf: elf.clone(),
    });
    Ok(elf)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_asm::Files;

    #[test]
    fn an_object_is_kept_until_something_that_it_read_is_another() {
        let main = (
            "objects-test.s",
            ".include \"number.inc\"\n.segment \"X\"\n.byte number\n",
        );
        let with = |number: &'static str| {
            let files = [main, ("number.inc", number)];
            object(&Files(&files), main.0, &Options::default()).expect("it assembles")
        };
        let one = with("number = 1\n");
        let two = with("number = 2\n");
        assert_ne!(one, two);
        assert_eq!(with("number = 1\n"), one);
        assert_eq!(KEPT.lock().expect("no panic")[main.0].len(), 2);
        // A file that was not there before is read instead of the one that was.
        let files = [
            ("sub/objects-test.s", main.1),
            ("number.inc", "number = 1\n"),
            ("sub/number.inc", "number = 3\n"),
        ];
        let sub = |files: &[(&str, &str)]| {
            object(&Files(files), files[0].0, &Options::default()).expect("it assembles")
        };
        let before = sub(&files[..2]);
        assert_ne!(sub(&files), before);
        assert_eq!(sub(&files[..2]), before);
    }
}
