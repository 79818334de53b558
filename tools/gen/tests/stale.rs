//! Generated files are what their tables say.

use hexfront_gen::{outputs, workspace_root};

#[test]
fn generated_files_are_fresh() {
    let root = workspace_root();
    for file in outputs(&root).expect("the tables are well formed") {
        let committed = std::fs::read_to_string(root.join(file.path)).unwrap_or_default();
        assert!(
            committed == file.text,
            "{} is stale; run `cargo run -p hexfront-gen`",
            file.path
        );
    }
}
