//! Places of data in pages. A byte field of many records has a page, a word field two, a layer what the map takes; small
//! tables and fields of few records fill the ends of those pages, so that hardly any page is for tables alone.

use super::gaps::Gap;
use super::parts::Belongs;
use crate::ast::Life;
use crate::hir::{FLOOD_KINDS, LayerInfo, Packing, Program, RecordInfo};
use crate::lower::lir::Data;
use crate::lower::{self, LARGE};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::build::{Field, Group};
use hexfront_isa::cartridge::{GroupKind, Shape};
use hexfront_isa::text::Room;

/// The last byte of a page is what records that are none read and write.
pub(super) const PAGE_END: usize = 255;

impl LayerInfo {
    /// What lies in memory.
    fn bytes(&self) -> Vec<u8> {
        match self.packed {
            Some(packing) => packing.pack(&self.init),
            None => self.init.clone(),
        }
    }
}

impl Program {
    /// Pages of a layer, and its bytes up to the last hex.
    fn hexes(&self, data: Data) -> (usize, usize) {
        let power = match data {
            Data::Layer(layer) => self.layers[layer].packed.map_or(0, Packing::power),
            _ => 0,
        };
        let bytes = usize::from(self.grid.numbers()).div_ceil(1 << power);
        ((self.grid.layer_bytes() >> power).div_ceil(256), bytes)
    }
}

/// One thing to be laid out.
pub(super) struct Item {
    pub data: Data,
    pub life: Life,
    pub width: usize,
    pub values: Vec<i32>,
    pub name: String,
    /// The part that it belongs to.
    pub part: u8,
    /// A field of more records than a page has bytes.
    pub long: bool,
}

/// A word that holds the position of a text.
pub(crate) struct TextWord {
    pub group: usize,
    /// Places in the group of the low byte and of the high one.
    pub places: [usize; 2],
    pub text: usize,
    pub data: Data,
}

impl Item {
    /// The kind of a group of its own.
    pub(super) fn kind(&self, all_writable: bool) -> GroupKind {
        match self.life {
            Life::Const if !all_writable => GroupKind::Const,
            Life::Const | Life::Scratch => GroupKind::Scratch,
            Life::State => GroupKind::State,
        }
    }

    /// Whether a store may have the index 255, no record: it goes to the byte before the first, which is kept free.
    pub(super) fn guarded(&self, all_writable: bool) -> bool {
        matches!(self.data, Data::Field(..)) && (all_writable || self.life != Life::Const)
    }
}

/// All data pages.
pub(crate) struct Layout {
    pub groups: Vec<Group>,
    /// Group, page in the group, offset.
    places: BTreeMap<Data, (usize, usize, usize)>,
    /// Positions of texts that are still to be filled in.
    pub text_words: Vec<TextWord>,
    /// Bytes of tables by data, for the size table.
    pub sizes: BTreeMap<Data, usize>,
    /// What is left of pages at last.
    gaps: Vec<Gap>,
}

impl Layout {
    /// First virtual page and offset of some data.
    pub(crate) fn place(&self, data: Data) -> (u8, u8) {
        let Some(&(group, page, offset)) = self.places.get(&data) else {
            return (0, 0);
        };
        ((self.first_page(group) + page) as u8, offset as u8)
    }

    /// Whether some data has a place.
    pub(crate) fn holds(&self, data: Data) -> bool {
        self.places.contains_key(&data)
    }

    /// Number of data pages.
    pub(crate) fn pages(&self) -> usize {
        self.groups.iter().map(|g| usize::from(g.count)).sum()
    }

    /// Lays out what code uses and what the state holds. `names` gives the texts of enums.
    pub(crate) fn new(
        prog: &Program,
        used: &BTreeSet<Data>,
        names: &dyn Fn(usize, i8) -> Vec<usize>,
        belongs: &Belongs,
        all_writable: bool,
    ) -> Layout {
        let mut layout = Layout {
            groups: vec![Group {
                count: 1,
                kind: GroupKind::State,
                part: 0,
                content: None,
                name: "v".into(),
            }],
            places: BTreeMap::new(),
            text_words: Vec::new(),
            sizes: BTreeMap::new(),
            gaps: Vec::new(),
        };
        let mut gaps = Vec::new();
        let (mut small, mut long) = (Vec::new(), Vec::new());
        for mut item in items(prog, used, names) {
            item.part = belongs.data(item.data);
            // A packed layer of less than a page lies where there is room.
            let layer = match item.data {
                Data::Layer(layer) => {
                    prog.layers[layer].packed.is_none() || item.values.len() > 255
                }
                Data::First(_) => true,
                _ => false,
            };
            let whole = match item.data {
                Data::Field(rec, field) => lower::direct(prog, rec, field),
                Data::Array(array) => {
                    let info = &prog.arrays[array];
                    info.init.len() >= LARGE && info.index.len() == 1 && info.index[0].0 == 0
                }
                Data::Next(_) => true,
                _ => layer,
            };
            if whole {
                let layer = layer.then(|| prog.hexes(item.data));
                layout.own_pages(&item, layer, all_writable, &mut gaps);
            } else if item.long {
                long.push(item);
            } else {
                small.push(item);
            }
        }
        layout.long_fields(long, all_writable, &mut gaps);
        small.sort_by_key(|item| core::cmp::Reverse(item.values.len()));
        for item in small {
            layout.fill_gap(prog, &item, all_writable, &mut gaps);
        }
        layout.gaps = gaps;
        layout
    }

