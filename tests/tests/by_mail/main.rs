//! Games by mail.

mod mail;
mod mail_games;
