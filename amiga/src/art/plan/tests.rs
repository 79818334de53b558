//! What is drawn for which value of a game, for armies with pictures of their own and others.

use super::*;

const BRITISH: [&str; 6] = [
    "british_tank",
    "british_gun",
    "american_tank",
    "american_gun",
    "american_air",
    "german_rocket",
];

fn has(name: &str) -> bool {
    BRITISH.contains(&name)
}

#[test]
fn a_picture_that_an_army_lacks_is_another_class_of_its_own_and_then_its_allys() {
    let find = |army, class| unit("", army, class, has);
    assert_eq!(find(2, 0), "british_tank");
    assert_eq!(find(2, 1), "british_tank", "for a halftrack");
    assert_eq!(find(2, 4), "british_gun", "for a rocket");
    assert_eq!(find(2, 7), "american_air");
    assert_eq!(find(0, 4), "german_rocket");
    assert_eq!(find(1, 3), "german_infantry", "where there is none at all");
}

#[test]
fn tables_go_by_the_names_of_values_whatever_their_order() {
    let looks = Looks::default()
        .with("terrain", &["wood", "swamp", "town"])
        .with("side", &["allied", "german"])
        .with("symbol", &["infantry", "tank"]);
    let text = tables(&looks, &Own::default(), |_| true);
    assert!(text.contains("ground_count = 3") && text.contains("ground_city = 2"));
    assert!(text.contains("half_grounds:\n  .dword object_half_forest\n  .dword object_half_plain\n  .dword object_half_city"));
    assert!(text.contains(
        "unit_pictures:\n  .dword object_american_infantry\n  .dword object_american_tank"
    ));
    assert!(
        text.contains(
            "side_emblems:\n  .dword object_emblem_allied\n  .dword object_emblem_german"
        )
    );
    assert!(
        text.contains("weather_pictures:\n  .dword 0\n"),
        "no weather is bound"
    );
    let names: Vec<String> = unknown(&looks, |_| false)
        .into_iter()
        .map(|u| u.name)
        .collect();
    assert_eq!(names, ["swamp"]);
}

#[test]
fn sides_of_other_names_have_plain_emblems_and_marks_and_look_different() {
    let looks = Looks::default().with("side", &["blue", "green"]);
    let text = tables(&looks, &Own::default(), |_| true);
    assert!(
        text.contains(
            "side_emblems:\n  .dword object_emblem_plain0\n  .dword object_emblem_plain1\n"
        )
    );
    assert!(text.contains("side_marks: .byte 56, 124, 254"), "{text}");
    let [a, b] = Armies::of(&looks).sides();
    assert_ne!(a.name, b.name);
}
