//! The rules machine on a bare 6502: assembled and linked with a cartridge by our own tools.

use std::collections::BTreeMap;

use hexfront_asm::{Machine, link};
use hexfront_isa::cartridge::{Cartridge, GroupKind, Shape};
use hexfront_isa::parts::Part;
use hexfront_isa::text::FIRST_PAIR;
use hexfront_isa::{Page, Presence, ShellCall};
use hexfront_platforms::cpu::flat::FlatRam;
use hexfront_platforms::cpu::mos6502::Mos6502;
use hexfront_vm::Memory;
use hexfront_vm::verify::verify;

use crate::lockstep::{Registers, RulesMachine};
use crate::machine;
use crate::script::Script;

/// Where routine n of the shell's table is: a place that the rig watches.
const STUBS: u16 = 0x0200;
/// Where `vm_start` returns to.
const HOME: u16 = 0x02F0;

/// First page behind the machine: the data pages begin here, then come code, text and tables.
const DATA: u8 = 0x2A;

/// Where everything from the cartridge lies: first pages, and addresses of tables.
#[derive(Clone, Copy)]
struct Map {
    code: u8,
    text: u8,
    /// A page of zeros: texts beyond the last.
    zeros: u8,
    code_map: u16,
    text_map: u16,
    pair_left: u16,
    pair_right: u16,
    state_map: u16,
    zero_map: u16,
    shell_table: u16,
}

impl Map {
    fn new(cartridge: &Cartridge<'_>) -> Self {
        assert!(fits(cartridge), "the cartridge does not fit");
        let code = usize::from(DATA) + usize::from(cartridge.data_pages);
        let text = code + cartridge.code.len();
        let zeros = text + cartridge.text_parts().len();
        let table = |number: usize| ((zeros + number) * 256) as u16;
        Self {
            code: code as u8,
            text: text as u8,
            zeros: zeros as u8,
            code_map: table(1),
            text_map: table(2),
            pair_left: table(3),
            pair_right: table(4),
            zero_map: table(5),
            shell_table: table(6),
            state_map: table(7),
        }
    }
}

/// Whether a cartridge has room behind the machine, in 64 KB.
pub fn fits(cartridge: &Cartridge<'_>) -> bool {
    let pages = cartridge.code.len() + cartridge.text_parts().len();
    // A page of zeros, six tables of a page each, and the map of the state: five bytes a field.
    let state_pages = (5 * cartridge.fields().count() + 1).div_ceil(256);
    usize::from(DATA) + usize::from(cartridge.data_pages) + pages + 7 + state_pages <= 256
}

const SCRIPT: &str = "\
area ZP start $02 end $4F
area MAIN start $0300 end $29FF
segment VMZP in ZP
segment VMTABLE in MAIN align 256
segment VM in MAIN
segment VMBSS in MAIN align 256 bss
";

/// A cartridge on the 6502.
pub struct Rig {
    /// The processor.
    pub cpu: Mos6502,
    /// Its memory.
    pub bus: FlatRam,
    /// The program's labels.
    pub labels: BTreeMap<String, u32>,
    /// Bytes of the machine's code and tables, without its variables.
    pub machine_bytes: u32,
    /// Bytes of zero page that the machine uses.
    pub zero_page_bytes: u32,
    shell: Script,
    residents: Residents,
}

/// What the shell keeps: which pages are in memory.
struct Residents {
    map: Map,
    present: Presence,
    /// The parts, without their names.
    parts: Vec<Part<'static>>,
    code: Vec<u8>,
    text: Vec<u8>,
    /// Pages that are written and come with a part: the first of each group, how many, the part.
    scratch: Vec<(u8, u8, u8)>,
}

impl Residents {
    fn new(cartridge: &Cartridge<'_>, map: Map) -> Self {
        Self {
            map,
            present: Presence::at_start(cartridge.parts()),
            parts: cartridge.parts().map(nameless).collect(),
            code: cartridge.code_parts().to_vec(),
            text: cartridge.text_parts().to_vec(),
            scratch: cartridge
                .groups()
                .filter(|g| g.kind == GroupKind::Scratch && g.part > 0)
                .map(|g| (g.first, g.count, g.part))
                .collect(),
        }
    }

    fn has_code(&self, page: usize) -> bool {
        self.code
            .get(page)
            .is_some_and(|part| self.present.has(*part))
    }

    /// A part comes in, as the machine's shell does it.
    fn bring_in(&mut self, bus: &mut FlatRam, part: u16) {
        if let Some(part) = self.parts.get(usize::from(part)) {
            let before = self.present;
            self.present.bring_in(part);
            self.enter(bus);
            for (first, count, part) in &self.scratch {
                if self.present.has(*part) && !before.has(*part) {
                    let bytes = vec![hexfront_vm::UNKNOWN; usize::from(*count) * 256];
                    bus.load(u16::from(DATA + first) * 256, &bytes);
                }
            }
        }
    }

