//! Writing JSON: what `--json` prints and lines of games hold.

use std::fmt::Write as _;

/// A string, with its quotes.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// An array of values that are JSON already.
pub fn array(values: impl IntoIterator<Item = String>) -> String {
    let values: Vec<String> = values.into_iter().collect();
    format!("[{}]", values.join(","))
}

/// An object of names and values that are JSON already.
pub fn object<N: AsRef<str>>(members: impl IntoIterator<Item = (N, String)>) -> String {
    let members: Vec<String> = members
        .into_iter()
        .map(|(name, value)| format!("{}:{value}", quoted(name.as_ref())))
        .collect();
    format!("{{{}}}", members.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_values_nest() {
        let list = array(["1".into(), quoted("a \"b\"\n")]);
        let value = object([("x", list), ("y", object::<&str>([]))]);
        assert_eq!(value, r#"{"x":[1,"a \"b\"\u000a"],"y":{}}"#);
    }
}
