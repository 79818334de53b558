//! The view: what the machine draws from.

use super::{Checker, Sym, text};
use crate::ast::{Name, View};
use crate::diag::{Diagnostic, listed, nearest};
use crate::hir::Viewed;
use alloc::format;
use alloc::string::ToString;
use hexfront_isa::contract::sound;
use hexfront_isa::{ROLES, Role, RoleKind};

impl Checker<'_> {
    pub(super) fn view(&mut self, view: &View) {
        for (role, what, field) in &view.roles {
            let Some(known) = ROLES.iter().find(|known| known.name == role.text) else {
                self.unknown_role(role);
                continue;
            };
            let viewed = self.viewed(what, field.as_ref());
            match viewed {
                Some(viewed) if self.plays(viewed, known) => {
                    self.prog.view.push((role.text.clone(), viewed, role.span));
                }
                _ => self.report(
                    Diagnostic::error(
                        "E074",
                        what.span,
                        format!("the role `{}` cannot be played by this", role.text),
                    )
                    .label(wanted(known))
                    .help("write: terrain: terrain, or: side: unit.side"),
                ),
            }
        }
        for (value, drawing) in &view.draws {
            self.draw(value, drawing);
        }
        for (name, like) in &view.sounds {
            self.sound_like(name, like);
        }
        for (name, like) in &view.inks {
            self.ink_like(name, like);
        }
    }

    /// Roles that are drawn together or not at all: one that is bound without the other shows nothing.
    pub(super) fn roles_apart(&mut self) {
        let span_of = |role: &str| {
            let mut view = self.prog.view.iter();
            view.find_map(|(name, _, span)| (name == role).then_some(*span))
        };
        let (there, missing, of) = match (span_of("high"), span_of("slope")) {
            (Some(high), None) => (high, "slope", "the hexsides at the foot of high ground"),
            (None, Some(slope)) => (slope, "high", "the layer of high ground"),
            _ => return,
        };
        self.report(
            Diagnostic::error(
                "E139",
                there,
                format!(
                    "heights are drawn only where `high` and `slope` are bound: `{missing}` is not"
                ),
            )
            .label("nothing is drawn of this alone")
            .help(format!(
                "bind {of} too, such as: {missing}: {missing}; or leave this role out"
            )),
        );
    }

    /// A value of a role's enum that is drawn as something else.
    fn draw(&mut self, value: &Name, drawing: &Name) {
        let view = self.prog.view.iter();
        let enums = view.filter_map(|(_, viewed, _)| self.prog.enum_of(*viewed));
        let mut members = enums.flat_map(|e| self.prog.enums[e].members.iter());
        if members.any(|(name, _)| *name == value.text) {
            let draw = (value.text.clone(), drawing.text.clone());
            return self.prog.draws.push(draw);
        }
        self.report(
            Diagnostic::error(
                "E077",
                value.span,
                format!("`{}` is no value of what the view draws", value.text),
            )
            .label("no such value")
            .help("name a value of an enum that is bound to a role above, such as: draw wood as forest"),
        );
    }

    /// A sound of the game's own that is heard as one which every machine has.
    fn sound_like(&mut self, name: &Name, like: &Name) {
        let everywhere = |name: &Name| sound::ALL.iter().any(|(known, _)| *known == name.text);
        if !everywhere(like) {
            return self.no_sound(&like.text, like.span);
        }
        if !everywhere(name) {
            let like = (name.text.clone(), like.text.clone());
            return self.prog.sounds_like.push(like);
        }
        let message = format!("every machine has a sound `{}`", name.text);
        self.report(
            Diagnostic::error("E078", name.span, message)
                .label("not a name of the game's own")
                .help("name a sound that only this game has, such as: sound hussars as move; another `move` is brought by the game's art"),
        );
    }

    /// An ink of the game's own that is as one which every machine has.
    fn ink_like(&mut self, name: &Name, like: &Name) {
        let Some(drawn) = text::contract_ink(&like.text) else {
            return self.no_ink(&like.text, like.span);
        };
        if text::contract_ink(&name.text).is_none() {
            let like = (name.text.clone(), drawn.to_string());
            return self.prog.inks_like.push(like);
        }
        let message = format!("every machine has an ink `{}`", name.text);
        self.report(
            Diagnostic::error("E079", name.span, message)
                .label("not a name of the game's own")
                .help("name an ink that only this game has, such as: ink crew as value; another colour for it is said in the game's art"),
        );
    }

    fn unknown_role(&mut self, role: &Name) {
        let names = ROLES.iter().map(|known| known.name);
        let diag = Diagnostic::error(
            "E073",
            role.span,
            format!("`{}` is not a role of the view", role.text),
        )
        .label("unknown role");
        let diag = match nearest(&role.text, names.clone()) {
            Some(near) => diag.help(format!("did you mean `{near}`?")),
            None => diag.help(format!("roles are {}", listed(names))),
        };
        self.report(diag);
    }

    fn viewed(&mut self, what: &Name, field: Option<&Name>) -> Option<Viewed> {
        match (self.lookup(&what.text, what.span), field) {
            (Some(Sym::Layer(l)), None) => {
                self.prog.layers[l].used = true;
                Some(Viewed::Layer(l))
            }
            (Some(Sym::Var(v)), None) => {
                self.prog.vars[v].used = true;
                Some(Viewed::Var(v))
            }
            (Some(Sym::Array(a)), None) => {
                self.prog.arrays[a].used = true;
                Some(Viewed::Array(a))
            }
            (Some(Sym::Record(r)), Some(field)) => {
                let fields = &mut self.prog.records[r].fields;
                let f = fields.iter().position(|f| f.name == field.text)?;
                fields[f].used = true;
                Some(Viewed::Field(r, f))
            }
            _ => None,
        }
    }

    /// Whether something is of the kind and the width that a role wants.
    fn plays(&self, viewed: Viewed, role: &Role) -> bool {
        let width = |ty: crate::types::Ty| (ty.width() == 2) == role.word;
        match (viewed, role.kind) {
            (Viewed::Layer(l), RoleKind::Layer) => {
                let layer = &self.prog.layers[l];
                layer.ty.is_some() && layer.packed.is_none()
            }
            (Viewed::Layer(l), RoleKind::Sides) => self.prog.layers[l].ty.is_none(),
            (Viewed::Var(v), RoleKind::Variable) => width(self.prog.vars[v].ty),
            (Viewed::Array(a), RoleKind::List) => width(self.prog.arrays[a].ty),
            (Viewed::Field(r, f), RoleKind::List) => {
                let record = &self.prog.records[r];
                !record.long() && width(record.fields[f].ty)
            }
            (Viewed::Field(r, f), RoleKind::Field) => {
                let record = &self.prog.records[r];
                record.stacked.is_some() && width(record.fields[f].ty)
            }
            _ => false,
        }
    }
}

/// What a role can be played by.
fn wanted(role: &Role) -> &'static str {
    match (role.kind, role.word) {
        (RoleKind::Layer, _) => "it wants a layer that is not packed",
        (RoleKind::Sides, _) => "it wants a hexside",
        (RoleKind::Field, false) => {
            "it wants a field of one byte, of the record that stands on the map"
        }
        (RoleKind::Field, true) => {
            "it wants a field of two bytes, of the record that stands on the map"
        }
        (RoleKind::List, false) => {
            "it wants an array, or a field of one byte of at most 254 records"
        }
        (RoleKind::List, true) => {
            "it wants an array, or a field of two bytes of at most 254 records"
        }
        (RoleKind::Variable, false) => "it wants a variable of one byte",
        (RoleKind::Variable, true) => "it wants a variable of two bytes",
    }
}
