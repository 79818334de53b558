//! White Death, alone and by telephone.

mod amiga;
mod answers;
mod campaign;
mod computer;
mod redraw;
mod telephone;
