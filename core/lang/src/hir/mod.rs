//! The program after checking: every name is an index, every expression has a type.

mod flood;

use crate::ast::{BinOp, Choice, CmpOp, Life, Page, QuantKind, RuleDecl, RuleSet};
use crate::source::Span;
use crate::types::Ty;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use hexfront_isa::ShellCall;
use hexfront_isa::cartridge::Grid;

pub(crate) use flood::{FLOOD_KINDS, Flood, FloodRow, FloodZones};

#[derive(Clone, Debug)]
pub(crate) struct EnumInfo {
    pub name: String,
    /// Name and how it prints.
    pub members: Vec<(String, String)>,
}

#[derive(Clone, Debug)]
pub(crate) struct FieldInfo {
    pub name: String,
    pub span: Span,
    pub life: Life,
    pub ty: Ty,
    /// Stored value of each record: byte, word, or index of a text.
    pub init: Vec<i32>,
    pub used: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct RecordInfo {
    pub name: String,
    pub span: Span,
    pub count: usize,
    pub ids: Vec<String>,
    pub fields: Vec<FieldInfo>,
    /// Index of the `stacked` field.
    pub stacked: Option<usize>,
}

/// Most records of a kind whose numbers are bytes: 255 means none, and loops count one past the last.
pub(crate) const SHORT_RECORDS: usize = 254;

impl RecordInfo {
    /// Whether the numbers of its records are words.
    pub fn long(&self) -> bool {
        self.count > SHORT_RECORDS
    }
}

/// A scalar.
#[derive(Clone, Debug)]
pub(crate) struct VarInfo {
    pub name: String,
    pub span: Span,
    pub life: Life,
    pub ty: Ty,
    pub init: i32,
    pub used: bool,
    /// Declared for the simulation, so that its host may set it.
    pub setting: bool,
}

/// A table (constant) or an array.
#[derive(Clone, Debug)]
pub(crate) struct ArrayInfo {
    pub name: String,
    pub span: Span,
    pub life: Life,
    /// First index and number of indices of each dimension, with its type.
    pub index: Vec<(i32, i32, Ty)>,
    pub ty: Ty,
    /// Stored values, last index fastest.
    pub init: Vec<i32>,
    pub rule: RuleSet,
    pub used: bool,
}

/// A value for each hex, or six bits for its sides.
#[derive(Clone, Debug)]
pub(crate) struct LayerInfo {
    pub name: String,
    pub span: Span,
    pub life: Life,
    /// `None`: a set of hexsides.
    pub ty: Option<Ty>,
    /// A byte a hex, whatever lies in memory.
    pub init: Vec<u8>,
    pub packed: Option<Packing>,
    /// Where it lies if it shares its bytes.
    pub within: Option<Within>,
    /// The part that it comes and goes with.
    pub part: u8,
    pub used: bool,
}

/// Bits of the bytes of another layer, which nobody names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Within {
    pub layer: usize,
    /// The lowest of them.
    pub shift: u8,
    /// As many, from bit 0 on.
    pub mask: u8,
}

impl Within {
    /// Its bits, where they are.
    pub fn bits(self) -> u8 {
        self.mask << self.shift
    }
}

/// How many hexes a byte of a packed layer holds: 2 to the power of 1 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packing(u8);

impl Packing {
    /// The tightest one for numbers up to `most`, if there is one.
    pub fn of(most: i32) -> Option<Packing> {
        match most {
            ..=1 => Some(Packing(3)),
            2..=3 => Some(Packing(2)),
            4..=15 => Some(Packing(1)),
            _ => None,
        }
    }

    /// The power, which the instructions take.
    pub fn power(self) -> u8 {
        self.0
    }

    /// A byte of hexes that all hold the same.
    pub fn all(self, value: u8) -> u8 {
        let bits = 8 >> self.0;
        let value = value & ((1 << bits) - 1);
        let hexes = (0..8).step_by(bits);
        hexes.fold(0, |byte, below| byte | value << below)
    }

