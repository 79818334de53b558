//! Screens: draw, wait for a key, act, and again.

use super::Gen;
use super::lir::{Arg, Label, Slot};
use crate::ast::{Choice, Page};
use crate::check::{Node, is_try, visit, visit_expr};
use crate::hir::{ExprKind, HINT, Key, ProcKind, Screen, Stmt};
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::contract::{key as key_code, window};
use hexfront_isa::{Op, ShellCall};

/// `?` asks for help, as the key does.
const QUESTION: u16 = b'?' as u16;
/// What the prelude's `_page` is while a page of text stands as its screen drew it.
const TELLING: i32 = 4;

fn imm(n: i32) -> Arg {
    Arg::Imm(n as u16)
}

impl Gen<'_> {
    pub(super) fn screen(&mut self, screen: &Screen) {
        let (again, menu, wait) = (self.label(), self.label(), self.label());
        let anew = self.label();
        // What is refused as the screen opens leaves the rest of `enter` undone; the page is shown, with what was said.
        self.refused = Some(anew);
        self.block(&screen.enter);
        let key = Slot::Local(self.proc, screen.key_local);
        let help = self.own_var("_help");
        let refused = self.own_var(super::REFUSED);
        // The keys of a requester are its buttons.
        let helps = screen.page != Page::Requester;
        // What a key was refused is over before a `try` asks while the screen is drawn.
        self.bind_loop(anew, None);
        if self.tries_in_drawing(screen) {
            self.op(Op::Set8, vec![Arg::V(refused), imm(0)]);
        }
        self.bind_loop(again, None);
        self.deaf = true;
        self.draw(screen);
        let told = self.may_tell_later(screen).then(|| {
            let page = self.own_var("_page");
            self.op(Op::Set8, vec![Arg::V(page), imm(TELLING)]);
            (page, self.label())
        });
        self.bind_loop(menu, None);
        if self.prog.pointer {
            self.begin_orders(screen);
        } else {
            self.helper("_begin_menu");
        }
        for entry in &screen.keys {
            if self.prog.pointer {
                self.order(entry);
            } else {
                self.entry(entry);
            }
        }
        if helps {
            self.jump(Op::Jveqi, vec![Arg::V(help), imm(0)], wait);
            self.end_help(screen);
            self.goto(again);
        }
        self.bind_loop(wait, None);
        self.block(&screen.draw);
        self.deaf = false;
        self.before_shell(ShellCall::Event);
        self.shell(ShellCall::Event);
        match &screen.choices {
            Some(choices) => self.event(choices, key),
            None if self.prog.pointer => self.only_key(key),
            None => self.save(key, 1),
        }
        // What was refused before, in a key or while drawing, is over.
        self.op(Op::Set8, vec![Arg::V(refused), imm(0)]);
        self.shell_const(ShellCall::Window, window::MESSAGE as u8);
        self.refused = Some(anew);
        let gone = self.label();
        if let Some(choices) = &screen.choices {
            let keys = self.label();
            self.chosen(screen, choices, (keys, again, wait));
            self.bind(keys);
        }
        // Each condition on the key is shorter where A holds it.
        self.load(key, 1);
        self.jump(Op::Jveqi, vec![Arg::V(key), Arg::Imm(key_code::OVER)], gone);
        for entry in screen.keys.iter().filter(|key| key.choice == Choice::Key) {
            let rule = if entry.rule == 0 {
                self.rule
            } else {
                entry.rule
            };
            let before = core::mem::replace(&mut self.rule, rule);
            self.refused = Some(match told {
                _ if !self.keeps_messages(screen) => anew,
                Some((_, kept)) if self.shows(&entry.body) => kept,
                _ => wait,
            });
            self.key(entry, key, again);
            self.rule = before;
        }
        let show_help = if helps { self.label() } else { wait };
        self.jump(
            Op::Jveqi,
            vec![Arg::V(key), Arg::Imm(key_code::HELP)],
            show_help,
        );
        self.jump(Op::Jveqi, vec![Arg::V(key), Arg::Imm(QUESTION)], show_help);
        self.jump(Op::Jveqi, vec![Arg::V(key), Arg::Imm(key_code::BACK)], gone);
        self.helper("_illegal_key");
        self.goto(wait);
        if helps {
            self.bind(show_help);
            self.op(Op::Set8, vec![Arg::V(help), imm(1)]);
            self.goto(menu);
        }
        if let Some((page, kept)) = told {
            self.bind(kept);
            self.jump(Op::Jveqi, vec![Arg::V(page), imm(TELLING)], wait);
            self.goto(anew);
        }
        self.bind(gone);
        self.op(Op::Ret, vec![]);
        self.refused = None;
    }

    /// Ends the list of the keys, and waits until it was read.
    fn end_help(&mut self, screen: &Screen) {
        if !self.prog.pointer {
            self.helper("_end_help");
            return;
        }
        if screen
            .choices
            .as_ref()
            .is_some_and(|c| c.at_cursor.is_some())
        {
            self.helper("_help_select");
        }
        self.helper("_end_help_page");
    }

    fn tries_in_drawing(&self, screen: &Screen) -> bool {
        let mut found = false;
        let mut look = |node: Node<'_>| found |= is_try(&node, &|p| self.prog.procs[p].tries);
        visit(&screen.draw, &mut look);
        for (_, block) in &screen.windows {
            visit(block, &mut look);
        }
        let keys = screen.keys.iter();
        let conditions = keys.flat_map(|key| key.when.iter().chain(&key.marked));
        for e in screen
            .cursor
            .iter()
            .chain(&screen.top_side)
            .chain(conditions)
        {
            visit_expr(e, &mut look);
        }
        found
    }

    fn draw(&mut self, screen: &Screen) {
        let mark = self.mark();
        self.code.title |= screen.page == Page::Title;
        let helper = match screen.page {
            Page::Map | Page::Text | Page::Title => "_use_page",
            Page::Half | Page::Whole | Page::Closing => "_use_over",
            Page::Requester => "_use_requester",
        };
        if screen.page == Page::Map && screen.cursor.is_none() && self.prog.redraws {
            self.helper("_show_somewhere");
        } else {
            if screen.page != Page::Requester {
                self.load_const(screen.page.number());
            }
            self.helper(helper);
        }
        match &screen.cursor {
            Some(h) => {
                self.value(h);
                self.helper("_show_cursor");
            }
            None if screen.page == Page::Map => {
                self.load_const(65535);
                self.op(Op::Shella, vec![imm(ShellCall::Cursor as i32)]);
            }
            None => {}
        }
        if let Some(side) = &screen.top_side {
            self.value(side);
            self.op(Op::Shella, vec![imm(ShellCall::Side as i32)]);
        } else if screen.page == Page::Map {
            self.shell_const(ShellCall::Side, 2);
        }
        for (window, block) in &screen.windows {
            let skip = self.label();
            // The requester's window is chosen already.
            if *window == HINT {
                self.helper("_begin_hint");
                self.jump(Op::Jz, vec![], skip);
            } else if screen.page != Page::Requester {
                self.shell_const(ShellCall::Window, *window);
            }
            if !block.is_empty() {
                self.shell_const(ShellCall::Ink, 0);
            }
            self.block(block);
            self.bind(skip);
        }
        self.release(mark);
    }

    /// Whether a key of a page of text may be refused when another screen was shown, or before.
    fn may_tell_later(&self, screen: &Screen) -> bool {
        let refuses = |key: &Key| {
            let calls = direct_calls(&key.body);
            calls.iter().any(|proc| self.prog.procs[*proc].refuses)
        };
        let mut keys = screen.keys.iter();
        self.keeps_messages(screen) && keys.any(|key| refuses(key) && self.shows(&key.body))
    }

    /// A page of text that is drawn anew takes a message away, so it stays as it is.
    fn keeps_messages(&self, screen: &Screen) -> bool {
        screen.page == Page::Text && !self.prog.pointer && !self.tries_in_drawing(screen)
    }

    /// Whether a block may show a screen, itself or by what it calls.
    fn shows(&self, block: &[Stmt]) -> bool {
        let procs = &self.prog.procs;
        let mut calls = direct_calls(block);
        let mut reached = vec![false; procs.len()];
        while let Some(proc) = calls.pop() {
            if !core::mem::replace(&mut reached[proc], true) {
                calls.extend(&procs[proc].calls);
            }
        }
        let mut all = reached.iter().zip(procs);
        all.any(|(reached, proc)| *reached && proc.kind == ProcKind::Screen)
    }

    /// One entry of the menu.
    fn entry(&mut self, key: &Key) {
        let Some(label) = &key.label else {
            return;
        };
        let mark = self.mark();
        let skip = self.label();
        if let Some(condition) = &key.when {
            self.first_key(key);
            self.branch(condition, false, skip);
        }
        let shown = self.prog.texts[key.shown].chars().count() as i32;
        let width = (shown + 3 + self.width(label)).min(255);
        if let Some(&helper) = self.shared.helpers.get("_menu_key") {
            self.op(
                Op::Set16,
                vec![Arg::V(Slot::Local(helper, 0)), Arg::Text(key.shown)],
            );
            self.load_const(width);
            self.call_proc(helper);
        }
        self.print(label);
        self.bind(skip);
        self.release(mark);
    }

    fn key(&mut self, entry: &Key, key: Slot, again: Label) {
        let mark = self.mark();
        let (next, hit) = (self.label(), self.label());
        for (i, (low, high)) in entry.keys.iter().enumerate() {
            let last = i + 1 == entry.keys.len();
            let case = (i32::from(*low), i32::from(*high));
            self.case(Some(key), None, case, if last { next } else { hit }, !last);
        }
        self.bind(hit);
        if let Some((local, digits)) = entry.bind {
            let to = Slot::Local(self.proc, local);
            if digits {
                self.op(Op::Addi8v, vec![Arg::V(key), imm(-48 & 255), Arg::V(to)]);
            } else {
                self.op(Op::Mov8, vec![Arg::V(to), Arg::V(key)]);
            }
        }
        self.answer(entry, next, again);
        self.bind(next);
        self.release(mark);
    }

    /// The event in A, on a screen where nothing can be chosen but by keys.
    fn only_key(&mut self, key: Slot) {
        self.helper("_only_key");
        self.save(key, 1);
    }
}

/// What a block calls itself.
fn direct_calls(block: &[Stmt]) -> Vec<usize> {
    let mut calls = Vec::new();
    visit(block, &mut |node| {
        let Node::Expr(e) = node else { return };
        let called = match &e.kind {
            ExprKind::Try(call) => &call.kind,
            kind => kind,
        };
        if let ExprKind::Call(proc, _) = called {
            calls.push(*proc);
        }
    });
    calls
}
