//! The interpreter: fetch, the primary instructions, calls into the shell.

use hexfront_isa::{NO_HEX, NO_RECORD, Page, Primary, ShellCall, V_REFUSED, native, primary};

use crate::machine::{Exit, Shell, Trap, Vm};
use crate::map::{Hexes, SIDE_BITS};
use crate::{Memory, arith, natives, print, random};

impl Vm<'_> {
    /// Executes instructions while fuel is left: each takes a unit, and what takes the time of many takes more, once it
    /// is done: a letter printed, what a native looks at (`natives`). The calls of the shell are the shell's.
    pub fn run(&mut self, memory: &mut Memory, shell: &mut impl Shell, fuel: u64) -> Exit {
        let cartridge = self.cartridge;
        let mut code = match self.code_page(self.page) {
            Ok(code) => code,
            Err(trap) => {
                return Exit::Trap {
                    trap,
                    page: self.page,
                    offset: self.pc,
                };
            }
        };
        let (mut a, mut u, mut pc) = (self.a, self.u, self.pc);
        let mut left = fuel;
        // Fuel beyond a unit an instruction.
        let mut extra = 0;
        let mut start;
        macro_rules! byte {
            () => {{
                let byte = code[usize::from(pc)];
                pc = pc.wrapping_add(1);
                byte
            }};
        }
        macro_rules! word {
            () => {{ u16::from(byte!()) << 8 | u16::from(byte!()) }};
        }
        macro_rules! v8 {
            () => {{ memory.v8(byte!()) }};
        }
        macro_rules! v16 {
            () => {{ memory.v16(byte!()) }};
        }
        macro_rules! field {
            () => {{ memory.byte(byte!(), u) }};
        }
        macro_rules! branch {
            ($condition:expr) => {{
                let condition = $condition;
                let target = byte!();
                if condition {
                    pc = target;
                }
            }};
        }
        macro_rules! exit {
            ($exit:expr) => {{
                (self.a, self.u, self.pc) = (a, u, pc);
                self.executed += fuel - left - extra;
                self.spent += fuel - left;
                return $exit;
            }};
        }
        macro_rules! charge {
            ($cost:expr) => {{
                let cost = u64::min($cost, left);
                left -= cost;
                extra += cost;
            }};
        }
        macro_rules! trap {
            ($trap:expr) => {{
                exit!(Exit::Trap {
                    trap: $trap,
                    page: self.page,
                    offset: start
                })
            }};
        }
        macro_rules! far {
            ($page:expr, $offset:expr) => {{
                let (page, offset) = ($page, $offset);
                match self.code_page(page) {
                    Ok(found) => code = found,
                    Err(trap) => trap!(trap),
                }
                (self.page, pc) = (page, offset);
            }};
        }
        macro_rules! call {
            () => {{
                let page = byte!();
                let offset = byte!();
                let Some(top) = self.stack.get_mut(self.depth) else {
                    trap!(Trap::CallDepth)
                };
                *top = (self.page, pc);
                far!(page, offset);
                self.depth += 1;
            }};
        }
        macro_rules! ret {
            () => {
                match self.depth.checked_sub(1) {
                    None => {
                        pc = start;
                        exit!(Exit::Done)
                    }
                    Some(depth) => {
                        self.depth = depth;
                        let (page, offset) = self.stack[depth];
                        far!(page, offset)
                    }
                }
            };
        }
        macro_rules! shell {
            ($number:expr) => {{
                let number = $number;
                let Some(&call) = ShellCall::ALL.get(usize::from(number)) else {
                    trap!(Trap::ShellCall(number))
                };
                let io = core::array::from_fn(|slot| memory.v16(2 * slot as u8));
                match shell.call(call, io, &cartridge, memory) {
                    Some(value) => {
                        a = value;
                        if call == ShellCall::Part {
                            self.bring_in(io[0], memory);
                            // What has put itself out cannot go on.
                            if let Err(trap) = self.code_page(self.page) {
                                trap!(trap)
                            }
                        }
                    }
                    None => {
                        pc = start;
                        left += 1;
                        exit!(Exit::Waiting(call))
                    }
                }
            }};
        }
        macro_rules! put {
            () => {
                |character: u8| put!(ShellCall::Char, character)
            };
            ($call:expr, $argument:expr) => {{
                memory.set_v16(0, u16::from($argument));
                let io = core::array::from_fn(|slot| memory.v16(2 * slot as u8));
                shell.call($call, io, &cartridge, memory);
            }};
        }
        macro_rules! string {
            () => {
                |byte: u8| {
                    let (call, argument) = print::call_of(byte);
                    put!(call, argument)
                }
            };
        }
        loop {
            if left == 0 {
                exit!(Exit::Fuel);
            }
            left -= 1;
            start = pc;
            let number = byte!();
            let Some(op) = primary(number) else {
                trap!(Trap::Illegal(number))
            };
            match op {
                Primary::Trap => {
                    let n = byte!();
                    trap!(Trap::Program(n))
                }
                Primary::Jmp => pc = code[usize::from(pc)],
                Primary::Fjmp => {
                    let page = byte!();
                    far!(page, byte!())
                }
                Primary::Npage => far!(self.page.wrapping_add(1), 0),
                Primary::Call => call!(),
                Primary::Call8 => {
                    a = u16::from(v8!());
                    call!()
                }
                Primary::Calli => {
                    a = u16::from(byte!());
                    call!()
                }
                Primary::Call16 => {
                    a = v16!();
                    call!()
                }
                Primary::Ret => ret!(),
                Primary::Reti => {
                    a = u16::from(byte!());
                    ret!()
                }
                Primary::Shell => shell!(byte!()),
                Primary::Shella => {
                    memory.set_v16(0, a);
                    shell!(byte!())
                }
                Primary::Shelli => {
                    let call = byte!();
                    memory.set_v16(0, u16::from(byte!()));
                    shell!(call)
                }
                Primary::Shell2 => {
                    let call = byte!();
                    memory.set_v16(0, u16::from(byte!()));
                    memory.set_v16(2, u16::from(byte!()));
                    shell!(call)
                }
                Primary::Swd => {
                    let n = u16::from(byte!());
                    let count = byte!();
                    let index = a.wrapping_sub(n);
                    if index < u16::from(count) {
                        pc = code[usize::from(pc.wrapping_add(index as u8))];
                    } else {
                        pc = pc.wrapping_add(count);
                    }
                }
                Primary::Ldi8 => a = u16::from(byte!()),
                Primary::Ldi16 => a = word!(),
                Primary::Ld8 => a = u16::from(v8!()),
                Primary::Ld16 => a = v16!(),
                Primary::St8 => memory.set_v8(byte!(), a as u8),
                Primary::St16 => memory.set_v16(byte!(), a),
                Primary::Ldu => u = v8!(),
                Primary::St8u => {
                    u = a as u8;
                    memory.set_v8(byte!(), u)
                }
                Primary::Tua => a = u16::from(u),
                Primary::Ldf => a = u16::from(field!()),
                Primary::Stf => memory.set_byte(byte!(), u, a as u8),
                Primary::Ldfw => a = memory.word(byte!(), u),
                Primary::Stfw => memory.set_word(byte!(), u, a),
                Primary::Lx => {
                    let page = byte!();
                    a = u16::from(memory.byte(page, v8!()))
                }
                Primary::Sx => {
                    let page = byte!();
                    let index = v8!();
                    memory.set_byte(page, index, a as u8)
                }
                Primary::Lxw => {
                    let page = byte!();
                    a = memory.word(page, v8!())
                }
                Primary::Sxw => {
                    let page = byte!();
                    let index = v8!();
                    memory.set_word(page, index, a)
                }
                Primary::Ll => {
                    let layer = byte!();
                    a = u16::from(memory.hex(layer, v16!()))
                }
                Primary::Sl => {
                    let layer = byte!();
                    let hex = v16!();
                    memory.set_hex(layer, hex, a as u8)
                }
                Primary::Lla => a = u16::from(memory.hex(byte!(), a)),
                Primary::Llf => {
                    let layer = byte!();
                    a = u16::from(memory.hex(layer, memory.word(byte!(), u)))
                }
                Primary::Lt => {
                    let page = byte!();
                    a = u16::from(memory.byte(page, byte!().wrapping_add(a as u8)))
                }
                Primary::Lt8 => {
                    let index = v8!();
                    let page = byte!();
                    a = u16::from(memory.byte(page, byte!().wrapping_add(index)))
                }
                Primary::Ltw => {
                    let page = byte!();
                    a = memory.word(page, byte!().wrapping_add(a as u8))
                }
                Primary::Ltw8 => {
                    let index = v8!();
                    let page = byte!();
                    a = memory.word(page, byte!().wrapping_add(index))
                }
                Primary::Lt2 => {
                    let page = byte!();
                    let offset = byte!();
                    let row = (a as u8).wrapping_mul(byte!());
                    a = u16::from(memory.byte(page, offset.wrapping_add(row).wrapping_add(v8!())))
                }
                Primary::Addi8 => a = a.wrapping_add(u16::from(byte!())),
                Primary::Addi16 => a = a.wrapping_add(word!()),
                Primary::Add8 => a = a.wrapping_add(u16::from(v8!())),
                Primary::Add16 => a = a.wrapping_add(v16!()),
                Primary::Addf => a = a.wrapping_add(u16::from(field!())),
                Primary::Subi8 => a = a.wrapping_sub(u16::from(byte!())),
                Primary::Sub8 => a = a.wrapping_sub(u16::from(v8!())),
                Primary::Sub16 => a = a.wrapping_sub(v16!()),
                Primary::Subf => a = a.wrapping_sub(u16::from(field!())),
                Primary::Andi8 => a &= u16::from(byte!()),
                Primary::Shl => a <<= byte!() & 15,
                Primary::Shr => a >>= byte!() & 15,
                Primary::Muli8 => a = a.wrapping_mul(u16::from(byte!())),
                Primary::Mul8 => a = a.wrapping_mul(u16::from(v8!())),
                Primary::Divi8 => a = arith::divide(a, u16::from(byte!())),
                Primary::Div8 => a = arith::divide(a, u16::from(v8!())),
                Primary::Mini8 => a = a.min(u16::from(byte!())),
                Primary::Mini16 => a = a.min(word!()),
                Primary::Maxi8 => a = a.max(u16::from(byte!())),
                Primary::Sat8 => a = arith::saturate(a, u16::from(byte!())),
                Primary::Rnd => {
                    let n = byte!();
                    a = shell.roll(random::sides(n), random::draw(memory, n))
                }
                Primary::Hexn => {
                    let hex = v16!();
                    a = cartridge.grid.neighbour(hex, v8!())
                }
                Primary::Mov8 => {
                    let d = byte!();
                    let value = v8!();
                    memory.set_v8(d, value)
                }
                Primary::Mov16 => {
                    let d = byte!();
                    let value = v16!();
                    memory.set_v16(d, value)
                }
                Primary::Movz => {
                    let d = byte!();
                    let value = v8!();
                    memory.set_v16(d, u16::from(value))
                }
                Primary::Set8 => {
                    let d = byte!();
                    memory.set_v8(d, byte!())
                }
                Primary::Set16 => {
                    let d = byte!();
                    memory.set_v16(d, word!())
                }
                Primary::Addi8v => {
                    let sum = v8!().wrapping_add(byte!());
                    memory.set_v8(byte!(), sum)
                }
                Primary::Addi16v => {
                    let sum = v16!().wrapping_add(u16::from(byte!()));
                    memory.set_v16(byte!(), sum)
                }
                Primary::Add8v => {
                    let sum = v8!().wrapping_add(v8!());
                    memory.set_v8(byte!(), sum)
                }
                Primary::Add16v => {
                    let sum = v16!().wrapping_add(v16!());
                    memory.set_v16(byte!(), sum)
                }
                Primary::Inc8 => {
                    let d = byte!();
                    memory.set_v8(d, memory.v8(d).wrapping_add(1))
                }
                Primary::Dec8 => {
                    let d = byte!();
                    memory.set_v8(d, memory.v8(d).wrapping_sub(1))
                }
                Primary::Inc16 => {
                    let d = byte!();
                    memory.set_v16(d, memory.v16(d).wrapping_add(1))
                }
                Primary::Lxv => {
                    let page = byte!();
                    let value = memory.byte(page, v8!());
                    memory.set_v8(byte!(), value)
                }
                Primary::Lxwv => {
                    let page = byte!();
                    let value = memory.word(page, v8!());
                    memory.set_v16(byte!(), value)
                }
                Primary::Movf => {
                    let value = field!();
                    memory.set_v8(byte!(), value)
                }
                Primary::Movfw => {
                    let value = memory.word(byte!(), u);
                    memory.set_v16(byte!(), value)
                }
                Primary::Setf => {
                    let page = byte!();
                    memory.set_byte(page, u, byte!())
                }
                Primary::Stfv => {
                    let page = byte!();
                    let value = v8!();
                    memory.set_byte(page, u, value)
                }
                Primary::Addsf => {
                    let page = byte!();
                    let sum = u32::from(memory.byte(page, u)) + u32::from(a);
                    memory.set_byte(page, u, sum.min(u32::from(byte!())) as u8)
                }
                Primary::Subsf => {
                    let page = byte!();
                    memory.set_byte(
                        page,
                        u,
                        u16::from(memory.byte(page, u)).saturating_sub(a) as u8,
                    )
                }
                Primary::Jz => branch!(a == 0),
                Primary::Jnz => branch!(a != 0),
                Primary::Jnone => branch!(a == NO_HEX),
                Primary::Jsome => branch!(a != NO_HEX),
                Primary::Jeqi => branch!(a == u16::from(byte!())),
                Primary::Jnei => branch!(a != u16::from(byte!())),
                Primary::Jlti => branch!(a < u16::from(byte!())),
                Primary::Jgei => branch!(a >= u16::from(byte!())),
                Primary::Jeq8 => branch!(a == u16::from(v8!())),
                Primary::Jne8 => branch!(a != u16::from(v8!())),
                Primary::Jeq16 => branch!(a == v16!()),
                Primary::Jne16 => branch!(a != v16!()),
                Primary::Jlt16 => branch!(a < v16!()),
                Primary::Jge16 => branch!(a >= v16!()),
                Primary::Jveqi => branch!(v8!() == byte!()),
                Primary::Jvnei => branch!(v8!() != byte!()),
                Primary::Jvlti => branch!(v8!() < byte!()),
                Primary::Jvgei => branch!(v8!() >= byte!()),
                Primary::Jveq => branch!(v8!() == v8!()),
                Primary::Jvne => branch!(v8!() != v8!()),
                Primary::Jvlt => branch!(v8!() < v8!()),
                Primary::Jvge => branch!(v8!() >= v8!()),
                Primary::Jweq => branch!(v16!() == v16!()),
                Primary::Jwne => branch!(v16!() != v16!()),
                Primary::Jwlt => branch!(v16!() < v16!()),
                Primary::Jwge => branch!(v16!() >= v16!()),
                Primary::Jfeqi => branch!(field!() == byte!()),
                Primary::Jfnei => branch!(field!() != byte!()),
                Primary::Jflti => branch!(field!() < byte!()),
                Primary::Jfgei => branch!(field!() >= byte!()),
                Primary::Jfeq => branch!(field!() == v8!()),
                Primary::Jfne => branch!(field!() != v8!()),
                Primary::Jfweq => branch!(memory.word(byte!(), u) == v16!()),
                Primary::Jfwne => branch!(memory.word(byte!(), u) != v16!()),
                Primary::Jref => branch!(memory.v8(V_REFUSED) != 0),
                Primary::Jside | Primary::Jnside => {
                    let layer = byte!();
                    let sides = memory.hex(layer, v16!());
                    let bit = SIDE_BITS[usize::from(v8!() & 7)];
                    branch!((sides & bit != 0) == (op == Primary::Jside))
                }
                Primary::Forv | Primary::Foru => {
                    let v = byte!();
                    let last = byte!();
                    let value = memory.v8(v);
                    if value != last {
                        memory.set_v8(v, value.wrapping_add(1));
                        if op == Primary::Foru {
                            u = value.wrapping_add(1);
                        }
                    }
                    branch!(value != last)
                }
                Primary::Forlist => {
                    let v = byte!();
                    u = memory.byte(byte!(), memory.v8(v));
                    memory.set_v8(v, u);
                    branch!(u != NO_RECORD)
                }
                Primary::Fornext => {
                    let v = byte!();
                    let n = byte!();
                    let page = byte!();
                    let wanted = v8!();
                    let from = memory.v8(v).wrapping_add(1);
                    let found = (from..n).find(|&i| memory.byte(page, i) == wanted);
                    memory.set_v8(v, found.unwrap_or(n));
                    u = found.unwrap_or(u);
                    branch!(found.is_some())
                }
                Primary::Print => {
                    let position = word!();
                    if let Err(trap) = self.text_page(position) {
                        trap!(trap)
                    }
                    charge!(print::string(&cartridge, position, string!()))
                }
                Primary::Printn => print::number(a, 0, put!()),
                Primary::Printc => {
                    let character = byte!();
                    put!(ShellCall::Char, character)
                }
                Primary::Nat => {
                    start = pc;
                    let number = byte!();
                    let Some(native) = native(number) else {
                        trap!(Trap::Illegal(number))
                    };
                    let mut state = natives::State {
                        a,
                        u,
                        pc,
                        code,
                        memory,
                        cartridge: &cartridge,
                        cost: 0,
                    };
                    let output = natives::execute(native, &mut state);
                    (a, u, pc) = (state.a, state.u, state.pc);
                    charge!(state.cost);
                    match output {
                        natives::Output::Nothing => {}
                        natives::Output::Roll { n, drawn } => a = shell.roll(n, drawn),
                        natives::Output::String(position) => {
                            if let Err(trap) = self.text_page(position) {
                                trap!(trap)
                            }
                            charge!(print::string(&cartridge, position, string!()))
                        }
                        natives::Output::Number { value, width } => {
                            print::number(value, width, put!());
                            charge!(u64::from(width))
                        }
                        natives::Output::Signed(value) => print::signed(value, put!()),
                        natives::Output::Character(character) => put!(ShellCall::Char, character),
                    }
                }
            }
        }
    }
}

/// The code page a native takes its operands from.
pub(crate) type Code = Page;
