//! The Rust machine and an assembly machine side by side, compared at every instruction.

use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::code::{Instruction, Listing, decode};
use hexfront_isa::{Access, Kind, Page, ShellCall, V_PAGE, V_REFUSED};
use hexfront_vm::verify::verify;
use hexfront_vm::{Exit, Memory, Trap, Vm};

use crate::script::Script;

/// The number by which the assembly machines tell of code that is not in memory.
const ABSENT: u8 = 253;

/// What every machine has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registers {
    /// Code page and offset of the next instruction.
    pub place: (u8, u8),
    /// The accumulator.
    pub a: u16,
    /// The current record.
    pub u: u8,
}

/// An assembly machine with a cartridge, on a bare processor.
pub trait RulesMachine: Sized {
    /// Name of the processor.
    const NAME: &'static str;
    /// Words of V stand high byte first.
    const WORDS_HIGH_FIRST: bool;
    /// Labels at which a flood takes a hex from its queue.
    const FLOOD_TAKES: &'static [&'static str];

    /// At the first instruction of the cartridge, with a shell.
    fn new(cartridge: &Cartridge<'_>, shell: Script) -> Self;

    /// The registers before an instruction.
    fn registers(&self) -> Registers;

    /// Runs to the next instruction; false if the program has ended.
    fn instruction(&mut self) -> bool {
        self.counted_instruction(&[]).0
    }

    /// As [`RulesMachine::instruction`]; tells too how often the processor came to one of the labels.
    fn counted_instruction(&mut self, labels: &[&str]) -> (bool, u64);

    /// Cycles so far.
    fn cycles(&self) -> u64;

    /// The number of the trap that ended the program.
    fn trap(&self) -> u8;

    /// A data page.
    fn page(&self, number: u8) -> &Page;

    /// The shell calls so far.
    fn calls(&self) -> &[(ShellCall, [u16; 4])];
}

/// What a byte of V was last written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    Byte,
    /// Part of a word: there the machines differ in the order.
    Word,
    /// What is left of a word whose other byte was written as a byte: nobody may read it.
    Rest,
}

/// What the bytes of V were last written as: procedures lay their variables over each other.
struct Variables([Written; 256]);

impl Variables {
    /// As a cartridge begins: a word of zeros is bytes too.
    fn new(cartridge: &Cartridge<'_>) -> Self {
        let verified = verify(cartridge).expect("the cartridge is good");
        let mut variables = Self([Written::Byte; 256]);
        let v = cartridge.groups().next().and_then(|group| group.content);
        let zero = |word: usize| v.is_none_or(|v| v[word..word + 2] == [0; 2]);
        let words = verified.words_of_v(cartridge).map(usize::from);
        for word in words.filter(|word| *word < V_REFUSED.into() || !zero(*word)) {
            variables.0[word..word + 2].fill(Written::Word);
        }
        variables
    }

