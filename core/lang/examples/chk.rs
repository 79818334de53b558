//! Compiles a directory and prints what there is to say.
fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let mut files = Vec::new();
    fn walk(files: &mut Vec<(String, Vec<u8>)>, dir: &std::path::Path, base: &std::path::Path) {
        let mut all: Vec<_> = std::fs::read_dir(dir)
            .unwrap()
            .map(|e| e.unwrap().path())
            .collect();
        all.sort();
        for p in all {
            if p.is_dir() {
                walk(files, &p, base);
            } else {
                files.push((
                    p.strip_prefix(base).unwrap().to_str().unwrap().into(),
                    std::fs::read(&p).unwrap(),
                ));
            }
        }
    }
    walk(
        &mut files,
        std::path::Path::new(&dir),
        std::path::Path::new(&dir),
    );
    match std::env::args().nth(2).as_deref() {
        Some("test") => match hexfront_lang::testing::run(&files) {
            Ok(r) => {
                for t in &r {
                    println!(
                        "{} {:?} {} {}",
                        if t.failures.is_empty() {
                            "ok  "
                        } else {
                            "FAIL"
                        },
                        t.ids,
                        t.title,
                        t.executed
                    );
                    for f in &t.failures {
                        println!("      {f}");
                    }
                }
                println!(
                    "{} tests, {} failed",
                    r.len(),
                    r.iter().filter(|t| !t.failures.is_empty()).count()
                );
            }
            Err((d, s)) => {
                for x in d {
                    println!("{}", x.to_plain(&s));
                }
            }
        },
        how => {
            let o = hexfront_lang::compile(&files);
            for x in &o.diagnostics {
                println!("{}", x.to_plain(&o.sources));
            }
            if let Some(s) = &o.sizes {
                println!("{s}");
            }
            if let Some(c) = &o.cartridge {
                let c = hexfront_isa::Cartridge::read(c).unwrap();
                match hexfront_vm::verify::verify(&c) {
                    Ok(_) => println!("verified"),
                    Err(e) => println!("VERIFY {e}"),
                }
                if how == Some("dis") {
                    println!("{}", hexfront_lang::disassemble(&c, &files));
                }
            }
        }
    }
}
