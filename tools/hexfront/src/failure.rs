//! How a command ends when it is not done.

use std::error::Error;

/// How a command ends when it is not done.
#[derive(Debug)]
pub enum Failure {
    /// It was done, and the answer is no.
    No,
    /// It could not be done.
    Could(Box<dyn Error>),
}

impl<E: Into<Box<dyn Error>>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Could(error.into())
    }
}
