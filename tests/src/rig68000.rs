//! The rules machine on a bare 68000: assembled and linked with a cartridge by our own tools.

use std::collections::BTreeMap;

use hexfront::cartridge_object::cartridge_object;
use hexfront::state_map::StateMap;
use hexfront_asm::{Machine, Object, Section, link};
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::{Page, ShellCall};
use hexfront_platforms::cpu::flat68000::FlatRam;
use hexfront_platforms::cpu::m68000::{Bus, M68000};
use hexfront_vm::verify::verify;

use crate::lockstep::{Registers, RulesMachine};
use crate::machine;
use crate::script::Script;

/// Bytes of memory.
const MEMORY: usize = 0x8_0000;
/// Where routine n of the shell's table is, two bytes each: a place that the rig watches.
const STUBS: u32 = 0x400;
/// Where `vm_start` returns to.
const HOME: u32 = 0x3F0;
/// The stack begins below.
const STACK: u32 = 0x1000;

/// The jump to the next instruction: `jmp 0(a2,d1.w)`.
const NEXT: u32 = 0x4EF2_1000;

/// What lies behind the text reads as zeros: texts beyond the last.
const SCRIPT: &str = "\
area MAIN start $1000 end $7FFFF
segment VMTABLE in MAIN
segment VM in MAIN
segment CARTINFO in MAIN
segment CARTCONST in MAIN
segment CARTCODE in MAIN
segment CARTDATA in MAIN
segment VMBSS in MAIN align 2 bss
segment CARTTEXT in MAIN
";

/// The table of the rig's shell.
fn shell() -> Object {
    let mut object = Object::new(Machine::M68000);
    let stub = |number: u32| (STUBS + 2 * number).to_be_bytes();
    let table = (0..ShellCall::ALL.len() as u32).flat_map(stub).collect();
    let table = object.add_section(Section {
        align: 2,
        ..Section::new("CARTINFO", table)
    });
    object.define("shell_table", table, 0);
    object
}

/// Why the rig has paused.
enum Pause {
    /// An instruction begins.
    Instruction,
    /// The shell is called.
    Call(ShellCall),
    /// The program has ended.
    Left,
}

/// A cartridge on the 68000.
pub struct Rig {
    /// The processor.
    pub cpu: M68000,
    /// Its memory.
    pub bus: FlatRam,
    /// The program's labels.
    pub labels: BTreeMap<String, u32>,
    /// Bytes of the machine's code and tables, without its variables.
    pub machine_bytes: u32,
    shell: Script,
    data: u32,
    code: u32,
}

impl Rig {
    /// Links the machine with a cartridge and stands at its first instruction.
    ///
    /// # Panics
    /// If it does not assemble or link.
    pub fn new(cartridge: &Cartridge<'_>) -> Self {
        let verified = verify(cartridge).expect("the cartridge is good");
        let mut objects = machine::objects(Machine::M68000, cartridge.grid).to_vec();
        objects.push(("shell".to_owned(), shell().to_elf()));
        let roles: Vec<&str> = hexfront_isa::ROLES.iter().map(|role| role.name).collect();
        let game = cartridge_object(Machine::M68000, &roles, cartridge, &verified);
        objects.push(("cartridge".to_owned(), game.to_elf()));
        let image = match link(SCRIPT, &objects) {
            Ok(image) => image,
            Err(errors) => panic!("the machine does not link: {errors}"),
        };
        let mut bus = FlatRam::new(MEMORY);
        for placement in &image.placements {
            if let Some(bytes) = &placement.bytes {
                bus.load(placement.load, bytes);
            }
        }
        let segments = image.segments.iter();
        let machine = segments.filter(|segment| ["VM", "VMTABLE"].contains(&segment.name.as_str()));
        let machine_bytes = machine.map(|segment| segment.size).sum();
        let mut cpu = M68000::new();
        cpu.set_sr(0x2700);
        cpu.set_a(7, STACK - 4);
        bus.set_long(STACK - 4, HOME);
        let labels = image.symbols;
        cpu.set_pc(labels["vm_start"]);
        let (data, code) = (labels["vm_v"], labels["vm_code"]);
        let mut rig = Self {
            cpu,
            bus,
            labels,
            machine_bytes,
            shell: Script::default(),
            data,
            code,
        };
        rig.instruction();
        rig
    }

