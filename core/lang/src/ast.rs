//! The source as a tree, before names mean anything.

use crate::library::Use;
use crate::source::Span;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use hexfront_isa::contract::page;

/// A name and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub text: String,
    pub span: Span,
}

/// Rule ids a thing is attributed to: an index into [`Ast::rule_sets`]; 0 is none.
pub(crate) type RuleSet = u16;

/// `rule IDS "title"` with its texts.
#[derive(Clone, Debug)]
pub(crate) struct RuleDecl {
    pub ids: Vec<Name>,
    pub title: Option<String>,
    pub text: Vec<String>,
}

/// How long a thing lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    Const,
    State,
    Scratch,
}

/// A type as written.
#[derive(Clone, Debug)]
pub(crate) struct TypeExpr {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "types are few, and built once")]
pub(crate) enum TypeKind {
    Range(Expr, Expr, Option<Expr>),
    Named(String),
}

#[derive(Clone, Debug)]
pub(crate) struct VarDecl {
    pub life: Life,
    pub name: Name,
    pub index: Vec<TypeExpr>,
    pub ty: TypeExpr,
    pub init: Option<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) struct FieldDecl {
    pub life: Life,
    pub name: Name,
    pub ty: TypeExpr,
    pub stacked: bool,
    pub rule: RuleSet,
}

/// A cell or label of a table written in place.
#[derive(Clone, Debug)]
pub(crate) enum Cell {
    Int(i32, Span),
    Word(Name),
    Text(TextLit),
}

