//! The name of a game as a title page writes it.

/// Words in lines of so many letters, and of so many lines; what is longer is cut.
pub fn lines(name: &str, letters: usize, most: usize) -> Vec<Vec<char>> {
    let mut lines: Vec<Vec<char>> = Vec::new();
    for word in name.split_whitespace() {
        let word = word.chars().take(letters);
        let count = word.clone().count();
        match lines.last_mut() {
            Some(line) if line.len() + 1 + count <= letters => {
                line.push(' ');
                line.extend(word);
            }
            _ => lines.push(word.collect()),
        }
    }
    lines.truncate(most);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_together_and_what_is_too_long_is_cut() {
        let told = |name: &str, letters, most| -> Vec<String> {
            let lines = lines(name, letters, most);
            lines.into_iter().map(|l| l.into_iter().collect()).collect()
        };
        let name = "Breakthrough in the Ardennes";
        assert_eq!(told(name, 20, 5), ["Breakthrough in the", "Ardennes"]);
        assert_eq!(told(name, 8, 2), ["Breakthr", "in the"]);
        assert!(told(" ", 8, 2).is_empty());
    }
}
