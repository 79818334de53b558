//! How a machine's pointer follows the host's where nobody holds that: in a terminal, and in windows of some systems.
//!
//! The host tells places, and a machine's mouse knows moves only. So the host's
//! way is passed on as moves; where it has gone as far as the window lets it, the mouse goes on, so that the machine's pointer
//! comes to its edge too, wherever it stood. From then on both go together.

/// Counts from the window's edge within which the machine's pointer is pushed on.
const EDGE: i32 = 2;
/// Counts a frame by which it is.
const PUSH: i32 = 8;

/// What was last passed on of the host's pointer.
#[derive(Default)]
pub struct Follow {
    at: Option<(i32, i32)>,
}

impl Follow {
    /// What the mouse moves in a frame, to the right and down. `now` is where the host's pointer stands in a window of `size`,
    /// both in counts of the mouse; none when it is outside.
    pub fn moved(&mut self, now: Option<(i32, i32)>, size: (i32, i32)) -> (i32, i32) {
        let Some(now) = now else {
            // It comes back somewhere else: the way there is passed on then.
            return (0, 0);
        };
        let before = self.at.replace(now).unwrap_or(now);
        (
            now.0 - before.0 + push(now.0, size.0),
            now.1 - before.1 + push(now.1, size.1),
        )
    }

    /// The machine's pointer stands there, and so does the host's.
    pub fn from(at: (i32, i32)) -> Self {
        Self { at: Some(at) }
    }

    /// The host's pointer is its own again: moves from here on are not passed on.
    pub fn release(&mut self) {
        self.at = None;
    }
}

fn push(now: i32, size: i32) -> i32 {
    if now < EDGE {
        -PUSH
    } else if now >= size - EDGE {
        PUSH
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine's pointer on a screen of 320 x 256, in a window that shows a border of 28 x 15 around it.
    struct Screen {
        follow: Follow,
        pointer: (i32, i32),
    }

    impl Screen {
        fn host_goes(&mut self, to: (i32, i32), frames: usize) {
            for _ in 0..frames {
                let (right, down) = self.follow.moved(Some(to), (376, 287));
                self.pointer.0 = (self.pointer.0 + right).clamp(0, 319);
                self.pointer.1 = (self.pointer.1 + down).clamp(0, 255);
            }
        }
    }

    #[test]
    fn the_pointer_comes_to_its_edges_when_the_hosts_does() {
        for start in [(0, 0), (160, 100), (319, 255)] {
            let mut screen = Screen {
                follow: Follow::default(),
                pointer: start,
            };
            screen.host_goes((200, 30), 1);
            assert_eq!(screen.pointer, start, "the first place is where it begins");
            screen.host_goes((0, 0), 50);
            assert_eq!(screen.pointer, (0, 0));
            screen.host_goes((375, 100), 50);
            assert_eq!(screen.pointer, (319, 100), "rows go together after that");
            screen.host_goes((300, 286), 50);
            assert_eq!(screen.pointer.1, 255);
        }
    }

    #[test]
    fn a_way_outside_the_window_counts_when_it_comes_back() {
        let mut follow = Follow::default();
        follow.moved(Some((100, 100)), (376, 287));
        assert_eq!(follow.moved(None, (376, 287)), (0, 0));
        assert_eq!(follow.moved(Some((120, 90)), (376, 287)), (20, -10));
        follow.release();
        assert_eq!(follow.moved(Some((200, 200)), (376, 287)), (0, 0));
    }
}