    /// The rests of data pages, in which texts may lie: nothing writes there.
    pub(crate) fn rooms(&self, prog: &Program) -> Vec<Room> {
        let room = |gap: &Gap, page: u8| Room {
            page,
            start: gap.start.min(PAGE_END) as u8,
            end: PAGE_END as u8,
            part: gap.part,
            serves: super::parts::within(&prog.parts, gap.part),
        };
        let of_gap = |gap: &Gap| {
            let first = self.first_page(gap.group) + gap.page;
            let pages = first..=first + usize::from(gap.pair);
            pages.map(|page| room(gap, page as u8)).collect::<Vec<_>>()
        };
        self.gaps.iter().flat_map(of_gap).collect()
    }

    /// Virtual number of the first page of a group.
    fn first_page(&self, group: usize) -> usize {
        let before = self.groups.iter().take(group);
        before.map(|group| usize::from(group.count)).sum()
    }

    /// A group of its own for an item; a layer comes with its pages, and its bytes up to the last hex.
    fn own_pages(
        &mut self,
        item: &Item,
        layer: Option<(usize, usize)>,
        all_writable: bool,
        gaps: &mut Vec<Gap>,
    ) {
        let count = layer.map_or(item.width, |(pages, _)| pages);
        let group = self.groups.len();
        let kind = item.kind(all_writable);
        self.groups.push(Group {
            count: count as u8,
            kind,
            part: item.part,
            content: None,
            name: item.name.clone(),
        });
        self.put(item, group, 0, 0);
        let filled = item.life == Life::Const || self.groups[group].content.is_some();
        if let Some((_, bytes)) = layer {
            // Behind the last column. A test may clear a constant layer, all of its pages: then nothing else can stand
            // there.
            let tail = bytes % 256;
            if item.life == Life::Const && !all_writable && tail > 0 {
                gaps.push(Gap {
                    group,
                    page: count - 1,
                    start: tail,
                    pair: false,
                    kind,
                    filled,
                    part: item.part,
                });
            }
        } else {
            gaps.push(Gap {
                group,
                page: 0,
                start: item.values.len(),
                pair: item.width == 2,
                kind,
                filled,
                part: item.part,
            });
        }
    }

    pub(super) fn put(&mut self, item: &Item, group: usize, page: usize, offset: usize) {
        self.places.insert(item.data, (group, page, offset));
        self.sizes.insert(item.data, item.values.len() * item.width);
        let is_text = matches!(item.data, Data::Names(..)) || item.name.ends_with(" (text)");
        // Of each element, where its low byte and its high one are.
        let first = page * 256 + offset;
        let places = |i: usize| match item.long {
            true => [first + item.width * i, first + item.width * i + 1],
            false => [first + i, first + i + 256],
        };
        if is_text {
            for (i, text) in item.values.iter().enumerate() {
                self.text_words.push(TextWord {
                    group,
                    places: places(i),
                    text: *text as usize,
                    data: item.data,
                });
            }
            self.content(group);
            return;
        }
        if item.values.iter().all(|v| *v == 0) {
            if item.life == Life::Const {
                self.content(group);
            }
            return;
        }
        let content = self.content(group);
        for (i, value) in item.values.iter().enumerate() {
            let [low, high] = places(i);
            content[low] = *value as u8;
            if item.width == 2 {
                content[high] = (*value >> 8) as u8;
            }
        }
    }

    /// The bytes of a group, made when first needed.
    pub(crate) fn content(&mut self, group: usize) -> &mut Vec<u8> {
        let bytes = usize::from(self.groups[group].count) * 256;
        self.groups[group]
            .content
            .get_or_insert_with(|| vec![0; bytes])
    }

