//! How sides look on this machine.

use super::colours;

/// The look of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SideLook {
    /// In its colour with the paper's signs on it, not in outlines.
    pub solid: bool,
    /// One of the first eight colours of the VIC-II.
    pub colour: u8,
}

/// Outlines in red.
pub(super) const OPEN: SideLook = SideLook {
    solid: false,
    colour: 2,
};
/// Solid and blue.
pub(super) const SOLID: SideLook = SideLook {
    solid: true,
    colour: 6,
};

impl SideLook {
    /// Whether it is drawn in its colour, not in outlines.
    pub fn is_solid(&self) -> bool {
        self.solid
    }

    /// Colour RAM value of its counters.
    pub fn counter(&self) -> u8 {
        self.colour
    }

    /// Colours of the VIC-II: of its ink on black, and of the top bar, on which text is white.
    pub fn colours(&self) -> (u8, u8) {
        let bar = if self.colour == WHITE {
            LIGHT_GREY
        } else {
            self.colour
        };
        (colours::light(self.colour), bar)
    }
}

const WHITE: u8 = 1;
const LIGHT_GREY: u8 = 15;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::{Plan, Sheets, unknown, unread};
    use hexfront_art::plan::{GROUNDS, KINDS};
    use hexfront_isa::art::Art;
    use hexfront_isa::looks::{Looks, Unknown};

    fn pictures(plan: &Plan) -> Vec<&str> {
        plan.grounds.iter().map(|g| g.picture.as_str()).collect()
    }

    #[test]
    fn values_are_drawn_by_their_names_whatever_their_order() {
        let looks = Looks::default()
            .with("terrain", &["town", "swamp", "wood"])
            .with("side", &["german", "allied"])
            .with("mode", &["travel", "normal"])
            .with("site", &["no_site", "exit"]);
        let plan = Plan::of(&looks, &Sheets::default());
        assert_eq!(pictures(&plan), ["town", "clear", "forest"]);
        assert_eq!(plan.town, 0);
        assert_eq!(plan.sides, [SOLID, OPEN]);
        assert_eq!(plan.travel, [true, false]);
        assert_eq!(plan.sites, [0xFF, 1]);
        let unknown = unknown(&looks, &Art::default());
        assert_eq!(unknown.len(), 1);
        assert_eq!(unknown[0].name, "swamp");
    }

    #[test]
    fn two_sides_never_look_alike() {
        for names in [
            ["german", "german_too"],
            ["red", "american"],
            ["allied", "soviet"],
        ] {
            let [a, b] = Plan::of(&Looks::default().with("side", &names), &Sheets::default()).sides;
            assert_ne!(a, b, "{names:?}");
        }
    }

    #[test]
    fn without_names_the_order_is_that_of_the_drawings() {
        let plan = Plan::of(&Looks::default(), &Sheets::default());
        assert_eq!(pictures(&plan), GROUNDS.map(|(name, _)| name));
        assert_eq!(plan.kinds, KINDS.map(|(name, _)| name));
        assert_eq!((plan.town, plan.sites), (3, [2, 3]));
    }

    #[test]
    fn what_a_game_draws_goes_by_the_names_of_its_values() {
        let art = Art::default()
            .with(
                "map.txt",
                b"@swamp blue\n........\n@town\n........\n@moor\n.\n",
            )
            .with("counters.txt", b"@type_dragoon\n.\n@type_inf\n.\n")
            .with(
                "sides.txt",
                b"# Two.\nreds open green\ngreens solid purple\n",
            );
        let sheets = Sheets::of(&art).unwrap();
        let looks = Looks::default()
            .with("terrain", &["swamp", "city", "bog"])
            .with("symbol", &["foot", "dragoon", "elephant"])
            .with("side", &["greens", "reds"]);
        let plan = Plan::of(&looks, &sheets);
        assert_eq!(pictures(&plan), ["swamp", "town", "clear"]);
        assert_eq!(plan.kinds, ["inf", "dragoon", "inf"]);
        assert_eq!(
            plan.sides.map(|side| (side.solid, side.colour)),
            [(true, 4), (false, 5)]
        );
        let names = |all: Vec<Unknown>| all.into_iter().map(|u| u.name).collect::<Vec<_>>();
        assert_eq!(names(unknown(&looks, &art)), ["bog", "elephant"]);
        assert_eq!(unread(&looks, &art), ["map.txt: `@moor`"]);
    }

    #[test]
    fn a_line_that_is_no_side_is_named() {
        let wrong = |text: &[u8]| {
            Sheets::of(&Art::default().with("sides.txt", text))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            wrong(b"\nreds upright red"),
            "art/c64/sides.txt:2: `reds upright red` is not `NAME open COLOUR` or `NAME solid COLOUR`"
        );
        assert_eq!(
            wrong(b"reds open pink"),
            "art/c64/sides.txt: `pink` is no colour of the map; it takes black, white, red, cyan, purple, green, blue, yellow"
        );
    }
}
