//! The Amiga shell, routine by routine and page by page.

mod counters;
mod disk;
mod display;
mod drawing;
mod event;
mod hexes;
mod in_view;
mod keyed;
mod keyed_clicks;
mod keyed_pages;
mod keyed_pieces;
mod keyed_slots;
mod lettered;
mod map;
mod menu;
mod names;
mod overview;
mod pages;
mod panel;
mod pointer;
mod slots;
mod sound;
mod widgets;
mod windows;
mod windows_kept;
mod words;