    /// Writes the maps of pages, 0 for what is absent.
    fn enter(&self, bus: &mut FlatRam) {
        let pages = |parts: &[u8], first: u8| -> Vec<u8> {
            let page = |(number, part): (usize, &u8)| {
                if self.present.has(*part) {
                    first + number as u8
                } else {
                    0
                }
            };
            parts.iter().enumerate().map(page).collect()
        };
        bus.load(self.map.code_map, &pages(&self.code, self.map.code));
        let mut text = pages(&self.text, self.map.text);
        text.resize(256, self.map.zeros);
        bus.load(self.map.text_map, &text);
    }
}

fn nameless(part: Part<'_>) -> Part<'static> {
    Part {
        at_start: part.at_start,
        title: part.title,
        map: part.map,
        with: part.with,
        out: part.out,
        name: "",
    }
}

impl Rig {
    /// Links the machine with a cartridge and stands at its first instruction.
    ///
    /// # Panics
    /// If it does not assemble or link.
    pub fn new(cartridge: &Cartridge<'_>) -> Self {
        let main = cartridge
            .procedures()
            .nth(usize::from(cartridge.main))
            .expect("checked on reading");
        let map = Map::new(cartridge);
        let symbols = [
            ("vm_v", u16::from(DATA) << 8),
            ("text_map", map.text_map),
            ("pair_left", map.pair_left),
            ("pair_right", map.pair_right),
            ("code_map", map.code_map),
            ("state_map", map.state_map),
            ("zero_map", map.zero_map),
            ("shell_table", map.shell_table),
            ("main_page", main.page.into()),
            ("main_offset", main.offset.into()),
            ("grid_columns", cartridge.grid.columns.into()),
            ("grid_rows", cartridge.grid.rows.into()),
            ("grid_lower", cartridge.grid.odd_lower.into()),
        ];
        let symbols: String = symbols
            .iter()
            .map(|(name, value)| format!("symbol {name} = {value}\n"))
            .collect();
        let image = match link(
            &format!("{SCRIPT}{symbols}"),
            &machine::objects(Machine::Mos6502, cartridge.grid),
        ) {
            Ok(image) => image,
            Err(errors) => panic!("the machine does not link: {errors}"),
        };
        let mut bus = FlatRam::new();
        for placement in &image.placements {
            if let Some(bytes) = &placement.bytes {
                bus.load(placement.load as u16, bytes);
            }
        }
        load_cartridge(&mut bus, cartridge, &map);
        let bytes_of = |names: &[&str]| {
            let segments = image
                .segments
                .iter()
                .filter(|segment| names.contains(&segment.name.as_str()));
            segments.map(|segment| segment.size).sum()
        };
        let (machine_bytes, zero_page_bytes) = (bytes_of(&["VM", "VMTABLE"]), bytes_of(&["VMZP"]));
        let mut cpu = Mos6502::new();
        cpu.s = 0xFF;
        let [low, high] = (HOME - 1).to_le_bytes();
        bus.load(0x01FE, &[low, high]);
        cpu.s = 0xFD;
        let labels = image.symbols;
        cpu.pc = labels["vm_start"] as u16;
        let mut rig = Self {
            cpu,
            bus,
            labels,
            machine_bytes,
            zero_page_bytes,
            shell: Script::default(),
            residents: Residents::new(cartridge, map),
        };
        rig.residents.enter(&mut rig.bus);
        rig.instruction();
        rig
    }

    /// A byte at a label.
    pub fn byte(&self, label: &str, plus: u16) -> u8 {
        self.bus.ram[usize::from(self.labels[label] as u16 + plus)]
    }

    /// A data page, to change.
    pub fn page_mut(&mut self, number: u8) -> &mut Page {
        let at = usize::from(DATA + number) * 256;
        (&mut self.bus.ram[at..at + 256])
            .try_into()
            .expect("a page is 256 bytes")
    }

    /// As [`RulesMachine::instruction`]; `watch` sees the machine before each step of the processor.
    ///
    /// # Panics
    /// If it takes more than ten million cycles.
    pub fn watched_instruction(&mut self, watch: &mut impl FnMut(&Rig)) -> bool {
        let fetch = self.labels["fetch_at"] as u16;
        let limit = self.bus.cycles + 10_000_000;
        loop {
            watch(self);
            self.cpu.step(&mut self.bus);
            let pc = self.cpu.pc;
            if pc == fetch {
                return true;
            }
            if pc == HOME {
                return false;
            }
            if let Some(&call) = ShellCall::ALL.get(usize::from(pc.wrapping_sub(STUBS))) {
                self.shell_call(call);
            }
            assert!(
                self.bus.cycles < limit,
                "no next instruction in ten million cycles"
            );
        }
    }

    /// Answers a call as [`Script`] does and returns from it.
    fn shell_call(&mut self, call: ShellCall) {
        let io = std::array::from_fn(|slot| {
            let page = self.page(0);
            u16::from_le_bytes([page[2 * slot], page[2 * slot + 1]])
        });
        let [low, high] = self.shell.answer(call, io).to_le_bytes();
        if call == ShellCall::Part {
            self.residents.bring_in(&mut self.bus, io[0]);
        }
        (self.cpu.a, self.cpu.x, self.cpu.y) = (low, high, 0xEE);
        let mut pull = || {
            self.cpu.s = self.cpu.s.wrapping_add(1);
            self.bus.ram[0x100 + usize::from(self.cpu.s)]
        };
        let back = u16::from_le_bytes([pull(), pull()]);
        self.cpu.pc = back.wrapping_add(1);
        let page = usize::from(self.byte("page", 0));
        if call == ShellCall::Part && !self.residents.has_code(page) {
            self.cpu.pc = self.labels["absent"] as u16;
        }
    }
}

impl RulesMachine for Rig {
    const NAME: &'static str = "6502";
    const WORDS_HIGH_FIRST: bool = false;
    const FLOOD_TAKES: &'static [&'static str] = &["flood_take"];

    fn new(cartridge: &Cartridge<'_>, shell: Script) -> Self {
        let mut rig = Self::new(cartridge);
        rig.shell = shell;
        rig
    }

    fn registers(&self) -> Registers {
        Registers {
            place: (self.byte("page", 0), self.cpu.y),
            a: u16::from_le_bytes([self.byte("acc", 0), self.byte("acc", 1)]),
            u: self.byte("rec", 0),
        }
    }

    fn counted_instruction(&mut self, labels: &[&str]) -> (bool, u64) {
        let places: Vec<u32> = labels.iter().map(|label| self.labels[*label]).collect();
        let mut visits = 0;
        let goes_on = self.watched_instruction(&mut |rig| {
            visits += u64::from(places.contains(&u32::from(rig.cpu.pc)));
        });
        (goes_on, visits)
    }

    fn cycles(&self) -> u64 {
        self.bus.cycles
    }

    fn trap(&self) -> u8 {
        self.byte("vm_trap", 0)
    }

    fn page(&self, number: u8) -> &Page {
        let at = usize::from(DATA + number) * 256;
        self.bus.ram[at..at + 256]
            .try_into()
            .expect("a page is 256 bytes")
    }

    fn calls(&self) -> &[(ShellCall, [u16; 4])] {
        &self.shell.calls
    }
}

