//! Writes every generated file of the workspace: `cargo run -p hexfront-gen`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let root = hexfront_gen::workspace_root();
    match hexfront_gen::outputs(&root) {
        Ok(files) => {
            for file in files {
                if let Err(error) = std::fs::write(root.join(file.path), &file.text) {
                    eprintln!("could not write {}: {error}", file.path);
                    return ExitCode::from(2);
                }
                println!("{}", file.path);
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
