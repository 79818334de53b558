//! Values of the state written into a machine's memory, where what leads to them would be played for too long.

use hexfront::session::Session;
use hexfront::state_map::StateMap;
use hexfront_isa::cartridge::Cartridge;
use hexfront_platforms::machine::Bank;
use std::collections::BTreeMap;

/// Where a machine has the state.
pub struct Pokes {
    /// Address of each byte of the state's image.
    addresses: Vec<u32>,
    /// Where a field begins there, and bytes of an element.
    fields: BTreeMap<String, (usize, usize)>,
}

impl Pokes {
    /// Of a game that runs.
    pub fn of(machine: &Session, cartridge: &[u8]) -> Self {
        let map = StateMap::of(&machine.symbols).expect("the game is ours");
        // The table is read as it is, and of an address elsewhere what is asked for: first its low byte, then the next.
        let table = machine.symbols["state_map"];
        let bytes = [0, 8, 16].map(|shift| {
            map.image(|address| {
                if (table..table + TABLE).contains(&address) {
                    machine.machine.peek(Bank::Ram, address)
                } else {
                    (address >> shift) as u8
                }
            })
        });
        let address = |at: usize| u32::from_le_bytes([bytes[0][at], bytes[1][at], bytes[2][at], 0]);
        let addresses = (0..bytes[0].len()).map(address).collect();
        let cartridge = Cartridge::read(cartridge).expect("the cartridge is one");
        let mut from = 0;
        let mut fields = BTreeMap::new();
        for field in cartridge.fields() {
            fields.insert(field.name.to_owned(), (from, field.element_bytes()));
            from += field.image_bytes();
        }
        Self { addresses, fields }
    }

    /// Sets an element of a field.
    pub fn set(&self, machine: &mut Session, field: &str, index: usize, value: u16) {
        let (from, size) = self.fields[field];
        for (i, byte) in value.to_le_bytes().into_iter().take(size).enumerate() {
            let at = self.addresses[from + index * size + i];
            machine.machine.poke(at, byte);
        }
        let image = machine.state_image().expect("the game is ours");
        let at = from + index * size;
        assert_eq!(image[at..at + size], value.to_le_bytes()[..size], "{field}");
    }
}

/// Bytes that the table has at most.
const TABLE: u32 = 0x400;
