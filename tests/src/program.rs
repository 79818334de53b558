//! Bytecode written by hand: an assembler of one code page, and cartridges around it.

use hexfront_isa::build::{Builder, Field, Group, Part, Procedure};
use hexfront_isa::cartridge::{Grid, GroupKind, Shape};
use hexfront_isa::code::encode;
use hexfront_isa::{Op, Page, V_REFUSED};

/// A place in the code that branches may name before it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label(usize);

/// The code of one page.
#[derive(Debug, Clone, Default)]
pub struct Code {
    bytes: Vec<u8>,
    labels: Vec<Option<u8>>,
    uses: Vec<(usize, Label)>,
}

impl Code {
    /// No code yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A label for later.
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// Puts a label here.
    pub fn place(&mut self, label: Label) {
        self.labels[label.0] = Some(self.bytes.len() as u8);
    }

    /// An instruction with its operand bytes.
    pub fn op(&mut self, op: Op, operands: &[u8]) -> &mut Self {
        let (code, native) = encode(op);
        self.bytes.push(code);
        self.bytes.extend(native);
        self.bytes.extend(operands);
        self
    }

    /// An instruction that ends with a target.
    pub fn branch(&mut self, op: Op, operands: &[u8], to: Label) -> &mut Self {
        self.op(op, operands);
        self.uses.push((self.bytes.len(), to));
        self.bytes.push(0);
        self
    }

    /// Bytes so far.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// True if there is no code yet.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The page.
    ///
    /// # Panics
    /// If the code is longer than a page, or a label was never placed.
    pub fn page(&self) -> Page {
        assert!(
            self.bytes.len() <= 256,
            "{} bytes do not fit a code page",
            self.bytes.len()
        );
        let mut page = [0; 256];
        page[..self.bytes.len()].copy_from_slice(&self.bytes);
        for &(at, label) in &self.uses {
            page[at] = self.labels[label.0].expect("every label is placed");
        }
        page
    }
}

/// The map of the tests, unless they choose another.
pub const GRID: Grid = Grid {
    columns: 31,
    rows: 32,
    odd_lower: true,
};

/// Where the words of V are, beyond the fixed ones; behind them, and at `V_REFUSED`, are bytes.
pub const V_WORDS: std::ops::Range<u8> = 14..128;

/// V as fields of the state.
const V_FIELDS: [(Shape, u8, u16); 4] = [
    (Shape::VWords, 0, V_REFUSED as u16 / 2),
    (Shape::Bytes, V_REFUSED, (V_WORDS.start - V_REFUSED) as u16),
    (
        Shape::VWords,
        V_WORDS.start,
        (V_WORDS.end - V_WORDS.start) as u16 / 2,
    ),
    (Shape::Bytes, V_WORDS.end, 256 - V_WORDS.end as u16),
];

/// A cartridge of these code pages (the first is main, the others procedures) and data groups, without text.
/// The V page is group 0 and comes first in the state image, the state groups after it.
pub fn cartridge(code: &[Page], groups: &[(u8, GroupKind, Option<Vec<u8>>)]) -> Builder {
    let v = Group {
        count: 1,
        kind: GroupKind::State,
        part: 0,
        content: None,
        name: "v".into(),
    };
    let groups: Vec<Group> = std::iter::once(v)
        .chain(
            groups
                .iter()
                .enumerate()
                .map(|(index, (count, kind, content))| Group {
                    count: *count,
                    kind: *kind,
                    part: 0,
                    content: content.clone(),
                    name: format!("group {}", index + 1),
                }),
        )
        .collect();
    let mut fields = Vec::new();
    let mut page = 0;
    for group in &groups {
        let fields_of: &[(Shape, u8, u16)] = match (page, group.count) {
            (0, _) => &V_FIELDS,
            (_, 2) => &[(Shape::SplitWords, 0, 256)],
            (_, pages) => &[(Shape::Bytes, 0, u16::from(pages) * 256)],
        };
        if group.kind == GroupKind::State {
            fields.extend(fields_of.iter().map(|&(shape, offset, count)| Field {
                shape,
                page,
                offset,
                count,
                name: group.name.clone(),
            }));
        }
        page += group.count;
    }
    Builder {
        game: "TEST".into(),
        title: "Test".into(),
        version: 1,
        pointer: false,
        telephone: false,
        grid: GRID,
        main: 0,
        code: code.iter().map(|page| (*page, 0)).collect(),
        procedures: (0..code.len())
            .map(|page| Procedure {
                page: page as u8,
                offset: 0,
                part: 0,
                name: format!("procedure {page}"),
            })
            .collect(),
        groups,
        parts: vec![Part::first("all")],
        text: Vec::new(),
        text_parts: Vec::new(),
        text_homes: Vec::new(),
        pairs: Vec::new(),
        fields,
        views: Vec::new(),
        looks: Vec::new(),
        art: Vec::new(),
        rules: Vec::new(),
        files: Vec::new(),
        lines: Vec::new(),
    }
}
