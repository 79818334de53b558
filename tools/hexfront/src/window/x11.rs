//! What minifb cannot do to a window under X11: hold the pointer, tell every click, fill the screen.
//!
//! A connection of our own to the same display does it, by the window's number. The window's own connection gets no buttons
//! then: a click is ours from the moment in which it is made, however short it is.

use minifb::Window;
use raw_window_handle::{HasWindowHandle as _, RawWindowHandle};
use x11rb::connection::Connection as _;
use x11rb::errors::ReplyError;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ButtonIndex, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _,
    CreateGCAux, Cursor, EventMask, GrabMode, GrabStatus, ModMask, Rectangle, StackMode,
};
use x11rb::rust_connection::RustConnection;
use x11rb::{CURRENT_TIME, NONE};

/// Buttons as X numbers them.
const LEFT: u8 = 1;
const RIGHT: u8 = 3;

/// _NET_WM_STATE: what a client message asks for.
const REMOVE: u32 = 0;
const ADD: u32 = 1;
/// It comes from an application.
const APPLICATION: u32 = 1;

/// A button of the host's mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostButton {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// The size of the screen that a window opens on, if it is an X server's.
pub fn screen() -> Option<(usize, usize)> {
    let (x, screen) = x11rb::connect(None).ok()?;
    let screen = x.setup().roots.get(screen)?;
    Some((
        screen.width_in_pixels.into(),
        screen.height_in_pixels.into(),
    ))
}

/// Place and size of a window.
type Place = (i32, i32, u32, u32);

/// The window, seen from outside.
pub struct Host {
    x: RustConnection,
    root: u32,
    window: u32,
    /// A pointer that is not seen.
    blank: Cursor,
    /// Where the pointer was left, while it is held.
    held: Option<(i16, i16)>,
    full: bool,
    /// Where the window was before it filled the screen, if that was done by hand.
    before: Option<Place>,
}

impl Host {
    /// The window's host, if it is an X server.
    pub fn of(window: &Window) -> Option<Self> {
        let RawWindowHandle::Xlib(handle) = window.window_handle().ok()?.as_raw() else {
            return None;
        };
        Self::connect(u32::try_from(handle.window).ok()?).ok()
    }

    fn connect(window: u32) -> Result<Self, Box<dyn std::error::Error>> {
        let (x, screen) = x11rb::connect(None)?;
        let root = x.setup().roots[screen].root;
        let (pixmap, context, blank) = (x.generate_id()?, x.generate_id()?, x.generate_id()?);
        x.create_pixmap(1, pixmap, root, 1, 1)?;
        x.create_gc(context, pixmap, &CreateGCAux::new().foreground(0))?;
        let all = Rectangle {
            x: 0,
            y: 0,
            width: 1,
            height: 1,
        };
        x.poly_fill_rectangle(pixmap, context, &[all])?;
        x.create_cursor(blank, pixmap, pixmap, 0, 0, 0, 0, 0, 0, 0, 0)?;
        x.free_gc(context)?;
        x.free_pixmap(pixmap)?;
        Ok(Self {
            x,
            root,
            window,
            blank,
            held: None,
            full: false,
            before: None,
        })
    }

    /// From now on [`Host::clicks`] tells of all buttons over the window.
    pub fn take_buttons(&self) {
        let grab = self.x.grab_button(
            false,
            self.window,
            EventMask::BUTTON_PRESS | EventMask::BUTTON_RELEASE,
            GrabMode::ASYNC,
            GrabMode::ASYNC,
            NONE,
            NONE,
            ButtonIndex::ANY,
            ModMask::ANY,
        );
        let _ = grab.map(|cookie| cookie.check());
    }

    /// Buttons pressed and let go since the last time, in their order.
    pub fn clicks(&self) -> Vec<(HostButton, bool)> {
        let mut clicks = Vec::new();
        while let Ok(Some(event)) = self.x.poll_for_event() {
            let (detail, down) = match event {
                Event::ButtonPress(event) => (event.detail, true),
                Event::ButtonRelease(event) => (event.detail, false),
                _ => continue,
            };
            match detail {
                LEFT => clicks.push((HostButton::Left, down)),
                RIGHT => clicks.push((HostButton::Right, down)),
                _ => {}
            }
        }
        clicks
    }

    /// Holds the pointer in the window, unseen; whether the server lets us.
    pub fn hold_pointer(&mut self) -> bool {
        let status = self.grab_pointer();
        if status.is_ok_and(|status| status == GrabStatus::SUCCESS) {
            self.held = self.pointer().or(Some((0, 0)));
        }
        self.holds_pointer()
    }

