//! What runs on the Commodore 64: the shell, its art and its disk layout.
