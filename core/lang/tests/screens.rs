//! Screens: what their menus have room for, and what is refused as one opens.

use crate::mistakes::{BASE, game};
use hexfront_lang::testing;

/// A pull-down menu in one column of twenty, or in two; nothing of it may be lost, on screens of 200 rows neither.
#[test]
fn menus_that_hang_below_the_screen_are_refused() {
    let found = |count: usize, groups: &[usize], page: &str| {
        let mut rules = format!("{BASE}screen s\n  page {page}\n  menu \"A\"\n");
        for at in 0..count {
            let key = char::from(b'A' + at as u8 % 26);
            let key = if at < 26 {
                key
            } else {
                char::from(b'0' + (at - 26) as u8)
            };
            let indent = if groups.contains(&at) {
                rules += "    group\n";
                "      "
            } else if groups.iter().any(|group| *group < at) {
                "      "
            } else {
                "    "
            };
            rules += &format!("{indent}key {key} \"A\"\n{indent}  leave\n");
        }
        let outcome = hexfront_lang::compile(&game(&rules));
        let mut all = outcome.diagnostics.iter();
        all.find(|d| d.code == "E157").map(|d| d.message.clone())
    };
    assert_eq!(found(20, &[], "map"), None);
    let of = |seen, all| Some(format!("the menu has room for {seen} of {all} entries"));
    assert_eq!(found(21, &[], "map"), of(20, 21));
    assert_eq!(found(21, &[], "text"), None);
    assert_eq!(
        found(21, &[10], "map"),
        of(20, 21),
        "a group of the first half"
    );
    assert_eq!(found(21, &[11], "map"), None);
    assert_eq!(found(30, &[20], "map"), None);
    assert_eq!(found(30, &[1, 2, 20], "map"), of(19, 30));
    assert_eq!(found(34, &[1, 19], "map"), None);
    assert_eq!(found(35, &[18], "map"), of(34, 35));
}

/// The rest of `enter` is left undone, and the page is shown: its keys work.
#[test]
fn what_is_refused_as_a_screen_opens_leaves_its_page() {
    let rules = format!(
        "{BASE}  show s\nto deny()\n  refuse \"NOT NOW\"\nscreen s\n  page text\n  enter\n    deny()\n    turn = 5\n  \
         body\n    line \"THE PAGE\"\n  key X\n    turn = turn + 3\n    leave\n"
    );
    let test = "test \"Opened\"\n  press \"X\"\n  show s\n  expect printed \"NOT NOW\"\n  expect printed \"THE PAGE\"\n  \
         expect turn is 4\n";
    let mut files = game(&rules);
    files.push(("tests/opened.rules".into(), test.into()));
    let results = testing::run(&files).unwrap_or_else(|(diags, sources)| {
        let all: Vec<String> = diags.iter().map(|d| d.to_plain(&sources)).collect();
        panic!("{}", all.join("\n"))
    });
    assert_eq!(results.len(), 1);
    assert_eq!(results[0].failures, Vec::<String>::new());
}
