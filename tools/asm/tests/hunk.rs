//! Amiga executables, read back as the machine's loader reads them.

use hexfront_asm::{Files, Image, LinkErrors, Options, assemble, link};

const OBJECTS: [(&str, &str); 2] = [
    (
        "main.s",
        ".setcpu \"68000\"\n.import count, text, buffer\n.export start\n\
         start: lea text,a0\n addq.w #1,count\n move.l #buffer+6,d0\n bsr helper\n bra start\n\
         helper: rts\n.byte <text_size, >(helper - start), 7\n.import text_size\n",
    ),
    (
        "data.s",
        ".setcpu \"68000\"\n.export text, text_size, count, buffer\n.import start\n.data\n\
         text: .asciiz \"hello\"\ntext_size = * - text\n.even\ncount: .word 5\n.dword start, buffer, text + 2\n\
         .bss\n.res 4\nbuffer: .res 10\n",
    ),
];

fn build(script: &str, extra: &str) -> Result<Image, LinkErrors> {
    let extra = format!("{}{extra}", OBJECTS[0].1);
    let sources = [(OBJECTS[0].0, extra.as_str()), OBJECTS[1]];
    let objects = sources.map(|(name, _)| {
        let object = assemble(&Files(&sources), name, &Options::default());
        (
            name,
            object.unwrap_or_else(|list| panic!("{}", list[0])).to_elf(),
        )
    });
    link(script, &objects)
}

const HUNKS: &str = "output \"game\" hunk\n\
    area CODE start 0 size $10000 output \"game\"\n\
    area DATA start 0 size $10000 output \"game\" data chip\n\
    area BSS start 0 size $10000 output \"game\"\n\
    segment CODE in CODE\nsegment DATA in DATA\nsegment BSS in BSS bss\n";

#[derive(Debug, PartialEq)]
struct Hunk {
    kind: u32,
    chip: bool,
    bytes: Vec<u8>,
    symbols: Vec<(String, u32)>,
}

/// Loads a file with its hunks at these addresses.
fn load(file: &[u8], addresses: &[u32]) -> Vec<Hunk> {
    let mut words = file
        .chunks_exact(4)
        .map(|w| u32::from_be_bytes([w[0], w[1], w[2], w[3]]));
    let mut next = || words.next().expect("the file goes on");
    assert_eq!(next(), 0x3F3);
    assert_eq!(next(), 0);
    let count = next();
    assert_eq!((next(), next()), (0, count - 1));
    let sizes: Vec<u32> = (0..count).map(|_| next()).collect();
    let mut hunks = Vec::new();
    for size in &sizes {
        let (kind, longs) = (next(), next());
        assert_eq!(longs, size & 0x3FFF_FFFF);
        let bytes = match kind {
            0x3EB => vec![0; longs as usize * 4],
            0x3E9 | 0x3EA => (0..longs).flat_map(|_| next().to_be_bytes()).collect(),
            other => panic!("{other:X} begins no hunk"),
        };
        let mut hunk = Hunk {
            kind,
            chip: size >> 30 == 1,
            bytes,
            symbols: Vec::new(),
        };
        loop {
            match next() {
                0x3EC => loop {
                    let offsets = next();
                    if offsets == 0 {
                        break;
                    }
                    let target = next() as usize;
                    for _ in 0..offsets {
                        let at = next() as usize;
                        let place = &mut hunk.bytes[at..at + 4];
                        let old = u32::from_be_bytes(place.try_into().expect("four bytes"));
                        place.copy_from_slice(&(old + addresses[target]).to_be_bytes());
                    }
                },
                0x3F0 => loop {
                    let length = next();
                    if length == 0 {
                        break;
                    }
                    let name: Vec<u8> = (0..length).flat_map(|_| next().to_be_bytes()).collect();
                    let name = String::from_utf8_lossy(&name)
                        .trim_end_matches('\0')
                        .to_owned();
                    hunk.symbols.push((name, next()));
                },
                0x3F2 => break,
                other => panic!("unknown block {other:X}"),
            }
        }
        hunks.push(hunk);
    }
    assert_eq!(words.next(), None);
    hunks
}

#[test]
fn a_loaded_file_is_the_program_linked_for_the_same_addresses() {
    let file = build(HUNKS, "").expect("it links");
    let file = file.output("game").expect("the script has it");
    let addresses = [0x2_0000, 0x4_1238, 0xC0_0010];
    let hunks = load(file, &addresses);
    let kinds: Vec<_> = hunks.iter().map(|h| (h.kind, h.chip)).collect();
    assert_eq!(kinds, [(0x3E9, false), (0x3EA, true), (0x3EB, false)]);
    for (n, area) in ["CODE", "DATA"].iter().enumerate() {
        let mut script = String::from("output \"flat\"\n");
        for (area, address) in ["CODE", "DATA", "BSS"].iter().zip(addresses) {
            script.push_str(&format!("area {area} start {address} size $10000 "));
            script.push_str(if *area == ["CODE", "DATA"][n] {
                "output \"flat\"\n"
            } else {
                "\n"
            });
        }
        script.push_str("segment CODE in CODE\nsegment DATA in DATA\nsegment BSS in BSS bss\n");
        let flat = build(&script, "").expect("it links");
        let flat = flat.output("flat").expect("the script has it");
        assert_eq!(hunks[n].bytes[..flat.len()], *flat, "{area}");
        assert!(hunks[n].bytes.len() - flat.len() < 4);
    }
    let symbol = |name: &str, at| (name.to_owned(), at);
    assert_eq!(hunks[2].symbols, [symbol("buffer", 4)]);
    assert_eq!(hunks[1].symbols, [symbol("text", 0), symbol("count", 6)]);
}

#[test]
fn what_the_loader_cannot_do_is_refused() {
    let told = |script: &str, extra| {
        build(script, extra)
            .expect_err("it must not link")
            .to_string()
    };
    assert_eq!(
        told(
            HUNKS,
            " .even\n move.w #text & $FFFF,d0\n.assert text >= start, error, \"order\"\n lea text(pc),a0\n"
        ),
        "main.s:14: main.s: order depends on where a hunk is loaded; only a long word can hold such an address\n\
         main.s:13: main.s, section CODE at $001E: text depends on where a hunk is loaded; \
         only a long word can hold such an address\n\
         main.s:15: main.s, section CODE at $0022: text depends on where a hunk is loaded; \
         only a long word can hold such an address"
    );
    assert_eq!(
        told(
            &HUNKS.replace("segment DATA in DATA", "segment DATA in DATA align 256"),
            ""
        ),
        "segment DATA has `align`, which a hunk file has no way to say"
    );
    assert_eq!(
        told(HUNKS, " .align 16\n nop"),
        "main.s: section CODE wants a multiple of 16, but hunks are loaded at multiples of 8"
    );
}