    fn grab_pointer(&self) -> Result<GrabStatus, ReplyError> {
        let grab = self.x.grab_pointer(
            false,
            self.window,
            EventMask::BUTTON_PRESS | EventMask::BUTTON_RELEASE,
            GrabMode::ASYNC,
            GrabMode::ASYNC,
            self.window,
            self.blank,
            CURRENT_TIME,
        )?;
        Ok(grab.reply()?.status)
    }

    /// Whether the pointer is held.
    pub fn holds_pointer(&self) -> bool {
        self.held.is_some()
    }

    /// Lets the pointer go.
    pub fn free_pointer(&mut self) {
        if self.held.take().is_some() {
            let _ = self.x.ungrab_pointer(CURRENT_TIME);
            let _ = self.x.flush();
        }
    }

    /// How far the held pointer went since the last time, in host pixels to the right and down. It is led back to the
    /// middle, so that it never comes to an edge.
    pub fn moved(&mut self, (width, height): (usize, usize)) -> (i32, i32) {
        let (Some(before), Some(now)) = (self.held, self.pointer()) else {
            return (0, 0);
        };
        let moved = (
            i32::from(now.0) - i32::from(before.0),
            i32::from(now.1) - i32::from(before.1),
        );
        if moved != (0, 0) {
            let middle = |size: usize| i16::try_from(size / 2).unwrap_or(0);
            let (x, y) = (middle(width), middle(height));
            let _ = self.x.warp_pointer(NONE, self.window, 0, 0, 0, 0, x, y);
            self.held = self.pointer().or(self.held);
        }
        moved
    }

    /// Where the pointer is on the screen: in a window that moves below it, it has not moved.
    fn pointer(&self) -> Option<(i16, i16)> {
        let reply = self.x.query_pointer(self.window).ok()?.reply().ok()?;
        Some((reply.root_x, reply.root_y))
    }

    /// Fills the screen with the window, or makes it what it was; whether it fills it now.
    pub fn toggle_full_screen(&mut self) -> bool {
        let done = match self.managed() {
            Ok(Some((state, full_screen))) => self.ask_manager(state, full_screen),
            Ok(None) => self.by_hand(),
            Err(error) => Err(error),
        };
        if done.is_ok() {
            self.full = !self.full;
        }
        self.full
    }

    /// The names under which a window manager fills the screen, if there is one that does.
    fn managed(&self) -> Result<Option<(Atom, Atom)>, ReplyError> {
        let atom = |name: &[u8]| -> Result<Atom, ReplyError> {
            Ok(self.x.intern_atom(false, name)?.reply()?.atom)
        };
        let supported = atom(b"_NET_SUPPORTED")?;
        let full_screen = atom(b"_NET_WM_STATE_FULLSCREEN")?;
        let list = self
            .x
            .get_property(false, self.root, supported, AtomEnum::ATOM, 0, 4096)?
            .reply()?;
        let mut names = list.value32().into_iter().flatten();
        if !names.any(|name| name == full_screen) {
            return Ok(None);
        }
        Ok(Some((atom(b"_NET_WM_STATE")?, full_screen)))
    }

    fn ask_manager(&self, state: Atom, full_screen: Atom) -> Result<(), ReplyError> {
        let what = if self.full { REMOVE } else { ADD };
        let data = [what, full_screen, 0, APPLICATION, 0];
        let message = ClientMessageEvent::new(32, self.window, state, data);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.x.send_event(false, self.root, mask, message)?;
        Ok(self.x.flush()?)
    }

    /// Without a window manager a window may simply be as large as the screen.
    fn by_hand(&mut self) -> Result<(), ReplyError> {
        let place = match self.before.take() {
            Some(before) => before,
            None => {
                let now = self.x.get_geometry(self.window)?.reply()?;
                let at = self
                    .x
                    .translate_coordinates(self.window, self.root, 0, 0)?
                    .reply()?;
                let size = (u32::from(now.width), u32::from(now.height));
                self.before = Some((at.dst_x.into(), at.dst_y.into(), size.0, size.1));
                let all = self.x.get_geometry(self.root)?.reply()?;
                (0, 0, all.width.into(), all.height.into())
            }
        };
        let (x, y, width, height) = place;
        let change = ConfigureWindowAux::new()
            .x(x)
            .y(y)
            .width(width)
            .height(height)
            .stack_mode(StackMode::ABOVE);
        self.x.configure_window(self.window, &change)?;
        Ok(self.x.flush()?)
    }
}
