//! Writes the generated assembly of the art, for assemblers other than ours: `cargo run --example listing > art.s`.

fn main() -> Result<(), hexfront_c64::art::ArtError> {
    let sources = hexfront_c64::sources(
        &hexfront_isa::looks::Looks::default(),
        "A TITLE OF TWO LINES",
        &hexfront_isa::art::Art::default(),
        1,
    )?;
    if let Some(art) = sources.iter().find(|s| s.name == "art.s") {
        print!("{}", art.text);
    }
    Ok(())
}
