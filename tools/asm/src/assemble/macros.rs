//! Macro calls and repeats: lines with names put in for names.

use crate::language::lexer::{Kind, Line, Place, Token, plain_name};
use std::collections::HashMap;
use std::rc::Rc;

/// Tokens a line may come to when parameters are put in.
const MAX_TOKENS: usize = 4096;

/// A macro as defined.
#[derive(Debug)]
pub(crate) struct Macro {
    pub parameters: Vec<Rc<str>>,
    pub body: Rc<[Line]>,
}

/// The arguments of a call: lists of tokens between commas; braces keep commas together.
pub(crate) fn arguments(tokens: &[Token]) -> Vec<Vec<Token>> {
    let mut list = vec![Vec::new()];
    let mut depth = 0usize;
    for token in tokens {
        let outside = depth == 0;
        match &token.kind {
            Kind::Mark("{") => depth += 1,
            Kind::Mark("}") => depth = depth.saturating_sub(1),
            Kind::Mark(",") if outside => {
                list.push(Vec::new());
                continue;
            }
            _ => {}
        }
        // Only the outermost pair is not part of the argument.
        let brace = matches!(&token.kind, Kind::Mark("{") if outside)
            || matches!(&token.kind, Kind::Mark("}") if depth == 0);
        if let (false, Some(last)) = (brace, list.last_mut()) {
            last.push(token.clone());
        }
    }
    if list.len() == 1 && list[0].is_empty() {
        list.clear();
    }
    list
}

/// Names and the tokens that take their place.
pub(crate) type Replacements = HashMap<Rc<str>, Vec<Token>>;

/// The lines with replacements made. `None` if a line grows too long.
pub(crate) fn replace(body: &[Line], with: &Replacements) -> Option<Rc<[Line]>> {
    body.iter()
        .map(|line| {
            let mut tokens = Vec::with_capacity(line.len());
            for token in line.iter() {
                let found = match &token.kind {
                    Kind::Name(name) => with.get(name),
                    Kind::Local(name) => with.get(&*format!("@{name}")),
                    Kind::Directive(name) if name.as_ref() == ".paramcount" => with.get(name),
                    _ => None,
                };
                match found {
                    Some(tokens_in) => tokens.extend_from_slice(tokens_in),
                    None => tokens.push(token.clone()),
                }
            }
            (tokens.len() <= MAX_TOKENS).then(|| tokens.into())
        })
        .collect()
}

/// The body of a macro for one call. `call` makes its `.local` names its own.
pub(crate) fn expand(
    definition: &Macro,
    arguments: &[Vec<Token>],
    call: usize,
    at: Place,
) -> Option<Rc<[Line]>> {
    let mut with = Replacements::new();
    let count = Token {
        kind: Kind::Number(i64::try_from(arguments.len()).unwrap_or(i64::MAX)),
        at,
    };
    with.insert(".paramcount".into(), vec![count]);
    for line in definition.body.iter() {
        if !starts_with(line, ".local") {
            continue;
        }
        for token in line.iter() {
            let (key, kind): (Rc<str>, Kind) = match &token.kind {
                Kind::Name(name) => (name.clone(), Kind::Name(own_name(name, call))),
                Kind::Local(name) => (format!("@{name}").into(), Kind::Local(own_name(name, call))),
                _ => continue,
            };
            with.insert(key, vec![Token { kind, at: token.at }]);
        }
    }
    for (n, parameter) in definition.parameters.iter().enumerate() {
        with.insert(
            parameter.clone(),
            arguments.get(n).cloned().unwrap_or_default(),
        );
    }
    replace(&definition.body, &with)
}

/// True if the line starts with this directive.
pub(crate) fn starts_with(line: &Line, directive: &str) -> bool {
    matches!(line.first(), Some(Token { kind: Kind::Directive(d), .. }) if **d == *directive)
}

fn own_name(name: &str, call: usize) -> Rc<str> {
    format!("{}'{call}", plain_name(name)).into()
}
