//! White Death, alone and by telephone.

mod amiga;
mod computer;
mod telephone;