    /// The bytes of hexes.
    pub fn pack(self, hexes: &[u8]) -> Vec<u8> {
        let bits = 8 >> self.0;
        let byte = |group: &[u8]| {
            let each = group.iter().enumerate();
            each.fold(0, |byte, (n, value)| byte | value << (n * bits))
        };
        hexes.chunks(1 << self.0).map(byte).collect()
    }
}

#[derive(Clone, Debug)]
pub(crate) struct LocalInfo {
    pub name: String,
    pub span: Span,
    pub ty: Ty,
    pub used: bool,
}

pub(crate) type LocalId = usize;

/// A case of a `match`: first and last value.
pub(crate) type Case = (i32, i32);

/// The cases of an arm and what it holds. No cases: all that is left.
pub(crate) type Arm<T> = (Vec<Case>, T);

#[derive(Clone, Debug)]
pub(crate) enum Place {
    Local(LocalId),
    Var(usize),
    Field(usize, usize, Box<Expr>),
    Array(usize, Vec<Expr>),
    Layer(usize, Box<Expr>),
    Side(usize, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Debug)]
pub(crate) enum Domain {
    Records {
        rec: usize,
        at: Option<Box<Expr>>,
    },
    Hexes,
    Neighbours {
        of: Box<Expr>,
        towards: Option<LocalId>,
    },
    /// Members of an enum, or a range.
    Range {
        lo: i32,
        hi: i32,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub domain: Domain,
    pub local: LocalId,
    pub filter: Option<Box<Expr>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub ty: Ty,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Const(i32),
    /// Index into [`Program::texts`].
    Text(usize),
    Load(Place),
    Neg(Box<Expr>),
    Not(Box<Expr>),
    Bin(BinOp, Box<Expr>, Box<Expr>),
    Cmp(CmpOp, Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    IfElse(Box<Expr>, Box<Expr>, Box<Expr>),
    Match(Box<Expr>, Vec<Arm<Expr>>),
    Quant(QuantKind, Option<Box<Expr>>, Loop),
    Call(usize, Vec<Expr>),
    Try(Box<Expr>),
    Builtin(Builtin, Vec<Expr>),
}

/// What is built in; names and signatures stand in `check::builtins`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    Min,
    Max,
    Hex,
    Column,
    Row,
    Neighbour,
    Distance,
    DirectionTo,
    Opposite,
    Random,
    Chance,
    /// A value of one type read as another.
    Cast,
    Seed,
    /// Shell call with up to four words.
    Shell(ShellCall),
    PrintChar,
    PrintText,
    Place,
}

#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Lit(usize),
    /// Value and width; negative is left-aligned, 0 free.
    Value(Expr, i32),
    Ink(u8),
    NewLine,
}

#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum StmtKind {
    Store(Place, Ty, Expr),
    Add(Place, Ty, Expr),
    Sub(Place, Ty, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    Match(Expr, Vec<Arm<Vec<Stmt>>>, Vec<Stmt>),
    ForEach(Loop, Vec<Stmt>),
    ForTo(LocalId, Expr, Expr, Vec<Stmt>),
    /// Counter, times, body.
    Repeat(LocalId, Expr, Vec<Stmt>),
    While(LocalId, Expr, Expr, Vec<Stmt>),
    Stop,
    Return(Option<Expr>),
    /// What to write into the message line.
    Refuse(Vec<Piece>),
    Leave,
    Call(Expr),
    Rule(RuleSet, Vec<Stmt>),
    Print(Vec<Piece>),
    Note(Vec<Piece>),
    /// A part comes into memory.
    BringIn(u8),
    Flood(Box<Flood>),
    /// Layer, bits, middle.
    Mark(usize, u8, Expr),
    FillLayer(usize, Expr),
    FillArray(usize, Expr),
    Screen(Box<Screen>),
    /// Numbers of expectations and their conditions; the first that is not so fails.
    Expect(Vec<(usize, Expr)>),
    /// Number, call, and the step that compares the message.
    ExpectRefused(usize, Expr, Option<usize>),
    /// A step for the host, by number.
    Host(usize),
    /// A step that hands over up to two indices and a value.
    Result(usize, Vec<Expr>, Expr),
    /// A step that takes what was printed as the reason of a failure.
    Fail(usize, Vec<Piece>),
    /// A step that takes what was printed as a line of the trace.
    Trace(usize, Vec<Piece>),
    Because(Because),
}