/// Puts pages and tables where the link script says they are, data-page operands bound to physical pages.
fn load_cartridge(bus: &mut FlatRam, cartridge: &Cartridge<'_>, map: &Map) {
    let memory = Memory::of(cartridge);
    for number in 0..cartridge.data_pages as u8 {
        bus.load(
            u16::from(DATA + number) << 8,
            &memory.pages[usize::from(number)],
        );
    }
    for (number, page) in cartridge.code.iter().enumerate() {
        bus.load(u16::from(map.code + number as u8) << 8, page);
    }
    let verified = verify(cartridge).expect("the cartridge is good");
    for ((number, _), instruction) in verified.instructions {
        let page = &cartridge.code[usize::from(number)];
        for argument in instruction
            .arguments(page)
            .filter(|argument| argument.kind.pages(cartridge.grid).is_some())
        {
            let at = u16::from_be_bytes([map.code + number, argument.at]);
            bus.load(at, &[DATA + argument.value as u8]);
        }
    }
    bus.load(u16::from(map.text) << 8, cartridge.text);
    for (&[left, right], byte) in cartridge.pairs.iter().zip(u16::from(FIRST_PAIR)..) {
        bus.load(map.pair_left + byte, &[left]);
        bus.load(map.pair_right + byte, &[right]);
    }
    let mut fields = Vec::new();
    for field in cartridge.fields() {
        let high = match field.shape {
            Shape::Bytes | Shape::LongWords => 0,
            Shape::SplitWords => DATA + field.page + 1,
            Shape::VWords => 255,
            Shape::Bits(_) => 1,
        };
        let offset = match field.shape {
            Shape::Bits(bits) => bits,
            _ => field.offset,
        };
        fields.extend([DATA + field.page, high, offset]);
        fields.extend(field.elements().to_le_bytes());
    }
    bus.load(map.state_map, &fields);
    let table: Vec<u8> = (0..ShellCall::ALL.len() as u16)
        .flat_map(|n| (STUBS + n).to_le_bytes())
        .collect();
    bus.load(map.shell_table, &table);
}