    /// Takes note of what an instruction writes, and objects if it reads a byte of a word.
    fn see(&mut self, instruction: Instruction, page: &Page) -> Result<(), String> {
        for argument in instruction.arguments(page) {
            let at = usize::from(argument.value);
            match (argument.kind, argument.access) {
                (Kind::V8, access) => {
                    if access != Access::Write && self.0[at] != Written::Byte {
                        return Err(format!("reads a byte of the word at {at:02X}"));
                    }
                    self.0[at] = Written::Byte;
                    let other = &mut self.0[at ^ 1];
                    if *other == Written::Word {
                        *other = Written::Rest;
                    }
                }
                (Kind::V16, Access::Write | Access::Modify) => {
                    self.0[at..at + 2].fill(Written::Word)
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Where a machine keeps a byte of V, if it means something.
    fn place(&self, at: usize, words_high_first: bool) -> Option<usize> {
        match self.0[at] {
            Written::Byte => Some(at),
            Written::Word => Some(at ^ usize::from(words_high_first)),
            Written::Rest => None,
        }
    }
}

/// Runs a cartridge on both machines, comparing registers at every instruction, data pages and shell calls at the
/// end (and after every `every` instructions). Returns the difference, if there is one, with the place.
///
/// # Errors
/// A description of the first difference.
pub fn lockstep<M: RulesMachine>(
    cartridge: &Cartridge<'_>,
    shell: &Script,
    fuel: u64,
    every: u64,
) -> Result<Box<Memory>, String> {
    let mut machine = M::new(cartridge, shell.clone());
    let mut memory = Box::new(Memory::of(cartridge));
    let mut variables = Variables::new(cartridge);
    let mut shell = shell.clone();
    let mut vm = Vm::new(*cartridge);
    let mut before = vm.place();
    let name = M::NAME;
    while vm.executed < fuel {
        let place = vm.place();
        let ours = Registers {
            place,
            a: vm.a,
            u: vm.u,
        };
        let theirs = machine.registers();
        if ours != theirs {
            return Err(format!(
                "after {}: Rust {ours:02X?}, {name} {theirs:02X?}",
                listing(cartridge, before)
            ));
        }
        before = place;
        let last = || listing(cartridge, before);
        let page = &cartridge.code[usize::from(place.0)];
        if let Ok(instruction) = decode(page, place.1) {
            variables
                .see(instruction, page)
                .map_err(|problem| format!("{}: {problem}", last()))?;
        }
        let exit = vm.run(&mut memory, &mut shell, 1);
        let goes_on = machine.instruction();
        let ended = match exit {
            Exit::Fuel => false,
            Exit::Done => true,
            Exit::Trap { trap, .. } if !goes_on && number(trap).is_some() => {
                let (ours, theirs) = (number(trap).unwrap_or_default(), machine.trap());
                if ours != theirs {
                    return Err(format!("trap {ours} in Rust, {theirs} on the {name}"));
                }
                true
            }
            Exit::Trap { .. } | Exit::Waiting(_) => {
                return Err(format!("after {}: {exit:?}", last()));
            }
        };
        if ended == goes_on {
            return Err(format!(
                "after {}: Rust {exit:?}, {name} goes on: {goes_on}",
                last()
            ));
        }
        if ended || vm.executed.is_multiple_of(every) {
            compare_memory(cartridge, &memory, &machine, &variables)
                .map_err(|text| format!("after {}: {text}", last()))?;
        }
        if ended {
            break;
        }
    }
    if shell.calls != machine.calls() {
        return Err(format!(
            "{} shell calls in Rust differ from {} on the {name}",
            shell.calls.len(),
            machine.calls().len()
        ));
    }
    Ok(memory)
}

/// The number by which an assembly machine tells of a trap that a verified program may come to.
fn number(trap: Trap) -> Option<u8> {
    match trap {
        Trap::Program(n) => Some(n),
        Trap::Absent(_) => Some(ABSENT),
        Trap::Illegal(_) | Trap::CodePage(_) | Trap::CallDepth | Trap::ShellCall(_) => None,
    }
}

fn listing(cartridge: &Cartridge<'_>, place: (u8, u8)) -> String {
    let page = &cartridge.code[usize::from(place.0)];
    match decode(page, place.1) {
        Ok(instruction) => {
            let listing = Listing { instruction, page };
            format!("{:02X}:{:02X} {listing}", place.0, place.1)
        }
        Err(error) => error.to_string(),
    }
}

fn compare_memory<M: RulesMachine>(
    cartridge: &Cartridge<'_>,
    memory: &Memory,
    machine: &M,
    variables: &Variables,
) -> Result<(), String> {
    for number in 0..cartridge.data_pages as u8 {
        let (ours, theirs) = (&memory.pages[usize::from(number)], machine.page(number));
        let there = |at: usize| match number {
            V_PAGE => variables
                .place(at, M::WORDS_HIGH_FIRST)
                .map_or(ours[at], |place| theirs[place]),
            _ => theirs[at],
        };
        if let Some(at) = (0..256).find(|&at| ours[at] != there(at)) {
            return Err(format!(
                "page {number:02X} offset {at:02X}: Rust {:02X}, {} {:02X}",
                ours[at],
                M::NAME,
                there(at)
            ));
        }
    }
    Ok(())
}