#[derive(Clone, Debug)]
pub(crate) struct Key {
    pub choice: Choice,
    pub keys: Vec<(u16, u16)>,
    pub shown: usize,
    pub label: Option<Vec<Piece>>,
    /// What is bound to the key or choice; whether the keys are digits, bound as numbers.
    pub bind: Option<(LocalId, bool)>,
    pub when: Option<Expr>,
    /// Whether the menu marks it, and whether it is the first of a group there.
    pub marked: Option<Expr>,
    pub group: bool,
    pub body: Vec<Stmt>,
    pub rule: RuleSet,
    pub span: Span,
}

/// Window of a screen's hint: the message line, while nothing stands there.
pub(crate) const HINT: u8 = 7;

#[derive(Clone, Debug)]
pub(crate) struct Screen {
    pub page: Page,
    pub cursor: Option<Expr>,
    pub top_side: Option<Expr>,
    pub enter: Vec<Stmt>,
    pub draw: Vec<Stmt>,
    /// Shell window and what it shows.
    pub windows: Vec<(u8, Vec<Stmt>)>,
    pub keys: Vec<Key>,
    pub key_local: LocalId,
    /// The title of the pull-down menu.
    pub menu: usize,
    pub choices: Option<Choices>,
}

/// What a screen that is worked by choosing needs beside its keys.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    /// The word that `event` answered.
    pub event: LocalId,
    /// The unit, if it is one, and the hex.
    pub unit: LocalId,
    pub hex: LocalId,
    /// The record that stands on the map, and the field that says where.
    pub stacked: Option<(usize, usize)>,
    /// What the selecting keys choose: the unit that lies on top of the cursor, if any, else the cursor's hex.
    pub at_cursor: Option<(Option<Expr>, Expr)>,
    /// Digits choose items.
    pub items: bool,
    /// Cursor keys choose and change settings.
    pub settings: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProcKind {
    To,
    Define,
    Screen,
    Test,
}

#[derive(Clone, Debug)]
pub(crate) struct Proc {
    pub name: String,
    pub span: Span,
    pub kind: ProcKind,
    /// The part that the source says; without it goes where it is used.
    pub part: Option<u8>,
    pub prelude: bool,
    pub rule: RuleSet,
    /// The first locals are the parameters.
    pub params: usize,
    pub locals: Vec<LocalInfo>,
    pub result: Ty,
    pub body: Vec<Stmt>,
    pub calls: Vec<usize>,
    /// May end in a refusal.
    pub refuses: bool,
    /// It, or what it calls, `try`s something.
    pub tries: bool,
}

/// A reason.
#[derive(Clone, Debug)]
pub(crate) struct Because {
    /// Number of its [`HostStep`].
    pub step: usize,
    /// The record or hex that it is of.
    pub subject: Option<Expr>,
    pub pieces: Vec<Piece>,
    /// It is told then only.
    pub when: Option<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) enum HostStep {
    Rolls(Vec<i32>),
    Press(Vec<u16>),
    Printed(bool, String),
    /// Text that the last refusal must hold.
    Refused(String),
    /// Up to two indices and a value for the result of this number, in [`Program::results`].
    Result {
        number: usize,
        index: Vec<Ty>,
        ty: Ty,
    },
    /// What was printed since the last mark says what is wrong.
    Fail,
    /// What was printed since the trace began is a line of it.
    Trace,
    /// The same is a reason, of what the last slot holds, by these rules.
    Because {
        subject: Option<Ty>,
        rules: Vec<String>,
    },
}