impl Cell {
    pub fn span(&self) -> Span {
        match self {
            Cell::Int(_, span) => *span,
            Cell::Word(name) => name.span,
            Cell::Text(text) => text.span,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum TableBody {
    /// `= 1, 2, 3`
    List(Vec<Expr>),
    /// Lines of cells.
    Rows(Vec<Vec<Cell>>),
    /// `from "x.csv"`
    File(Name),
}

#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub name: Name,
    pub ty: TypeExpr,
}

#[derive(Clone, Debug)]
pub(crate) struct ProcDecl {
    pub name: Name,
    /// `define`: gives a value.
    pub defines: bool,
    pub params: Vec<Param>,
    pub result: Option<TypeExpr>,
    pub body: ProcBody,
    /// `part NAME` above it.
    pub part: Option<Name>,
    pub prelude: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum ProcBody {
    Expr(Expr),
    Block(Vec<Stmt>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    Map,
    Text,
    Title,
    /// The half-scale map, and the whole map.
    Half,
    Whole,
    /// The picture of the end, with text.
    Closing,
    /// A question over what is shown.
    Requester,
}

impl Page {
    /// The shell's number.
    pub(crate) fn number(self) -> i32 {
        let number = match self {
            Page::Map => page::MAP,
            Page::Text => page::TEXT,
            Page::Title => page::TITLE,
            Page::Half => page::HALF,
            Page::Whole => page::WHOLE,
            Page::Closing => page::CLOSING,
            Page::Requester => page::REQUESTER,
        };
        i32::from(number)
    }

    /// Whether it is for machines that are worked with a pointer.
    pub(crate) fn wants_pointer(self) -> bool {
        self.number() > 2
    }
}

/// What a block of a screen answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Key,
    /// A unit, a hex or an item of a list was chosen.
    Unit,
    Hex,
    Item,
    /// The setting of this row was changed.
    Setting(u8),
}

/// `setting "LABEL" place from low to high by step "shown"`, `setting "LABEL" place gives "A" or "B" "unit"`
#[derive(Clone, Debug)]
pub(crate) struct SettingDecl {
    pub label: TextLit,
    /// What is set.
    pub place: Expr,
    /// Low, high and step of a number.
    pub range: Option<(Expr, Expr, Option<Expr>)>,
    /// Names of the positions of a choice; of a flag's first `yes`, then `no`.
    pub names: Vec<TextLit>,
    /// How the value is shown; of a choice: what stands behind it.
    pub shown: Option<TextLit>,
    /// The first of a group.
    pub group: bool,
    pub span: Span,
    pub rule: RuleSet,
}

#[derive(Clone, Debug)]
pub(crate) struct KeyDecl {
    pub choice: Choice,
    /// Ranges of key codes, both ends included; of keys only.
    pub keys: Vec<(u16, u16)>,
    /// How the menu shows the key: `G`, `1-6`.
    pub shown: String,
    pub bind: Option<Name>,
    pub label: Option<TextLit>,
    pub when: Option<Expr>,
    /// Whether the menu marks it.
    pub marked: Option<Expr>,
    /// The first of a group in the menu.
    pub group: bool,
    pub body: Vec<Stmt>,
    pub span: Span,
    pub rule: RuleSet,
}

#[derive(Clone, Debug)]
pub(crate) struct ScreenDecl {
    pub name: Name,
    pub params: Vec<Param>,
    pub page: Page,
    pub cursor: Option<Expr>,
    pub top_side: Option<Expr>,
    pub top: Vec<Stmt>,
    pub info: Vec<Stmt>,
    /// What stands in the message line while nothing else does.
    pub hint: Vec<Stmt>,
    pub panel: Vec<Stmt>,
    pub body: Vec<Stmt>,
    pub enter: Vec<Stmt>,
    pub draw: Vec<Stmt>,
    pub keys: Vec<KeyDecl>,
    /// Title of the pull-down menu.
    pub menu: Option<TextLit>,
    pub settings: Vec<SettingDecl>,
    /// How many units of the raster the strip shows.
    pub strip: Option<Expr>,
    /// `part NAME` above it.
    pub part: Option<Name>,
}

impl ScreenDecl {
    /// Whether it says something that machines with a pointer alone show, or is worked by choosing.
    pub(crate) fn wants_pointer(&self) -> bool {
        self.page.wants_pointer()
            || self.menu.is_some()
            || self.strip.is_some()
            || !self.settings.is_empty()
            || self.keys.iter().any(|key| key.choice != Choice::Key)
    }
}

/// One thing that a test presses.
#[derive(Clone, Debug)]
pub(crate) enum Press {
    Key(u16),
    /// A counter: record type and id.
    Unit(Name, Name),
    Hex(i32, i32, Span),
    Item(i32),
    /// Row of a setting, counted from 1, and its position, counted from 0.
    Setting(i32, i32),
}

#[derive(Clone, Debug)]
pub(crate) struct TestDecl {
    pub ids: Vec<Name>,
    pub title: String,
    pub body: Vec<Stmt>,
    pub span: Span,
}

/// A declaration and the rules it is attributed to.
#[derive(Clone, Debug)]
pub(crate) struct Decl {
    pub item: Item,
    pub rule: RuleSet,
}

/// The view: what the machine draws from.
#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    /// Role, and what it is bound to: a name, or record and field.
    pub roles: Vec<(Name, Name, Option<Name>)>,
    /// `draw NAME as OTHER`: a value of an enum, and the name of the drawing.
    pub draws: Vec<(Name, Name)>,
    /// `sound NAME as OTHER`: a sound of the game's own, and what is heard where a machine has none of that name.
    pub sounds: Vec<(Name, Name)>,
    /// `ink NAME as OTHER`: the same of an ink.
    pub inks: Vec<(Name, Name)>,
}

#[derive(Clone, Debug)]
pub(crate) enum Item {
    Game {
        title: String,
        id: Option<Name>,
        version: u16,
        pointer: bool,
        telephone: bool,
        /// `redraw by hand`
        by_hand: bool,
        /// `machine NAME`: where it is played when no machine is named.
        machine: Option<Name>,
        span: Span,
    },
    Map(Name),
    Const {
        name: Name,
        value: Expr,
    },
    Enum {
        name: Name,
        members: Vec<(Name, Option<TextLit>)>,
    },
    Var(VarDecl),
    Record {
        name: Name,
        count: Option<Expr>,
        from: Option<Name>,
        fields: Vec<FieldDecl>,
    },
    Layer {
        life: Life,
        name: Name,
        ty: TypeExpr,
        /// `packed`: several hexes a byte.
        packed: Option<Span>,
        /// `from map`: the names of the sections.
        from: Vec<Name>,
        /// `in part NAME`.
        part: Option<Name>,
    },
    Hexside {
        life: Life,
        name: Name,
        from: Option<Name>,
    },
    Table {
        name: Name,
        index: Vec<TypeExpr>,
        ty: TypeExpr,
        body: TableBody,
    },
    View(View),
    Proc(ProcDecl),
    Screen(ScreenDecl),
    Test(TestDecl),
}

impl Item {
    /// The name that it declares for the whole game.
    pub(crate) fn name(&self) -> Option<&Name> {
        match self {
            Item::Const { name, .. }
            | Item::Enum { name, .. }
            | Item::Record { name, .. }
            | Item::Layer { name, .. }
            | Item::Hexside { name, .. }
            | Item::Table { name, .. } => Some(name),
            Item::Var(var) => Some(&var.name),
            Item::Proc(proc) => Some(&proc.name),
            Item::Screen(screen) => Some(&screen.name),
            Item::Game { .. } | Item::Map(_) | Item::View(_) | Item::Test(_) => None,
        }
    }
}

/// A text literal as written, with the place of its first character.
#[derive(Clone, Debug)]
pub(crate) struct TextLit {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CmpOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QuantKind {
    Any,
    Count,
    Sum,
    First,
}

/// What `for each` runs over.
#[derive(Clone, Debug)]
pub(crate) enum Domain {
    /// `unit u`, `unit u at h`, `hex h`, `side s`
    Members { of: Name, at: Option<Box<Expr>> },
    /// `neighbour n of h towards d`
    Neighbours {
        of: Box<Expr>,
        towards: Option<Name>,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub domain: Domain,
    pub name: Name,
    pub filter: Option<Box<Expr>>,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Int(i32),
    Yes,
    No,
    Nothing,
    Name(String),
    Text(TextLit),
    Field(Box<Expr>, Name),
    Index(Name, Vec<Expr>),
    Call(Name, Vec<Expr>),
    /// `unit A07`
    Member(Name, Name),
    Neg(Box<Expr>),
    Not(Box<Expr>),
    Bin(BinOp, Box<Expr>, Box<Expr>),
    Cmp(CmpOp, Box<Expr>, Box<Expr>),
    OneOf(Box<Expr>, Vec<Expr>),
    InRange(Box<Expr>, Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    IfElse(Box<Expr>, Box<Expr>, Box<Expr>),
    Quant(QuantKind, Option<Box<Expr>>, Loop),
    Chance(Box<Expr>),
    Try(Box<Expr>),
    Match(Box<Expr>, Vec<(Vec<ArmTest>, Expr)>),
}

#[derive(Clone, Debug)]
pub(crate) enum ArmTest {
    One(Expr),
    Range(Expr, Expr),
    Else,
}

/// What a step costs by kind of ground: a number, a table, or a row of one.
#[derive(Clone, Debug)]
pub(crate) struct FloodCost {
    /// Layer of the ground, or hexsides.
    pub layer: Option<Name>,
    pub cost: Option<Expr>,
}

/// `flood LAYER from … with … points` and its lines.
#[derive(Clone, Debug)]
pub(crate) struct FloodDecl {
    pub layer: Name,
    /// One hex; none: all hexes of the layer that are not 0.
    pub from: Option<Expr>,
    /// Movement points; none: what stands in each start hex.
    pub points: Option<Expr>,
    pub ground: Option<FloodCost>,
    pub roads: Option<FloodCost>,
    pub rivers: Option<FloodCost>,
    pub closed: Option<Name>,
    /// What a step costs more that leaves the waters of a hex of the ground.
    pub leaving: Option<FloodCost>,
    /// Sides, heights and cost of a step up.
    pub slopes: Option<(Name, Name, Expr)>,
    /// Layer, and its bits that count; none: all.
    pub barred: Option<(Name, Option<Expr>)>,
    pub zones: Option<FloodZones>,
    /// Layer, and its bits, of hexes that are never left.
    pub ends: Option<(Name, Option<Expr>)>,
}

/// The line `zones` of a flood.
#[derive(Clone, Debug)]
pub(crate) struct FloodZones {
    pub layer: Name,
    /// Cost to enter; none: nothing.
    pub enter: Option<Expr>,
    pub leave: Expr,
    /// A step from zone to zone ends the way.
    pub stop: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AssignOp {
    Set,
    Add,
    Sub,
}

#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "a game has some thousand statements"
)]
pub(crate) enum StmtKind {
    Let {
        name: Name,
        ty: Option<TypeExpr>,
        value: Expr,
    },
    Assign(AssignOp, Expr, Expr),
    If(Vec<(Expr, Vec<Stmt>)>, Vec<Stmt>),
    Match(Expr, Vec<(Vec<ArmTest>, Vec<Stmt>, Span)>),
    ForEach(Loop, Vec<Stmt>),
    ForTo(Name, Expr, Expr, Vec<Stmt>),
    Repeat(Expr, Vec<Stmt>),
    While(Expr, Expr, Vec<Stmt>),
    Stop,
    Return(Option<Expr>),
    Refuse(TextLit),
    Leave,
    Show(Name, Vec<Expr>),
    BringIn(Name),
    Call(Expr),
    Rule(RuleSet, Vec<Stmt>),
    Print {
        text: TextLit,
        newline: bool,
    },
    /// A value alone; made by the compiler.
    PrintValue(Expr),
    Note(TextLit),
    At(Expr, Expr),
    Flood(FloodDecl),
    /// Layer, middle, bits.
    Mark(Name, Expr, Option<Expr>),
    Clear(Name),
    Fill(Name, Expr),
    Expect(Expr),
    ExpectRefused(Expr, Option<TextLit>),
    /// Whether it must be there, and what.
    ExpectPrinted(bool, TextLit),
    Rolls(Vec<Expr>),
    Press(Vec<Press>),
    /// `result name[index] = value`
    Result {
        name: Name,
        index: Vec<Expr>,
        value: Expr,
    },
    Fail(TextLit),
    /// What the host is told on the way; nothing in the game that is shipped.
    Trace(TextLit),
    /// `because u "…" when …`: for whom, why, and when it is told.
    Because(Option<Expr>, TextLit, Option<Expr>),
}

/// A part of the game.
#[derive(Clone, Debug)]
pub(crate) struct PartDecl {
    pub name: Name,
    /// The part it lies within, by number.
    pub within: Option<usize>,
    /// A part only where memory is short; elsewhere what belongs to it belongs to the part around it.
    pub short: bool,
    /// It comes along with the part around it, and is none of its own on any machine.
    pub along: bool,
    pub at_start: bool,
    pub instead: Vec<Name>,
}

/// The whole game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ast {
    pub items: Vec<Decl>,
    pub rules: Vec<RuleDecl>,
    /// Sets of rule ids; the first is empty.
    pub rule_sets: Vec<Vec<String>>,
    /// The libraries that are asked for, as often as they are.
    pub uses: Vec<Use>,
    /// The parts that the game is cut into; none: it is one whole.
    pub parts: Vec<PartDecl>,
    /// Where they are declared.
    pub parts_spans: Vec<Span>,
}