    /// The fields of the state image, in the order of declaration.
    pub(crate) fn fields(&self, prog: &Program, var: &dyn Fn(usize) -> u8) -> Vec<Field> {
        let mut all = Vec::new();
        for (i, v) in prog
            .vars
            .iter()
            .enumerate()
            .filter(|(_, v)| v.life == Life::State)
        {
            let shape = if v.ty.width() == 2 {
                Shape::VWords
            } else {
                Shape::Bytes
            };
            all.push((
                v.span,
                Field {
                    shape,
                    page: 0,
                    offset: var(i),
                    count: 1,
                    name: v.name.clone(),
                },
            ));
        }
        for (i, a) in prog
            .arrays
            .iter()
            .enumerate()
            .filter(|(_, a)| a.life == Life::State)
        {
            all.push((
                a.span,
                self.field(
                    Data::Array(i),
                    a.ty.width(),
                    a.init.len() as u16,
                    a.name.clone(),
                ),
            ));
        }
        for (i, l) in prog
            .layers
            .iter()
            .enumerate()
            .filter(|(i, l)| l.life == Life::State && !prog.is_shared(*i))
        {
            let hexes = prog.hexes(Data::Layer(i)).1 as u16;
            let mut field = self.field(prog.layer_data(i), 1, hexes, l.name.clone());
            if let Some(within) = l.within {
                field.shape = Shape::Bits(within.bits());
            }
            all.push((l.span, field));
        }
        for (r, record) in prog.records.iter().enumerate() {
            for (f, field) in record
                .fields
                .iter()
                .enumerate()
                .filter(|(_, f)| f.life == Life::State)
            {
                let name = format!("{}.{}", record.name, field.name);
                all.push((
                    field.span,
                    self.record_field(record, Data::Field(r, f), field.ty.width(), name),
                ));
            }
        }
        all.sort_by_key(|a| a.0);
        let random = Field {
            shape: Shape::VWords,
            page: 0,
            offset: hexfront_isa::V_RANDOM,
            count: 2,
            name: "random".into(),
        };
        core::iter::once(random)
            .chain(all.into_iter().map(|a| a.1))
            .collect()
    }

    fn record_field(&self, record: &RecordInfo, data: Data, width: usize, name: String) -> Field {
        let mut field = self.field(data, width, record.count as u16, name);
        if record.long() && width == 2 {
            field.shape = Shape::LongWords;
        }
        field
    }

    fn field(&self, data: Data, width: usize, count: u16, name: String) -> Field {
        let (page, offset) = self.place(data);
        let shape = if width == 2 {
            Shape::SplitWords
        } else {
            Shape::Bytes
        };
        Field {
            shape,
            page,
            offset,
            count,
            name,
        }
    }
}

/// What needs a place, in a fixed order.
fn items(
    prog: &Program,
    used: &BTreeSet<Data>,
    names: &dyn Fn(usize, i8) -> Vec<usize>,
) -> Vec<Item> {
    let mut all = Vec::new();
    let text = |ty: crate::types::Ty| {
        if ty == crate::types::Ty::Text {
            " (text)"
        } else {
            ""
        }
    };
    for (r, record) in prog.records.iter().enumerate() {
        for (f, field) in record.fields.iter().enumerate() {
            let data = Data::Field(r, f);
            if used.contains(&data) || field.life == Life::State {
                all.push(Item {
                    data,
                    life: field.life,
                    width: field.ty.width(),
                    values: field.init.clone(),
                    name: format!("{}.{}{}", record.name, field.name, text(field.ty)),
                    part: 0,
                    long: record.long(),
                });
            }
        }
        if used.contains(&Data::Next(r)) {
            all.push(Item {
                data: Data::Next(r),
                life: Life::Scratch,
                width: 1,
                values: vec![0; record.count],
                name: format!("{}.next", record.name),
                part: 0,
                long: false,
            });
            all.push(Item {
                data: Data::First(r),
                life: Life::Scratch,
                width: 1,
                values: Vec::new(),
                name: format!("{}.first", record.name),
                part: 0,
                long: false,
            });
        }
    }
    for (l, layer) in prog.layers.iter().enumerate() {
        let kept = layer.life == Life::State && layer.within.is_none();
        if used.contains(&Data::Layer(l)) || kept {
            all.push(Item {
                data: Data::Layer(l),
                life: layer.life,
                width: 1,
                values: layer.bytes().into_iter().map(i32::from).collect(),
                name: layer.name.clone(),
                part: 0,
                long: false,
            });
        }
    }
    for (a, array) in prog.arrays.iter().enumerate() {
        if used.contains(&Data::Array(a)) || array.life == Life::State {
            all.push(Item {
                data: Data::Array(a),
                life: array.life,
                width: array.ty.width(),
                values: array.init.clone(),
                name: format!("{}{}", array.name, text(array.ty)),
                part: 0,
                long: false,
            });
        }
    }
    for data in used {
        if let Data::FloodRow | Data::TrekRow = data {
            let rows = 2 + usize::from(*data == Data::TrekRow);
            all.push(Item {
                data: *data,
                life: Life::Scratch,
                width: 1,
                values: vec![0; rows * FLOOD_KINDS],
                name: "costs of floods".into(),
                part: 0,
                long: false,
            });
        }
        if let Data::Costs(costs) = data {
            all.push(Item {
                data: *data,
                life: Life::Const,
                width: 1,
                values: costs.iter().map(|c| i32::from(*c)).collect(),
                name: "costs of a flood".into(),
                part: 0,
                long: false,
            });
        }
        if let Data::Names(e, width) = data {
            all.push(Item {
                data: *data,
                life: Life::Const,
                width: 2,
                values: names(*e, *width).into_iter().map(|t| t as i32).collect(),
                name: format!("names of {}", prog.enums[*e].name),
                part: 0,
                long: false,
            });
        }
    }
    all
}
