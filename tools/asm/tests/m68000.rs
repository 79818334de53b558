//! Programs for the 68000: branches, relocations, linking; and what is told about mistakes.

use crate::skipped;
use hexfront_asm::cpu::m68000::{disassemble, listing};
use hexfront_asm::{
    Contents, Field, Files, Machine, Object, Options, Section, Value, assemble, link,
};
use proptest::prelude::*;

const SCRIPT: &str = "output \"rom\"\narea ROM start $F80000 size $80000 output \"rom\"\n\
                      segment CODE in ROM\nsegment DATA in ROM\nsegment PAGES in ROM\n";

fn object(source: &str) -> Object {
    let source = format!(".setcpu \"68000\"\n{source}");
    assemble(
        &Files(&[("main.s", &source)]),
        "main.s",
        &Options::default(),
    )
    .unwrap_or_else(|list| {
        panic!(
            "{}",
            list.iter().map(|d| format!("{d}\n")).collect::<String>()
        )
    })
}

fn bytes(source: &str) -> Vec<u8> {
    match &object(source).sections[0].contents {
        Contents::Bytes(bytes) => bytes.clone(),
        Contents::Reserved(n) => vec![0; *n as usize],
    }
}

fn told(source: &str) -> String {
    let source = format!(".setcpu \"68000\"\n{source}");
    let list = assemble(
        &Files(&[("main.s", &source)]),
        "main.s",
        &Options::default(),
    )
    .expect_err("it must not assemble");
    list.iter().map(|d| format!("{d}\n")).collect()
}

#[test]
fn branches_are_as_short_as_they_can_be() {
    assert_eq!(
        bytes("@a: bra @b\n nop\n@b: bra @a"),
        [0x60, 2, 0x4E, 0x71, 0x60, 0xFA]
    );
    // To the next instruction only the long form goes.
    assert_eq!(bytes(" bra @b\n@b:"), [0x60, 0, 0, 2]);
    let distance = |n: usize| bytes(&format!(" bne @far\n .res {n}, 0\n@far: rts\n"))[..2].to_vec();
    assert_eq!(distance(126), [0x66, 126]);
    assert_eq!(distance(128), [0x66, 0]);
    // The last of these does not reach, and being long puts the one before it out of reach, and so on.
    let chain: String = (0..60)
        .map(|n| format!("l{n}: beq l{}\n", if n == 59 { 124 } else { n + 64 }))
        .collect();
    let ends: String = (60..130).map(|n| format!("l{n}: nop\n")).collect();
    let chain = bytes(&(chain + &ends));
    assert_eq!(chain.len(), 60 * 4 + 70 * 2);
    assert_eq!(chain[..4], [0x67, 0, 0, 246]);
    // What is asked about sizes is asked when they are known.
    assert_eq!(
        bytes("a: bra b\n .res 200, 0\nb:\n.assert b-a = 204, error, \"size\"\n .byte b-a").last(),
        Some(&204)
    );
}

#[test]
fn a_program_of_two_objects() {
    let first = object(
        ".import helper, count, page\n\
         .register base, a0\n start: bsr helper\n bra.s start\n lea table(pc),base\n move.w count,d0\n move.b table(pc,d0.w),d1\n\
         jmp start\n\
         table: .byte >(page - start), <page\n .word table - start\n .dword helper\n .dbyt $1234\n",
    );
    let mut second = object(
        ".export helper, count\nhelper: addq.w #1,count\n rts\n.segment \"DATA\"\ncount: .word $1234\n",
    );
    let page = second.add_section(Section::page("PAGES", vec![7; 256]));
    second.define("page", page, 0);
    let table = second.add_section(Section::new("DATA", vec![0; 2]));
    second.relocate(table, 0, Field::Byte, Value::place(page, 0).high());
    second.relocate(table, 1, Field::Byte, Value::place(page, 3).low());
    let image = link(SCRIPT, &[("a", first.to_elf()), ("b", second.to_elf())]).expect("it links");
    let rom = image.output("rom").expect("the script has it");
    assert_eq!(
        listing(&rom[..0x1A], 0xF8_0000),
        "\
F80000  6100 0022                      18  bsr.w $F80024
F80004  60FA                           10  bra.s $F80000
F80006  41FA 0012                       8  lea $F8001A(pc),a0
F8000A  3039 00F8 002C                 16  move.w $F8002C.l,d0
F80010  123B 0008                      14  move.b $F8001A(pc,d0.w),d1
F80014  4EF9 00F8 0000                 12  jmp $F80000.l
"
    );
    // The page is the second one, and the routine behind the table.
    assert_eq!(
        rom[0x1A..0x24],
        [1, 0, 0, 0x1A, 0, 0xF8, 0, 0x24, 0x12, 0x34]
    );
    assert_eq!(rom[0x2C..0x30], [0x12, 0x34, 1, 3]);
    assert_eq!(image.address("page"), Some(0xF8_0100));
    assert_eq!(rom[0x100..], [7; 256]);
    assert!(image.vice_labels().contains("al C:F80024 .helper\n"));
}

