//! Generates the sources that derive from a table.
//!
//! `core/isa/opcodes.toml` and `core/isa/shell.toml` are read; [`outputs`] returns what follows from them.
//! The command writes these files, a test compares them with the committed ones.

mod assembly;
mod page;
mod rules;
mod rust;
mod table;

use std::path::{Path, PathBuf};

pub use table::{Code, Op, ShellCall, Table, TableError};

/// One generated file: its path from the workspace root, and its text.
pub struct Output {
    /// Path from the root of the workspace.
    pub path: &'static str,
    /// Whole contents.
    pub text: String,
}

/// The root of the workspace this package was built in.
pub fn workspace_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reads the tables below `root` and returns every generated file.
pub fn outputs(root: &Path) -> Result<Vec<Output>, TableError> {
    let table = Table::read(
        &root.join("core/isa/opcodes.toml"),
        &root.join("core/isa/shell.toml"),
    )?;
    Ok(vec![
        Output {
            path: "core/isa/src/opcode.rs",
            text: rust::opcodes(&table),
        },
        Output {
            path: "core/isa/src/shell.rs",
            text: rust::shell(&table),
        },
        Output {
            path: "core/isa/src/contract.rs",
            text: rust::contract(&table),
        },
        Output {
            path: "core/lang/src/prelude/contract.rules",
            text: rules::contract(&table),
        },
        Output {
            path: "core/isa/bytecode.md",
            text: page::reference(&table),
        },
        Output {
            path: "core/vm/6502/shell_table.inc",
            text: assembly::shell_table(&table, ".addr", false),
        },
        Output {
            path: "core/vm/68000/shell_table.inc",
            text: assembly::shell_table(&table, ".dword", true),
        },
        Output {
            path: "core/vm/contract.inc",
            text: assembly::contract(&table),
        },
    ])
}
