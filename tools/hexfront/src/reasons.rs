//! The reasons that rules give (`because`), as text and as JSON.

use crate::json::{array, quoted};
use hexfront_lang::explained::Reason;

/// Writes reasons under headings of turn and phase.
#[derive(Default)]
pub struct Headed {
    /// Turn and phase of the last heading.
    last: Option<[Option<String>; 2]>,
}

impl Headed {
    /// A line a reason, and one before it where turn or phase are others than before; each begins with a line break.
    pub fn text(&mut self, reasons: &[Reason]) -> String {
        reasons.iter().map(|reason| self.lines(reason)).collect()
    }

    fn lines(&mut self, reason: &Reason) -> String {
        let mut text = String::new();
        let clock = [&reason.turn, &reason.phase].map(Clone::clone);
        if self.last.as_ref() != Some(&clock) {
            let words = ["turn ", ""].into_iter().zip(&clock);
            let when = words.filter_map(|(word, value)| Some(format!("{word}{}", value.as_ref()?)));
            text = format!("\n  {}", when.collect::<Vec<_>>().join(", "));
            self.last = Some(clock);
        }
        let who = reason.subject.as_ref().map(|who| format!("{who}: "));
        let (who, why, place) = (who.unwrap_or_default(), &reason.text, &reason.place);
        let by = match reason.rules.join(", ") {
            none if none.is_empty() => none,
            rules => format!("{rules}, "),
        };
        text + &format!("\n    {who}{why}  ({by}{place})")
    }
}

/// Names and values of a reason's parts, for a JSON object.
pub fn fields(reason: &Reason) -> [(&'static str, String); 6] {
    let optional = |value: &Option<String>| value.as_deref().map_or("null".into(), quoted);
    [
        ("turn", optional(&reason.turn)),
        ("phase", optional(&reason.phase)),
        ("subject", optional(&reason.subject)),
        ("reason", quoted(&reason.text)),
        ("rules", array(reason.rules.iter().map(|id| quoted(id)))),
        ("place", quoted(&reason.place)),
    ]
}
