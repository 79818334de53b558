//! Play by mail as its commands tell it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Two players and their mail.
struct Post(PathBuf);

impl Post {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("hexfront-post-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// What a command of `mail` prints.
    fn mail(&self, arguments: &[&str]) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_hexfront"))
            .arg("mail")
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// One player's mail comes to the other; what is said there.
    fn sends(&self, from: &str, to: &str) -> String {
        let text = self.mail(&["send", from]);
        self.opens(&text, to)
    }

    fn opens(&self, text: &str, to: &str) -> String {
        fs::write(Path::new(&self.path("mail.txt")), text).unwrap();
        self.mail(&["open", "mail.txt", to])
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        // What is left of it does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The Soviet player's first mail is empty there, since the German sets up before all else; and one is not said of many.
#[test]
fn the_campaign_of_white_death_begins_with_the_germans_set_up() {
    let post = Post::new("campaign");
    let new = ["new", "white-death", "his", "--mine", "german"];
    let campaign = ["--set", "scenario=campaign"];
    let invitation = post.mail(&[&new[..], &campaign].concat());
    assert!(post.mail(&["status", "his"]).contains("; 1 block, sum of"));
    let said = post.opens(&invitation, "hers");
    assert!(said.contains("soviet player; 2 blocks, sum of"), "{said}");
    post.sends("hers", "his");
    post.sends("his", "hers");
    let said = post.sends("hers", "his");
    assert!(said.contains("0 inputs, up to turn 1, set up"), "{said}");
    assert!(said.contains("your move"), "{said}");
    // All Germans are placed at once; then it is for the Soviets to be.
    post.mail(&["play", "his", "--video", "none", "--keys", "R"]);
    let said = post.sends("his", "hers");
    assert!(said.contains("up to turn 1, set up"), "{said}");
    assert!(said.contains("your move"), "{said}");
}
