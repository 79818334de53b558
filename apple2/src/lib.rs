//! What runs on the Apple II: the shell, its art and its disk layout.