#[test]
fn mistakes_are_told() {
    assert_eq!(
        told(
            "x: lea d0,a0\n move.q d0,d1\n move.b d0,a1\n moveq #200,d0\n addq #9,d0\n move 40000(a0),d0\n\
             .byte 1\n nop\n .word 1\n .even\n bra.s y\n .res 200\ny: bra.s z\nz: bra z+1\n\
             lea x(pc,d0.w),a0\n move.b #x,d0\n foo\n sub: nop\n movem.l d3-d1,-(sp)\n clr.s d0\n\
             add d0,d1,d2\n move $12345.w,d0\n btst #8,(a0)\n .setcpu \"6502\"\n"
        ),
        "\
main.s:2:4: error: `lea` cannot be used with a data register
main.s:3:6: error: `move` has no size .q
main.s:4:2: error: `move` cannot be used with an address register
main.s:5:9: error: value 200 does not fit: -128 to 127 do
main.s:6:8: error: value 9 does not fit: 1 to 8 do
main.s:7:7: error: value 40000 does not fit: -32768 to 32767 do
main.s:9:2: error: words and instructions must be at even addresses
  help: `.even` goes before it
main.s:10:2: error: words and instructions must be at even addresses
  help: `.even` goes before it
main.s:12:8: error: branch goes 200 bytes, 73 too far
  help: branch the other way round a `jmp`
main.s:14:10: error: short branch to the next instruction
  help: leave it out, or write `.w`
main.s:15:8: error: branch to an odd address, where no instruction can be
main.s:16:5: error: the address is -218 bytes from here, 90 too far
  help: take its absolute address, or load that into a register
main.s:17:10: error: an address of two bytes stands where one byte is wanted
  help: `<` takes the low byte, `>` the high byte; `.importzp` imports a byte
main.s:18:2: error: `foo` is neither an instruction nor a macro
  help: a label ends with a colon; a macro must be defined before its use
main.s:19:2: error: `sub` is a word of the processor, not a name that can be given
main.s:20:13: error: a range of registers runs from the lower to the higher one, d0 to d7, a0 to a7
main.s:21:2: error: `clr` has no size .s
main.s:22:1: error: `add` has no form with so many operands
main.s:23:7: error: value 74565 does not fit: -32768 to 32767 do
main.s:24:8: error: value 8 does not fit: 0 to 7 do
main.s:25:10: error: the processor must be chosen before anything is assembled
  help: `.setcpu` belongs at the top of the file
"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn disassembled_code_assembles_to_the_same_bytes(words in prop::collection::vec(any::<u16>(), 5..40)) {
        let start = 0x10_0000;
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_be_bytes()).collect();
        let mut source = String::from(".setcpu \"68000\"\n.org $100000\n");
        let mut offset = 0;
        while offset + 10 <= bytes.len() {
            let line = disassemble(&bytes[offset..], start + offset as u32);
            source.push_str(&format!(" {}\n", line.text));
            offset += line.size;
        }
        let object = assemble(&Files(&[("main.s", &source)]), "main.s", &Options::default())
            .map_err(|list| TestCaseError::fail(format!("{source}{}", list[0])))?;
        prop_assert_eq!(object.machine, Machine::M68000);
        prop_assert_eq!(&object.sections[0].contents, &Contents::Bytes(bytes[..offset].to_vec()), "{}", source);
    }
}

/// Every opcode, with words behind it that are extensions of any kind.
#[test]
fn every_opcode_is_disassembled_to_what_assembles_to_it() {
    let mut source = String::from(".setcpu \"68000\"\n.org $100000\n");
    let mut expected = Vec::new();
    let mut instructions = 0;
    for opcode in 0..=u16::MAX {
        let [high, low] = opcode.to_be_bytes();
        let bytes = [high, low, 0, 6, 0, 6, 0, 6, 0, 6];
        let line = disassemble(&bytes, 0x10_0000 + expected.len() as u32);
        instructions += usize::from(line.instruction.is_some());
        source.push_str(&format!(" {}\n", line.text));
        expected.extend_from_slice(&bytes[..line.size]);
    }
    let object = assemble(
        &Files(&[("main.s", &source)]),
        "main.s",
        &Options::default(),
    )
    .unwrap_or_else(|list| panic!("{}", list[0]));
    assert_eq!(object.sections[0].contents, Contents::Bytes(expected));
    assert!(
        instructions > 40_000,
        "only {instructions} opcodes mean something"
    );
}

/// Sections, symbols and relocations as GNU binutils see them.
#[test]
fn objects_are_those_of_the_system_v_abi() {
    let source = ".import helper\n.export start\nstart: bsr helper\n bra.s helper\n lea table,a0\n rts\n\
                  .data\ntable: .word helper, 5\n.byte <3\n.byte helper-helper+1\n";
    let folder = std::env::temp_dir().join(format!("hexfront-m68k-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let file = folder.join("main.o");
    std::fs::write(&file, object(source).to_elf()).expect("a temporary file");
    let output = std::process::Command::new("m68k-linux-gnu-objdump")
        .args(["-d", "-r", "--no-show-raw-insn", "-j", "CODE", "-j", "DATA"])
        .arg(&file)
        .output();
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    let Ok(output) = output else {
        skipped::skipped(
            "our disassembler of the 68000 against objdump: m68k-linux-gnu-objdump is not installed",
        );
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let relocations: Vec<String> = text
        .lines()
        .filter(|l| l.contains("R_68K"))
        .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        relocations,
        [
            "2: R_68K_PC16 helper",
            "5: R_68K_PC8 helper-0x1",
            "8: R_68K_32 DATA",
            "0: R_68K_16 helper",
        ],
        "{text}"
    );
}
