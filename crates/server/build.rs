//! The page's files are part of a released program: a new one has to build it again. A program for
//! trying things out reads them where they lie.

fn main() {
    let reads = std::env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_some();
    println!("cargo:rerun-if-changed={}", if reads { "build.rs" } else { "web" });
}