/// What a test, or the simulation, expects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expectation {
    pub span: Span,
    /// What a failure says before the values.
    pub why: String,
    /// What is handed over where it fails, in this order, and how that is called: of a comparison its two sides, then
    /// locals.
    pub sides: Vec<(String, Ty)>,
    pub locals: Vec<(String, Ty, LocalId)>,
}

/// What a simulation may report.
#[derive(Clone, Debug)]
pub(crate) struct ResultInfo {
    pub name: String,
    pub span: Span,
    /// Types of up to two indices.
    pub index: Vec<Ty>,
    pub ty: Ty,
}

#[derive(Clone, Debug)]
pub(crate) struct Test {
    pub ids: Vec<String>,
    pub title: String,
    pub span: Span,
    pub proc: usize,
}

/// A part of the game.
#[derive(Clone, Debug)]
pub(crate) struct PartInfo {
    pub name: String,
    pub span: Span,
    pub at_start: bool,
    /// The part itself and those it lies within, a bit each.
    pub with: u16,
    /// Parts that are absent once it is in.
    pub out: u16,
}

/// What plays a role of the view.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Viewed {
    /// A layer or hexside set.
    Layer(usize),
    /// Record and field.
    Field(usize, usize),
    Var(usize),
    Array(usize),
}

impl Program {
    /// The enum whose values play a role, if it is one.
    pub fn enum_of(&self, viewed: Viewed) -> Option<usize> {
        let ty = match viewed {
            Viewed::Layer(l) => self.layers[l].ty?,
            Viewed::Field(r, f) => self.records[r].fields[f].ty,
            Viewed::Var(v) => self.vars[v].ty,
            Viewed::Array(a) => self.arrays[a].ty,
        };
        match ty {
            Ty::Enum(e) => Some(e),
            _ => None,
        }
    }
}

/// The whole game, checked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub title: String,
    pub id: String,
    pub version: u16,
    pub grid: Grid,
    pub enums: Vec<EnumInfo>,
    pub records: Vec<RecordInfo>,
    pub vars: Vec<VarInfo>,
    pub arrays: Vec<ArrayInfo>,
    pub layers: Vec<LayerInfo>,
    pub procs: Vec<Proc>,
    pub texts: Vec<String>,
    pub view: Vec<(String, Viewed, Span)>,
    /// What values of enums are drawn as, where that is another name than theirs.
    pub draws: Vec<(String, String)>,
    /// Sounds of the game's own that are called, in the order of their numbers.
    pub sounds: Vec<String>,
    /// What is heard for sounds of the game's own on a machine that has none of their names.
    pub sounds_like: Vec<(String, String)>,
    /// The same of inks.
    pub inks: Vec<String>,
    pub inks_like: Vec<(String, String)>,
    /// The game is made for a pointer, so that all screens give their menus to machines that have one.
    pub pointer: bool,
    /// Two play the game by telephone, too: what is saved can be transmitted, and received.
    pub telephone: bool,
    /// What changes on the map is drawn anew by itself.
    pub redraws: bool,
    /// The machine that the game names as the one to be played on.
    pub machine: Option<String>,
    pub rules: Vec<RuleDecl>,
    /// Reasons are told (`because`).
    pub explains: bool,
    pub rule_sets: Vec<Vec<String>>,
    /// The parts; the first is always in memory.
    pub parts: Vec<PartInfo>,
    pub tests: Vec<Test>,
    /// Expectations in tests, by number, and host steps by number.
    pub expects: Vec<Expectation>,
    pub steps: Vec<(HostStep, Span)>,
    /// What a simulation reports, in the order of the sources.
    pub results: Vec<ResultInfo>,
    /// Where the program begins: `main`, or `simulate`.
    pub main: Option<usize>,
}
