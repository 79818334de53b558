//! The heads of routines in our own sources: what other files call says what goes in, what comes out and what it changes
//! (README, "Heads of routines").

use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Folders whose routines all have a head. In those whose files are assembled one by one, what a file exports has one; in the
/// others, which are a single unit, what another file names.
const FOLDERS: [(&str, Unit); 13] = [
    ("core/vm/6502", Unit::File),
    ("core/vm/68000", Unit::File),
    ("core/shell/6502", Unit::File),
    ("c64/shell", Unit::File),
    ("apple2/shell", Unit::File),
    ("atari8/shell", Unit::File),
    ("amiga/shell", Unit::File),
    ("amiga/shell/keyed", Unit::File),
    ("roms-free/kernal", Unit::Folder),
    ("roms-free/basic", Unit::Folder),
    ("roms-free/amiga", Unit::Folder),
    ("roms-free/apple2", Unit::Folder),
    ("roms-free/atari8", Unit::Folder),
];
/// The words of a head.
const WORDS: [&str; 3] = [" in:", " out:", " clobbers:"];
/// What a table leads to is entered and left in one way, which stands at the table: instructions of the rules machine (`vm.inc`),
/// calls of the shell (`core/vm/README.md`; `amiga/shell/table.s`), statements of BASIC (`run.s`).
const BY_TABLE: [&str; 4] = ["op_", "shell_", "call_", "do_"];
/// What may stand behind the label of data.
const DATA: [&str; 10] = [
    ".byte", ".word", ".dword", ".long", ".addr", ".res", ".incbin", ".asciiz", ".text", ".align",
];

/// What is assembled at a time.
#[derive(Clone, Copy, PartialEq)]
enum Unit {
    File,
    Folder,
}

struct Source {
    name: String,
    /// Without the bodies of macros.
    lines: Vec<String>,
    /// Macros that begin with data.
    data_macros: Vec<String>,
}

impl Source {
    fn of(name: &str, text: &str) -> Source {
        let mut source = Source {
            name: name.to_owned(),
            lines: Vec::new(),
            data_macros: Vec::new(),
        };
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            source.lines.push(line.to_owned());
            let Some(head) = line.strip_prefix(".macro ") else {
                continue;
            };
            let body = lines
                .by_ref()
                .take_while(|line| !line.starts_with(".endmacro"));
            let body: Vec<&str> = body.map(|line| code(line).trim()).collect();
            let first = body.iter().find(|code| !code.is_empty());
            if first.is_some_and(|code| is_data(code)) {
                let name = head.split([' ', ';']).next().unwrap_or_default();
                source.data_macros.push(name.to_owned());
            }
        }
        source
    }

    fn all(folder: &str) -> Vec<Source> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(folder);
        let files = fs::read_dir(folder).unwrap();
        let read = |path: &Path| {
            let name = path.file_name().unwrap().to_string_lossy();
            Source::of(&name, &fs::read_to_string(path).unwrap())
        };
        let files = files.map(|file| file.unwrap().path());
        let mut sources: Vec<_> = files
            .filter(|path| path.extension().is_some_and(|e| e == "s" || e == "inc"))
            .map(|path| read(&path))
            .collect();
        sources.sort_by(|a, b| a.name.cmp(&b.name));
        sources
    }

    /// All names in the code; those of local labels begin with `@`.
    fn names(&self) -> HashSet<&str> {
        let part_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '@';
        let code = self.lines.iter().map(|line| code(line));
        code.flat_map(|code| code.split(move |c| !part_of_name(c)))
            .collect()
    }

    fn exports(&self) -> HashSet<&str> {
        let lines = self.lines.iter().map(|line| code(line));
        let lists = lines.filter_map(|line| line.strip_prefix(".export "));
        lists
            .flat_map(|list| list.split(',').map(str::trim))
            .collect()
    }

    /// The labels of code that others call and that have no whole head.
    fn headless(&self, called: &HashSet<&str>) -> Vec<&str> {
        let labels = self.lines.iter().enumerate();
        labels
            .filter_map(|(at, line)| Some((label(line)?, at)))
            .filter(|(name, _)| called.contains(name))
            .filter(|(name, _)| !BY_TABLE.iter().any(|table| name.starts_with(table)))
            .filter(|(_, at)| self.is_code(*at) && !self.has_head(*at))
            .map(|(name, _)| name)
            .collect()
    }

    /// Whether instructions, not data, stand at a label.
    fn is_code(&self, at: usize) -> bool {
        let behind = self.lines[at..].iter().map(|line| {
            let code = code(line);
            let after_label = label(line).map_or(code, |name| &code[name.len() + 1..]);
            after_label.trim()
        });
        let no_statement = |code: &str| {
            let opens = [".repeat", ".macro"];
            code.is_empty()
                || code.contains(" = ")
                || opens.iter().any(|open| code.starts_with(open))
        };
        let mut statements = behind.filter(|code| !no_statement(code));
        statements.next().is_some_and(|code| {
            let word = code.split(' ').next().unwrap_or_default();
            !is_data(code) && !self.data_macros.iter().any(|name| name == word)
        })
    }

    /// Whether the comment above a label, or above labels above it, has all words.
    fn has_head(&self, at: usize) -> bool {
        let bare = |line: &str| label(line).is_some_and(|name| code(line).len() == name.len() + 1);
        let above = self.lines[..at].iter().rev();
        let head: String = above
            .take_while(|line| line.starts_with(';') || bare(line))
            .filter(|line| line.starts_with(';'))
            .cloned()
            .collect();
        WORDS.iter().all(|word| head.contains(word))
    }
}