    /// Runs the processor until something happens; `watch` sees the machine before each of its steps.
    ///
    /// # Panics
    /// If that takes more than ten million cycles, or the processor halts.
    fn run(&mut self, watch: &mut impl FnMut(&Rig)) -> Pause {
        let limit = self.bus.cycles + 10_000_000;
        loop {
            watch(self);
            let next = self.bus.long(self.cpu.pc()) == NEXT;
            self.cpu.step(&mut self.bus);
            let pc = self.cpu.pc();
            if next && !self.is_leaving() {
                return Pause::Instruction;
            }
            if pc == HOME {
                return Pause::Left;
            }
            let stub = (pc.wrapping_sub(STUBS) / 2) as usize;
            if let Some(&call) = ShellCall::ALL.get(stub).filter(|_| pc >= STUBS) {
                return Pause::Call(call);
            }
            assert!(
                self.cpu.trap().is_none() && self.bus.cycles < limit,
                "nothing happened in ten million cycles; at {pc:06X}"
            );
        }
    }

    /// As [`RulesMachine::instruction`]; `watch` sees the machine before each step of the processor.
    pub fn watched_instruction(&mut self, watch: &mut impl FnMut(&Rig)) -> bool {
        loop {
            match self.run(watch) {
                Pause::Instruction => return true,
                Pause::Left => return false,
                Pause::Call(call) => {
                    let answer = self.shell.answer(call, self.io());
                    self.answer(answer);
                }
            }
        }
    }

    /// Runs to the next shell call, which [`Rig::answer`] has to answer; `None` if the program has ended.
    pub fn run_to_call(&mut self) -> Option<ShellCall> {
        loop {
            match self.run(&mut |_| ()) {
                Pause::Instruction => {}
                Pause::Left => return None,
                Pause::Call(call) => return Some(call),
            }
        }
    }

    /// The io slots.
    fn io(&self) -> [u16; 4] {
        std::array::from_fn(|slot| self.bus.word(self.data + 2 * slot as u32))
    }

    /// The state image.
    ///
    /// # Panics
    /// If the program has none.
    pub fn state_image(&self) -> Vec<u8> {
        let map = StateMap::of(&self.labels).expect("the cartridge has a state");
        map.image(|address| self.bus.byte(address))
    }

    /// Whether the instruction that begins is the one below `main`.
    fn is_leaving(&self) -> bool {
        self.cpu.a(5).wrapping_sub(1).wrapping_sub(self.code) >= 0x1_0000
    }

    /// Answers the shell call and returns from it, with other contents in the registers that are the shell's.
    pub fn answer(&mut self, answer: u16) {
        self.cpu.set_d(0, 0xEEEE_0000 | u32::from(answer));
        self.cpu.set_d(1, 0xEEEE_EEEE);
        self.cpu.set_a(0, 0xEEEE_EEEE);
        self.cpu.set_a(1, 0xEEEE_EEEE);
        let stack = self.cpu.a(7);
        self.cpu.set_pc(self.bus.long(stack));
        self.cpu.set_a(7, stack + 4);
    }
}

impl RulesMachine for Rig {
    const NAME: &'static str = "68000";
    const WORDS_HIGH_FIRST: bool = true;
    const FLOOD_TAKES: &'static [&'static str] =
        &["flood_take", "flood_take_barred", "flood_take_full"];

    fn new(cartridge: &Cartridge<'_>, shell: Script) -> Self {
        let mut rig = Self::new(cartridge);
        rig.shell = shell;
        rig
    }

    fn registers(&self) -> Registers {
        let at = self.cpu.a(5).wrapping_sub(1).wrapping_sub(self.code);
        Registers {
            place: ((at >> 8) as u8, at as u8),
            a: self.cpu.d(7) as u16,
            u: self.cpu.d(6) as u8,
        }
    }

    fn counted_instruction(&mut self, labels: &[&str]) -> (bool, u64) {
        let places: Vec<u32> = labels.iter().map(|label| self.labels[*label]).collect();
        let mut visits = 0;
        let goes_on = self.watched_instruction(&mut |rig| {
            visits += u64::from(places.contains(&rig.cpu.pc()));
        });
        (goes_on, visits)
    }

    fn cycles(&self) -> u64 {
        self.bus.now()
    }

    fn trap(&self) -> u8 {
        self.bus.byte(self.labels["vm_trap"])
    }

    fn page(&self, number: u8) -> &Page {
        let at = self.data as usize + usize::from(number) * 256;
        self.bus.ram[at..at + 256]
            .try_into()
            .expect("a page is 256 bytes")
    }

    fn calls(&self) -> &[(ShellCall, [u16; 4])] {
        &self.shell.calls
    }
}
