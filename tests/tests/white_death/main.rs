//! White Death, alone and by telephone.

mod amiga;
mod campaign;
mod computer;
mod telephone;