/// Whether a statement makes data.
fn is_data(code: &str) -> bool {
    DATA.iter().any(|data| code.starts_with(data))
}

/// A line without its comment.
fn code(line: &str) -> &str {
    line.split(';').next().unwrap_or_default().trim_end()
}

/// The name of the label that a line begins with, if it is no local one.
fn label(line: &str) -> Option<&str> {
    let (name, _) = code(line).split_once(':')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (!name.is_empty() && name.chars().all(is_name)).then_some(name)
}

/// The labels of a folder that lack a head, each with its file.
fn headless(sources: &[Source], unit: Unit) -> Vec<String> {
    let names: Vec<_> = sources.iter().map(Source::names).collect();
    let mut wrong = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        let called = match unit {
            Unit::File => source.exports(),
            Unit::Folder => {
                let others = (0..).zip(&names).filter(|(other, _)| *other != index);
                others.flat_map(|(_, names)| names).copied().collect()
            }
        };
        let found = source.headless(&called).into_iter();
        wrong.extend(found.map(|label| format!("{}: {label}", source.name)));
    }
    wrong
}

#[test]
fn what_other_files_call_says_in_out_and_what_it_clobbers() {
    for (folder, unit) in FOLDERS {
        let sources = Source::all(folder);
        assert!(sources.len() > 5, "{folder}");
        let wrong = headless(&sources, unit);
        assert!(wrong.is_empty(), "{folder}:\n{}", wrong.join("\n"));
    }
}

const PUT: &str =
    ".export put\n; put: prints a character.\n; in: A.  out: nothing.  clobbers: X.\nput:\n  rts\n";

fn of_a_file(text: &str) -> Vec<String> {
    headless(&[Source::of("put.s", text)], Unit::File)
}

#[test]
fn a_head_stands_above_its_label_and_has_all_three_words() {
    assert!(of_a_file(PUT).is_empty());
    for word in WORDS {
        assert_eq!(of_a_file(&PUT.replace(word, "")), ["put.s: put"], "{word}");
    }
    assert_eq!(
        of_a_file(&PUT.replace("put:\n  ", "\nput:\n  ")),
        ["put.s: put"]
    );
    let two = PUT.replace("put:\n  ", "put_again:\nput:\n  ");
    assert!(of_a_file(&two).is_empty());
    let behind_another = PUT.replace("put:\n  ", "put_again: nop\nput:\n  ");
    assert_eq!(of_a_file(&behind_another), ["put.s: put"]);
}

#[test]
fn data_and_what_a_table_leads_to_need_no_head() {
    assert!(of_a_file(".export list\nlist:\n  .byte 1\n").is_empty());
    assert!(of_a_file(".export list\nlist:\nsize = 2\n  .res size\n").is_empty());
    let by_macro = ".macro step n\n  .byte n\n.endmacro\n.export list\nlist:\n  step 1\n";
    assert!(of_a_file(by_macro).is_empty());
    assert_eq!(
        of_a_file(&by_macro.replace(".byte", "move")),
        ["put.s: list"]
    );
    assert!(of_a_file(".export op_ret\nop_ret:\n  rts\n").is_empty());
    assert!(of_a_file("put:\n  rts\n").is_empty());
}

#[test]
fn in_a_folder_that_is_one_unit_what_another_file_names_has_a_head() {
    let with = |caller: &str| {
        let sources = [
            Source::of("put.s", "put:\n  rts\n"),
            Source::of("call.s", caller),
        ];
        headless(&sources, Unit::Folder)
    };
    assert_eq!(with("  jsr put\n"), ["put.s: put"]);
    assert!(with("  jsr @put                ; not put\n").is_empty());
}
